"""The stage under a small view of its own: a hand's first steps, buttons, a field, a list and a few words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.browser.notebook import (
    OpenNotebook,
    await_drawing,
    await_ears,
    await_new_pixels,
    await_quiet,
    pixels,
)

MAKE = '''
import domino_lab as dl
from domino_lab.widgets.messages import press, takes, typed_text, whole, yes_or_no
from domino_lab.widgets.nodes import button, field, paragraph, row
from domino_lab.widgets.view import View

here = dl.Playhead("all-fives", seed=7)
TABLES = []
for step in range(6):
    here.go(step)
    TABLES.append(here.snapshot.tabletop)

class Counter(View):
    """Counts up to five, by keys and by buttons, and writes down what it is told."""

    css, has_table = "counter", True
    key_set = ("ArrowLeft", "ArrowRight", "Home", "End", "Space", "Escape", "?")
    at, other = 0, None

    def __init__(self, name):
        self.called, self.heard = name, []
        super().__init__()

    @property
    def name(self):
        return self.called

    @property
    def status(self):
        return f"at {self.at}"

    def tabletop(self):
        return TABLES[self.at]

    def areas(self):
        buttons = [button("Back", "back", off=self.at == 0), button("Forward", "forward", off=self.at == 5)]
        more = [button(name, name.lower()) for name in ("Fail", "Copy", "Save", "Close")]
        count = {"is": "count", "label": "count", "total": 9, "terms": [
            {"text": "5", "name": "five", "laid": 0}, {"text": "4", "name": "four", "laid": 1}]}
        entries = [[n, f"move {n}", "", f"Move {n}"] for n in range(40)]
        rows = [[str(n), {"span": 1, "steps": [entry]}] for n, entry in enumerate(entries)]
        sheet = {"is": "sheet", "at": 7 * self.at, "label": "moves", "heads": ["", "who"], "rows": rows}
        return {
            "head": [paragraph(self.called, "title"), self.gear()], "bar": [row(*buttons, *more)],
            "talk": [paragraph(f"at {self.at}", "test-caption"), paragraph(" ".join(self.heard) + ";", "test-log"),
                     count, paragraph("A spinner, and <b>no</b> markup."), field("a field", "typed")],
            "more": [sheet],
        }

    def actions(self):
        return {
            "back": press(lambda: self.go(self.at - 1)), "forward": press(lambda: self.go(self.at + 1)),
            "fail": press(lambda: 1 / 0), "copy": press(lambda: self.copy("the line")),
            "copied": takes(yes_or_no, lambda done: self.heard.append(f"copied:{done}")),
            "save": press(lambda: self.stage.download("hand.txt", "one, two")),
            "go": takes(whole(0, 39), lambda _: None),
            "saved": takes(typed_text(), lambda name: self.heard.append(f"saved:{name}")),
            "close": press(lambda: self.other.close()),
            "typed": takes(typed_text(), lambda text: self.heard.append(f"typed:{text}")),
        }

    def key(self, key):
        self.heard.append(key)
        at = {"ArrowLeft": self.at - 1, "ArrowRight": self.at + 1, "Home": 0, "End": 5}.get(key, self.at)
        self.go(at)

    def go(self, at):
        self.at = max(0, min(5, at))
'''
ONE = [MAKE, "one = Counter('One')\none", "after = 'a cell below'"]
TWO = [MAKE, "one = Counter('One')\none", "two = Counter('Two')\ntwo.other = one\ntwo"]
TOLD = """
import ipywidgets
told = ipywidgets.HTML()
def tell(*_):
    told.value = f"<i class=test-told>{one.stage.dark} {one.stage.reduced_motion} {one.stage.width > 100}</i>"
