"""Comparison: two to four lines of play side by side, with the first step where they differ, why, and the tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from domino_lab.actions import Draw, Play
from domino_lab.escaping import as_markdown, code_span, printable
from domino_lab.events import Dealt, Drew, Ended, GoesOn, LaidTile, Leads, Paid, Passed, Scored, Turned
from domino_lab.explain.axischoices import spelled_out
from domino_lab.explain.transcript import move_of
from domino_lab.explain.why import why
from domino_lab.play.legal import judge
from domino_lab.play.state import Step
from domino_lab.play.timeline import Timeline
from domino_lab.rules.custom import MARK
from domino_lab.rules.ruleset import Ruleset, differences
from domino_lab.rules.scoring import Term
from domino_lab.rules.sheet import matters, rule_of_axis, rule_ruling
from domino_lab.rules.values import python_literal, python_source, show_value
from domino_lab.rulings import Ruling, clause
from domino_lab.shuffle import Shuffle
from domino_lab.words import phrase, phrases

if TYPE_CHECKING:
    import pandas as pd


def spelled_call(verb: str, what: Shuffle | Timeline, rules: Ruleset | Sequence[Ruleset],
                 asked: Mapping[str, Any] | None = None) -> str:
    """`dl.verb(what, rules, ...)`, `asked` by name; empty where a ruleset or the hand cannot be written in a line."""
    first = spelled_shuffle(what) if isinstance(what, Shuffle) else what.recipe
    rulesets = [rules] if isinstance(rules, Ruleset) else rules
    if not first or any(one.own for one in rulesets):
        return ""
    said = [f"{name}={python_literal(value)}" for name, value in (asked or {}).items() if value is not None]
    listed = ", ".join(map(python_source, rulesets))
    listed = listed if isinstance(rules, Ruleset) else f"[{listed}]"
    return f"dl.{verb}({', '.join([first, listed, *said])})"


def spelled_shuffle(shuffle: Shuffle) -> str:
    """A shuffle by its seed and hand, or its given order."""
    if shuffle.given is not None:
        return f"dl.Shuffle.of([{', '.join(python_literal(str(tile)) for tile in shuffle.given)}])"
    hand = f", hand={shuffle.hand}" if shuffle.hand else ""
    return f"dl.Shuffle(seed={shuffle.seed}{hand})"


_RESULTS = ("game", "in play", "award", "winner", "how", "out", "drawn", "passes", "steps")


def differences_table(rulesets: Sequence[Ruleset], names: Sequence[str]) -> pd.DataFrame:
    """The axes in which any ruleset differs from the first: for each ruleset its value, then its clause."""
    axes = dict.fromkeys(found.axis for rules in rulesets[1:] for found in differences(rulesets[0], rules))
    clauses = [phrase("compare.clause_of", rules=name) for name in names]
    return _table([_axis_row(axis, rulesets) for axis in axes], ["axis", *names, *clauses])


def results_table(lines: Sequence[Timeline], names: Sequence[str]) -> pd.DataFrame:
    """One row a ruleset: points in play by side, who won the award, how it ended, tiles drawn, passes, steps."""
    return _table([[name, *_result(line)] for name, line in zip(names, lines, strict=True)], ["ruleset", *_RESULTS])


def steps_table(lines: Sequence[Timeline], names: Sequence[str]) -> pd.DataFrame:
    """Step by step, for each ruleset: the move, the count where there is one, the points, and the score by side."""
    import pandas as pd

    columns = [(name, what) for name in names for what in ("move", "count", "points", "score")]
    numbers = pd.RangeIndex(1, max(map(len, lines)), name="step")
    rows = [[cell for line in lines for cell in _cells(line, number)] for number in numbers]
    return _complete(pd.DataFrame(rows, index=numbers, columns=pd.MultiIndex.from_tuples(columns)))


def told_apart(names: Iterable[str]) -> tuple[str, ...]:
    """Names as they are; equal ones are numbered by their place."""
    given = list(names)
    return tuple(name if given.count(name) == 1 else f"{name} ({place})" for place, name in enumerate(given, 1))


def _axis_row(axis: str, rulesets: Sequence[Ruleset]) -> list[object]:
    values = [show_value(rules.told(axis)) for rules in rulesets]
    return [axis, *values, *(table_clause(rules.cited(axis)) for rules in rulesets)]


def table_clause(clause_id: str) -> str:
    """A clause as a table cites it: a reading of this lab must not look like the words of a sheet."""
    said = clause(clause_id) if clause_id else None
    return "" if said is None else phrase("compare.this_lab", clause=said.id) if said.silent else said.id


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
    """What each side scored in play, without the award."""
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

    return _complete(pd.DataFrame(rows, columns=columns).set_index(columns[0]))


def _complete(table: pd.DataFrame) -> pd.DataFrame:
    from domino_lab.dataframes import Whole

    return Whole(table)


def markdown(table: pd.DataFrame) -> str:
    """A table with one row of headings as Markdown."""
    heads = [str(table.index.name or ""), *map(str, table.columns)]
    rows = [[str(index), *map(str, cells)]
            for index, cells in zip(table.index, table.itertuples(index=False), strict=True)]
    return grid([heads, *rows])


def grid(rows: Sequence[Sequence[str]]) -> str:
    """Rows of cells as Markdown; the first one are the headings."""
    shown = ["| " + " | ".join(map(as_markdown, row)) + " |" for row in rows]
    return "\n".join([shown[0], "|" + "---|" * len(rows[0]), *shown[1:]])


class RulePart(NamedTuple):
    """A part of the rules: its `axes`, and for each ruleset the rule in a sentence with its clause, "" where none is.
    """

    axes: tuple[str, ...]
    rules: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        """What this part is about."""
        first, *others = (str(phrases("form")["axes"][axis]) for axis in self.axes)
        return "; ".join([first, *(f"{other[:1].lower()}{other[1:]}" for other in others)])


def parts_that_differ(rulesets: Sequence[Ruleset]) -> tuple[RulePart, ...]:
    """The parts in which any ruleset differs from the first; axes that follow each other and are ruled by the same
    clauses are one part.
    """
    axes = dict.fromkeys(found.axis for other in rulesets[1:] for found in differences(rulesets[0], other))
    ruled = ((axis, tuple(_rule(rules, axis) for rules in rulesets)) for axis in axes)
    alike = groupby(ruled, lambda pair: pair[1])
    return tuple(RulePart(tuple(axis for axis, _ in group), rules) for rules, group in alike)


def _rule(rules: Ruleset, axis: str) -> tuple[str, str]:
    value = rules.told(axis)
    if not rules.clauses.get(axis) and isinstance(value, str) and value.startswith(MARK):
        return phrase("form.by_own", name=value.removeprefix(MARK)), table_clause(rules.cited(axis))
    said = rule_of_axis(rules, axis)
    if said:
        return said, table_clause(rules.cited(axis))
    return (spelled_out(value) if matters(rules, axis) else phrase("compare.no_rule")), ""


def endings(lines: Sequence[Timeline], names: Sequence[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """How each hand ends: a row for each thing to tell, with one cell a line; what is told of no line is left out, and
    so are the points and the draws of a game for one player, which has none.
    """
    found = results_table(lines, names).drop(columns="game")
    nothing = {"", "0"} if all(line.state.rules.solo for line in lines) else {""}
    rows = ((what, tuple(_how_ended(what, cell) for cell in found[what])) for what in found.columns)
    return tuple((phrase(f"compare.{_key(what)}"), row) for what, row in rows if not nothing.issuperset(row))


def _key(what: str) -> str:
    return f"row_{what.replace(' ', '_')}"


def _how_ended(what: str, cell: object) -> str:
    known = f"over_{cell}"
    return phrase(f"compare.{known}") if what == "how" and known in phrases("compare") else str(cell)


def cells(rules: Iterable[tuple[str, str]]) -> list[str]:
    """The rules of a part as text: each with its clause, and "the same" where it is the first one's."""
    told = [phrase("compare.rule", text=text, clause=clause) if clause else text for text, clause in rules]
    return [phrase("compare.same_rule") if place and one == told[0] else one for place, one in enumerate(told)]


