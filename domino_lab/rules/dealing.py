"""Dealing: the tiles and their weights, how many players sit down, who plays with whom, how many tiles each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from domino_lab.errors import IllegalAction
from domino_lab.rules.axes import MOST_SEATS
from domino_lab.rulings import Ruling
from domino_lab.tiles import DominoSet, Tile


@dataclass(frozen=True)
class Equipment:
    """The set and the weights of its tiles (axes max_pip, copies, doubles, weights).

    >>> Equipment(6, 1, True, {"0-0": 13}, {}).weight(Tile(0, 0))
    13
    """

    max_pip: int
    copies: int
    doubles: bool
    weights: Mapping[str, int]
    clauses: Mapping[str, str]

    @cached_property
    def set(self) -> DominoSet:
        """The tiles of the game.

        >>> len(Equipment(6, 1, True, {}, {}).set.tiles)
        28
        """
        return DominoSet.of(self.max_pip, self.copies, doubles=self.doubles)

    def weight(self, tile: Tile) -> int:
        """The pips of a tile, or what the ruleset says it weighs.

        >>> Equipment(6, 1, True, {}, {}).weight(Tile(3, 4))
        7
        """
        return self.weights.get(str(tile), tile.weight) if self.weights else tile[0] + tile[1]

    def total(self, tiles: Iterable[Tile]) -> int:
        """The weight of several tiles together.

        >>> Equipment(6, 1, True, {}, {}).total([Tile(3, 4), Tile(0, 1)])
        8
        """
        return sum(map(self.weight, tiles))


@dataclass(frozen=True)
class Dealing:
    """The axes seats, teams, direction, deal and visibility.

    >>> Dealing((2, 3), "none", "left", {2: 7, 3: 5}, "private", {}).each(3, 28)
    5
    """

    seats: tuple[int, ...] | str
    teams: str
    direction: str
    deal: Mapping[int, int] | str
    visibility: str
    clauses: Mapping[str, str]

    @cached_property
    def seat_counts(self) -> tuple[int, ...]:
        """The numbers of players the game allows, fewest first.

        >>> Dealing("2+", "none", "left", "8-n", "private", {}).seat_counts[:3]
        (2, 3, 4)
        """
        counts = tuple(range(2, MOST_SEATS + 1)) if isinstance(self.seats, str) else self.seats
        return tuple(count for count in counts if self._deals(count) and (self.teams == "none" or count == 4))

    @property
    def is_blind(self) -> bool:
        """Whether tiles lie in face-down rows that nobody sees, their owners included (BD-DEAL-1).

        >>> Dealing((2,), "none", "left", "even", "blind", {}).is_blind
        True
        """
        return self.visibility == "blind"

    def _deals(self, seats: int) -> bool:
        if self.deal == "8-n":
            return seats < 8
        return self.deal == "even" or seats in self.deal

    def each(self, seats: int, set_size: int) -> int:
        """Tiles in a holding; raises IllegalAction, with the clause, when the game does not deal for so many seats.

        >>> Dealing((2,), "none", "left", "8-n", "private", {}).each(2, 28)
        6
        """
        if seats not in self.seat_counts:
            raise IllegalAction(self.seats_ruling(seats))
        each = self.each_of(seats, set_size)
        if not 0 < seats * each <= set_size:
            facts = {"n": seats * each, "seats": seats, "size": set_size}
            raise IllegalAction(Ruling("GEN-DEAL-1", "few", facts, allowed=False))
        return each

    def each_of(self, seats: int, set_size: int) -> int:
        """What the axis deal says for so many seats, whether the set has so many tiles or not.

        >>> Dealing((2, 3), "none", "left", "even", "private", {}).each_of(3, 28)
        9
        """
        if not isinstance(self.deal, str):
            return self.deal[seats]
        return 8 - seats if self.deal == "8-n" else set_size // seats

    def seats_ruling(self, seats: int) -> Ruling:
        """Whether so many may sit down, by the clause of seats, teams or deal.

        >>> Dealing((2,), "none", "left", {2: 7}, "private", {"seats": "AF0-PLAY-1"}).seats_ruling(5).allowed
        False
        """
        facts = {"n": seats, "counts": self.seat_counts, "value": self.seat_counts}
        if self.teams == "pairs" and seats != 4:
            return Ruling(self.clauses["teams"], "no", facts, allowed=False)
        if not isinstance(self.seats, str) and seats not in self.seats:
            return Ruling(self.clauses["seats"], "no", facts, allowed=False)
        if isinstance(self.seats, str) and seats < 2:
            return Ruling(self.clauses["seats"], "no", facts, allowed=False)
        if not self._deals(seats):
            return Ruling(self.clauses["deal"], "no", facts, allowed=False)
        return Ruling("GEN-DEAL-1", "seats", facts)

    def holdings(self, order: Sequence[Tile], seats: int, each: int) -> tuple[tuple[Tile, ...], ...]:
        """Deal one tile at a time, round the seats from seat 0.

        >>> Dealing((2,), "none", "left", "even", "private", {}).holdings("abcdef", 2, 2)
        (('a', 'c'), ('b', 'd'))
        """
        dealt = seats * each
        return tuple([tuple(order[seat:dealt:seats]) for seat in range(seats)])

    def next_seat(self, seat: int, seats: int) -> int:
        """Whose turn follows: the left neighbour, or the right one.

        >>> Dealing((2,), "none", "right", "even", "private", {}).next_seat(0, 4)
        3
        """
        return (seat + (1 if self.direction == "left" else -1)) % seats

    def turned_ruling(self, tile: Tile, player: str, case: str, *, allowed: bool) -> Ruling:
        """The decision on a row of face-down tiles (axis visibility): only its front is turned up (BD-TURN-1).

        >>> rules = Dealing((2,), "none", "left", "even", "blind", {"visibility": "BD-TURN-1"})
        >>> rules.turned_ruling(Tile(3, 4), "Ana", "turned", allowed=True).case
        'turned'
        """
        return Ruling(self.clauses["visibility"], case, {"player": player, "tile": tile}, allowed)

    def is_cycled(self, rows: Sequence[int], passes: int, last: int) -> bool:
        """Whether every row (of so many tiles) was turned over since a tile was last laid.

        `passes` turns were given up in a row, the last of them by seat `last`.

        >>> Dealing((2,), "none", "left", "even", "blind", {}).is_cycled([2, 1], 3, 0)
        True
        """
        seats, seat = len(rows), last
        for back in range(seats):
            turned = (passes - back + seats - 1) // seats
            if turned < rows[seat]:
                return False
            seat = (seat - (1 if self.direction == "left" else -1)) % seats
        return True

    def side(self, seat: int) -> int:
        """The side of a seat: a seat of its own, or team 0 (seats 0 and 2) and team 1.

        >>> Dealing((4,), "pairs", "left", "even", "private", {}).side(3)
        1
        """
        return seat % 2 if self.teams == "pairs" else seat
