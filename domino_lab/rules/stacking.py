"""Stacking: an identical tile put on a tile at an open end, to steal what the player before has just scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from domino_lab.chain import Chain, OpenEnd
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile


class Spoils(NamedTuple):
    """What the last play scored and may be stolen: the `points`, of `seat`; `stolen` says they were themselves stolen.
    """

    seat: int
    points: int
    stolen: bool = False


class Loot(NamedTuple):
    """What a stack brings: `credit` for the stacker, `loss` for the player before."""

    credit: int
    loss: int


NOTHING = Loot(0, 0)


@dataclass(frozen=True)
class Stacking:
    """The axes stack, stack_when, steal_credit and steal_back."""

    stack: str
    stack_when: str
    steal_credit: str
    steal_back: bool
    clauses: Mapping[str, str]

    @cached_property
    def plays(self) -> bool:
        """Whether the game stacks at all."""
        return self.stack != "none"

    def loot(self, spoils: Spoils | None, tile: Tile) -> Loot:
        """What stacking `tile` brings (TBC-SCORE-1): a double steals double; axis steal_credit may credit it twice."""
        if spoils is None or (spoils.stolen and not self.steal_back):
            return NOTHING
        loss = spoils.points * (2 if tile.is_double else 1)
        return Loot(loss * (2 if self.steal_credit == "twice" else 1), loss)

    def may_now(self, spoils: Spoils | None) -> bool:
        """Whether one may stack at this moment (TBC-STACK-1): after a score, or at any time by axis stack_when."""
        if not self.plays:
            return False
        return self.stack_when == "any" or self.loot(spoils, Tile(0, 0)) != NOTHING

    def choices(self, chain: Chain, ends: Sequence[OpenEnd], holding: Sequence[Tile]) -> list[tuple[Tile, int]]:
        """The tiles of `holding` that lie equal on a tile at one of the open `ends`, and the number of that tile.

        A double needs a free long side.
        """
        found = {(tile, end.at) for end in ends for tile in holding
                 if chain.laid[end.at].tile[:2] == tile[:2] and not self._is_closed(chain, end)}
        return sorted(found)

    def _is_closed(self, chain: Chain, end: OpenEnd) -> bool:
        return end.is_tip and chain.laid[end.at].tile.is_double

    def ruling(self, tile: Tile, on: int, chain: Chain, ends: Sequence[OpenEnd], facts: Mapping[str, Any],
               spoils: Spoils | None) -> Ruling:
        """The decision on stacking `tile` on laid tile number `on`; facts: player, rival (the player before)."""
        onto = chain.laid[on].tile if 0 <= on < len(chain.laid) else tile
        facts = {**facts, "tile": tile, "onto": onto}
        if not self.plays:
            return Ruling("GEN-END-1", "stack", facts, allowed=False)
        if not self.may_now(spoils):
            if spoils is not None and spoils.stolen:
                return Ruling(self.clauses["steal_back"], "refused", facts, allowed=False)
            return Ruling(self.clauses["stack_when"], "no_score", facts, allowed=False)
        if (tile, on) in self.choices(chain, ends, [tile]):
            return Ruling(self.clauses["stack"], "yes", facts, because=self._turn(facts))
        case = "side" if tile.is_double and onto[:2] == tile[:2] else "no_match"
        return Ruling(self.clauses["stack"], case, facts, allowed=False)

    def _turn(self, facts: Mapping[str, Any]) -> tuple[Ruling, ...]:
        said = self.clauses.get("stack_turn")
        return (Ruling(said, "turn", facts),) if said else ()

    def steal_ruling(self, player: str, rival: str, tile: Tile, loot: Loot) -> Ruling:
        """Why a stack moves points (axis steal_credit)."""
        facts = {"player": player, "rival": rival, "tile": tile, "points": loot.credit, "taken": loot.loss}
        case = "doubled" if tile.is_double else "steals"
        return Ruling(self.clauses["steal_credit"], case, facts, points=loot.credit)
