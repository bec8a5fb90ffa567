"""SVG: a scene as a static picture that carries its own words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.sax.saxutils import escape

from domino_lab.escaping import STEERING
from domino_lab.picture.scene import Scene
from domino_lab.picture.strokes import Batch, Boxes, Discs, Lines, Word, strokes
from domino_lab.picture.theme import STATIC, Theme

FONT = "system-ui,'Segoe UI',Helvetica,Arial,sans-serif"
_NOT_XML = re.compile("[\ufffe\uffff]")


def svg(scene: Scene, theme: Theme = STATIC) -> str:
    """The picture as one SVG element: whole numbers, no ids, no script, every word of a reader as plain text.

    >>> from domino_lab.chain import Chain
    >>> from domino_lab.picture.scene import scene
    >>> from domino_lab.picture.tabletop import Tabletop
    >>> svg(scene(Tabletop(Chain(), title="<b>"))).count("&lt;b&gt;")
    2
    """
    wide, high = scene.pixels
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}"'
        f' viewBox="0 0 {scene.width} {scene.height}" role="img" style="max-width:100%;height:auto"'
        f' font-family="{FONT}">'
    )
    words = f"<title>{plain(scene.title)}</title><desc>{plain(scene.text)}</desc>"
    return "\n".join((head, words, *_marks(strokes(scene), theme), "</svg>"))


def plain(text: str) -> str:
    """Text as it may stand in XML: escaped, and without the signs that steer or that XML has no place for.

    >>> plain('<script>"a"\\x00')
    '&lt;script&gt;&quot;a&quot;'
    """
    kept = STEERING.sub("", text.replace("\t", " "))
    return escape(_NOT_XML.sub("", kept), {'"': "&quot;"})


def _marks(batches: tuple[Batch, ...], theme: Theme) -> Iterator[str]:
    for batch in batches:
        colour = getattr(theme, batch.role)
        if isinstance(batch, Word):
            yield _word(batch, colour)
        elif isinstance(batch, Lines):
            yield _lines(batch, colour)
        elif isinstance(batch, Discs):
            yield f'<g fill="{colour}">{"".join(_disc(batch, x, y) for x, y in batch.middles)}</g>'
        else:
            yield f'<g fill="{colour}">{"".join(_box(batch, *box) for box in batch.boxes)}</g>'


def _box(batch: Boxes, x: int, y: int, wide: int, high: int) -> str:
    rounded = f' rx="{batch.radius}"' if batch.radius else ""
    return f'<rect x="{x}" y="{y}" width="{wide}" height="{high}"{rounded}/>'


def _disc(batch: Discs, x: int, y: int) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{batch.radius}"/>'


def _lines(batch: Lines, colour: str) -> str:
    dashes = ' stroke-dasharray="8 8"' if batch.dashed else ""
    path = "".join(f"M{x} {y}L{to_x} {to_y}" for x, y, to_x, to_y in batch.segments)
    return f'<path stroke="{colour}" stroke-width="{batch.thickness}" fill="none"{dashes} d="{path}"/>'


def _word(word: Word, colour: str) -> str:
    weight = ' font-weight="bold"' if word.bold else ""
    anchor = f' text-anchor="{word.anchor}"' if word.anchor != "start" else ""
    place = f'x="{word.x}" y="{word.y}" font-size="{word.size}"'
    return f'<text {place}{weight}{anchor} fill="{colour}">{plain(word.text)}</text>'
