"""The sandbox as a reader meets it in a real JupyterLab: a position built by keyboard alone, and by pointing."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.browser.notebook import (
    await_ears,
    await_new_pixels,
    await_quiet,
    faults,
    press_keys,
    room_for,
)
from tests.browser.widget import AFTER, Widget

EMPTY = ['import domino_lab as dl\nsandbox = dl.ScoringSandbox("all-fives", versus="five-up")\nsandbox']
HALFWAY = [EMPTY[0].replace('"five-up")', '"five-up", position="5-5 5-0 3-5")')]
NO_CANVAS = ['import sys\nsys.modules["ipycanvas"] = None', *HALFWAY, 'dl.HandStepper("all-fives", seed=7, step=4)']


class Sandbox(Widget):
    """One sandbox on the page."""

    css = ".dlab-sandbox"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.ghosts = self.root.locator(".dlab-ghost")

    def tile(self, name: str) -> Locator:
        return self.root.locator(f'.dlab-tray [data-tile="{name}"]')

    def open(self, tab: str) -> None:
        self.root.get_by_role("tab", name=tab).click()
        expect(self.root.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")

    def enter(self) -> None:
        """Put the focus where the keys are heard."""
        self.root.focus()

    def press(self, *keys: str) -> None:
        press_keys(self.root, *keys)

    def lay(self, tile: str, *, on: str = "") -> None:
        """Choose a tile with Down, an end with Right, and play it with Enter; `on` is how the caption names the end."""
        for _ in range(28):
            if f"{tile} selected." in self.caption.inner_text():
                break
            self.press("ArrowDown")
        for _ in range(6):
            if on in self.caption.inner_text():
                break
            self.press("ArrowRight")
        expect(self.caption).to_contain_text(f"{tile} selected.")
        expect(self.caption).to_contain_text(on)
        self.press("Enter")
        expect(self.tile(tile)).to_be_disabled()
        await_quiet(self.page)      # the focus goes back to the tray last, and the same keys go on there


# The tiles of the sheet's example (000) in its order, the end each joins, and the count it leaves.
EXAMPLE = [
    ("5-5", "", 10), ("5-0", "of 5-5", 10), ("5-3", "of 5-5", 13), ("2-0", "the 0 of 5-0", 15),
    ("5-4", " 5-5", 14), ("2-2", "the 2 of 2-0", 16), ("5-2", "the 2 of 2-2", 17), ("3-3", "the 3 of 5-3", 20),
]  # fmt: skip


def test_the_worked_example_is_built_by_keyboard_alone(open_notebook: Open) -> None:
    notebook = open_notebook(EMPTY)
    one = Sandbox(notebook.page)
    empty = one.fitted()
    one.enter()
    for tile, end, count in EXAMPLE:
        one.lay(tile, on=end)
        expect(one.root.locator(".dlab-card .dlab-total").first).to_have_text(str(count))
    await_new_pixels(notebook.page, one.canvas, empty)
    notebook.await_quiet()
    said = "Ben plays 3-3 on the 3 of 5-3"
    expect(one.live).to_have_text(f"{said} and scores 20. 5 + 4 + 5 + 3+3 = 20, a multiple of 5: 20 points.")
    expect(one.caption.locator("p").first).to_have_text(f"{said}. 20 is a multiple of 5.")
    one.press("u", "u", "r")
    expect(one.caption).to_contain_text("7 tiles on the table")
    assert notebook.errors == []


def test_arrow_keys_move_in_the_triangle_and_enter_plays(open_notebook: Open) -> None:
    """From 2-0, Down is 3-0, Right 3-1, and Down again 4-1; nothing is asked of Python on the way."""
    one = Sandbox(open_notebook(HALFWAY).page)
    one.fitted()
    one.tile("2-0").focus()
    for key, name in (("ArrowDown", "3-0"), ("ArrowRight", "3-1"), ("ArrowDown", "4-1"), ("ArrowUp", "3-1"),
                      ("Home", "0-0"), ("ArrowDown", "1-0"), ("ArrowDown", "2-0")):
        one.page.keyboard.press(key)
        expect(one.tile(name)).to_be_focused()
    one.page.keyboard.press("Enter")                # it has one legal place
    expect(one.tile("2-0")).to_be_disabled()
    expect(one.root.locator(".dlab-card .dlab-total").first).to_have_text("15")
    await_quiet(one.page)
    one.page.keyboard.press("Home")                 # who goes on with the keys is still in the triangle
    expect(one.tile("0-0")).to_be_focused()
    one.tile("2-1").click()                         # after a press of the mouse, the arrow keys choose
    expect(one.tile("2-1")).to_be_disabled()
    await_quiet(one.page)
    one.page.keyboard.press("ArrowDown")
    expect(one.caption).to_contain_text(" selected.")


def test_a_refusal_names_the_clause_and_leaves_the_table_as_it_is(open_notebook: Open) -> None:
    one = Sandbox(open_notebook(HALFWAY).page)
    one.fitted()
    laid = one.root.locator(".dlab-tray .dlab-used").count()
    one.tile("4-4").click()
    expect(one.root.locator(".dlab-area-talk")).to_contain_text("GEN-FIT-1")
    expect(one.caption).to_contain_text("4-4 fits none of the open ends")
    expect(one.tile("4-4")).to_be_enabled()
    assert one.root.locator(".dlab-tray .dlab-used").count() == laid == 3


LOOK = """ghost => {
    const patch = ghost.querySelector(".dlab-patch"), look = getComputedStyle(patch);
    return [look.outlineStyle, look.outlineColor, look.backgroundColor, getComputedStyle(patch.firstChild).opacity];
}"""
AIMED, OTHER = ".dlab-ghost.dlab-aimed", ".dlab-ghost:not(.dlab-aimed)"
WHITE, GOLD, FELT = "rgb(255, 255, 255)", "rgb(230, 159, 0)", "rgb(29, 92, 71)"


def test_a_tile_with_several_places_shows_them_and_a_press_on_one_plays_it(open_notebook: Open) -> None:
    """3-0 fits the 0 and the 3; on the 3 it makes 10 + 0 + 0 = 10."""
    notebook = open_notebook(HALFWAY)
    one = Sandbox(notebook.page)
    before = one.fitted()
    one.tile("3-0").click()
    expect(one.tile("3-0")).to_have_attribute("aria-selected", "true")
    expect(one.ghosts).to_have_count(2)
    expect(one.ghosts.locator(".dlab-gain")).to_have_text(["+10"])
    assert one.root.locator(OTHER).evaluate(LOOK) == ["dashed", WHITE, FELT, "0.7"]
    assert one.root.locator(AIMED).evaluate(LOOK) == ["solid", GOLD, FELT, "0.9"]
    one.ghosts.filter(has_text="+10").click()
    expect(one.tile("3-0")).to_be_disabled()
    expect(one.root.locator(".dlab-card .dlab-total").first).to_have_text("10")
    await_new_pixels(notebook.page, one.canvas, before)
    assert notebook.errors == []


def test_a_tile_is_dragged_from_the_tray_to_its_place(open_notebook: Open) -> None:
    notebook = open_notebook(HALFWAY)
    one = Sandbox(notebook.page)
    one.fitted()
    start = one.tile("3-0").bounding_box()
    mouse = one.page.mouse
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    mouse.down()
    mouse.move(start["x"] + 40, start["y"] - 30, steps=4)
    expect(one.ghosts).to_have_count(2)
    place = one.ghosts.filter(has_text="+10").bounding_box()
    mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2, steps=6)
    mouse.up()
    expect(one.tile("3-0")).to_be_disabled()
    expect(one.root.locator(".dlab-card .dlab-total").first).to_have_text("10")
    assert notebook.errors == []


def test_without_ipycanvas_the_picture_is_as_large_and_is_pressed_alike(open_notebook: Open, artefacts: Path) -> None:
    notebook = open_notebook(NO_CANVAS, fresh=True)
    sandbox, stepper = notebook.panel.locator(".dlab-sandbox"), notebook.panel.locator(".dlab-stepper")
    for root in (sandbox, stepper):
        await_ears(root)
    notebook.await_quiet()
    for root in (sandbox, stepper):
        drawing = root.locator(".dlab-drawing svg")
        shown, room = drawing.evaluate("svg => [svg.clientWidth, svg.closest('.dlab-over').clientWidth]")
        assert shown == room >= 400
    sandbox.locator('.dlab-tray [data-tile="3-0"]').click()
    sandbox.screenshot(path=artefacts / "sandbox-svg.png")
    sandbox.locator(".dlab-ghost").first.click()
    expect(sandbox.locator('.dlab-tray [data-tile="3-0"]')).to_be_disabled()
    stepper.screenshot(path=artefacts / "stepper-svg.png")
    assert notebook.errors == []


def test_it_fits_and_is_accessible_and_its_tray_is_one_stop_of_tab(open_notebook: Open, artefacts: Path) -> None:
    notebook = open_notebook([*HALFWAY, AFTER])
    one = Sandbox(notebook.page)
    one.fitted()
    one.root.get_by_label("Rules", exact=True).focus()
    assert one.leave_by_tab(".dlab-tray") == 1
    one.tile("3-0").click()
    for look in notebook.looks():
        expect(one.ghosts).to_have_count(2)
        one.fitted()
        assert faults(one.root) == []
        one.root.screenshot(path=artefacts / f"sandbox-{look}.png")


IN_SIGHT = (".dlab-over", ".dlab-caption", ".dlab-area-bar")


def test_what_is_needed_lies_within_the_pane(open_notebook: Open) -> None:
    """Beside the file browser 1500 pixels leave room for everything; where it is narrow the tray lies below."""
    notebook = open_notebook(HALFWAY)
    one = Sandbox(notebook.page)
    for width, needed in ((1500, (*IN_SIGHT, ".dlab-tray", ".dlab-area-more")), (600, IN_SIGHT), (360, IN_SIGHT)):
        notebook.set_width(width, 740)
        one.fitted()
        bottoms = one.root.evaluate(
            """(root, names) => names.map(name => root.querySelector(name).getBoundingClientRect().bottom
                - root.getBoundingClientRect().top)""", list(needed))
        assert max(bottoms) <= room_for(one.root) + 5, (width, dict(zip(needed, bottoms, strict=True)))
