"""References: the names of tiles in a record, such as "#3" for the third one played, and which of equal ones."""

from __future__ import annotations

import re
from collections.abc import Sequence

from domino_lab.core.actions import Play
from domino_lab.core.chain import FIRST_LINE, Chain, Laid, OpenEnd
from domino_lab.core.errors import NotationError
from domino_lab.core.tiles import Tile
from domino_lab.play.legal import chain_after
from domino_lab.play.state import Position

NUMBER = re.compile(r"#(\d{1,4})", re.ASCII)


def ordinals(state: Position) -> tuple[int | None, ...]:
    """Return the targets of "#1", "#2" and so on: the number of a played tile (from 0), or None for a stacked one."""
    stacked = {order for _, _, order in state.stacks}
    laid = iter(range(len(state.chain.laid)))
    return tuple(None if place in stacked else next(laid) for place in range(len(state.chain.laid) + len(stacked)))


def number_named(mark: str, state: Position) -> int | None:
    """Return the number of the played tile that "#3" names; None if it is not a number, is stacked or is missing."""
    match = NUMBER.fullmatch(mark)
    named = ordinals(state)
    return named[int(match[1]) - 1] if match and 1 <= int(match[1]) <= len(named) else None


def is_stacked(mark: str, state: Position) -> bool:
    """Return True if "#3" names a stacked tile."""
    match = NUMBER.fullmatch(mark)
    return match is not None and 0 < int(match[1]) <= len(ordinals(state)) and number_named(mark, state) is None


def number_of(laid: int, state: Position) -> str:
    """Return the name in a file of played tile `laid` (from 0): "#3"."""
    return f"#{ordinals(state).index(laid) + 1}"


def tiles_named(at: str, state: Position) -> list[Laid]:
    """Return the played tiles that "5-5" or "#3" names: none, one, or two in a game with two sets."""
    laid = state.chain.laid
    if NUMBER.fullmatch(at):
        number = number_named(at, state)
        return [] if number is None else [laid[number]]
    tile = tile_named(at)
    return [] if tile is None else [other for other in laid if other.tile[:2] == tile[:2]]


def tile_named(text: str) -> Tile | None:
    """Return the tile that a text names, or None."""
    try:
        return Tile.of(text)
    except NotationError:
        return None


def at_text(end: OpenEnd, state: Position) -> str:
    """Return the name in a file of the played tile at an open end: its number if two tiles are equal."""
    tile = state.chain.laid[end.at].tile
    return str(tile) if len(tiles_named(str(tile), state)) == 1 else number_of(end.at, state)


def choice(play: Play, state: Position) -> str:
    """Return a place in the words of a file."""
    end = play.end
    if end is None:
        return ""
    begins = f", line = {end.edge - FIRST_LINE}" if end.edge >= FIRST_LINE else ""
    return f'at = "{at_text(end, state)}"{begins}, joins = {end.value}, out = {play.out}'


def place_of(play: Play) -> dict[str, int | None]:
    """Return the keys of a place, as numbers: the played tile, the line that begins, the two values, and the edge."""
    end = play.end
    if end is None:
        return {}
    line = end.edge - FIRST_LINE if end.edge >= FIRST_LINE else None
    return {"at": end.at, "line": line, "joins": end.value, "out": play.out, "edge": end.edge}


def distinct(choices: Sequence[Play], state: Position) -> list[Play]:
    """Return one play of each kind: plays that give equal positions count once."""
    if len(choices) < 2:
        return [*choices]
    places: dict[object, Play] = {}
    for play in choices:
        places.setdefault(_place(play, state.chain), play)
    if len(places) < 2:
        return [*places.values()]
    kinds: dict[object, Play] = {}
    for play in places.values():
        kinds.setdefault(shape_after(play, state), play)
    return [*kinds.values()]


def _place(play: Play, chain: Chain) -> object:
    """Return a value by which most equal plays are found soon: the free edges of a double are equal."""
    if play.end is None:
        return play.tile[:2]
    at, edge, _ = play.end
    return play.tile[:2], at, play.out, 0 if chain.laid[at].tile.is_double and edge < FIRST_LINE else edge


def shape_after(play: Play, state: Position) -> object:
    """Return a value that is equal for plays that give equal positions."""
    return chain_after(state.rules, state.chain, play, state.table.seats).shape()


def own_copy(tile: Tile, state: Position, copy: int | None = None) -> Tile:
    """Return the copy of a tile that the seat to move holds, or an unplayed one in a layout study.

    If the seat holds two equal tiles, it is the first, or the one with number `copy`. A tile that is not there is
    returned unchanged.
    """
    if state.table.study:
        laid = {other.tile for other in state.chain.laid}
        free = tuple(other for other in state.rules.equipment.set.tiles if other not in laid)
    else:
        free = state.holdings[state.turn]
    low, high, _ = tile
    alike = [other for other in free if other[0] == low and other[1] == high]
    for other in alike:
        if other.copy == copy:
            return other
    return alike[0] if alike else tile
