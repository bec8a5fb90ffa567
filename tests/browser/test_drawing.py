"""A table is never an empty felt in a real JupyterLab: a drawing covers the canvas until that shows the step."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.notebook import await_drawing, await_ears, await_quiet
from tests.browser.test_threads import run

MAKE = """
import domino_lab as dl
from domino_lab.widgets import canvas
paint = canvas.paint
"""
NEVER = f"{MAKE}canvas.paint = lambda *_: None"
STEPPER = 'stepper = dl.HandStepper("all-fives", seed=7, step=4)\nstepper'

# At each frame in which the table is there: whether it has a drawing over it, or else a canvas with something on it.
WATCH = """() => {
    const felts = window.felts = { seen: 0, bare: 0, watched: true };
    const look = () => {
        for (const root of document.querySelectorAll(".dlab-root.dlab-has-table")) {
            const canvas = root.querySelector("canvas"), at = [canvas?.width >> 1, canvas?.height >> 1, 1, 1];
            const painted = canvas?.width > 1 && canvas.getContext("2d").getImageData(...at).data[3] === 255;
            felts.seen += 1;
            if (!painted && !root.querySelector(".dlab-drawing > svg")) felts.bare += 1;
        }
        if (felts.watched) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""


def test_no_frame_shows_an_empty_felt(open_notebook: Open) -> None:
    notebook = open_notebook([MAKE, "'waits'"])
    notebook.page.evaluate(WATCH)
    again = open_notebook([MAKE, STEPPER])
    await_drawing(again.page, again.page.locator(".dlab-stepper:visible canvas"))
    await_quiet(again.page)
    felts = again.page.evaluate("() => { window.felts.watched = false; return window.felts; }")
    assert felts["seen"] > 10
    assert felts["bare"] == 0
    expect(again.page.locator(".dlab-drawing")).to_have_count(0)


def test_what_the_canvas_does_not_show_is_drawn(open_notebook: Open, tmp_path: Path) -> None:
    """Nothing is ever painted, until it is: then the drawing goes, and the picture is the same."""
    notebook = open_notebook([NEVER, STEPPER], fresh=True)
    view = notebook.page.locator(".dlab-stepper:visible").first
    await_ears(view)
    drawing = view.locator(".dlab-drawing > svg")
    for step in (5, 6, 7):
        view.get_by_role("button", name="Next", exact=True).click()
        expect(view.locator(".dlab-track")).to_have_attribute("aria-valuetext", f"Step {step} of 22")
        await_quiet(notebook.page)
        expect(drawing).to_have_count(1)
        alt = view.locator("canvas").get_attribute("aria-label") or ""
        expect(view.locator(".dlab-drawing")).to_have_attribute("aria-label", alt)
    felt = view.locator(".dlab-over")
    felt.screenshot(path=tmp_path / "drawn.png")
    assert run(notebook, "canvas.paint = paint\nstepper.repaint()") == ""
    expect(drawing).to_have_count(0)
    await_quiet(notebook.page)
    felt.screenshot(path=tmp_path / "painted.png")
    drawn, painted = (np.asarray(Image.open(tmp_path / f"{name}.png").convert("RGB"), float)
                      for name in ("drawn", "painted"))
    assert drawn.shape == painted.shape
    far = np.abs(drawn - painted).max(axis=2)
    assert (far > 60).mean() < 0.03         # edges are smoothed in two ways, half a dot apart
    assert far.mean() < 4
    view.get_by_role("button", name="Next", exact=True).click()
    await_quiet(notebook.page)
    expect(drawing).to_have_count(0)
    assert notebook.errors == []
