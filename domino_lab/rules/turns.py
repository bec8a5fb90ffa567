"""Turns: who goes on after a play, and what a row of face-down tiles allows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile


@dataclass(frozen=True)
class Turns:
    """The axes extra_turn and blind_leader_goes_on."""

    extra_turn: str
    blind_leader_goes_on: bool
    clauses: Mapping[str, str]

    def speaks(self, tile: Tile) -> bool:
        """Whether a rule says anything of another turn after `tile` (DR2-OSEL, BD-TURN-1)."""
        return self.extra_turn != "none" and (self.extra_turn == "while-fits" or tile.is_double)

    def again(self, tile: Tile, player: str, *, leads_blind: bool) -> tuple[bool, Ruling]:
        """Whether `player`, who has laid `tile`, has another turn, and the ruling; only where a rule speaks of it.

        `leads_blind` says that the tile is the first of a game with face-down rows (BD-LEAD-1).
        """
        facts = {"player": player, "tile": tile}
        if not leads_blind:
            return True, Ruling(self.clauses["extra_turn"], "again", facts)
        case = "goes_on" if self.blind_leader_goes_on else "stops"
        return self.blind_leader_goes_on, Ruling(self.clauses["blind_leader_goes_on"], case, facts)
