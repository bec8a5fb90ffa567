"""A game as a reader plays it in a real JupyterLab: by keyboard alone, by pointing, with others and for a long time."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.browser.notebook import (
    LOOKS,
    await_answer,
    await_drawing,
    await_ears,
    await_new_pixels,
    await_quiet,
    pixels,
    press_keys,
)

AT_ONCE = ["""import domino_lab as dl
play = dl.Play("all-fives", against="greedy", names=["Ana", "Ben"], seed=1, delay=0)
play"""]
SLOWLY = [AT_ONCE[0].replace("delay=0", "delay=1")]
TWO = ['import domino_lab as dl\ndl.Play("block", names=["Ana", "Ben"], seed=7)']
AFTER = "after = 'a cell below'"

SOAK = """
import gc, resource
from comm import get_comm_manager

def open_comms():
    return len(get_comm_manager().comms)

def kilobytes():
    gc.collect(), gc.collect()      # what has a finalizer goes at the second time
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() // 1024

def one_hand():
    game = play.here
    while not game.is_over:
        action = game.legal[0]
        if action.kind == "play":
            game.choose(action.tile)
        game.do(action)
    play.afterwards.look.click()
    play.key("n") if game.goes_on else play.action_bar.extras["new_deal"].click()

found = []
for hand in range(60):
    one_hand()
    if hand % 10 == 9:
        found.append((open_comms(), kilobytes()))
print(found)
"""


class Game:
    """One game on the page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.locator(".dlab-playing:visible").first
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

    @property
    def tiles(self) -> Locator:
        return self.root.locator(".dlab-rack .dlab-tile:visible")

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
        """As a reader does who presses Tab until it is inside."""
        self.tiles.first.focus()

    def press(self, *keys: str) -> None:
        press_keys(self.root, *keys)

    def too_small(self, least: int = 24) -> list[str]:
        """Every button and field that is under so many pixels, wide or high."""
        return self.root.evaluate(
            """(root, least) => [...root.querySelectorAll("button, select, input, .dlab-chip")]
                .filter(node => node.offsetParent)
                .filter(node => { const box = node.getBoundingClientRect();
                                  return box.width < least || box.height < least; })
                .map(node => node.outerHTML.slice(0, 80))""", least,
        )


def play_on(one: Game) -> str:
    """One move by keys alone: the first tile that can go, else a draw, else a pass; what was pressed last."""
    able = one.root.locator(".dlab-rack .dlab-can:visible")
    if not able.count():
        key = "d" if "The boneyard is empty" not in one.caption.inner_text() else "p"
        one.press(key)
        if one.root.locator(".dlab-miss").count():
            one.press("p")
        return key
    for _ in range(30):
        one.press("ArrowDown")
        if one.root.locator(".dlab-rack .dlab-can.dlab-chosen").count():
            break
    one.press("Enter")
    return "Enter"


def test_a_whole_hand_is_played_by_keyboard_alone(open_notebook: Open) -> None:
    notebook = open_notebook(AT_ONCE)
    one = Game(notebook.page)
    first = one.fitted()
    one.enter()
    pressed = []
    while not one.button("Look through it").is_visible():
        pressed.append(play_on(one))
        assert len(pressed) < 60, "the hand does not end"
    expect(one.caption).to_contain_text("wins the hand")
    assert one.root.evaluate("root => root.contains(document.activeElement)"), "the keys are lost"
    await_new_pixels(notebook.page, one.canvas, first)
    one.press("u")
    expect(one.caption).to_contain_text("Undone.")
    one.press("r", "n")
    expect(one.caption).to_contain_text("The next hand is dealt.")
    assert notebook.errors == []


def test_what_the_rules_refuse_is_named_by_its_clause_and_legal_ends_light_up(open_notebook: Open) -> None:
    notebook = open_notebook(AT_ONCE)
    one = Game(notebook.page)
    one.fitted()
    one.enter()
    play_on(one)
    one.root.locator(".dlab-rack .dlab-cannot:visible").first.click()
    expect(one.caption).to_contain_text("It does not fit any open end.")
    expect(one.button("Play tile")).to_be_focused()
    before, tiles = one.fitted(), one.tiles.all_inner_texts()
    one.press("Enter")
    expect(one.caption).to_contain_text("GEN-FIT-1")
    refused = await_new_pixels(notebook.page, one.canvas, before)       # the ends where another tile goes
    assert one.tiles.all_inner_texts() == tiles
    one.root.locator(".dlab-rack .dlab-cannot.dlab-chosen:visible").click()
    expect(one.caption).not_to_contain_text("GEN-FIT-1")
    await_new_pixels(notebook.page, one.canvas, refused)
    one.root.locator(".dlab-rack .dlab-can:visible").first.click()
    expect(one.caption).to_contain_text("Press Enter to play")
    assert one.fitted() not in {before, refused}
    assert notebook.errors == []


