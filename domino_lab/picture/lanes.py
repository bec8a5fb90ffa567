"""Lanes: where an arm wants to run next.

Every arm owns one quarter of the table around the spinner and fills it with one snake: it runs out, turns, and comes
back one row further. Arms that keep to their lanes cannot meet, and each tile depends only on those before it.
"""

from __future__ import annotations

from typing import NamedTuple

from domino_lab.chain import OpenEnd
from domino_lab.picture.ground import EAST, HEADINGS, NORTH, SOUTH, WEST, Box, ahead

REACH = 28
"""Quarters from the first tile at which a row turns."""

PITCH = 11
"""Quarters between two rows of a snake before it may turn into the next one."""

_LONGEST = 72
_AISLE = 14
_TIP_AISLE = 6


class Spot(NamedTuple):
    """An open end on the table: where the next tile touches, which way it runs, and its arm's habits.

    `x`, `y` are the middle of the touching edge in quarters; `quarter` is the heading the arm had when it left the
    spinner; `base` the row a vertical leg came from; `row` the heading of its next row; `bends` is False on the
    long side of a double, where an elbow would touch the double with its wrong half too.

    >>> Spot(OpenEnd(0, 1, 6), 2, 0, EAST, EAST, 0, WEST).cell
    Box(x=2, y=-1, width=2, height=2)
    """

    end: OpenEnd
    x: int
    y: int
    heading: int
    quarter: int
    base: int
    row: int
    bends: bool = True

    @property
    def cell(self) -> Box:
        """The half-tile in front, which stays free for the label of this end.

        >>> Spot(OpenEnd(0, 0, 6), -2, 0, WEST, WEST, 0, EAST).cell
        Box(x=-4, y=-1, width=2, height=2)
        """
        return ahead(self.x, self.y, self.heading, 2, 1)


class Middle(NamedTuple):
    """What the lanes are measured from: the first spinner's x, or None; and whether any double lies yet.

    >>> Middle().spinner is None
    True
    """

    spinner: int | None = None
    doubles: bool = False


def wish(spot: Spot, middle: Middle, length: int) -> int:
    """The heading a tile `length` quarters long would like to take from `spot`.

    >>> wish(Spot(OpenEnd(0, 1, 6), 26, 0, EAST, EAST, 0, WEST), Middle(0, True), 4) == SOUTH
    True
    """
    if not spot.bends:
        return spot.heading
    dx, dy = HEADINGS[spot.heading]
    if dx == 0:
        far_enough = abs(spot.y + dy - spot.base) >= PITCH
        return spot.row if far_enough else spot.heading
    west, east = _borders(spot, middle)
    tip = spot.x + length * dx
    return drift(spot.quarter) if (tip > east and dx > 0) or (tip < west and dx < 0) else spot.heading


def astray(spot: Spot, middle: Middle) -> bool:
    """Whether a row that comes back is about to leave its lane, so that even a double must turn.

    >>> astray(Spot(OpenEnd(9, 1, 6), 9, 12, WEST, EAST, 0, WEST), Middle(0, True))
    True
    """
    dx, _ = HEADINGS[spot.heading]
    if middle.spinner is None or dx * (middle.spinner - spot.x) <= 0:
        return False
    west, east = _borders(spot, middle)
    return spot.x > east + 2 if dx > 0 else spot.x < west - 2


def drift(quarter: int) -> int:
    """Which way the rows of an arm pile up: the arms turn like the blades of a windmill.

    >>> drift(EAST) == SOUTH, drift(WEST) == NORTH, drift(NORTH) == NORTH
    (True, True, True)
    """
    return SOUTH if quarter in (EAST, SOUTH) else NORTH


def _borders(spot: Spot, middle: Middle) -> tuple[int, int]:
    if not middle.doubles:
        return (2, _LONGEST) if spot.quarter == EAST else (-_LONGEST, -2)
    if middle.spinner is None:
        return -REACH, REACH
    x = middle.spinner
    far_east, far_west = max(REACH, x + 22), min(-REACH, x - 22)
    if spot.quarter in (EAST, NORTH):
        return x + (_AISLE if spot.quarter == EAST else _TIP_AISLE), far_east
    return far_west, x - (_AISLE if spot.quarter == WEST else _TIP_AISLE)
