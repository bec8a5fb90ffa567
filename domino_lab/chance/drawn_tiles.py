"""Tiles drawn one after the other: an event at each draw, as a tree and as a two-way table, with exact chances.

Every number is a count of tiles: of 28 tiles 7 are doubles, and once a double is gone, 6 of 27.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Annotated, NamedTuple

from domino_lab.chance.tile_events import TileEvent, TileEventLike, percent, read_tile_event
from domino_lab.core.arguments import Whole, checked
from domino_lab.core.errors import NotationError
from domino_lab.core.tiles import DominoSet, SetLike
from domino_lab.picture.chance_diagrams import Branch, tree_picture, two_way_picture
from domino_lab.picture.output import Kept
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd

MOST_DRAWS = 3
"""A tree of four draws has 16 paths, more than a page can show."""


def _words(key: str, **facts: object) -> str:
    return phrase(f"tile_events.{key}", **facts)


def _yes(hit: bool) -> str:  # noqa: FBT001
    return _words("yes" if hit else "no")


class DrawPath(NamedTuple):
    """A path through a tree: at each draw whether the tile is in the event, and how many of how many tiles are so."""

    hits: tuple[bool, ...]
    counts: tuple[tuple[int, int], ...]

    @property
    def branches(self) -> tuple[Fraction, ...]:
        """The chance of each branch."""
        return tuple(Fraction(count, left) for count, left in self.counts)

    @property
    def chance(self) -> Fraction:
        """The product of the branches."""
        return prod(self.branches, start=Fraction(1))

    @property
    def product(self) -> str:
        """The product with its factors, unreduced, as in `7/28 × 6/27 = 1/18`."""
        factors = " × ".join(f"{count}/{left}" for count, left in self.counts)
        return f"{factors} = {self.chance}"

    @property
    def words(self) -> str:
        """The results of the draws in their order, as in `yes, no`."""
        return ", ".join(map(_yes, self.hits))


@dataclass(frozen=True)
class Draws:
    """Tiles of a set drawn one after the other, and an event that each of them may be in."""

    event: TileEvent
    set: DominoSet
    draws: int
    put_back: bool

    def rest(self, *hits: bool) -> tuple[int, int]:
        """Return how many tiles of the event, and how many in all, can be drawn after draws with these results."""
        inside, every = len(self.event.tiles), len(self.set.tiles)
        return (inside, every) if self.put_back else (max(inside - sum(hits), 0), every - len(hits))

    def path(self, *hits: bool) -> DrawPath:
        """Return the path on which the draws have these results."""
        before = [self.rest(*hits[:place]) for place in range(len(hits))]
        return DrawPath(hits, tuple((inside if hit else max(every - inside, 0), every)
                                    for hit, (inside, every) in zip(hits, before, strict=True)))

    @property
    def paths(self) -> tuple[DrawPath, ...]:
        """Every path that is possible."""
        paths = (self.path(*hits) for hits in product((True, False), repeat=self.draws))
        return tuple(path for path in paths if path.chance)

    def chance(self, hits: int) -> Fraction:
        """Return the chance that exactly so many of the draws are in the event.

        >>> tree("a double").chance(1)
        Fraction(7, 18)
        """
        return sum((path.chance for path in self.paths if sum(path.hits) == hits), Fraction(0))

    @property
    def how(self) -> str:
        """A sentence that says how the tiles are drawn, and what counts as a yes."""
        put = _words("put_back" if self.put_back else "not_put_back")
        drawn = f"{_words('draws', count=self.draws)} {put}" if self.draws > 1 else _words("one_draw")
        what = _words("yes_means", event=self.event.words, count=len(self.event.tiles), all=len(self.set.tiles))
        return f"{drawn} {what}"


class DrawTree(Draws):
    """A tree of draws: the chance of each branch, the products at its leaves, and sums of those in words."""

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums in words: how likely each number of hits is, and at least one."""
        made = []
        for hits in range(self.draws, -1, -1):
            parts = [str(path.chance) for path in self.paths if sum(path.hits) == hits]
            added = " + ".join(parts) + (f" = {self.chance(hits)}" if len(parts) > 1 else "")
            made.append(_words("exactly", hits=hits, draws=self.draws, sum=added or "0",
                               percent=percent(self.chance(hits))))
        least = 1 - self.chance(0)
        return (*made, _words("at_least_one", none=self.chance(0), chance=least, percent=percent(least)))

    @property
    def _root(self) -> Branch:
        def grow(*hits: bool) -> Branch:
            path = self.path(*hits)
            goes_on = len(hits) < self.draws
            inside = [grow(*hits, hit) for hit in (True, False) if goes_on and self.path(*hits, hit).chance]
            inside_event, every = self.rest(*hits)
            note = _words("tiles_left", count=inside_event, left=every) if goes_on else ""
            chance = "{}/{}".format(*path.counts[-1]) if hits else ""
            return Branch(chance, _yes(hits[-1]) if hits else _words("start"), note, tuple(inside),
                          "" if goes_on else path.product)

        return grow()

    def picture(self) -> str:
        """Return the tree as SVG."""
        heads = ["", *(_words("draw", number=number + 1) for number in range(self.draws))]
        return tree_picture(_words("tree_title", event=self.event.words), " ".join(self._lines), heads, self._root,
                            (self.how, _words("multiply"), *self.sums))

    @property
    def _lines(self) -> tuple[str, ...]:
        return self.how, *(f"{path.words}: {path.product}." for path in self.paths), *self.sums

    def table(self) -> pd.DataFrame:
        """Return the paths as a table for pandas: the result of each draw, the product, and the chance as a Fraction.

        >>> print(tree("a double").table().to_string())
               draw 1 draw 2      product chance
        number
        1         yes    yes  7/28 × 6/27   1/18
        2         yes     no 7/28 × 21/27   7/36
        3          no    yes 21/28 × 7/27   7/36
        4          no     no 21/28 × 20/27   5/9
        """
        from domino_lab.io.dataframes import number_rows

        names = [_words("column_draw", number=number + 1) for number in range(self.draws)]
        rows = [(*map(_yes, path.hits), path.product.partition(" = ")[0], path.chance) for path in self.paths]
        return number_rows(rows, [*names, _words("column_product"), phrase("chance.column_chance")])

    def __repr__(self) -> str:
        return "\n".join((_words("tree_title", event=self.event.words), *self._lines))

    def _repr_mimebundle_(self, include: Container[str] | None = None, **_which: object) -> dict[str, str]:
        return Kept(self.picture(), repr(self)).outputs(include)


