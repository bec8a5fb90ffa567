"""Paper: a picture as PNG, for LaTeX, which reads no SVG; in a notebook it stands beside the image in HTML."""

from __future__ import annotations

import os
import re
from base64 import b64decode, b64encode
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.util import find_spec
from typing import Any

from domino_lab.core.errors import DominoError
from domino_lab.io.notebook_files import LIVE, has_reader, outputs_of

PNG = "image/png"

ADDED_LATER = "DOMINO_LAB_ADDS_PNG"
"""The variable by which a server tells its kernels that it adds the pictures for paper when it saves a notebook."""

_IMAGE = re.compile(r'src="data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)"')
_LATIN = 0x024F
_FONTS = (("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"), ("Arial.ttf", "Arial Bold.ttf"), ("arial.ttf", "arialbd.ttf"),
          ("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"))


def is_added_later() -> bool:
    """Return True in a kernel whose page is saved by a server that adds the pictures for paper."""
    return ADDED_LATER in os.environ and has_reader()


def add_pictures(notebook: object) -> None:
    """Give each output with a live widget its picture for paper, if it has one for the screen alone.

    >>> html = "<img src=\\"data:image/svg+xml;base64,{}\\">"
    >>> svg = b64encode(b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>').decode()
    >>> output = {"data": {LIVE: {}, "text/html": html.format(svg)}}
    >>> add_pictures({"cells": [{"outputs": [output]}]})
    >>> b64decode(output["data"]["image/png"])[1:4]
    b'PNG'
    """
    for _, data in outputs_of(notebook):
        if LIVE in data and PNG not in data:
            data.update(picture_on_paper(picture_on_screen(data)))


def picture_on_screen(data: Mapping[str, object]) -> str:
    """Return the SVG that an output has for the screen, as an image in its HTML; empty where there is none."""
    shown = data.get("text/html", "")
    drawing = _IMAGE.search("".join(map(str, shown)) if isinstance(shown, list) else str(shown))
    return b64decode(drawing[1]).decode(errors="replace") if drawing and len(drawing[1]) % 4 == 0 else ""


def picture_on_paper(picture: str) -> Mapping[str, str]:
    """Return an SVG as PNG by its type, as an output has it; nothing where it cannot be made."""
    made = _png(picture) if picture else b""
    return {PNG: b64encode(made).decode()} if made else {}


def as_png(picture: str) -> bytes:
    """Return an SVG as PNG; raises DominoError where what draws it is not installed."""
    made = _png(picture)
    if not made:
        raise DominoError("a PNG needs two more packages: python -m pip install resvg-py pillow; an SVG needs none")
    return made


@lru_cache(maxsize=256)
def _png(picture: str) -> bytes:
    """The picture as PNG; nothing where that cannot be made. A notebook is run, and saved, more than once."""
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
