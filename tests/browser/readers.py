"""Opens each kind of view in each reader of notebooks and apps, presses something in it, and keeps a picture of that.

    python -m tests.browser.readers FOLDER [READER ...]

The readers are those of the Python that DOMINO_LAB_READERS names, or of this one; one that is not installed there is
said to be not tried. Written are a picture of each view, a sheet with all views of a reader, and the table, in words.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbformat.v4 import new_code_cell, new_notebook
from PIL import Image
from playwright.sync_api import Browser, Error, Locator, Page, Route, expect, sync_playwright

from domino_lab.cli import SETTINGS
from tests.browser import chromium
from tests.browser.server import Server

ROOT = Path(__file__).parents[2]
PYTHON = os.environ.get("DOMINO_LAB_READERS", sys.executable)
WAIT = 60_000       # ms
WIDTH, THUMB, ACROSS = 1100, (400, 330), 4


class Seen(NamedTuple):
    """A view to open: the line that makes it, and what is pressed."""

    line: str
    press: str


VIEWS = {
    "stepper": Seen('dl.HandStepper("all-fives", seed=7, step=3)', '[data-do="next"]'),
    "game": Seen('dl.Play("all-fives", against="greedy", names=["Ana", "Greta"], seed=1, delay=0)', ".dlab-can"),
    "comparison": Seen('dl.VariantComparison(dl.Shuffle(7), ["all-fives", "five-up"], step=4)', '[data-do="next"]'),
    "sandbox": Seen('dl.ScoringSandbox("all-fives", versus="five-up", position="5-5 5-0 3-5")', '[data-tile="4-3"]'),
    "patience": Seen('dl.Patience("five-columns", seed=1)', '[data-do="hint_move"]'),
    "quiz": Seen('dl.quiz("all-fives", "score", n=2, seed=1)', '[data-do="show_answer"]'),
    "triangle": Seen('dl.TileTriangle("a double")', ".dlab-triangle .dlab-tile"),
    "chance lab": Seen('dl.ChanceLab("draw", "leader wins", seed=3, estimate="1/2", n=10)', '[data-do="add"]'),
}


# --- the files that readers open

def notebook(folder: Path) -> None:
    """Write a notebook with a cell for each view."""
    cells = ["import domino_lab as dl", *(view.line for view in VIEWS.values())]
    book = new_notebook(cells=[new_code_cell(cell) for cell in cells])
    book.metadata["kernelspec"] = {"display_name": "Python 3", "language": "python", "name": "python3"}
    nbformat.write(book, folder / "views.ipynb")


def app(head: str, each: str, foot: str = "") -> Callable[[Path], None]:
    """Return what writes an app in Python, with `each` for each view: `{line}`, and `{number}` to give it a name."""
    def write(folder: Path) -> None:
        parts = [each.format(line=view.line, number=number) for number, view in enumerate(VIEWS.values())]
        (folder / "views.py").write_text("\n".join((head, *parts, foot)), encoding="utf-8")

    return write


MARIMO = app("import marimo\napp = marimo.App()\n\n@app.cell\ndef _():\n    import domino_lab as dl\n    return dl,\n",
             "@app.cell\ndef _(dl):\n    {line}\n    return\n")
SHINY = app("import domino_lab as dl\nfrom shiny.express import ui\nfrom shinywidgets import render_widget\n",
            "@render_widget\ndef view_{number}():\n    return {line}\n")
PANEL = app('import domino_lab as dl\nimport panel as pn\npn.extension("ipywidgets")\npn.Column(', "    {line},",
            ").servable()")
SOLARA = app("import domino_lab as dl\nimport solara\n\n@solara.component\ndef Page():\n"
             "    for view in solara.use_memo(make, []):\n        solara.display(view)\n\ndef make():\n    return [",
             "        {line},", "    ]")


# --- how each is started, and what a person does to see the views

def run_all(page: Page) -> None:
    """Run all cells in JupyterLab or Notebook, with all of them on the page."""
    page.wait_for_function("() => window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel")
    page.evaluate("""() => {
        const { content } = window.jupyterapp.shell.currentWidget;
        content.notebookConfig = { ...content.notebookConfig, windowingMode: "none" };
        window.jupyterapp.commands.execute("notebook:run-all-cells");
    }""")


def run_marimo(page: Page) -> None:
    """Press the button that runs all cells, when it is there and marimo listens."""
    page.get_by_test_id("interrupt-button").wait_for()
    page.wait_for_timeout(3000)
    page.get_by_test_id("run-button").last.click()


def just_look(_page: Page) -> None:
    """Do nothing: the views are there."""


class Reader(NamedTuple):
    """A reader: its module, what writes its file, the words that start it on a port, its address, and what is done."""

    module: str
    write: Callable[[Path], None]
    start: str
    path: str
    begin: Callable[[Page], None]
    ready: str = "/"
    frame: str = ""
    """What is put on the picture, if that is not the view itself: marimo's editor scrolls a high output in a frame."""


