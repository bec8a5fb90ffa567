"""Masks: every holding of so many tiles as one bit mask, in the order of itertools.combinations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import chain, combinations, islice
from math import comb
from typing import Any

from domino_lab.tiles import Tile

MOST_TILES = 62
"""A mask is a word of 64 bits."""

_CHUNK = 14
"""So many tiles are read off a mask at once: 28 tiles take two looks."""

_FIRST = 1
"""Holdings in the first part, which each later part doubles: a slow test of the reader's own is found out early."""

_BLOCK = 1 << 17
"""Masks in a block: of a whole listing, the values of many measures would take gigabytes."""


class Listing:
    """Every holding of `take` of these tiles; `totals` and `unions` read a number off all of them at once."""

    def __init__(self, tiles: Iterable[Tile], take: int = 0) -> None:
        self.tiles = tuple(tiles)
        self.take = take

    def of_size(self, take: int) -> Listing:
        """The holdings of `take` of the same tiles."""
        return Listing(self.tiles, take)

    def __len__(self) -> int:
        return comb(len(self.tiles), self.take)

    def holdings(self) -> Iterator[tuple[Tile, ...]]:
        """The holdings as tuples of tiles."""
        return combinations(self.tiles, self.take)

    @property
    def masks(self) -> Any:
        """The holdings as bit masks: bit i stands for tile number i."""
        return all_masks(len(self.tiles), self.take)

    def blocks(self) -> Iterator[Listing]:
        """The same holdings, so many at a time that what is read off them takes little memory."""
        masks = self.masks
        for first in range(0, len(masks), _BLOCK):
            yield _Block(self.tiles, self.take, masks[first : first + _BLOCK])

    def totals(self, marks: Sequence[int]) -> Any:
        """The sum of the marks of the tiles of each holding."""
        import numpy as np

        return self._read(marks, np.add, np.int16)

    def unions(self, bits: Sequence[int]) -> Any:
        """The bits that any tile of each holding has."""
        import numpy as np

        return self._read(bits, np.bitwise_or, np.uint32)

    def _read(self, numbers: Sequence[int], join: Any, kind: Any) -> Any:
        import numpy as np

        parts = []
        for low in range(0, len(numbers), _CHUNK):
            table = _table(numbers[low : low + _CHUNK], join, kind)
            place = (self.masks >> np.uint64(low)) & np.uint64(len(table) - 1)
            parts.append(table[place.astype(np.int32)])
        return reduce(join, parts)


class _Block(Listing):
    """Some of the masks of a listing."""

    def __init__(self, tiles: Sequence[Tile], take: int, masks: Any) -> None:
        super().__init__(tiles, take)
        self._masks = masks

    def __len__(self) -> int:
        return len(self._masks)

    @property
    def masks(self) -> Any:
        return self._masks


class SomeHoldings(Listing):
    """Some holdings of these tiles: `places` is a numpy array with a row for each, the numbers of its tiles.

    They read like the listing of all holdings, so that an event counts here as it does there.
    """

    places: Any

    def blocks(self) -> Iterator[Listing]:
        """They are few: one block."""
        yield self

    def _read(self, numbers: Sequence[int], join: Any, kind: Any) -> Any:
        import numpy as np

        return join.reduce(np.array(numbers, kind)[self.places], axis=1, dtype=kind)


class Part(SomeHoldings):
    """A part of a listing, of a set of any size: `held` are its holdings, `rows` the numbers of their tiles."""

    def __init__(self, tiles: Sequence[Tile], take: int, held: Sequence[tuple[Tile, ...]],
                 rows: Sequence[tuple[int, ...]]) -> None:
        super().__init__(tiles, take)
        self._held, self._rows = held, rows

    def __len__(self) -> int:
        return len(self._held)

    def holdings(self) -> Iterator[tuple[Tile, ...]]:
        """The holdings as tuples of tiles."""
        return iter(self._held)

    @cached_property
    def places(self) -> Any:
        """The numbers of the tiles, a row for each holding."""
        import numpy as np

        return np.fromiter(chain.from_iterable(self._rows), np.int16).reshape(len(self), self.take)


def parts(tiles: Sequence[Tile], take: int, size: int) -> Iterator[Part]:
    """Every holding of `take` of these tiles, `size` of them at a time; the first parts are smaller.

    So it is known early how long one holding takes.
    """
    held, rows = combinations(tiles, take), combinations(range(len(tiles)), take)
    now = min(size, _FIRST)
    while some := list(islice(held, now)):
        yield Part(tiles, take, some, list(islice(rows, now)))
        now = min(size, 2 * now)


def _table(numbers: Sequence[int], join: Any, kind: Any) -> Any:
    """The numbers joined for every set of them, by the bits of its place."""
    import numpy as np

    table = np.zeros(1, kind)
    for number in numbers:
        table = np.concatenate((table, join(table, kind(number))))
    return table


@lru_cache(maxsize=2)
def all_masks(size: int, take: int) -> Any:
    """The masks of all holdings of `take` of `size` tiles; the holdings without the first tiles come last."""
    import numpy as np

    if 2 * take > size:
        # What is left out, the other way round: else the way there leads over all the halves of a set.
        return (np.uint64((1 << size) - 1) ^ all_masks(size, size - take))[::-1]
    level = np.zeros(1, np.uint64)
    for taken in range(1, take + 1):
        later = [level[len(level) - comb(size - first - 1, taken - 1) :] for first in range(size - taken + 1)]
        level = np.concatenate([rest | np.uint64(1 << first) for first, rest in enumerate(later)])
    return level
