"""A chance lab without its widget: the estimates, the trials so far, and whether the exact value is shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import floor, isfinite, log10
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import traitlets

from domino_lab.chance.estimates import Estimate
from domino_lab.chance.trials import DealtHand, GameTrials, HoldingTrials, Ledger, Solved, TrialCounts, Trials
from domino_lab.core.errors import NotationError
from domino_lab.rules.ruleset import Ruleset
from domino_lab.sessions.lock import Locked, lend_lock
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd

STOPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)
"""Where the slider can stand, as far as the trials are quick enough."""


_PERCENT = re.compile(r"([0-9]{1,4}(?:\.[0-9]{0,9})?)%")
_FRACTION = re.compile(r"([0-9]{1,12})/([0-9]{1,12})")
_NUMBER = re.compile(r"-?[0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9}")


class Guess(NamedTuple):
    """An estimate made before the first trial; `who` is empty if there is only one reader."""

    who: str
    value: float

    @property
    def name(self) -> str:
        """The name of the person who made the estimate."""
        return self.who or phrase("chancelab.you")


def read_guess(text: str | float | Fraction, kind: str) -> float:
    """Return the number that a text means: for a "chance" `12 %`, `0.12` or `1/8`, for a "mean" any number.

    A whole number over 1 is read as percent. Raises NotationError if the text is not such a number.

    >>> [read_guess(text, "chance") for text in ("12 %", "1/8", "0,5", "12")]
    [0.12, 0.125, 0.5, 0.12]
    """
    if isinstance(text, str):
        value = _read(re.sub(r"\s", "", text).replace(",", "."), kind)
    else:
        value = _in_percent(float(text), kind)
    if value is None or (kind == "chance" and not 0 <= value <= 1):
        raise NotationError(phrase(f"chancelab.bad_{kind}"))
    return value


def _read(plain: str, kind: str) -> float | None:
    if kind == "chance" and (percent := _PERCENT.fullmatch(plain)):
        return float(percent[1]) / 100
    if (fraction := _FRACTION.fullmatch(plain)) and int(fraction[2]):
        return int(fraction[1]) / int(fraction[2])
    if not _NUMBER.fullmatch(plain):
        return None
    return _in_percent(float(plain), kind)


def _in_percent(number: float, kind: str) -> float | None:
    """Return a number, or one over 1 as percent where a chance is asked for; None for one that is not finite."""
    if not isfinite(number):
        return None
    return number / 100 if kind == "chance" and number > 1 else number


def format_value(value: float, kind: str, reach: float = 0.01) -> str:
    """Return a chance as percent, or a mean as a number, with as many places as the `reach` of its interval justifies.

    >>> format_value(0.0982, "chance"), format_value(0.09821, "chance", 0.002)
    ('9.8 %', '9.82 %')
    >>> format_value(13.24, "mean"), format_value(-1, "mean", 9)
    ('13.24', '-1')
    >>> format_value(0.0000384, "chance", 0.00002)
    '0.0038 %'
    """
    if kind == "chance":
        number = f"{100 * value:.{_places(100 * reach)}f}"
        return phrase("chancelab.percent", number=number.rstrip("0").rstrip(".") if float(number) % 1 == 0 else number)
    number = f"{value:.{0 if reach >= 5 else 1 if reach >= 0.5 else 2}f}"
    return number.rstrip("0").rstrip(".") if "." in number else number


def _places(reach: float) -> int:
    """One for a reach of half a percent and more, two below; where a band is narrower still, two of its own figures."""
    if reach >= 0.05:
        return 1 if reach >= 0.5 else 2
    return 9 if reach <= 0 else min(9, 1 - floor(log10(reach)))


class Example(NamedTuple):
    """One trial that is open: its number, and the bar it belongs to."""

    number: int
    label: str


class Row(NamedTuple):
    """One estimate beside the result of the trials; None for values that are not known yet or may not be shown."""

    who: str
    estimate: float
    n: int
    seed: int
    trials: float | None
    low: float | None
    high: float | None
    inside: bool | None
    exact: float | None


class ChanceLabSession(Locked, traitlets.HasTraits):
    """One session: `n` of its `trials` have been run; run again, they give the same results.

    `answers` says whether the exact value may be shown, `reveals` whether it is shown now. Watch `changes`.

    >>> session = ChanceLabSession(GameTrials("block", "leader wins", seed=1))
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
    looked = traitlets.Int(None, allow_none=True)
    """The number of the earlier trial whose tiles are looked at; None for the last one."""
    voice = traitlets.Any(None)
    changes = traitlets.Int(0)

    def __init__(self, trials: Trials, *, answers: bool = True) -> None:
        self.trials, self.ledger = trials, Ledger(trials)
        self._solved: Solved | None = None
        self._has_solved = False
        self._begun = False
        self._hand: tuple[int, DealtHand | None] = -1, None
        super().__init__(answers=answers)

    @traitlets.observe("n", "guesses", "answers", "reveals", "example", "busy", "looked")
    def _count_change(self, _change: object) -> None:
        self.changes += 1

    # --- what is known

    @property
    def kind(self) -> str:
        """The kind of value that is asked for: a "chance" or a "mean"."""
        return self.trials.kind

    @property
    def tally(self) -> TrialCounts:
        """The counts of the trials so far."""
        return self.ledger.upto(self.n)

    @property
    def estimate(self) -> Estimate:
        """The estimate from the trials so far."""
        return self.ledger.estimate(self.n)

    @property
    def at(self) -> int:
        """The number of the trial whose tiles are shown, from 0; -1 before the first one."""
        return self.n - 1 if self.looked is None else min(self.looked, self.n - 1)

    @property
    def hand(self) -> DealtHand | None:
        """The hand dealt in the trial that is shown; no other is dealt anew, however many trials have been run."""
        if self.at < 0 or self.busy:
            return None
        if self._hand[0] != self.at:
            self._hand = self.at, self.trials.deal(self.at)
        return self._hand[1]

    @property
    def begun(self) -> bool:
        """True once a trial has been seen; after that nobody can make an estimate."""
        return self._begun

    @property
    def exact(self) -> Solved | None:
        """The exact value, if there is one and it may be shown now; it is worked out only then."""
        return self.solve() if self.answers and self.reveals else None

    def solve(self) -> Solved | None:
        """Return the exact value, for anybody who may see it; None if it cannot be known."""
        if not self._has_solved:
            self._solved, self._has_solved = self.trials.solve(), True
        return self._solved

    @property
    def stops(self) -> tuple[int, ...]:
        """The numbers of trials that the slider offers."""
        return tuple(stop for stop in STOPS if stop <= self.trials.most)

    # --- what is done

    def guess(self, text: str | float, who: str = "") -> None:
        """Keep an estimate. Raises NotationError for a text that is not a number, and after the first trial."""
        if self.begun:
            raise NotationError(phrase("chancelab.too_late"))
        made = Guess(who.strip()[:40], read_guess(text, self.kind))
        self.guesses = (*(guess for guess in self.guesses if guess.who != made.who), made)

    def go(self, n: int) -> None:
        """Run trials until there are `n`, or as many as are quick. Raises NotationError before an estimate."""
        self._need_guess()
        n = min(max(n, 0), self.trials.most)
        self._begun = self._begun or n > 0
        self.busy = self._waits(n) if n > self.n else ""
        try:
            with lend_lock(self):
                self.ledger.path(n)
        finally:
            self.n, self.looked = n, None
            self.busy = ""

    def after(self, n: int, seed: int | None = None) -> Estimate:
        """Return the estimate from the first `n` trials, whatever the lab shows now, with this seed or another.

        Raises NotationError before there is an estimate.
        """
        self._need_guess()
        if n > 0 and not self.begun:
            self._begun = True
            self.changes += 1
        ledger = self.ledger if seed is None else Ledger(self.trials.with_seed(seed))
        with lend_lock(self):
            return ledger.estimate(max(n, 0))

    def _need_guess(self) -> None:
        if not self.guesses:
            raise NotationError(phrase("chancelab.first_estimate"))

    def _waits(self, n: int) -> str:
        waits = getattr(self.trials, "waits", None)
        return "" if waits is None else str(waits(n))

    def reveal(self) -> None:
        """Show or hide the exact value; do nothing while answers are not allowed or before the first trial."""
        if not (self.answers and self.n):
            return
        if not self._has_solved and getattr(self.trials, "is_slow_to_solve", False):
            self.busy = "counting"
            try:
                with lend_lock(self):
                    self.solve()
            finally:
                self.busy = ""
        self.reveals = not self.reveals

    def look(self, by: int) -> None:
        """Look at the tiles of a trial before or after the one shown, as far as there are trials."""
        if self.n:
            self.looked = min(max(self.at + by, 0), self.n - 1)

    def open(self, keys: Sequence[int], label: str) -> None:
        """Open the first trial with one of these keys."""
        number = self.ledger.first(tuple(keys), self.n)
        if number is not None:
            self.example, self.looked = Example(number, label), number

    def reseed(self, seed: int) -> None:
        """Start again with another seed; the estimates stay."""
        self.trials = self.trials.with_seed(seed)
        self.ledger, self.example, self.looked, self.n = Ledger(self.trials), None, None, 0
        self._hand = -1, None
        self.changes += 1

    def rows(self) -> tuple[Row, ...]:
        """Return every estimate with the result of the trials; the exact value only if it is shown."""
        estimate, exact = self.estimate, self.exact
        value, low, high = (_finite(number) for number in (estimate.value, estimate.low, estimate.high))
        return tuple(Row(guess.name, guess.value, self.n, self.trials.seed, value, low, high,
                         estimate.covers(guess.value) if self.tally.among else None,
                         float(exact.value) if exact else None) for guess in self.guesses)

    @property
    def predictions(self) -> pd.DataFrame:
        """Return the same rows as a pandas table."""
        from domino_lab.io.dataframes import number_rows

        return number_rows(self.rows(), Row._fields)


def _finite(number: float) -> float | None:
    return number if isfinite(number) else None


def chance_lab_session(what: Any, *asked: Any, answers: bool = True, seed: int | None = None,
                       **how: Any) -> ChanceLabSession:
    """Return a session on a ruleset (`what` is asked of its hands), an event over holdings, or existing trials.

    An object with `trials` of its own, such as an exercise, gives the session those. What is None is left to the
    trials.
    """
    if isinstance(what, ChanceLabSession):
        return what
    trials = getattr(what, "trials", what)
    if hasattr(trials, "play") and hasattr(trials, "solve"):
        return ChanceLabSession(trials if seed is None else trials.with_seed(seed), answers=answers)
    makes = GameTrials if isinstance(what, str | Path | Ruleset) else HoldingTrials
    said = {name: value for name, value in {**how, "seed": seed}.items() if value is not None}
    return ChanceLabSession(makes(what, *asked, **said), answers=answers)
