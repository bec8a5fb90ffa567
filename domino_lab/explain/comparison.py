"""Comparison: lines of one shuffle (or one recorded hand) side by side, with marks and tables; it displays itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from domino_lab.escaping import as_markdown, code_span, printable
from domino_lab.explain.marks import Mark, play_mark, points_mark
from domino_lab.explain.plainly import RulePart, cells, endings, parts_that_differ
from domino_lab.explain.sidebyside import (
    differences_table,
    grid,
    results_table,
    steps_table,
    told_apart,
)
from domino_lab.explain.spelled import spelled_call
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from domino_lab.shuffle import Shuffle
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd


class Line(NamedTuple):
    """One line of a comparison: the rules, the hand played out, and how many of its actions the first line led.

    `remark` says where the leader is another than its own rules would have found; it is empty where there is none.

    >>> Line._fields
    ('rules', 'timeline', 'copied', 'remark')
    """

    rules: Ruleset
    timeline: Timeline
    copied: int
    remark: str


@dataclass(frozen=True)
class Comparison:
    """Two to four lines of one shuffle, the first of which leads; `len` is the number of steps of the longest.

    `shuffle` is None where the first line is a recorded hand. `names` are the rulesets' names, told apart where two are
    equal. It displays the marks, the axes that differ and the results.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.explain.lockstep import follow
    >>> found = follow(Shuffle(seed=7), [get("all-fives"), get("five-up")])
    >>> [mark.kind for mark in found.marks], len(found) == found.length
    (['points', 'play'], True)
    """

    lines: tuple[Line, ...]
    shuffle: Shuffle | None = None
    leader: str = "same"
    asked: Mapping[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return max(len(line.timeline) for line in self.lines)

    @property
    def length(self) -> int:
        """The number of steps of the longest line, the deal and the settlement included.

        >>> Comparison((Line(None, Timeline((None,)), 0, ""),)).length
        1
        """
        return len(self)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the rulesets; where two are equal they are numbered.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.lockstep import follow
        >>> follow(Shuffle(seed=7), [get("block"), get("block")]).names
        ('Block Game (1)', 'Block Game (2)')
        """
        return told_apart(line.rules.name for line in self.lines)

    def points_mark(self, line: int = 1) -> Mark | None:
        """The first difference in points between line number `line` and the first one; None where there is none.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.lockstep import follow
        >>> follow(Shuffle(seed=7), [get("block"), get("block")]).points_mark(1) is None
        True
        """
        return self._marked[line][0]

    def play_mark(self, line: int = 1) -> Mark | None:
        """The first difference in play between line number `line` and the first one; None where there is none.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.lockstep import follow
        >>> follow(Shuffle(seed=7), [get("block"), get("block")]).play_mark(1) is None
        True
        """
        return self._marked[line][1]

    @property
    def marks(self) -> tuple[Mark, ...]:
        """All marks, line by line, the one in points first.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.lockstep import follow
        >>> follow(Shuffle(seed=7), [get("block"), get("block")]).marks
        ()
        """
        return tuple(mark for pair in self._marked for mark in pair if mark is not None)

    @cached_property
    def _marked(self) -> tuple[tuple[Mark | None, Mark | None], ...]:
        first = self.lines[0].timeline
        found = [(points_mark(first, line.timeline, number), play_mark(first, line.timeline, number))
                 for number, line in enumerate(self.lines[1:], 1)]
        return ((None, None), *found)

    @cached_property
    def differences(self) -> pd.DataFrame:
        """The axes in which any line differs from the first: for each ruleset its value, then its clause.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.lockstep import follow
        >>> list(follow(Shuffle(seed=7), [get("all-fives"), get("all-fives/spinner-closed")]).differences.index)
        ['double_weights']
        """
        return differences_table([line.rules for line in self.lines], self.names)

    @cached_property
    def results(self) -> pd.DataFrame:
        """One row a ruleset: points in play by side, who won the award, how it ended, tiles drawn, passes, steps.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.lockstep import follow
        >>> follow(Shuffle(seed=7), [get("block"), get("all-fives")]).results["how"].tolist()
        ['blocked', 'out']
        """
        return results_table(self._timelines, self.names)

    @cached_property
    def table(self) -> pd.DataFrame:
        """Step by step, for each ruleset: the move, the count where there is one, the points, and the score by side.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.lockstep import follow
        >>> follow(Shuffle(seed=7), [get("block"), get("all-fives")]).table.shape[1]
        8
        """
        return steps_table(self._timelines, self.names)

    @property
    def _timelines(self) -> list[Timeline]:
        return [line.timeline for line in self.lines]

    @property
    def recipe(self) -> str:
        """The line of Python that makes this comparison again; empty where none can.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.lockstep import follow
        >>> follow(Shuffle(seed=7), [get("block"), get("all-fives")]).recipe
        'dl.compare(dl.Shuffle(seed=7), ["block", "all-fives"])'
        """
        asked = {**self.asked, "leader": None if self.leader == "same" else self.leader}
        what = self.shuffle if self.shuffle is not None else self.lines[0].timeline
        rulesets = [line.rules for line in self.lines]
        return spelled_call("compare", what, rulesets if self.shuffle is not None else rulesets[1:], asked)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The marks in words, after them the remarks; where a line never differs it says so.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.lockstep import follow
        >>> follow(Shuffle(seed=7), [get("all-fives"), get("all-fives")]).sentences
        ('All Fives (2): No difference in points. No difference in play.',)
        """
        return tuple(said for number in range(1, len(self.lines)) for said in self._said(number))

    def _said(self, number: int) -> Iterable[str]:
        none: list[str] = []
        name = self.names[number]
        for kind, mark in zip(("points", "play"), self._marked[number], strict=True):
            if mark is None:
                none.append(phrase(f"compare.same_{kind}"))
            else:
                yield f"{name}: {phrase(f'compare.{kind}_mark', step=mark.step)}. {mark.text}"
        if none:
            yield f"{name}: {' '.join(none)}"
        if self.lines[number].remark:
            yield f"{name}: {self.lines[number].remark}"

    def __repr__(self) -> str:
        tables = [repr(table) for table in (self.differences, self.results) if len(table)]
        return printable("\n\n".join(["\n".join(self.sentences), *tables, self.recipe]).strip())

    @cached_property
    def parts(self) -> tuple[RulePart, ...]:
        """The rules that differ, as sentences with their clauses; `differences` has the axes and their values.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.lockstep import follow
        >>> follow(Shuffle(seed=7), [get("all-fives"), get("all-fives/spinner-closed")]).parts[0].name
        'How often a double counts'
        """
        return parts_that_differ([line.rules for line in self.lines])

    @cached_property
    def endings(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The results in plain words: what is told, then one cell a ruleset.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.lockstep import follow
        >>> follow(Shuffle(seed=7), [get("block"), get("all-fives")]).endings[3]
        ('How it ended', ('blocked', 'a player went out'))
        """
        return endings(self._timelines, self.names)

    def _repr_markdown_(self) -> str:
        marks = "\n".join(f"- {as_markdown(said)}" for said in self.sentences)
        ruled = [[f"{part.name} ({', '.join(part.axes)})", *cells(part.rules)] for part in self.parts]
        tables = [grid([[phrase("compare.ending"), *self.names], *([what, *row] for what, row in self.endings)])]
        if ruled:
            tables.insert(0, grid([[phrase("compare.part"), *self.names], *ruled]))
        recipe = [code_span(self.recipe)] if self.recipe else []
        return "\n\n".join([marks, *tables, *recipe])
