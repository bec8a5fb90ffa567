"""A reader's own rule on drawing that goes by the hand so far (`may` of dl.rules.Drawing)."""

from __future__ import annotations

from itertools import pairwise

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.chance.knowledge import know
from domino_lab.chance.simulation import simulate
from domino_lab.core.actions import Draw, Pass, Play
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.legal import judge, legal
from domino_lab.play.timeline import play_out
from domino_lab.record import write
from domino_lab.rules.so_far import HandSoFar

MOST = 3


class ThreeInAHand(dl.rules.Drawing):
    """Each player may draw three tiles in a hand, and no more."""

    draw_when, reserve = "unable", 0

    def may(self, able: bool, stock: int, drawn: int, chosen: int = 0, so_far: HandSoFar | None = None) -> bool:
        assert so_far is not None
        taken = so_far.moves.count((so_far.seat, "draw"))
        return super().may(able, stock, drawn, chosen, so_far) and taken < MOST


class AfterAMoveOfOnesOwn(dl.rules.Drawing):
    """Only the player who has just moved may draw, but has no turn: everybody passes."""

    def may(self, able: bool, stock: int, drawn: int, chosen: int = 0, so_far: HandSoFar | None = None) -> bool:
        assert so_far is not None
        return so_far.moves[-1:] == ((so_far.seat, "pass"),)


class OneInATurn(dl.rules.Drawing):
    """A turn is one draw, whoever draws: written without the hand so far."""

    def may(self, able: bool, stock: int, drawn: int, chosen: int = 0) -> bool:
        return not able and drawn == 0


THREE = get("draw").but(ThreeInAHand(), name="Three draws")


@pytest.mark.parametrize("seats", [2, 3])
def test_each_player_draws_so_often_in_a_hand_and_a_blocked_hand_leaves_tiles(seats: int) -> None:
    ends, most = {"out": 0, "blocked": 0}, 0
    for hand in range(40):
        line = play_out(THREE, Shuffle(seed=3, hand=hand), seats=seats, policies="random")
        drawn = [0] * seats
        for before, step in pairwise(line.steps):
            state = before.state
            fits = not state.chain.laid or any(end.value in tile[:2] for tile in state.holdings[state.turn]
                                               for end in state.chain.ends)
            if step.action is not None:
                may = not fits and drawn[state.turn] < MOST and bool(state.stock)
                assert (Draw() in legal(state)) == judge(state, Draw()).allowed == may
                assert judge(state, Pass()).allowed == (not fits and not may)
                drawn[state.turn] += isinstance(step.action, Draw)
        most = max(most, *drawn)
        over = line.state
        ends[over.over or ""] += 1
        if over.over == "blocked":
            assert not any(end.value in tile[:2] for held in over.holdings for tile in held for end in over.chain.ends)
            unseen = [tile for tile in over.stock if any(end.value in tile[:2] for end in over.chain.ends)]
            assert not unseen or min(drawn) == MOST
    assert most == MOST
    assert min(ends.values()) > 3


def test_a_refused_draw_is_told_in_the_words_of_the_rule() -> None:
    for hand in range(40):
        line = play_out(THREE, Shuffle(seed=3, hand=hand))
        passed = [before.state for before, step in pairwise(line.steps) if isinstance(step.action, Pass)]
        if passed:
            break
    assert "may not draw now. Each player may draw three tiles in a hand, and no more." in judge(passed[0], Draw()).text
    assert judge(passed[0], Pass()).text == "No tile can be played, and by your own rule none may be drawn."
    again = dl.load(write(line), rules=THREE)
    assert (again.problems, again.state) == ((), line.state)
    assert know(line, 0, len(line) - 2).text


def test_a_hand_in_which_nobody_ever_draws_comes_to_an_end() -> None:
    ends = set()
    for hand in range(12):
        line = play_out(get("draw").but(AfterAMoveOfOnesOwn()), Shuffle(seed=1, hand=hand), policies="random")
        ends.add(line.state.over)
        moves = [step.action for step in line.steps if step.action is not None]
        last = max(number for number, action in enumerate(moves) if isinstance(action, Play))
        assert len(moves) - 1 - last <= 4
    assert ends == {"out", "blocked"}


def test_a_rule_without_the_hand_so_far_is_asked_as_before() -> None:
    rules, usual = get("draw").but(OneInATurn()), get("draw").but(draw_when="unable", draw_max=1, reserve=0)
    for hand in range(20):
        lines = [play_out(each, Shuffle(seed=2, hand=hand), policies="random") for each in (rules, usual)]
        assert [step.action for step in lines[0].steps] == [step.action for step in lines[1].steps]


def test_a_wrong_signature_is_refused_with_the_right_one() -> None:
    class NoStock(dl.rules.Drawing):
        def may(self, able: bool) -> bool:  # type: ignore[override]
            return not able

    with pytest.raises(dl.RulesetError, match=r"NoStock\.may does not take what it is given: write "
                                              r"may\(able, stock, drawn, chosen, so_far\)"):
        get("draw").but(NoStock())


def test_a_simulation_is_played_by_the_engine_that_asks_at_each_draw() -> None:
    run = simulate(THREE, hands=20)
    assert "ThreeInAHand.may" in run.why_readable
