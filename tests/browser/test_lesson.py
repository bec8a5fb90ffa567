"""A lesson as people meet it in a real JupyterLab: by keyboard, by pressing and dragging tiles, on a narrow screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.browser.notebook import BESIDE_COUNT, await_quiet, faults
from tests.browser.widget import Widget

HAND = """ruleset = "all-fives"
players = ["Ana", "Ben"]
title = "Three tiles each"
[deal]
holdings = [["5-5", "6-4", "6-6"], ["5-0", "3-2", "5-3"]]
stock = ["0-3"]
leader = 0
[[move]]
play = "5-5"
[[move]]
play = "5-0"
ask = "Which tile scores most for Ben?"
about = "tile"
hint = "The double counts ten."
[[move]]
draw = "0-3"
ask = "{ask}"
about = "{about}"
"""
MAY_SHE = HAND.format(ask="Ana holds 6-4 and 6-6. Can she play a tile?", about="legal")
HOW_MUCH = HAND.format(ask="What counts now?", about="count")
OPEN = "import domino_lab as dl\nlesson = dl.Lesson(dl.load({!r})){}\nlesson"
SAME = """root => {
    const live = root.querySelector(".dlab-live").textContent.replace(/ Question: .*$/, "");
    const seen = [...root.querySelectorAll(".dlab-caption p")].filter(one => one.checkVisibility())
        .map(one => one.textContent.replace(/^[✓✗△≈] /, "")).join(" ");
    return live !== "" && besideCount(root, live) === seen;
}""".replace("besideCount", f"({BESIDE_COUNT})")


SEEN_WHOLE = """part => {
    const room = part.closest(".dlab-area-talk").getBoundingClientRect();
    const { top, bottom } = part.getBoundingClientRect();
    return top >= room.top - 1 && bottom <= room.bottom + 1;
}"""


class Lesson(Widget):
    """One lesson on the page."""

    css = ".dlab-lesson.dlab-root"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.talk = self.root.locator(".dlab-area-talk")

    def tile(self, name: str) -> Locator:
        return self.root.get_by_role("option", name=name, exact=True)

    def press(self, *names: str) -> None:
        for name in names:
            self.page.keyboard.press(name)
            await_quiet(self.page)

    def choose(self, tile: str) -> None:
        """Walk to that tile with the arrow keys, from wherever the choice is."""
        for _ in range(8):
            self.press("ArrowDown")
            if self.tile(tile).get_attribute("aria-selected") == "true":
                return
        raise AssertionError(f"{tile} is never chosen")


@pytest.fixture
def lesson(open_notebook: Open) -> Lesson:
    return Lesson(open_notebook([OPEN.format(MAY_SHE, "")]).page)


def test_a_lesson_by_keyboard_alone(lesson: Lesson) -> None:
    """A refused try, a poor one, the right one, draw: what is heard is what is seen, and keys work all the way."""
    lesson.tile("3-2").focus()
    lesson.choose("3-2")
    expect(lesson.tile("3-2")).to_be_focused()
    lesson.press("Enter")
    expect(lesson.talk).to_contain_text("GEN-FIT-1")
    lesson.choose("5-3")
    lesson.press("Enter")
    expect(lesson.talk).to_contain_text("it scores 10, and yours scores 0.")
    assert lesson.root.evaluate(SAME)
    lesson.choose("5-0")
    lesson.press("Enter")
    expect(lesson.talk).to_contain_text("Right. Ben plays 5-0")
    lesson.press("p")
    expect(lesson.talk).to_contain_text("GEN-PASS-1")
    lesson.press("d")
    expect(lesson.talk).to_contain_text("Right. Ana draws 3-0.")
    assert lesson.root.evaluate(SAME)
    assert lesson.root.evaluate("root => root.contains(document.activeElement)")


def test_a_tile_is_tried_by_pressing_and_by_dragging_it(lesson: Lesson) -> None:
    """Every tile has the same four places round the spinner, whether it fits there or not."""
    for tile in ("3-2", "5-3"):
        lesson.tile(tile).click()
        ghosts = lesson.root.locator(".dlab-ghost")
        expect(ghosts).to_have_count(4)
        ghosts.first.click()
        await_quiet(lesson.page)
    expect(lesson.talk).to_contain_text("Allowed, but there is a better move")
    start, end = lesson.tile("5-0").bounding_box(), lesson.root.locator(".dlab-over").bounding_box()
    assert start is not None
    assert end is not None
    lesson.page.mouse.move(start["x"] + 10, start["y"] + 10)
    lesson.page.mouse.down()
    lesson.page.mouse.move(start["x"] + 30, start["y"] - 30)
    ghost = lesson.root.locator(".dlab-ghost").last.bounding_box()
    assert ghost is not None
    lesson.page.mouse.move(ghost["x"] + ghost["width"] / 2, ghost["y"] + ghost["height"] / 2, steps=5)
    lesson.page.mouse.up()
    expect(lesson.talk).to_contain_text("Right. Ben plays 5-0")


def test_a_number_is_answered_in_its_field_and_the_focus_goes_on(open_notebook: Open) -> None:
    """After 5-5 and 5-0 the board counts ten, and a draw changes nothing."""
    lesson = Lesson(open_notebook([OPEN.format(HOW_MUCH, "\nlesson.attempt('5-0')")]).page)
    answer = lesson.root.get_by_role("textbox", name="Your answer")
    answer.fill("15")
    answer.press("Enter")
    expect(lesson.talk).to_contain_text("15 is too high")
    assert lesson.root.evaluate(SAME)
    answer.fill("10")
    answer.press("Enter")
    expect(lesson.talk).to_contain_text("Right: 10.")
    assert lesson.root.evaluate(SAME)
    expect(lesson.button("Restart").or_(lesson.button("Next step"))).to_be_visible()
    assert lesson.root.evaluate("root => root.contains(document.activeElement)")


def test_on_a_phone_the_points_stay_in_sight_with_the_next_question(open_notebook: Open) -> None:
    notebook = open_notebook(["import domino_lab as dl", 'dl.Lesson("all-fives-worked-example")'])
    notebook.set_width(360, 740)
    lesson = Lesson(notebook.page)
    lesson.root.get_by_role("textbox", name="Your answer").fill("10")
    notebook.page.keyboard.press("Enter")
    expect(lesson.root.locator(".dlab-right")).to_be_visible()
    notebook.await_quiet()
    for part in (".dlab-count", ".dlab-right", ".dlab-question"):
        assert lesson.root.locator(part).first.evaluate(SEEN_WHOLE), part


def test_it_fits_and_is_accessible(open_notebook: Open, artefacts: Path) -> None:
    notebook = open_notebook([OPEN.format(MAY_SHE, "")])
    lesson = Lesson(notebook.page)
    lesson.tile("3-2").click()
    lesson.root.locator(".dlab-ghost").first.click()
    expect(lesson.talk).to_contain_text("Not allowed.")
    lesson.root.get_by_role("tab", name="Your tries").click()
    for look in notebook.looks():
        lesson.root.screenshot(path=artefacts / f"lesson-{look}.png")
        assert faults(lesson.root) == []
