"""Side by side: the tables of a comparison. Which axes differ, how each hand ends, and every step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from domino_lab.escaping import as_markdown
from domino_lab.events import Drew, Passed, Turned
from domino_lab.explain.transcript import move_of
from domino_lab.play.state import Step
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset, differences
from domino_lab.rules.values import show_value
from domino_lab.rulings import clause
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd

_RESULTS = ("game", "in play", "award", "winner", "how", "out", "drawn", "passes", "steps")


def differences_table(rulesets: Sequence[Ruleset], names: Sequence[str]) -> pd.DataFrame:
    """The axes in which any ruleset differs from the first: for each ruleset its value, then its clause.

    >>> from domino_lab.catalogue import get
    >>> list(differences_table([get("all-fives"), get("all-fives/spinner-closed")], ["A", "B"]).columns)
    ['A', 'B', 'clause: A', 'clause: B']
    """
    axes = dict.fromkeys(found.axis for rules in rulesets[1:] for found in differences(rulesets[0], rules))
    clauses = [phrase("compare.clause_of", rules=name) for name in names]
    return _table([_axis_row(axis, rulesets) for axis in axes], ["axis", *names, *clauses])


def results_table(lines: Sequence[Timeline], names: Sequence[str]) -> pd.DataFrame:
    """One row a ruleset: points in play by side, who won the award, how it ended, tiles drawn, passes, steps.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> results_table([play_out(get("block"), Shuffle(seed=7))], ["A"]).loc["A", "how"]
    'blocked'
    """
    return _table([[name, *_result(line)] for name, line in zip(names, lines, strict=True)], ["ruleset", *_RESULTS])


def steps_table(lines: Sequence[Timeline], names: Sequence[str]) -> pd.DataFrame:
    """Step by step, for each ruleset: the move, the count where there is one, the points, and the score by side.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> steps_table([play_out(get("block"), Shuffle(seed=7))], ["A"]).loc[1, ("A", "move")]
    'Player 2 sets 6-6'
    """
    import pandas as pd

    columns = [(name, what) for name in names for what in ("move", "count", "points", "score")]
    numbers = pd.RangeIndex(1, max(map(len, lines)), name="step")
    rows = [[cell for line in lines for cell in _cells(line, number)] for number in numbers]
    return _whole(pd.DataFrame(rows, index=numbers, columns=pd.MultiIndex.from_tuples(columns)))


def told_apart(names: Iterable[str]) -> tuple[str, ...]:
    """Names as they are; equal ones are numbered by their place.

    >>> told_apart(["A", "B", "A"])
    ('A (1)', 'B', 'A (3)')
    """
    given = list(names)
    return tuple(name if given.count(name) == 1 else f"{name} ({place})" for place, name in enumerate(given, 1))


def _axis_row(axis: str, rulesets: Sequence[Ruleset]) -> list[object]:
    values = [show_value(rules.told(axis)) for rules in rulesets]
    return [axis, *values, *(table_clause(rules.cited(axis)) for rules in rulesets)]


def table_clause(clause_id: str) -> str:
    """A clause as a table cites it: a reading of this lab must not look like the words of a sheet.

    >>> table_clause("BL-DRAW-1"), table_clause("")
    ('BL-DRAW-1', '')
    """
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
    """What each side scored in play, without the award.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
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
    return grid([heads, *rows])


def grid(rows: Sequence[Sequence[str]]) -> str:
    """Rows of cells as Markdown; the first one are the headings.

    >>> grid([["a", "b"], ["1", "2"]]).splitlines()[2]
    '| 1 | 2 |'
    """
    shown = ["| " + " | ".join(map(as_markdown, row)) + " |" for row in rows]
    return "\n".join([shown[0], "|" + "---|" * len(rows[0]), *shown[1:]])
