"""Milliseconds from a click in JupyterLab to the picture and to the words, and until widgets are first drawn.

`python -m benchmarks.clicking` prints these rows alone, with the calibration before and after.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

from benchmarks.timing import print_rows
from tests.browser import chromium
from tests.browser.notebook import HEIGHT, PATIENCE, WIDTH, Lab, OpenNotebook, await_ears, write_notebook
from tests.browser.server import LabServer
from tests.browser.test_access import CELLS as KINDS
from tests.browser.test_one_screen import CELLS, PAGES

ROOT = Path(__file__).parents[1]
MANY = [*CELLS.values(), *PAGES.values(), *(cell for part in KINDS.values() for cell in part.values())][:29]

# A picture is looked at in a small copy: to read the canvas itself takes half a frame, each time.
WATCH = """
const canvas = root => root.querySelector("canvas");
const copy = new OffscreenCanvas(128, 128).getContext("2d", { willReadFrequently: true });
const picture = root => {
    copy.clearRect(0, 0, 128, 128);
    copy.drawImage(canvas(root), 0, 0, 128, 128);
    const dots = new Uint32Array(copy.getImageData(0, 0, 128, 128).data.buffer);
    let hash = 0;
    for (const dot of dots) hash = Math.imul(hash ^ dot, 16777619);
    return hash;
};
const words = root => root.querySelector(".dlab-caption").textContent;
const drawn = root => root.matches("[role=group]") && (!canvas(root)?.checkVisibility() || picture(root) !== 0);
const frame = () => new Promise(requestAnimationFrame);
"""
PRESS = f"""async (root, look) => {{ {WATCH}
    const seen = {{ picture, words }}[look], before = seen(root), start = performance.now();
    [...root.querySelectorAll("button")].find(button => button.textContent.trim().startsWith("Next")).click();
    while (seen(root) === before && performance.now() - start < 1000) await frame();
    return performance.now() - start;
}}"""
"""Milliseconds until the picture or the words are others; both at once would wait for each other."""
PLAIN = """import ipywidgets
button, label = ipywidgets.Button(description="Count"), ipywidgets.Label("0")
button.on_click(lambda _: setattr(label, "value", str(int(label.value) + 1)))
ipywidgets.HBox([button, label])"""
PRESS_PLAIN = f"""async root => {{ {WATCH}
    const label = root.querySelector(".widget-label"), before = label.textContent, start = performance.now();
    root.querySelector("button").click();
    while (label.textContent === before && performance.now() - start < 1000) await frame();
    return performance.now() - start;
}}"""
"""Milliseconds until a label of ipywidgets counts on: what a click takes that draws nothing and thinks of nothing."""
UNTIL_DRAWN = f"""async ([command, css, number]) => {{ {WATCH}
    const start = performance.now(), ready = new Set([...document.querySelectorAll(css)].filter(drawn));
    window.jupyterapp.commands.execute(command);
    while (ready.size < number) {{
        if (performance.now() - start > 60_000) throw new Error(`${{ready.size}} are drawn`);
        await frame();
        for (const root of document.querySelectorAll(css)) {{
            if (ready.has(root)) continue;
            if (drawn(root)) ready.add(root);
        }}
    }}
    return performance.now() - start;
}}"""
ROOTS = ".jp-NotebookPanel:not(.lm-mod-hidden) .dlab-root"
ALL_THERE = """() => {
    const { content } = window.jupyterapp.shell.currentWidget;
    content.notebookConfig = { ...content.notebookConfig, windowingMode: "none" };
}"""


@contextmanager
def open_lab() -> Iterator[tuple[Lab, Path]]:
    """JupyterLab in Chromium, and the folder of its notebooks."""
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        folder, jupyter = Path(home, "notebooks"), Path(home, "jupyter")
        for made in (folder, jupyter):
            made.mkdir()
        with LabServer(folder, jupyter, cwd=ROOT) as server:
            browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.ARGUMENTS)
            context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT})
            context.set_default_timeout(2 * PATIENCE)
            yield Lab(context.new_page(), server), folder
            browser.close()


def open_notebook(lab: Lab, folder: Path, cells: list[str]) -> OpenNotebook:
    """A notebook with these cells, not run, with all of them on the page."""
    notebook = OpenNotebook(lab, write_notebook(folder, cells))
    notebook.load()
    notebook.page.evaluate(ALL_THERE)
    return notebook


def rows() -> list[tuple[str, str, str]]:
    """Clicks on Next through a hand of All Fives, a second stepper's first picture, and 29 widgets after Run All."""
    with open_lab() as (lab, folder):
        notebook = open_notebook(lab, folder, ["import domino_lab as dl", 'dl.HandStepper("all-fives", seed=7, step=3)',
                                               'dl.HandStepper("all-fives", seed=8, step=3)', PLAIN])
        run = "notebook:run-cell-and-select-next"
        notebook.command(run)
        notebook.await_idle()
        notebook.page.evaluate(UNTIL_DRAWN, [run, ROOTS, 1])
        notebook.await_quiet()
        first = notebook.page.evaluate(UNTIL_DRAWN, [run, ROOTS, 2])
        notebook.command(run)
        counter = notebook.page.locator(".widget-hbox").last
        counter.wait_for()
        stepper = notebook.page.locator(ROOTS).first
        await_ears(stepper)
        clicks: dict[str, list[float]] = {"picture": [], "words": [], "plain": []}
        for _ in range(14):
            notebook.await_quiet()
            clicks["plain"].append(counter.evaluate(PRESS_PLAIN))
        for look in ("picture", "words"):
            stepper.get_by_role("button", name="First", exact=True).click()
            for _ in range(14):
                notebook.await_quiet()
                clicks[look].append(stepper.evaluate(PRESS, look))
        notebook.close()
        many = open_notebook(lab, folder, ["import domino_lab as dl", *MANY])
        all_drawn = many.page.evaluate(UNTIL_DRAWN, ["notebook:run-all-cells", ROOTS, len(MANY)])
    return [
        ("a click on Next to the picture, in JupyterLab", f"{median(clicks['picture']):.0f} ms", "<= 40 ms"),
        ("a click on Next to the words", f"{median(clicks['words']):.0f} ms", "<= 60 ms"),
        ("a click on a button of ipywidgets to its label", f"{median(clicks['plain']):.0f} ms", "-"),
        ("a stepper's first picture, after another's", f"{first:.0f} ms", "<= 250 ms"),
        (f"{len(MANY)} widgets after Run All", f"{all_drawn / 1000:.1f} s", "<= 5 s"),
    ]


if __name__ == "__main__":
    print_rows(rows)
