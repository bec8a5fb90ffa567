"""CSV in which spreadsheets find no formulas, and CSV as spreadsheets save it."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from domino_lab.core.errors import NotationError, RecordError, bare
from domino_lab.io.files import content, save

if TYPE_CHECKING:
    from _csv import Reader

    import pandas as pd

MOST_BYTES = 10_000_000
"""The largest table of a class, enough for about 100,000 answers."""

_SEPARATORS = ",;\t"
"""Spreadsheets separate cells by semicolons in countries that write decimal commas."""

_NOT_UTF8 = "this is not UTF-8. Open it in a spreadsheet program, and save it as CSV UTF-8"

_FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


class CsvRow(NamedTuple):
    """A row of a CSV file: the line of the file on which it begins, from 1, and its cells by column."""

    number: int
    cells: dict[str, str]


def inert(cell: object) -> object:
    """Return a cell that a spreadsheet does not calculate: an apostrophe before a formula, numbers as they are."""
    if isinstance(cell, str) and _FORMULA.match(cell) and not _NUMBER.fullmatch(cell):
        return f"'{cell}"
    return cell


def plain(cell: str) -> str:
    """Return the text of a cell before `inert` changed it."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def to_csv(table: pd.DataFrame, path: str | Path | None = None, *, index: bool = True, such: str = "table.csv") -> str:
    r"""Return a table as CSV text, and write it to the file `path` if that is given.

    `such` is an example of a file name. Raises RecordError if the file cannot be written.
    """
    whole = table.reset_index(names=[str(name or "") for name in table.index.names]) if index else table
    cells = whole.astype(object).where(whole.notna(), "")
    text = _text([list(cells.columns), *cells.itertuples(index=False, name=None)])
    if path is not None:
        save(text, path, such=such)
    return text


def _text(rows: Sequence[Sequence[object]]) -> str:
    lines = io.StringIO(newline="")
    # With this line terminator, every cell that contains a part of it is quoted.
    writer = csv.writer(lines, lineterminator="\r\n")
    written = []
    for row in rows:
        writer.writerow([inert(cell) for cell in row])
        written.append(lines.getvalue().removesuffix("\r\n"))
        lines.seek(0)
        lines.truncate()
    return "".join(f"{text}\n" for text in written)


def csv_rows(path: str | Path, columns: Sequence[str]) -> Iterator[CsvRow]:
    """Yield the rows of a CSV file that has at least these columns, saved by this package or by a spreadsheet.

    Cells are separated by commas, semicolons or tabs; the text is UTF-8, or UTF-16 with a byte order mark. Raises
    RecordError if there is no such file, and NotationError, with the line, for anything ambiguous in it.
    """
    name, text = _name(path), _decode(path)
    mark = next((separator for separator in _SEPARATORS if {*columns} <= {*_header(text, separator)}), "")
    if not mark:
        raise NotationError(f"{name}, line 1: this is not a table that an exercise card saved: it needs the columns "
                            f"{', '.join(columns)}")
    header = _header(text, mark)
    if len({*header}) < len(header):
        raise NotationError(f"{name}, line 1: two columns have the same name")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    try:
        yield from _rows(reader, header, name)
    except csv.Error as error:
        raise NotationError(f"{name}, line {reader.line_num}: this is not valid CSV: {error}") from None


def _decode(path: str | Path) -> str:
    data, name = content(path, MOST_BYTES), _name(path)
    if len(data) > MOST_BYTES:
        raise RecordError(f"{name} is too large for a class table: it has more than {MOST_BYTES:,} bytes")
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        text = data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        # The older encoding cannot be guessed: a name would become another name.
        number = 1 if wide else data.count(b"\n", 0, error.start) + 1
        raise NotationError(f"{name}, line {number}: {_NOT_UTF8}") from None
    if "\0" in text:
        raise NotationError(f"{name}, line {text[: text.index(chr(0))].count(chr(10)) + 1}: {_NOT_UTF8}")
    return text


def _header(text: str, mark: str) -> list[str]:
    try:
        return [cell.strip() for cell in next(csv.reader(io.StringIO(text, newline=""), delimiter=mark), [])]
    except csv.Error:
        return []


def _rows(reader: Reader, header: Sequence[str], name: str) -> Iterator[CsvRow]:
    next(reader)
    begins = reader.line_num + 1
    for cells in reader:
        number, begins = begins, reader.line_num + 1
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) < len(header) or any(cells[len(header):]):
            raise NotationError(f"{name}, line {number}: this row has {len(cells)} cells, but the table has "
                                f"{len(header)} columns")
        yield CsvRow(number, dict(zip(header, map(plain, cells), strict=False)))


def _name(path: str | Path) -> str:
    return bare(Path(path).name, most=200)
