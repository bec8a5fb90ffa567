"""Aiming: the tiles that may be chosen, and the places where one may be tried. No widgets here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from domino_lab.actions import Play
from domino_lab.chain import OpenEnd
from domino_lab.play.legal import judge
from domino_lab.play.position import Position
from domino_lab.tiles import Tile

Kind = tuple[int, int]
"""A tile by its two halves, whichever copy of it."""


class Choice(NamedTuple):
    """A place where the chosen tile may be tried: the `play` it would be, and whether the rules allow it.

    >>> Choice(Play(Tile(5, 5)), allowed=True).play.end is None
    True
    """

    play: Play
    allowed: bool


def kinds(position: Position) -> tuple[Kind, ...]:
    """Every tile that is not on the table, once each.

    >>> from domino_lab.catalogue import get
    >>> kinds(Position.empty(get("two-box")))[:2]
    ((0, 0), (0, 1))
    """
    return tuple(dict.fromkeys((tile.low, tile.high) for tile in position.unseen))


def copy_of(position: Position, kind: Kind | None) -> Tile | None:
    """The tile that is meant: of two equal ones the one that is held, else the first; None where none is left.

    >>> from domino_lab.catalogue import get
    >>> copy_of(Position.empty(get("two-box")), (0, 1))
    Tile(low=0, high=1, copy=0)
    """
    alike = [tile for tile in position.unseen if tile[:2] == kind]
    return next((tile for tile in alike if tile in position.holding), alike[0] if alike else None)


def choices(position: Position, kind: Kind | None) -> tuple[Choice, ...]:
    """Where that tile may be tried: each open end, oldest first, and there each half that may face outward.

    >>> from domino_lab.catalogue import get
    >>> len(choices(Position.empty(get("block")), (1, 2)))
    1
    """
    tile, state = copy_of(position, kind), position.state
    if tile is None:
        return ()
    ends: tuple[OpenEnd | None, ...] = state.open_ends if state.chain.laid else (None,)
    plays = [Play(tile, end, out) for end in ends for out in _outs(position, tile, end)]
    return tuple(Choice(play, judge(state, play).allowed) for play in plays)


def _outs(position: Position, tile: Tile, end: OpenEnd | None) -> tuple[int | None, ...]:
    outs = () if end is None else position.state.rules.fitting[end.value].get(tile, ())
    return tuple(outs) if len(outs) > 1 else (None,)


def best(found: Sequence[Choice], end: OpenEnd | None) -> int:
    """The number of the choice to begin with: a legal one, at `end` if there is one there.

    >>> best([Choice(Play(Tile(1, 2)), allowed=False), Choice(Play(Tile(1, 2)), allowed=True)], None)
    1
    """
    open_to = [number for number, choice in enumerate(found) if choice.allowed]
    same = [number for number in open_to if found[number].play.end == end]
    return (same or open_to or [0])[0]


def beside(all_kinds: Sequence[Kind], last: Kind | None, by: int) -> Kind:
    """The tile `by` places after the one chosen last, round and round; that one may be on the table by now.

    >>> beside([(0, 0), (0, 2)], (0, 1), 1), beside([(0, 0), (0, 2)], (0, 1), -1), beside([(0, 0), (0, 2)], None, -1)
    ((0, 2), (0, 0), (0, 2))
    """
    if last in all_kinds:
        return all_kinds[(all_kinds.index(last) + by) % len(all_kinds)]
    above = sum(1 for kind in all_kinds if last is not None and kind < last)
    return all_kinds[(above + by - (by > 0)) % len(all_kinds)]
