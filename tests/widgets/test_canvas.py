"""The canvas: one small message a picture, the same marks as the SVG, and none of ipycanvas's traps."""

from __future__ import annotations

import gc
import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import ipycanvas.canvas as theirs
import ipywidgets
import numpy
import pytest

from domino_lab.picture.scene import scene
from domino_lab.picture.svg import Discs, display_list, svg
from domino_lab.picture.theme import DARK, LIGHT
from domino_lab.widgets import canvas as ours
from domino_lab.widgets.stage import put_away
from tests import threads
from tests.picture.tables import busy_table, random_table

NAMES = {number: name for name, number in theirs.COMMANDS.items()}


class Wire:
    """What would have gone to the page."""

    def __init__(self) -> None:
        self.messages: list[tuple[Any, list[Any]]] = []

    def send(self, content: Any, buffers: Any = None) -> None:
        self.messages.append((content, list(buffers or ())))

    @property
    def size(self) -> int:
        return sum(len(bytes(buffer)) for _, buffers in self.messages for buffer in buffers)

    def commands(self) -> list[tuple[str, list[Any]]]:
        """Commands with their arguments; arrays in place of references to buffers."""
        found = []
        for _, buffers in self.messages:
            commands, rest = json.loads(bytes(buffers[0])), buffers[1:]
            for code, arguments, *count in commands if isinstance(commands[0], list) else [commands]:
                mine = [rest.pop(0) for _ in range(count[0] if count else 0)]
                found.append((NAMES[code], [_array(one, mine) for one in arguments]))
        return found


def _array(argument: Any, buffers: list[Any]) -> Any:
    if isinstance(argument, dict) and "dtype" in argument:
        return numpy.frombuffer(bytes(buffers[argument["idx"]]), dtype=argument["dtype"])
    return argument


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    wire, manager = Wire(), theirs._CANVAS_MANAGER
    monkeypatch.setattr(theirs._CanvasManager, "send", lambda manager, *message, **more: wire.send(*message, **more))
    manager._caching, manager._commands_cache, manager._buffers_cache = False, [], []
    manager._current_canvas = None
    yield wire
    manager._caching, manager._commands_cache, manager._buffers_cache = False, [], []
    manager._current_canvas = None


def full_table() -> Any:
    """A hand with all 28 tiles on the table or in a holding, most of them laid."""
    return next(table for seed in range(100) if len((table := random_table(seed)).chain.laid) == 28)


@pytest.mark.parametrize("pixels", [360, 1000])
def test_28_tiles_are_one_small_message(wire: Wire, pixels: int) -> None:
    seen = scene(full_table(), pixels)
    ours.paint(ours.new_canvas(seen.pixels), seen)
    assert len(wire.messages) == 1
    assert wire.size < 20_000


def test_the_canvas_and_the_svg_show_the_same_pips(wire: Wire) -> None:
    for seed in range(4):
        wire.messages.clear()
        seen = scene(busy_table(seed))
        ours.paint(ours.new_canvas(seen.pixels), seen)
        expected = {middle for batch in display_list(seen) if isinstance(batch, Discs) for middle in batch.middles}
        discs, style = set(), None
        for name, arguments in wire.commands():
            if name == "set" and arguments[0] == 0:
                style = arguments[1]
            if name == "fillCircles" and style in (LIGHT.pip, LIGHT.back_mark):
                discs |= {(int(x), int(y)) for x, y in zip(arguments[0], arguments[1], strict=True)}
        assert discs == expected
        text = svg(seen, LIGHT)
        assert all(f'<circle cx="{x}" cy="{y}"' in text for x, y in discs)
        assert text.count("<circle") == len(discs)


def test_the_canvas_and_the_svg_show_the_same_words(wire: Wire) -> None:
    seen = scene(busy_table(1))
    ours.paint(ours.new_canvas(seen.pixels), seen)
    words = [(text, x, y) for name, (text, x, y, *_) in _texts(wire)]
    assert len(words) == len([label for label in seen.labels if label.text])
    assert all(f'<text x="{x}" y="{y}"' in svg(seen) for _, x, y in words)


def _texts(wire: Wire) -> list[tuple[str, list[Any]]]:
    return [(name, arguments) for name, arguments in wire.commands() if name == "fillText"]


def test_arrays_travel_in_two_bytes_a_number(wire: Wire) -> None:
    seen = scene(busy_table(1))
    ours.paint(ours.new_canvas(seen.pixels), seen)
    arrays = [one for _, arguments in wire.commands() for one in arguments if isinstance(one, numpy.ndarray)]
    assert len(arrays) > 20
    assert {str(array.dtype) for array in arrays} == {"int16"}


def test_two_dots_make_a_pixel() -> None:
    seen = scene(busy_table(1), 500)
    canvas = ours.new_canvas(seen.pixels)
    assert canvas.width * canvas.height == 1, "nobody has seen it yet"
    ours.paint(canvas, seen)
    assert (canvas.width, canvas.layout.width) == (1000, "500px")
    assert (canvas.height, canvas.layout.height) == (seen.height, f"{seen.pixels[1]}px")


