"""Task: what stands behind an exercise, for one learner: the value sought, how to find it, and usual slips."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, TypeVar

from domino_lab.chance.estimates import Estimate
from domino_lab.chance.logic import Event
from domino_lab.chance.tally import Tally, Tried
from domino_lab.play.timeline import Timeline
from domino_lab.shuffle import Stream, mix
from domino_lab.tiles import Tile

Option = TypeVar("Option")

THREE_PLACES = Fraction(1, 1000)
"""An exact chance may be rounded to three places; the next number is still taken."""


class Sought(NamedTuple):
    """The value sought: a number, or the tiles that are right. `error` is its standard error where it was measured.

    `sums` are the sentences or lines of arithmetic that lead to it.

    >>> Sought(Fraction(1, 4)).is_exact
    True
    """

    value: Fraction | tuple[Tile, ...]
    sums: tuple[str, ...] = ()
    error: float = 0.0

    @property
    def is_exact(self) -> bool:
        """Whether every case was counted.

        >>> Sought(Fraction(1, 4), error=0.01).is_exact
        False
        """
        return not self.error


class Looked(NamedTuple):
    """A hand to look at, at a step, with the eyes of a seat; `seat` is None where all tiles are seen.

    >>> Looked._fields
    ('timeline', 'step', 'seat')
    """

    timeline: Timeline
    step: int
    seat: int | None = None


@dataclass(frozen=True)
class Task:
    """One exercise for one learner.

    `unit` is "chance" (0 to 1), "number", "mean" (any number) or "tile". `facts` fill the words. `slips` are wrong
    numbers that people often find, by the name of the slip. `tolerance` is how far off a number may be.

    >>> from domino_lab.chance.bank.experiment import Experiment
    >>> task = Task("chance", {}, lambda: Sought(Fraction(1, 4)), Experiment)
    >>> task.solution.value
    Fraction(1, 4)
    """

    unit: str
    facts: Mapping[str, object]
    solve: Callable[[], Sought]
    trials: Callable[[int], Tried]
    """The trials with a seed."""
    slips: Callable[[], Mapping[str, Fraction]] = field(default=dict)
    tolerance: Fraction = THREE_PLACES
    event: Event | None = None
    given: Event | None = None
    looked: Looked | None = None
    reads: Callable[[Tally], Estimate] | None = None
    """The answer that some trials point to, where it is neither their share nor their mean."""

    @cached_property
    def solution(self) -> Sought:
        """The value sought, found once."""
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
        for name, number in self.slips().items():
            if not isinstance(value, tuple) and abs(number - value) > self.allowed and number not in found.values():
                found[name] = number
        return found


class Dice:
    """What a learner gets: the first of some options for seed 0, else one that the seed chooses.

    >>> Dice(0, "a_double").choose([7, 6, 5])
    7
    """

    def __init__(self, seed: int, name: str) -> None:
        self.seed = seed
        key = sum(ord(letter) << 8 * (place % 6) for place, letter in enumerate(name))
        self.key = mix(mix(seed) + key & (1 << 64) - 1)
        self._stream = Stream(self.key)

    def choose(self, options: Sequence[Option]) -> Option:
        """One of the options.

        >>> Dice(5, "a_double").choose([7, 6, 5]) in (7, 6, 5)
        True
        """
        return options[self._stream.pick(len(options)) if self.seed else 0]

    @property
    def hands(self) -> int:
        """The seed of the hands this learner is shown or simulates.

        >>> Dice(0, "a_double").hands == Dice(0, "after_a_pass").hands
        False
        """
        return self.key % 1_000_000
