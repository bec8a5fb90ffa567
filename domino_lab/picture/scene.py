"""Scene: one moment of a hand as shapes with meaning; drawing, pointing and the static picture all read it.

header      title                      boneyard
above       the other seats' cards
felt        the table
below       the own seats' cards
caption
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from domino_lab.chain import OpenEnd
from domino_lab.errors import DominoError
from domino_lab.picture import framing
from domino_lab.picture.cards import Card, Sizes, card, card_height, rows
from domino_lab.picture.framing import Frame
from domino_lab.picture.ground import Box, cover
from domino_lab.picture.lettering import fitted, width, wrapped
from domino_lab.picture.placing import Placing, Spot, habit, place
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
from domino_lab.picture.spreading import MARGIN, loose_on, spreading, words_on, wraps_on
from domino_lab.picture.tabletop import Spread, Tabletop
from domino_lab.tiles import Tile
from domino_lab.words import phrase

_WIDE = 960
_SHARES = {True: (40, 62), False: (60, 100)}
"""The least and the most height of the felt, in hundredths of its width, in wide pictures and in narrow ones."""


class Plan(NamedTuple):
    """The boxes of one picture; they depend on what stays the same in a hand, so nothing jumps between steps."""

    height: int
    felt: Box
    cards: tuple[Card, ...]
    boneyard: BoneyardShape | None
    labels: tuple[LabelShape, ...]


def planned(tabletop: Tabletop, sizes: Sizes, base: Box) -> Plan:
    """Divide a picture; `base` is the part of the table, in quarters, that gives the felt its height."""
    boneyard, header = _header(tabletop, sizes)
    above, below = rows(tabletop, sizes)
    y = sizes.line + 2 * sizes.gap if header or boneyard else sizes.gap
    upper, y = _cards(tabletop, sizes, above, y)
    height = _felt_height(sizes, base) if tabletop.spread is None else _spread_height(sizes, base)
    felt = Box(sizes.gap, y, sizes.width - 2 * sizes.gap, height)
    lower, y = _cards(tabletop, sizes, below, y + felt[3] + sizes.gap)
    caption, y = _caption(tabletop, sizes, y)
    cards = upper + lower
    labels = header + tuple(label for one in cards for label in one.labels) + caption
    return Plan(y + y % 2, felt, cards, boneyard, labels)


def _felt_height(sizes: Sizes, base: Box) -> int:
    room = sizes.width - 2 * sizes.gap
    least, most = _SHARES[sizes.width >= _WIDE]
    wanted = room * base[3] // base[2]
    return min(max(wanted, room * least // 100), room * most // 100)


def _spread_height(sizes: Sizes, base: Box) -> int:
    """As high as the spread wants to be, drawn as large as tiles are drawn."""
    room = sizes.width - 2 * sizes.gap
    scale = min(room // base[2], largest(sizes))
    return min(base[3] * scale, room * _SHARES[sizes.width >= _WIDE][1] // 100)


def largest(sizes: Sizes) -> int:
    """The most dots to a quarter of a tile in a spread."""
    return sizes.text * 3 // 2


def _header(tabletop: Tabletop, sizes: Sizes) -> tuple[BoneyardShape | None, tuple[LabelShape, ...]]:
    text, line, gap = sizes.text, sizes.line, sizes.gap
    right = sizes.width - 2 * gap
    labels: tuple[LabelShape, ...] = ()
    pile = None
    if tabletop.boneyard is not None:
        words = _boneyard_words(tabletop)
        room = width(words, text)
        labels = (LabelShape("boneyard", words, Box(right - room, gap, room, line), text, anchor="end"),)
        box = Box(right - room - 2 * line, gap, line * 3 // 2, line)
        pile = BoneyardShape(tabletop.boneyard, tabletop.reserved, box)
        right -= room + 2 * line + gap
    title = fitted(tabletop.title, text, right - 2 * gap, bold=True)
    if title:
        box = Box(2 * gap, gap, width(title, text, bold=True), line)
        labels += (LabelShape("title", title, box, text, bold=True),)
    return pile, labels


def _boneyard_words(tabletop: Tabletop) -> str:
    key = "picture.boneyard_reserved" if tabletop.reserved else "picture.boneyard"
    return phrase(key, count=tabletop.boneyard, reserved=tabletop.reserved)


def _cards(
    tabletop: Tabletop, sizes: Sizes, seats: tuple[tuple[int, ...], ...], y: int
) -> tuple[tuple[Card, ...], int]:
    cards: tuple[Card, ...] = ()
    for row in seats:
        room = (sizes.width - sizes.gap) // len(row) - sizes.gap
        height = card_height(tabletop, sizes, room=room)
        for column, seat in enumerate(row):
            box = Box(sizes.gap + column * (room + sizes.gap), y, room, height)
            cards += (card(tabletop, seat, box, sizes),)
        y += height + sizes.gap
    return cards, y


def _caption(tabletop: Tabletop, sizes: Sizes, y: int) -> tuple[tuple[LabelShape, ...], int]:
    if not tabletop.caption:
        return (), y
    room, most = sizes.width - 4 * sizes.gap, 3 if sizes.width >= 44 * sizes.text else 6
    lines = wrapped(tabletop.caption, sizes.text, room, most)
    labels = tuple(
        LabelShape("caption", line, Box(2 * sizes.gap, y + row * sizes.line, room, sizes.line), sizes.text)
        for row, line in enumerate(lines)
    )
    return labels, y + most * sizes.line + sizes.gap


_LEAST_ZONE = 48
_LEAST_LIT_ZONE = 88


def focus(tabletop: Tabletop) -> int:
    """The number of the tile to follow: the one that is asked for, else the one just laid, else the newest."""
    newest = len(tabletop.chain.laid) - 1
    return min(next(one for one in (tabletop.follow, tabletop.last, newest) if one is not None), newest)


def tiles_on(tabletop: Tabletop, placing: Placing, frame: Frame) -> tuple[TileShape, ...]:
    """The laid tiles in laying order."""
    marked, stacks = {mark.at for mark in tabletop.marks}, set(tabletop.stacks)
    return tuple(
        TileShape(
            placed,
            frame.box(placed.box),
            placed.number == tabletop.last,
            placed.number in marked,
            placed.number in stacks,
            _studs(tabletop, placing, frame, placed.number),
        )
        for placed in placing.placed
    )


def _studs(tabletop: Tabletop, placing: Placing, frame: Frame, number: int) -> tuple[tuple[int, int], ...]:
    """The two ends of the edge where a wild tile touches the tile it joined."""
    placed = placing.placed[number]
    if number not in tabletop.wild or placed.bridge is not None:
        return ()
    mine, its = placed.box, placing.placed[tabletop.chain.laid[number].parent].box
    left, right = max(mine.x, its.x), min(mine.x + mine.width, its.x + its.width)
    top, bottom = max(mine.y, its.y), min(mine.y + mine.height, its.y + its.height)
    return tuple(frame.box(Box(x, y, 0, 0))[:2] for x, y in ((left, top), (right, bottom)))


def ends_on(tabletop: Tabletop, placing: Placing, frame: Frame) -> tuple[EndShape, ...]:
    """The open ends that are to be pointed out: those in use, lit or marked."""
    lit = {one.end for one in tabletop.lit}
    marked = {mark.at for mark in tabletop.marks if isinstance(mark.at, OpenEnd)}
    wanted = lit | marked | set(tabletop.usable)
    free = placing.free
    return tuple(
        _end(frame, spot, free=free[spot.end], lit=spot.end in lit, marked=spot.end in marked)
        for spot in placing.spots
        if spot.end in wanted
    )


def _end(frame: Frame, spot: Spot, *, free: bool, lit: bool, marked: bool) -> EndShape:
    """The slot of an end; where others took its cell, a small one on the edge itself."""
    cell = frame.box(spot.cell)
    box = cell if free else frame.box(Box(spot.x, spot.y, 0, 0)).grown(frame.scale // 2)
    least = _LEAST_LIT_ZONE if lit else _LEAST_ZONE
    zone = cell.grown(max((least - cell.width + 1) // 2, 0))
    return EndShape(spot.end, box.grown(-max(box.width // 10, 1)), zone, lit, marked)


def bridges_on(placing: Placing, frame: Frame) -> tuple[tuple[int, int, int, int], ...]:
    """Lines from the end of a walled-in arm to the tile it goes on with."""
    return tuple(_bridge(frame, placed.bridge, placed.box) for placed in placing.placed if placed.bridge)


def _bridge(frame: Frame, start: tuple[int, int], box: Box) -> tuple[int, int, int, int]:
    x, y, _, _ = frame.box(Box(*start, 0, 0))
    left, top, width, height = frame.box(box)
    return x, y, left + width // 2, top + height // 2


Line = tuple[int, int, int, int]

_FARTHEST = 14


class _Wish(NamedTuple):
    """A label that looks for a place beside `near` (in quarters)."""

    role: str
    text: str
    near: Box


def labelled(
    tabletop: Tabletop, placing: Placing, frame: Frame, felt: Box, sizes: Sizes
) -> tuple[tuple[LabelShape, ...], tuple[Line, ...]]:
    """The labels on the felt and the lines that lead from far ones to their tile.

    No label lies on a tile, on the slot of an open end, on another label or outside the felt; one that finds no
    such place is left out, as the cards and the words say the same.
    """
    inside = _in_slots(tabletop, placing, frame, sizes)
    wishes = [*_wishes(tabletop, placing), *_beside_slots(tabletop, placing, set(inside))]
    seen, taken = frame.quarters(felt), placing.ground
    for spot in placing.spots:
        taken |= cover(spot.cell)
    labels = list(inside.values())
    leaders: list[Line] = []
    for wish in wishes:
        text = fitted(wish.text, sizes.text, felt.width * 3 // 4, bold=True)
        found = _place(wish.near, _room(text, sizes.text, frame), seen, taken)
        if found is None:
            continue
        taken |= cover(found)
        labels.append(LabelShape(wish.role, text, frame.box(found), sizes.text, bold=True, anchor="middle"))
        if not _touch(found.grown(2), wish.near):
            leaders.append((*_middle(frame.box(wish.near)), *_middle(frame.box(found))))
    return tuple(labels), tuple(leaders)


def _place(near: Box, room: tuple[int, int], seen: Box, taken: int) -> Box | None:
    return next((box for box in _around(near, room) if _inside(box, seen) and not cover(box) & taken), None)


def _wishes(tabletop: Tabletop, placing: Placing) -> Iterator[_Wish]:
    if tabletop.last is not None and tabletop.last < len(placing.placed):
        how = "picture.stacked" if tabletop.stacked else "picture.last"
        words = f"{phrase(how)} {tabletop.label}".strip()
        yield _Wish("last", words, placing.placed[tabletop.last].box)
    places: dict[object, Box] = {spot.end: spot.cell for spot in placing.spots}
    places |= {placed.number: placed.box for placed in placing.placed}
    for mark in tabletop.marks:
        if mark.label and mark.at in places:
            yield _Wish("mark", mark.label, places[mark.at])


def _in_slots(tabletop: Tabletop, placing: Placing, frame: Frame, sizes: Sizes) -> dict[OpenEnd, LabelShape]:
    """The value in each slot, or the short label of a lit end, where the slot is large enough to read it."""
    marked = (mark.at for mark in tabletop.marks if isinstance(mark.at, OpenEnd))
    words = {end: str(end.value) for end in (*tabletop.usable, *marked)}
    words |= {one.end: one.label or str(one.end.value) for one in tabletop.lit}
    lit = {one.end for one in tabletop.lit}
    free, labels = placing.free, {}
    for spot in placing.spots:
        box = frame.box(spot.cell)
        size = _slot_text(words.get(spot.end, ""), box, sizes)
        if size and free[spot.end]:
            role = "lit" if spot.end in lit else "slot"
            labels[spot.end] = LabelShape(role, words[spot.end], box, size, bold=True, anchor="middle")
    return labels


def _slot_text(text: str, box: Box, sizes: Sizes) -> int:
    """The font size for a word in a slot, 0 when it would be too small to read."""
    size = min(box.height * 4 // 5, sizes.text)
    fits = text and size >= sizes.least and width(text, size, bold=True) <= box.width * 9 // 10
    return size if fits else 0


def _beside_slots(tabletop: Tabletop, placing: Placing, inside: set[OpenEnd]) -> Iterator[_Wish]:
    cells = {spot.end: spot.cell for spot in placing.spots}
    for one in tabletop.lit:
        if one.end not in inside and one.end in cells:
            yield _Wish("mark", one.label or str(one.end.value), cells[one.end])


def _room(text: str, size: int, frame: Frame) -> tuple[int, int]:
    padding = size // 3
    wide, high = width(text, size, bold=True) + padding, size * 5 // 4
    return -(-wide // frame.scale), -(-high // frame.scale)


def _around(near: Box, room: tuple[int, int]) -> Iterator[Box]:
    """Boxes of that room beside `near`, nearer ones first: above, below, then to the sides."""
    x, y, wide, high = near
    for gap in range(1, _FARTHEST):
        middle = x + (wide - room[0]) // 2
        columns = (middle, x, x + wide - room[0], x - room[0] - gap, x + wide + gap)
        for column in columns:
            yield Box(column, y - gap - room[1], *room)
            yield Box(column, y + high + gap, *room)
        row = y + (high - room[1]) // 2
        yield Box(x + wide + gap, row, *room)
        yield Box(x - gap - room[0], row, *room)


def _inside(box: Box, outer: Box) -> bool:
    return box.joined(outer) == outer


def _touch(one: Box, other: Box) -> bool:
    across = one[0] < other[0] + other[2] and other[0] < one[0] + one[2]
    return across and one[1] < other[1] + other[3] and other[1] < one[1] + one[3]


def _middle(box: Box) -> tuple[int, int]:
    return box[0] + box[2] // 2, box[1] + box[3] // 2


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
