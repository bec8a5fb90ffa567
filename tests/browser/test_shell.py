"""The shell round a small widget of its own: a counter on a canvas, buttons, a list, a field, a few words."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.browser.notebook import (
    OpenNotebook,
    await_drawing,
    await_ears,
    await_new_pixels,
    await_quiet,
    listen_for_errors,
    pixels,
    write_notebook,
)

MAKE = '''
import ipycanvas.canvas
import ipywidgets as W
from ipycanvas import Canvas
from domino_lab.widgets import Shell

class Counter:
    """Shows a number as a bar; keys and buttons change it."""

    def __init__(self, css, last=5):
        self.at, self.last, self.heard, self.marks = 0, last, [], []
        self.shell = Shell(on_key=self.key, on_mark=self.mark, on_copied=self.copied, name=f"Counter {css}",
            alt="a bar", key_set=["ArrowLeft", "ArrowRight", "Home", "End", "Space", "Escape", "?"],
            definitions={"spinner": "A double that takes tiles on <b>four</b> sides."})
        self.canvas = Canvas(width=400, height=80, layout=W.Layout(width="200px", height="40px"))
        self.canvas.on_client_ready(self.ready)
        self.back, self.forward = W.Button(description="Back"), W.Button(description="Forward")
        self.back.on_click(self.shell.guard(lambda _: self.go(self.at - 1)))
        self.forward.on_click(self.shell.guard(lambda _: self.go(self.at + 1)))
        self.fail = W.Button(description="Fail")
        self.fail.on_click(self.shell.guard(lambda _: 1 / 0))
        self.copy = W.Button(description="Copy")
        self.copy.on_click(lambda _: self.shell.copy("the line"))
        self.caption, self.log = W.HTML(), W.HTML()
        self.entries = [W.Button(description=f"Move {n}") for n in range(30)]
        self.list = W.VBox(self.entries, layout=W.Layout(height="90px", overflow="auto", display="block"))
        self.list.add_class("test-list")
        self.field = W.Text(placeholder="a field")
        self.words = W.HTML('<p>The <span class="dlab-term" data-dlab-term="spinner">spinner</span> and '
            '<span tabindex="0" data-dlab-tile="3" class="test-three">tile three</span>'
            '<span data-dlab-tile="4" class="test-four">tile four</span></p>')
        self.box = self.shell.around(self.canvas, W.HBox([self.back, self.forward, self.fail, self.copy]),
            self.caption, self.log, self.list, self.field, self.words, css=css)
        self.go(0)

    def ready(self):
        ipycanvas.canvas._CANVAS_MANAGER._current_canvas = None
        self.draw()

    def draw(self):
        self.canvas.clear()
        self.canvas.fill_style = "#d55e00"
        self.canvas.fill_rect(0, 0, 20 + 60 * self.at, 80)

    def go(self, at):
        self.at = max(0, min(self.last, at))
        self.back.disabled, self.forward.disabled = self.at == 0, self.at == self.last
        for n, entry in enumerate(self.entries):
            (entry.add_class if n == 5 * self.at else entry.remove_class)("dlab-current")
        self.caption.value = f"<span class='test-caption'>at {self.at}</span>"
        self.shell.status = f"at {self.at}"
        self.draw()

    def show(self):
        self.log.value = f"<span class='test-log'>{' '.join(self.heard)}; {self.marks}</span>"

    def key(self, key):
        self.heard.append(key)
        self.show()
        step = {"ArrowLeft": self.at - 1, "ArrowRight": self.at + 1, "Home": 0, "End": self.last}
        if key in step:
            self.go(step[key])

    def mark(self, tile):
        self.marks.append(tile)
        self.shell.marked = tile
        self.show()

    def copied(self, done):
        self.heard.append(f"copied:{done}")
        self.show()
'''
ONE = [MAKE, "one = Counter('test-one')\none.box", "after = 'a cell below'"]
TWO = [MAKE, "one = Counter('test-one')\none.box", "two = Counter('test-two')\ntwo.box"]

TOLD = """
said = W.HTML()
def tell(*_):
    shell = one.shell
    said.value = f"<i class=test-said>{shell.dark} {shell.reduced_motion} {shell.root_width > 100}</i>"
