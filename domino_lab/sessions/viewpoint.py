"""Viewpoint: whose tiles may be seen, and the tabletop as somebody may see it. No widgets here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domino_lab.core.actions import Play, Stack
from domino_lab.core.chain import OpenEnd
from domino_lab.core.errors import NotationError
from domino_lab.core.events import Drew, Turned
from domino_lab.core.tiles import Tile
from domino_lab.picture.tabletop import Highlight, Holding, Tabletop
from domino_lab.play.state import Position, Step
from domino_lab.play.timeline import Timeline
from domino_lab.sessions.labels import label, side_label, table_label
from domino_lab.sessions.spreads import is_spread, spread
from domino_lab.words import phrase

if TYPE_CHECKING:
    from domino_lab.sessions.snapshot import Snapshot


ALL, TABLE = "all", "table"


def is_blind(hand: Timeline) -> bool:
    """Whether the tiles lie in face-down rows that nobody may look at, their owners included."""
    return hand.rules.dealing.is_blind


def usual_view(hand: Timeline) -> str:
    """The viewpoint of a hand where nobody says otherwise: all tiles, unless nobody at the table sees any."""
    return TABLE if is_blind(hand) else ALL


def seen_by(viewpoint: int | str) -> int | None:
    """The seat that looks, None for all tiles open, -1 for nobody's holding."""
    return None if viewpoint == ALL else -1 if viewpoint == TABLE else int(viewpoint)


def is_view(viewpoint: Any, seats: int) -> bool:
    """Whether that is a viewpoint of a hand with so many seats."""
    return viewpoint in (ALL, TABLE) or (isinstance(viewpoint, int) and 0 <= viewpoint < seats)


def opens(hand: Timeline, viewer: int | None, seat: int) -> bool:
    """Return True if `viewer` sees the holding of `seat` while the hand goes on.

    Not even its owner sees a face-down row.
    """
    return viewer is None or (viewer == seat and not is_blind(hand))


def tabletop(here: Snapshot) -> Tabletop:
    """What may be seen where `here` stands."""
    state, chain = here.state, here.state.chain
    around = _around(here)
    if is_spread(state):
        return Tabletop(chain, tableau=spread(here), **around)
    last = _last(here.now)
    return Tabletop(
        chain,
        double_lay=str(state.rules["double_lay"]),
        final=here.step_views[-1].state.chain,
        open_ends=here.step_view.open_ends,
        usable=here.step_view.open_ends if state.over is None else (),
        last=last,
        label="" if last is None else table_label(here),
        holdings=_holdings(here),
        marks=_marks(here),
        stacks=tuple(top.on for top in state.stacks),
        stacked=isinstance(here.now.action, Stack),
        wild=_wild(state),
        **around,
    )


def _around(here: Snapshot) -> dict[str, Any]:
    """What stands round the table. The stock of a patience that uses none is not shown, nor a score nobody keeps."""
    state, study = here.state, here.state.table.study
    alone = state.rules.solo is not None
    stockless = study or (alone and not here.step_views[0].state.boneyard)
    return {
        "boneyard": None if stockless else state.boneyard,
        "reserved": 0 if stockless else min(int(state.rules["reserve"]), state.boneyard),
        "scores": state.scores if state.rules.keeps_score and not alone else (),
        "chips": state.chips,
        "title": here.title,
    }


def _last(step: Step) -> int | None:
    """The laid tile to point out: the newest, or the one that another was stacked on."""
    if isinstance(step.action, Stack):
        return step.action.on
    return len(step.state.chain.laid) - 1 if isinstance(step.action, Play) else None


def _wild(state: Position) -> frozenset[int]:
    """The laid tiles whose half that joined does not meet the end: only a wild tile may do so."""
    meets = getattr(state.rules.matching, "meets", None)
    if meets is None:
        return frozenset()
    return frozenset(laid.number for laid in state.chain.laid[1:] if not meets(laid.tile[laid.edge], laid.joint))


