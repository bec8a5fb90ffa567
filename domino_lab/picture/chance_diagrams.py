"""Chance diagrams: all tiles of a set as a triangle, a tree of draws, and a two-way table, as SVG with their words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from domino_lab.core.tiles import Tile
from domino_lab.picture.layout import Box
from domino_lab.picture.svg import opening, plain, tile_drawings
from domino_lab.picture.text_metrics import width as width_of, wrap
from domino_lab.picture.theme import LIGHT

_EDGE = 14
_TITLE, _WORD, _SMALL = 16, 14, 12
_LINE = 20


def _word(x: int, y: int, text: str, colour: str, size: int = _WORD, *, bold: bool = False, anchor: str = "start"
          ) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (f'<text x="{x}" y="{y}" font-size="{size}"{weight} text-anchor="{anchor}" fill="{colour}">'
            f"{plain(text)}</text>")


def _frame(title: str, text: str, wide: int, high: int, marks: Iterator[str]) -> str:
    """A diagram with its title; its marks begin below that."""
    lines = wrap(title, _TITLE, (wide - 2 * _EDGE) * 10 // 11, 3)
    down = 10 + _LINE * len(lines)
    words = (_word(_EDGE, 4 + _LINE * (number + 1), part, LIGHT.text, _TITLE, bold=True)
             for number, part in enumerate(lines))
    return "\n".join((opening((wide, down + high), (wide, down + high), title, text),
                      f'<rect width="{wide}" height="{down + high}" fill="{LIGHT.panel}"/>', *words,
                      f'<g transform="translate(0 {down})">', *marks, "</g></svg>"))


# --- all tiles of a set

_QUARTER = 12
_ACROSS, _DOWN = 4 * _QUARTER, 5 * _QUARTER


def tile_triangle(title: str, tiles: Sequence[Tile], signs: Mapping[Tile, str], lines: Sequence[str]) -> str:
    """Return the tiles of a set as a triangle, a row for each higher half; `signs` has "A", "B" or both for some.

    A tile in A has an unbroken frame, one in B a broken one. The `lines` stand below.
    """
    rows = 1 + max(tile.high for tile in tiles)
    wide = max(2 * _EDGE + _ACROSS * rows, 460)
    told = [part for sentence in lines for part in wrap(sentence, _WORD, wide - 2 * _EDGE, 3)]
    boxes = {tile: Box(_EDGE + _ACROSS * tile.low + 3, _DOWN * tile.high + 4, 2 * _QUARTER, 4 * _QUARTER)
             for tile in tiles}

    def marks() -> Iterator[str]:
        for tile, sign in signs.items():
            x, y, across, down = boxes[tile].grown(3)
            inside = f'<rect x="{x}" y="{y}" width="{across + 14}" height="{down}" rx="5"'
            yield f'{inside} fill="{LIGHT.lit if "A" in sign else LIGHT.mark}"/>'
            if "B" in sign:
                yield f'{inside} fill="none" stroke="{LIGHT.pill}" stroke-width="3" stroke-dasharray="5 4"/>'
        yield tile_drawings(boxes.items(), _QUARTER)
        for tile, sign in signs.items():
            x, y, across, _ = boxes[tile]
            for number, letter in enumerate(sign):
                yield _word(x + across + 9, y + 14 + 18 * number, letter, LIGHT.lit_text, bold=True, anchor="middle")
        for number, part in enumerate(told):
            yield _word(_EDGE, _DOWN * rows + 20 + _LINE * number, part, LIGHT.text)

    return _frame(title, " ".join(lines), wide, _DOWN * rows + 14 + _LINE * len(told), marks())


# --- a tree of draws

class Branch(NamedTuple):
    """A branch of a tree: its chance, the words at its end and a note below them, and what follows it.

    At a leaf, `product` is the chance of the whole path with its factors.
    """

    chance: str
    words: str
    note: str
    inside: tuple[Branch, ...]
    product: str = ""

    @property
    def leaves(self) -> int:
        """The number of paths through this branch."""
        return sum(branch.leaves for branch in self.inside) or 1

    @property
    def depth(self) -> int:
        """The number of branches that follow one another from here on."""
        return 1 + max(branch.depth for branch in self.inside) if self.inside else 0

    def at(self, depth: int) -> Iterator[Branch]:
        """Yield the branches so many steps on."""
        if not depth:
            yield self
        for branch in self.inside if depth else ():
            yield from branch.at(depth - 1)


_ROW, _BOX, _GAP = 56, 42, 84


def tree_picture(title: str, text: str, heads: Sequence[str], root: Branch, lines: Sequence[str]) -> str:
    """Return a tree that grows to the right: `heads` name its columns, the products stand at its leaves."""
    rooms = [16 + max(max(width_of(branch.words, _WORD, bold=True), width_of(branch.note, _SMALL))
                      for branch in root.at(depth)) for depth in range(root.depth + 1)]
    rooms = [max(room, width_of(head, _SMALL)) for room, head in zip(rooms, heads, strict=True)]
    lefts = [_EDGE + sum(rooms[:depth]) + _GAP * depth for depth in range(len(rooms))]
    products = lefts[-1] + rooms[-1] + 12
    wide = products + _EDGE + max(width_of(leaf.product, _WORD) for leaf in root.at(root.depth))
    foot = _LINE + _ROW * root.leaves + 10
    told = [part for sentence in lines for part in wrap(sentence, _WORD, wide - 2 * _EDGE, 3)]

    def grow(branch: Branch, depth: int, first: int) -> Iterator[str]:
        """The branches from here on, whose leaves begin with number `first`."""
        x, y = lefts[depth], _LINE + _ROW * first + _ROW * branch.leaves // 2
        begun = first
        for inside in branch.inside:
            end = lefts[depth + 1], _LINE + _ROW * begun + _ROW * inside.leaves // 2
            start = x + rooms[depth], y
            yield f'<path d="M{start[0]} {start[1]}L{end[0]} {end[1]}" stroke="{LIGHT.quiet}" stroke-width="2"/>'
            middle = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
            room = width_of(inside.chance, _WORD) + 8
            yield (f'<rect x="{middle[0] - room // 2}" y="{middle[1] - 11}" width="{room}" height="22"'
                   f' fill="{LIGHT.panel}"/>')
            yield _word(middle[0], middle[1] + 5, inside.chance, LIGHT.text, anchor="middle")
            yield from grow(inside, depth + 1, begun)
            begun += inside.leaves
        yield _box(branch, Box(x, y - _BOX // 2, rooms[depth], _BOX))
        if branch.product:
            yield _word(products, y + 5, branch.product, LIGHT.text)

    def marks() -> Iterator[str]:
        yield from (_word(left, 12, head, LIGHT.quiet, _SMALL) for left, head in zip(lefts, heads, strict=True))
        yield from grow(root, 0, 0)
        yield from (_word(_EDGE, foot + _LINE * (number + 1) - 4, part, LIGHT.text) for number, part in enumerate(told))

    return _frame(title, text, wide, foot + _LINE * len(told) + 8, marks())


def _box(branch: Branch, box: Box) -> str:
    x, y, wide, high = box
    base = y + high // 2 + (-2 if branch.note else 5)
    words = _word(x + wide // 2, base, branch.words, LIGHT.text, bold=True, anchor="middle")
    note = _word(x + wide // 2, y + high // 2 + 14, branch.note, LIGHT.text, _SMALL, anchor="middle")
    return (f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="6" fill="{LIGHT.panel}" stroke="{LIGHT.quiet}"'
            f' stroke-width="1"/>{words}{note if branch.note else ""}')


# --- a two-way table

def two_way_picture(title: str, text: str, heads: Sequence[str], rows: Sequence[Sequence[tuple[str, str]]],
                    lines: Sequence[str]) -> str:
    """Return a table: `heads` over its columns, in each cell a number and a note below it; totals are shaded."""
    rooms = [20 + max(width_of(head, _WORD, bold=True),
                      *(max(width_of(cell[0], _WORD, bold=True), width_of(cell[1], _SMALL)) for cell in column))
             for head, column in zip(heads, zip(*rows, strict=True), strict=True)]
    lefts = [_EDGE + sum(rooms[:place]) for place in range(len(rooms))]
    wide = max(sum(rooms) + 2 * _EDGE, 440)
    told = [part for sentence in lines for part in wrap(sentence, _WORD, wide - 2 * _EDGE, 3)]
    foot = 30 + _ROW * len(rows) + 8

    def marks() -> Iterator[str]:
        for left, room, head in zip(lefts, rooms, heads, strict=True):
            yield _word(left + room // 2, 19, head, LIGHT.text, bold=True, anchor="middle")
        for at, row in enumerate(rows):
            for place, (number, note) in enumerate(row):
                y = 30 + _ROW * at
                is_total = 0 < place == len(row) - 1 or (place and at == len(rows) - 1)
                shade = f' fill="{LIGHT.quiet}" fill-opacity="0.14"' if is_total else ' fill="none"'
                yield (f'<rect x="{lefts[place]}" y="{y}" width="{rooms[place]}" height="{_ROW}"{shade}'
                       f' stroke="{LIGHT.quiet}"/>')
                middle = lefts[place] + rooms[place] // 2
                yield _word(middle, y + (24 if note else 33), number, LIGHT.text, bold=True, anchor="middle")
                if note:
                    yield _word(middle, y + 43, note, LIGHT.text, _SMALL, anchor="middle")
        yield from (_word(_EDGE, foot + _LINE * (number + 1) - 4, part, LIGHT.text) for number, part in enumerate(told))

    return _frame(title, text, wide, foot + _LINE * len(told) + 8, marks())
