"""Matching: which tile fits an open end, and which half then faces outward."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.rules.group import Group


class Matching(Group):
    """The axes matching and wild_half: touching values are equal, or make a sum, or one of them goes with anything.

    `max_pip` is the highest value of the set.
    """

    matching: str | Mapping[str, int]
    wild_half: int | str
    max_pip: int

    @cached_property
    def sum(self) -> int | None:
        """The sum of touching values; None if they must be equal."""
        return None if isinstance(self.matching, str) else self.matching["sum"]

    def is_wild(self, tile: Tile) -> bool:
        """Return True if `tile` fits everywhere: its own halves make the sum, or it is the double blank."""
        return self.sum is not None and tile[0] + tile[1] in (self.sum, 0)

    def meets(self, half: int, value: int) -> bool:
        """Return True if a half that is not wild can touch an end that shows `value` (GEN-FIT-1, A7-MATCH-1)."""
        if self.wild_half in (half, value):
            return True
        return half == value if self.sum is None else half + value == self.sum

    def fits(self, tile: Tile, value: int) -> bool:
        """Return True if `tile` fits an open end that shows `value` (GEN-FIT-1, A7-MATCH-1, A7-WILD-1)."""
        return self.meets(tile[0], value) or self.meets(tile[1], value) or self.is_wild(tile)

    def outs(self, tile: Tile, value: int) -> tuple[int, ...]:
        """Return the values that can face outward if `tile` joins an end that shows `value`, low first."""
        if not self.fits(tile, value):
            return ()
        if self.is_wild(tile):
            return tuple(sorted(set(tile[:2])))
        low, high, _ = tile
        return tuple(sorted({out for half, out in ((low, high), (high, low)) if self.meets(half, value)}))

    def fit_ruling(self, tile: Tile, value: int, onto: Tile) -> Ruling:
        """Return the decision on playing `tile` where `onto` shows `value` (GEN-FIT-1, A7-MATCH-1, A7-WILD-1)."""
        asked = tile, value, onto
        ruling = self._rulings.get(asked)
        if ruling is None:
            ruling = self._rulings[asked] = self._decide(tile, value, onto)
        return ruling

    @cached_property
    def _rulings(self) -> dict[tuple[Tile, int, Tile], Ruling]:
        """The decisions made so far, because the same few hundred come up again in every hand."""
        return {}

    def _decide(self, tile: Tile, value: int, onto: Tile) -> Ruling:
        facts = {"tile": tile, "value": value, "onto": onto}
        if self.sum is None:
            fits = self.fits(tile, value)
            if fits and value not in tile[:2]:
                case = "open" if value == self.wild_half else "half"
                return Ruling.of(self.clauses, "wild_half", case, {**facts, "wild": self.wild_half})
            return Ruling.of(self.clauses, "matching", "yes" if fits else "no", facts, fits)
        need = self.sum - value
        facts |= {"sum": self.sum, "need": need, "touch": need}
        if self.is_wild(tile):
            return Ruling(self.clauses.get("wild", self.clauses["matching"]), "wild", facts, axis="matching")
        if need in tile[:2]:
            return Ruling.of(self.clauses, "matching", "adds_up", facts)
        case = "no_sum" if 0 <= need <= self.max_pip else "shut"
        return Ruling.of(self.clauses, "matching", case, facts, allowed=False)
