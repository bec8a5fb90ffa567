"""Task: what stands behind an exercise for one learner, the trials that estimate it, and its entry in the bank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, Self, TypeVar

from domino_lab.chance.estimates import Estimate
from domino_lab.chance.holding_events import Event
from domino_lab.chance.trials import TrialCounts, Trials
from domino_lab.play.timeline import Timeline
from domino_lab.shuffle import Stream, mix
from domino_lab.tiles import Tile


class TrialOutcome(NamedTuple):
    """The result of one trial: the `key` of its bar, and the number it adds to the mean (1 or 0 for a chance)."""

    key: int
    value: int


class Experiment(Trials):
    """Trials whose subclass says what one of them gives; `a_moment` is how many take less than a second."""

    a_moment = 10_000

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def outcome(self, number: int) -> TrialOutcome | None:
        """Return the result of trial `number`; None if it does not count."""
        raise NotImplementedError

    def play(self, first: int, count: int) -> TrialCounts:
        """Return the totals of `count` trials from number `first` on."""
        found = [one for number in range(first, first + count) if (one := self.outcome(number)) is not None]
        values = [one.value for one in found]
        return TrialCounts(count, len(found), sum(values), sum(value * value for value in values),
                           dict(Counter(one.key for one in found)))

    def waits(self, n: int) -> str:
        """Return "by_hand" if `n` trials, each played in full, take long."""
        return "by_hand" if n > self.a_moment else ""

    def seeded(self, seed: int) -> Self:
        """Experiments are made by their exercise, which seeds them."""
        raise NotImplementedError


Option = TypeVar("Option")

THREE_PLACES = Fraction(1, 1000)
"""An exact chance may be rounded to three places; the next number is still accepted."""


class Sought(NamedTuple):
    """The answer: a number, or the tiles that are right. `error` is its standard error if it was measured.

    `sums` are the sentences or lines of arithmetic that lead to it.
    """

    value: Fraction | tuple[Tile, ...]
    sums: tuple[str, ...] = ()
    error: float = 0.0


class Looked(NamedTuple):
    """A hand to look at, at a step, from the viewpoint of a seat; `seat` is None if all tiles are seen."""

    timeline: Timeline
    step: int
    seat: int | None = None


@dataclass(frozen=True)
class ExerciseTask:
    """One exercise for one learner.

    `unit` is "chance" (0 to 1), "number", "mean" (any number) or "tile". `facts` fill the words. `trials` makes the
    trials of a seed. `slips` are wrong numbers that people often find, by the name of the slip. `tolerance` is how far
    off a number may be. `reads` gives the answer that some trials point to if it is neither their share nor their mean.
    """

    unit: str
    facts: Mapping[str, object]
    solve: Callable[[], Sought]
    trials: Callable[[int], Trials]
    slips: Mapping[str, Fraction] = field(default_factory=dict)
    tolerance: Fraction = THREE_PLACES
    event: Event | None = None
    given: Event | None = None
    looked: Looked | None = None
    reads: Callable[[TrialCounts], Estimate] | None = None

    @cached_property
    def solution(self) -> Sought:
        """The answer, found once."""
        return self.solve()

    @cached_property
    def allowed(self) -> Fraction:
        """How far off a number may be: for an exact chance near 0 or 1 it is less, a hundredth of what is left."""
        value = self.solution.value
        if self.unit != "chance" or self.tolerance > THREE_PLACES or isinstance(value, tuple):
            return self.tolerance
        return min(self.tolerance, min(value, 1 - value) / 100)

    @cached_property
    def misses(self) -> dict[str, Fraction]:
        """The slips that are wrong for this learner: each number once, and none that happens to be right."""
        value = self.solution.value
        found: dict[str, Fraction] = {}
        for name, number in self.slips.items():
            if not isinstance(value, tuple) and abs(number - value) > self.allowed and number not in found.values():
                found[name] = number
        return found


class Dice:
    """Chooses the figures of a learner: the first of some options for seed 0, else one that the seed picks."""

    def __init__(self, seed: int, name: str) -> None:
        self.seed = seed
        key = sum(ord(letter) << 8 * (place % 6) for place, letter in enumerate(name))
        self.key = mix(mix(seed) + key & (1 << 64) - 1)
        self._stream = Stream(self.key)

    def choose(self, options: Sequence[Option]) -> Option:
        """Return one of the options."""
        return options[self._stream.pick(len(options)) if self.seed else 0]

    @property
    def hands(self) -> int:
        """The seed of the hands this learner is shown or simulates."""
        return self.key % 1_000_000


KINDS = ("holdings", "conditional", "simulation", "hidden", "strategy")
"""What exercises are about, in the order in which one learns it."""


class BankEntry(NamedTuple):
    """An exercise: its `name` (also that of its words), one of KINDS, a level from 1 to 5, and what makes its task."""

    name: str
    kind: str
    level: int
    make: Callable[[Dice], ExerciseTask]


def entries(kind: str, levels: Mapping[Callable[[Dice], ExerciseTask], int]) -> tuple[BankEntry, ...]:
    """Return the entries of one kind: exercises are called by the names of the functions that make their tasks."""
    return tuple(BankEntry(make.__name__, kind, level, make) for make, level in levels.items())
