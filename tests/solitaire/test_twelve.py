"""Twelve To Go: pairs of twelve, the stock, and choices that do not matter (TT-1 to TT-3)."""

from __future__ import annotations

from collections import Counter

from domino_lab.catalogue import get
from domino_lab.core.actions import Remove
from domino_lab.core.events import Refilled
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import tiles
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal
from domino_lab.play.start import start
from tests.solitaire.dealt import SET, after, opened


def ends(state) -> set[int]:
    """How many tiles may be left, over all ways to play."""
    known: dict[object, set[int]] = {}

    def found(now) -> set[int]:
        key = (frozenset(now.row), now.stock)
        if key not in known:
            known[key] = {now.left} if now.over else set()
            for action in legal(now):
                known[key] |= found(advance(now, action).state)
        return known[key]

    return found(state)


def test_choices_never_change_how_many_tiles_are_left() -> None:
    outcomes, chosen = set(), 0
    for hand in range(40):
        state = start(get("twelve-to-go"), Shuffle(seed=6, hand=hand)).state
        left = ends(state)
        assert len(left) == 1
        outcomes |= left
        while not state.over:
            state = after(state, legal(state)[0])
        chosen += state.choices
    assert 0 in outcomes
    assert len(outcomes) > 3
    assert chosen > 40


def test_the_weights_of_the_set_pair_off() -> None:
    """Counted by hand: 0 to 12 pips are there 1 1 2 2 3 3 4 3 3 2 2 1 1 times, 168 pips in all."""
    weights = Counter(each.weight for each in SET)
    assert [weights[pips] for pips in range(13)] == [1, 1, 2, 2, 3, 3, 4, 3, 3, 2, 2, 1, 1]
    assert sum(each.weight for each in SET) == 14 * 12


def test_tt_2_tiles_of_the_stock_take_the_places_of_those_that_went() -> None:
    state = opened("twelve-to-go", row="6-6 1-0 0-0 2-0 3-0 4-0", stock="5-5 2-1 4-3")
    step = advance(state, Remove(tiles("0-0 6-6")))
    assert step.state.row == tiles("5-5 1-0 2-1 2-0 3-0 4-0")
    assert [event.tiles for event in step.events if isinstance(event, Refilled)] == [tiles("5-5 2-1")]
    assert step.state.stock == tiles("4-3")


def test_tt_2_a_short_stock_fills_what_it_can() -> None:
    state = after(opened("twelve-to-go", row="6-6 0-0 6-5 1-0", stock="5-5"), Remove(tiles("0-0 6-6")))
    assert state.row == tiles("5-5 6-5 1-0")
    state = after(state, Remove(tiles("1-0 6-5")))
    assert (state.row, state.over) == (tiles("5-5"), "lost")


def test_tt_2_a_tile_in_the_stock_is_not_yet_there() -> None:
    state = opened("twelve-to-go", row="6-6 1-0 6-5", stock="0-0 2-0")
    assert judge(state, Remove(tiles("0-0 6-6"))).case == "hidden"
    assert judge(after(state, Remove(tiles("1-0 6-5"))), Remove(tiles("0-0 6-6"))).allowed


def test_tt_3_lost_at_once_when_no_two_of_six_have_twelve() -> None:
    assert opened("twelve-to-go", row="0-0 1-0 2-0 3-0 4-0 5-0", stock="6-6").over == "lost"
