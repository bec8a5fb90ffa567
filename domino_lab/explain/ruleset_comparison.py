"""Comparison: one shuffle, or one recorded hand, under several rulesets side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, groupby
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, TypedDict

from domino_lab.core.errors import MissingPackageError, RulesetError, quote
from domino_lab.core.events import Drew, Passed, Turned
from domino_lab.core.rulings import clause
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.axis_choices import axis_label, value_name
from domino_lab.explain.contrast import DifferenceMark, play_mark, points_mark, winner_mark, winner_of
from domino_lab.explain.replay import (
    check_pair,
    follow_line,
    leading_line,
)
from domino_lab.play.move_text import move_of
from domino_lab.play.players import Policies
from domino_lab.play.start import Names, start
from domino_lab.play.timeline import Timeline
from domino_lab.rules.custom import MARK
from domino_lab.rules.ruleset import Ruleset, differences, python_source
from domino_lab.rules.sheet import matters, rule_of_axis
from domino_lab.rules.values import python_literal, show_value
from domino_lab.words import join_words, phrase, phrases
from domino_lab.words.escaping import as_markdown, code_span, printable

if TYPE_CHECKING:
    import pandas as pd


# --- the words and tables that several kinds of comparison share ----------------------------------------------------


def call_source(verb: str, what: Shuffle | Timeline, rules: Ruleset | Sequence[Ruleset],
                arguments: Mapping[str, object] | None = None) -> str:
    """Write the call `dl.verb(what, rules, ...)`; empty if a ruleset or the hand cannot be written in a line."""
    first = _shuffle_source(what) if isinstance(what, Shuffle) else what.recipe
    rulesets = [rules] if isinstance(rules, Ruleset) else rules
    written = list(map(python_source, rulesets))
    if not first or not all(written):
        return ""
    named = [f"{name}={python_literal(value)}" for name, value in (arguments or {}).items() if value is not None]
    sources = ", ".join(written)
    sources = sources if isinstance(rules, Ruleset) else f"[{sources}]"
    return f"dl.{verb}({', '.join([first, sources, *named])})"


def _shuffle_source(shuffle: Shuffle) -> str:
    if shuffle.given is not None:
        return f"dl.Shuffle.of([{', '.join(python_literal(str(tile)) for tile in shuffle.given)}])"
    hand = f", hand={shuffle.hand}" if shuffle.hand else ""
    return f"dl.Shuffle(seed={shuffle.seed}{hand})"


def number_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names, with numbers added to equal ones."""
    given = list(names)
    return tuple(name if given.count(name) == 1 else f"{name} ({place})" for place, name in enumerate(given, 1))


def clause_in_table(clause_id: str) -> str:
    """Return a clause for a table; this lab's own readings are marked, so that they do not look like a sheet's."""
    cited = clause(clause_id) if clause_id else None
    return "" if cited is None else phrase("compare.this_lab", clause=cited.id) if cited.silent else cited.id


def markdown_table(table: pd.DataFrame) -> str:
    """Write a table with one row of headings as Markdown."""
    heads = ["" if table.index.name is None else str(table.index.name), *map(str, table.columns)]
    rows = [[str(index), *map(str, cells)]
            for index, cells in zip(table.index, table.itertuples(index=False), strict=True)]
    return _grid([heads, *rows])


