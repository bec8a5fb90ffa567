"""Source: a hand file as TOML values with their lines, with its problems, and as a document to change.

The lines are found here because neither tomllib nor tomlkit gives the position of a key, and both refuse a whole text
because of one syntax error, although readers should see the moves above it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, time
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from domino_lab.core.rulings import Ruling
from domino_lab.play.timeline import Problem

if TYPE_CHECKING:
    import tomllib as toml

    from tomlkit import TOMLDocument
    from tomlkit.items import Item, Table as TomlTable
else:
    try:
        import tomli as toml
    except ModuleNotFoundError:
        import tomllib as toml


Path = tuple[str | int, ...]
"""The keys, and the numbers in lists, that lead to a value, such as ("move", 2, "count")."""

Toml: TypeAlias = str | int | float | bool | date | time | Sequence["Toml"] | Mapping[str, "Toml"]
"""A value of a TOML file."""

read_toml = toml.loads
"""Reads the values of a TOML text; where tomli is installed, compiled, at three times the speed of Python's tomllib."""

MOST_DOTS = 8
"""Keys of more parts than this mean nothing in a record, and take long to read."""

_TOKEN = re.compile(
    r'#[^\n]*|"""(?:[^\\]|\\.)*?(?:"{3,5}|\Z)|\'\'\'.*?(?:\'{3,5}|\Z)|"(?:[^"\\\n]|\\[^\n])*"?|\'[^\'\n]*\'?',
    re.DOTALL,
)
_DOTTED = re.compile(rf"(?:\.[^.\n]*){{{MOST_DOTS + 1}}}")
_WORD = re.compile(r"[\"']([\w-]+)[\"']")
_HEADER = re.compile(r"\s*(\[\[?)([^\[\]]*)\]")


class LineIndex:
    """The lines of a text; if it has errors, the lines before the first error are right.

    They are found only when one is needed, because of a problem.
    """

    def __init__(self, text: str) -> None:
        self._text = text

    @property
    def places(self) -> Mapping[Path, int]:
        """The line (from 1) of each path, such as ("move", 2, "count")."""
        return self._index[0]

    @property
    def headers(self) -> Sequence[int]:
        """The lines where a table begins."""
        return self._index[1]

    @cached_property
    def deep(self) -> int | None:
        """The first line with a key of more parts than any record has."""
        return _deep(self._bare) if _DOTTED.search(self._text) else None

    @cached_property
    def _bare(self) -> str:
        return _TOKEN.sub(_blank_out, self._text)

    @cached_property
    def _index(self) -> tuple[dict[Path, int], list[int]]:
        places: dict[Path, int] = {}
        headers: list[int] = []
        counts: dict[Path, int] = {}
        inside: Path = ()
        for number, statement in _statements(self._bare):
            header = _HEADER.match(statement)
            if header:
                headers.append(number)
                inside = _enter(_parts(header[2]), counts, listed=header[1] == "[[")
                places.setdefault(inside, number)
            else:
                places.setdefault(inside + _parts(statement.partition("=")[0]), number)
        return places, headers

    def line(self, path: Path) -> int | None:
        """Return the line of a key, or of the table around it, or None."""
        while path:
            for place in (path, (*path, 0)):
                if place in self.places:
                    return self.places[place]
            path = path[:-1]
        return None


def _blank_out(match: re.Match[str]) -> str:
    """Replace a string by blanks over as many lines, so that nothing in it looks like structure; keep a quoted key."""
    word = _WORD.fullmatch(match[0])
    return f" {word[1]} " if word else re.sub(r"[^\n]", " ", match[0]).replace("\n", "\x00\n")


def _statements(bare: str) -> Iterator[tuple[int, str]]:
    """Yield each line on which a statement begins: not inside brackets or a string of several lines."""
    depth, inside = 0, False
    for number, row in enumerate(bare.split("\n"), 1):
        fresh = depth <= 0 and not inside and row.strip()
        inside = row.endswith("\x00")
        if fresh:
            yield number, row
            depth = 0
            if _HEADER.match(row):
                continue
        depth += sum(row.count(mark) for mark in "[{") - sum(row.count(mark) for mark in "]}")


