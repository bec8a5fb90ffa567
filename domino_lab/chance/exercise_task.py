"""Exercise task: what an exercise asks of one learner, its answer, its trials, and the dice that choose its figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property, wraps
from itertools import cycle
from typing import NamedTuple, TypeVar

from domino_lab.chance.estimates import Estimate
from domino_lab.chance.holding_events import Event
from domino_lab.chance.trials import TrialCounts, Trials
from domino_lab.core.shuffle import Stream, mix
from domino_lab.core.tiles import Tile
from domino_lab.play.timeline import Timeline
from domino_lab.words import language, phrase


class TrialOutcome(NamedTuple):
    """The result of one trial: the `key` of its bar, and the number it adds to the mean (1 or 0 for a chance)."""

    key: int
    value: int


class Experiment(Trials):
    """Trials whose subclass gives the result of one; `a_moment` is the number that takes less than a second.

    `bars_called` is the phrase `bars` of the exercises, filled with `facts`. `prompt` and `recipe` stay empty, because
    the exercise asks the question, with the seed of a learner, and no short line makes its trials.
    """

    a_moment = 10_000

    def __init__(self, seed: int, bars: str = "came_out", **facts: object) -> None:
        self.seed, self.bars_called = seed, phrase(f"exercises.{bars}", **facts)

    def outcome(self, number: int) -> TrialOutcome | None:
        """Return the result of trial `number`; None if it does not count."""
        raise NotImplementedError

    def play(self, first: int, count: int) -> TrialCounts:
        """Return the totals of `count` trials from number `first` on."""
        outcomes = [outcome for number in range(first, first + count) if (outcome := self.outcome(number)) is not None]
        values = [outcome.value for outcome in outcomes]
        return TrialCounts(count, len(outcomes), sum(values), sum(value * value for value in values),
                           dict(Counter(outcome.key for outcome in outcomes)))

    def waits(self, n: int) -> str:
        """Return "by_hand" if `n` trials, each played in full, take a long time."""
        return "by_hand" if n > self.a_moment else ""


Option = TypeVar("Option")

THREE_PLACES = Fraction(1, 1000)  # an exact chance may be rounded to three places; the next number is still accepted


class Sought(NamedTuple):
    """The answer: a number, or the tiles that are right. `error` is its standard error if it was measured.

    `derive` makes its `sums`, which marking does not need.
    """

    value: Fraction | tuple[Tile, ...]
    derive: Callable[[], tuple[str, ...]] = tuple
    error: float = 0.0

    @property
    def sums(self) -> tuple[str, ...]:
        """The sentences or lines of arithmetic that lead to the answer."""
        return self.derive()


class Looked(NamedTuple):
    """A hand to look at, at a step, from the viewpoint of a seat; `seat` is None if all tiles are seen."""

    timeline: Timeline
    step: int
    seat: int | None = None


@dataclass(frozen=True)
class ExerciseTask:
    """One exercise for one learner.

    `unit` is "chance" (0 to 1), "number", "mean" (any number) or "tile". `facts` fill the words. `trials` makes the
    trials of a seed. `slips` are wrong numbers that people often get, by the name of the slip. `tolerance` is how far
    off a number may be. `reads` gives the answer that some trials point to if it is neither their share nor their mean.
    `drawn` has the tiles that the question speaks of in groups, None for a tile that may be any; a hand to look at has
    its own picture.
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
    drawn: tuple[tuple[Tile | None, ...], ...] = ()
    reads: Callable[[TrialCounts], Estimate] | None = None

    @cached_property
    def solution(self) -> Sought:
        """The answer, found once."""
        return self.solve()

    @cached_property
    def allowed(self) -> Fraction:
        """The allowed error of a number; for an exact chance near 0 or 1, a hundredth of the rest."""
        value = self.solution.value
        if self.unit != "chance" or self.tolerance > THREE_PLACES or isinstance(value, tuple):
            return self.tolerance
        return min(self.tolerance, min(value, 1 - value) / 100)

    @cached_property
    def misses(self) -> dict[str, Fraction]:
        """The slips that are wrong for this learner: each number once, without any that happens to be right."""
        value = self.solution.value
        misses: dict[str, Fraction] = {}
        for name, number in self.slips.items():
            if not isinstance(value, tuple) and abs(number - value) > self.allowed and number not in misses.values():
                misses[name] = number
        return misses


@cache
def _key_of(name: str) -> int:
    return sum(ord(letter) << 8 * (place % 6) for place, letter in enumerate(name))


class Dice:
    """Chooses the figures of a learner: for seed 0 the first ones, which lessons show; otherwise by the seed."""

    def __init__(self, seed: int, name: str) -> None:
        self.seed = seed
        self.key = mix(mix(seed) + _key_of(name) & (1 << 64) - 1)
        self._stream = Stream(self.key)

    def choose(self, options: Sequence[Option]) -> Option:
        """Return the first option for seed 0, or else any other; the only one if there is just one."""
        return options[1 + self._stream.pick(len(options) - 1) if self.seed and len(options) > 1 else 0]

    @property
    def hands(self) -> int:
        """The seed of the hands this learner is shown or simulates."""
        return self.key % 1_000_000


DIFFERENT_DEALS = 40
"""From so many hands each exercise on hidden or last tiles takes its position: a large class has them often."""

Choices = Sequence[tuple[object, ...]]
"""The figures that an exercise can have, one of them for each learner; everybody's come first."""


def deals_of(name: str) -> range:
    """Return the seeds of the hands that an exercise looks at."""
    first = Dice(0, name).hands
    return range(first, first + DIFFERENT_DEALS)


def beside(figures: Iterable[tuple[object, ...]], *others: Sequence[object]) -> Choices:
    """Return the figures, each with one of all the others, which are taken in turn."""
    return [(*figure, *rest) for figure, *rest in zip(figures, *map(cycle, others), strict=False)]


def varies(options: Choices = ((),)) -> Callable[[Callable[..., ExerciseTask]], Callable[[Dice], ExerciseTask]]:
    """Let the dice choose the arguments of the function that makes a task; equal figures share one task."""
    def choosing(make: Callable[..., ExerciseTask]) -> Callable[[Dice], ExerciseTask]:
        @cache
        def task_of(_language: str, figures: tuple[object, ...]) -> ExerciseTask:
            return make(*figures)

        @wraps(make)
        def make_task(dice: Dice) -> ExerciseTask:
            return task_of(language(), dice.choose(options))

        return make_task

    return choosing
