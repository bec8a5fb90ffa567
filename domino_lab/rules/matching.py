"""Matching: which tile fits which open end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile

# All fields given as one tuple: half the cost of the class's own constructor, and a hand makes very many.
_new_ruling = partial(tuple.__new__, Ruling)


@dataclass(frozen=True)
class Matching:
    """Touching values are equal (axis matching). Another object with these two methods and `ruling` may replace it.

    >>> Matching("equal", {"matching": "GEN-FIT-1"}).outs(Tile(2, 5), 5)
    (2,)
    """

    matching: str
    clauses: Mapping[str, str]

    def fits(self, tile: Tile, value: int) -> bool:
        """Whether `tile` may touch an open end that shows `value` (GEN-FIT-1).

        >>> Matching("equal", {}).fits(Tile(2, 5), 4)
        False
        """
        return tile[0] == value or tile[1] == value

    def outs(self, tile: Tile, value: int) -> tuple[int, ...]:
        """The values that may be left outward when `tile` joins an end that shows `value`, low first.

        >>> Matching("equal", {}).outs(Tile(2, 2), 2)
        (2,)
        """
        return (tile[0] + tile[1] - value,) if self.fits(tile, value) else ()

    def ruling(self, tile: Tile, value: int, onto: Tile) -> Ruling:
        """The decision on laying `tile` where the laid tile `onto` shows `value` (GEN-FIT-1).

        >>> Matching("equal", {"matching": "GEN-FIT-1"}).ruling(Tile(2, 5), 4, Tile(4, 4)).allowed
        False
        """
        facts = {"tile": tile, "value": value, "onto": onto}
        if self.fits(tile, value):
            return _new_ruling((self.clauses["matching"], "yes", facts, True, 0, ()))
        return Ruling(self.clauses["matching"], "no", facts, allowed=False)
