"""Possible actions: the actions that can be tried at a place in a hand, legal or not, by tile and place. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from domino_lab.core.actions import Action, Discard, Draw, Pass, Play, Remove, Say, Shift, Stack
from domino_lab.core.chain import FIRST_LINE, OpenEnd
from domino_lab.core.tiles import Tile
from domino_lab.picture.end_places import alike
from domino_lab.play.legal import judge, legal
from domino_lab.play.move_text import ScoreCall, end_text
from domino_lab.play.state import Position, State
from domino_lab.rules.ruleset import Ruleset
from domino_lab.sessions.playhead import Playhead
from domino_lab.sessions.spreads import is_spread, lying
from domino_lab.sessions.viewpoint import opens
from domino_lab.words import phrase

Places = list[tuple[str, Any]]

NOWHERE = ""
"""The place of a first tile and of a tile that goes alone; a dropdown shows None as nothing chosen."""

WITHOUT_TILE: dict[str, Action] = {"draw": Draw(), "pass": Pass(), "say": Say()}
"""The actions that take no tile, by their names in words/en/board.toml."""

_ALONE = {"line": ("lay", "draw", "pass"), "bingo": ("say", "remove"), "columns": ("remove", "shift")}


def action_kinds(state: Any) -> tuple[str, ...]:
    """Return the kinds of actions that a player can try in this game, as keys of words/en/widgets.toml after "do_".

    >>> action_kinds(Playhead("block", seed=7).state)
    ('lay', 'draw', 'pass', 'call')
    """
    if state.rules.solo is not None:
        return _ALONE.get(state.rules.solo.key, ("remove",))
    more = {"stack": state.rules.stacking.plays, "discard": state.rules.turns.discards}
    kinds = ("lay", "stack", "draw", "discard", "pass", "call")
    return tuple(kind for kind in kinds if more.get(kind, True))


def draws(rules: Ruleset) -> bool:
    """Return True if a player may have to draw in this game, if only before the first tile.

    >>> from domino_lab.catalogue import get
    >>> draws(get("block")), draws(get("draw"))
    (False, True)
    """
    seeks = rules["lead_fallback"] in ("draw", "leader-draws")
    return rules["draw_when"] != "never" or rules["leader_takes"] != 0 or seeks


def is_called(state: Any, kind: str) -> bool:
    """Return True if a number belongs to it: to a call, and to a tile if scores have to be called."""
    return kind == "call" or (kind == "lay" and state.rules.solo is None and state.rules.scoring.claim != "auto")


def tiles(playhead: Playhead) -> tuple[Tile, ...]:
    """Return the tiles that a reader can ask about; a question about a face-down tile would give it away."""
    state, seat = playhead.state, playhead.seen_by
    if is_spread(state):
        return lying(state)
    open_ones: Sequence[Tile] = state.rules.equipment.set.tiles if seat is None or state.table.study else ()
    if seat is not None and seat >= 0 and not state.table.study and opens(playhead.timeline, seat, seat):
        open_ones = sorted(state.holdings[seat])
    return tuple(dict.fromkeys(tile._replace(copy=0) for tile in open_ones))


def places(playhead: Playhead, kind: str, where: Mapping[OpenEnd, str] | None = None) -> Places:
    """Return the places where it can be tried, in words, with the arguments that `action` takes for each.

    `where` tells apart the ends of one spinner, by their places in the picture. Ends with the same words are one place.
    """
    if kind == "lay":
        return _ends(playhead, where or {})
    return _PLACES[kind](playhead) if kind in _PLACES else []


def _ends(playhead: Playhead, where: Mapping[OpenEnd, str]) -> Places:
    chain = playhead.state.chain
    if not chain.laid:
        return [(phrase("widgets.place_first"), NOWHERE)]
    open_ends = playhead.state.open_ends
    ends: dict[str, OpenEnd] = {}
    for end in chain.ends:
        is_other = end not in open_ends and bool(alike(open_ends, end, chain.laid))
        place = end_text(playhead.state, end, "widgets.place")
        if is_other and end.edge < FIRST_LINE:
            place = phrase("widgets.place_other_side", tile=chain.laid[end.at].tile)
        ends.setdefault(where.get(end, place), end)
    return [*ends.items()]


def _laid_places(playhead: Playhead) -> Places:
    laid, ends = playhead.state.chain.laid, playhead.state.chain.ends
    return [(phrase("widgets.place_on", tile=laid[at].tile), at) for at in dict.fromkeys(end.at for end in ends)]


def _call_places(playhead: Playhead) -> Places:
    """The tiles a score may be called for, newest first."""
    newest: Places = [(phrase("branch.call_last"), NOWHERE)]
    older = [laid.tile._replace(copy=0) for laid in reversed(playhead.state.chain.laid[:-1])]
    return newest + [(str(tile), tile) for tile in dict.fromkeys(older)]


def _others(playhead: Playhead) -> Places:
    return [(phrase("widgets.place_alone"), NOWHERE), *((str(tile), tile) for tile in tiles(playhead))]


def _columns(playhead: Playhead) -> Places:
    count = len(getattr(playhead.state, "columns", ()))
    return [(phrase("widgets.place_column", number=to + 1), to) for to in range(count)]


_PLACES: dict[str, Callable[[Playhead], Places]] = {
    "stack": _laid_places, "remove": _others, "shift": _columns, "call": _call_places,
}


def action(state: Position, kind: str, tile: Tile | None, place: Any, call: int = 0) -> Action | ScoreCall | None:
    """Return the chosen action; None if a tile is needed and none is chosen. With `call` 0, no score is called."""
    if kind == "call":
        return ScoreCall(call, place if isinstance(place, Tile) else None)
    if kind in WITHOUT_TILE or tile is None:
        return WITHOUT_TILE.get(kind)
    if kind == "remove":
        return Remove((tile, place) if isinstance(place, Tile) and place != tile else (tile,))
    if kind == "shift":
        return Shift(tile, place or 0)
    return _laying(state, kind, _copy(state, tile), place, (is_called(state, kind) and call) or None)


def _laying(state: Position, kind: str, tile: Tile, place: object, call: int | None) -> Action | None:
    if kind == "discard":
        return Discard(tile)
    if kind == "stack":
        return Stack(tile, place) if isinstance(place, int) else None
    return Play(tile, place if isinstance(place, OpenEnd) else None, call=call)


def _copy(state: Position, tile: Tile) -> Tile:
    """Return the one of two equal tiles that the player to move holds."""
    holding = state.holdings[state.turn] if state.holdings else ()
    return next((held for held in holding if held[:2] == tile[:2]), tile)


# --- with one tile ----------------------------------------------------------------------------------------------------

class Choice(NamedTuple):
    """An action that can be tried, and whether the rules allow it."""

    action: Action
    allowed: bool

    @property
    def end(self) -> OpenEnd | None:
        """The open end where it goes; None for a first tile, and for an action that plays no tile."""
        return self.action.end if isinstance(self.action, Play) else None


def laying(state: Any, tile: Tile) -> tuple[Choice, ...]:
    """Return the plays of a tile, legal or not: each open end, oldest first, with each half that could face outward."""
    ends: tuple[OpenEnd | None, ...] = state.open_ends if state.chain.laid else (None,)
    plays = [Play(tile, end, out) for end in ends for out in _outs(state, tile, end)]
    return tuple(Choice(play, judge(state, play).allowed) for play in plays)


def _outs(state: Any, tile: Tile, end: OpenEnd | None) -> tuple[int | None, ...]:
    outs = () if end is None else state.rules.fitting[end.value].get(tile, ())
    return tuple(outs) if len(outs) > 1 else (None,)


def choices(state: Any, tile: Tile) -> tuple[Choice, ...]:
    """Return all that can be tried with one tile: play, stack or discard it, or remove or move it if tiles lie open.

    Besides every legal action, it has those that the rules refuse, so that a reader can ask why.
    """
    if not is_spread(state):
        return (*laying(state, tile), *_stacking(state, tile), *_discarding(state, tile))
    allowed = [action for action in legal(state) if _concerns(action, tile)]
    refused = [action for action in _pairs(state, tile) if action not in allowed]
    return (*(Choice(action, allowed=True) for action in allowed),
            *(Choice(action, allowed=False) for action in refused))


def _stacking(state: object, tile: Tile) -> Iterator[Choice]:
    """One choice for each tile on the table it might go on; none where nobody stacks."""
    if not isinstance(state, State) or not state.rules.stacking.plays:
        return
    for at in dict.fromkeys(end.at for end in state.chain.ends):
        if state.chain.laid[at].tile[:2] == tile[:2]:
            stack = Stack(tile, at)
            yield Choice(stack, judge(state, stack).allowed)


def _discarding(state: object, tile: Tile) -> Iterator[Choice]:
    if isinstance(state, State) and state.rules.turns.discards and not state.table.study:
        discard = Discard(tile)
        yield Choice(discard, judge(state, discard).allowed)


def _concerns(action: Action, tile: Tile) -> bool:
    return tile in action.tiles if isinstance(action, Remove) else isinstance(action, Shift) and action.tile == tile


def _pairs(state: Any, tile: Tile) -> Iterator[Remove]:
    """Each other tile that lies open, as a pair with this one; the same two tiles are one pair, whichever is first."""
    together = [frozenset(action.tiles) for action in legal(state) if isinstance(action, Remove)]
    for other in lying(state):
        if other != tile and frozenset((tile, other)) not in together:
            yield Remove((tile, other))


def best(choices: Sequence[Choice], end: OpenEnd | None = None) -> int:
    """Return the number of the choice to begin with: a legal one, at `end` if there is one."""
    open_to = [number for number, choice in enumerate(choices) if choice.allowed]
    same = [number for number in open_to if choices[number].end == end]
    return (same or open_to or [0])[0]


def tiles_of(action: Action) -> tuple[Tile, ...]:
    """Return the tiles of a move; none for a move without tiles."""
    named = getattr(action, "tiles", None) or (getattr(action, "tile", None),)
    return tuple(tile for tile in named if isinstance(tile, Tile))
