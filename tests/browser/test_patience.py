"""A game for one player as somebody meets it in a real JupyterLab: by its hints, by keyboard, by pointing."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.browser.notebook import await_quiet, faults, press_keys
from tests.browser.widget import AFTER, Widget

OPEN = "import domino_lab as dl\ngame = dl.Patience({})\ngame"
CAN_BE_WON = [OPEN.format('"five-columns", seed=1, hand=1')]
WITH_RESULTS = [CAN_BE_WON[0].replace("game =", 'dl.Patience("knock-out", seed=1)\ngame =')]
"""The deal before has no move, so this session has a result; all that is offered behind "more" is there."""
EMPTY_COLUMN = [OPEN.format('"five-columns-empty-column", step=8')]


class Game(Widget):
    """One patience on the page."""

    css = ".dlab-patience.dlab-root"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.caption = self.root.locator(".dlab-area-talk")

    def tile(self, name: str) -> Locator:
        """A tile as it lies in the picture."""
        return self.root.locator(f'.dlab-spot[data-tile="{name}"]')

    def middle(self, where: Locator) -> tuple[float, float]:
        box = where.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def press(self, *keys: str) -> None:
        press_keys(self.root, *keys)


def test_a_deal_of_five_columns_is_solved_by_its_hints_with_the_keyboard_alone(open_notebook: Open) -> None:
    """Each hint names its clause and says that the game can still be won; and so it is won."""
    notebook = open_notebook(CAN_BE_WON)
    game = Game(notebook.page)
    game.button("Hint").focus()
    for _ in range(28):
        game.press("h")
        expect(game.caption).to_contain_text("The game can still be won.")
        expect(game.caption.locator(".dlab-rule")).to_contain_text("Rule FC-")
        expect(game.button("Remove").or_(game.button("Move tile"))).to_be_focused()
        game.press("Enter")
        if "has won" in game.live.inner_text():
            break
    expect(game.root.locator(".dlab-notice")).to_contain_text("You won!")
    game.root.get_by_role("tab", name="Results").click()
    expect(game.root).to_contain_text("1 of 1 deal won. Wins in a row: 1")
    game.page.keyboard.press("n")
    expect(game.root).to_contain_text("28 tiles left.")
    expect(game.root.locator(".dlab-notice")).to_have_count(0)
    expect(game.root.locator(".dlab-title").first).to_have_text("Five Columns, seed 1, hand 3")
    assert notebook.errors == []


def test_the_tiles_themselves_are_pressed_and_a_refusal_names_its_clause(open_notebook: Open) -> None:
    """FC-3: two tiles go together if they have twelve pips; 4-4 has no partner now, but a column is empty."""
    notebook = open_notebook(EMPTY_COLUMN)
    game = Game(notebook.page)
    before = game.fitted()
    game.tile("4-4").click()
    expect(game.tile("4-4")).to_have_attribute("aria-selected", "true")
    expect(game.caption).to_contain_text("4-4 selected")
    assert game.fitted() != before
    game.tile("0-0").click()
    expect(game.caption).to_contain_text("together they have 8 pips and not 12")
    expect(game.caption.locator(".dlab-rule")).to_contain_text("Rule FC-3")
    expect(game.caption).not_to_contain_text("You can")
    expect(game.button("Show a move")).to_be_visible()
    game.tile("0-0").focus()
    game.page.keyboard.press("Escape")
    expect(game.tile("0-0")).to_have_attribute("aria-selected", "false")
    game.tile("4-4").click()
    game.root.locator(".dlab-ghost").click()
    expect(game.caption).to_contain_text("column 2")
    game.button("Undo").click()
    expect(game.caption).to_contain_text("Undone:")
    assert notebook.errors == []


def test_a_tile_is_dragged_onto_its_partner(open_notebook: Open) -> None:
    """The first hint of this deal: 3-1 and 6-2."""
    notebook = open_notebook(CAN_BE_WON)
    game = Game(notebook.page)
    start, end = game.middle(game.tile("3-1")), game.middle(game.tile("6-2"))
    game.page.mouse.move(*start)
    game.page.mouse.down()
    game.page.mouse.move(start[0] + 20, start[1] - 20)
    expect(game.root.locator(".dlab-ghost")).to_have_count(1)
    game.page.mouse.move(*end, steps=5)
    game.page.mouse.up()
    expect(game.root).to_contain_text("26 tiles left.")
    assert notebook.errors == []


def test_the_best_way_is_shown_in_the_place_of_the_game_and_goes_away(open_notebook: Open) -> None:
    notebook = open_notebook(CAN_BE_WON)
    game = Game(notebook.page)
    game.button("Hint").focus()
    game.press("h", "Enter")
    game.page.keyboard.press("b")
    expect(game.caption).to_contain_text("The game can still be won from step 1.")
    game.button("Next").click()
    expect(game.root.locator(".dlab-track")).to_have_value("2")
    game.button("Back to the game").click()
    expect(game.root).to_contain_text("26 tiles left.")
    await_quiet(notebook.page)
    game.press("u")
    expect(game.root).to_contain_text("28 tiles left.")
    assert notebook.errors == []


def test_it_fits_and_is_accessible_and_its_tiles_are_one_stop_of_tab(open_notebook: Open, artefacts: Path) -> None:
    notebook = open_notebook([*WITH_RESULTS, AFTER])
    game = Game(notebook.page)
    game.fitted()
    game.root.locator(".dlab-menu > summary").focus()
    assert game.leave_by_tab(".dlab-spot") == 1
    game.button("Hint").click()
    expect(game.caption.locator(".dlab-rule")).to_contain_text("Rule ")
    game.root.get_by_role("tab", name="Results").click()
    expect(game.root.get_by_role("region", name="Results")).to_contain_text("knock-out")
    game.root.get_by_role("tab", name="Choices").click()
    game.button("Do choices matter?").click()
    expect(game.root).to_contain_text("They do.")
    for look in notebook.looks():
        game.fitted()
        assert faults(game.root) == []
        game.root.screenshot(path=artefacts / f"patience-{look}.png")
