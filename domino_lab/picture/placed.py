"""Placed tiles: what placing makes, tile by tile."""

from __future__ import annotations

from typing import NamedTuple

from domino_lab.chain import OpenEnd
from domino_lab.picture.elbowroom import Patch
from domino_lab.picture.ground import Box, cover
from domino_lab.picture.lanes import Middle, Spot
from domino_lab.tiles import Tile


class Placed(NamedTuple):
    """A laid tile with its place: upper left corner in quarters, and the values from left to right or top down.

    `bridge` is the point its arm continues from when there was no free place beside its parent, else None.

    >>> Placed(0, Tile(1, 2), -2, -1, True, 1, 2).box
    Box(x=-2, y=-1, width=4, height=2)
    """

    number: int
    tile: Tile
    x: int
    y: int
    lies: bool
    first: int
    second: int
    bridge: tuple[int, int] | None = None

    @property
    def box(self) -> Box:
        """The area the tile covers.

        >>> Placed(0, Tile(6, 6), -1, -2, False, 6, 6).box
        Box(x=-1, y=-2, width=2, height=4)
        """
        return Box(self.x, self.y, 4, 2) if self.lies else Box(self.x, self.y, 2, 4)

    @property
    def halves(self) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """The middle of each half with the value it shows.

        >>> Placed(0, Tile(1, 2), -2, -1, True, 1, 2).halves
        ((-1, 0, 1), (1, 0, 2))
        """
        x, y = self.x + 1, self.y + 1
        step = (2, 0) if self.lies else (0, 2)
        return (x, y, self.first), (x + step[0], y + step[1], self.second)


class Placing(NamedTuple):
    """All placed tiles, the spots of the open ends, the covered ground, and what the lanes start from.

    >>> Placing().placed
    ()
    """

    placed: tuple[Placed, ...] = ()
    spots: tuple[Spot, ...] = ()
    ground: int = 0
    middle: Middle = Middle()
    spinners: int = 0
    patches: frozenset[Patch] = frozenset()

    def __repr__(self) -> str:
        return f"<Placing of {len(self.placed)} tiles>"

    def spot(self, end: OpenEnd) -> Spot:
        """Where an open end lies; raises KeyError for an end that is not open.

            >>> from domino_lab.chain import Chain
        >>> from domino_lab.picture.placing import place
        >>> chain = Chain().lay(Tile(1, 2))
            >>> place(chain).spot(chain.ends[1]).x
            2
        """
        for spot in self.spots:
            if spot.end == end:
                return spot
        raise KeyError(end)

    @property
    def free(self) -> dict[OpenEnd, bool]:
        """Whether the cell in front of each open end is free of tiles and of other ends' cells.

        >>> from domino_lab.chain import Chain
        >>> from domino_lab.picture.placing import place
        >>> list(place(Chain().lay(Tile(1, 2))).free.values())
        [True, True]
        """
        taken, free = self.ground, {}
        for spot in self.spots:
            cell = cover(spot.cell)
            free[spot.end] = not cell & taken
            taken |= cell
        return free

    @property
    def box(self) -> Box:
        """The smallest box around all tiles and the cells in front of the open ends.

            >>> from domino_lab.chain import Chain
        >>> from domino_lab.picture.placing import place
        >>> place(Chain().lay(Tile(1, 2))).box
            Box(x=-4, y=-1, width=8, height=2)
        """
        box = Box(-1, -1, 2, 2)
        for placed in self.placed:
            box = box.joined(placed.box)
        for spot in self.spots:
            box = box.joined(spot.cell)
        return box
