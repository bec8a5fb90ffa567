"""Exercises: questions about chance with a check that gives its reason, and with different figures for every learner.

They work in any notebook, marked by nbgrader or not: `check` returns something that is true or false and says why. For
teachers: worked answers, answer keys, assignments for nbgrader, and the marked answers of a class.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from functools import cached_property, lru_cache
from hashlib import sha256
from itertools import takewhile
from math import ceil, floor, isfinite, log10, nan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from domino_lab.chance.estimates import Estimate
from domino_lab.chance.exercise_bank import BANK, KINDS, Kind
from domino_lab.chance.exercise_task import Dice, ExerciseTask, Looked, Sought
from domino_lab.chance.holding_events import Event
from domino_lab.chance.trials import DealtHand, HoldingTrials, Solved, TrialCounts, Trials
from domino_lab.core.actions import Play
from domino_lab.core.arguments import checked
from domino_lab.core.errors import ArgumentError, DominoError, NotationError, as_text, quote
from domino_lab.core.plain import plain, whole
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.io.spreadsheets import csv_rows, to_csv
from domino_lab.play.legal import legal
from domino_lab.play.timeline import Timeline
from domino_lab.rules.values import python_literal
from domino_lab.words import phrase
from domino_lab.words.escaping import as_markdown, code_span

if TYPE_CHECKING:
    import pandas as pd

_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(?!\d|,)")
_ENDLESS = re.compile(r"e[+-]?\d{4}|.{100}", re.IGNORECASE)
"""Texts that are not answers and might take for ever to convert."""


class Marked(NamedTuple):
    """The mark of an answer: whether it is `right`, and the `reason` in words; true if the answer is right."""

    right: bool
    reason: str

    @classmethod
    def wrong(cls, reason: str) -> Marked:
        """Return the mark of a wrong answer."""
        return cls(right=False, reason=reason)

    def __bool__(self) -> bool:
        return self.right

    def points(self, most: int = 1) -> int:
        """Return `most` for a right answer, or else 0: the last line of a cell that nbgrader marks."""
        return most if self.right else 0

    def __str__(self) -> str:
        return self.reason

    def _repr_markdown_(self) -> str:
        return f"**{phrase('exercises.yes' if self.right else 'exercises.no')}** {as_markdown(self.reason)}"


def number_of(given: object) -> Fraction | None:
    """Return the number in 0.25, Fraction(1, 4), "1/4", "25 %", or an estimate or answer with a `value`.

    Returns None for anything that is not a number.
    """
    is_ours = type(given).__module__.startswith("domino_lab.")  # A time of pandas has a `value`, too.
    given = plain(getattr(given, "value", given) if is_ours else given)
    if isinstance(given, str):
        return _read_number(given)
    if isinstance(given, bool):
        return None
    if isinstance(given, int | Fraction):
        # Within a fraction of numbers of numpy these would overflow.
        return Fraction(int(given.numerator), int(given.denominator))
    return Fraction(float(given)) if isinstance(given, float) and isfinite(given) else None


@lru_cache(maxsize=4096)
def _read_number(text: str) -> Fraction | None:
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
    """Return the tile of a text or a Tile; None for anything that is not a tile."""
    try:
        return Tile.of(given)  # type: ignore[arg-type]
    except ValueError:
        return None


_LONG = 40
_UNSAID = "__"
"""Stands for the answer in a worked answer of which only the sentences before it may be shown."""
_SENTENCE_END = re.compile(r"(?<=[.?!]) (?=[A-Z])")


class UnknownExerciseError(DominoError, LookupError):
    """No exercise, or no kind of exercise, has this name."""


Learner = Annotated[str, 'a name, as in learner="Ana"']


@checked
def exercise(name: str, *, learner: Learner | None = None, seed: int | None = None) -> Exercise:
    """Return an exercise of the bank by name, with the figures of one `learner`, or of a `seed`.

    Without either, everybody gets the same figures. Raises LookupError for an unknown name, NotationError for an
    invalid seed, and TypeError for a learner without a name.

    >>> dl.chance.exercise("a_double").check("90.2 %").right
    True
    """
    if learner and seed is not None:
        raise DominoError(phrase("exercises.both"))
    return _find(name, learner, seed)


def _find(name: str, learner: str | None, seed: int | None) -> Exercise:
    if name not in BANK:
        near = get_close_matches(str(name)[:40], BANK, n=3)
        raise UnknownExerciseError(phrase("exercises.unknown_near" if near else "exercises.unknown", name=quote(name),
                                          names=near))
    Shuffle(seed=seed or 0)
    return Exercise(name, seed_of(learner) if learner else seed or 0, learner or "")


@checked
def all_exercises(kind: Kind | None = None, *, learner: Learner | None = None) -> Exercises:
    """Return every exercise of the bank, or those of one kind (one of KINDS), from easy to hard.

    Raises LookupError for an unknown kind.

    >>> len(dl.chance.all_exercises()) >= 20
    True
    """
    if kind is not None and kind not in KINDS:
        raise UnknownExerciseError(phrase("exercises.unknown_kind", kind=quote(kind), kinds=KINDS))
    entries = (entry for entry in BANK.values() if kind in (None, entry.kind))
    return Exercises(exercise(entry.name, learner=learner) for entry in sorted(entries, key=lambda entry: entry.level))


def seed_of(learner: str) -> int:
    """Return the seed of a learner's name, whatever its case and the spaces around it; never 0."""
    if not isinstance(learner, str):
        raise ArgumentError(phrase("exercises.no_learner", learner=quote(learner)))
    return _seed_of(learner)


