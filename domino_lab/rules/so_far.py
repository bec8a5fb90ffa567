"""The hand so far: who moved and how, whose turn it is, and the standing, for rules that go by more than the table."""

from __future__ import annotations

from typing import NamedTuple

from domino_lab.core.tiles import Tile
from domino_lab.rules.leading import Standing


class Move(NamedTuple):
    """One move of a hand: the seat, and what it did: "play", "draw", "pass", "stack" or "discard".

    Each tile drawn is a move, and so is the pass after it. To leave the lead to one's partner is none.
    """

    seat: int
    kind: str


def is_first_turn(moves: tuple[Move, ...], seat: int) -> bool:
    """Return True if a play that `seat` makes after these moves of a hand belongs to its first turn."""
    ended = [move for move in moves if move.kind != "draw"]
    begun = next((number for number, move in enumerate(ended) if move.seat == seat), len(ended))
    return all(move == (seat, "play") for move in ended[begun:])


class HandSoFar(NamedTuple):
    """A hand before a move of `seat`, or after it for `next_turn`; `sides` has the side of each seat.

    `scores` has the score of each side now, and `standing` is that of the match before the hand, with the number of the
    `hand`. `moves` has all moves so far, in order: `moves.count((1, "draw"))` is how many tiles seat 1 has drawn.
    `holding` has the tiles of `seat`, and `opened` the seats whose lines are open to everybody (axis lines).
    """

    seat: int
    sides: tuple[int, ...]
    scores: tuple[int, ...]
    standing: Standing
    moves: tuple[Move, ...] = ()
    holding: tuple[Tile, ...] = ()
    opened: tuple[int, ...] = ()

    @property
    def first_turn(self) -> bool:
        """True if the play belongs to its player's first turn in the hand."""
        return is_first_turn(self.moves, self.seat)

    @property
    def goes_on(self) -> bool:
        """True if the player has just played a tile, and has another turn."""
        return bool(self.moves) and self.moves[-1] == (self.seat, "play")

    @property
    def score(self) -> int:
        """The score of the side that makes the play."""
        return self.scores[self.sides[self.seat]]
