"""Canvas: the only module that talks to ipycanvas and avoids its pitfalls.

ipycanvas sends the commands of every canvas through one shared manager. A command that a page cannot draw stops all
canvases of that page, and so does a message without a command. So every argument is checked before it leaves Python,
and the commands of a picture are collected separately and sent as one message. The message names its canvas, because a
reloaded page does not know which canvas the manager used last.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from domino_lab.picture.scene import Scene
from domino_lab.picture.svg import FONT, Batch, Boxes, Discs, Segments, Word, display_list
from domino_lab.picture.theme import LIGHT, Theme
from domino_lab.sessions.lock import hold_lock

if TYPE_CHECKING:
    from ipycanvas import Canvas
    from ipycanvas.canvas import _CanvasManager

TRIED_WITH = "ipycanvas 0.14.3"
"""The version whose private manager is used here; tests/test_house.py says when the tests have a newer one."""

_COLOUR = re.compile(r"#[0-9a-f]{6}", re.ASCII)
_FARTHEST = 100_000
_LONGEST_TEXT = 400
_SHORT = 2 ** 15


def new_canvas(size: tuple[int, int]) -> Canvas:
    """Return a canvas with a fixed place of that many CSS pixels, and a single dot until it is painted.

    A page that is loaded again makes every canvas of the kernel at once, also those that nobody sees: 200 of full size
    are 700 MB. A painted one has two dots to a pixel.
    """
    from ipycanvas import Canvas
    from ipywidgets import Layout

    wide, high = size
    layout = Layout(width=f"{wide}px", height=f"{high}px", max_width="none", flex="0 0 auto")
    return Canvas(width=1, height=1, layout=layout)


def paint(canvas: Canvas, scene: Scene, theme: Theme = LIGHT) -> None:
    """Paint a scene as one message; raise ValueError, and send nothing, if a mark cannot be drawn."""
    batches = display_list(scene)
    for batch in batches:
        _check(batch, theme)
    if (canvas.width, canvas.height) != (scene.width, scene.height):
        canvas.width, canvas.height = scene.width, scene.height
    pen = _Pen(canvas)
    for batch in batches:
        _PAINT[type(batch)](pen, batch, getattr(theme, batch.role))
    pen.send()


def painter() -> _CanvasManager:
    """Return the widget through which ipycanvas sends all commands, so that the page can see if one failed."""
    import ipycanvas.canvas

    return ipycanvas.canvas._CANVAS_MANAGER


class _Pen:
    """Collects the commands that draw a picture on a canvas, and sends them together; none is drawn without the others.

    The canvas's own methods check and convert all once more, and leave their commands in a place that is the same for
    all canvases and threads. A setting is only sent when it changes.
    """

    def __init__(self, canvas: Canvas) -> None:
        from ipycanvas.canvas import COMMANDS

        self._attributes, self._codes = canvas.ATTRS, COMMANDS
        self._commands: list[list[object]] = []
        self._buffers: list[memoryview] = []
        self._settings: dict[str, str | int] = {}
        # What the page was told before need not have reached it: that is so after a reload.
        self._add("switchCanvas", [f"IPY_MODEL_{canvas.model_id}"])
        self.draw("clear")

    def _add(self, command: str, *more: object) -> None:
        self._commands.append([self._codes[command], *more])

    def draw(self, command: str, *values: object, buffers: Sequence[memoryview] = ()) -> None:
        self._add(command, list(values), *([len(buffers)] if buffers else []))
        self._buffers += buffers

    def send(self) -> None:
        """Send all that was collected, as ipycanvas does, but without the spaces of its JSON."""
        commands = json.dumps(self._commands, separators=(",", ":")).encode()
        size = {"shape": [len(commands)], "dtype": "uint8"}
        with hold_lock():
            manager = painter()
            manager._current_canvas = None      # a canvas of the reader's own has to name itself again
            manager.send(size, buffers=[memoryview(commands), *self._buffers])

    def take(self, **settings: str | int) -> None:
        for name, value in settings.items():
            if self._settings.get(name) != value:
                self._settings[name] = value
                self._add("set", [self._attributes[name], value])

    def draw_all(self, command: str, rows: Sequence[tuple[int, ...]], *more: int) -> None:
        """Send the rows as one array for each column, in two bytes a number where they are enough; or as one number."""
        import numpy

        kind = "int16" if all(-_SHORT <= number < _SHORT for row in rows for number in row) else "float32"
        sizes: list[object] = []
        buffers: list[memoryview] = []
        for column in zip(*rows, strict=True):
            if sizes and len(set(column)) == 1:     # the first one must be an array: it says how many there are
                sizes.append(column[0])
            else:
                sizes.append({"shape": (len(rows),), "dtype": kind, "idx": len(buffers)})
                buffers.append(numpy.array(column, dtype=kind).data)
        self.draw(command, *sizes, *more, buffers=buffers)


def on_ready(canvas: Canvas, repaint: Callable[[], None]) -> None:
    """Call `repaint` whenever a page is ready to show this canvas: the first time, after a reload, in a second view."""

    canvas.on_client_ready(repaint)


def _check(batch: Batch, theme: Theme) -> None:
    if not _COLOUR.fullmatch(getattr(theme, batch.role)):
        raise ValueError(f"the colour of {batch.role} is not written #rrggbb")
    numbers = _numbers(batch)
    if not all(isinstance(number, int) for number in numbers) or max(map(abs, numbers), default=0) > _FARTHEST:
        raise ValueError(f"a mark for {batch.role} is not at a whole place within {_FARTHEST} dots")
    if isinstance(batch, Word) and (not isinstance(batch.text, str) or len(batch.text) > _LONGEST_TEXT):
        raise ValueError(f"a word for {batch.role} must be a text of at most {_LONGEST_TEXT} letters")


def _numbers(batch: Batch) -> list[int]:
    if isinstance(batch, Word):
        return [batch.x, batch.y, batch.size]
    return [batch[1], *chain.from_iterable(batch[2])]


def _paint_boxes(pen: _Pen, batch: Boxes, colour: str) -> None:
    """A rounded box is a smaller one with a thick rim whose corners are round: a batch of those is sent cheaply."""
    pen.take(fill_style=colour)
    if not batch.radius:
        pen.draw_all("fillRects", batch.boxes)
        return
    by_radius: dict[int, list[tuple[int, int, int, int]]] = {}
    for x, y, wide, high in batch.boxes:
        radius = min(batch.radius, (min(wide, high) - 1) // 2)
        by_radius.setdefault(radius, []).append((x + radius, y + radius, wide - 2 * radius, high - 2 * radius))
    for radius, boxes in by_radius.items():
        if not (batch.covered and radius > 0):
            pen.draw_all("fillRects", boxes)
        if radius > 0:
            pen.take(stroke_style=colour, line_width=2 * radius, line_join="round")
            pen.draw_all("strokeRects", boxes)


def _paint_discs(pen: _Pen, batch: Discs, colour: str) -> None:
    pen.take(fill_style=colour)
    pen.draw_all("fillCircles", batch.middles, batch.radius)


def _paint_lines(pen: _Pen, batch: Segments, colour: str) -> None:
    pen.take(stroke_style=colour, line_width=batch.thickness)
    if batch.dashed:
        pen.draw("setLineDash", [8, 8])
    for segment in batch.segments:
        pen.draw("strokeLine", *segment)
    if batch.dashed:
        pen.draw("setLineDash", [])


def _paint_word(pen: _Pen, word: Word, colour: str) -> None:
    font = f"{'bold ' if word.bold else ''}{word.size}px {FONT}"
    align = {"start": "left", "middle": "center", "end": "right"}[word.anchor]
    pen.take(fill_style=colour, font=font, text_align=align)
    pen.draw("fillText", word.text, word.x, word.y)


_PAINT: dict[type[Batch], Callable[[_Pen, Any, str], None]] = {
    Boxes: _paint_boxes, Discs: _paint_discs, Segments: _paint_lines, Word: _paint_word,
}
