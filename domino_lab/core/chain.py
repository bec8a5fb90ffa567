"""The chain: the frozen tree of the tiles on the table. It has structure, but no rules.

A single has two edges: 0 is its low half, 1 its high half. A double has edges 0 and 1 (its two long sides) and, if it
is a spinner, 2 and 3 (its tips), and perhaps corners: 4 and 5 opposite each other, 6 and 7 the other two. A double
joins the chain with edge 0. If the players have lines of their own, the first tile has an edge for each line instead,
from 8 on. Open ends are kept oldest first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domino_lab.core.errors import ArgumentError, NotationError, quote
from domino_lab.core.lazy import old_name
from domino_lab.core.tiles import Tile

FIRST_LINE = 8
"""The edge of the first tile at which the first line begins, if the players have lines of their own."""

made = tuple.__new__
"""Makes a named tuple of its parts in half the time of its own constructor, for those that every play makes."""


class OpenEnd(NamedTuple):
    """A place where a tile can be played: the edge `edge` of played tile number `at`, which shows `value`.

    `chain.laid[end.at].tile` is that tile. The edges of a spinner are its long sides, 0 and 1, and its tips, 2 and 3.

    >>> chain = dl.Chain().lay(dl.Tile(2, 5))
    >>> [(end.value, str(chain.laid[end.at].tile)) for end in chain.ends]
    [(2, '5-2'), (5, '5-2')]
    """

    at: int
    edge: int
    value: int

    @property
    def is_tip(self) -> bool:
        """True for one of the two short ends of a spinner."""
        return self[1] in (2, 3)


class Laid(NamedTuple):
    """A tile on the table: its number in playing order, the tile that it joined, and the edges that touch.

    `parent`, `parent_edge` and `edge`, this tile's own edge that touches, are -1 for the first tile. `joint` is the
    value shown where it joined, `out` the value facing outward. If it `spins`, its edges are those below `sides`; if
    lines begin at it, those from FIRST_LINE on.
    """

    number: int
    tile: Tile
    parent: int
    parent_edge: int
    edge: int
    joint: int
    out: int
    spins: bool
    sides: int = 4

    @property
    def edge_numbers(self) -> range:
        """The numbers of its edges."""
        if not self.spins:
            return range(2)
        return range(FIRST_LINE if self.sides > FIRST_LINE else 0, self.sides)

    @property
    def edges(self) -> int:
        """The number of tiles that can touch it."""
        return len(self.edge_numbers)


class _Chain(NamedTuple):
    laid: tuple[Laid, ...] = ()
    ends: tuple[OpenEnd, ...] = ()


class Chain(_Chain):
    """All tiles on the table and all free edges, oldest first; `lay` returns a new chain, and Chain() is empty.

    `laid` has the tiles in the order in which they were played, each with its `number`, its `tile` and the number of
    the tile that it joined (`parent`, -1 for the first one). `ends` has an OpenEnd for each free edge.

    >>> chain = dl.Chain().lay(dl.Tile(5, 5), spins=True)
    >>> [end.value for end in chain.lay(dl.Tile(0, 5), chain.ends[0]).ends]
    [5, 5, 5, 0]
    """

    __slots__ = ()

    def __new__(cls, laid: tuple[Laid, ...] = (), ends: tuple[OpenEnd, ...] = ()) -> Chain:
        """Make a chain; raises ArgumentError for anything but tuples of laid tiles and open ends."""
        for parts, kind in ((laid, Laid), (ends, OpenEnd)):
            if not (isinstance(parts, tuple) and all(isinstance(part, kind) for part in parts)):
                raise ArgumentError(f"Chain({quote(parts)}): start with dl.Chain(), and add a tile to it, as in "
                                    "dl.Chain().lay(dl.Tile(5, 5))")
        return cls._make((laid, ends))

    def lay(self, tile: Tile, end: OpenEnd | None = None, out: int | None = None, *, spins: bool = False,
            sides: int = 4) -> Chain:
        """Return the chain with `tile` played at `end` (None for the first tile), and `out` facing outward.

        `out` is only needed if either half may face outward; otherwise the half that equals the end joins. `spins`
        gives a double four edges, or 6 or 8 if `sides` says so; with more, it is a first tile at which lines begin, and
        has the edges from 8 to `sides` - 1. Raises NotationError if the end is not free in this
        chain, and for anything that is not a tile.

        >>> len(dl.Chain().lay(dl.Tile(1, 2)).ends)
        2
        """
        if end is None:
            return self._set(tile, spins=spins, sides=sides)
        laid, ends = self
        try:
            at, at_edge, value = end
            low, high, _ = tile
            if out is None:
                out = low + high - value
            number, place = len(laid), ends.index(end)
        except (TypeError, ValueError):
            raise self._refusal(tile, end) from None
        if low != high:
            edge = 1 if out == low else 0
            new: tuple[OpenEnd, ...] = (made(OpenEnd, (number, 1 - edge, out)),)
        else:
            edge = 0
            new = tuple([made(OpenEnd, (number, free, high)) for free in range(1, sides if spins else 2)])
        joined = made(Laid, (number, tile, at, at_edge, edge, value, out, spins, sides))
        return made(Chain, ((*laid, joined), ends[:place] + ends[place + 1 :] + new))

    def _set(self, tile: Tile, *, spins: bool, sides: int) -> Chain:
        if self.laid or not isinstance(tile, Tile):
            raise self._refusal(tile, None)
        low, high, _ = tile
        laid = Laid(0, tile, -1, -1, -1, -1, -1, spins, sides)
        return Chain._make(((laid,), tuple([OpenEnd(0, edge, high if edge else low) for edge in laid.edge_numbers])))

    def _refusal(self, tile: object, end: object) -> NotationError:
        if not isinstance(tile, Tile):
            return ArgumentError(f"Chain.lay({quote(tile)}): give a tile such as dl.Tile(5, 6)")
        if end is None:
            return NotationError(f"{tile} is not the first tile: give the open end that it joins, as in "
                                 "chain.lay(tile, chain.ends[0])")
        return NotationError(f"{quote(end)} is not an open end of this chain: give one of chain.ends")

    @property
    def lines(self) -> int:
        """The number of lines that begin at the first tile; 0 if the players have no lines of their own.

        >>> dl.Chain().lay(dl.Tile(9, 9), spins=True, sides=8 + 3).lines
        3
        """
        return max(0, self.laid[0].sides - FIRST_LINE) if self.laid and self.laid[0].spins else 0

    def line_of(self, end: OpenEnd) -> int:
        """Return the line, counted from 0, to which an open end belongs; only in a chain with lines.

        >>> chain = dl.Chain().lay(dl.Tile(9, 9), spins=True, sides=8 + 3)
        >>> chain = chain.lay(dl.Tile(4, 9), chain.ends[1])
        >>> [chain.line_of(end) for end in chain.ends]
        [0, 2, 1]
        """
        at, edge = end[:2]
        while at:
            at, edge = self.laid[at].parent, self.laid[at].parent_edge
        return edge - FIRST_LINE

    def count_neighbours(self, number: int) -> int:
        """Return how many tiles touch tile `number` of the chain.

        >>> chain = dl.Chain().lay(dl.Tile(1, 1))
        >>> chain.count_neighbours(0), chain.lay(dl.Tile(1, 2), chain.ends[0]).count_neighbours(0)
        (0, 1)
        """
        return self.laid[number].edges - sum(1 for end in self.ends if end.at == number)

    covered = old_name("count_neighbours")

    def free_edges(self, number: int) -> tuple[int, ...]:
        """Return the free edges of tile `number` of the chain, in ascending order.

        >>> dl.Chain().lay(dl.Tile(1, 1), spins=True).free_edges(0)
        (0, 1, 2, 3)
        """
        return tuple(sorted(end.edge for end in self.ends if end.at == number))

    def children(self, number: int) -> Iterator[Laid]:
        """Return the tiles that joined tile `number` of the chain, in playing order.

        >>> chain = dl.Chain().lay(dl.Tile(1, 1))
        >>> [str(laid.tile) for laid in chain.lay(dl.Tile(1, 2), chain.ends[0]).children(0)]
        ['2-1']
        """
        return (laid for laid in self.laid[number + 1 :] if laid.parent == number)

    @property
    def previous(self) -> Chain:
        """The chain before its last tile was played; for an empty chain, the chain itself.

        >>> chain = dl.Chain().lay(dl.Tile(1, 1))
        >>> chain.lay(dl.Tile(1, 2), chain.ends[0]).previous == chain
        True
        """
        if not self.laid:
            return self
        chain = Chain()
        for laid in self.laid[:-1]:
            end = OpenEnd(laid.parent, laid.parent_edge, laid.joint) if laid.number else None
            chain = chain.lay(laid.tile, end, laid.out if laid.number else None, spins=laid.spins,
                              sides=laid.sides)
        return chain

    @property
    def spinner(self) -> Laid | None:
        """The first tile that spins, or None."""
        return next((laid for laid in self.laid if laid.spins), None)

    def shape(self, number: int = 0) -> object:
        """Return a value that is equal for two chains that differ only in the use of equal edges.

        The arms of a spinner are interchangeable, and so are the two sides of a double played first; lines of the
        players are not.

        >>> a = dl.Chain().lay(dl.Tile(5, 5), spins=True)
        >>> a.lay(dl.Tile(0, 5), a.ends[0]).shape() == a.lay(dl.Tile(0, 5), a.ends[3]).shape()
        True
        """
        arms: dict[int, list[object]] = {}
        for mine in reversed(self.laid[number:]):  # A tile lies before those that joined it.
            beyond = arms.pop(mine.number, [])
            if len(beyond) > 1:
                beyond.sort(key=repr)
            shape = (mine.tile.low, mine.tile.high, mine.joint, mine.out, mine.spins, tuple(beyond))
            if mine.number == number:
                return shape
            arms.setdefault(mine.parent, []).append((_joint(self.laid[mine.parent], mine), shape))
        return ()


def _joint(parent: Laid, child: Laid) -> int:
    """Return which half of a single was joined, or which line begins; the edges of other doubles are equal."""
    return 0 if parent.tile.is_double and child.parent_edge < FIRST_LINE else child.parent_edge
