"""The comparison as a reader meets it: all tables step together, in a real JupyterLab."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.notebook import (
    STICKING_OUT,
    await_drawing,
    await_new_pixels,
    await_quiet,
    faults,
    pixels,
    room_for,
)
from tests.browser.widget import Widget

IMPORT = "import domino_lab as dl\nrulesets = ['all-fives', 'five-up']"
TWO = [IMPORT, "dl.VariantComparison(dl.Shuffle(seed=7), rulesets, names=['Ana', '<img src=x>'], step=1)"]
FOUR = [IMPORT, "dl.VariantComparison(dl.Shuffle(seed=7), [*rulesets, 'block', 'all-fives/spinner-closed'], step=1)"]
LEVEL = [IMPORT, "dl.VariantComparison(dl.Shuffle(seed=3), ['block', dl.ruleset('block').but(tie='none')], step=1)"]
MANY = [IMPORT, "dl.VariantComparison(dl.Shuffle(seed=7), rulesets, hands=40)"]


class Comparing(Widget):
    """One comparison on the page: all its tables are on one canvas."""

    css = ".dlab-comparison"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        expect(self.root.locator("canvas")).to_have_count(1)
        self.track = self.root.locator(".dlab-track")
        self.settled()

    def is_at(self, step: int) -> None:
        expect(self.track).to_have_attribute("aria-valuetext", f"Step {step} of 22")

    def captions(self) -> list[str]:
        return self.root.locator(".dlab-area-talk .dlab-caption").all_inner_texts()

    def settled(self) -> str:
        """The picture once it has the size that this page gives it."""
        self.page.wait_for_function(
            """root => {
                const [over, canvas] = [root.querySelector(".dlab-over"), root.querySelector("canvas")];
                return canvas.width >= 400 && Math.abs(over.clientWidth - canvas.width / 2) <= 4;
            }""",
            arg=self.root.element_handle(),
        )
        await_drawing(self.page, self.canvas)
        await_quiet(self.page)
        return pixels(self.canvas)


@pytest.fixture
def two(open_notebook: Open) -> Comparing:
    return Comparing(open_notebook(TWO).page)


def test_keys_step_all_tables_together(two: Comparing) -> None:
    two.canvas.click()
    before = two.settled()
    for key, step in (("ArrowRight", 2), ("ArrowLeft", 1), ("End", 22), ("Home", 0), ("ArrowRight", 1)):
        two.page.keyboard.press(key)
        two.is_at(step)
        if step not in (0, 1):
            await_new_pixels(two.page, two.canvas, before)
    two.page.keyboard.press("Space")
    two.page.wait_for_function(
        "root => Number(root.querySelector('.dlab-track').value) > 1", arg=two.root.element_handle(), polling=50)
    two.page.keyboard.press("Space")
    expect(two.button("Play")).to_be_visible()


def test_one_announcement_says_the_captions_of_all_lines(two: Comparing) -> None:
    two.button("Next").click()
    two.is_at(2)
    await_quiet(two.page)
    names = two.root.locator(".dlab-line-name").all_inner_texts()
    said = " ".join(f"{name}: {caption}" for name, caption in zip(names, two.captions(), strict=True))
    heard = two.live.inner_text()       # beside the captions, the lines of the counts have the sums and the points
    for points, reason in ((10, "a multiple of 5"), (2, "2 × 5")):
        sum_said = f" and scores {points}. 6 + 4 = 10, a multiple of 5: {points} points"
        heard = heard.replace(sum_said, f". 10 is {reason}")
    assert heard == f"{said} Here the scores differ for the first time (Five Up)."
    expect(two.root.locator(".dlab-difference b").nth(1)).to_have_text(
        "Here the scores differ for the first time (Five Up). ")


def test_buttons_and_flags_jump_to_the_first_differences(two: Comparing) -> None:
    two.button("First difference in play (D)").click()
    two.is_at(6)
    expect(two.root.locator(".dlab-difference")).to_contain_text("Here the moves differ for the first time")
    two.button("First difference in points (P)").click()
    two.is_at(2)
    two.page.keyboard.press("ArrowRight")
    two.is_at(3)
    two.root.locator(".dlab-step", has_text="D").click()
    two.is_at(6)
    two.page.keyboard.press("p")
    two.is_at(2)
    two.page.keyboard.press("d")
    two.is_at(6)


def test_a_key_goes_to_the_end_that_another_side_wins(open_notebook: Open) -> None:
    """Both hold 11 pips: in one game the lighter tile wins, in the other nobody does. The key and the flag go there."""
    level = Comparing(open_notebook(LEVEL).page)
    for go in (lambda: level.page.keyboard.press("w"), level.root.locator(".dlab-step", has_text="W").click):
        level.canvas.click()
        level.page.keyboard.press("Home")
        expect(level.track).to_have_attribute("aria-valuetext", "Step 0 of 12")
        go()
        expect(level.root.locator(".dlab-difference")).to_contain_text("Here the winner is not the same")
        first, second = level.captions()
        assert first.startswith("Ben wins the hand.")
        assert second.startswith("Nobody wins the hand.")


def test_the_picture_has_the_words_of_both_tables(two: Comparing) -> None:
    two.button("First difference in play (D)").click()
    two.is_at(6)
    await_quiet(two.page)
    words = two.canvas.get_attribute("aria-label") or ""
    first, _, second = words.partition("Five Up: ")
    assert first.startswith("All Fives: ")
    assert first.removeprefix("All Fives: ").strip() != second.strip() != ""


def test_equal_tiles_lie_at_the_same_pixels_of_both_tables(two: Comparing) -> None:
    """The points differ at step 2, the tiles do not: the two halves of the canvas differ only in the words."""
    two.button("First difference in points (P)").click()
    two.is_at(2)
    two.settled()
    apart = two.canvas.evaluate("""canvas => {
        const { data, width, height } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        const pane = (width - 32) / 2, ivory = (x, y) => {
            const at = 4 * (y * width + x);
            return data[at] > 250 && data[at + 1] > 250 && data[at + 2] > 235 && data[at + 2] < 250;
        };
        let tiles = 0, apart = 0;
        for (let y = 0; y < height; y += 1) for (let x = 0; x < pane; x += 1) {
            tiles += ivory(x, y);
            apart += ivory(x, y) !== ivory(x + pane + 32, y);
        }
        return [tiles, apart];
    }""")
    assert apart[0] > 1000
    assert apart[1] == 0


def test_a_term_rings_its_tile_in_its_own_table(two: Comparing) -> None:
    two.button("First difference in points (P)").click()
    two.is_at(2)
    two.settled()
    middle = two.canvas.evaluate("canvas => canvas.getBoundingClientRect().x + canvas.clientWidth / 2")
    ring = two.root.locator(".dlab-ring")
    for number, is_right in ((0, False), (1, True)):
        two.root.locator(".dlab-panes > .dlab-pane").nth(number).locator(".dlab-term-chip").first.hover()
        expect(ring).to_be_visible()
        box = ring.bounding_box()
        assert box is not None
        assert (box["x"] > middle) == is_right


def test_strangers_words_are_shown_as_they_are_written(two: Comparing) -> None:
    expect(two.root.locator("img, script")).to_have_count(0)
    expect(two.root.locator(".dlab-name", has_text="<img src=x>").first).to_be_visible()


def test_tab_passes_through(two: Comparing) -> None:
    two.root.locator(".dlab-menu > summary").focus()
    inside, stops = "root => root.contains(document.activeElement)", 0
    while two.root.evaluate(inside):
        two.page.keyboard.press("Tab")
        stops += 1
        assert stops < 60
    assert stops > 8


@pytest.mark.parametrize("cells", [TWO, FOUR], ids=["two", "four"])
def test_it_fits_and_is_accessible(open_notebook: Open, artefacts: Path, cells: list[str]) -> None:
    notebook = open_notebook(cells)
    one = Comparing(notebook.page)
    one.button("First difference in points (P)").click()
    one.is_at(2)
    for look in notebook.looks():
        one.settled()
        notebook.screenshot(artefacts / f"comparison-{len(cells[1])}-{look}.png")
        assert faults(one.root) == []
        one.root.locator(".dlab-menu > summary").click()
        expect(one.root.locator(".dlab-popup")).to_be_visible()
        assert faults(one.root) == []
        notebook.page.keyboard.press("Escape")
    one.root.get_by_role("tab", name="How each hand ends").click()
    one.button("Go to the last step").click()
    expect(one.root.locator(".dlab-results")).to_contain_text("Tiles drawn")
    for _ in notebook.looks():
        assert faults(one.root) == []


@pytest.mark.parametrize("cells", [TWO, FOUR], ids=["two", "four"])
def test_one_screen_holds_the_tables_the_counts_and_the_difference(open_notebook: Open, cells: list[str]) -> None:
    """The pane at 1280 px: nothing that explains lies below, and nothing has to be scrolled to (UX 50)."""
    notebook = open_notebook(cells)
    notebook.set_width(1280, 720)
    one = Comparing(notebook.page)
    one.button("First difference in points (P)").click()
    one.is_at(2)
    one.settled()
    notebook.await_quiet()
    top = one.root.bounding_box()
    assert top is not None
    room = room_for(one.root)
    assert top["height"] <= room
    parts = (".dlab-over", ".dlab-count >> nth=-1", ".dlab-difference", ".dlab-primary", '[role="tab"] >> nth=0')
    for part in parts:
        box = one.root.locator(part).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= top["y"] + room
    cut = one.root.locator(".dlab-difference").evaluate("node => node.scrollHeight - node.clientHeight")
    assert cut <= 1
    assert one.root.locator(".dlab-area-talk, .dlab-panes").evaluate_all(
        "nodes => nodes.filter(node => node.scrollHeight > node.clientHeight + 1).map(node => "
        "`${node.className} ${node.scrollHeight} > ${node.clientHeight}`)") == [], "captions are whole"


CUT = """root => [...root.querySelectorAll(".dlab-line-name, .dlab-switch .dlab-button, .dlab-panes .dlab-row > *")]
    .filter(node => node.checkVisibility() && (node.scrollWidth > node.clientWidth + 1
        || node.scrollHeight > node.clientHeight + 1)).map(node => node.textContent)"""


@pytest.mark.parametrize(("cells", "names"), [
    (LEVEL, ["Block Game", 'Block Game but tie = "none"']),
    (FOUR, ["All Fives", "Five Up", "Block Game", "All Fives: spinner closed by two tiles"])], ids=["two", "four"])
def test_the_name_of_each_game_is_whole_beside_the_list_of_files(
    open_notebook: Open, artefacts: Path, cells: list[str], names: list[str]
) -> None:
    """At 1366 px two games were both called "Block …", and four had no names."""
    notebook = open_notebook(cells)
    one = Comparing(notebook.page)
    for theme in ("light", "dark"):
        notebook.set_theme(theme)
        for width, css in ((1366, ".dlab-line-name"), (360, ".dlab-switch .dlab-button")):
            notebook.set_width(width, 768)
            notebook.lab.show_files(width == 1366)
            one.settled()
            assert one.root.locator(css).all_inner_texts() == names
            assert one.root.evaluate(CUT) == []
            assert faults(one.root) == []
            notebook.screenshot(artefacts / f"comparison-names-{len(names)}-{theme}-{width}.png")


def test_a_phone_has_one_table_and_a_switch(open_notebook: Open) -> None:
    notebook = open_notebook(TWO)
    notebook.set_width(360)
    one = Comparing(notebook.page)
    one.button("Next").click()
    one.is_at(2)
    before = one.settled()
    assert (one.canvas.get_attribute("aria-label") or "").startswith("All Fives: ")
    expect(one.root.locator(".dlab-count")).to_have_count(2)
    one.button("Five Up").click()
    expect(one.button("Five Up")).to_have_attribute("aria-pressed", "true")
    await_new_pixels(one.page, one.canvas, before)
    expect(one.canvas).to_have_attribute("aria-label", re.compile("^Five Up: "))
    counts = one.root.locator(".dlab-count")
    expect(counts.nth(0)).to_contain_text("10 points")
    expect(counts.nth(1)).to_contain_text("2 points")


def test_projector_size_has_large_text(two: Comparing) -> None:
    two.root.locator(".dlab-menu > summary").click()
    two.button("Projector view").click()
    expect(two.root).to_have_class(re.compile("dlab-large"))
    two.settled()
    sizes = two.root.evaluate(
        """root => [...root.querySelectorAll(".dlab-caption, button, .dlab-difference")]
            .filter(node => node.checkVisibility()).map(node => parseFloat(getComputedStyle(node).fontSize))"""
    )
    assert min(sizes) >= 24
    assert two.root.evaluate(STICKING_OUT) == []


@pytest.mark.parametrize(("cells", "least"), [(TWO, 1.5), (FOUR, 1.45)], ids=["two", "four"])
def test_at_the_projector_each_table_has_nearly_half_as_much_room_again_and_captions_are_whole(
    open_notebook: Open, cells: list[str], least: float
) -> None:
    notebook = open_notebook(cells)
    notebook.set_width(1366, 768)
    one = Comparing(notebook.page)
    one.button("First difference in play (D)").click()
    one.is_at(6)
    one.settled()
    size = "canvas => canvas.clientWidth * canvas.clientHeight"
    normal = one.canvas.evaluate(size)
    one.root.locator(".dlab-menu > summary").click()
    one.button("Projector view").click()
    expect(one.root).to_have_class(re.compile("dlab-large"))
    notebook.page.wait_for_function("() => document.fullscreenElement !== null")
    for width, height in ((1366, 768), (1280, 720)):
        notebook.page.set_viewport_size({"width": width, "height": height})
        one.settled()
        notebook.await_quiet()
        if width == 1366:
            assert one.canvas.evaluate(size) >= least * normal
        expect(one.root.locator(".dlab-cut")).to_have_count(0)
        expect(one.root.locator(".dlab-difference")).to_contain_text("Here the moves differ for the first time")
        assert one.root.evaluate(STICKING_OUT) == []
    notebook.page.evaluate("() => document.exitFullscreen()")
    expect(one.root).not_to_have_attribute("data-shape", "large")


def test_a_bar_opens_its_deal_and_the_largest_is_one_click_away(open_notebook: Open, artefacts: Path) -> None:
    notebook = open_notebook(MANY)
    one = Comparing(notebook.page)
    title = one.root.locator(".dlab-title")
    one.root.get_by_role("tab", name="Many deals").click()
    bar = one.root.locator("button.dlab-column").last
    expect(bar).to_be_visible()
    expect(one.root.locator(".dlab-area-more")).not_to_contain_text("so far")
    hand = re.search(r"Open deal (\d+)", bar.get_attribute("aria-label") or "")
    assert hand is not None
    bar.focus()
    one.page.keyboard.press("Enter")
    expect(title).to_have_text(f"Same tiles: seed 7, hand {hand[1]}")
    one.button("Open the largest difference").click()
    expect(one.root.locator('button.dlab-column[aria-expanded="true"]')).to_have_count(1)
    one.settled()
    for look in notebook.looks():
        one.settled()
        assert faults(one.root) == []
        notebook.screenshot(artefacts / f"comparison-many-{look}.png")
