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

    >>> from domino_lab.chain import Chain
    >>> labelled(Tabletop(Chain()), Placing(), Frame(10, 0, 0), Box(0, 0, 700, 300), Sizes.of(720))
    ((), ())
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
