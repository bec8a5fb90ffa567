"""A reader's own rule on who may pass although a tile fits (`may_pass` of dl.rules.Turns)."""

from __future__ import annotations

from itertools import pairwise

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.chance.knowledge import know
from domino_lab.chance.simulation import simulate
from domino_lab.core.actions import Action, Draw, Pass, Play
from domino_lab.core.chain import Chain
from domino_lab.core.errors import RulesetError
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile, tiles
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal
from domino_lab.play.start import start
from domino_lab.play.state import State
from domino_lab.play.timeline import play_out
from domino_lab.play.view import View
from domino_lab.record import read, write
from domino_lab.rules.so_far import HandSoFar


class OnceAHand(dl.rules.Turns):
    """A player who can play may still pass once in each hand."""

    def may_pass(self, able: bool, so_far: HandSoFar | None = None) -> bool:
        assert so_far is not None
        return able and (so_far.seat, "pass") not in so_far.moves


class Never(dl.rules.Turns):
    """Nobody who can play or draw passes."""

    pass_when = "any"

    def may_pass(self, able: bool) -> bool:
        return False


class AsTheGame(dl.rules.Turns):
    def may_pass(self, able: bool, so_far: HandSoFar | None = None) -> bool:
        return super().may_pass(able, so_far)


ONCE = get("draw").but(OnceAHand(), draw_when="unable", name="Once")


def on_the_six(rules: dl.Ruleset, *held: str) -> State:
    """Ana to move on the 6-6, with a boneyard of three tiles."""
    state = start(rules, Shuffle(seed=1), seats=2, leader=0, names=["Ana", "Ben"]).state
    return state._replace(chain=Chain().lay(Tile(6, 6)), blocker=1, holdings=tuple(map(tiles, held)),
                          stock=tiles("4-3 2-2 1-1"))


def lazy(view: View, _stream: object) -> Action:
    """Whoever may pass does."""
    return view.legal[-1]


def test_a_player_who_can_play_passes_once_and_whoever_must_draw_never() -> None:
    state = on_the_six(ONCE, "6-1 3-2", "4-2 3-3")
    passed = judge(state, Pass())
    assert passed.allowed
    assert passed.text == ("By your own rule, Ana may pass, whether a tile fits or not. "
                           "A player who can play may still pass once in each hand.")
    state = advance(state, Pass()).state
    assert legal(state) == (Draw(),), "Ben, who cannot play, must draw"
    ben = judge(state, Pass())
    assert not ben.allowed
    assert ben.text == ("By your own rule, Ben may not pass now. "
                        "A player who can play may still pass once in each hand.")
    assert [reason.text for reason in ben.because] == ["Ben may not pass yet, because a tile can still be drawn."]
    again = advance(advance(state, Draw()).state._replace(turn=0, drawn=0), Play(Tile(1, 6), state.chain.ends[0])).state
    assert not judge(again._replace(turn=0, holdings=(tiles("6-3 5-5"), again.holdings[1])), Pass()).allowed


@pytest.mark.parametrize("seats", [2, 3])
def test_in_whole_hands_each_player_passes_by_choice_once(seats: int) -> None:
    chosen = 0
    for hand in range(20):
        line = play_out(ONCE, Shuffle(seed=4, hand=hand), seats=seats, policies=lazy)
        often = [0] * seats
        for before, step in pairwise(line.steps):
            state = before.state
            if step.action != Pass():
                continue
            fits = any(end.value in tile[:2] for end in state.chain.ends for tile in state.holdings[state.turn])
            assert not (fits and often[state.turn]), "the first pass is the only one by choice"
            told = know(line, (state.turn + 1) % seats, line.steps.index(step))
            assert not [proof for proof in told.proofs if proof.by == "pass"]
            chosen += fits
            often[state.turn] += 1
        assert read(write(line), lambda name: ONCE).steps == line.steps
    assert chosen > 20


def test_the_page_has_the_rule_in_place_of_that_of_the_game() -> None:
    said = str(ONCE.sheet())
    assert "A player who can play may still pass once in each hand." in said
    assert "A player who can play must play." not in said.partition("Variation")[0]
    assert "may_pass" in dl.rules.guide("turns")


