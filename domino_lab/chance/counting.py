"""Counting: the exact chance of an event over holdings, with its derivation, or an estimate from some of them.

Holdings are listed as bit masks if there are few enough, and else counted tile by tile. What cannot be counted in
either way is refused: then `estimate` draws some holdings, and says how far off it could be.

Here too: in how many straight lines a whole set can lie. A line of all tiles of a double-N set with N even closes to a
ring, because each value turns up equally often, in pairs. Without its doubles a ring is a walk along every edge between
N + 1 points, once each, back to the start. Each such walk, with its direction, belongs to one orientation of the edges
in which as many lead to a point as away from it; for each of these the walks are counted by its trees (the theorem of
de Bruijn, van Aardenne-Ehrenfest, Smith and Tutte).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache, partial, reduce
from itertools import accumulate, chain, combinations, islice
from math import comb, factorial, floor, log10, prod
from statistics import median
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeAlias

from domino_lab.chance.estimates import Estimate
from domino_lab.chance.holding_events import (
    Condition,
    Event,
    Joined,
    Measure,
    Number,
    Opposite,
    Settle,
    as_event,
    check_in,
)
from domino_lab.chance.long_runs import heard
from domino_lab.core.arguments import Whole, checked
from domino_lab.core.errors import DominoError, NotationError, shown
from domino_lab.core.shuffle import Stream, mix
from domino_lab.core.tiles import DominoSet, Tile
from domino_lab.io.progress import Progress, Teller, lasting
from domino_lab.words import phrase
from domino_lab.words.escaping import as_markdown

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

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
    return {_values_of(int(code), sizes): int(count) for code, count in zip(found, counts, strict=True)}


def _values_of(code: int, sizes: Sequence[int]) -> Values:
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


# An event about twenty named tiles has a million combinations of values, but only two answers. So each holding is asked
# at once; when tiles are added one by one, what is settled already is left out of the rest of the question.

Written: TypeAlias = "bool | int | tuple[str, tuple[Written, ...]]"
"""An event in which each condition is a number, or what is left of it: True or False once it is decided."""

Asked: TypeAlias = tuple[Written, Written, tuple[object, ...]]
"""The rest of what was given, the rest of the event, and what is known of each measure (None: no longer needed)."""

Spans = tuple[tuple[int, int], ...]  # how much the tiles still to come add to each measure, at least and at most
_AFTER_TRUTH = 2  # conditions are numbered from here, because False and True equal the numbers before


class EventMeasure(Measure):
    """The truth of an event as a measure: 2 if it holds, 1 if not, 0 if `given` is not true of the holding."""

    def __init__(self, event: Event | None, given: Event | None) -> None:
        self.key = ("question", None if event is None else event.key, None if given is None else given.key)
        self.words = str(given if event is None else event)
        self._event, self._given = event, given
        self._asked = {key: one for part in (given, event) if part is not None for key, one in part.measures().items()}
        self._all = tuple(self._asked.values())
        self.asks_own = any(measure.asks_own for measure in self._all)
        self.effort = 5 * (1 + len(self._all))
        self._atoms: dict[int, Condition] = {}
        self._start = self._written(given), self._written(event)
        places = {key: place for place, key in enumerate(self._asked)}
        self._places = {number: places[atom.measure.key] for number, atom in self._atoms.items()}

    def _written(self, event: Event | None) -> Written:
        """Return the event with a number for each condition; True for none, which asks for nothing."""
        if event is None:
            return True
        if isinstance(event, Joined):
            return (event.word, tuple([self._written(part) for part in event.parts]))
        if isinstance(event, Opposite):
            return ("not", (self._written(event.event),))
        assert isinstance(event, Condition)
        number = len(self._atoms) + _AFTER_TRUTH
        self._atoms[number] = event
        return number

    def of(self, tiles: Sequence[Tile]) -> int:
        """Return the answer for these tiles."""
        return int(self._answer({key: measure.of(tiles) for key, measure in self._asked.items()}))

    def over(self, listing: Listing) -> Array:
        """Return the answers for a listing."""
        import numpy as np

        found = [np.broadcast_to(self._answer({key: measure.over(block) for key, measure in self._asked.items()}),
                                 (len(block),)) for block in listing.blocks()]
        return np.concatenate(found).astype(np.int64)

    def _answer(self, values: dict[Hashable, Number]) -> Number:
        known = True if self._given is None else self._given.truth(values)
        return known * (1 + (True if self._event is None else self._event.truth(values)))

    # --- tile after tile

    def start(self) -> Asked:
        """Return the whole question, with nothing known."""
        return (*self._start, tuple([measure.start() for measure in self._all]))

    def add(self, known: Asked, tile: Tile) -> Asked:
        """Add a tile to the measures that are still needed."""
        given, event, values = known
        return given, event, tuple([None if value is None else measure.add(value, tile)
                                    for measure, value in zip(self._all, values, strict=True)])

    def read(self, known: Asked) -> int:
        """Return the answer, once the question is settled."""
        given, event, _ = known
        assert isinstance(given, bool)
        assert isinstance(event, bool)
        return given * (1 + event)

    def settling(self, rest: Sequence[Tile], take: int) -> Sequence[Settle | None]:
        """Return, for 0 to `take` tiles of `rest` still to come, the function that drops what is decided by then."""
        found: dict[Spans, Settle] = {}
        return [found.setdefault(spans, cache(partial(self._settled, spans)))
                for spans in zip(*[_spans(measure, rest, take) for measure in self._all], strict=True)]

    def _settled(self, spans: Spans, known: Asked) -> Asked:
        given, event, values = known
        decided = {atom: found for atom in _atoms_of((given, event))
                   if (found := self._decided(atom, values, spans)) is not None}
        if not decided:
            return known
        given = _without(given, decided)
        event = False if given is False else _without(event, decided)
        needed = {self._places[atom] for atom in _atoms_of((given, event))}
        return given, event, tuple([value if place in needed else None for place, value in enumerate(values)])

    def _decided(self, atom: int, values: Sequence[object], spans: Spans) -> bool | None:
        """Return if a condition holds whatever is still to come; None if that may change it."""
        asked, place = self._atoms[atom], self._places[atom]
        now, (least, most) = self._all[place].read(values[place]), spans[place]
        first, last = bool(asked.test(now + least)), bool(asked.test(now + most))
        if asked.sign in ("==", "!="):
            return first if least == most or not now + least <= asked.number <= now + most else None
        return first if first == last else None


def _spans(measure: Measure, rest: Sequence[Tile], take: int) -> list[tuple[int, int]]:
    """Return how much 0 to `take` tiles of `rest` can add, at least and at most."""
    marks = [measure.marks(tile) for tile in rest]
    known = sorted([mark for mark in marks if mark is not None])
    if len(known) == len(marks):
        sums = accumulate(known, initial=0), accumulate(reversed(known), initial=0)
        return [*islice(zip(*sums, strict=True), take + 1)]
    most = max([measure.of([tile]) for tile in rest])
    return [(0, min(left * most, measure.of(rest))) for left in range(min(take, len(rest)) + 1)]


@lru_cache(maxsize=10_000)
def _atoms_of(written: Written | tuple[Written, ...] | str) -> frozenset[int]:
    """Return the numbers of the conditions that are left."""
    if isinstance(written, bool | str):
        return frozenset()
    return frozenset({written}) if isinstance(written, int) else frozenset().union(*map(_atoms_of, written))


def _without(written: Written, decided: Mapping[int, bool]) -> Written:
    """Return what is left of an event when some of its conditions are decided."""
    if isinstance(written, bool):
        return written
    if isinstance(written, int):
        return decided.get(written, written)
    word, parts = written
    found = dict.fromkeys(_without(part, decided) for part in parts)
    if word == "not":
        part = next(iter(found))
        return not part if isinstance(part, bool) else (word, (part,))
    settles = word == "or"
    left = [part for part in found if not isinstance(part, bool)]
    if any(part is settles for part in found):
        return settles
    return (word, tuple(left)) if len(left) > 1 else left[0] if left else not settles


MOST_TERMS = 4000
"""Nobody would read a form with more terms."""

_SHOWN = 4


@dataclass(frozen=True)
class Kind:
    """Tiles that count alike: their number, their name, and the marks each gives to every measure."""

    size: int
    name: str
    marks: tuple[int, ...]

    @property
    def called(self) -> str:
        """The number and the name, as in "7 doubles"; a single tile has its own name."""
        return self.name if self.size == 1 else f"{self.size} {self.name}"


@dataclass(frozen=True)
class ClosedForm:
    """A count as a sum of products of binomials: `terms` say how many tiles to take of each of the `kinds`.

    If `of_rest`, the terms count the holdings that do not fit, because there are fewer of them.
    """

    kinds: tuple[Kind, ...]
    terms: tuple[tuple[int, ...], ...]
    size: int
    take: int
    of_rest: bool

    @property
    def value(self) -> int:
        """The number of holdings."""
        counted = sum(prod(comb(kind.size, taken) for kind, taken in zip(self.kinds, term, strict=True))
                      for term in self.terms)
        return comb(self.size, self.take) - counted if self.of_rest else counted

    @property
    def formula(self) -> str:
        """The sum as text; a long one keeps its first and its last terms."""
        terms = [self._term(term) for term in self.terms]
        if len(terms) > _SHOWN:
            terms = [*terms[: _SHOWN - 1], "...", terms[-1]]
        if not self.of_rest:
            return " + ".join(terms) or "0"
        return " - ".join([f"C({self.size},{self.take})", *terms])

    def _term(self, term: tuple[int, ...]) -> str:
        pairs = zip(self.kinds, term, strict=True)
        return " × ".join(f"C({kind.size},{taken})" for kind, taken in pairs if taken) or "1"

    @property
    def sharing(self) -> str:
        """The kinds in words, as in "7 doubles and 21 other tiles"."""
        return phrase("chance.kinds", kinds=[kind.called for kind in self.kinds])


def closed_form(event: Event, tiles: Sequence[Tile], take: int) -> ClosedForm | None:
    """Return the closed form of an event; None if one of its measures does not sort the tiles into yes and no."""
    measures = event.measures()
    kinds = _kinds(tuple(measures.values()), tiles)
    if kinds is None or prod(min(kind.size, take) + 1 for kind in kinds) > MOST_TERMS:
        return None
    terms: tuple[list[tuple[int, ...]], list[tuple[int, ...]]] = ([], [])
    for term in _shares([kind.size for kind in kinds], take):
        values: dict[Hashable, Number] = {
            key: sum(taken * kind.marks[place] for kind, taken in zip(kinds, term, strict=True))
            for place, key in enumerate(measures)}
        terms[bool(event.truth(values))].append(term)
    of_rest = len(terms[True]) > len(terms[False])
    return ClosedForm(kinds, tuple(terms[not of_rest]), len(tiles), take, of_rest)


def _kinds(measures: Sequence[Measure], tiles: Sequence[Tile]) -> tuple[Kind, ...] | None:
    members: dict[tuple[int, ...], list[Tile]] = {}
    for tile in tiles:
        marks = tuple([measure.marks(tile) for measure in measures])
        if not set(marks) <= {0, 1}:
            return None
        members.setdefault(tuple([mark or 0 for mark in marks]), []).append(tile)
    ordered = sorted(members.items(), key=lambda found: found[0], reverse=True)
    return tuple([Kind(len(alike), _name(measures, marks, alike), marks) for marks, alike in ordered])


def _name(measures: Sequence[Measure], marks: tuple[int, ...], alike: Sequence[Tile]) -> str:
    if len(alike) == 1:
        return phrase("chance.one_tile", tile=alike[0])
    named = [str(measure) for measure, mark in zip(measures, marks, strict=True) if mark]
    return " + ".join(named) if named else phrase("chance.others")


def _shares(sizes: Sequence[int], take: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to take `take` tiles from kinds of these sizes."""
    if len(sizes) == 1:
        if take <= sizes[0]:
            yield (take,)
        return
    for first in range(min(sizes[0], take) + 1):
        for rest in _shares(sizes[1:], take - first):
            yield (first, *rest)


