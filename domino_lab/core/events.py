"""The events of a hand, each with its ruling."""

from __future__ import annotations

from typing import NamedTuple

from domino_lab.core.chain import Laid
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile


class Dealt(NamedTuple):
    """Every seat was dealt `each` tiles. `deal` is 0 for the first deal, 1 for the first redeal."""

    deal: int
    each: int
    stock: int
    ruling: Ruling


class Leads(NamedTuple):
    """The leader was found."""

    seat: int
    ruling: Ruling


class TurnedUp(NamedTuple):
    """A tile that nobody played was laid on the table and begins the hand (axis first_tile)."""

    tile: Tile
    ruling: Ruling


class LaidTile(NamedTuple):
    """A tile was played."""

    seat: int
    laid: Laid
    ruling: Ruling


class Scored(NamedTuple):
    """A play scored `points` for the side of `seat`."""

    seat: int
    points: int
    ruling: Ruling


class Drew(NamedTuple):
    """`seat` drew a tile from the boneyard."""

    seat: int
    tile: Tile
    ruling: Ruling


class Passed(NamedTuple):
    """A player passed."""

    seat: int
    ruling: Ruling


class Discarded(NamedTuple):
    """`seat` put a tile face down, because it could not play (axis cannot_play)."""

    seat: int
    tile: Tile
    ruling: Ruling


class WentOut(NamedTuple):
    """A player has played the last tile, as number `place` (from 1), and the others may play on (axis play_on)."""

    seat: int
    place: int
    ruling: Ruling


class LineOpened(NamedTuple):
    """The own line of `seat` is open to everybody from now on (axis line_opens)."""

    seat: int
    ruling: Ruling


class LineClosed(NamedTuple):
    """The own line of `seat` is closed to the others again (axis line_opens)."""

    seat: int
    ruling: Ruling


class Stacked(NamedTuple):
    """A tile was put on the equal tile number `on` (TBC-STACK-1)."""

    seat: int
    tile: Tile
    on: int
    ruling: Ruling


class Turned(NamedTuple):
    """The front tile of a row was turned up, did not fit, and went face down to its back (BD-TURN-1)."""

    seat: int
    tile: Tile
    ruling: Ruling


class Paid(NamedTuple):
    """A move cost `seat` something that no other player gets: `cost` in "points" or "chips" (DR2-BONEOPT-3)."""

    seat: int
    cost: int
    kind: str
    ruling: Ruling

    @property
    def points(self) -> int:
        """The cost in points: chips are none."""
        return self.cost if self.kind == "points" else 0


class Missed(NamedTuple):
    """A score of `points` was lost: not called, called wrongly, or past an exact target (TB-SCORE-2)."""

    seat: int
    points: int
    ruling: Ruling


class GoesOn(NamedTuple):
    """The rules decided whether the same player has another turn (DR2-OSEL, BD-TURN-1, BD-LEAD-1)."""

    seat: int
    ruling: Ruling


class Pot(NamedTuple):
    """The chips of a hand went to the winning `side`, or back to those who paid them (None)."""

    side: int | None
    chips: int
    ruling: Ruling


class Said(NamedTuple):
    """A number was called over a tile of the row (BI-2)."""

    seat: int
    number: int
    tile: Tile
    ruling: Ruling


class Removed(NamedTuple):
    """Tiles were removed from the table (BI-2, FC-3, KO-2, TT-2)."""

    seat: int
    tiles: tuple[Tile, ...]
    ruling: Ruling


class Shifted(NamedTuple):
    """The last tile of a column moved into the empty column number `to`, counted from 0 (FC-4)."""

    seat: int
    tile: Tile
    to: int
    ruling: Ruling


class Refilled(NamedTuple):
    """Tiles of the stock were turned up in place of the removed ones (TT-2)."""

    seat: int
    tiles: tuple[Tile, ...]
    ruling: Ruling


class Closed(NamedTuple):
    """The gaps of a row were closed at its end, and the count goes on from the left (BI-3)."""

    seat: int
    ruling: Ruling


class Ended(NamedTuple):
    """The hand is over: `how` is out, blocked, target or misdeal; won or lost in a patience."""

    how: str
    ruling: Ruling


class Settled(NamedTuple):
    """The hand was settled: the winning side (None for a tie) and the award; `shares` if several sides get points.

    `seat` is the seat that won for its side; None for a tie, and if the rules name only the side.
    """

    winner: int | None
    award: int
    ruling: Ruling
    shares: tuple[int, ...] = ()
    seat: int | None = None

    def points_of(self, side: int) -> int:
        """Return the points that a side gets at the end of the hand."""
        return self.shares[side] if self.shares else self.award * (side == self.winner)


class MatchWon(NamedTuple):
    """A side won the match, which counts as `matches` matches (more than 1 only for a shut-out).

    It is not `overall` if another match follows, because the side needs more of them (axis matches_to_win).
    """

    side: int
    ruling: Ruling
    matches: int = 1
    overall: bool = True


Event = (Dealt | Leads | TurnedUp | LaidTile | WentOut | LineOpened | LineClosed | Stacked | Turned | Scored | Missed
         | GoesOn | Drew | Paid | Discarded | Passed | Said | Removed | Shifted | Refilled | Closed | Ended | Settled
         | Pot | MatchWon)
