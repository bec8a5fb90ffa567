"""Placements: the places where a tile may be tried, legal or not, each with the action it would be. No widgets here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from domino_lab.actions import Action, Play, Remove, Shift, Stack
from domino_lab.chain import OpenEnd
from domino_lab.play.legal import judge
from domino_lab.play.state import State
from domino_lab.tiles import Tile
from domino_lab.widgets.spreads import is_spread, lying


class Choice(NamedTuple):
    """Something that may be tried: the `action` it would be, and whether the rules allow it.

    >>> Choice(Play(Tile(5, 5)), allowed=True).end is None
    True
    """

    action: Action
    allowed: bool

    @property
    def end(self) -> OpenEnd | None:
        """The open end where it lies; None for a first tile, and for what is not laid.

        >>> Choice(Stack(Tile(5, 5), 0), allowed=True).end is None
        True
        """
        return self.action.end if isinstance(self.action, Play) else None


def laying(state: Any, tile: Tile) -> tuple[Choice, ...]:
    """Where a tile may be laid or not: each open end, oldest first, and there each half that may face outward.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> from domino_lab.shuffle import Shuffle
    >>> len(laying(start(get("block"), Shuffle(seed=1)).state, Tile(1, 2)))
    1
    """
    ends: tuple[OpenEnd | None, ...] = state.open_ends if state.chain.laid else (None,)
    found = [Play(tile, end, out) for end in ends for out in _outs(state, tile, end)]
    return tuple(Choice(play, judge(state, play).allowed) for play in found)


def _outs(state: Any, tile: Tile, end: OpenEnd | None) -> tuple[int | None, ...]:
    outs = () if end is None else state.rules.fitting[end.value].get(tile, ())
    return tuple(outs) if len(outs) > 1 else (None,)


def choices(state: Any, tile: Tile) -> tuple[Choice, ...]:
    """All that may be tried with one tile: laid or stacked on a chain, or taken away or moved where tiles lie open.

    Beside every legal action there are those that the rules refuse, so that a reader can ask why.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> from domino_lab.shuffle import Shuffle
    >>> state = start(get("five-columns"), Shuffle(seed=1)).state
    >>> len(choices(state, state.free[0]))
    27
    """
    if not is_spread(state):
        return (*laying(state, tile), *_stacking(state, tile))
    legal = [action for action in state.legal() if _concerns(action, tile)]
    refused = [action for action in _pairs(state, tile) if action not in legal]
    return (*(Choice(action, allowed=True) for action in legal), *(Choice(action, allowed=False) for action in refused))


def _stacking(state: Any, tile: Tile) -> Iterator[Choice]:
    """One choice for each tile on the table it might go on; none where nobody stacks."""
    if not isinstance(state, State) or not state.rules.stacking.plays:
        return
    for at in dict.fromkeys(end.at for end in state.chain.ends):
        if state.chain.laid[at].tile[:2] == tile[:2]:
            stack = Stack(tile, at)
            yield Choice(stack, judge(state, stack).allowed)


def _concerns(action: Action, tile: Tile) -> bool:
    return tile in action.tiles if isinstance(action, Remove) else isinstance(action, Shift) and action.tile == tile


def _pairs(state: Any, tile: Tile) -> Iterator[Remove]:
    """Each other tile that lies open, as a pair with this one; the same two tiles are one pair, whichever is first."""
    together = [frozenset(action.tiles) for action in state.legal() if isinstance(action, Remove)]
    for other in lying(state):
        if other != tile and frozenset((tile, other)) not in together:
            yield Remove((tile, other))


def best(found: Sequence[Choice], end: OpenEnd | None = None) -> int:
    """The number of the choice to begin with: a legal one, at `end` if there is one there.

    >>> best([Choice(Play(Tile(1, 2)), allowed=False), Choice(Play(Tile(1, 2)), allowed=True)])
    1
    """
    open_to = [number for number, choice in enumerate(found) if choice.allowed]
    same = [number for number in open_to if found[number].end == end]
    return (same or open_to or [0])[0]
