"""What the other tests stand on: a wait after which a slow kernel has answered, an empty notebook, faults found."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.notebook import Lab, OpenNotebook, faults, write_notebook

SLOW = '''
import time
from domino_lab.widgets.messages import press
from domino_lab.widgets.nodes import button, paragraph
from domino_lab.widgets.view import View

class Slow(View):
    """A press makes the box narrow, a second later; what the page then tells is written down, again a second later."""

    name, said = "Slow", "nothing"

    def areas(self):
        return {"talk": [button("Press", "press"), paragraph(self.said, "said")]}

    def actions(self):
        return {"press": press(self.narrow)}

    def narrow(self):
        self.watch(self.stage, "width", self.told)
        time.sleep(1)
        self.layout.width = "300px"

    def told(self):
        time.sleep(1)
        self.said = str(self.stage.width)
        self.refresh()
'''


def test_a_slow_kernel_is_waited_for_and_what_the_page_then_asks_of_it(open_notebook: Open) -> None:
    notebook = open_notebook([SLOW, "slow = Slow()\nslow"])
    said = notebook.panel.locator(".dlab-said")
    said.wait_for()
    notebook.await_quiet()
    notebook.panel.get_by_role("button", name="Press", exact=True).click()
    notebook.await_quiet()
    assert said.inner_text() == "300"


def test_a_widget_whose_notebook_is_closed_tells_nobody_of_a_new_theme(lab: Lab, course: Path) -> None:
    """Its model stays on the page; what it would send has no kernel to go to, and the console would say so."""
    cell = "import domino_lab as dl\ndl.HandStepper('all-fives-worked-example', step=3)"
    lab.empty_shared()
    notebook = OpenNotebook(lab, write_notebook(course, [cell]))
    notebook.load()
    notebook.run_all()
    notebook.panel.get_by_role("button", name="Next").first.wait_for()
    notebook.await_quiet()
    notebook.close()
    notebook.set_theme("dark")
    notebook.page.wait_for_timeout(500)
    assert notebook.errors == []


def test_a_notebook_forgets_what_the_test_before_made_in_it(open_notebook: Open) -> None:
    notebook = open_notebook(["import domino_lab as dl\nleft = dl.HandStepper('block', seed=1)\nleft"])
    expect(notebook.panel.locator(".dlab-root")).to_have_count(1)
    count = "sum(type(one).__name__ == 'HandStepper' for one in _instances.values())"
    look = f"from ipywidgets.widgets.widget import _instances\nprint('left' in globals(), {count})"
    again = open_notebook([look])
    assert again.name == notebook.name
    expect(again.panel.locator(".jp-OutputArea-output")).to_have_text(["False 0\n"])
    expect(again.page.locator(".dlab-root")).to_have_count(0)
    assert again.errors == []


WRONG = """<main style="width: 300px; background: #fff; font-size: 16px">
    <p style="color: {colour}">words</p> <button style="width: {wide}px; height: 30px; padding: 0">x</button>
    <div style="overflow: auto"><p style="width: 400px">scrolled</p></div> <p style="width: {long}px">long</p>
</main>"""


@pytest.mark.parametrize(("colour", "wide", "long", "kinds"), [
    ("#000", 30, 200, []), ("#bbb", 30, 200, ["color-contrast"]), ("#000", 20, 200, ["too small to be pressed"]),
    ("#000", 30, 310, ["p  sticks out", "main  sticks out"]),
])
def test_each_kind_of_fault_is_found(page: Page, colour: str, wide: int, long: int, kinds: list[str]) -> None:
    page.set_content(WRONG.format(colour=colour, wide=wide, long=long))
    seen = [fault for fault in faults(page.locator("main")) if not fault.startswith("scrollable-region")]
    assert [fault.split(":")[0] for fault in seen] == kinds
