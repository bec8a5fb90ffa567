"""What a newcomer sees first: the copy that `make lab` opens, and the notebook of a clone before and after it runs."""

from __future__ import annotations

import shutil
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

import domino_lab as dl
from domino_lab.cli import FIRST, copy_course, trust
from tests.browser.conftest import ROOT, Open
from tests.browser.notebook import await_new_pixels
from tests.browser.server import LabServer
from tests.browser.test_stepper import Stepper

TOLD = dl.why("all-fives-worked-example", 3).what


def test_the_first_notebook_opens_on_a_hand_which_then_steps_by_key_and_by_button(
    open_notebook: Open, course: Path, lab_server: LabServer, artefacts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """JupyterLab shows the words of a notebook that is not signed, as in a clone, and the picture of a signed one."""
    shutil.copyfile(ROOT / "notebooks" / FIRST, course / "clone.ipynb")
    notebook = open_notebook("clone.ipynb", run=False)
    hand = notebook.panel.locator(".jp-OutputArea-output").first
    expect(hand).to_contain_text(TOLD)
    expect(notebook.panel).not_to_contain_text("Error")

    monkeypatch.setenv("JUPYTER_DATA_DIR", lab_server.environment["JUPYTER_DATA_DIR"])
    trust([course / "clone.ipynb"])
    notebook.page.evaluate("() => window.jupyterapp.shell.currentWidget.context.revert()")
    picture = hand.locator("img")
    assert TOLD in unquote(picture.get_attribute("src"))
    expect(notebook.panel).not_to_contain_text("Error")
    for theme in ("light", "dark"):
        notebook.set_theme(theme)
        picture.scroll_into_view_if_needed()
        assert picture.bounding_box()["width"] >= 500
        notebook.screenshot(artefacts / f"saved-first-{theme}.png")

    notebook.run_all()
    one = Stepper(notebook.page)
    before, said = one.settled(), one.live.text_content() or ""
    one.canvas.click()
    notebook.page.keyboard.press("ArrowRight")
    said = one.says_another(said)
    assert "Answer first" in said
    one.button("Next").click()
    one.says_another(said)
    await_new_pixels(notebook.page, one.canvas, before)
    assert notebook.errors == []


def test_a_learners_copy_opens_on_a_picture_without_answers_or_errors(
    open_notebook: Open, course: Path, artefacts: Path
) -> None:
    copy_course(ROOT / "notebooks", course / "learner", answers=False)
    notebook = open_notebook(f"learner/{FIRST}", run=False)
    notebook.set_width(1366, 768)
    picture = notebook.panel.locator(".jp-MarkdownOutput img").first
    expect(picture).to_be_visible()
    assert picture.evaluate("async one => { await one.decode(); return one.naturalWidth; }") > 0
    assert picture.bounding_box()["y"] + picture.bounding_box()["height"] / 2 < 768, "it is on the first screen"
    expect(notebook.panel.locator(".jp-OutputArea-output")).to_have_count(0)
    expect(notebook.panel).not_to_contain_text("Error")
    notebook.screenshot(artefacts / "saved-learner.png")
    assert notebook.errors == []
