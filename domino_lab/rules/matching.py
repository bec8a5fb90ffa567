"""The fit of a tile and an open end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial

from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile

# All fields given as one tuple: half the cost of the class's own constructor, and a hand makes very many.
_new_ruling = partial(tuple.__new__, Ruling)


@dataclass(frozen=True)
class Matching:
    """The axis matching: touching values are equal, or make a sum. `max_pip` is the highest value of the set."""

    matching: str | Mapping[str, int]
    clauses: Mapping[str, str]
    max_pip: int = 6

    @cached_property
    def sum(self) -> int | None:
        """The sum of touching values; None if they must be equal."""
        return None if isinstance(self.matching, str) else self.matching["sum"]

    def is_wild(self, tile: Tile) -> bool:
        """Return True if `tile` fits everywhere: its own halves make the sum, or it is the double blank."""
        return self.sum is not None and tile[0] + tile[1] in (self.sum, 0)

    def meets(self, half: int, value: int) -> bool:
        """Return True if a half may touch an end that shows `value` without being wild (GEN-FIT-1, A7-MATCH-1)."""
        return half == value if self.sum is None else half + value == self.sum

    def fits(self, tile: Tile, value: int) -> bool:
        """Return True if `tile` fits an open end that shows `value` (GEN-FIT-1, A7-MATCH-1, A7-WILD-1)."""
        if self.sum is None:
            return tile[0] == value or tile[1] == value
        return self.meets(tile[0], value) or self.meets(tile[1], value) or self.is_wild(tile)

    def outs(self, tile: Tile, value: int) -> tuple[int, ...]:
        """Return the values that may face outward if `tile` joins an end that shows `value`, low first."""
        if not self.fits(tile, value):
            return ()
        if self.is_wild(tile):
            return tuple(sorted(set(tile[:2])))
        return (tile[0] + tile[1] - (value if self.sum is None else self.sum - value),)

    def ruling(self, tile: Tile, value: int, onto: Tile) -> Ruling:
        """Return the decision on playing `tile` where `onto` shows `value` (GEN-FIT-1, A7-MATCH-1, A7-WILD-1)."""
        facts = {"tile": tile, "value": value, "onto": onto}
        clause = self.clauses["matching"]
        if self.sum is None:
            if self.fits(tile, value):
                return _new_ruling((clause, "yes", facts, True, 0, ()))
            return Ruling(clause, "no", facts, allowed=False)
        need = self.sum - value
        facts |= {"sum": self.sum, "need": need, "touch": need}
        if self.is_wild(tile):
            return Ruling(self.clauses.get("wild", clause), "wild", facts)
        if need in tile[:2]:
            return Ruling(clause, "yes", facts)
        return Ruling(clause, "no" if 0 <= need <= self.max_pip else "shut", facts, allowed=False)
