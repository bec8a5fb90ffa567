"""Alike: games in which the ends of the line score when they show the same value (RULES 3.6)."""

from __future__ import annotations

from typing import NamedTuple

from domino_lab.chain import Chain
from domino_lab.tiles import Tile

DOUBLE_HEADER, TRIPLE_HEADER = 2, 3
"""Points for two ends alike, and for three: a double across the line counts as two ends."""


class LineEnds(NamedTuple):
    """The ends of a line: the `values` shown, in laying order, and how many ends they count as (`number`).

    `double` is a double that lies at an end, or None; `alone` says that it is the only tile.

    >>> LineEnds((2, 2), 2, Tile(2, 2), True).points
    2
    """

    values: tuple[int, ...]
    number: int
    double: Tile | None
    alone: bool

    @property
    def points(self) -> int:
        """Nothing unless all ends show one value; then a point for each of them, three at most (BG-SCORE-1).

        >>> LineEnds((0, 5), 3, Tile(0, 0), False).points
        0
        """
        return min(self.number, TRIPLE_HEADER) if len(set(self.values)) == 1 else 0

    @property
    def case(self) -> str:
        """Which sentence tells it: "two", "three" or "miss".

        >>> LineEnds((0, 0), 3, Tile(0, 0), False).case
        'three'
        """
        return {0: "miss", DOUBLE_HEADER: "two"}.get(self.points, "three")


def line_ends(chain: Chain) -> LineEnds:
    """The ends of a chain without spinners; a double at an end is two ends, a lone double is no more than two.

    >>> line_ends(Chain().lay(Tile(2, 2))).points
    2
    """
    alone = len(chain.laid) == 1
    doubles = [chain.laid[end.at].tile for end in chain.ends if chain.laid[end.at].tile.is_double]
    number = len(chain.ends) + (0 if alone else len(doubles))
    return LineEnds(tuple(end.value for end in chain.ends), number, doubles[0] if doubles else None, alone)
