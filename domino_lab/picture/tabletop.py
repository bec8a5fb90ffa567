"""Tabletop: everything that a picture shows, as plain frozen values; its maker decides which tiles can be seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from domino_lab.core.chain import Chain, OpenEnd
from domino_lab.core.tiles import Tile

ROW, COUNTED, LINE, COLUMN, PILE = "row", "counted", "line", "column", "pile"


class LooseTile(NamedTuple):
    """A tile that lies open and joins nothing.

    `left` is the value on its left if it lies along a line (None: the higher one comes first). `free` means that it can
    be chosen now, `chosen` that it has been chosen, `fresh` that this step brought it there; `above` is a word over it,
    `pin` the number of a comment's pin in it.
    """

    tile: Tile
    left: int | None = None
    free: bool = False
    chosen: bool = False
    fresh: bool = False
    above: str = ""
    pin: str = ""

    @property
    def name(self) -> str:
        """The tile as it is read, from left to right if it lies along a line."""
        return str(self.tile) if self.left is None else f"{self.left}-{self.tile.other(self.left)}"


class Gap(NamedTuple):
    """A place without a tile, or no longer with one; `lit`: a tile can go there, `above`: a word over it."""

    lit: bool = False
    above: str = ""


class TileGroup(NamedTuple):
    """Tiles that belong together.

    `kind` is "row" (standing side by side), "counted" (a row with room for a number over each), "line" (end to end),
    "column" (one below the other) or "pile" (the last of those removed). `slots` is the most tiles it ever holds, so
    that the picture keeps its size; `total` is how many are in a pile, `number` that of a column.
    """

    kind: str
    places: tuple[LooseTile | Gap, ...]
    slots: int
    label: str = ""
    total: int = 0
    number: int = 0

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles in it, without gaps."""
        return tuple(place.tile for place in self.places if isinstance(place, LooseTile))


@dataclass(frozen=True, slots=True)
class Tableau:
    """All open tiles of a position, in bands from top to bottom, each of groups from left to right."""

    bands: tuple[tuple[TileGroup, ...], ...]

    @property
    def groups(self) -> tuple[TileGroup, ...]:
        """The groups, band by band."""
        return tuple(group for band in self.bands for group in band)

    def with_places(self, change: Callable[[TileGroup, LooseTile | Gap], LooseTile | Gap]) -> Tableau:
        """Return the same with each place of each group changed, except the tiles of a pile."""
        return Tableau(tuple(tuple(group if group.kind == PILE else group._replace(
            places=tuple(change(group, place) for place in group.places)) for group in band) for band in self.bands))

    @property
    def all_free(self) -> bool:
        """True if every tile except those of a pile can be chosen, so that no sign has to set them apart."""
        lying = [place for group in self.groups if group.kind != PILE for place in group.places]
        return all(place.free for place in lying if isinstance(place, LooseTile))


class Holding(NamedTuple):
    """The holding of one seat: its tiles, or None for each one face down; `tiles` None shows no holding at all.

    `drawn` names the places in `tiles` of those just drawn or turned up, `label` what this step did ("+10", "draws
    3-0"); `row` says that the tiles are in a row and only the first can be turned up. `discards` are the tiles that
    were put face down, None in a game without discards.
    """

    name: str
    tiles: tuple[Tile | None, ...] | None = None
    side: int = 0
    to_move: bool = False
    drawn: frozenset[int] = frozenset()
    label: str = ""
    row: bool = False
    discards: tuple[Tile | None, ...] | None = None


class LitEnd(NamedTuple):
    """An open end where the chosen tile can go, with a short label."""

    end: OpenEnd
    label: str = ""


class Line(NamedTuple):
    """A line of a player's own, or the common one: its name, and whether it is a player's and open to all now.

    `short` stands for the name where there is little room; `hue` is the number of its player's colour, None if players
    have none.
    """

    name: str
    is_open: bool = False
    short: str = ""
    hue: int | None = None
    is_common: bool = False


class Highlight(NamedTuple):
    """A pin at a played tile (by number) or an open end, with a number or a word on it.

    `aim` makes it a ring instead: the place where the chosen tile would go.
    """

    at: int | OpenEnd
    label: str = ""
    aim: bool = False


@dataclass(frozen=True, slots=True)
class Tabletop:
    """One position of a hand as it is shown.

    `final` is the last chain of a recorded hand, which fixes its viewport, or the first chain of a position (None for a
    hand in play). `open_ends` has the ends where the rules allow a tile, for the words (None: those of `usable`, or
    else all of the chain), `usable` those to point out. `last` is the number of the tile just played, with its `label`;
    `boneyard` is the number of tiles in it (None shows no boneyard), of which `reserved` may not be drawn; `scores` and
    `chips` have a number for each side. `stacks` has the numbers of the tiles with another one on top, and `stacked`
    says that the last tile was put on another; `wild` has the numbers of the tiles that joined halves of another value.
    `lines` has the lines that begin at the first tile, in order, and `uncovered` the number of the double that must be
    covered first. `tableau` has the open tiles in rows and columns. If there is no room for the whole table, the
    picture shows the surroundings of tile number `follow` (None: of the last one).
    """

    chain: Chain
    double_lay: str = "crosswise"
    final: Chain | None = None
    usable: tuple[OpenEnd, ...] = ()
    lit: tuple[LitEnd, ...] = ()
    last: int | None = None
    label: str = ""
    holdings: tuple[Holding, ...] = ()
    boneyard: int | None = None
    reserved: int = 0
    marks: tuple[Highlight, ...] = ()
    scores: tuple[int, ...] = ()
    title: str = ""
    caption: str = ""
    stacks: tuple[int, ...] = ()
    stacked: bool = False
    wild: frozenset[int] = frozenset()
    chips: tuple[int, ...] = ()
    tableau: Tableau | None = None
    open_ends: tuple[OpenEnd, ...] | None = None
    follow: int | None = None
    lines: tuple[Line, ...] = ()
    uncovered: int | None = None
