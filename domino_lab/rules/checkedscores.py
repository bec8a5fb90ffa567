"""Checked scores: what a reader's own policy on points, ends and turns may leave out; see `checked` for the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domino_lab.chain import Chain, OpenEnd
from domino_lab.errors import RulesetError
from domino_lab.rules.asked import asks
from domino_lab.rules.ending import Ending
from domino_lab.rules.scoring import Count, Outlook, Scoring, Term
from domino_lab.rules.settling import Final, Settlement, Settling
from domino_lab.rules.stacking import Loot, Spoils, Stacking
from domino_lab.rules.turns import Turns
from domino_lab.rules.winning import Winning
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile

_LONG_WAY = 60
"""So far ahead the next count that scores is sought, to say how much was missing."""


class _OwnScoring(Scoring):
    """What the board counts, and what that is worth, by a rule of a reader's own."""

    counts: Callable[[Term], int]
    has: tuple[str, ...]

    def count(self, chain: Chain) -> Count | None:
        found: Any = super().count(chain)
        if isinstance(found, int):
            self._refuse_terms()
            facts = {"terms": ()}
            return Count((), found, Ruling(self.clauses["double_weights"], "count", facts), ())
        if found is None:
            return None
        return self._recounted(found) if hasattr(self, "counts") else self._reworded(found)

    def _refuse_terms(self) -> None:
        """A count that is a number has no terms of which `counts` could be asked."""
        if {"count", "counts"} <= {*self.has} and not asks(self, "count", "counts"):
            name = type(self).__name__
            raise RulesetError(f"scoring = own: {name}: {name}.counts(term) would never be asked, because "
                               f"{name}.count(chain) gives a number; leave one of them out, or let count give back "
                               "super().count(chain)")

    def _reworded(self, found: Count) -> Count:
        """Terms that a policy has counted are told as its own."""
        if "count" not in self.has:
            return found
        terms, silent = (tuple(term._replace(case="counts") for term in these) for these in (found.terms, found.silent))
        return found._replace(terms=terms, silent=silent)

    def _recounted(self, found: Count) -> Count:
        terms, silent = (tuple(self._own_term(term) for term in these) for these in (found.terms, found.silent))
        spoken = (*terms, *(term for term in silent if term.value))
        ruling = Ruling(self.clauses["double_weights"], "count", {"terms": spoken})
        return Count(spoken, sum(term.value for term in spoken), ruling,
                     tuple(term for term in silent if not term.value))

    def _own_term(self, term: Term) -> Term:
        value = self.counts(term)
        return term._replace(value=value, case="counts", times=1 if value else 0)

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


    def goes_on(self, *, drawable: bool) -> bool:
        """Where nobody can draw any more, a hand in which nobody can lay would never end."""
        found = super().goes_on(drawable=drawable)
        return self.block == "row-cycle" or (found and drawable)


class _ByGoesOn(Ending):
    """The words for a policy that says whether a hand goes on."""

    def block_ruling(self, *, drawable: bool) -> Ruling:
        return Ruling(self.clauses["block"], "blocked", {})


class _OwnSettling(Settling):
    """Who wins a hand and what it is worth, by a rule of a reader's own: `winner(final)`, `award(final, seat)`."""

    winner: Callable[[Final], int | None]
    award: Callable[[Final, int], int]

    def _winner_of_block(self, final: Final) -> tuple[int | None, tuple[Ruling, ...]]:
        return self._chosen(final) if hasattr(self, "winner") else super()._winner_of_block(final)

    def _chosen(self, final: Final) -> tuple[int | None, tuple[Ruling, ...]]:
        seat = self.winner(final)
        if seat is None:
            return None, (Ruling(self.clauses["tie"], "none", {"players": final.names}),)
        return seat, (Ruling(self.clauses["tie"], "wins", {"player": final.names[seat], "players": final.names}),)

    def _award(self, final: Final, seat: int, why: tuple[Ruling, ...]) -> Settlement:
        if not hasattr(self, "award"):
            return super()._award(final, seat, why)
        award = self.award(final, seat)
        facts = {"winner": self._called(final, seat), "award": award, "parts": (award,), "base": award}
        case = "out" if final.out is not None else "blocked"
        ruling = Ruling(self.clauses["end_base"], case, facts, points=award, because=why)
        return Settlement(final.sides[seat], seat, award, ruling)


class _ByWinner(Settling):
    """The rest for a policy that says who wins: it is asked after every hand, however it ended."""

    _chosen: Callable[[Final], tuple[int | None, tuple[Ruling, ...]]]

    def settle(self, final: Final) -> Settlement:
        seat, why = self._chosen(final)
        return Settlement(None, None, 0, why[0]) if seat is None else self._award(final, seat, why)


class _OwnWinning(Winning):
    """When a match is won, by a rule of a reader's own."""

    def reached(self, score: int, seats: int, teams: bool) -> bool:  # noqa: FBT001 - a policy's own winner calls it so
        return super().reached(score, seats=seats, teams=teams)


class _OwnStacking(Stacking):
    """What stacking brings, and when, by a rule of a reader's own."""

    def ruling(self, tile: Tile, on: int, chain: Chain, ends: Sequence[OpenEnd], facts: Mapping[str, Any],
               spoils: Spoils | None) -> Ruling:
        return self._said(super().ruling(tile, on, chain, ends, facts, spoils))

    def steal_ruling(self, player: str, rival: str, tile: Tile, loot: Loot) -> Ruling:
        return self._said(super().steal_ruling(player, rival, tile, loot))

    def _said(self, found: Ruling) -> Ruling:
        """The fewer words that a policy has: whether now or not, whether there or not, and what it brings."""
        plain = {"no_score": "not_now", "refused": "not_now", "no_match": "no", "side": "no", "doubled": "steals"}
        return found._replace(case=plain.get(found.case, found.case)) if found.id.startswith("OWN-") else found


class _OwnTurns(Turns):
    """Who has another turn, by a rule of a reader's own."""

    goes_on: Callable[[Tile], bool]

    def speaks(self, tile: Tile) -> bool:
        return self.goes_on(tile)


SCORES: dict[str, type[Any]] = {
    "scoring": _OwnScoring, "ending": _OwnEnding, "settling": _OwnSettling, "winning": _OwnWinning,
    "stacking": _OwnStacking, "turns": _OwnTurns,
}
"""What stands above a policy, by group."""

VERDICTS: dict[tuple[str, str], type[Any]] = {
    ("scoring", "points"): _ByPoints, ("scoring", "worth"): _ByWorth, ("ending", "goes_on"): _ByGoesOn,
    ("settling", "winner"): _ByWinner,
}
"""What stands below a policy, by group and by a method that it has."""
