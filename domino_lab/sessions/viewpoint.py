"""Viewpoint: whose tiles can be seen, and the tabletop from that point of view. No widgets here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from domino_lab.core.actions import Play, Stack
from domino_lab.core.chain import OpenEnd
from domino_lab.core.errors import NotationError
from domino_lab.core.events import Drew, Turned
from domino_lab.core.tiles import Tile
from domino_lab.picture.tabletop import Highlight, Holding, Line, Tabletop
from domino_lab.play.state import Position, Step
from domino_lab.play.timeline import Timeline
from domino_lab.sessions.labels import HUES, MANY_SEATS, label, side_label, signs, table_label
from domino_lab.sessions.spreads import is_spread, spread
from domino_lab.words import phrase

if TYPE_CHECKING:
    from domino_lab.sessions.snapshot import Snapshot


ALL: Final = "all"
TABLE: Final = "table"

Viewpoint = Annotated[int | Literal["all", "table"], '"all", "table" or the number of a seat']
"""Whose tiles are seen."""


def is_blind(hand: Timeline) -> bool:
    """Return True if the tiles lie in face-down rows that nobody may look at, their owners included."""
    return hand.rules.dealing.is_blind


def usual_view(hand: Timeline) -> str:
    """Return the default viewpoint of a hand: all tiles, unless nobody at the table sees any."""
    return TABLE if is_blind(hand) else ALL


def looking_seat(viewpoint: int | str) -> int | None:
    """The seat that looks, None for all tiles open, -1 for nobody's holding."""
    return None if viewpoint == ALL else -1 if viewpoint == TABLE else int(viewpoint)


def is_view(viewpoint: object, seats: int) -> bool:
    """Return True if that is a viewpoint of a hand with that many seats."""
    return viewpoint in (ALL, TABLE) or (isinstance(viewpoint, int) and 0 <= viewpoint < seats)


def opens(hand: Timeline, viewer: int | None, seat: int) -> bool:
    """Return True if `viewer` sees the holding of `seat` while the hand goes on.

    Not even its owner sees a face-down row.
    """
    return viewer is None or (viewer == seat and not is_blind(hand))


def tabletop(snapshot: Snapshot) -> Tabletop:
    """Return the visible table at the step that the snapshot shows."""
    state, chain = snapshot.state, snapshot.state.chain
    around = _around(snapshot)
    if is_spread(state):
        return Tabletop(chain, tableau=spread(snapshot), **around)
    last = _last(snapshot.now)
    return Tabletop(
        chain,
        double_lay=str(state.rules["double_lay"]),
        final=snapshot.step_views[-1].state.chain,
        open_ends=snapshot.step_view.open_ends,
        usable=snapshot.step_view.open_ends if state.over is None else (),
        last=last,
        label="" if last is None else table_label(snapshot),
        holdings=_holdings(snapshot),
        marks=_marks(snapshot),
        stacks=tuple(top.on for top in state.stacks),
        stacked=isinstance(snapshot.now.action, Stack),
        wild=_wild(state),
        lines=_lines(state),
        uncovered=state.rules.arms.waiting_double(chain) if state.over is None else None,
        **around,
    )