one.stage.observe(tell, ["dark", "reduced_motion", "width"])
tell()
told
"""
CELLS = "window.jupyterapp.shell.currentWidget.content.model.cells.length"


class Counter:
    """The counter on the page."""

    def __init__(self, page: Page, number: int = 0) -> None:
        self.page = page
        self.root = page.locator(".dlab-counter:visible").nth(number)
        self.root.wait_for()
        self.root.scroll_into_view_if_needed()
        self.canvas, self.live = self.root.locator("canvas"), self.root.locator(".dlab-live")
        self.caption, self.log = self.root.locator(".dlab-test-caption"), self.root.locator(".dlab-test-log")
        await_ears(self.root)
        await_drawing(page, self.canvas)
        await_quiet(page)

    def button(self, name: str) -> Locator:
        return self.root.get_by_role("button", name=name, exact=True)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)


@pytest.fixture
def notebook(open_notebook: Open) -> OpenNotebook:
    return open_notebook(ONE)


@pytest.fixture
def one(notebook: OpenNotebook) -> Counter:
    return Counter(notebook.page)


# --- keys


def test_keys_reach_python_from_the_picture_and_from_a_button(one: Counter) -> None:
    before = pixels(one.canvas)
    one.canvas.click()
    one.press("ArrowRight")
    expect(one.caption).to_have_text("at 1")
    await_new_pixels(one.page, one.canvas, before)
    one.button("Forward").focus()
    one.press("End")
    expect(one.caption).to_have_text("at 5")
    expect(one.log).to_have_text("ArrowRight End;")


def test_a_question_mark_lists_the_keys_and_escape_puts_the_list_away(one: Counter) -> None:
    one.canvas.click()
    popup = one.root.locator(".dlab-popup")
    one.press("Shift+?")
    expect(popup).to_contain_text("Home: the deal.")
    expect(popup).to_be_in_viewport()
    one.press("Escape")
    expect(popup).to_be_hidden()
    expect(one.log).to_have_text(";")


def test_ten_quick_presses_are_ten_steps(one: Counter) -> None:
    one.canvas.click()
    one.press(*["ArrowLeft"] * 10, "ArrowRight")
    expect(one.log).to_have_text(" ".join(["ArrowLeft"] * 10 + ["ArrowRight"]) + ";")
    expect(one.caption).to_have_text("at 1")


def test_a_key_held_down_does_not_flood_the_kernel(one: Counter) -> None:
    one.canvas.click()
    one.page.evaluate(
        """() => {
            window.pressed = [];
            window.addEventListener("keydown", event => window.pressed.push(event.timeStamp), { capture: true });
        }"""
    )
    for _ in range(60):     # down without up is what auto-repeat looks like to a page
        one.page.keyboard.down("ArrowRight")
    pressed = one.page.evaluate("window.pressed")
    one.page.keyboard.up("ArrowRight")
    one.press("Home")
    expect(one.log).to_contain_text("Home")
    assert len(pressed) == 60
    most = 1 + (pressed[-1] - pressed[0]) // 80         # one at once, then one in 80 ms, however slow the machine is
    assert 1 <= one.log.inner_text().count("ArrowRight") <= most


def test_space_presses_the_focused_button_and_is_a_key_elsewhere(one: Counter) -> None:
    one.button("Forward").focus()
    one.press("Space")
    expect(one.caption).to_have_text("at 1")
    one.canvas.click()
    one.press("Space")
    expect(one.log).to_have_text("Space;")


def test_typed_keys_stay_in_the_field_and_stray_ones_do_nothing_to_the_notebook(one: Counter) -> None:
    """To JupyterLab two d's delete the cell, and a or b make another one."""
    cells = one.page.evaluate(CELLS)
    box = one.root.get_by_role("textbox", name="a field")
    box.click()
    one.page.keyboard.type("dd b?")
    one.press("Home")
    one.page.keyboard.type("x")
    expect(box).to_have_value("xdd b?")
    one.press("Tab")
    expect(one.log).to_have_text("typed:xdd b?;")
    one.canvas.click()
    one.page.keyboard.type("ddabx")
    one.press("Shift+ArrowRight", "ArrowRight")
    expect(one.log).to_have_text("typed:xdd b? ArrowRight;")
    assert one.page.evaluate(CELLS) == cells


def test_keys_with_control_reach_jupyterlab(notebook: OpenNotebook, one: Counter) -> None:
    dirty = one.page.locator(".jp-mod-dirty")
    notebook.command("notebook:insert-cell-below")
    expect(dirty.first).to_be_attached()
    one.canvas.click()
    one.press("Control+s")
    expect(dirty).to_have_count(0)


def test_the_picture_is_no_stop_of_tab_and_focus_can_be_seen(one: Counter) -> None:
    one.canvas.click()
    one.press("Tab")
    stops = []
    while one.root.evaluate("root => root.contains(document.activeElement)"):
        seen = one.root.evaluate("() => [document.activeElement.tagName, getComputedStyle(document.activeElement)"
                                 ".outlineStyle, getComputedStyle(document.activeElement).outlineWidth]")
        stops.append(seen)
        one.press("Tab")
        assert len(stops) < 30, "Tab does not leave the widget"
    assert len(stops) > 3
    assert "CANVAS" not in {name for name, *_ in stops}
    assert {tuple(look) for _, *look in stops} == {("solid", "3px")}


