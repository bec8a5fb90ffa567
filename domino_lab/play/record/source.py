"""Source: a hand file as a text and its TOML values, or as much of it as can be read."""

from __future__ import annotations

import re
import tomllib
from typing import Any, NamedTuple

from domino_lab.play.record.lines import Lines
from domino_lab.rulings import Ruling

MOST_CHARACTERS = 1_000_000
MOST_MOVES = 2_000
MOST_HANDS = 1_000

_LINE = re.compile(r"\s*\(at line (\d+), column \d+\)|\s*\(at end of document\)")


class Source(NamedTuple):
    """A text, the values in it, the places of its keys, and the one error that stopped the reading, with its line.

    >>> Source.of("title = 1").data
    {'title': 1}
    """

    text: str
    data: dict[str, Any]
    lines: Lines
    error: Ruling | None = None
    line: int | None = None

    @classmethod
    def of(cls, text: str | bytes) -> Source:
        """Read a text; with a syntax error, `data` holds the tables that are complete above it.

        >>> Source.of("[[move]]\\nplay = '5-5'\\n[[move]]\\nplay = ").data
        {'move': [{'play': '5-5'}]}
        """
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
    def _nothing(cls, case: str, **facts: Any) -> Source:
        return cls("", {}, Lines.of(""), Ruling("REC-SYNTAX", case, facts, allowed=False))

    @classmethod
    def _parsed(cls, text: str) -> Source:
        lines = Lines.of(text)
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


def _above(text: str, lines: Lines, line: int) -> dict[str, Any]:
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
