"""Counting: the number of holdings for each value of a measure, by listing, by adding tile by tile, or in closed form.

Holdings are listed as bit masks if there are few enough; otherwise they are counted tile by tile. If neither way is
possible, counting is refused; `estimate` can then draw some holdings and say how far off it could be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import accumulate, islice
from math import comb, prod
from statistics import median
from time import monotonic, perf_counter
from typing import NamedTuple, TypeAlias

from domino_lab.chance.holding_events import (
    Condition,
    Event,
    Joined,
    Measure,
    Number,
    Opposite,
    Settle,
)
from domino_lab.chance.holdings import MOST_TILES, Array, Listing, parts
from domino_lab.chance.knowledge import shares
from domino_lab.core.errors import DominoError
from domino_lab.core.shuffle import Stream, mix
from domino_lab.core.tiles import DominoSet, Tile
from domino_lab.io.progress import Progress, Teller, lasting, telling
from domino_lab.words import phrase

Known: TypeAlias = tuple[object, ...]  # what is known of each measure after some tiles, in a form of its own

# Dynamic programming: very many holdings agree in all that is known of them (size, pips, the values they show ...). A
# table keeps the number of holdings for each of these, and each tile is taken or left for a whole entry at once.

MOST_ENTRIES, MOST_STEPS = 100_000, 1_200_000
"""A longer table, or more entries for all tiles together, would take more than about two seconds."""

Values = tuple[int, ...]


def count_by_table(measures: Sequence[Measure], tiles: Sequence[Tile], take: int) -> dict[Values, int] | None:
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
            tables[taken] = Counter() if left > len(rest) else _settle(tables[taken], [drop[left] for drop in settling])
    counts: Counter[Values] = Counter()
    for known, ways in tables[take].items():
        counts[tuple([measure.read(part) for measure, part in zip(measures, known, strict=True)])] += ways
    return dict(sorted(counts.items()))


def _with(measures: Sequence[Measure], tile: Tile, known: Known) -> Known:
    return tuple([measure.add(part, tile) for measure, part in zip(measures, known, strict=True)])


def _settle(table: Counter[Known], settling: Sequence[Settle | None]) -> Counter[Known]:
    """Return the table without what no longer matters."""
    if not any(settling):
        return table
    settled: Counter[Known] = Counter()
    for known, ways in table.items():
        settled[tuple([part if settle is None else settle(part)
                       for settle, part in zip(settling, known, strict=True)])] += ways
    return settled


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
    counts = _kept.pop(key, None) or _count_all(measures, deal, progress)
    _kept[key] = counts
    if len(_kept) > _MOST_KEPT:
        del _kept[next(iter(_kept))]
    return counts


def _count_all(measures: Sequence[Measure], deal: Deal, progress: Teller | None) -> ValueCounts:
    if any(measure.asks_own for measure in measures):
        if deal.size > MOST_CALLS:
            raise TooManyError(phrase("chance.too_many_asked", most=f"{MOST_CALLS:,}", **_facts(deal)))
        return ("listed", count_one_by_one(measures, deal, progress))
    if len(deal.of.tiles) <= MOST_TILES and deal.size <= MOST_LISTED:
        return ("listed", count_listing(measures, Listing(deal.of.tiles, deal.take)))
    ways = count_by_table(measures, deal.of.tiles, deal.take)
    if ways is not None:
        return ("added", ways)
    if deal.size > MOST_LISTED:
        raise TooManyError(phrase("chance.too_many_holdings", what=measures, **_facts(deal)))
    return ("listed", count_one_by_one(measures, deal, progress))


def _facts(deal: Deal) -> dict[str, object]:
    return {"number": f"{deal.size:,}", "tiles": deal.take, "set": deal.of.name}


def count_one_by_one(measures: Sequence[Measure], deal: Deal, progress: Teller | None = None) -> dict[Values, int]:
    """Count the holdings of a deal one by one, as a function of your own requires."""
    counts: Counter[Values] = Counter()
    done = reported = 0
    first: tuple[int, float] | None = None
    with telling(progress or True, deal.size, deal.of.name, unit="holdings") as report:
        report(Progress(done, deal.size, "looking"))
        for part in parts(deal.of.tiles, deal.take, _AT_ONCE):
            counts.update(count_listing(measures, part))
            done += len(part)
            first = first or (done, monotonic())
            _check_pace(deal, done, first)
            if done * _REPORTS // deal.size > reported:
                reported = done * _REPORTS // deal.size
                report(Progress(done, deal.size, "looking"))
    return dict(sorted(counts.items()))


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
    listing = [draw_holding(Stream(place), DominoSet().tiles, 7) for place in range(100)]
    times = []
    for _ in range(5):
        began = perf_counter()
        for holding in listing:
            any(tile.is_double for tile in holding)
        times.append(perf_counter() - began)
    return max(median(times) / (len(listing) * _USUAL), 1)


def count_listing(measures: Sequence[Measure], listing: Listing) -> dict[Values, int]:
    """Count the holdings of a listing by the values of the measures."""
    import numpy as np

    codes, sizes = np.zeros(len(listing), np.int64), []
    for measure in measures:
        values = measure.over(listing)
        sizes.append(int(values.max()) + 1)
        codes = codes * sizes[-1] + values
    if codes.max() > MOST_LISTED:       # a table of all numbers would be long: sort them
        present, counts = np.unique(codes, return_counts=True)
    else:
        counts = np.bincount(codes.astype(np.intp, copy=False))     # in WebAssembly, bincount takes 32 bits only
        present = np.flatnonzero(counts)
        counts = counts[present]
    return {_values_of(int(code), sizes): int(count) for code, count in zip(present, counts, strict=True)}


def _values_of(code: int, sizes: Sequence[int]) -> Values:
    values = []
    for size in reversed(sizes):
        code, value = divmod(code, size)
        values.append(value)
    return tuple(reversed(values))


def count_sample(measures: Sequence[Measure], deal: Deal, samples: int, seed: int) -> dict[Values, int]:
    """Count a random sample of holdings, all of them equally likely in every draw.

    Raises TooManyError if a function of your own would take too long for all of them.
    """
    stream, tiles = Stream(mix(seed)), deal.of.tiles
    counts: Counter[Values] = Counter()
    began = monotonic() if any(measure.asks_own for measure in measures) else None
    with telling(progress=True, total=samples, what=deal.of.name, unit="holdings") as report:
        for number in range(samples):
            holding = draw_holding(stream, tiles, deal.take)
            counts[tuple([measure.of(holding) for measure in measures])] += 1
            if began is not None and monotonic() - began > _KNOWN:
                _check_samples((monotonic() - began) / (number + 1), number + 1, samples)
                began = None
            if number % _DRAWN == 0:
                report(Progress(number, samples, "drawing"))
    return dict(sorted(counts.items()))


def _check_samples(each: float, done: int, samples: int) -> None:
    if each * (samples - done) > LONGEST * _slowness():
        few = max(int(LONGEST / each), 1)
        raise TooManyError(phrase("chance.samples_too_slow", time=lasting(each * samples), done=f"{done:,}",
                                  samples=f"{samples:,}", few=few))


def draw_holding(stream: Stream, tiles: Sequence[Tile], take: int) -> tuple[Tile, ...]:
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
        self._asked = {key: measure for part in (given, event) if part is not None
                       for key, measure in part.measures().items()}
        self._all = tuple(self._asked.values())
        self.asks_own = any(measure.asks_own for measure in self._all)
        self.effort = 5 * (1 + len(self._all))
        self._atoms: dict[int, Condition] = {}
        self._start = self._write(given), self._write(event)
        places = {key: place for place, key in enumerate(self._asked)}
        self._places = {number: places[atom.measure.key] for number, atom in self._atoms.items()}

    def _write(self, event: Event | None) -> Written:
        """Return the event with a number for each condition; True for none, which asks for nothing."""
        if event is None:
            return True
        if isinstance(event, Joined):
            return (event.word, tuple([self._write(part) for part in event.parts]))
        if isinstance(event, Opposite):
            return ("not", (self._write(event.event),))
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

        answers = [np.broadcast_to(self._answer({key: measure.over(block) for key, measure in self._asked.items()}),
                                   (len(block),)) for block in listing.blocks()]
        return np.concatenate(answers).astype(np.int64)

    def _answer(self, values: dict[Hashable, Number]) -> Number:
        known = True if self._given is None else self._given.truth(values)
        return known * (1 + (True if self._event is None else self._event.truth(values)))

    # --- tile after tile

    def start(self) -> Asked:
        """Return the whole question, before any tile is known."""
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
        """Return, for 0 to `take` tiles of `rest` still to come, the function that drops the parts decided by then."""
        settling: dict[Spans, Settle] = {}
        return [settling.setdefault(spans, cache(partial(self._settle_known, spans)))
                for spans in zip(*[_spans(measure, rest, take) for measure in self._all], strict=True)]

    def _settle_known(self, spans: Spans, known: Asked) -> Asked:
        given, event, values = known
        decided = {atom: truth for atom in _atoms_of((given, event))
                   if (truth := self._decide(atom, values, spans)) is not None}
        if not decided:
            return known
        given = _without(given, decided)
        event = False if given is False else _without(event, decided)
        needed = {self._places[atom] for atom in _atoms_of((given, event))}
        return given, event, tuple([value if place in needed else None for place, value in enumerate(values)])

    def _decide(self, atom: int, values: Sequence[object], spans: Spans) -> bool | None:
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
    remaining = dict.fromkeys(_without(part, decided) for part in parts)
    if word == "not":
        part = next(iter(remaining))
        return not part if isinstance(part, bool) else (word, (part,))
    settles = word == "or"
    left = [part for part in remaining if not isinstance(part, bool)]
    if any(part is settles for part in remaining):
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
    """A count as a sum of products of binomials: `terms` says how many tiles to take of each of the `kinds`.

    If `of_rest` is True, the terms count the holdings that do not fit, because there are fewer of them.
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
    for term, _ in shares(take, range(len(kinds)), tuple([kind.size for kind in kinds])):
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
    ordered = sorted(members.items(), key=lambda pair: pair[0], reverse=True)
    return tuple([Kind(len(alike), _name(measures, marks, alike), marks) for marks, alike in ordered])


def _name(measures: Sequence[Measure], marks: tuple[int, ...], alike: Sequence[Tile]) -> str:
    if len(alike) == 1:
        return phrase("page.the_tile", tile=alike[0])
    named = [str(measure) for measure, mark in zip(measures, marks, strict=True) if mark]
    return " + ".join(named) if named else phrase("chance.others")
