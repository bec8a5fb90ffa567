"""Elbow room: how freely every open end could still grow, for games where many doubles branch.

All open ends grow at once, a half-tile at a time, over the free ground. The end that gets there first owns the patch;
a way of laying is good when nobody's land becomes small.
"""

from __future__ import annotations

from collections.abc import Iterable

from domino_lab.picture.ground import HEADINGS, Box
from domino_lab.picture.lanes import Spot

Patch = tuple[int, int]

_ENOUGH = 48


def patches(box: Box) -> frozenset[Patch]:
    """The half-tile patches that a box and a quarter around it touch.

    >>> sorted(patches(Box(1, 1, 1, 1)))
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    x, y, width, height = box.grown(1)
    rows = range(y // 2, (y + height + 1) // 2)
    return frozenset((i, j) for i in range(x // 2, (x + width + 1) // 2) for j in rows)


def freedom(blocked: frozenset[Patch], spots: Iterable[Spot], tight: int = 7, worth: int = 50) -> int:
    """How much land the open ends have between them; the first `tight` patches of each are `worth` most.

    Land beyond enough counts nothing.

    >>> freedom(frozenset(), ())
    0
    """
    fronts = [{_doorstep(spot)} for spot in spots]
    return sum(2 * size + worth * min(size, tight) for size in _shared_out(blocked, fronts))


def _doorstep(spot: Spot) -> Patch:
    dx, dy = HEADINGS[spot.heading]
    return (spot.x + 2 * dx - (dx < 0)) // 2, (spot.y + 2 * dy - (dy < 0)) // 2


def _shared_out(blocked: frozenset[Patch], fronts: list[set[Patch]]) -> list[int]:
    taken: set[Patch] = set().union(*fronts) | blocked
    sizes = [0] * len(fronts)
    growing = True
    while growing:
        growing = False
        for index, front in enumerate(fronts):
            if front and sizes[index] < _ENOUGH:
                fronts[index] = _next(front, taken)
                sizes[index] += len(fronts[index])
                growing = True
    return [min(size, _ENOUGH) for size in sizes]


def _next(front: set[Patch], taken: set[Patch]) -> set[Patch]:
    new = {(i + di, j + dj) for i, j in front for di, dj in HEADINGS} - taken
    taken |= new
    return new
