"""Whole lines: in how many ways all tiles of a set can lie in one straight line.

A line of all tiles of a double-N set with N even closes to a ring: each value turns up equally often, in pairs. Without
its doubles a ring is a walk along every edge between N + 1 points, once each, back to the start. Each such walk that
knows its direction belongs to one way of pointing all edges so that as many lead to a point as lead away; for each of
these the walks are counted by its trees (the theorem of de Bruijn, van Aardenne-Ehrenfest, Smith and Tutte).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import factorial
from typing import NamedTuple

from domino_lab.arguments import checked
from domino_lab.errors import NotationError
from domino_lab.tiles import DominoSet
from domino_lab.words import phrase

LARGEST = 6
"""The next even set, double-eight, has 3,230,080 ways to point the edges."""

Row = tuple[int, ...]


class Lines(NamedTuple):
    """The number of lines (`value`), read in both directions, from `rings` without doubles.

    >>> lines(4).value
    126720
    """

    value: int
    rings: int
    of: DominoSet

    @property
    def derivation(self) -> str:
        """How the number comes about, in plain words.

        >>> print(lines(4).derivation)
        Without doubles, all tiles lie in a ring in 264 ways, if both directions count.
        Each of the 5 doubles may lie in 2 places of the ring: 2 to the power 5 = 32 ways.
        The ring may be cut in 15 places to make a line.
        So there are 264 × 32 × 15 = 126,720 lines.
        """
        if not self.value:
            return phrase("chance.no_line", set=self.of.name)
        doubles, places = self.of.max_pip + 1, self.of.max_pip // 2
        facts = {"rings": f"{self.rings:,}", "doubles": doubles, "places": places, "ways": f"{places**doubles:,}",
                 "cuts": len(self.of.tiles), "number": f"{self.value:,}"}
        return "\n".join(phrase(f"chance.line_{part}", **facts) for part in ("rings", "doubles", "cuts", "total"))


@checked
def lines(set: DominoSet | int = 6) -> Lines:  # noqa: A002
    """In how many straight lines, matched throughout, the whole of an ordinary set can lie; both directions count.

    Where the highest value is odd (and more than 1) no line uses all tiles, and the number is 0. Raises NotationError
    for a set twice or without doubles, and for one beyond double-six that would take too long.

    >>> lines(6).value
    7959229931520
    """
    of = DominoSet.read(set)
    most = of.max_pip
    if of.copies > 1 or not of.doubles or (most > LARGEST and most % 2 == 0):
        raise NotationError(phrase("chance.line_refused", set=of.name))
    if most < 2:
        return Lines(1 if most == 0 else 2, 1, of)
    if most % 2:
        return Lines(0, 0, of)
    rings = sum(map(_trees, _balanced(most + 1))) * factorial(most // 2 - 1) ** (most + 1)
    return Lines(rings * (most // 2) ** (most + 1) * len(of.tiles), rings, of)


def _balanced(points: int) -> Iterator[tuple[Row, ...]]:
    """Every way to point all edges so that as many lead away from each point as to it: rows of 0 and 1."""
    half, pairs = points // 2, [(a, b) for a in range(points) for b in range(a + 1, points)]
    out, away = [[0] * points for _ in range(points)], [0] * points
    back = [0] * points

    def point(number: int) -> Iterator[tuple[Row, ...]]:
        if number == len(pairs):
            yield tuple(map(tuple, out))
            return
        for start, end in (pairs[number], pairs[number][::-1]):
            if away[start] < half and back[end] < half:
                out[start][end], away[start], back[end] = 1, away[start] + 1, back[end] + 1
                yield from point(number + 1)
                out[start][end], away[start], back[end] = 0, away[start] - 1, back[end] - 1

    return point(0)


def _trees(out: tuple[Row, ...]) -> int:
    """How many trees lead from every point to point 0: a determinant."""
    size = len(out)
    matrix = [[Fraction(sum(out[a]) if a == b else -out[a][b]) for b in range(1, size)] for a in range(1, size)]
    found = Fraction(1)
    for place in range(size - 1):
        below = next((row for row in range(place, size - 1) if matrix[row][place]), None)
        if below is None:
            return 0
        if below != place:
            matrix[place], matrix[below], found = matrix[below], matrix[place], -found
        found *= matrix[place][place]
        for row in range(place + 1, size - 1):
            times = matrix[row][place] / matrix[place][place]
            matrix[row] = [mine - times * above for mine, above in zip(matrix[row], matrix[place], strict=True)]
    return int(found)
