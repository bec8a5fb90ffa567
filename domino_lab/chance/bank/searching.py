"""Searching: small positions played to the end in every way, by the rules themselves."""

from __future__ import annotations

from fractions import Fraction

from domino_lab.actions import Play
from domino_lab.events import Settled
from domino_lab.play.hand import advance
from domino_lab.play.legal import legal
from domino_lab.play.settlement import settle
from domino_lab.play.state import State
from domino_lab.tiles import Tile


def outcomes(state: State) -> dict[Play, int]:
    """For each play: 1 if it wins for the seat to move at best play, 0 for a tie, -1 if it loses.

    Two sides, and every holding known.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> line = play_out(get("block"), Shuffle(seed=1))
    >>> set(outcomes(line.steps[-3].state).values()) <= {1, 0, -1}
    True
    """
    side = state.table.side(state.turn)
    plays = (action for action in legal(state) if isinstance(action, Play))
    return {play: _worth(advance(state, play).state, side) for play in plays}


def winning_tiles(state: State) -> tuple[Tile, ...]:
    """The tiles that win at best play, ascending.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> len(winning_tiles(play_out(get("block"), Shuffle(seed=1)).steps[-3].state))
    1
    """
    return tuple(sorted({play.tile for play, worth in outcomes(state).items() if worth == 1}))


def _worth(state: State, side: int) -> int:
    if state.over:
        return _won(state, side)
    after = [_worth(advance(state, action).state, side) for action in legal(state)]
    return max(after) if state.table.side(state.turn) == side else min(after)


def _won(state: State, side: int) -> int:
    winner = next(event.winner for event in settle(state).events if isinstance(event, Settled))
    return 0 if winner is None else 1 if winner == side else -1


def luck(state: State, side: int) -> Fraction:
    """How likely a side wins where everybody goes on at random, each play as likely as any other.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> line = play_out(get("block"), Shuffle(seed=1))
    >>> 0 <= luck(line.steps[-3].state, 0) <= 1
    True
    """
    if state.over:
        return Fraction(_won(state, side) == 1)
    after = [luck(advance(state, action).state, side) for action in legal(state)]
    return sum(after, Fraction(0)) / len(after)
