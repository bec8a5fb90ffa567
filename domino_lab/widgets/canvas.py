"""Canvas: the only module that talks to ipycanvas, and deals with its traps.

ipycanvas sends every canvas's commands through one manager. A command it cannot draw stops all canvases of a page, so
every argument is checked before it leaves Python; an exception while drawing must not leave the manager collecting for
ever, so painting happens inside `one_message`; and after a reload of the page the manager must forget which canvas it
spoke to last, or nothing is ever drawn again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING, Any

from domino_lab.picture.scene import Scene
from domino_lab.picture.svg import FONT, Batch, Boxes, Discs, Segments, Word, display_list
from domino_lab.picture.theme import LIGHT, Theme

if TYPE_CHECKING:
    from ipycanvas import Canvas
    from ipycanvas.canvas import _CanvasManager

_COLOUR = re.compile(r"#[0-9a-f]{6}", re.ASCII)
_FARTHEST = 100_000
_LONGEST_TEXT = 400
_SHORT = 2 ** 15


def new_canvas(size: tuple[int, int]) -> Canvas:
    """Return a canvas of that many CSS pixels: two dots to a pixel, and a fixed place in the page."""
    from ipycanvas import Canvas
    from ipywidgets import Layout

    wide, high = size
    layout = Layout(width=f"{wide}px", height=f"{high}px", max_width="none", flex="0 0 auto")
    return Canvas(width=2 * wide, height=2 * high, layout=layout)


def paint(canvas: Canvas, scene: Scene, theme: Theme = LIGHT) -> None:
    """Paint a scene as one message; raises ValueError, and sends nothing, when a mark could not be drawn."""
    batches = display_list(scene)
    for batch in batches:
        _check(batch, theme)
    with one_message():
        canvas.clear()
        pen = _Pen(canvas)
        for batch in batches:
            _PAINT[type(batch)](pen, batch, getattr(theme, batch.role))


class _Pen:
    """Draws on a canvas in the commands of its manager: the canvas's own methods check and convert all once more.

    A setting is only sent when it changes.
    """

    def __init__(self, canvas: Canvas) -> None:
        from ipycanvas.canvas import COMMANDS

        self.canvas, self._manager, self._commands = canvas, _manager(), COMMANDS
        self._settings: dict[str, str | int] = {}

    def take(self, **settings: str | int) -> None:
        for name, value in settings.items():
            if self._settings.get(name) != value:
                self._settings[name] = value
                self._manager.send_command(self.canvas, [self._commands["set"], [self.canvas.ATTRS[name], value]])

    def boxes(self, boxes: Sequence[tuple[int, int, int, int]]) -> None:
        self._fill("fillRects", boxes)

    def rims(self, boxes: Sequence[tuple[int, int, int, int]]) -> None:
        self._fill("strokeRects", boxes)

    def discs(self, middles: Sequence[tuple[int, int]], radius: int) -> None:
        self._fill("fillCircles", middles, radius)

    def _fill(self, command: str, rows: Sequence[tuple[int, ...]], *more: int) -> None:
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
        self._manager.send_draw_command(self.canvas, self._commands[command], [*sizes, *more], buffers)


@contextmanager
def one_message() -> Iterator[None]:
    """Collect draw commands and send them together; an exception inside sends nothing and breaks nothing."""
    manager = _manager()
    if manager._caching:
        _forget(manager)
    manager._caching = True
    try:
        yield
        _flush(manager)
    except BaseException:
        manager._current_canvas = None
        raise
    finally:
        _forget(manager)


def _manager() -> _CanvasManager:
    import ipycanvas.canvas

    return ipycanvas.canvas._CANVAS_MANAGER


def _flush(manager: _CanvasManager) -> None:
    """Send what was collected, as its own `flush` does, but without the spaces of its JSON."""
    commands = json.dumps(manager._commands_cache, separators=(",", ":")).encode()
    size = {"shape": [len(commands)], "dtype": "uint8"}
    manager.send(size, buffers=[memoryview(commands), *manager._buffers_cache])


def _forget(manager: _CanvasManager) -> None:
    manager._caching, manager._commands_cache, manager._buffers_cache = False, [], []


def on_ready(canvas: Canvas, repaint: Callable[[], None]) -> None:
    """Call `repaint` whenever a page is ready to show this canvas: the first time, after a reload, in a second view."""

    def ready() -> None:
        _manager()._current_canvas = None
        repaint()

    canvas.on_client_ready(ready)


def _check(batch: Batch, theme: Theme) -> None:
    if not _COLOUR.fullmatch(getattr(theme, batch.role)):
        raise ValueError(f"the colour of {batch.role} is not written #rrggbb")
    numbers = _numbers(batch)
    if not all(isinstance(number, int) for number in numbers) or max(map(abs, numbers), default=0) > _FARTHEST:
        raise ValueError(f"a mark for {batch.role} lies at no whole place within {_FARTHEST} dots")
    if isinstance(batch, Word) and (not isinstance(batch.text, str) or len(batch.text) > _LONGEST_TEXT):
        raise ValueError(f"a word for {batch.role} is no text of at most {_LONGEST_TEXT} letters")


def _numbers(batch: Batch) -> list[int]:
    if isinstance(batch, Word):
        return [batch.x, batch.y, batch.size]
    return [batch[1], *chain.from_iterable(batch[2])]


def _paint_boxes(pen: _Pen, batch: Boxes, colour: str) -> None:
    """A rounded box is a smaller one with a thick rim whose corners are round: a batch of those is sent cheaply."""
    pen.take(fill_style=colour)
    if not batch.radius:
        pen.boxes(batch.boxes)
        return
    by_radius: dict[int, list[tuple[int, int, int, int]]] = {}
    for x, y, wide, high in batch.boxes:
        radius = min(batch.radius, (min(wide, high) - 1) // 2)
        by_radius.setdefault(radius, []).append((x + radius, y + radius, wide - 2 * radius, high - 2 * radius))
    for radius, boxes in by_radius.items():
        pen.boxes(boxes)
        if radius > 0:
            pen.take(stroke_style=colour, line_width=2 * radius, line_join="round")
            pen.rims(boxes)


def _paint_discs(pen: _Pen, batch: Discs, colour: str) -> None:
    pen.take(fill_style=colour)
    pen.discs(batch.middles, batch.radius)


def _paint_lines(pen: _Pen, batch: Segments, colour: str) -> None:
    pen.take(stroke_style=colour, line_width=batch.thickness)
    if batch.dashed:
        pen.canvas.set_line_dash([8, 8])
    for segment in batch.segments:
        pen.canvas.stroke_line(*segment)
    if batch.dashed:
        pen.canvas.set_line_dash([])


def _paint_word(pen: _Pen, word: Word, colour: str) -> None:
    font = f"{'bold ' if word.bold else ''}{word.size}px {FONT}"
    align = {"start": "left", "middle": "center", "end": "right"}[word.anchor]
    pen.take(fill_style=colour, font=font, text_align=align)
    pen.canvas.fill_text(word.text, word.x, word.y)


_PAINT: dict[type[Batch], Callable[[_Pen, Any, str], None]] = {
    Boxes: _paint_boxes, Discs: _paint_discs, Segments: _paint_lines, Word: _paint_word,
}
