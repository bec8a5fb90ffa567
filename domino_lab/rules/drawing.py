"""Drawing: when a tile may be taken from the boneyard, and when one may pass."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domino_lab.rulings import Ruling


@dataclass(frozen=True)
class Drawing:
    """The axes draw_when, draw_max, voluntary_max, reserve, draw_cost and draw_cost_in.

    Facts are those of the turn: `stock` tiles lie in the boneyard, `drawn` were drawn in this turn.

    >>> Drawing("unable", "until-playable", "any", 2, 0, "points", {}).may(able=False, stock=2, drawn=0)
    False
    """

    draw_when: str
    draw_max: int | str
    voluntary_max: int | str
    reserve: int
    draw_cost: int
    draw_cost_in: str
    clauses: Mapping[str, str]

    def possible(self, stock: int) -> bool:
        """Whether a tile can be drawn at all from a boneyard of `stock` tiles.

        >>> Drawing("never", "until-playable", "any", 0, 0, "points", {}).possible(14)
        False
        """
        return self.draw_when != "never" and stock > self.reserve

    def may(self, *, able: bool, stock: int, drawn: int) -> bool:
        """Whether one may draw now; `able` says whether one can lay.

        >>> Drawing("unable", 1, "any", 0, 0, "points", {}).may(able=False, stock=9, drawn=1)
        False
        """
        return self._decided(able=able, stock=stock, drawn=drawn)[1] == "draw"

    def ruling(self, facts: Mapping[str, Any]) -> Ruling:
        """The decision on drawing; facts: player, able (a tile that can be laid, or None), stock, drawn, shown.

        >>> never = Drawing("never", "until-playable", "any", 0, 0, "points", {"draw_when": "BL-DRAW-1"})
        >>> never.ruling({"able": None, "stock": 14, "drawn": 0}).case
        'never'
        """
        axis, case = self._draw_case(facts)
        return Ruling(self.clauses[axis], case, {**facts, "reserve": self.reserve}, case == "draw")

    def _draw_case(self, facts: Mapping[str, Any]) -> tuple[str, str]:
        return self._decided(able=facts["able"] is not None, stock=facts["stock"], drawn=facts["drawn"])

    def _decided(self, *, able: bool, stock: int, drawn: int) -> tuple[str, str]:
        """The axis that decides on drawing, and how: "draw", or why not."""
        if self.draw_when == "never":
            return "draw_when", "never"
        if able:
            return "draw_when", "able"
        if not stock:
            return "draw_when", "empty"
        if stock <= self.reserve:
            return "reserve", "kept"
        if self.draw_max != "until-playable" and drawn >= int(self.draw_max):
            return "draw_max", "enough"
        return "draw_when", "draw"

    def pass_ruling(self, facts: Mapping[str, Any]) -> Ruling:
        """The decision on passing: only if one can neither lay nor draw (GEN-PASS-1), by the clause that says so.

        >>> never = Drawing("never", "until-playable", "any", 0, 0, "points", {"draw_when": "BL-DRAW-1"})
        >>> never.pass_ruling({"able": None, "stock": 14, "drawn": 0}).allowed
        True
        """
        axis, case = self._draw_case(facts)
        if facts["able"] is not None or case == "draw":
            return Ruling("GEN-PASS-1", "draw" if case == "draw" else "able", facts, allowed=False)
        return Ruling(self.clauses[axis], f"pass_{case}", {**facts, "reserve": self.reserve})
