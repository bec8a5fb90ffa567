"""Plot frame: the ground of a small plot, with its title in as many lines as a narrow picture needs."""

from __future__ import annotations

from collections.abc import Iterable

from domino_lab.picture.lettering import wrapped
from domino_lab.picture.svg import FONT, plain
from domino_lab.picture.theme import Theme

_SIZE, _LINE, _MOST = 15, 19, 3


def framed(title: str, said: str, size: tuple[int, int], marks: Iterable[str], theme: Theme) -> str:
    """A plot as one SVG of this `size` (width and height in pixels), higher where its title takes more than one line.

    `said` is its text alternative; its `marks` begin 36 pixels from the top, below one line of title.
    """
    wide, high = size
    # Bold letters are a tenth wider.
    lines = wrapped(title, _SIZE, (wide - 28) * 10 // 11, _MOST)
    down = _LINE * (len(lines) - 1)
    words = (f'<text x="14" y="{22 + _LINE * number}" font-size="{_SIZE}" font-weight="bold" fill="{theme.text}">'
             f"{plain(line)}</text>" for number, line in enumerate(lines))
    return "\n".join((
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high + down}"'
        f' viewBox="0 0 {wide} {high + down}" role="img" style="max-width:100%;height:auto" font-family="{FONT}">',
        f"<title>{plain(title)}</title><desc>{plain(said)}</desc>",
        f'<rect x="0" y="0" width="{wide}" height="{high + down}" fill="{theme.panel}"/>',
        *words, f'<g transform="translate(0 {down})">', *marks, "</g></svg>",
    ))
