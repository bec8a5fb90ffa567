"""The arms of the chain: which doubles are spinners, and which ends are open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from domino_lab.chain import Chain, OpenEnd
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile


@dataclass(frozen=True)
class Arms:
    """The axes spinner, arm_order and double_lay."""

    spinner: str
    arm_order: str
    double_lay: str
    clauses: Mapping[str, str]

    @property
    def asks_of_ends(self) -> bool:
        """True if the order of arms may close an end that is not a spinner's."""
        return self.arm_order == "four-first"

    def spins(self, tile: Tile, chain: Chain) -> bool:
        """Return True if `tile`, played next on `chain`, becomes a spinner."""
        if tile[0] != tile[1] or self.spinner == "none":
            return False
        return self.spinner == "all" or not any(laid.tile.is_double for laid in chain.laid)

    def open_ends(self, chain: Chain) -> tuple[OpenEnd, ...]:
        """Return the ends of `chain` where a tile may be played now, oldest first."""
        if self.arm_order == "free" or self.spinner == "none":
            return chain.ends
        if self.arm_order == "sides-first":
            waiting = {end.at for end in chain.ends if end.edge < 2}
            return tuple(end for end in chain.ends if end.edge < 2 or end.at not in waiting)
        spinning = tuple(end for end in chain.ends if chain.laid[end.at].spins)
        return spinning or chain.ends

    def spin_ruling(self, tile: Tile, chain: Chain) -> Ruling:
        """Return the decision on whether `tile`, a double played next on `chain`, is a spinner."""
        case = "spins" if self.spins(tile, chain) else "flat"
        return Ruling(self.clauses["spinner"], case, {"tile": tile})

    def end_ruling(self, end: OpenEnd, chain: Chain) -> Ruling:
        """Return the decision on whether the free edge `end` is open by the order of arms."""
        open_now = end in self.open_ends(chain)
        onto = chain.laid[end.at].tile
        facts = {"onto": onto, "value": end.value, "free": len(chain.free_edges(end.at)) - 1}
        return Ruling(self.clauses["arm_order"], "joins" if open_now else "shut", facts, open_now)
