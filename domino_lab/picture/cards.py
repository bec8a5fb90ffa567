"""Cards: the seats round the table, each with its name, score and tiles, in boxes that never change in a hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domino_lab.picture.ground import Box
from domino_lab.picture.lettering import fitted, width
from domino_lab.picture.shapes import HeldTile, HoldingShape, LabelShape
from domino_lab.picture.tabletop import Holding, Tabletop
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
        """The sizes for a picture `pixels` wide; `large` is for a projector, with text of at least 24 pixels."""
        text = 52 if large else 28 if pixels >= 600 else 26
        return cls(2 * pixels, text, text * 3 // 2, text // 2, text * 4 // 5, 48 if large else 22)


def rows(tabletop: Tabletop, sizes: Sizes) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Which seats sit above and below the table, row by row, clockwise from the lower left."""
    seats = len(tabletop.holdings)
    far = (seats + 1) // 2
    above = tuple(range(1, far + 1))[: seats - 1]
    below = (0, *range(seats - 1, far, -1))[:seats]
    in_row = _in_row(seats, sizes)
    return _chunks(above, in_row), _chunks(below, in_row)


def _in_row(seats: int, sizes: Sizes) -> int:
    if sizes.width >= 44 * sizes.text:
        return 2 if seats <= 4 else 3 if seats <= 6 else 4
    return 1 if seats <= 4 or sizes.width < 26 * sizes.text else 2


def _chunks(seats: tuple[int, ...], in_row: int) -> tuple[tuple[int, ...], ...]:
    return tuple(seats[start : start + in_row] for start in range(0, len(seats), in_row))


def lines(tabletop: Tabletop, room: int, sizes: Sizes) -> int:
    """Lines of words above the tiles of a card `room` dots wide; none where they stand beside them."""
    if room >= 40 * sizes.text and _shows_tiles(tabletop):
        return 0
    wordy = bool(tabletop.chips) or len({holding.side for holding in tabletop.holdings}) < len(tabletop.holdings)
    return 1 if room >= (30 if wordy else 20) * sizes.text else 2


def _shows_tiles(tabletop: Tabletop) -> bool:
    return any(holding.tiles is not None for holding in tabletop.holdings)


def card_height(tabletop: Tabletop, sizes: Sizes, *, room: int) -> int:
    """The height of every card `room` dots wide: its lines of words, and room for tiles where holdings are shown."""
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
    if two_lines and holding.label and _is_crowded(holding, room - text, sizes):
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
        yield LabelShape(
            "step", pill, Box(after, y, pill_room - sizes.gap, line), text, bold=True, anchor="middle", pill=True
        )
    if score and two_lines:
        yield LabelShape("score", score, Box(left, y + line, score_room, line), text)
    elif score:
        yield LabelShape("score", score, Box(x + room - score_room, y, score_room, line), text, anchor="end")


def _is_crowded(holding: Holding, room: int, sizes: Sizes) -> bool:
    """Whether the whole name and the whole label do not fit side by side."""
    words = width(holding.name, sizes.text, bold=True) + width(holding.label, sizes.text, bold=True)
    return words + 3 * sizes.gap > room


def _under_each_other(holding: Holding, box: Box, sizes: Sizes) -> Iterator[LabelShape]:
    """In a narrow card the label of this step stands in the place of the score, so that neither is cut short."""
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
    count, quarter = _rows_that_fit(len(tiles), area, most)
    in_row = -(-len(tiles) // count)
    for place, tile in enumerate(tiles):
        column, row = place % in_row, place // in_row
        box = Box(area[0] + column * 5 * quarter // 2, area[1] + row * 9 * quarter // 2, 2 * quarter, 4 * quarter)
        front = holding.row and place == 0
        yield HeldTile(seat, place, tile, box, drawn=place in holding.drawn, front=front)


def _rows_that_fit(tiles: int, area: Box, most: int) -> tuple[int, int]:
    """The number of rows that lets the tiles be largest, and their quarter."""

    def quarter(count: int) -> int:
        in_row = -(-tiles // count)
        return min(most, 2 * area[2] // (5 * in_row), 2 * area[3] // (9 * count - 1))

    best = max(range(1, 5), key=lambda count: (quarter(count), -count))
    return best, max(quarter(best), 1)