class Distribution(NamedTuple):
    """The frequencies of the values of a measure: `counts` by value, over `total` holdings."""

    name: str
    counts: Mapping[int, int]
    total: int

    @classmethod
    def over(cls, measure: Measure, given: Event | None, deal: Deal, progress: Teller | None = None) -> Distribution:
        """Count the values of `measure` over the holdings of a deal, or those for which `given` is true."""
        known = [] if given is None else [EventMeasure(None, given)]
        _, ways = tally([measure, *known], deal, progress)
        counts = Counter({value: count for (value, *truth), count in ways.items() if truth != [0]})
        return cls(str(measure), dict(sorted(counts.items())), sum(counts.values()))

    def chance(self, value: int) -> Fraction:
        """Return the chance of one value, 0 to 1.

        >>> from domino_lab.chance import distribution, doubles
        >>> distribution(doubles(), tiles=1).chance(1)
        Fraction(1, 4)
        """
        return Fraction(self.counts.get(value, 0), self.total)

    @property
    def mean(self) -> Fraction:
        """The mean value.

        >>> from domino_lab.chance import distribution, doubles
        >>> distribution(doubles(), tiles=4).mean    # A quarter of the tiles are doubles.
        Fraction(1, 1)
        """
        return Fraction(sum(value * count for value, count in self.counts.items()), self.total)

    def table(self) -> pd.DataFrame:
        """Return the values as a pandas table: value, holdings, chance.

        >>> from domino_lab.chance import distribution, doubles
        >>> list(distribution(doubles(), tiles=1).table().columns)
        ['doubles', 'holdings', 'chance']
        """
        from domino_lab.io.dataframes import Printable

        rows = [(value, count, count / self.total) for value, count in self.counts.items()]
        return Printable(rows, columns=[self.name, phrase("chance.column_holdings"), phrase("chance.column_chance")])

    def _repr_html_(self) -> str:
        return str(self.table().to_html(index=False))


