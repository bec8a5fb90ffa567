"""Output: the parts of a picture that a notebook keeps, to be seen without a kernel, on screen and on paper.

JupyterLab shows no SVG in a notebook that it does not trust, nbconvert drops its words, and LaTeX cannot read it. An
image in HTML is shown by all but LaTeX, with its words; LaTeX takes a PNG.
"""

from __future__ import annotations

import html
import re
from base64 import b64encode
from functools import cache, lru_cache
from importlib.util import find_spec
from typing import Any, NamedTuple

from domino_lab.picture.svg import SHRINKS
from domino_lab.words.escaping import printable, without_math

_WORDS = re.compile(r"<title>(.*?)</title><desc>(.*?)</desc>", re.DOTALL)
_SIZE = re.compile(r'<svg [^>]*?width="(\d+)"')
_LATIN = 0x024F
_FONTS = (("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"), ("Arial.ttf", "Arial Bold.ttf"), ("arial.ttf", "arialbd.ttf"),
          ("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"))


def image(picture: str, text: str = "") -> str:
    """Return an SVG as an image in HTML, no wider than its page; its alternative text is `text` or the SVG's own.

    >>> from domino_lab.picture.svg import opening
    >>> image(opening((20, 10), (40, 20), "A double", "5-5 is alone.") + "</svg>")[:50]
    '<img alt="A double. 5-5 is alone." width="20" styl'
    """
    if not text:
        match = _WORDS.search(picture)
        text = ". ".join(html.unescape(part).rstrip(".") for part in match.groups() if part) + "." if match else ""
    words = html.escape(" ".join(printable(text).split()))
    size = _SIZE.search(picture)
    width = f' width="{size[1]}"' if size else ""
    # GitHub has been seen to show an address in base 64, and to drop the same one written with per cent signs.
    address = f"data:image/svg+xml;base64,{b64encode(picture.encode()).decode()}"
    return f'<img alt="{words}"{width}{SHRINKS} src="{address}">'


class Kept(NamedTuple):
    """The parts of a view that are kept: its picture as SVG, `text` with the same content, and the HTML `below` it.

    Without a picture there is `markdown`.

    >>> sorted(Kept("", "A double is 5-5.", markdown="A **double** is 5-5.").outputs())
    ['text/markdown', 'text/plain']
    """

    picture: str
    text: str
    below: str = ""
    markdown: str = ""

    def outputs(self) -> dict[str, str]:
        """Return the output of a cell by its types, including a PNG if resvg-py and Pillow are installed."""
        made = {"text/plain": self.text}
        if self.markdown:
            made["text/markdown"] = self.markdown
        if self.picture:
            # Several lines are hard to follow when read aloud, so the picture's own sentence is used.
            words = "" if "\n" in self.text else self.text
            made["text/html"] = without_math(image(self.picture, words), self.below)
            on_paper = _png(self.picture)
            if on_paper:
                made["image/png"] = b64encode(on_paper).decode()
        return made


@lru_cache(maxsize=32)
def _png(picture: str) -> bytes:
    """The picture as PNG; nothing where that cannot be made. A notebook is run more than once."""
    if find_spec("resvg_py") is None or find_spec("PIL") is None:
        return b""
    import resvg_py

    family, files = _font()
    # All fonts of a system take a while to read: they are needed for other alphabets only.
    few = bool(files) and all(ord(letter) <= _LATIN or letter in "…–−×·" for letter in picture)
    given: dict[str, Any] = {"skip_system_fonts": True, "font_files": list(files)} if few else {}
    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=picture, font_family=family, sans_serif_family=family, **given))
    except ValueError:      # A picture for LaTeX alone is not worth the loss of all the others.
        return b""


@cache
def _font() -> tuple[str | None, tuple[str, ...]]:
    """A family of this system with its files, regular and bold; None if none of them is installed."""
    from PIL import ImageFont

    for names in _FONTS:
        try:
            fonts = [ImageFont.truetype(name) for name in names]
        except OSError:
            continue
        return fonts[0].getname()[0], tuple(str(font.path) for font in fonts)
    return None, ()
