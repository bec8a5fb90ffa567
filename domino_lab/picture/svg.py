"""SVG: a scene as a static picture that carries its own words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from domino_lab.escaping import STEERING
from domino_lab.picture.display_list import Batch, Discs, Segments, Word, display_list
from domino_lab.picture.scene import Scene
from domino_lab.picture.theme import STATIC, Theme

FONT = "system-ui,'Segoe UI',Helvetica,Arial,sans-serif"
_NOT_XML = re.compile("[\ufffe\uffff]")


def svg(scene: Scene, theme: Theme = STATIC) -> str:
    """Return the picture as one SVG element: whole numbers, no ids, no script, every word of a reader as plain text."""
    wide, high = scene.pixels
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}"'
        f' viewBox="0 0 {scene.width} {scene.height}" role="img" style="max-width:100%;height:auto"'
        f' font-family="{FONT}">'
    )
    words = f"<title>{plain(scene.title)}</title><desc>{plain(scene.text)}</desc>"
    return "\n".join((head, words, *_marks(display_list(scene), theme), "</svg>"))


def plain(text: str) -> str:
    """Return text for XML: escaped, without control characters and signs that XML does not allow."""
    kept = STEERING.sub("", text.replace("\t", " "))
    return escape(_NOT_XML.sub("", kept), {'"': "&quot;"})


def _marks(batches: tuple[Batch, ...], theme: Theme) -> Iterator[str]:
    for batch in batches:
        colour = getattr(theme, batch.role)
        if isinstance(batch, Word):
            yield _word(batch, colour)
        elif isinstance(batch, Segments):
            yield _lines(batch, colour)
        elif isinstance(batch, Discs):
            discs = (f'<circle cx="{x}" cy="{y}" r="{batch.radius}"/>' for x, y in batch.middles)
            yield f'<g fill="{colour}">{"".join(discs)}</g>'
        else:
            rounded = f' rx="{batch.radius}"' if batch.radius else ""
            boxes = (f'<rect x="{x}" y="{y}" width="{wide}" height="{high}"{rounded}/>'
                     for x, y, wide, high in batch.boxes)
            yield f'<g fill="{colour}">{"".join(boxes)}</g>'


def _lines(batch: Segments, colour: str) -> str:
    dashes = ' stroke-dasharray="8 8"' if batch.dashed else ""
    path = "".join(f"M{x} {y}L{to_x} {to_y}" for x, y, to_x, to_y in batch.segments)
    return f'<path stroke="{colour}" stroke-width="{batch.thickness}" fill="none"{dashes} d="{path}"/>'


def _word(word: Word, colour: str) -> str:
    weight = ' font-weight="bold"' if word.bold else ""
    anchor = f' text-anchor="{word.anchor}"' if word.anchor != "start" else ""
    place = f'x="{word.x}" y="{word.y}" font-size="{word.size}"'
    return f'<text {place}{weight}{anchor} fill="{colour}">{plain(word.text)}</text>'


GAP = 16
"""Pixels between two pictures."""

SHRINKS = ' style="max-width:100%;height:auto"'


def side_by_side(scenes: Sequence[Scene], title: str, theme: Theme = STATIC) -> str:
    """Return the pictures as one SVG: two or three in a row, four in two rows, with `title` and all their words."""
    across = 2 if len(scenes) == 4 else len(scenes)
    rows = [scenes[first : first + across] for first in range(0, len(scenes), across)]
    heights = [max(one.pixels[1] for one in row) for row in rows]
    widths = [max(row[column].pixels[0] for row in rows if column < len(row)) for column in range(across)]
    inner = [
        _placed(one, sum(widths[:column]) + GAP * column, sum(heights[:line]) + GAP * line, theme)
        for line, row in enumerate(rows)
        for column, one in enumerate(row)
    ]
    wide, high = sum(widths) + GAP * (len(widths) - 1), sum(heights) + GAP * (len(heights) - 1)
    words = plain(" ".join(f"{one.title}: {one.text}" for one in scenes))
    return "\n".join((
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"'
        f' role="img"{SHRINKS} font-family="{FONT}">',
        f"<title>{plain(title)}</title><desc>{words}</desc>", *inner, "</svg>",
    ))


def _placed(one: Scene, x: int, y: int, theme: Theme) -> str:
    """The picture's own size holds; the style by which a single picture shrinks would undo it here."""
    head, _, rest = svg(one, theme).partition(">")
    placed = head.replace("<svg", f'<svg x="{x}" y="{y}"', 1).replace(SHRINKS, "")
    return f"{placed}>{rest}"