class Told(NamedTuple):
    """What two lines say of one step: the ruling that decided in each (None where there is none), and the sentences."""

    one: Ruling | None
    other: Ruling | None
    text: str


class _Side(NamedTuple):
    ruling: Ruling | None
    text: str


def contrast(one: Step, other: Step) -> Told:
    """Why two steps are worth what they are: by the ends that count differently, else by the decisions on the score."""
    return points_told(Timeline((one,)), Timeline((other,)), 0)


def points_told(one: Timeline, other: Timeline, number: int) -> Told:
    """Why step `number` is worth something else in the other line."""
    first, second = at(one, number), at(other, number)
    if first is None or second is None or not _same_table(first, second):
        return _told(one, other, _whole(one, number), _whole(other, number))
    differing = _differing(first, second)
    return _told(one, other, _counted(one, first, differing), _counted(other, second, differing))


def at(line: Timeline, number: int) -> Step | None:
    """The step of that number; a shorter line has none, and stays at its end."""
    return line.steps[number] if number < len(line) else None


def _same_table(one: Step, other: Step) -> bool:
    """Whether the same tile was laid last, in the same place among the same tiles."""
    if not isinstance(_laid(one), LaidTile) or not isinstance(_laid(other), LaidTile):
        return False
    return _tiles(one) == _tiles(other)


