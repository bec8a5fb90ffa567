"""What happened, each event with the ruling that made it."""

from __future__ import annotations

from typing import NamedTuple

from domino_lab.chain import Laid
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile


class Dealt(NamedTuple):
    """Tiles were dealt: `each` to every seat. `deal` is 0, then 1 for the first redeal.

    >>> Dealt(0, 7, 14, Ruling("GEN-DEAL-1", "dealt")).each
    7
    """

    deal: int
    each: int
    stock: int
    ruling: Ruling


class Leads(NamedTuple):
    """It was found who leads.

    >>> Leads(1, Ruling("BL-LEAD-1", "double")).seat
    1
    """

    seat: int
    ruling: Ruling


class LaidTile(NamedTuple):
    """A tile was laid on the table.

    >>> from domino_lab.chain import Chain
    >>> str(LaidTile(0, Chain().lay(Tile(5, 5)).laid[0], Ruling("GEN-FIT-1", "yes")).laid.tile)
    '5-5'
    """

    seat: int
    laid: Laid
    ruling: Ruling


class Scored(NamedTuple):
    """A play scored `points` for the side of `seat`.

    >>> Scored(0, 10, Ruling("AF0-SCORE-1", "hit")).points
    10
    """

    seat: int
    points: int
    ruling: Ruling


class Drew(NamedTuple):
    """A tile came from the boneyard into the holding of `seat`.

    >>> str(Drew(0, Tile(0, 3), Ruling("AF0-DRAW-1", "draw")).tile)
    '3-0'
    """

    seat: int
    tile: Tile
    ruling: Ruling


class Passed(NamedTuple):
    """A turn was given up.

    >>> Passed(1, Ruling("BL-DRAW-1", "pass")).seat
    1
    """

    seat: int
    ruling: Ruling


class Stacked(NamedTuple):
    """A tile was put on the equal tile number `on` (TBC-STACK-1).

    >>> Stacked(1, Tile(0, 6, 1), 4, Ruling("TBC-STACK-1", "yes")).on
    4
    """

    seat: int
    tile: Tile
    on: int
    ruling: Ruling


class Turned(NamedTuple):
    """The front tile of a row was turned up, did not fit, and went face down to the back (BD-TURN-1).

    >>> str(Turned(1, Tile(3, 4), Ruling("BD-TURN-1", "turned")).tile)
    '4-3'
    """

    seat: int
    tile: Tile
    ruling: Ruling


class Paid(NamedTuple):
    """A drawn tile was paid for: `cost` in "points" or "chips" (DR2-BONEOPT-3).

    >>> Paid(0, 2, "chips", Ruling("DR2-BONEOPT-3", "chips")).cost
    2
    """

    seat: int
    cost: int
    kind: str
    ruling: Ruling


class Missed(NamedTuple):
    """A score of `points` was lost: not called in time, called wrongly, or past an exact target (TB-SCORE-2).

    >>> Missed(0, 10, Ruling("TB-SCORE-2", "uncalled")).points
    10
    """

    seat: int
    points: int
    ruling: Ruling


class GoesOn(NamedTuple):
    """It was decided whether the same player has another turn (DR2-OSEL, BD-TURN-1, BD-LEAD-1).

    >>> GoesOn(0, Ruling("DR2-OSEL", "again")).seat
    0
    """

    seat: int
    ruling: Ruling


class Pot(NamedTuple):
    """The chips of a hand went to the winning `side`, or back to who paid them (None).

    >>> Pot(0, 3, Ruling("DR2-BONEOPT-3", "pot")).chips
    3
    """

    side: int | None
    chips: int
    ruling: Ruling


class Said(NamedTuple):
    """A number was said over a tile of the row (BI-2).

    >>> Said(0, 11, Tile(5, 6), Ruling("BI-2", "no")).number
    11
    """

    seat: int
    number: int
    tile: Tile
    ruling: Ruling


class Removed(NamedTuple):
    """Tiles left the table for good (BI-2, FC-3, KO-2, TT-2).

    >>> len(Removed(0, (Tile(6, 6), Tile(0, 0)), Ruling("TT-2", "yes")).tiles)
    2
    """

    seat: int
    tiles: tuple[Tile, ...]
    ruling: Ruling


class Shifted(NamedTuple):
    """The last tile of a column went into the emptied column number `to`, counted from 0 (FC-4).

    >>> Shifted(0, Tile(2, 4), 3, Ruling("FC-4", "yes")).to
    3
    """

    seat: int
    tile: Tile
    to: int
    ruling: Ruling


class Refilled(NamedTuple):
    """Tiles of the stock were turned up in the places of those that went (TT-2).

    >>> len(Refilled(0, (Tile(1, 4),), Ruling("TT-2", "refill")).tiles)
    1
    """

    seat: int
    tiles: tuple[Tile, ...]
    ruling: Ruling


class Closed(NamedTuple):
    """At the end of a row its gaps were closed, and the count runs on from the left (BI-3).

    >>> Closed(0, Ruling("BI-3", "closed")).seat
    0
    """

    seat: int
    ruling: Ruling


class Ended(NamedTuple):
    """The hand is over: `how` is out, blocked, target or misdeal; won or lost in a patience.

    >>> Ended("out", Ruling("BL-END-1", "out")).how
    'out'
    """

    how: str
    ruling: Ruling


class Settled(NamedTuple):
    """The hand was settled: the winning side (None for a tie) and the award.

    >>> Settled(0, 12, Ruling("BL-SCORE-1", "out")).award
    12
    """

    winner: int | None
    award: int
    ruling: Ruling


class MatchWon(NamedTuple):
    """A side won the match.

    >>> MatchWon(0, Ruling("BL-MATCH-1", "won")).side
    0
    """

    side: int
    ruling: Ruling


Event = (Dealt | Leads | LaidTile | Stacked | Turned | Scored | Missed | GoesOn | Drew | Paid | Passed | Said | Removed
         | Shifted | Refilled | Closed | Ended | Settled | Pot | MatchWon)
