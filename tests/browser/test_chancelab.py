"""The chance lab in a real JupyterLab: an estimate by keyboard, trials, a bar that opens a hand, the exact value."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Open
from tests.browser.notebook import OpenNotebook, await_ears, faults

CELLS = ["import domino_lab as dl", "lab = dl.ChanceLab(dl.chance.doubles() == 0, tiles=7, seed=1); lab"]
PANEL = ".jp-NotebookPanel:not(.lm-mod-hidden)"


BROKEN = "cells => cells.some(cell => cell.getClientRects()[0].height > 60)"
FOCUSED = """() => {
    const now = document.activeElement;
    return now.getAttribute("aria-label") || now.innerText || now.type || now.className;
}"""
LINES = """one => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return words.getClientRects().length;
}"""


def caption(root: Locator) -> Locator:
    return root.locator(".dlab-caption p").first


def figures(root: Locator) -> Locator:
    """The line with the number of trials, the seed and the interval."""
    return root.locator(".dlab-area-talk > .dlab-note").first


def begin(root: Locator, estimate: str) -> None:
    root.get_by_label("Your estimate").fill(estimate)
    root.get_by_role("button", name="This is my estimate").click()
    root.get_by_role("button", name="Try it once").click()
    expect(figures(root)).to_contain_text("n = 1 ")


def opened(open_notebook: Open) -> tuple[OpenNotebook, Locator]:
    notebook = open_notebook(CELLS)
    root = notebook.page.locator(f"{PANEL} .dlab-chancelab")
    await_ears(root)
    return notebook, root


def test_estimate_trials_and_the_exact_value_by_keyboard_alone(open_notebook: Open) -> None:
    notebook, root = opened(open_notebook)
    page = notebook.page
    expect(root.get_by_role("button", name="Try it once")).to_be_disabled()
    root.get_by_label("Your estimate").focus()
    page.keyboard.type("12 %")
    page.keyboard.press("Enter")
    expect(caption(root)).to_contain_text("You said 12 %.")
    expect(root.get_by_role("button", name="Try it once")).to_be_focused()
    for key, n in (("1", "n = 1 "), ("2", "n = 11 "), ("3", "n = 1,011 "), ("ArrowRight", "n = 2,000 ")):
        page.keyboard.press(key)
        expect(figures(root)).to_contain_text(n)
        expect(figures(root)).to_contain_text("seed 1")
        expect(root.locator("[aria-live]").first).to_have_text(caption(root).inner_text())
    assert "323/3289" not in root.inner_text()
    hand = root.get_by_role("img", name=re.compile("^Trial 2,000: "))
    doubles = re.findall(r"(\d)-\1", hand.get_attribute("aria-label") or "")
    expect(hand.locator(".dlab-face:visible")).to_have_count(7)
    expect(hand.locator(".dlab-counted")).to_have_count(len(doubles))
    root.get_by_role("button", name="The trial before").press("Enter")
    expect(root.locator(".dlab-trial")).to_have_text("Trial 1,999")
    expect(root.locator("[aria-live]").first).to_contain_text("Trial 1,999. It ")
    page.keyboard.press("x")
    expect(caption(root)).to_contain_text("323/3289")
    expect(root.locator(".dlab-derivation")).to_contain_text("C(21,7) = 116,280")
    assert notebook.errors == []


def test_a_bar_opens_a_hand_that_steps_by_itself(open_notebook: Open) -> None:
    notebook, root = opened(open_notebook)
    begin(root, "1/8")
    root.get_by_role("button", name="1,000 more").click()
    bar = root.get_by_role("button", name=re.compile("doubles: 2, .* Open one"))
    bar.focus()
    notebook.page.keyboard.press("Enter")
    stepper = root.locator(".dlab-stepper")
    expect(stepper.locator("canvas")).to_be_visible()
    track = stepper.get_by_role("slider")
    stepper.get_by_role("button", name="Next").click()
    expect(track).to_have_value("1")
    notebook.page.keyboard.press("ArrowRight")          # the keys are the stepper's while the focus is in it
    expect(track).to_have_value("2")
    track.fill("4")                                     # and so is its slider
    expect(stepper.locator(".dlab-current")).to_have_attribute("data-value", "4")
    expect(root.locator(".dlab-error").first).to_be_empty()
    expect(figures(root)).to_contain_text("n = 1,001 ")
    root.get_by_role("button", name="Close this hand").click()
    expect(stepper).to_have_count(0)
    assert notebook.errors == []


def test_the_slider_moves_the_estimate_and_the_estimates_are_saved(open_notebook: Open) -> None:
    notebook, root = opened(open_notebook)
    begin(root, "0.2")
    root.get_by_role("slider").focus()
    for n in ("n = 2 ", "n = 5 ", "n = 10 "):
        notebook.page.keyboard.press("ArrowRight")
        expect(figures(root)).to_contain_text(n)
    root.locator("summary[aria-label=Menu]").first.click()
    with notebook.page.expect_download() as saved:
        root.get_by_role("button", name="Save the estimates (CSV)").click()
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    assert text.splitlines()[0] == "number,who,estimate,n,seed,trials,low,high,inside,exact"
    assert text.splitlines()[1].startswith("1,You,0.2,10,1,")


def test_tab_goes_through_the_lab_and_out_of_it(open_notebook: Open) -> None:
    notebook, root = opened(open_notebook)
    begin(root, "12 %")
    root.get_by_role("button", name="1 more", exact=True).focus()
    seen = []
    for _ in range(40):
        seen.append(notebook.page.evaluate(FOCUSED))
        notebook.page.keyboard.press("Tab")
        if not root.evaluate("root => root.contains(document.activeElement)"):
            break
    else:
        pytest.fail(f"Tab never leaves: {seen}")
    assert [name for name in seen if name in ("1 more", "10 more", "1,000 more", "range", "Exact value")] == [
        "1 more", "10 more", "1,000 more", "range", "Exact value"]
    [bar] = [place for place, name in enumerate(seen) if re.fullmatch(r"doubles: \d, 1 of 1\..* Open one\.", name)]
    assert bar > seen.index("Exact value")              # the bars are seen below the buttons
    notebook.page.keyboard.press("Shift+Tab")
    assert root.evaluate("root => root.contains(document.activeElement)")


def test_two_labs_and_a_reload_keep_apart_what_each_has_seen(open_notebook: Open) -> None:
    other = 'dl.ChanceLab("block", seed=4, estimate="60 %", n=100)'
    notebook = open_notebook([*CELLS, other, "lab"], fresh=True)
    roots = notebook.page.locator(f"{PANEL} .dlab-chancelab")
    expect(roots).to_have_count(3)
    begin(roots.first, "12 %")
    roots.first.get_by_role("button", name="1,000 more").click()
    for number, n in ((0, "n = 1,001 "), (1, "n = 100 "), (2, "n = 1,001 ")):
        expect(figures(roots.nth(number))).to_contain_text(n)
    notebook.reload()
    expect(roots).to_have_count(3)
    for number, n in ((0, "n = 1,001 "), (1, "n = 100 "), (2, "n = 1,001 ")):
        expect(figures(roots.nth(number))).to_contain_text(n)
        expect(roots.nth(number).locator(".dlab-plot > svg")).to_be_visible()
        assert roots.nth(number).locator("button.dlab-column").count() >= 2
    roots.nth(1).get_by_role("button", name="10 more").click()
    expect(figures(roots.nth(1))).to_contain_text("n = 110 ")
    expect(figures(roots.first)).to_contain_text("n = 1,001 ")


def test_it_fits_and_is_accessible(open_notebook: Open, artefacts: Path) -> None:
    notebook, root = opened(open_notebook)
    for look in notebook.looks():
        notebook.screenshot(artefacts / f"chancelab-start-{look}.png")
    begin(root, "12 %")
    root.get_by_role("button", name="1,000 more").click()
    root.get_by_role("button", name="Exact value").click()
    expect(root.locator(".dlab-derivation")).to_be_visible()
    root.locator("summary[aria-label=Menu]").click()
    root.get_by_text("Estimates", exact=True).click()
    notebook.page.keyboard.press("Escape")
    for look in notebook.looks(height=2600):    # a screenshot of what is higher than the window has its edges in it
        if root.get_attribute("data-shape") == "wide":
            assert root.evaluate("root => root.getBoundingClientRect().height") <= 540
        root.locator("summary[aria-label=Menu]").click()
        expect(root.locator(".dlab-popup")).to_be_visible()
        expect(root.locator(".dlab-results")).to_be_visible()
        assert faults(root) == []
        bars = root.locator(".dlab-column i")
        high = bars.evaluate_all("bars => bars.map(bar => bar.getBoundingClientRect().height)")
        assert max(high) > 60, "the highest bar can be seen"
        assert min(high) < max(high) / 10
        assert not root.locator(".dlab-results td, .dlab-results th").evaluate_all(BROKEN), "a number on two lines"
        root.screenshot(path=artefacts / f"chancelab-{look}.png")
        notebook.page.keyboard.press("Escape")
    root.get_by_role("button", name=re.compile("doubles: 2, ")).click()
    root.locator(".dlab-stepper canvas").wait_for()
    for look in notebook.looks(height=3600):
        root.screenshot(path=artefacts / f"chancelab-open-{look}.png")
    assert notebook.errors == []


def test_large_on_a_phone_no_word_is_cut_or_broken(open_notebook: Open, artefacts: Path) -> None:
    notebook = open_notebook(["import domino_lab as dl",
                              'dl.ChanceLab("block", seed=1, estimate="1/2", n=100, large=True)',
                              'run = dl.simulate("block", hands=50, seed=1, engine="plain", progress=False); run',
                              'run.plot("plays")', "dl.chance.answer_key(['Ana', 'Ben'])"])
    notebook.set_width(360)
    root = notebook.page.locator(f"{PANEL} .dlab-chancelab")
    root.locator("button.dlab-column").first.wait_for()
    notebook.await_quiet()
    nobody = root.locator(".dlab-column em", has_text="nobody")
    assert nobody.evaluate(LINES) == 1
    room = root.locator(".dlab-plot > svg").evaluate("svg => svg.getBoundingClientRect().right")
    words = root.locator(".dlab-plot > svg text").evaluate_all("all => all.map(one => [one.textContent, "
                                                               "one.getBoundingClientRect().right])")
    assert words
    assert [word for word, right in words if right > room] == []
    root.screenshot(path=artefacts / "chancelab-large-360.png")
    shown = notebook.page.locator(f"{PANEL} .jp-OutputArea-output.jp-RenderedHTMLCommon:visible")
    shown.last.scroll_into_view_if_needed()
    assert shown.evaluate_all("all => all.map(one => one.scrollWidth - one.clientWidth)") == [0, 0, 0]
    for number in range(3):
        shown.nth(number).screenshot(path=artefacts / f"simulated-{number}-360.png")
