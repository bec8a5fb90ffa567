"""Walking: from one way of putting tiles into places to another, where the ways are too many for a table.

Two or three tiles change places where each may lie in its new one. Walked long enough, every way that can be reached is
equally likely; neighbours on the walk are alike, so that only every so many steps a way is given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domino_lab.errors import DominoError
from domino_lab.shuffle import Stream

_STEPS_EACH = 4
"""Steps for each tile between one way that is given and the next."""


def walk(may: Sequence[Sequence[bool]], stream: Stream) -> Iterator[tuple[int, ...]]:
    """The place of each tile, again and again; `may[tile][place]` says where it may lie. Raises ValueError for no way.

    >>> next(walk([[True, False], [True, True]], Stream(1)))
    (0, 1)
    """
    place_of = _first(may)
    size = len(place_of)
    while True:
        for _ in range(size * _STEPS_EACH if size > 1 else 0):
            _change(place_of, may, [stream.pick(size) for _ in range(2 + stream.pick(2))])
        yield tuple(place_of)


def _change(place_of: list[int], may: Sequence[Sequence[bool]], tiles: Sequence[int]) -> None:
    """The tiles go round: each into the place of the one before it, if all may."""
    places = [place_of[tile] for tile in tiles]
    turned = [places[-1], *places[:-1]]
    if len(set(tiles)) == len(tiles) and all(may[tile][place] for tile, place in zip(tiles, turned, strict=True)):
        for tile, place in zip(tiles, turned, strict=True):
            place_of[tile] = place


def _first(may: Sequence[Sequence[bool]]) -> list[int]:
    """Any way: tile after tile, moving others on where all its places are taken."""
    tile_at: dict[int, int] = {}
    for tile in range(len(may)):
        if not _settled(tile, may, tile_at, set()):
            raise DominoError("no deal agrees with what was seen")
    place_of = {tile: place for place, tile in tile_at.items()}
    return [place_of[tile] for tile in range(len(may))]


def _settled(tile: int, may: Sequence[Sequence[bool]], tile_at: dict[int, int], tried: set[int]) -> bool:
    for place, allowed in enumerate(may[tile]):
        if allowed and place not in tried:
            tried.add(place)
            if place not in tile_at or _settled(tile_at[place], may, tile_at, tried):
                tile_at[place] = tile
                return True
    return False
