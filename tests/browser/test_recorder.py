"""A recorder as people meet it in a real JupyterLab: by keyboard, by fields, on a narrow screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.notebook import await_quiet, faults
from tests.browser.widget import Widget

DEAL = 'holdings=[["5-5", "6-4", "6-6"], ["5-0", "3-2", "5-3"]], stock=["0-3"], leader=0'
RECORDER = [f'import domino_lab as dl\nrecorder = dl.Recorder("all-fives", names=["Ana", "Ben"], {DEAL})\nrecorder']


class Recording(Widget):
    """One recorder on the page."""

    css = ".dlab-recorder.dlab-root"

    def open_tab(self, name: str) -> None:
        self.root.get_by_role("tab", name=name, exact=True).click()
        await_quiet(self.page)

    def play(self, tile: str) -> None:
        """A tile that has one place to go is played by one press, of a key too."""
        self.root.locator(f'[role="option"][data-tile="{tile}"]').focus()
        self.page.keyboard.press("Enter")
        await_quiet(self.page)

    def hears_what_is_seen(self) -> bool:
        seen = " ".join(self.caption.inner_text().removeprefix("✗").split())
        return bool(seen) and self.root.locator(".dlab-live").first.text_content() == seen


@pytest.fixture
def recorder(open_notebook: Open) -> Recording:
    return Recording(open_notebook(RECORDER).page)


def test_a_hand_is_recorded_by_keyboard_and_fields(recorder: Recording) -> None:
    recorder.play("5-5")
    expect(recorder.caption).to_contain_text("Ana starts with 5-5")
    recorder.open_tab("Note")
    note = recorder.root.get_by_label("Note", exact=True).and_(recorder.root.locator("textarea"))
    note.fill("A lone double, d and u typed here are letters.")
    note.blur()
    await_quiet(recorder.page)
    expect(recorder.caption).to_contain_text("the note has been added")
    question = recorder.root.get_by_role("textbox", name="Question", exact=True)
    question.fill("Which tile leads?")
    question.press("Enter")
    await_quiet(recorder.page)
    expect(recorder.caption).to_contain_text("Its answer: 10.")
    assert recorder.hears_what_is_seen()
    expect(recorder.root.get_by_role("tabpanel")).to_contain_text("1 step with a note: 1.")
    recorder.open_tab("File")
    expect(recorder.root.locator("pre")).to_contain_text('ask = "Which tile leads?"')
    recorder.button("Step through the hand").click()
    stepper = recorder.root.locator(".dlab-stepper")
    expect(stepper).to_be_visible()
    expect(stepper.locator(".dlab-question")).to_be_visible()
    stepper.get_by_role("button", name="Next", exact=True).click()
    await_quiet(recorder.page)
    recorder.button("Close this view").click()
    expect(stepper).to_have_count(0)


def test_a_tile_that_is_drawn_from_an_unknown_boneyard_is_chosen_from_drawn_tiles(open_notebook: Open) -> None:
    made = 'dl.Recorder("all-fives", names=["Ana", "Ben"], holdings=[["6-6", "1-1"], ["2-2", "3-3"]], leader=0)'
    recorder = Recording(open_notebook([f"import domino_lab as dl\n{made}"]).page)
    recorder.play("6-6")
    recorder.button("Draw").click()
    recorder.root.locator(".dlab-notice").get_by_role("button", name="6-2").click()
    expect(recorder.caption).to_contain_text("Ben draws 6-2.")
    expect(recorder.root.locator(".dlab-notice")).to_have_count(0)


def test_a_recorder_fits_and_is_accessible(open_notebook: Open, artefacts: Path) -> None:
    notebook = open_notebook(RECORDER)
    view = Recording(notebook.page)
    view.play("5-5")
    for look in notebook.looks(height=2400):
        for name in ("Moves", "Players", "File", "Note"):
            view.open_tab(name)
            assert faults(view.root) == []
        view.root.screenshot(path=artefacts / f"dlab-recorder-{look}.png")
