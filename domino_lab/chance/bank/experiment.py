"""Experiment: trials of an exercise that are played one by one; trial i is the same whenever it is asked for."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from domino_lab.chance.tally import Solved, Tally
from domino_lab.play.timeline import Timeline
from domino_lab.words import phrase

YES, NO = 1, 0


class Outcome(NamedTuple):
    """What one trial gave: the `key` of its bar, and the number it adds to the mean (1 or 0 for a chance).

    >>> Outcome(YES, 1).value
    1
    """

    key: int
    value: int


class Experiment:
    """Trials with a `seed`. A subclass says what one trial gives, and how it is shown: as a hand, or in a sentence.

    `kind`, `numeric`, `most` and `keys` are those of `Trials`; `a_moment` is how many take less than a second. `prompt`
    is empty where the question of the exercise is the one that is tried.

    >>> Experiment(3).seed
    3
    """

    kind = "chance"
    numeric = False
    most = a_moment = 10_000
    prompt = ""
    keys: tuple[int, ...] = (YES, NO)

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def outcome(self, number: int) -> Outcome | None:
        """What trial `number` gives; None where it does not count.

        >>> Experiment(3).outcome(0) is None
        True
        """
        return None

    def play(self, first: int, count: int) -> Tally:
        """The trials from number `first` on.

        >>> Experiment(3).play(0, 5).among
        0
        """
        found = [one for number in range(first, first + count) if (one := self.outcome(number)) is not None]
        values = [one.value for one in found]
        counts = Counter(one.key for one in found)
        return Tally(count, len(found), sum(values), sum(value * value for value in values), dict(counts))

    @property
    def bars_called(self) -> str:
        """What the bars count.

        >>> Experiment(3).bars_called
        'how it came out'
        """
        return phrase("exercises.came_out")

    def label(self, key: int) -> str:
        """What a bar is called.

        >>> Experiment(3).label(YES)
        'yes'
        """
        return str(key) if self.numeric else phrase("exercises.bar_yes" if key == YES else "exercises.bar_no")

    def counts(self, key: int) -> bool:
        """Whether what is asked about happens there.

        >>> Experiment(3).counts(NO)
        False
        """
        return not self.numeric and key == YES

    def timeline(self, number: int) -> Timeline | None:
        """Trial `number` as a hand; None where it is no hand.

        >>> Experiment(3).timeline(0) is None
        True
        """
        return None

    def told(self, number: int) -> str:
        """Trial `number` in a sentence, where it is no hand.

        >>> Experiment(3).told(0)
        ''
        """
        return ""

    def waits(self, n: int) -> str:
        """What `n` trials have to wait for: "by_hand" where they are played out in full, or nothing.

        >>> Experiment(3).waits(10)
        ''
        """
        return "by_hand" if n > self.a_moment else ""

    def solve(self) -> Solved | None:
        """The exact value of a question of its own; None where it has none, or nobody knows.

        >>> Experiment(3).solve() is None
        True
        """
        return None
