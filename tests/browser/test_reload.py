"""A page that is loaded again: every widget shows what it showed, in its picture and its words, and goes on."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Open
from tests.browser.notebook import WIDTH, OpenNotebook, await_drawing, await_ears, pixels

CELLS = {
    "stepper": 'dl.HandStepper("all-fives", seed=7, step=3)',
    "comparison": 'dl.VariantComparison(dl.Shuffle(seed=7), ["all-fives", "five-up"], step=1)',
    "sandbox": 'dl.ScoringSandbox("all-fives", versus="five-up", position="5-5 5-0 3-5")',
    "patience": 'dl.Patience("five-columns", seed=1, hand=1)',
    "playing": 'dl.Play("all-fives", against="greedy", names=["Ana", "Ben"], seed=1, delay=0)',
    "recorder": 'dl.Recorder("all-fives", holdings=[["5-5", "6-4"], ["5-0", "3-2"]], stock=["0-3"], leader=0)',
}


def press(name: str) -> Callable[[Locator], None]:
    return lambda root: root.get_by_role("button", name=name, exact=True).first.click()


def point_at(tile: str) -> Callable[[Locator], None]:
    return lambda root: root.locator(tile).first.click()


def step_by_key(root: Locator) -> None:
    root.locator("canvas").click()
    root.page.keyboard.press("ArrowRight")


FIRST = {
    "stepper": press("Next"), "comparison": press("Next"), "sandbox": point_at('[data-tile="4-3"]'),
    "patience": press("Hint"), "playing": point_at(".dlab-can"), "recorder": point_at('[data-tile="5-5"]'),
}
THEN = {
    "stepper": (step_by_key, '.dlab-track[aria-valuetext="Step 5 of 22"]'),
    "comparison": (press("Next"), '.dlab-track[aria-valuetext="Step 3 of 22"]'),
    "sandbox": (press("Undo"), '[data-tile="4-3"]:enabled'),
    "patience": (press("Remove"), "text=26 tiles left."),
    "playing": (press("Undo"), "text=Undone:"),
    "recorder": (press("Undo"), "text=Undone:"),
}
"""What a reader does with each widget before the page is loaded again, and after, and what is then to be seen."""


def widgets(notebook: OpenNotebook) -> dict[str, Locator]:
    """Each widget, when it listens and its picture is drawn."""
    roots = {css: notebook.panel.locator(f".dlab-{css}.dlab-root") for css in CELLS}
    for root in roots.values():
        await_ears(root)
        await_drawing(notebook.page, root.locator("canvas"))
    notebook.await_quiet()
    return roots


def look(root: Locator) -> tuple[str, str, str]:
    """The picture, what is said beside it, and what is announced."""
    said, heard = (root.locator(part).first.inner_text() for part in (".dlab-area-talk", ".dlab-live"))
    return pixels(root.locator("canvas")), said, heard


def looks(notebook: OpenNotebook) -> dict[str, tuple[str, str, str]]:
    """How the widgets look when all of them stay as they are: a kernel with much to do sends a picture in parts."""
    shown: dict[str, tuple[str, str, str]] = {}
    while (later := {css: look(root) for css, root in widgets(notebook).items()}) != shown:
        shown = later
        notebook.page.wait_for_timeout(500)
    return shown


def test_a_reload_shows_every_widget_as_it_was_and_it_goes_on(open_notebook: Open) -> None:
    notebook = open_notebook(["import domino_lab as dl", *CELLS.values()], fresh=True)
    notebook.set_width(WIDTH, 6000)     # JupyterLab makes what is in sight
    untouched = looks(notebook)
    for css, root in widgets(notebook).items():
        FIRST[css](root)
        notebook.await_quiet()
    notebook.page.mouse.move(0, 0)      # what is pointed at looks different
    before = looks(notebook)
    assert [css for css in CELLS if before[css][:2] == untouched[css][:2]] == []
    notebook.reload()
    assert looks(notebook) == before
    for css, root in widgets(notebook).items():
        goes_on, seen = THEN[css]
        goes_on(root)
        expect(root.locator(seen).first).to_be_visible()
