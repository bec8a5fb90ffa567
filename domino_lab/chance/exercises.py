"""Exercises: questions about chance with a check that gives its reason, and figures of its own for every learner.

They stand in any notebook, marked by nbgrader or not: `check` gives something that is true or false and says why. What
is right, and the way there, is kept apart in `chance.classroom`.
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
from typing import Any, NamedTuple

from domino_lab.arguments import checked
from domino_lab.chance.bank import BANK
from domino_lab.chance.bank.task import KINDS, Dice, ExerciseTask, Looked, Sought
from domino_lab.chance.estimates import Estimate
from domino_lab.chance.holding_events import Event
from domino_lab.chance.holding_trials import HoldingTrials
from domino_lab.chance.trials import Solved, TrialCounts
from domino_lab.errors import ArgumentError, DominoError, shown
from domino_lab.escaping import as_markdown, code_span
from domino_lab.play.timeline import Timeline
from domino_lab.rules.values import python_literal
from domino_lab.shuffle import Shuffle
from domino_lab.tiles import Tile
from domino_lab.words import phrase

_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(?!\d|,)")
_ENDLESS = re.compile(r"e[+-]?\d{4}|.{100}", re.IGNORECASE)
"""What is no answer and might take for ever to write out."""


class Marked(NamedTuple):
    """Whether an answer is `right`, and the `reason` in words; it counts as true where it is right."""

    right: bool
    reason: str

    @classmethod
    def yes(cls, reason: str) -> Marked:
        """A right answer."""
        return cls(right=True, reason=reason)

    @classmethod
    def no(cls, reason: str) -> Marked:
        """A wrong answer."""
        return cls(right=False, reason=reason)

    def __bool__(self) -> bool:
        return self.right

    def points(self, most: int = 1) -> int:
        """So many points for a right answer, else 0: the last line of a cell that nbgrader marks."""
        return most if self.right else 0

    def __str__(self) -> str:
        return self.reason

    def _repr_markdown_(self) -> str:
        return f"**{phrase('exercises.yes' if self.right else 'exercises.no')}** {as_markdown(self.reason)}"


def number_of(given: object) -> Fraction | None:
    """The number that somebody means: 0.25, Fraction(1, 4), "1/4", "25 %", or an estimate or answer with a `value`.

    None for what is no number.
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
    # In "1,184,040" commas part thousands; in "0,25" the comma is what others write as a point.
    bare = bare.replace(",", "" if _THOUSANDS.match(bare) else ".")
    percent = bare.endswith("%")
    if _ENDLESS.search(bare):
        return None
    try:
        return Fraction(bare.rstrip("%")) / (100 if percent else 1)
    except (ValueError, ZeroDivisionError):
        return None


def tile_of(given: object) -> Tile | None:
    """The tile that somebody means; None for what is no tile."""
    try:
        return Tile.of(given)  # type: ignore[arg-type]
    except ValueError:
        return None


_LONG = 40


class UnknownExerciseError(DominoError, LookupError):
    """The name of an exercise, or of a kind of them, that is not there."""


@checked
def exercise(name: str, *, learner: str | None = None, seed: int | None = None) -> Exercise:
    """An exercise of the bank by name, with the figures of one `learner`, or of a `seed`.

    Without either everybody has the same figures. Raises LookupError for a name that is not there, NotationError for a
    seed that is none, and TypeError for a learner without a name.

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
    """Every exercise of the bank, or those of one kind (one of KINDS), from easy to hard.

    Raises LookupError for a kind that is not there.

    >>> len(all_exercises()) >= 20
    True
    """
    if kind is not None and kind not in KINDS:
        raise UnknownExerciseError(phrase("exercises.unknown_kind", kind=shown(kind), kinds=KINDS))
    found = (entry for entry in BANK.values() if kind in (None, entry.kind))
    return Exercises(exercise(entry.name, learner=learner) for entry in sorted(found, key=lambda entry: entry.level))


def seed_of(learner: str) -> int:
    """The seed that belongs to a learner's name, whatever the case and the blanks around it; never 0."""
    if not isinstance(learner, str):
        raise ArgumentError(phrase("exercises.no_learner", learner=shown(learner)))
    plain = " ".join(learner.casefold().split())
    return 1 + int.from_bytes(sha256(plain.encode(errors="surrogatepass")).digest()[:4], "big")


