"""Holding counts: how many holdings have each combination of values of some measures.

Holdings are listed as bit masks with numpy, counted by dynamic programming tile by tile, or sampled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache, partial, reduce
from itertools import chain, combinations, islice
from math import comb
from statistics import median
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from domino_lab.chance.long_runs import Progress, Teller, heard, lasting
from domino_lab.errors import DominoError
from domino_lab.shuffle import Stream, mix
from domino_lab.tiles import DominoSet, Tile
from domino_lab.words import phrase

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from domino_lab.chance.holding_events import Measure, Settle

Array: TypeAlias = "NDArray[Any]"
Known: TypeAlias = tuple[object, ...]  # what is known of each measure after some tiles, in a form of its own
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

    def _read(self, numbers: Sequence[int], join: np.ufunc, kind: type[np.integer[Any]]) -> Array:
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
        """Yield all of them: they are few."""
        yield self

    def _read(self, numbers: Sequence[int], join: np.ufunc, kind: type[np.integer[Any]]) -> Array:
        import numpy as np

        found: Array = join.reduce(np.array(numbers, kind)[self.places], axis=1, dtype=kind)
        return found


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
    """Yield every holding of `take` of these tiles, `size` at a time, and fewer at first: one may take long."""
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


# Dynamic programming: very many holdings agree in all that is known of them (size, pips, the values they show ...). A
# table keeps the number of holdings for each of these, and each tile is taken or left for a whole entry at once.

MOST_ENTRIES, MOST_STEPS = 100_000, 1_200_000
"""A longer table, or more entries for all tiles together, would take more than about two seconds."""

Values = tuple[int, ...]


def added(measures: Sequence[Measure], tiles: Sequence[Tile], take: int) -> dict[Values, int] | None:
    """Count holdings of `take` tiles by the values of the measures; None if the table grows too long."""
    if any(measure.asks_own for measure in measures):
        return None
    steps, effort = 0, sum(measure.effort for measure in measures)
    tables: list[Counter[Known]] = [Counter() for _ in range(take + 1)]
    tables[0][tuple([measure.start() for measure in measures])] = 1
    for number, tile in enumerate(tiles):
        rest = tiles[number + 1 :]
        add = cache(partial(_with, measures, tile))
        needed = max(take - len(rest) - 1, 0)
        for taken in range(min(number, take - 1), needed - 1, -1):
            for known, ways in tables[taken].items():
                tables[taken + 1][add(known)] += ways
        entries = sum(map(len, tables))
        steps += entries + add.cache_info().misses * effort
        if entries > MOST_ENTRIES or steps > MOST_STEPS:
            return None
        settling = [measure.settling(rest, take) for measure in measures]
        for taken in range(min(number + 1, take) + 1):
            left = take - taken
            tables[taken] = Counter() if left > len(rest) else _settled(tables[taken], [one[left] for one in settling])
    found: Counter[Values] = Counter()
    for known, ways in tables[take].items():
        found[tuple([measure.read(part) for measure, part in zip(measures, known, strict=True)])] += ways
    return dict(sorted(found.items()))


def _with(measures: Sequence[Measure], tile: Tile, known: Known) -> Known:
    return tuple([measure.add(part, tile) for measure, part in zip(measures, known, strict=True)])


def _settled(table: Counter[Known], settling: Sequence[Settle | None]) -> Counter[Known]:
    """Return the table without what no longer matters."""
    if not any(settling):
        return table
    found: Counter[Known] = Counter()
    for known, ways in table.items():
        found[tuple([part if settle is None else settle(part)
                     for settle, part in zip(settling, known, strict=True)])] += ways
    return found


MOST_LISTED, MOST_CALLS = 4_000_000, 7_000_000
"""The most holdings that are listed as masks, which take memory, and that are looked at one by one, which takes time:
nine tiles of a double-six set take a quarter of a minute."""

_AT_ONCE, _REPORTS, _DRAWN = 1000, 100, 10_000
"""Holdings looked at together (more take longer, because memory is slow), progress reports of a whole count, and
holdings drawn between two reports."""

LONGEST, _KNOWN = 20.0, 1.0
"""Seconds that a count may take if a function of your own is called, and those after which its pace is known."""

_USUAL = 1e-6  # seconds that an ordinary computer takes to look through seven tiles for a double

_MOST_KEPT = 64


class TooManyError(DominoError):
    """There are more holdings than can be counted for an event: `estimate` can draw some."""


class Deal(NamedTuple):
    """A deal of `take` tiles of the set `of`."""

    of: DominoSet
    take: int

    @property
    def size(self) -> int:
        """The number of holdings."""
        return comb(len(self.of.tiles), self.take)


ValueCounts: TypeAlias = tuple[str, dict[Values, int]]
"""How the holdings were found ("listed" or "added"), and their number by their values."""

_kept: dict[Hashable, ValueCounts] = {}


def tally(measures: Sequence[Measure], deal: Deal, progress: Teller | None = None) -> ValueCounts:
    """Count all holdings of a deal by the values of these measures, and remember the result.

    `progress` is called if holdings are looked at one by one. Raises TooManyError if there are too many of them.
    """
    key = (tuple([measure.key for measure in measures]), deal)
    found = _kept.pop(key, None) or _tallied(measures, deal, progress)
    _kept[key] = found
    if len(_kept) > _MOST_KEPT:
        del _kept[next(iter(_kept))]
    return found


def _tallied(measures: Sequence[Measure], deal: Deal, progress: Teller | None) -> ValueCounts:
    if any(measure.asks_own for measure in measures):
        if deal.size > MOST_CALLS:
            raise TooManyError(phrase("chance.too_many_asked", most=f"{MOST_CALLS:,}", **_facts(deal)))
        return ("listed", looked_at(measures, deal, progress))
    if len(deal.of.tiles) <= MOST_TILES and deal.size <= MOST_LISTED:
        return ("listed", listed(measures, Listing(deal.of.tiles, deal.take)))
    ways = added(measures, deal.of.tiles, deal.take)
    if ways is not None:
        return ("added", ways)
    if deal.size > MOST_LISTED:
        raise TooManyError(phrase("chance.too_many_holdings", what=measures, **_facts(deal)))
    return ("listed", looked_at(measures, deal, progress))


def _facts(deal: Deal) -> dict[str, object]:
    return {"number": f"{deal.size:,}", "tiles": deal.take, "set": deal.of.name}


def looked_at(measures: Sequence[Measure], deal: Deal, progress: Teller | None = None) -> dict[Values, int]:
    """Count the holdings of a deal one by one, as a function of your own requires."""
    found: Counter[Values] = Counter()
    done = reported = 0
    first: tuple[int, float] | None = None
    with heard(progress, deal.size) as report:
        report(Progress(done, deal.size, "looking"))
        for part in parts(deal.of.tiles, deal.take, _AT_ONCE):
            found.update(listed(measures, part))
            done += len(part)
            first = first or (done, monotonic())
            _check_pace(deal, done, first)
            if done * _REPORTS // deal.size > reported:
                reported = done * _REPORTS // deal.size
                report(Progress(done, deal.size, "looking"))
    return dict(sorted(found.items()))


def _check_pace(deal: Deal, done: int, first: tuple[int, float]) -> None:
    """Raise TooManyError if the whole count would take too long on an ordinary computer.

    `first` is how many were looked at first, and when that was over: a function may load something on its first call.
    """
    seconds = monotonic() - first[1]
    expected = seconds / max(done - first[0], 1) * deal.size
    if seconds > _KNOWN and expected > LONGEST and expected > LONGEST * _slowness():
        raise TooManyError(phrase("chance.too_slow", time=lasting(expected), done=f"{done:,}", **_facts(deal)))


def _slowness() -> float:
    """Return how many times slower than usual (at least 1) this computer is now: all answer the same questions."""
    listing = [drawn_holding(Stream(place), DominoSet().tiles, 7) for place in range(100)]
    times = []
    for _ in range(5):
        began = perf_counter()
        for holding in listing:
            any(tile.is_double for tile in holding)
        times.append(perf_counter() - began)
    return max(median(times) / (len(listing) * _USUAL), 1)


def listed(measures: Sequence[Measure], listing: Listing) -> dict[Values, int]:
    """Count the holdings of a listing by the values of the measures."""
    import numpy as np

    codes, sizes = np.zeros(len(listing), np.int64), []
    for measure in measures:
        values = measure.over(listing)
        sizes.append(int(values.max()) + 1)
        codes = codes * sizes[-1] + values
    if codes.max() > MOST_LISTED:       # a table of all numbers would be long: sort them
        found, counts = np.unique(codes, return_counts=True)
    else:
        counts = np.bincount(codes.astype(np.intp, copy=False))     # in WebAssembly, bincount takes 32 bits only
        found = np.flatnonzero(counts)
        counts = counts[found]
    return {_values(int(code), sizes): int(count) for code, count in zip(found, counts, strict=True)}


def _values(code: int, sizes: Sequence[int]) -> Values:
    values = []
    for size in reversed(sizes):
        code, value = divmod(code, size)
        values.append(value)
    return tuple(reversed(values))


def sampled(measures: Sequence[Measure], deal: Deal, samples: int, seed: int) -> dict[Values, int]:
    """Count a random sample of holdings, each equally likely every time.

    Raises TooManyError if a function of your own would take too long for all of them.
    """
    stream, tiles = Stream(mix(seed)), deal.of.tiles
    found: Counter[Values] = Counter()
    began = monotonic() if any(measure.asks_own for measure in measures) else None
    with heard(None, samples, "drawing") as report:
        for number in range(samples):
            holding = drawn_holding(stream, tiles, deal.take)
            found[tuple([measure.of(holding) for measure in measures])] += 1
            if began is not None and monotonic() - began > _KNOWN:
                _check_samples((monotonic() - began) / (number + 1), number + 1, samples)
                began = None
            if number % _DRAWN == 0:
                report(Progress(number, samples, "drawing"))
    return dict(sorted(found.items()))


def _check_samples(each: float, done: int, samples: int) -> None:
    if each * (samples - done) > LONGEST * _slowness():
        few = max(int(LONGEST / each), 1)
        raise TooManyError(phrase("chance.samples_too_slow", time=lasting(each * samples), done=f"{done:,}",
                                  samples=f"{samples:,}", few=few))


def drawn_holding(stream: Stream, tiles: Sequence[Tile], take: int) -> tuple[Tile, ...]:
    """Draw `take` of these tiles by Floyd's method: each holding is equally likely, and it takes `take` picks."""
    places: set[int] = set()
    for last in range(len(tiles) - take, len(tiles)):
        place = stream.pick(last + 1)
        places.add(last if place in places else place)
    return tuple([tiles[place] for place in sorted(places)])
