"""The comparison as a reader meets it: all tables step together, in a real JupyterLab."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.browser.notebook import LOOKS, OpenNotebook, await_drawing, await_ears, await_new_pixels, await_quiet, pixels

Rerun = Callable[[list[str]], OpenNotebook]

IMPORT = "import domino_lab as dl\nrulesets = ['all-fives', 'five-up']"
TWO = [IMPORT, "dl.VariantComparison(dl.Shuffle(seed=7), rulesets, names=['Ana', '<img src=x>'], step=1)"]
FOUR = [IMPORT, "dl.VariantComparison(dl.Shuffle(seed=7), [*rulesets, 'block', 'all-fives/spinner-closed'], step=1)"]
MANY = [IMPORT, "dl.VariantComparison(dl.Shuffle(seed=7), rulesets, hands=40)"]


class Comparing:
    """One comparison on the page."""

    def __init__(self, page: Page, tables: int = 2) -> None:
        self.page, self.tables = page, tables
        self.root = page.locator(".dlab-comparison:visible").first
        self.root.wait_for()
        self.root.scroll_into_view_if_needed()
        await_ears(self.root)
        self.canvases = self.root.locator("canvas")
        expect(self.canvases).to_have_count(tables)
        self.place, self.live = self.root.locator(".dlab-place"), self.root.locator(".dlab-live")
        self.settled()

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.root.get_by_role("button", name=name, exact=True)

    def is_at(self, step: int) -> None:
        expect(self.place).to_have_text(f"Step {step} of 22")

    def captions(self) -> list[str]:
        return self.root.locator(".dlab-caption").all_inner_texts()

    def settled(self) -> list[str]:
        """The pictures once all of them have the size that this page gives them."""
        self.page.wait_for_function(
            """root => [...root.querySelectorAll("canvas")].every(canvas => {
                const column = canvas.closest(".dlab-line-column");
                return canvas.clientWidth >= 200 && canvas.clientWidth <= column.clientWidth + 1;
            })""",
            arg=self.root.element_handle(),
        )
        for number in range(self.tables):
            await_drawing(self.page, self.canvases.nth(number))
        await_quiet(self.page)
        return [pixels(self.canvases.nth(number)) for number in range(self.tables)]


@pytest.fixture
def two(rerun_notebook: Rerun) -> Comparing:
    return Comparing(rerun_notebook(TWO).page)


def test_keys_step_all_tables_together(two: Comparing) -> None:
    two.canvases.nth(1).click()
    before = two.settled()
    for key, step in (("ArrowRight", 2), ("ArrowLeft", 1), ("End", 22), ("Home", 0), ("ArrowRight", 1)):
        two.page.keyboard.press(key)
        two.is_at(step)
        if step not in (0, 1):
            for number, picture in enumerate(before):
                await_new_pixels(two.page, two.canvases.nth(number), picture)
    two.page.keyboard.press("Space")
    two.page.wait_for_function(
        "root => Number(root.querySelector('.dlab-place').textContent.match(/\\d+/)[0]) > 1",
        arg=two.root.element_handle(), polling=50,
    )
    two.page.keyboard.press("Space")
    expect(two.button("Play")).to_be_visible()


def test_one_announcement_says_the_captions_of_all_lines(two: Comparing) -> None:
    two.button("Next").click()
    two.is_at(2)
    await_quiet(two.page)
    names = two.root.locator(".dlab-line-column .dlab-line-name").all_inner_texts()
    said = " ".join(f"{name}: {caption}" for name, caption in zip(names, two.captions(), strict=True))
    expect(two.live).to_have_text(f"{said} Here the scores differ for the first time (Five Up).")
    here = two.root.locator(".dlab-jumps .dlab-here")
    expect(here).to_have_text("Here the scores differ for the first time (Five Up).")


def test_the_two_buttons_jump_to_the_marks(two: Comparing) -> None:
    two.button("First difference in play").click()
    two.is_at(6)
    expect(two.root.locator(".dlab-marks .dlab-here")).to_have_text("You are here.")
    two.button("First difference in points").click()
    two.is_at(2)
    two.page.keyboard.press("ArrowRight")
    two.is_at(3)
    two.root.get_by_role("button", name="First difference in play, step 6").click()
    two.is_at(6)


def test_each_picture_has_words_of_its_own(two: Comparing) -> None:
    two.button("First difference in play").click()
    two.is_at(6)
    await_quiet(two.page)
    labels = [two.canvases.nth(number).get_attribute("aria-label") for number in range(2)]
    assert labels[0]
    assert labels[0] != labels[1]


def test_a_term_lights_its_tile_in_its_own_table_only(two: Comparing) -> None:
    two.button("Last").click()
    two.button("First difference in points").click()
    two.is_at(2)
    plain = two.settled()
    two.root.locator(".dlab-line-column").nth(1).locator(".dlab-chip").first.hover()
    await_new_pixels(two.page, two.canvases.nth(1), plain[1])
    assert pixels(two.canvases.nth(0)) == plain[0]


def test_strangers_words_are_shown_as_they_are_written(two: Comparing) -> None:
    expect(two.root.locator("img, script")).to_have_count(0)
    expect(two.root.locator(".dlab-scores").first).to_contain_text("<img src=x>")


def test_tab_passes_through(two: Comparing) -> None:
    two.button("First").focus()
    inside, stops = "root => root.contains(document.activeElement)", 0
    while two.root.evaluate(inside):
        two.page.keyboard.press("Tab")
        stops += 1
        assert stops < 40
    assert stops > 8


def test_a_reload_shows_the_current_pictures(open_notebook: Open) -> None:
    notebook = open_notebook(TWO)
    one = Comparing(notebook.page)
    before = one.settled()
    one.button("Next").click()
    one.is_at(2)
    now = [await_new_pixels(notebook.page, one.canvases.nth(number), before[number]) for number in range(2)]
    notebook.reload()
    again = Comparing(notebook.page)
    again.is_at(2)
    assert again.settled() == now
    again.button("Next").click()
    again.is_at(3)


@pytest.mark.parametrize(("width", "theme"), LOOKS)
@pytest.mark.parametrize(("cells", "tables"), [(TWO, 2), (FOUR, 4)], ids=["two", "four"])
def test_it_fits_and_is_accessible(
    open_notebook: Open, artefacts: Path, theme: str, width: int, cells: list[str], tables: int
) -> None:
    notebook = open_notebook(cells)
    notebook.set_theme(theme)
    notebook.set_width(width)
    one = Comparing(notebook.page, tables)
    one.button("First difference in points").click()
    one.is_at(2)
    one.button("More").click()
    one.settled()
    assert _sticking_out(one) == []
    assert _overlaps(one) == []
    assert _too_small(one) == []
    one.root.evaluate("root => root.querySelectorAll('details').forEach(folded => { folded.open = true; })")
    await_quiet(notebook.page)
    assert _sticking_out(one) == []
    assert _overlaps(one) == []
    found = Axe().run(notebook.page, context=".jp-NotebookPanel:not(.lm-mod-hidden) .dlab-comparison")
    assert found.violations_count == 0, found.generate_report()
    one.button("Less").click()
    notebook.page.set_viewport_size({"width": width, "height": 3000 if width < 600 else 1800})
    one.settled()
    notebook.screenshot(artefacts / f"comparison-{tables}-{theme}-{width}.png")


def test_wide_lines_stand_side_by_side_and_narrow_ones_below_each_other(open_notebook: Open) -> None:
    notebook = open_notebook(TWO)
    one = Comparing(notebook.page)
    first, second = (one.canvases.nth(number).bounding_box() for number in range(2))
    assert first is not None
    assert second is not None
    assert second["x"] >= first["x"] + first["width"]
    assert abs(first["y"] - second["y"]) <= 1
    notebook.set_width(360)
    one.page.wait_for_function(
        "([a, b]) => b.getBoundingClientRect().top >= a.getBoundingClientRect().bottom",
        arg=[one.canvases.nth(0).element_handle(), one.canvases.nth(1).element_handle()],
    )


def test_projector_size_has_large_text(two: Comparing) -> None:
    two.button("Projector view").click()
    expect(two.button("Normal view")).to_be_visible()
    two.settled()
    sizes = two.root.evaluate(
        """root => [...root.querySelectorAll(".dlab-caption, button, td")].filter(node => node.checkVisibility())
            .map(node => parseFloat(getComputedStyle(node).fontSize))"""
    )
    assert min(sizes) >= 24


def test_a_bar_opens_its_deal_and_the_largest_is_one_click_away(open_notebook: Open, artefacts: Path) -> None:
    notebook = open_notebook(MANY)
    one = Comparing(notebook.page)
    line = one.root.locator(".dlab-foot .dlab-line")
    bar = one.root.locator("button.dlab-column").first
    expect(bar).to_be_visible()
    expect(one.root.locator(".dlab-many")).not_to_contain_text("so far")
    before = one.settled()
    hand = re.search(r"Open deal (\d+)", bar.get_attribute("aria-label") or "")
    assert hand is not None
    bar.focus()
    one.page.keyboard.press("Enter")
    expect(line).to_contain_text(f"hand={hand[1]})" if hand[1] != "0" else "seed=7)")
    await_new_pixels(one.page, one.canvases.first, before[0])
    one.button("Open the largest difference").click()
    expect(one.root.locator("button.dlab-column[aria-current=step]")).to_have_count(1)
    one.root.locator(".dlab-many").scroll_into_view_if_needed()
    one.settled()
    found = Axe().run(notebook.page, context=".jp-NotebookPanel:not(.lm-mod-hidden) .dlab-comparison")
    assert found.violations_count == 0, found.generate_report()
    notebook.screenshot(artefacts / "comparison-many-light-1280.png")
    notebook.set_width(360)
    one.settled()
    assert _sticking_out(one) == []


# --- what must not happen


def _sticking_out(one: Comparing) -> list[str]:
    """What is wider than the view and does not scroll inside itself."""
    return one.root.evaluate(
        """root => [...root.querySelectorAll("*")].filter(node => node.offsetParent && !node.closest(".dlab-sideways"))
            .filter(node => node.getBoundingClientRect().right > root.getBoundingClientRect().right + 1)
            .map(node => node.outerHTML.slice(0, 80))"""
    )


def _overlaps(one: Comparing) -> list[str]:
    """Pairs of parts of the view that lie over each other."""
    return one.root.evaluate(
        """root => {
            const boxes = [...root.querySelectorAll(
                ".dlab-line-column > *, .dlab-transport, .dlab-jumps, .dlab-card, .dlab-sideways, .dlab-foot, button"
            )].filter(node => node.checkVisibility());
            const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
                && a.top < b.bottom - 1 && b.top < a.bottom - 1;
            const found = [];
            boxes.forEach((a, i) => boxes.slice(i + 1).forEach(b => {
                if (a.contains(b) || b.contains(a)) return;
                if (over(a.getBoundingClientRect(), b.getBoundingClientRect()))
                    found.push(a.outerHTML.slice(0, 60) + " | " + b.outerHTML.slice(0, 60));
            }));
            return found;
        }"""
    )


def _too_small(one: Comparing) -> list[str]:
    """Every button, field and term under 24 pixels, wide or high."""
    return one.root.evaluate(
        """root => [...root.querySelectorAll("button, select, .dlab-chip")].filter(node => node.checkVisibility())
            .filter(node => { const box = node.getBoundingClientRect(); return box.width < 24 || box.height < 24; })
            .map(node => node.outerHTML.slice(0, 80))"""
    )
