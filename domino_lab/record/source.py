"""Source: a hand file as text and TOML values, with the line of each, or as much of it as can be read."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from domino_lab.rulings import Ruling

if TYPE_CHECKING:
    from tomlkit import TOMLDocument
    from tomlkit.items import AoT

Path = tuple[str | int, ...]

MOST_DOTS = 8
"""Deeper keys than this mean nothing in a record, and reading them would take the reader's time."""

_TOKEN = re.compile(
    r'#[^\n]*|"""(?:[^\\]|\\.)*?(?:"{3,5}|\Z)|\'\'\'.*?(?:\'{3,5}|\Z)|"(?:[^"\\\n]|\\[^\n])*"?|\'[^\'\n]*\'?',
    re.DOTALL,
)
_WORD = re.compile(r"[\"']([\w-]+)[\"']")
_HEADER = re.compile(r"\s*(\[\[?)([^\[\]]*)\]")


class LineIndex(NamedTuple):
    """The line (from 1) of each path, such as ("move", 2, "count"), and the lines where a table begins."""

    places: dict[Path, int]
    headers: tuple[int, ...]
    deep: int | None

    @classmethod
    def of(cls, text: str) -> LineIndex:
        """Find every place in a text; a text with errors gives the places before the first of them."""
        places: dict[Path, int] = {}
        headers: list[int] = []
        counts: dict[Path, int] = {}
        bare = _bare(text)
        inside: Path = ()
        for line, statement in _statements(bare):
            found = _HEADER.match(statement)
            if found:
                headers.append(line)
                inside = _enter(_parts(found[2]), counts, listed=found[1] == "[[")
                places.setdefault(inside, line)
            else:
                places.setdefault(inside + _parts(statement.partition("=")[0]), line)
        return cls(places, tuple(headers), _deep(bare))

    def line(self, path: Path) -> int | None:
        """The line of a key, else of the table around it, else None."""
        while path:
            for place in (path, (*path, 0)):
                if place in self.places:
                    return self.places[place]
            path = path[:-1]
        return None

    def before(self, line: int) -> int | None:
        """The line of the last table that begins at or before `line`, or None."""
        return max((header for header in self.headers if header <= line), default=None)


def _bare(text: str) -> str:
    return _TOKEN.sub(_blanked, text)


def _blanked(found: re.Match[str]) -> str:
    """A string as blanks over as many lines, so that nothing in it is taken for structure; a quoted key stays."""
    word = _WORD.fullmatch(found[0])
    return f" {word[1]} " if word else re.sub(r"[^\n]", " ", found[0]).replace("\n", "\x00\n")


def _statements(bare: str) -> Iterator[tuple[int, str]]:
    """Each line on which a statement begins: not inside brackets or a string of several lines."""
    depth, inside = 0, False
    for number, line in enumerate(bare.split("\n"), 1):
        fresh = depth <= 0 and not inside and line.strip()
        inside = line.endswith("\x00")
        if fresh:
            yield number, line
            depth = 0
            if _HEADER.match(line):
                continue
        depth += sum(line.count(mark) for mark in "[{") - sum(line.count(mark) for mark in "]}")


def _parts(dotted: str) -> Path:
    return tuple(part.strip() for part in dotted.split(".", MOST_DOTS))


def _enter(parts: Path, counts: dict[Path, int], *, listed: bool) -> Path:
    """The path of a header, with the number of each [[table]] it lies in."""
    path: Path = ()
    for place, part in enumerate(parts):
        path = (*path, part)
        if listed and place == len(parts) - 1:
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path


def _deep(bare: str) -> int | None:
    """The first line with a key of more parts than any record has."""
    if bare.count(".") <= MOST_DOTS:
        return None
    for number, line in enumerate(bare.split("\n"), 1):
        if any(part.count(".") > MOST_DOTS for part in re.split(r"[=,{}\[\]]", line)):
            return number
    return None


MOST_CHARACTERS = 1_000_000
MOST_MOVES = 2_000
MOST_HANDS = 1_000

