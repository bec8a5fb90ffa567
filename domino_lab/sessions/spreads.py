"""Spreads: the open tiles of a game for one player, at a place in it. No widgets here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from domino_lab.core.actions import Shift
from domino_lab.core.errors import NotationError
from domino_lab.core.events import Closed, Refilled, Removed, Said, Shifted
from domino_lab.core.tiles import Tile
from domino_lab.picture.tabletop import COLUMN, COUNTED, LINE, PILE, ROW, Gap, LooseTile, Tableau, TileGroup
from domino_lab.play.legal import legal
from domino_lab.play.state import Position, Step
from domino_lab.solitaire.bingo import BingoState
from domino_lab.solitaire.columns import ColumnsState
from domino_lab.solitaire.knock_out import KnockOutState
from domino_lab.solitaire.patience_state import PatienceState
from domino_lab.solitaire.twelve import TwelveState
from domino_lab.words import phrase

if TYPE_CHECKING:
    from domino_lab.sessions.snapshot import Snapshot

_LONGEST_RUN = 6
Bands = tuple[tuple[TileGroup, ...], ...]


def is_spread(state: Any) -> bool:
    """Return True if the tiles of this game lie in rows or columns, not in a chain."""
    return state.rules.solo is not None and state.rules.solo.key in _BANDS


def spread(snapshot: Snapshot) -> Tableau:
    """Return the open tiles at this step; the space is that of the deal, so that nothing jumps."""
    solo = snapshot.state.rules.solo
    assert solo is not None
    return Tableau(_BANDS[solo.key](snapshot, snapshot.state, snapshot.timeline[0].state))


def lying(state: Any) -> tuple[Tile, ...]:
    """Return the open tiles of a game for one player, in reading order."""
    columns, reserve = getattr(state, "columns", ()), getattr(state, "reserve", ())
    row = tuple(tile for tile in getattr(state, "row", ()) if tile is not None)
    return (*row, *reserve, *(tile for column in columns for tile in column))


def is_covered(state: Any, tile: Tile) -> bool:
    """Return True if another tile of its column covers a tile, so that it cannot be removed."""
    return any(tile in column[:-1] for column in getattr(state, "columns", ()))


def marked_tiles(snapshot: Snapshot) -> dict[Tile, int]:
    """Return the tiles of the spread that the note of this step points at, each with the number of its pin."""
    asked = snapshot.question
    marks = snapshot.note.marks if asked is None or asked.step != snapshot.step else ()
    return {tile: number for number, mark in enumerate(marks, 1) for tile in _tile(mark)}


def _tile(mark: str) -> Iterator[Tile]:
    try:
        yield Tile.of(mark)
    except NotationError:
        return


def _loose(
    snapshot: Snapshot, tile: Tile, *, fresh: bool = False, left: int | None = None, above: str = "",
) -> LooseTile:
    state = snapshot.state
    free = isinstance(state, PatienceState) and state.over is None and tile in state.free
    pin = str(marked_tiles(snapshot).get(tile, ""))
    return LooseTile(tile, left, free, fresh=fresh, above=above, pin=pin)


def _event_of(step: Step, kind: type) -> Any:
    return next((event for event in step.events if isinstance(event, kind)), None)


def _counted_row(snapshot: Snapshot, state: BingoState, start: BingoState) -> Bands:
    """The row with the number to be said over the tile in turn, and the last one said over the tile before it."""
    said = _event_of(snapshot.now, Said)
    over = {state.at: str(state.number)} if state.over is None else {}
    if said is not None and _event_of(snapshot.now, Closed) is None:
        over[state.at - 1] = str(said.number)
    places = tuple(_over(snapshot, tile, over.get(place, "")) for place, tile in enumerate(state.row))
    return (TileGroup(COUNTED, places, len(start.row)),), (_pile(snapshot, state, 1),)


def _over(snapshot: Snapshot, tile: Tile | None, above: str) -> LooseTile | Gap:
    return Gap(above=above) if tile is None else _loose(snapshot, tile, above=above)


def _line(snapshot: Snapshot, state: KnockOutState, start: KnockOutState) -> Bands:
    pairs = zip(state.row, state.lefts, strict=True)
    places = tuple(_loose(snapshot, tile, left=left) for tile, left in pairs)
    return (TileGroup(LINE, places, len(start.row)),), (_pile(snapshot, state, 2),)


def _row(snapshot: Snapshot, state: TwelveState, start: TwelveState) -> Bands:
    refilled = _event_of(snapshot.now, Refilled)
    fresh = refilled.tiles if refilled else ()
    places = tuple(_loose(snapshot, tile, fresh=tile in fresh) for tile in state.row)
    return (TileGroup(ROW, places, len(start.row)),), (_pile(snapshot, state, 2),)


def _columns(snapshot: Snapshot, state: ColumnsState, start: ColumnsState) -> Bands:
    shifted, pile = _event_of(snapshot.now, Shifted), _pile(snapshot, state, 2)
    open_to = {action.to for action in legal(state) if isinstance(action, Shift)}
    reserve = tuple(_loose(snapshot, tile) if tile in state.reserve else Gap() for tile in start.reserve)
    deep = max(map(len, start.columns), default=1)
    columns = []
    for index, column in enumerate(state.columns):
        tiles = tuple(_loose(snapshot, tile, fresh=shifted is not None and shifted.tile == tile) for tile in column)
        places: tuple[LooseTile | Gap, ...] = tiles or (Gap(lit=index in open_to),)
        columns.append(TileGroup(COLUMN, places, deep, str(index + 1), number=index + 1))
    label = phrase("widgets.reserve")
    top = (TileGroup(ROW, reserve, len(start.reserve), label), pile) if start.reserve else (pile,)
    return top, tuple(columns)


def _pile(snapshot: Snapshot, state: PatienceState, usual: int) -> TileGroup:
    """The last tiles that went: those of this step, else as many as usually go together."""
    removed, waste = _event_of(snapshot.now, Removed), state.waste
    gone = removed.tiles if removed else waste[-usual:]
    slots = _LONGEST_RUN if state.rules["knock"] == "run" else usual
    places = tuple(LooseTile(tile, fresh=removed is not None) for tile in gone[-slots:])
    return TileGroup(PILE, places, slots, phrase("widgets.gone", count=len(waste)), len(waste))


_BANDS: dict[str, Callable[[Snapshot, Any, Any], Bands]] = {
    "bingo": _counted_row, "knock-out": _line, "twelve": _row, "columns": _columns,
}


def tiles_to_choose(state: Position, *, is_open: bool) -> tuple[Tile, ...]:
    """Return the tiles that an answer may name: those on the table, those of the player to move, or all of them.

    `is_open` says whether the tiles of the player to move are visible.
    """
    if is_spread(state):
        return lying(state)
    if state.table.study or not is_open:
        laid = {laid.tile for laid in state.chain.laid}
        return tuple(tile for tile in state.rules.equipment.set.tiles if tile not in laid)
    return tuple(sorted(state.holdings[state.turn]))
