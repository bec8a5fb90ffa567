"""Page: how a picture is divided into boxes that never change in a hand, and the card of each seat.

header      title                      boneyard
above       the other seats' cards
cloth       the table
below       the own seats' cards
caption
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domino_lab.picture.layout import Box
from domino_lab.picture.shapes import BoneyardShape, HeldTile, HoldingShape, LabelShape
from domino_lab.picture.tabletop import Holding, Tabletop
from domino_lab.picture.text_metrics import fitted, width, wrapped
from domino_lab.words import phrase


class Sizes(NamedTuple):
    """Lengths in dots that follow from the width of a picture: text, line, gap between things, a held quarter,
    and the least text.
    """

    width: int
    text: int
    line: int
    gap: int
    held: int
    least: int

    @classmethod
    def of(cls, pixels: int, *, large: bool = False) -> Sizes:
        """Return the sizes for a picture `pixels` wide; `large` is for a projector, with text of at least 24 pixels."""
        text = 52 if large else 28 if pixels >= 600 else 26
        return cls(2 * pixels, text, text * 3 // 2, text // 2, text * 4 // 5, 48 if large else 22)


def rows(tabletop: Tabletop, sizes: Sizes) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Return the seats above and those below the table, row by row, clockwise from the lower left."""
    seats = len(tabletop.holdings)
    far = (seats + 1) // 2
    above = tuple(range(1, far + 1))[: seats - 1]
    below = (0, *range(seats - 1, far, -1))[:seats]
    if sizes.width >= 44 * sizes.text:
        in_row = 2 if seats <= 4 else 3 if seats <= 6 else 4
    else:
        in_row = 1 if seats <= 4 or sizes.width < 26 * sizes.text else 2
    return _chunks(above, in_row), _chunks(below, in_row)


def _chunks(seats: tuple[int, ...], in_row: int) -> tuple[tuple[int, ...], ...]:
    return tuple(seats[start : start + in_row] for start in range(0, len(seats), in_row))


def lines(tabletop: Tabletop, room: int, sizes: Sizes) -> int:
    """Return how many lines of words stand above the tiles of a card `room` dots wide; 0 if they stand beside them."""
    if room >= 40 * sizes.text and _shows_tiles(tabletop):
        return 0
    wordy = bool(tabletop.chips) or len({holding.side for holding in tabletop.holdings}) < len(tabletop.holdings)
    return 1 if room >= (30 if wordy else 20) * sizes.text else 2


def _shows_tiles(tabletop: Tabletop) -> bool:
    return any(holding.tiles is not None for holding in tabletop.holdings)


def card_height(tabletop: Tabletop, sizes: Sizes, *, room: int) -> int:
    """Return the height of every card `room` dots wide: its lines of words, and the tiles if holdings are shown."""
    tiles = 4 * sizes.held + sizes.gap
    above = lines(tabletop, room, sizes) * sizes.line
    if not _shows_tiles(tabletop):
        return above + 2 * sizes.gap
    return 2 * sizes.gap + (above + tiles if above else max(tiles, 2 * sizes.line))


class Card(NamedTuple):
    """One seat's card: its shape and its labels."""

    shape: HoldingShape
    labels: tuple[LabelShape, ...]


def card(tabletop: Tabletop, seat: int, box: Box, sizes: Sizes) -> Card:
    """Lay out one seat's card in its box."""
    holding = tabletop.holdings[seat]
    x, y, room, height = box.grown(-sizes.gap)
    above = lines(tabletop, box[2], sizes)
    column = room if above else 17 * sizes.text
    labels = tuple(_labels(tabletop, holding, Box(x, y, column, height), sizes, two_lines=above != 1))
    if holding.tiles is None:
        return Card(HoldingShape(seat, box, (), holding.to_move), labels)
    if above:
        top = above * sizes.line + sizes.gap
        area = Box(x + sizes.text, y + top, room - sizes.text, height - top)
    else:
        area = Box(x + column + sizes.gap, y, room - column - sizes.gap, height)
    held = tuple(_held(seat, holding, area, sizes.held))
    return Card(HoldingShape(seat, box, held, holding.to_move), labels)


