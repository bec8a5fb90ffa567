"""Spreadsheets: what we write is no formula in them, and what they save is read rightly or refused with its line."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import domino_lab as dl
from domino_lab.chance.exercises import COLUMNS, AnswerRow, worked_answer
from domino_lab.io.dataframes import Printable
from domino_lab.io.spreadsheets import csv_rows, inert, plain, to_csv

HOSTILE = ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\n=1", "'=1", "''=1",
           "=HYPERLINK(\"x\",\"y\")", "＝1+1"]
INNOCENT = ["Ana", "'t Hooft", "O'Neill", "", " ", "a;b", 'say "no"', "two\nlines", "a,b",
            "é ☃", "-3", "+3", "-0.25", "1/4", "'", "''"]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_cell_that_would_be_a_formula_begins_with_an_apostrophe(text: str) -> None:
    written = to_csv(Printable({text: [text]}), index=False)
    header, row = csv.reader(io.StringIO(written, newline=""))
    assert header == row == [f"'{text}"]


def test_numbers_stay_numbers() -> None:
    written = to_csv(Printable({"a": [-3, 4], "b": [-0.5, None], "c": ["-3", "=-3"], "d": [True, None]}),
                     index=False)
    assert written == "a,b,c,d\n-3,-0.5,-3,True\n4,,'=-3,\n"


@pytest.mark.parametrize("text", HOSTILE + INNOCENT)
def test_our_reader_gives_back_what_was_written(text: str, tmp_path: Path) -> None:
    file = tmp_path / "x.csv"
    to_csv(Printable({"learner": [text, "last"], "n": [1, 2]}), file, index=False)
    assert [cells["learner"] for _, cells in csv_rows(file, ["learner"])] == [text, "last"]


@pytest.mark.parametrize(("text", "cell"), [("Ana\r=1", "Ana\n=1"), ("\r=1", "'\n=1"), ("two\r\nlines", "two\nlines")])
def test_a_carriage_return_begins_no_row(text: str, cell: str) -> None:
    """Python 3.11 writes it without quotation marks, and a spreadsheet would find a formula in the next row."""
    for written in (to_csv(Printable({"a": [text, "last"]}), index=False), Printable({"a": [text, "last"]}).to_csv()):
        assert "\r" not in written
        assert [row[-1] for row in csv.reader(io.StringIO(written, newline=""))] == ["a", cell, "last"]


@given(st.text(st.characters(exclude_characters="\r")))
def test_every_text_comes_back(text: str) -> None:
    cell = inert(text)
    assert isinstance(cell, str)
    assert plain(cell) == text


@pytest.mark.parametrize("learner", HOSTILE)
def test_a_class_book_keeps_its_names_through_a_file(learner: str, tmp_path: Path) -> None:
    book = dl.chance.class_book({learner: {"own_tile": worked_answer("own_tile", learner=learner).answer}})
    text = book.to_csv(tmp_path / "class.csv")
    assert dl.chance.class_book(tmp_path / "class.csv").rows == book.rows
    cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
    assert not [cell for cell in cells if cell[:1] in ("=", "+", "-", "@", "\t", "\r")]


def test_the_download_button_of_every_table_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    card = dl.ExerciseCard("own_tile", learner="=1+1")
    card.check("=2")
    assert "'=1+1" in card.to_csv()
    given: list[str] = []
    monkeypatch.setattr(card.stage, "download", lambda _name, text, _kind: given.append(text))
    card.do("save_csv")
    assert given == [card.to_csv()]


# --- as a spreadsheet saves it


LINES = [list(COLUMNS), ["Ana", "own_tile", "Ana", "0", "0.3", "10", "1/4", "", "1", ""],
         ["Jürgen", "own_tile", "", "0", "", "0", "1/4", "True", "2", "said; so"]]


def file_of(path: Path, *, mark: str = ",", end: str = "\r\n", encoding: str = "utf-8",
            lines: list[list[str]] | None = None) -> Path:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=mark, lineterminator=end).writerows(lines or LINES)
    path.write_bytes(text.getvalue().encode(encoding))
    return path


@pytest.mark.parametrize("how", [
    {}, {"mark": ";"}, {"mark": "\t"}, {"end": "\n"}, {"end": "\r"}, {"encoding": "utf-8-sig"}, {"encoding": "utf-16"},
    {"encoding": "utf-16", "mark": "\t"}, {"encoding": "utf-8-sig", "mark": ";", "end": "\n"},
], ids=str)
def test_a_table_that_a_spreadsheet_saved_is_read(how: dict[str, str], tmp_path: Path) -> None:
    book = dl.chance.class_book(file_of(tmp_path / "x.csv", **how))
    assert [(row.learner, row.answer, row.tries, row.estimate) for row in book.rows] == [
        ("Ana", "1/4", 1, 0.3), ("Jürgen", "1/4", 2, None)]


def test_a_decimal_comma_is_one(tmp_path: Path) -> None:
    lines = [LINES[0], [cell.replace("0.3", "0,3") for cell in LINES[1]]]
    assert dl.chance.class_book(file_of(tmp_path / "x.csv", mark=";", lines=lines)).rows[0].estimate == 0.3


def test_empty_lines_and_columns_of_ones_own_are_passed_over(tmp_path: Path) -> None:
    lines = [[*LINES[0], "remark"], [""] * 11, [*LINES[1], "well done"], [], [*LINES[2], "", "", ""]]
    assert len(dl.chance.class_book(file_of(tmp_path / "x.csv", lines=lines)).rows) == 2


@pytest.mark.parametrize("encoding", ["cp1252", "cp1250", "utf-16-le", "utf-16-be"])
def test_an_encoding_that_must_be_guessed_is_refused_with_the_way_out(encoding: str, tmp_path: Path) -> None:
    with pytest.raises(dl.NotationError, match=r"x\.csv, line \d: this is not UTF-8.*save it as CSV UTF-8"):
        dl.chance.class_book(file_of(tmp_path / "x.csv", encoding=encoding))


def changed(line: int, column: str, value: str) -> list[list[str]]:
    lines = [[*cells] for cells in LINES]
    lines[line][COLUMNS.index(column)] = value
    return lines


@pytest.mark.parametrize(("column", "value"), [
    ("seed", "x"), ("seed", "-1"), ("seed", "1.5"), ("seed", "9" * 5000), ("seed", "٣"), ("trials", "many"),
    ("tries", "nan"), ("estimate", "x"), ("estimate", "nan"), ("estimate", "inf"), ("estimate", "1,000.5"),
    ("exercise", "no such exercise"), ("exercise", ""),
])
def test_a_cell_that_cannot_be_is_named_with_file_and_line(column: str, value: str, tmp_path: Path) -> None:
    file = file_of(tmp_path / "x.csv", lines=changed(2, column, value))
    with pytest.raises(dl.NotationError, match=r"^x\.csv, line 3: ") as told:
        dl.chance.class_book(file)
    assert len(str(told.value)) < 2000


@pytest.mark.parametrize(("text", "line"), [
    ("a,b\n1,2\n", 1), ("", 1), ("\0\0\0", 1), (",".join(COLUMNS) + "\nAna,own_tile\n", 2),
    (",".join(COLUMNS) + "\n" + ",".join("x" * 14) + "\n", 2), (",".join((*COLUMNS, "seed")) + "\n", 1),
    (",".join(COLUMNS) + '\n\n"Ana,own_tile', 3), (",".join(COLUMNS) + "\nAna\n", 2),
    (",".join(COLUMNS) + "\n" + '"two\nlines"' + "," * 9 + "\nAna\n", 2),
])
def test_a_file_that_is_no_table_is_refused_with_its_line(text: str, line: int, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text(text, encoding="utf-8")
    with pytest.raises(dl.NotationError, match=rf"^x\.csv, line {line}: "):
        dl.chance.class_book(tmp_path / "x.csv")


def test_an_own_row_has_the_columns_that_are_read() -> None:
    assert {*LINES[0]} == {*AnswerRow._fields}
