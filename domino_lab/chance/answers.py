"""Answers: a chance with its derivation, counted or drawn, and how often a measure has which value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import floor, log10
from typing import Any, NamedTuple

from domino_lab.chance.adding import Values
from domino_lab.chance.asking import Question
from domino_lab.chance.binomials import ClosedForm, closed_form
from domino_lab.chance.estimates import Estimate
from domino_lab.chance.events import Measure
from domino_lab.chance.logic import Event
from domino_lab.chance.progress import Teller
from domino_lab.chance.tallying import Deal, sampled, tally
from domino_lab.errors import DominoError
from domino_lab.escaping import as_markdown
from domino_lab.words import phrase


class Distribution(NamedTuple):
    """How often a measure has which value: `counts` by value, over `total` holdings.

    >>> Distribution("doubles", {0: 1, 1: 3}, 4).chance(1)
    Fraction(3, 4)
    """

    name: str
    counts: Mapping[int, int]
    total: int

    @classmethod
    def over(cls, measure: Measure, given: Event | None, deal: Deal, progress: Teller | None = None) -> Distribution:
        """How often `measure` has which value over the holdings of a deal, or those for which `given` is true.

        >>> from domino_lab.chance.events import doubles
        >>> from domino_lab.tiles import DominoSet
        >>> Distribution.over(doubles(), None, Deal(DominoSet(), 7)).counts[7]
        1
        """
        known = [] if given is None else [Question(None, given)]
        ways = tally([measure, *known], deal, progress).ways
        counts = Counter({value: count for (value, *truth), count in ways.items() if truth != [0]})
        return cls(str(measure), dict(sorted(counts.items())), sum(counts.values()))

    def chance(self, value: int) -> Fraction:
        """The chance of one value, 0 to 1.

        >>> Distribution("doubles", {0: 1, 1: 3}, 4).chance(7)
        Fraction(0, 1)
        """
        return Fraction(self.counts.get(value, 0), self.total)

    @property
    def mean(self) -> Fraction:
        """The mean value.

        >>> Distribution("doubles", {0: 1, 1: 3}, 4).mean
        Fraction(3, 4)
        """
        return Fraction(sum(value * count for value, count in self.counts.items()), self.total)

    def table(self) -> Any:
        """The values as a pandas table: value, holdings, chance.

        >>> list(Distribution("doubles", {0: 1, 1: 3}, 4).table().columns)
        ['doubles', 'holdings', 'chance']
        """
        from domino_lab.explain.whole import Printable

        rows = [(value, count, count / self.total) for value, count in self.counts.items()]
        return Printable(rows, columns=[self.name, phrase("chance.column_holdings"), phrase("chance.column_chance")])

    def _repr_html_(self) -> str:
        return str(self.table().to_html(index=False))


@dataclass(frozen=True)
class Answer:
    """The chance of `event` over the holdings of `deal`, or over those of them for which `given` is true.

    >>> from domino_lab.chance.events import doubles
    >>> from domino_lab.tiles import DominoSet
    >>> Answer(doubles() == 0, None, Deal(DominoSet(), 2)).value
    Fraction(5, 9)
    """

    event: Event
    given: Event | None
    deal: Deal

    @cached_property
    def _counts(self) -> tuple[str, int, int]:
        """How the holdings were counted, how many there are, and how many of them fit."""
        how, ways = tally([Question(self.event, self.given)], self.deal)
        return how, sum(ways.values()) - ways.get((0,), 0), ways.get((2,), 0)

    @property
    def how(self) -> str:
        """How the holdings were counted: "listed" or "added".

        >>> from domino_lab.chance.events import doubles
        >>> from domino_lab.tiles import DominoSet
        >>> Answer(doubles() == 0, None, Deal(DominoSet.of(9), 7)).how
        'added'
        """
        return self._counts[0]

    @property
    def total(self) -> int:
        """How many holdings there are, of those that were given.

        >>> from domino_lab.chance.events import doubles
        >>> from domino_lab.tiles import DominoSet
        >>> Answer(doubles() == 0, None, Deal(DominoSet(), 7)).total
        1184040
        """
        return self._counts[1]

    @property
    def fitting(self) -> int:
        """How many of them the event is true of.

        >>> from domino_lab.chance.events import doubles
        >>> from domino_lab.tiles import DominoSet
        >>> Answer(doubles() == 0, None, Deal(DominoSet(), 7)).fitting
        116280
        """
        return self._counts[2]

    @property
    def value(self) -> Fraction:
        """The chance, 0 to 1.

        >>> from domino_lab.chance.events import doubles
        >>> from domino_lab.tiles import DominoSet
        >>> Answer(doubles() == 0, None, Deal(DominoSet(), 7)).value
        Fraction(323, 3289)
        """
        return Fraction(self.fitting, self.total)

    @cached_property
    def closed(self) -> ClosedForm | None:
        """The fitting holdings as a sum of products of binomials, where there is such a form.

        >>> from domino_lab.chance.events import doubles
        >>> from domino_lab.tiles import DominoSet
        >>> Answer(doubles() == 0, None, Deal(DominoSet(), 7)).closed.formula
        'C(21,7)'
        """
        return closed_form(self.event if self.given is None else self.given & self.event, self.deal.of.tiles,
                           self.deal.take)

    def distribution(self, measure: Measure | None = None) -> Distribution:
        """How often a measure (else the first of the event) has which value, over the holdings that were given.

        >>> from domino_lab.chance.events import doubles
        >>> from domino_lab.tiles import DominoSet
        >>> Answer(doubles() == 0, None, Deal(DominoSet(), 7)).distribution().counts[7]
        1
        """
        if measure is None:
            measure = next(iter(self.event.measures().values()))
        return Distribution.over(measure, self.given, self.deal)

    @property
    def derivation(self) -> str:
        """How the chance comes about, in plain words, sentence by sentence.

        >>> from domino_lab.chance.events import doubles
        >>> from domino_lab.tiles import DominoSet
        >>> print(Answer(doubles() == 0, None, Deal(DominoSet(), 7)).derivation)
        There are C(28,7) = 1,184,040 holdings of 7 tiles from a double-six set.
        The set has 7 doubles and 21 other tiles.
        So C(21,7) = 116,280 holdings fit: no doubles.
        The chance is 116,280 of 1,184,040. That is 323/3289, or about 0.0982.
        """
        form = None if self.given is None else closed_form(self.given, self.deal.of.tiles, self.deal.take)
        return "\n".join([*self._about_all(), *_about_given(self.given, self.total, form),
                          _about_fitting(self.event, self.fitting, self.closed), self._about_chance()])

    def _about_all(self) -> list[str]:
        kinds = phrase(f"chance.{self.how}" if self.closed is None else "chance.sorted",
                       kinds=None if self.closed is None else self.closed.sharing)
        return [_about_deal(self.deal), kinds]

    def _about_chance(self) -> str:
        return phrase("chance.is", fitting=f"{self.fitting:,}", total=f"{self.total:,}", value=_decimal(self.value),
                      fraction=self.value)

    def __str__(self) -> str:
        return self.derivation

    def __repr__(self) -> str:
        return f"<chance of {_asked_for(self.event, self.given)}: {self.value}>"

    def _repr_markdown_(self) -> str:
        return "  \n".join(map(as_markdown, self.derivation.splitlines()))


class Drawn(Estimate):
    """The chance of an event as holdings drawn at random give it: an Estimate that says how it came about.

    `event`, `given` and `derivation` are those of an Answer; `hands` is how many of the holdings count.

    >>> from domino_lab.chance.counting import estimate
    >>> isinstance(estimate(lambda tiles: tiles[0].is_double, samples=100), Drawn)
    True
    """

    event: Event
    given: Event | None
    derivation: str

    @classmethod
    def of(cls, event: Event, given: Event | None, deal: Deal, *, samples: int, seed: int) -> Drawn:
        """The chance of `event` in a sample of that many holdings; raises ValueError where `given` is true of none.

        >>> from domino_lab.chance.events import doubles
        >>> from domino_lab.tiles import DominoSet
        >>> Drawn.of(doubles() == 0, None, Deal(DominoSet(), 7), samples=100, seed=1).hands
        100
        """
        keys = asked(event, given)
        total, fitting = counted(event, given, keys, sampled(tuple(keys.values()), deal, samples, seed))
        if not total:
            raise DominoError(phrase("chance.never_drawn", given=given, samples=samples))
        found = cls(*Estimate.share(fitting, total))
        found.event, found.given = event, given
        found.derivation = "\n".join([_about_deal(deal), phrase("chance.drawn", drawn=f"{samples:,}", seed=seed),
                                      *_about_given(given, total), _about_fitting(event, fitting),
                                      found._about_chance(fitting, total)])
        return found

    def _about_chance(self, fitting: int, total: int) -> str:
        facts = {"fitting": f"{fitting:,}", "total": f"{total:,}", "value": _decimal(self.value)}
        if not self.is_centred:
            return phrase("chance.about_between", **facts, low=f"{self.low:.4f}", high=f"{self.high:.4f}")
        return phrase("chance.about", **facts, error=f"{(self.high - self.low) / 2:.4f}")

    def __repr__(self) -> str:
        return f"<chance of {_asked_for(self.event, self.given)}: {self}>"

    def _repr_markdown_(self) -> str:
        return "  \n".join(map(as_markdown, self.derivation.splitlines()))


def asked(event: Event | None, given: Event | None) -> dict[Hashable, Measure]:
    """The measures of what is asked and of what is known, by key.

    >>> from domino_lab.chance.events import doubles
    >>> len(asked(doubles() == 0, doubles() < 3))
    1
    """
    return {**({} if event is None else event.measures()), **({} if given is None else given.measures())}


def counted(event: Event, given: Event | None, keys: Mapping[Hashable, Measure], ways: Mapping[Values, int]
            ) -> tuple[int, int]:
    """How many of the holdings of a tally count, and for how many of these the event is true.

    >>> from domino_lab.chance.events import doubles
    >>> counted(doubles() == 0, doubles() < 2, asked(doubles() == 0, None), {(0,): 5, (1,): 2, (2,): 9})
    (7, 5)
    """
    total = fitting = 0
    for values, count in ways.items():
        known = dict(zip(keys, values, strict=True))
        if given is None or given.truth(known):
            total += count
            fitting += count * bool(event.truth(known))
    return total, fitting


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
    """Four places; of what is rarer, the first three figures."""
    number = float(value)
    return f"{number:.4f}" if number >= 0.001 or not number else f"{number:.{2 - floor(log10(number))}f}"


def _equal(form: ClosedForm | None, number: int) -> str:
    return f"{number:,}" if form is None or not form.terms else f"{form.formula} = {number:,}"
