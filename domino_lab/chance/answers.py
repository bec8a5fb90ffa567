"""Answers: a chance with its derivation, and how often a measure has which value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import floor, log10
from typing import Any, NamedTuple

from domino_lab.chance.binomials import ClosedForm, closed_form
from domino_lab.chance.estimates import Estimate
from domino_lab.chance.events import Measure, Own
from domino_lab.chance.logic import Event
from domino_lab.chance.tallying import Deal, tally
from domino_lab.words import phrase


class Distribution(NamedTuple):
    """How often a measure has which value: `counts` by value, over `total` holdings; sampled ones are no exact counts.

    >>> Distribution("doubles", {0: 1, 1: 3}, 4, True).chance(1)
    Fraction(3, 4)
    """

    name: str
    counts: Mapping[int, int]
    total: int
    is_exact: bool

    def chance(self, value: int) -> Fraction:
        """The chance of one value, 0 to 1.

        >>> Distribution("doubles", {0: 1, 1: 3}, 4, True).chance(7)
        Fraction(0, 1)
        """
        return Fraction(self.counts.get(value, 0), self.total)

    @property
    def mean(self) -> Fraction:
        """The mean value.

        >>> Distribution("doubles", {0: 1, 1: 3}, 4, True).mean
        Fraction(3, 4)
        """
        return Fraction(sum(value * count for value, count in self.counts.items()), self.total)

    def table(self) -> Any:
        """The values as a pandas table: value, holdings, chance.

        >>> list(Distribution("doubles", {0: 1, 1: 3}, 4, True).table().columns)
        ['doubles', 'holdings', 'chance']
        """
        import pandas as pd

        rows = [(value, count, count / self.total) for value, count in self.counts.items()]
        return pd.DataFrame(rows, columns=[self.name, phrase("chance.column_holdings"), phrase("chance.column_chance")])

    def _repr_html_(self) -> str:
        return str(self.table().to_html(index=False))


@dataclass(frozen=True)
class Answer:
    """The chance of `event` over the holdings of `deal`, or over those of them for which `given` is true.

    `value` is a Fraction; where `is_exact` is False it is that of a sample, and `estimate` has the error.

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
        keys = {**self.event.measures(), **self._given_measures()}
        how, ways = tally(tuple(keys.values()), self.deal)
        total = fitting = 0
        for values, count in ways.items():
            known = dict(zip(keys, values, strict=True))
            if self.given is None or self.given.truth(known):
                total += count
                fitting += count * bool(self.event.truth(known))
        return how, total, fitting

    def _given_measures(self) -> dict[Hashable, Measure]:
        return {} if self.given is None else self.given.measures()

    @property
    def how(self) -> str:
        """How the holdings were counted: "listed", "added" or "sampled".

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
    def is_exact(self) -> bool:
        """Whether every holding was counted.

        >>> from domino_lab.chance.events import doubles
        >>> from domino_lab.tiles import DominoSet
        >>> Answer(doubles() == 0, None, Deal(DominoSet(), 7)).is_exact
        True
        """
        return self.how != "sampled"

    @property
    def value(self) -> Fraction:
        """The chance, 0 to 1.

        >>> from domino_lab.chance.events import doubles
        >>> from domino_lab.tiles import DominoSet
        >>> Answer(doubles() == 0, None, Deal(DominoSet(), 7)).value
        Fraction(323, 3289)
        """
        return Fraction(self.fitting, self.total)

    @property
    def estimate(self) -> Estimate | None:
        """The chance with its error, where it comes from a sample; None for an exact one.

        >>> from domino_lab.chance.events import doubles
        >>> from domino_lab.tiles import DominoSet
        >>> Answer(doubles() == 0, None, Deal(DominoSet(), 7)).estimate is None
        True
        """
        return None if self.is_exact else Estimate.share(self.fitting, self.total)

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
        keys = {measure.key: measure, **self._given_measures()}
        how, ways = tally(tuple(keys.values()), self.deal)
        counts: Counter[int] = Counter()
        for values, count in ways.items():
            if self.given is None or self.given.truth(dict(zip(keys, values, strict=True))):
                counts[values[0]] += count
        return Distribution(str(measure), dict(sorted(counts.items())), sum(counts.values()), how != "sampled")

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
        return "\n".join([*self._about_all(), *self._about_given(), self._about_fitting(), self._about_chance()])

    def _about_all(self) -> list[str]:
        deal, size = self.deal, len(self.deal.of.tiles)
        facts = {"formula": f"C({size},{deal.take})", "number": f"{deal.size:,}", "tiles": deal.take,
                 "set": deal.of.name}
        said = [phrase("chance.all" if deal.size > 1 else "chance.all_one", **facts)]
        if self.is_exact and self.closed is not None:
            return [*said, phrase("chance.sorted", kinds=self.closed.sharing)]
        return [*said, phrase(f"chance.{self.how}", drawn=f"{deal.samples:,}", seed=deal.seed)]

    def _about_given(self) -> list[str]:
        if self.given is None:
            return []
        form = closed_form(self.given, self.deal.of.tiles, self.deal.take) if self.is_exact else None
        key = "chance.given_one" if self.total == 1 else "chance.given"
        return [phrase(key, given=self.given, number=_equal(form, self.total))]

    def _about_fitting(self) -> str:
        if any(isinstance(measure, Own) for measure in self.event.measures().values()):
            return phrase("chance.asked", number=f"{self.fitting:,}")
        form = self.closed if self.is_exact else None
        key = "chance.fit_one" if self.fitting == 1 else "chance.fit"
        return phrase(key, number=_equal(form, self.fitting), event=self.event)

    def _about_chance(self) -> str:
        facts = {"fitting": f"{self.fitting:,}", "total": f"{self.total:,}", "value": _decimal(self.value)}
        found = self.estimate
        if found is None:
            return phrase("chance.is", **facts, fraction=self.value)
        if not found.is_centred:
            return phrase("chance.about_between", **facts, low=f"{found.low:.4f}", high=f"{found.high:.4f}")
        return phrase("chance.about", **facts, error=f"{(found.high - found.low) / 2:.4f}")

    def __str__(self) -> str:
        return self.derivation

    def __repr__(self) -> str:
        given = "" if self.given is None else f" given {self.given}"
        return f"<chance of {self.event}{given}: {self.value if self.is_exact else self.estimate}>"

    def _repr_markdown_(self) -> str:
        return self.derivation.replace("\n", "  \n")


def _decimal(value: Fraction) -> str:
    """Four places; of what is rarer, the first three figures."""
    number = float(value)
    return f"{number:.4f}" if number >= 0.001 or not number else f"{number:.{2 - floor(log10(number))}f}"


def _equal(form: ClosedForm | None, number: int) -> str:
    return f"{number:,}" if form is None or not form.terms else f"{form.formula} = {number:,}"