def _labels(tabletop: Tabletop, holding: Holding, box: Box, sizes: Sizes, *, two_lines: bool) -> Iterator[LabelShape]:
    x, y, room, _ = box
    text, line = sizes.text, sizes.line
    score = fitted(_score(tabletop, holding), text, room - text)
    score_room = width(score, text) + sizes.gap if score else 0
    same_line = 0 if two_lines else score_room
    names = width(holding.name, text, bold=True) + width(holding.label, text, bold=True) + 3 * sizes.gap
    if two_lines and holding.label and names > room - text:
        yield from _under_each_other(holding, Box(x + text, y, room - text, line), sizes)
        return
    beside_name = room - text - same_line - width(holding.name, text, bold=True) - 3 * sizes.gap
    pill = fitted(holding.label, text, max(room * 2 // 5, beside_name), bold=True)
    pill_room = width(pill, text, bold=True) + 2 * sizes.gap if pill else 0
    left = x + text
    name = fitted(holding.name, text, room - text - pill_room - same_line - sizes.gap, bold=True)
    yield LabelShape("name", name, Box(left, y, width(name, text, bold=True), line), text, bold=True)
    if pill:
        after = left + width(name, text, bold=True) + sizes.gap
        room_of_pill = Box(after, y, pill_room - sizes.gap, line)
        yield LabelShape("step", pill, room_of_pill, text, bold=True, anchor="middle", pill=True)
    if score and two_lines:
        yield LabelShape("score", score, Box(left, y + line, score_room, line), text)
    elif score:
        yield LabelShape("score", score, Box(x + room - score_room, y, score_room, line), text, anchor="end")


def _under_each_other(holding: Holding, box: Box, sizes: Sizes) -> Iterator[LabelShape]:
    """Put the label of this step in the place of the score in a narrow card, so that neither is cut short."""
    x, y, room, line = box
    name = fitted(holding.name, sizes.text, room, bold=True)
    yield LabelShape("name", name, Box(x, y, width(name, sizes.text, bold=True), line), sizes.text, bold=True)
    pill = fitted(holding.label, sizes.text, room - 2 * sizes.gap, bold=True)
    pill_room = width(pill, sizes.text, bold=True) + sizes.gap
    yield LabelShape("step", pill, Box(x, y + line, pill_room, line), sizes.text, bold=True, anchor="middle", pill=True)


def _score(tabletop: Tabletop, holding: Holding) -> str:
    side = holding.side
    if side >= len(tabletop.scores):
        return ""
    partners = [other.name for other in tabletop.holdings if other.side == side and other is not holding]
    score = phrase("picture.points", count=tabletop.scores[side])
    if side < len(tabletop.chips):
        score = phrase("picture.points_chips", points=score, count=tabletop.chips[side])
    return phrase("picture.points_side", points=score, partners=partners) if partners else score


def _held(seat: int, holding: Holding, area: Box, most: int) -> Iterator[HeldTile]:
    tiles = holding.tiles or ()
    if not tiles:
        return

    def quarter_of(count: int) -> int:
        in_row = -(-len(tiles) // count)
        return min(most, 2 * area[2] // (5 * in_row), 2 * area[3] // (9 * count - 1))

    count = max(range(1, 5), key=lambda count: (quarter_of(count), -count))  # The rows that make the tiles largest.
    quarter, in_row = max(quarter_of(count), 1), -(-len(tiles) // count)
    for place, tile in enumerate(tiles):
        column, row = place % in_row, place // in_row
        box = Box(area[0] + column * 5 * quarter // 2, area[1] + row * 9 * quarter // 2, 2 * quarter, 4 * quarter)
        front = holding.row and place == 0
        yield HeldTile(seat, place, tile, box, drawn=place in holding.drawn, front=front)


_WIDE = 960

_SHARES = {True: (40, 62), False: (60, 100)}
"""The least and the most height of the cloth, in hundredths of its width, in wide pictures and in narrow ones."""


class Page(NamedTuple):
    """The boxes of one picture; they depend on what stays the same in a hand, so nothing jumps between steps."""

    height: int
    cloth: Box
    cards: tuple[Card, ...]
    boneyard: BoneyardShape | None
    labels: tuple[LabelShape, ...]


def planned(tabletop: Tabletop, sizes: Sizes, base: Box) -> Page:
    """Divide a picture; `base` is the part of the table, in quarters, that gives the cloth its height."""
    boneyard, header = _header(tabletop, sizes)
    above, below = rows(tabletop, sizes)
    y = sizes.line + 2 * sizes.gap if header or boneyard else sizes.gap
    upper, y = _cards(tabletop, sizes, above, y)
    room = sizes.width - 2 * sizes.gap
    least, most = _SHARES[sizes.width >= _WIDE]
    if tabletop.tableau is None:
        height = max(room * base[3] // base[2], room * least // 100)
    else:  # The tiles of a tableau are as large as tiles are drawn.
        height = base[3] * min(room // base[2], largest(sizes))
    cloth = Box(sizes.gap, y, room, min(height, room * most // 100))
    lower, y = _cards(tabletop, sizes, below, y + cloth[3] + sizes.gap)
    caption, y = _caption(tabletop, sizes, y)
    cards = upper + lower
    labels = header + tuple(label for one in cards for label in one.labels) + caption
    return Page(y + y % 2, cloth, cards, boneyard, labels)


def largest(sizes: Sizes) -> int:
    """Return the most dots to a quarter of a tile in a tableau."""
    return sizes.text * 3 // 2


def _header(tabletop: Tabletop, sizes: Sizes) -> tuple[BoneyardShape | None, tuple[LabelShape, ...]]:
    text, line, gap = sizes.text, sizes.line, sizes.gap
    right = sizes.width - 2 * gap
    labels: tuple[LabelShape, ...] = ()
    pile = None
    if tabletop.boneyard is not None:
        key = "picture.boneyard_reserved" if tabletop.reserved else "picture.boneyard"
        words = phrase(key, count=tabletop.boneyard, reserved=tabletop.reserved)
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


def _cards(tabletop: Tabletop, sizes: Sizes, seats: tuple[tuple[int, ...], ...], y: int
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
    labels = tuple(LabelShape("caption", line, Box(2 * sizes.gap, y + row * sizes.line, room, sizes.line), sizes.text)
                   for row, line in enumerate(lines))
    return labels, y + most * sizes.line + sizes.gap