@dataclass(frozen=True, repr=False)
class Exercise:
    """One question for one learner. It displays as its question, and says nothing of the answer.

    >>> exercise("a_double").title
    'A double among your tiles'
    """

    name: str
    seed: int = 0
    learner: str = ""

    @cached_property
    def task(self) -> ExerciseTask:
        """What stands behind the question, with the figures of this learner."""
        return BANK[self.name].make(Dice(self.seed, self.name))

    @property
    def kind(self) -> str:
        """What it is about: one of KINDS.

        >>> exercise("a_double").kind
        'holdings'
        """
        return BANK[self.name].kind

    @property
    def level(self) -> int:
        """How hard it is, 1 to 5.

        >>> exercise("a_double").level
        1
        """
        return BANK[self.name].level

    @property
    def title(self) -> str:
        """Its name in words.

        >>> exercise("own_tile").title
        'A tile you wish for'
        """
        return phrase(f"exercises.{self.name}_title", **self.task.facts)

    @property
    def prompt(self) -> str:
        """What is asked, and in which form the answer is wanted.

        >>> print(exercise("own_tile").prompt)
        You are dealt 7 tiles of a double-six set. How likely is it that the 6-6 is one of them? Give a chance, ...
        """
        asked = phrase(f"exercises.{self.name}_prompt", **self.task.facts)
        return f"{asked} {phrase(f'exercises.wanted_{self.task.unit}')}"

    @property
    def hint(self) -> str:
        """A first step.

        >>> exercise("own_tile").hint.startswith("All 28 tiles")
        True
        """
        return phrase(f"exercises.{self.name}_hint", **self.task.facts)

    @property
    def event(self) -> Event | None:
        """What is asked about, as an event for `exact`; None where it is no event of a holding.

        >>> str(exercise("own_tile").event)
        'the 6-6 is there'
        """
        return self.task.event

    @property
    def given(self) -> Event | None:
        """What is known already, as an event; None where nothing is.

        >>> str(exercise("named_double").given)
        'the 6-6 is there'
        """
        return self.task.given

    @property
    def looked(self) -> Looked | None:
        """The hand it is about, with the step; None where it is about no one hand.

        >>> exercise("own_tile").looked is None
        True
        """
        return self.task.looked

    def exact(self) -> Sought | None:
        """The exact value with its sums; None where it can only be measured.

        >>> exercise("own_tile").exact().value
        Fraction(1, 4)
        """
        found = self.task.solution
        return found if found.is_exact else None

    def simulate(self, hands: int = 1000, *, seed: int | None = None) -> Estimate:
        """The answer estimated from `hands` trials, with the seed of this learner where no other is given.

        >>> exercise("own_tile").simulate(2000, seed=1).covers(0.25)
        True
        """
        if not isinstance(hands, int) or hands < 1:
            raise DominoError(phrase("exercises.no_hands", hands=shown(hands)))
        Shuffle(seed=seed or 0)
        trials = self.trials if seed is None else self.trials.seeded(seed)
        return trials.estimate(trials.play(0, hands))

    @cached_property
    def trials(self) -> ExerciseTrials:
        """What can be tried, again and again, with the seed of this learner: `dl.ChanceLab` takes the exercise.

        >>> exercise("own_tile").trials.play(0, 100).trials
        100
        """
        return ExerciseTrials(self, Dice(self.seed, self.name).hands)

    def check(self, given: object) -> Marked:
        """Whether an answer is right, and the reason; a wrong one is told what went wrong, not what is right.

        A number, a Fraction, a text such as "1/4" or "25 %", an estimate; a tile where one is asked for.

        >>> exercise("own_tile").check(1 / 28).reason
        'That is the chance for one tile that you draw. You are dealt 7.'
        """
        if given is None or given is Ellipsis or given == "":
            return Marked.no(phrase("exercises.nothing"))
        if isinstance(given, Exercise):
            return Marked.no(phrase("exercises.question"))
        if self.task.unit == "tile":
            return self._check_tile(given)
        number = number_of(given)
        if number is None:
            return Marked.no(phrase("exercises.not_a_number", given=_short(given)))
        return self._check_number(number)

    def _check_tile(self, given: object) -> Marked:
        tile, wanted = tile_of(given), self.task.solution.value
        assert isinstance(wanted, tuple)
        if tile is None:
            return Marked.no(phrase("exercises.not_a_tile", given=_short(given)))
        return Marked.yes(phrase("exercises.right")) if tile in wanted else self._wrong("other_tile")

    def _check_number(self, number: Fraction) -> Marked:
        wanted, tolerance = self.task.solution.value, self.task.allowed
        assert isinstance(wanted, Fraction)
        if self.task.unit == "chance" and not 0 <= number <= 1:
            return Marked.no(phrase("exercises.percent" if 1 < number <= 100 else "exercises.no_chance"))
        if abs(number - wanted) <= tolerance:
            return Marked.yes(self._right(exactly=number == wanted))
        slips = self.task.misses
        near = min(slips, key=lambda name: abs(number - slips[name]), default=None)
        if near is not None and abs(number - slips[near]) <= tolerance:
            return Marked.no(phrase(f"exercises.{self.name}_slip_{near}", **self.task.facts))
        return self._wrong("too_high" if number > wanted else "too_low")

    def _right(self, *, exactly: bool) -> str:
        if exactly:
            return phrase("exercises.right")
        return phrase("exercises.close", tolerance=f"{float(self.task.allowed):.2g}")

    def _wrong(self, how: str) -> Marked:
        return Marked.no(f"{phrase(f'exercises.{how}')} {self.hint}")

    @property
    def line(self) -> str:
        """The line of Python that gives this exercise again.

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
    """An answer in a sentence that says what is wrong with it: one line, and not all of a long one."""
    said = " ".join((given if isinstance(given, str) else shown(given)).split())
    return said if len(said) <= _LONG else f"{said[: _LONG - 3]}..."


class Exercises(tuple[Exercise, ...]):
    """Some exercises; they display as a list of their names, kinds, levels and titles.

    >>> Exercises([exercise("own_tile")]).table().loc[0, "exercise"]
    'own_tile'
    """

    def table(self) -> Any:
        """The list as a pandas table: exercise, kind, level, title.

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