class TwoWay(Draws):
    """A two-way table of two draws: the pairs of tiles by the result of the first draw and of the second."""

    def count(self, *, first: bool | None = None, second: bool | None = None) -> int:
        """Return how many ordered pairs of tiles have these results; None stands for either.

        >>> pairs = two_way("a double")
        >>> pairs.count(first=True, second=True), pairs.count(second=True), pairs.count()
        (42, 189, 756)
        """
        if first is None:
            return sum(self.count(first=hit, second=second) for hit in (True, False))
        if second is None:
            return sum(self.count(first=first, second=hit) for hit in (True, False))
        return prod(count for count, _ in self.path(first, second).counts)

    def _rows(self) -> Iterator[tuple[str, tuple[int, int, int]]]:
        for first in (True, False, None):
            yield (_words("all") if first is None else _yes(first),
                   (self.count(first=first, second=True), self.count(first=first, second=False),
                    self.count(first=first)))

    @property
    def lines(self) -> tuple[str, ...]:
        """The sentences below the table: how many pairs there are, and if the second draw depends on the first."""
        tiles, total = len(self.set.tiles), self.count()
        made = [self.how, _words("pairs", first=tiles, second=total // tiles, total=f"{total:,}")]
        shares = [(self.count(first=hit, second=True), self.count(first=hit)) for hit in (True, False)]
        if all(whole for _, whole in shares):
            after = [f"{part:,}/{whole:,} = {Fraction(part, whole)}" for part, whole in shares]
            same = len({Fraction(part, whole) for part, whole in shares}) == 1
            made.append(_words("after_each", yes=after[0], no=after[1]))
            made.append(_words("independent" if same else "dependent"))
        return tuple(made)

    def picture(self) -> str:
        """Return the table as SVG: the number of pairs in each cell, and its share of all pairs."""
        heads = ["", *(_words("second_draw", result=_yes(hit)) for hit in (True, False)), _words("all")]
        total = self.count()
        rows = [[(name if first == "all" else _words("first_draw", result=name), ""),
                 *((f"{count:,}", str(Fraction(count, total))) for count in counts)]
                for first, (name, counts) in zip(("yes", "no", "all"), self._rows(), strict=True)]
        return two_way_picture(_words("two_way_title", event=self.event.words), self._text, heads, rows, self.lines)

    @property
    def _text(self) -> str:
        total = self.count()
        pairs = {hits: self.count(first=hits[0], second=hits[1]) for hits in product((True, False), repeat=2)}
        cells = [_words("cell", first=_yes(first), second=_yes(second), count=f"{count:,}", total=f"{total:,}",
                        chance=Fraction(count, total)) for (first, second), count in pairs.items()]
        return "\n".join((*self.lines[:2], *cells, *self.lines[2:]))

    def table(self) -> pd.DataFrame:
        """Return the numbers of pairs as a table for pandas: a row for each first draw, a column for each second one.

        >>> print(two_way("a double").table().to_string())
             yes   no  all
        yes   42  147  189
        no   147  420  567
        all  189  567  756
        """
        from domino_lab.io.dataframes import Printable

        names, rows = zip(*self._rows(), strict=True)
        return Printable(list(rows), index=list(names), columns=[_yes(hit) for hit in (True, False)] + [_words("all")])

    def __repr__(self) -> str:
        return "\n".join((_words("two_way_title", event=self.event.words), self._text))

    def _repr_mimebundle_(self, include: Container[str] | None = None, **_which: object) -> dict[str, str]:
        return Kept(self.picture(), repr(self)).outputs(include)


@checked
def tree(
    event: TileEventLike, draws: Annotated[int, Whole(1, MOST_DRAWS)] = 2, *, put_back: bool = False,
    set: SetLike = 6,  # noqa: A002
) -> DrawTree:
    """Return the tree of one to three tiles drawn one after the other, each of which may be in an event.

    `event` is what `dl.TileTriangle` takes: a name such as "a double", tiles such as "6-5 4-4", a measure compared with
    a number, or a function of one tile. With `put_back` each tile goes back before the next draw. The branches have
    exact fractions, the leaves their products. Raises NotationError for something that is no event of the set.

    >>> dl.chance.tree("a double").chance(2), dl.chance.tree("a double", put_back=True).chance(2)
    (Fraction(1, 18), Fraction(1, 16))
    >>> print(dl.chance.tree("a tile with a 5").paths[1].product)
    7/28 × 21/27 = 7/36
    """
    return DrawTree(*_read(event, draws, set), draws, put_back)


@checked
def two_way(event: TileEventLike, *, put_back: bool = False, set: SetLike = 6) -> TwoWay:  # noqa: A002
    """Return the two-way table of two tiles drawn one after the other: all pairs, by the result of each draw.

    The arguments and the errors are those of `dl.chance.tree`.

    >>> dl.chance.two_way("a double").count(first=True, second=True)
    42
    >>> dl.chance.two_way("a double", put_back=True).count(first=True, second=True)
    49
    """
    return TwoWay(*_read(event, 2, set), 2, put_back)


def _read(event: object, draws: int, set_: DominoSet | int) -> tuple[TileEvent, DominoSet]:
    of = DominoSet.read(set_)
    if draws > len(of.tiles):
        raise NotationError(phrase("chance.too_many", tiles=draws, set=of.name, size=len(of.tiles)))
    return read_tile_event(event, of), of
