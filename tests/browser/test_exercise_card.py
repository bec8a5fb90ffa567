"""A card with exercises in a real JupyterLab: by keyboard from the estimate to the reason, and the table of a class."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Open
from tests.browser.notebook import OpenNotebook, await_ears, faults

CELLS = ["import domino_lab as dl", 'card = dl.ExerciseCard(["own_tile", "after_a_pass"]); card']
PANEL = ".jp-NotebookPanel:not(.lm-mod-hidden)"
ESTIMATE, ANSWER, WHO = (f'form[data-do="{form}"] input[name="{name}"]' for form, name in (
    ("estimate", "estimate"), ("answer", "answer"), ("answer", "who")))


def opened(open_notebook: Open) -> tuple[OpenNotebook, Locator]:
    notebook = open_notebook(CELLS)
    root = notebook.page.locator(f"{PANEL} .dlab-exercise")
    root.locator(".dlab-ask").first.wait_for()
    await_ears(root)
    return notebook, root


def typed(notebook: OpenNotebook, root: Locator, field: str, text: str) -> None:
    """A key that was pressed before may still move the focus: a person looks, and then types."""
    notebook.await_quiet()
    root.locator(field).focus()
    root.page.keyboard.type(text)
    root.page.keyboard.press("Enter")


def test_from_the_estimate_to_the_reason_by_keyboard_alone(open_notebook: Open) -> None:
    notebook, root = opened(open_notebook)
    expect(root.locator(ANSWER)).to_be_hidden()
    typed(notebook, root, ESTIMATE, "30 %")
    expect(root.get_by_role("button", name="Try it once")).to_be_focused()
    notebook.page.keyboard.press("1")
    expect(root.locator(".dlab-area-talk")).to_contain_text("n = 1 ")
    notebook.page.keyboard.press("2")
    expect(root.locator(".dlab-area-talk")).to_contain_text("n = 11 ")
    typed(notebook, root, ANSWER, "1/28")
    expect(root.locator(".dlab-wrong")).to_contain_text("Not yet. That is the chance if you draw one tile.")
    expect(root.locator("[aria-live]").first).to_contain_text("Not yet. That is the chance if you draw one tile.")
    root.locator(ANSWER).fill("")
    typed(notebook, root, ANSWER, "1/4")
    expect(root.locator(".dlab-right")).to_contain_text("1/4. That is right.")
    assert notebook.errors == []


def test_a_class_answers_and_its_table_is_saved(open_notebook: Open) -> None:
    notebook, root = opened(open_notebook)
    root.get_by_role("button", name="Go on without an estimate").click()
    for who, answer in (("Ana", "1/4"), ("Ben", "0.3")):
        root.locator(WHO).fill(who)
        root.locator(ANSWER).fill(answer)
        root.get_by_role("button", name="Check").click()
        expect(root.locator(":is(.dlab-right, .dlab-wrong)")).to_contain_text(who)
    root.get_by_role("button", name="Results", exact=True).click()
    expect(root.locator(".dlab-results tbody tr").first).to_contain_text("right")
    root.locator(".dlab-menu > summary").click()
    with notebook.page.expect_download() as saved:
        root.get_by_role("button", name="Save the answers (CSV)").click()
    lines = Path(saved.value.path()).read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[0] for line in lines] == ["learner", "Ana", "Ben"]


def test_the_next_exercise_shows_its_hand_and_a_bar_opens_one_way_the_tiles_may_lie(open_notebook: Open) -> None:
    notebook, root = opened(open_notebook)
    root.get_by_role("button", name="Next", exact=True).click()
    expect(root.locator(".dlab-title").first).to_have_text("After a pass")
    expect(root).to_have_attribute("aria-label", "Exercise: After a pass")      # the last thing that is exchanged
    expect(root.locator("canvas").first).to_be_visible()
    typed(notebook, root, ESTIMATE, "1/3")
    root.get_by_role("button", name="Try it once").click()
    root.get_by_role("button", name="10 more").click()
    root.get_by_role("button", name=re.compile("Open one")).first.click()
    expect(root.locator(".dlab-stepper canvas")).to_be_visible()
    expect(root.locator(".dlab-stepper .dlab-caption").first).to_contain_text("pass")
    assert notebook.errors == []


def test_it_fits_and_is_accessible(open_notebook: Open, artefacts: Path) -> None:
    notebook, root = opened(open_notebook)
    typed(notebook, root, ESTIMATE, "30 %")
    root.get_by_role("button", name="Try it once").click()
    root.get_by_role("button", name="1,000 more").click()
    typed(notebook, root, ANSWER, "1/28")
    root.get_by_role("button", name="Show answer").click()
    expect(root.locator(".dlab-question .dlab-comment")).to_be_visible()
    for look in notebook.looks():
        assert faults(root) == []
        root.screenshot(path=artefacts / f"exercise-card-{look}.png")
