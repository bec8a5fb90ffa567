"""CSV in which spreadsheets find no formulas, and CSV as spreadsheets save it."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from domino_lab.core.errors import NotationError, RecordError, bare
from domino_lab.io.files import content, save

if TYPE_CHECKING:
    import pandas as pd

MOST_BYTES = 10_000_000
"""The largest table of a class, enough for about 100,000 answers."""

_FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
_CARRIAGE_RETURN = re.compile(r"\r\n?")
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


def inert(cell: object) -> object:
    """Return a cell that a spreadsheet does not calculate: an apostrophe before a formula, numbers as they are."""
    if not isinstance(cell, str) or _NUMBER.fullmatch(cell):
        return cell
    # Before Python 3.13 a carriage return alone was written without quotation marks, and began another row.
    text = _CARRIAGE_RETURN.sub("\n", cell)
    return f"'{text}" if _FORMULA.match(text) else text


def plain(cell: str) -> str:
    """Return the text of a cell before `inert` changed it."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def to_csv(table: pd.DataFrame, path: str | Path | None = None, *, index: bool = True, such: str = "table.csv") -> str:
    """Return a `Printable` table as CSV text, and write it to the file `path` if that is given.

    `such` is an example of a file name. Raises RecordError if the file cannot be written.
    """
    text = str(table.to_csv(index=index))
    if path is not None:
        save(text, path, such=such)
    return text


def csv_rows(path: str | Path, columns: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the rows of a CSV file, saved by this package or by a spreadsheet, that has at least these columns.

    Each row is the line of the file on which it begins, from 1, and its cells by column.

    Cells are separated by commas, semicolons or tabs; the text is UTF-8, or UTF-16 with a byte order mark. Raises
    RecordError if there is no such file, and NotationError, with the line, for anything ambiguous in it.
    """
    name = bare(Path(path).name, most=200)
    text = _decode(content(path, MOST_BYTES), name)
    # Spreadsheets separate cells by semicolons in countries that write decimal commas.
    mark = max(",;\t", key=text.partition("\n")[0].count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    try:
        header = [cell.strip() for cell in next(reader, [])]
        if not {*columns} <= {*header} or len({*header}) < len(header):
            raise NotationError(f"{name}, line 1: this is not a table that an exercise card saved: it needs these "
                                f"columns, each once: {', '.join(columns)}")
        begins = reader.line_num + 1
        for cells in reader:
            number, begins = begins, reader.line_num + 1
            if any(cells[len(header):]) or (len(cells) < len(header) and any(map(str.strip, cells))):
                raise NotationError(f"{name}, line {number}: this row has {len(cells)} cells, but the table has "
                                    f"{len(header)} columns")
            if any(map(str.strip, cells)):
                yield number, dict(zip(header, map(plain, cells), strict=False))
    except csv.Error as error:
        raise NotationError(f"{name}, line {reader.line_num}: this is not valid CSV: {error}") from None


def _decode(data: bytes, name: str) -> str:
    if len(data) > MOST_BYTES:
        raise RecordError(f"{name} is too large for a class table: it has more than {MOST_BYTES:,} bytes")
    is_wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    text = _CARRIAGE_RETURN.sub("\n", data.decode("utf-16" if is_wide else "utf-8-sig", "replace"))
    # An older encoding cannot be guessed: a name would become another name.
    lost = re.search("[\0\ufffd]", text)
    if lost:
        raise NotationError(f"{name}, line {text.count(chr(10), 0, lost.start()) + 1}: this is not UTF-8. Open it in a "
                            "spreadsheet program, and save it as CSV UTF-8")
    return text
