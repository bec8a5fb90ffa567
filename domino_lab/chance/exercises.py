"""Exercises: questions about chance with a check that gives its reason, and figures of their own for every learner.

They work in any notebook, marked by nbgrader or not: `check` returns something that is true or false and says why. The
right answers, and the way there, are kept apart in `chance.classroom`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from math import isfinite
from numbers import Rational, Real
from typing import TYPE_CHECKING, NamedTuple

from domino_lab.arguments import checked
from domino_lab.chance.estimates import Estimate
from domino_lab.chance.exercise_bank import BANK, KINDS, Dice, ExerciseTask, Looked, Sought
from domino_lab.chance.holding_events import Event
from domino_lab.chance.trials import HoldingTrials, Solved, TrialCounts, Trials
from domino_lab.errors import ArgumentError, DominoError, shown
from domino_lab.escaping import as_markdown, code_span
from domino_lab.play.timeline import Timeline
from domino_lab.rules.values import python_literal
from domino_lab.shuffle import Shuffle
from domino_lab.tiles import Tile
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd

_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(?!\d|,)")
_ENDLESS = re.compile(r"e[+-]?\d{4}|.{100}", re.IGNORECASE)
"""Texts that are not answers and might take for ever to convert."""


class Marked(NamedTuple):
    """Says if an answer is `right`, and the `reason` in words; it counts as true if it is right."""

    right: bool
    reason: str

    @classmethod
    def wrong(cls, reason: str) -> Marked:
        """Return the mark of a wrong answer."""
        return cls(right=False, reason=reason)

    def __bool__(self) -> bool:
        return self.right

    def points(self, most: int = 1) -> int:
        """Return `most` for a right answer, else 0: the last line of a cell that nbgrader marks."""
        return most if self.right else 0

    def __str__(self) -> str:
        return self.reason

    def _repr_markdown_(self) -> str:
        return f"**{phrase('exercises.yes' if self.right else 'exercises.no')}** {as_markdown(self.reason)}"


def number_of(given: object) -> Fraction | None:
    """Return the number meant by 0.25, Fraction(1, 4), "1/4", "25 %", or an estimate or answer with a `value`.

    Returns None for anything that is not a number.
    """
    given = getattr(given, "value", given)
    if isinstance(given, str):
        return _written(given)
    if isinstance(given, bool):
        return None
    if isinstance(given, Rational):
        return Fraction(given)
    return Fraction(float(given)) if isinstance(given, Real) and isfinite(given) else None


def _written(text: str) -> Fraction | None:
    bare = "".join(text.split())
    # In "1,184,040" commas separate thousands; in "0,25" the comma is a decimal point.
    bare = bare.replace(",", "" if _THOUSANDS.match(bare) else ".")
    percent = bare.endswith("%")
    if _ENDLESS.search(bare):
        return None
    try:
        return Fraction(bare.rstrip("%")) / (100 if percent else 1)
    except (ValueError, ZeroDivisionError):
        return None


def tile_of(given: object) -> Tile | None:
    """Return the tile meant; None for anything that is not a tile."""
    try:
        return Tile.of(given)  # type: ignore[arg-type]
    except ValueError:
        return None


_LONG = 40


class UnknownExerciseError(DominoError, LookupError):
    """The name of an exercise, or of a kind of them, that does not exist."""


@checked
def exercise(name: str, *, learner: str | None = None, seed: int | None = None) -> Exercise:
    """Return an exercise of the bank by name, with the figures of one `learner`, or of a `seed`.

    Without either, everybody has the same figures. Raises LookupError for an unknown name, NotationError for an invalid
    seed, and TypeError for a learner without a name.

    >>> exercise("a_double").check("90.2 %").right
    True
    """
    if learner and seed is not None:
        raise DominoError(phrase("exercises.both"))
    if name not in BANK:
        near = get_close_matches(str(name)[:40], BANK, n=3)
        raise UnknownExerciseError(phrase("exercises.unknown_near" if near else "exercises.unknown", name=shown(name),
                                          names=near))
    Shuffle(seed=seed or 0)
    return Exercise(name, seed_of(learner) if learner else seed or 0, learner or "")


@checked
def all_exercises(kind: str | None = None, *, learner: str | None = None) -> Exercises:
    """Return every exercise of the bank, or those of one kind (one of KINDS), from easy to hard.

    Raises LookupError for an unknown kind.

    >>> len(all_exercises()) >= 20
    True
    """
    if kind is not None and kind not in KINDS:
        raise UnknownExerciseError(phrase("exercises.unknown_kind", kind=shown(kind), kinds=KINDS))
    found = (entry for entry in BANK.values() if kind in (None, entry.kind))
    return Exercises(exercise(entry.name, learner=learner) for entry in sorted(found, key=lambda entry: entry.level))


def seed_of(learner: str) -> int:
    """Return the seed of a learner's name, whatever its case and the spaces around it; never 0."""
    if not isinstance(learner, str):
        raise ArgumentError(phrase("exercises.no_learner", learner=shown(learner)))
    plain = " ".join(learner.casefold().split())
    return 1 + int.from_bytes(sha256(plain.encode(errors="surrogatepass")).digest()[:4], "big")


