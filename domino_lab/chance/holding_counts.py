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
from typing import TYPE_CHECKING, Any, NamedTuple

from domino_lab.chance.long_runs import Progress, Teller, heard, lasting
from domino_lab.errors import DominoError
from domino_lab.shuffle import Stream, mix
from domino_lab.tiles import DominoSet, Tile
from domino_lab.words import phrase

if TYPE_CHECKING:
    from domino_lab.chance.holding_events import Measure, Settle

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


class ListedPart(SomeHoldings):
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


def parts(tiles: Sequence[Tile], take: int, size: int) -> Iterator[ListedPart]:
    """Every holding of `take` of these tiles, `size` of them at a time; the first parts are smaller.

    So it is known early how long one holding takes.
    """
    held, rows = combinations(tiles, take), combinations(range(len(tiles)), take)
    now = min(size, _FIRST)
    while some := list(islice(held, now)):
        yield ListedPart(tiles, take, some, list(islice(rows, now)))
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


# What is known of a holding (its size, its pips, the values it shows ...) is the same for very many holdings. So one
# table keeps, for each of these, how many holdings there are, and each tile is taken or left for a whole entry at once.

MOST_ENTRIES, MOST_STEPS = 100_000, 1_200_000
"""A longer table, or more entries gone through for all tiles together, would take more than two seconds or so."""

Values = tuple[int, ...]


def added(measures: Sequence[Measure], tiles: Sequence[Tile], take: int) -> dict[Values, int] | None:
    """How many holdings of `take` tiles have which values of the measures; None where the table grows too long."""
    if any(measure.asks_own for measure in measures):
        return None
    steps, effort = 0, sum(measure.effort for measure in measures)
    tables: list[Counter[tuple[Any, ...]]] = [Counter() for _ in range(take + 1)]
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
        found[_read(measures, known)] += ways
    return dict(sorted(found.items()))


