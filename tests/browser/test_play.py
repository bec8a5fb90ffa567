"""A game as a reader plays it in a real JupyterLab: by keyboard alone, by pointing, with others and for a long time."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.conftest import Open
from tests.browser.notebook import (
    SENT,
    await_new_pixels,
    await_quiet,
    faults,
    listen_for_errors,
    write_notebook,
)
from tests.browser.server import VoilaServer
from tests.browser.widget import AFTER, Widget

AT_ONCE = ["""import domino_lab as dl
play = dl.Play("all-fives", against="greedy", names=["Ana", "Ben"], seed=1, delay=0)
play"""]
SLOWLY = [AT_ONCE[0].replace("delay=0", "delay=1")]
TWO = ['import domino_lab as dl\ndl.Play("block", names=["Ana", "Ben"], seed=7)']

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
    play.do("look")
    play.do("next_hand" if game.goes_on else "new_deal")

found = []
for hand in range(60):
    one_hand()
    if hand % 10 == 9:
        found.append((open_comms(), kilobytes()))
print(found)
"""


class Game(Widget):
    """One game on the page."""

    css = ".dlab-playing"

    @property
    def tiles(self) -> Locator:
        return self.root.locator(".dlab-rack .dlab-tile:visible")

    @property
    def able(self) -> Locator:
        """The tiles that can go somewhere now."""
        return self.root.locator(".dlab-rack .dlab-can:visible")

    @property
    def ghosts(self) -> Locator:
        return self.root.locator(".dlab-ghost")

    def await_heard(self, text: str) -> None:
        expect(self.live).to_contain_text(text)
        await_quiet(self.page)

    def enter(self) -> None:
        """As a reader does who presses Tab until it is inside."""
        self.tiles.first.focus()

    def press(self, *keys: str) -> None:
        """Keys as a reader presses them: the next one when all that the last one did is seen."""
        for key in keys:
            self.page.keyboard.press(key)
            await_quiet(self.page)

    def several(self) -> tuple[str, Locator]:
        """Play on until some tile has several places, and say which."""
        for _ in range(20):
            for tile in self.able.all():
                name = tile.get_attribute("aria-label") or ""
                if "double" not in name and self.places_of(tile) > 1:
                    return tile.get_attribute("data-tile") or "", tile
            play_on(self)
        raise AssertionError("no tile ever had two places")

    def places_of(self, tile: Locator) -> int:
        """How many places the page shows for a tile while it is pulled."""
        box = tile.bounding_box()
        assert box is not None
        self.page.mouse.move(box["x"] + 10, box["y"] + 10)
        self.page.mouse.down()
        self.page.mouse.move(box["x"] + 10, box["y"] - 10, steps=3)
        count = self.ghosts.count()
        self.page.keyboard.press("Escape")
        self.page.mouse.up()
        self.page.wait_for_timeout(100)     # a click within 80 ms of a drag belongs to it
        return count


def play_on(one: Game) -> str:
    """One move by keys alone: the first tile that can go, else a draw, else a pass; what was pressed last."""
    if not one.able.count():
        key = "d" if one.button("Draw").count() else "p"
        one.press(key)
        return key
    for _ in range(30):
        one.press("ArrowDown")
        if one.root.locator(".dlab-rack .dlab-can[aria-selected=true]").count():
            break
    one.press("Enter")
    return "Enter"


def test_a_whole_hand_is_played_by_keyboard_alone(open_notebook: Open) -> None:
    notebook = open_notebook(AT_ONCE)
    one = Game(notebook.page)
    first = one.fitted()
    one.enter()
    pressed = []
    while not one.button("Step through the hand").is_visible():
        pressed.append(play_on(one))
        assert len(pressed) < 60, "the hand does not end"
    expect(one.caption).to_contain_text("wins the hand")
    expect(one.root.locator(".dlab-notice")).to_contain_text("wins the hand")
    assert one.root.evaluate("root => root.contains(document.activeElement)"), "the keys are lost"
    await_new_pixels(notebook.page, one.canvas, first)
    one.press("u")
    expect(one.caption).to_contain_text("Undone:")
    one.press("r", "n")
    expect(one.caption).to_contain_text("The next hand is dealt.")
    assert notebook.errors == []


