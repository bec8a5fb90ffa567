"""Comparison: one shuffle, or one recorded hand, under several rulesets side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from domino_lab.errors import RulesetError, shown
from domino_lab.escaping import as_markdown, code_span, printable
from domino_lab.events import Drew, Passed, Turned
from domino_lab.explain.axischoices import spelled_out
from domino_lab.explain.contrast import DifferenceMark, play_mark, points_mark
from domino_lab.explain.replay import check_pair, follow_line, leading_line
from domino_lab.explain.transcript import move_of
from domino_lab.play.players import Policies
from domino_lab.play.start import start
from domino_lab.play.state import Step
from domino_lab.play.timeline import Timeline
from domino_lab.rules.custom import MARK
from domino_lab.rules.ruleset import Ruleset, differences
from domino_lab.rules.sheet import matters, rule_of_axis
from domino_lab.rules.values import python_literal, python_source, show_value
from domino_lab.rulings import clause
from domino_lab.shuffle import Shuffle
from domino_lab.words import listed, phrase, phrases

if TYPE_CHECKING:
    import pandas as pd



def call_source(verb: str, what: Shuffle | Timeline, rules: Ruleset | Sequence[Ruleset],
                 asked: Mapping[str, Any] | None = None) -> str:
    """`dl.verb(what, rules, ...)`, `asked` by name; empty where a ruleset or the hand cannot be written in a line."""
    first = shuffle_source(what) if isinstance(what, Shuffle) else what.recipe
    rulesets = [rules] if isinstance(rules, Ruleset) else rules
    if not first or any(one.own for one in rulesets):
        return ""
    said = [f"{name}={python_literal(value)}" for name, value in (asked or {}).items() if value is not None]
    listed = ", ".join(map(python_source, rulesets))
    listed = listed if isinstance(rules, Ruleset) else f"[{listed}]"
    return f"dl.{verb}({', '.join([first, listed, *said])})"


def shuffle_source(shuffle: Shuffle) -> str:
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


def numbered_names(names: Iterable[str]) -> tuple[str, ...]:
    """Names as they are; equal ones are numbered by their place."""
    given = list(names)
    return tuple(name if given.count(name) == 1 else f"{name} ({place})" for place, name in enumerate(given, 1))


def _axis_row(axis: str, rulesets: Sequence[Ruleset]) -> list[object]:
    values = [show_value(rules.told(axis)) for rules in rulesets]
    return [axis, *values, *(clause_in_table(rules.cited(axis)) for rules in rulesets)]


def clause_in_table(clause_id: str) -> str:
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
    from domino_lab.dataframes import FullFrame

    return FullFrame(table)


def markdown_table(table: pd.DataFrame) -> str:
    """A table with one row of headings as Markdown."""
    heads = [str(table.index.name or ""), *map(str, table.columns)]
    rows = [[str(index), *map(str, cells)]
            for index, cells in zip(table.index, table.itertuples(index=False), strict=True)]
    return markdown_grid([heads, *rows])


def markdown_grid(rows: Sequence[Sequence[str]]) -> str:
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
        return phrase("form.by_own", name=value.removeprefix(MARK)), clause_in_table(rules.cited(axis))
    said = rule_of_axis(rules, axis)
    if said:
        return said, clause_in_table(rules.cited(axis))
    return (spelled_out(value) if matters(rules, axis) else phrase("compare.no_rule")), ""


def ending_rows(lines: Sequence[Timeline], names: Sequence[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
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


def rule_cells(rules: Iterable[tuple[str, str]]) -> list[str]:
    """The rules of a part as text: each with its clause, and "the same" where it is the first one's."""
    told = [phrase("compare.rule", text=text, clause=clause) if clause else text for text, clause in rules]
    return [phrase("compare.same_rule") if place and one == told[0] else one for place, one in enumerate(told)]