def _tiles(step: Step) -> list[tuple[Any, ...]]:
    return [(laid.tile, laid.parent, laid.joint, laid.out) for laid in step.state.chain.laid]


def _laid(step: Step) -> object:
    return step.events[0] if step.events else None


def _differing(one: Step, other: Step) -> list[int]:
    """The numbers of the laid tiles that count differently."""
    first, second = _terms(one), _terms(other)
    if not first or not second:
        return []
    return [number for number in sorted({*first, *second}) if _value(first, number) != _value(second, number)]


def _terms(step: Step) -> dict[int, Term]:
    count = step.state.board_count
    return {} if count is None else {term.number: term for term in (*count.terms, *count.silent)}


def _value(terms: dict[int, Term], number: int) -> int:
    return terms[number].value if number in terms else 0


def _counted(line: Timeline, step: Step, numbers: list[int]) -> _Side:
    parts = [part for part in (_part(line, step, number) for number in numbers) if part is not None]
    judged = step.judged
    if judged is None:
        return _Side(None, phrase("compare.nothing_counts"))
    if not parts:
        return _Side(judged, cited(judged.text, judged))
    told = " ".join(dict.fromkeys(part.text for part in parts))
    return _Side(parts[0], f"{cited(told, parts[0])} {judged.text}")


def _part(line: Timeline, step: Step, number: int) -> Ruling | None:
    """Why that tile counts as it does; for one without an open end, why it takes no more tiles."""
    term = _terms(step).get(number)
    if term is not None:
        return step.state.rules.scoring.term_ruling(term)
    laid = (event for each in line.steps for event in each.events if isinstance(event, LaidTile))
    found = next((event.ruling for event in laid if event.laid.number == number), None)
    return found.because[-1] if found is not None and found.because else None


def _whole(line: Timeline, number: int) -> _Side:
    """What happened there and why, where the two tables are not alike."""
    step = at(line, number)
    if step is None:
        return _ended(line)
    told = why(step)
    return _Side(told.ruling, cited(told.caption, told.ruling))


def play_told(one: Timeline, other: Timeline, number: int) -> Told:
    """Why step `number` is another one in the other line: what is refused there, or why another player is to move."""
    first, second = at(one, number), at(other, number)
    drawn = [step for step in (first, second) if step is not None and isinstance(step.action, Draw)]
    if len(drawn) == 2 and drawn[0].seat == drawn[1].seat:
        return _told(one, other, _dealt(one), _dealt(other))
    refused = None if first is None or first.action is None else _refused(other, number, first)
    return _told(one, other, _done(one, number, second), refused or _done(other, number, first))


def _refused(line: Timeline, number: int, wanted: Step) -> _Side | None:
    before = line.steps[min(number, len(line)) - 1]
    if before.state.over or wanted.action is None:
        return None
    if before.state.turn != wanted.seat:
        return _turn(line, number, before)
    ruling = judge(before.state, wanted.action)
    if ruling.allowed:
        return None
    told = cited(ruling.text, ruling)
    return _Side(ruling, f"{told} {_dealt(line).text}" if ruling.clause == "GEN-HOLD-1" else told)


def _done(line: Timeline, number: int, rival: Step | None) -> _Side:
    step = at(line, number)
    if step is None or step.action is None:
        return _ended(line)
    if rival is not None and rival.seat not in (None, step.seat):
        return _turn(line, number, line.steps[number - 1])
    ruling = step.rulings[0]
    return _Side(ruling, f"{why(step).what} {cited(ruling.text, ruling)}")


def _turn(line: Timeline, number: int, before: Step) -> _Side:
    """Why the player who moves there is to move: he leads, or goes on, or the turn goes round."""
    found = [event.ruling for event in before.events if isinstance(event, (GoesOn, Leads))]
    ruling = found[-1] if found else rule_ruling(line.rules, "direction")
    step = at(line, number)
    what = why(step).what if step is not None else ""
    return _Side(ruling, f"{cited(ruling.text, ruling)} {what}".strip())