_LINE = re.compile(r"\s*\(at line (\d+), column \d+\)|\s*\(at end of document\)")


class SourceText(NamedTuple):
    """A text, the values in it, the places of its keys, and the one error that stopped the reading, with its line."""

    text: str
    data: dict[str, Any]
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
            before: Any = text[: getattr(error, "start", 0)]
            return cls._nothing("utf8")._replace(line=before.count("\n" if isinstance(text, str) else b"\n") + 1)
        return cls._parsed(plain.removeprefix("\ufeff"))

    @classmethod
    def _nothing(cls, case: str, **facts: Any) -> SourceText:
        return cls("", {}, LineIndex.of(""), Ruling("REC-SYNTAX", case, facts, allowed=False))

    @classmethod
    def _parsed(cls, text: str) -> SourceText:
        lines = LineIndex.of(text)
        if lines.deep is not None:
            return cls._nothing("deep")._replace(text=text, line=lines.deep)
        try:
            return cls(text, tomllib.loads(text), lines)
        except (ValueError, RecursionError) as error:
            line, why = _told(error, text)
            data = _above(text, lines, line)
            return cls(text, data, lines, Ruling("REC-SYNTAX", "syntax", {"why": why}, allowed=False), line)


def _told(error: Exception, text: str) -> tuple[int, str]:
    """The line of a syntax error and what is wrong there."""
    found = _LINE.search(str(error))
    why = _LINE.sub("", str(error)) if isinstance(error, tomllib.TOMLDecodeError) else "a value is too large"
    last = text.count("\n", 0, len(text.rstrip())) + 1
    line = int(found[1]) if found and found[1] else last
    return min(line, last), why[:120]


def _above(text: str, lines: LineIndex, line: int) -> dict[str, Any]:
    """The values of the tables that end above an error: as many as can be read."""
    rows = text.split("\n")
    broken = [line] if rows[line - 1].lstrip().startswith("[") else []  # a header that is cut ends the table above it
    headers = [header for header in lines.headers if header <= line][-3:] + broken
    for header in reversed(headers):
        try:
            return tomllib.loads("\n".join((*rows[: header - 1], "")))
        except (ValueError, RecursionError):
            continue
    return {}


def item_of(key: str, value: Any) -> Any:
    """What stands for the value of a key of a record, as TOML has it; holdings have a line for each player."""
    import tomlkit

    if not isinstance(value, dict):
        return tomlkit.item(value)
    table = tomlkit.table()
    for name, item in value.items():
        table.add(name, flat(item) if name != "holdings" else _rows(item))
    return table


def flat(value: Any) -> Any:
    """A value as TOML has it; a table inside a table is written in one line, as records have it."""
    import tomlkit

    if not isinstance(value, dict):
        return tomlkit.item(value)
    inline = tomlkit.inline_table()
    inline.update(value)
    return inline


def _rows(holdings: list[list[str]]) -> Any:
    import tomlkit

    rows = tomlkit.array()
    rows.extend(holdings)
    return rows.multiline(multiline=True)


def moves_of(tables: list[dict[str, Any]]) -> AoT:
    """The moves of a record as TOML has them, one [[move]] after the other."""
    import tomlkit

    listed = tomlkit.aot()
    for table in tables:
        listed.append(item_of("move", table))
    return listed


def parsed(text: str) -> TOMLDocument:
    """A text that is to be changed: its last line ends as every line does, so that what is added begins a line."""
    import tomlkit

    plain = text.removeprefix("\ufeff").replace("\r\n", "\n")
    return tomlkit.parse(plain if not plain or plain.endswith("\n") else f"{plain}\n")


def dumped(doc: TOMLDocument, text: str) -> str:
    """The text of a document that `parsed` made of `text`, with the ends of lines that were in it."""
    import tomlkit

    now = tomlkit.dumps(doc)
    return now.replace("\n", "\r\n") if "\r\n" in text else now
