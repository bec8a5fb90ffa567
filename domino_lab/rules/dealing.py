"""The set and its weights, the number of players, partners, and how many tiles each player gets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from domino_lab.core.errors import IllegalAction
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import DominoSet, Tile
from domino_lab.rules.axes import MOST_SEATS, NO_LIMIT, sets_out
from domino_lab.rules.group import Group, need_not_ask

MOST_DEALS = 1000
"""The most deals of a hand: if none of them counts, or has a leader, the hand is given up."""


class Equipment(Group):
    """The set and the weights of its tiles (axes max_pip, copies, doubles, left_out, weights)."""

    max_pip: int
    copies: int
    doubles: bool
    left_out: tuple[str, ...]
    weights: Mapping[str, int]

    @cached_property
    def set(self) -> DominoSet:
        """The tiles of the game."""
        return DominoSet.of(self.max_pip, self.copies, doubles=self.doubles, left_out=self.left_out)

    def weight(self, tile: Tile) -> int:
        """Return the pips of a tile, or the weight that the ruleset gives it."""
        return self.weights.get(str(tile), tile.weight) if self.weights else tile[0] + tile[1]

    def total(self, tiles: Iterable[Tile]) -> int:
        """Return the total weight of several tiles."""
        return sum(map(self.weight, tiles))


class Dealing(Group):
    """The axes seats, teams, direction, deal, redeal_doubles, redeal_suit, first_tile, leader_takes and visibility."""

    seats: tuple[int, ...] | str
    teams: str
    direction: str
    deal: Mapping[int, int] | str
    redeal_doubles: int
    redeal_suit: int
    first_tile: str
    leader_takes: int | str
    visibility: str

    @cached_property
    def seat_counts(self) -> tuple[int, ...]:
        """The numbers of players that the game allows, fewest first."""
        counts = tuple(range(2, MOST_SEATS + 1)) if isinstance(self.seats, str) else self.seats
        return tuple(count for count in counts if self._deals(count) and (self.teams == "none" or count == 4))

    @cached_property
    def is_blind(self) -> bool:
        """True if the tiles lie in face-down rows that not even their owners see (BD-DEAL-1)."""
        return self.visibility == "blind"

    def _deals(self, seats: int) -> bool:
        if self.deal == "8-n":
            return seats < 8
        return self.deal == "even" or seats in self.deal

    @need_not_ask
    def each(self, seats: int, set_size: int, hand: int = 1) -> int:
        """Return the number of tiles in a holding, in hand number `hand` of a match.

        Raises IllegalAction, with the clause, if there is no deal for that many seats, or too few tiles.
        """
        return self.checked_each(seats, set_size, hand)

    def checked_each(self, seats: int, set_size: int, hand: int = 1) -> int:
        """Return the size of a holding; raises IllegalAction as `each` does, also where a reader's own rule decides."""
        if seats not in self.seat_counts:
            raise IllegalAction(self.seats_ruling(seats))
        each = self.each_of(seats, set_size, hand)
        if each <= 0 or self.left_over(seats, each, set_size) < 0:
            facts = {"n": seats * each + self.set_out, "seats": seats, "size": set_size}
            raise IllegalAction(Ruling("GEN-DEAL-1", "few", facts, allowed=False))
        return each

    def each_of(self, seats: int, set_size: int, hand: int = 1) -> int:
        """Return the size of a holding by the axis deal for `seats`, even if the set has too few tiles.

        It is the same in every `hand`, unless a reader's own rule says otherwise.
        """
        if not isinstance(self.deal, str):
            return self.deal[seats]
        return 8 - seats if self.deal == "8-n" else (set_size - self.set_out) // seats

    @property
    def set_out(self) -> int:
        """The number of tiles that are laid on the table before the deal: one or none (axis first_tile)."""
        return int(sets_out(self.first_tile))

    def left_over(self, seats: int, each: int, set_size: int) -> int:
        """Return how many tiles a deal leaves; below 0 if the set has too few."""
        return set_size - self.set_out - seats * each

    def order_of_deal(self, order: Sequence[Tile], dealt: int, hand: int) -> tuple[Tile, ...]:
        """Return the shuffled tiles in the order of the deal: a tile that is set out comes after the `dealt` ones."""
        if not self.set_out:
            return tuple(order)
        tile = self.set_out_of(order, order, hand)
        others = [other for other in order if other != tile]
        return (*others[:dealt], *([tile] if tile else []), *others[dealt:])

    def set_out_of(self, tiles: Iterable[Tile], doubles: Iterable[Tile], hand: int) -> Tile | None:
        """Return which of `tiles` is set out in a hand, with the `doubles` of the set; None if it is not there.

        Of equal tiles it is the one with the higher number.
        """
        halves = self.to_set_out(doubles, hand)[:2]
        return max((tile for tile in tiles if tile[:2] == halves), default=None)

    def to_set_out(self, doubles: Iterable[Tile], hand: int) -> Tile:
        """Return the tile to be set out in a hand: a double of its own, or the same tile in all of them."""
        return double_of_hand(doubles, hand) if self.first_tile == "hand-double" else Tile.of(self.first_tile)

    def seats_ruling(self, seats: int) -> Ruling:
        """Return the decision on the number of players, with the clause of seats, teams or deal."""
        facts = {"n": seats, "counts": self.seat_counts, "value": self.seat_counts}
        if self.teams == "pairs" and seats != 4:
            return Ruling.of(self.clauses, "teams", "no", facts, allowed=False)
        if seats < 2 if isinstance(self.seats, str) else seats not in self.seats:
            return Ruling.of(self.clauses, "seats", "no", facts, allowed=False)
        if not self._deals(seats):
            return self.no_deal_ruling(seats)
        return Ruling("GEN-DEAL-1", "seats", facts)

    def no_deal_ruling(self, seats: int) -> Ruling:
        """Return the refusal of a number of players for whom the game has no deal."""
        return Ruling.of(self.clauses, "deal", "no", {"n": seats}, allowed=False)

    def dealt_ruling(self, each: int, stock: int) -> Ruling:
        """Return the ruling for a deal of `each` tiles, which leaves `stock` tiles."""
        case = "dealt" if stock else "dealt_but_one" if self.set_out else "dealt_all"
        return Ruling.of(self.clauses, "deal", case, {"each": each, "stock": stock})

    def holdings(self, order: Sequence[Tile], seats: int, each: int) -> tuple[tuple[Tile, ...], ...]:
        """Deal one tile at a time, round the seats from seat 0."""
        dealt = seats * each
        return tuple([tuple(order[seat:dealt:seats]) for seat in range(seats)])

    @property
    def redeals(self) -> tuple[str, ...]:
        """The axes by which the tiles are dealt again because of what a player was dealt."""
        return tuple([axis for axis in ("redeal_doubles", "redeal_suit") if vars(self)[axis]])

    def redeal_ruling(self, holdings: Sequence[Sequence[Tile]], names: Sequence[str]) -> Ruling | None:
        """Return the ruling for another deal, because of what a player was dealt; None if the deal counts.

        If there are several such players, the first one is named, for doubles before another kind of tiles.
        """
        for name, held in zip(names, holdings, strict=True) if self.redeals else ():
            axis, facts = self.spoilt_by(held)
            if axis:
                return Ruling.of(self.clauses, axis, "redeal", {"player": name, **facts})
        return None

    def spoilt_by(self, held: Sequence[Tile]) -> tuple[str, Mapping[str, object]]:
        """Return the axis by which a deal with this holding does not count, and the facts; "" if it does count."""
        doubles = sum(tile.is_double for tile in held)
        if 0 < self.redeal_doubles <= doubles:
            return "redeal_doubles", {"count": doubles}
        value, count = most_of_a_suit(held)
        return ("redeal_suit", {"count": count, "value": value}) if 0 < self.redeal_suit <= count else ("", {})

    @property
    def pays(self) -> bool:
        """True if a reader's own rule gives points for what a player is dealt."""
        return "bonus" in self.decides

    def bonus(self, holding: Sequence[Tile]) -> int:
        """Return the points for being dealt `holding`: none, unless a reader's own rule says otherwise."""
        return 0

    def bonus_ruling(self, player: str, points: int, *, first: bool) -> Ruling:
        """Return the ruling for the points that a player gets for what it was dealt, the `first` one or a later one."""
        case = "bonus" if first else "bonus_too"
        return Ruling.of(self.clauses, "own_deal", case, {"player": player, "points": points}, points=points)

    @cached_property
    def taken(self) -> int:
        """The most left-over tiles that the leader takes before playing the first tile."""
        return NO_LIMIT if isinstance(self.leader_takes, str) else self.leader_takes

    def turned_up_ruling(self, tile: Tile, player: str) -> Ruling:
        """Return the ruling on a tile that nobody plays and that begins the hand; `player` plays next."""
        case = "set_out" if self.set_out else "turned_up"
        return Ruling.of(self.clauses, "first_tile", case, {"tile": tile, "player": player})

    def taking_ruling(self, player: str, *, draws: bool) -> Ruling:
        """Return the decision on an action of a leader who has to take a tile first: only drawing is allowed."""
        return Ruling.of(self.clauses, "leader_takes", "takes" if draws else "first", {"player": player}, draws)

    def next_seat(self, seat: int, seats: int) -> int:
        """Return the seat whose turn is next: the left or the right neighbour."""
        return (seat + (1 if self.direction == "left" else -1)) % seats

    def turned_ruling(self, tile: Tile, player: str, case: str, *, allowed: bool) -> Ruling:
        """Return the decision on a row of face-down tiles: only its front is turned up (BD-TURN-1)."""
        return Ruling.of(self.clauses, "visibility", case, {"player": player, "tile": tile}, allowed)

    def is_cycled(self, rows: Sequence[int], passes: int, last: int) -> bool:
        """Return True if every row has been turned over completely since the last play of a tile.

        `rows` are the sizes of the rows; the last `passes` turns were given up, the last of them by seat `last`.
        """
        seats, seat = len(rows), last
        for back in range(seats):
            turned = (passes - back + seats - 1) // seats
            if turned < rows[seat]:
                return False
            seat = (seat - (1 if self.direction == "left" else -1)) % seats
        return True

    def side(self, seat: int) -> int:
        """Return the side of a seat: the seat itself, or team 0 (seats 0 and 2) or 1."""
        return seat % 2 if self.teams == "pairs" else seat


def double_of_hand(tiles: Iterable[Tile], hand: int) -> Tile:
    """Return the double of a hand: the highest of `tiles` in hand 1, the next lower one in hand 2, and so on.

    After the lowest it is the turn of the highest again.

    >>> from domino_lab.core.tiles import tiles
    >>> str(double_of_hand(tiles("6-6 6-5 5-5"), 2))
    '5-5'
    """
    doubles = sorted({tile[:2] for tile in tiles if tile.is_double}, reverse=True)
    return Tile(*doubles[(hand - 1) % len(doubles)])


def most_of_a_suit(held: Sequence[Tile]) -> tuple[int, int]:
    """Return the number that most tiles of a holding show, the highest of several, and how many show it.

    >>> from domino_lab.core.tiles import tiles
    >>> most_of_a_suit(tiles("6-6 6-2 4-2 5-1"))
    (6, 2)
    """
    suits = Counter(half for tile in held for half in {*tile[:2]})
    return max(((value, suits[value]) for value in suits), key=lambda suit: (suit[1], suit[0]), default=(0, 0))
