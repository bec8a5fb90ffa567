"""Hidden tiles and perfect play in a real JupyterLab: beside a hand, by keyboard, legible in both themes and narrow."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Open
from tests.browser.notebook import faults

PANEL = ".jp-NotebookPanel:not(.lm-mod-hidden)"
BESIDE = ["import domino_lab as dl", 'here = dl.Playhead("block", seed=27)', "dl.HandStepper(here)",
          "dl.HiddenTiles(here)"]
"""Step 1: Ben sets 5-5. Step 2: 6-5 joins it, so that the ends show 5 and 6. Step 3: Ben passes."""


def table(root: Locator, words: str) -> Locator:
    return root.locator("table.dlab-heat", has_text=words)


def test_the_tables_go_with_the_hand_and_a_pass_leaves_empty_cells(open_notebook: Open) -> None:
    notebook = open_notebook(BESIDE)
    page = notebook.page
    root = page.locator(f"{PANEL} .dlab-hidden")
    expect(root.locator("table.dlab-heat")).to_have_count(2)
    expect(table(root, "Ben")).to_contain_text("32")      # 6 of 19: 5-5 leads, so 6-6 was not dealt
    page.locator(f"{PANEL} .dlab-stepper").get_by_role("button", name="Next").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(root).to_contain_text("Ben passed. So at that moment Ben had no 5 or 6.")
    fives = table(root, "Ben").locator('td[data-cell^="5-"], td[data-cell^="6-"]')
    assert set(fives.all_inner_texts()) == {"0"}
    expect(table(root, "Ben").locator('td[data-cell="4-4"]')).to_have_text("50")
    assert notebook.errors == []


def test_the_seat_is_chosen_and_its_own_keys_move_the_hand(open_notebook: Open) -> None:
    notebook = open_notebook(["import domino_lab as dl", 'dl.HiddenTiles("block", seed=27, step=3)'])
    root = notebook.page.locator(f"{PANEL} .dlab-hidden")
    expect(root).to_contain_text("Ana cannot see")
    seat = root.get_by_role("combobox")
    seat.focus()
    notebook.page.keyboard.press("ArrowDown")
    expect(root).to_contain_text("Ben cannot see")
    root.locator("table.dlab-heat").first.click()
    notebook.page.keyboard.press("Home")
    expect(root).to_contain_text("Ben cannot see 21 tiles.")
    assert notebook.errors == []


def test_pointing_at_a_chance_shows_its_tile_with_its_holders_and_on_the_table(open_notebook: Open) -> None:
    notebook = open_notebook(["import domino_lab as dl", 'dl.HiddenTiles("block", seed=27, step=3)'])
    root = notebook.page.locator(f"{PANEL} .dlab-hidden")
    table(root, "Ben").locator('td[data-cell="4-2"]').hover()
    expect(root.locator(".dlab-who")).to_have_text(["50 %", "50 %"])
    expect(root.locator(".dlab-where")).to_have_count(0)
    table(root, "Ben").locator('td[data-cell="5-4"]').focus()
    expect(root.locator(".dlab-who")).to_have_text(["100 %", "0 %"])
    expect(root.locator(".dlab-where")).to_have_count(1)
    notebook.page.keyboard.press("ArrowUp")
    expect(root.locator('td[data-cell="4-4"]').first).to_be_focused()
    expect(root.locator(".dlab-who")).to_have_text(["50 %", "50 %"])
    assert notebook.errors == []


def test_perfect_play_opens_beside_the_hand_and_its_steps_go_there(open_notebook: Open) -> None:
    notebook = open_notebook(["import domino_lab as dl", 'dl.HandStepper("block", seed=4)'])
    page, root = notebook.page, notebook.page.locator(f"{PANEL} .dlab-stepper")
    root.get_by_role("tab", name="Perfect play").focus()
    page.keyboard.press("Enter")
    panel = root.locator(".dlab-area-more")
    expect(panel).to_contain_text("Ben wins 40 points.")
    panel.get_by_role("button", name=re.compile("Step 3: Ben gave away 34 points")).focus()
    page.keyboard.press("Enter")
    expect(root.locator(".dlab-track")).to_have_attribute("aria-valuetext", re.compile("Step 2 of"))
    expect(panel).to_contain_text("in the hand")
    page.keyboard.press("Escape")
    expect(panel).not_to_contain_text("gave away")
    assert notebook.errors == []


def test_a_review_asks_for_a_better_move_and_shows_it_by_keys(open_notebook: Open, artefacts: Path) -> None:
    notebook = open_notebook(["import domino_lab as dl", 'dl.HandStepper("all-fives-whole-hand", step=2)'])
    page, root = notebook.page, notebook.page.locator(f"{PANEL} .dlab-stepper")
    panel, talk, track = (root.locator(f".dlab-{name}") for name in ("area-more", "area-talk", "track"))
    root.get_by_role("tab", name="Review").focus()
    page.keyboard.press("Enter")
    panel.get_by_role("button", name="Review this hand").focus()
    page.keyboard.press("Enter")
    expect(panel).to_contain_text("Slips and mistakes", timeout=60_000)
    expect(panel).not_to_contain_text("first figures", timeout=100_000)
    marked = panel.get_by_role("button", name=re.compile("a (slip|mistake) of"))
    expect(root.locator(".dlab-loss")).to_have_count(marked.count())
    panel.get_by_role("button", name="Next marked move").focus()
    page.keyboard.press("ArrowRight")
    expect(talk).to_contain_text("Which move is better?")
    expect(root).not_to_contain_text("★")
    for look in notebook.looks():
        assert faults(root) == []
        root.screenshot(path=artefacts / f"review-task-{look}.png")
    root.locator(".dlab-rack > .dlab-tile").first.focus()
    page.keyboard.press("ArrowRight")
    expect(root.locator(".dlab-rack > .dlab-tile").nth(1)).to_be_focused()
    talk.get_by_role("button", name="Show the moves").focus()
    page.keyboard.press("Enter")
    expect(panel).to_contain_text("★")
    here = re.compile(str(track.get_attribute("aria-valuetext"))[:7])
    talk.get_by_role("button", name="After a better move").focus()
    page.keyboard.press("Enter")
    expect(talk).to_contain_text("One possible continuation")
    expect(track).not_to_have_attribute("aria-valuetext", here)
    talk.get_by_role("button", name="As it was played").focus()
    page.keyboard.press("Enter")
    expect(talk).not_to_contain_text("One possible continuation")
    for look in notebook.looks():
        assert faults(root) == []
        root.screenshot(path=artefacts / f"review-{look}.png")
    assert notebook.errors == []


WHERE = """task = stepper.review.task.best
there = stepper.moment()["table"]["places"][str(task.action.tile)]
print(task.action.tile, len(there), [place["value"] for place in there].index(stepper.review._moves().index(task)))"""
"""Prints the tile of the best move, in how many places it fits, and the number of the best one."""


def test_a_better_move_is_found_by_pressing_its_tile(open_notebook: Open) -> None:
    notebook = open_notebook(["import domino_lab as dl", 'stepper = dl.HandStepper("all-fives-whole-hand")', "stepper",
                              "from domino_lab.explain.review import review_hand",
                              "stepper.review.give(review_hand(stepper.here.timeline, deals=4096))",
                              "stepper.review.go_on()", WHERE])
    root = notebook.page.locator(f"{PANEL} .dlab-stepper")
    talk, ghosts = root.locator(".dlab-area-talk"), root.locator(".dlab-ghost")
    expect(talk).to_contain_text("Which move is better?")
    tile, number, place = notebook.page.locator(f"{PANEL} .jp-OutputArea-output pre").last.inner_text().split()
    root.locator(f'.dlab-rack > [data-tile="{tile}"]').click()
    if int(number) > 1:
        expect(ghosts).to_have_count(int(number))
        ghosts.nth(int(place)).click()
    expect(talk).to_contain_text("Yes, the best move.")
    assert notebook.errors == []


def test_they_fit_and_are_accessible(open_notebook: Open, artefacts: Path) -> None:
    notebook = open_notebook(BESIDE)
    root, stepper = (notebook.page.locator(f"{PANEL} .{name}") for name in ("dlab-hidden", "dlab-stepper"))
    stepper.get_by_role("tab", name="Perfect play").click()
    expect(stepper.locator(".dlab-area-more")).to_contain_text("Points given away")
    for _ in range(3):
        stepper.get_by_role("button", name="Next").click()
    expect(root).to_contain_text("passed")
    for look in notebook.looks():
        assert faults(root) + faults(stepper) == []
        stepper.locator(".dlab-area-more").screenshot(path=artefacts / f"perfect-{look}.png")
        root.screenshot(path=artefacts / f"hidden-{look}.png")
    assert notebook.errors == []


def test_alone_they_say_where_they_are_and_fit_large_too(open_notebook: Open, artefacts: Path) -> None:
    notebook = open_notebook(["import domino_lab as dl", 'dl.HiddenTiles("block", seed=4, step=3)',
                              'dl.PerfectPlay("block", seed=4, step=3)'])
    roots = {name: notebook.page.locator(f"{PANEL} .{name}") for name in ("dlab-hidden", "dlab-perfect")}
    for root in roots.values():
        expect(root).to_contain_text("Block Game, seed 4, hand 1")
        root.get_by_role("button", name="Next").click()
        expect(root.locator(".dlab-track")).to_have_attribute("aria-valuetext", re.compile("Step 4 of"))
        expect(root.locator(".dlab-code")).to_contain_text("seed=4, step=4")
    # As in a frame that may not fill the screen: there, two views are large side by side.
    for root in roots.values():
        root.evaluate("root => { root.requestFullscreen = () => Promise.reject(); }")
    for size in ("Normal view", "Projector view"):
        for look in notebook.looks():
            for name, root in roots.items():
                root.locator(".dlab-menu > summary").click()
                expect(root.locator(".dlab-popup")).to_be_visible()
                assert faults(root) == []
                root.screenshot(path=artefacts / f"alone-{name}-{size.split()[0]}-{look}.png")
                notebook.page.keyboard.press("Escape")
        for root in roots.values() if size == "Normal view" else ():
            root.locator(".dlab-menu > summary").click()
            root.get_by_role("button", name="Projector view").click()
    assert notebook.errors == []