def _ended(line: Timeline) -> _Side:
    for step in reversed(line.steps):
        for event in step.events:
            if isinstance(event, Ended):
                return _Side(event.ruling, cited(event.ruling.text, event.ruling))
    return _Side(None, phrase("compare.over" if line.is_over else "compare.stopped"))


def _dealt(line: Timeline) -> _Side:
    """Equal draws bring different tiles where other tiles, or other numbers of them, were dealt before."""
    dealt = [event.ruling for event in line.steps[0].events if isinstance(event, Dealt)]
    return _Side(dealt[-1], cited(dealt[-1].text, dealt[-1])) if dealt else _ended(line)


def cited(text: str, ruling: Ruling | None) -> str:
    """The sentence with its rule behind it."""
    if ruling is None:
        return text
    return phrase("compare.cited", text=text.rstrip("."), clause=clause(ruling.clause).id)


def _told(one: Timeline, other: Timeline, first: _Side, second: _Side) -> Told:
    here = phrase("compare.here", rules=_name(one, other), text=first.text)
    there = phrase("compare.there", rules=_name(other, one), text=second.text)
    return Told(first.ruling, second.ruling, f"{here} {there}")


def _name(line: Timeline, rival: Timeline) -> str:
    """The name of its rules; where both are called the same, their id."""
    rules: Any = line.rules
    return str(rules.id if rules.name == rival.rules.name and rules.id != rival.rules.id else rules.name)


class Mark(NamedTuple):
    """The first difference of another line to the first one: the step (in both), the two rulings, and what they say.

    `line` is the number of the other line, `kind` "points" or "play". A ruling is None where that line has none: it
    has ended, or nothing is scored in it.
    """

    line: int
    step: int
    kind: str
    one: Ruling | None
    other: Ruling | None
    text: str

    def __repr__(self) -> str:
        """Short: with every fact of both rulings it would fill the reader's screen."""
        return f"<Mark: {self.kind}, step {self.step}: {self.text}>"


def points_mark(one: Timeline, other: Timeline, line: int = 1) -> Mark | None:
    """The first step at which the two lines do not give the same points to the same players; None where all are equal.
    """
    step = _first(one, other, _gains)
    if step is not None and step >= min(_end(one), _end(other)):
        return None
    return None if step is None else _mark(line, step, "points", points_told(one, other, step))


def play_mark(one: Timeline, other: Timeline, line: int = 1) -> Mark | None:
    """The first step at which not the same player does the same; None where the two lines are played alike."""
    step = _first(one, other, deed)
    return None if step is None else _mark(line, step, "play", play_told(one, other, step))


def _end(line: Timeline) -> float:
    """Where nothing more can be said of a line: at its last step, if the hand is not over there."""
    return inf if line.is_over else len(line)


def _mark(line: int, step: int, kind: str, told: Told) -> Mark:
    return Mark(line, step, kind, told.one, told.other, told.text)


def _first(one: Timeline, other: Timeline, what: Any) -> int | None:
    for number in range(1, max(len(one), len(other))):
        if what(at(one, number)) != what(at(other, number)):
            return number
    return None


def _gains(step: Step | None) -> tuple[Any, ...]:
    """What the step gives to whom: in play by seat, for the hand by the names of the winning side."""
    if step is None:
        return ()
    settled = step.settled
    if settled is not None:
        winner = settled.winner
        return () if winner is None or not settled.award else (step.state.table.side_name(winner), settled.award)
    gains: dict[int, int] = {}
    for event in step.events:
        if isinstance(event, Scored):
            gains[event.seat] = gains.get(event.seat, 0) + event.points
        elif isinstance(event, Paid) and event.kind == "points":
            gains[event.seat] = gains.get(event.seat, 0) - event.cost
    return tuple(sorted((seat, points) for seat, points in gains.items() if points))


def deed(step: Step | None) -> tuple[Any, ...]:
    """Who does what: equal for two steps in which the same player does the same with the same tile."""
    if step is None or step.action is None:
        return ()
    action = step.action
    if isinstance(action, Play):
        laid = step.state.chain.laid[-1]
        return (step.seat, "play", laid.tile, laid.parent, laid.joint, laid.out)
    shown = [event.tile for event in step.events if isinstance(event, (Drew, Turned))]
    return (step.seat, action.kind, *(shown or action))


class Line(NamedTuple):
    """One line of a comparison: the rules, the hand played out, and how many of its actions the first line led.

    `remark` says where the leader is another than its own rules would have found; it is empty where there is none.
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