class ExerciseTrials:
    """The trials of an exercise with a seed: its question, what comes out, and its exact value where it has one."""

    def __init__(self, exercise: Exercise, seed: int) -> None:
        self.exercise, self.seed = exercise, seed
        self._tried = exercise.task.trials(seed)
        self.kind, self.numeric = self._tried.kind, self._tried.numeric
        self._own = exercise.task.unit == "tile"

    @property
    def derived(self) -> bool:
        """Whether the answer is worked out from the trials, and is neither their share nor their mean."""
        return self.exercise.task.reads is not None

    @property
    def most(self) -> int:
        """So many trials at most."""
        return self._tried.most

    @property
    def prompt(self) -> str:
        """What is asked; where the exercise asks for a tile, what can be tried instead."""
        own = str(getattr(self._tried, "prompt", "")) if self._own else ""
        return own or self.exercise.prompt

    @property
    def recipe(self) -> str:
        """What one types between the brackets."""
        return self.exercise.line

    def __repr__(self) -> str:
        return f"<ExerciseTrials: {self.recipe}, seed {self.seed}>"

    @property
    def keys(self) -> tuple[int, ...]:
        """The bars that are always shown."""
        return self._tried.keys

    @property
    def bars_called(self) -> str:
        """What the bars count."""
        event = not self.numeric and self.exercise.event is not None and isinstance(self._tried, HoldingTrials)
        return phrase("exercises.came_out") if event else self._tried.bars_called

    def play(self, first: int, count: int) -> TrialCounts:
        """The trials from number `first` on."""
        return self._tried.play(first, count)

    def estimate(self, tally: TrialCounts) -> Estimate:
        """The answer that some trials point to."""
        reads = self.exercise.task.reads
        if reads is not None:
            return reads(tally)
        if self.kind == "chance":
            return Estimate.share(tally.total, tally.among)
        return Estimate.mean(tally.total, tally.squares, tally.among)

    def label(self, key: int) -> str:
        """What a bar is called."""
        return self._tried.label(key)

    def counts(self, key: int) -> bool:
        """Whether what is asked about happens there."""
        return self._tried.counts(key)

    def timeline(self, number: int) -> Timeline | None:
        """Trial `number` as a hand; None where it is no hand."""
        return self._tried.timeline(number)

    def told(self, number: int) -> str:
        """Trial `number` in a sentence, where it is no hand."""
        tell = getattr(self._tried, "told", None)
        return "" if tell is None else str(tell(number))

    def waits(self, n: int) -> str:
        """What `n` trials have to wait for, as `GameTrials.waits` says it."""
        waits = getattr(self._tried, "waits", None)
        return "" if waits is None else str(waits(n))

    def solve(self) -> Solved | None:
        """The exact value with its sums; None where it can only be measured."""
        if self._own:
            return self._tried.solve()
        found = self.exercise.exact()
        return None if found is None or isinstance(found.value, tuple) else Solved(found.value, found.sums)

    def seeded(self, seed: int) -> ExerciseTrials:
        """The same question with another seed."""
        return ExerciseTrials(self.exercise, seed)
