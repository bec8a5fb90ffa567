"""Ending: when a hand is over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from domino_lab.chain import Chain
from domino_lab.rulings import Ruling


@dataclass(frozen=True)
class Ending:
    """The axis block; going out ends a hand everywhere."""

    block: str
    clauses: Mapping[str, str]

    watches = False
    """Whether a rule of a reader's own may end a hand after any play."""

    def over_ruling(self, chain: Chain) -> Ruling | None:
        """Why a hand is over after a play that leaves `chain`, by a rule of a reader's own; None where it goes on."""
        return None

    def out_ruling(self, player: str) -> Ruling:
        """The hand ends because `player` has laid the last tile of the holding."""
        return Ruling(self.clauses.get("ending", self.clauses["block"]), "out", {"player": player})

    def cycled_ruling(self) -> Ruling:
        """The hand ends because every row of face-down tiles was turned over once and nothing fitted (BD-END-1)."""
        return Ruling(self.clauses["block"], "cycled", {})

    def goes_on(self, *, drawable: bool) -> bool:
        """Whether the hand goes on whatever the players hold, because the boneyard may still be used."""
        return self.block == "row-cycle" or (drawable and self.block != "dead-layout")

    def block_ruling(self, *, drawable: bool) -> Ruling:
        """Why a hand ends in which no tile that counts fits: nobody can lay or draw, or no tile left anywhere fits."""
        return Ruling(self.clauses["block"], "dead" if drawable else "blocked", {})
