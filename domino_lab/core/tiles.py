"""Tiles and the sets that they belong to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeVar

from domino_lab.core.arguments import Listed
from domino_lab.core.errors import NotationError, quote
from domino_lab.core.plain import whole, yes_or_no

_TILE = re.compile(r"\s*(\d{1,2})\s*-\s*(\d{1,2})\s*", re.ASCII)

MOST_PIPS = 18
"""The largest set is double-eighteen, with 190 tiles."""

_MOST_TILES = 2 * 190

Item = TypeVar("Item")


@lru_cache(maxsize=1024)
def _parse(text: str) -> Tile | None:
    parts = _TILE.fullmatch(text)
    return Tile(int(parts[1]), int(parts[2])) if parts else None


class _Tile(NamedTuple):
    low: int
    high: int
    copy: int = 0


class Tile(_Tile):
    """A domino: two halves, `low` <= `high`, and its `copy` (0, or 1 in a second set).

    Either half may be given first. Tiles sort by low, high, copy. `str` writes the larger half first, as players do.
    Raises NotationError for a tile that no set has.

    >>> dl.Tile.of("5-6"), str(dl.Tile(6, 5)), dl.Tile.of("5-6").weight
    (Tile(low=5, high=6, copy=0), '6-5', 11)
    """

    __slots__ = ()

    if TYPE_CHECKING:
        def __new__(cls, low: int, high: int, copy: int = 0) -> Tile:
            """Make a tile; a checker is told that it has two halves."""

    def __new__(  # type: ignore[no-redef]  # without its other half it is refused here, in words
        cls, low: int, high: int | None = None, copy: int = 0,
    ) -> Tile:
        """Make a tile after checking the halves; `Tile._make` does not check them."""
        first, second, which = whole(low), whole(high), whole(copy)
        if first is None or second is None or not (0 <= first <= MOST_PIPS and 0 <= second <= MOST_PIPS):
            given = quote(low) if high is None else f"{quote(low)}, {quote(high)}"
            raise NotationError(f"Tile({given}): give two whole numbers from 0 to {MOST_PIPS}, as in dl.Tile(5, 6), "
                                'or write dl.Tile.of("6-5")')
        if which not in (0, 1):
            raise NotationError(f"Tile(copy={quote(copy)}): give 0, or 1 for the tile of a second set")
        return cls._make((min(first, second), max(first, second), which))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self)._make, (tuple(self),)  # Face-down tiles can be unpickled too.

    @classmethod
    def of(cls, text: str | Tile) -> Tile:
        """Return the tile written "6-5" or "5-6"; raises NotationError for anything else.

        >>> dl.Tile.of("6-5") == dl.Tile.of("5-6")
        True
        """
        tile = _parse(text) if isinstance(text, str) and len(text) <= 100 else text
        if not isinstance(tile, Tile):
            raise NotationError(f"{quote(text, most=40)} is not a tile: write two numbers with a hyphen, as in \"6-5\"")
        return tile

    @property
    def weight(self) -> int:
        """The number of pips on both halves, 0 to 2N in a double-N set."""
        return self[0] + self[1]

    @property
    def is_double(self) -> bool:
        """True if both halves show the same value."""
        return self[0] == self[1]

    def other(self, value: int) -> int:
        """Return the half that is not `value` (the same value for a double).

        >>> dl.Tile(2, 5).other(5)
        2
        """
        return self[0] + self[1] - value

    def __str__(self) -> str:
        return f"{self[1]}-{self[0]}"


def tiles(text: str) -> tuple[Tile, ...]:
    """Return the tiles of a text, separated by spaces or commas; raises NotationError if a word is not a tile."""
    return tuple(Tile.of(word) for word in text.replace(",", " ").split())


class _DominoSet(NamedTuple):
    max_pip: int = 6
    copies: int = 1
    doubles: bool = True
    left_out: tuple[Tile, ...] = ()


class DominoSet(_DominoSet):
    """A set: every tile from 0-0 to N-N, once or twice, with or without its doubles, and without the tiles `left_out`.

    `max_pip` is 0 to 18, `copies` 1 or 2. Raises NotationError if there is no such set (GEN-DEAL-1).

    >>> len(dl.DominoSet.of(max_pip=6).tiles), len(dl.DominoSet.of(max_pip=8, doubles=False).tiles)
    (28, 36)
    """

    __slots__ = ()

    def __new__(cls, max_pip: int = 6, copies: int = 1, doubles: bool = True,  # noqa: FBT001, FBT002
                left_out: tuple[Tile, ...] = ()) -> DominoSet:
        """Make a set after checking the arguments."""
        high, often, with_doubles = whole(max_pip), whole(copies), yes_or_no(doubles)
        if high is None or not 0 <= high <= MOST_PIPS:
            raise NotationError(f"a set can go from double-0 to double-{MOST_PIPS}, not to {quote(max_pip)}")
        if often not in (1, 2):
            raise NotationError(f"copies must be 1 or 2, not {quote(copies)}")
        if with_doubles is None:
            raise NotationError(f"doubles must be True or False, not {quote(doubles)}")
        if not with_doubles and high == 0:
            raise NotationError("a double-zero set has no tiles without its double")
        return cls._make((high, often, with_doubles, _some(left_out)))

    def __repr__(self) -> str:
        left_out = f", left_out={self.left_out!r}" if self.left_out else ""
        return f"DominoSet(max_pip={self.max_pip}, copies={self.copies}, doubles={self.doubles}{left_out})"

    @classmethod
    def of(cls, max_pip: int = 6, copies: int = 1, *, doubles: bool = True,
           left_out: str | Sequence[str | Tile] = ()) -> DominoSet:
        """Return a set, as DominoSet itself does; the tiles `left_out` may be written as text.

        "5-4" leaves out every 5-4; "one 5-4" in a list, or dl.Tile(5, 4, 1), leaves out one of the two in a second set.

        >>> dl.DominoSet.of(max_pip=6, copies=2).name, dl.DominoSet.of(left_out="0-0").name
        ('double-six, twice', 'double-six without 0-0')
        """
        whole_set = cls(max_pip, copies, doubles)
        if not isinstance(left_out, Sequence):
            raise NotationError(f'left_out must be a list of tiles, such as ["0-0"], not {quote(left_out)}')
        out = read_left_out(tiles(left_out) if isinstance(left_out, str) else _some(left_out))
        for tile in out:
            if tile not in whole_set.tiles:
                raise NotationError(f"{name_left_out(tile)} is not in a {whole_set.name} set, so it cannot be left out")
        return cls(max_pip, copies, doubles, out)

    @classmethod
    def read(cls, given: DominoSet | int) -> DominoSet:
        """Return the set with that highest value, or the given set after checking it again.

        >>> dl.DominoSet.read(6) == dl.DominoSet.read(dl.DominoSet(6)) == dl.DominoSet()
        True
        """
        return cls(*given) if isinstance(given, DominoSet) else cls(given)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the set, in ascending order."""
        return _tiles(self)

    @property
    def name(self) -> str:
        """The name that players use.

        >>> dl.DominoSet.of(max_pip=9).name
        'double-nine'
        """
        name = f"double-{_NUMBER_NAMES[self.max_pip]}"
        name += (", twice" if self.copies == 2 else "") + ("" if self.doubles else " without doubles")
        return name + (f" without {', '.join(map(name_left_out, self.left_out))}" if self.left_out else "")

    def how_often(self, tile: Tile) -> int:
        """Return how many copies of a tile the set has.

        >>> dl.DominoSet.of(copies=2).how_often(dl.Tile(6, 5))
        2
        """
        return sum(each in self.tiles for each in (Tile(tile.low, tile.high), Tile(tile.low, tile.high, 1)))

    def __contains__(self, tile: object) -> bool:
        return tile in _members(self)