def _grid(rows: Sequence[Sequence[str]]) -> str:
    """The first row is the headings."""
    lines = ["| " + " | ".join(map(as_markdown, row)) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


# --- one line, and one part of the rules ----------------------------------------------------------------------------


class ComparedLine(NamedTuple):
    """One line of a comparison: its rules, the hand played out, and the number of actions copied from the first line.

    `remark` says if its own rules would have named another leader; otherwise it is empty.
    """

    rules: Ruleset
    timeline: Timeline
    copied: int
    remark: str = ""

    @property
    def sides(self) -> str:
        """The points of each side in play, without the award."""
        played = [step for step in self.timeline.steps if step.settled is None]
        before, after = played[0].state.scores, played[-1].state.scores
        return _join_points(end - start for start, end in zip(before, after, strict=True))

    def result(self) -> list[object]:
        """Return the cells of this line in the table of results."""
        state, settled = self.timeline.state, self.timeline.steps[-1].settled
        out = "" if state.went_out is None else state.table.names[state.went_out]
        events = [event for step in self.timeline.steps for event in step.events]
        counted = [sum(isinstance(event, kind) for event in events) for kind in (Drew, (Passed, Turned))]
        return [state.rules.id, self.sides, settled.award if settled else 0,
                winner_of(self.timeline.steps), state.over or "", out, *counted,
                len(self.timeline.actions)]

    def step_cells(self, number: int) -> list[object]:
        """Return the cells of step `number` in the table of steps; empty ones after the end."""
        if number >= len(self.timeline):
            return ["", "", "", ""]
        step = self.timeline.steps[number]
        count, player = step.state.board_count, "" if step.seat is None else f"{step.state.table.names[step.seat]} "
        points = step.points if step.settled is None else step.settled.award
        scores = _join_points(step.state.scores)
        return [f"{player}{move_of(step)}", "" if count is None else str(count), points, scores]


def _join_points(points: Iterable[int]) -> str:
    return " - ".join(map(str, points))


class RulePart(NamedTuple):
    """A part of the rules: its `axes`, and for each ruleset the rule in a sentence and the clause, "" if there is none.
    """

    axes: tuple[str, ...]
    rules: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        """The subject of this part."""
        first, *others = (axis_label(axis) for axis in self.axes)
        return "; ".join([first, *(f"{other[:1].lower()}{other[1:]}" for other in others)])

    @property
    def cells(self) -> list[str]:
        """The rules with their clauses as text; "the same" for a rule that equals the first one."""
        texts = [phrase("compare.rule", text=text, clause=clause) if clause else text for text, clause in self.rules]
        return [phrase("compare.same_rule") if place and text == texts[0] else text for place, text in enumerate(texts)]


def _rule(rules: Ruleset, axis: str) -> tuple[str, str]:
    value = rules.value_or_policy(axis)
    if not rules.clauses.get(axis) and isinstance(value, str) and value.startswith(MARK):
        return phrase("form.by_own", name=value.removeprefix(MARK)), clause_in_table(rules.clause_of(axis))
    text = rule_of_axis(rules, axis)
    if text:
        return text, clause_in_table(rules.clause_of(axis))
    return (value_name(axis, value) if matters(rules, axis) else phrase("compare.no_rule")), ""


_RESULTS = ("game", "in play", "award", "winner", "how", "out", "drawn", "passes", "steps")


class Arguments(TypedDict, total=False):
    """The arguments of a comparison; None for those that were not given."""

    seats: int | None
    names: list[str] | None
    policies: Policies


# --- the comparison -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Comparison:
    """Two or more lines from one shuffle, the first of which leads; `len` is the number of steps of the longest.

    `shuffle` is None if the first line is a recorded hand. It displays the marks (the first differences), the rules
    that differ and the results.

    >>> import domino_lab as dl
    >>> found = dl.compare(dl.Shuffle(seed=7), ["block", "all-fives"])
    >>> [mark.kind for mark in found.marks]
    ['points', 'play']
    >>> found.results["how"].tolist(), found.endings[3]
    (['blocked', 'out'], ('Ended', ('blocked', 'a player went out')))
    >>> found.recipe
    'dl.compare(dl.Shuffle(seed=7), ["block", "all-fives"])'
    """

    lines: tuple[ComparedLine, ...]
    shuffle: Shuffle | None = None
    leader: str = "same"
    asked: Arguments = field(default_factory=Arguments)

    def __len__(self) -> int:
        return max(len(line.timeline) for line in self.lines)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the rulesets; equal ones are numbered."""
        return number_names(line.rules.name for line in self.lines)

    def points_mark(self, line: int = 1) -> DifferenceMark | None:
        """Return the first difference in points between line number `line` and the first one; None if there is none."""
        return self._marks_of[line][0]

    def play_mark(self, line: int = 1) -> DifferenceMark | None:
        """Return the first difference in play between line number `line` and the first one; None if there is none."""
        return self._marks_of[line][1]

    def winner_mark(self, line: int = 1) -> DifferenceMark | None:
        """Return the end at which another side wins line number `line` than the first one.

        None if the same side wins, and where other points at the end, or other points and other moves, show it.
        """
        return self._marks_of[line][2]

    @property
    def marks(self) -> tuple[DifferenceMark, ...]:
        """All marks, line by line: in points, in play, in the winner."""
        return tuple(mark for marks in self._marks_of for mark in marks if mark is not None)

    @cached_property
    def _marks_of(self) -> tuple[tuple[DifferenceMark | None, ...], ...]:
        first = self.lines[0].timeline
        marks = [tuple(mark(first, line.timeline, number) for mark in (points_mark, play_mark, winner_mark))
                 for number, line in enumerate(self.lines[1:], 1)]
        return ((None, None, None), *marks)

    @property
    def _rulesets(self) -> list[Ruleset]:
        return [line.rules for line in self.lines]

    @cached_property
    def _axes(self) -> tuple[str, ...]:
        """The axes in which any ruleset differs from the first."""
        first, *others = self._rulesets
        return tuple(dict.fromkeys(difference.axis for rules in others for difference in differences(first, rules)))

    @cached_property
    def differences(self) -> pd.DataFrame:
        """The axes in which any line differs from the first: for each ruleset its value, then its clause."""
        from domino_lab.io.dataframes import FullFrame, Printable

        rows = [[axis, *(show_value(rules.value_or_policy(axis)) for rules in self._rulesets),
                 *(clause_in_table(rules.clause_of(axis)) for rules in self._rulesets)] for axis in self._axes]
        clauses = [phrase("compare.clause_of", rules=name) for name in self.names]
        return FullFrame(Printable(rows, columns=["axis", *self.names, *clauses]).set_index("axis"))

    @cached_property
    def results(self) -> pd.DataFrame:
        """One row for each ruleset: points in play by side, who won the award, the end, tiles drawn, passes, steps."""
        from domino_lab.io.dataframes import FullFrame, Printable

        rows = [[name, *line.result()] for name, line in zip(self.names, self.lines, strict=True)]
        return FullFrame(Printable(rows, columns=["ruleset", *_RESULTS]).set_index("ruleset"))

    @cached_property
    def table(self) -> pd.DataFrame:
        """Step by step, for each ruleset: the move, the count if there is one, the points, and the score by side."""
        from domino_lab.io.dataframes import FullFrame, pd

        columns = [(name, what) for name in self.names for what in ("move", "count", "points", "score")]
        numbers = pd.RangeIndex(1, len(self), name="step")
        rows = [[cell for line in self.lines for cell in line.step_cells(number)] for number in numbers]
        return FullFrame(rows, index=numbers, columns=pd.MultiIndex.from_tuples(columns))

    @property
    def recipe(self) -> str:
        """The line of Python that recreates this comparison; empty if there is none."""
        arguments = {**self.asked, "leader": None if self.leader == "same" else self.leader}
        if self.shuffle is not None:
            return call_source("compare", self.shuffle, self._rulesets, arguments)
        return call_source("compare", self.lines[0].timeline, self._rulesets[1:], arguments)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The marks in words, then the remarks; a line that never differs says so."""
        return tuple(text for number in range(1, len(self.lines)) for text in self._sentences_of(number))

    def _sentences_of(self, number: int) -> Iterator[str]:
        equal: list[str] = []
        name = f"“{self.names[number]}”"
        for kind, mark in zip(("points", "play", "winner"), self._marks_of[number], strict=True):
            if mark is not None:
                yield f"{name}: {phrase(f'compare.{kind}_mark', step=mark.step)}. {mark.text}"
            elif kind != "winner":
                equal.append(phrase(f"compare.same_{kind}"))
        if equal:
            yield f"{name}: {' '.join(equal)}"
        if self.lines[number].remark:
            yield f"{name}: {self.lines[number].remark}"

    @cached_property
    def parts(self) -> tuple[RulePart, ...]:
        """The rules that differ, as sentences with their clauses; `differences` has the axes and their values.

        Neighbouring axes with the same clauses are one part.
        """
        ruled = ((axis, tuple(_rule(rules, axis) for rules in self._rulesets)) for axis in self._axes)
        return tuple(RulePart(tuple(axis for axis, _ in group), rules)
                     for rules, group in groupby(ruled, lambda pair: pair[1]))

    @cached_property
    def endings(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The results in plain words: a label, then one cell for each ruleset; rows without results are left out."""
        columns = dict(zip(_RESULTS, zip(*(line.result() for line in self.lines), strict=True), strict=True))
        # A game for one player has no points and no draws.
        nothing = {"", "0"} if all(line.timeline.state.rules.solo for line in self.lines) else {""}
        rows = ((what, tuple(_ending(what, cell) for cell in columns[what])) for what in _RESULTS if what != "game")
        return tuple((phrase(f"compare.row_{what.replace(' ', '_')}"), row) for what, row in rows
                     if not nothing.issuperset(row))

    def __repr__(self) -> str:
        try:
            tables = [repr(table) for table in (self.differences, self.results) if len(table)]
        except MissingPackageError:         # the same tables as Markdown need no pandas
            return printable(self._repr_markdown_())
        return printable("\n\n".join(["\n".join(self.sentences), *tables, self.recipe]).strip())

    def _repr_markdown_(self) -> str:
        marks = "\n".join(f"- {as_markdown(text)}" for text in self.sentences)
        many = len(self.lines) > ABREAST
        ruled = [[f"{part.name} ({', '.join(part.axes)})", *part.cells] for part in self.parts]
        ended = [[phrase("compare.ending"), *self.names], *([what, *row] for what, row in self.endings)]
        tables = [_grid([*zip(*ended, strict=True)] if many else ended)]
        if ruled:
            heads = [phrase("compare.part"), *self.names]
            tables.insert(0, _grid(self._rules_by_row(ruled) if many else [heads, *ruled]))
        return "\n\n".join([marks, *tables, *([code_span(self.recipe)] if self.recipe else [])])

    def _rules_by_row(self, ruled: Sequence[Sequence[str]]) -> list[list[str]]:
        """Give each rule a row of its own, where too many stand in a row; those like the first one's are left out."""
        same = phrase("compare.same_rule")
        rows = [["" if place else part, name, rule] for part, *rules in ruled
                for place, (name, rule) in enumerate(zip(self.names, rules, strict=True)) if rule != same]
        return [[phrase("compare.part"), phrase("compare.ruleset"), phrase("compare.part_rule")], *rows]


def _ending(what: str, cell: object) -> str:
    known = f"over_{cell}"
    return phrase(f"compare.{known}") if what == "how" and known in phrases("compare") else str(cell)


MOST = 1000
"""The most rulesets that are compared: there are fewer in all the sheets."""

ABREAST = 4
"""The most rulesets that stand side by side; of more of them each has a row."""


def follow(
    shuffle: Shuffle,
    rulesets: Sequence[Ruleset],
    *,
    seats: int | None = None,
    names: Names | None = None,
    policies: Policies = None,
    leader: str = "same",
) -> Comparison:
    """Play one shuffle under two or more rulesets: the first by `policies`; the others copy it as long as they can.

    An action is copied if the same seat is to move and the action is legal; if its end is closed there, another end of
    the same tile and value is used, and a score that must be called is called. From the first action that cannot be
    copied, a line goes on with the same policies, and each seat's stream of choices is the one that it had in the first
    line before that action. With `leader="same"`, all use the first ruleset's deal and leader, unless nobody leads
    there, and the leaders of the others may start with any tile; with "own", each deals and leads by its own rules.
    `seats` is by default the fewest that all allow.

    Raises RulesetError, naming both, for rulesets that cannot be compared: with different sets of tiles, without a
    common number of players, or a patience and a game with rivals.
    """
    table = check_rulesets(rulesets, seats, leader)
    first = leading_line(start(rulesets[0], shuffle, seats=table, names=names), shuffle, policies)
    asked: Arguments = {"seats": seats, "names": list(names) if names else None, "policies": policies}
    made = {"names": asked["names"], "policies": policies}
    count = sum(step.action is not None for step in first.steps)
    lines = [ComparedLine(rulesets[0], Timeline(first.steps, shuffle=shuffle, asked=made), count)]
    for rules in rulesets[1:]:
        steps, copied = follow_line(rules, shuffle, first, seats=table, names=names, policies=policies, leader=leader)
        line = ComparedLine(rules, Timeline(steps, shuffle=shuffle), copied)
        lines.append(line._replace(remark=_remark(line, lines[0], shuffle, leader)))
    comparison = Comparison(tuple(lines), shuffle, leader, asked)
    return replace(comparison, lines=tuple(_with_source(comparison, number) for number in range(len(lines))))


def _with_source(comparison: Comparison, number: int) -> ComparedLine:
    """Each line but the first is made again by the comparison that it is part of."""
    line = comparison.lines[number]
    if not number or not comparison.recipe:
        return line
    return line._replace(timeline=replace(line.timeline, line=f"{comparison.recipe}.lines[{number}].timeline"))


def _remark(line: ComparedLine, first: ComparedLine, shuffle: Shuffle, leader: str) -> str:
    """Say so if these rules would have had another leader, or another first tile, than the first ruleset has."""
    if leader == "own" or line.rules.solo is not None:
        return ""
    state = line.timeline.steps[0].state
    if first.timeline.steps[0].state.over == "misdeal":
        named = {"first": first.rules.name, "rules": line.rules.name}
        return "" if state.over == "misdeal" else phrase("compare.leads_alone", **named)
    own = start(line.rules, shuffle, seats=state.table.seats).state
    seat, must, _, seeks, among, _ = own.lead
    laid = first.timeline.state.chain.laid[:1]
    freely = (must is None and not among) or bool(own.lead.choices([placed.tile for placed in laid]))
    if seat == state.lead.seat and own.holdings == state.holdings and freely and seeks == state.lead.seeks:
        return ""
    follows = phrase("compare.follows", player=state.table.names[state.lead.seat], rules=first.rules.name)
    begins = [placed.tile for placed in line.timeline.state.chain.laid[:1]]
    if own.over or not begins or own.lead.choices(begins):
        return follows
    return f"{follows} {phrase('compare.against', rules=line.rules.name, tile=begins[0])}"


Leader: TypeAlias = Literal["same", "own"]
"""Who leads under the other rulesets: the player of the first one, or the one whom their own rules name."""


def check_rulesets(rulesets: Sequence[Ruleset], seats: int | None, leader: str = "same") -> int:
    """Return the number of players for a comparison of these rulesets.

    Raises RulesetError for rulesets that cannot be compared, and IllegalAction for seats that one does not allow.
    """
    if not 2 <= len(rulesets) <= MOST:
        most = "2 or more" if len(rulesets) < 2 else f"at most {MOST:,}"
        raise RulesetError(f"a comparison takes {most} rulesets, not {len(rulesets):,}")
    if leader not in ("same", "own"):
        raise RulesetError(f'leader must be "same" or "own", not {quote(leader)}')
    for other in rulesets[1:]:
        check_pair(rulesets[0], other)
    table = seats if seats is not None else _fewest_seats(rulesets)
    for rules in rulesets:
        rules.dealing.checked_each(table, len(rules.equipment.set.tiles))
    return table


def _fewest_seats(rulesets: Sequence[Ruleset]) -> int:
    if rulesets[0].solo is not None:
        return 1
    common = set(rulesets[0].dealing.seat_counts).intersection(*(rules.dealing.seat_counts for rules in rulesets[1:]))
    if common:
        return min(common)
    # Name two rulesets that no table can play both, or all of them if each two have a number in common.
    apart = [pair for pair in combinations(rulesets, 2)
             if set(pair[0].dealing.seat_counts).isdisjoint(pair[1].dealing.seat_counts)]
    named = apart[0] if apart else rulesets
    counts = "; ".join(f"{rules.name}: {join_words(rules.dealing.seat_counts, 'or')}" for rules in named)
    raise RulesetError(f"{join_words([rules.name for rules in named])} cannot be played by the same number of players "
                       f"({counts})")
