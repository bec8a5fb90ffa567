"""Spreads: what lies open in a game for one player, at a place in it. No widgets here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from domino_lab.errors import NotationError
from domino_lab.events import Closed, Refilled, Removed, Said, Shifted
from domino_lab.picture.tabletop import COLUMN, COUNTED, LINE, PILE, ROW, Gap, LooseTile, Tableau, TileGroup
from domino_lab.play.state import Step
from domino_lab.tiles import Tile
from domino_lab.words import phrase

if TYPE_CHECKING:
    from domino_lab.widgets.snapshot import Snapshot

_LONGEST_RUN = 6


def is_spread(state: Any) -> bool:
    """Whether the tiles of this game lie in rows or columns, not in a chain."""
    return state.rules.solo is not None and state.rules.solo.key in _BANDS


def spread(here: Snapshot) -> Tableau:
    """What lies open where `here` stands; the rooms are those of the deal, so that nothing jumps."""
    return Tableau(_BANDS[here.state.rules.solo.key](here, here.timeline[0].state))


def lying(state: Any) -> tuple[Tile, ...]:
    """The tiles that lie open in a game for one player, in the order they are read."""
    columns, reserve = getattr(state, "columns", ()), getattr(state, "reserve", ())
    row = tuple(tile for tile in getattr(state, "row", ()) if tile is not None)
    return (*row, *reserve, *(tile for column in columns for tile in column))


def marked_tiles(here: Snapshot) -> frozenset[Tile]:
    """The tiles of the spread that the note of this step points at."""
    asked = here.question
    marks = here.note.marks if asked is None or asked.step != here.step else ()
    return frozenset(tile for mark in marks for tile in _tile(mark))


def _tile(mark: str) -> Iterator[Tile]:
    try:
        yield Tile.of(mark)
    except NotationError:
        return


def _loose(here: Snapshot, tile: Tile, *, fresh: bool = False, left: int | None = None, above: str = "") -> LooseTile:
    free = here.state.over is None and tile in here.state.free
    return LooseTile(tile, left, free, tile in marked_tiles(here), fresh, above)


def _found(step: Step, kind: type) -> Any:
    return next((event for event in step.events if isinstance(event, kind)), None)


def _counted(here: Snapshot, start: Any) -> tuple[tuple[TileGroup, ...], ...]:
    """The row with the number to be said over the tile in turn, and the last one said over the tile before it."""
    state, said = here.state, _found(here.now, Said)
    over = {state.at: str(state.number)} if state.over is None else {}
    if said is not None and _found(here.now, Closed) is None:
        over[state.at - 1] = str(said.number)
    places = tuple(_over(here, tile, over.get(place, "")) for place, tile in enumerate(state.row))
    return (TileGroup(COUNTED, places, len(start.row)),), (_pile(here, 1),)


def _over(here: Snapshot, tile: Tile | None, above: str) -> LooseTile | Gap:
    return Gap(above=above) if tile is None else _loose(here, tile, above=above)


def _line(here: Snapshot, start: Any) -> tuple[tuple[TileGroup, ...], ...]:
    pairs = zip(here.state.row, here.state.lefts, strict=True)
    places = tuple(_loose(here, tile, left=left) for tile, left in pairs)
    return (TileGroup(LINE, places, len(start.row)),), (_pile(here, 2),)


def _row(here: Snapshot, start: Any) -> tuple[tuple[TileGroup, ...], ...]:
    refilled = _found(here.now, Refilled)
    fresh = refilled.tiles if refilled else ()
    places = tuple(_loose(here, tile, fresh=tile in fresh) for tile in here.state.row)
    return (TileGroup(ROW, places, len(start.row)),), (_pile(here, 2),)


def _columns(here: Snapshot, start: Any) -> tuple[tuple[TileGroup, ...], ...]:
    state, shifted = here.state, _found(here.now, Shifted)
    open_to = {action.to for action in state.legal() if action.kind == "shift"}
    reserve = tuple(_loose(here, tile) if tile in state.reserve else Gap() for tile in start.reserve)
    deep = max(map(len, start.columns), default=1)
    columns = []
    for index, column in enumerate(state.columns):
        tiles = tuple(_loose(here, tile, fresh=shifted is not None and shifted.tile == tile) for tile in column)
        places = tiles or (Gap(lit=index in open_to),)
        columns.append(TileGroup(COLUMN, places, deep, str(index + 1), number=index + 1))
    label = phrase("widgets.reserve")
    top = (TileGroup(ROW, reserve, len(start.reserve), label), _pile(here, 2)) if start.reserve else (_pile(here, 2),)
    return top, tuple(columns)


def _pile(here: Snapshot, usual: int) -> TileGroup:
    """The last tiles that went: those of this step, else as many as usually go together."""
    removed, waste = _found(here.now, Removed), here.state.waste
    gone = removed.tiles if removed else waste[-usual:]
    slots = _LONGEST_RUN if here.state.rules["knock"] == "run" else usual
    places = tuple(LooseTile(tile, fresh=removed is not None) for tile in gone[-slots:])
    return TileGroup(PILE, places, slots, phrase("widgets.gone", count=len(waste)), len(waste))


_BANDS: dict[str, Callable[[Snapshot, Any], tuple[tuple[TileGroup, ...], ...]]] = {
    "bingo": _counted, "knock-out": _line, "twelve": _row, "columns": _columns,
}
