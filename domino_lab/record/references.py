"""References: how a record names tiles: "#3" for the third one laid, and which of several equal choices is meant."""

from __future__ import annotations

import re
from collections.abc import Sequence

from domino_lab.actions import Play
from domino_lab.chain import Laid, OpenEnd
from domino_lab.errors import NotationError
from domino_lab.play.state import Position
from domino_lab.tiles import Tile

NUMBER = re.compile(r"#(\d{1,4})", re.ASCII)


def ordinals(state: Position) -> tuple[int | None, ...]:
    """What "#1", "#2" and so on name: the number of a laid tile (from 0), or None for a tile that lies on another."""
    stacked = {order for _, _, order in state.stacks}
    laid = iter(range(len(state.chain.laid)))
    return tuple(None if place in stacked else next(laid) for place in range(len(state.chain.laid) + len(stacked)))


def laid_at(said: str, state: Position) -> int | None:
    """The number of the laid tile that "#3" names; None where it is no such mark, is stacked, or is not there."""
    found = NUMBER.fullmatch(said)
    named = ordinals(state)
    return named[int(found[1]) - 1] if found and 1 <= int(found[1]) <= len(named) else None


def is_stacked(said: str, state: Position) -> bool:
    """Whether "#3" names a tile that lies on another."""
    found = NUMBER.fullmatch(said)
    return found is not None and 0 < int(found[1]) <= len(ordinals(state)) and laid_at(said, state) is None


def number_of(laid: int, state: Position) -> str:
    """How a file numbers laid tile `laid` (from 0): "#3"."""
    return f"#{ordinals(state).index(laid) + 1}"


def named(at: str, state: Position) -> list[Laid]:
    """The laid tiles that "5-5" or "#3" names: none, one, or in a game with two sets two of them."""
    laid = state.chain.laid
    if NUMBER.fullmatch(at):
        number = laid_at(at, state)
        return [] if number is None else [laid[number]]
    try:
        tile = Tile.of(at)
    except NotationError:
        return []
    return [other for other in laid if other.tile[:2] == tile[:2]]


def at_text(end: OpenEnd, state: Position) -> str:
    """How a file names the laid tile of an open end: by its name, or by its number where two tiles are equal."""
    tile = state.chain.laid[end.at].tile
    return str(tile) if len(named(str(tile), state)) == 1 else number_of(end.at, state)


def choice(play: Play, state: Position) -> str:
    """A place as a file would state it."""
    end = play.end
    if end is None:
        return ""
    return f'at = "{at_text(end, state)}", joins = {end.value}, out = {play.out}'


def distinct(choices: Sequence[Play], state: Position) -> list[Play]:
    """One play of each kind: plays that give equal positions count once (CONTRACTS 3 leaves them open)."""
    kinds: dict[object, Play] = {}
    for play in choices:
        spins = state.rules.arms.spins(play.tile, state.chain)
        kinds.setdefault(state.chain.lay(play.tile, play.end, play.out, spins=spins).shape(), play)
    return list(kinds.values())


def own_copy(tile: Tile, state: Position, copy: int | None = None) -> Tile:
    """The copy of a tile that the seat to move holds (in a layout study: one not laid yet), else the first copy.

    Of two equal tiles held it is the first, or the one whose number is `copy`.
    """
    if state.table.study:
        laid = {other.tile for other in state.chain.laid}
        free = [other for other in state.rules.equipment.set.tiles if other not in laid]
    else:
        free = list(state.holdings[state.turn])
    alike = [other for other in free if other[:2] == tile[:2]]
    return next((other for other in alike if other.copy == copy), alike[0] if alike else tile)
