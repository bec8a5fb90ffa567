"""The stage: the table as a drawing where there is no canvas, and readers that are not Jupyter."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from comm import DummyComm

import domino_lab as dl
from domino_lab.widgets import stage
from domino_lab.widgets.stage import SELDOM, Stage
from domino_lab.widgets.view import View


def test_a_table_that_no_canvas_shows_is_drawn() -> None:
    """Before a page shows it, as in a notebook that nbconvert runs, and while a page cannot paint its canvas."""
    view = dl.HandStepper("block", seed=7, step=3)
    assert "<svg" in view.stage.moment["table"]["svg"]
    assert view.stage.get_state(["shown"])["shown"]["table"]["svg"] == view.stage.moment["table"]["svg"]
    view.stage.set_state({"width": 900, "room": [600, 300]})
    assert view.canvas is not None
    assert view.stage.canvas == view.canvas.model_id
    assert "svg" not in view.stage.moment["table"]
    view.stage.set_state({"undrawn": True})
    drawn = view.stage.moment["table"]["svg"]
    assert drawn.startswith("<svg")
    view.here.step = 4
    assert view.stage.moment["table"]["svg"].startswith("<svg")
    assert view.stage.moment["table"]["svg"] != drawn
    view.stage.set_state({"undrawn": False})
    assert "svg" not in view.stage.moment["table"]


@pytest.mark.parametrize("trait", ["_esm", "css", "shown", "parts", "_css", "_view_module"])
def test_what_a_page_writes_never_becomes_a_script_of_other_pages(trait: str, caplog: pytest.LogCaptureFixture) -> None:
    stage = dl.HandStepper("block", seed=7).stage
    before = stage.get_state()
    stage._handle_msg({"content": {"data": {"method": "update", "state": {trait: "alert(1)"}}}})
    assert stage.get_state() == before
    assert "ignored" in caplog.text


READERS = ["marimo._plugins.ui._impl.comm", "panel.io.ipywidget", "shinywidgets._comm", "solara.server.kernel"]
"""Where the comms of these readers are made, or (Panel) the kernel of a comm."""


class Comm(DummyComm):
    """The comm of a reader."""


@pytest.mark.parametrize("module", READERS)
@pytest.mark.parametrize("part", ["comm", "kernel"])
def test_one_process_for_many_pages_has_no_canvas(module: str, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """ipycanvas has one widget that sends the commands of all canvases, and that is on the page of one reader."""
    comm = Comm()
    other = type("Made", (Comm,), {"__module__": module})()
    comm.kernel = other         # as the comms of ipykernel have it
    monkeypatch.setattr(Stage, "comm", comm if part == "kernel" else other)
    view = dl.HandStepper("block", seed=7)
    assert view.canvas is None
    view.stage.set_state({"width": 900, "room": [600, 300]})
    assert view.stage.moment["table"]["svg"].startswith("<svg")


def test_marimo_shows_the_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "marimo", SimpleNamespace(ui=SimpleNamespace(anywidget=lambda one: [one])))
    view = dl.HandStepper("block", seed=7)
    assert view._display_() == [view.stage]
    assert view.stage.css == "stepper"


@pytest.mark.parametrize("make", [
    lambda: dl.HandStepper("all-fives", seed=7, step=3), lambda: dl.quiz("all-fives", n=2, seed=1),
    lambda: dl.Patience("five-columns", seed=1), lambda: dl.TileTriangle()])
def test_a_reader_without_a_kernel_is_told_the_line_that_saves_the_page(
    make: Callable[[], View], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    view = make()
    page = eval(view.stage.line, {"dl": dl})
    assert page.title
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page.html


def test_a_line_too_long_to_type_is_not_offered() -> None:
    assert dl.HandStepper(dl.play_out("block", seed=1, names=["A" * 100, "B" * 100])).stage.line == ""


def test_the_script_knows_which_facts_python_stores_once() -> None:
    script = (Path(stage.__file__).parent / "stage.js").read_text(encoding="utf-8")
    listed = re.search(r'SELDOM = (\["[^]]+"\]);', script)
    assert listed
    assert set(json.loads(listed[1])) == {*SELDOM, "html"}