@lru_cache(maxsize=4096)
def _seed_of(learner: str) -> int:
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
        """The question, and the form of the answer.

        >>> print(exercise("own_tile").prompt)
        You are dealt 7 tiles from a double-six set. How likely is it that the 6-6 is one of them? Give a chance, ...
        """
        return f"{self.question} {phrase(f'exercises.wanted_{self.task.unit}')}"

    @property
    def question(self) -> str:
        """The question alone, for a form whose field names the form of the answer."""
        return phrase(f"exercises.{self.name}_prompt", **self.task.facts)

    @property
    def hint(self) -> str:
        """The first of the `hints`: what to look at."""
        return phrase(f"exercises.{self.name}_hint", **self.task.facts)

    @cached_property
    def hints(self) -> tuple[str, str, str]:
        """Three hints, none of which has the answer: what to look at, the first step, and half of the answer.

        >>> exercise("own_tile").hints[1:]
        ('You get 7 of the 28 tiles, and all tiles are alike.', 'So each tile is yours as often as any other.')
        """
        way = phrase(f"exercise_answers.{self.name}", **{**self.task.facts, "answer": _UNSAID})
        steps = list(takewhile(lambda sentence: _UNSAID not in sentence, _SENTENCE_END.split(way)))
        return self.hint, steps[0], " ".join(steps[1:]) or self._near_the_answer()

    def _near_the_answer(self) -> str:
        """The last hint where no step is left: numbers that the answer lies between, or two tiles to choose from."""
        value, _, error = self.task.solution
        if isinstance(value, tuple):
            assert self.looked is not None
            moves = legal(self.looked.timeline.upto(self.looked.step).state)
            other = next(move.tile for move in moves if isinstance(move, Play) and move.tile not in value)
            return phrase("exercises.one_of_two", tiles=sorted((value[0], other)))
        if value.denominator == 1:
            return phrase("exercises.between", low=max(value - 2, 0), high=value + 1)
        step = 10.0 ** floor(log10(abs(value)))
        low, high = floor((value - 2 * error) / step) * step, ceil((value + 2 * error) / step) * step
        return phrase("exercises.between", low=f"{low:g}", high=f"{high:g}")

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
        solution = self.task.solution
        return None if solution.error else solution

    def simulate(self, hands: int = 1000, *, seed: int | None = None) -> Estimate:
        """Estimate the answer from `hands` trials, by default with the seed of this learner."""
        count = whole(hands)
        if count is None or count < 1:
            raise DominoError(phrase("exercises.no_hands", hands=quote(hands)))
        trials = self.trials if seed is None else self.trials.with_seed(Shuffle(seed=seed).seed)
        return trials.estimate(trials.play(0, count))

    @cached_property
    def trials(self) -> Trials:
        """Trials of the question with the seed of this learner, as `dl.ChanceLab` runs them."""
        return _ExerciseTrials(self, Dice(self.seed, self.name).hands)

    def check(self, given: object) -> Marked:
        """Mark an answer, with the reason; for a wrong one it says what went wrong, but not the right answer.

        An answer is a number, a Fraction, a text such as "1/4" or "25 %", an estimate, or a tile if one is asked for.

        >>> exercise("own_tile").check(1 / 28).reason
        'That is the chance if you draw one tile. You are dealt 7.'
        """
        given = plain(given)
        if given is None or given is Ellipsis or (isinstance(given, str) and not given):
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
        off = {name: abs(number - slip) for name, slip in slips.items()}
        near = min(off, key=off.__getitem__, default=None)
        if near is not None and off[near] <= tolerance:
            return Marked.wrong(phrase(f"exercises.{self.name}_slip_{near}", **self.task.facts))
        return self._wrong("too_high" if number > wanted else "too_low")

    def _wrong(self, how: str) -> Marked:
        return Marked.wrong(f"{phrase(f'exercises.{how}')} {self.hint}")

    @property
    def line(self) -> str:
        """The line of Python that recreates this exercise.

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
    text = " ".join((given if isinstance(given, str) else quote(given)).split())
    return text if len(text) <= _LONG else f"{text[: _LONG - 3]}..."


class Exercises(tuple[Exercise, ...]):
    """Exercises that display as a list of their names, kinds, levels and titles."""

    def table(self) -> pd.DataFrame:
        """Return the list as a pandas table: exercise, kind, level, title.

        >>> list(all_exercises("hidden").table().columns)
        ['exercise', 'kind', 'level', 'title']
        """
        from domino_lab.io.dataframes import Printable

        rows = [(entry.name, entry.kind, entry.level, entry.title) for entry in self]
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
        self.most = self.inner.most
        self._asks_tile = exercise.task.unit == "tile"
        if self.derived:        # A chance from the trials is turned into what is asked for, such as a number of deals.
            self.kind = "chance" if exercise.task.unit == "chance" else "mean"
        # If a tile is asked for, the question is what can be tried instead.
        self.prompt = (self._asks_tile and self.inner.prompt) or exercise.prompt
        self.recipe = exercise.line

    # Trials of holdings look at deals to say what their bars are: only when they are asked.

    @cached_property
    def numeric(self) -> bool:
        return self.inner.numeric

    @cached_property
    def keys(self) -> tuple[int, ...]:
        return self.inner.keys

    @cached_property
    def bars_called(self) -> str:
        event = not self.numeric and self.exercise.event is not None and isinstance(self.inner, HoldingTrials)
        return phrase("exercises.came_out") if event else self.inner.bars_called

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

    def deal(self, number: int) -> DealtHand | None:
        return self.inner.deal(number)

    def waits(self, n: int) -> str:
        return self.inner.waits(n)

    def solve(self) -> Solved | None:
        if self._asks_tile:
            return self.inner.solve()
        answer = self.exercise.exact()
        return None if answer is None or isinstance(answer.value, tuple) else Solved(answer.value, answer.sums)

    def with_seed(self, seed: int) -> _ExerciseTrials:
        return _ExerciseTrials(self.exercise, seed)


LONG_NAME = 1_000  # with a denominator from here on, a table of answers shows the value alone


class Worked(NamedTuple):
    """The answer to an exercise: in short (`said`), its `solution`, and the steps in words."""

    title: str
    prompt: str
    said: str
    solution: Sought
    way: str

    @property
    def answer(self) -> Fraction | Tile:
        """A right answer."""
        value = self.solution.value
        return value[0] if isinstance(value, tuple) else value

    def __repr__(self) -> str:
        sums = "\n".join(self.solution.sums)
        return "\n".join(part for part in (self.title, self.prompt, self.said, self.way, sums) if part)

    def _repr_markdown_(self) -> str:
        title, prompt, said, way = map(as_markdown, (self.title, self.prompt, self.said, self.way))
        sums = "  \n".join(map(as_markdown, self.solution.sums))
        parts = f"**{title}**", prompt, said and f"**{said}**", way, sums
        return "\n\n".join(part for part in parts if part)


ExerciseLike = Annotated[str | Exercise, 'the name of an exercise, or one such as dl.chance.exercise("own_tile")']


@checked
def worked_answer(which: ExerciseLike, *, learner: Learner | None = None, seed: int | None = None) -> Worked:
    """Return the worked answer to an exercise, with the figures of a learner or of a seed.

    Raises LookupError for an unknown name.

    >>> dl.chance.worked_answer("shared_value").solution.value
    Fraction(7, 18)
    """
    chosen = which if isinstance(which, Exercise) else exercise(which, learner=learner, seed=seed)
    answer = _short_answer(chosen)
    way = phrase(f"exercise_answers.{chosen.name}", **{**chosen.task.facts, "answer": answer})
    return Worked(chosen.title, chosen.prompt, answer, chosen.task.solution, way)


def _short_answer(which: Exercise, *, narrow: bool = False) -> str:
    """Return the answer in one short text: a fraction with its value, a number with its error, or tiles.

    A fraction with a long name makes a column wider than a phone: `narrow` gives its value instead.
    """
    value, _, error = which.task.solution
    if isinstance(value, tuple):
        return phrase("general.list_or", first=", ".join(map(str, value[:-1])), last=str(value[-1])) \
            if len(value) > 1 else str(value[0])
    if error:
        places = max(0, -floor(log10(error)))
        return phrase("exercises.measured", value=f"{float(value):.{places}f}", error=f"{error:.{places}f}")
    rounded = f"{float(value):.4f}"
    if value.denominator >= (LONG_NAME if narrow else 10**9):
        return rounded
    return f"{value.numerator:,}" if value.denominator == 1 else phrase("exercises.exactly", fraction=value,
                                                                        value=rounded)


@checked
def answer_key(
    learners: Annotated[Sequence[str] | str, 'a list of names such as ["Ana", "Ben"], or one name'] = (),
    which: Annotated[Exercises, "exercises such as dl.chance.all_exercises()"] | None = None,
) -> pd.DataFrame:
    """Return the answers to some exercises (all by default) as a pandas table: exercises as rows, learners as columns.

    A row has the title that is on the learner's page.

    >>> dl.chance.answer_key(["Ana"], dl.chance.all_exercises("conditional")).shape[1]
    1
    """
    from domino_lab.io.dataframes import Printable, pd

    chosen = tuple(which or all_exercises())
    people: list[str | None] = [learners] if isinstance(learners, str) and learners else [*learners] or [None]
    columns = {person or phrase("exercises.everybody"):
               [_short_answer(exercise(each.name, learner=person), narrow=True) for each in chosen]
               for person in people}
    return Printable(columns, index=pd.Index([each.title for each in chosen], name="exercise"))


Cell = dict[str, object]

_KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}


@checked
def assignment(
    names: Annotated[Sequence[str] | str, 'a list of exercises such as ["own_tile"]'], *, title: str = "",
    points: int = 1, answers: bool = False,
) -> str:
    """Return the text of a notebook that sets these exercises: write it to a file that ends in .ipynb.

    Its cells are marked for nbgrader: questions and checks are locked, and each check is worth `points` points. The
    learner types a name, which fixes the figures. With `answers` it is the teacher's source: the answers are between
    the marks where nbgrader removes them. Raises LookupError for an unknown name.

    >>> ["BEGIN SOLUTION" in dl.chance.assignment(["own_tile"], answers=answers) for answers in (False, True)]
    [False, True]
    """
    names = (names,) if isinstance(names, str) else names
    cells = [_words("title", f"# {as_markdown(title or phrase('exercises.handout'))}"),
             _code("start", "import domino_lab as dl", locked=True), _words("who", phrase("exercises.handout_name")),
             _code("learner", _answer_cell("learner", '""', '"Ana"', answers=answers), solution=True)]
    for number, name in enumerate(names, 1):
        cells += _exercise(number, exercise(name).name, points=points, answers=answers)
    book = {"cells": cells, "metadata": {"kernelspec": _KERNEL, "language_info": {"name": "python"}},
            "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(book, indent=1, ensure_ascii=False) + "\n"


def _exercise(number: int, name: str, *, points: int, answers: bool) -> Iterator[Cell]:
    it = f"exercise_{number}"
    asked = f"{it} = dl.chance.exercise({python_literal(name)}, learner=learner)\n{it}"
    yield _code(f"asked-{number}", asked, locked=True)
    given = f"answer_{number}"
    worked = _answer_cell(given, "...", f"dl.chance.worked_answer({it}).answer", answers=answers)
    yield _code(f"answer-{number}", worked, solution=True)
    test = f"marked = {it}.check(answer_{number})\nprint(marked)\nassert marked, marked.reason"
    yield _code(f"check-{number}", test, locked=True, points=points)


def _answer_cell(name: str, blank: str, right: str, *, answers: bool) -> str:
    """The name with what a learner finds there, which the hand-out keeps; then the answer, which nbgrader removes."""
    solution = f"\n### BEGIN SOLUTION\n{name} = {right}\n### END SOLUTION" if answers else ""
    return f"{name} = {blank}{solution}"


def _words(name: str, text: str) -> Cell:
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": text}


def _code(name: str, text: str, *, locked: bool = False, solution: bool = False, points: int | None = None) -> Cell:
    marks: dict[str, object] = {"grade": points is not None, "grade_id": name, "locked": locked, "schema_version": 3,
                                "solution": solution, "task": False}
    if points is not None:
        marks["points"] = points
    return {"cell_type": "code", "execution_count": None, "id": name, "metadata": {"nbgrader": marks}, "outputs": [],
            "source": text}


class AnswerRow(NamedTuple):
    """One learner's answer to one exercise, with the estimate made before the trials.

    `figures_of` is the learner whose figures were used; otherwise, `seed` chose them. `right` is None if there is no
    answer yet; `tries` is the number of answers given.
    """

    learner: str
    exercise: str
    figures_of: str = ""
    seed: int = 0
    estimate: float | None = None
    trials: int = 0
    answer: str = ""
    right: bool | None = None
    tries: int = 0
    reason: str = ""


COLUMNS = AnswerRow._fields
_MOST_DIGITS = 18
Source = Annotated[
    str | Path | Mapping[str, Mapping[str, object]],
    'a file, or answers by learner and exercise, as in {"Ana": {"own_tile": "1/4"}}']


class ClassBook:
    """The answers of a class, each marked with the figures that its learner had. It displays as marks by learner."""

    def __init__(self, rows: Iterable[AnswerRow]) -> None:
        self.rows = tuple(rows)

    def table(self) -> pd.DataFrame:
        """Return a row for each learner and exercise.

        >>> class_book({"Ana": {"own_tile": "1/4"}}, seed=0).table().right.tolist()
        [True]
        """
        from domino_lab.io.dataframes import Printable

        return Printable(self.rows, columns=list(COLUMNS))

    def marks(self) -> pd.DataFrame:
        """Return a row for each learner, a column for each exercise with its title, and how many are right.

        >>> class_book({"Ana": {"own_tile": "1"}}, seed=0).marks().right.tolist()
        [0]
        """
        from domino_lab.io.dataframes import Printable, pd

        names, learners = (list(dict.fromkeys(column)) for column in (
            [row.exercise for row in self.rows], [row.learner for row in self.rows]))
        by_place = {(row.learner, row.exercise): row for row in self.rows}
        marks = {True: phrase("exercises.mark_right"), False: phrase("exercises.mark_wrong"), None: ""}
        cells = [[marks[by_place[who, name].right if (who, name) in by_place else None] for name in names]
                 for who in learners]
        table = Printable(cells, columns=[exercise(name).title for name in names],
                          index=pd.Index(learners, name="learner"))
        right = Counter(row.learner for row in self.rows if row.right)
        table["right"] = [right[who] for who in learners]
        return table

    def by_exercise(self) -> pd.DataFrame:
        """Return a row for each exercise: how many answered, how many were right, and the most frequent reason.

        >>> class_book({"Ana": {"own_tile": "1/28"}}, seed=0).by_exercise().often.tolist()
        ['That is the chance if you draw one tile. You are dealt 7.']
        """
        from domino_lab.io.dataframes import Printable

        rows = []
        for name in dict.fromkeys(row.exercise for row in self.rows):
            given = [row for row in self.rows if row.exercise == name and row.right is not None]
            wrong = [row.reason for row in given if not row.right]
            often = next((reason for reason, _ in Counter(wrong).most_common(1)), "")
            rows.append((exercise(name).title, len(given), len(given) - len(wrong), often))
        return Printable(rows, columns=["exercise", "answered", "right", "often"])

    def to_csv(self, path: str | Path | None = None) -> str:
        """Return all rows as CSV text, and write it to the file `path` if one is given.

        >>> class_book({"Ana": {"own_tile": "1/4"}}, seed=0).to_csv().splitlines()[0][:16]
        'learner,exercise'
        """
        return to_csv(self.table(), path, index=False, such="class.csv")

    def __repr__(self) -> str:
        return str(self.marks().to_string())

    def _repr_html_(self) -> str:
        return str(self.marks().to_html())


@checked
def class_book(*sources: Source, seed: int | None = None) -> ClassBook:
    """Return the answers of a class from files that exercise cards saved, or from answers by learner and exercise.

    Every answer is marked again, with the figures that belong to it: those of the learner, unless everybody had those
    of a `seed` (0 by default); a file says which. A learner's later answer replaces an earlier one. Raises RecordError
    for a missing or too large file, NotationError, with the line, for a file that no card saved and for answers that
    are not given by learner and exercise, and LookupError for an unknown exercise.

    >>> dl.chance.class_book({"Ana": {"own_tile": "1/4"}, "Ben": {"own_tile": "1/28"}}, seed=0).marks().right.tolist()
    [1, 0]
    """
    rows = [row for source in sources
            for row in (_answer_rows(source, seed) if isinstance(source, Mapping) else _file_rows(source))]
    return ClassBook({(row.learner, row.exercise): row for row in rows}.values())


def _mark(row: AnswerRow) -> AnswerRow:
    """Return the row with its answer marked again, with the figures of its learner or its seed."""
    asked = _find(row.exercise, row.figures_of or None, None if row.figures_of else row.seed)
    if not row.answer:
        return row._replace(right=None, reason="")
    marked = asked.check(row.answer)
    return row._replace(right=marked.right, reason=marked.reason)


def _answer_rows(answers: Mapping[str, Mapping[str, object]], seed: int | None) -> Iterable[AnswerRow]:
    for learner, given in answers.items():
        if not isinstance(given, Mapping):
            raise NotationError(phrase("exercises.no_answers", given=quote(dict(answers))))
        owner = learner if seed is None else ""
        for name, answer in given.items():
            yield _mark(AnswerRow(learner, name, owner, seed or 0, answer=as_text(plain(answer)), tries=1))


def _file_rows(path: str | Path) -> Iterable[AnswerRow]:
    if not isinstance(path, str | Path):
        raise NotationError(phrase("exercises.no_answers", given=quote(path)))
    for number, cells in csv_rows(path, COLUMNS):
        try:
            yield _mark(AnswerRow(
                cells["learner"], cells["exercise"], cells["figures_of"], _whole(cells, "seed"), _estimate(cells),
                _whole(cells, "trials"), cells["answer"], tries=_whole(cells, "tries")))
        except (LookupError, ValueError) as error:
            raise NotationError(f"{Path(path).name}, line {number}: {error}") from None


def _whole(cells: Mapping[str, str], column: str) -> int:
    text = cells[column].strip() or "0"
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        raise NotationError(f"{column} = {quote(text)} is not a whole number from 0 up")
    return int(text)


def _estimate(cells: Mapping[str, str]) -> float | None:
    """Read the estimate, also with a decimal comma as spreadsheets write it in some countries."""
    text = cells["estimate"].strip()
    try:
        number = float(text.replace(",", ".")) if text else None
    except ValueError:
        number = nan
    if number is not None and not isfinite(number):
        raise NotationError(f"estimate = {quote(text)} is not a number")
    return number