def test_a_finished_hand_is_looked_through_in_place_of_the_table(open_notebook: Open) -> None:
    notebook = open_notebook([*AT_ONCE, "while not play.here.is_over:\n    play.here.do(play.here.legal[0])"])
    one = Game(notebook.page)
    height = one.root.bounding_box()["height"]
    one.button("Step through the hand").click()
    stepper = one.root.locator(".dlab-stepper")
    stepper.wait_for()
    await_quiet(one.page)
    expect(one.canvas).to_be_hidden()
    assert abs(one.root.bounding_box()["height"] - height) < 20
    one.press("Home", "ArrowRight")
    expect(stepper.locator(".dlab-caption").first).to_contain_text("Ana starts with")
    stepper.get_by_role("button", name="Back to the game").click()
    expect(one.canvas).to_be_visible()
    expect(stepper).to_have_count(0)
    one.press("n")
    expect(one.caption).to_contain_text("The next hand is dealt.")
    assert notebook.errors == []


def test_what_the_rules_refuse_is_named_by_its_clause_and_legal_ends_light_up(open_notebook: Open) -> None:
    notebook = open_notebook(AT_ONCE)
    one = Game(notebook.page)
    one.fitted()
    one.enter()
    play_on(one)
    before, tiles = one.fitted(), one.tiles.count()
    one.root.locator(".dlab-rack .dlab-cannot:visible").first.click()
    expect(one.root.locator(".dlab-wrong")).to_contain_text(re.compile("fits (neither|none)"))
    expect(one.root.locator(".dlab-rule")).to_contain_text("GEN-FIT-1")
    await_new_pixels(notebook.page, one.canvas, before)       # the ends where another tile goes
    assert one.tiles.count() == tiles
    one.root.locator(".dlab-rack [aria-selected=true]").click()
    expect(one.root.locator(".dlab-wrong")).to_have_count(0)
    assert notebook.errors == []


def test_a_tile_with_one_place_is_played_by_one_click_and_one_with_several_by_two(open_notebook: Open) -> None:
    notebook = open_notebook(AT_ONCE)
    one = Game(notebook.page)
    one.fitted()
    one.enter()
    name, tile = one.several()
    tile.click()
    expect(one.caption).to_contain_text(f"{name} selected.")
    assert one.ghosts.count() > 1
    one.ghosts.last.click()
    expect(one.caption).to_contain_text(f"Ana plays {name}")
    one.await_heard("Your turn.")
    single = next(tile for tile in one.able.all() if one.places_of(tile) == 1)
    name = single.get_attribute("data-tile")
    single.click()
    expect(one.caption).to_contain_text(f"Ana plays {name}")
    assert notebook.errors == []


def test_a_tile_is_dragged_to_its_place_and_nobody_is_asked_on_the_way(open_notebook: Open) -> None:
    notebook = open_notebook(AT_ONCE)
    one = Game(notebook.page)
    one.fitted()
    one.enter()
    name, tile = one.several()
    await_quiet(one.page)
    notebook.page.evaluate(SENT)
    start = tile.bounding_box()
    assert start is not None
    mouse = one.page.mouse
    mouse.move(start["x"] + 12, start["y"] + 20)
    mouse.down()
    mouse.move(start["x"] + 12, start["y"] - 30, steps=4)
    expect(one.root.locator(".dlab-pulled")).to_be_visible()
    goal = one.ghosts.last.bounding_box()
    assert goal is not None
    mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=12)
    expect(one.root.locator(".dlab-ghost.dlab-aimed")).to_have_count(1)
    one.page.wait_for_timeout(200)
    assert notebook.page.evaluate("window.sent") == [], "a message went out while it was dragged"
    mouse.up()
    expect(one.caption).to_contain_text(f"Ana plays {name}")
    expect(one.root.locator(".dlab-pulled")).to_have_count(0)
    assert notebook.page.evaluate("window.sent.length") == 1
    assert notebook.errors == []


def test_a_tile_that_is_dropped_beside_its_place_or_let_go_with_escape_stays(open_notebook: Open) -> None:
    notebook = open_notebook(AT_ONCE)
    one = Game(notebook.page)
    one.fitted()
    one.enter()
    play_on(one)
    count, mouse = one.tiles.count(), one.page.mouse
    start = one.able.first.bounding_box()
    assert start is not None
    for last in ("Escape", "outside"):
        mouse.move(start["x"] + 12, start["y"] + 20)
        mouse.down()
        mouse.move(start["x"] + 200, start["y"] - 60, steps=4)
        if last == "Escape":
            one.page.keyboard.press("Escape")
        else:
            mouse.move(start["x"] + 12, start["y"] + 30, steps=4)
        mouse.up()
        await_quiet(one.page)
        assert one.tiles.count() == count
        assert one.root.locator(".dlab-rack [aria-selected=true], .dlab-pulled, [data-moving]").count() == 0
    assert notebook.errors == []


