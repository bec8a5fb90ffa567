"""Exercise trials: an exercise as an experiment that a chance lab can put on its bench."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domino_lab.chance.estimates import Estimate
from domino_lab.chance.holding_trials import HoldingTrials
from domino_lab.chance.tally import Solved, Tally
from domino_lab.play.timeline import Timeline
from domino_lab.words import phrase

if TYPE_CHECKING:
    from domino_lab.chance.exercises import Exercise


class ExerciseTrials:
    """The trials of an exercise with a seed: its question, what comes out, and its exact value where it has one.

    >>> from domino_lab.chance.exercises import exercise
    >>> exercise("own_tile").trials.play(0, 10).trials
    10
    """

    def __init__(self, exercise: Exercise, seed: int) -> None:
        self.exercise, self.seed = exercise, seed
        self._tried = exercise.task.trials(seed)
        self.kind, self.numeric = self._tried.kind, self._tried.numeric
        self._own = exercise.task.unit == "tile"

    @property
    def derived(self) -> bool:
        """Whether the answer is worked out from the trials, and is neither their share nor their mean.

        >>> from domino_lab.chance.exercises import exercise
        >>> exercise("likeliest_doubles").trials.derived, exercise("mean_pips").trials.derived
        (True, False)
        """
        return self.exercise.task.reads is not None

    @property
    def most(self) -> int:
        """So many trials at most.

        >>> from domino_lab.chance.exercises import exercise
        >>> exercise("five_columns").trials.most
        10000
        """
        return self._tried.most

    @property
    def prompt(self) -> str:
        """What is asked; where the exercise asks for a tile, what can be tried instead.

        >>> from domino_lab.chance.exercises import exercise
        >>> exercise("own_tile").trials.prompt[:33]
        'You are dealt 7 tiles of a double'
        """
        own = str(getattr(self._tried, "prompt", "")) if self._own else ""
        return own or self.exercise.prompt

    @property
    def recipe(self) -> str:
        """What one types between the brackets.

        >>> from domino_lab.chance.exercises import exercise
        >>> exercise("own_tile").trials.recipe
        'dl.chance.exercise("own_tile")'
        """
        return self.exercise.line

    def __repr__(self) -> str:
        return f"<ExerciseTrials: {self.recipe}, seed {self.seed}>"

    @property
    def keys(self) -> tuple[int, ...]:
        """The bars that are always shown."""
        return self._tried.keys

    @property
    def bars_called(self) -> str:
        """What the bars count.

        >>> from domino_lab.chance.exercises import exercise
        >>> exercise("mean_pips").trials.bars_called
        'pips'
        """
        event = not self.numeric and self.exercise.event is not None and isinstance(self._tried, HoldingTrials)
        return phrase("exercises.came_out") if event else self._tried.bars_called

    def play(self, first: int, count: int) -> Tally:
        """The trials from number `first` on.

        >>> from domino_lab.chance.exercises import exercise
        >>> exercise("own_tile").trials.play(5, 10).trials
        10
        """
        return self._tried.play(first, count)

    def estimate(self, tally: Tally) -> Estimate:
        """The answer that some trials point to.

        >>> from domino_lab.chance.exercises import exercise
        >>> exercise("own_tile").trials.estimate(Tally(100, 100, 25, 25)).value
        0.25
        """
        reads = self.exercise.task.reads
        if reads is not None:
            return reads(tally)
        if self.kind == "chance":
            return Estimate.share(tally.total, tally.among)
        return Estimate.mean(tally.total, tally.squares, tally.among)

    def label(self, key: int) -> str:
        """What a bar is called.

        >>> from domino_lab.chance.exercises import exercise
        >>> exercise("own_tile").trials.label(1)
        'yes'
        """
        return self._tried.label(key)

    def counts(self, key: int) -> bool:
        """Whether what is asked about happens there.

        >>> from domino_lab.chance.exercises import exercise
        >>> exercise("own_tile").trials.counts(1)
        True
        """
        return self._tried.counts(key)

    def timeline(self, number: int) -> Timeline | None:
        """Trial `number` as a hand; None where it is no hand.

        >>> from domino_lab.chance.exercises import exercise
        >>> exercise("missed_bands").trials.timeline(0) is None
        True
        """
        return self._tried.timeline(number)

    def told(self, number: int) -> str:
        """Trial `number` in a sentence, where it is no hand.

        >>> from domino_lab.chance.exercises import exercise
        >>> exercise("own_tile").trials.told(0)
        ''
        """
        tell = getattr(self._tried, "told", None)
        return "" if tell is None else str(tell(number))

    def waits(self, n: int) -> str:
        """What `n` trials have to wait for, as `GameTrials.waits` says it.

        >>> from domino_lab.chance.exercises import exercise
        >>> exercise("own_tile").trials.waits(10)
        ''
        """
        waits = getattr(self._tried, "waits", None)
        return "" if waits is None else str(waits(n))

    def solve(self) -> Solved | None:
        """The exact value with its sums; None where it can only be measured.

        >>> from domino_lab.chance.exercises import exercise
        >>> exercise("own_tile").trials.solve().value
        Fraction(1, 4)
        """
        if self._own:
            return self._tried.solve()
        found = self.exercise.exact()
        return None if found is None or isinstance(found.value, tuple) else Solved(found.value, found.sums)

    def seeded(self, seed: int) -> ExerciseTrials:
        """The same question with another seed.

        >>> from domino_lab.chance.exercises import exercise
        >>> exercise("own_tile").trials.seeded(2).seed
        2
        """
        return ExerciseTrials(self.exercise, seed)
