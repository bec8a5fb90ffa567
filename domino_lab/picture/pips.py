"""Pips: where the dots of a value sit on its half of a tile."""

from __future__ import annotations

from functools import lru_cache

MOST_DOTS = 9
"""Larger values are written as a number."""

_CORNERS = ((-1, -1), (1, 1), (1, -1), (-1, 1))
_LONG_SIDES = ((-1, 0), (1, 0))
_SHORT_SIDES = ((0, -1), (0, 1))


@lru_cache(maxsize=32)
def pips(value: int, *, lies: bool) -> tuple[tuple[int, int], ...]:
    """The dots of a value 0 to 9, each as -1, 0 or 1 steps from the middle of its half; a lying tile is turned.

    >>> pips(2, lies=False), len(pips(9, lies=True)), pips(12, lies=True)
    (((-1, -1), (1, 1)), 9, ())
    """
    if value > MOST_DOTS:
        return ()
    middle: tuple[tuple[int, int], ...] = ((0, 0),) if value % 2 else ()
    upright = middle + _CORNERS[: min(value - value % 2, 4)]
    upright += (_LONG_SIDES if value >= 6 else ()) + (_SHORT_SIDES if value >= 8 else ())
    return tuple((-y, x) for x, y in upright) if lies else upright
