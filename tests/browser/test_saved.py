"""What a newcomer sees first: the copy that `make lab` opens, and the notebook of a clone before and after it runs."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
from jupyter_client import KernelClient
from nbclient import NotebookClient
from nbconvert import HTMLExporter, LatexExporter
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Locator, Page, expect

from domino_lab.cli import FIRST, copy_course
from domino_lab.io.notebook_files import LIVE, forget_widgets
from tests.browser.conftest import ROOT, Open
from tests.browser.notebook import await_ears, await_quiet

TOLD = "Ana plays 5-3 left of 5-5. 5+5 + 0 + 3 = 13: not a multiple of 5."
LINES = ('dl.HandStepper("all-fives-worked-example", step=3)', 'dl.simulate("block", hands=400, seed=1)',
         'dl.VariantComparison(dl.Shuffle(7), ["all-fives", "five-up"], step=4)')
SAID = (TOLD, "Block Game: 400 hands, seed 1", "The same deal under All Fives and Five Up")
"""What the alternative text of each must say."""


def seen(picture: Locator, told: str) -> Locator:
    """The picture, when it can be seen and its alternative text says that."""
    expect(picture).to_be_visible()
    assert picture.evaluate("async one => { await one.decode(); return one.naturalWidth; }") > 300
    assert told in picture.get_attribute("alt")
    return picture


def test_the_first_notebook_opens_on_a_hand_in_which_the_first_tile_scores(
    open_notebook: Open, course: Path, artefacts: Path
) -> None:
    """In a clone, whose notebooks JupyterLab does not trust."""
    shutil.copyfile(ROOT / "notebooks" / FIRST, course / "clone.ipynb")
    notebook = open_notebook("clone.ipynb", run=False)
    assert not notebook.page.evaluate("() => window.jupyterapp.shell.currentWidget.model.cells.get(1).trusted")
    picture = seen(notebook.panel.locator(".jp-OutputArea-output").first.locator("img"), "The tiles are dealt.")
    expect(notebook.panel).not_to_contain_text("Error")
    for theme in ("light", "dark"):
        notebook.set_theme(theme)
        picture.scroll_into_view_if_needed()
        assert picture.bounding_box()["width"] >= 500
        notebook.screenshot(artefacts / f"saved-first-{theme}.png")

    notebook.run_all()
    game = notebook.panel.locator(".dlab-playing.dlab-root").first
    await_ears(game)
    game.get_by_role("option", name=re.compile("^4-1")).click()
    expect(game).to_contain_text("Ana starts with 4-1 and scores 5.")
    expect(game).to_contain_text("Greta plays 6-1")
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


def test_a_notebook_of_yesterday_shows_its_pictures_and_one_that_runs_its_widgets(
    open_notebook: Open, course: Path, artefacts: Path
) -> None:
    notebook = open_notebook(["import domino_lab as dl", *LINES], fresh=True)
    widgets = notebook.panel.locator(".dlab-root")
    expect(widgets).to_have_count(2)
    notebook.save()
    assert LIVE not in (course / notebook.name).read_text(encoding="utf-8")
    notebook.reload()
    expect(widgets).to_have_count(2)

    shutil.copyfile(course / notebook.name, course / "yesterday.ipynb")
    assert LIVE not in (course / "yesterday.ipynb").read_text(encoding="utf-8")
    notebook.close()
    await_quiet(notebook.page)  # what the page said while the kernel was shut down is told only now
    notebook.errors.clear()     # JupyterLab's own: on a busy machine a reload outlasts its patience with models
    again = open_notebook("yesterday.ipynb", run=False)
    assert again.page.evaluate("() => window.jupyterapp.shell.currentWidget.model.cells.get(1).trusted")
    again.set_width(1366, 3000)      # JupyterLab makes what is in sight
    pictures = again.panel.locator(".jp-OutputArea-output img")
    expect(pictures).to_have_count(3)
    for picture, told in zip(pictures.all(), SAID, strict=True):
        seen(picture, told)
    expect(again.panel).not_to_contain_text("Error")
    again.screenshot(artefacts / "saved-yesterday.png")
    assert again.errors == []


class WithReader(NotebookClient):
    """Runs a notebook as JupyterLab does, which can ask its reader."""

    async def async_start_new_kernel_client(self) -> KernelClient:
        client = await super().async_start_new_kernel_client()
        client.allow_stdin = True
        return client


def test_nbconvert_runs_a_notebook_to_a_page_with_pictures_offline(
    alone: Page, tmp_path: Path, artefacts: Path
) -> None:
    """By the plain command, which keeps the state of widgets and would have them drawn by scripts from the network."""
    book = new_notebook(cells=[new_code_cell(line) for line in ("import domino_lab as dl", *LINES)])
    nbformat.write(book, tmp_path / "run.ipynb")
    command = [sys.executable, "-m", "nbconvert", "--execute", "--to", "html", "run.ipynb"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    alone.goto((tmp_path / "run.html").as_uri())
    pictures = alone.locator(".jp-OutputArea-output img")
    expect(pictures).to_have_count(3)
    for picture, told in zip(pictures.all(), SAID, strict=True):
        seen(picture, told)
    alone.screenshot(path=artefacts / "saved-nbconvert-execute.png", full_page=True)


def test_a_notebook_that_was_run_is_read_as_a_page_and_on_paper(page: Page, tmp_path: Path, artefacts: Path) -> None:
    """By nbconvert and MyST, with the names of its live widgets in it, as Jupyter alone saves it."""
    book = new_notebook(cells=[new_code_cell(line) for line in ("import domino_lab as dl", *LINES)])
    WithReader(book, store_widget_state=False).execute()
    live = sum(LIVE in output.get("data", {}) for cell in book.cells for output in cell.outputs)
    assert live == 2, "two views; a run leaves no bar"

    (tmp_path / "page.html").write_text(HTMLExporter().from_notebook_node(book)[0], encoding="utf-8")
    page.goto((tmp_path / "page.html").as_uri())
    for medium in ("screen", "print"):
        page.emulate_media(media=medium)
        pictures = page.locator(".jp-OutputArea-output img")
        expect(pictures).to_have_count(3)
        for picture, told in zip(pictures.all(), SAID, strict=True):
            seen(picture, told)
        page.screenshot(path=artefacts / f"saved-nbconvert-{medium}.png", full_page=True)
    page.emulate_media(media="screen")

    latex, beside = LatexExporter().from_notebook_node(book)
    drawn = [data for name, data in beside["outputs"].items() if name.endswith(".png")]
    assert len(drawn) == latex.count(r"\adjustimage") == 3
    assert all(data.startswith(b"\x89PNG") for data in drawn)

    forget_widgets(book)
    nbformat.write(book, tmp_path / "index.ipynb")
    settings = 'extensions = ["myst_nb"]\nnb_execution_mode = "off"\nexclude_patterns = ["html"]\n'
    (tmp_path / "conf.py").write_text(settings, encoding="utf-8")
    subprocess.run([sys.executable, "-m", "sphinx", "-q", "-b", "html", tmp_path, tmp_path / "html"], check=True)
    page.goto((tmp_path / "html" / "index.html").as_uri())
    pictures = page.locator(".cell_output img")
    expect(pictures).to_have_count(3)
    for picture, told in zip(pictures.all(), SAID, strict=True):
        seen(picture, told)
    page.screenshot(path=artefacts / "saved-myst.png", full_page=True)
