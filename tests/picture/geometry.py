"""The geometry of laid tiles, worked out a second time with plain rectangles."""

from __future__ import annotations

from domino_lab.picture.layout import Placed

Rectangle = tuple[int, int, int, int]


def overlap(one: Rectangle, other: Rectangle) -> bool:
    return _shared(one[0], one[2], other[0], other[2]) > 0 and _shared(one[1], one[3], other[1], other[3]) > 0


def holds(box: Rectangle, x: int, y: int) -> bool:
    """True if a point lies in it."""
    return box[0] <= x < box[0] + box[2] and box[1] <= y < box[1] + box[3]


def contacts(one: Placed, other: Placed) -> list[tuple[int, int, int]]:
    """How far each half of one tile lies along each half of the other: (length, value, value), where they touch."""
    found = []
    for ax, ay, a in _halves(one):
        for bx, by, b in _halves(other):
            across, down = _shared(ax - 1, 2, bx - 1, 2), _shared(ay - 1, 2, by - 1, 2)
            if (across > 0 and abs(ay - by) == 2) or (down > 0 and abs(ax - bx) == 2):
                found.append((max(across, down), a, b))
    return found


def _halves(tile: Placed) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """The middle of each half with the value it shows."""
    x, y = tile.x + 1, tile.y + 1
    return (x, y, tile.first), (x + 2, y, tile.second) if tile.lies else (x, y + 2, tile.second)


def _shared(start: int, length: int, other: int, other_length: int) -> int:
    return min(start + length, other + other_length) - max(start, other)
