"""Labels: the few words a step gets in the list of moves, beside a name and on the table. No widgets here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domino_lab.actions import Action, Draw, Play, Stack
from domino_lab.events import Paid, Removed, Said, Scored, Shifted, Turned
from domino_lab.play.state import Step
from domino_lab.words import phrase

if TYPE_CHECKING:
    from domino_lab.widgets.snapshot import Moment, Snapshot

_UNPAID = {"uncalled": "uncalled", "wrong": "wrong", "muggins": "uncalled"}
"""What became of a score that had to be called, by the case of the ruling on it."""


def entry_of(moment: Moment, viewer: int | None) -> str:
    """What the list of moves says of a step, where the seat `viewer` looks at it."""
    step = moment.step
    if step.action is None:
        return phrase("widgets.deal" if moment.number == 0 else "widgets.end")
    words, cost = phrase(f"widgets.move_{_kind(step, viewer)}", **_facts(step)), _cost(step)
    return words if cost is None else phrase(f"widgets.move_pays_{cost.kind}", words=words, cost=cost.cost)


def label(here: Snapshot) -> str:
    """The few letters beside the name of the mover: "+10", "draws 3-0", "passes"; empty where there is nothing."""
    step = here.now
    if step.action is None:
        return ""
    kind = _kind(step, here.seen_by)
    words = "" if kind == "play" else phrase(f"widgets.label_{kind}", **_facts(step))
    cost = _cost(step)
    return words if cost is None else phrase("widgets.label_pays", words=words, cost=cost.cost)


def side_label(step: Step, seat: int) -> str:
    """What the step did to another seat: "+10" for a score it took, "−10" for one it lost."""
    points = sum(event.points for event in step.events if isinstance(event, Scored) and event.seat == seat)
    return _signed(points) if points else ""


def table_label(here: Snapshot) -> str:
    """What stands beside the tile on the table: the points of the mover, and those that somebody lost or took."""
    step = here.now
    others = (side_label(step, seat) for seat in range(step.state.table.seats) if seat != step.seat)
    said = (_signed(step.points) if step.points else _unpaid(step), *others)
    return " / ".join(filter(None, said))


def _unpaid(step: Step) -> str:
    kind = _UNPAID.get(step.judged.case) if step.judged is not None else None
    return phrase(f"widgets.label_{kind}", **_facts(step)) if kind else ""


def _signed(points: int) -> str:
    return phrase("widgets.label_score" if points > 0 else "widgets.label_loss", points=abs(points))


def _cost(step: Step) -> Paid | None:
    return next((event for event in step.events if isinstance(event, Paid)), None)


def _kind(step: Step, viewer: int | None) -> str:
    action = step.action
    if isinstance(action, Play):
        unpaid = _UNPAID.get(step.judged.case) if step.judged is not None else None
        return unpaid or ("score" if step.points else "play")
    if isinstance(action, Stack):
        return "stack_score" if step.points else "stack"
    if isinstance(action, Draw):
        return "draw" if viewer in (None, step.seat) else "draw_hidden"
    return _other_kind(action, step)


def _other_kind(action: Action | None, step: Step) -> str:
    found = {type(event) for event in step.events}
    if Said in found:
        return "say_remove" if Removed in found else "say"
    for event, kind in ((Removed, "remove"), (Shifted, "shift"), (Turned, "turn")):
        if event in found:
            return kind
    return "pass"


def _facts(step: Step) -> dict[str, object]:
    event = step.events[0]
    tile = event.laid.tile if hasattr(event, "laid") else getattr(event, "tile", None)
    judged = step.judged.facts if step.judged is not None else {}
    points = step.points or judged.get("points", 0)
    return {
        "player": step.state.table.names[step.seat or 0], "tile": tile, "points": points, "call": judged.get("call"),
        "number": getattr(event, "number", None), "column": getattr(event, "to", 0) + 1,
        "tiles": [str(one) for one in getattr(event, "tiles", ())],
    }
