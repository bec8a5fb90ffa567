"""Output: the parts of a picture that a notebook keeps, to be seen without a kernel, on screen and on paper.

JupyterLab shows no SVG in a notebook that it does not trust, nbconvert drops its words, and LaTeX cannot read it. An
image in HTML is shown by all but LaTeX, with its words; LaTeX takes a PNG.
"""

from __future__ import annotations

import html
import re
from base64 import b64encode
from collections.abc import Container
from typing import NamedTuple

from domino_lab.io.paper import PNG, picture_on_paper
from domino_lab.picture.svg import SHRINKS
from domino_lab.words.escaping import printable, without_math

_WORDS = re.compile(r"<title>(.*?)</title><desc>(.*?)</desc>", re.DOTALL)
_SIZE = re.compile(r'<svg [^>]*?width="(\d+)"')


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

    def outputs(self, include: Container[str] | None = None) -> dict[str, str]:
        """Return the output of a cell by its types, including a PNG if resvg-py and Pillow are installed.

        `include` are the types that are wanted, as IPython names them: without PNG among them none is drawn.
        """
        made = {"text/plain": self.text}
        if self.markdown:
            made["text/markdown"] = self.markdown
        if self.picture:
            # Several lines are hard to follow when read aloud, so the picture's own sentence is used.
            words = "" if "\n" in self.text else self.text
            made["text/html"] = without_math(image(self.picture, words), self.below)
            if include is None or PNG in include:
                made |= picture_on_paper(self.picture)
        return made
