"""Drawing: when a tile may be taken from the boneyard, and when one may pass."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domino_lab.rulings import Ruling

_DRAWS = ("draw", "choice")


@dataclass(frozen=True)
class Drawing:
    """The axes draw_when, draw_max, voluntary_max, reserve, draw_cost and draw_cost_in.

    Facts are those of the turn: `stock` tiles lie in the boneyard, `drawn` were drawn in this turn.
    """

    draw_when: str
    draw_max: int | str
    voluntary_max: int | str
    reserve: int
    draw_cost: int
    draw_cost_in: str
    clauses: Mapping[str, str]

    def possible(self, stock: int) -> bool:
        """Whether a tile can be drawn at all from a boneyard of `stock` tiles."""
        return self.draw_when != "never" and stock > self.reserve

    def may(self, *, able: bool, stock: int, drawn: int, chosen: int = 0) -> bool:
        """Whether one may draw now; `able` says whether one can lay, `chosen` how many were drawn though one could."""
        return self._decided(able=able, stock=stock, drawn=drawn, chosen=chosen)[1] in _DRAWS

    def ruling(self, facts: Mapping[str, Any]) -> Ruling:
        """The decision on drawing; facts: player, able (a tile that can be laid, or None), stock, drawn, chosen, shown.
        """
        axis, case = self._draw_case(facts)
        by = "willing" if (axis, case) == ("draw_when", "able") and "willing" in self.clauses else axis
        return Ruling(self.clauses[by], case, {**facts, "reserve": self.reserve}, case in _DRAWS)

    def _draw_case(self, facts: Mapping[str, Any]) -> tuple[str, str]:
        return self._decided(able=facts["able"] is not None, stock=facts["stock"], drawn=facts["drawn"],
                             chosen=facts.get("chosen", 0))

    def _decided(self, *, able: bool, stock: int, drawn: int, chosen: int) -> tuple[str, str]:
        """The axis that decides on drawing, and how: "draw", "choice", or why not."""
        if self.draw_when == "never" or (able and self.draw_when != "optional"):
            return "draw_when", "never" if self.draw_when == "never" else "able"
        if not stock:
            return "draw_when", "empty"
        if stock <= self.reserve:
            return "reserve", "kept"
        if self.draw_max != "until-playable" and drawn >= int(self.draw_max):
            return "draw_max", "enough"
        if able and self.voluntary_max != "any" and chosen >= int(self.voluntary_max):
            return "voluntary_max", "able"
        return "draw_when", "choice" if able else "draw"

    def pass_ruling(self, facts: Mapping[str, Any]) -> Ruling:
        """The decision on passing: only if one can neither lay nor draw (GEN-PASS-1), by the clause that says so."""
        axis, case = self._draw_case(facts)
        if facts["able"] is not None or case in _DRAWS:
            return Ruling("GEN-PASS-1", "draw" if facts["able"] is None else "able", facts, allowed=False)
        return Ruling(self.clauses[axis], f"pass_{case}", {**facts, "reserve": self.reserve})

    def cost_ruling(self, player: str, score: int) -> Ruling | None:
        """What `player` pays for a drawn tile (DR2-BONEOPT-3), `score` being what is left; None where it is free."""
        if not self.draw_cost:
            return None
        facts = {"player": player, "cost": self.draw_cost, "score": score}
        return Ruling(self.clauses["draw_cost"], self.draw_cost_in, facts, points=-self.draw_cost)

    def pot_ruling(self, player: str | None, chips: int) -> Ruling:
        """Who takes the `chips` paid in this hand: its winner, or, where nobody won, each what he paid."""
        facts = {"player": player, "chips": chips}
        return Ruling(self.clauses["draw_cost_in"], "back" if player is None else "pot", facts)
