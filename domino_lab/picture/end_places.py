"""End places: the open ends of one spinner, told apart by where they lie in the picture."""

from __future__ import annotations

from collections import Counter

from domino_lab.core.chain import OpenEnd
from domino_lab.picture.layout import Box
from domino_lab.picture.scene import Scene
from domino_lab.words import phrase


def end_places(scene: Scene) -> dict[OpenEnd, str]:
    """Return the place of each open end whose tile has another one with the same value: "above 2-2", "left of 2-2".

    The rules know no place: only the picture does. An end that it shows no badge for has none here.
    """
    alike = Counter((shape.end.at, shape.end.value) for shape in scene.ends)
    places: dict[OpenEnd, str] = {}
    for shape in scene.ends:
        if alike[shape.end.at, shape.end.value] > 1:
            places[shape.end] = _beside(scene, shape.zone, shape.end.at)
    return places


def tile_place(scene: Scene, number: int, onto: int) -> str:
    """Return where played tile `number` lies, as seen from the tile `onto` that it joined: "above 2-2"."""
    return _beside(scene, scene.tiles[number].box, onto)


def _beside(scene: Scene, zone: Box, onto: int) -> str:
    laid = scene.tiles[onto]
    return phrase(f"picture.place_{_side(zone, laid.box)}", tile=laid.placed.tile)


def _side(zone: Box, tile: Box) -> str:
    (x, y), (middle, level) = zone.middle, tile.middle
    least = min(tile.width, tile.height) // 4
    down = "above" if y < level - least else "below" if y > level + least else ""
    across = "left" if x < middle - least else "right" if x > middle + least else ""
    return "_".join(filter(None, (down, across)))
