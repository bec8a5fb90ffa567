"""The reason that is given for the end of a hand by a rule of a reader's own: what its class says of itself."""

from __future__ import annotations

import domino_lab as dl
from domino_lab.play.timeline import Timeline


class ForFun(dl.rules.Settling):
    """Hands are played for fun."""

    def winner(self, final):
        return None


class Ten(dl.rules.Settling):
    """Every hand is worth ten."""

    def award(self, final, seat):
        return 10


class Fine(dl.rules.Settling):
    """A win costs five."""

    def award(self, final, seat):
        return -5


class Honour(dl.rules.Settling):
    """Hands are won for the honour."""

    def award(self, final, seat):
        return {}


def hands(game: str, rule: dl.rules.Settling) -> dict[str, Timeline]:
    """A hand that somebody went out of, and a blocked one, by how they ended."""
    lines = [dl.play_out(dl.ruleset(game).but(settling=rule), seed=seed) for seed in range(1, 30)]
    return {str(line.state.over): line for line in lines}


def test_a_hand_that_nobody_wins_by_an_own_rule_has_its_reason_and_the_pips_of_a_block() -> None:
    ended = hands("block", ForFun())
    texts = {how: dl.why(line, len(line) - 1).text for how, line in ended.items()}
    assert all("nobody wins the hand. Hands are played for fun." in text for text in texts.values())
    held = [sum(tile.weight for tile in tiles) for tiles in ended["blocked"].state.holdings]
    named = [f"{player} holds {pips} pip" for player, pips in zip(("Ana", "Ben"), held, strict=True)]
    assert all(text in texts["blocked"] for text in named)
    assert "holds" not in texts["out"]


def test_the_points_of_an_own_rule_have_its_reason_once() -> None:
    for line in hands("draw", Ten()).values():
        assert dl.why(line, len(line) - 1).text.count("Every hand is worth ten.") == 1


def test_the_reason_is_given_where_the_winner_loses_points_or_nobody_gets_any() -> None:
    said = [dl.settle(dl.ruleset("block").but(settling=rule), holdings=["", "6-6"]).text for rule in (Fine(), Honour())]
    assert said == ["By your own rule, Ana loses 5 points for the hand. A win costs five.",
                    "By your own rule, Ana wins the hand, but nobody scores. Hands are won for the honour."]
