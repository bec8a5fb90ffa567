"""Whole lines: the number of straight lines that all tiles of a set can form.

A line of all tiles of a double-N set with N even closes to a ring, because each value turns up equally often, in pairs.
Without its doubles, a ring is a walk along every edge between N + 1 points, once each, back to the start. Each such
walk, with its direction, belongs to one orientation of the edges in which as many lead to each point as away from it.
The walks of each orientation are counted by its trees (the theorem of de Bruijn, van Aardenne-Ehrenfest, Smith and
Tutte).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import factorial
from typing import NamedTuple

from domino_lab.core.arguments import checked
from domino_lab.core.errors import NotationError
from domino_lab.core.tiles import DominoSet, SetLike
from domino_lab.words import phrase

LARGEST = 6
"""The next even set, double-eight, has 3,230,080 orientations of the edges."""


class LineCount(NamedTuple):
    """The number of lines (`value`), read in both directions, from `rings` without doubles."""

    value: int
    rings: int
    of: DominoSet

    @property
    def derivation(self) -> str:
        """The derivation of the number in plain words.

        >>> print(lines(4).derivation)
        Without doubles, there are 264 ways to put all the tiles in a ring, if both directions count.
        Each of the 5 doubles can go in 2 places of the ring: 2 to the power 5 = 32 ways.
        The ring can be cut in 15 places to make a line.
        So there are 264 × 32 × 15 = 126,720 lines.
        """
        if not self.value:
            return phrase("chance.no_line", set=self.of.name)
        doubles, places = self.of.max_pip + 1, self.of.max_pip // 2
        facts = {"rings": f"{self.rings:,}", "doubles": doubles, "places": places, "ways": f"{places**doubles:,}",
                 "cuts": len(self.of.tiles), "number": f"{self.value:,}"}
        return "\n".join(phrase(f"chance.line_{part}", **facts) for part in ("rings", "doubles", "cuts", "total"))


@checked
def lines(set: SetLike = 6) -> LineCount:  # noqa: A002
    """Count the straight lines that a whole set can form, matched throughout; both directions count.

    If the highest value is odd (and more than 1) no line uses all tiles, and the number is 0. Raises NotationError for
    a doubled set, for one without doubles, and for one above double-six that would take too long.

    >>> dl.chance.lines(6).value
    7959229931520
    """
    of = DominoSet.read(set)
    most = of.max_pip
    if of.copies > 1 or not of.doubles or (most > LARGEST and most % 2 == 0):
        raise NotationError(phrase("chance.line_refused", set=of.name))
    if most < 2:
        return LineCount(1 if most == 0 else 2, 1, of)
    if most % 2:
        return LineCount(0, 0, of)
    rings = _trees(_orientations(most + 1)) * factorial(most // 2 - 1) ** (most + 1)
    return LineCount(rings * (most // 2) ** (most + 1) * len(of.tiles), rings, of)


def _orientations(points: int) -> Iterator[list[set[int]]]:
    """Yield every orientation with as many edges leading away from each point as to it: where each point leads."""

    def complete(leads_to: list[set[int]]) -> Iterator[list[set[int]]]:
        number = len(leads_to)
        if number == points:
            yield leads_to
            return
        back = {point for point in range(number) if number not in leads_to[point]}
        if len(back) <= points // 2:
            for ahead in combinations(range(number + 1, points), points // 2 - len(back)):
                yield from complete([*leads_to, {*back, *ahead}])

    return complete([])


def _trees(orientations: Iterable[Sequence[set[int]]]) -> int:
    """Return the number of trees that lead from every point to point 0, in all orientations: their determinants."""
    import numpy as np

    edges = np.array([[[other in leads_to for other in range(len(orientation))] for leads_to in orientation]
                      for orientation in orientations], float)
    leaving = np.eye(edges.shape[1]) * edges.sum(axis=2, keepdims=True)
    return int(np.linalg.det((leaving - edges)[:, 1:, 1:]).round().sum())
