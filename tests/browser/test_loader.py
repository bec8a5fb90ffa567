"""The script of the stages reaches a page once, by a message, and no other script is ever run."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Locator, Page, WebSocket, expect
from websocket import create_connection

from tests.browser.conftest import Open
from tests.browser.notebook import IDLE, Lab, OpenNotebook, await_ears, await_quiet
from tests.browser.test_saved import WithReader
from tests.browser.test_threads import run

STEPPERS = [f'dl.HandStepper("all-fives", seed=7, step={step})' for step in range(3, 7)]
CELLS = ["import domino_lab as dl", *STEPPERS]
FORGET = "() => { window.dominoLab = {}; }"
"""From now on the page is one that has not had the script: that of the last test may have it."""


class Heard:
    """How often pages have asked for the script, and how often a kernel has sent it."""

    def __init__(self, page: Page) -> None:
        self.asked = self.sent = 0
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self._count(frame, asked=1))
        socket.on("framereceived", lambda frame: self._count(frame, sent=1))

    def _count(self, frame: str | bytes, asked: int = 0, sent: int = 0) -> None:
        if b'"custom"' in (told := frame.encode() if isinstance(frame, str) else frame) and b'"script"' in told:
            self.asked += asked
            self.sent += sent


def live(notebook: OpenNotebook, number: int = len(STEPPERS)) -> Locator:
    """The views of a notebook, when all of them listen."""
    views = notebook.panel.locator(".dlab-stepper.dlab-root")
    expect(views).to_have_count(number)
    for view in views.all():
        await_ears(view)
    return views


def step(view: Locator, to: int) -> None:
    view.get_by_role("button", name="Next", exact=True).click()
    expect(view.locator(".dlab-track")).to_have_attribute("aria-valuetext", f"Step {to} of 22")


def test_a_page_gets_the_script_once_and_asks_for_it_when_it_is_loaded_again(open_notebook: Open, lab: Lab) -> None:
    heard = Heard(lab.page)
    notebook = open_notebook(CELLS, run=False, fresh=True)
    notebook.page.evaluate(FORGET)
    notebook.set_width(1280, 4000)      # JupyterLab makes what is in sight
    notebook.run_all()
    step(live(notebook).first, 4)
    assert (heard.asked, heard.sent) == (0, 1)
    notebook.reload()
    step(live(notebook).first, 5)
    assert 1 <= heard.asked == heard.sent - 1 <= 3, "it is asked for again while a slow machine does not answer"
    assert notebook.errors == []


def test_a_view_is_live_while_a_kernel_without_subshells_runs_the_next_cell(open_notebook: Open, lab: Lab) -> None:
    choose = "way => { window.jupyterapp.serviceManager.kernels.commsOverSubshells = way; }"
    lab.page.evaluate(choose, "disabled")
    try:
        notebook = open_notebook(
            ["import time\nimport domino_lab as dl", STEPPERS[0], "while not hasattr(dl, 'seen'): time.sleep(0.1)"],
            run=False, fresh=True)
    finally:
        lab.page.evaluate(choose, "perCommTarget")
    notebook.page.evaluate(FORGET)
    notebook.page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }")
    live(notebook, 1)
    assert not notebook.page.evaluate(IDLE)
    notebook.command("kernelmenu:interrupt")
    step(live(notebook, 1).first, 4)


OTHER = """
import base64, zlib
from domino_lab.widgets import stage
code = "globalThis.ran = 1; export default () => ({ render() {} });"
other = base64.b64encode(zlib.compress(f"{code}\\0\\0[{{}}, {{}}]".encode())).decode()
right, told = stage.Stage.send, []
def send(self, content, buffers=None):
    if "script" in content and len(told) < 2:       # unasked, and when it is asked for first
        told.append(content)
        content = {"script": other}
    right(self, content, buffers)