@dataclass(frozen=True, repr=False)
class Exercise:
    """One question for one learner. It displays as its question, without the answer."""

    name: str
    seed: int = 0
    learner: str = ""

    @cached_property
    def task(self) -> ExerciseTask:
        """The figures of this learner, and the answer."""
        return BANK[self.name].make(Dice(self.seed, self.name))

    @property
    def kind(self) -> str:
        """The subject: one of KINDS."""
        return BANK[self.name].kind

    @property
    def level(self) -> int:
        """The difficulty, 1 to 5."""
        return BANK[self.name].level

    @property
    def title(self) -> str:
        """The name in words."""
        return phrase(f"exercises.{self.name}_title", **self.task.facts)

    @property
    def prompt(self) -> str:
        """The question, and the form in which the answer is wanted.

        >>> print(exercise("own_tile").prompt)
        You are dealt 7 tiles from a double-six set. How likely is it that the 6-6 is one of them? Give a chance, ...
        """
        asked = phrase(f"exercises.{self.name}_prompt", **self.task.facts)
        return f"{asked} {phrase(f'exercises.wanted_{self.task.unit}')}"

    @property
    def hint(self) -> str:
        """A first step."""
        return phrase(f"exercises.{self.name}_hint", **self.task.facts)

    @property
    def event(self) -> Event | None:
        """The event asked about, for `exact`; None if it is not an event of a holding."""
        return self.task.event

    @property
    def given(self) -> Event | None:
        """The event that is known already; None if nothing is."""
        return self.task.given

    @property
    def looked(self) -> Looked | None:
        """The hand it is about, with the step; None if it is not about one hand."""
        return self.task.looked

    def exact(self) -> Sought | None:
        """Return the exact value with its sums; None if it can only be measured.

        >>> exercise("own_tile").exact().value
        Fraction(1, 4)
        """
        found = self.task.solution
        return None if found.error else found

    def simulate(self, hands: int = 1000, *, seed: int | None = None) -> Estimate:
        """Estimate the answer from `hands` trials, by default with the seed of this learner."""
        if not isinstance(hands, int) or hands < 1:
            raise DominoError(phrase("exercises.no_hands", hands=shown(hands)))
        Shuffle(seed=seed or 0)
        trials = self.trials if seed is None else self.trials.seeded(seed)
        return trials.estimate(trials.play(0, hands))

    @cached_property
    def trials(self) -> Trials:
        """Trials of the question with the seed of this learner: `dl.ChanceLab` takes the exercise."""
        return _ExerciseTrials(self, Dice(self.seed, self.name).hands)

    def check(self, given: object) -> Marked:
        """Mark an answer, with the reason; for a wrong one it says what went wrong, not what is right.

        An answer is a number, a Fraction, a text such as "1/4" or "25 %", an estimate, or a tile if one is asked for.

        >>> exercise("own_tile").check(1 / 28).reason
        'That is the chance if you draw one tile. You are dealt 7.'
        """
        if given is None or given is Ellipsis or given == "":
            return Marked.wrong(phrase("exercises.nothing"))
        if isinstance(given, Exercise):
            return Marked.wrong(phrase("exercises.question"))
        if self.task.unit == "tile":
            return self._check_tile(given)
        number = number_of(given)
        if number is None:
            return Marked.wrong(phrase("exercises.not_a_number", given=_short(given)))
        return self._check_number(number)

    def _check_tile(self, given: object) -> Marked:
        tile, wanted = tile_of(given), self.task.solution.value
        assert isinstance(wanted, tuple)
        if tile is None:
            return Marked.wrong(phrase("exercises.not_a_tile", given=_short(given)))
        return Marked(right=True, reason=phrase("exercises.right")) if tile in wanted else self._wrong("other_tile")

    def _check_number(self, number: Fraction) -> Marked:
        wanted, tolerance = self.task.solution.value, self.task.allowed
        assert isinstance(wanted, Fraction)
        if self.task.unit == "chance" and not 0 <= number <= 1:
            return Marked.wrong(phrase("exercises.percent" if 1 < number <= 100 else "exercises.no_chance"))
        if abs(number - wanted) <= tolerance:
            close = phrase("exercises.close", tolerance=f"{float(tolerance):.2g}")
            return Marked(right=True, reason=phrase("exercises.right") if number == wanted else close)
        slips = self.task.misses
        near = min(slips, key=lambda name: abs(number - slips[name]), default=None)
        if near is not None and abs(number - slips[near]) <= tolerance:
            return Marked.wrong(phrase(f"exercises.{self.name}_slip_{near}", **self.task.facts))
        return self._wrong("too_high" if number > wanted else "too_low")

    def _wrong(self, how: str) -> Marked:
        return Marked.wrong(f"{phrase(f'exercises.{how}')} {self.hint}")

    @property
    def line(self) -> str:
        """The line of Python that makes this exercise again.

        >>> exercise("own_tile", learner="Ana").line
        'dl.chance.exercise("own_tile", learner="Ana")'
        """
        who = f", seed={self.seed}" if self.seed else ""
        who = f", learner={python_literal(self.learner)}" if self.learner else who
        return f"dl.chance.exercise({python_literal(self.name)}{who})"

    def __repr__(self) -> str:
        return f"{self.title}\n{self.prompt}\n{self.line}"

    def _repr_markdown_(self) -> str:
        return f"**{as_markdown(self.title)}**\n\n{as_markdown(self.prompt)}\n\n{code_span(self.line)}"


