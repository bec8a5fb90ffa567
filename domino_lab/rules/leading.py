"""The leader of a hand, and the tile that must be played first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.rules.axes import LEAD_KINDS, Clauses
from domino_lab.rules.dealing import double_of_hand
from domino_lab.rules.group import Group


def partner_of(seat: int) -> int:
    """Return the partner of one of four seats, who sits opposite, whatever the order of turns."""
    return (seat + 2) % 4


class Lead(NamedTuple):
    """The seat that leads, the tile it must play (None for any), and the ruling.

    With `seeks` nobody leads yet: the players draw in turn, or the leader alone draws, until a tile that may lead is
    found. `among` has the tiles from which the leader must choose, if there are several; it is empty if any tile may
    lead. A seat that `may_leave` plays a tile, or leaves the lead to its partner.
    """

    seat: int
    must: Tile | None
    ruling: Ruling
    seeks: bool = False
    among: tuple[Tile, ...] = ()
    may_leave: bool = False

    @property
    def turns_up(self) -> bool:
        """True if nobody held the tile that leads, and a tile of the boneyard is turned up instead."""
        return self.ruling.case == "turns_up"

    def choices(self, tiles: Sequence[Tile]) -> Sequence[Tile]:
        """Return those of `tiles` that the leader may play first."""
        if self.must is not None:
            must = self.must[:2]
            return [tile for tile in tiles if tile[:2] == must]
        return [tile for tile in tiles if tile in self.among] if self.among else tiles


class PastHand(NamedTuple):
    """A hand that was played before, in the same match, for a rule of a reader's own that goes by what happened then.

    `how` it ended (out, blocked or target), the side that won it (None for nobody), and what each side got at its end
    (`award`); `pips` has what each seat still held, and `passes` how often each seat passed. `blocker` is the seat that
    played last, who blocked the hand if it was blocked; None if no tile was played, or if a file does not say it.

    >>> import domino_lab as dl
    >>> hand = dl.rules.PastHand("out", winner=0, award=(9, 0), pips=(0, 9), passes=(1, 2))
    >>> any(hand.passes)
    True
    """

    how: str
    winner: int | None
    award: tuple[int, ...]
    pips: tuple[int, ...]
    passes: tuple[int, ...]
    blocker: int | None = None


class Standing(NamedTuple):
    """The standing of a match before a hand: the scores by side, the number of the hand (from 1), and the last hand.

    `last_leader` is a seat, `last_winner` the seat that leads for the winning side (None after a tie), `last_how` out,
    blocked or target; or misdeal, if none of a thousand deals of the last hand counted. `chips` has a number for each
    side, in games in which drawn tiles cost chips. `level` is the number of hands just before that nobody won, in games
    in which the next one is then worth more. `won` has the matches that each side has won before this one, once there
    are any and more are needed. In games with a rule of a reader's own, `past` has the hands of this match so far, and
    `redeals` is how often the tiles of this hand were dealt again.
    """

    scores: tuple[int, ...]
    hand: int = 1
    last_leader: int | None = None
    last_winner: int | None = None
    last_how: str | None = None
    chips: tuple[int, ...] = ()
    level: int = 0
    won: tuple[int, ...] = ()
    past: tuple[PastHand, ...] = ()
    redeals: int = 0


class Deck(NamedTuple):
    """The facts for finding a leader: holdings, players' names, weights, lots, and the order of the shuffle.

    `lots(draw)` gives one tile for each seat, and `place` has the place of each tile in the shuffle; a stated hand has
    neither: `lots` is None, and `place` is empty. `among` has the tiles from which every leader must choose (axis
    lead_tile), and is empty if any tile will do; `doubles` has those of the set; `boneyard` is the number of tiles that
    were not dealt; with `pairs`, the players have partners.
    """

    holdings: tuple[tuple[Tile, ...], ...]
    names: tuple[str, ...]
    weight: Callable[[Tile], int]
    lots: Callable[[int], Sequence[Tile]] | None
    place: Mapping[Tile, int] = {}
    among: tuple[Tile, ...] = ()
    boneyard: int = 0
    doubles: tuple[Tile, ...] = ()
    pairs: bool = False


_HELD_BY = {"highest-double": "highest", "lowest-double": "lowest", "fastest-double": "fastest"}
HELD = ("holds", *_HELD_BY.values())
"""The cases in which the leader was found by a tile in hand."""


class Leading(Group):
    """The axes first_leader, next_leader, block_leader, tie_leader, level_leader, lead_tile and lead_fallback."""

    first_leader: str | Mapping[str, str]
    next_leader: str
    block_leader: str | Mapping[str, str]
    tie_leader: str
    level_leader: str
    lead_tile: str
    lead_fallback: str

    def find(self, deck: Deck, standing: Standing, next_seat: Callable[[int], int]) -> Lead | None:
        """Return who leads this hand; None if nobody does and the tiles are dealt again."""
        lead = self._by_standing(deck, standing, next_seat)
        if lead is None or not self._goes_by_level(standing):
            return lead
        return lead._replace(ruling=lead.ruling.with_reason(Ruling.of(self.clauses, "level_leader", "level", {})))

    def _goes_by_level(self, standing: Standing) -> bool:
        """Return True if the leader of a later hand is found as in the first one, because the scores are level."""
        later = standing.hand > 1 and standing.last_how not in (None, "misdeal")
        return later and self.level_leader == "first" and len({*standing.scores}) == 1

    def _by_standing(self, deck: Deck, standing: Standing, next_seat: Callable[[int], int]) -> Lead | None:
        rule, axis = self._rule(standing)
        if rule in ("rotate", "previous", "winner", "partner", "winning-pair"):
            seat = standing.last_leader if rule in ("rotate", "previous") else standing.last_winner
            if seat is not None and rule == "rotate":
                seat = next_seat(seat)
            if seat is not None and rule == "partner":
                seat = partner_of(seat)
            if seat is not None and rule == "winning-pair" and deck.pairs:
                facts = {"player": deck.names[seat], "partner": deck.names[partner_of(seat)]}
                asked = Ruling(self.clauses[axis], "asked", facts, axis="next_leader")
                return Lead(seat, None, asked, may_leave=True)
            if seat is not None:
                case = "winner" if rule == "winning-pair" else rule
                return Lead(seat, None, Ruling(self.clauses[axis], case, {"player": deck.names[seat]},
                                               axis="next_leader"))
            rule = "same"
        if rule == "same" or axis == "first_leader":
            rule, axis = self.first_leader, "first_leader"
        if axis == "first_leader" and rule != "hand-double":
            return self.first(deck)
        clauses = Clauses({**self.clauses, "first_leader": self.clauses[axis]})
        if rule == "hand-double":
            lead = self._by_hand(standing.hand, deck, clauses)
        else:
            lead = Leading.of({**vars(self), "first_leader": rule}, clauses).first(deck)
        return lead if lead is None or rule == self.first_leader else lead._replace(must=None)

    def leave_to(self, lead: Lead, names: Sequence[str]) -> Lead:
        """Return the lead of the partner to whom a seat leaves it; the partner must lead."""
        partner = partner_of(lead.seat)
        axis = "next_leader" if self.next_leader == "winning-pair" else "block_leader"
        facts = {"player": names[lead.seat], "partner": names[partner]}
        if lead.ruling.case == "asked":
            return Lead(partner, None, lead.ruling._replace(case="left", facts=facts))
        return Lead(partner, None, Ruling(self.clauses[axis], "left", facts, axis="next_leader"))

    def _by_hand(self, hand: int, deck: Deck, clauses: Mapping[str, str]) -> Lead | None:
        """Return who leads by the double of the hand."""
        double = double_of_hand(deck.doubles, hand)
        lead = Leading.of({**vars(self), "first_leader": {"holder": str(double)}}, clauses).first(deck)
        return lead._replace(among=(double,)) if lead is not None and lead.seeks else lead

    def bind(self, lead: Lead, deck: Deck, next_seat: Callable[[int], int]) -> Lead | None:
        """Return the lead of a leader who must play one of several tiles, or of another seat if the leader holds none.

        A leader who was found by one of these tiles must play that one.
        """
        seat, among = lead.seat, deck.among
        if lead.must is not None and lead.ruling.case in HELD:
            return lead
        if {*deck.holdings[seat]} & {*among}:
            return lead._replace(must=None, among=among)
        if self.lead_fallback == "redeal":
            return None
        if self.lead_fallback == "next-player":
            return self._pass_on(lead, deck, next_seat)
        tile, case, axis = None, "unbound", "lead_tile"
        if self.lead_fallback == "leader-draws":
            case, axis = "lacks" if deck.boneyard else "none_left", "lead_fallback"
        elif self.lead_fallback == "heaviest":
            case, tile = "heaviest", max((deck.weight(tile), tile.high, tile) for tile in deck.holdings[seat])[2]
        ruling = Ruling.of(self.clauses, axis, case, {"player": deck.names[seat], "tile": tile}, because=(lead.ruling,))
        return Lead(seat, tile, ruling, seeks=case == "lacks")

    def _pass_on(self, lead: Lead, deck: Deck, next_seat: Callable[[int], int]) -> Lead:
        """Return the lead of the next player who holds a tile that may lead; of the first leader if nobody does."""
        seat, lacking = next_seat(lead.seat), [lead.seat]
        while seat != lead.seat and not {*deck.holdings[seat]} & {*deck.among}:
            lacking.append(seat)
            seat = next_seat(seat)
        if seat == lead.seat:
            return Lead(seat, None, Ruling.of(self.clauses, "lead_fallback", "none_can", {"player": deck.names[seat]},
                                              because=(lead.ruling,)))
        facts = {"player": deck.names[seat], "passed": tuple([deck.names[lacks] for lacks in lacking]),
                 "lacking": tuple(lacking)}
        passed = Ruling.of(self.clauses, "lead_fallback", "passed", facts, because=(lead.ruling,))
        return Lead(seat, None, passed, among=deck.among)

    def _rule(self, standing: Standing) -> tuple[str | Mapping[str, str], str]:
        if standing.hand == 1 or standing.last_how in (None, "misdeal") or self._goes_by_level(standing):
            return self.first_leader, "first_leader"
        if standing.last_winner is None and self.tie_leader != "as-next":
            return self.tie_leader, "tie_leader"
        stuck = standing.last_how == "blocked" or standing.last_winner is None
        if stuck and self.block_leader != "as-next":
            return self.block_leader, "block_leader"
        return self.next_leader, "next_leader"

    def first(self, deck: Deck) -> Lead | None:
        """Return who leads by the first-leader rule; None for another deal (axis lead_fallback)."""
        if self.first_leader in ("lot", "sum"):
            return self._by_lot(deck) if self.first_leader == "lot" else self._by_sum(deck)
        if self.first_leader == "youngest":
            return self._lead(0, None, "youngest", deck)
        holder = self._holder(deck)
        case = _HELD_BY.get(str(self.first_leader), "holds")
        return self._without_holder(deck) if holder is None else self._lead(holder[0], holder[1], case, deck)

    def _without_holder(self, deck: Deck) -> Lead | None:
        if self.lead_fallback == "redeal":
            return None
        if self.lead_fallback == "heaviest":
            _, _, seat, tile = max((deck.weight(tile), tile.high, -seat, tile)
                                   for seat, held in enumerate(deck.holdings) for tile in held)
            facts = {"player": deck.names[-seat], "tile": tile}
            return Lead(-seat, self._duty(tile), Ruling.of(self.clauses, "lead_fallback", "heaviest", facts))
        if self.lead_fallback == "draw":
            seek = Ruling.of(self.clauses, "lead_fallback", "seek", {"player": deck.names[0]})
            return Lead(0, None, seek, seeks=True)
        if self.lead_fallback == "boneyard" and deck.boneyard:
            return Lead(0, None, Ruling.of(self.clauses, "lead_fallback", "turns_up", {"player": deck.names[0]}))
        return self.nobody(0, deck.names[0])

    def nobody(self, seat: int, player: str) -> Lead:
        """Return the lead of `seat` if nobody has a tile that may lead, even after `seat` has drawn all the others."""
        case = "none_left" if self.lead_fallback == "leader-draws" else "nobody"
        return Lead(seat, None, Ruling.of(self.clauses, "lead_fallback", case, {"player": player}))

    def from_boneyard_ruling(self, tile: Tile, player: str) -> Ruling:
        """Return the ruling on a tile of the boneyard that begins the hand; `player` plays next."""
        return Ruling.of(self.clauses, "lead_fallback", "turned_up", {"tile": tile, "player": player})

    def drew(self, seat: int, tile: Tile, player: str, among: Sequence[Tile] = ()) -> Lead | None:
        """Return the lead of a seat that drew `tile` in search of a tile that leads; None if it is not one (DR2-VN).

        `among` has the tiles from which every leader must choose, if the rules name several.
        """
        if not (tile[:2] in [choice[:2] for choice in among] if among else self._qualifies(tile)):
            return None
        ruling = Ruling.of(self.clauses, "lead_fallback", "drew", {"player": player, "tile": tile})
        return Lead(seat, self._duty(tile), ruling)

    def seek_ruling(self, player: str, *, draws: bool) -> Ruling:
        """Return the decision on an action during the search for a tile that leads: only drawing is allowed."""
        case = "lacks" if self.lead_fallback == "leader-draws" else "seek"
        return Ruling.of(self.clauses, "lead_fallback", case if draws else "waits", {"player": player}, draws)

    def draws_next(self, seat: int, next_seat: int) -> int:
        """Return who draws next in the search for a tile that leads: the leader alone, or the next player."""
        return seat if self.lead_fallback == "leader-draws" else next_seat

    @cached_property
    def _leads(self) -> tuple[int, int] | None:
        """The halves of the one tile that leads; None if doubles lead."""
        return None if isinstance(self.first_leader, str) else Tile.of(self.first_leader["holder"])[:2]

    def _qualifies(self, tile: Tile) -> bool:
        return tile[0] == tile[1] if self._leads is None else tile[:2] == self._leads

    def _by_sum(self, deck: Deck) -> Lead:
        """Add the pips of one tile per seat and count that far round the table from seat 0 (DR2-LEADOPT-D)."""
        if deck.lots is None:
            return self._lead(0, None, "unknown", deck)
        lots = tuple(deck.lots(0))
        total = sum(tile.low + tile.high for tile in lots)
        seat = total % len(deck.names)
        facts = {"lots": lots, "sum": total, "seats": len(deck.names), "number": seat + 1}
        return self._lead(seat, None, "sum", deck, facts)

    def _by_lot(self, deck: Deck) -> Lead:
        if deck.lots is None:
            return self._lead(0, None, "unknown", deck)
        for draw in range(100):
            lots = deck.lots(draw)
            weights = [deck.weight(tile) for tile in lots]
            best = max(weights)
            if weights.count(best) == 1:
                seat = weights.index(best)
                lead = self._lead(seat, None, "lot", deck, {"tile": lots[seat], "lots": tuple(lots)})
                if draw and "lots" in self.clauses:
                    again = Ruling(self.clauses["lots"], "again", axis="first_leader")
                    lead = lead._replace(ruling=lead.ruling.with_reason(again))
                return lead
        return self._lead(0, None, "unknown", deck)

    def _holder(self, deck: Deck) -> tuple[int, Tile] | None:
        leads, place, sign = self._leads, deck.place, -1 if self.first_leader == "lowest-double" else 1
        fitting = [(sign * tile[0], -place.get(tile, 0), -seat, tile)
                   for seat, held in enumerate(deck.holdings) for tile in held
                   if (tile[0] == tile[1] if leads is None else tile[:2] == leads)]
        if not fitting:
            return None
        _, _, seat, tile = max(fitting)
        return -seat, tile

    def _duty(self, tile: Tile | None) -> Tile | None:
        """Return the tile that must lead; one fixed by name is that of the holder rule, so its leader holds it."""
        return None if self.lead_tile == "any" else tile

    def _lead(self, seat: int, tile: Tile | None, case: str, deck: Deck, facts: Mapping[str, object] = {}) -> Lead:
        known = {"player": deck.names[seat], "tile": tile, **facts}
        return Lead(seat, self._duty(tile), Ruling.of(self.clauses, "first_leader", case, known))

    def set_ruling(self, tile: Tile, lead: Lead, player: str, holding: Sequence[Tile], kind: Sequence[Tile]) -> Ruling:
        """Return the decision on leading `tile` of a `holding` (axis lead_tile); `kind` as for `Ruleset.lead_tiles`."""
        must = lead.must
        if must is None and lead.among:
            case = "double" if tile[0] == tile[1] else "scores"
            right = tile in lead.among
            if not right:
                case = "no_double" if self.lead_tile == "double" else "neither"
            return Ruling.of(self.clauses, "lead_tile", case, {"player": player, "tile": tile}, right)
        if must is None:
            return Ruling.of(self.clauses, "lead_tile", "any", {"player": player, "tile": tile})
        right = must[:2] == tile[:2]
        facts = {"player": player, "tile": tile, "must": must}
        return Ruling.of(self.clauses, "lead_tile", "must" if right else "no", facts, right)

    def no_leader_ruling(self) -> Ruling:
        """Return the ruling for another deal, because nobody holds a tile that may lead, or the leader holds none."""
        if self.lead_tile in LEAD_KINDS:
            return Ruling.of(self.clauses, "lead_tile", "redeal", {})
        return Ruling.of(self.clauses, "lead_fallback", "redeal", {})
