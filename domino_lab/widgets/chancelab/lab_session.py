"""Lab session: how far a chance lab is: the estimates, the trials so far, what is revealed. No widgets here."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

import traitlets

from domino_lab.catalogue.resolve import Named
from domino_lab.chance.estimates import Estimate
from domino_lab.chance.trials import GameTrials, HoldingTrials, Ledger, Solved, TrialCounts, Trials
from domino_lab.errors import NotationError
from domino_lab.widgets.chancelab.guessing import Guess, guessed
from domino_lab.widgets.old_names import OldNames
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd

STOPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)
"""Where the slider can stand, as far as the trials are quick enough."""


class Example(NamedTuple):
    """One trial that is open: its number, and the bar it belongs to.

    >>> Example(3, "2").number
    3
    """

    number: int
    label: str


class Row(NamedTuple):
    """One estimate beside what the trials say; None where nothing is known yet, or may not be.

    >>> Row("Ana", 0.12, 0, 1, None, None, None, None, None).who
    'Ana'
    """

    who: str
    estimate: float
    n: int
    seed: int
    trials: float | None
    low: float | None
    high: float | None
    inside: bool | None
    exact: float | None


class LabSession(OldNames):
    """One session: `n` trials are done of `trials`, which give the same whenever they are done again.

    `answers` says whether the exact value may be shown, `reveals` whether it is shown now. Watch `changes`.

    >>> session = LabSession(GameTrials("block", "leader wins", seed=1))
    >>> session.guess("60 %")
    >>> session.go(10)
    >>> session.n, session.estimate.covers(0.5)
    (10, True)
    """

    n = traitlets.Int(0)
    guesses = traitlets.Tuple()
    answers = traitlets.Bool(default_value=True)
    reveals = traitlets.Bool(default_value=False)
    example = traitlets.Instance(Example, allow_none=True)
    busy = traitlets.Unicode()
    """What is being waited for: "engine" or "by_hand" by the trials, "counting" by the exact value, or nothing."""
    voice = traitlets.Any(None)
    changes = traitlets.Int(0)

    def __init__(self, trials: Trials, *, answers: bool = True) -> None:
        self.trials, self.ledger = trials, Ledger(trials)
        self._solved: Solved | None = None
        self._has_solved = False
        self._begun = False
        super().__init__(answers=answers)

    @traitlets.observe("n", "guesses", "answers", "reveals", "example", "busy")
    def _count_change(self, _change: object) -> None:
        self.changes += 1

    # --- what is known

    @property
    def kind(self) -> str:
        """Whether a "chance" is asked for or a "mean"."""
        return self.trials.kind

    @property
    def tally(self) -> TrialCounts:
        """What the trials so far have given."""
        return self.ledger.upto(self.n)

    @property
    def estimate(self) -> Estimate:
        """What the trials so far say."""
        return self.ledger.estimate(self.n)

    @property
    def begun(self) -> bool:
        """Whether a trial was ever seen: from then on nobody can guess any more."""
        return self._begun

    @property
    def exact(self) -> Solved | None:
        """The exact value, where there is one and it may be shown now; nothing is solved before."""
        return self.solve() if self.answers and self.reveals else None

    def solve(self) -> Solved | None:
        """The exact value, for whoever may see it; None where nobody knows it."""
        if not self._has_solved:
            self._solved, self._has_solved = self.trials.solve(), True
        return self._solved

    @property
    def stops(self) -> tuple[int, ...]:
        """The numbers of trials that the slider offers."""
        return tuple(stop for stop in STOPS if stop <= self.trials.most)

    # --- what is done

    def guess(self, text: str | float, who: str = "") -> None:
        """Keep an estimate. Raises NotationError for what is no number, and once a trial was seen."""
        if self.begun:
            raise NotationError(phrase("chancelab.too_late"))
        made = Guess(who.strip()[:40], guessed(text, self.kind))
        self.guesses = (*(one for one in self.guesses if one.who != made.who), made)

    def go(self, n: int) -> None:
        """Have `n` trials in all, at most as many as are quick. Raises NotationError before there is an estimate."""
        self._need_guess()
        n = min(max(n, 0), self.trials.most)
        self._begun = self._begun or n > 0
        self.busy = self._waits(n) if n > self.n else ""
        try:
            self.ledger.path(n)
        finally:
            self.n = n
            self.busy = ""

    def after(self, n: int, seed: int | None = None) -> Estimate:
        """What the first `n` trials say, wherever it stands now, with this seed or another.

        Raises NotationError before there is an estimate.
        """
        self._need_guess()
        if n > 0 and not self.begun:
            self._begun = True
            self.changes += 1
        ledger = self.ledger if seed is None else Ledger(self.trials.seeded(seed))
        return ledger.estimate(max(n, 0))

    def _need_guess(self) -> None:
        if not self.guesses:
            raise NotationError(phrase("chancelab.first_estimate"))

    def _waits(self, n: int) -> str:
        waits = getattr(self.trials, "waits", None)
        return "" if waits is None else str(waits(n))

    def reveal(self) -> None:
        """Show the exact value, or hide it again; nothing happens while the answers are kept back or before a trial."""
        if not (self.answers and self.n):
            return
        if not self._has_solved and getattr(self.trials, "is_slow_to_solve", False):
            self.busy = "counting"
            try:
                self.solve()
            finally:
                self.busy = ""
        self.reveals = not self.reveals

    def open(self, keys: Sequence[int], label: str) -> None:
        """Open the first trial that fell on one of these keys."""
        number = self.ledger.first(tuple(keys), self.n)
        if number is not None:
            self.example = Example(number, label)

    def reseed(self, seed: int) -> None:
        """Begin again with another seed; the estimates stay."""
        self.trials = self.trials.seeded(seed)
        self.ledger, self.example, self.n = Ledger(self.trials), None, 0
        self.changes += 1

    def rows(self) -> tuple[Row, ...]:
        """Every estimate with what the trials say; the exact value only where that is shown."""
        found, exact = self.estimate, self.exact
        return tuple(Row(guess.name, guess.value, self.n, self.trials.seed, *_told(found),
                         found.covers(guess.value) if self.tally.among else None,
                         float(exact.value) if exact else None) for guess in self.guesses)

    @property
    def predictions(self) -> pd.DataFrame:
        """The same as a pandas table."""
        from domino_lab.dataframes import Printable

        rows = self.rows()
        table = Printable(rows, columns=list(Row._fields), index=range(1, len(rows) + 1))
        table.index.name = "number"
        return table


def _told(found: Estimate) -> tuple[float | None, ...]:
    return tuple(number if isfinite(number) else None for number in (found.value, found.low, found.high))


def session_of(what: Any, *asked: Any, answers: bool = True, **how: Any) -> LabSession:
    """A session on a ruleset (`what` is asked of its hands), an event over holdings, or trials made already.

    What has `trials` of its own, as an exercise may, is asked about these.

    >>> session_of("block", "wins", side=1).trials.side
    1
    """
    if isinstance(what, LabSession):
        return what
    found = getattr(what, "trials", what)
    if hasattr(found, "play") and hasattr(found, "solve"):
        seed = how.get("seed")
        return LabSession(found if seed is None else found.seeded(seed), answers=answers)
    makes = GameTrials if isinstance(what, Named) else HoldingTrials
    return LabSession(makes(what, *asked, **how), answers=answers)
