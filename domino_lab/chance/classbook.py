"""Class book: the answers of a class, marked again, as a table with a row for each learner and exercise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite, nan
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from domino_lab.arguments import checked
from domino_lab.chance.exercises import exercise
from domino_lab.errors import NotationError, shown, written
from domino_lab.spreadsheets import Line, lines_of, to_csv
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd


class Row(NamedTuple):
    """One learner's answer to one exercise, with the estimate made before the trials.

    `figures_of` is the learner whose figures were asked about, else `seed` chose them. `right` is None where there is
    no answer yet; `tries` is how many were given.
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


COLUMNS = Row._fields
_MOST_DIGITS = 18
Source = str | Path | Mapping[str, Mapping[str, object]]


class ClassBook:
    """The answers of a class, each marked with the figures that its learner had. It displays as marks by learner.

    `rows` are Rows.

    >>> ClassBook([marked_again(Row("Ana", "own_tile", answer="1/4"))]).marks().loc["Ana", "A tile you wish for"]
    'right'
    """

    def __init__(self, rows: Iterable[Row]) -> None:
        self.rows = tuple(rows)

    def table(self) -> pd.DataFrame:
        """A row for each learner and exercise.

        >>> ClassBook([marked_again(Row("Ana", "own_tile", answer="1/4"))]).table().right.tolist()
        [True]
        """
        from domino_lab.dataframes import Printable

        return Printable(self.rows, columns=list(COLUMNS))

    def marks(self) -> pd.DataFrame:
        """A row for each learner, a column for each exercise with its title, and how many are right.

        >>> ClassBook([marked_again(Row("Ana", "own_tile", answer="1"))]).marks().right.tolist()
        [0]
        """
        import pandas as pd

        from domino_lab.dataframes import Printable

        names, learners = (list(dict.fromkeys(column)) for column in (
            [row.exercise for row in self.rows], [row.learner for row in self.rows]))
        found = {(row.learner, row.exercise): row for row in self.rows}
        cells = [[_mark(found.get((who, name))) for name in names] for who in learners]
        table = Printable(cells, columns=[_title(name) for name in names], index=pd.Index(learners, name="learner"))
        table["right"] = [sum(row.right is True for row in self.rows if row.learner == who) for who in learners]
        return table

    def by_exercise(self) -> pd.DataFrame:
        """A row for each exercise: how many answered, how many rightly, and the reason that was given most often.

        >>> ClassBook([marked_again(Row("Ana", "own_tile", answer="1/28"))]).by_exercise().often.tolist()
        ['That is the chance for one tile that you draw. You are dealt 7.']
        """
        from domino_lab.dataframes import Printable

        rows = []
        for name in dict.fromkeys(row.exercise for row in self.rows):
            given = [row for row in self.rows if row.exercise == name and row.right is not None]
            wrong = [row.reason for row in given if not row.right]
            rows.append((_title(name), len(given), len(given) - len(wrong), max(wrong, key=wrong.count, default="")))
        return Printable(rows, columns=["exercise", "answered", "right", "often"])

    def to_csv(self, path: str | Path | None = None) -> str:
        """All rows as CSV text, written to the file `path` where one is named.

        >>> ClassBook([marked_again(Row("Ana", "own_tile", answer="1/4"))]).to_csv().splitlines()[0][:16]
        'learner,exercise'
        """
        return to_csv(self.table(), path, index=False, such="class.csv")

    def __repr__(self) -> str:
        return str(self.marks().to_string())

    def _repr_html_(self) -> str:
        return str(self.marks().to_html())


@checked
def class_book(*sources: Source, seed: int | None = None) -> ClassBook:
    """The answers of a class: files that exercise cards saved, or answers by learner and exercise.

    Every answer is marked again, with the figures that belong to it: those of the learner, unless all had those of a
    `seed` (0: the usual ones); a file says it itself. A learner's later answer takes the place of an earlier one.
    Raises RecordError for a file that is not there or too large, NotationError, with its line, for one that no card
    saved and for answers that are not given by learner and exercise, LookupError for an exercise that is not there.

    >>> class_book({"Ana": {"own_tile": "1/4"}, "Ben": {"own_tile": "1/28"}}, seed=0).marks().right.tolist()
    [1, 0]
    """
    rows = [row for source in sources
            for row in (_typed(source, seed) if isinstance(source, Mapping) else _saved(source))]
    return ClassBook({(row.learner, row.exercise): row for row in rows}.values())


def marked_again(row: Row) -> Row:
    """The row with its answer marked, by the figures of its learner or its seed."""
    one = exercise(row.exercise, learner=row.figures_of or None, seed=None if row.figures_of else row.seed)
    if not row.answer:
        return row._replace(right=None, reason="")
    found = one.check(row.answer)
    return row._replace(right=found.right, reason=found.reason)


def _typed(answers: Mapping[str, Mapping[str, object]], seed: int | None) -> Iterable[Row]:
    for learner, given in answers.items():
        if not isinstance(given, Mapping):
            raise NotationError(phrase("exercises.no_answers", given=shown(dict(answers))))
        owner = learner if seed is None else ""
        for name, answer in given.items():
            yield marked_again(Row(learner, name, owner, seed or 0, answer=written(answer), tries=1))


def _saved(path: str | Path) -> Iterable[Row]:
    if not isinstance(path, str | Path):
        raise NotationError(phrase("exercises.no_answers", given=shown(path)))
    for line in lines_of(path, COLUMNS):
        try:
            yield marked_again(_read(line))
        except (LookupError, ValueError) as error:
            raise NotationError(f"{Path(path).name}, line {line.number}: {error}") from None


def _read(line: Line) -> Row:
    cells = line.cells
    return Row(cells["learner"], cells["exercise"], cells["figures_of"], _whole(cells, "seed"), _estimate(cells),
               _whole(cells, "trials"), cells["answer"], tries=_whole(cells, "tries"))


def _whole(cells: Mapping[str, str], column: str) -> int:
    text = cells[column].strip() or "0"
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        raise NotationError(f"{column} = {shown(text)} is not a whole number from 0 up")
    return int(text)


def _estimate(cells: Mapping[str, str]) -> float | None:
    """The estimate, with the comma that a spreadsheet writes in it in some countries."""
    text = cells["estimate"].strip()
    try:
        found = float(text.replace(",", ".")) if text else None
    except ValueError:
        found = nan
    if found is not None and not isfinite(found):
        raise NotationError(f"estimate = {shown(text)} is not a number")
    return found


def _title(name: str) -> str:
    return exercise(name).title


def _mark(row: Row | None) -> str:
    if row is None or row.right is None:
        return ""
    return phrase("exercises.mark_right" if row.right else "exercises.mark_wrong")
