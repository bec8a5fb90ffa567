"""Holdings as bit masks: their order, and arrays whose places have 32 bits."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from domino_lab.chance.counting import count_listing
from domino_lab.chance.holding_events import doubles, pips
from domino_lab.chance.holdings import Listing, all_masks
from domino_lab.chance.trials import HoldingTrials
from domino_lab.core.tiles import DominoSet


def test_large_holdings_come_in_the_order_of_combinations_too() -> None:
    for size, take in ((5, 3), (6, 3), (7, 6), (4, 4)):
        wanted = [sum(1 << place for place in places) for places in combinations(range(size), take)]
        assert all_masks(size, take).tolist() == wanted


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """numpy as WebAssembly has it: a place in an array is a number of 32 bits, and one of 64 bits is refused."""

    def narrowed(function: Callable[..., Any], place: int) -> Callable[..., Any]:
        def guarded(*given: Any, **more: Any) -> Any:
            if isinstance(given[place], np.ndarray) and not np.can_cast(given[place].dtype, np.int32):
                raise TypeError("Cannot cast array data from dtype('int64') to dtype('int32')")
            return function(*given, **more)

        return guarded

    monkeypatch.setattr(np, "intp", np.int32)
    for name, place in {"bincount": 0, "take": 1, "repeat": 1}.items():
        monkeypatch.setattr(np, name, narrowed(getattr(np, name), place))


@pytest.mark.usefixtures("narrow")
def test_holdings_are_counted_where_a_place_has_32_bits() -> None:
    found = count_listing([doubles(), pips()], Listing(DominoSet().tiles, 3))
    assert sum(found.values()) == comb(28, 3)
    assert sum(HoldingTrials(doubles() == 0, 7, seed=1).play(0, 50).counts.values()) == 50
