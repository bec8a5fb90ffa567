"""Transcript: a hand as the rows of a table, one for each step after the deal."""

from __future__ import annotations

from domino_lab.actions import Play
from domino_lab.events import Drew, Removed, Said, Shifted, Stacked, Turned
from domino_lab.play.state import Position, Step
from domino_lab.play.timeline import Timeline
from domino_lab.solitaire.patience_state import PatienceState
from domino_lab.words import phrase


def transcript(hand: Timeline) -> list[dict[str, object]]:
    """Return one row for each step after the deal: step, player, move, the table after it, points, each side's score.

    If the game counts, the table is `terms` and `count` (a draw or a pass leaves them as they were), or else `open
    ends`. In a patience there are no points; `choices so far` counts the steps with more than one legal move.
    """
    return [_row(number, move_of(step), step) for number, step in enumerate(hand.steps) if number]


def columns(hand: Timeline) -> list[str]:
    """Return the names of the columns of `transcript`, even for a hand without a move."""
    return list(_row(0, "", hand.steps[0]))


def _row(number: int, move: str, step: Step) -> dict[str, object]:
    state, table = step.state, step.state.table
    if isinstance(state, PatienceState):
        return {"step": number, "move": move, **_shown(state), "choices so far": state.choices}
    points = step.points if step.settled is None else step.settled.award
    scores = {table.side_name(side): score for side, score in enumerate(state.scores)}
    return {"step": number, "player": _player(step), "move": move, **_shown(state), "points": points, **scores}


def _player(step: Step) -> str:
    table, settled = step.state.table, step.settled
    if step.seat is not None:
        return table.names[step.seat]
    return "" if settled is None or settled.winner is None else table.side_name(settled.winner)


def move_of(step: Step) -> str:
    """Describe what was done at a step, without the player."""
    action = step.action
    if isinstance(action, Play):
        onto = {} if action.end is None else {"onto": step.state.chain.laid[action.end.at].tile}
        return phrase("explain.does_lay" if onto else "explain.does_set", tile=action.tile, **onto)
    for kind, key in ((Drew, "draw"), (Stacked, "stack"), (Turned, "turn")):
        found = next((event for event in step.events if isinstance(event, kind)), None)
        if found is not None:
            return phrase(f"explain.does_{key}", tile=found.tile)
    if step.state.rules.solo is not None:
        return _alone(step)
    if action is not None:
        return phrase("explain.does_pass")
    settled = step.settled
    return phrase("explain.does_tie" if settled is None or settled.winner is None else "explain.does_win")


def _alone(step: Step) -> str:
    """What was done in a patience, or else how it ended."""
    for event in step.events:
        if isinstance(event, Said):
            return phrase("explain.does_say", number=event.number, tile=event.tile)
        if isinstance(event, Removed):
            return phrase("explain.does_remove", tiles=event.tiles)
        if isinstance(event, Shifted):
            return phrase("explain.does_shift", tile=event.tile, column=event.to + 1)
    return phrase(f"explain.does_{step.state.over}")


def _shown(state: Position) -> dict[str, object]:
    count, solo = state.board_count, state.rules.solo
    if isinstance(state, PatienceState) and solo is not None and solo.key != "line":
        return {"tiles left": state.left}
    if count is None:
        return {"open ends": ", ".join(str(end.value) for end in state.open_ends)}
    return {"terms": " + ".join(map(str, count.terms)), "count": count.total}
