"""The wait on which the other tests stand: after it, a kernel that is slow has answered, and its answers' answers."""

from __future__ import annotations

from pathlib import Path

from tests.browser.conftest import Open
from tests.browser.notebook import Lab

SLOW = '''
import time
import ipywidgets as W
from domino_lab.widgets import Shell

class Slow:
    """A press makes the box narrow, a second later; what the page then tells is written down, again a second later."""

    def __init__(self):
        self.shell, self.said = Shell(on_mark=self.mark), W.HTML("<i class=said>nothing</i>")
        self.press = W.Button(description="Press")
        self.press.on_click(self.narrow)
        words = W.HTML('<span class="tile" data-dlab-tile="3">a tile</span>')
        self.box = self.shell.around(self.press, words, self.said)
        self.shell.observe(self.told, "root_width")

    def narrow(self, _button):
        time.sleep(1)
        self.box.layout.width = "300px"

    def told(self, change):
        time.sleep(1)
        self.said.value = f"<i class=said>{change.new}</i>"

    def mark(self, tile):
        time.sleep(1)
        self.said.value = f"<i class=said>tile {tile}</i>"
'''


def test_a_slow_kernel_is_waited_for_and_what_the_page_then_asks_of_it(open_notebook: Open) -> None:
    notebook = open_notebook([SLOW, "slow = Slow()\nslow.box"])
    page, said = notebook.page, notebook.panel.locator(".said")
    said.wait_for()
    notebook.await_quiet()
    notebook.panel.get_by_role("button", name="Press", exact=True).click()
    notebook.await_quiet()
    assert said.inner_text() == "300"
    page.locator(".tile").hover()
    notebook.await_quiet()
    assert said.inner_text() == "tile 3"


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
