"""What a newcomer sees first: the notebook that `make lab` opens, before anything is run and after."""

from __future__ import annotations

import shutil
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

import domino_lab as dl
from domino_lab.cli import FIRST, trust
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
    before, said = one.settled(), one.caption.inner_text()
    one.canvas.click()
    notebook.page.keyboard.press("ArrowRight")
    said = one.says_another(said)
    now = await_new_pixels(notebook.page, one.canvas, before)
    one.button("Next").click()
    one.says_another(said)
    await_new_pixels(notebook.page, one.canvas, now)
    assert notebook.errors == []