def test_focus_stays_inside_when_its_button_is_disabled(one: Counter) -> None:
    one.button("Forward").focus()
    one.press(*["Enter"] * 5)
    expect(one.caption).to_have_text("at 5")
    expect(one.button("Forward")).to_be_disabled()
    expect(one.root).to_be_focused()
    one.press("ArrowLeft")
    expect(one.caption).to_have_text("at 4")


# --- several views


def test_two_views_of_one_model_have_one_live_region(open_notebook: Open) -> None:
    notebook = open_notebook([*ONE[:2], "one"])
    page, first = notebook.page, Counter(notebook.page)
    before, second = pixels(first.canvas), Counter(notebook.page, 1)
    second.canvas.click()
    second.press("ArrowRight")
    expect(first.caption).to_have_text("at 1")
    expect(second.caption).to_have_text("at 1")
    expect(page.locator(".dlab-counter .dlab-live")).to_have_count(1)
    expect(second.live).to_have_text("at 1")
    expect(second.live).to_have_attribute("aria-live", "polite")
    expect(first.log).to_have_text("ArrowRight;")           # one press, though two views listen
    now = await_new_pixels(page, first.canvas, before)
    assert pixels(second.canvas) == now


def test_two_widgets_do_not_hear_each_other_and_one_that_is_closed_goes(open_notebook: Open) -> None:
    notebook = open_notebook(TWO)
    one, two = Counter(notebook.page), Counter(notebook.page, 1)
    two.canvas.click()
    two.press("End")
    expect(two.caption).to_have_text("at 5")
    expect(one.caption).to_have_text("at 0")
    expect(one.live).to_have_text("at 0")
    one.button("Forward").click()
    expect(one.caption).to_have_text("at 1")
    expect(two.caption).to_have_text("at 5")

    two.button("Close").click()
    expect(notebook.panel.locator(".dlab-counter:visible")).to_have_count(1)
    last = Counter(notebook.page)
    last.canvas.click()
    last.press("ArrowLeft")
    expect(last.caption).to_have_text("at 4")
    notebook.await_quiet()
    assert notebook.errors == []


def test_a_cell_that_is_run_again_leaves_no_ears_behind(notebook: OpenNotebook, one: Counter) -> None:
    notebook.run_all()
    again = Counter(notebook.page)
    expect(notebook.panel.locator(".dlab-counter")).to_have_count(1)
    again.canvas.click()
    again.press("ArrowRight")
    expect(again.log).to_have_text("ArrowRight;")
    notebook.set_theme("dark")
    notebook.set_theme("light")
    notebook.await_quiet()
    assert notebook.errors == []


GROUND = "looks => getComputedStyle(document.querySelector('.dlab-counter')).backgroundColor === looks"
STAND_ON = """(root, [ground, scheme]) => {
    for (let at = root.parentElement; at; at = at.parentElement) at.style.background = ground && "transparent";
    root.parentElement.style.background = ground;
    document.documentElement.style.colorScheme = scheme;
    document.body.dataset.theme = ground;           // as hosts do that change their look
    if (ground) delete document.body.dataset.jpThemeLight;
    else document.body.dataset.jpThemeLight = "true";
}"""
NIGHT, DAY = "rgb(17, 20, 19)", "rgb(255, 255, 255)"
HOSTS: dict[str, tuple[str, str, Literal["light", "dark"], str]] = {
    "a dark host on a light system": ("#181c1a", "normal", "light", NIGHT),
    "a light host on a dark system": ("white", "normal", "dark", DAY),
    "a dark host with a newer kind of colour": ("oklch(0.25 0.01 150)", "normal", "light", NIGHT),
    "a page that says nothing, which is white everywhere": ("transparent", "normal", "dark", DAY),
    "a page that follows a dark system": ("transparent", "light dark", "dark", NIGHT),
    "a page that follows a light system": ("transparent", "light dark", "light", DAY),
    "a page that is always dark": ("transparent", "dark", "light", NIGHT),
}


def test_where_no_theme_is_said_the_words_look_as_their_host(notebook: OpenNotebook, one: Counter) -> None:
    for ground, scheme, system, looks in HOSTS.values():
        notebook.page.emulate_media(color_scheme=system)
        one.root.evaluate(STAND_ON, [ground, scheme])
        notebook.page.wait_for_function(GROUND, arg=looks, timeout=10_000)
    notebook.page.emulate_media(color_scheme="light")
    one.root.evaluate(STAND_ON, ["", ""])       # the next notebook opens on the same page
    notebook.page.wait_for_function(GROUND, arg=DAY)


