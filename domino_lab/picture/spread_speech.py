"""A spread in words: group by group, and which tiles may be touched."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from domino_lab.picture.spread import COLUMN, COUNTED, LINE, PILE, ROW, Gap, Group, Loose, Spread
from domino_lab.words import phrase


def spread_out(spread: Spread) -> Iterator[str]:
    """Every group in a sentence or two.

    >>> from domino_lab.tiles import Tile
    >>> list(spread_out(Spread(((Group("line", (Loose(Tile(1, 2), left=1),), 28),),))))
    ['1 tile in a line, end to end: 1-2.']
    """
    for group in spread.groups:
        yield from _TELL[group.kind](group)


def free(spread: Spread) -> Iterator[str]:
    """Which tiles may be touched, and which empty columns may take one.

    >>> from domino_lab.tiles import Tile
    >>> list(free(Spread(((Group("row", (Loose(Tile(1, 2), free=True), Loose(Tile(1, 1))), 6),),))))
    ['You may touch 2-1.']
    """
    tiles = [one.name for group in spread.groups for one in group.places if isinstance(one, Loose) and one.free]
    if tiles:
        yield phrase("picture.spread_all_free" if spread.all_free else "picture.spread_free", tiles=tiles)
    for group in spread.groups:
        if any(isinstance(one, Gap) and one.lit for one in group.places):
            yield phrase("picture.spread_gap", number=group.number)


def _row(group: Group) -> Iterator[str]:
    tiles = _names(group)
    if group.label:
        yield phrase("picture.spread_named" if tiles else "picture.spread_named_empty", label=group.label, tiles=tiles)
    elif tiles:
        key = "picture.spread_line" if group.kind == LINE else "picture.spread_row"
        yield phrase(key, count=len(group.tiles), tiles=tiles)
    else:
        yield phrase("picture.spread_empty")
    fresh = [one.name for one in group.places if isinstance(one, Loose) and one.fresh]
    if fresh and len(fresh) < len(group.tiles):
        yield phrase("picture.spread_fresh", tiles=", ".join(fresh))


def _counted(group: Group) -> Iterator[str]:
    yield from _row(group)
    for one in group.places:
        if isinstance(one, Gap) and one.above:
            yield phrase("picture.spread_over_gap", above=one.above)
        elif isinstance(one, Loose) and one.above:
            yield phrase("picture.spread_over", tile=one.name, above=one.above)


def _column(group: Group) -> Iterator[str]:
    tiles = _names(group)
    key = "picture.spread_column" if tiles else "picture.spread_column_empty"
    yield phrase(key, number=group.number, tiles=tiles)


def _pile(group: Group) -> Iterator[str]:
    if group.total:
        tiles = _names(group)
        yield phrase("picture.spread_pile_last" if tiles else "picture.spread_pile", count=group.total, tiles=tiles)


def _names(group: Group) -> str:
    return ", ".join(one.name for one in group.places if isinstance(one, Loose))


_TELL: dict[str, Callable[[Group], Iterator[str]]] = {
    ROW: _row, COUNTED: _counted, LINE: _row, COLUMN: _column, PILE: _pile,
}  # fmt: skip