@pytest.mark.parametrize("axes", [{"pass_when": "any"}, {"pass_when": "extra-turn"}, {"pass_when": "after-draw"}, {}])
def test_a_rule_that_asks_only_the_game_changes_nothing(axes: dict[str, str]) -> None:
    game = get("draw-osel").but(draw_when="unable")
    rule = type("Rule", (AsTheGame,), axes)()
    for hand in range(10):
        lines = [play_out(rules, Shuffle(seed=2, hand=hand), seats=3, policies="random")
                 for rules in (game.but(**axes), game.but(rule))]
        for one, other in zip(*(line.steps for line in lines), strict=True):
            assert one.action == other.action
            assert legal(one.state) == legal(other.state)


def test_a_rule_may_forbid_what_the_game_allows_and_is_simulated() -> None:
    rules = get("draw").but(Never())
    assert legal(on_the_six(rules, "6-1 3-2", "4-2"))[-1] != Pass()
    assert simulate(rules, hands=20, seed=1, engine="readable").hands == 20


@pytest.mark.parametrize("axes", [{"visibility": "blind"}, {"cannot_play": "discard"}])
def test_it_is_refused_where_nobody_chooses_to_pass(axes: dict[str, str]) -> None:
    with pytest.raises(RulesetError, match="may_pass"):
        get("block").but(OnceAHand(), first_leader="lot", lead_tile="any", **axes)


def pass_if_you_may(view: View, _stream: object) -> Action:
    return next((action for action in view.legal if action.kind == "pass"), view.legal[0])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_hand_is_blocked_when_everyone_passes_one_after_another(seats: int) -> None:
    """HOUSE-BLOCK: after the lead everybody passes once, the leader last, and the fewest pips win."""
    rules = get("block").but(block="all-pass", pass_when="any", tie="none")
    hand = play_out(rules, Shuffle(seed=2), seats=seats, policies=pass_if_you_may)
    assert [action.kind for action in hand.actions] == ["play", *["pass"] * seats]
    assert hand.state.over == "blocked"
    assert dl.why(hand, seats + 1).text.endswith("Everyone has passed, one after another, so the hand is blocked.")
    pips = [sum(tile.low + tile.high for tile in held) for held in hand.state.holdings]
    assert pips.count(min(pips)) == 1
    assert hand.steps[-1].settled.winner == pips.index(min(pips))
    assert simulate(rules, hands=20, seats=seats, progress=False).engine == "readable"
    assert dl.load(write(hand)).steps == hand.steps


def test_a_draw_between_passes_leaves_the_hand_open() -> None:
    rules = get("draw").but(block="all-pass", pass_when="any", draw_when="optional", name="Pass or draw")

    def draw_then_pass(view: View, _stream: object) -> Action:
        kinds = {action.kind: action for action in view.legal}
        return kinds["draw"] if "draw" in kinds and not view.drawn else kinds.get("pass", view.legal[0])

    hand = play_out(rules, Shuffle(seed=2), seats=2, policies=draw_then_pass)
    kinds = [action.kind for action in hand.actions]
    assert kinds[-2:] == ["pass", "pass"]
    assert kinds.count("draw") > 2
    assert ("pass", "pass") not in pairwise(kinds[:-1])


def test_an_own_pass_may_end_the_hand_too() -> None:
    """Every Boy's Book: if the other cannot go, a player may shut the game although a tile fits."""

    class Shut(dl.rules.Turns):
        def may_pass(self, able: bool, so_far: HandSoFar | None = None) -> bool:
            assert so_far is not None
            return super().may_pass(able, so_far) or so_far.moves[-1].kind == "pass"

    rules = get("block").but(Shut(), block="all-pass", name="Shut")
    ends = {hand.state.over: hand for hand in (play_out(rules, Shuffle(seed=seed), policies=pass_if_you_may)
                                               for seed in range(30))}
    assert ends.keys() == {"out", "blocked"}
    assert [action.kind for action in ends["blocked"].actions][-2:] == ["pass", "pass"]
