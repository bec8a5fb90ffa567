"""What if, and what a reader carries off, in a real JupyterLab: by keys alone, and as files that really arrive."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest
from playwright.sync_api import Download, Locator, expect

import domino_lab as dl
from tests.browser.conftest import Open
from tests.browser.notebook import await_new_pixels, faults, pixels
from tests.browser.test_stepper import Stepper

MAKE = 'import domino_lab as dl\nhand = dl.play_out("all-fives", seed=7, names=["Ana", "Ben"])'
CELLS = [MAKE, "stepper = dl.HandStepper(hand, step=3)\nstepper", "after = 'a cell below'"]
HAND = dl.play_out("all-fives", seed=7, names=["Ana", "Ben"])


@pytest.fixture
def stepper(open_notebook: Open) -> Stepper:
    one = Stepper(open_notebook(CELLS).page)
    one.settled()
    return one


def tab_to(one: Stepper, wanted: Locator) -> None:
    """Press Tab until the focus is there, as somebody without a pointer would."""
    for _ in range(60):
        if wanted.evaluate("node => node === document.activeElement"):
            return
        one.page.keyboard.press("Tab")
    raise AssertionError("Tab never came there")


def test_another_move_by_keys_alone_then_the_players_and_one_press_back(stepper: Stepper) -> None:
    before, page = pixels(stepper.canvas), stepper.page
    tab_to(stepper, stepper.root.get_by_role("tab", name="Moves"))
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    moves = stepper.root.locator('[data-do="try"]')
    expect(moves.first).to_be_visible()
    other = stepper.root.locator('[data-do="try"]:not([aria-pressed])').first
    chosen = other.inner_text()
    assert "as in the hand" not in chosen
    said = stepper.live.text_content() or ""
    tab_to(stepper, other)
    page.keyboard.press("Enter")
    stepper.is_at(4, 4)
    assert re.search(r"\d-\d", chosen).group() in stepper.says_another(said)
    tab_to(stepper, stepper.button("Let them play on"))
    page.keyboard.press("Enter")
    expect(stepper.track).not_to_have_attribute("aria-valuetext", "Step 4 of 4")
    await_new_pixels(page, stepper.canvas, before)
    page.keyboard.press("End")
    expect(stepper.caption).to_contain_text("wins the hand")
    stepper.await_quiet()
    tab_to(stepper, stepper.button("Back to the hand"))
    page.keyboard.press("Enter")
    stepper.is_at(3)
    stepper.await_quiet()
    assert pixels(stepper.canvas) == before
    assert stepper.root.evaluate("root => root.contains(document.activeElement)")


def test_one_click_back_from_a_branch_of_a_branch(stepper: Stepper) -> None:
    before = pixels(stepper.canvas)
    stepper.tab("What if?")
    for step in (4, 5, 6):
        try_another(stepper)
        stepper.is_at(step, step)
    expect(stepper.root.locator(".dlab-popup .dlab-code")).to_contain_text("dl.what_if(")
    stepper.canvas.click()
    stepper.page.keyboard.press("Escape")
    expect(stepper.button("Let them play on")).to_be_hidden()
    stepper.button("Back to the hand").click()
    stepper.is_at(3)
    stepper.await_quiet()
    assert pixels(stepper.canvas) == before
    expect(stepper.button("Back to the hand")).to_be_hidden()


def try_another(one: Stepper) -> None:
    """Press the first move that is not the one of the hand."""
    one.root.locator('[data-do="try"]:not([aria-pressed])').first.click()


def test_why_not_answers_a_call(stepper: Stepper) -> None:
    stepper.tab("Why not?")
    stepper.root.get_by_role("combobox", name="Try", exact=True).select_option("call a score")
    call = stepper.root.get_by_role("spinbutton", name="Call", exact=True)
    call.fill("10")
    call.press("Tab")
    expect(stepper.root.get_by_role("tabpanel")).to_contain_text("GEN-CALL-1")


def test_the_code_of_a_rule_is_shown(stepper: Stepper) -> None:
    stepper.root.get_by_text("Why?", exact=True).click()
    stepper.button("The code of this rule").click()
    expect(stepper.root.locator(".dlab-program")).to_contain_text("def ")
    expect(stepper.root).to_contain_text(re.compile(r"domino_lab/rules/\w+\.py, line \d+"))


# --- what is carried off


def share(one: Stepper) -> None:
    """Open what can be copied and saved."""
    one.open_menu()
    one.root.get_by_text("Save or share", exact=True).click()


def saved(one: Stepper, name: str) -> Download:
    """The file that arrives when that button is pressed."""
    with one.page.expect_download() as arriving:
        one.button(name).click()
    expect(one.root).to_contain_text(f"Saved as {arriving.value.suggested_filename}.")
    return arriving.value


def test_the_hand_the_text_and_the_pictures_arrive_as_files(stepper: Stepper, tmp_path: Path) -> None:
    share(stepper)
    record = saved(stepper, "Save the hand (TOML)")
    assert record.suggested_filename == "all-fives-seed-7-hand-1.toml"
    record.save_as(tmp_path / "hand.toml")
    assert dl.load(tmp_path / "hand.toml").steps == HAND.steps

    text = saved(stepper, "Save the text (TXT)")
    assert text.path().read_text(encoding="utf-8").splitlines()[3].startswith("2. ")

    drawn = saved(stepper, "Save the picture (SVG)")
    assert drawn.suggested_filename == "all-fives-seed-7-hand-1-step-3.svg"
    svg = drawn.path().read_text(encoding="utf-8")
    assert svg.startswith("<svg")
    assert "All Fives, seed 7, hand 1" in svg


def test_a_png_is_the_picture_at_twice_its_size(stepper: Stepper, artefacts: Path) -> None:
    share(stepper)
    wide, high = re.search(
        r'width="(\d+)" height="(\d+)"', saved(stepper, "Save the picture (SVG)").path().read_text(encoding="utf-8")
    ).groups()
    picture = saved(stepper, "Save the picture (PNG)")
    data = picture.path().read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", data[16:24]) == (2 * int(wide), 2 * int(high))
    picture.save_as(artefacts / "saved-picture.png")
    kinds = stepper.page.evaluate(
        """async bytes => {
            const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
            const canvas = new OffscreenCanvas(image.width, image.height), pen = canvas.getContext("2d");
            pen.drawImage(image, 0, 0);
            const { data } = pen.getImageData(0, 0, image.width, image.height), found = new Set();
            for (let i = 0; i < data.length; i += 4) found.add(data.slice(i, i + 3).join());
            return found.size;
        }""",
        list(data),
    )
    assert kinds > 20, "a picture with tiles on it has many colours, a blank has one"


def test_a_branch_is_saved_as_it_was_tried(stepper: Stepper, tmp_path: Path) -> None:
    stepper.tab("What if?")
    try_another(stepper)
    stepper.is_at(4, 4)
    share(stepper)
    record = saved(stepper, "Save the hand (TOML)")
    record.save_as(tmp_path / "branch.toml")
    branch = dl.load(tmp_path / "branch.toml")
    assert branch.steps[:4] == HAND.steps[:4]
    assert branch.steps[4].action != HAND.steps[4].action


def test_one_line_is_copied_and_is_the_hand(open_notebook: Open) -> None:
    one = Stepper(open_notebook(CELLS).page)
    share(one)
    one.button("Copy share code").click()
    expect(one.root).to_contain_text("Copied.")
    line = one.page.evaluate("navigator.clipboard.readText()")
    assert "\n" not in line
    assert dl.load(line).steps == HAND.steps


def test_it_is_seen_in_both_themes_and_on_a_phone(open_notebook: Open, artefacts: Path) -> None:
    notebook = open_notebook(CELLS)
    one = Stepper(notebook.page)
    one.tab("What if?")
    try_another(one)
    one.is_at(4, 4)
    one.button("Let them play on").click()
    expect(one.track).not_to_have_attribute("aria-valuetext", "Step 4 of 4")
    for look in notebook.looks(height=1900):
        one.settled()
        assert faults(one.root) == []
        one.root.screenshot(path=artefacts / f"what-if-{look}.png")
    one.button("Back to the hand").click()
    one.root.get_by_text("Why?", exact=True).click()
    one.button("The code of this rule").click()
    expect(one.root.locator(".dlab-program")).to_be_visible()
    for look in notebook.looks(height=1900):
        one.settled()
        assert faults(one.root) == []
        one.root.screenshot(path=artefacts / f"carried-off-{look}.png")