def _some(left_out: Iterable[Item]) -> tuple[Item, ...]:
    items = tuple(islice(left_out, _MOST_TILES + 1))
    if len(items) > _MOST_TILES:
        raise NotationError(f"left_out can list at most {_MOST_TILES} tiles, because no set has more")
    return items


_ONE = "one "
"""What stands before a tile of which only one of two copies is left out, the second."""


def read_left_out(items: Iterable[str | Tile]) -> tuple[Tile, ...]:
    """Return tiles that are left out: "5-4" stands for every copy, "one 5-4" for the second one alone.

    Raises NotationError for a tile that is listed twice.

    >>> read_left_out(["5-4", "one 6-6"])
    (Tile(low=4, high=5, copy=0), Tile(low=6, high=6, copy=1))
    """
    read = tuple([Tile.of(item.removeprefix(_ONE))._replace(copy=1)
                  if isinstance(item, str) and item.startswith(_ONE) else Tile.of(item) for item in items])
    pairs = [tile[:2] for tile in read]
    for tile in read:
        if pairs.count(tile[:2]) > 1:
            raise NotationError(f'{tile} is listed twice; list it once: "{tile}" leaves out every {tile}, and '
                                f'"{_ONE}{tile}" only one of two')
    return read


def name_left_out(tile: Tile) -> str:
    """Return a tile that is left out as text, which `read_left_out` reads."""
    return f"{_ONE if tile.copy else ''}{tile}"


# --- what may be given for them

TileLike = Annotated[str | Tile, 'a tile such as "6-5", or a dl.Tile']
TileList = Annotated[Listed[str | Tile], 'a list of tiles such as ["6-5", "4-4"]']
TilesLike = Annotated[str | Listed[str | Tile], 'tiles such as "6-5 4-4", or a list of tiles such as ["6-5", "4-4"]']
SetLike = Annotated[DominoSet | int, "the highest value of a set, such as 6, or a dl.DominoSet"]


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
        if (these.doubles or low != high) and {Tile(low, high), Tile(low, high, copy)}.isdisjoint(these.left_out)
    )


@lru_cache(maxsize=64)
def _members(these: DominoSet) -> frozenset[Tile]:
    return frozenset(_tiles(these))
