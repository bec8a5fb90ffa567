"""Comparison: lines of one shuffle (or one recorded hand) side by side, with marks and tables; it displays itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from domino_lab.events import Drew, Passed, Turned
from domino_lab.explain.marks import Mark, play_mark, points_mark
from domino_lab.explain.spelled import spelled_call
from domino_lab.explain.transcript import move_of
from domino_lab.play.state import Step
from domino_lab.play.timeline import Timeline
from domino_lab.rules.comparing import differences
from domino_lab.rules.page import plain
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import show_value
from domino_lab.rulings import clause
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
        first = self.lines[0].rules
        axes = dict.fromkeys(found.axis for line in self.lines[1:] for found in differences(first, line.rules))
        rows = [_axis_row(axis, [line.rules for line in self.lines]) for axis in axes]
        clauses = [phrase("compare.clause_of", rules=name) for name in self.names]
        return _table(rows, ["axis", *self.names, *clauses])

    @cached_property
    def results(self) -> pd.DataFrame:
        """One row a ruleset: points in play by side, who won the award, how it ended, tiles drawn, passes, steps.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.lockstep import follow
        >>> follow(Shuffle(seed=7), [get("block"), get("all-fives")]).results["how"].tolist()
        ['blocked', 'out']
        """
        rows: list[list[object]] = [[name, *_result(line.timeline)]
                                    for name, line in zip(self.names, self.lines, strict=True)]
        return _table(rows, ["ruleset", *_RESULTS])

    @cached_property
    def table(self) -> pd.DataFrame:
        """Step by step, for each ruleset: the move, the count where there is one, the points, and the score by side.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.lockstep import follow
        >>> follow(Shuffle(seed=7), [get("block"), get("all-fives")]).table.shape[1]
        8
        """
        import pandas as pd

        columns = [(name, what) for name in self.names for what in ("move", "count", "points", "score")]
        rows = [[cell for line in self.lines for cell in _cells(line.timeline, number)]
                for number in range(1, len(self))]
        index = pd.Index(range(1, len(self)), name="step")
        return _whole(pd.DataFrame(rows, index=index, columns=pd.MultiIndex.from_tuples(columns)))

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
        return "\n\n".join(["\n".join(self.sentences), *tables, self.recipe]).strip()

    def _repr_markdown_(self) -> str:
        marks = "\n".join(f"- {plain(said)}" for said in self.sentences)
        tables = [markdown(table) for table in (self.differences, self.results) if len(table)]
        recipe = [f"`{self.recipe}`"] if self.recipe else []
        return "\n\n".join([marks, *tables, *recipe])


def told_apart(names: Iterable[str]) -> tuple[str, ...]:
    """Names as they are; equal ones are numbered by their place.

    >>> told_apart(["A", "B", "A"])
    ('A (1)', 'B', 'A (3)')
    """
    given = list(names)
    return tuple(name if given.count(name) == 1 else f"{name} ({place})" for place, name in enumerate(given, 1))


def _axis_row(axis: str, rulesets: list[Ruleset]) -> list[object]:
    values = [show_value(rules.told(axis)) for rules in rulesets]
    return [axis, *values, *(table_clause(rules.clauses.get(axis, "")) for rules in rulesets)]


def table_clause(clause_id: str) -> str:
    """A clause as a table cites it: a reading of this lab must not look like the words of a sheet.

    >>> table_clause("BL-DRAW-1"), table_clause("")
    ('BL-DRAW-1', '')
    """
    said = clause(clause_id) if clause_id else None
    return "" if said is None else phrase("compare.this_lab", clause=said.id) if said.silent else said.id


_RESULTS = ("game", "in play", "award", "winner", "how", "out", "drawn", "passes", "steps")


def _result(line: Timeline) -> list[object]:
    table, settled = line.state.table, line.steps[-1].settled
    made = points_by_side(line)
    won = settled is not None and settled.winner is not None and table.rules.solo is None
    winner = table.side_name(settled.winner) if won and settled is not None and settled.winner is not None else ""
    blocker = line.state.blocker
    out = table.names[blocker] if line.state.over == "out" and blocker is not None else ""
    events = [event for step in line.steps for event in step.events]
    counted = [sum(isinstance(event, kind) for event in events) for kind in (Drew, (Passed, Turned))]
    return [table.rules.id, _sides(made), settled.award if settled else 0, winner, line.state.over or "", out, *counted,
            len(line.actions)]


def points_by_side(line: Timeline) -> tuple[int, ...]:
    """What each side scored in play, without the award.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> points_by_side(play_out(get("block"), Shuffle(seed=7)))
    (0, 0)
    """
    played = [step for step in line.steps if step.settled is None]
    before, after = line.steps[0].state.scores, played[-1].state.scores
    return tuple(end - start for start, end in zip(before, after, strict=True))


def _sides(points: Iterable[int]) -> str:
    return " - ".join(map(str, points))


def _cells(line: Timeline, number: int) -> list[object]:
    if number >= len(line):
        return ["", "", "", ""]
    step: Step = line.steps[number]
    count, player = step.state.board_count, "" if step.seat is None else f"{step.state.table.names[step.seat]} "
    points = step.points if step.settled is None else step.settled.award
    return [f"{player}{move_of(step)}", "" if count is None else str(count), points, _sides(step.state.scores)]


def _table(rows: list[list[object]], columns: list[str]) -> pd.DataFrame:
    """The first column is the index."""
    import pandas as pd

    return _whole(pd.DataFrame(rows, columns=columns).set_index(columns[0]))


def _whole(table: pd.DataFrame) -> pd.DataFrame:
    from domino_lab.explain.whole import Whole

    return Whole(table)


def markdown(table: pd.DataFrame) -> str:
    """A table with one row of headings as Markdown.

    >>> import pandas as pd
    >>> markdown(pd.DataFrame({"n": [1]}, index=pd.Index(["a"], name="x"))).splitlines()[1]
    '|---|---|'
    """
    heads = [str(table.index.name or ""), *map(str, table.columns)]
    rows = [[str(index), *map(str, cells)]
            for index, cells in zip(table.index, table.itertuples(index=False), strict=True)]
    lines = [heads, *rows]
    shown = ["| " + " | ".join(plain(cell).replace("|", "\\|") for cell in line) + " |" for line in lines]
    return "\n".join([shown[0], "|" + "---|" * len(heads), *shown[1:]])