stage.Stage.send = send
"""


def test_a_script_of_another_digest_is_not_run(open_notebook: Open) -> None:
    notebook = open_notebook(["import domino_lab as dl", OTHER, STEPPERS[0]], run=False, fresh=True)
    notebook.page.evaluate(FORGET)
    notebook.run_all()
    step(live(notebook, 1).first, 4)
    assert run(notebook, "print(len(told))") == "2\n"
    assert notebook.page.evaluate("globalThis.ran") is None
    assert notebook.errors == []


def test_a_saved_view_that_no_kernel_knows_is_a_picture(
    open_notebook: Open, lab: Lab, course: Path, artefacts: Path
) -> None:
    """A notebook with the state of its widgets in it, as a reader may save it."""
    book = new_notebook(cells=[new_code_cell(line) for line in CELLS[:2]])
    WithReader(book, store_widget_state=True).execute()
    assert "widgets" in book.metadata
    nbformat.write(book, course / "with-state.ipynb")
    lab.page.evaluate(FORGET)
    notebook = open_notebook("with-state.ipynb", run=False)
    notebook.page.evaluate(
        "() => { for (const cell of window.jupyterapp.shell.currentWidget.model.cells) cell.trusted = true; }")
    view = notebook.panel.locator(".dlab-stepper.dlab-root")
    expect(view).to_contain_text("No Python answers here")
    expect(view.locator("code")).to_have_text(f'dl.page({STEPPERS[0]}, "page.html")')
    picture = view.locator("img")
    expect(picture).to_be_visible()
    assert picture.evaluate("async one => { await one.decode(); return one.naturalWidth; }") > 300
    assert "6-3" in (picture.get_attribute("alt") or "")
    expect(view.locator("canvas")).to_be_hidden()
    notebook.screenshot(artefacts / "loader-saved-state.png")


def test_a_stage_alone_has_a_box_and_a_look_of_its_own(open_notebook: Open) -> None:
    """As marimo shows it, which knows no boxes of widgets; the canvas is in the box, so the table is drawn."""
    notebook = open_notebook([*CELLS[:1], f"{STEPPERS[0]}.stage"])
    view = live(notebook, 1)
    felt = view.locator(".dlab-drawing > svg")
    expect(felt).to_be_visible()
    assert view.evaluate("root => getComputedStyle(root).display") == "grid"
    before = felt.inner_html()
    step(view, 4)
    assert felt.inner_html() != before
    view.get_by_role("button", name="Next", exact=True).focus()
    notebook.page.keyboard.press("ArrowLeft")
    expect(view.locator(".dlab-track")).to_have_attribute("aria-valuetext", "Step 3 of 22")
    assert notebook.errors == []


# --- what another page writes

MUTANTS = ['<img src=x onerror="globalThis.ran = 1">', "globalThis.ran = 1", "javascript:globalThis.ran = 1",
           "globalThis.ran = 1; export default { render() {} };", "data:text/javascript,globalThis.ran = 1",
           ["<svg onload='globalThis.ran = 1'></svg>"],
           {"name": "x", "status": "x", "at": 0, "hand": "", "talk": [
               {"is": "html", "html": '<img src=x onerror="globalThis.ran = 1">', "css": "x"}]}]
WIDGETS = """
import json
from ipywidgets.widgets.widget import _instances
print(json.dumps({name: list(widget.keys) for name, widget in _instances.items() if {which}}))
"""
UNWARD = """
import ipywidgets
from domino_lab.widgets import stage
stage.Stage.set_state = ipywidgets.Widget.set_state
"""


def write_from_outside(notebook: OpenNotebook, which: str) -> int:
    """Write each of the mutants to each synced trait of the widgets as another client of the kernel does."""
    traits = json.loads(run(notebook, WIDGETS.replace("{which}", which)))
    server = notebook.lab.server
    [kernel] = [one["kernel"]["id"] for one in json.loads(server.ask("/api/sessions")) if one["path"] == notebook.name]
    socket = create_connection(f"ws{server.url[4:]}/api/kernels/{kernel}/channels?token={server.token}", timeout=60)
    writes = [(widget, {name: mutant}) for widget, names in traits.items() for name in names for mutant in MUTANTS]
    session = secrets.token_hex(8)
    for widget, state in writes:
        header = {"msg_id": secrets.token_hex(16), "msg_type": "comm_msg", "session": session, "username": "other",
                  "version": "5.3", "date": "2026-01-01T00:00:00Z"}
        content = {"comm_id": widget, "data": {"method": "update", "state": state, "buffer_paths": []}}
        socket.send(json.dumps({"channel": "shell", "header": header, "parent_header": {}, "metadata": {},
                                "content": content, "buffers": []}))
    run(notebook, "pass")       # comes after them
    socket.close()
    return len(writes)


@pytest.mark.parametrize(("which", "stays"), [("'domino_lab' in type(widget).__module__", True), ("True", False)])
def test_nothing_that_a_page_writes_runs_in_another(open_notebook: Open, which: str, *, stays: bool) -> None:
    """Nor in the same page when it is loaded again; what only ipywidgets and ipycanvas read may look odd then."""
    notebook = open_notebook(CELLS[:2], fresh=True)
    live(notebook, 1)
    assert write_from_outside(notebook, which) > 100
    await_quiet(notebook.page)
    assert notebook.page.evaluate("globalThis.ran") is None
    notebook.save()
    notebook.page.reload()
    notebook.lab.settle()
    notebook.load()
    if stays:
        step(live(notebook, 1).first, 4)
    notebook.page.wait_for_timeout(3000)
    assert notebook.page.evaluate("globalThis.ran") is None


def test_the_same_mutants_do_run_where_nothing_is_on_guard(open_notebook: Open) -> None:
    notebook = open_notebook([*CELLS[:2], UNWARD], fresh=True)
    live(notebook, 1)
    write_from_outside(notebook, "type(widget).__name__ == 'Stage'")
    notebook.page.wait_for_function("globalThis.ran === 1")
