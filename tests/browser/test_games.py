"""The stepper on games that lay no plain chain: rows, columns, face-down tiles, stacks, six players."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.notebook import LOOKS, await_new_pixels
from tests.browser.test_stepper import Stepper, _too_small

GAMES = {
    "bingo": 'dl.HandStepper("bingo", seed=3, step=8)',
    "five-columns": 'dl.HandStepper("five-columns", seed=3, step=1)',
    "knock-out": 'dl.HandStepper("knock-out", seed=3, step=1)',
    "blind": 'dl.HandStepper("blind", seed=3, seats=5, step=1)',
    "two-box-cutthroat": 'dl.HandStepper("two-box-cutthroat", seed=0, seats=6, step=6)',
    "block-and-draw": 'dl.HandStepper("block-and-draw", seed=5, seats=4, step=12)',
}


@pytest.mark.parametrize(("width", "theme"), LOOKS)
@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_table_steps_fits_and_is_accessible(
    open_notebook: Open, artefacts: Path, name: str, width: int, theme: str
) -> None:
    notebook = open_notebook(["import domino_lab as dl", GAMES[name]])
    notebook.set_theme(theme)
    notebook.forget_errors()
    notebook.set_width(width)
    one = Stepper(notebook.page)
    before, said = one.settled(), one.caption.inner_text()
    one.canvas.click(position={"x": 5, "y": 5})
    notebook.page.keyboard.press("ArrowRight")
    one.says_another(said)
    await_new_pixels(notebook.page, one.canvas, before)
    one.button("Why not?").click()
    one.settled()
    too_wide = one.root.evaluate("root => root.scrollWidth - root.clientWidth")
    assert too_wide <= 1, f"{too_wide} pixels stick out"
    assert _too_small(one) == []
    found = Axe().run(notebook.page, context=".jp-NotebookPanel:not(.lm-mod-hidden) .dlab-stepper")
    assert found.violations_count == 0, found.generate_report()
    notebook.screenshot(artefacts / f"game-{name}-{theme}-{width}.png")
    assert notebook.errors == []


def test_a_long_bingo_lists_its_moves_page_by_page(open_notebook: Open) -> None:
    notebook = open_notebook(["import domino_lab as dl", 'dl.HandStepper("bingo", seed=3, step=99)'])
    one = Stepper(notebook.page)
    one.settled()
    one.button("… later moves").click()
    one.is_at(100, end=166)
    expect(one.root.locator(".dlab-current")).to_have_text("100. 8 over 4-0")
    one.button("… earlier moves").click()
    one.is_at(99, end=166)
