"""End places: the open ends of one spinner, told apart by where they lie in the picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from domino_lab.core.chain import FIRST_LINE, Laid, OpenEnd
from domino_lab.picture.layout import Box, Placed
from domino_lab.words import phrase


class _Tile(Protocol):
    @property
    def placed(self) -> Placed: ...
    @property
    def box(self) -> Box: ...


class _End(Protocol):
    @property
    def end(self) -> OpenEnd: ...
    @property
    def box(self) -> Box: ...


class Picture(Protocol):
    """A picture with its played tiles and its open ends, such as a Scene."""

    @property
    def tiles(self) -> Sequence[_Tile]: ...  # noqa: D102
    @property
    def ends(self) -> Sequence[_End]: ...  # noqa: D102


def end_places(scene: Picture) -> dict[OpenEnd, str]:
    """Return the place of each open end that another one is like: "above 2-2", "left of 2-2".

    The rules know no place: only the picture does. An end that it shows no badge for has none here, nor has one at
    which a line begins, which has the name of its owner.
    """
    ends, laid = [shape.end for shape in scene.ends], [shape.placed for shape in scene.tiles]
    return {shape.end: _beside(scene, shape.box, shape.end.at) for shape in scene.ends
            if shape.end.edge < FIRST_LINE and len(alike(ends, shape.end, laid)) > 1}


def alike(ends: Iterable[OpenEnd], end: OpenEnd, laid: Sequence[Laid | Placed]) -> tuple[OpenEnd, ...]:
    """Return those of `ends` that words call the same: they show the value of `end`, on a tile with the same halves.

    Where a line of a player begins, it is called by its owner.
    """
    if end.edge >= FIRST_LINE:
        return (end,)
    tile = laid[end.at].tile[:2]
    return tuple(other for other in ends if other.value == end.value and laid[other.at].tile[:2] == tile)


def end_place(scene: Picture, end: OpenEnd) -> str:
    """Return where an open end is, as seen from its tile; empty if the picture shows no badge for it."""
    return next((_beside(scene, shape.box, end.at) for shape in scene.ends if shape.end == end), "")


def tile_place(scene: Picture, number: int, onto: int) -> str:
    """Return where played tile `number` lies, as seen from the tile `onto` that it joined: "above 2-2"."""
    return _beside(scene, scene.tiles[number].box, onto)


def _beside(scene: Picture, box: Box, onto: int) -> str:
    laid = scene.tiles[onto]
    return phrase(f"picture.place_{_side(box, laid.box)}", tile=laid.placed.tile)


def _side(box: Box, tile: Box) -> str:
    (x, y), (middle, level) = box.middle, tile.middle
    least = min(tile.width, tile.height) // 4
    down = "above" if y < level - least else "below" if y > level + least else ""
    across = "left" if x < middle - least else "right" if x > middle + least else ""
    return "_".join(filter(None, (down, across)))
