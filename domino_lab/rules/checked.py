"""Checked: what a reader's own policy may leave out, and the answers of it that would stop a game later on.

The classes stand above the policy and ask it through `super()`. What a policy lacks comes from below it: for matching
from one of the classes named after the method it has, for all else from the group itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domino_lab.chain import Chain, OpenEnd
from domino_lab.errors import RulesetError, shown
from domino_lab.rules.arms import Arms
from domino_lab.rules.dealing import Dealing
from domino_lab.rules.drawing import Drawing
from domino_lab.rules.ending import Ending
from domino_lab.rules.equipment import Equipment
from domino_lab.rules.leading import Deck, Lead, Leading, Standing
from domino_lab.rules.matching import Matching
from domino_lab.rules.scoring import Count, Outlook, Scoring, Term
from domino_lab.rules.settling import Final, Settlement, Settling
from domino_lab.rules.stacking import Loot, Spoils, Stacking
from domino_lab.rules.turns import Turns
from domino_lab.rules.winning import Winning
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile

_LONG_WAY = 60
"""So far ahead the next count that scores is sought, to say how much was missing."""


def whole(found: object, rules: object, asked: str, *, least: int | None = 0) -> int:
    """An answer that must be a whole number; raises RulesetError that names the policy and the question.

    >>> whole(7, None, "points(7)")
    7
    """
    if not isinstance(found, int) or (least is not None and found < least):
        kind = "a whole number" if least is None else f"a whole number from {least} on"
        raise RulesetError(f"{type(rules).__name__}.{asked} gives {shown(found)}: it must give {kind}")
    return int(found)


class _OwnEquipment(Equipment):
    """Weights of a reader's own."""

    def weight(self, tile: Tile) -> int:
        return whole(super().weight(tile), self, f"weight({tile})")


class _OwnDealing(Dealing):
    """How many tiles each, or who comes next, by a rule of a reader's own."""

    def each_of(self, seats: int, set_size: int) -> int:
        return self.each(seats, set_size)

    def each(self, seats: int, set_size: int) -> int:
        return whole(super().each(seats, set_size), self, f"each({seats}, {set_size})", least=1)

    def next_seat(self, seat: int, seats: int) -> int:
        found = whole(super().next_seat(seat, seats), self, f"next_seat({seat}, {seats})")
        if found >= seats:
            raise RulesetError(f"{type(self).__name__}.next_seat({seat}, {seats}) gives {found}: the seats are 0 to "
                               f"{seats - 1}")
        return found


class _OwnLeading(Leading):
    """A leader of a reader's own choice: `leader(deck)` gives a seat, or None to have the tiles dealt again."""

    leader: Callable[[Deck], int | None]

    def find(self, deck: Deck, standing: Standing, next_seat: Callable[[int], int]) -> Lead | None:
        if not hasattr(self, "leader"):
            return super().find(deck, standing, next_seat)
        found = self.leader(deck)
        if found is None:
            return None
        seat = whole(found, self, "leader(deck)")
        if seat >= len(deck.names):
            raise RulesetError(f"{type(self).__name__}.leader(deck) gives {seat}: the seats are 0 to "
                               f"{len(deck.names) - 1}")
        return Lead(seat, None, Ruling(self.clauses["first_leader"], "leads", {"player": deck.names[seat]}))


class _OwnArms(Arms):
    """Spinners or open ends of a reader's own; only a double can spin, and only a free edge can be open."""

    asks_of_ends = True

    def spins(self, tile: Tile, chain: Chain) -> bool:
        return tile.is_double and bool(super().spins(tile, chain))

    def open_ends(self, chain: Chain) -> tuple[OpenEnd, ...]:
        chosen = set(super().open_ends(chain))
        return tuple(end for end in chain.ends if end in chosen)


class _OwnMatching(Matching):
    """Which halves meet by a rule of a reader's own; what may then lie outward is the rest of the tile."""

    def fits(self, tile: Tile, value: int) -> bool:
        return bool(super().fits(tile, value))

    def outs(self, tile: Tile, value: int) -> tuple[int, ...]:
        found = sorted(set(super().outs(tile, value)))
        if not set(found) <= set(tile[:2]):
            raise RulesetError(f"{type(self).__name__}.outs({tile}, {value}) gives {found}: only a value of the tile "
                               "itself can lie outward")
        return tuple(found)


class _SaysMatching(Matching):
    """The words for a policy that has none of its own."""

    def ruling(self, tile: Tile, value: int, onto: Tile) -> Ruling:
        fits = self.fits(tile, value)
        facts = {"tile": tile, "value": value, "onto": onto}
        return Ruling(self.clauses["matching"], "yes" if fits else "no", facts, fits)


