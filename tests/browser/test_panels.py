"""The panels of the sandbox in a real JupyterLab: which tile would score, how far the count goes, settling, saving."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

import domino_lab as dl
from tests.browser.conftest import Open
from tests.browser.notebook import faults
from tests.browser.test_sandbox import Sandbox

THREE = ['import domino_lab as dl\ndl.ScoringSandbox("all-fives", versus="five-up", position="5-5 5-0 3-5")']
FOUR = ['import domino_lab as dl\ndl.ScoringSandbox("all-fives", versus=["block", "two-box"], seats=4)']


def test_a_tile_of_the_list_is_chosen_played_and_the_list_follows(open_notebook: Open) -> None:
    """From 13 the 2-0 makes 15 (the sheet's example); after it no tile scores, and 5-4 makes 14."""
    notebook = open_notebook(THREE)
    one = Sandbox(notebook.page)
    rows = one.root.locator(".dlab-scorer:not(.dlab-scorer-head)")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text("+15 5+5 + 3 + 2 = 15")
    expect(rows.first).to_contain_text("+1 3 + 2 = 5")
    one.button("Choose 2-0: the 0 of 5-0").click()
    expect(one.caption).to_contain_text("2-0 selected.")
    expect(one.ghosts).to_have_count(1)
    one.button("Choose 2-0: the 0 of 5-0").click()
    expect(one.root.locator(".dlab-card .dlab-total").first).to_have_text("15")
    expect(one.root.locator(".dlab-area-more")).to_contain_text("No tile would score now.")
    one.button("Show tiles that don't score, too").click()
    expect(rows.filter(has_text="5 + 3 + 2 + 4 = 14").first).to_be_visible()
    assert notebook.errors == []


def test_the_largest_count_is_searched_and_the_record_is_saved(open_notebook: Open, tmp_path: Path) -> None:
    notebook = open_notebook(THREE)
    one = Sandbox(notebook.page)
    one.open("How high?")
    one.root.get_by_role("combobox", name="with", exact=True).select_option("up to 2 more tiles")
    one.button("Find it").click()
    expect(one.root.locator(".dlab-area-more .dlab-card").first).to_contain_text("The largest count is 25")
    one.root.locator(".dlab-menu > summary").click()
    one.root.get_by_text("Save or share").click()
    with notebook.page.expect_download() as saving:
        one.root.locator('[data-do="save"][data-value="record"]').click()
    saving.value.save_as(tmp_path / "position.toml")
    assert dl.load(tmp_path / "position.toml").state.board_count.total == 13
    with notebook.page.expect_download() as saving:
        one.root.locator('[data-do="save"][data-value="png"]').click()
    saving.value.save_as(tmp_path / "position.png")
    assert (tmp_path / "position.png").read_bytes().startswith(b"\x89PNG")
    assert notebook.errors == []


def test_a_hand_is_settled_by_keyboard_alone(open_notebook: Open) -> None:
    """The sheet's sum: 3 against 5, 11 and 13 pips is 26, rounded 25, a fifth of it 5; in Block all 26."""
    notebook = open_notebook(FOUR)
    one = Sandbox(notebook.page)
    one.root.get_by_role("tab", name="What scores?").focus()
    for _ in range(2):
        notebook.page.keyboard.press("ArrowRight")
        notebook.await_quiet()
    expect(one.root.get_by_role("tab", name="End of a hand")).to_have_attribute("aria-selected", "true")
    one.enter()
    for place, tiles in enumerate((["2-1"], ["4-1"], ["6-5"], ["6-6", "1-0"])):
        for tile in tiles:
            for _ in range(28):
                one.press("ArrowDown")
                if f"{tile} selected" in one.live.inner_text():
                    break
            one.press("Enter")
        if place < 3:
            one.press("ArrowRight")
    cards = one.root.locator(".dlab-cards .dlab-card")
    expect(cards.nth(0)).to_contain_text("Ana wins 5 points.")
    expect(cards.nth(1)).to_contain_text("Ana wins 26 points.")
    one.button("Take 1-0 from Dan").click()
    expect(cards.nth(1)).to_contain_text("Ana wins 25 points.")
    assert notebook.errors == []


def test_every_tab_can_be_read_and_pressed(open_notebook: Open, artefacts: Path) -> None:
    notebook = open_notebook(THREE)
    one = Sandbox(notebook.page)
    one.open("End of a hand")
    one.tile("6-6").click()             # a second press would take it back
    expect(one.root.locator(".dlab-player-row .dlab-tile")).to_have_count(1)
    for look in notebook.looks():
        for tab in ("How high?", "End of a hand", "Moves", "Why not?", "What scores?"):
            one.open(tab)
            if tab == "How high?":
                one.button("Find it").click()
                expect(one.root.locator(".dlab-area-more .dlab-card")).to_have_count(2)
            if tab == "End of a hand":
                expect(one.root.locator(".dlab-player-row .dlab-tile")).to_have_count(1)
            notebook.await_quiet()
            assert faults(one.root) == []
            one.root.screenshot(path=artefacts / f"sandbox-{tab.split()[0].lower()}-{look}.png")
