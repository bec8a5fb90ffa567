"""Plan: how a picture is divided, from top to bottom: title and boneyard, cards, felt, cards, caption."""

from __future__ import annotations

from typing import NamedTuple

from domino_lab.picture.cards import Card, Sizes, card, card_height, rows
from domino_lab.picture.ground import Box
from domino_lab.picture.lettering import fitted, width, wrapped
from domino_lab.picture.shapes import BoneyardShape, LabelShape
from domino_lab.picture.tabletop import Tabletop
from domino_lab.words import phrase

_WIDE = 960
_SHARES = {True: (40, 62), False: (60, 100)}
"""The least and the most height of the felt, in hundredths of its width, in wide pictures and in narrow ones."""


class Plan(NamedTuple):
    """The boxes of one picture; they depend on what stays the same in a hand, so nothing jumps between steps.

    >>> Plan(400, Box(0, 0, 700, 300), (), None, ()).height
    400
    """

    height: int
    felt: Box
    cards: tuple[Card, ...]
    boneyard: BoneyardShape | None
    labels: tuple[LabelShape, ...]


def planned(tabletop: Tabletop, sizes: Sizes, base: Box) -> Plan:
    """Divide a picture; `base` is the part of the table, in quarters, that gives the felt its height.

    >>> from domino_lab.chain import Chain
    >>> planned(Tabletop(Chain()), Sizes.of(720), Box(0, 0, 80, 40)).felt.height
    706
    """
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
    """The most dots to a quarter of a tile in a spread.

    >>> largest(Sizes.of(720))
    42
    """
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
        for place, seat in enumerate(row):
            box = Box(sizes.gap + place * (room + sizes.gap), y, room, height)
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