def _with(measures: Sequence[Measure], tile: Tile, known: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple([measure.add(part, tile) for measure, part in zip(measures, known, strict=True)])


def _settled(table: Counter[tuple[Any, ...]], settling: Sequence[Settle | None]) -> Counter[tuple[Any, ...]]:
    """The table without what no longer matters."""
    if not any(settling):
        return table
    found: Counter[tuple[Any, ...]] = Counter()
    for known, ways in table.items():
        found[tuple([part if settle is None else settle(part)
                     for settle, part in zip(settling, known, strict=True)])] += ways
    return found


def _read(measures: Sequence[Measure], known: tuple[Any, ...]) -> Values:
    return tuple([measure.read(part) for measure, part in zip(measures, known, strict=True)])


MOST_LISTED, MOST_CALLS = 4_000_000, 7_000_000
"""More holdings than these are not listed as masks, which take memory, nor looked at one by one, which takes time: nine
tiles of a double-six set can still be, in a quarter of a minute."""

_AT_ONCE, _TELLINGS = 1000, 100
"""So many holdings are looked at together (more take longer, as memory is slow), and so often progress is told."""

_DRAWN = 10_000
"""After so many holdings that are drawn progress is told."""

LONGEST, _KNOWN = 20.0, 1.0
"""Seconds that a count may take where a reader's own function is asked, and those after which its pace is known."""

_USUAL = 1e-6
"""Seconds that a computer of usual pace takes to look through seven tiles for a double."""

_MOST_KEPT = 64


class TooManyError(DominoError):
    """More holdings than can be counted for an event: they can only be drawn, by `estimate`.

    >>> issubclass(TooManyError, ValueError)
    True
    """


class Deal(NamedTuple):
    """What holdings are dealt: `take` tiles of the set `of`."""

    of: DominoSet
    take: int

    @property
    def size(self) -> int:
        """How many holdings there are."""
        return comb(len(self.of.tiles), self.take)


class ValueCounts(NamedTuple):
    """How many holdings (`ways`) have which values, and `how` that is known: "listed" or "added"."""

    how: str
    ways: dict[Values, int]


_kept: dict[Hashable, ValueCounts] = {}


def tally(measures: Sequence[Measure], deal: Deal, progress: Teller | None = None) -> ValueCounts:
    """The tally of these measures over all holdings of a deal, kept for the next one who asks the same.

    `progress` hears how far it is where holdings are looked at one by one. Raises TooManyError where there are too many
    of them.
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
            raise TooManyError(phrase("chance.too_many_asked", most=f"{MOST_CALLS:,}", **_said(deal)))
        return ValueCounts("listed", looked_at(measures, deal, progress))
    if len(deal.of.tiles) <= MOST_TILES and deal.size <= MOST_LISTED:
        return ValueCounts("listed", listed(measures, Listing(deal.of.tiles, deal.take)))
    ways = added(measures, deal.of.tiles, deal.take)
    if ways is not None:
        return ValueCounts("added", ways)
    if deal.size > MOST_LISTED:
        raise TooManyError(phrase("chance.too_many_holdings", what=measures, **_said(deal)))
    return ValueCounts("listed", looked_at(measures, deal, progress))


def _said(deal: Deal) -> dict[str, object]:
    return {"number": f"{deal.size:,}", "tiles": deal.take, "set": deal.of.name}


def looked_at(measures: Sequence[Measure], deal: Deal, progress: Teller | None = None) -> dict[Values, int]:
    """The tally of a deal whose holdings are looked at one by one, as a function of the reader's own must be asked."""
    found: Counter[Values] = Counter()
    done = told = 0
    first: tuple[int, float] | None = None
    with heard(progress, deal.size) as tell:
        tell(Progress(done, deal.size, "looking"))
        for part in parts(deal.of.tiles, deal.take, _AT_ONCE):
            found.update(listed(measures, part))
            done += len(part)
            first = first or (done, monotonic())
            _check_pace(deal, done, first)
            if done * _TELLINGS // deal.size > told:
                told = done * _TELLINGS // deal.size
                tell(Progress(done, deal.size, "looking"))
    return dict(sorted(found.items()))


def _check_pace(deal: Deal, done: int, first: tuple[int, float]) -> None:
    """Raises TooManyError where the whole count would take longer than a computer of usual pace may need for it.

    `first` is how many were looked at first, and when that was over: a function may have to fetch something once.
    """
    seconds = monotonic() - first[1]
    expected = seconds / max(done - first[0], 1) * deal.size
    if seconds > _KNOWN and expected > LONGEST and expected > LONGEST * _slowness():
        raise TooManyError(phrase("chance.too_slow", time=lasting(expected), done=f"{done:,}", **_said(deal)))


def _slowness() -> float:
    """How many times as long as usual this computer takes at this moment, and 1 at least: a slow one answers the same
    questions as a quick one."""
    listing = [drawn_holding(Stream(place), DominoSet().tiles, 7) for place in range(100)]
    tries = []
    for _ in range(5):
        began = perf_counter()
        for holding in listing:
            any(tile.is_double for tile in holding)
        tries.append(perf_counter() - began)
    return max(median(tries) / (len(listing) * _USUAL), 1)


def listed(measures: Sequence[Measure], listing: Listing) -> dict[Values, int]:
    """The tally of a listing: the values of every holding are looked at, all at once where numpy can."""
    import numpy as np

    codes, sizes = np.zeros(len(listing), np.int64), []
    for measure in measures:
        values = measure.over(listing)
        sizes.append(int(values.max()) + 1)
        codes = codes * sizes[-1] + values
    found, counts = _counted(codes)
    return {_values(int(code), sizes): int(count) for code, count in zip(found, counts, strict=True)}


def _counted(codes: Any) -> tuple[Any, Any]:
    """The numbers that occur, ascending, and how often each: by sorting where a table of all numbers would be long."""
    import numpy as np

    if codes.max() > MOST_LISTED:
        return np.unique(codes, return_counts=True)
    counts = np.bincount(codes.astype(np.intp, copy=False))     # in WebAssembly, bincount takes 32 bits and no more
    found = np.flatnonzero(counts)
    return found, counts[found]


def _values(code: int, sizes: Sequence[int]) -> Values:
    values = []
    for size in reversed(sizes):
        code, value = divmod(code, size)
        values.append(value)
    return tuple(reversed(values))


def sampled(measures: Sequence[Measure], deal: Deal, samples: int, seed: int) -> dict[Values, int]:
    """The tally of a sample of so many holdings, every holding equally likely each time."""
    stream, tiles = Stream(mix(seed)), deal.of.tiles
    drawn = (drawn_holding(stream, tiles, deal.take) for _ in range(samples))
    found: Counter[Values] = Counter()
    began = None if not any(measure.asks_own for measure in measures) else monotonic()
    with heard(None, samples, "drawing") as tell:
        for done, holding in enumerate(drawn):
            found[tuple([measure.of(holding) for measure in measures])] += 1
            if began is not None and monotonic() - began > _KNOWN:
                _check_samples((monotonic() - began) / (done + 1), done + 1, samples)
                began = None
            if done % _DRAWN == 0:
                tell(Progress(done, samples, "drawing"))
    return dict(sorted(found.items()))


def _check_samples(each: float, done: int, samples: int) -> None:
    """Raises TooManyError where a reader's own function would take too long for all of them."""
    if each * (samples - done) > LONGEST * _slowness():
        few = max(int(LONGEST / each), 1)
        raise TooManyError(phrase("chance.samples_too_slow", time=lasting(each * samples), done=f"{done:,}",
                                  samples=f"{samples:,}", few=few))


def drawn_holding(stream: Stream, tiles: Sequence[Tile], take: int) -> tuple[Tile, ...]:
    """`take` of these tiles, drawn by Floyd's method: each holding equally likely, with `take` picks."""
    places: set[int] = set()
    for last in range(len(tiles) - take, len(tiles)):
        place = stream.pick(last + 1)
        places.add(last if place in places else place)
    return tuple([tiles[place] for place in sorted(places)])
