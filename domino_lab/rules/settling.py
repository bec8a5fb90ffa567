"""Settling: who wins a hand and what it is worth (RULES 2.7)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from domino_lab.chain import Chain
from domino_lab.errors import RulesetError
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile

Why = tuple[Ruling, ...]


class Final(NamedTuple):
    """The end of a hand as settling sees it.

    `holdings` per seat, `weights` their totals, `sides` the side of each seat; `out` is the seat that went out (None
    on a block), `blocker` the seat that played last; `weigh` gives the weight of one tile. `layout` is the chain, None
    if only the holdings are known; rules that need it ask for `chain`.
    """

    holdings: tuple[tuple[Tile, ...], ...]
    weights: tuple[int, ...]
    sides: tuple[int, ...]
    names: tuple[str, ...]
    out: int | None
    blocker: int | None
    weigh: Callable[[Tile], int] = operator.attrgetter("weight")
    layout: Chain | None = None

    @property
    def chain(self) -> Chain:
        """The tiles on the table; raises RulesetError if only the holdings are known."""
        if self.layout is None:
            raise RulesetError("these rules settle by the tiles on the table, and only the holdings are given: "
                               "play the hand out, or read it from a record")
        return self.layout

    @property
    def teams(self) -> bool:
        """True if two seats share a side."""
        return self.sides[-1] != len(self.sides) - 1

    def side_name(self, side: int) -> str:
        """Return the names of the players of a side."""
        return " + ".join(name for name, own in zip(self.names, self.sides, strict=True) if own == side)


class Settlement(NamedTuple):
    """Who won (a side, None for nobody), the seat that won it, the award, and the ruling with its lines."""

    winner: int | None
    seat: int | None
    award: int
    ruling: Ruling


class Sums(NamedTuple):
    """The numbers of an award: `base` less `own` is `less`, rounded it is `rounded`; divided, with `bonus`, `award`.

    `less` is never below 0: a blocker who wins a tie may hold more than the others, but a win takes no points away.
    `parts` are the pips that make up the base, `each` the same after rounding each of them.
    """

    parts: tuple[int, ...]
    each: tuple[int, ...]
    base: int
    own: int
    less: int
    rounded: int
    bonus: int
    award: int


@dataclass(frozen=True)
class Settling:
    """The axes tie, tie_order, team_block and the end_* axes: award = divide(round(base - own)) + bonus."""

    tie: str
    tie_order: str
    team_block: str
    end_base: str
    own_deduct: str
    end_round: str
    end_multiple: int
    round_scope: str
    end_divide: int
    end_bonus: int
    clauses: Mapping[str, str]

    def settle(self, final: Final) -> Settlement:
        """Return the winner and the award of a finished hand, with every line of the sum."""
        if final.out is not None:
            return self._award(final, final.out, ())
        seat, why = self._winner_of_block(final)
        if seat is None:
            return Settlement(None, None, 0, why[0])
        return self._award(final, seat, why)

    def _winner_of_block(self, final: Final) -> tuple[int | None, Why]:
        """Return the seat that wins, and the rulings that say why if that is more than one light holding."""
        totals = self._block_weights(final)
        least = min(totals)
        tied = [seat for seat, total in enumerate(totals) if total == least]
        if len(tied) == 1 or len({final.sides[seat] for seat in tied}) == 1:
            return tied[0], self._of_teams(final, tied[0], least)
        return self._break_tie(final, tied, least)

    def _of_teams(self, final: Final, seat: int, total: int) -> Why:
        if not final.teams:
            return ()
        side = final.side_name(final.sides[seat])
        facts = {"player": final.names[seat], "side": side, "total": total, "players": [side]}
        return (Ruling(self.clauses.get("team_block", "GEN-TEAM-1"), "lightest", facts),)

    def _block_weights(self, final: Final) -> tuple[int, ...]:
        if not final.teams or self.team_block == "individual":
            return final.weights
        return tuple(
            sum(w for w, other in zip(final.weights, final.sides, strict=True) if other == side)
            for side in final.sides
        )

    def _break_tie(self, final: Final, tied: list[int], least: int) -> tuple[int | None, Why]:
        level = dict.fromkeys(self._called(final, seat) for seat in tied)
        facts: dict[str, object] = {"players": list(level), "total": least}
        clause = self.clauses["tie"]
        if self.tie == "blocker":
            if final.blocker is None:
                return None, (Ruling(clause, "unknown", facts),)
            facts["player"] = final.names[final.blocker]
            return final.blocker, (Ruling(clause, "blocker", facts),)
        if self.tie == "lightest-tile":
            return self._by_tile(final, sorted(tied, key=lambda seat: self._light_order(final, seat)), facts)
        return None, (Ruling(clause, "none", facts),)

    def _by_tile(self, final: Final, ranked: list[int], facts: dict[str, object]) -> tuple[int | None, Why]:
        """Compare the first seat of `ranked` with the next of another side, tile by tile while both have one."""
        seat = ranked[0]
        rival = next(other for other in ranked if final.sides[other] != final.sides[seat])
        pairs = zip(self._light_tiles(final, seat), self._light_tiles(final, rival), strict=False)
        for place, (tile, than) in enumerate(pairs, 1):
            if self._light_key(final, tile) != self._light_key(final, than):
                facts |= {"player": self._called(final, seat), "tile": tile, "rival": self._called(final, rival),
                          "than": than, "place": place}
                return seat, (Ruling(self.clauses["tie"], "lightest", facts),)
        return None, (Ruling(self.clauses.get("tie_alike", self.clauses["tie"]), "alike", facts),)

    def _light_tiles(self, final: Final, seat: int) -> list[Tile]:
        held = final.holdings[seat]
        if final.teams and self.team_block == "team-total":
            own = [s for s, side in enumerate(final.sides) if side == final.sides[seat]]
            held = tuple(tile for s in own for tile in final.holdings[s])
        return sorted(held, key=lambda tile: self._light_key(final, tile))

    def _called(self, final: Final, seat: int) -> str:
        """Return the player's name, or the team's if the holdings of a whole team are weighed in a block."""
        whole = final.teams and final.out is None and self.team_block != "individual"
        return final.side_name(final.sides[seat]) if whole else final.names[seat]

    def _light_key(self, final: Final, tile: Tile) -> tuple[int, ...]:
        return (tile.low, tile.high) if self.tie_order == "bone" else (final.weigh(tile),)

    def _light_order(self, final: Final, seat: int) -> list[tuple[int, ...]]:
        return [self._light_key(final, tile) for tile in self._light_tiles(final, seat)]

    def _award(self, final: Final, seat: int, why: Why) -> Settlement:
        sums = self.sums(final, seat)
        facts = {**sums._asdict(), "winner": self._called(final, seat), "by": self.end_divide,
                 "multiple": self.end_multiple}
        case = "out" if seat == final.out else "takes" if why else "blocked"
        lines = tuple(Ruling(clause, line, facts) for clause, line in self._lines(final, sums))
        ruling = Ruling(self.clauses["end_base"], case, facts, points=sums.award, because=why + lines)
        return Settlement(final.sides[seat], seat, sums.award, ruling)

    def _lines(self, final: Final, sums: Sums) -> list[tuple[str, str]]:
        """Return the clause and the case of every line of an award, in reading order."""
        clauses = self.clauses
        lines = [
            (final.teams and self.end_base == "opponents", "GEN-TEAM-1", "partner"),
            (sums.own > sums.base, clauses["tie"], "nothing"),
            (0 < sums.own <= sums.base, clauses["own_deduct"], "own"),
            (self.end_round != "none", self._round_clause() if self.end_round != "none" else "", "round"),
            (self.end_divide > 1, clauses["end_divide"], "divide"),
            (sums.bonus > 0, clauses["end_bonus"], "bonus"),
        ]
        return [(clause, case) for holds, clause, case in lines if holds]

    def sums(self, final: Final, seat: int) -> Sums:
        """Return the numbers of the award for a hand won by `seat`."""
        parts, own = self._base(final, seat), self._own(final, seat)
        base, each = sum(parts), parts
        less = max(base - own, 0)
        if self.round_scope == "sum":
            rounded = self.rounded(less)
        else:
            each = tuple([self.rounded(part) for part in parts])
            rounded = max(sum(each) - self.rounded(own), 0)
        bonus = 0 if final.out is None else self.end_bonus
        return Sums(parts, each, base, own, less, rounded, bonus, rounded // self.end_divide + bonus)

    def _base(self, final: Final, seat: int) -> tuple[int, ...]:
        if self.end_base == "none":
            return ()
        if self.end_base == "all":
            return final.weights
        side = final.sides[seat]
        return tuple([weight for other, weight in zip(final.sides, final.weights, strict=True) if other != side])

    def _own(self, final: Final, seat: int) -> int:
        """Return what is deducted: nothing for the player who went out, whose holding is empty."""
        if self.own_deduct == "none" or self.end_base == "none" or final.out is not None:
            return 0
        side = final.sides[seat]
        whole_team = final.teams and self.team_block == "team-total"
        own = sum(w for s, w in enumerate(final.weights) if (final.sides[s] == side if whole_team else s == seat))
        rivals = [other for other in final.sides if other != side]
        return own * (len(set(rivals) if whole_team else rivals) if self.own_deduct == "per-opponent" else 1)

    def _round_clause(self) -> str:
        """Return the clause of the axis by which these rules round otherwise than their home rules."""
        said = self.clauses["end_round"]
        scope, multiple = (self.clauses.get(axis, said) for axis in ("round_scope", "end_multiple"))
        if said.startswith("HOUSE-") or scope == multiple:
            return said
        return scope if scope != said else multiple

    def rounded(self, pips: int) -> int:
        """Round `pips` as the axes end_round and end_multiple say (RULES 2.5)."""
        m = self.end_multiple
        if self.end_round == "none":
            return pips
        return pips // m * m if self.end_round == "floor" else m * ((pips + m // 2) // m)
