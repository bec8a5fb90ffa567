"""Scene: one position of a hand as shapes with meaning, which the canvas and the static picture both read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from operator import or_
from typing import Any, NamedTuple

from domino_lab.core.chain import Chain, OpenEnd
from domino_lab.core.errors import DominoError
from domino_lab.core.tiles import Tile
from domino_lab.picture.alt_text import alt_text, table_text
from domino_lab.picture.end_places import end_places
from domino_lab.picture.layout import (
    LEAST,
    LINE_START,
    Box,
    Layout,
    Placed,
    Scales,
    Spot,
    Viewport,
    Weights,
    best_weights,
    common_weights,
    cover,
    fitting_scale,
    largest_areas,
    live_scale,
    place,
    row_level,
    scale_of_record,
)
from domino_lab.picture.tabletop import (
    COLUMN,
    COUNTED,
    LINE,
    PILE,
    ROW,
    Gap,
    Holding,
    Line,
    LooseTile,
    Tableau,
    Tabletop,
    TileGroup,
)
from domino_lab.picture.text_metrics import fit, width, wrap
from domino_lab.words import phrase


class TileShape(NamedTuple):
    """A played tile: its unchanging place, its box in this picture, and the way it is set off.

    `aimed` says that the chosen tile would be stacked on it, `stacked` that an equal tile lies on it; `studs` are the
    two points that mark a joint whose halves do not match, as next to a wild tile; `waits` says that it must be covered
    first.
    """

    placed: Placed
    box: Box
    last: bool = False
    aimed: bool = False
    stacked: bool = False
    studs: tuple[tuple[int, int], ...] = ()
    waits: bool = False


class LooseShape(NamedTuple):
    """A tile that lies open and joins nothing: the number of its place in its group, its box, and how it is set off.

    `free` means that it can be chosen, `signed` that a sign says so because others cannot.
    """

    lying: Placed
    box: Box
    free: bool = False
    signed: bool = False
    chosen: bool = False
    fresh: bool = False
    pin: str = ""


class GapShape(NamedTuple):
    """A place of group `group` without a tile; `lit` if a tile can go there."""

    group: int
    box: Box
    lit: bool = False


class EndShape(NamedTuple):
    """An open end: the badge in front of it; `lit` if a tile can go there."""

    end: OpenEnd
    box: Box
    lit: bool = False
    aimed: bool = False


class HeldTile(NamedTuple):
    """A tile in a holding, or its back if `tile` is None.

    `front` is the first tile of a row, the only one that can be turned up.
    """

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


class Sizes(NamedTuple):
    """Lengths in dots that follow from the width of a picture.

    They are those of the text, a line, the gap between things, a quarter of a held tile, and the least text.
    """

    width: int
    text: int
    line_height: int
    gap: int
    held: int
    least: int

    @classmethod
    def of(cls, pixels: int, *, large: bool = False) -> Sizes:
        """Return the sizes for a picture `pixels` wide; `large` is for a projector, with text of at least 24 pixels."""
        text = 52 if large else 28 if pixels >= 600 else 26
        return cls(2 * pixels, text, text * 3 // 2, text // 2, text * 4 // 5, 48 if large else 22)


def _seat_rows(seats: int, sizes: Sizes) -> tuple[list[Sequence[int]], list[Sequence[int]]]:
    """Return the seats above and those below the table, row by row, clockwise from the lower left."""
    far = (seats + 1) // 2
    above, below = range(1, min(far + 1, seats)), (0, *range(seats - 1, far, -1))[:seats]
    if sizes.width >= 44 * sizes.text:
        in_row = 2 if seats <= 4 else 3 if seats <= 6 else 4
    else:
        in_row = 1 if seats <= 4 or sizes.width < 26 * sizes.text else 2
    return ([above[start : start + in_row] for start in range(0, len(above), in_row)],
            [below[start : start + in_row] for start in range(0, len(below), in_row)])


def _word_lines(tabletop: Tabletop, room: int, sizes: Sizes) -> int:
    """Return how many lines of words stand above the tiles of a card `room` dots wide; 0 if they stand beside them."""
    if room >= 40 * sizes.text and _shows_tiles(tabletop):
        return 0
    partners = len({holding.side for holding in tabletop.holdings}) < len(tabletop.holdings)
    wordy = partners or bool(tabletop.chips) or any(holding.discards is not None for holding in tabletop.holdings)
    return 1 if room >= (30 if wordy else 20) * sizes.text else 2


def _shows_tiles(tabletop: Tabletop) -> bool:
    return any(holding.tiles is not None for holding in tabletop.holdings)


def _card_height(tabletop: Tabletop, sizes: Sizes, *, room: int) -> int:
    """Return the height of every card `room` dots wide: its lines of words, and the tiles if holdings are shown."""
    tiles = 4 * sizes.held + sizes.gap
    above = _word_lines(tabletop, room, sizes) * sizes.line_height
    if not _shows_tiles(tabletop):
        return above + 2 * sizes.gap
    return 2 * sizes.gap + (above + tiles if above else max(tiles, 2 * sizes.line_height))


Card = tuple[HoldingShape, tuple[LabelShape, ...]]


def _card(tabletop: Tabletop, seat: int, box: Box, sizes: Sizes) -> Card:
    """Return the shape and the labels of one seat's card in its box."""
    holding = tabletop.holdings[seat]
    x, y, room, height = box.grown(-sizes.gap)
    above = _word_lines(tabletop, box[2], sizes)
    column = room if above else 17 * sizes.text
    labels = tuple(_on_card(tabletop, holding, Box(x, y, column, height), sizes, two_lines=above != 1))
    if holding.tiles is None:
        return HoldingShape(seat, box, (), holding.to_move), labels
    if above:
        top = above * sizes.line_height + sizes.gap
        area = Box(x + sizes.text, y + top, room - sizes.text, height - top)
    else:
        area = Box(x + column + sizes.gap, y, room - column - sizes.gap, height)
    held = tuple(_tiles_in_hand(holding, area, sizes.held))
    return HoldingShape(seat, box, held, holding.to_move), labels


