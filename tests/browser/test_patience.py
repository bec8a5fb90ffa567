"""A game for one player as somebody meets it in a real JupyterLab: by its hints, by keyboard, by pointing."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.browser.notebook import LOOKS, await_drawing, await_ears, await_quiet, pixels, press_keys

OPEN = "import domino_lab as dl\ngame = dl.Patience({})\ngame"
CAN_BE_WON = [OPEN.format('"five-columns", seed=1, hand=1')]
WITH_RESULTS = [CAN_BE_WON[0].replace("game =", 'dl.Patience("knock-out", seed=1)\ngame =')]
"""The deal before has no move, so this session has a result; all that is offered behind "more" is there."""
EMPTY_COLUMN = [OPEN.format('"five-columns-empty-column", step=8')]


class Game:
    """One patience on the page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.locator(".dlab-board:visible").first
        self.root.wait_for()
        self.root.scroll_into_view_if_needed()
        self.canvas = self.root.locator("canvas").first
        self.caption = self.root.locator(".dlab-caption").first
        self.live = self.root.locator(".dlab-live").first
        await_ears(self.root)
        await_drawing(page, self.canvas)
        await_quiet(page)

    def button(self, name: str) -> Locator:
        return self.root.get_by_role("button", name=name, exact=True)

    def tile(self, name: str) -> Locator:
        return self.root.locator(".dlab-rack .dlab-tile").filter(has_text=name)

    def press(self, *keys: str) -> None:
        press_keys(self.root, *keys)

    def fitted(self) -> str:
        """The picture once it has the size that this page gives it."""
        self.page.wait_for_function(
            "([root, canvas]) => canvas.clientWidth <= root.clientWidth && canvas.clientWidth >= 200",
            arg=[self.root.element_handle(), self.canvas.element_handle()],
        )
        await_drawing(self.page, self.canvas)
        await_quiet(self.page)
        return pixels(self.canvas)

    def too_small(self) -> list[str]:
        """Every button and field that is under 24 pixels, wide or high."""
        return self.root.evaluate(
            """root => [...root.querySelectorAll("button, select, input:not([type=range])")]
                .filter(node => node.offsetParent)
                .filter(node => { const box = node.getBoundingClientRect(); return box.width < 24 || box.height < 24; })
                .map(node => node.outerHTML.slice(0, 80))"""
        )


def test_a_deal_of_five_columns_is_solved_by_its_hints_with_the_keyboard_alone(open_notebook: Open) -> None:
    """Each hint names its clause and says that the game can still be won; and so it is won."""
    notebook = open_notebook(CAN_BE_WON)
    game = Game(notebook.page)
    game.button("Hint").focus()
    for _ in range(28):
        game.press("h")
        expect(game.caption).to_contain_text("The game can still be won.")
        expect(game.caption.locator(".dlab-rule")).to_contain_text("Rule FC-")
        game.press("Enter")
        if "has won" in game.live.inner_text():
            break
    expect(game.caption).to_contain_text("The table is empty")
    expect(game.root).to_contain_text("1 of 1 deal won. Wins in a row: 1")
    game.page.keyboard.press("n")
    expect(game.root).to_contain_text("28 tiles left.")
    expect(game.root.locator(".dlab-foot code")).to_have_text('dl.Patience("five-columns", seed=1, hand=2)')
    assert notebook.errors == []


def test_by_pointing_a_pair_goes_and_a_refusal_names_its_clause(open_notebook: Open) -> None:
    notebook = open_notebook(EMPTY_COLUMN)
    game = Game(notebook.page)
    before = game.fitted()
    game.tile("4-4").click()
    expect(game.tile("4-4")).to_have_attribute("aria-pressed", "true")
    expect(game.caption).to_contain_text("4-4 selected")
    chosen = game.fitted()
    assert chosen != before
    game.tile("6-6").click()
    expect(game.caption).to_contain_text("6-6 selected. It cannot be played now.")
    expect(game.button("Remove")).to_be_focused()
    game.page.keyboard.press("Enter")
    expect(game.caption.locator(".dlab-rule")).to_contain_text("Rule FC-")
    expect(game.caption).to_contain_text("You can move")
    game.page.keyboard.press("Escape")
    expect(game.tile("6-6")).to_have_attribute("aria-pressed", "false")
    assert notebook.errors == []


def test_the_best_way_opens_below_has_keys_of_its_own_and_goes_away(open_notebook: Open) -> None:
    notebook = open_notebook(CAN_BE_WON)
    game = Game(notebook.page)
    game.button("Hint").focus()
    game.press("h", "Enter")
    game.page.keyboard.press("b")
    stepper = game.root.locator(".dlab-stepper")
    expect(stepper).to_be_visible()
    await_ears(stepper)
    stepper.get_by_role("button", name="Next", exact=True).click()
    expect(stepper.locator(".dlab-place")).to_contain_text("Step 2")
    expect(game.root).to_contain_text("26 tiles left.")
    game.button("Close").click()
    expect(stepper).to_have_count(0)
    await_quiet(notebook.page)
    game.press("u")
    expect(game.root).to_contain_text("28 tiles left.")
    assert notebook.errors == []


def test_a_reload_shows_the_game_as_it_stands_and_it_goes_on(open_notebook: Open) -> None:
    notebook = open_notebook(CAN_BE_WON)
    game = Game(notebook.page)
    game.button("Hint").focus()
    game.press("h", "Enter", "h", "Enter")
    now, said = game.fitted(), game.caption.text_content()
    notebook.reload()
    again = Game(notebook.page)
    expect(again.caption).to_have_text(said)
    assert again.fitted() == now
    again.button("Hint").focus()
    again.press("h", "Enter")
    expect(again.root).to_contain_text("22 tiles left.")


def test_the_tiles_are_one_stop_of_tab_and_tab_leaves(open_notebook: Open) -> None:
    game = Game(open_notebook([*CAN_BE_WON, "after = 'a cell below'"]).page)
    game.button("Remove").focus()
    inside, stops, tiles = "root => root.contains(document.activeElement)", 0, 0
    while game.root.evaluate(inside):
        tiles += game.page.evaluate("document.activeElement.classList.contains('dlab-tile')")
        game.page.keyboard.press("Tab")
        stops += 1
        assert stops < 40, "Tab does not leave"
    assert tiles == 1


@pytest.mark.parametrize(("width", "theme"), LOOKS)
def test_it_fits_and_is_accessible(open_notebook: Open, artefacts: Path, theme: str, width: int) -> None:
    notebook = open_notebook(WITH_RESULTS)
    notebook.set_theme(theme)
    notebook.set_width(width)
    game = Game(notebook.page)
    game.fitted()
    game.button("Hint").click()
    expect(game.caption.locator(".dlab-rule")).to_contain_text("Rule ")
    game.button("More").click()
    expect(game.root.get_by_role("region", name="Results")).to_contain_text("knock-out")
    game.button("Do choices matter?").click()
    expect(game.root.locator(".dlab-matter p")).to_be_visible()
    game.fitted()
    too_wide = game.root.evaluate("root => root.scrollWidth - root.clientWidth")
    assert too_wide <= 0
    assert game.too_small() == []
    found = Axe().run(notebook.page, context=".jp-NotebookPanel:not(.lm-mod-hidden) .dlab-board")
    assert found.violations_count == 0, found.generate_report()
    game.root.screenshot(path=artefacts / f"patience-{theme}-{width}.png")
