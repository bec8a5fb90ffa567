"""Matches: a match file as its hands and its score sheet."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from domino_lab.arguments import checked
from domino_lab.catalogue.reading import Named, resolver
from domino_lab.errors import RecordError
from domino_lab.escaping import paragraphs, printable, without_math
from domino_lab.files import expanded
from domino_lab.front.dealt import text_of
from domino_lab.front.printed import Hand
from domino_lab.play.match import Match
from domino_lab.play.record import Setup, read_match
from domino_lab.play.sheet import sheet
from domino_lab.play.timeline import Problem
from domino_lab.rules.spelled import spelled_value
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class MatchFile:
    """A match as a file has it: its hands, each for a HandStepper, its score sheet, and what is wrong in the file.

    `setup` says who sat where and which seed the hands are dealt from; it is None where the file does not say so.

    >>> from domino_lab.widgets.playing.game import Game
    >>> load_match(Game("block", against="greedy", seed=1).saved("An evening"))
    An evening: 1 hand, the last is not over
    """

    match: Match
    title: str = ""
    problems: tuple[Problem, ...] = ()
    remarks: tuple[Problem, ...] = ()
    setup: Setup | None = None
    line: str = ""

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The hands, in order; the last may be unfinished.

        >>> len(load_match("[[hand]]\\nruleset = 'block'\\n[hand.deal]\\nseed = 1").hands)
        1
        """
        made = (f"{self.line}.hands[{number}]" if self.line else "" for number in range(len(self.match.hands)))
        return tuple(Hand.of(replace(hand, line=line)) for hand, line in zip(self.match.hands, made, strict=True))

    @property
    def sheet(self) -> pd.DataFrame:
        """The score sheet: one row a hand, with what each side got in play and at the end, and its score after it.

        >>> load_match("[[hand]]\\nruleset = 'block'\\n[hand.deal]\\nseed = 1").sheet.index.name
        'hand'
        """
        from domino_lab.explain.whole import Printable

        rows = []
        for hand, row in zip(self.match.hands, sheet(self.match.hands), strict=True):
            told: dict[str, object] = {"hand": row.hand, "ended": row.how or "not over"}
            for side, total in enumerate(row.total):
                name = hand.state.table.side_name(side)
                told |= {f"{name}, in play": row.played[side], f"{name}, at the end": row.award[side], name: total}
            rows.append(told)
        return Printable(rows, columns=None if rows else ["hand"]).set_index("hand")

    def __repr__(self) -> str:
        count, open_ = len(self.match.hands), bool(self.match.hands) and not self.match.hands[-1].is_over
        told = f"{self.title or self.match.rules.name}: {count} hand{'' if count == 1 else 's'}"
        told += ", the last is not over" if open_ else ""
        return printable("\n".join((told, *(_told(problem) for problem in self.problems))))

    def _repr_html_(self) -> str:
        return without_math(paragraphs(repr(self)), self.sheet.to_html())


def _told(problem: Problem) -> str:
    """A problem in one line, its place first."""
    place = f"line {problem.line}: " if problem.line else ""
    return " ".join(f"{place}{problem.message} ({problem.clause})".split())


@checked
def load_match(what: str | Path, *, rules: Named | None = None) -> MatchFile:
    """A match that was saved: a file (a path, or a name that ends in .toml), or its text.

    `rules` supplies a ruleset of your own, or another game. Raises RecordError when there is no such file; what is
    wrong inside it is in `.problems` instead.

    >>> from domino_lab.widgets.playing.game import Game
    >>> load_match(Game("block", against="greedy", seed=1).saved()).setup.seated
    ('human', 'greedy')
    """
    found = read_match(match_text(what), resolver(rules))
    short = "\n" not in str(what) and rules is None
    return MatchFile(*found, line=f"dl.load_match({spelled_value(str(what))})" if short else "")


def match_text(what: str | Path) -> str | bytes:
    """The text of a match file; raises RecordError where there is no such file.

    >>> match_text("format = 1\\n")
    'format = 1\\n'
    """
    if isinstance(what, Path) or (isinstance(what, str) and "\n" not in what and what.endswith(".toml")):
        path = expanded(what)
        if not os.path.exists(path):
            raise RecordError(phrase("playing.no_file", file=path, folder=Path.cwd(), name=path.name))
        return text_of(path)
    return text_of(what)
