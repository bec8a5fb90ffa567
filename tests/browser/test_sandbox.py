"""The sandbox as a reader meets it in a real JupyterLab: a position built by keyboard alone, and by pointing."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.browser.notebook import LOOKS, await_drawing, await_ears, await_new_pixels, await_quiet, pixels, press_keys

EMPTY = ['import domino_lab as dl\nsandbox = dl.ScoringSandbox("all-fives", versus="five-up")\nsandbox']
HALFWAY = [EMPTY[0].replace('"five-up")', '"five-up", position="5-5 5-0 3-5")')]
NO_CANVAS = ['import sys\nsys.modules["ipycanvas"] = None', *HALFWAY, 'dl.HandStepper("all-fives", seed=7, step=4)']
LIT = """canvas => {
    const { data, width, height } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0, left = 0, top = 0;
    for (let i = 0; i < data.length; i += 4) {
        if (data[i] === 230 && data[i + 1] === 159 && data[i + 2] === 0) {
            count += 1; left += (i / 4) % width; top += Math.floor(i / 4 / width);
        }
    }
    return [left / count, top / count];
}"""


class Sandbox:
    """One sandbox on the page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.locator(".dlab-sandbox:visible").first
        self.root.wait_for()
        self.root.scroll_into_view_if_needed()
        self.canvas = self.root.locator("canvas").first
        self.caption = self.root.locator(".dlab-laying .dlab-caption")
        self.live = self.root.locator(".dlab-live")
        await_ears(self.root)
        await_drawing(page, self.canvas)
        await_quiet(page)

    def button(self, name: str) -> Locator:
        return self.root.get_by_role("button", name=name, exact=True)

    def tile(self, name: str) -> Locator:
        return self.root.locator(".dlab-tray .dlab-tile").filter(has_text=name)

    def fitted(self) -> str:
        """The picture once it has the size that this page gives it."""
        self.page.wait_for_function(
            "([root, canvas]) => canvas.clientWidth <= root.clientWidth && canvas.clientWidth >= 200",
            arg=[self.root.element_handle(), self.canvas.element_handle()],
        )
        await_drawing(self.page, self.canvas)
        await_quiet(self.page)
        return pixels(self.canvas)

    def enter(self) -> None:
        """Put the focus where the keys are heard, as a reader does who presses Tab until it is inside."""
        self.button("Play tile").focus()

    def lit_middle(self) -> tuple[float, float]:
        """Where the one lit end of the picture lies: the middle of what is drawn in the colour of lit ends."""
        x, y = self.canvas.evaluate(LIT)
        return x / 2, y / 2

    def too_small(self) -> list[str]:
        """Every button and field that is under 24 pixels, wide or high."""
        return self.root.evaluate(
            """root => [...root.querySelectorAll("button, select, input:not([type=range]), .dlab-chip")]
                .filter(node => node.offsetParent)
                .filter(node => { const box = node.getBoundingClientRect(); return box.width < 24 || box.height < 24; })
                .map(node => node.outerHTML.slice(0, 80))"""
        )

    def press(self, *keys: str) -> None:
        press_keys(self.root, *keys)

    def lay(self, tile: str, *, on: str = "") -> None:
        """Choose a tile with Down, an end with Right, and lay it with Enter; `on` is how the caption names the end."""
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


# The tiles of the sheet's example (000) in its order, the end each joins, and the count it leaves.
EXAMPLE = [
    ("5-5", "", 10), ("5-0", "the 5 of 5-5", 10), ("5-3", "the 5 of 5-5", 13), ("2-0", "the 0 of 5-0", 15),
    ("5-4", "the 5 of 5-5", 14), ("2-2", "the 2 of 2-0", 16), ("5-2", "the 2 of 2-2", 17), ("3-3", "the 3 of 5-3", 20),
]  # fmt: skip

def test_the_worked_example_is_built_by_keyboard_alone(open_notebook: Open) -> None:
    notebook = open_notebook(EMPTY)
    one = Sandbox(notebook.page)
    empty = one.fitted()
    one.enter()
    for tile, end, count in EXAMPLE:
        one.lay(tile, on=end)
        expect(one.root.locator(".dlab-aside b").filter(has_text=str(count)).first).to_be_visible()
    await_new_pixels(notebook.page, one.canvas, empty)
    notebook.await_quiet()
    expect(one.live).to_have_text(one.caption.locator("p").first.inner_text())
    one.press("u", "u", "r")
    expect(one.caption).to_contain_text("7 tiles on the table")
    assert notebook.errors == []


