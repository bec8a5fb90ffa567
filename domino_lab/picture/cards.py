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

    >>> Sizes.of(720).text, Sizes.of(720, large=True).text
    (28, 52)
    """

    width: int
    text: int
    line: int
    gap: int
    held: int
    least: int

    @classmethod
    def of(cls, pixels: int, *, large: bool = False) -> Sizes:
        """The sizes for a picture `pixels` wide; `large` is for a projector, with text of at least 24 pixels.

        >>> Sizes.of(360).width
        720
        """
        text = 52 if large else 28 if pixels >= 600 else 26
        return cls(2 * pixels, text, text * 3 // 2, text // 2, text * 4 // 5, 48 if large else 22)


def rows(tabletop: Tabletop, sizes: Sizes) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Which seats sit above and below the table, row by row, clockwise from the lower left.

    >>> from domino_lab.chain import Chain
    >>> rows(Tabletop(chain=Chain(), holdings=(Holding("Ana"), Holding("Ben"))), Sizes.of(720))
    (((1,),), ((0,),))
    """
    seats = len(tabletop.holdings)
    above = tuple(seat for seat in (1, 2) if seat < seats)
    below = tuple(seat for seat in (0, 3) if seat < seats)
    if sizes.width >= 44 * sizes.text:
        return tuple(filter(None, (above,))), tuple(filter(None, (below,)))
    return tuple((seat,) for seat in above), tuple((seat,) for seat in below)


def card_height(tabletop: Tabletop, sizes: Sizes, *, wide: bool) -> int:
    """The height of every card: one line for the name, and room for a row of tiles where holdings are shown.

    >>> from domino_lab.chain import Chain
    >>> card_height(Tabletop(chain=Chain()), Sizes.of(720), wide=True)
    70
    """
    tiles = 4 * sizes.held + sizes.gap
    if all(holding.tiles is None for holding in tabletop.holdings):
        return sizes.line + 2 * sizes.gap
    return 2 * sizes.gap + (max(tiles, 2 * sizes.line) if wide else sizes.line + tiles)


class Card(NamedTuple):
    """One seat's card: its shape and its labels.

    >>> Card(HoldingShape(0, Box(0, 0, 400, 100)), ()).labels
    ()
    """

    shape: HoldingShape
    labels: tuple[LabelShape, ...]


def card(tabletop: Tabletop, seat: int, box: Box, sizes: Sizes) -> Card:
    """Lay out one seat's card in its box.

    >>> from domino_lab.chain import Chain
    >>> table = Tabletop(Chain(), holdings=(Holding("Ana"),))
    >>> [label.text for label in card(table, 0, Box(0, 0, 700, 100), Sizes.of(720)).labels]
    ['Ana']
    """
    holding = tabletop.holdings[seat]
    x, y, room, height = box.grown(-sizes.gap)
    beside = is_wide(box[2], sizes) and holding.tiles is not None
    column = 15 * sizes.text if beside else room
    labels = tuple(_labels(tabletop, holding, Box(x, y, column, height), sizes, two_lines=beside))
    if holding.tiles is None:
        return Card(HoldingShape(seat, box, (), holding.to_move), labels)
    if beside:
        area = Box(x + column + sizes.gap, y, room - column - sizes.gap, height)
    else:
        area = Box(x + sizes.text, y + sizes.line + sizes.gap, room - sizes.text, height - sizes.line - sizes.gap)
    held = tuple(_held(seat, holding, area, sizes.held))
    return Card(HoldingShape(seat, box, held, holding.to_move), labels)


def is_wide(room: int, sizes: Sizes) -> bool:
    """Whether a card `room` dots wide has its tiles beside the name, not below it.

    >>> is_wide(1400, Sizes.of(720)), is_wide(700, Sizes.of(720))
    (True, False)
    """
    return room >= 40 * sizes.text


def _labels(tabletop: Tabletop, holding: Holding, box: Box, sizes: Sizes, *, two_lines: bool) -> Iterator[LabelShape]:
    x, y, room, _ = box
    text, line = sizes.text, sizes.line
    score = _score(tabletop, holding.side)
    score_room = width(score, text) + sizes.gap if score else 0
    pill = fitted(holding.label, text, room * 2 // 5, bold=True)
    pill_room = width(pill, text, bold=True) + 2 * sizes.gap if pill else 0
    same_line = 0 if two_lines else score_room
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


def _score(tabletop: Tabletop, side: int) -> str:
    return phrase("picture.points", count=tabletop.scores[side]) if side < len(tabletop.scores) else ""


def _held(seat: int, holding: Holding, area: Box, most: int) -> Iterator[HeldTile]:
    tiles = holding.tiles or ()
    if not tiles:
        return
    count, quarter = _rows_that_fit(len(tiles), area, most)
    in_row = -(-len(tiles) // count)
    for place, tile in enumerate(tiles):
        column, row = place % in_row, place // in_row
        box = Box(area[0] + column * 5 * quarter // 2, area[1] + row * 9 * quarter // 2, 2 * quarter, 4 * quarter)
        yield HeldTile(seat, place, tile, box, drawn=place in holding.drawn)


def _rows_that_fit(tiles: int, area: Box, most: int) -> tuple[int, int]:
    """The number of rows that lets the tiles be largest, and their quarter."""

    def quarter(count: int) -> int:
        in_row = -(-tiles // count)
        return min(most, 2 * area[2] // (5 * in_row), 2 * area[3] // (9 * count - 1))

    best = max(range(1, 5), key=lambda count: (quarter(count), -count))
    return best, max(quarter(best), 1)