class _ByHalves(_SaysMatching):
    """The rest for a policy that says which half meets a value, or which tile fits."""

    def outs(self, tile: Tile, value: int) -> tuple[int, ...]:
        if not self.fits(tile, value):
            return ()
        meeting = [half for half in tile[:2] if self.meets(half, value)]
        return tuple({tile.other(half) for half in meeting}) if meeting else tile[:2]


class _ByMeets(_ByHalves):
    """The rest for a policy that has only `meets`."""

    def fits(self, tile: Tile, value: int) -> bool:
        return self.meets(tile[0], value) or self.meets(tile[1], value)


class _ByFits(_ByHalves):
    """The rest for a policy that has `fits`: a half meets what its double would fit."""

    def meets(self, half: int, value: int) -> bool:
        return self.fits(Tile(half, half), value)


class _ByOuts(_SaysMatching):
    """The rest for a policy that has `outs`."""

    def fits(self, tile: Tile, value: int) -> bool:
        return bool(self.outs(tile, value))

    def meets(self, half: int, value: int) -> bool:
        return True


class _OwnDrawing(Drawing):
    """When a tile may be drawn, by a rule of a reader's own."""

    def _now(self, facts: Mapping[str, Any]) -> bool:
        return self.may(able=facts["able"] is not None, stock=facts["stock"], drawn=facts["drawn"],
                        chosen=facts.get("chosen", 0))

    def possible(self, stock: int) -> bool:
        return self.may(able=False, stock=stock, drawn=0)

    def may(self, *, able: bool, stock: int, drawn: int, chosen: int = 0) -> bool:
        return stock > 0 and bool(super().may(able=able, stock=stock, drawn=drawn, chosen=chosen))

    def ruling(self, facts: Mapping[str, Any]) -> Ruling:
        case = "draw" if self._now(facts) else "no"
        return Ruling(self.clauses["draw_when"], case, facts, case == "draw")

    def pass_ruling(self, facts: Mapping[str, Any]) -> Ruling:
        if facts["able"] is not None or self._now(facts):
            return super().pass_ruling(facts)
        return Ruling(self.clauses["draw_when"], "pass", facts)

    def _draw_case(self, facts: Mapping[str, Any]) -> tuple[str, str]:
        return "draw_when", "draw" if self._now(facts) else "no"


class _OwnScoring(Scoring):
    """What the board counts, and what that is worth, by a rule of a reader's own."""

    counts: Callable[[Term], int]

    def count(self, chain: Chain) -> Count | None:
        found: Any = super().count(chain)
        if isinstance(found, int):
            facts = {"terms": ()}
            return Count((), int(found), Ruling(self.clauses["double_weights"], "count", facts), ())
        return found if found is None or not hasattr(self, "counts") else self._recounted(found)

    def _recounted(self, found: Count) -> Count:
        terms, silent = (tuple(self._own_term(term) for term in these) for these in (found.terms, found.silent))
        spoken = (*terms, *(term for term in silent if term.value))
        ruling = Ruling(self.clauses["double_weights"], "count", {"terms": spoken})
        return Count(spoken, sum(term.value for term in spoken), ruling,
                     tuple(term for term in silent if not term.value))

    def _own_term(self, term: Term) -> Term:
        value = whole(self.counts(term), self, f"counts({term.tile})")
        return term._replace(value=value, case="counts", times=1 if value else 0)

    def points(self, total: int) -> int:
        return whole(super().points(total), self, f"points({total})")

    def worth(self, chain: Chain) -> int:
        return whole(super().worth(chain), self, "worth(chain)")

    def outlook(self, chain: Chain) -> Outlook | None:
        return None


class _ByPoints(Scoring):
    """The verdict for a policy that says what a count is worth."""

    def ruling(self, count: Count, player: str) -> Ruling:
        points = self.points(count.total)
        facts: dict[str, object] = {"player": player, "total": count.total, "points": points, "sum": count}
        if points:
            return Ruling(self.clauses["multiple"], "hit", facts, points=points, because=(count.ruling,))
        more = next((more for more in range(1, _LONG_WAY) if self.points(count.total + more)), 0)
        case = "miss" if more else "never"
        return Ruling(self.clauses["multiple"], case, {**facts, "under": more}, because=(count.ruling,))