@dataclass(frozen=True)
class ExactChance:
    """The chance of `event` over the holdings of `deal`, or over those of them for which `given` is true.

    >>> from domino_lab.chance import doubles
    >>> exact(doubles() == 0, tiles=2).value
    Fraction(5, 9)
    """

    event: Event
    given: Event | None
    deal: Deal

    @cached_property
    def _counts(self) -> tuple[str, int, int]:
        """The way of counting, the number of holdings, and how many of them fit."""
        how, ways = tally([EventMeasure(self.event, self.given)], self.deal)
        return how, sum(ways.values()) - ways.get((0,), 0), ways.get((2,), 0)

    @property
    def how(self) -> str:
        """The way the holdings were counted: "listed" or "added"."""
        return self._counts[0]

    @property
    def total(self) -> int:
        """The number of holdings, of those that were given."""
        return self._counts[1]

    @property
    def fitting(self) -> int:
        """The number of holdings of which the event is true."""
        return self._counts[2]

    @property
    def value(self) -> Fraction:
        """The chance, 0 to 1."""
        return Fraction(self.fitting, self.total)

    @cached_property
    def closed(self) -> ClosedForm | None:
        """The fitting holdings as a sum of products of binomials; None if there is no such form."""
        return closed_form(self.event if self.given is None else self.given & self.event, self.deal.of.tiles,
                           self.deal.take)

    def distribution(self, measure: Measure | None = None) -> Distribution:
        """Count the values of a measure (else the first of the event) over the holdings that were given."""
        if measure is None:
            measure = next(iter(self.event.measures().values()))
        return Distribution.over(measure, self.given, self.deal)

    @property
    def derivation(self) -> str:
        """The derivation of the chance in plain words, sentence by sentence.

        >>> from domino_lab.chance import doubles
        >>> print(exact(doubles() == 0).derivation)
        There are C(28,7) = 1,184,040 holdings of 7 tiles from a double-six set.
        The set has 7 doubles and 21 other tiles.
        So C(21,7) = 116,280 holdings fit: no doubles.
        The chance is 116,280 of 1,184,040. That is 323/3289, or about 0.0982.
        """
        form = None if self.given is None else closed_form(self.given, self.deal.of.tiles, self.deal.take)
        closed = self.closed
        kinds = phrase(f"chance.{self.how}") if closed is None else phrase("chance.sorted", kinds=closed.sharing)
        chance = phrase("chance.is", fitting=f"{self.fitting:,}", total=f"{self.total:,}", value=_decimal(self.value),
                        fraction=self.value)
        return "\n".join([_about_deal(self.deal), kinds, *_about_given(self.given, self.total, form),
                          _about_fitting(self.event, self.fitting, closed), chance])

    def __str__(self) -> str:
        return self.derivation

    def __repr__(self) -> str:
        return f"<chance of {_asked_for(self.event, self.given)}: {self.value}>"

    def _repr_markdown_(self) -> str:
        return "  \n".join(map(as_markdown, self.derivation.splitlines()))


