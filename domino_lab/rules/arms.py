"""Arms and lines: which doubles are spinners, which ends are open, and who may play there."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from domino_lab.core.chain import FIRST_LINE, Chain, OpenEnd
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.rules.group import Group
from domino_lab.rules.so_far import HandSoFar


class Arms(Group):
    """The axes spinner, arm_order, arm_doubles, double_lay, lines, line_opens, cover_doubles and line_grows."""

    spinner: str
    arm_order: str
    arm_doubles: str
    double_lay: str
    lines: str
    line_opens: str
    cover_doubles: str
    line_grows: str

    @cached_property
    def sides(self) -> int:
        """The number of tiles that can touch a spinner."""
        return {"first-six": 6, "first-eight": 8}.get(self.spinner, 4)

    @cached_property
    def has_spinners(self) -> bool:
        """True if a double may be a spinner."""
        return self.spinner != "none" or "spins" in self.decides

    @cached_property
    def has_lines(self) -> bool:
        """True if each player has a line, which begins at the first tile."""
        return self.lines != "shared"

    def sides_next(self, chain: Chain, seats: int) -> int:
        """Return the `sides` of a spinner that is played next on `chain`: if lines begin there, one for each."""
        if chain.laid or not self.has_lines:
            return self.sides
        return FIRST_LINE + seats + (self.lines == "own-and-common")

    @cached_property
    def asks_of_ends(self) -> bool:
        """True if ends other than those of a spinner may be closed, too."""
        return self._is_four_first or "open_ends" in self.decides

    @cached_property
    def _is_four_first(self) -> bool:
        """True if all sides of a spinner come before any other end."""
        return self.arm_order in ("four-first", "four-first-clockwise")

    @cached_property
    def _is_plain(self) -> bool:
        """True if nothing closes an end but the order in which the sides of a spinner are used."""
        return not self.asks_of_ends and self.cover_doubles == "free" and self.line_grows == "both-ends"

    @cached_property
    def _all_are_open(self) -> bool:
        """True if nothing closes an end."""
        return self._is_plain and (self.arm_order == "free" or not self.has_spinners)

    @cached_property
    def asks_where(self) -> bool:
        """True if the place of a tile that fits has to be judged: there are spinners, or something closes an end."""
        return self.has_spinners or not self._is_plain

    @cached_property
    def adds_doubles(self) -> bool:
        """True if a player who has just played a double can play others before it is covered."""
        return self.cover_doubles == "several"

    @cached_property
    def keeps_for_doubles(self) -> bool:
        """True if only a double may be allowed at some of the ends where a player can play."""
        return self.arm_doubles != "none" or self.adds_doubles

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
        if tile[0] != tile[1]:
            return False
        if self.spinner == "none":
            return self.has_lines and not chain.laid
        return self.spinner == "all" or not any(laid.tile[0] == laid.tile[1] for laid in chain.laid)

    def open_ends(self, chain: Chain) -> tuple[OpenEnd, ...]:
        """Return the ends of `chain` where a tile can be played now, oldest first, whoever may play there."""
        if self._all_are_open:
            return chain.ends
        ends = self.by_order(chain)
        waiting = self.waiting_double(chain)
        return ends if waiting is None else tuple([end for end in ends if end.at == waiting])

    def by_order(self, chain: Chain) -> tuple[OpenEnd, ...]:
        """Return the ends that are open by the order of arms, or in a line that grows at one end.

        A double that must be covered closes none of them.
        """
        if self.line_grows == "one-end" and len(chain.laid) > 1:
            return tuple([end for end in chain.ends if end.at == chain.laid[-1].number])
        if self.arm_order == "free" or not self.has_spinners:
            return chain.ends
        if self.arm_order == "sides-first":
            waiting = {end.at for end in chain.ends if end.edge < 2}
            return tuple(end for end in chain.ends if end.edge < 2 or end.at not in waiting)
        ends = chain.ends
        if self._is_four_first:
            newest = self._newest_unfinished(chain)
            ends = ends if newest is None else tuple([end for end in ends if end.at == newest])
        return self._in_turn(chain, ends) if self.goes_round else ends

    def _newest_unfinished(self, chain: Chain) -> int | None:
        """Return the number of the newest spinner that has a free side; None if there is none.

        Only where a double may touch another one can several have free sides.
        """
        return max((end.at for end in chain.ends if chain.laid[end.at].spins), default=None)

    def waiting_double(self, chain: Chain) -> int | None:
        """Return the number of the double that must be covered before anything else; None if there is none.

        Of several doubles that no tile has joined, the oldest comes first; the first tile of a hand never waits.
        """
        if self.cover_doubles == "free":
            return None
        laid = chain.laid
        return next((end.at for end in chain.ends if end.at and laid[end.at].tile.is_double
                     and chain.count_neighbours(end.at) == 1), None)

    def open_to(self, seat: int, chain: Chain, ends: tuple[OpenEnd, ...], opened: tuple[int, ...]
                ) -> tuple[OpenEnd, ...]:
        """Return those of the open `ends` where `seat` may play: on its own line, on an open one, or on the common one.

        `opened` has the seats whose lines are open to everybody. Anybody may cover a double that waits.
        """
        if not chain.lines:
            return ends
        waiting = self.waiting_double(chain)
        common = chain.lines - 1 if self.lines == "own-and-common" else -1
        return tuple([end for end in ends if end.at == waiting or chain.line_of(end) in (seat, common, *opened)])

    @cached_property
    def judges_plays(self) -> bool:
        """True if a rule of a reader's own decides on each play of each player (`allows`)."""
        return "allows" in self.decides

    def allows(self, tile: Tile, end: OpenEnd, chain: Chain, so_far: HandSoFar) -> bool:
        """Return True if a player may play `tile` at `end`, which is open and where it fits: by whose line it is."""
        return bool(self.open_to(so_far.seat, chain, (end,), so_far.opened))

    def play_ruling(self, tile: Tile, end: OpenEnd, chain: Chain, so_far: HandSoFar, names: tuple[str, ...]
                    ) -> Ruling | None:
        """Return the decision of `allows`: in the words of the game, which allows the play too, or if the rule asks it.

        None if the game has nothing to say here.
        """
        allowed = self.allows(tile, end, chain, so_far)
        asked = allowed or "allows" in self.builds_on
        if asked and allowed == Arms.allows(self, tile, end, chain, so_far):
            by_owner = chain.lines and end.at != self.waiting_double(chain)
            return self.line_ruling(so_far.seat, tile, end, chain, so_far.opened, names) if by_owner else None
        facts = {"player": names[so_far.seat], "tile": tile, "onto": chain.laid[end.at].tile, "value": end.value}
        return Ruling.of(self.clauses, "own_play", "plays" if allowed else "plays_not", facts, allowed)

    def line_ruling(self, seat: int, tile: Tile, end: OpenEnd, chain: Chain, opened: tuple[int, ...],
                    names: tuple[str, ...]) -> Ruling:
        """Return the decision on whose line `tile` of `seat` goes, at an open end; `opened` as for `open_to`."""
        line = chain.line_of(end)
        if line == len(names):
            return Ruling.of(self.clauses, "lines", "common", {"tile": tile})
        case = "own" if line == seat else "opened" if line in opened else "closed"
        facts = {"player": names[seat], "owner": names[line], "tile": tile}
        return Ruling.of(self.clauses, "lines", case, facts, case != "closed")

    def opening_ruling(self, player: str, *, opens: bool) -> Ruling:
        """Return the ruling that opens the line of `player` to everybody, or closes it again."""
        return Ruling.of(self.clauses, "line_opens", "opens" if opens else "closes", {"player": player})

    def order_ruling(self, tile: Tile, end: OpenEnd, chain: Chain, *, adds: bool = False) -> Ruling | None:
        """Return the decision on whether `tile` may go on a free edge now, by what comes first; None if all is open.

        A double that must be covered comes before everything, unless its player `adds` another double; then come the
        sides of a spinner.
        """
        onto = chain.laid[end.at]
        if self._is_plain and not onto.spins:
            return None
        waiting = self.waiting_double(chain)
        adds = adds and tile.is_double and end.at != waiting
        if waiting is not None and not (adds and end not in self.by_order(chain)):
            facts = {"tile": tile, "double": chain.laid[waiting].tile, "onto": onto.tile}
            case = "covers" if end.at == waiting else "adds" if adds else "waits"
            return Ruling.of(self.clauses, "cover_doubles", case, facts, case != "waits")
        if self.line_grows == "one-end" and len(chain.laid) > 1:
            last = chain.laid[-1]
            facts = {"tile": tile, "onto": onto.tile, "last": last.tile}
            case = "joins" if end.at == last.number else "shut"
            return Ruling.of(self.clauses, "line_grows", case, facts, case == "joins")
        if not self.asks_of_ends and (not onto.spins or chain.lines):
            return None
        ruling = self.end_ruling(end, chain)
        return None if ruling.allowed and not onto.spins else ruling

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

        A double that waits keeps all edges but its own for the doubles of a player who adds some.
        """
        waiting = self.waiting_double(chain) if self.adds_doubles else None
        kept = self._ends_for_arms(chain)
        return kept if waiting is None else tuple([end for end in chain.ends if end.at != waiting or end in kept])

    def _ends_for_arms(self, chain: Chain) -> tuple[OpenEnd, ...]:
        """Return the free edges where an arm waits for its double, oldest first.

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
        """Return the decision on `tile` at an end where an arm waits for its double; None at any other end."""
        if end not in self._ends_for_arms(chain):
            return None
        onto, first = chain.laid[end.at], chain.spinner
        own = first is not None and end in self._first_edges(chain, first.number)
        case = "double" if tile.is_double else "own" if own else "all"
        facts = {"tile": tile, "onto": onto.tile, "value": end.value, "first": first and first.tile}
        return Ruling.of(self.clauses, "arm_doubles", case, facts, tile.is_double)

    def spin_ruling(self, tile: Tile, chain: Chain) -> Ruling:
        """Return the decision on whether `tile`, a double played next on `chain`, is a spinner."""
        if self.has_lines and not chain.laid:
            return Ruling.of(self.clauses, "lines", "begin", {"tile": tile})
        flat = "flat_first" if self.line_grows == "one-end" and not chain.laid else "flat"
        asked = tile, "spins" if self.spins(tile, chain) else flat
        ruling = self._spin_rulings.get(asked)
        if ruling is None:
            limited = asked[1] == "spins" and "open_ends" in self.decides and "spins" not in self.decides
            axis, case = ("arm_order", "limited") if limited else ("spinner", asked[1])
            ruling = Ruling.of(self.clauses, axis, case, {"tile": tile, "sides": self.sides})
            self._spin_rulings[asked] = ruling
        return ruling

    @cached_property
    def _spin_rulings(self) -> dict[tuple[Tile, str], Ruling]:
        """The decisions made so far, because the same few come up again in every hand."""
        return {}

    def end_ruling(self, end: OpenEnd, chain: Chain) -> Ruling:
        """Return the decision on whether the free edge `end` is open by the order of arms."""
        open_now = end in self.open_ends(chain)
        onto = chain.laid[end.at].tile
        facts = {"onto": onto, "value": end.value, "free": len(chain.free_edges(end.at)) - 1}
        waits = self._is_four_first and end.at != self._newest_unfinished(chain)
        shut = "shut_spinner" if waits else "shut_clockwise" if self.goes_round else "shut"
        return Ruling.of(self.clauses, "arm_order", "joins" if open_now else shut, facts, open_now)


_ROUNDS = (0, 7, 3, 5, 1, 6, 2, 4), (0, 6, 2, 4, 1, 7, 3, 5)
"""The edges of a spinner with eight arms, clockwise from its edge 0: if it is the first tile, and if it joined."""
