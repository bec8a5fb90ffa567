"""The frame: a table is whole, one with tiny tiles can be seen closer, and the last tile stays in sight."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from comm import DummyComm

import domino_lab as dl
from domino_lab.core.actions import Play
from domino_lab.picture.scene import Scene
from domino_lab.widgets import stage
from domino_lab.widgets.stage import SELDOM, Stage
from domino_lab.widgets.view import View

LONG = {"what": "all-fives/double-nine", "seed": 5, "seats": 6}
SMALL = (336, 160)


def stepper(**given: Any) -> dl.HandStepper:
    made = dl.HandStepper(given.pop("what"), **given)
    made.stage.set_state({"room": list(SMALL)})
    return made


def shows_all(scene: Scene) -> bool:
    return all(tile.box.join(scene.cloth) == scene.cloth for tile in scene.tiles)


def shows_last(scene: Scene) -> bool:
    return scene.tiles[-1].box.join(scene.cloth) == scene.cloth


def buttons(view: dl.HandStepper) -> list[str]:
    """What the buttons on the felt do."""
    nodes = view.moment()["table"].get("frame", [])
    return [node["do"] for group in nodes if group["is"] == "row" for node in group["in"]]


@pytest.fixture
def long() -> dl.HandStepper:
    view = stepper(**LONG)
    line = view.here.timeline
    view.do("go", max(step for step in range(len(line)) if isinstance(line[step].action, Play)))
    return view


def test_a_table_that_makes_tiles_tiny_is_whole_and_its_last_tile_can_be_seen_near(long: dl.HandStepper) -> None:
    assert shows_all(long.scene)
    assert 2 * long.scene.viewport.scale < 32
    assert buttons(long) == ["farther", "closer", "whole"]
    long.do("whole")
    assert shows_last(long.scene)
    assert not shows_all(long.scene)
    assert 2 * long.scene.viewport.scale == 32
    long.do("whole")
    assert shows_all(long.scene)


def test_what_fits_has_no_buttons_until_somebody_looks_closer() -> None:
    view = stepper(what="all-fives-worked-example", step=4)
    assert buttons(view) == []
    before = view.scene.viewport.scale
    view.do("look", [1.5, 0, 0])
    assert view.scene.viewport.scale == round(1.5 * before)
    assert buttons(view) == ["farther", "closer", "whole"]
    view.do("whole")
    assert shows_all(view.scene)
    assert buttons(view) == []


def test_a_closer_look_keeps_the_point_in_the_middle_and_moves_with_a_drag(long: dl.HandStepper) -> None:
    long.do("look", [1.5, 0, 0])
    long.do("look", [2, 0, 0])
    before, moved = long.scene.viewport, 0
    for across in (30, -30):
        long.do("look", [1, across, 0])
        after = long.scene.viewport
        assert (after.scale, after.top) == (before.scale, before.top)
        moved = max(moved, abs(after.left - before.left))
    assert 0 < moved <= 60


def test_no_look_leaves_the_table(long: dl.HandStepper) -> None:
    for by in ([1, 4000, 0], [1, -4000, 4000], [20, 0, 0], [0.05, 0, 0], [1, 0, -4000]):
        long.do("look", by)
        area = long.scene.viewport.quarters(long.scene.cloth)
        assert any(tile.placed.box.overlaps(area) for tile in long.scene.tiles), by


def test_after_the_next_move_a_closer_look_shows_the_tile_that_was_played() -> None:
    view = stepper(**LONG)
    view.do("go", 3)
    view.do("look", [3, 0, 0])
    scale = view.scene.viewport.scale
    while view.here.step < view.here.end:
        view.do("look", [1, 300, 120])      # away from wherever it is
        tiles = len(view.scene.tiles)
        view.do("next")
        if len(view.scene.tiles) > tiles:
            assert shows_last(view.scene)
    assert view.scene.viewport.scale == scale


UNFIT = None, [1, 2], [True, 0, 0], [float("nan"), 0, 0], [0, 0, 0], [1, 5000, 0], ["2", 0, 0]


@pytest.mark.parametrize("bad", UNFIT)
def test_what_no_page_sends_changes_nothing(bad: object) -> None:
    view = stepper(what="all-fives-worked-example", step=4)
    before = view.moment()
    view._heard("look", bad)
    assert view.moment() == before


def test_the_scale_changes_at_most_three_times_and_each_change_is_seen_and_told() -> None:
    view = stepper(what="all-fives", seed=7)
    view.stage.set_state({"room": [764, 400]})
    scales, news = [], []
    for step in range(view.here.end + 1):
        view.do("go", step)
        scales.append(view.scene.viewport.scale)
        shown = [node["text"] for node in view.moment()["table"].get("frame", []) if node["is"] == "p"]
        news.append(bool(shown))
        told = {"Smaller tiles now": "smaller now, so that the whole table fits.", "Larger tiles now": "larger now."}
        assert all(view.stage.moment["status"].endswith(told[text]) for text in shown)
    assert news[1:] == [old != new for old, new in pairwise(scales)]
    assert 1 <= sum(news) <= 3


def test_tiles_stay_where_they_are_when_the_felt_gets_a_little_lower() -> None:
    view = stepper(what="all-fives", seed=7, step=20)
    view.stage.set_state({"room": [764, 400]})
    before = [tile.placed for tile in view.scene.tiles]
    view.stage.set_state({"room": [764, 368]})
    assert [tile.placed for tile in view.scene.tiles] == before


# --- the table as a drawing ----------------------------------------------------------------------------------------

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


# --- readers that are not Jupyter

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
