"""A lesson and a recorder as people meet them in a real JupyterLab: by keyboard, by fields, on a narrow screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.browser.notebook import LOOKS, await_drawing, await_ears, await_quiet

DEAL = 'holdings=[["5-5", "6-4", "6-6"], ["5-0", "3-2", "5-3"]], stock=["0-3"], leader=0'
RECORDER = [f'import domino_lab as dl\nrecorder = dl.Recorder("all-fives", names=["Ana", "Ben"], {DEAL})\nrecorder']
LESSON = [
    f'import domino_lab as dl\nmade = dl.Recorder("all-fives", names=["Ana", "Ben"], {DEAL})\n'
    'for move in ("5-5", "5-0", "draw"): made.move(move)\n'
    'made.ask("Which tile scores most for Ben?", about="tile", hint="The double counts ten.", step=2)\n'
    'made.ask("Ana holds 6-4 and 6-6. Can she lay a tile?", about="legal", step=3)\n'
    'dl.Lesson(made.hand)'
]
SAME = """root => {
    const live = root.querySelector(".dlab-live").textContent;
    const seen = [...root.querySelectorAll(".dlab-caption p:not(.dlab-rule)")].filter(one => one.checkVisibility())
        .map(one => one.textContent.replace(/^[✓✗] /, "")).join(" ");
    return live !== "" && live === seen;
}"""

APART = """root => { const [main, aside] = ["main", "aside"].map(
    one => root.querySelector(`.dlab-body > .dlab-${one}`).getBoundingClientRect());
    return [...root.querySelectorAll(".dlab-body > .dlab-main *")].filter(node => node.checkVisibility()).every(
        node => node.getBoundingClientRect().right <= aside.left + 1) || main.bottom <= aside.top + 1; }"""


class View:
    """One lesson or recorder on the page."""

    def __init__(self, page: Page, css: str) -> None:
        self.page = page
        self.root = page.locator(f".{css}.dlab-root:visible").first
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

    def press(self, *names: str) -> None:
        for name in names:
            self.page.keyboard.press(name)
            await_quiet(self.page)

    def choose(self, tile: str) -> None:
        """Walk to that tile with the arrow keys, from wherever the choice is."""
        for _ in range(8):
            self.press("ArrowDown")
            if self.root.locator(".dlab-tile.dlab-chosen").inner_text() == tile:
                return
        raise AssertionError(f"{tile} is never chosen")

    def too_wide(self) -> list[str]:
        return self.root.evaluate(
            """root => [...root.querySelectorAll("*")].filter(node => node.checkVisibility() &&
                !node.closest(".dlab-results-room, pre, .dlab-live") &&
                node.getBoundingClientRect().right > root.getBoundingClientRect().right + 1)
                .map(node => node.className || node.localName)""")

    def too_small(self) -> list[str]:
        return self.root.evaluate(
            """root => [...root.querySelectorAll("button, select, input, textarea")].filter(node => node.offsetParent)
                .filter(node => { const box = node.getBoundingClientRect(); return box.width < 24 || box.height < 24; })
                .map(node => node.outerHTML.slice(0, 80))""")


@pytest.fixture
def lesson(open_notebook: Open) -> View:
    notebook = open_notebook(LESSON)
    return View(notebook.page, "dlab-lesson")


@pytest.fixture
def recorder(open_notebook: Open) -> View:
    notebook = open_notebook(RECORDER)
    return View(notebook.page, "dlab-recorder")


def test_a_lesson_by_keyboard_alone(lesson: View) -> None:
    """A refused try, a poor one, the right one, show me: what is heard is what is seen, and keys work all the way."""
    lesson.button("Play tile").focus()
    lesson.choose("3-2")
    lesson.press("Enter")
    expect(lesson.caption).to_contain_text("GEN-FIT-1")
    lesson.choose("5-3")
    lesson.press("Enter")
    expect(lesson.caption).to_contain_text("Another move scores 10.")
    assert lesson.root.evaluate(SAME)
    lesson.choose("5-0")
    lesson.press("Enter")
    expect(lesson.caption).to_contain_text("Right. Ben plays 5-0")
    lesson.press("p")
    expect(lesson.caption).to_contain_text("GEN-PASS-1")
    lesson.press("d")
    expect(lesson.caption).to_contain_text("Right. Ana draws 3-0.")
    assert lesson.root.evaluate(SAME)
    assert lesson.root.evaluate("root => root.contains(document.activeElement)")


def test_a_hand_is_recorded_by_keyboard_and_fields(recorder: View) -> None:
    recorder.button("Play tile").focus()
    recorder.choose("5-5")
    recorder.press("Enter")
    expect(recorder.caption).to_contain_text("Ana starts with 5-5")
    recorder.root.get_by_role("button", name="Note and question").click()
    note = recorder.root.get_by_label("Note", exact=True)
    note.fill("A lone double, d and u typed here are letters.")
    note.blur()
    await_quiet(recorder.page)
    expect(recorder.caption).to_contain_text("the note has been kept")
    question = recorder.root.get_by_label("Question", exact=True)
    question.fill("Which tile leads?")
    question.press("Enter")
    await_quiet(recorder.page)
    expect(recorder.caption).to_contain_text("Its answer: 10.")
    assert recorder.root.evaluate(SAME)
    expect(recorder.root.locator(".dlab-noting")).to_contain_text("1 step with a note: 1.")
    recorder.root.get_by_role("button", name="Look at it").click()
    stepper = recorder.root.locator(".dlab-stepper")
    expect(stepper).to_be_visible()
    stepper.locator(".dlab-next").click()
    await_quiet(recorder.page)
    expect(stepper.locator(".dlab-question")).to_be_visible()
    assert stepper.evaluate(APART)


def test_a_number_is_answered_in_its_field_and_the_focus_goes_on(open_notebook: Open) -> None:
    """After 5-5 and 5-0 the board counts ten, and a draw changes nothing."""
    cell = LESSON[0].replace("dl.Lesson(made.hand)", 'made.ask("What counts now?", about="count", step=3)\n'
                             "lesson = dl.Lesson(made.hand)\nlesson.attempt('5-0')\nlesson")
    lesson = View(open_notebook([cell]).page, "dlab-lesson")
    answer = lesson.root.get_by_role("textbox", name="Your answer")
    answer.fill("15")
    answer.press("Enter")
    expect(lesson.caption).to_contain_text("15 is not right.")
    assert lesson.root.evaluate(SAME)
    answer.fill("10")
    answer.press("Enter")
    expect(lesson.caption).to_contain_text("Right: 10.")
    assert lesson.root.evaluate(SAME)
    assert lesson.root.evaluate("root => root.contains(document.activeElement)")


def test_what_was_written_is_there_after_a_reload(open_notebook: Open) -> None:
    notebook = open_notebook(RECORDER)
    first = View(notebook.page, "dlab-recorder")
    first.button("Play tile").focus()
    first.choose("5-5")
    first.press("Enter")
    said = first.caption.text_content()
    notebook.reload()
    again = View(notebook.page, "dlab-recorder")
    expect(again.caption).to_have_text(said)
    again.button("Undo").click()
    expect(again.caption).to_contain_text("Undone.")


@pytest.mark.parametrize(("width", "theme"), LOOKS)
@pytest.mark.parametrize(("cells", "css"), [(LESSON, "dlab-lesson"), (RECORDER, "dlab-recorder")])
def test_it_fits_and_is_accessible(
    open_notebook: Open, artefacts: Path, cells: list[str], css: str, theme: str, width: int
) -> None:
    notebook = open_notebook(cells)
    notebook.set_theme(theme)
    notebook.set_width(width, 2400)
    view = View(notebook.page, css)
    view.button("Play tile").focus()
    view.press("ArrowDown", "Enter")
    view.button("More").click()
    for name in ("Note and question", "Title and file"):
        for opener in view.root.get_by_role("button", name=name).all():
            opener.click()
    await_quiet(notebook.page)
    view.root.screenshot(path=artefacts / f"{css}-{theme}-{width}.png")
    assert view.too_wide() == []
    assert view.too_small() == []
    found = Axe().run(notebook.page, context=f".jp-NotebookPanel:not(.lm-mod-hidden) .{css}")
    assert found.violations_count == 0, found.generate_report()
