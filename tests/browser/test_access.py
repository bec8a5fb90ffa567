"""Every widget at once for every reader: by axe in both themes and at 200 % zoom, and looked at in forced colours."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Open
from tests.browser.notebook import OpenNotebook, await_ears, by_axe

CELLS = [
    "import domino_lab as dl",
    'dl.HandStepper("all-fives-worked-example", step=4)',
    'dl.PerfectPlay("block", seed=4, step=3)',
    'dl.HiddenTiles("block", seed=4, step=3)',
    'dl.Play("all-fives", seed=7, against="heaviest", delay=0)',
    'dl.Lesson("all-fives-worked-example")',
    'dl.quiz("all-fives", n=3, seed=1)',
    'dl.Recorder("block", seed=7)',
    'dl.ScoringSandbox("all-fives-worked-example")',
    'dl.Patience("five-columns", seed=1)',
    'dl.VariantComparison(dl.Shuffle(seed=7), ["all-fives", "five-up"])',
    'dl.ChanceLab("all-fives")',
    'dl.RuleForm("all-fives")',
    'dl.ExerciseCard("a_double", learner="Ana", estimate="50 %")',
]
ROOTS = ".jp-NotebookPanel:not(.lm-mod-hidden) .dlab-root"
TALL = 16_000
"""A window that shows all widgets at once: axe judges the contrast of nothing that is scrolled away."""
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
    ("sandbox", ".dlab-ghost", ".dlab-over"),
    ("patience", '.dlab-spot[aria-selected="true"]', '.dlab-spot[aria-selected="false"]'),
    ("chancelab", ".dlab-column i", ".dlab-columns"),
]
"""What must look otherwise than something beside it: a widget, what is marked, and what is not."""

LOOK = """node => {
    const { backgroundColor, outlineStyle, outlineColor, borderTopStyle, borderTopColor, borderTopWidth } =
        getComputedStyle(node);
    const outline = outlineStyle === "none" ? "" : outlineColor;
    const border = parseFloat(borderTopWidth) && borderTopStyle !== "none" ? borderTopColor : "";
    return [backgroundColor, outline, border].join();
}"""


def widget(notebook: OpenNotebook, css: str) -> Locator:
    return notebook.page.locator(f"{ROOTS}.dlab-{css}").first


def say_and_choose(notebook: OpenNotebook) -> None:
    """Something in each widget."""
    roots = notebook.page.locator(ROOTS)
    expect(roots).to_have_count(len(CELLS) - 1)
    for number in range(roots.count()):
        await_ears(roots.nth(number))
    notebook.await_quiet()
    for css in ("stepper", "quiz", "lesson"):
        widget(notebook, css).get_by_role("textbox", name="Your answer").fill("1")
        notebook.page.keyboard.press("Enter")
        expect(widget(notebook, css).locator(".dlab-wrong")).to_be_visible()
    sandbox = widget(notebook, "sandbox")
    sandbox.get_by_role("option", name="4-3").click()
    expect(sandbox.locator(".dlab-ghost")).to_have_count(2)
    widget(notebook, "patience").get_by_role("option", name="3-3").click()
    lab = widget(notebook, "chancelab")
    lab.get_by_label("Your estimate").fill("50 %")
    lab.get_by_role("button", name="This is my estimate").click()
    lab.get_by_role("button", name="Try it once").click()
    lab.locator(".dlab-column").first.wait_for()
    notebook.await_quiet()


def test_axe_finds_nothing_nothing_sticks_out_and_forced_colours_lose_nothing(open_notebook: Open) -> None:
    notebook = open_notebook(CELLS, fresh=True)
    notebook.page.evaluate(ALL_THERE)
    notebook.set_width(1280, TALL)
    say_and_choose(notebook)
    roots = notebook.page.locator(ROOTS)
    found: list[str] = []
    for width, theme in ((1280, "light"), (ZOOMED, "light"), (ZOOMED, "dark")):
        notebook.set_theme(theme)
        notebook.set_width(width, TALL)
        notebook.await_quiet()
        found += [f"{width} {theme}: {fault}" for fault in (*by_axe(roots, least=200), *too_wide(roots))]
    notebook.set_width(360, TALL)
    notebook.await_quiet()
    assert found + too_wide(roots) == []

    notebook.set_width(1280, TALL)
    notebook.set_theme("light")
    notebook.page.emulate_media(forced_colors="active")
    alike = [f"{css}: {marked}" for css, marked, plain in MARKED
             if _look(notebook, css, marked) == _look(notebook, css, plain)]
    assert alike == []
    for css in ("stepper", "quiz", "lesson"):
        expect(widget(notebook, css).locator(".dlab-wrong")).to_contain_text("✗")
    assert by_axe(roots, least=0) == [], "but for the contrast: the colours are the system's, and axe reads the page's"


def too_wide(roots: Locator) -> list[str]:
    """The widgets of which something lies beyond their right edge."""
    return roots.evaluate_all(
        "roots => roots.filter(root => root.scrollWidth > root.clientWidth + 1).map(root => root.className)")


def _look(notebook: OpenNotebook, css: str, where: str) -> str:
    return widget(notebook, css).locator(where).first.evaluate(LOOK)
