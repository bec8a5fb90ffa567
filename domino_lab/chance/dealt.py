"""Dealt: the holdings of the first player over many deals at once, the same that `Shuffle` gives one by one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from domino_lab.chance.masks import Listing, SomeHoldings
from domino_lab.shuffle import DEALS, Shuffle, mix
from domino_lab.tiles import DominoSet, Tile

SEATS = 2
"""Tiles are dealt one by one round a table of two: the first player gets every second one."""

_G, _A, _B = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_WORD, _PICKS = 56, 4


class DealtHoldings(SomeHoldings):
    """What the first of two players is dealt in hands `first` to `first + count - 1` of a seed: `take` tiles each.

    >>> found = DealtHoldings(DominoSet(), 7, seed=1, first=0, count=5)
    >>> len(found), next(found.holdings()) == holding(DominoSet(), 7, seed=1, hand=0)
    (5, True)
    """

    def __init__(self, set_: DominoSet, take: int, *, seed: int, first: int, count: int) -> None:
        super().__init__(set_.tiles, take)
        self._seed, self._first, self._count = seed, first, count

    def of_size(self, take: int) -> Listing:
        """The same tiles, with every holding of another size.

        >>> len(DealtHoldings(DominoSet(), 7, seed=1, first=0, count=5).of_size(1))
        28
        """
        return Listing(self.tiles, take)

    def __len__(self) -> int:
        return self._count

    @cached_property
    def places(self) -> Any:
        """The numbers of the tiles as they were dealt: a numpy array with a row for each hand.

        >>> DealtHoldings(DominoSet(), 7, seed=1, first=0, count=5).places.shape
        (5, 7)
        """
        import numpy as np

        dealt = SEATS * (self.take - 1) + 1
        order = np.tile(np.arange(len(self.tiles), dtype=np.int16), (self._count, 1))
        rows = np.arange(self._count)
        for place, pick in enumerate(self._picks(min(dealt, len(self.tiles) - 1))):
            other = place + pick
            order[rows, place], order[rows, other] = order[rows, other].copy(), order[:, place].copy()
        return order[:, :dealt:SEATS]

    def holdings(self) -> Iterator[tuple[Tile, ...]]:
        """The holdings as tuples of tiles, in ascending order.

        >>> len(list(DealtHoldings(DominoSet(), 7, seed=1, first=0, count=5).holdings()))
        5
        """
        return (tuple(sorted(self.tiles[place] for place in row)) for row in self.places.tolist())

    def _picks(self, number: int) -> Iterator[Any]:
        """For each place in turn, how far behind it the tile lies that goes there, hand by hand."""
        import numpy as np

        hands = np.arange(self._first, self._first + self._count, dtype=np.uint64)
        seed = np.uint64(mix(self._seed & (1 << 64) - 1))
        keys = _mixed(_mixed(seed + hands * np.uint64(_G)) + np.uint64(DEALS * _G & (1 << 64) - 1))
        keys[keys == 0] = np.uint64(_G)  # as a Stream begins
        word = keys
        for place in range(number):
            if not place % _PICKS:
                word = _mixed(keys + np.uint64(place // _PICKS * _G & (1 << 64) - 1)) & np.uint64((1 << _WORD) - 1)
            spread = word * np.uint64(len(self.tiles) - place)
            word = spread & np.uint64((1 << _WORD) - 1)
            yield (spread >> np.uint64(_WORD)).astype(np.intp)


def _mixed(words: Any) -> Any:
    """`mix` for many words at once."""
    import numpy as np

    words = (words ^ (words >> np.uint64(30))) * np.uint64(_A)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(_B)
    return words ^ (words >> np.uint64(31))


def holding(set_: DominoSet, take: int, *, seed: int, hand: int) -> tuple[Tile, ...]:
    """The same for one hand, from the shuffle itself, in ascending order.

    >>> len(holding(DominoSet(), 7, seed=1, hand=0))
    7
    """
    return tuple(sorted(Shuffle(seed=seed, hand=hand).order(set_)[: SEATS * (take - 1) + 1 : SEATS]))
