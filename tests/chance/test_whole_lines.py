"""Lines of a whole set: the published numbers, and small sets laid tile by tile."""

from __future__ import annotations

import pytest

from domino_lab.chance.whole_lines import lines
from domino_lab.core.errors import NotationError
from domino_lab.core.tiles import DominoSet, Tile


def laid(end: int | None, left: frozenset[Tile], known: dict[object, int]) -> int:
    """In how many ways the tiles that are left go on from an open end, laid one after the other."""
    if not left:
        return 1
    if (end, left) not in known:
        known[end, left] = sum(
            laid(out, left - {tile}, known) for tile in left
            for out in ({tile.low, tile.high} if end is None else [tile.other(end)] if end in tile[:2] else []))
    return known[end, left]


def test_reiss() -> None:
    """Reiss, 1871: 7,959,229,931,520 lines of the double-six set, both directions counted."""
    assert lines(6).value == 7_959_229_931_520


@pytest.mark.parametrize("most", range(5))
def test_small_sets_laid_tile_by_tile(most: int) -> None:
    assert lines(most).value == laid(None, frozenset(DominoSet.of(most).tiles), {})


def test_an_odd_set_has_no_such_line() -> None:
    assert lines(5).value == lines(9).value == 0
    assert "No line" in lines(5).derivation


@pytest.mark.parametrize("of", [DominoSet.of(6, copies=2), DominoSet.of(6, doubles=False), DominoSet.of(8)],
                         ids=lambda of: of.name)
def test_other_sets_are_refused(of: DominoSet) -> None:
    with pytest.raises(NotationError, match="double-"):
        lines(of)
