"""The hand stepper as a reader meets it: in a real JupyterLab, by key, by pointer, light, dark, narrow."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.notebook import (
    SENT,
    await_answer,
    await_drawing,
    await_new_pixels,
    await_quiet,
    faults,
    listen_for_errors,
    pixels,
    press_keys,
    write_notebook,
)
from tests.browser.widget import Widget

MAKE = '''
from dataclasses import replace
import domino_lab as dl
from domino_lab.play.timeline import Note
hand = dl.play_out("all-fives", seed=7, names=["Ana", "<img src=x>"])
notes = {4: Note("The spinner is there: <b>look</b>.", marks=("3-3",)), 9: Note("A draw.")}
noted = replace(hand, notes=notes, title="Ana against <i>Ben</i>")
asking = replace(noted, notes={**notes, 6: Note(ask="What does the board count now?", about="count")})
'''
STEPPER = [MAKE, "stepper = dl.HandStepper(noted, step=3)\nstepper", "after = 'a cell below'"]
ASKING = [MAKE, "stepper = dl.HandStepper(asking, step=5)\nstepper"]
PARTS = [MAKE, "here = dl.Playhead(noted, step=4)\ndisplay(dl.Table(here), dl.OpenEnds(here), dl.Explainer(here))"]
TWICE = [MAKE, "stepper = dl.HandStepper(noted, step=3)\nstepper", "stepper", "dl.HandStepper(noted, step=3)"]


class Stepper(Widget):
    """One stepper on the page."""

    css = ".dlab-stepper"

    def __init__(self, page: Page, number: int = 0) -> None:
        super().__init__(page, number)
        self.table, self.track = self.root.locator(".dlab-over"), self.root.locator(".dlab-track")

    def is_at(self, step: int, end: int = 22) -> None:
        expect(self.track).to_have_attribute("aria-valuetext", f"Step {step} of {end}")

    def is_past(self, step: int) -> None:
        """Of a hand that plays by itself, a page that is slow may never be seen at a certain step."""
        self.page.wait_for_function(
            "([track, step]) => Number(track.value) > step", arg=[self.track.element_handle(), step], polling=50,
        )

    def await_quiet(self) -> None:
        """Wait until the last step is all there."""
        await_quiet(self.page)

    def says_another(self, before: str) -> str:
        """What is announced, once it is another than `before`; it is what is seen, word for word."""
        await_answer(self.root, before)
        return self.live.text_content() or ""

    def open_menu(self) -> None:
        self.root.locator(".dlab-menu > summary").click()

    def tab(self, name: str) -> None:
        self.root.get_by_role("tab", name=name, exact=True).click()

    def settled(self) -> str:
        """The picture once it has the size that this page gives it."""
        self.page.wait_for_function(
            "([over, canvas]) => Math.abs(canvas.clientWidth - over.clientWidth) < 4"
            " && Math.abs(canvas.clientHeight - over.clientHeight) < 4",
            arg=[self.table.element_handle(), self.canvas.element_handle()],
        )
        await_drawing(self.page, self.canvas)
        self.await_quiet()
        return pixels(self.canvas)


@pytest.fixture
def stepper(open_notebook: Open) -> Stepper:
    one = Stepper(open_notebook(STEPPER).page)
    one.settled()
    return one


ADDED = """root => {
    window.added = [];
    const see = node => node.matches?.(".dlab-added")
        && window.added.push([node.textContent, node.getAnimations()[0]?.effect.getTiming().duration]);
    new MutationObserver(changes => changes.forEach(change => change.addedNodes.forEach(see)))
        .observe(root, { childList: true, subtree: true });
}"""


def test_on_a_score_the_terms_fly_into_the_total_unless_motion_is_reduced(stepper: Stepper) -> None:
    """It begins at step 3; 3-3 makes 10 at step 4, and 4-4 nothing at step 5."""
    stepper.root.evaluate(ADDED)
    stepper.canvas.click()
    for step in (4, 5):
        stepper.page.keyboard.press("ArrowRight")
        stepper.is_at(step)
        stepper.await_quiet()
        assert stepper.page.evaluate("window.added") == [["4", 300], ["3+3", 300]]
    expect(stepper.root.locator(".dlab-added")).to_have_count(0)
    stepper.page.emulate_media(reduced_motion="reduce")
    for key, step in (("ArrowLeft", 4), ("ArrowLeft", 3), ("ArrowRight", 4)):
        stepper.page.keyboard.press(key)
        stepper.is_at(step)
        stepper.await_quiet()
    assert len(stepper.page.evaluate("window.added")) == 2


def test_keys_step_and_the_announcement_is_the_caption(stepper: Stepper) -> None:
    stepper.canvas.click()
    keys = {4: "ArrowRight", 3: "ArrowLeft", 22: "End", 0: "Home", 1: "ArrowRight"}
    said = stepper.live.text_content() or ""
    for step, key in keys.items():
        stepper.page.keyboard.press(key)
        stepper.is_at(step)
        said = stepper.says_another(said)


def test_enter_on_next_to_the_end_and_then_left_works(stepper: Stepper) -> None:
    stepper.canvas.click()
    stepper.page.keyboard.press("End")
    stepper.page.keyboard.press("ArrowLeft")
    stepper.is_at(21)
    stepper.button("Next").focus()
    stepper.page.keyboard.press("Enter")
    stepper.is_at(22)
    expect(stepper.button("Next")).to_be_disabled()
    stepper.page.keyboard.press("ArrowLeft")
    stepper.is_at(21)


def test_ten_quick_steps_back_stay_at_the_deal(stepper: Stepper) -> None:
    stepper.canvas.click()
    for _ in range(10):
        stepper.page.keyboard.press("ArrowLeft")
    stepper.is_at(0)
    expect(stepper.caption).to_contain_text("The tiles are dealt.")
    stepper.await_quiet()
    stepper.is_at(0)
    expect(stepper.root.get_by_role("alert")).to_be_hidden()


def test_tab_enters_passes_through_and_leaves_into_the_next_cell(stepper: Stepper) -> None:
    stepper.button("First").focus()
    inside, stops = "root => root.contains(document.activeElement)", 0
    while stepper.root.evaluate(inside):
        stepper.page.keyboard.press("Tab")
        stops += 1
        assert stops < 40, "the list of moves is one stop, not one for each move"
    assert stops > 5
    # Where nothing comes after the widget, the focus leaves the page, and its body has it.
    below = ("root => document.activeElement === document.body"
             " || !!(root.compareDocumentPosition(document.activeElement) & Node.DOCUMENT_POSITION_FOLLOWING)")
    # JupyterLab itself moves the focus to the cell that is entered, a moment later.
    stepper.page.wait_for_function(below, arg=stepper.root.element_handle())
    stepper.await_quiet()
    for _ in range(40):         # from the browser's own buttons it is some way back
        stepper.page.keyboard.press("Shift+Tab")
        stepper.page.wait_for_timeout(100)
        if stepper.root.evaluate(inside):
            break
    assert stepper.root.evaluate(inside)


def test_a_move_in_the_list_goes_there_and_the_page_stays(stepper: Stepper) -> None:
    stepper.canvas.click()
    stepper.page.keyboard.press("End")
    stepper.is_at(22)
    stepper.await_quiet()
    before = stepper.canvas.bounding_box()
    entry = stepper.button("Ana: 6-1")
    entry.click()
    stepper.is_at(21)
    expect(entry).to_have_attribute("aria-current", "step")
    expect(stepper.root.locator("[aria-current]")).to_have_count(1)
    stepper.await_quiet()
    assert stepper.canvas.bounding_box() == before


def test_a_bar_goes_there_and_the_scrubber_can_be_dragged(stepper: Stepper) -> None:
    stepper.root.locator('.dlab-step[data-value="8"]').click()
    stepper.is_at(8)
    box = stepper.track.bounding_box()
    assert box is not None
    stepper.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    stepper.page.mouse.down()
    stepper.page.mouse.move(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2, steps=8)
    stepper.page.mouse.up()
    stepper.is_at(22)
    stepper.page.keyboard.press("ArrowLeft")
    stepper.is_at(21)


def test_pointing_at_a_term_of_the_count_rings_its_tile_and_asks_nobody(stepper: Stepper) -> None:
    stepper.page.evaluate(SENT)
    plain = pixels(stepper.canvas)
    ring, chip = stepper.root.locator(".dlab-ring"), stepper.root.locator(".dlab-term-chip").first
    expect(ring).to_be_hidden()
    for point_at in (chip.hover, chip.focus):
        point_at()
        expect(ring).to_be_visible()
        expect(chip).to_have_class(re.compile("dlab-marked"))
        box, table = ring.bounding_box(), stepper.canvas.bounding_box()
        assert box is not None
        assert table is not None
        assert table["x"] <= box["x"] < box["x"] + box["width"] <= table["x"] + table["width"]
        stepper.button("Next").hover()
        stepper.button("Next").focus()
        expect(ring).to_be_hidden()
    stepper.await_quiet()
    assert stepper.page.evaluate("window.sent") == []
    assert pixels(stepper.canvas) == plain


def test_a_word_of_the_game_explains_itself_and_esc_closes_it(stepper: Stepper) -> None:
    stepper.button("Next").click()
    stepper.is_at(4)
    stepper.await_quiet()
    tip = stepper.root.get_by_role("tooltip")
    stepper.root.locator(".dlab-comment .dlab-term").first.hover()
    expect(tip).to_have_text("A double that tiles can join on all four sides.")
    stepper.page.keyboard.press("Escape")
    stepper.root.locator(".dlab-comment .dlab-term").first.focus()
    expect(tip).to_be_visible()
    stepper.page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    stepper.await_quiet()
    stepper.is_at(4)


def test_why_not_answers_for_a_tile_at_an_end(stepper: Stepper) -> None:
    more = stepper.root.locator(".dlab-area-more")
    stepper.tab("Why not?")
    stepper.root.get_by_role("combobox", name="Tile", exact=True).select_option("6-6")
    expect(more).to_contain_text("GEN-HOLD-1")
    stepper.root.get_by_role("combobox", name="Try", exact=True).select_option("pass")
    expect(more).to_contain_text("GEN-PASS-1")
    stepper.canvas.click()
    stepper.page.keyboard.press("Escape")
    expect(more).not_to_contain_text("GEN-PASS-1")


def test_arrows_go_from_tab_to_tab(stepper: Stepper) -> None:
    stepper.root.get_by_role("tab", name="Moves", exact=True).focus()
    stepper.page.keyboard.press("ArrowRight")
    chosen = stepper.root.get_by_role("tab", name="Why not?", exact=True)
    expect(chosen).to_have_attribute("aria-selected", "true")
    expect(chosen).to_be_focused()
    stepper.is_at(3)


def test_it_plays_by_itself_and_pauses(stepper: Stepper) -> None:
    stepper.open_menu()
    stepper.root.get_by_role("combobox", name="Speed", exact=True).select_option("fast")
    stepper.canvas.click(position={"x": 5, "y": 5})
    stepper.await_quiet()
    stepper.page.keyboard.press("Space")
    stepper.is_past(4)
    stepper.button("Pause").click()
    expect(stepper.button("Play")).to_be_visible()
    stepper.button("Previous").click()
    expect(stepper.button("Play")).to_be_enabled()


def test_a_seat_sees_only_its_own_tiles(stepper: Stepper) -> None:
    backs = stepper.root.locator(".dlab-held-tile:not([data-tile])")
    expect(backs).to_have_count(0)
    stepper.open_menu()
    stepper.root.get_by_role("combobox", name="Show tiles of", exact=True).select_option("only Ana")
    expect(backs).not_to_have_count(0)
    expect(stepper.root.get_by_role("img", name=re.compile("face down"))).to_be_visible()


def test_the_menu_lies_over_the_picture_and_pushes_nothing(stepper: Stepper) -> None:
    place = "canvas => canvas.getBoundingClientRect().top - canvas.closest('.dlab-root').getBoundingClientRect().top"
    before, height = stepper.canvas.evaluate(place), stepper.root.evaluate("root => root.offsetHeight")
    popup = stepper.root.locator(".dlab-popup")
    stepper.open_menu()
    expect(popup).to_be_visible()
    assert stepper.canvas.evaluate(place) == before
    assert stepper.root.evaluate("root => root.offsetHeight") == height
    stepper.page.keyboard.press("Escape")
    expect(popup).to_be_hidden()
    stepper.open_menu()
    stepper.button("Next").click()
    expect(popup).to_be_hidden()
    stepper.is_at(4)


def test_strangers_words_are_shown_as_they_are_written(stepper: Stepper) -> None:
    stepper.canvas.click()
    stepper.page.keyboard.press("n")
    stepper.is_at(4)
    expect(stepper.root.locator(".dlab-comment")).to_contain_text("The spinner is there: <b>look</b>.")
    expect(stepper.root.locator("img, script, .dlab-comment b")).to_have_count(0)
    expect(stepper.button("<img src=x>: 6-0")).to_be_attached()


def test_no_line_breaks_within_a_tile(stepper: Stepper) -> None:
    """A browser breaks a line after the hyphen of 6-5."""
    loose = stepper.root.locator(".dlab-area-talk").evaluate("""talk => {
        const walk = document.createTreeWalker(talk, NodeFilter.SHOW_TEXT), found = [];
        while (walk.nextNode()) {
            const { textContent: text, parentElement: holder } = walk.currentNode;
            if (/\\d-\\d/.test(text)) found.push([text, getComputedStyle(holder).whiteSpace]);
        }
        return found;
    }""")
    assert loose
    assert {style for _, style in loose} == {"nowrap"}


# --- a question


def test_a_question_waits_takes_answers_and_gives_the_reason(open_notebook: Open) -> None:
    one = Stepper(open_notebook(ASKING).page)
    one.settled()
    field = one.root.get_by_role("textbox", name="Your answer")
    expect(one.root.locator(".dlab-question .dlab-ask")).to_have_text("What does the board count now?")
    expect(one.live).to_contain_text("Question: What does the board count now?")
    expect(one.root).not_to_contain_text("plays 4-1")
    expect(one.button("Answer the question first.")).to_be_attached()
    field.click()
    one.page.keyboard.type("12")
    one.page.keyboard.press("ArrowLeft")            # in a field it moves the cursor, not the hand
    one.await_quiet()
    one.is_at(5)
    one.page.keyboard.press("Enter")
    # Both digits arrived, however quickly they came; and there is another try.
    expect(one.root.locator(".dlab-question .dlab-wrong")).to_have_text(
        "✗ Not yet. 12 is too high: only the open ends count.")
    one.is_at(5)
    field.fill("7")
    one.page.keyboard.press("Enter")
    one.is_at(6)
    expect(one.root.locator("p.dlab-verdict.dlab-right")).to_have_text("✓ Right: 7.")
    one.await_quiet()
    expect(one.live).to_contain_text("Right: 7. Ana plays 4-1")
    expect(field).to_be_hidden()


def test_show_answer_is_always_there(open_notebook: Open) -> None:
    one = Stepper(open_notebook(ASKING).page)
    one.button("Show answer").click()
    one.is_at(6)
    expect(one.root.locator("p.dlab-verdict")).to_contain_text("The answer: 7.")


# --- views, themes, sizes


def test_linked_parts_move_together_and_one_of_them_speaks(open_notebook: Open) -> None:
    notebook = open_notebook([*PARTS, "here.go(8)"])
    page = notebook.page
    expect(page.locator(".dlab-explainer .dlab-caption")).to_contain_text("plays 5-1")
    expect(page.locator(".dlab-count-view .dlab-count")).to_contain_text("3+3+5=11")
    expect(page.locator(".dlab-live").filter(has_text="plays 5-1")).to_have_count(1)
    notebook.await_quiet()
    spoken = [text for text in page.locator(".dlab-live").all_text_contents() if text]
    assert len(spoken) == 1
    assert "plays 5-1" in spoken[0]


def test_a_second_view_moves_with_the_first_and_another_stepper_does_not(open_notebook: Open) -> None:
    notebook = open_notebook(TWICE)
    first, second, other = (Stepper(notebook.page, number) for number in range(3))
    before, unmoved = first.settled(), other.settled()
    first.button("Next").click()
    first.is_at(4)
    second.is_at(4)
    other.is_at(3)
    now = await_new_pixels(notebook.page, first.canvas, before)
    assert pixels(second.canvas) == now
    assert pixels(other.canvas) == unmoved != now


def test_it_fits_and_is_accessible(open_notebook: Open, artefacts: Path) -> None:
    notebook = open_notebook(STEPPER)
    one = Stepper(notebook.page)
    one.settled()
    one.button("Next").click()
    one.is_at(4)
    one.tab("Why not?")
    one.root.get_by_text("Why?", exact=True).click()
    expect(one.root.locator(".dlab-why .dlab-inside p").first).to_be_visible()
    for look in (*notebook.looks(), "dark-1000"):
        notebook.set_width(int(look.split("-")[1]))
        one.settled()
        assert faults(one.root) == []
        notebook.screenshot(artefacts / f"stepper-{look}.png")


def test_the_comment_stands_beside_the_table_at_1000_pixels(open_notebook: Open) -> None:
    notebook = open_notebook(STEPPER)
    notebook.set_width(1000)
    notebook.lab.show_files(False)
    one = Stepper(notebook.page)
    one.settled()
    one.button("Next").click()
    comment, table = one.root.locator(".dlab-comment"), one.canvas
    expect(comment).to_contain_text("The spinner is there")
    one.page.wait_for_function(
        "([comment, table]) => comment.getBoundingClientRect().left >= table.getBoundingClientRect().right",
        arg=[comment.element_handle(), table.element_handle()],
    )
    one.await_quiet()
    beside, picture = comment.bounding_box(), table.bounding_box()
    assert beside is not None
    assert picture is not None
    assert picture["y"] <= beside["y"] <= picture["y"] + picture["height"]


def test_the_picture_follows_the_theme(stepper: Stepper, open_notebook: Open) -> None:
    light, bright = pixels(stepper.canvas), _corner(stepper)
    notebook = open_notebook(STEPPER)
    notebook.set_theme("dark")
    one = Stepper(notebook.page)
    dark = await_new_pixels(one.page, one.canvas, light)
    assert _corner(one) < bright
    notebook.set_theme("light")
    await_new_pixels(one.page, one.canvas, dark)
    assert _corner(one) == bright


def _corner(one: Stepper) -> int:
    """How much red there is near the corner of the table, up to 255."""
    return one.canvas.evaluate("canvas => canvas.getContext('2d').getImageData(4, 4, 1, 1).data[0]")


def test_projector_size_fills_the_output_with_large_text(stepper: Stepper) -> None:
    stepper.open_menu()
    stepper.button("Projector view").click()
    stepper.page.wait_for_function(
        "root => root.dataset.shape.startsWith('large')", arg=stepper.root.element_handle()
    )
    stepper.await_quiet()
    small = stepper.root.evaluate(
        """root => [...root.querySelectorAll("button, p, li, .dlab-plate, .dlab-count")]
            .filter(node => node.offsetParent && parseFloat(getComputedStyle(node).fontSize) < 24)
            .map(node => node.textContent)"""
    )
    assert small == []


def test_the_projector_fills_the_screen_with_a_larger_table_and_escape_leaves_it(open_notebook: Open) -> None:
    notebook = open_notebook(["import domino_lab as dl", 'dl.HandStepper("all-fives", seed=7, seats=4, step=14)'])
    notebook.set_width(1366, 768)
    one = Stepper(notebook.page)
    one.settled()
    size = "canvas => [canvas.clientWidth, canvas.clientHeight]"
    normal = one.canvas.evaluate(size)
    one.open_menu()
    one.button("Projector view").press("Enter")
    expect(one.root).to_have_attribute("data-shape", "large")
    notebook.page.wait_for_function("() => document.fullscreenElement !== null")
    expect(one.root.locator("details.dlab-menu")).not_to_have_attribute("open", "")
    one.settled()
    press_keys(one.root, "ArrowLeft", "ArrowRight")         # the keys of the hand go on where the menu was
    large = one.canvas.evaluate(size)
    assert large[0] >= 1.3 * normal[0], (large, normal)
    assert large[1] >= 1.3 * normal[1], (large, normal)
    bar = ".dlab-area-bar"
    bottom = one.root.locator(bar).evaluate("bar => bar.getBoundingClientRect().bottom - innerHeight")
    assert bottom <= 0
    right = "entries => Math.max(...entries.map(one => one.getBoundingClientRect().right)) - innerWidth"
    assert one.root.locator(".dlab-entry").evaluate_all(right) <= 0, "every move is in sight, also the fourth player's"
    notebook.page.set_viewport_size({"width": 683, "height": 384})
    one.await_quiet()
    tops = [one.root.locator(part).first.bounding_box() for part in (".dlab-area-top", ".dlab-over", ".dlab-area-rack")]
    assert all(above["y"] + above["height"] <= below["y"] + 1 for above, below in pairwise(tops)), "at 200 %"
    held = one.root.locator(".dlab-area-top .dlab-held-tile").first.bounding_box()
    assert held["y"] + held["height"] <= tops[1]["y"]
    notebook.page.evaluate("() => document.exitFullscreen()")
    expect(one.root).not_to_have_attribute("data-shape", "large")
    notebook.set_width(1366, 768)
    one.settled()
    # A browser rounds sizes by where they lie, and the notebook may have been scrolled by half a pixel.
    assert one.canvas.evaluate(size) == pytest.approx(normal, abs=1)


def test_tabs_that_give_way_to_the_words_at_the_projector_come_back_with_the_normal_view(
        open_notebook: Open) -> None:
    """At the projector a long comment needs the room of the tabs; in the normal view there is room for both."""
    wordy = f"{MAKE}noted = replace(noted, notes={{3: Note('The spinner is there, and it counts. ' * 12)}})"
    notebook = open_notebook([wordy, "dl.HandStepper(noted, step=3)"])
    notebook.set_width(1600)
    one = Stepper(notebook.page)
    one.await_quiet()
    tab = one.root.get_by_role("tab", name="Why not?")
    expect(tab).to_be_visible()
    one.open_menu()
    one.button("Projector view").click()
    expect(one.root).to_have_attribute("data-shape", "large")
    expect(tab).to_be_hidden()
    one.open_menu()
    one.button("Normal view").click()
    expect(tab).to_be_visible()


def test_at_the_projector_an_answer_has_room_and_the_line_can_be_read(open_notebook: Open) -> None:
    one = Stepper(open_notebook([MAKE, "dl.HandStepper(asking, step=5, large=True)"]).page)
    one.await_quiet()
    field = one.root.get_by_role("textbox", name="Your answer").bounding_box()
    assert field is not None
    assert field["width"] >= 100
    one.page.set_viewport_size({"width": 1280, "height": 720})
    one.await_quiet()
    expect(one.root.locator(".dlab-caption")).to_be_visible()
    expect(one.root.locator(".dlab-cut")).to_have_count(0)
    one.open_menu()
    size = one.root.locator(".dlab-popup .dlab-code").evaluate("node => parseFloat(getComputedStyle(node).fontSize)")
    assert size >= 24


CUT = """root => {
    const box = node => node.getBoundingClientRect(), bar = root.querySelector(".dlab-area-bar");
    const out = [...root.querySelectorAll(".dlab-area-top, .dlab-area-rack")].flatMap(band =>
        [...band.querySelectorAll(".dlab-held-tile, .dlab-name, .dlab-points")].filter(node =>
            box(node).top < box(band).top - 1 || box(node).bottom > box(band).bottom + 1
            || box(node).right > box(band).right + 1 || node.scrollWidth > node.clientWidth + 1 && node.clientWidth));
    if (box(bar).bottom > box(root).bottom + 1) out.push(bar);
    return out.map(node => `${node.className} ${node.textContent}`);
}"""


@pytest.mark.parametrize("files", [True, False], ids=["beside-the-files", "alone"])
def test_at_the_projector_every_tile_and_name_is_whole_in_a_small_window(open_notebook: Open, files: bool) -> None:
    """JupyterLab opens with its files beside the notebook, which leaves it 848 pixels of 1280, and 592 of 1024."""
    four = 'dl.HandStepper("all-fives", seed=7, seats=4, step=14, large=True)'
    notebook = open_notebook(["import domino_lab as dl", four])
    one = Stepper(notebook.page)
    notebook.lab.show_files(files)
    for width, height in ((1280, 720), (1366, 768), (1024, 768)):
        notebook.page.set_viewport_size({"width": width, "height": height})
        one.settled()
        beside = "large" if width > 1024 or not files else "large-narrow"
        expect(one.root).to_have_attribute("data-shape", beside)
        assert one.root.evaluate(CUT) == [], (width, height)
        expect(one.caption).to_be_in_viewport()
        if beside == "large":
            expect(one.root.locator(".dlab-area-talk.dlab-cut, .dlab-side.dlab-cut")).to_have_count(0)


def test_voila_steps_too(page: Page, voila_server, course) -> None:
    errors = listen_for_errors(page)
    page.goto(voila_server.notebook_url(write_notebook(course, STEPPER)))
    one = Stepper(page)
    before, said = one.settled(), one.live.text_content() or ""
    one.canvas.click()
    page.keyboard.press("ArrowRight")
    await_new_pixels(page, one.canvas, before)
    one.is_at(4)
    one.says_another(said)
    assert errors == []


def test_a_table_is_looked_at_closer_by_wheel_drag_keys_and_buttons(open_notebook: Open) -> None:
    """The wheel alone scrolls the notebook; with Ctrl, and from then on by a drag, the table comes closer and moves."""
    notebook = open_notebook(["import domino_lab as dl", 'st = dl.HandStepper("all-fives", seed=7, step=14)\nst'])
    one = Stepper(notebook.page)
    one.settled()
    look = one.root.locator(".dlab-look")
    felt = one.root.locator(".dlab-over").bounding_box()
    assert felt is not None
    x, y = felt["x"] + felt["width"] / 3, felt["y"] + felt["height"] / 2
    notebook.page.mouse.move(x, y)
    notebook.page.mouse.wheel(0, 40)
    expect(look).to_have_count(0)
    before = pixels(one.canvas)
    notebook.page.keyboard.down("Control")
    notebook.page.mouse.wheel(0, -120)
    notebook.page.keyboard.up("Control")
    expect(look).to_be_visible()

    def changed() -> str:
        nonlocal before
        one.settled()
        then, before = before, pixels(one.canvas)
        assert then != before
        return before

    closer = changed()
    notebook.page.mouse.move(x, y)
    notebook.page.mouse.down()
    notebook.page.mouse.move(x + 60, y + 10, steps=4)
    notebook.page.mouse.up()
    assert changed() != closer
    look.get_by_role("button", name="Closer").press("ArrowRight")
    changed()
    look.get_by_role("button", name="Farther").click()
    changed()
    look.get_by_role("button", name="Whole table").click()
    expect(look).to_have_count(0)
