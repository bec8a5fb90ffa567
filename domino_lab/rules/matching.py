"""Matching: which tile fits which open end."""

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
    """Touching values are equal, or make a sum (axis matching); `max_pip` is the highest value of the set.

    Another object with these two methods and `ruling` may replace it.
    """

    matching: str | Mapping[str, int]
    clauses: Mapping[str, str]
    max_pip: int = 6

    @cached_property
    def sum(self) -> int | None:
        """What touching values must add up to; None where they must be equal."""
        return None if isinstance(self.matching, str) else self.matching["sum"]

    def is_wild(self, tile: Tile) -> bool:
        """Whether `tile` goes on any end: where sums count, its own halves make the sum, or it is the double blank."""
        return self.sum is not None and tile[0] + tile[1] in (self.sum, 0)

    def meets(self, half: int, value: int) -> bool:
        """Whether a half may touch an end that shows `value` without being wild (GEN-FIT-1, A7-MATCH-1)."""
        return half == value if self.sum is None else half + value == self.sum

    def fits(self, tile: Tile, value: int) -> bool:
        """Whether `tile` may touch an open end that shows `value` (GEN-FIT-1, A7-MATCH-1, A7-WILD-1)."""
        if self.sum is None:
            return tile[0] == value or tile[1] == value
        return self.meets(tile[0], value) or self.meets(tile[1], value) or self.is_wild(tile)

    def outs(self, tile: Tile, value: int) -> tuple[int, ...]:
        """The values that may be left outward when `tile` joins an end that shows `value`, low first."""
        if not self.fits(tile, value):
            return ()
        if self.is_wild(tile):
            return tuple(sorted(set(tile[:2])))
        return (tile[0] + tile[1] - (value if self.sum is None else self.sum - value),)

    def ruling(self, tile: Tile, value: int, onto: Tile) -> Ruling:
        """The decision on laying `tile` where the laid tile `onto` shows `value` (GEN-FIT-1, A7-MATCH-1, A7-WILD-1)."""
        facts = {"tile": tile, "value": value, "onto": onto}
        said = self.clauses["matching"]
        if self.sum is not None:
            return self._by_sum(facts, self.sum, said)
        if self.fits(tile, value):
            return _new_ruling((said, "yes", facts, True, 0, ()))
        return Ruling(said, "no", facts, allowed=False)

    def _by_sum(self, facts: dict[str, object], total: int, said: str) -> Ruling:
        tile, value = facts["tile"], facts["value"]
        assert isinstance(tile, Tile)
        assert isinstance(value, int)
        need = total - value
        facts |= {"sum": total, "need": need, "touch": need}
        if self.is_wild(tile):
            return Ruling(self.clauses.get("wild", said), "wild", facts)
        if need in tile[:2]:
            return Ruling(said, "yes", facts)
        return Ruling(said, "no" if 0 <= need <= self.max_pip else "shut", facts, allowed=False)
