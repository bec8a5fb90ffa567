"""A reader's own JupyterLab with the package installed: saved notebooks show pictures, running ones widgets."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from domino_lab.io.notebook_files import LIVE
from tests.browser.conftest import ROOT
from tests.browser.notebook import Lab, OpenNotebook, await_ears, write_notebook
from tests.browser.server import OwnLabServer
from tests.browser.test_saved import LINES, SAID, seen


@pytest.fixture
def own_lab(context: BrowserContext, course: Path, tmp_path: Path) -> Iterator[Lab]:
    with OwnLabServer(course, tmp_path, cwd=ROOT) as server:
        lab = Lab(context.new_page(), server)
        lab.set_width(1366, 3000)      # JupyterLab makes what is in sight
        yield lab
        lab.page.close()


def opened(lab: Lab, name: str) -> OpenNotebook:
    notebook = OpenNotebook(lab, name)
    notebook.load()
    lab.errors.clear()      # They come, late, of the notebook before.
    return notebook


def see_pictures(inside: Locator) -> None:
    pictures = inside.locator(".jp-OutputArea-output img")
    expect(pictures).to_have_count(3)
    for picture, told in zip(pictures.all(), SAID, strict=True):
        seen(picture, told)
    expect(inside).not_to_contain_text("Error")


def press_next(notebook: OpenNotebook, *, to: int) -> None:
    stepper = notebook.panel.locator(".dlab-stepper.dlab-root")
    await_ears(stepper)
    stepper.get_by_role("button", name="Next", exact=True).first.click()
    expect(stepper.locator(".dlab-track")).to_have_value(str(to))


def test_a_notebook_of_yesterday_shows_its_pictures_and_one_that_runs_its_widgets(
    own_lab: Lab, course: Path, artefacts: Path
) -> None:
    today = opened(own_lab, write_notebook(course, ["import domino_lab as dl", *LINES]))
    today.run_all()
    press_next(today, to=4)
    today.reload()
    press_next(today, to=5)
    today.save()
    written = (course / today.name).read_bytes()
    assert written.count(LIVE.encode()) >= 2, "the file is as Jupyter writes it"

    shutil.copyfile(course / today.name, course / "own-yesterday.ipynb")
    today.close()
    yesterday = opened(own_lab, "own-yesterday.ipynb")
    see_pictures(yesterday.panel)
    yesterday.load_page()       # The kernel of today runs, and does not know the widgets.
    see_pictures(yesterday.panel)
    assert (course / "own-yesterday.ipynb").read_bytes() == written
    yesterday.screenshot(artefacts / "own-lab-yesterday.png")

    yesterday.run_all()
    press_next(yesterday, to=4)
    yesterday.reload()
    press_next(yesterday, to=5)
    yesterday.close()


def test_notebook_7_shows_the_pictures_of_a_notebook_whose_kernel_is_gone(
    own_lab: Lab, course: Path, page: Page, artefacts: Path
) -> None:
    """And so does nbconvert, for which nothing is set, with the file as Jupyter writes it."""
    notebook = opened(own_lab, write_notebook(course, ["import domino_lab as dl", *LINES]))
    notebook.run_all()
    notebook.close()
    page.set_viewport_size({"width": 1366, "height": 3000})
    page.goto(f"{own_lab.server.url}/notebooks/{notebook.name}?token={own_lab.server.token}")
    see_pictures(page.locator("body"))
    page.screenshot(path=artefacts / "own-lab-notebook-7.png")

    command = [sys.executable, "-m", "nbconvert", "--to", "html", "--output-dir", artefacts, course / notebook.name]
    subprocess.run(command, check=True, capture_output=True)
    page.context.set_offline(True)
    try:
        page.goto((artefacts / notebook.name).with_suffix(".html").as_uri())
        see_pictures(page.locator("body"))
    finally:
        page.context.set_offline(False)
