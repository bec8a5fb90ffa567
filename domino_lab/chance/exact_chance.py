"""Exact chances of events over holdings, with their derivation, and estimates from some of the holdings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import floor, log10
from random import Random
from typing import TYPE_CHECKING, Annotated, NamedTuple

from domino_lab.chance.counting import ClosedForm, Deal, EventMeasure, closed_form, count_sample, tally
from domino_lab.chance.estimates import Estimate
from domino_lab.chance.holding_events import (
    Event,
    EventLike,
    Measure,
    Number,
    as_event,
    check_in,
)
from domino_lab.core.arguments import Whole, checked
from domino_lab.core.errors import DominoError, NotationError, quote
from domino_lab.core.tiles import DominoSet, SetLike
from domino_lab.io.progress import Teller
from domino_lab.words import phrase
from domino_lab.words.escaping import as_markdown

if TYPE_CHECKING:
    import pandas as pd

SEEN = "how many deals had each value, such as {0: 9, 1: 7, 2: 4}"


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

    @checked
    def chi_square(self, seen: Annotated[Mapping[int, Annotated[int, Whole(0)]], SEEN], *, seed: int = 0) -> ChiSquare:
        """Test whether real deals fit this distribution: is your shuffle fair?

        `seen` says how many deals had each value; a value that is left out came up in none. All tiles must go back
        before the next deal. The deals of 1,000 classes with a fair shuffle are drawn with `seed` and compared with
        them: so there may be fewer deals than a printed table of chi-square needs.

        Raises DominoError for a value that cannot come up, and unless there are 1 to 10,000 deals.

        >>> from domino_lab.chance import distribution, doubles
        >>> float(distribution(doubles(), tiles=1).chi_square({0: 12, 1: 8}).value)     # 3² / 15 + 3² / 5
        2.4
        """
        if impossible := sorted(set(seen) - set(self.counts)):
            raise DominoError(phrase("chance.value_never", value=impossible[0], measure=self.name))
        if not 1 <= sum(seen.values()) <= MOST_DEALS:
            raise DominoError(phrase("chance.deals_seen", number=f"{sum(seen.values()):,}", most=f"{MOST_DEALS:,}"))
        return ChiSquare(self, tuple(seen.get(value, 0) for value in self.counts), seed)

    def _repr_html_(self) -> str:
        return str(self.table().to_html(index=False, float_format="{:.6f}".format))


MOST_DEALS = 10_000
"""Forty pupils deal this often in two weeks; to simulate more takes too long."""

CLASSES = 1000
"""How many classes with a fair shuffle are simulated: the share of them is then known to three in a hundred."""

RARE = 0.05
"""What a fair shuffle does less often than this is called rare, as in most textbooks."""


@dataclass(frozen=True, repr=False)
class ChiSquare:
    """The distance of real deals from a distribution, and how often a fair shuffle is at least as far off.

    `seen` is how many deals had each value of the distribution, in its order.

    >>> from domino_lab.chance import distribution, doubles
    >>> print(distribution(doubles(), tiles=1).chi_square({0: 6, 1: 14}))
    Chi-square, the sum of the parts, is 21.60. Of 1,000 classes with a fair shuffle, none was as far off. ...
    """

    distribution: Distribution
    seen: tuple[int, ...]
    seed: int

    @property
    def expected(self) -> tuple[Fraction, ...]:
        """The number of deals with each value on average, with a fair shuffle."""
        return tuple(sum(self.seen) * self.distribution.chance(value) for value in self.distribution.counts)

    @property
    def parts(self) -> tuple[Fraction, ...]:
        """For each value the square of the difference, divided by what is expected."""
        return self._parts(self.seen)

    @property
    def value(self) -> Fraction:
        """Chi-square, the sum of the parts."""
        return sum(self.parts, Fraction())

    @cached_property
    def as_far(self) -> Estimate:
        """The share of simulated classes with a fair shuffle that are at least as far off."""
        limits, random = [*accumulate(self.distribution.counts.values())], Random(self.seed)
        places, deals, least = range(len(limits)), sum(self.seen), self.value
        classes = Counter(tuple(map(random.choices(places, cum_weights=limits, k=deals).count, places))
                          for _ in range(CLASSES))
        return Estimate.share(sum(times for seen, times in classes.items() if sum(self._parts(seen)) >= least), CLASSES)

    def table(self) -> pd.DataFrame:
        """Return the values as a pandas table: value, seen, expected, part of chi-square."""
        from domino_lab.io.dataframes import Printable

        rows = zip(self.distribution.counts, self.seen, map(float, self.expected), map(float, self.parts), strict=True)
        columns = [self.distribution.name, *map(phrase, ("chance.seen", "chance.expected", "chance.part"))]
        return Printable([*rows], columns=columns).round(2)

    def __str__(self) -> str:
        times = round(self.as_far.value * CLASSES)
        verdict = "as_far" if times >= RARE * CLASSES else "as_far_rarely" if times else "as_far_never"
        return " ".join((phrase("chance.chi_square", value=f"{float(self.value):,.2f}"),
                         phrase(f"chance.{verdict}", times=times, of=f"{CLASSES:,}")))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"{self.table().to_html(index=False)}<p>{self}</p>"

    def _parts(self, seen: Sequence[int]) -> tuple[Fraction, ...]:
        return tuple((times - mean) ** 2 / mean for times, mean in zip(seen, self.expected, strict=True))


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
        """The number of holdings that count: all, or those for which `given` is true."""
        return self._counts[1]

    @property
    def fitting(self) -> int:
        """The number of holdings for which the event is true."""
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
        """Count the values of a measure (by default, the first of the event) over the holdings that count."""
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
        return f"<chance of {_question(self.event, self.given)}: {self.value}>"

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
        for values, count in count_sample(tuple(measures.values()), deal, samples, seed).items():
            known: dict[Hashable, Number] = dict(zip(measures, values, strict=True))
            if given is None or given.truth(known):
                total, fitting = total + count, fitting + count * bool(event.truth(known))
        if not total:
            raise DominoError(phrase("chance.never_drawn", given=given, samples=samples))
        estimate = cls(*Estimate.share(fitting, total))
        estimate.event, estimate.given = event, given
        chance = phrase("chance.about" if estimate.is_centred else "chance.about_between", fitting=f"{fitting:,}",
                        total=f"{total:,}", value=_decimal(estimate.value), low=f"{estimate.low:.4f}",
                        high=f"{estimate.high:.4f}", error=f"{(estimate.high - estimate.low) / 2:.4f}")
        estimate.derivation = "\n".join([_about_deal(deal), phrase("chance.drawn", drawn=f"{samples:,}", seed=seed),
                                         *_about_given(given, total), _about_fitting(event, fitting), chance])
        return estimate

    def __repr__(self) -> str:
        return f"<chance of {_question(self.event, self.given)}: {self}>"

    def _repr_markdown_(self) -> str:
        return "  \n".join(map(as_markdown, self.derivation.splitlines()))


def _question(event: Event, given: Event | None) -> str:
    return str(event) if given is None else f"{event} given {given}"


def _about_deal(deal: Deal) -> str:
    return phrase("chance.all", formula=f"C({len(deal.of.tiles)},{deal.take})", number=deal.size, tiles=deal.take,
                  set=deal.of.name)


def _about_given(given: Event | None, total: int, form: ClosedForm | None = None) -> list[str]:
    if given is None:
        return []
    return [phrase("chance.given", given=given, number=_equal(form, total), count=total)]


def _about_fitting(event: Event, fitting: int, form: ClosedForm | None = None) -> str:
    if any(measure.asks_own for measure in event.measures().values()):
        return phrase("chance.asked", number=f"{fitting:,}")
    return phrase("chance.fit", number=_equal(form, fitting), count=fitting, event=event)


def _decimal(value: Fraction | float) -> str:
    """Return four decimal places; the first three figures of a rare chance."""
    number = float(value)
    return f"{number:.4f}" if number >= 0.001 or not number else f"{number:.{2 - floor(log10(number))}f}"


def _equal(form: ClosedForm | None, number: int) -> str:
    return f"{number:,}" if form is None or not form.terms else f"{form.formula} = {number:,}"


MOST_SAMPLES = 100_000_000
"""Drawing this many holdings takes half an hour; the error is then less than a ten thousandth."""

Samples = Annotated[int, Whole(1, MOST_SAMPLES)]


@checked
def exact(
    event: EventLike,
    tiles: int = 7,
    *,
    set: SetLike = 6,  # noqa: A002
    given: EventLike | None = None,
    progress: Teller | None = None,
) -> ExactChance:
    """Return the chance of `event` when `tiles` tiles are dealt from a set, as a Fraction with its derivation.

    `event` is made of measures, as in `doubles() == 0`, or is any function of a tuple of tiles. A function is called
    for every holding, and there can be at most 7,000,000 of them (nine tiles of a double-six set). That takes a second
    or two for seven tiles, 15 seconds for nine, and no time if the same is asked again; `progress` is called with the
    progress. A slow function, which would take more than 20 seconds on an ordinary computer, is refused after a second.
    `set` is a DominoSet, or the highest value of an ordinary one. `given` is an event that is known already: only
    holdings for which it is true are counted.

    Raises TooManyError if there are too many holdings to count, or if a function is too slow: use `estimate` then.
    Raises NotationError for more tiles than there are in the set, and for an event about a tile or a value that is not
    in it; ValueError if `given` is never true.

    >>> dl.chance.exact(dl.chance.doubles() == 0, tiles=7).value
    Fraction(323, 3289)
    >>> dl.chance.exact(dl.chance.has("6-6"), tiles=7, given=dl.chance.doubles() == 1).value
    Fraction(1, 7)
    """
    what, known, deal = _check(event, given, tiles, set)
    tally([EventMeasure(what, known)], deal, progress)
    answer = ExactChance(what, known, deal)
    if not answer.total:
        raise DominoError(phrase("chance.never", given=known))
    return answer


@checked
def estimate(
    event: EventLike,
    tiles: int = 7,
    *,
    set: SetLike = 6,  # noqa: A002
    given: EventLike | None = None,
    samples: Samples = 40_000,
    seed: int = 0,
) -> Drawn:
    """Estimate the chance of `event` from `samples` holdings drawn at random with `seed`.

    Use it when `exact` refuses to count; the other arguments are the same. The estimate has `value`, `error`, and `low`
    and `high`, between which the chance lies 19 times in 20. Raises the same errors as `exact`, except TooManyError;
    also ValueError if `given` is true of none of the drawn holdings, or for fewer than one sample.

    >>> found = dl.chance.estimate(lambda tiles: not any(tile.is_double for tile in tiles), tiles=7, set=9, seed=1)
    >>> print(found)
    0.223 ± 0.004
    """
    what, known, deal = _check(event, given, tiles, set)
    return Drawn.of(what, known, deal, samples=samples, seed=seed)


@checked
def distribution(
    measure: Annotated[Measure, "a measure such as dl.chance.doubles()"],
    tiles: int = 7,
    *,
    set: SetLike = 6,  # noqa: A002
    given: EventLike | None = None,
    progress: Teller | None = None,
) -> Distribution:
    """Count how often a measure has each value over all holdings, or over those for which `given` is true.

    The other arguments and the errors are those of `exact`; raises TypeError for anything that is not a measure.

    >>> dl.chance.distribution(dl.chance.doubles(), tiles=7).counts[7]
    1
    """
    _, known, deal = _check(measure >= 0, given, tiles, set)
    spread = Distribution.over(measure, known, deal, progress)
    if not spread.total:
        raise DominoError(phrase("chance.never", given=known))
    return spread


def _check(event: EventLike, given: EventLike | None, tiles: int, set_: DominoSet | int
           ) -> tuple[Event, Event | None, Deal]:
    of = DominoSet.read(set_)
    if not isinstance(tiles, int) or tiles < 0:
        raise NotationError(f"tiles must be a whole number from 0; you gave {quote(tiles)}")
    if tiles > len(of.tiles):
        raise NotationError(phrase("chance.too_many", tiles=tiles, set=of.name, size=len(of.tiles)))
    what, known = as_event(event), None if given is None else as_event(given)
    check_in(what if known is None else what & known, of)
    return what, known, Deal(of, tiles)
