"""One screen: at five sizes of the window, all that belongs together is seen together, in every widget with a hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Open
from tests.browser.notebook import STICKING_OUT, OpenNotebook, await_drawing, await_ears, pixels, room_for
from tests.browser.test_stepper import Stepper

SIZES = {"laptop": (1366, 768), "small laptop": (1280, 720), "desktop": (1920, 1080), "half": (690, 768),
         "phone": (360, 740)}
SEEN = {
    "table": ".dlab-over", "caption": ".dlab-caption", "button": ".dlab-area-bar button", "count": ".dlab-count",
    "question": ".dlab-question :is(input, button)",
    "question field": ".dlab-question input", "difference": ".dlab-difference",
    "first difference": ".dlab-jumps button", "tile to choose": "div.dlab-rack > :is(button, span)",
    "tray": ".dlab-tray .dlab-tile",
}
"""What may be asked for, and where it is in the page."""
PHONE = {"table", "caption", "button", "tile to choose"}
"""What has to be seen at once on a phone; a question comes before the caption of the move before it."""

COMPARED = """
compared = dl.VariantComparison(dl.Shuffle(seed=7), {})
compared.here.step = 8
compared
"""

CELLS = {
    "stepper with a question": 'dl.HandStepper("all-fives-worked-example", step=2)',
    "stepper": 'dl.HandStepper("all-fives", seed=7, step=12)',
    "stepper late in a hand": 'dl.HandStepper("all-fives", seed=7, step=22)',
    "stepper for four": 'dl.HandStepper("draw-classic", seed=3, seats=4, step=6)',
    "perfect play": 'dl.PerfectPlay("block", seed=4, step=3)',
    "hidden tiles": 'dl.HiddenTiles("block", seed=4, step=3)',
    "play": 'dl.Play("all-fives", seed=7, against="heaviest", delay=0)',
    "lesson": 'lesson = dl.Lesson("all-fives-worked-example"); lesson.attempt(10); lesson',
    "lesson with tiles": 'dl.Lesson("block", seed=7, every=0)',
    "quiz": 'dl.quiz("all-fives", n=3, seed=1)',
    "quiz that is answered": 'quiz = dl.quiz("all-fives", n=3, seed=1); quiz.grade(1, None); quiz',
    "recorder": 'dl.Recorder("block", seed=7)',
    "sandbox": 'dl.ScoringSandbox("all-fives-worked-example")',
    "patience of columns": 'dl.Patience("five-columns", seed=1)',
    "patience of a line": 'dl.Patience("fives-limit", seed=1)',
    "patience of a row": 'dl.Patience("bingo", seed=1)',
    "comparison": COMPARED.format(["all-fives", "five-up"]),
    "comparison of three": COMPARED.format(["all-fives", "five-up", "block"]),
    "comparison of four": COMPARED.format(["all-fives", "five-up", "block", "draw-classic"]),
}
ASKS = {"table", "caption", "count", "button"}
UNCOUNTED = {"table", "caption", "button"}
COMPARES = ASKS | {"difference", "first difference"}
WANTED = {
    "stepper with a question": ASKS | {"question"}, "stepper for four": UNCOUNTED, "perfect play": UNCOUNTED,
    "hidden tiles": UNCOUNTED, "play": ASKS | {"tile to choose"}, "lesson": ASKS - {"button"} | {"question"},
    "lesson with tiles": {"table", "caption", "question", "tile to choose"},
    "quiz": {"table", "question", "button"},      # its count would be the answer
    "recorder": PHONE, "patience of columns": UNCOUNTED, "patience of a line": PHONE, "patience of a row": UNCOUNTED,
    "comparison": COMPARES, "comparison of three": COMPARES, "comparison of four": COMPARES,
}
"""What is to be seen at once in each widget, if not all of a scoring hand without a question."""
ZOOMED = {"stepper with a question": ("button", "question field"), "stepper late in a hand": ("button", "caption"),
          "play": ("button", "tile to choose"), "quiz": ("button", "question field"),
          "hidden tiles": ("button", "caption"), "comparison": ("button", "count"),
          "sandbox": ("button", "count", "tray")}
"""What is to be seen beside the table in a window of 1366 x 768 at 200 % zoom, whose notebook is 263 pixels high."""
PAGES = {
    "chance lab": 'dl.ChanceLab(dl.chance.doubles() == 0, tiles=7, seed=1, estimate="60 %", n=100)',
    "exercise card": 'dl.ExerciseCard(["own_tile", "after_a_pass"])',
    "rule form": 'dl.RuleForm("all-fives")',
    "triangle of tiles": 'dl.TileTriangle("a double", "a tile with a 5")',
    "class board": 'dl.chance.class_board(dl.quiz("all-fives", n=3, seed=1), "Ana 0000-0000-0000")',
}
"""Widgets without a hand, which have no table that has to be seen together with anything."""

# What of `wanted` is missing, or does not lie whole within `room` pixels of the top of the view, or is cut off by a
# list that would have to be scrolled.
UNSEEN = """(root, [wanted, room]) => {
    const top = root.getBoundingClientRect().top, found = [];
    for (const [name, where] of Object.entries(wanted)) {
        const there = [...root.querySelectorAll(where)]
            .filter(node => node.checkVisibility() && node.getBoundingClientRect().height);
        if (!there.length) found.push(`${name} is not there`);
        for (const node of there) {
            const box = node.getBoundingClientRect();
            if (box.bottom - top > room + 1) found.push(`${name} ends at ${Math.round(box.bottom - top)}`);
            for (let holder = node.parentElement; root.contains(holder); holder = holder.parentElement) {
                const { overflowY, display } = getComputedStyle(holder), clip = holder.getBoundingClientRect();
                const isCut = box.bottom > clip.bottom + 2 || box.top < clip.top - 2;
                if (overflowY !== "visible" && display !== "contents" && isCut)
                    found.push(`${name} is cut off by ${holder.className}`);
            }
        }
    }
    return found;
}"""
OVERLAPPING = """root => {
    const cutOff = (node, box) => {
        for (let holder = node.parentElement; root.contains(holder); holder = holder.parentElement) {
            const { overflowY, display } = getComputedStyle(holder), clip = holder.getBoundingClientRect();
            if (overflowY !== "visible" && display !== "contents" && (box.bottom > clip.bottom || box.top < clip.top))
                return true;
        }
        return false;
    };
    const there = [...root.querySelectorAll("button, summary, select, input")].filter(node => node.checkVisibility())
        .filter(node => !node.closest(".dlab-over, .dlab-scroll")).map(node => [node, node.getBoundingClientRect()])
        .filter(([node, box]) => box.width > 1 && !cutOff(node, box));
    const found = [];
    there.forEach(([one, a], place) => there.slice(place + 1).forEach(([other, b]) => {
        if (one.contains(other) || other.contains(one)) return;
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        const [first, second] = [one, other].map(node => node.textContent || node.ariaLabel || node.type);
        if (wide > 2 && high > 2) found.push(`${first} lies on ${second}`);
    }));
    return found;
}"""


def set_size(notebook: OpenNotebook, width: int, height: int) -> None:
    """The window as a reader of that size has it, with the list of files put away."""
    notebook.set_width(width, height)
    notebook.lab.show_files(False)


def faults(root: Locator, size: str, wanted: set[str]) -> list[str]:
    """What cannot be seen at once at that size, sticks out, or lies on something else."""
    phone = {*PHONE, "question"} - {"caption"} if "question" in wanted else PHONE
    now = wanted if size != "phone" else wanted & phone
    seen = root.evaluate(UNSEEN, [{f"the {name}": SEEN[name] for name in now}, room_for(root)]) if now else []
    return [f"{size}: {fault}" for fault in seen + root.evaluate(STICKING_OUT) + root.evaluate(OVERLAPPING)]


@pytest.mark.parametrize("name", [*CELLS, *PAGES])
def test_everything_is_seen_at_once(open_notebook: Open, artefacts: Path, name: str) -> None:
    notebook = open_notebook(["import domino_lab as dl", {**CELLS, **PAGES}[name]])
    wanted = set() if name in PAGES else WANTED.get(name, ASKS)
    root = notebook.panel.locator(".dlab-root").first
    root.wait_for(timeout=15_000)
    await_ears(root)
    found: list[str] = []
    for size, (width, height) in SIZES.items():
        set_size(notebook, width, height)
        root.scroll_into_view_if_needed()
        notebook.await_quiet()
        found += faults(root, size, wanted)
        root.screenshot(path=artefacts / f"one-screen-{name.replace(' ', '-')}-{width}.png", scale="css")
    if name in ZOOMED:
        set_size(notebook, 683, 384)
        root.evaluate("root => root.scrollIntoView({ block: 'start' })")
        notebook.await_quiet()
        shown = {f"the {what}": SEEN[what] for what in ("table", *ZOOMED[name])}
        found += [f"at 200 %: {fault}" for fault in root.evaluate(UNSEEN, [shown, 255])]
        notebook.page.screenshot(path=artefacts / f"one-screen-{name.replace(' ', '-')}-zoomed.png", scale="css")
    assert not found, "\n".join(found)


def test_sixty_steppers_in_one_kernel_outlive_a_reload(open_notebook: Open) -> None:
    """A kernel keeps the models of every widget that was made in it; a page that is loaded again asks for them all.

    JupyterLab loses a view if its two seconds of patience end just while the models are made, whatever they are. With
    200 that takes a slow machine longer than a second, and F5 may have to be pressed more than once.
    """
    notebook = open_notebook([
        "import domino_lab as dl", 'dl.HandStepper("all-fives", seed=7, step=3)',
        'many = [dl.HandStepper("all-fives", seed=seed, step=3) for seed in range(58)]',
        'dl.HandStepper("all-fives", seed=8, step=5)',
    ], fresh=True)
    before = [_picture(notebook, number) for number in range(2)]
    notebook.reload()
    expect(notebook.panel).not_to_contain_text("model not found")
    assert [_picture(notebook, number) for number in range(2)] == before


def _picture(notebook: OpenNotebook, number: int) -> str:
    """The picture of a stepper, once it is drawn and stays as it is: a kernel with much to do sends it in parts."""
    one = Stepper(notebook.page, number)
    one.settled()
    assert await_drawing(notebook.page, one.canvas)
    shown, later = "", pixels(one.canvas)
    while shown != later:
        notebook.page.wait_for_timeout(1500)
        shown, later = later, pixels(one.canvas)
    return shown
