"""Fortress: the tiles that are left over at each table, and the one that the leader picks up."""

from __future__ import annotations

from itertools import pairwise

import pytest

from domino_lab.catalogue import get
from domino_lab.core.actions import Draw, Play
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal
from domino_lab.play.start import start
from domino_lab.play.timeline import play_out
from domino_lab.record import read, write
from domino_lab.rules.rule_page import rule_page
from tests.rules.test_dealing_leader_takes import ORDER

SMALL = get("fortress/double-six")


@pytest.mark.parametrize(("game", "seats", "led", "other", "left"), [
    ("fortress", 4, 14, 13, 2), ("fortress", 5, 11, 11, 0), ("fortress", 6, 10, 9, 0),
    ("fortress/double-six", 3, 10, 9, 0), ("fortress/double-six", 4, 7, 7, 0),
])
def test_the_tables_of_fortress(game: str, seats: int, led: int, other: int, left: int) -> None:
    """The sheet: 55 = 4 * 13 + 1 + 2 = 5 * 11 = 6 * 9 + 1, and 28 = 3 * 9 + 1 = 4 * 7."""
    for seed in range(10):
        steps = play_out(get(game), Shuffle(seed=seed), seats=seats).steps
        state = next(before.state for before, step in pairwise(steps) if step.action.kind == "play")
        sizes = [*map(len, state.holdings)]
        assert sizes.pop(state.turn) == led
        assert sizes == [other] * (seats - 1)
        assert state.boneyard == left


@pytest.mark.parametrize("game", ["fortress", "fortress/double-six"])
def test_a_total_must_exceed_the_winning_score(game: str) -> None:
    assert "with more than 100 points wins the match. (Domino-Games.com (Fortress); FR-MATCH-1)" in rule_page(get(game))


def test_the_highest_double_that_is_held_leads_if_the_highest_of_all_is_left_over() -> None:
    state = start(SMALL, Shuffle.of(ORDER), seats=3).state
    assert (state.turn, state.lead.must, state.stock) == (0, Tile(5, 5), (Tile(6, 6),))
    state = advance(state, Draw()).state
    assert state.holdings[0][-1] == Tile(6, 6)
    assert legal(state) == (Play(Tile(5, 5)),)
    assert judge(state, Play(Tile(6, 6))).id == "FR-LEAD-1"


@pytest.mark.parametrize(("game", "seats"), [("fortress", 4), ("fortress", 6), ("fortress/double-six", 3)])
def test_a_hand_is_written_with_what_the_leader_took(game: str, seats: int) -> None:
    hand = play_out(get(game), Shuffle(seed=4), seats=seats)
    again = read(write(hand), get)
    assert "draw = " in write(hand)
    assert not again.problems
    assert [(step.seat, step.state.holdings) for step in again.steps] == [
        (step.seat, step.state.holdings) for step in hand.steps]
