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
    before, said = one.settled(), one.live.text_content() or ""
    one.canvas.click(position={"x": 5, "y": 5})
    notebook.page.keyboard.press("ArrowRight")
    one.says_another(said)
    await_new_pixels(notebook.page, one.canvas, before)
    one.tab("Why not?")
    one.settled()
    too_wide = one.root.evaluate("root => root.scrollWidth - root.clientWidth")
    assert too_wide <= 1, f"{too_wide} pixels stick out"
    assert _too_small(one) == []
    found = Axe().run(notebook.page, context=".jp-NotebookPanel:not(.lm-mod-hidden) .dlab-stepper")
    assert found.violations_count == 0, found.generate_report()
    notebook.screenshot(artefacts / f"game-{name}-{theme}-{width}.png")
    assert notebook.errors == []


def test_a_long_bingo_lists_the_moves_around_the_current_one(open_notebook: Open) -> None:
    notebook = open_notebook(["import domino_lab as dl", 'dl.HandStepper("bingo", seed=3, step=99)'])
    one = Stepper(notebook.page)
    one.settled()
    current = one.root.locator(".dlab-current")
    expect(current).to_be_in_viewport()
    one.button("Last").click()
    one.is_at(166, end=166)
    expect(current).to_have_attribute("data-value", "166")
    expect(current).to_be_in_viewport()


@pytest.mark.parametrize(("width", "theme"), LOOKS)
def test_the_families_of_games_open_with_a_key_fit_and_are_accessible(
    open_notebook: Open, artefacts: Path, width: int, theme: str
) -> None:
    notebook = open_notebook(["import domino_lab as dl", "dl.games()"])
    notebook.set_theme(theme)
    notebook.set_width(width)
    shown = notebook.panel.locator(".dlab-games")
    families, game = shown.locator(":scope > details"), shown.get_by_text("blind", exact=True)
    expect(families.first).to_have_attribute("open", "")
    expect(game).to_be_hidden()
    families.filter(has_text="Blind games").locator(":scope > summary").press("Enter")
    expect(game).to_be_visible()
    assert game.evaluate("code => code.closest('li').querySelectorAll('summary')[0].ariaLabel") == \
        "1 variation of Blind Dominoes"
    assert shown.evaluate("shown => shown.scrollWidth - shown.clientWidth") <= 1
    heights = shown.locator("summary:visible").evaluate_all("lines => lines.map(line => line.offsetHeight)")
    assert min(heights) >= 24
    found = Axe().run(notebook.page, context=".jp-NotebookPanel:not(.lm-mod-hidden) .dlab-games")
    assert found.violations_count == 0, found.generate_report()
    notebook.screenshot(artefacts / f"games-{theme}-{width}.png")
    assert notebook.errors == []
