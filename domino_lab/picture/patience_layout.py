"""The layout of a patience: bands from top to bottom, groups from left to right, all in quarters.

The room of a group follows from its kind and the most tiles it ever holds, so nothing moves because another group grew
or shrank.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domino_lab.picture.layout import Box, Placed
from domino_lab.picture.page import Sizes
from domino_lab.picture.shapes import GapShape, LabelShape, LooseShape
from domino_lab.picture.tabletop import COLUMN, COUNTED, LINE, PILE, ROW, Gap, LooseTile, Tableau, TileGroup
from domino_lab.picture.text_metrics import fitted, width
from domino_lab.picture.viewport import Viewport

_HEADROOM, _APART, _BELOW = 3, 2, 1
_LEAST_ZONE = 88


MARGIN = 2
"""Quarters that stay free round a tableau."""


class Cell(NamedTuple):
    """The grid of one kind of group, in quarters: the size of a tile, the steps to the next place and to the next line,
    the room over each tile, and how many stand in a line, wide or narrow.
    """

    width: int
    height: int
    across: int
    down: int
    over: int
    wide: int
    narrow: int


CELLS = {
    ROW: Cell(2, 4, 3, 5, 0, 14, 10),
    COUNTED: Cell(2, 4, 3, 8, _HEADROOM, 14, 10),
    LINE: Cell(4, 2, 4, 5, 0, 10, 7),
    COLUMN: Cell(4, 2, 5, 3, 0, 1, 1),
    PILE: Cell(4, 2, 5, 3, 0, 6, 6),
}


class TableauLayout(NamedTuple):
    """A tableau with a place for each group: the upper left corner of its first tile, and how far its name may run.

    `box` is the room of all of it; `narrow` says that lines are kept short, for a narrow picture.
    """

    tableau: Tableau
    corners: tuple[tuple[int, int], ...]
    limits: tuple[int, ...]
    box: Box
    narrow: bool


def lay_out_tableau(tableau: Tableau, *, narrow: bool) -> TableauLayout:
    """Give each group its place."""
    corners: list[tuple[int, int]] = []
    limits: list[int] = []
    widest = max([1, *(_width(band, narrow=narrow) for band in tableau.bands)])
    top = 0
    for band in tableau.bands:
        left = 0
        for group in band:
            corners.append((left, top + _over(group)))
            left += _room(group, narrow=narrow)[0] + _APART
            limits.append(widest if group is band[-1] else left - 1)
        top += max((_room(group, narrow=narrow)[1] for group in band), default=0) + _BELOW
    return TableauLayout(tableau, tuple(corners), tuple(limits), Box(0, 0, widest, max(top - _BELOW, 1)), narrow)


def _width(band: tuple[TileGroup, ...], *, narrow: bool) -> int:
    return sum(_room(group, narrow=narrow)[0] + _APART for group in band) - _APART


def _over(group: TileGroup) -> int:
    return CELLS[group.kind].over + (_HEADROOM if group.label else 0)


def _in_line(group: TileGroup, *, narrow: bool) -> int:
    cell = CELLS[group.kind]
    return cell.narrow if narrow else cell.wide


def _room(group: TileGroup, *, narrow: bool) -> tuple[int, int]:
    cell, in_line = CELLS[group.kind], _in_line(group, narrow=narrow)
    columns, lines = min(group.slots, in_line), -(-group.slots // in_line)
    wide = (columns - 1) * cell.across + cell.width
    return wide, (lines - 1) * cell.down + cell.height + _over(group)


def place_of(found: TableauLayout, group: int, place: int) -> Box:
    """Return the box of one place of a group, in quarters."""
    kind = found.tableau.groups[group].kind
    cell, (x, y) = CELLS[kind], found.corners[group]
    line, column = divmod(place, cell.narrow if found.narrow else cell.wide)
    return Box(x + column * cell.across, y + line * cell.down, cell.width, cell.height)


def loose_on(found: TableauLayout, viewport: Viewport) -> tuple[tuple[LooseShape, ...], tuple[GapShape, ...]]:
    """Return the open tiles and the gaps between them as shapes of a picture."""
    loose: list[LooseShape] = []
    gaps: list[GapShape] = []
    signs = not found.tableau.all_free
    for index, group in enumerate(found.tableau.groups):
        for place, one in enumerate(group.places):
            where = place_of(found, index, place)
            box = viewport.box(where)
            if isinstance(one, Gap):
                whole = where.joined(place_of(found, index, group.slots - 1)) if group.kind == COLUMN else where
                gaps.append(GapShape(index, place, box, _zone(viewport.box(whole)) if one.lit else box, one.lit))
            else:
                zone = _zone(box) if one.free else box
                lying = _lying(one, place, where)
                signed = one.free and signs
                loose.append(LooseShape(index, place, lying, box, zone, one.free, signed, one.chosen, one.fresh))
    return tuple(loose), tuple(gaps)


def _zone(box: Box) -> Box:
    """Return the box, grown until a finger finds it; where zones of neighbours meet, the nearer one answers."""
    x, y, wide, high = box
    more_wide, more_high = max(_LEAST_ZONE - wide, 0) // 2, max(_LEAST_ZONE - high, 0) // 2
    return Box(x - more_wide, y - more_high, wide + 2 * more_wide, high + 2 * more_high)


def _lying(one: LooseTile, place: int, where: Box) -> Placed:
    lies = where.width > where.height
    first = one.tile.high if one.left is None else one.left
    return Placed(place, one.tile, where.x, where.y, lies, first, one.tile.other(first))


def wraps_on(found: TableauLayout, viewport: Viewport) -> tuple[tuple[int, int, int, int], ...]:
    """Return lines that lead from the end of one line of tiles to the start of the next, its neighbour."""
    return tuple(
        segment
        for index, group in enumerate(found.tableau.groups)
        if group.kind == LINE
        for start in range(0, len(group.places), _in_line(group, narrow=found.narrow))[1:]
        for segment in _wrap(found, viewport, index, start)
    )


def _wrap(found: TableauLayout, viewport: Viewport, group: int, start: int) -> Iterator[tuple[int, int, int, int]]:
    x, y, wide, high = viewport.box(place_of(found, group, start - 1))
    left, top, _, _ = viewport.box(place_of(found, group, start))
    middle, stub = (y + high + top) // 2, viewport.scale
    yield x + wide - stub, y + high, x + wide - stub, middle
    yield x + wide - stub, middle, left + stub, middle
    yield left + stub, middle, left + stub, top


def words_on(found: TableauLayout, viewport: Viewport, sizes: Sizes) -> tuple[LabelShape, ...]:
    """Return the names of the groups and the words over single tiles."""
    return (*_names(found, viewport, sizes), *_above(found, viewport, sizes))


def _names(found: TableauLayout, viewport: Viewport, sizes: Sizes) -> Iterator[LabelShape]:
    size = _size(viewport, sizes)
    for index, group in enumerate(found.tableau.groups):
        if group.label and size:
            x, y = found.corners[index]
            column = group.kind == COLUMN
            room = CELLS[COLUMN].width if column else found.limits[index] - x
            head = viewport.box(Box(x, y - _over(group), room, _HEADROOM))
            text = fitted(group.label, size, head.width, bold=True)
            head = head if column else head._replace(width=width(text, size, bold=True))
            yield LabelShape("group", text, head, size, bold=True, anchor="middle" if column else "start")


def _above(found: TableauLayout, viewport: Viewport, sizes: Sizes) -> Iterator[LabelShape]:
    size = _size(viewport, sizes)
    for index, group in enumerate(found.tableau.groups):
        for place, one in enumerate(group.places):
            if one.above and size:
                x, y, wide, _ = place_of(found, index, place)
                head = _head(viewport.box(Box(x, y - _HEADROOM, wide, _HEADROOM)), size)
                turn = isinstance(one, LooseTile) and one.free
                role = "step" if turn else "group"
                yield LabelShape(role, one.above, head, size, bold=True, anchor="middle", pill=turn)


def _head(room: Box, size: int) -> Box:
    """Return the lower part of the room over a tile, as high as a line of text."""
    high = min(size * 3 // 2, room.height - 6)
    return Box(room.x, room.y + room.height - high - 4, room.width, high)


def _size(viewport: Viewport, sizes: Sizes) -> int:
    """Return the font size in the room over a tile, 0 if that would be too small to read."""
    size = min(_HEADROOM * viewport.scale * 3 // 4, sizes.text)
    return size if size >= sizes.least else 0
