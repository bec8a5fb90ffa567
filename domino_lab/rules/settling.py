"""Settling: who wins a hand and what it is worth (RULES 2.7)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile


class Final(NamedTuple):
    """The end of a hand as settling sees it.

    `holdings` per seat, `weights` their totals, `sides` the side of each seat; `out` is the seat that went out (None
    on a block), `blocker` the seat that laid last; `weigh` gives the weight of one tile.
    """

    holdings: tuple[tuple[Tile, ...], ...]
    weights: tuple[int, ...]
    sides: tuple[int, ...]
    names: tuple[str, ...]
    out: int | None
    blocker: int | None
    weigh: Callable[[Tile], int] = operator.attrgetter("weight")

    @property
    def teams(self) -> bool:
        """Whether two seats share a side."""
        return self.sides[-1] != len(self.sides) - 1

    def side_name(self, side: int) -> str:
        """The names of the players of a side."""
        return " + ".join(name for name, own in zip(self.names, self.sides, strict=True) if own == side)


class Settlement(NamedTuple):
    """Who won (a side, None for nobody), the seat that won it, the award, and the ruling with its lines."""

    winner: int | None
    seat: int | None
    award: int
    ruling: Ruling


@dataclass(frozen=True)
class Settling:
    """The axes tie, tie_order, team_block and the end_* axes: award = divide(round(base - own))."""

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
        """The winner and the award of a finished hand, with every line of the sum."""
        if final.out is not None:
            return self._award(final, final.out, ())
        seat, why = self._winner_of_block(final)
        if seat is None:
            return Settlement(None, None, 0, why[0])
        return self._award(final, seat, why)

    def _winner_of_block(self, final: Final) -> tuple[int | None, tuple[Ruling, ...]]:
        """The seat that wins, and the rulings that say why where it is more than one hand lighter than all others."""
        totals = self._block_weights(final)
        least = min(totals)
        tied = [seat for seat, total in enumerate(totals) if total == least]
        if len(tied) == 1 or len({final.sides[seat] for seat in tied}) == 1:
            return tied[0], self._of_teams(final, tied[0], least)
        return self._break_tie(final, tied, least)

    def _of_teams(self, final: Final, seat: int, total: int) -> tuple[Ruling, ...]:
        """How partners were compared (axis team_block): by GEN-TEAM-1, unless a clause of their game says how."""
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

    def _break_tie(self, final: Final, tied: list[int], least: int) -> tuple[int | None, tuple[Ruling, ...]]:
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

    def _by_tile(self, final: Final, ranked: list[int], facts: dict[str, object]
                 ) -> tuple[int | None, tuple[Ruling, ...]]:
        """The first seat of `ranked` against the next of another side, tile by tile as long as both have one."""
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
        """The player, or the team where the hands of a whole team are weighed in a block."""
        whole = final.teams and final.out is None and self.team_block != "individual"
        return final.side_name(final.sides[seat]) if whole else final.names[seat]

    def _light_key(self, final: Final, tile: Tile) -> tuple[int, ...]:
        return (tile.low, tile.high) if self.tie_order == "bone" else (final.weigh(tile),)

    def _light_order(self, final: Final, seat: int) -> list[tuple[int, ...]]:
        return [self._light_key(final, tile) for tile in self._light_tiles(final, seat)]

    def _award(self, final: Final, seat: int, why: tuple[Ruling, ...]) -> Settlement:
        parts, each, base, own, less, rounded, award = Sums.of(self, final, seat)
        bonus = self._bonus(final)
        award += bonus
        facts = {"parts": parts, "each": each, "base": base, "own": own, "less": less, "rounded": rounded,
                 "award": award, "bonus": bonus, "winner": self._called(final, seat), "by": self.end_divide,
                 "multiple": self.end_multiple}
        case = "out" if seat == final.out else "takes" if why else "blocked"
        ruling = Ruling(
            self.clauses["end_base"], case, facts, points=award, because=why + self._lines(final, facts)
        )
        return Settlement(final.sides[seat], seat, award, ruling)

    def _bonus(self, final: Final) -> int:
        return self.end_bonus if final.out is not None else 0

    def _lines(self, final: Final, facts: Mapping[str, Any]) -> tuple[Ruling, ...]:
        lines = []
        if final.teams and self.end_base == "opponents":
            lines.append(Ruling("GEN-TEAM-1", "partner", facts))
        if facts["own"] > facts["base"]:
            lines.append(Ruling(self.clauses["tie"], "nothing", facts))
        elif facts["own"]:
            lines.append(Ruling(self.clauses["own_deduct"], "own", facts))
        if self.end_round != "none":
            lines.append(Ruling(self._round_clause(), "round", facts))
        if self.end_divide > 1:
            lines.append(Ruling(self.clauses["end_divide"], "divide", facts))
        if facts["bonus"]:
            lines.append(Ruling(self.clauses["end_bonus"], "bonus", facts))
        return tuple(lines)

    def _round_clause(self) -> str:
        """Of the axes that say how to round, the one on which these rules leave the others' clause."""
        said = self.clauses["end_round"]
        scope, multiple = (self.clauses.get(axis, said) for axis in ("round_scope", "end_multiple"))
        if said.startswith("HOUSE-") or scope == multiple:
            return said
        return scope if scope != said else multiple

    def rounded(self, pips: int) -> int:
        """`pips` rounded as the axes end_round and end_multiple say (RULES 2.5)."""
        m = self.end_multiple
        if self.end_round == "none":
            return pips
        return pips // m * m if self.end_round == "floor" else m * ((pips + m // 2) // m)


class Sums(NamedTuple):
    """The numbers of an award: `base` less `own` is `less`, rounded is `rounded`, divided is `award`.

    `less` is never below 0: a blocker who wins a tie may hold more than the others, but a win takes no points away.
    `parts` are the pips that make up the base, `each` the same after rounding each of them.
    """

    parts: tuple[int, ...]
    each: tuple[int, ...]
    base: int
    own: int
    less: int
    rounded: int
    award: int

    @classmethod
    def of(cls, rules: Settling, final: Final, seat: int) -> Sums:
        """The sums for a hand won by `seat`."""
        parts = _base(rules, final, seat)
        own = _own(rules, final, seat)
        base = sum(parts)
        less = max(base - own, 0)
        if rules.round_scope == "sum":
            rounded = rules.rounded(less)
            return cls(parts, parts, base, own, less, rounded, rounded // rules.end_divide)
        each = tuple(rules.rounded(part) for part in parts)
        rounded = max(sum(each) - rules.rounded(own), 0)
        return cls(parts, each, base, own, less, rounded, rounded // rules.end_divide)


def _base(rules: Settling, final: Final, seat: int) -> tuple[int, ...]:
    if rules.end_base == "none":
        return ()
    side = final.sides[seat]
    if rules.end_base == "all":
        return final.weights
    return tuple([weight for other, weight in zip(final.sides, final.weights, strict=True) if other != side])


def _own(rules: Settling, final: Final, seat: int) -> int:
    """What is deducted: nothing for the player who went out, whose holding is empty."""
    if rules.own_deduct == "none" or rules.end_base == "none" or final.out is not None:
        return 0
    side = final.sides[seat]
    whole_team = final.teams and rules.team_block == "team-total"
    own = sum(w for s, w in enumerate(final.weights) if (final.sides[s] == side if whole_team else s == seat))
    rivals: Collection[int] = [other for other in final.sides if other != side]
    if whole_team:
        rivals = set(rivals)
    return own * (len(rivals) if rules.own_deduct == "per-opponent" else 1)
