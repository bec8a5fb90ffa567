"""The ground under the tiles: areas as bits of one whole number, so that overlap is one `&`.

All lengths here and in `placing` are quarters: a tile is 4 long and 2 wide, so every edge and every centre line is a
whole number.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

SPAN = 512
"""Quarters in a row of the ground; it also bounds how far from the first tile anything may lie."""

_MIDDLE = SPAN // 2
_TOP = 384

HEADINGS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""East, south, west, north, as steps of x (to the right) and y (downward)."""

EAST, SOUTH, WEST, NORTH = range(4)


class Box(NamedTuple):
    """A rectangle: its upper left corner, width and height, in whole units."""

    x: int
    y: int
    width: int
    height: int

    @classmethod
    def around(cls, x: int, y: int, half_width: int, half_height: int) -> Box:
        """The box whose centre is (x, y)."""
        return cls(x - half_width, y - half_height, 2 * half_width, 2 * half_height)

    def grown(self, by: int) -> Box:
        """This box with a margin of `by` on every side."""
        x, y, width, height = self
        return Box(x - by, y - by, width + 2 * by, height + 2 * by)

    def joined(self, other: Box) -> Box:
        """The smallest box around both."""
        x, y = min(self[0], other[0]), min(self[1], other[1])
        right = max(self[0] + self[2], other[0] + other[2])
        return Box(x, y, right - x, max(self[1] + self[3], other[1] + other[3]) - y)

    def holds(self, x: int, y: int) -> bool:
        """Whether a point lies in it (its right and lower border excluded)."""
        return self[0] <= x < self[0] + self[2] and self[1] <= y < self[1] + self[3]


@lru_cache(maxsize=512)
def cover(box: Box) -> int:
    """The bits a box covers, as far as it lies on the ground."""
    x, y, width, height = box
    left, right = max(x + _MIDDLE, 0), min(x + width + _MIDDLE, SPAN)
    top, bottom = max(y + _TOP, 0), y + height + _TOP
    if right <= left or bottom <= top:
        return 0
    row = ((1 << (right - left)) - 1) << left
    return (row * _comb(bottom - top)) << (top * SPAN)


@lru_cache(maxsize=256)
def _comb(rows: int) -> int:
    return sum(1 << (SPAN * row) for row in range(rows))


def ahead(x: int, y: int, heading: int, depth: int, half_width: int) -> Box:
    """The box that lies in front of a point: `depth` long, `half_width` to either side."""
    if heading == EAST:
        return Box(x, y - half_width, depth, 2 * half_width)
    if heading == WEST:
        return Box(x - depth, y - half_width, depth, 2 * half_width)
    if heading == SOUTH:
        return Box(x - half_width, y, 2 * half_width, depth)
    return Box(x - half_width, y - depth, 2 * half_width, depth)
