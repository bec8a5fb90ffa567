"""Felt: the laid tiles and the open ends as shapes of one picture."""

from __future__ import annotations

from domino_lab.chain import OpenEnd
from domino_lab.picture.framing import Frame
from domino_lab.picture.ground import Box
from domino_lab.picture.lanes import Spot
from domino_lab.picture.placing import Placing
from domino_lab.picture.shapes import EndShape, TileShape
from domino_lab.picture.tabletop import Tabletop

_LEAST_ZONE = 48
_LEAST_LIT_ZONE = 88


def focus(tabletop: Tabletop) -> int:
    """The number of the tile to follow: the one that is asked for, else the one just laid, else the newest.

    >>> from domino_lab.chain import Chain
    >>> from domino_lab.tiles import Tile
    >>> focus(Tabletop(Chain().lay(Tile(5, 5))))
    0
    """
    newest = len(tabletop.chain.laid) - 1
    return min(next(one for one in (tabletop.follow, tabletop.last, newest) if one is not None), newest)


def tiles_on(tabletop: Tabletop, placing: Placing, frame: Frame) -> tuple[TileShape, ...]:
    """The laid tiles in laying order.

    >>> from domino_lab.chain import Chain
    >>> tiles_on(Tabletop(Chain()), Placing(), Frame(10, 0, 0))
    ()
    """
    marked, stacks = {mark.at for mark in tabletop.marks}, set(tabletop.stacks)
    return tuple(
        TileShape(
            placed,
            frame.box(placed.box),
            placed.number == tabletop.last,
            placed.number in marked,
            placed.number in stacks,
            _studs(tabletop, placing, frame, placed.number),
        )
        for placed in placing.placed
    )


def _studs(tabletop: Tabletop, placing: Placing, frame: Frame, number: int) -> tuple[tuple[int, int], ...]:
    """The two ends of the edge where a wild tile touches the tile it joined."""
    placed = placing.placed[number]
    if number not in tabletop.wild or placed.bridge is not None:
        return ()
    mine, its = placed.box, placing.placed[tabletop.chain.laid[number].parent].box
    left, right = max(mine.x, its.x), min(mine.x + mine.width, its.x + its.width)
    top, bottom = max(mine.y, its.y), min(mine.y + mine.height, its.y + its.height)
    return tuple(frame.box(Box(x, y, 0, 0))[:2] for x, y in ((left, top), (right, bottom)))


def ends_on(tabletop: Tabletop, placing: Placing, frame: Frame) -> tuple[EndShape, ...]:
    """The open ends that are to be pointed out: those in use, lit or marked.

    >>> from domino_lab.chain import Chain
    >>> ends_on(Tabletop(Chain()), Placing(), Frame(10, 0, 0))
    ()
    """
    lit = {one.end for one in tabletop.lit}
    marked = {mark.at for mark in tabletop.marks if isinstance(mark.at, OpenEnd)}
    wanted = lit | marked | set(tabletop.usable)
    free = placing.free
    return tuple(
        _end(frame, spot, free=free[spot.end], lit=spot.end in lit, marked=spot.end in marked)
        for spot in placing.spots
        if spot.end in wanted
    )


def _end(frame: Frame, spot: Spot, *, free: bool, lit: bool, marked: bool) -> EndShape:
    """The slot of an end; where others took its cell, a small one on the edge itself."""
    cell = frame.box(spot.cell)
    box = cell if free else frame.box(Box(spot.x, spot.y, 0, 0)).grown(frame.scale // 2)
    least = _LEAST_LIT_ZONE if lit else _LEAST_ZONE
    zone = cell.grown(max((least - cell.width + 1) // 2, 0))
    return EndShape(spot.end, box.grown(-max(box.width // 10, 1)), zone, lit, marked)


def bridges_on(placing: Placing, frame: Frame) -> tuple[tuple[int, int, int, int], ...]:
    """Lines from the end of a walled-in arm to the tile it goes on with.

    >>> bridges_on(Placing(), Frame(10, 0, 0))
    ()
    """
    return tuple(_bridge(frame, placed.bridge, placed.box) for placed in placing.placed if placed.bridge)


def _bridge(frame: Frame, start: tuple[int, int], box: Box) -> tuple[int, int, int, int]:
    x, y, _, _ = frame.box(Box(*start, 0, 0))
    left, top, width, height = frame.box(box)
    return x, y, left + width // 2, top + height // 2
