"""What a saved notebook keeps, taken apart again: the pictures in its HTML."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Mapping
from typing import Any

import ipywidgets

IMAGE = re.compile(r'<img alt="([^"]*)"[^>]* src="data:image/svg\+xml;base64,([^"]+)">')


def pictures(html: str) -> list[str]:
    """Return the SVG of each image in HTML."""
    return [b64decode(data).decode() for _, data in IMAGE.findall(html)]


def picture(shown: ipywidgets.Widget | Mapping[str, Any]) -> str:
    """Return the only picture, as SVG, of what a view or a cell leaves in a notebook."""
    outputs = shown if isinstance(shown, Mapping) else shown._repr_mimebundle_()
    html = outputs["text/html"]
    (found,) = pictures(html if isinstance(html, str) else "".join(html))
    return found