def _parts(dotted: str) -> Path:
    return tuple(part.strip() for part in dotted.split(".", MOST_DOTS))


def _enter(parts: Path, counts: dict[Path, int], *, listed: bool) -> Path:
    """Return the path of a header, with the number of each [[table]] it lies in."""
    path: Path = ()
    for place, part in enumerate(parts):
        path = (*path, part)
        if listed and place == len(parts) - 1:
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path


def _deep(bare: str) -> int | None:
    for number, row in enumerate(bare.split("\n"), 1):
        if any(part.count(".") > MOST_DOTS for part in re.split(r"[=,{}\[\]]", row)):
            return number
    return None


MOST_CHARACTERS = 1_000_000
MOST_MOVES = 2_000
MOST_HANDS = 1_000

_LINE = re.compile(r"\s*\(at line (\d+), column \d+\)|\s*\(at end of document\)")


class SourceText(NamedTuple):
    """A text, the values in it, the places of its keys, and the error that stopped the reading, with its line."""

    text: str
    data: dict[str, Toml]
    lines: LineIndex
    error: Ruling | None = None
    line: int | None = None

    @classmethod
    def of(cls, text: str | bytes) -> SourceText:
        """Read a text; with a syntax error, `data` holds the tables that are complete above it."""
        if len(text) > MOST_CHARACTERS:
            return cls._nothing("big", most=MOST_CHARACTERS)
        try:
            plain = text.decode("utf-8") if isinstance(text, bytes) else text
            plain.encode("utf-8")  # half a pair of letters, as a file name that is not UTF-8 has, cannot be saved again
        except UnicodeError as error:
            start: int = getattr(error, "start", 0)
            newlines = text.count("\n", 0, start) if isinstance(text, str) else text.count(b"\n", 0, start)
            return cls._nothing("utf8")._replace(line=newlines + 1)
        plain = plain.removeprefix("\ufeff")
        lines = LineIndex(plain)
        if lines.deep is not None:
            return cls._nothing("deep")._replace(text=plain, line=lines.deep)
        try:
            return cls(plain, read_toml(plain), lines)
        except (ValueError, RecursionError) as error:
            number, why = _syntax_error(error, plain)
            ruling = Ruling("REC-SYNTAX", "syntax", {"why": why}, allowed=False)
            return cls(plain, _above(plain, lines, number), lines, ruling, number)

    @classmethod
    def _nothing(cls, case: str, **facts: object) -> SourceText:
        return cls("", {}, LineIndex(""), Ruling("REC-SYNTAX", case, facts, allowed=False))


def _syntax_error(error: Exception, text: str) -> tuple[int, str]:
    """Return the line of a syntax error and what is wrong there."""
    place = _LINE.search(str(error))
    why = _LINE.sub("", str(error)) if isinstance(error, toml.TOMLDecodeError) else "a value is too large"
    last = text.count("\n", 0, len(text.rstrip())) + 1
    number = int(place[1]) if place and place[1] else last
    return min(number, last), why[:120]


def _above(text: str, lines: LineIndex, number: int) -> dict[str, Toml]:
    """Return the values of the tables that end above an error, as many as can be read."""
    rows = text.split("\n")
    # A header that is cut ends the table above it.
    broken = [number] if rows[number - 1].lstrip().startswith("[") else []
    headers = [header for header in lines.headers if header <= number][-3:] + broken
    for header in reversed(headers):
        try:
            return read_toml("\n".join((*rows[: header - 1], "")))
        except (ValueError, RecursionError):
            continue
    return {}


def parse(text: str) -> TOMLDocument:
    """Return a text as a document to change; its last line gets a line end, so that an addition begins a new line."""
    import tomlkit

    plain = text.removeprefix("\ufeff").replace("\r\n", "\n")
    return tomlkit.parse(plain if not plain or plain.endswith("\n") else f"{plain}\n")


def dump(doc: TOMLDocument, text: str) -> str:
    """Return the text of a document that `parse` made of `text`, with the line ends of that text."""
    import tomlkit

    now = tomlkit.dumps(doc)
    return now.replace("\n", "\r\n") if "\r\n" in text else now