class Drawn(Estimate):
    """The chance of an event estimated from holdings drawn at random, with its derivation.

    `event`, `given` and `derivation` are those of an ExactChance; `hands` is how many of the holdings count.
    """

    event: Event
    given: Event | None
    derivation: str

    @classmethod
    def of(cls, event: Event, given: Event | None, deal: Deal, *, samples: int, seed: int) -> Drawn:
        """Estimate the chance from a sample; raises ValueError if `given` is true of no holding in it."""
        measures = {**event.measures(), **({} if given is None else given.measures())}
        total = fitting = 0
        for values, count in sampled(tuple(measures.values()), deal, samples, seed).items():
            known: dict[Hashable, Number] = dict(zip(measures, values, strict=True))
            if given is None or given.truth(known):
                total, fitting = total + count, fitting + count * bool(event.truth(known))
        if not total:
            raise DominoError(phrase("chance.never_drawn", given=given, samples=samples))
        found = cls(*Estimate.share(fitting, total))
        found.event, found.given = event, given
        chance = phrase("chance.about" if found.is_centred else "chance.about_between", fitting=f"{fitting:,}",
                        total=f"{total:,}", value=_decimal(found.value), low=f"{found.low:.4f}",
                        high=f"{found.high:.4f}", error=f"{(found.high - found.low) / 2:.4f}")
        found.derivation = "\n".join([_about_deal(deal), phrase("chance.drawn", drawn=f"{samples:,}", seed=seed),
                                      *_about_given(given, total), _about_fitting(event, fitting), chance])
        return found

    def __repr__(self) -> str:
        return f"<chance of {_asked_for(self.event, self.given)}: {self}>"

    def _repr_markdown_(self) -> str:
        return "  \n".join(map(as_markdown, self.derivation.splitlines()))


