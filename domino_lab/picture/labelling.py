"""Labelling: words on the felt, each in the nearest free place beside what it speaks of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domino_lab.chain import OpenEnd
from domino_lab.picture.cards import Sizes
from domino_lab.picture.framing import Frame
from domino_lab.picture.ground import Box, cover
from domino_lab.picture.lettering import fitted, width
from domino_lab.picture.placing import Placing
from domino_lab.picture.shapes import LabelShape
from domino_lab.picture.tabletop import Tabletop
from domino_lab.words import phrase

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
    seen = frame.quarters(felt)
    taken = placing.ground
    for spot in placing.spots:
        taken |= cover(spot.cell)
    labels: list[LabelShape] = []
    leaders: list[Line] = []
    for wish in _wishes(tabletop, placing):
        size = sizes.text * 6 // 7 if wish.role != "last" else sizes.text
        text = fitted(wish.text, size, felt[2] // 2, bold=True)
        room = _room(text, size, frame)
        found = next((box for box in _around(wish.near, room) if _inside(box, seen) and not cover(box) & taken), None)
        if found is None:
            continue
        taken |= cover(found)
        labels.append(LabelShape(wish.role, text, frame.box(found), size, bold=True, anchor="middle"))
        if not _touch(found.grown(2), wish.near):
            leaders.append((*_middle(frame.box(wish.near)), *_middle(frame.box(found))))
    return tuple(labels) + tuple(_slot_labels(tabletop, placing, frame, sizes)), tuple(leaders)


def slot_text(size: int, text: str, box: Box) -> int:
    """The font size for a word inside a slot, or 0 when it would be smaller than `size` allows to be read."""
    fitting = box[3] * 4 // 5
    while fitting >= size and width(text, fitting, bold=True) > box[2]:
        fitting -= 1
    return fitting if fitting >= size else 0


def _wishes(tabletop: Tabletop, placing: Placing) -> Iterator[_Wish]:
    if tabletop.last is not None and tabletop.last < len(placing.placed):
        words = phrase("picture.last")
        near = placing.placed[tabletop.last].box
        yield _Wish("last", f"{words} {tabletop.label}".strip(), near)
    spots = {spot.end: spot for spot in placing.spots}
    for mark in tabletop.marks:
        if not mark.label:
            continue
        if isinstance(mark.at, OpenEnd):
            if mark.at in spots:
                yield _Wish("mark", mark.label, spots[mark.at].cell)
        elif 0 <= mark.at < len(placing.placed):
            yield _Wish("mark", mark.label, placing.placed[mark.at].box)


def _slot_labels(tabletop: Tabletop, placing: Placing, frame: Frame, sizes: Sizes) -> Iterator[LabelShape]:
    """The value in each slot, or the short label of a lit end."""
    words = {end: str(end.value) for end in tabletop.usable}
    words |= {one.end: one.label or str(one.end.value) for one in tabletop.lit}
    lit = {one.end for one in tabletop.lit}
    for spot in placing.spots:
        if spot.end in words:
            box = frame.box(spot.cell)
            size = slot_text(16, words[spot.end], box)
            role = "lit" if spot.end in lit else "slot"
            yield LabelShape(role, words[spot.end], box, min(size, sizes.text) or 16, bold=True, anchor="middle")


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
