"""Where ipycanvas is missing, as in a browser without numpy, the table is an SVG that is as large and is pressed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.notebook import await_ears, await_quiet

MISSING = "import sys\nsys.modules['ipycanvas'] = None"
PLAY = "import domino_lab as dl\ndl.Play('all-fives', against='greedy', names=['Ana', 'Ben'], seed=1, delay=0)"
STEP = "import domino_lab as dl\ndl.HandStepper('all-fives', seed=7, step=4)"


@pytest.mark.parametrize("width", [1280, 360])
def test_the_table_fills_its_place_and_steps(open_notebook: Open, width: int) -> None:
    notebook = open_notebook([MISSING, STEP], fresh=True)
    notebook.set_width(width)
    root = notebook.page.locator(".dlab-stepper:visible").first
    await_ears(root)
    await_quiet(notebook.page)
    felt, picture = (root.locator(part).bounding_box() for part in (".dlab-over", ".dlab-drawing > svg"))
    assert picture["width"] == pytest.approx(felt["width"], abs=2)
    assert picture["height"] == pytest.approx(felt["height"], abs=2)
    assert root.locator("canvas").count() == 0
    before = root.locator(".dlab-drawing").get_attribute("aria-label")
    assert "tiles on the table" in before
    drawn = root.locator(".dlab-drawing").inner_html()
    root.get_by_role("button", name="Next").click()
    expect(root.locator(".dlab-drawing")).not_to_have_attribute("aria-label", before)
    assert root.locator(".dlab-drawing").inner_html() != drawn
    assert notebook.errors == []


def test_a_tile_is_played_by_pressing_it_and_its_place(open_notebook: Open) -> None:
    notebook = open_notebook([MISSING, PLAY], fresh=True)
    root = notebook.page.locator(".dlab-playing:visible").first
    await_ears(root)
    await_quiet(notebook.page)
    able = root.locator(".dlab-rack .dlab-can:visible")
    name = able.first.get_attribute("data-tile")
    before = root.locator(".dlab-rack .dlab-tile:visible").count()
    able.first.click()
    ghosts = root.locator(".dlab-ghost")
    await_quiet(notebook.page)
    if ghosts.count():
        ghosts.first.click()
    expect(root.locator(".dlab-caption").first).to_contain_text(re.compile(f"Ana (plays|starts with) {name}"))
    expect(root.locator(".dlab-rack .dlab-tile:visible")).to_have_count(before - 1)
    assert notebook.errors == []
