"""Matching and arms: which tile fits an open end, which doubles are spinners, and which ends are open."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from domino_lab.core.chain import Chain, OpenEnd
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.rules.group import Group


class Matching(Group):
    """The axis matching: touching values are equal, or make a sum. `max_pip` is the highest value of the set."""

    matching: str | Mapping[str, int]
    max_pip: int

    @cached_property
    def sum(self) -> int | None:
        """The sum of touching values; None if they must be equal."""
        return None if isinstance(self.matching, str) else self.matching["sum"]

    def is_wild(self, tile: Tile) -> bool:
        """Return True if `tile` fits everywhere: its own halves make the sum, or it is the double blank."""
        return self.sum is not None and tile[0] + tile[1] in (self.sum, 0)

    def meets(self, half: int, value: int) -> bool:
        """Return True if a half that is not wild can touch an end that shows `value` (GEN-FIT-1, A7-MATCH-1)."""
        return half == value if self.sum is None else half + value == self.sum

    def fits(self, tile: Tile, value: int) -> bool:
        """Return True if `tile` fits an open end that shows `value` (GEN-FIT-1, A7-MATCH-1, A7-WILD-1)."""
        if self.sum is None:
            return tile[0] == value or tile[1] == value
        return self.meets(tile[0], value) or self.meets(tile[1], value) or self.is_wild(tile)

    def outs(self, tile: Tile, value: int) -> tuple[int, ...]:
        """Return the values that can face outward if `tile` joins an end that shows `value`, low first."""
        if not self.fits(tile, value):
            return ()
        if self.is_wild(tile):
            return tuple(sorted(set(tile[:2])))
        return (tile[0] + tile[1] - (value if self.sum is None else self.sum - value),)

    def ruling(self, tile: Tile, value: int, onto: Tile) -> Ruling:
        """Return the decision on playing `tile` where `onto` shows `value` (GEN-FIT-1, A7-MATCH-1, A7-WILD-1)."""
        asked = tile, value, onto
        ruling = self._rulings.get(asked)
        if ruling is None:
            ruling = self._rulings[asked] = self._decide(tile, value, onto)
        return ruling

    @cached_property
    def _rulings(self) -> dict[tuple[Tile, int, Tile], Ruling]:
        """The decisions made so far, because the same few hundred come up again in every hand."""
        return {}

    def _decide(self, tile: Tile, value: int, onto: Tile) -> Ruling:
        facts = {"tile": tile, "value": value, "onto": onto}
        if self.sum is None:
            fits = self.fits(tile, value)
            return Ruling.of(self.clauses, "matching", "yes" if fits else "no", facts, fits)
        need = self.sum - value
        facts |= {"sum": self.sum, "need": need, "touch": need}
        if self.is_wild(tile):
            return Ruling(self.clauses.get("wild", self.clauses["matching"]), "wild", facts, axis="matching")
        if need in tile[:2]:
            return Ruling.of(self.clauses, "matching", "adds_up", facts)
        case = "no_sum" if 0 <= need <= self.max_pip else "shut"
        return Ruling.of(self.clauses, "matching", case, facts, allowed=False)


class Arms(Group):
    """The axes spinner, arm_order, arm_doubles and double_lay."""

    spinner: str
    arm_order: str
    arm_doubles: str
    double_lay: str

    @cached_property
    def sides(self) -> int:
        """The number of tiles that can touch a spinner."""
        return {"first-six": 6, "first-eight": 8}.get(self.spinner, 4)

    @cached_property
    def asks_of_ends(self) -> bool:
        """True if the order of arms may close an end that is not a spinner's."""
        return self.arm_order in ("four-first", "four-first-clockwise")

    @cached_property
    def goes_round(self) -> bool:
        """True if the arms of a spinner are begun one after another, clockwise."""
        return self.arm_order in ("clockwise", "four-first-clockwise")

    @cached_property
    def before(self) -> tuple[Mapping[int, int], Mapping[int, int]]:
        """The edge that comes before each edge of a spinner, clockwise on the table.

        The first map is for a spinner that is the first tile, the second for one that joined another tile: seen from
        its edge 0, its tips are the other way round (see picture.layout).
        """
        rounds = ([edge for edge in every if edge < self.sides] for every in _ROUNDS)
        first, joined = ({edge: every[place - 1] for place, edge in enumerate(every)} for every in rounds)
        return first, joined

    def spins(self, tile: Tile, chain: Chain) -> bool:
        """Return True if `tile`, played next on `chain`, becomes a spinner."""
        if tile[0] != tile[1] or self.spinner == "none":
            return False
        return self.spinner == "all" or not any(laid.tile[0] == laid.tile[1] for laid in chain.laid)

    def open_ends(self, chain: Chain) -> tuple[OpenEnd, ...]:
        """Return the ends of `chain` where a tile can be played now, oldest first."""
        if self.arm_order == "free" or self.spinner == "none":
            return chain.ends
        if self.arm_order == "sides-first":
            waiting = {end.at for end in chain.ends if end.edge < 2}
            return tuple(end for end in chain.ends if end.edge < 2 or end.at not in waiting)
        ends = chain.ends
        if self.asks_of_ends:
            ends = tuple([end for end in ends if chain.laid[end.at].spins]) or ends
        return self._in_turn(chain, ends) if self.goes_round else ends

    def _in_turn(self, chain: Chain, ends: tuple[OpenEnd, ...]) -> tuple[OpenEnd, ...]:
        """Return those of `ends` that are not edges of a spinner, or that follow a covered one clockwise.

        A spinner alone on the table has no covered edge: its first arm may begin anywhere.
        """
        if len(chain.laid) == 1:
            return ends
        free = {end[:2] for end in chain.ends}
        return tuple([end for end in ends if not chain.laid[end.at].spins
                      or (end.at, self.before[end.at > 0][end.edge]) not in free])

    def for_doubles(self, chain: Chain) -> tuple[OpenEnd, ...]:
        """Return the free edges of `chain` where only a double can be played now, oldest first.

        They belong to the singles that joined the first spinner. If all its arms need a double (arm_doubles = all),
        they are all free edges except its own, as long as one of its edges is free or one of those singles waits for
        its double.
        """
        first = None if self.arm_doubles == "none" else chain.spinner
        if first is None:
            return ()
        begun = self._first_edges(chain, first.number)
        if self.arm_doubles == "own" or not (begun or chain.free_edges(first.number)):
            return begun
        return tuple([end for end in chain.ends if end.at != first.number])

    def _first_edges(self, chain: Chain, first: int) -> tuple[OpenEnd, ...]:
        """Return the free edges of the singles that joined laid tile `first`."""
        laid = chain.laid
        return tuple([end for end in chain.ends if laid[end.at].parent == first and not laid[end.at].tile.is_double])

    def double_ruling(self, tile: Tile, end: OpenEnd, chain: Chain) -> Ruling | None:
        """Return the decision on `tile` at an end where only a double can be played now; None at any other end."""
        if end not in self.for_doubles(chain):
            return None
        onto, first = chain.laid[end.at], chain.spinner
        own = first is not None and end in self._first_edges(chain, first.number)
        case = "double" if tile.is_double else "own" if own else "all"
        facts = {"tile": tile, "onto": onto.tile, "value": end.value, "first": first and first.tile}
        return Ruling.of(self.clauses, "arm_doubles", case, facts, tile.is_double)

    def spin_ruling(self, tile: Tile, chain: Chain) -> Ruling:
        """Return the decision on whether `tile`, a double played next on `chain`, is a spinner."""
        asked = tile, self.spins(tile, chain)
        ruling = self._spin_rulings.get(asked)
        if ruling is None:
            facts = {"tile": tile, "sides": self.sides}
            ruling = Ruling.of(self.clauses, "spinner", "spins" if asked[1] else "flat", facts)
            self._spin_rulings[asked] = ruling
        return ruling

    @cached_property
    def _spin_rulings(self) -> dict[tuple[Tile, bool], Ruling]:
        """The decisions made so far, because the same few come up again in every hand."""
        return {}

    def end_ruling(self, end: OpenEnd, chain: Chain) -> Ruling:
        """Return the decision on whether the free edge `end` is open by the order of arms."""
        open_now = end in self.open_ends(chain)
        onto = chain.laid[end.at].tile
        facts = {"onto": onto, "value": end.value, "free": len(chain.free_edges(end.at)) - 1}
        shut = "shut_spinner" if self.asks_of_ends else "shut"
        if self.goes_round and chain.laid[end.at].spins:
            shut = "shut_clockwise"
        return Ruling.of(self.clauses, "arm_order", "joins" if open_now else shut, facts, open_now)


_ROUNDS = (0, 7, 3, 5, 1, 6, 2, 4), (0, 6, 2, 4, 1, 7, 3, 5)
"""The edges of a spinner with eight arms, clockwise from its edge 0: if it is the first tile, and if it joined."""