def test_an_error_while_painting_leaves_the_other_canvases_alive(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = scene(busy_table(1))
    with monkeypatch.context() as patched:
        patched.setitem(ours._PAINT, Discs, lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            ours.paint(ours.new_canvas(seen.pixels), seen)
    assert wire.messages == []
    ours.paint(ours.new_canvas(seen.pixels), seen)
    assert [len(wire.messages), wire.commands()[0][0]] == [1, "switchCanvas"]


def test_a_picture_leaves_what_a_reader_holds_back_on_a_canvas_of_their_own(wire: Wire) -> None:
    seen, own = scene(busy_table(1)), theirs.Canvas(width=10, height=10)
    with theirs.hold_canvas():
        own.fill_rect(0, 0, 1)
        ours.paint(ours.new_canvas(seen.pixels), seen)
        assert len(wire.messages) == 1
    own.fill_rect(2, 2, 1)
    names = [name for name, _ in wire.commands()]
    assert [names.count("fillRect"), names[-2:]] == [2, ["switchCanvas", "fillRect"]]


def test_two_threads_send_each_picture_whole(wire: Wire) -> None:
    seen = [scene(busy_table(number)) for number in (1, 2)]
    canvases = [ours.new_canvas(one.pixels) for one in seen]
    alone = []
    for canvas, one in zip(canvases, seen, strict=True):
        ours.paint(canvas, one)
        alone.append(bytes(wire.messages.pop()[1][0]))

    def paint_often(number: int) -> None:
        for _ in range(150):
            ours.paint(canvases[number], seen[number])

    with threads.often_switched(), ThreadPoolExecutor(2) as pool:
        list(pool.map(paint_often, (0, 1)))
    assert Counter(bytes(buffers[0]) for _, buffers in wire.messages) == dict.fromkeys(alone, 150)


def test_a_mark_that_cannot_be_drawn_never_leaves(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = scene(busy_table(1))
    canvas = ours.new_canvas(seen.pixels)
    for batch in (
        Discs("pip", 3, ((float("nan"), 2),)),
        Discs("pip", 3, ((10**9, 2),)),
        Discs("pip", 3, ((None, 2),)),
    ):
        monkeypatch.setattr(ours, "display_list", lambda _scene, batch=batch: (batch,))
        with pytest.raises(ValueError, match="not at a whole place"):
            ours.paint(canvas, seen)
    monkeypatch.undo()
    assert wire.messages == []


def test_a_colour_that_is_none_never_leaves(wire: Wire) -> None:
    import dataclasses

    seen = scene(busy_table(1))
    with pytest.raises(ValueError, match="#rrggbb"):
        ours.paint(ours.new_canvas(seen.pixels), seen, dataclasses.replace(DARK, panel="red; x"))
    assert wire.messages == []


def test_each_picture_names_its_canvas_as_a_page_that_was_loaded_again_needs(wire: Wire) -> None:
    seen = scene(busy_table(1))
    canvas = ours.new_canvas(seen.pixels)
    ours.on_ready(canvas, lambda: ours.paint(canvas, seen))
    ours.paint(canvas, seen)
    wire.messages.clear()
    canvas._handle_frontend_event(None, {"event": "client_ready"}, [])
    assert wire.commands()[0][0] == "switchCanvas"
    assert len(wire.messages) == 1


def test_closing_a_box_closes_what_is_inside() -> None:
    gc.collect()
    seen, before = scene(busy_table(1)), set(_registered())
    canvas = ours.new_canvas(seen.pixels)
    canvas.on_mouse_down(lambda x, y: None)
    box = ipywidgets.VBox([ipywidgets.HBox([canvas, ipywidgets.Button()]), ipywidgets.HTML()])
    mine = [box, *box.children, *box.children[0].children]
    assert {widget.model_id for widget in mine} <= set(_registered())
    put_away(box)
    left = set(_registered()) - before
    assert not left & {widget.model_id for widget in mine if widget.comm is not None}
    assert all(widget.comm is None for widget in mine)


def test_a_closed_canvas_calls_nobody_and_keeps_no_view_in_memory(wire: Wire) -> None:
    seen, calls = scene(busy_table(1)), []
    canvas = ours.new_canvas(seen.pixels)
    canvas.on_mouse_down(lambda x, y: calls.append((x, y)))
    ours.on_ready(canvas, lambda: calls.append("ready"))
    ours.paint(canvas, seen)
    put_away(ipywidgets.VBox([canvas]))
    assert canvas._mouse_down_callbacks.callbacks == []
    assert canvas._client_ready_callbacks.callbacks == []
    canvas._handle_frontend_event(None, {"event": "mouse_down", "x": 1, "y": 1}, [])
    canvas._handle_frontend_event(None, {"event": "client_ready"}, [])
    assert calls == []


def _registered() -> list[str]:
    return list(ipywidgets.widgets.widget._instances)
