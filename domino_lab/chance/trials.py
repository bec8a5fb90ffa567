"""Trials: the protocol of an experiment that can be repeated, and the ledger of its results so far."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, Protocol

from domino_lab.chance.estimates import Estimate
from domino_lab.play.timeline import Timeline

_A_DECADE = 5
"""So many places are kept between 10 and 100 trials, 100 and 1,000, and so on: each costs a call of the kernel."""


class TrialCounts(NamedTuple):
    """Some trials counted: how many, how many of them count, their total and squares, and how many fell on each key.

    For a chance, `total` is how often it happened; `among` is less than `trials` where only some are asked about.

    >>> TrialCounts(10, 10, 3, 3, {1: 3, 0: 7}).plus(TrialCounts(1, 1, 1, 1, {1: 1})).counts[1]
    4
    """

    trials: int = 0
    among: int = 0
    total: int = 0
    squares: int = 0
    counts: Mapping[int, int] = {}

    def plus(self, other: TrialCounts) -> TrialCounts:
        """Both together.

        >>> TrialCounts().plus(TrialCounts(2, 2, 1, 1, {0: 1, 1: 1})).trials
        2
        """
        counts = Counter(self.counts)
        counts.update(other.counts)
        return TrialCounts(self.trials + other.trials, self.among + other.among, self.total + other.total,
                     self.squares + other.squares, dict(counts))


class Solved(NamedTuple):
    """An exact value with the sentences that derive it.

    >>> Solved(Fraction(1, 4), ("Seven of 28 tiles.",)).value
    Fraction(1, 4)
    """

    value: Fraction
    derivation: tuple[str, ...]


class Trials(Protocol):
    """What can be tried again and again: trial i is the same trial whenever it is asked for.

    `kind` is "chance" or "mean"; `numeric` says that keys are numbers which may be grouped; `most` is how many trials
    are quick enough to be played while a slider moves. Where the answer is neither the share nor the mean of the
    trials, they have an `estimate` of their own, made from a tally.
    """

    kind: str
    seed: int

    @property
    def numeric(self) -> bool:
        """Whether the bars stand for numbers."""

    @property
    def most(self) -> int:
        """So many trials at most."""

    @property
    def keys(self) -> tuple[int, ...]:
        """The keys that are shown even where nothing fell on them."""

    @property
    def bars_called(self) -> str:
        """What the bars count."""

    def play(self, first: int, count: int) -> TrialCounts:
        """The trials from number `first` on."""

    def label(self, key: int) -> str:
        """What a key is called."""

    def counts(self, key: int) -> bool:
        """Whether what is asked about happens there."""

    def timeline(self, number: int) -> Timeline | None:
        """Trial `number` as a hand; None where it is no hand, and `told` says it in a sentence."""

    def solve(self) -> Solved | None:
        """The exact value; None where nobody knows it."""


class LabTrials(Trials, Protocol):
    """An experiment that is a question of its own. `recipe` is what one types inside `dl.ChanceLab(...)`."""

    @property
    def prompt(self) -> str:
        """What is asked, as a question."""

    @property
    def recipe(self) -> str:
        """What is typed between the brackets, without the seed; empty where no line says it."""

    def seeded(self, seed: int) -> LabTrials:
        """The same experiment with another seed."""


class Ledger:
    """The trials of an experiment from the first on, with what was known at places along the way."""

    def __init__(self, trials: LabTrials) -> None:
        self.trials = trials
        self._known: dict[int, TrialCounts] = {0: TrialCounts()}
        self._places = [0]

    def upto(self, n: int) -> TrialCounts:
        """The first `n` trials counted."""
        for place in (*(one for one in places(n) if one > self._places[-1]), n):
            self._learn(place)
        return self._known[n]

    def path(self, n: int) -> tuple[tuple[int, Estimate], ...]:
        """The estimate after 1, 2, 3 ... trials, at places ever further apart, the last after `n`."""
        return tuple((place, self.estimate(place)) for place in dict.fromkeys((*places(n), n)) if place)

    def estimate(self, n: int) -> Estimate:
        """What the first `n` trials say, with its error."""
        found, reads = self.upto(n), getattr(self.trials, "estimate", None)
        if reads is not None:
            return Estimate(*reads(found))
        if self.trials.kind == "chance":
            return Estimate.share(found.total, found.among)
        return Estimate.mean(found.total, found.squares, found.among)

    def first(self, keys: tuple[int, ...], n: int) -> int | None:
        """The number of the first of `n` trials that fell on one of `keys`; None where none did."""
        steps = [place for place in (*places(n), n) if self._among(keys, self.upto(place))]
        if not steps:
            return None
        low, high = max([place for place in (0, *places(n)) if place < steps[0]]), steps[0]
        while high - low > 1:
            middle = (low + high) // 2
            if self._among(keys, self.trials.play(low, middle - low)):
                high = middle
            else:
                low = middle
        return low

    def _learn(self, place: int) -> None:
        if place in self._known:
            return
        nearest = self._places[bisect_right(self._places, place) - 1]
        self._known[place] = self._known[nearest].plus(self.trials.play(nearest, place - nearest))
        if place in places(place):
            self._places.append(place)
            self._places.sort()

    @staticmethod
    def _among(keys: tuple[int, ...], tally: TrialCounts) -> int:
        return sum(tally.counts.get(key, 0) for key in keys)


@lru_cache(maxsize=256)
def places(n: int) -> tuple[int, ...]:
    """The numbers of trials up to `n` at which the estimate is kept: all up to 10, then five a decade."""
    found, power = list(range(1, min(n, 10) + 1)), _A_DECADE + 1
    while (place := round(10 ** (power / _A_DECADE))) <= n:
        found.append(place)
        power += 1
    return tuple(found)