class _ByWorth(Scoring):
    """The verdict for a policy that says what a whole board is worth."""

    def judge(self, chain: Chain, player: str) -> Ruling | None:
        points = self.worth(chain)
        facts = {"player": player, "points": points}
        return Ruling(self.clauses["play_score"], "worth" if points else "nothing", facts, points=points)


class _OwnEnding(Ending):
    """When a hand is over, by a rule of a reader's own: `over(chain)` ends it at once, to be settled as a block is."""

    over: Callable[[Chain], bool]

    @property
    def watches(self) -> bool:  # type: ignore[override]
        return hasattr(self, "over")

    def over_ruling(self, chain: Chain) -> Ruling | None:
        if not self.over(chain):
            return None
        return Ruling(self.clauses["own_end"], "over", {"count": len(chain.laid)})


class _ByGoesOn(Ending):
    """The words for a policy that says whether a hand goes on."""

    def block_ruling(self, *, drawable: bool) -> Ruling:
        return Ruling(self.clauses["block"], "blocked", {})


class _OwnSettling(Settling):
    """Who wins a hand and what it is worth, by a rule of a reader's own: `winner(final)`, `award(final, seat)`."""

    winner: Callable[[Final], int | None]
    award: Callable[[Final, int], int]

    def _lightest(self, final: Final) -> tuple[int | None, tuple[Ruling, ...]]:
        return self._chosen(final) if hasattr(self, "winner") else super()._lightest(final)

    def _chosen(self, final: Final) -> tuple[int | None, tuple[Ruling, ...]]:
        seat = self.winner(final)
        if seat is None:
            return None, (Ruling(self.clauses["tie"], "none", {"players": final.names}),)
        if whole(seat, self, "winner(final)") >= len(final.names):
            raise RulesetError(f"{type(self).__name__}.winner(final) gives {seat}: the seats are 0 to "
                               f"{len(final.names) - 1}")
        return seat, (Ruling(self.clauses["tie"], "wins", {"player": final.names[seat]}),)

    def _award(self, final: Final, seat: int, why: tuple[Ruling, ...]) -> Settlement:
        if not hasattr(self, "award"):
            return super()._award(final, seat, why)
        award = whole(self.award(final, seat), self, f"award(final, {seat})")
        facts = {"winner": self._called(final, seat), "award": award, "parts": (award,), "base": award}
        case = "out" if final.out is not None else "blocked"
        ruling = Ruling(self.clauses["end_base"], case, facts, points=award, because=why)
        return Settlement(final.sides[seat], seat, award, ruling)

    def settle(self, final: Final) -> Settlement:
        """A policy with `winner` is asked after every hand, however it ended."""
        if hasattr(self, "winner"):
            seat, why = self._chosen(final)
            return Settlement(None, None, 0, why[0]) if seat is None else self._award(final, seat, why)
        return super().settle(final)


class _OwnWinning(Winning):
    """When a match is won, by a rule of a reader's own."""

    def reached(self, score: int, *, seats: int, teams: bool) -> bool:
        return bool(super().reached(score, seats=seats, teams=teams))


class _OwnStacking(Stacking):
    """What stacking brings, and when, by a rule of a reader's own."""

    def loot(self, spoils: Spoils | None, tile: Tile) -> Loot:
        return Loot(*super().loot(spoils, tile))


class _OwnTurns(Turns):
    """Who has another turn, by a rule of a reader's own."""

    goes_on: Callable[[Tile], bool]

    def speaks(self, tile: Tile) -> bool:
        return bool(self.goes_on(tile))


CHECKED: dict[str, type[Any]] = {
    "equipment": _OwnEquipment, "dealing": _OwnDealing, "leading": _OwnLeading, "arms": _OwnArms,
    "matching": _OwnMatching, "drawing": _OwnDrawing, "scoring": _OwnScoring, "ending": _OwnEnding,
    "settling": _OwnSettling, "winning": _OwnWinning, "stacking": _OwnStacking, "turns": _OwnTurns,
}
"""What stands above a policy, by group."""


def below(group: str, hooks: tuple[str, ...]) -> tuple[type[Any], ...]:
    """What stands below a policy that has these methods, to do what it leaves out.

    >>> below("matching", ("meets",))[0].__name__
    '_ByMeets'
    """
    if group == "matching":
        return (_ByOuts if "outs" in hooks else _ByMeets if "meets" in hooks and "fits" not in hooks else _ByFits,)
    named: dict[tuple[str, str], type[Any]] = {
        ("scoring", "points"): _ByPoints, ("scoring", "worth"): _ByWorth, ("ending", "goes_on"): _ByGoesOn,
    }
    return tuple(made for (of, hook), made in named.items() if of == group and hook in hooks)
