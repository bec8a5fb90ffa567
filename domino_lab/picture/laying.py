"""Laying: the ways one tile can lie at a spot. Halves that touch always lie side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domino_lab.chain import Laid, OpenEnd
from domino_lab.picture.ground import EAST, HEADINGS, NORTH, SOUTH, WEST, Box
from domino_lab.picture.lanes import Middle, Spot, astray, drift, wish
from domino_lab.picture.placed import Placed


class Try(NamedTuple):
    """One way to lay a tile: its place and the spots it leaves.

    >>> from domino_lab.tiles import Tile
    >>> len(first(Laid(0, Tile(1, 2), -1, -1, -1, -1, -1, False), in_line=False).spots)
    2
    """

    placed: Placed
    spots: tuple[Spot, ...]


def first(laid: Laid, *, in_line: bool) -> Try:
    """Lay the set tile in the middle of the table.

    >>> from domino_lab.tiles import Tile
    >>> first(Laid(0, Tile(5, 5), -1, -1, -1, -1, -1, True), in_line=False).placed.box
    Box(x=-1, y=-2, width=2, height=4)
    """
    tile = laid.tile
    lies = in_line or not tile.is_double
    x, y = (2, 1) if lies else (1, 2)
    sides = (EAST, WEST) if tile.is_double else (WEST, EAST)
    values = (tile.high,) * 4 if tile.is_double else (tile.low, tile.high)
    spots = [_root_spot(edge, values[edge], sides[edge], x) for edge in (0, 1)]
    if laid.spins:
        spots += [_root_spot(edge, tile.high, heading, y) for edge, heading in ((2, NORTH), (3, SOUTH))]
    return Try(Placed(0, tile, -x, -y, lies, tile.low, tile.high), tuple(spots))


def _root_spot(edge: int, value: int, heading: int, away: int) -> Spot:
    dx, dy = HEADINGS[heading]
    row = {EAST: WEST, WEST: EAST, NORTH: EAST, SOUTH: WEST}[heading]
    return Spot(OpenEnd(0, edge, value), dx * away, dy * away, heading, heading, 0, row, away == 2)


def tries(spot: Spot, laid: Laid, middle: Middle, *, in_line: bool) -> Iterator[Try]:
    """The ways to lay this tile, the one its lane wishes for first.

    >>> from domino_lab.tiles import Tile
    >>> start = first(Laid(0, Tile(1, 2), -1, -1, -1, -1, -1, False), in_line=False)
    >>> laid = Laid(1, Tile(2, 3), 0, 1, 0, 2, 3, False)
    >>> [found.placed.lies for found in tries(start.spots[1], laid, Middle(), in_line=False)]
    [True, False, False]
    """
    if laid.tile.is_double and not in_line:
        elbows = (1, 3) if spot.bends and not laid.spins else ()
        if elbows and astray(spot, middle):
            yield _along(spot, laid, drift(spot.quarter))
        yield _across(spot, laid)
        yield from (_along(spot, laid, (spot.heading + turn) % 4) for turn in elbows)
    elif laid.spins or not spot.bends:
        yield _along(spot, laid, spot.heading)
    else:
        wished = wish(spot, middle, 4)
        headings = (wished, spot.heading, (spot.heading + 1) % 4, (spot.heading + 3) % 4)
        yield from (_along(spot, laid, heading) for heading in dict.fromkeys(headings))


def _across(spot: Spot, laid: Laid) -> Try:
    dx, dy = HEADINGS[spot.heading]
    x, y = spot.x + dx, spot.y + dy
    box = Box.around(x, y, 2 - abs(dx), 2 - abs(dy))
    value = laid.tile.high
    placed = Placed(laid.number, laid.tile, box[0], box[1], dx == 0, value, value)
    onward = spot._replace(end=OpenEnd(laid.number, 1, value), x=x + dx, y=y + dy, bends=False)
    return Try(placed, (onward, *_tips(spot, laid, x, y, 2)))


def _along(spot: Spot, laid: Laid, heading: int) -> Try:
    """Lay in the direction of `heading`: straight on, or as an elbow whose first half still lies straight ahead."""
    dx, dy = HEADINGS[spot.heading]
    kx, ky = HEADINGS[heading]
    x, y = spot.x + dx, spot.y + dy
    box = Box.around(x, y, 1, 1).joined(Box.around(x + 2 * kx, y + 2 * ky, 1, 1))
    joint, out = (laid.tile.high,) * 2 if laid.tile.is_double else (laid.tile[laid.edge], laid.out)
    first, second = (joint, out) if kx + ky > 0 else (out, joint)
    placed = Placed(laid.number, laid.tile, box[0], box[1], kx != 0, first, second)
    onward = spot._replace(end=OpenEnd(laid.number, 1 - laid.edge, out), x=x + 3 * kx, y=y + 3 * ky, bends=True)
    if heading != spot.heading:
        onward = _turned(onward, spot, heading)
    return Try(placed, (onward, *_tips(spot, laid, x + kx, y + ky, 1)))


def _turned(onward: Spot, spot: Spot, heading: int) -> Spot:
    if heading in (NORTH, SOUTH):
        return onward._replace(heading=heading, base=spot.y, row=(spot.heading + 2) % 4)
    return onward._replace(heading=heading)


def _tips(spot: Spot, laid: Laid, x: int, y: int, away: int) -> Iterator[Spot]:
    """The two short ends of a spinner whose middle is (x, y): to the left and to the right of the way it came."""
    if not laid.spins:
        return
    for edge, turn in ((2, 3), (3, 1)):
        heading = (spot.heading + turn) % 4
        dx, dy = HEADINGS[heading]
        eastward = heading == NORTH if spot.quarter in (EAST, WEST) else x >= 0
        end = OpenEnd(laid.number, edge, laid.tile.high)
        yield Spot(end, x + dx * away, y + dy * away, heading, heading, y, EAST if eastward else WEST, away == 2)
