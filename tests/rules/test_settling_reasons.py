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


class Heaviest(dl.rules.Settling):
    """The heaviest hand wins."""

    def winner(self, final):
        return max(range(len(final.names)), key=lambda seat: (final.weights[seat], seat))

    def award(self, final, seat):
        return 1


class Twice(dl.rules.Settling):
    """The winner gets twice as many."""

    def award(self, final, seat):
        return 2 * super().award(final, seat)


class TwiceAgain(Twice):
    pass


class Stakes(dl.rules.Settling):
    """Everybody pays the winner."""

    def award(self, final, seat):
        return {side: 2 if side == final.sides[seat] else -1 for side in final.sides}


def test_a_winner_who_has_not_gone_out_is_not_said_to_have() -> None:
    line = hands("block", Heaviest())["out"]
    told = dl.why(line, len(line) - 1).text
    assert "gone out" not in told
    assert told.endswith(" gets 1 point for the hand. The heaviest hand wins.")


def test_an_award_that_builds_on_the_game_tells_its_sum() -> None:
    line = hands("block", Twice())["out"]
    pips = next(sum(map(sum, holding)) for holding in line.state.holdings if holding)
    settled = line.steps[-1].settled
    assert settled is not None
    assert settled.award == 2 * pips
    told = dl.why(line, len(line) - 1).text
    assert f"gets {2 * pips} points" in told
    assert f"By the game's own rules it would be {pips} point" in told


def test_a_class_says_of_itself_what_the_one_above_it_says() -> None:
    told = [next(statement.text for statement in dl.ruleset("block").but(settling=rule).statements
                 if statement.clause == "OWN-SETTLING") for rule in (Twice(), TwiceAgain())]
    assert told[0] == told[1]


def test_points_for_several_sides_have_the_reason_too() -> None:
    line = hands("block", Stakes())["out"]
    assert "Everybody pays the winner." in dl.why(line, len(line) - 1).text


class Others(dl.rules.Settling):
    """After a block: a tie goes to the other side."""

    end_base = "all"    # As in the game.

    def winner(self, final):
        return super().winner(final)


class Second(dl.rules.Settling):
    """The second player wins a block."""

    end_base = "all"

    def winner(self, final):
        return super().winner(final) if final.out is not None else 1


class SecondOfThem(Second):
    end_base = "opponents"


def test_a_winner_of_ones_own_has_its_reason_and_the_sum_of_the_game() -> None:
    """Where it agrees with the game, it says what the game says; 0-3, 1-2 and 4-4 have 14 pips."""
    pair = dl.ruleset("latin-partnership")
    out, blocked = ({"holdings": [[], ["4-4"], ["1-2"], ["0-3"]], "out": 0},
                    {"holdings": [["0-0"], ["4-4"], ["1-2"], ["0-3"]], "blocker": 0})
    for how in (out, blocked):
        assert dl.settle(pair.but(settling=Others()), **how).text == dl.settle(pair, **how).text
    second = pair.but(settling=Second())
    assert dl.settle(second, **out).text == dl.settle(pair, **out).text
    assert dl.settle(second, **blocked).text == ("By your own rule, Ben wins the hand. The second player wins a block. "
                                                 "All the hands together hold 0 + 8 + 3 + 3 = 14 pips.")
    assert ("The second player wins a block. The others hold 0 + 3 = 3 pips."
            in dl.settle(pair.but(settling=SecondOfThem()), **blocked).text)
