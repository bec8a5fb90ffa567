"""Shapes with meaning: what a point of a picture stands for.

Lengths are dots, two to a pixel, so that a picture is sharp on a fine screen; only tiles and ends on the table also
have their unchanging place in quarters (see `layout`).
"""

from __future__ import annotations

from typing import NamedTuple

from domino_lab.chain import OpenEnd
from domino_lab.picture.layout import Box, Placed
from domino_lab.tiles import Tile


class TileShape(NamedTuple):
    """A laid tile: its unchanging place, the box it takes in this picture, and how it is set off.

    `stacked` says that an equal tile lies on it; `studs` are the two points that set off a joint whose halves do not
    match, as a wild tile makes it.
    """

    placed: Placed
    box: Box
    last: bool = False
    marked: bool = False
    stacked: bool = False
    studs: tuple[tuple[int, int], ...] = ()


class LooseShape(NamedTuple):
    """A tile that lies open and joins nothing: place `place` of group `group`; `zone` answers to a pointer.

    `free` means that it can be chosen, `signed` that a sign shows it because others cannot.
    """

    group: int
    place: int
    lying: Placed
    box: Box
    zone: Box
    free: bool = False
    signed: bool = False
    chosen: bool = False
    fresh: bool = False


class GapShape(NamedTuple):
    """A place without a tile: place `place` of group `group`; `lit` if one can go there."""

    group: int
    place: int
    box: Box
    zone: Box
    lit: bool = False


class EndShape(NamedTuple):
    """An open end: the slot in front of it and the enlarged zone that answers to a pointer."""

    end: OpenEnd
    box: Box
    zone: Box
    lit: bool = False
    marked: bool = False


class HeldTile(NamedTuple):
    """A tile in a holding, or its back when `tile` is None; `place` is its index in the holding.

    `front` is the first tile of a row, the only one that can be turned up.
    """

    seat: int
    place: int
    tile: Tile | None
    box: Box
    drawn: bool = False
    front: bool = False


class HoldingShape(NamedTuple):
    """The card of one seat with its tiles."""

    seat: int
    box: Box
    tiles: tuple[HeldTile, ...] = ()
    to_move: bool = False


class BoneyardShape(NamedTuple):
    """The little pile beside the words that say how many tiles are left."""

    left: int
    reserved: int
    box: Box


class LabelShape(NamedTuple):
    """A line of text: `role` is its purpose, `box` the room it can take, `anchor` the end that stays in place.

    `pill` draws a coloured box under it.
    """

    role: str
    text: str
    box: Box
    size: int
    bold: bool = False
    anchor: str = "start"
    pill: bool = False


Shape = TileShape | LooseShape | GapShape | EndShape | HeldTile | HoldingShape | BoneyardShape | LabelShape