class ComparedLine(NamedTuple):
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
    >>> from domino_lab.explain.comparison import follow
    >>> found = follow(Shuffle(seed=7), [get("all-fives"), get("five-up")])
    >>> [mark.kind for mark in found.marks], len(found) == found.length
    (['points', 'play'], True)
    """

    lines: tuple[ComparedLine, ...]
    shuffle: Shuffle | None = None
    leader: str = "same"
    asked: Mapping[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return max(len(line.timeline) for line in self.lines)

    @property
    def length(self) -> int:
        """The number of steps of the longest line, the deal and the settlement included.

        >>> Comparison((ComparedLine(None, Timeline((None,)), 0, ""),)).length
        1
        """
        return len(self)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the rulesets; where two are equal they are numbered.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.comparison import follow
        >>> follow(Shuffle(seed=7), [get("block"), get("block")]).names
        ('Block Game (1)', 'Block Game (2)')
        """
        return numbered_names(line.rules.name for line in self.lines)

    def points_mark(self, line: int = 1) -> DifferenceMark | None:
        """The first difference in points between line number `line` and the first one; None where there is none.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.comparison import follow
        >>> follow(Shuffle(seed=7), [get("block"), get("block")]).points_mark(1) is None
        True
        """
        return self._marked[line][0]

    def play_mark(self, line: int = 1) -> DifferenceMark | None:
        """The first difference in play between line number `line` and the first one; None where there is none.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.comparison import follow
        >>> follow(Shuffle(seed=7), [get("block"), get("block")]).play_mark(1) is None
        True
        """
        return self._marked[line][1]

    @property
    def marks(self) -> tuple[DifferenceMark, ...]:
        """All marks, line by line, the one in points first.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.comparison import follow
        >>> follow(Shuffle(seed=7), [get("block"), get("block")]).marks
        ()
        """
        return tuple(mark for pair in self._marked for mark in pair if mark is not None)

    @cached_property
    def _marked(self) -> tuple[tuple[DifferenceMark | None, DifferenceMark | None], ...]:
        first = self.lines[0].timeline
        found = [(points_mark(first, line.timeline, number), play_mark(first, line.timeline, number))
                 for number, line in enumerate(self.lines[1:], 1)]
        return ((None, None), *found)

    @cached_property
    def differences(self) -> pd.DataFrame:
        """The axes in which any line differs from the first: for each ruleset its value, then its clause.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.comparison import follow
        >>> list(follow(Shuffle(seed=7), [get("all-fives"), get("all-fives/spinner-closed")]).differences.index)
        ['double_weights']
        """
        return differences_table([line.rules for line in self.lines], self.names)

    @cached_property
    def results(self) -> pd.DataFrame:
        """One row a ruleset: points in play by side, who won the award, how it ended, tiles drawn, passes, steps.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.comparison import follow
        >>> follow(Shuffle(seed=7), [get("block"), get("all-fives")]).results["how"].tolist()
        ['blocked', 'out']
        """
        return results_table(self._timelines, self.names)

    @cached_property
    def table(self) -> pd.DataFrame:
        """Step by step, for each ruleset: the move, the count where there is one, the points, and the score by side.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.comparison import follow
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
        >>> from domino_lab.explain.comparison import follow
        >>> follow(Shuffle(seed=7), [get("block"), get("all-fives")]).recipe
        'dl.compare(dl.Shuffle(seed=7), ["block", "all-fives"])'
        """
        asked = {**self.asked, "leader": None if self.leader == "same" else self.leader}
        what = self.shuffle if self.shuffle is not None else self.lines[0].timeline
        rulesets = [line.rules for line in self.lines]
        return call_source("compare", what, rulesets if self.shuffle is not None else rulesets[1:], asked)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The marks in words, after them the remarks; where a line never differs it says so.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.comparison import follow
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
        >>> from domino_lab.explain.comparison import follow
        >>> follow(Shuffle(seed=7), [get("all-fives"), get("all-fives/spinner-closed")]).parts[0].name
        'How often a double counts'
        """
        return parts_that_differ([line.rules for line in self.lines])

    @cached_property
    def endings(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The results in plain words: what is told, then one cell a ruleset.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.comparison import follow
        >>> follow(Shuffle(seed=7), [get("block"), get("all-fives")]).endings[3]
        ('How it ended', ('blocked', 'a player went out'))
        """
        return ending_rows(self._timelines, self.names)

    def _repr_markdown_(self) -> str:
        marks = "\n".join(f"- {as_markdown(said)}" for said in self.sentences)
        ruled = [[f"{part.name} ({', '.join(part.axes)})", *rule_cells(part.rules)] for part in self.parts]
        ended = [[what, *row] for what, row in self.endings]
        tables = [markdown_grid([[phrase("compare.ending"), *self.names], *ended])]
        if ruled:
            tables.insert(0, markdown_grid([[phrase("compare.part"), *self.names], *ruled]))
        recipe = [code_span(self.recipe)] if self.recipe else []
        return "\n\n".join([marks, *tables, *recipe])


FEWEST, MOST = 2, 4
"""How many rulesets are compared at once."""