def _short(given: object) -> str:
    """Return an answer as one line, cut if it is long, for a sentence that says what is wrong with it."""
    text = " ".join((given if isinstance(given, str) else shown(given)).split())
    return text if len(text) <= _LONG else f"{text[: _LONG - 3]}..."


class Exercises(tuple[Exercise, ...]):
    """Exercises that display as a list of their names, kinds, levels and titles."""

    def table(self) -> pd.DataFrame:
        """Return the list as a pandas table: exercise, kind, level, title.

        >>> list(all_exercises("hidden").table().columns)
        ['exercise', 'kind', 'level', 'title']
        """
        from domino_lab.dataframes import Printable

        rows = [(one.name, one.kind, one.level, one.title) for one in self]
        return Printable(rows, columns=["exercise", "kind", "level", "title"])

    def __repr__(self) -> str:
        return str(self.table().to_string(index=False))

    def _repr_html_(self) -> str:
        return str(self.table().to_html(index=False))


class _ExerciseTrials(Trials):
    """The question and the answer of an exercise, with the outcomes of the trials of its task."""

    def __init__(self, exercise: Exercise, seed: int) -> None:
        self.exercise, self.seed = exercise, seed
        self.inner = exercise.task.trials(seed)
        self.kind, self.derived = self.inner.kind, exercise.task.reads is not None
        self.numeric, self.most, self.keys = self.inner.numeric, self.inner.most, self.inner.keys
        self._asks_tile = exercise.task.unit == "tile"
        # If a tile is asked for, the question is what can be tried instead.
        self.prompt = (self._asks_tile and self.inner.prompt) or exercise.prompt
        self.recipe = exercise.line
        event = not self.numeric and exercise.event is not None and isinstance(self.inner, HoldingTrials)
        self.bars_called = phrase("exercises.came_out") if event else self.inner.bars_called

    def __repr__(self) -> str:
        return f"<ExerciseTrials: {self.recipe}, seed {self.seed}>"

    def play(self, first: int, count: int) -> TrialCounts:
        return self.inner.play(first, count)

    def estimate(self, tally: TrialCounts) -> Estimate:
        reads = self.exercise.task.reads
        return super().estimate(tally) if reads is None else reads(tally)

    def label(self, key: int) -> str:
        return self.inner.label(key)

    def counts(self, key: int) -> bool:
        return self.inner.counts(key)

    def timeline(self, number: int) -> Timeline | None:
        return self.inner.timeline(number)

    def describe(self, number: int) -> str:
        return self.inner.describe(number)

    def waits(self, n: int) -> str:
        return self.inner.waits(n)

    def solve(self) -> Solved | None:
        if self._asks_tile:
            return self.inner.solve()
        found = self.exercise.exact()
        return None if found is None or isinstance(found.value, tuple) else Solved(found.value, found.sums)

    def seeded(self, seed: int) -> _ExerciseTrials:
        return _ExerciseTrials(self.exercise, seed)
