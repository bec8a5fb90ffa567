"""Holdings: all or some holdings of some tiles as bit masks, whose measures are read off for many at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import chain, combinations, islice
from math import comb
from typing import TYPE_CHECKING, Any, TypeAlias

from domino_lab.core.tiles import Tile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Array: TypeAlias = "NDArray[Any]"
MOST_TILES = 62  # a mask is a word of 64 bits
_CHUNK = 14  # tiles read off a mask at once: 28 tiles take two steps
_FIRST = 1  # holdings in the first part, which each later part doubles: a slow function is detected early
_BLOCK = 1 << 17  # masks in a block: for a whole listing, the values of many measures would take gigabytes


class Listing:
    """Every holding of `take` of these tiles, or those of some `masks`; reads a number off all of them at once."""

    def __init__(self, tiles: Iterable[Tile], take: int = 0, masks: Array | None = None) -> None:
        self.tiles, self.take, self._some = tuple(tiles), take, masks

    def __len__(self) -> int:
        return comb(len(self.tiles), self.take) if self._some is None else len(self._some)

    def holdings(self) -> Iterator[tuple[Tile, ...]]:
        """Yield the holdings as tuples of tiles."""
        return combinations(self.tiles, self.take)

    @property
    def masks(self) -> Array:
        """The holdings as bit masks: bit i stands for tile number i."""
        return all_masks(len(self.tiles), self.take) if self._some is None else self._some

    def blocks(self) -> Iterator[Listing]:
        """Yield the same holdings in parts, so that the numbers read off them take little memory."""
        for first in range(0, len(self), _BLOCK):
            yield Listing(self.tiles, self.take, self.masks[first : first + _BLOCK])

    def totals(self, marks: Sequence[int]) -> Array:
        """Return the sum of the marks of the tiles of each holding."""
        import numpy as np

        return self._read(marks, np.add, np.int16)

    def unions(self, bits: Sequence[int]) -> Array:
        """Return the bits that any tile of each holding has."""
        import numpy as np

        return self._read(bits, np.bitwise_or, np.uint32)

    def _read(self, numbers: Sequence[int], join: np.ufunc, kind: type[np.int16 | np.uint32]) -> Array:
        import numpy as np

        parts = []
        for low in range(0, len(numbers), _CHUNK):
            table = np.zeros(1, kind)
            for number in numbers[low : low + _CHUNK]:      # the numbers joined for every set of them, by its bits
                table = np.concatenate((table, join(table, kind(number))))
            place = (self.masks >> np.uint64(low)) & np.uint64(len(table) - 1)
            parts.append(table[place.astype(np.int32)])
        return reduce(join, parts)


class SomeHoldings(Listing):
    """Some holdings of these tiles, read like the listing of all holdings, so that an event counts them alike."""

    @property
    def places(self) -> Array:
        """The numbers of the tiles, with a row for each holding."""
        raise NotImplementedError

    def blocks(self) -> Iterator[Listing]:
        """Yield all of them, because there are few."""
        yield self

    def _read(self, numbers: Sequence[int], join: np.ufunc, kind: type[np.int16 | np.uint32]) -> Array:
        import numpy as np

        joined: Array = join.reduce(np.array(numbers, kind)[self.places], axis=1, dtype=kind)
        return joined


class _ListedPart(SomeHoldings):
    """A part of a listing, of a set of any size: `held` are its holdings, `rows` the numbers of their tiles."""

    def __init__(self, tiles: Sequence[Tile], take: int, held: Sequence[tuple[Tile, ...]],
                 rows: Sequence[tuple[int, ...]]) -> None:
        super().__init__(tiles, take)
        self._held, self._rows = held, rows

    def __len__(self) -> int:
        return len(self._held)

    def holdings(self) -> Iterator[tuple[Tile, ...]]:
        return iter(self._held)

    @cached_property
    def places(self) -> Array:
        import numpy as np

        return np.fromiter(chain.from_iterable(self._rows), np.int16).reshape(len(self), self.take)


def parts(tiles: Sequence[Tile], take: int, size: int) -> Iterator[_ListedPart]:
    """Yield every holding of `take` of these tiles, `size` at a time, fewer at first, because one can take long."""
    held, rows = combinations(tiles, take), combinations(range(len(tiles)), take)
    now = min(size, _FIRST)
    while some := list(islice(held, now)):
        yield _ListedPart(tiles, take, some, list(islice(rows, now)))
        now = min(size, 2 * now)


@lru_cache(maxsize=2)
def all_masks(size: int, take: int) -> Array:
    """Return the masks of all holdings of `take` of `size` tiles; those without the first tiles are last."""
    import numpy as np

    if 2 * take > size:
        # The tiles left out, reversed: otherwise all holdings of half the set would be listed on the way.
        left_out: Array = np.uint64((1 << size) - 1) ^ all_masks(size, size - take)
        return left_out[::-1]
    level = np.zeros(1, np.uint64)
    for taken in range(1, take + 1):
        later = [level[len(level) - comb(size - first - 1, taken - 1) :] for first in range(size - taken + 1)]
        level = np.concatenate([rest | np.uint64(1 << first) for first, rest in enumerate(later)])
    return level