def follow(
    shuffle: Shuffle,
    rulesets: Sequence[Ruleset],
    *,
    seats: int | None = None,
    names: Sequence[str] | None = None,
    policies: Policies = None,
    leader: str = "same",
) -> Comparison:
    """One shuffle under two to four rulesets: the first is played by `policies`, the others copy it while they can.

    An action is copied wherever the same seat is to move and it is legal; an end that is closed there gives way to
    another of the same tile and value, and a score that must be called is called. From the first action on that cannot
    be copied, a line goes on by the same policies, and each seat's stream of choices stands as it did in the first line
    before that action. With `leader="same"` everybody takes the first ruleset's deal and leader, and no tile is
    prescribed to the others, unless nobody leads there; with "own" each deals and leads by its own rules. `seats` is
    the fewest that all allow.

    Raises RulesetError, naming both, for rulesets that cannot be compared: over different sets of tiles, without a
    common number of players, a patience and a game of rivals.
    """
    table = check_rulesets(rulesets, seats, leader)
    first = leading_line(start(rulesets[0], shuffle, seats=table, names=names), shuffle, policies)
    asked = {"seats": seats, "names": list(names) if names else None, "policies": policies}
    made = {name: asked[name] for name in ("names", "policies")}
    count = sum(step.action is not None for step in first.steps)
    lines = [ComparedLine(rulesets[0], Timeline(first.steps, shuffle=shuffle, asked=made), count, "")]
    for rules in rulesets[1:]:
        steps, copied = follow_line(rules, shuffle, first, seats=table, names=names, policies=policies, leader=leader)
        line = ComparedLine(rules, Timeline(steps, shuffle=shuffle), copied, "")
        lines.append(line._replace(remark=_remark(line, lines[0], shuffle, leader)))
    found = Comparison(tuple(lines), shuffle, leader, asked)
    return replace(found, lines=tuple(_with_source(found, number) for number in range(len(lines))))


def _with_source(found: Comparison, number: int) -> ComparedLine:
    """Each line but the first is made again by the comparison that it is part of."""
    line = found.lines[number]
    if not number or not found.recipe:
        return line
    return line._replace(timeline=replace(line.timeline, line=f"{found.recipe}.lines[{number}].timeline"))


def _remark(line: ComparedLine, first: ComparedLine, shuffle: Shuffle, leader: str) -> str:
    """That the leader is the first ruleset's, where these rules would have had another, or had him set another tile."""
    if leader == "own" or line.rules.solo is not None:
        return ""
    state = line.timeline.steps[0].state
    if first.timeline.steps[0].state.over == "misdeal":
        named = {"first": first.rules.name, "rules": line.rules.name}
        return "" if state.over == "misdeal" else phrase("compare.leads_alone", **named)
    own = start(line.rules, shuffle, seats=state.table.seats).state
    seat, must, _, seeks = own.lead
    laid = first.timeline.state.chain.laid[:1]
    freely = must is None or must[:2] in [tile.tile[:2] for tile in laid]
    if seat == state.lead.seat and own.holdings == state.holdings and freely and seeks == state.lead.seeks:
        return ""
    return phrase("compare.follows", player=state.table.names[state.lead.seat], rules=first.rules.name)


def check_rulesets(rulesets: Sequence[Ruleset], seats: int | None, leader: str = "same") -> int:
    """How many sit down to compare these rulesets; raises RulesetError for those that cannot be compared."""
    if not FEWEST <= len(rulesets) <= MOST:
        raise RulesetError(f"two to four rulesets are compared at once, not {len(rulesets)}")
    if leader not in ("same", "own"):
        raise RulesetError(f'leader is "same" or "own", not {shown(leader)}')
    for other in rulesets[1:]:
        check_pair(rulesets[0], other)
    table = seats if seats is not None else _seats(rulesets)
    for rules in rulesets:
        rules.dealing.each(table, len(rules.equipment.set.tiles))
    return table


def _seats(rulesets: Sequence[Ruleset]) -> int:
    """The fewest players that all of them allow."""
    if rulesets[0].solo is not None:
        return 1
    common = set(rulesets[0].dealing.seat_counts).intersection(*(rules.dealing.seat_counts for rules in rulesets[1:]))
    if not common:
        raise RulesetError(_nobody(rulesets))
    return min(common)


def _nobody(rulesets: Sequence[Ruleset]) -> str:
    """Two rulesets that no table can play both; where each two have one in common, all of them."""
    apart = [pair for pair in combinations(rulesets, 2)
             if set(pair[0].dealing.seat_counts).isdisjoint(pair[1].dealing.seat_counts)]
    named = apart[0] if apart else rulesets
    counts = "; ".join(f"{rules.name}: {listed(rules.dealing.seat_counts, 'or')}" for rules in named)
    return f"{listed([rules.name for rules in named])} have no number of players in common ({counts})"
