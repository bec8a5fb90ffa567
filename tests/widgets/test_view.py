"""The frame: a table is whole, one with tiny tiles can be seen closer, and the last tile stays in sight."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import domino_lab as dl
from domino_lab.core.actions import Play
from domino_lab.picture.scene import Scene

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
