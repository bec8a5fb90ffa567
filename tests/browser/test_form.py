"""The form in a real JupyterLab: by keyboard, at 360 pixels, in the dark, and with a name for every control."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.notebook import await_ears, faults

FORM = "form = dl.RuleForm('all-fives')\nform"
ROOT = ".jp-NotebookPanel:not(.lm-mod-hidden) .dlab-form"


def test_it_fits_and_is_accessible(open_notebook: Open, artefacts: Path) -> None:
    notebook = open_notebook(["import domino_lab as dl", FORM])
    root = notebook.page.locator(ROOT)
    await_ears(root)
    notebook.await_quiet()
    root.get_by_label("Part of the rules").select_option(label="Playing tiles")
    spinners = root.get_by_role("combobox", name="Spinners", exact=True)
    spinners.select_option(label="Every double (Domino-Games.com)")
    expect(root.locator(".dlab-caption")).to_have_text("All Fives. Changed: Spinners: Every double.")
    root.get_by_text("not available with these rules").first.click()
    for look in notebook.looks():
        root.locator("summary[aria-label=Menu]").click()
        expect(root.locator(".dlab-popup")).to_be_visible()
        assert faults(root) == []
        notebook.screenshot(artefacts / f"form-{look}.png")
        notebook.page.keyboard.press("Escape")
    assert notebook.errors == []


def test_it_is_used_with_the_keyboard_alone(open_notebook: Open) -> None:
    notebook = open_notebook(["import domino_lab as dl", FORM])
    root, keyboard = notebook.page.locator(ROOT), notebook.page.keyboard
    await_ears(root)
    notebook.await_quiet()
    root.get_by_label("Part of the rules").focus()
    keyboard.type("Pla")
    keyboard.press("Enter")
    spinners = root.get_by_role("combobox", name="Spinners", exact=True)
    expect(spinners).to_be_visible()
    notebook.await_quiet()
    keyboard.press("Tab")
    for _ in range(6):
        if spinners.evaluate("it => it === document.activeElement"):
            break
        keyboard.press("Tab")
    expect(spinners).to_be_focused()
    keyboard.press("End")
    expect(root.locator(".dlab-caption")).to_have_text("All Fives. Changed: Spinners: Every double.")
    notebook.await_quiet()
    root.get_by_role("button", name="Undo").focus()
    keyboard.press("u")
    expect(root.locator(".dlab-caption")).to_have_text("All Fives, with the published rules.")
    assert notebook.errors == []


def test_an_arrow_in_a_list_chooses_and_leaves_the_cell_where_it_is(open_notebook: Open) -> None:
    """A cell that is selected, and not edited, would else take the arrow for the next cell."""
    notebook = open_notebook(["import domino_lab as dl", FORM])
    root = notebook.page.locator(ROOT)
    await_ears(root)
    notebook.command("notebook:enter-command-mode")
    notebook.await_quiet()
    sections = root.get_by_label("Part of the rules")
    sections.focus()
    before = sections.evaluate("node => node.selectedIndex")
    notebook.page.keyboard.press("ArrowDown")
    notebook.await_quiet()
    assert sections.evaluate("node => node.selectedIndex") == before + 1
    expect(sections).to_be_focused()