def _asked_for(event: Event, given: Event | None) -> str:
    return str(event) if given is None else f"{event} given {given}"


def _about_deal(deal: Deal) -> str:
    return phrase("chance.all" if deal.size > 1 else "chance.all_one",
                  formula=f"C({len(deal.of.tiles)},{deal.take})", number=f"{deal.size:,}", tiles=deal.take,
                  set=deal.of.name)


def _about_given(given: Event | None, total: int, form: ClosedForm | None = None) -> list[str]:
    if given is None:
        return []
    return [phrase("chance.given_one" if total == 1 else "chance.given", given=given, number=_equal(form, total))]


def _about_fitting(event: Event, fitting: int, form: ClosedForm | None = None) -> str:
    if any(measure.asks_own for measure in event.measures().values()):
        return phrase("chance.asked", number=f"{fitting:,}")
    return phrase("chance.fit_one" if fitting == 1 else "chance.fit", number=_equal(form, fitting), event=event)


def _decimal(value: Fraction | float) -> str:
    """Return four decimal places; the first three figures of a rare chance."""
    number = float(value)
    return f"{number:.4f}" if number >= 0.001 or not number else f"{number:.{2 - floor(log10(number))}f}"


def _equal(form: ClosedForm | None, number: int) -> str:
    return f"{number:,}" if form is None or not form.terms else f"{form.formula} = {number:,}"


MOST_SAMPLES = 100_000_000
"""Drawing this many holdings takes half an hour; the error is then less than a ten thousandth."""

Samples = Annotated[int, Whole(1, MOST_SAMPLES)]

Wanted = Event | Callable[[tuple[Tile, ...]], object]
"""An event, or a function of a tuple of tiles that says if it is true of them."""


@checked
def exact(
    event: Wanted,
    tiles: int = 7,
    *,
    set: DominoSet | int = 6,  # noqa: A002
    given: Wanted | None = None,
    progress: Teller | None = None,
) -> ExactChance:
    """Return the chance of `event` when `tiles` tiles are dealt from a set, as a Fraction with its derivation.

    `event` is made of measures, as in `doubles() == 0`, or is any function of a tuple of tiles. A function is called
    for every holding, of at most 7,000,000 (nine tiles of a double-six set): that takes a second or two for seven
    tiles, 15 seconds for nine, and no time when it is asked again; `progress` is told how far it is. A slow
    function, which would take more than 20 seconds on an ordinary computer, is refused after a second. `set` is a
    DominoSet, or the highest value of an ordinary one. `given` is what is known already: only holdings for which that
    is true are counted.

    Raises TooManyError if there are too many holdings to count, or a function is too slow: `estimate` then draws some
    of them. Raises NotationError for more tiles than there are in the set, and for an event about a tile or a value
    that is not in it; ValueError if `given` is never true.

    >>> from domino_lab.chance import doubles, has
    >>> exact(doubles() == 0, tiles=7).value, exact(has("6-6"), tiles=7, given=doubles() == 1).value
    (Fraction(323, 3289), Fraction(1, 7))
    """
    what, known, deal = _checked(event, given, tiles, set)
    tally([EventMeasure(what, known)], deal, progress)
    answer = ExactChance(what, known, deal)
    if not answer.total:
        raise DominoError(phrase("chance.never", given=known))
    return answer