JUPYTER = ("-m {} --no-browser --allow-root --ip=127.0.0.1 --port={{port}} --ServerApp.port_retries=0 "
           "--expose-app-in-browser --IdentityProvider.token={{token}}")
READERS = {
    "JupyterLab": Reader("jupyterlab", notebook, JUPYTER.format("jupyterlab"), "/lab/tree/views.ipynb?token={token}",
                         run_all, "/api/status"),
    "Notebook 7": Reader("notebook", notebook, JUPYTER.format("notebook"), "/notebooks/views.ipynb?token={token}",
                         run_all, "/api/status"),
    "Voila": Reader("voila", notebook, "-m voila views.ipynb --no-browser --port={port} --Voila.ip=127.0.0.1 --token=",
                    "/", just_look),
    "marimo, run": Reader("marimo", MARIMO, "-m marimo run views.py --headless --port {port} --no-token", "/",
                          just_look),
    "marimo, edit": Reader("marimo", MARIMO, "-m marimo edit views.py --headless --port {port} --no-token "
                           "--skip-update-check", "/", run_marimo,
                           frame=".output-area:has(marimo-ui-element)"),
    "Shiny": Reader("shinywidgets", SHINY, "-m shiny run --port {port} views.py", "/", just_look),
    "Panel": Reader("panel", PANEL, "-m panel serve views.py --port {port}", "/views", just_look),
    "Solara": Reader("solara", SOLARA, "-m solara run views.py --host 127.0.0.1 --port {port} --no-open --production",
                     "/", just_look),
}


class ReaderServer(Server):
    """A reader on a free port, in a folder of its own."""

    def __init__(self, reader: Reader, folder: Path, home: Path) -> None:
        super().__init__(folder, home, cwd=ROOT)
        self.reader, self.ready = reader, reader.ready
        self.environment["BOKEH_RESOURCES"] = "server"      # Panel's own files come from it, not from the network
        self.environment["JUPYTER_CONFIG_PATH"] = str(SETTINGS)     # no question about news

    def command(self) -> list[str]:
        """Return the words that start it."""
        return [PYTHON, *self.reader.start.format(port=self.port, token=self.token).split()]


@contextmanager
def opened(reader: Reader, browser: Browser) -> Iterator[Page]:
    """Yield a page on which the reader has begun to show the views."""
    with tempfile.TemporaryDirectory() as made:
        folder, home = Path(made, "views"), Path(made, "home")
        folder.mkdir()
        home.mkdir()
        reader.write(folder)
        with ReaderServer(reader, folder, home) as server:
            page = browser.new_page(viewport={"width": WIDTH + 180, "height": 1000})
            page.set_default_timeout(WAIT)
            page.route(re.compile(r"//(unpkg\.com|cdn\.jsdelivr\.net)/.*\banywidget@[^/]*/dist/index"), give_anywidget)
            page.goto(server.url + reader.path.format(token=server.token))
            reader.begin(page)
            yield page
            page.close()


