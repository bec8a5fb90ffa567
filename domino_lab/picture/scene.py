"""Scene: one moment of a hand as shapes with meaning; drawing, pointing and the static picture all read it.

header      title                      boneyard
above       the other seats' cards
felt        the table
below       the own seats' cards
caption
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from domino_lab.chain import OpenEnd
from domino_lab.errors import DominoError
from domino_lab.picture import framing
from domino_lab.picture.cards import Sizes
from domino_lab.picture.felt import bridges_on, ends_on, focus, tiles_on
from domino_lab.picture.ground import Box
from domino_lab.picture.labelling import labelled
from domino_lab.picture.placing import habit, place
from domino_lab.picture.plan import Plan, largest, planned
from domino_lab.picture.shapes import (
    BoneyardShape,
    EndShape,
    GapShape,
    HeldTile,
    HoldingShape,
    LabelShape,
    LooseShape,
    Shape,
    TileShape,
)
from domino_lab.picture.speech import described
from domino_lab.picture.spread import Spread
from domino_lab.picture.spreading import MARGIN, loose_on, spreading, words_on, wraps_on
from domino_lab.picture.tabletop import Tabletop
from domino_lab.tiles import Tile
from domino_lab.words import phrase


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture before it is drawn; every length is in dots, two to a pixel.

    `tiles` are laid ones, `loose` and `gaps` those of a spread. `frame` takes quarters of the table to dots, `felt` is
    the cloth, `bridges` are dotted lines to what goes on elsewhere, `leaders` join a label to its tile, `text` is the
    whole table in words.

    >>> from domino_lab.chain import Chain
    >>> scene(Tabletop(Chain())).text
    'No tile lies on the table yet.'
    """

    width: int
    height: int
    felt: Box
    frame: framing.Frame
    tiles: tuple[TileShape, ...]
    loose: tuple[LooseShape, ...]
    gaps: tuple[GapShape, ...]
    ends: tuple[EndShape, ...]
    holdings: tuple[HoldingShape, ...]
    boneyard: BoneyardShape | None
    labels: tuple[LabelShape, ...]
    bridges: tuple[tuple[int, int, int, int], ...]
    leaders: tuple[tuple[int, int, int, int], ...]
    title: str
    text: str

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height in CSS pixels.

        >>> from domino_lab.chain import Chain
        >>> scene(Tabletop(Chain()), pixels=500).pixels[0]
        500
        """
        return self.width // 2, self.height // 2

    def at(self, x: float, y: float) -> Shape | None:
        """What lies at a point, in pixels: an end or a tile that may be chosen before others, a tile before its card.

        None where nothing lies.

        >>> from domino_lab.chain import Chain
        >>> scene(Tabletop(Chain())).at(-1, -1) is None
        True
        """
        px, py = int(2 * x), int(2 * y)
        free = [loose for loose in self.loose if loose.free]
        lit = [gap for gap in self.gaps if gap.lit]
        open_now: tuple[EndShape | LooseShape | GapShape, ...] = (*self.ends, *free, *lit)
        near = [shape for shape in open_now if shape.zone.holds(px, py)]
        if near:
            return min(near, key=lambda shape: _distance(shape.box, px, py))
        held = (tile for holding in self.holdings for tile in holding.tiles)
        boneyard = (self.boneyard,) if self.boneyard else ()
        shapes: tuple[Shape, ...] = (*self.tiles, *self.loose, *self.gaps, *held, *self.holdings, *boneyard)
        return next((shape for shape in shapes if shape.box.holds(px, py)), None)

    def end(self, end: OpenEnd) -> EndShape | None:
        """The shape of an open end, or None where it is not pointed out.

        >>> from domino_lab.chain import Chain
        >>> scene(Tabletop(Chain())).end(OpenEnd(0, 0, 5)) is None
        True
        """
        return next((shape for shape in self.ends if shape.end == end), None)

    def lies(self, tile: Tile) -> LooseShape | None:
        """The shape of a tile of the spread, or None where it does not lie there.

        >>> from domino_lab.chain import Chain
        >>> from domino_lab.tiles import Tile
        >>> scene(Tabletop(Chain())).lies(Tile(1, 2)) is None
        True
        """
        return next((shape for shape in self.loose if shape.lying.tile == tile), None)

    def held(self, seat: int, place: int) -> HeldTile | None:
        """The shape of a tile in a holding, or None.

        >>> from domino_lab.chain import Chain
        >>> scene(Tabletop(Chain())).held(0, 0) is None
        True
        """
        tiles = (tile for holding in self.holdings if holding.seat == seat for tile in holding.tiles)
        return next((tile for tile in tiles if tile.place == place), None)


def _distance(box: Box, x: int, y: int) -> int:
    return (2 * box[0] + box[2] - 2 * x) ** 2 + (2 * box[1] + box[3] - 2 * y) ** 2


def scene(tabletop: Tabletop, pixels: int = 720, *, large: bool = False, whole: bool = False) -> Scene:
    """The shapes of a tabletop in a picture `pixels` wide (240 to 4000, else ValueError).

    `large` is for projectors; `whole` shows the whole table even where that makes tiles tiny.

    >>> from domino_lab.chain import Chain
    >>> scene(Tabletop(Chain()), pixels=360).width
    720
    """
    if not 240 <= pixels <= 4000:
        raise DominoError(f"a picture is 240 to 4000 pixels wide, not {pixels}")
    return _scene(tabletop, pixels, large, whole)


@lru_cache(maxsize=64)
def _scene(tabletop: Tabletop, pixels: int, large: bool, whole: bool) -> Scene:  # noqa: FBT001
    sizes = Sizes.of(pixels, large=large)
    return _of_spread(tabletop, tabletop.spread, sizes) if tabletop.spread else _of_chain(tabletop, sizes, whole=whole)


def _of_chain(tabletop: Tabletop, sizes: Sizes, *, whole: bool) -> Scene:
    base = framing.base(tabletop.final, tabletop.double_lay)
    plan = planned(tabletop, sizes, base)
    placing = place(tabletop.chain, tabletop.double_lay, habit(tabletop.final, tabletop.double_lay))
    last = None if whole or not placing.placed else placing.placed[focus(tabletop)].box
    frame = framing.fitted(framing.shown(base, placing), plan.felt, sizes.text, last)
    on_felt, leaders = labelled(tabletop, placing, frame, plan.felt, sizes)
    felt = _Felt(tiles_on(tabletop, placing, frame), (), (), ends_on(tabletop, placing, frame), on_felt,
                 bridges_on(placing, frame), leaders)
    return _scene_of(tabletop, plan, frame, felt, sizes)


def _of_spread(tabletop: Tabletop, spread: Spread, sizes: Sizes) -> Scene:
    found = spreading(spread, narrow=sizes.width < 44 * sizes.text)
    base = found.box.grown(MARGIN)
    plan = planned(tabletop, sizes, base)
    frame = framing.fitted(base, plan.felt, largest(sizes), None)
    felt = _Felt((), *loose_on(found, frame), (), words_on(found, frame, sizes), wraps_on(found, frame), ())
    return _scene_of(tabletop, plan, frame, felt, sizes)


class _Felt(NamedTuple):
    """What lies on the cloth, with its words and lines."""

    tiles: tuple[TileShape, ...]
    loose: tuple[LooseShape, ...]
    gaps: tuple[GapShape, ...]
    ends: tuple[EndShape, ...]
    labels: tuple[LabelShape, ...]
    bridges: tuple[tuple[int, int, int, int], ...]
    leaders: tuple[tuple[int, int, int, int], ...]


def _scene_of(tabletop: Tabletop, plan: Plan, frame: framing.Frame, felt: _Felt, sizes: Sizes) -> Scene:
    return Scene(
        sizes.width,
        plan.height,
        plan.felt,
        frame,
        *felt[:4],
        tuple(one.shape for one in plan.cards),
        plan.boneyard,
        plan.labels + felt.labels,
        felt.bridges,
        felt.leaders,
        tabletop.title or phrase("picture.untitled"),
        described(tabletop),
    )
