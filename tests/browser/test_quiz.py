"""The quiz in a real JupyterLab, by keyboard alone; and a sheet printed to PDF by a real browser."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

import domino_lab as dl
from tests.browser.conftest import Open
from tests.browser.notebook import (
    WIDTH,
    OpenNotebook,
    await_answer,
    await_drawing,
    await_ears,
    await_new_pixels,
    faults,
    pixels,
)

CELLS = ["import domino_lab as dl", 'game = dl.quiz("all-fives", "all", n=4, seed=1); game']
PANEL = ".jp-NotebookPanel:not(.lm-mod-hidden)"


def opened(open_notebook: Open) -> OpenNotebook:
    notebook = open_notebook(CELLS)
    root = notebook.page.locator(f"{PANEL} .dlab-quiz")
    await_ears(root)
    await_drawing(notebook.page, root.locator("canvas"))
    notebook.await_quiet()
    return notebook


IN_SIGHT = """node => {
    const box = node.getBoundingClientRect(), room = node.closest(".dlab-area-talk").getBoundingClientRect();
    return box.top >= room.top - 1 && box.bottom <= room.bottom + 1;
}"""


def test_on_a_phone_each_hint_is_scrolled_to_and_the_question_stays_in_sight(open_notebook: Open) -> None:
    notebook = opened(open_notebook)
    root = notebook.page.locator(f"{PANEL} .dlab-quiz")
    notebook.set_width(360, 740)
    notebook.await_quiet()
    for shown in (1, 2, 3):
        root.get_by_role("button", name="Hint", exact=True).press("Enter")
        expect(root.locator(".dlab-hint")).to_have_count(shown)
        notebook.await_quiet()
        assert root.locator(".dlab-hint").last.evaluate(IN_SIGHT)
        assert root.locator(".dlab-question > .dlab-ask").evaluate(IN_SIGHT)
    notebook.set_width(WIDTH)
    assert notebook.errors == []


def test_a_question_is_answered_by_keyboard_and_announced(open_notebook: Open) -> None:
    notebook = opened(open_notebook)
    page, root = notebook.page, notebook.page.locator(f"{PANEL} .dlab-quiz")
    canvas, said = root.locator("canvas"), root.locator(".dlab-caption")
    before = pixels(canvas)
    root.locator(".dlab-answer input").focus()
    page.keyboard.type("10")
    page.keyboard.press("Enter")
    expect(root.locator(".dlab-wrong", has_text="The open ends do not add up to 10.")).to_be_visible()
    root.locator(".dlab-answer input").fill("")
    page.keyboard.type("15")
    page.keyboard.press("Enter")
    expect(said).to_contain_text("Right: 15.")
    await_new_pixels(page, canvas, before)
    await_answer(root)
    expect(root.get_by_role("button", name="Next")).to_be_focused()
    page.keyboard.press("ArrowRight")           # the focus is still inside, although the field is gone
    page.keyboard.press("ArrowRight")
    third = dl.quiz("all-fives", "all", n=4, seed=1).items[2].asked
    expect(root.locator(".dlab-question .dlab-ask")).to_have_text(third.text)
    page.keyboard.press(str(third.options.index(third.right) + 1))
    expect(said).to_contain_text(f"Right: {third.right}.")
    expect(root.locator(".dlab-place")).to_contain_text("Right first time: 1 of 2")
    assert notebook.errors == []


def test_the_answers_are_saved_as_a_file(open_notebook: Open) -> None:
    notebook = opened(open_notebook)
    root = notebook.page.locator(f"{PANEL} .dlab-quiz")
    root.get_by_role("button", name="Show answer").click()
    root.locator(".dlab-menu > summary").click()
    with notebook.page.expect_download() as saved:
        root.get_by_role("button", name="Save the answers (CSV)").click()
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    assert text.splitlines()[0] == "number,about,question,given,right,answer,clause,hand,step"
    assert ",shown,15,AF0-SCORE-1," in text


def test_it_fits_and_is_accessible(open_notebook: Open, artefacts: Path) -> None:
    notebook = opened(open_notebook)
    root = notebook.page.locator(f"{PANEL} .dlab-quiz")
    root.get_by_role("button", name="Show answer").click()
    root.get_by_role("button", name="Results").click()
    expect(root.get_by_role("table")).to_be_visible()
    for look in notebook.looks():
        assert faults(root) == []
        notebook.screenshot(artefacts / f"quiz-{look}.png")
    assert notebook.errors == []


def test_a_printed_sheet_has_its_answers_on_pages_of_their_own(page: Page, tmp_path: Path) -> None:
    """Two questions fill less than a page; the answers still begin a new one."""
    sheet = dl.quiz("all-fives", "all", n=2, seed=1).worksheet()
    asked = dl.quiz("all-fives", "all", n=2, seed=1).worksheet(answers=False)
    pages = []
    for number, one in enumerate((sheet, asked)):
        page.goto(one.save(tmp_path / f"{number}.html").as_uri())
        page.emulate_media(media="print")
        wide = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0
        pages.append(len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))))
    assert pages == [2, 1]
