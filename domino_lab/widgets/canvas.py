"""Canvas: the only module that talks to ipycanvas, and deals with its traps.

ipycanvas sends every canvas's commands through one manager. A command it cannot draw stops all canvases of a page, so
every argument is checked before it leaves Python; an exception while drawing must not leave the manager collecting for
ever, so painting happens inside `one_message`; and after a reload of the page the manager must forget which canvas it
spoke to last, or nothing is ever drawn again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING

from domino_lab.picture.layout import Box
from domino_lab.picture.scene import Scene
from domino_lab.picture.svg import FONT, Batch, Boxes, Discs, Segments, Word, display_list
from domino_lab.picture.theme import LIGHT, Theme

if TYPE_CHECKING:
    from ipycanvas import Canvas
    from ipycanvas.canvas import _CanvasManager

_COLOUR = re.compile(r"#[0-9a-f]{6}", re.ASCII)
_FARTHEST = 100_000
_LONGEST_TEXT = 400


def new_canvas(scene: Scene) -> Canvas:
    """Return a canvas for scenes of this size: two dots to a pixel, and a fixed place in the page."""
    from ipycanvas import Canvas
    from ipywidgets import Layout

    wide, high = scene.pixels
    layout = Layout(width=f"{wide}px", height=f"{high}px", max_width="none", flex="0 0 auto")
    return Canvas(width=scene.width, height=scene.height, layout=layout)


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

    def discs(self, middles: Sequence[tuple[int, int]], radius: int) -> None:
        self._fill("fillCircles", middles, radius)

    def _fill(self, command: str, rows: Sequence[tuple[int, ...]], *more: int) -> None:
        """Send the rows as one array for each column."""
        import numpy

        columns = numpy.array(rows, dtype=numpy.float32).T.copy()
        sizes = [{"shape": (len(rows),), "dtype": "float32", "idx": place} for place in range(len(columns))]
        buffers = [memoryview(column) for column in columns]
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
        manager.flush()
    except BaseException:
        manager._current_canvas = None
        raise
    finally:
        _forget(manager)


def _manager() -> _CanvasManager:
    import ipycanvas.canvas

    return ipycanvas.canvas._CANVAS_MANAGER


def _forget(manager: _CanvasManager) -> None:
    manager._caching, manager._commands_cache, manager._buffers_cache = False, [], []


def on_ready(canvas: Canvas, repaint: Callable[[], None]) -> None:
    """Call `repaint` whenever a page is ready to show this canvas: the first time, after a reload, in a second view."""

    def ready() -> None:
        _manager()._current_canvas = None
        repaint()

    canvas.on_client_ready(ready)


def on_point(canvas: Canvas, act: Callable[[float, float], None]) -> None:
    """Call `act` with x and y in pixels, as `Scene.at` takes them, when the canvas is pressed."""
    canvas.on_mouse_down(lambda x, y: act(x / 2, y / 2))


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
    """A rounded box is two crossed ones and four discs: batches of those are what ipycanvas sends cheaply."""
    pen.take(fill_style=colour)
    if not batch.radius:
        pen.boxes(batch.boxes)
        return
    by_radius: dict[int, list[Box]] = {}
    for box in batch.boxes:
        by_radius.setdefault(min(batch.radius, box[2] // 2, box[3] // 2), []).append(box)
    for radius, boxes in by_radius.items():
        if radius <= 0:
            continue
        pen.boxes([part for x, y, wide, high in boxes for part in (
            (x + radius, y, wide - 2 * radius, high), (x, y + radius, wide, high - 2 * radius))])
        pen.discs([(column, row) for x, y, wide, high in boxes
                   for row in (y + radius, y + high - radius) for column in (x + radius, x + wide - radius)], radius)


def _paint_discs(pen: _Pen, batch: Discs, colour: str) -> None:
    pen.take(fill_style=colour)
    pen.discs(batch.middles, batch.radius)


def _paint_lines(pen: _Pen, batch: Segments, colour: str) -> None:
    pen.take(stroke_style=colour, line_width=batch.thickness)
    pen.canvas.set_line_dash([8, 8] if batch.dashed else [])
    for segment in batch.segments:
        pen.canvas.stroke_line(*segment)


def _paint_word(pen: _Pen, word: Word, colour: str) -> None:
    font = f"{'bold ' if word.bold else ''}{word.size}px {FONT}"
    align = {"start": "left", "middle": "center", "end": "right"}[word.anchor]
    pen.take(fill_style=colour, font=font, text_align=align)
    pen.canvas.fill_text(word.text, word.x, word.y)


_PAINT = {Boxes: _paint_boxes, Discs: _paint_discs, Segments: _paint_lines, Word: _paint_word}