def _holdings(here: Snapshot) -> tuple[Holding, ...]:
    table, asked = here.state.table, here.question
    turn = None if here.state.over or (asked is not None and asked.about == "who") else here.state.turn
    rows = is_blind(here.timeline) and here.state.over is None
    return tuple(
        Holding(
            name,
            None if table.study else _tiles(here, seat),
            table.side(seat),
            seat == turn and not table.study,
            _drawn(here, seat),
            _pill(here, seat),
            rows,
            _discards(here, seat),
        )
        for seat, name in enumerate(table.names)
    )


def _pill(here: Snapshot, seat: int) -> str:
    """What the step did, beside the mover's name; a question mark beside whoever an unanswered question is about."""
    if here.waiting and here.question is not None:
        anybody = here.question.about in ("who", "winner", "award")
        return phrase("widgets.label_asked") if anybody or seat == here.state.turn else ""
    return label(here) if seat == here.now.seat else side_label(here.now, seat)


def _in_order(here: Snapshot, seat: int) -> tuple[Tile, ...]:
    """The tiles of a player as they are read everywhere, the lowest first; those of a row stay where they lie.

    Of tiles that lie face down those that were just drawn come last: their place would tell how high they are.
    """
    held = here.state.holdings[seat]
    if is_blind(here.timeline):
        return tuple(held)
    drawn = () if open_to(here, seat) else [event.tile for event in here.now.events if isinstance(event, Drew)]
    return tuple(sorted(held, key=lambda tile: (tile in drawn, tile)))


def _tiles(here: Snapshot, seat: int) -> tuple[Tile | None, ...]:
    """Face up for whom they are open; a tile that was turned up and goes to the back is seen by all in that step."""
    held = _in_order(here, seat)
    if open_to(here, seat):
        return held
    turned = [event.tile for event in here.now.events if isinstance(event, Turned) and event.seat == seat]
    return (*(None for _ in held[len(turned) :]), *turned)


def _discards(here: Snapshot, seat: int) -> tuple[Tile | None, ...] | None:
    """The tiles that a player has put face down; None where nobody discards."""
    state = here.state
    if not state.discards:
        return () if state.rules.solo is None and state.rules.turns.discards else None
    return tuple(sorted(state.discards[seat])) if open_to(here, seat) else (None,) * len(state.discards[seat])


def open_to(here: Snapshot, seat: int) -> bool:
    """Whether the tiles of `seat` lie face up; at the settlement all do."""
    return here.now.settled is not None or opens(here.timeline, here.seen_by, seat)


def _drawn(here: Snapshot, seat: int) -> frozenset[int]:
    """Tiles drawn or turned up are set off for this step only."""
    moved = [event.tile for event in here.now.events if isinstance(event, (Drew, Turned)) and event.seat == seat]
    held = _in_order(here, seat)
    return frozenset(held.index(tile) for tile in moved if tile in held)


def _marks(here: Snapshot) -> tuple[Highlight, ...]:
    asked = here.question
    marks = here.note.marks if asked is None or asked.step != here.step else ()
    return tuple(dict.fromkeys(Highlight(at) for mark in marks for at in marked(here.state, mark)))


def marked(state: Position, mark: str) -> tuple[int | OpenEnd, ...]:
    """What a mark of a hand file points at: laid tiles by number, or open ends; nothing where it is not there."""
    kind, _, value = mark.partition(":")
    if kind == "end":
        return tuple(end for end in state.open_ends if str(end.value) == value)
    laid = state.chain.laid
    if mark.startswith("#"):
        number = int(mark[1:]) - 1 if mark[1:].isdecimal() else -1
        return (number,) if 0 <= number < len(laid) else ()
    try:
        tile = Tile.of(mark)
    except NotationError:
        return ()
    return tuple(one.number for one in laid if one.tile[:2] == tile[:2])
