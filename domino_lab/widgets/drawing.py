"""Drawing: the picture of a table as SVG that can be pressed, for where there is no ipycanvas."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets


class Drawing(anywidget.AnyWidget):
    """An SVG; `on_point` is called with x and y in pixels, as `Scene.at` takes them, when it is pressed.

    >>> Drawing(print)._receive(None, {"x": 3.5, "y": 4}, [])
    3.5 4
    """

    # As text: of a file anywidget keeps every widget that ever was, to tell it when the file changes.
    _esm = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")

    svg = traitlets.Unicode().tag(sync=True)
    """The picture; every word of a reader in it is escaped."""

    def __init__(self, on_point: Callable[[float, float], object], **traits: Any) -> None:
        super().__init__(**traits)
        self._on_point = on_point
        self.on_msg(self._receive)

    def _receive(self, _widget: object, content: dict[str, Any], _buffers: object) -> None:
        self._on_point(content["x"], content["y"])
