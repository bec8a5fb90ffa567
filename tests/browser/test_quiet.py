"""The wait on which the other tests stand: after it, a kernel that is slow has answered, and its answers' answers."""

from __future__ import annotations

from pathlib import Path

from tests.browser.conftest import Open
from tests.browser.notebook import Lab

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
    notebook = lab.kept(course, ["import domino_lab as dl\ndl.HandStepper('all-fives-worked-example', step=3)"])
    notebook.run_all()
    notebook.panel.get_by_role("button", name="Next").first.wait_for()
    notebook.await_quiet()
    lab.close_kept()
    lab.set_theme("dark")
    lab.page.wait_for_timeout(500)
    assert lab.errors == []