@checked
def estimate(
    event: Wanted,
    tiles: int = 7,
    *,
    set: DominoSet | int = 6,  # noqa: A002
    given: Wanted | None = None,
    samples: Samples = 40_000,
    seed: int = 0,
) -> Drawn:
    """Estimate the chance of `event` from `samples` holdings drawn at random with `seed`.

    Use it when `exact` refuses to count; the other arguments are the same. The estimate has `value`, `error`, and
    `low` and `high`, between which the chance lies 19 times in 20. Raises what `exact` raises, but never TooManyError;
    and ValueError if `given` was true of no holding that was drawn, or for fewer than one sample.

    >>> found = estimate(lambda tiles: not any(tile.is_double for tile in tiles), tiles=7, set=9, seed=1)
    >>> print(found)
    0.223 ± 0.004
    """
    what, known, deal = _checked(event, given, tiles, set)
    return Drawn.of(what, known, deal, samples=samples, seed=seed)


@checked
def distribution(
    measure: Measure,
    tiles: int = 7,
    *,
    set: DominoSet | int = 6,  # noqa: A002
    given: Wanted | None = None,
    progress: Teller | None = None,
) -> Distribution:
    """Count how often a measure has each value over all holdings, or over those for which `given` is true.

    The other arguments and the errors are those of `exact`; raises TypeError for anything that is not a measure.

    >>> from domino_lab.chance import doubles
    >>> distribution(doubles(), tiles=7).counts[7]
    1
    """
    _, known, deal = _checked(measure >= 0, given, tiles, set)
    found = Distribution.over(measure, known, deal, progress)
    if not found.total:
        raise DominoError(phrase("chance.never", given=known))
    return found


def _checked(event: Wanted, given: Wanted | None, tiles: int, set_: DominoSet | int
             ) -> tuple[Event, Event | None, Deal]:
    of = DominoSet.read(set_)
    if not isinstance(tiles, int) or tiles < 0:
        raise NotationError(f"tiles must be a whole number from 0; you gave {shown(tiles)}")
    if tiles > len(of.tiles):
        raise NotationError(phrase("chance.too_many", tiles=tiles, set=of.name, size=len(of.tiles)))
    what, known = as_event(event), None if given is None else as_event(given)
    check_in(what if known is None else what & known, of)
    return what, known, Deal(of, tiles)


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
def lines(set: DominoSet | int = 6) -> LineCount:  # noqa: A002
    """Count the straight lines, matched throughout, in which a whole set can lie; both directions count.

    If the highest value is odd (and more than 1) no line uses all tiles, and the number is 0. Raises NotationError for
    a doubled set, one without doubles, and one beyond double-six that would take too long.

    >>> lines(6).value
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
    rings = _trees(_balanced(most + 1)) * factorial(most // 2 - 1) ** (most + 1)
    return LineCount(rings * (most // 2) ** (most + 1) * len(of.tiles), rings, of)


def _balanced(points: int) -> Iterator[list[set[int]]]:
    """Yield every orientation with as many edges leading away from each point as to it: where each point leads."""

    def complete(leads_to: list[set[int]]) -> Iterator[list[set[int]]]:
        here = len(leads_to)
        if here == points:
            yield leads_to
            return
        back = {point for point in range(here) if here not in leads_to[point]}
        if len(back) <= points // 2:
            for ahead in combinations(range(here + 1, points), points // 2 - len(back)):
                yield from complete([*leads_to, {*back, *ahead}])

    return complete([])


def _trees(orientations: Iterable[Sequence[set[int]]]) -> int:
    """Return the number of trees that lead from every point to point 0, in all orientations: their determinants."""
    import numpy as np

    matrices = np.array([_laplacian(orientation) for orientation in orientations], float)
    return int(np.linalg.det(matrices[:, 1:, 1:]).round().sum())


def _laplacian(orientation: Sequence[set[int]]) -> list[list[int]]:
    """Return the matrix of an orientation: the edges that leave a point, and -1 for each point that they lead to."""
    matrix = []
    for point, leads_to in enumerate(orientation):
        row = [-1 if other in leads_to else 0 for other in range(len(orientation))]
        row[point] = len(leads_to)
        matrix.append(row)
    return matrix
