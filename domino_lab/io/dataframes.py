"""Data frames for readers: printable text, safe cells in files, and every row shown."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

from domino_lab.core.errors import missing
from domino_lab.io.files import save
from domino_lab.io.spreadsheets import inert
from domino_lab.words import phrase
from domino_lab.words.escaping import paragraphs, printable, without_math

try:
    import pandas as pd
except ModuleNotFoundError as error:
    raise missing(error) from None

__all__ = ["FullFrame", "Printable", "Syllabus", "number_rows", "pd"]


class Printable(pd.DataFrame):
    """A data frame whose names and cells cannot steer a terminal or a spreadsheet."""

    @property
    def _constructor(self) -> type[pd.DataFrame]:
        return Printable

    def to_string(self, *args: Any, **how: Any) -> Any:
        """As pandas does it, with printable text."""
        text = super().to_string(*args, **how)
        return printable(text) if isinstance(text, str) else text  # None if it was written to a file.

    def to_html(self, *args: Any, **how: Any) -> Any:
        """As pandas does it, with printable text and without typeset mathematics."""
        return _page(super().to_html(*args, **how))

    def to_csv(self, path_or_buf: Any = None, **how: Any) -> Any:
        """Write CSV as pandas does, with cells that no spreadsheet reads as formulas.

        A file whose name ends in ".csv" is replaced only as a whole, unless a mode or a compression is given. Raises
        RecordError if it cannot be written; an old file is then unchanged.
        """
        cells: Any = pd.DataFrame(self.map(inert)).rename(index=inert, columns=inert)
        how.setdefault("lineterminator", "\n")
        is_path = isinstance(path_or_buf, str | os.PathLike)
        if not is_path or Path(path_or_buf).suffix != ".csv" or not how.keys().isdisjoint(("mode", "compression")):
            return cells.to_csv(path_or_buf, **how)
        made = io.BytesIO()
        cells.to_csv(made, **how)
        save(made.getvalue(), path_or_buf, such="table.csv")
        return None

    def _repr_html_(self) -> Any:
        return _page(super()._repr_html_())  # type: ignore[misc]


def number_rows(rows: Sequence[tuple[object, ...]], columns: Sequence[str]) -> Printable:
    """Return rows as a table, numbered from 1."""
    table = Printable(rows, columns=list(columns), index=range(1, len(rows) + 1))
    table.index.name = "number"
    return table


def _page(html: object) -> object:
    """Not by pandas's own option: before version 3 it keeps only MathJax 2 away."""
    return without_math(printable(html)) if isinstance(html, str) else html


class Syllabus(Printable):
    """A data frame of lessons, shown as a list of links to the notebooks that its index names."""

    @property
    def _constructor(self) -> type[pd.DataFrame]:
        return Syllabus

    def __repr__(self) -> str:
        with pd.option_context("display.width", 120):
            return super().__repr__()

    def _repr_html_(self) -> object:
        if list(self.columns) != ["part", "title", "minutes"]:
            return super()._repr_html_()
        html = ""
        for part, lessons in groupby(self.itertuples(), lambda lesson: lesson.part):
            items = (f'<li><a href="{escape(str(lesson.Index))}.ipynb">{escape(str(lesson.title))}</a>, '
                     f"{phrase('general.minutes', count=lesson.minutes)}</li>" for lesson in lessons)
            html += f"<p>{escape(phrase(f'general.part_{part}'))}</p><ul>{''.join(items)}</ul>"
        return _page(html)


class FullFrame(Printable):
    """A data frame that is shown from top to bottom; a part of it displays as in pandas.

    Without rows it shows the sentence `attrs["nothing"]` instead, if there is one.
    """

    def saying(self, nothing: str) -> FullFrame:
        """Return this table, set to show the sentence `nothing` if it has no rows."""
        self.attrs["nothing"] = nothing
        return self

    @property
    def _nothing(self) -> str:
        return "" if len(self) else str(self.attrs.get("nothing", phrase("general.no_rows")))

    def __repr__(self) -> str:
        if self._nothing:
            return self._nothing
        with pd.option_context("display.max_rows", None, "display.max_columns", None, "display.width", 240):
            return super().__repr__()

    def _repr_html_(self) -> Any:
        if self._nothing:
            return without_math(paragraphs(self._nothing))
        with pd.option_context("display.max_rows", None, "display.max_columns", None, "display.max_colwidth", None):
            return super()._repr_html_()
