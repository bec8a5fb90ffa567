"""The panels of the sandbox in a real JupyterLab: which tile would score, how far the count goes, settling, saving."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import domino_lab as dl
from tests.browser.conftest import Open
from tests.browser.notebook import LOOKS
from tests.browser.test_sandbox import Sandbox

THREE = ['import domino_lab as dl\ndl.ScoringSandbox("all-fives", versus="five-up", position="5-5 5-0 3-5")']
FOUR = ['import domino_lab as dl\ndl.ScoringSandbox("all-fives", versus=["block", "two-box"], seats=4)']


def test_a_tile_of_the_table_is_chosen_laid_and_the_table_follows(open_notebook: Open) -> None:
    """From 13 the 2-0 makes 15 (the sheet's example); after it no tile scores, and 5-4 makes 14."""
    notebook = open_notebook(THREE)
    one = Sandbox(notebook.page)
    rows = one.root.locator(".dlab-scorers tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text("5+5 + 3 + 2 = 15 +15")
    expect(rows.first).to_contain_text("3 + 2 = 5 +1")
    one.button("Choose 2-0: the 0 of 5-0").click()
    expect(one.caption).to_contain_text("2-0 selected.")
    one.button("Play tile").click()
    expect(one.root.locator(".dlab-sides .dlab-card").first).to_contain_text("= 15")
    expect(one.root.locator(".dlab-scorers")).to_contain_text("None would.")
    one.button("Show the others too").click()
    expect(rows.filter(has_text="5 + 3 + 2 + 4 = 14").first).to_be_visible()
    assert notebook.errors == []


def test_the_largest_count_is_searched_and_the_record_is_saved(open_notebook: Open, tmp_path: Path) -> None:
    notebook = open_notebook(THREE)
    one = Sandbox(notebook.page)
    one.root.get_by_role("button", name=re.compile("How high can it go")).click()
    one.root.get_by_label("by", exact=True).select_option("up to 2 more tiles")
    one.button("Find it").click()
    expect(one.root.locator(".dlab-reach .dlab-card").first).to_contain_text("The largest count is 25")
    one.root.get_by_role("button", name=re.compile("Save or share this position")).click()
    with notebook.page.expect_download() as saving:
        one.button("Save the record").click()
    saving.value.save_as(tmp_path / "position.toml")
    assert dl.load(tmp_path / "position.toml").state.board_count.total == 13
    with notebook.page.expect_download() as saving:
        one.button("Save the picture (PNG)").click()
    saving.value.save_as(tmp_path / "position.png")
    assert (tmp_path / "position.png").read_bytes().startswith(b"\x89PNG")
    assert notebook.errors == []


def test_a_hand_is_settled_by_keyboard_alone(open_notebook: Open) -> None:
    """The sheet's sum: 3 against 5, 11 and 13 pips is 26, rounded 25, a fifth of it 5; in Block all 26."""
    notebook = open_notebook(FOUR)
    one = Sandbox(notebook.page)
    one.button("Settle a hand").focus()
    notebook.page.keyboard.press("Enter")
    caption = one.root.locator(".dlab-settling .dlab-caption")
    expect(caption).to_be_visible()
    notebook.await_quiet()          # what is heard of the tab must not pass for the answer to the first key
    for place, tiles in enumerate((["2-1"], ["4-1"], ["6-5"], ["6-6", "1-0"])):
        for tile in tiles:
            for _ in range(28):
                one.press("ArrowDown")
                if f"{tile} selected" in one.live.inner_text():
                    break
            one.press("Enter")
        if place < 3:
            one.press("ArrowRight")
    cards = one.root.locator(".dlab-settling .dlab-card")
    expect(cards.nth(0)).to_contain_text("Player 1 wins 5 points.")
    expect(cards.nth(1)).to_contain_text("Player 1 wins 26 points.")
    notebook.await_quiet()
    expect(one.live).to_have_text(caption.inner_text())
    one.root.get_by_role("button", name="Take 1-0 from Player 4").click()
    expect(cards.nth(1)).to_contain_text("Player 1 wins 25 points.")
    assert notebook.errors == []


@pytest.mark.parametrize(("width", "theme"), LOOKS)
def test_both_tabs_can_be_read_and_pressed(open_notebook: Open, artefacts: Path, theme: str, width: int) -> None:
    notebook = open_notebook(THREE, run=False)
    notebook.set_width(width)
    notebook.set_theme(theme)
    notebook.run_all()
    one = Sandbox(notebook.page)
    one.root.get_by_role("button", name=re.compile("How high can it go")).click()
    one.button("Find it").click()
    expect(one.root.locator(".dlab-reach .dlab-card")).to_have_count(2)
    for tab in ("Play tiles", "Settle a hand"):
        one.button(tab).click()
        if tab != "Play tiles":
            one.root.locator(".dlab-settling .dlab-tile").first.click()
            expect(one.root.locator(".dlab-settling .dlab-pick")).to_have_count(1)
        notebook.await_quiet()
        found = Axe().run(notebook.page, context=".dlab-sandbox")
        assert found.violations_count == 0, found.generate_report()
        assert one.too_small() == []
        assert one.root.evaluate("root => root.scrollWidth <= root.clientWidth")
        one.root.screenshot(path=artefacts / f"sandbox-{tab.split()[0].lower()}-{width}-{theme}.png")
