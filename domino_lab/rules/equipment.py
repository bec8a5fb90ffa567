"""Equipment: which tiles are on the table and what they weigh."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from domino_lab.tiles import DominoSet, Tile


@dataclass(frozen=True)
class Equipment:
    """The set and the weights of its tiles (axes max_pip, copies, doubles, weights).

    >>> Equipment(6, 1, True, {"0-0": 13}, {}).weight(Tile(0, 0))
    13
    """

    max_pip: int
    copies: int
    doubles: bool
    weights: Mapping[str, int]
    clauses: Mapping[str, str]

    @cached_property
    def set(self) -> DominoSet:
        """The tiles of the game.

        >>> len(Equipment(6, 1, True, {}, {}).set.tiles)
        28
        """
        return DominoSet.of(self.max_pip, self.copies, doubles=self.doubles)

    def weight(self, tile: Tile) -> int:
        """The pips of a tile, or what the ruleset says it weighs.

        >>> Equipment(6, 1, True, {}, {}).weight(Tile(3, 4))
        7
        """
        return self.weights.get(str(tile), tile.weight) if self.weights else tile[0] + tile[1]

    def total(self, tiles: Iterable[Tile]) -> int:
        """The weight of several tiles together.

        >>> Equipment(6, 1, True, {}, {}).total([Tile(3, 4), Tile(0, 1)])
        8
        """
        return sum(map(self.weight, tiles))
