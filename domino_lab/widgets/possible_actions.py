"""Possible actions: what may be tried at a place in a hand, and with which tiles and places. No widgets here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domino_lab.actions import Action, Draw, Pass, Play, Remove, Say, Shift, Stack
from domino_lab.chain import OpenEnd
from domino_lab.explain.move_text import ScoreCall
from domino_lab.play.state import State
from domino_lab.tiles import Tile
from domino_lab.widgets.playhead import Playhead
from domino_lab.widgets.spreads import is_spread, lying
from domino_lab.widgets.viewpoint import opens
from domino_lab.words import phrase

Places = list[tuple[str, Any]]

NOWHERE = ""
"""The place of a first tile and of a tile that goes alone; a dropdown shows None as nothing chosen."""

_ALONE = {"line": ("lay", "draw", "pass"), "bingo": ("say", "remove"), "columns": ("remove", "shift")}


def action_kinds(state: Any) -> tuple[str, ...]:
    """What a player may try in this game, legal or not: keys of words/en/widgets.toml behind "do_".

    >>> action_kinds(Playhead("block", seed=7).state)
    ('lay', 'draw', 'pass', 'call')
    """
    if state.rules.solo is not None:
        return _ALONE.get(state.rules.solo.key, ("remove",))
    return ("lay", "stack", "draw", "pass", "call") if state.rules.stacking.plays else ("lay", "draw", "pass", "call")


def is_called(state: Any, kind: str) -> bool:
    """Whether a number goes with it: with a call, and with a tile that is laid where scores have to be called.

    >>> is_called(Playhead("block", seed=7).state, "call"), is_called(Playhead("block", seed=7).state, "lay")
    (True, False)
    """
    return kind == "call" or (kind == "lay" and state.rules.solo is None and state.rules.scoring.claim != "auto")


def tiles(here: Playhead) -> tuple[Tile, ...]:
    """The tiles that may be asked about: to ask about one that lies face down would tell it.

    >>> len(tiles(Playhead("block", seed=7, viewpoint=0)))
    7
    """
    state, seat = here.state, here.seen_by
    if is_spread(state):
        return lying(state)
    open_ones = state.rules.equipment.set.tiles if seat is None or state.table.study else ()
    if seat is not None and seat >= 0 and not state.table.study and opens(here.timeline, seat, seat):
        open_ones = sorted(state.holdings[seat])
    return tuple(dict.fromkeys(tile._replace(copy=0) for tile in open_ones))


def places(here: Playhead, kind: str) -> Places:
    """Where it may be tried, in words, with what `action` takes for it.

    >>> places(Playhead("block", seed=7), "lay")
    [('as the first tile', '')]
    """
    return _PLACES[kind](here) if kind in _PLACES else []


def _ends(here: Playhead) -> Places:
    chain = here.state.chain
    if not chain.laid:
        return [(phrase("widgets.place_first"), NOWHERE)]
    found: Places = []
    for end in chain.ends:
        alike = sum(other.at == end.at and other.value == end.value for other in chain.ends[: chain.ends.index(end)])
        key = "widgets.place_end_again" if alike else "widgets.place_end"
        words = phrase(key, value=end.value, tile=chain.laid[end.at].tile, number=alike + 1)
        found.append((words, end))
    return found


def _laid(here: Playhead) -> Places:
    laid, ends = here.state.chain.laid, here.state.chain.ends
    return [(phrase("widgets.place_on", tile=laid[at].tile), at) for at in dict.fromkeys(end.at for end in ends)]


def _called(here: Playhead) -> Places:
    """The tiles a score may be called for, newest first."""
    newest: Places = [(phrase("branch.call_last"), NOWHERE)]
    older = [laid.tile._replace(copy=0) for laid in reversed(here.state.chain.laid[:-1])]
    return newest + [(str(tile), tile) for tile in dict.fromkeys(older)]


def _others(here: Playhead) -> Places:
    return [(phrase("widgets.place_alone"), NOWHERE), *((str(tile), tile) for tile in tiles(here))]


def _columns(here: Playhead) -> Places:
    return [(phrase("widgets.place_column", number=to + 1), to) for to in range(len(here.state.columns))]


_PLACES: dict[str, Callable[[Playhead], Places]] = {
    "lay": _ends, "stack": _laid, "remove": _others, "shift": _columns, "call": _called,
}


def action(state: State, kind: str, tile: Tile | None, place: Any, call: int = 0) -> Action | ScoreCall | None:
    """The action that was meant; None where a tile is wanted and none is chosen. With `call` 0 nothing is called.

    >>> action(Playhead("block", seed=7).state, "draw", None, None)
    Draw(tile=None)
    """
    if kind == "call":
        return ScoreCall(call, place if isinstance(place, Tile) else None)
    if kind in _BARE or tile is None:
        return _BARE.get(kind)
    if kind == "remove":
        return Remove((tile, place) if isinstance(place, Tile) and place != tile else (tile,))
    if kind == "shift":
        return Shift(tile, place or 0)
    return _laying(state, kind, _copy(state, tile), place, (is_called(state, kind) and call) or None)


def _laying(state: State, kind: str, tile: Tile, place: Any, call: int | None) -> Action | None:
    if kind == "stack":
        return Stack(tile, place) if isinstance(place, int) else None
    return Play(tile, place if isinstance(place, OpenEnd) else None, call=call)


_BARE: dict[str, Action] = {"draw": Draw(), "pass": Pass(), "say": Say()}


def _copy(state: State, tile: Tile) -> Tile:
    """Of two equal tiles the one the player to move holds."""
    holding = state.holdings[state.turn] if state.holdings else ()
    return next((held for held in holding if held[:2] == tile[:2]), tile)
