"""tried(state, "5-4", at="4-2"): the action that a reader writes in a word or two, to ask why it is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domino_lab.actions import Action, Draw, Pass, Play, Remove, Say, Shift, Stack
from domino_lab.chain import Laid
from domino_lab.errors import NotationError, shown
from domino_lab.play.legal import plays
from domino_lab.play.record.places import named
from domino_lab.play.state import State
from domino_lab.tiles import Tile

_PLAIN: dict[str, Action] = {"draw": Draw(), "pass": Pass(), "say": Say()}


def tried(state: State, text: str, at: str | None = None) -> Action:
    """The action that `text` means: a tile, "draw", "pass", "stack 5-3", "remove 6-6 0-0", "shift 4-2 to 3" or "say".

    `at` names the laid tile that a tile joins or is stacked on, as "5-5" or "#3"; columns are counted from 0. Raises
    NotationError for a text that means nothing.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> from domino_lab.shuffle import Shuffle
    >>> str(tried(start(get("block"), Shuffle(seed=1)).state, "6-6"))
    'set 6-6'
    """
    if text.strip() in _PLAIN:
        return _PLAIN[text.strip()]
    verb, *words = text.split() or [""]
    tiles = _held([Tile.of(word) for word in words[:1] if verb in ("stack", "shift")], state)
    if verb == "stack" and tiles:
        onto = named(at if at is not None else str(tiles[0]), state)
        return Stack(tiles[0], onto[-1].number if onto else 0)
    if verb == "shift" and len(words) == 3 and words[1] == "to" and words[2].isdecimal():
        return Shift(tiles[0], int(words[2]))
    if verb == "remove" and words:
        return Remove(tuple(_held([Tile.of(word) for word in words], state)))
    return _play(_held([Tile.of(text)], state)[0], state, at)


def _play(tile: Tile, state: State, at: str | None) -> Play:
    if not state.chain.laid:
        return Play(tile)
    onto: Sequence[Laid] = state.chain.laid if at is None else named(at, state)
    if not onto:
        raise NotationError(f"{shown(at)} does not lie on the table")
    numbers = {laid.number for laid in onto}
    ends = [end for end in state.chain.ends if end.at in numbers]
    fitting = [play for play in plays(state.rules, state.chain, [tile]) if play.end in ends]
    return fitting[0] if fitting else Play(tile, ends[0] if ends else state.chain.ends[0]._replace(at=min(numbers)))


def _held(wanted: Sequence[Tile], state: Any) -> list[Tile]:
    """Of equal tiles those that the player holds, or that lie free before him."""
    near, found = [*state.holdings[state.turn], *getattr(state, "free", ())], []
    for tile in wanted:
        mine = next((other for other in near if other[:2] == tile[:2]), tile)
        near = [other for other in near if other != mine]
        found.append(mine)
    return found
