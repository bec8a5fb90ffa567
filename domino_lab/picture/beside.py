"""Beside: several pictures as one, side by side or two by two."""

from __future__ import annotations

from collections.abc import Sequence

from domino_lab.picture.scene import Scene
from domino_lab.picture.svg import FONT, plain, svg
from domino_lab.picture.theme import STATIC, Theme

GAP = 16
"""Pixels between two pictures."""

SHRINKS = ' style="max-width:100%;height:auto"'


def beside(scenes: Sequence[Scene], title: str, theme: Theme = STATIC) -> str:
    """The pictures as one SVG: two or three in a row, four in two rows; `title` and all their words are its words.

    >>> from domino_lab.chain import Chain
    >>> from domino_lab.picture.scene import scene
    >>> from domino_lab.picture.tabletop import Tabletop
    >>> beside([scene(Tabletop(Chain()), 400)] * 2, "Two tables").count("<svg")
    3
    """
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
