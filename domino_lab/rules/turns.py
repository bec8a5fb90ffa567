"""Turns: who goes on after a play, and what a row of face-down tiles allows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile


@dataclass(frozen=True)
class Turns:
    """The axes extra_turn and blind_leader_goes_on.

    >>> Turns("on-double", True, {"extra_turn": "DR2-OSEL"}).again(Tile(3, 3), "Ana", leads_blind=False).allowed
    True
    """

    extra_turn: str
    blind_leader_goes_on: bool
    clauses: Mapping[str, str]

    def again(self, tile: Tile, player: str, *, leads_blind: bool) -> Ruling | None:
        """Whether `player`, who has laid `tile`, has another turn; None where no rule speaks of it (DR2-OSEL, BD-TURN-1).

        `leads_blind` says that the tile is the first of a game with face-down rows (BD-LEAD-1).

        >>> Turns("none", True, {}).again(Tile(3, 3), "Ana", leads_blind=False) is None
        True
        """
        if self.extra_turn == "none" or (self.extra_turn == "on-double" and not tile.is_double):
            return None
        facts = {"player": player, "tile": tile}
        if leads_blind:
            case = "goes_on" if self.blind_leader_goes_on else "stops"
            return Ruling(self.clauses["blind_leader_goes_on"], case, facts, self.blind_leader_goes_on)
        return Ruling(self.clauses["extra_turn"], "again", facts)
