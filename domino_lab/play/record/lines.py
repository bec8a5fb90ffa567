"""Lines: where each table and key of a TOML text stands, for messages that name the place.

The standard library's reader gives values without places. This one gives places without values: it blanks strings
and comments, follows brackets, and takes what is left at the start of a statement as a header or a key.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

Path = tuple[str | int, ...]

MOST_DOTS = 8
"""Deeper keys than this mean nothing in a record, and reading them would take the reader's time."""

_TOKEN = re.compile(
    r'#[^\n]*|"""(?:[^\\]|\\.)*?(?:"{3,5}|\Z)|\'\'\'.*?(?:\'{3,5}|\Z)|"(?:[^"\\\n]|\\[^\n])*"?|\'[^\'\n]*\'?',
    re.DOTALL,
)
_WORD = re.compile(r"[\"']([\w-]+)[\"']")
_HEADER = re.compile(r"\s*(\[\[?)([^\[\]]*)\]")


class Lines(NamedTuple):
    """The line (from 1) of each path, such as ("move", 2, "count"), and the lines where a table begins.

    >>> Lines.of('title = "x"\\n[[move]]\\nplay = "5-5"').places["move", 0, "play"]
    3
    """

    places: dict[Path, int]
    headers: tuple[int, ...]
    deep: int | None

    @classmethod
    def of(cls, text: str) -> Lines:
        """Find every place in a text; a text with errors gives the places before the first of them.

        >>> Lines.of("[deal]\\nleader = 0\\n[end]").headers
        (1, 3)
        """
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
        """The line of a key, else of the table around it, else None.

        >>> Lines.of('[[move]]\\nplay = "5-5"').line(("move", 0, "count"))
        1
        """
        while path:
            for place in (path, (*path, 0)):
                if place in self.places:
                    return self.places[place]
            path = path[:-1]
        return None

    def before(self, line: int) -> int | None:
        """The line of the last table that begins at or before `line`, or None.

        >>> Lines.of('a = 1\\n[deal]\\nleader = 0').before(3)
        2
        """
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