MANY = """import domino_lab as dl
dl.HandStepper("chickenfoot", seed=7, step=60)"""


def test_tiles_of_a_hand_are_large_and_shrink_before_they_stand_in_two_rows(open_notebook: Open) -> None:
    notebook = open_notebook([AT_ONCE[0], MANY])
    notebook.await_quiet()
    few, many = ([tile.bounding_box() for tile in notebook.panel.locator(where).all()]
                 for where in ("div.dlab-rack > .dlab-tile", ".dlab-stepper .dlab-area-rack .dlab-held-tile"))
    assert {64 <= box["height"] <= 72 for box in few} == {True}
    assert [round(right["x"] - left["x"] - left["width"]) for left, right in pairwise(few)] == [8] * 6
    assert len(many) > 14
    assert len({box["y"] for box in many}) == 1 or many[0]["width"] == 20
    assert 20 <= many[0]["width"] <= 32      # of 36 at most
    rack = notebook.panel.locator("div.dlab-rack").first
    rack.locator(".dlab-tile").nth(1).hover()
    expect(rack.locator(".dlab-tile").nth(1)).to_have_css("translate", "0px -6px")


def test_a_finger_drags_a_tile_too(
    chromium: Browser, voila_server: VoilaServer, course: Path
) -> None:
    """On a phone: 360 pixels, touch, and a rack that scrolls sideways."""
    context = chromium.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    errors = listen_for_errors(page)
    page.goto(voila_server.notebook_url(write_notebook(course, AT_ONCE)), timeout=120_000)
    one = Game(page)
    tile = one.able.first
    box = tile.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    name = tile.get_attribute("data-tile")
    touch = context.new_cdp_session(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def point(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    point("touchStart", x, y)
    for step in range(1, 7):
        point("touchMove", x, y - 8 * step)
    expect(one.root.locator(".dlab-pulled")).to_be_visible()
    goal = one.ghosts.first.bounding_box()
    assert goal is not None
    assert min(goal["width"], goal["height"]) >= 43.9
    for _ in range(3):          # it rests there: a finger that flies off would keep Chromium from hearing the next tap
        point("touchMove", goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2)
        page.wait_for_timeout(80)
    point("touchEnd")
    expect(one.caption).to_contain_text(f"Ana starts with {name}")
    one.await_heard("Your turn.")
    one.able.first.tap()
    await_quiet(page)
    assert one.ghosts.count() > 1 or "Ana plays" in one.caption.inner_text()
    felt = one.root.locator(".dlab-over").bounding_box()        # two fingers apart look closer
    assert felt is not None
    middle, low = felt["x"] + felt["width"] / 2, felt["y"] + felt["height"] - 12
    for apart in (20, 35, 50, 65):
        both = [{"x": middle + side * apart, "y": low, "id": side + 1} for side in (-1, 1)]
        kind = "touchStart" if apart == 20 else "touchMove"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": both})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(one.root.locator(".dlab-look")).to_be_visible()
    assert page.evaluate("visualViewport.scale") == 1, "the page itself keeps its size"
    assert errors == []
    context.close()


def test_a_reply_comes_by_itself_after_a_pause_and_is_one_announcement(open_notebook: Open) -> None:
    notebook = open_notebook(SLOWLY)
    one = Game(notebook.page)
    one.fitted()
    one.enter()
    notebook.page.evaluate(
        """root => { window.heard = []; window.flew = 0; const live = root.querySelector(".dlab-live");
           new MutationObserver(() => window.heard.push(live.textContent)).observe(live, {childList: true});
           new MutationObserver(all => {
               for (const node of all.flatMap(one => [...one.addedNodes]))
                   if (node.classList?.contains("dlab-flying")) window.flew += 1;
           }).observe(root, {childList: true, subtree: true}); }""",
        one.root.element_handle(),
    )
    one.press("ArrowDown")
    one.page.keyboard.press("Enter")
    turn = one.root.locator(".dlab-your-turn")
    expect(turn).to_have_text("Ben is thinking.")
    expect(one.tiles.first).to_have_attribute("aria-disabled", "true")
    expect(turn).to_have_text("Your turn.")
    await_quiet(one.page)
    heard = notebook.page.evaluate("window.heard")
    assert len(heard) == 2, heard
    assert heard[1].startswith("Ana starts with")
    assert "Ben " in heard[1]
    assert notebook.page.evaluate("window.flew") == 2, "one's own tile, and the reply"


def test_a_coach_says_what_a_move_cost_and_helps_in_three_steps(open_notebook: Open, artefacts: Path) -> None:
    notebook = open_notebook(["import domino_lab as dl", 'dl.Play("all-fives", against="greedy", seed=3, coach=True)'])
    root = notebook.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .dlab-playing")
    coach = root.locator(".dlab-coach")
    expect(coach.get_by_role("button", name="Ask the coach")).to_be_visible()
    root.locator(".dlab-rack .dlab-can").last.click()
    place = root.locator(".dlab-ghost").first
    expect(place.or_(coach.get_by_text("Coach: ")).first).to_be_visible(timeout=30_000)
    if place.is_visible():
        place.click()
    expect(coach).to_contain_text("Coach: ", timeout=30_000)
    for name, words in (("Ask the coach", "Look at"), ("Which two moves?", "Compare two moves"),
                        ("What are they worth?", re.compile("points (ahead|behind)|level"))):
        coach.get_by_role("button", name=name).focus()
        notebook.page.keyboard.press("Enter")
        expect(coach).to_contain_text(words, timeout=30_000)
    expect(coach.get_by_role("button")).to_have_count(0)
    for look in notebook.looks():
        assert faults(root) == []
        expect(coach.get_by_text("Coach: ")).to_be_in_viewport()
        root.screenshot(path=artefacts / f"coach-{look}.png")
    assert notebook.errors == []


def test_between_two_people_a_curtain_falls(open_notebook: Open) -> None:
    notebook = open_notebook(TWO)
    one = Game(notebook.page)
    covered = one.fitted()
    expect(one.tiles).to_have_count(0)
    one.button("Show my tiles").press("Enter")
    expect(one.tiles).to_have_count(7)
    await_quiet(one.page)
    assert one.root.evaluate("root => root.contains(document.activeElement)"), "the keys are lost"
    one.press("ArrowDown")
    while not one.root.locator(".dlab-rack .dlab-can[aria-selected=true]").count():
        one.press("ArrowDown")
    one.press("Enter")
    expect(one.tiles).to_have_count(0)
    expect(one.root.locator(".dlab-notice")).to_contain_text("press Enter when nobody else is looking")
    one.press("Enter")
    expect(one.tiles).to_have_count(7)
    await_new_pixels(notebook.page, one.canvas, covered)
    assert notebook.errors == []


def test_it_fits_and_is_accessible_and_its_rack_is_one_stop_of_tab(open_notebook: Open, artefacts: Path) -> None:
    notebook = open_notebook([*AT_ONCE, AFTER])
    one = Game(notebook.page)
    one.fitted()
    one.enter()
    assert one.leave_by_tab(".dlab-tile") == 1
    one.enter()
    for _ in range(3):
        play_on(one)
    one.root.locator(".dlab-rack .dlab-can:visible").first.focus()
    one.press("ArrowDown")
    for look in notebook.looks():
        one.fitted()
        one.root.screenshot(path=artefacts / f"play-{look}.png")
        assert faults(one.root) == []
        one.root.locator("summary.dlab-button").click()
        expect(one.root.locator(".dlab-popup")).to_be_visible()
        one.fitted()
        one.root.screenshot(path=artefacts / f"play-more-{look}.png")
        assert faults(one.root) == []
        notebook.page.keyboard.press("Escape")


@pytest.mark.timeout(900)      # a minute and a half on two idle cores
@pytest.mark.nightly
def test_sixty_hands_leave_memory_and_comms_as_they_were(open_notebook: Open) -> None:
    """Counted after each tenth hand, every one of them opened in a stepper.

    A rack makes a button for each tile of the largest holding so far: at most 28 comms more than at first. The store of
    pictures that are kept ready is full by the thirtieth hand; the thirty after that may take what the allocator keeps
    back, and not the thirty megabytes of as many steppers.
    """
    notebook = open_notebook([*AT_ONCE, SOAK], fresh=True)
    text = notebook.panel.locator(".jp-OutputArea-output").filter(has_text="[(").last.inner_text()
    found = [tuple(map(int, pair.split(","))) for pair in text.strip().strip("[]()").split("), (")]
    print("comms and kilobytes after each tenth hand:", found)
    assert len(found) == 6
    comms, memory = zip(*found, strict=True)
    assert max(comms) - comms[0] <= 28
    assert max(memory[3:]) - memory[2] <= 10_000
