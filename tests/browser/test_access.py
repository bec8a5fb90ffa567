"""Every widget for every reader: by axe in both themes and at 200 % zoom, and looked at in forced colours."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Open
from tests.browser.notebook import OpenNotebook, await_ears, by_axe

CELLS = {
    "hands": {
        "stepper": 'dl.HandStepper("all-fives-worked-example", step=4)',
        "perfect": 'dl.PerfectPlay("block", seed=4, step=3)',
        "hidden": 'dl.HiddenTiles("block", seed=4, step=3)',
        "lesson": 'dl.Lesson("all-fives-worked-example")',
    },
    "play": {
        "playing": 'dl.Play("all-fives", seed=7, against="heaviest", delay=0)',
        "quiz": 'dl.quiz("all-fives", n=3, seed=1)',
        "recorder": 'dl.Recorder("block", seed=7)',
        "patience": 'dl.Patience("five-columns", seed=1)',
    },
    "workshop": {
        "sandbox": 'dl.ScoringSandbox("all-fives-worked-example")',
        "comparison": 'dl.VariantComparison(dl.Shuffle(seed=7), ["all-fives", "five-up"])',
        "chancelab": 'dl.ChanceLab("all-fives")',
        "events": 'dl.TileTriangle("a double", "a tile with a 5")',
        "form": 'dl.RuleForm("all-fives")',
        "exercise": 'dl.ExerciseCard("a_double", learner="Ana", estimate="50 %")',
    },
}
"""The widgets that are open at once, by the class of each."""
ROOTS = ".jp-NotebookPanel:not(.lm-mod-hidden) .dlab-root"
TALL = 7_500
"""A window that shows all widgets of a part at once: axe judges the contrast of nothing that is scrolled away."""
ZOOMED = 640        # 1280 pixels at 200 %: the context has two dots for each pixel as it is

ALL_THERE = """() => {
    const { content } = window.jupyterapp.shell.currentWidget;
    content.notebookConfig = { ...content.notebookConfig, windowingMode: "none" };
}"""

MARKED = [
    ("stepper", ".dlab-step.dlab-now", ".dlab-step:not(.dlab-now, .dlab-scored)"),
    ("stepper", ".dlab-step.dlab-scored:not(.dlab-now)", ".dlab-step:not(.dlab-now, .dlab-scored)"),
    ("stepper", ".dlab-entry.dlab-current", ".dlab-entry:not(.dlab-current)"),
    ("stepper", '.dlab-tab[aria-selected="true"]', '.dlab-tab[aria-selected="false"]'),
    ("sandbox", '.dlab-tile[aria-selected="true"]', '.dlab-tile[aria-selected="false"]:enabled'),
    ("sandbox", ".dlab-ghost > .dlab-patch", ".dlab-over"),
    ("patience", '.dlab-spot[aria-selected="true"] > .dlab-patch', '.dlab-spot[aria-selected="false"] > .dlab-patch'),
    ("chancelab", ".dlab-column i", ".dlab-columns"),
    ("perfect", ".dlab-value.dlab-best", ".dlab-value:not(.dlab-best)"),
    ("hidden", '.dlab-tab[aria-selected="true"]', '.dlab-tab[aria-selected="false"]'),
    ("lesson", ".dlab-question", ".dlab-area-talk"),
    ("playing", '.dlab-rack [aria-selected="true"]', '.dlab-rack [aria-selected="false"]'),
    ("playing", ".dlab-rack .dlab-can > .dlab-face", ".dlab-rack .dlab-cannot > .dlab-face"),
    ("quiz", ".dlab-question", ".dlab-area-talk"),
    ("recorder", ".dlab-rack .dlab-can > .dlab-face", ".dlab-rack .dlab-cannot > .dlab-face"),
    ("recorder", '.dlab-tab[aria-selected="true"]', '.dlab-tab[aria-selected="false"]'),
    ("comparison", ".dlab-other", ".dlab-same"),
    ("comparison", ".dlab-step.dlab-now", ".dlab-step:not(.dlab-now, .dlab-scored)"),
    ("form", ".dlab-button.dlab-primary", ".dlab-button:not(.dlab-primary)"),
    ("exercise", ".dlab-button.dlab-primary", ".dlab-button.dlab-quiet"),
    ("events", ".dlab-tile.dlab-in-a", ".dlab-tile:not(.dlab-in-a, .dlab-in-b)"),
    ("events", ".dlab-tile.dlab-in-b:not(.dlab-in-a)", ".dlab-tile.dlab-in-a:not(.dlab-in-b)"),
    ("events", ".dlab-tile.dlab-in-a.dlab-in-b", ".dlab-tile.dlab-in-b:not(.dlab-in-a)"),
]
"""What must look otherwise than something beside it: a widget, what is marked, and what is not."""

FAINT = """roots => roots.map(getComputedStyle).flatMap(style => ["quiet-text", "line", "hair"].filter(name =>
    style.getPropertyValue(`--dlab-${name}`) !== style.getPropertyValue("--dlab-text")))"""
"""The colours that are paler than the text."""

LOOK = """node => {
    const { backgroundColor, outlineStyle, outlineColor, borderTopStyle, borderTopColor, borderTopWidth, opacity } =
        getComputedStyle(node);
    const outline = outlineStyle === "none" ? "" : outlineColor;
    const border = parseFloat(borderTopWidth) && borderTopStyle !== "none" ? borderTopColor : "";
    return [backgroundColor, outline, border, opacity].join();
}"""


def widget(notebook: OpenNotebook, css: str) -> Locator:
    return notebook.page.locator(f"{ROOTS}.dlab-{css}").first


def answer_wrongly(root: Locator) -> None:
    root.get_by_role("textbox", name="Your answer").fill("1")
    root.page.keyboard.press("Enter")
    expect(root.locator(".dlab-wrong")).to_be_visible()


def choose_a_tile_with_two_places(root: Locator) -> None:
    root.get_by_role("option", name="4-3").click()
    expect(root.locator(".dlab-ghost")).to_have_count(2)


def choose_a_tile(root: Locator) -> None:
    root.get_by_role("option", name="3-3").click()


def choose_a_tile_to_play(root: Locator) -> None:
    root.locator(".dlab-rack .dlab-cannot").first.click()


def estimate_and_try(root: Locator) -> None:
    root.get_by_label("Your estimate").fill("50 %")
    root.get_by_role("button", name="This is my estimate").click()
    root.get_by_role("button", name="Try it once").click()
    root.locator(".dlab-column").first.wait_for()


CHOICES = {
    "stepper": answer_wrongly, "quiz": answer_wrongly, "lesson": answer_wrongly, "exercise": answer_wrongly,
    "playing": choose_a_tile_to_play,
    "sandbox": choose_a_tile_with_two_places, "patience": choose_a_tile, "chancelab": estimate_and_try,
}
"""What is said and chosen in each widget before it is looked at."""


@pytest.mark.parametrize("part", CELLS)
def test_axe_finds_nothing_nothing_sticks_out_and_forced_colours_lose_nothing(open_notebook: Open, part: str) -> None:
    cells = CELLS[part]
    notebook = open_notebook(["import domino_lab as dl", *cells.values()], fresh=True)
    notebook.page.evaluate(ALL_THERE)
    notebook.set_width(1280, TALL)
    roots = notebook.page.locator(ROOTS)
    expect(roots).to_have_count(len(cells))
    for number in range(len(cells)):
        await_ears(roots.nth(number))
    notebook.await_quiet()
    for css in CHOICES.keys() & cells:
        CHOICES[css](widget(notebook, css))
    notebook.await_quiet()
    found: list[str] = []
    for width, theme in ((1280, "light"), (ZOOMED, "light"), (ZOOMED, "dark")):
        notebook.set_theme(theme)
        notebook.set_width(width, TALL)
        notebook.await_quiet()
        found += [f"{width} {theme}: {fault}" for fault in (*by_axe(roots, least=14 * len(cells)), *too_wide(roots))]
    notebook.set_width(360, TALL)
    notebook.await_quiet()
    assert found + too_wide(roots) == []

    notebook.set_width(1280, TALL)
    notebook.set_theme("light")
    notebook.page.emulate_media(forced_colors="active")
    alike = [f"{css}: {marked}" for css, marked, plain in MARKED
             if css in cells and _look(notebook, css, marked) == _look(notebook, css, plain)]
    assert alike == []
    for css in CHOICES.keys() & cells:
        if CHOICES[css] is answer_wrongly:
            expect(widget(notebook, css).locator(".dlab-wrong")).to_contain_text("✗")
    notebook.page.emulate_media(contrast="more")
    faint = roots.evaluate_all(FAINT)
    notebook.page.emulate_media(contrast="no-preference")
    assert faint == [], "whoever asks for more contrast"
    assert by_axe(roots, least=0) == [], "but for the contrast: the colours are the system's, and axe reads the page's"


def too_wide(roots: Locator) -> list[str]:
    """The widgets of which something lies beyond their right edge."""
    return roots.evaluate_all(
        "roots => roots.filter(root => root.scrollWidth > root.clientWidth + 1).map(root => root.className)")


def _look(notebook: OpenNotebook, css: str, where: str) -> str:
    return widget(notebook, css).locator(where).first.evaluate(LOOK)
