"""Diagnostics: what is wrong in a hand file, or worth a remark, each with its place, its clause and a sentence."""

from __future__ import annotations

from domino_lab.play.timeline import Problem
from domino_lab.record.source import LineIndex, Path
from domino_lab.rulings import Ruling

LONGEST_SHOWN = 40
"""Longer values are cut when a message repeats them."""

MOST_PROBLEMS = 100
"""A file with more problems is not a hand, and listing them all would take long."""


class Diagnostics:
    """Problems and remarks of one record; `base` is the path of its [[hand]] in a match file, else empty."""

    def __init__(self, lines: LineIndex, base: Path = ()) -> None:
        self.lines, self.base = lines, base
        self.problems: list[Problem] = []
        self.remarks: list[Problem] = []

    @classmethod
    def unread(cls) -> Diagnostics:
        """Return diagnostics that nobody reads, for a table that is only compared."""
        return cls(LineIndex.of(""))

    @property
    def is_full(self) -> bool:
        """True if no more problems are listed."""
        return len(self.problems) > MOST_PROBLEMS

    def problem(self, where: Path, clause: str, case: str, **facts: object) -> None:
        """Add a problem at `where`; its sentence is `case` of `clause`, filled with `facts`."""
        self.refused(where, Ruling(clause, case, facts, allowed=False))

    def refused(self, where: Path, ruling: Ruling, *, by: str = "") -> None:
        """Add a refusal by the rules at `where`; `by` is the clause that decided it if `ruling` only reports it."""
        if len(self.problems) == MOST_PROBLEMS:
            ruling, by = Ruling("REC-SYNTAX", "more", {"most": MOST_PROBLEMS}, allowed=False), ""
        if not self.is_full:
            self.problems.append(self._at(where, by or ruling.id, ruling.text))

    def remark(self, where: Path, clause: str, case: str, **facts: object) -> None:
        """Add something a reader may want to know about `where`, though it is not wrong."""
        ruling = Ruling(clause, case, facts)
        self.remarks.append(self._at(where, ruling.id, ruling.text))

    def _at(self, where: Path, clause: str, message: str) -> Problem:
        move = where[1] + 1 if len(where) > 1 and where[0] == "move" and isinstance(where[1], int) else None
        return Problem(self.lines.line(self.base + where), move, clause, message)

    def in_order(self) -> tuple[Problem, ...]:
        """Return the problems by line, those without a place first."""
        return tuple(sorted(self.problems, key=lambda problem: problem.line or 0))


def shown(value: object) -> str:
    """Return a value as a message repeats it: in one line, cut if it is long, control characters escaped."""
    try:
        text = _quoted(value)
    except (ValueError, RecursionError):  # a whole number of thousands of digits, or tables in tables in tables
        text = type(value).__name__
    text = {"True": "true", "False": "false"}.get(text, text)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


def _quoted(value: object) -> str:
    """Put words between the quotes that a file uses, in lists too."""
    if isinstance(value, list):
        return f"[{', '.join(map(_quoted, value))}]"
    return f'"{repr(value)[1:-1]}"' if isinstance(value, str) else repr(value)
