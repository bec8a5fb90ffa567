"""Score sheet: the moves of a hand in columns, one for each player, and a row for each round; each goes to its step."""

from __future__ import annotations

from typing import Any

from domino_lab.sessions.labels import MANY_SEATS, short_entry, signs
from domino_lab.sessions.snapshot import Snapshot, StepView
from domino_lab.widgets.hand_view import HandView
from domino_lab.widgets.nodes import Node, Nodes, words

Row = list[Any]
"""The number of a round, then its cells."""
AROUND = 20
"""So many rows are listed before and after the current one: all of a long hand would be a heavy message."""
MOST_PROJECTED = 2
"""Columns for players that fit beside the table of a projector."""


def score_sheet(seen: Snapshot, *, large: bool = False) -> Node:
    """Return the moves as rows of cells, without moves hidden by a question or, from one seat, still to come.

    Each player has a column; the moves of many players, on a `large` table of more than two, share a cell a round.
    """
    seats = _in_turn(seen)
    end = len(seen.step_views) if seen.seen_by is None else seen.step + 1
    upto = end if seen.hidden_from is None else min(end, seen.hidden_from)
    rows, current = _rows(seen, seats, upto)
    first = max(current // AROUND - 1, 0) * AROUND          # the same rows for many steps: they are not sent again
    shown = rows[first:first + 3 * AROUND]
    if upto < end:
        shown.append(["", {"span": len(seats), "steps": [[upto, words("move_hidden"), "", words("bar_hidden")]]}])
    names = seen.state.table.names
    if len(seats) > (MOST_PROJECTED if large else MANY_SEATS - 1):
        return {"is": "sheet", "at": seen.step, "heads": ["", words("rounds")], "signs": signs(names),
                "rows": [_as_round(seen, row) for row in shown]}
    return {"is": "sheet", "at": seen.step, "heads": ["", *(names[seat] for seat in seats)], "rows": shown}


def _as_round(seen: Snapshot, row: Row) -> Row:
    """The moves of a row in one cell, one after the other, each with its seat and read aloud with its player."""
    cells = []
    for step, text, gain, aloud in sorted(entry for cell in row[1:] for entry in cell["steps"]):
        seat = seen.step_views[step].step.seat if "span" not in row[1] else None
        told = "" if seat is None else f"{seen.state.table.names[seat]}: {aloud or text} {gain}".strip()
        cells.append([step, text, gain, told or aloud, *(() if seat is None else (seat,))])
    return [row[0], {"span": 1, "steps": cells}]


def _rows(seen: Snapshot, seats: list[int], upto: int) -> tuple[list[Row], int]:
    """The rows of the steps before `upto`, and the place of the current one."""
    rows: list[Row] = []
    current, number, before, last = 0, 0, -1, len(seats)
    for step_view in seen.step_views[:upto]:
        seat = step_view.step.seat
        if step_view.step.action is None or seat is None:
            rows.append(["", {"span": len(seats), "steps": [_entry(seen, step_view)]}])
            last = len(seats)
        else:
            place = seats.index(seat)
            if len(seats) == 1 or (seat != before and place <= last) or last == len(seats):
                number += 1
                rows.append([number, *({"steps": []} for _ in seats)])
            rows[-1][1 + place]["steps"].append(_entry(seen, step_view))
            before, last = seat, place
        if step_view.number <= seen.step:
            current = len(rows) - 1
    return rows, current


def _in_turn(seen: Snapshot) -> list[int]:
    """The seats in the order in which they take turns."""
    count = len(seen.state.table.names)
    return [0, *range(count - 1, 0, -1)] if seen.state.rules["direction"] == "right" else list(range(count))


def _entry(seen: Snapshot, step_view: StepView) -> list[object]:
    """A step as its number, its few words, what it scored, and how it is read aloud where that is more."""
    whole = step_view.entry(seen.seen_by)
    if step_view.step.action is None:
        return [step_view.number, whole, "", ""]
    text, gain = short_entry(step_view.step, seen.seen_by)
    return [step_view.number, text, gain, "" if whole == text else whole]


class MoveList(HandView):
    """The moves of a hand in a table; press one to go to its step.

    >>> moves = dl.MoveList("block", seed=7)
    >>> moves.do("go", 3)
    >>> moves.here.step
    3
    """

    css, label = "moves", "moves"

    def areas(self) -> dict[str, Nodes]:
        """Return the sheet."""
        return {"more": [score_sheet(self.seen, large=self.large)]}