def give_anywidget(route: Route) -> None:
    """Answer for the network: Panel has the file of anywidget fetched from there."""
    path = Path(PYTHON).parents[1] / "share/jupyter/nbextensions/anywidget/index.js"
    route.fulfill(path=path, content_type="text/javascript", headers={"Access-Control-Allow-Origin": "*"})


# --- what is seen

EMPTY = """root => {
    if (!root.matches(".dlab-has-table") || root.querySelector(".dlab-drawing > svg")) return false;
    const canvas = root.querySelector("canvas");
    const at = [canvas?.width >> 2, canvas?.height >> 1, 1, 1];         // in the middle two tables may leave a gap
    return !canvas?.width || canvas.getContext("2d").getImageData(...at).data[3] < 255;
}"""


def fault(root: Locator, press: str) -> str:
    """Press something; return what is wrong then, or nothing if the view has changed, has its picture and no error."""
    try:
        expect(root).to_have_attribute("role", "group", timeout=WAIT)
        root.scroll_into_view_if_needed()
        before = root.inner_html()
        root.locator(press).first.click()
        changed = "([root, before]) => root.innerHTML !== before"
        root.page.wait_for_function(changed, arg=[root.element_handle(), before])
        root.page.wait_for_timeout(1500)
        if root.evaluate(EMPTY):
            return "the table is empty"
        return root.locator(".dlab-error").first.inner_text()
    except (AssertionError, Error) as error:
        return str(error).splitlines()[0]


def look_at(reader: Reader, browser: Browser, folder: Path, name: str) -> dict[str, str]:
    """Press something in each view, and keep a picture of each; return what is wrong with each, if anything is."""
    faults = {}
    with opened(reader, browser) as page:
        roots = page.locator(".dlab-root:not(.dlab-root .dlab-root)")
        for number, (view, (_, press)) in enumerate(VIEWS.items()):
            faults[view] = fault(roots.nth(number), press)
            path = folder / f"{file_name(name)}-{file_name(view)}.png"
            seen = (page.locator(reader.frame) if reader.frame else roots).nth(number)
            if seen.count():
                seen.evaluate("one => { one.scrollTop = 0; }")
                seen.screenshot(path=path)
            else:
                page.screenshot(path=path)
    return faults


def file_name(name: str) -> str:
    """Return a name in small letters and without spaces."""
    return re.sub(r"\W+", "-", name.casefold())


def sheet(folder: Path, name: str) -> None:
    """Put the pictures of a reader's views on one sheet, small."""
    wide, high = THUMB
    made = Image.new("RGB", (wide * ACROSS, high * -(-len(VIEWS) // ACROSS)), "white")
    for number, view in enumerate(VIEWS):
        picture = Image.open(folder / f"{file_name(name)}-{file_name(view)}.png").convert("RGB")
        picture.thumbnail((wide - 8, high - 8), Image.Resampling.LANCZOS)
        made.paste(picture, (wide * (number % ACROSS) + 4, high * (number // ACROSS) + 4))
    made.save(folder / f"{file_name(name)}.webp", quality=60, method=6)


def version(module: str) -> str:
    """Return the version of a package in the Python of the readers; empty if it is not there."""
    code = f"from importlib.metadata import version; print(version({module!r}))"
    return subprocess.run([PYTHON, "-c", code], capture_output=True, text=True, check=False).stdout.strip()


def main(folder: Path, wanted: list[str]) -> None:
    """Try the readers, all if none is named, and print the table."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = [["reader", *VIEWS], ["---"] * (len(VIEWS) + 1)]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.ARGUMENTS)
        for name in wanted or READERS:
            reader = READERS[name]
            found = version(reader.module)
            if found:
                faults = look_at(reader, browser, folder, name)
                sheet(folder, name)
            cells = [faults[view] or "live" for view in VIEWS] if found else ["not tried"] * len(VIEWS)
            rows.append([f"{name} {found}".strip(), *cells])
            print("| " + " | ".join(rows[-1]) + " |", flush=True)
        browser.close()
    (folder / "readers.md").write_text("".join(f"| {' | '.join(row)} |\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
