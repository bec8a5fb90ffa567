"""Tabletop: everything a picture shows, as plain frozen values; whoever makes one decides what may be seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from domino_lab.chain import Chain, OpenEnd
from domino_lab.picture.spread import Spread
from domino_lab.tiles import Tile


class Holding(NamedTuple):
    """What one seat holds: tiles, or None for each one that lies face down; `tiles` None shows no holding at all.

    `drawn` names the places in `tiles` of those just drawn or turned up, `label` what this step did ("+10", "draws
    3-0"); `row` says that the tiles lie in a row of which only the first may be turned up.

    >>> Holding("Ana", (Tile(5, 5), None)).tiles[1] is None
    True
    """

    name: str
    tiles: tuple[Tile | None, ...] | None = None
    side: int = 0
    to_move: bool = False
    drawn: frozenset[int] = frozenset()
    label: str = ""
    row: bool = False


class LitEnd(NamedTuple):
    """An open end where the chosen tile may go, with a short label.

    >>> LitEnd(OpenEnd(0, 1, 6), "2").label
    '2'
    """

    end: OpenEnd
    label: str = ""


class Mark(NamedTuple):
    """A ring round a laid tile (by number) or an open end, with a word beside it.

    >>> Mark(3, "this one").at
    3
    """

    at: int | OpenEnd
    label: str = ""


@dataclass(frozen=True, slots=True)
class Tabletop:
    """One moment of a hand as it is shown.

    `final` is the chain a recorded hand ends with, which fixes its frame (None for a live hand); `open_ends` are the
    ends where the rules let a tile be laid, for the words (None: those of `usable`, else all of the chain), `usable`
    those to point out; `last` is the number of the tile just laid, with its `label`; `boneyard` is its size (None shows
    none), of which `reserved` may not be drawn; `scores` and `chips` are per side. `stacks` are the numbers of the laid
    tiles that carry another one, and `stacked` says that the last tile was laid so; `wild` are the numbers of those
    that joined where their halves do not match. `spread` are tiles that lie open in rows and columns. Where there is no
    room for the whole table, the surroundings of tile number `follow` are shown (None: of the last one).

    >>> Tabletop(Chain()).holdings
    ()
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
    marks: tuple[Mark, ...] = ()
    scores: tuple[int, ...] = ()
    title: str = ""
    caption: str = ""
    stacks: tuple[int, ...] = ()
    stacked: bool = False
    wild: frozenset[int] = frozenset()
    chips: tuple[int, ...] = ()
    spread: Spread | None = None
    open_ends: tuple[OpenEnd, ...] | None = None
    follow: int | None = None
