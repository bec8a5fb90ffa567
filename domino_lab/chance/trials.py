"""Trials: experiments that can be repeated, and the ledger of what they have given so far."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, Self

from domino_lab.chance.estimates import Estimate
from domino_lab.play.timeline import Timeline
from domino_lab.words import phrase

YES, NO = 1, 0
"""The keys of trials that ask whether something happens."""

_A_DECADE = 5
"""Totals are kept at this many places between 10 and 100 trials, 100 and 1,000, and so on: each costs a kernel call."""


class TrialCounts(NamedTuple):
    """Totals of some trials, and how many of them fell on each key.

    `among` is less than `trials` if only some of them are asked about. `total` and `squares` are sums over these of the
    number each gave; for a chance, `total` is how often it happened.
    """

    trials: int = 0
    among: int = 0
    total: int = 0
    squares: int = 0
    counts: Mapping[int, int] = {}

    def plus(self, other: TrialCounts) -> TrialCounts:
        """Return both together."""
        counts = Counter(self.counts)
        counts.update(other.counts)
        return TrialCounts(self.trials + other.trials, self.among + other.among, self.total + other.total,
                           self.squares + other.squares, dict(counts))

    @property
    def share(self) -> Estimate:
        """The chance these trials point to."""
        return Estimate.share(self.total, self.among)

    @property
    def mean(self) -> Estimate:
        """The mean these trials point to."""
        return Estimate.mean(self.total, self.squares, self.among)


class Solved(NamedTuple):
    """An exact value with the sentences that derive it."""

    value: Fraction
    derivation: tuple[str, ...]


class Trials:
    """An experiment that can be repeated: trial i of a seed is the same whenever it is asked for.

    `kind` is "chance" or "mean". `numeric` says that keys are numbers, which may be grouped. `keys` are shown even if
    no trial fell on them. At most `most` trials are quick enough to follow a slider. `prompt` asks the question, and
    `recipe` is what one types inside `dl.ChanceLab(...)`, without the seed; both may be empty. `derived` says that the
    answer is worked out from the trials and is neither their share nor their mean.
    """

    kind = "chance"
    seed = 0
    derived = False

    @property
    def numeric(self) -> bool:
        """True if the keys are numbers."""
        return False

    @property
    def most(self) -> int:
        """The largest number of trials."""
        return 10_000

    @property
    def keys(self) -> tuple[int, ...]:
        """The keys that are always shown."""
        return (YES, NO)

    @property
    def prompt(self) -> str:
        """The question."""
        return ""

    @property
    def recipe(self) -> str:
        """The arguments that make these trials, as Python source."""
        return ""

    @property
    def bars_called(self) -> str:
        """The name of what the bars count."""
        return phrase("exercises.came_out")

    def play(self, first: int, count: int) -> TrialCounts:
        """Return the totals of `count` trials from number `first` on."""
        raise NotImplementedError

    def estimate(self, tally: TrialCounts) -> Estimate:
        """Return the answer these trials point to."""
        return tally.share if self.kind == "chance" else tally.mean

    def label(self, key: int) -> str:
        """Return the label of a bar."""
        return str(key) if self.numeric else phrase("exercises.bar_yes" if key == YES else "exercises.bar_no")

    def counts(self, key: int) -> bool:
        """Return True if the event asked about happens on trials with this key."""
        return not self.numeric and key == YES

    def timeline(self, number: int) -> Timeline | None:
        """Return trial `number` as a hand; None if it is not one, and `describe` says what it is."""
        return None

    def describe(self, number: int) -> str:
        """Return trial `number` as a sentence if it is not a hand."""
        return ""

    def waits(self, n: int) -> str:
        """Return what `n` trials have to wait for: "engine", "by_hand" if each is played in full, or nothing."""
        return ""

    def solve(self) -> Solved | None:
        """Return the exact value; None if it is unknown."""
        return None

    def seeded(self, seed: int) -> Self:
        """Return the same experiment with another seed."""
        raise NotImplementedError


class Ledger:
    """The trials of an experiment from the first on, with their totals at places along the way."""

    def __init__(self, trials: Trials) -> None:
        self.trials = trials
        self._known: dict[int, TrialCounts] = {0: TrialCounts()}
        self._places = [0]

    def upto(self, n: int) -> TrialCounts:
        """Return the totals of the first `n` trials."""
        for place in (*(one for one in places(n) if one > self._places[-1]), n):
            if place not in self._known:
                nearest = self._places[bisect_right(self._places, place) - 1]
                self._known[place] = self._known[nearest].plus(self.trials.play(nearest, place - nearest))
                if place in places(place):
                    insort(self._places, place)
        return self._known[n]

    def path(self, n: int) -> tuple[tuple[int, Estimate], ...]:
        """Return the estimate after 1, 2, 3 ... trials, at places ever further apart, the last after `n`."""
        return tuple((place, self.estimate(place)) for place in dict.fromkeys((*places(n), n)) if place)

    def estimate(self, n: int) -> Estimate:
        """Return the estimate after `n` trials."""
        return self.trials.estimate(self.upto(n))

    def first(self, keys: tuple[int, ...], n: int) -> int | None:
        """Return the number of the first of `n` trials that fell on one of `keys`; None if none did."""
        def is_among(tally: TrialCounts) -> bool:
            return any(tally.counts.get(key, 0) for key in keys)

        high = next((place for place in (*places(n), n) if is_among(self.upto(place))), None)
        if high is None:
            return None
        low = max(place for place in (0, *places(n)) if place < high)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if is_among(self.trials.play(low, middle - low)) else (middle, high)
        return low


@lru_cache(maxsize=256)
def places(n: int) -> tuple[int, ...]:
    """Return the numbers of trials up to `n` at which totals are kept: all up to 10, then five a decade."""
    found, power = list(range(1, min(n, 10) + 1)), _A_DECADE + 1
    while (place := round(10 ** (power / _A_DECADE))) <= n:
        found.append(place)
        power += 1
    return tuple(found)