def _on_card(tabletop: Tabletop, holding: Holding, box: Box, sizes: Sizes, *, two_lines: bool) -> Iterator[LabelShape]:
    x, y, room, _ = box
    text, height = sizes.text, sizes.line_height
    score = fit(_card_score(tabletop, holding), text, room - text)
    score_room = width(score, text) + sizes.gap if score else 0
    same_line = 0 if two_lines else score_room
    names = width(holding.name, text, bold=True) + width(holding.label, text, bold=True) + 3 * sizes.gap
    if two_lines and holding.label and names > room - text:
        yield from _under_each_other(holding, Box(x + text, y, room - text, height), sizes)
        return
    beside_name = room - text - same_line - width(holding.name, text, bold=True) - 3 * sizes.gap
    pill = fit(holding.label, text, max(room * 2 // 5, beside_name), bold=True)
    pill_room = width(pill, text, bold=True) + 2 * sizes.gap if pill else 0
    left = x + text
    name = fit(holding.name, text, room - text - pill_room - same_line - sizes.gap, bold=True)
    yield LabelShape("name", name, Box(left, y, width(name, text, bold=True), height), text, bold=True)
    if pill:
        after = left + width(name, text, bold=True) + sizes.gap
        room_of_pill = Box(after, y, pill_room - sizes.gap, height)
        yield LabelShape("step", pill, room_of_pill, text, bold=True, anchor="middle", pill=True)
    if score and two_lines:
        yield LabelShape("score", score, Box(left, y + height, score_room, height), text)
    elif score:
        yield LabelShape("score", score, Box(x + room - score_room, y, score_room, height), text, anchor="end")


def _under_each_other(holding: Holding, box: Box, sizes: Sizes) -> Iterator[LabelShape]:
    """Put the label of this step in the place of the score in a narrow card, so that neither is cut short."""
    x, y, room, height = box
    name = fit(holding.name, sizes.text, room, bold=True)
    yield LabelShape("name", name, Box(x, y, width(name, sizes.text, bold=True), height), sizes.text, bold=True)
    pill = fit(holding.label, sizes.text, room - 2 * sizes.gap, bold=True)
    pill_room = width(pill, sizes.text, bold=True) + sizes.gap
    yield LabelShape("step", pill, Box(x, y + height, pill_room, height), sizes.text, bold=True, anchor="middle",
                     pill=True)


def _card_score(tabletop: Tabletop, holding: Holding) -> str:
    score, count = _card_points(tabletop, holding), len(holding.discards or ())
    if not count:
        return score
    key = "picture.with_discarded" if score else "picture.discarded"
    return phrase(key, words=score, count=count)


def _card_points(tabletop: Tabletop, holding: Holding) -> str:
    side = holding.side
    if side >= len(tabletop.scores):
        return ""
    partners = [other.name for other in tabletop.holdings if other.side == side and other is not holding]
    score = phrase("picture.points", count=tabletop.scores[side])
    if side < len(tabletop.chips):
        score = phrase("picture.points_chips", points=score, count=tabletop.chips[side])
    return phrase("picture.points_side", points=score, partners=partners) if partners else score


def _tiles_in_hand(holding: Holding, area: Box, most: int) -> Iterator[HeldTile]:
    tiles = holding.tiles or ()
    if not tiles:
        return

    def quarter_of(count: int) -> int:
        in_row = -(-len(tiles) // count)
        return min(most, 2 * area[2] // (5 * in_row), 2 * area[3] // (9 * count - 1))

    count = max(range(1, 5), key=lambda count: (quarter_of(count), -count))  # The rows that make the tiles largest.
    quarter, in_row = max(quarter_of(count), 1), -(-len(tiles) // count)
    for index, tile in enumerate(tiles):
        column, row = index % in_row, index // in_row
        box = Box(area[0] + column * 5 * quarter // 2, area[1] + row * 9 * quarter // 2, 2 * quarter, 4 * quarter)
        front = holding.row and index == 0
        yield HeldTile(tile, box, drawn=index in holding.drawn, front=front)


_WIDE = 960

_SHARES = {True: 62, False: 100}
"""The most height of the cloth, in hundredths of its width, in wide pictures and in narrow ones."""


def _page(tabletop: Tabletop, sizes: Sizes, base: Box) -> Scene:
    """Return a picture with nothing on its cloth, whose height follows from `base`, a part of the table in quarters.

    The boxes depend on what stays the same in a hand, so nothing jumps between steps.
    """
    boneyard, header = _header(tabletop, sizes)
    above, below = _seat_rows(len(tabletop.holdings), sizes)
    y = sizes.line_height + 2 * sizes.gap if header or boneyard else sizes.gap
    upper, y = _cards(tabletop, sizes, above, y)
    room = sizes.width - 2 * sizes.gap
    most = largest(sizes) if tabletop.tableau is not None else Scales.on(Box(0, 0, room, room)).most
    height = min(base[3] * min(room // base[2], most), room * _SHARES[sizes.width >= _WIDE] // 100)
    cloth = Box(sizes.gap, y, room, height)
    lower, y = _cards(tabletop, sizes, below, y + cloth[3] + sizes.gap)
    caption, y = _caption(tabletop, sizes, y)
    cards = upper + lower
    holdings = tuple(shape for shape, _ in cards)
    on_cards = tuple(label for _, labels in cards for label in labels)
    title = tabletop.title or phrase("picture.untitled")
    return Scene(sizes.width, y + y % 2, cloth, Viewport(1, 0, 0), holdings=holdings, boneyard=boneyard,
                 labels=header + on_cards + caption, title=title)


def largest(sizes: Sizes) -> int:
    """Return the most dots to a quarter of a tile in a tableau."""
    return sizes.text * 3 // 2


def _header(tabletop: Tabletop, sizes: Sizes) -> tuple[BoneyardShape | None, tuple[LabelShape, ...]]:
    text, height, gap = sizes.text, sizes.line_height, sizes.gap
    right = sizes.width - 2 * gap
    labels: tuple[LabelShape, ...] = ()
    pile = None
    if tabletop.boneyard is not None:
        key = "picture.boneyard_reserved" if tabletop.reserved else "picture.boneyard"
        words = phrase(key, count=tabletop.boneyard, reserved=tabletop.reserved)
        room = width(words, text)
        labels = (LabelShape("boneyard", words, Box(right - room, gap, room, height), text, anchor="end"),)
        box = Box(right - room - 2 * height, gap, height * 3 // 2, height)
        pile = BoneyardShape(tabletop.boneyard, box)
        right -= room + 2 * height + gap
    title = fit(tabletop.title, text, right - 2 * gap, bold=True)
    if title:
        box = Box(2 * gap, gap, width(title, text, bold=True), height)
        labels += (LabelShape("title", title, box, text, bold=True),)
    return pile, labels


def _cards(tabletop: Tabletop, sizes: Sizes, seats: list[Sequence[int]], y: int
           ) -> tuple[tuple[Card, ...], int]:
    cards: tuple[Card, ...] = ()
    for row in seats:
        room = (sizes.width - sizes.gap) // len(row) - sizes.gap
        height = _card_height(tabletop, sizes, room=room)
        for column, seat in enumerate(row):
            box = Box(sizes.gap + column * (room + sizes.gap), y, room, height)
            cards += (_card(tabletop, seat, box, sizes),)
        y += height + sizes.gap
    return cards, y


def _caption(tabletop: Tabletop, sizes: Sizes, y: int) -> tuple[tuple[LabelShape, ...], int]:
    if not tabletop.caption:
        return (), y
    room, most = sizes.width - 4 * sizes.gap, 3 if sizes.width >= 44 * sizes.text else 6
    lines = wrap(tabletop.caption, sizes.text, room, most)
    labels = tuple(LabelShape("caption", text, Box(2 * sizes.gap, y + row * sizes.line_height, room, sizes.line_height),
                              sizes.text) for row, text in enumerate(lines))
    return labels, y + most * sizes.line_height + sizes.gap


Segment = tuple[int, int, int, int]
"""A straight line, by its two ends."""

# A patience lies in bands from top to bottom, each of groups from left to right, all in quarters. The room of a group
# follows from its kind and the most tiles it ever holds, so nothing moves because another group grew or shrank.

_HEADROOM, _APART, _BELOW = 3, 2, 1

MARGIN = 2
"""Quarters that stay free round a tableau."""


class Cell(NamedTuple):
    """The grid of one kind of group, in quarters of a tile.

    It has the size of a tile, the steps to the next place and to the next line, the room above each tile, and the
    number of tiles in a line, wide or narrow.
    """

    width: int
    height: int
    across: int
    down: int
    over: int
    wide: int
    narrow: int


CELLS = {
    ROW: Cell(2, 4, 3, 5, 0, 14, 10),
    COUNTED: Cell(2, 4, 3, 8, _HEADROOM, 14, 10),
    LINE: Cell(4, 2, 4, 5, 0, 10, 7),
    COLUMN: Cell(4, 2, 5, 3, 0, 1, 1),
    PILE: Cell(4, 2, 5, 3, 0, 6, 6),
}


class PlacedGroup(NamedTuple):
    """A group of a tableau with its place.

    `in_line` is the number of tiles side by side, (x, y) the upper left corner of the first one, and `limit` the right
    end of the room for its name.
    """

    group: TileGroup
    in_line: int
    x: int = 0
    y: int = 0
    limit: int = 0

    @property
    def over(self) -> int:
        """The height of the words above its first line."""
        return CELLS[self.group.kind].over + (_HEADROOM if self.group.label else 0)

    @property
    def room(self) -> tuple[int, int]:
        """Its width and height with the most tiles that it ever holds."""
        cell, slots = CELLS[self.group.kind], self.group.slots
        wide = (min(slots, self.in_line) - 1) * cell.across + cell.width
        return wide, (-(-slots // self.in_line) - 1) * cell.down + cell.height + self.over

    def box(self, place: int) -> Box:
        """Return the box of one of its tiles."""
        cell, (row, column) = CELLS[self.group.kind], divmod(place, self.in_line)
        return Box(self.x + column * cell.across, self.y + row * cell.down, cell.width, cell.height)


def _place_groups(tableau: Tableau, *, narrow: bool) -> tuple[tuple[PlacedGroup, ...], Box]:
    """Return the groups with their places, and the room of all of them; a `narrow` picture has short lines."""
    groups: list[PlacedGroup] = []
    bands = [[PlacedGroup(group, CELLS[group.kind].narrow if narrow else CELLS[group.kind].wide) for group in band]
             for band in tableau.bands]
    aparts = [1 if narrow and all(placed.group.kind == COLUMN for placed in band) else _APART for band in bands]
    pairs = tuple(zip(bands, aparts, strict=True))
    widest = max([1, *(sum(placed.room[0] + apart for placed in band) - apart for band, apart in pairs)])
    top = 0
    for band, apart in pairs:
        left = 0
        for placed in band:
            after = left + placed.room[0] + apart
            limit = widest if placed is band[-1] else after - 1
            groups.append(placed._replace(x=left, y=top + placed.over, limit=limit))
            left = after
        top += max((placed.room[1] for placed in band), default=0) + _BELOW
    return tuple(groups), Box(0, 0, widest, max(top - _BELOW, 1))


def _loose_on(tableau: Tableau, groups: Sequence[PlacedGroup], viewport: Viewport
              ) -> tuple[tuple[LooseShape, ...], tuple[GapShape, ...]]:
    loose: list[LooseShape] = []
    gaps: list[GapShape] = []
    for index, placed in enumerate(groups):
        for slot, item in enumerate(placed.group.places):
            where = placed.box(slot)
            box = viewport.box(where)
            if isinstance(item, Gap):
                gaps.append(GapShape(index, box, item.lit))
            else:
                first = item.tile.high if item.left is None else item.left
                second = item.tile.other(first)
                lying = Placed(slot, item.tile, where.x, where.y, where.width > where.height, first, second)
                signed = item.free and not tableau.all_free
                loose.append(LooseShape(lying, box, item.free, signed, item.chosen, item.fresh, item.pin))
    return tuple(loose), tuple(gaps)


def _wraps_on(groups: Sequence[PlacedGroup], viewport: Viewport) -> Iterator[Segment]:
    """Yield lines that lead from the end of one line of tiles to the start of the next, its neighbour."""
    for placed in groups:
        for start in range(placed.in_line, len(placed.group.places), placed.in_line):
            if placed.group.kind == LINE:
                x, y, wide, high = viewport.box(placed.box(start - 1))
                left, top, _, _ = viewport.box(placed.box(start))
                right, middle, left = x + wide - viewport.scale, (y + high + top) // 2, left + viewport.scale
                yield from ((right, y + high, right, middle), (right, middle, left, middle), (left, middle, left, top))


def _words_on(groups: Sequence[PlacedGroup], viewport: Viewport, sizes: Sizes) -> tuple[LabelShape, ...]:
    """Return the names of the groups, then the words over single tiles; none if they would be too small to read."""
    size = min(_HEADROOM * viewport.scale * 3 // 4, sizes.text)
    if size < sizes.least:
        return ()
    names = [_name(placed, viewport, size) for placed in groups if placed.group.label]
    pins = [_pin(place.pin, (box.x + box.width, box.y), size) for placed in groups
            for slot, place in enumerate(placed.group.places)
            if isinstance(place, LooseTile) and place.pin and (box := viewport.box(placed.box(slot)))]
    return (*names, *pins, *(_above(place, placed.box(slot), viewport, size) for placed in groups
                             for slot, place in enumerate(placed.group.places) if place.above))


def _name(placed: PlacedGroup, viewport: Viewport, size: int) -> LabelShape:
    column = placed.group.kind == COLUMN
    room = CELLS[COLUMN].width if column else placed.limit - placed.x
    head = viewport.box(Box(placed.x, placed.y - placed.over, room, _HEADROOM))
    text = fit(placed.group.label, size, head.width, bold=True)
    head = head if column else head._replace(width=width(text, size, bold=True))
    return LabelShape("group", text, head, size, bold=True, anchor="middle" if column else "start")


def _above(item: LooseTile | Gap, where: Box, viewport: Viewport, size: int) -> LabelShape:
    room = viewport.box(Box(where.x, where.y - _HEADROOM, where.width, _HEADROOM))
    high = min(size * 3 // 2, room.height - 6)
    head = Box(room.x, room.y + room.height - high - 4, room.width, high)
    turn = isinstance(item, LooseTile) and item.free
    return LabelShape("step" if turn else "group", item.above, head, size, bold=True, anchor="middle", pill=turn)


def focus(tabletop: Tabletop) -> int:
    """Return the number of the tile to follow: the one asked for, or the one just played, or the newest."""
    newest = len(tabletop.chain.laid) - 1
    return min(next(number for number in (tabletop.follow, tabletop.last, newest) if number is not None), newest)


def _tiles_on(tabletop: Tabletop, layout: Layout, viewport: Viewport) -> tuple[TileShape, ...]:
    aimed, stacks = {mark.at for mark in tabletop.marks if mark.aim}, set(tabletop.stacks)
    return tuple(TileShape(placed, viewport.box(placed.box), placed.number == tabletop.last, placed.number in aimed,
                           placed.number in stacks, _studs(tabletop, layout, viewport, placed.number),
                           placed.number == tabletop.uncovered)
                 for placed in layout.placed)


def _studs(tabletop: Tabletop, layout: Layout, viewport: Viewport, number: int) -> tuple[tuple[int, int], ...]:
    """Return the two ends of the edge where a wild tile touches the tile it joined."""
    placed = layout.placed[number]
    if number not in tabletop.wild or placed.bridge is not None:
        return ()
    mine, its = placed.box, layout.placed[tabletop.chain.laid[number].parent].box
    left, right = max(mine.x, its.x), min(mine.x + mine.width, its.x + its.width)
    top, bottom = max(mine.y, its.y), min(mine.y + mine.height, its.y + its.height)
    return tuple(viewport.box(Box(x, y, 0, 0))[:2] for x, y in ((left, top), (right, bottom)))


def _ends_on(tabletop: Tabletop, layout: Layout, viewport: Viewport) -> tuple[EndShape, ...]:
    """Return the open ends to point out: those in use, lit, aimed at or with a pin."""
    lit = {lit_end.end for lit_end in tabletop.lit}
    marked = {mark.at: mark.aim for mark in tabletop.marks if isinstance(mark.at, OpenEnd)}
    wanted = lit | marked.keys() | set(tabletop.usable)
    free = layout.free
    return tuple(_end(viewport, spot, free=free[spot.end], lit=spot.end in lit, aimed=marked.get(spot.end, False))
                 for spot in layout.spots if spot.end in wanted)


def _end(viewport: Viewport, spot: Spot, *, free: bool, lit: bool, aimed: bool) -> EndShape:
    """Return the badge of an end, or a small one on the edge itself if others took its cell."""
    box = viewport.box(spot.cell if free else Box(spot.x, spot.y, 0, 0))
    box = box if free else box.grown(viewport.scale // 2)
    return EndShape(spot.end, box.grown(-max(box.width // 10, 1)), lit, aimed)


class _Row(NamedTuple):
    """A row of line number `line`, with the room for its name; `before` is the end of the full row that it goes on."""

    line: int
    room: Box
    before: Box | None = None


_SPINE = 2
"""The x of the line that leads from the first tile to the rows; a name stands between it and each row."""


def _rows_of_lines(chain: Chain, layout: Layout) -> list[_Row]:
    """Return the rows of the lines that begin at the first tile, from top to bottom."""
    room = Box(_SPINE + 1, -2, LINE_START - _SPINE - 2, 4)
    rows = [_Row(line, room._replace(y=row_level(line, chain.lines) - 2)) for line in range(chain.lines)]
    for laid, placed in zip(chain.laid, layout.placed, strict=True):
        if rows and placed.bridge is not None:
            line = chain.line_of(OpenEnd(laid.parent, laid.parent_edge, laid.joint))
            x, y = placed.bridge
            rows.append(_Row(line, room._replace(y=placed.box.middle[1] - 2), Box(x, y - 1, 2, 2)))
    return rows


def _spine(chain: Chain, viewport: Viewport) -> Iterator[Segment]:
    """Yield the lines that lead from the first tile to where each line begins."""
    levels = [row_level(line, chain.lines) for line in range(chain.lines)]
    if levels:
        ends = ((0, 0), (_SPINE, 0)), ((_SPINE, levels[0]), (_SPINE, levels[-1]))
        for start, end in (*ends, *(((_SPINE, level), (LINE_START, level)) for level in levels)):
            yield (*viewport.box(Box(*start, 0, 0))[:2], *viewport.box(Box(*end, 0, 0))[:2])


def _line_labels(lines: Sequence[Line], rows: Sequence[_Row], viewport: Viewport, cloth: Box, sizes: Sizes
                 ) -> Iterator[LabelShape]:
    """Yield the name of its line before each row, with the word "open" if it is open to all, and where rows go on."""
    if not lines:
        return
    room = viewport.box(rows[0].room)
    if 5 * sizes.text > 9 * viewport.scale:     # A name and the word "open" have room one above the other.
        sizes = sizes._replace(text=sizes.least)
    names = _line_names(lines, room, sizes)
    for row in rows:
        line, name, room = lines[row.line], names[row.line], viewport.box(row.room)
        role = "line" if line.hue is None else f"line_{line.hue}"
        pills: tuple[LabelShape, ...] = (_pill(role, name, room, sizes),)
        if row.before is not None:
            pills = (LabelShape("slot", "…", viewport.box(row.before), sizes.least, bold=True, anchor="middle"),
                     _pill(role, phrase("picture.line_goes_on", name=name), room, sizes))
        elif line.is_open:
            pills = _open_line(role, (name, line.short or name), room, sizes)
        yield from (pill for pill in pills if pill.box.join(cloth) == cloth)


def _line_names(lines: Sequence[Line], room: Box, sizes: Sizes) -> list[str]:
    """Return the names of the lines, cut to fit, or their short names if two of them are cut alike."""
    names = [line.short if line.is_common and width(line.name, sizes.least, bold=True) > room.width - sizes.least
             else line.name for line in lines]
    cut = [fit(name, sizes.least, room.width - sizes.least, bold=True) for name in names]
    return cut if len({*cut}) == len(cut) else [line.short or name for line, name in zip(lines, cut, strict=True)]


def _open_line(role: str, names: tuple[str, str], room: Box, sizes: Sizes) -> tuple[LabelShape, LabelShape]:
    """Return a name above the word "open", or beside it if rows are low; a sign, or no word, if there is no room."""
    word, (name, sign) = phrase("picture.line_open"), names
    high = min(room.height * 9 // 16, sizes.text * 4 // 3)
    if high >= sizes.least * 5 // 4:
        upper = room._replace(y=room.middle[1] - high, height=high)
        return _pill(role, name, upper, sizes), _pill("marked_line", word, upper._replace(y=room.middle[1]), sizes)
    for text, mark in ((name, word), (sign, word), (sign, "")):
        pill = _pill("marked_line", mark, room, sizes)
        left = room._replace(width=room.width - pill.box.width - sizes.least // 5)
        if width(text, sizes.least, bold=True) + sizes.least * 2 // 3 <= left.width:
            break
    return _pill(role, text, left, sizes), pill


def _pill(role: str, text: str, room: Box, sizes: Sizes) -> LabelShape:
    """Return a pill at the right end of its room, with text as large as the room allows, or else cut."""
    size = next((size for size in (sizes.text, sizes.least) if 5 * size <= 4 * room.height
                 and width(text, size, bold=True) + size * 2 // 3 <= room.width), sizes.least)
    text = fit(text, size, room.width - size * 2 // 3, bold=True)
    wide, high = max(width(text, size, bold=True) + size * 2 // 3, size * 5 // 4), size * 5 // 4
    box = Box(room.x + room.width - wide, room.middle[1] - high // 2, wide, high)
    return LabelShape(role, text, box, size, bold=True, anchor="middle", pill=True)


_FARTHEST = 14
_START = Box(-2, -1, 4, 2)
"""Where the first tile lies."""


def _place_labels(tabletop: Tabletop, layout: Layout, viewport: Viewport, cloth: Box, sizes: Sizes
                  ) -> tuple[tuple[LabelShape, ...], tuple[Segment, ...]]:
    """Return the labels on the cloth and the lines that lead from pins and far labels to their tile.

    No label lies on a tile, on the badge of an open end, on another label or outside the cloth; one that finds no
    such place is left out, because the cards and the caption say the same. A pin then goes to the corner of its tile.
    """
    if not layout.placed:
        box = viewport.box(_START)
        text = phrase("picture.first_tile")
        fits = width(text, sizes.text, bold=True) + sizes.text // 2 <= box.width
        return (LabelShape("start", text if fits else "", box, sizes.text, bold=True, anchor="middle"),), ()
    inside = _in_slots(tabletop, layout, viewport, cloth, sizes)
    cells = {spot.end: spot.cell for spot in layout.spots}
    beside_slots = [("mark", lit_end.label or str(lit_end.end.value), cells[lit_end.end]) for lit_end in tabletop.lit
                    if lit_end.end not in inside and lit_end.end in cells]
    seen, taken = viewport.quarters(cloth), layout.occupied
    for spot in layout.spots:
        taken |= cover(spot.cell)
    rows = _rows_of_lines(tabletop.chain, layout)
    taken = reduce(or_, (cover(box) for row in rows for box in (row.room, row.before) if box is not None), taken)
    labels = [*inside.values(), *_line_labels(tabletop.lines, rows, viewport, cloth, sizes)]
    leaders: list[Segment] = []
    for role, words, near in (*_wishes(tabletop, layout), *beside_slots):
        text = fit(words, sizes.text, cloth.width * 3 // 4, bold=True)
        wide, high = width(text, sizes.text, bold=True) + sizes.text // (2 if role == "pin" else 3), sizes.text * 5 // 4
        if role == "last":
            wide, high = (length + 2 * outline(viewport.scale) for length in (wide, high))
        room = -(-wide // viewport.scale), -(-high // viewport.scale)
        free_box = next((box for box in _around(near, room) if box.join(seen) == seen and not cover(box) & taken), None)
        if free_box is not None:
            taken |= cover(free_box)
        if role == "pin":
            labels.append(_corner_pin(viewport.box(near), labels, sizes) if free_box is None
                          else _pin(text, viewport.box(free_box).middle, sizes.text))
        elif free_box is not None:
            labels.append(LabelShape(role, text, viewport.box(free_box), sizes.text, bold=True, anchor="middle"))
        if free_box is not None and (role == "pin" or not free_box.grown(2).overlaps(near)):
            leaders.append(_leader(viewport.box(near), labels[-1].box, to_rim=role == "pin"))
    return tuple(labels), tuple(leaders)


def outline(scale: int) -> int:
    """Return how far the outline of the last tile reaches beyond it."""
    return max(scale // 5, 4)


def _pin(text: str, middle: tuple[int, int], size: int) -> LabelShape:
    wide, high = max(width(text, size, bold=True) + size // 2, size * 5 // 4), size * 5 // 4
    head = Box(middle[0] - wide // 2, middle[1] - high // 2, wide, high)
    return LabelShape("pin", text, head, size, bold=True, anchor="middle")


def _corner_pin(near: Box, labels: Sequence[LabelShape], sizes: Sizes) -> LabelShape:
    """Return a small pin with no more than its number on a corner of `near`, where no label is if there is one."""
    number = str(1 + sum(label.role == "pin" for label in labels))
    x, y, wide, high = near
    pins = [_pin(number, corner, sizes.least)
            for corner in ((x + wide, y), (x, y), (x + wide, y + high), (x, y + high))]
    return next((pin for pin in pins if not any(pin.box.overlaps(label.box) for label in labels)), pins[0])


def _leader(near: Box, label: Box, *, to_rim: bool) -> Segment:
    """Return the line from the middle of `near`, or else from its rim, to the edge of its label."""
    x, y = near.middle
    if to_rim:
        x, y = (min(max(at, start), start + length)
                for at, start, length in zip(label.middle, near[:2], near[2:], strict=True))
    left, top, wide, high = label
    return x, y, min(max(x, left), left + wide), min(max(y, top), top + high)       # not into the words


def _wishes(tabletop: Tabletop, layout: Layout) -> Iterator[tuple[str, str, Box]]:
    """Yield labels to be placed, by role and text, each with the box in quarters that it belongs to."""
    places: dict[object, Box] = {spot.end: spot.cell for spot in layout.spots}
    places |= {placed.number: placed.box for placed in layout.placed}
    pins = [mark for mark in tabletop.marks if not mark.aim and mark.at in places]
    yield from (("pin", mark.label or str(number), places[mark.at]) for number, mark in enumerate(pins, 1))
    if tabletop.last is not None and tabletop.last < len(layout.placed):
        how = "picture.stacked" if tabletop.stacked else "picture.last"
        words = f"{phrase(how)} {tabletop.label}".strip()
        box = layout.placed[tabletop.last].box
        yield "last", words, box.grown(1) if tabletop.last == tabletop.uncovered else box


def _in_slots(tabletop: Tabletop, layout: Layout, viewport: Viewport, cloth: Box, sizes: Sizes
              ) -> dict[OpenEnd, LabelShape]:
    """Return the value in each slot, or the short label of a lit end, if the slot is large enough to read it."""
    marked = (mark.at for mark in tabletop.marks if isinstance(mark.at, OpenEnd))
    lit = {lit_end.end: lit_end.label or str(lit_end.end.value) for lit_end in tabletop.lit}
    words = {end: str(end.value) for end in (*tabletop.usable, *marked)} | lit
    free, labels = layout.free, {}
    for spot in layout.spots:
        text, box = words.get(spot.end, ""), viewport.box(spot.cell)
        size = min(box.height * 4 // 5, max(sizes.text, box.height * 9 // 20))
        fits = text and size >= sizes.least and width(text, size, bold=True) <= box.width * 9 // 10
        if fits and free[spot.end] and box.join(cloth) == cloth:
            role = "lit" if spot.end in lit else "slot"
            labels[spot.end] = LabelShape(role, text, box, size, bold=True, anchor="middle")
    return labels


def _around(near: Box, room: tuple[int, int]) -> Iterator[Box]:
    """Yield boxes of that room beside `near`, nearer ones first: above and below, to the sides, then at the corners."""
    x, y, wide, high = near
    columns = x + (wide - room[0]) // 2, x, x + wide - room[0]
    rows = y + (high - room[1]) // 2, y, y + high - room[1]
    for gap in range(_FARTHEST):
        above, below, left, right = y - gap - room[1], y + high + gap, x - gap - room[0], x + wide + gap
        yield from (Box(column, row, *room) for column in columns for row in (above, below))
        yield from (Box(column, row, *room) for row in rows for column in (right, left))
        yield from (Box(column, row, *room) for column in (left, right) for row in (above, below))


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture before it is drawn; every length is in dots, two to a pixel.

    `tiles` are played ones, `loose` and `gaps` those of a tableau. `viewport` takes quarters of the table to dots,
    `cloth` is the box of the table, `cloths` those of several tables side by side, `bridges` are dotted lines to an arm
    that goes on elsewhere, `leaders` join a label to its tile, `text` is the whole table in words. The tiles are placed
    for a table of that `ratio`, its width in quarters of its height, or with those `weights`.

    >>> from domino_lab.core.chain import Chain
    >>> scene(Tabletop(Chain())).text
    'There are no tiles on the table yet.'
    """

    width: int
    height: int
    cloth: Box
    viewport: Viewport
    tiles: tuple[TileShape, ...] = ()
    loose: tuple[LooseShape, ...] = ()
    gaps: tuple[GapShape, ...] = ()
    ends: tuple[EndShape, ...] = ()
    holdings: tuple[HoldingShape, ...] = ()
    boneyard: BoneyardShape | None = None
    labels: tuple[LabelShape, ...] = ()
    bridges: tuple[Segment, ...] = ()
    leaders: tuple[Segment, ...] = ()
    title: str = ""
    text: str = ""
    cloths: tuple[Box, ...] = ()
    ratio: int = 9
    weights: Weights | None = None

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height in CSS pixels."""
        return self.width // 2, self.height // 2


def scene(tabletop: Tabletop, pixels: int = 720, *, large: bool = False) -> Scene:
    """Return the shapes of a tabletop in a picture `pixels` wide (240 to 4000, otherwise ValueError).

    `large` is for projectors.
    """
    if not 240 <= pixels <= 4000:
        raise DominoError(f"a picture must be 240 to 4000 pixels wide, not {pixels}")
    return _scene(tabletop, pixels, large)


def _in_words(drawn: Scene, tabletop: Tabletop) -> Scene:
    """Return the picture with its alternative text, which names the ends of a spinner by their places in it."""
    return replace(drawn, text=alt_text(tabletop, end_places(drawn)))


@lru_cache(maxsize=64)
def _scene(tabletop: Tabletop, pixels: int, large: bool) -> Scene:  # noqa: FBT001
    sizes = Sizes.of(pixels, large=large)
    if tabletop.tableau is not None:
        groups, area = _place_groups(tabletop.tableau, narrow=sizes.width < 44 * sizes.text)
        base = area.grown(MARGIN)
        page = _page(tabletop, sizes, base)
        return _in_words(_with_tableau(page, tabletop.tableau, groups, sizes, base, largest(sizes)), tabletop)
    ratio = _RATIOS[sizes.width >= _WIDE]
    areas = _final_areas(tabletop, ratio)
    base = _LIVE_AREA if areas is None else areas[-1].grown(MARGIN)
    page = replace(_page(tabletop, sizes, base), ratio=ratio)
    scales = Scales.on(page.cloth)._replace(least=_LEAST)
    scale = min(fitting_scale(base, page.cloth), scales.most)
    if areas is not None and scale >= _LEAST:   # Saved pictures of a hand stand one after another: nothing may jump.
        viewport = Viewport.centre(scale, base, page.cloth)
    else:
        viewport = _viewport((tabletop,), page, (areas,), scales, near=True)
    return _in_words(_with_chain(page, tabletop, sizes, viewport), tabletop)


_LIVE_AREA = Box(-19, -9, 38, 18)
_RATIOS = {True: 9, False: 6}
"""The width in quarters of the height for which the tiles of a wide and of a narrow saved picture are placed."""
_LEAST = 10
"""Dots to a quarter, below which a saved picture follows the last tile: 20 pixels a tile, as nobody can enlarge it."""


def _with_tableau(page: Scene, tableau: Tableau, groups: Sequence[PlacedGroup], sizes: Sizes, base: Box, most: int,
                  viewport: Viewport | None = None) -> Scene:
    if viewport is None:
        scale = min(page.cloth[2] // base[2], page.cloth[3] // base[3], most) or 1
        viewport = Viewport.centre(scale, base, page.cloth)
    loose, gaps = _loose_on(tableau, groups, viewport)
    labels = page.labels + _words_on(groups, viewport, sizes)
    wraps = tuple(_wraps_on(groups, viewport))
    return replace(page, viewport=viewport, loose=loose, gaps=gaps, labels=labels, bridges=wraps)


def _layout(tabletop: Tabletop, chain: Chain, ratio: int, weights: Weights | None = None) -> Layout:
    weights = weights or best_weights(tabletop.final, tabletop.double_lay, ratio)
    return place(chain, tabletop.double_lay, weights)


def _final_areas(tabletop: Tabletop, ratio: int) -> tuple[Box, ...] | None:
    """Return what each number of tiles needs of the table, if the hand is recorded and this is a position of it."""
    final, tiles = tabletop.final, len(tabletop.chain.laid)
    if final is None or not final.laid or final.laid[:tiles] != tabletop.chain.laid:
        return None
    return _layout(tabletop, final, ratio).areas


def _viewport(tabletops: Sequence[Tabletop], page: Scene, recorded: Sequence[tuple[Box, ...] | None],
              scales: Scales, *, near: bool) -> Viewport:
    """Return the viewport that tables drawn alike share.

    If they are large, it is only `near` the last tile of the first one, where tiles still have the least scale.
    """
    tiles = max(1, *(len(tabletop.chain.laid) for tabletop in tabletops))
    known, cloth = [areas for areas in recorded if areas is not None], page.cloth
    layouts = [_layout(tabletop, tabletop.chain, page.ratio) for tabletop in tabletops]
    if len(known) == len(recorded):
        scale = scale_of_record(_join_areas(known), tiles, cloth, scales)
    else:
        scale = live_scale(reduce(Box.join, (layout.area for layout in layouts)), cloth, scales)
    layout = layouts[0]
    if not near or scale >= scales.least or not layout.placed:
        present = reduce(Box.join, (layout.present for layout in layouts))
        return Viewport.centre(scale, _at_left(present, scale, cloth) if layout.lines else present, cloth)
    seen = layout.area.grown(1)
    wide, high = min(cloth[2] // scales.least, seen.width), min(cloth[3] // scales.least, seen.height)
    # Round the tile, but with no more bare cloth than there must be.
    x, y = layout.placed[focus(tabletops[0])].box.middle
    left = max(min(x - wide // 2, seen.x + seen.width - wide), seen.x)
    top = max(min(y - high // 2, seen.y + seen.height - high), seen.y)
    return Viewport.centre(scales.least, Box(left, top, wide, high), cloth, follows=True)


def _at_left(area: Box, scale: int, cloth: Box) -> Box:
    """Return the area with so much bare cloth to its right that rows can grow and the view stays where it is."""
    spare = max(cloth.width // scale - area.width, 0)
    return Box(area.x - (spare > 0), area.y, area.width + spare, area.height)


def _look_closer(page: Scene, tabletop: Tabletop, look: Viewport, *, in_sight: bool) -> Viewport:
    """Return the viewport of a closer look as near as there is something to see; `in_sight` shows the last tile."""
    cloth, layout = page.cloth, _layout(tabletop, tabletop.chain, page.ratio)
    area = layout.area.grown(1)
    # The closest look shows one tile with a margin, however it lies.
    scale = max(min(look.scale, min(cloth[2], cloth[3]) // 6), min(fitting_scale(layout.area, cloth), LEAST))
    middle = Viewport.centre(scale, area, cloth)
    now = look if scale == look.scale else middle

    def along(side: int, start: int) -> int:
        """Bring the table along one axis to where it covers the cloth, or to its middle if it is smaller."""
        begin, extent = area[side] * scale, area[side + 2] * scale
        first, room = cloth[side], cloth[side + 2]
        if extent <= room:
            return middle[side + 1]
        if in_sight and layout.placed:
            tile = layout.placed[focus(tabletop)].box.grown(1)
            least, most = first - tile[side] * scale, first + room - (tile[side] + tile[side + 2]) * scale
            start = max(min(start, most), least)
        return max(min(start, first - begin), first + room - begin - extent)

    return Viewport(scale, along(0, now.left), along(1, now.top))


def _join_areas(tables: Sequence[tuple[Box, ...]]) -> tuple[Box, ...]:
    """Return what several tables need together, by the number of tiles on the one that has most."""
    if len(tables) == 1:
        return tables[0]
    rows = ([areas[min(place, len(areas) - 1)] for areas in tables] for place in range(max(map(len, tables))))
    return tuple(reduce(Box.join, row) for row in rows)


def _with_chain(page: Scene, tabletop: Tabletop, sizes: Sizes, viewport: Viewport) -> Scene:
    layout = _layout(tabletop, tabletop.chain, page.ratio, page.weights)
    labels, leaders = _place_labels(tabletop, layout, viewport, page.cloth, sizes)
    tiles = _tiles_on(tabletop, layout, viewport)
    ends = _ends_on(tabletop, layout, viewport)
    bridges = [*_spine(tabletop.chain, viewport)]
    for placed in () if bridges else layout.placed:
        start = placed.bridge or placed.corner
        if start:
            x, y, _, _ = viewport.box(Box(*start, 0, 0))
            bridges.append((x, y, *viewport.box(placed.box).middle))
    return replace(page, viewport=viewport, tiles=tiles, ends=ends, labels=page.labels + labels, leaders=leaders,
                   bridges=tuple(bridges))


class Framing(NamedTuple):
    """What a reader wants to see of a table.

    `ratio` is the width, in quarters of the height, for which the tiles are placed (0: that of the picture), `near` the
    surroundings of the last tile if a whole table makes tiles tiny, `look` the viewport of a closer look, which moves
    as far as it must to show the last tile if that is to be `in_sight`.
    """

    ratio: int = 0
    near: bool = False
    look: Viewport | None = None
    in_sight: bool = False


BY_ITSELF = Framing()


def table_scene(tabletop: Tabletop, size: tuple[int, int], *, beside: Sequence[Tabletop] = (), large: bool = False,
                framing: Framing = BY_ITSELF) -> Scene:
    """Return the table alone, without players, scores and captions, in a picture of exactly `size` pixels.

    Tables drawn with each other as `beside` share one scale and the position of each place. `large` is for projectors.
    `framing` has what a reader wants to see of it, if that is not the whole table.
    A size outside (200, 120) to (2400, 1600) is a DominoError.
    """
    wide, high = size
    if not (200 <= wide <= 2400 and 120 <= high <= 1600):
        raise DominoError(f"a table must measure from 200 x 120 to 2400 x 1600 pixels, not {wide} x {high}")
    framing = framing._replace(ratio=framing.ratio or ratio_of(wide, high))
    return _table_scene(tabletop, size, tuple(beside), large, framing)


@lru_cache(maxsize=64)
def _table_scene(tabletop: Tabletop, size: tuple[int, int], beside: tuple[Tabletop, ...], large: bool,  # noqa: FBT001
                 framing: Framing) -> Scene:
    wide, high = size
    cloth = Box(0, 0, 2 * wide, 2 * high)
    title = tabletop.title or phrase("picture.untitled")
    page = Scene(2 * wide, 2 * high, cloth, Viewport(1, 0, 0), title=title, ratio=framing.ratio)
    # A number in a small slot is better small than not there, also on a projector.
    sizes, scales = Sizes.of(wide, large=large)._replace(least=Sizes.of(wide).least), Scales.on(cloth)
    if tabletop.tableau is None:
        tables = (tabletop, *beside)
        areas = [_final_areas(table, framing.ratio) for table in tables]
        viewport = _viewport(tables, page, areas, scales, near=framing.near)
        if framing.look is not None:
            viewport = _look_closer(page, tabletop, framing.look, in_sight=framing.in_sight)
        return _in_words(_with_chain(page, tabletop, sizes, viewport), tabletop)
    groups, area = _place_groups(tabletop.tableau, narrow=3 * wide < 4 * high)
    return _in_words(_with_tableau(page, tabletop.tableau, groups, sizes, area.grown(1), scales.most), tabletop)


def tables_scene(tabletops: Sequence[Tabletop], size: tuple[int, int], *, columns: int, large: bool = False) -> Scene:
    """Return tables in one picture of `size` pixels, all drawn alike.

    They stand in rows of `columns` tables. They have one scale. The first tile of each is at the same
    place of its table as long as all of them are whole then; so are all others, as long as the plays are the same.

    >>> from domino_lab.core.chain import Chain
    >>> len(tables_scene([Tabletop(Chain()), Tabletop(Chain())], (720, 240), columns=2).cloths)
    2
    """
    return _tables_scene(tuple(tabletops), size, columns, large)


_GAP = 32
"""Dots between two tables."""


@lru_cache(maxsize=64)
def _tables_scene(tabletops: tuple[Tabletop, ...], size: tuple[int, int], columns: int, large: bool  # noqa: FBT001
                  ) -> Scene:
    whole, rows = Box(0, 0, 2 * size[0], 2 * size[1]), -(-len(tabletops) // columns)
    wide, high = ((length - _GAP * (count - 1)) // count
                  for length, count in zip(whole[2:], (columns, rows), strict=True))
    # Where an arm bends depends on the end of the hand: with the same weights for all, equal chains lie alike.
    finals = tuple((tabletop.final or tabletop.chain, tabletop.double_lay) for tabletop in tabletops)
    there_are_tiles = all(final.laid for final, _ in finals)
    weights = common_weights(finals, Box(0, 0, wide - wide % 32, high - high % 32)) if there_are_tiles else None
    page = Scene(whole.width, whole.height, Box(0, 0, wide, high), Viewport(1, 0, 0), ratio=ratio_of(wide, high),
                 weights=weights)
    sizes = Sizes.of(wide // 2, large=large)._replace(least=Sizes.of(wide // 2).least)
    scenes = []
    for number, (tabletop, viewport) in enumerate(zip(tabletops, _viewports(tabletops, page), strict=True)):
        row, column = divmod(number, columns)
        cloth = Box(column * (wide + _GAP), row * (high + _GAP), wide, high)
        there = viewport._replace(left=viewport.left + cloth.x, top=viewport.top + cloth.y)
        text = f"{tabletop.title}: {table_text(tabletop)}".removeprefix(": ")
        own = replace(page, cloth=cloth, viewport=there, text=text)
        if tabletop.tableau is None:
            scenes.append(_with_chain(own, tabletop, sizes, there))
        else:
            groups, area = _place_groups(tabletop.tableau, narrow=wide < high)
            scenes.append(_with_tableau(own, tabletop.tableau, groups, sizes, area, there.scale, there))
    parts: dict[str, Any] = {name: tuple(shape for scene in scenes for shape in getattr(scene, name))
                             for name in ("tiles", "loose", "gaps", "ends", "labels", "bridges", "leaders")}
    return replace(page, cloth=whole, viewport=scenes[0].viewport, cloths=tuple(scene.cloth for scene in scenes),
                   title=" / ".join(tabletop.title for tabletop in tabletops),
                   text=" ".join(scene.text for scene in scenes), **parts)


def _viewports(tabletops: Sequence[Tabletop], page: Scene) -> list[Viewport]:
    """Return a viewport for each table in which it is whole.

    All have one scale, and one place for the first tile if each table is whole then.
    """
    cloth, scales = page.cloth, Scales.on(page.cloth)._replace(least=1)
    tableaux = [tabletop.tableau for tabletop in tabletops if tabletop.tableau is not None]
    if tableaux:
        narrow = cloth.width < cloth.height
        area = reduce(Box.join, (_place_groups(tableau, narrow=narrow)[1] for tableau in tableaux)).grown(1)
        scale = min(cloth.width // area.width, cloth.height // area.height, scales.most)
        return [Viewport.centre(max(scale, 1), area, cloth)] * len(tabletops)
    ends = (tabletop.final or tabletop.chain for tabletop in tabletops)
    hands = [_layout(tabletop, end, page.ratio, page.weights).areas or (Box(-2, -2, 4, 4),)
             for tabletop, end in zip(tabletops, ends, strict=True)]
    tiles = [len(tabletop.chain.laid) for tabletop in tabletops]
    scale = scale_of_record(largest_areas(hands), max(1, *tiles), cloth, scales)
    present = [_layout(tabletop, tabletop.chain, page.ratio, page.weights).present for tabletop in tabletops]
    together = reduce(Box.join, present)
    if fitting_scale(together, cloth) >= scale:
        return [Viewport.centre(scale, together, cloth)] * len(tabletops)
    return [Viewport.centre(scale, area, cloth) for area in present]


def ratio_of(wide: int, high: int) -> int:
    """Return the width of a table in quarters of its height.

    >>> ratio_of(720, 320)
    9
    """
    return round(4 * wide / high)


def ghost(tabletop: Tabletop, scene: Scene, chain: Chain) -> tuple[Box, bool, int, int]:
    """Return the place of the newest tile of `chain`, one longer than that of the tabletop, in its scene.

    It has the box in dots, whether the tile lies or stands, and its values from left to right or top down.
    """
    placed = _layout(tabletop, chain, scene.ratio).placed[-1]
    return scene.viewport.box(placed.box), placed.lies, placed.first, placed.second