# --- pointer and page


def test_a_term_shows_its_definition_on_hover_focus_and_tap(one: Counter) -> None:
    term, tip = one.root.locator(".dlab-term"), one.root.get_by_role("tooltip")
    expect(one.root.get_by_text("A spinner, and <b>no</b> markup.")).to_be_visible()
    term.hover()
    expect(tip).to_have_text("A double that tiles can join on all four sides.")
    expect(tip).to_be_in_viewport()
    tip.hover()
    expect(tip).to_be_visible()
    one.press("Escape")
    one.canvas.hover()
    expect(tip).to_be_hidden()
    term.focus()
    expect(tip).to_be_visible()
    assert term.get_attribute("aria-describedby") == tip.get_attribute("id")
    one.press("Escape")
    expect(tip).to_be_hidden()
    one.press("Enter")
    expect(tip).to_be_visible()
    one.button("Forward").focus()
    expect(tip).to_be_hidden()
    term.click()
    expect(tip).to_be_visible()
    one.canvas.click()
    expect(tip).to_be_hidden()
    one.press("Escape")
    expect(one.log).to_have_text("Escape;")     # the others only closed the definition


def test_the_current_entry_is_scrolled_to_inside_its_list_and_the_page_stays(one: Counter) -> None:
    one.canvas.click()
    await_quiet(one.page)
    before = one.canvas.bounding_box()
    one.press("End")
    expect(one.caption).to_have_text("at 5")
    one.page.wait_for_function(
        """list => { const entry = list.querySelector('.dlab-current').getBoundingClientRect();
                     const inside = list.getBoundingClientRect();
                     return entry.top >= inside.top && entry.bottom <= inside.bottom + 1; }""",
        arg=one.root.locator(".dlab-scroll").element_handle(),
    )
    await_quiet(one.page)
    assert one.root.locator(".dlab-scroll").evaluate("list => list.scrollTop") > 0
    assert one.canvas.bounding_box() == before


def test_the_wheel_over_the_picture_scrolls_the_page(notebook: OpenNotebook, one: Counter) -> None:
    for width in (1280, 360):
        notebook.set_width(width, 500)
        one.canvas.scroll_into_view_if_needed()
        one.canvas.hover()
        await_quiet(one.page)
        before = one.canvas.bounding_box()
        assert before is not None
        one.page.mouse.wheel(0, 60)
        one.page.wait_for_function(
            "([canvas, y]) => canvas.getBoundingClientRect().y !== y", arg=[one.canvas.element_handle(), before["y"]],
        )
        assert one.canvas.evaluate("canvas => getComputedStyle(canvas).touchAction") != "none"


def test_a_failing_action_says_so_and_the_next_one_clears_it(one: Counter) -> None:
    alert = one.root.get_by_role("alert")
    expect(alert).to_be_hidden()
    one.button("Fail").click()
    expect(alert).to_have_text("ZeroDivisionError: division by zero")
    one.button("Forward").click()
    expect(alert).to_be_hidden()


def test_a_line_reaches_the_clipboard_and_a_file_its_reader(one: Counter) -> None:
    one.button("Copy").click()
    expect(one.log).to_have_text("copied:True;")
    assert one.page.evaluate("() => navigator.clipboard.readText()") == "the line"
    with one.page.expect_download() as saved:
        one.button("Save").click()
    expect(one.log).to_have_text("copied:True saved:hand.txt;")
    assert saved.value.suggested_filename == "hand.txt"
    assert Path(saved.value.path()).read_text() == "one, two"


def test_the_page_tells_its_theme_motion_and_width(open_notebook: Open) -> None:
    notebook = open_notebook([*ONE[:2], TOLD])
    told = notebook.page.locator(".test-told")
    Counter(notebook.page)
    told.scroll_into_view_if_needed()
    expect(told).to_have_text("False False True")
    notebook.set_theme("dark")
    expect(told).to_have_text("True False True")
    notebook.set_theme("light")
    notebook.page.emulate_media(reduced_motion="reduce")
    expect(told).to_have_text("False True True")


def test_the_group_and_its_picture_have_names(one: Counter) -> None:
    expect(one.page.get_by_role("group", name="One", exact=True)).to_be_visible()
    expect(one.root.get_by_role("img", name=re.compile("face up|boneyard", re.IGNORECASE))).to_be_visible()