one.shell.observe(tell, ["dark", "reduced_motion", "root_width"])
tell()
said
"""


class Widget:
    """The counter on the page."""

    def __init__(self, page: Page, css: str) -> None:
        self.page = page
        self.root = page.locator(f".{css}").first
        self.root.scroll_into_view_if_needed()
        self.canvas = self.root.locator("canvas")
        self.caption = self.root.locator(".test-caption")
        self.log = self.root.locator(".test-log")
        self.live = self.root.locator(".dlab-live")
        await_ears(self.root)
        await_drawing(page, self.canvas)
        await_quiet(page)

    def button(self, name: str) -> Locator:
        return self.root.get_by_role("button", name=name, exact=True)

    def has_focus(self) -> bool:
        return self.root.evaluate("root => root.contains(document.activeElement)")


@pytest.fixture
def notebook(rerun_notebook: Callable[[list[str]], OpenNotebook]) -> OpenNotebook:
    return rerun_notebook(ONE)


@pytest.fixture
def one(notebook: OpenNotebook) -> Widget:
    return Widget(notebook.page, "test-one")


def test_keys_of_the_set_reach_python_from_the_picture_and_from_a_button(one: Widget) -> None:
    before = pixels(one.canvas)
    one.canvas.click()
    one.page.keyboard.press("ArrowRight")
    expect(one.caption).to_have_text("at 1")
    await_new_pixels(one.page, one.canvas, before)
    one.button("Forward").focus()
    one.page.keyboard.press("End")
    expect(one.caption).to_have_text("at 5")
    one.page.keyboard.press("Shift+?")
    expect(one.log).to_contain_text("ArrowRight End ?;")


def test_ten_quick_presses_are_ten_steps(one: Widget) -> None:
    one.canvas.click()
    for _ in range(10):
        one.page.keyboard.press("ArrowLeft")
    one.page.keyboard.press("ArrowRight")
    expect(one.log).to_contain_text(" ".join(["ArrowLeft"] * 10 + ["ArrowRight"]) + ";")
    expect(one.caption).to_have_text("at 1")


def test_a_key_held_down_does_not_flood_the_kernel(one: Widget) -> None:
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
    one.page.keyboard.press("Home")
    expect(one.log).to_contain_text("Home")
    assert len(pressed) == 60
    most = 1 + (pressed[-1] - pressed[0]) // 80         # one at once, then one in 80 ms, however slow the machine is
    assert 1 <= one.log.inner_text().count("ArrowRight") <= most


def test_space_presses_the_focused_button_and_is_a_key_elsewhere(one: Widget) -> None:
    one.button("Forward").focus()
    one.page.keyboard.press("Space")
    expect(one.caption).to_have_text("at 1")
    one.canvas.click()
    one.page.keyboard.press("Space")
    expect(one.log).to_have_text(re.compile(r"^Space;"))


def test_keys_typed_in_a_field_and_keys_with_shift_stay_where_they_are(one: Widget) -> None:
    field = one.root.locator("input[type=text]")
    field.click()
    one.page.keyboard.type("a b?")
    one.page.keyboard.press("Home")
    one.page.keyboard.type("x")
    expect(field).to_have_value("xa b?")
    one.canvas.click()
    one.page.keyboard.press("Shift+ArrowRight")
    one.page.keyboard.press("ArrowRight")
    expect(one.log).to_have_text(re.compile(r"^ArrowRight;"))
    expect(one.caption).to_have_text("at 1")


def test_tab_leaves_the_canvas_and_the_widget_and_comes_back(one: Widget) -> None:
    one.canvas.click()
    one.page.keyboard.press("Tab")
    expect(one.button("Forward")).to_be_focused()
    presses = 0
    while one.has_focus():
        one.page.keyboard.press("Tab")
        presses += 1
        assert presses < 60, "Tab does not leave the widget"
    one.page.keyboard.press("Shift+Tab")
    assert one.has_focus()


def test_a_canvas_that_is_itself_focused_is_no_trap(open_notebook: Open) -> None:
    notebook = open_notebook([MAKE, "one = Counter('test-one')\none.shell.canvas_tabindex = '0'\none.box"])
    one = Widget(notebook.page, "test-one")
    one.canvas.focus()
    expect(one.canvas).to_be_focused()
    one.page.keyboard.press("ArrowRight")
    expect(one.caption).to_have_text("at 1")
    expect(one.canvas).to_be_focused()
    one.page.keyboard.press("Tab")
    expect(one.button("Back")).to_be_focused()


def test_focus_can_be_seen(one: Widget) -> None:
    one.canvas.click()
    one.page.keyboard.press("Tab")
    expect(one.button("Forward")).to_have_css("outline-style", "solid")
    expect(one.button("Forward")).to_have_css("outline-width", "2px")


def test_control_s_reaches_jupyterlab(notebook: OpenNotebook, one: Widget) -> None:
    dirty = one.page.locator(".jp-mod-dirty")
    notebook.command("notebook:insert-cell-below")
    expect(dirty.first).to_be_attached()
    one.canvas.click()
    one.page.keyboard.press("Control+s")
    expect(dirty).to_have_count(0)


def test_a_stray_letter_does_nothing_to_the_notebook(notebook: OpenNotebook, one: Widget) -> None:
    count = "window.jupyterapp.shell.currentWidget.content.model.cells.length"
    before = one.page.evaluate(count)
    one.canvas.click()
    one.page.keyboard.type("ddabx")
    one.page.keyboard.press("ArrowRight")
    expect(one.caption).to_have_text("at 1")
    assert one.page.evaluate(count) == before


def test_the_live_region_says_the_caption_and_is_alone(open_notebook: Open) -> None:
    notebook = open_notebook([*ONE[:2], "one.box"])
    page = notebook.page
    first, second = page.locator(".test-one").nth(0), page.locator(".test-one").nth(1)
    for view in (first, second):
        await_ears(view)
    before = await_drawing(page, first.locator("canvas"))
    await_quiet(page)
    second.locator("canvas").click()
    page.keyboard.press("ArrowRight")
    expect(first.locator(".test-caption")).to_have_text("at 1")
    expect(page.locator(".dlab-live")).to_have_count(1)
    expect(second.locator(".dlab-live")).to_have_text("at 1")
    assert second.locator(".dlab-live").get_attribute("aria-live") == "polite"
    now = await_new_pixels(page, first.locator("canvas"), before)
    assert pixels(second.locator("canvas")) == now


def test_the_group_and_its_picture_have_names(one: Widget) -> None:
    expect(one.page.get_by_role("group", name="Counter test-one")).to_be_visible()
    expect(one.root.get_by_role("img", name="a bar")).to_be_visible()


@pytest.mark.parametrize("width", [1280, 360])
def test_the_wheel_over_the_picture_scrolls_the_page(notebook: OpenNotebook, one: Widget, width: int) -> None:
    notebook.set_width(width, 500)
    one.canvas.scroll_into_view_if_needed()
    one.canvas.hover()
    await_quiet(one.page)
    before = one.canvas.bounding_box()
    one.page.mouse.wheel(0, 60)
    one.page.wait_for_function(
        "([canvas, y]) => canvas.getBoundingClientRect().y !== y",
        arg=[one.canvas.element_handle(), before["y"]],
    )


def test_two_widgets_do_not_affect_each_other(open_notebook: Open) -> None:
    notebook = open_notebook(TWO)
    two = Widget(notebook.page, "test-two")
    two.canvas.click()
    notebook.page.keyboard.press("End")
    expect(two.caption).to_have_text("at 5")
    one = Widget(notebook.page, "test-one")
    expect(one.caption).to_have_text("at 0")
    expect(one.live).to_have_text("at 0")
    one.button("Forward").click()
    expect(one.caption).to_have_text("at 1")
    expect(two.caption).to_have_text("at 5")


def test_a_reload_shows_the_current_picture_and_keys_go_on(notebook: OpenNotebook, one: Widget) -> None:
    one.canvas.click()
    before = pixels(one.canvas)             # it shows no focus and no tile
    one.page.keyboard.press("ArrowRight")
    now = await_new_pixels(one.page, one.canvas, before)
    notebook.reload()
    again = Widget(notebook.page, "test-one")
    assert pixels(again.canvas) == now
    expect(again.live).to_have_text("at 1")
    again.canvas.click()
    again.page.keyboard.press("ArrowRight")
    await_new_pixels(again.page, again.canvas, now)
    expect(again.caption).to_have_text("at 2")


def test_focus_stays_inside_when_its_button_is_disabled(one: Widget) -> None:
    one.button("Forward").focus()
    for _ in range(5):
        one.page.keyboard.press("Enter")
    expect(one.caption).to_have_text("at 5")
    expect(one.button("Forward")).to_be_disabled()
    expect(one.root).to_be_focused()
    one.page.keyboard.press("ArrowLeft")
    expect(one.caption).to_have_text("at 4")


def test_the_list_scrolls_inside_itself_and_the_page_stays(one: Widget) -> None:
    one.canvas.click()
    await_quiet(one.page)
    before = one.canvas.bounding_box()
    one.page.keyboard.press("End")
    expect(one.caption).to_have_text("at 5")
    one.page.wait_for_function(
        """list => { const entry = list.querySelector('.dlab-current').getBoundingClientRect();
                     const inside = list.getBoundingClientRect();
                     return entry.top >= inside.top && entry.bottom <= inside.bottom; }""",
        arg=one.root.locator(".test-list").element_handle(),
    )
    await_quiet(one.page)
    assert one.root.locator(".test-list").evaluate("list => list.scrollTop") > 0
    assert one.canvas.bounding_box() == before


def test_a_term_shows_its_definition_on_hover_focus_and_tap(one: Widget) -> None:
    term, tip = one.root.locator(".dlab-term"), one.root.get_by_role("tooltip")
    text = "A double that takes tiles on <b>four</b> sides."
    term.hover()
    expect(tip).to_have_text(text)
    expect(tip).to_be_in_viewport()
    tip.hover()
    expect(tip).to_be_visible()
    one.page.keyboard.press("Escape")
    one.canvas.hover()
    expect(tip).to_be_hidden()
    term.focus()
    expect(tip).to_be_visible()
    assert term.get_attribute("aria-describedby") == tip.get_attribute("id")
    one.page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    one.page.keyboard.press("Enter")
    expect(tip).to_be_visible()
    one.button("Forward").focus()
    expect(tip).to_be_hidden()
    term.click()
    expect(tip).to_be_visible()
    one.canvas.click()
    expect(tip).to_be_hidden()
    one.page.keyboard.press("Escape")
    expect(one.log).to_have_text(re.compile(r"^Escape;"))     # the others only closed the definition


def test_pointing_at_a_tile_marks_it_everywhere(one: Widget) -> None:
    one.root.locator(".test-three").hover()
    expect(one.log).to_contain_text("[3]")
    expect(one.root.locator(".test-three")).to_have_class(re.compile("dlab-marked"))
    expect(one.root.locator(".test-four")).not_to_have_class(re.compile("dlab-marked"))
    one.button("Copy").hover()
    expect(one.log).to_contain_text("[3, None]")
    one.root.locator(".test-three").focus()
    expect(one.log).to_contain_text("[3, None, 3]")
    one.page.keyboard.press("Shift+Tab")
    expect(one.log).to_contain_text("[3, None, 3, None]")


def test_a_failing_callback_says_so(one: Widget) -> None:
    alert = one.root.get_by_role("alert")
    expect(alert).to_be_hidden()
    one.button("Fail").click()
    expect(alert).to_have_text("ZeroDivisionError: division by zero")
    one.button("Forward").click()
    expect(alert).to_be_hidden()


def test_a_line_reaches_the_clipboard(one: Widget) -> None:
    one.button("Copy").click()
    expect(one.log).to_contain_text("copied:True")
    assert one.page.evaluate("() => navigator.clipboard.readText()") == "the line"


def test_the_page_tells_its_theme_motion_and_width(open_notebook: Open) -> None:
    notebook = open_notebook([*ONE[:2], TOLD])
    said = notebook.page.locator(".test-said")
    Widget(notebook.page, "test-one")
    said.scroll_into_view_if_needed()
    expect(said).to_have_text("False False True")
    notebook.set_theme("dark")
    expect(said).to_have_text("True False True")
    notebook.set_theme("light")
    notebook.page.emulate_media(reduced_motion="reduce")
    expect(said).to_have_text("False True True")


def test_nothing_is_an_error_to_the_console(notebook: OpenNotebook, one: Widget) -> None:
    one.canvas.click()
    one.page.keyboard.press("End")
    expect(one.caption).to_have_text("at 5")
    notebook.await_quiet()
    assert notebook.errors == []


def test_voila_shows_it_and_steps(page: Page, voila_server, course) -> None:
    errors = listen_for_errors(page)
    page.goto(voila_server.notebook_url(write_notebook(course, ONE)))
    one = Widget(page, "test-one")
    before = pixels(one.canvas)
    one.canvas.click()
    page.keyboard.press("ArrowRight")
    await_new_pixels(page, one.canvas, before)
    expect(one.caption).to_have_text("at 1")
    expect(one.live).to_have_text("at 1")
    page.keyboard.press("Tab")
    expect(one.button("Back")).to_be_focused()
    one.root.locator(".dlab-term").hover()
    expect(one.root.get_by_role("tooltip")).to_be_visible()
    assert errors == []