def item_of(key: str, value: Toml) -> Item:
    """Return the TOML for the value of a key of a record: holdings have a line for each player, moves a [[move]] each.
    """
    import tomlkit

    if key == "move" and isinstance(value, list):
        listed = tomlkit.aot()
        for table in value:
            listed.append(table_of(table))
        return listed
    return table_of(value) if isinstance(value, dict) else flat(value)


def table_of(values: Mapping[str, Toml]) -> TomlTable:
    """Return a TOML table under a header of its own."""
    import tomlkit

    table = tomlkit.table()
    for name, value in values.items():
        if name == "holdings" and isinstance(value, list):
            rows = tomlkit.array()
            rows.extend(value)
            table.add(name, rows.multiline(multiline=True))
        else:
            table.add(name, flat(value))
    return table


def flat(value: Toml) -> Item:
    """Return the TOML of a value; a table inside a table is written in one line, as in records."""
    import tomlkit

    if not isinstance(value, dict):
        return tomlkit.item(value)
    inline = tomlkit.inline_table()
    inline.update(value)
    return inline


LONGEST_SHOWN = 40
"""Longer values are cut when a message repeats them."""

MOST_PROBLEMS = 100
"""A file with more problems is not a hand, and listing them all would take long."""


class Diagnostics:
    """Problems and remarks of one record; `base` is the path of its [[hand]] in a match file, or else empty."""

    def __init__(self, lines: LineIndex, base: Path = ()) -> None:
        self.lines, self.base = lines, base
        self.problems: list[Problem] = []
        self.remarks: list[Problem] = []

    @classmethod
    def unread(cls) -> Diagnostics:
        """Return diagnostics that nobody reads, for a table that is only compared."""
        return cls(LineIndex(""))

    @property
    def is_full(self) -> bool:
        """True if no more problems are listed."""
        return len(self.problems) > MOST_PROBLEMS

    def problem(self, where: Path, clause: str, case: str, **facts: object) -> None:
        """Add a problem at `where`; its sentence is `case` of `clause`, filled with `facts`."""
        self.refuse(where, Ruling(clause, case, facts, allowed=False))

    def refuse(self, where: Path, ruling: Ruling, *, by: str = "") -> None:
        """Add a refusal by the rules at `where`; `by` is the clause that decided it if `ruling` only reports it."""
        if len(self.problems) == MOST_PROBLEMS:
            ruling, by = Ruling("REC-SYNTAX", "more", {"most": MOST_PROBLEMS}, allowed=False), ""
        if not self.is_full:
            self.problems.append(self._at(where, by or ruling.id, ruling.text))

    def remark(self, where: Path, clause: str, case: str, **facts: object) -> None:
        """Add a remark about `where` that may interest a reader, although nothing is wrong."""
        ruling = Ruling(clause, case, facts)
        self.remarks.append(self._at(where, ruling.id, ruling.text))

    def _at(self, where: Path, clause: str, message: str) -> Problem:
        move = where[1] + 1 if len(where) > 1 and where[0] == "move" and isinstance(where[1], int) else None
        return Problem(self.lines.line(self.base + where), move, clause, message)

    def in_order(self) -> tuple[Problem, ...]:
        """Return the problems by line, those without a place first."""
        return tuple(sorted(self.problems, key=lambda problem: problem.line or 0))


def show(value: object) -> str:
    """Return a value in the form for a message: in one line, cut if it is long, control characters escaped."""
    try:
        text = _quote(value)
    except (ValueError, RecursionError):  # a whole number of thousands of digits, or tables in tables in tables
        text = type(value).__name__
    text = {"True": "true", "False": "false"}.get(text, text)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


def _quote(value: object) -> str:
    """Put words between the quotes that a file uses, in lists too."""
    if isinstance(value, list):
        return f"[{', '.join(map(_quote, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_quote(key)} = {_quote(held)}" for key, held in value.items()) + "}"
    return f'"{repr(value)[1:-1]}"' if isinstance(value, str) else repr(value)