def test_a_reply_comes_by_itself_after_a_pause_and_is_one_announcement(open_notebook: Open) -> None:
    notebook = open_notebook(SLOWLY)
    one = Game(notebook.page)
    one.fitted()
    one.enter()
    notebook.page.evaluate(
        """root => { window.heard = []; const live = root.querySelector(".dlab-live");
           new MutationObserver(() => window.heard.push(live.textContent)).observe(live, {childList: true}); }""",
        one.root.element_handle(),
    )
    one.press("ArrowDown")
    one.page.keyboard.press("Enter")
    expect(one.caption).to_contain_text("Ben is thinking.")
    expect(one.caption).not_to_contain_text("Ben is thinking.")
    await_answer(one.root)
    heard = notebook.page.evaluate("window.heard")
    assert len(heard) == 2, heard
    assert heard[1].startswith("Ana starts with")
    assert "Ben " in heard[1]


def test_between_two_people_a_curtain_falls(open_notebook: Open) -> None:
    notebook = open_notebook(TWO)
    one = Game(notebook.page)
    covered = one.fitted()
    expect(one.tiles).to_have_count(0)
    one.button("Show my tiles").press("Enter")
    expect(one.tiles).to_have_count(7)
    assert one.root.evaluate("root => root.contains(document.activeElement)"), "the keys are lost"
    await_new_pixels(notebook.page, one.canvas, covered)
    one.root.locator(".dlab-rack .dlab-can:visible").first.click()
    expect(one.caption).to_contain_text("selected")
    expect(one.button("Play tile")).to_be_focused()
    one.press("Enter")
    expect(one.tiles).to_have_count(0)
    expect(one.caption).to_contain_text("press Enter when nobody else is looking")
    one.press("Enter")
    expect(one.tiles).to_have_count(7)
    assert notebook.errors == []


def test_a_reload_shows_the_game_as_it_stands(open_notebook: Open) -> None:
    notebook = open_notebook(AT_ONCE)
    one = Game(notebook.page)
    one.fitted()
    one.enter()
    play_on(one)
    now, said = one.fitted(), one.caption.inner_text()
    notebook.reload()
    again = Game(notebook.page)
    assert again.caption.inner_text() == said
    assert again.fitted() == now
    again.enter()
    again.press("u")
    expect(again.caption).to_contain_text("Undone.")


def test_the_rack_is_one_stop_of_tab_and_tab_leaves(open_notebook: Open) -> None:
    one = Game(open_notebook([*AT_ONCE, AFTER]).page)
    one.enter()
    inside, stops, tiles = "root => root.contains(document.activeElement)", 0, 0
    while one.root.evaluate(inside):
        tiles += one.page.evaluate("document.activeElement.classList.contains('dlab-tile')")
        one.page.keyboard.press("Tab")
        stops += 1
        assert stops < 60, "Tab does not leave"
    assert tiles == 1


@pytest.mark.parametrize(("width", "theme"), LOOKS)
def test_it_fits_and_is_accessible(open_notebook: Open, artefacts: Path, theme: str, width: int) -> None:
    notebook = open_notebook(AT_ONCE)
    notebook.set_theme(theme)
    notebook.set_width(width)
    one = Game(notebook.page)
    one.fitted()
    one.enter()
    for _ in range(3):
        play_on(one)
    one.root.locator(".dlab-rack .dlab-tile:visible").first.click()
    one.fitted()
    one.root.screenshot(path=artefacts / f"play-{theme}-{width}.png")
    one.button("More").click()
    expect(one.root.locator(".dlab-deeds .dlab-toolbox")).to_be_visible()
    one.fitted()
    too_wide = one.root.evaluate("root => root.scrollWidth - root.clientWidth")
    assert too_wide <= 1, f"{too_wide} pixels stick out"
    assert one.too_small() == []
    found = Axe().run(notebook.page, context=".jp-NotebookPanel:not(.lm-mod-hidden) .dlab-playing")
    assert found.violations_count == 0, found.generate_report()
    one.root.screenshot(path=artefacts / f"play-more-{theme}-{width}.png")


@pytest.mark.timeout(900)      # a minute and a half on two idle cores
@pytest.mark.nightly
def test_sixty_hands_leave_memory_and_comms_as_they_were(open_notebook: Open) -> None:
    """Counted after each tenth hand, every one of them opened in a stepper.

    A rack makes a button for each tile of the largest holding so far: at most 28 comms more than at first. The store of
    pictures that are kept ready is full by the thirtieth hand; the thirty after that may take what the allocator keeps
    back, and not the thirty megabytes of as many steppers.
    """
    notebook = open_notebook([*AT_ONCE, SOAK])
    text = notebook.panel.locator(".jp-OutputArea-output").filter(has_text="[(").last.inner_text()
    found = [tuple(map(int, pair.split(","))) for pair in text.strip().strip("[]()").split("), (")]
    print("comms and kilobytes after each tenth hand:", found)
    assert len(found) == 6
    comms, memory = zip(*found, strict=True)
    assert max(comms) - comms[0] <= 28
    assert max(memory[3:]) - memory[2] <= 10_000