def test_a_refusal_names_the_clause_and_leaves_the_table_as_it_is(open_notebook: Open) -> None:
    one = Sandbox(open_notebook(HALFWAY).page)
    one.fitted()
    one.tile("4-4").click()
    expect(one.caption).to_contain_text("It fits 0 open ends")
    chosen = one.fitted()
    expect(one.button("Play tile")).to_be_focused()
    one.page.keyboard.press("Enter")
    expect(one.caption).to_contain_text("GEN-FIT-1")
    expect(one.tile("4-4")).to_be_enabled()
    assert one.fitted() == chosen


def test_a_tile_button_and_a_press_on_an_open_end_of_the_picture_lay_the_tile(open_notebook: Open) -> None:
    notebook = open_notebook(HALFWAY)
    one = Sandbox(notebook.page)
    one.fitted()
    one.tile("6-0").click()
    expect(one.tile("6-0")).to_have_attribute("aria-pressed", "true")
    expect(one.caption).to_contain_text("It fits 1 open end")
    before = one.fitted()
    # The blank is the rightmost end of this layout, and its zone is larger than what is seen of it.
    x, y = one.lit_middle()
    one.canvas.click(position={"x": x + 8, "y": y - 8})
    expect(one.tile("6-0")).to_be_disabled()
    await_new_pixels(notebook.page, one.canvas, before)
    assert notebook.errors == []


def test_without_ipycanvas_the_picture_is_as_large_and_is_pressed_alike(open_notebook: Open, artefacts: Path) -> None:
    notebook = open_notebook(NO_CANVAS)
    sandbox, stepper = notebook.panel.locator(".dlab-sandbox"), notebook.panel.locator(".dlab-stepper")
    for root in (sandbox, stepper):
        await_ears(root)
    notebook.await_quiet()
    for root in (sandbox, stepper):
        asked, shown = root.locator(".dlab-table svg").evaluate("svg => [svg.width.baseVal.value, svg.clientWidth]")
        assert shown == asked >= 500
    tile = sandbox.locator(".dlab-tray .dlab-tile").filter(has_text="6-0")
    tile.click()
    expect(sandbox.locator(".dlab-caption").first).to_contain_text("6-0 selected")
    sandbox.screenshot(path=artefacts / "sandbox-svg.png")
    sandbox.locator('svg g[fill="#e69f00"] rect').first.scroll_into_view_if_needed()
    lit = sandbox.locator('svg g[fill="#e69f00"] rect').first.bounding_box()
    notebook.page.mouse.click(lit["x"] + lit["width"] / 2, lit["y"] + lit["height"] / 2)
    expect(tile).to_be_disabled()
    stepper.screenshot(path=artefacts / "stepper-svg.png")
    assert notebook.errors == []


def test_a_reload_shows_what_was_built(open_notebook: Open) -> None:
    notebook = open_notebook(HALFWAY)
    one = Sandbox(notebook.page)
    one.fitted()
    one.enter()
    one.lay("4-3", on="the 3 of 5-3")
    now, said = one.fitted(), one.caption.text_content()
    notebook.reload()
    again = Sandbox(notebook.page)
    expect(again.caption).to_have_text(said)
    assert again.fitted() == now
    again.enter()
    again.press("u")
    expect(again.tile("4-3")).to_be_enabled()


def test_the_tray_is_one_stop_of_tab_and_tab_leaves(open_notebook: Open) -> None:
    one = Sandbox(open_notebook([*HALFWAY, "after = 'a cell below'"]).page)
    one.button("Play tile").focus()
    inside, stops, tiles = "root => root.contains(document.activeElement)", 0, 0
    while one.root.evaluate(inside):
        tiles += one.page.evaluate("document.activeElement.classList.contains('dlab-tile')")
        one.page.keyboard.press("Tab")
        stops += 1
        assert stops < 60, "Tab does not leave"
    assert tiles == 1


@pytest.mark.parametrize(("width", "theme"), LOOKS)
def test_it_fits_and_is_accessible(open_notebook: Open, artefacts: Path, theme: str, width: int) -> None:
    notebook = open_notebook(HALFWAY)
    notebook.set_theme(theme)
    notebook.set_width(width)
    one = Sandbox(notebook.page)
    one.fitted()
    one.tile("6-0").click()
    expect(one.caption).to_contain_text("6-0 selected")
    one.button("More").click()
    expect(one.root.locator(".dlab-refused")).to_be_visible()
    one.fitted()
    too_wide = one.root.evaluate("root => root.scrollWidth - root.clientWidth")
    assert too_wide <= 1, f"{too_wide} pixels stick out"
    assert one.too_small() == []
    found = Axe().run(notebook.page, context=".jp-NotebookPanel:not(.lm-mod-hidden) .dlab-sandbox")
    assert found.violations_count == 0, found.generate_report()
    one.root.screenshot(path=artefacts / f"sandbox-{theme}-{width}.png")
