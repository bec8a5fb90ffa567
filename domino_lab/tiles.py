"""Tiles and the sets they come from."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from domino_lab.arguments import whole
from domino_lab.errors import NotationError, shown

_TILE = re.compile(r"\s*(\d{1,2})\s*-\s*(\d{1,2})\s*", re.ASCII)

MOST_PIPS = 18
"""The largest set that is made is double-eighteen, with 190 tiles."""


class Tile(NamedTuple):
    """One domino: two halves, `low` <= `high`, and which `copy` of it (0, or 1 in a second set).

    Tiles sort by low, high, copy. `str` writes the larger half first, as players say it.

    >>> Tile.of("5-6"), str(Tile.of("5-6")), Tile.of("5-6").weight
    (Tile(low=5, high=6, copy=0), '6-5', 11)
    """

    low: int
    high: int
    copy: int = 0

    @classmethod
    def of(cls, text: str | Tile) -> Tile:
        """Read a tile written "6-5" or "5-6"; raises NotationError for anything else.

        >>> Tile.of("6-5") == Tile.of("5-6")
        True
        """
        if isinstance(text, Tile):
            return text
        found = _TILE.fullmatch(text) if isinstance(text, str) else None
        if not found:
            raise NotationError(f"{shown(text, most=40)} is not a tile: write two numbers with a hyphen, as in \"6-5\"")
        a, b = int(found[1]), int(found[2])
        return cls(min(a, b), max(a, b))

    @property
    def weight(self) -> int:
        """The pips on both halves, 0 to 2N in a double-N set.

        >>> Tile(3, 4).weight
        7
        """
        return self[0] + self[1]

    @property
    def is_double(self) -> bool:
        """Whether both halves show the same value.

        >>> Tile(4, 4).is_double
        True
        """
        return self[0] == self[1]

    def other(self, value: int) -> int:
        """The half that is not `value` (the same value for a double).

        >>> Tile(2, 5).other(5)
        2
        """
        return self[0] + self[1] - value

    def __str__(self) -> str:
        return f"{self[1]}-{self[0]}"


def tiles(text: str) -> tuple[Tile, ...]:
    """Read several tiles separated by blanks or commas; raises NotationError for a word that is no tile.

    >>> [str(tile) for tile in tiles("6-5, 0-0")]
    ['6-5', '0-0']
    """
    return tuple(Tile.of(word) for word in text.replace(",", " ").split())


class DominoSet(NamedTuple):
    """A set: every tile from 0-0 to N-N, once or twice, with or without its doubles.

    Use `DominoSet.of`, which checks the numbers. `max_pip` is 0 to 18, `copies` 1 or 2.

    >>> len(DominoSet.of(max_pip=6).tiles), len(DominoSet.of(max_pip=8, doubles=False).tiles)
    (28, 36)
    """

    max_pip: int = 6
    copies: int = 1
    doubles: bool = True

    @classmethod
    def of(cls, max_pip: int = 6, copies: int = 1, *, doubles: bool = True) -> DominoSet:
        """Make a set; raises NotationError when no such set is made (GEN-DEAL-1).

        >>> DominoSet.of(max_pip=6, copies=2).name
        'double-six, twice'
        """
        high, often = whole(max_pip), whole(copies)
        if high is None or not 0 <= high <= MOST_PIPS:
            raise NotationError(f"a set goes from double-0 to double-{MOST_PIPS}, not to {shown(max_pip)}")
        if often not in (1, 2):
            raise NotationError(f"a game uses one or two copies of a set, not {shown(copies)}")
        if not isinstance(doubles, bool):
            raise NotationError(f"doubles is True or False, not {shown(doubles)}")
        if not doubles and high == 0:
            raise NotationError("double-zero without its double is no set at all")
        return cls(high, often, doubles)

    @classmethod
    def read(cls, found: DominoSet | int) -> DominoSet:
        """A set by its highest value, or one that was made by hand, checked as `of` checks it.

        >>> DominoSet.read(6) == DominoSet.read(DominoSet(6)) == DominoSet()
        True
        """
        if isinstance(found, int):
            return cls.of(found)
        return cls.of(found.max_pip, copies=found.copies, doubles=found.doubles)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile once, in ascending order.

        >>> [str(tile) for tile in DominoSet.of(max_pip=1).tiles]
        ['0-0', '1-0', '1-1']
        """
        return _tiles(self)

    @property
    def name(self) -> str:
        """What players call it.

        >>> DominoSet.of(max_pip=9).name
        'double-nine'
        """
        name = f"double-{_NUMBER_NAMES[self.max_pip]}"
        return name + (", twice" if self.copies == 2 else "") + ("" if self.doubles else " without doubles")

    def __contains__(self, tile: object) -> bool:
        return tile in _members(self)


_NUMBER_NAMES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen"
).split()


@lru_cache(maxsize=64)
def _tiles(these: DominoSet) -> tuple[Tile, ...]:
    return tuple(
        Tile(low, high, copy)
        for low in range(these.max_pip + 1)
        for high in range(low, these.max_pip + 1)
        for copy in range(these.copies)
        if these.doubles or low != high
    )


@lru_cache(maxsize=64)
def _members(these: DominoSet) -> frozenset[Tile]:
    return frozenset(_tiles(these))