def _around(snapshot: Snapshot) -> dict[str, Any]:
    """Return what stands round the table, without a stock that a patience does not use or a score nobody keeps."""
    state, study = snapshot.state, snapshot.state.table.study
    alone = state.rules.solo is not None
    stockless = study or (alone and not snapshot.step_views[0].state.boneyard)
    return {
        "boneyard": None if stockless else state.boneyard,
        "reserved": 0 if stockless else min(int(state.rules["reserve"]), state.boneyard),
        "scores": state.scores if state.rules.keeps_score and not alone else (),
        "chips": state.chips,
        "title": snapshot.title,
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


def _lines(state: Position) -> tuple[Line, ...]:
    """Return the lines that begin at the first tile: those of the seats, then the common one."""
    names = state.table.names
    own = zip(names, signs(names), strict=True)
    lines = [Line(name, seat in state.opened, sign, seat % HUES if len(names) >= MANY_SEATS else None)
             for seat, (name, sign) in enumerate(own)]
    common = Line(phrase("picture.common_line"), short=phrase("picture.common_short"), is_common=True)
    return (*lines, common)[: state.chain.lines]


def _holdings(snapshot: Snapshot) -> tuple[Holding, ...]:
    table, asked = snapshot.state.table, snapshot.question
    turn = None if snapshot.state.over or (asked is not None and asked.about == "who") else snapshot.state.turn
    rows = is_blind(snapshot.timeline) and snapshot.state.over is None
    return tuple(
        Holding(
            name,
            None if table.study else _tiles(snapshot, seat),
            table.side(seat),
            seat == turn and not table.study,
            _new_tiles(snapshot, seat),
            _pill(snapshot, seat),
            rows,
            _discards(snapshot, seat),
        )
        for seat, name in enumerate(table.names)
    )


def _pill(snapshot: Snapshot, seat: int) -> str:
    """Return what the step did, beside the mover's name."""
    return label(snapshot) if seat == snapshot.now.seat else side_label(snapshot.now, seat)


def _in_order(snapshot: Snapshot, seat: int) -> tuple[Tile, ...]:
    """The tiles of a player as they are read everywhere, the lowest first; those of a row stay where they lie.

    Of tiles that lie face down those that were just drawn come last: their place would tell how high they are.
    """
    held = snapshot.state.holdings[seat]
    if is_blind(snapshot.timeline):
        return tuple(held)
    drawn = () if open_to(snapshot, seat) else [event.tile for event in snapshot.now.events if isinstance(event, Drew)]
    return tuple(sorted(held, key=lambda tile: (tile in drawn, tile)))


def _tiles(snapshot: Snapshot, seat: int) -> tuple[Tile | None, ...]:
    """Face up for whom they are open; a tile that was turned up and goes to the back is seen by all in that step."""
    held = _in_order(snapshot, seat)
    if open_to(snapshot, seat):
        return held
    turned = [event.tile for event in snapshot.now.events if isinstance(event, Turned) and event.seat == seat]
    return (*(None for _ in held[len(turned) :]), *turned)


def _discards(snapshot: Snapshot, seat: int) -> tuple[Tile | None, ...] | None:
    """The tiles that a player has put face down; None where nobody discards."""
    state = snapshot.state
    if not state.discards:
        return () if state.rules.solo is None and state.rules.turns.discards else None
    return tuple(sorted(state.discards[seat])) if open_to(snapshot, seat) else (None,) * len(state.discards[seat])


def open_to(snapshot: Snapshot, seat: int) -> bool:
    """Return True if the tiles of `seat` are face up; at the settlement all are."""
    return snapshot.now.settled is not None or opens(snapshot.timeline, snapshot.seen_by, seat)


def _new_tiles(snapshot: Snapshot, seat: int) -> frozenset[int]:
    """Tiles drawn or turned up are set off for this step only."""
    moved = [event.tile for event in snapshot.now.events if isinstance(event, (Drew, Turned)) and event.seat == seat]
    held = _in_order(snapshot, seat)
    return frozenset(held.index(tile) for tile in moved if tile in held)


def _marks(snapshot: Snapshot) -> tuple[Highlight, ...]:
    asked = snapshot.question
    marks = snapshot.note.marks if asked is None or asked.step != snapshot.step else ()
    numbers: dict[int | OpenEnd, str] = {}
    for number, mark in enumerate(marks, 1):
        for at in mark_target(snapshot.state, mark):
            numbers.setdefault(at, str(number))
    return tuple(Highlight(at, number) for at, number in numbers.items())


def mark_target(state: Position, mark: str) -> tuple[int | OpenEnd, ...]:
    """Return the target of a mark of a hand file: played tiles by number, or open ends; nothing if it is not there."""
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
    return tuple(laid_tile.number for laid_tile in laid if laid_tile.tile[:2] == tile[:2])
