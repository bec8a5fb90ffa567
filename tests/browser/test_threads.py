"""A cell that runs while the page sends presses, and a picture that the page did not draw, in a real JupyterLab."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Open
from tests.browser.notebook import Lab, OpenNotebook, await_drawing, await_ears, await_quiet, pixels

MAKE = """
import threading, time
import domino_lab as dl
import ipycanvas.canvas
from domino_lab.widgets import canvas
manager, paint, painters = ipycanvas.canvas._CANVAS_MANAGER, canvas.paint, set()
def noted(*what):
    painters.add(threading.current_thread() is threading.main_thread())
    paint(*what)
canvas.paint = noted
stepped, pressed = dl.HandStepper("all-fives", seed=7), dl.HandStepper("all-fives", seed=4)
"""
VIEWS = [MAKE, "stepped", "pressed"]
LOOP = """
painters.clear()
until = time.monotonic() + {seconds}
while time.monotonic() < until and pressed.here.step < {last}:
    for step in range(20):
        stepped.here.step = step
        time.sleep(0.1)         # on a busy machine a page draws no more pictures in a second
"""

WAYS = {"perCommTarget": {True, False}, "perComm": {True, False}, "disabled": {True}}
"""What "Kernel Comms over subshells" of JupyterLab's settings can be, and whether it is the main thread that draws."""

LAST = 6

RUN = """async code => {
    let said = "";
    const run = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.requestExecute({ code });
    run.onIOPub = ({ content }) => { said += content.text ?? content.traceback?.join("\\n") ?? ""; };
    await run.done;
    return said;
}"""


@pytest.fixture(params=WAYS)
def way(lab: Lab, request: pytest.FixtureRequest) -> Iterator[str]:
    """What JupyterLab does with the messages of widgets, for kernels that start from now on."""
    choose = "way => { window.jupyterapp.serviceManager.kernels.commsOverSubshells = way; }"
    lab.page.evaluate(choose, request.param)
    yield request.param
    lab.page.evaluate(choose, "perCommTarget")


def run(notebook: OpenNotebook, code: str) -> str:
    """Run it in the kernel as a cell is run, to its end, and wait until the page shows what came of it."""
    said: str = notebook.page.evaluate(RUN, code)
    await_quiet(notebook.page)
    return said


def steppers(notebook: OpenNotebook) -> list[Locator]:
    found = [notebook.page.locator(".dlab-stepper:visible").nth(number) for number in range(2)]
    for one in found:
        await_ears(one)
        await_drawing(notebook.page, one.locator("canvas"))
    return found


def shown(views: list[Locator]) -> list[str]:
    return [pixels(one.locator("canvas")) for one in views]


def go(stepped: int, pressed: int) -> str:
    return f"stepped.here.step, pressed.here.step = {stepped}, {pressed}"


def press(view: Locator, name: str, *steps: int) -> None:
    """Press the button of that name again and again, when the step before is seen."""
    for step in steps:
        view.get_by_role("button", name=name, exact=True).click()
        expect(view.locator(".dlab-track")).to_have_attribute("aria-valuetext", f"Step {step} of 18")


def test_next_is_pressed_while_a_cell_steps_another_hand(open_notebook: Open, way: str) -> None:
    """A kernel hears the page in the thread that last spoke to it, so only presses move the one that is pressed."""
    notebook = open_notebook(VIEWS, fresh=True)
    views = steppers(notebook)
    press(views[1], "Next", *range(1, LAST + 1))
    assert run(notebook, "stepped.here.step = 19") == ""
    at_the_end = shown(views)
    press(views[1], "First", 0)
    assert run(notebook, "stepped.here.step = 0") == ""
    assert not set(shown(views)) & set(at_the_end)

    side_by_side = WAYS[way] != {True}
    loop = LOOP.format(seconds=120 if side_by_side else 3, last=LAST)
    notebook.page.evaluate(f"code => {{ window.running = ({RUN})(code); }}", loop)
    if side_by_side:
        press(views[1], "Next", *range(1, LAST + 1))
    else:
        for _ in range(LAST):
            views[1].get_by_role("button", name="Next", exact=True).click()
    assert notebook.page.evaluate("window.running") == ""
    expect(views[1].locator(".dlab-track")).to_have_attribute("aria-valuetext", f"Step {LAST} of 18")
    await_quiet(notebook.page)
    assert run(notebook, f"print(painters == {WAYS[way]})") == "True\n"
    assert shown(views) == at_the_end
    assert notebook.errors == []


def test_a_drawing_that_fails_is_made_good_and_stops_no_other(open_notebook: Open) -> None:
    notebook = open_notebook(VIEWS, fresh=True)
    views = steppers(notebook)
    assert run(notebook, go(5, 7)) == ""
    wanted = shown(views)
    assert run(notebook, go(0, 0)) == ""
    # An empty message is one that ipycanvas cannot draw. What is sent with it waits behind it, and is lost.
    assert run(notebook, f"manager._send_custom([])\n{go(5, 7)}\nmanager._send_custom([])") == ""
    assert shown(views) == wanted
    assert run(notebook, "print(stepped.stage.lost > 0, pressed.stage.lost > 0)") == "True True\n"
    assert notebook.errors == []


def test_what_can_never_be_drawn_is_asked_for_a_few_times_only(open_notebook: Open) -> None:
    notebook = open_notebook(VIEWS, fresh=True)
    views = steppers(notebook)
    assert run(notebook, go(0, 7)) == ""
    wanted = shown(views)
    assert run(notebook, "canvas.paint = lambda *_: manager._send_custom([])\npressed.here.step = 3") == ""
    # The picture comes ahead of what is shown with it, so once may count for the step before.
    asked = run(notebook, "print(pressed.stage.lost, stepped.stage.lost)").split()
    assert {int(times) for times in asked} <= {3, 4}
    assert run(notebook, "canvas.paint = paint\npressed.here.step = 7\nstepped.repaint()") == ""
    assert shown(views) == wanted
    assert notebook.errors == []
