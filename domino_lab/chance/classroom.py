"""Classroom: worked answers, answer keys, assignments for nbgrader, and the marked answers of a class.

These are kept apart from `chance.exercises`, so that nothing a learner is shown contains an answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import floor, isfinite, log10, nan
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from domino_lab.arguments import checked
from domino_lab.chance.exercise_bank import Sought
from domino_lab.chance.exercises import Exercise, Exercises, all_exercises, exercise
from domino_lab.errors import NotationError, shown, written
from domino_lab.escaping import as_markdown
from domino_lab.rules.values import python_literal
from domino_lab.spreadsheets import csv_rows, to_csv
from domino_lab.tiles import Tile
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd


LONG_NAME = 1_000  # with a denominator from here on, a table of answers shows the value alone


class Worked(NamedTuple):
    """The answer to an exercise: in short (`said`), its `solution`, and the way there in words."""

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


@checked
def worked_answer(which: str | Exercise, *, learner: str | None = None, seed: int | None = None) -> Worked:
    """Return the worked answer to an exercise, with the figures of a learner or of a seed.

    Raises LookupError for an unknown name.

    >>> worked_answer("shared_value").solution.value
    Fraction(7, 18)
    """
    found = which if isinstance(which, Exercise) else exercise(which, learner=learner, seed=seed)
    answer = _short_answer(found)
    way = phrase(f"exercise_answers.{found.name}", **{**found.task.facts, "answer": answer})
    return Worked(found.title, found.prompt, answer, found.task.solution, way)


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
def answer_key(learners: Sequence[str] | str = (), which: Exercises | None = None) -> pd.DataFrame:
    """Return the answers to some exercises (all by default) as a pandas table: a row an exercise, a column a learner.

    A row has the title that is on the learner's page.

    >>> answer_key(["Ana"], all_exercises("conditional")).shape[1]
    1
    """
    import pandas as pd

    from domino_lab.dataframes import Printable

    chosen = tuple(which or all_exercises())
    people: list[str | None] = [learners] if isinstance(learners, str) and learners else [*learners] or [None]
    columns = {person or phrase("exercises.everybody"):
               [_short_answer(exercise(one.name, learner=person), narrow=True) for one in chosen] for person in people}
    return Printable(columns, index=pd.Index([one.title for one in chosen], name="exercise"))


Cell = dict[str, object]

_KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}


@checked
def assignment(names: Sequence[str] | str, *, title: str = "", points: int = 1, answers: bool = False) -> str:
    """Return the text of a notebook that sets these exercises: write it to a file that ends in .ipynb.

    Its cells are marked for nbgrader: questions and checks are locked, and each check is worth so many `points`. The
    learner types a name, which fixes the figures. With `answers` it is the teacher's source: the answers are between
    the marks where nbgrader removes them. Raises LookupError for an unknown name.

    >>> "BEGIN SOLUTION" in assignment(["own_tile"]), "BEGIN SOLUTION" in assignment(["own_tile"], answers=True)
    (False, True)
    """
    names = (names,) if isinstance(names, str) else names
    cells = [_words("title", f"# {as_markdown(title or phrase('exercises.handout'))}"),
             _code("start", "import domino_lab as dl", locked=True), _words("who", phrase("exercises.handout_name")),
             _code("learner", _solution("learner", '"Ana"') if answers else 'learner = ""', solution=True)]
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
    worked = _solution(given, f"dl.chance.worked_answer({it}).answer") if answers else f"{given} = ..."
    yield _code(f"answer-{number}", worked, solution=True)
    test = f"marked = {it}.check(answer_{number})\nprint(marked)\nassert marked, marked.reason"
    yield _code(f"check-{number}", test, locked=True, points=points)


def _solution(name: str, right: str) -> str:
    return f"### BEGIN SOLUTION\n{name} = {right}\n### END SOLUTION"


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

    `figures_of` is the learner whose figures were used, else `seed` chose them. `right` is None if there is no answer
    yet; `tries` is how many were given.
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
Source = str | Path | Mapping[str, Mapping[str, object]]


class ClassBook:
    """The answers of a class, each marked with the figures that its learner had. It displays as marks by learner."""

    def __init__(self, rows: Iterable[AnswerRow]) -> None:
        self.rows = tuple(rows)

    def table(self) -> pd.DataFrame:
        """Return a row for each learner and exercise.

        >>> ClassBook([marked_again(AnswerRow("Ana", "own_tile", answer="1/4"))]).table().right.tolist()
        [True]
        """
        from domino_lab.dataframes import Printable

        return Printable(self.rows, columns=list(COLUMNS))

    def marks(self) -> pd.DataFrame:
        """Return a row for each learner, a column for each exercise with its title, and how many are right.

        >>> ClassBook([marked_again(AnswerRow("Ana", "own_tile", answer="1"))]).marks().right.tolist()
        [0]
        """
        import pandas as pd

        from domino_lab.dataframes import Printable

        names, learners = (list(dict.fromkeys(column)) for column in (
            [row.exercise for row in self.rows], [row.learner for row in self.rows]))
        found = {(row.learner, row.exercise): row for row in self.rows}
        marks = {True: phrase("exercises.mark_right"), False: phrase("exercises.mark_wrong"), None: ""}
        cells = [[marks[found[who, name].right if (who, name) in found else None] for name in names]
                 for who in learners]
        table = Printable(cells, columns=[exercise(name).title for name in names],
                          index=pd.Index(learners, name="learner"))
        table["right"] = [sum(row.right is True for row in self.rows if row.learner == who) for who in learners]
        return table

    def by_exercise(self) -> pd.DataFrame:
        """Return a row for each exercise: how many answered, how many were right, and the most frequent reason.

        >>> ClassBook([marked_again(AnswerRow("Ana", "own_tile", answer="1/28"))]).by_exercise().often.tolist()
        ['That is the chance if you draw one tile. You are dealt 7.']
        """
        from domino_lab.dataframes import Printable

        rows = []
        for name in dict.fromkeys(row.exercise for row in self.rows):
            given = [row for row in self.rows if row.exercise == name and row.right is not None]
            wrong = [row.reason for row in given if not row.right]
            often = max(wrong, key=wrong.count, default="")
            rows.append((exercise(name).title, len(given), len(given) - len(wrong), often))
        return Printable(rows, columns=["exercise", "answered", "right", "often"])

    def to_csv(self, path: str | Path | None = None) -> str:
        """Return all rows as CSV text, and write it to the file `path` if one is named.

        >>> ClassBook([marked_again(AnswerRow("Ana", "own_tile", answer="1/4"))]).to_csv().splitlines()[0][:16]
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

    Every answer is marked again, with the figures that belong to it: those of the learner, unless all had those of a
    `seed` (0: the default); a file says which. A learner's later answer replaces an earlier one. Raises RecordError for
    a missing or too large file, NotationError, with its line, for one that no card saved and for answers that are not
    given by learner and exercise, LookupError for an unknown exercise.

    >>> class_book({"Ana": {"own_tile": "1/4"}, "Ben": {"own_tile": "1/28"}}, seed=0).marks().right.tolist()
    [1, 0]
    """
    rows = [row for source in sources
            for row in (_given(source, seed) if isinstance(source, Mapping) else _saved(source))]
    return ClassBook({(row.learner, row.exercise): row for row in rows}.values())


def marked_again(row: AnswerRow) -> AnswerRow:
    """Return the row with its answer marked, by the figures of its learner or its seed."""
    one = exercise(row.exercise, learner=row.figures_of or None, seed=None if row.figures_of else row.seed)
    if not row.answer:
        return row._replace(right=None, reason="")
    found = one.check(row.answer)
    return row._replace(right=found.right, reason=found.reason)


def _given(answers: Mapping[str, Mapping[str, object]], seed: int | None) -> Iterable[AnswerRow]:
    for learner, given in answers.items():
        if not isinstance(given, Mapping):
            raise NotationError(phrase("exercises.no_answers", given=shown(dict(answers))))
        owner = learner if seed is None else ""
        for name, answer in given.items():
            yield marked_again(AnswerRow(learner, name, owner, seed or 0, answer=written(answer), tries=1))


def _saved(path: str | Path) -> Iterable[AnswerRow]:
    if not isinstance(path, str | Path):
        raise NotationError(phrase("exercises.no_answers", given=shown(path)))
    for line in csv_rows(path, COLUMNS):
        try:
            cells = line.cells
            yield marked_again(AnswerRow(
                cells["learner"], cells["exercise"], cells["figures_of"], _whole(cells, "seed"), _estimate(cells),
                _whole(cells, "trials"), cells["answer"], tries=_whole(cells, "tries")))
        except (LookupError, ValueError) as error:
            raise NotationError(f"{Path(path).name}, line {line.number}: {error}") from None


def _whole(cells: Mapping[str, str], column: str) -> int:
    text = cells[column].strip() or "0"
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        raise NotationError(f"{column} = {shown(text)} is not a whole number from 0 up")
    return int(text)


def _estimate(cells: Mapping[str, str]) -> float | None:
    """Read the estimate, also with a decimal comma as spreadsheets write it in some countries."""
    text = cells["estimate"].strip()
    try:
        found = float(text.replace(",", ".")) if text else None
    except ValueError:
        found = nan
    if found is not None and not isfinite(found):
        raise NotationError(f"estimate = {shown(text)} is not a number")
    return found
