"""Tiles, sets and chains that somebody makes by hand: nonsense is refused at once, and in plain words."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import domino_lab as dl
from domino_lab.core.chain import OpenEnd
from domino_lab.play.view import FACE_DOWN

NO_TILE: list[tuple[Any, ...]] = [(10**4400, 1), (1, -10**4400), (-1, -1), (19, 0), ("6-5",), ("6", "5"), (None, 1),
                                  (2.5, 3), (True, 1), (1, 2, 2), (1, 2, "x"), ([], {}), (float("nan"), 1)]
ONE = dl.Chain().lay(dl.Tile(1, 2))
NO_CHAIN: list[Callable[[Any], object]] = [
    dl.Chain, lambda value: dl.Chain((value,)), lambda value: dl.Chain((), (value,)),
    lambda value: dl.Chain().lay(value), lambda value: ONE.lay(value, ONE.ends[0]),
    lambda value: ONE.lay(dl.Tile(2, 3), value),
]


@pytest.mark.parametrize("halves", NO_TILE, ids=lambda halves: str(type(halves[0])))
def test_a_tile_that_no_set_has_is_refused(halves: tuple[Any, ...]) -> None:
    with pytest.raises(dl.NotationError, match=r"^Tile\(.*: give ") as refused:
        dl.Tile(*halves)
    assert len(str(refused.value)) < 300


def test_a_set_that_nobody_makes_is_refused() -> None:
    for given in ((10**4400,), ("x",), (6, 3), (0, 1, False), (6, 1, "no")):
        with pytest.raises(dl.NotationError):
            dl.DominoSet(*given)  # type: ignore[arg-type]


def test_either_half_may_be_given_first() -> None:
    assert dl.Tile(6, 5) == dl.Tile(low=5, high=6) == dl.Tile.of("6-5")
    assert dl.Tile(6, 5).low == 5


@pytest.mark.parametrize("act", NO_CHAIN)
@pytest.mark.parametrize("value", [10**4400, "5-5", [1], None], ids=lambda value: str(type(value)))
def test_a_chain_of_nonsense_is_refused(act: Callable[[Any], object], value: Any) -> None:
    with pytest.raises(dl.NotationError) as refused:
        act(value)
    assert len(str(refused.value)) < 300


def test_a_place_that_is_not_free_is_refused() -> None:
    for end in (OpenEnd(7, 7, 7), None, ONE.ends[0]):
        with pytest.raises(dl.NotationError, match="open end"):
            ONE.lay(dl.Tile(1, 3), ONE.ends[0]).lay(dl.Tile(1, 1), end)


def test_what_is_made_comes_back_from_a_copy() -> None:
    for one in (dl.Tile(5, 6, 1), FACE_DOWN, dl.DominoSet.of(9, copies=2), ONE):
        for again in (pickle.loads(pickle.dumps(one)), copy.deepcopy(one), copy.copy(one)):
            assert (again, type(again), repr(again)) == (one, type(one), repr(one))
