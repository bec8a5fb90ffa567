"""The stepper on games that lay no plain chain: rows, columns, face-down tiles, stacks, six players."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.notebook import await_ears, await_new_pixels, faults
from tests.browser.test_stepper import Stepper

GAMES = {
    "bingo": 'dl.HandStepper("bingo", seed=3, step=8)',
    "five-columns": 'dl.HandStepper("five-columns", seed=3, step=1)',
    "knock-out": 'dl.HandStepper("knock-out", seed=3, step=1)',
    "blind": 'dl.HandStepper("blind", seed=3, seats=5, step=1)',
    "two-box-cutthroat": 'dl.HandStepper("two-box-cutthroat", seed=0, seats=6, step=6)',
    "block-and-draw": 'dl.HandStepper("block-and-draw", seed=5, seats=4, step=12)',
}


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_table_steps_fits_and_is_accessible(open_notebook: Open, artefacts: Path, name: str) -> None:
    notebook = open_notebook(["import domino_lab as dl", GAMES[name]])
    one = Stepper(notebook.page)
    one.tab("Why not?")
    for look, key in zip(notebook.looks(), ("ArrowRight", "ArrowLeft"), strict=True):
        before, said = one.settled(), one.live.text_content() or ""
        one.canvas.click(position={"x": 5, "y": 5})
        notebook.page.keyboard.press(key)
        one.says_another(said)
        await_new_pixels(notebook.page, one.canvas, before)
        assert faults(one.root) == []
        notebook.screenshot(artefacts / f"game-{name}-{look}.png")
    assert notebook.errors == []


def test_a_long_bingo_lists_the_moves_around_the_current_one(open_notebook: Open) -> None:
    notebook = open_notebook(["import domino_lab as dl", 'dl.HandStepper("bingo", seed=3, step=99)'])
    one = Stepper(notebook.page)
    one.settled()
    current = one.root.locator(".dlab-current")
    expect(current).to_be_in_viewport()
    one.button("Last").click()
    one.is_at(166, end=166)
    expect(current).to_have_attribute("data-value", "166")
    expect(current).to_be_in_viewport()


def test_the_families_of_games_open_with_a_key_fit_and_are_accessible(open_notebook: Open, artefacts: Path) -> None:
    notebook = open_notebook(["import domino_lab as dl", "dl.games()"])
    shown = notebook.panel.locator(".dlab-games")
    families, game = shown.locator(":scope > details"), shown.get_by_text("blind", exact=True)
    expect(families.first).to_have_attribute("open", "")
    expect(game).to_be_hidden()
    families.filter(has_text="Blind games").locator(":scope > summary").press("Enter")
    expect(game).to_be_visible()
    assert game.evaluate("code => code.closest('li').querySelectorAll('summary')[0].ariaLabel") == \
        "1 variation of Blind Dominoes"
    for look in notebook.looks():
        assert faults(shown) == []
        notebook.screenshot(artefacts / f"games-{look}.png")
    assert notebook.errors == []


TWELVE = """import domino_lab as dl
twelve = dl.ruleset("cyprus").but(seats=[12], deal={12: 4})
dl.HandStepper(dl.play_out(twelve, seed=3, seats=12), step=14)"""
# The texts of the players that are cut short, and those that lie over each other.
UNREADABLE = """root => {
    const texts = [...root.querySelectorAll(".dlab-seat > *")].filter(one => one.checkVisibility());
    const cut = texts.filter(one => one.scrollWidth > one.clientWidth && one.matches(".dlab-name, .dlab-points"));
    const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const box = one => one.getBoundingClientRect();
    const over = texts.filter((one, at) => texts.some((other, place) => place > at && overlap(box(one), box(other))));
    return [...cut, ...over].map(one => one.textContent);
}"""


@pytest.mark.parametrize("width", [1366, 1024, 360])
def test_twelve_seats_read_well(open_notebook: Open, artefacts: Path, width: int) -> None:
    notebook = open_notebook([TWELVE])
    root = notebook.panel.locator(".dlab-stepper")
    await_ears(root)
    notebook.set_width(width)
    notebook.await_quiet()
    expect(root.locator(".dlab-seat")).to_have_count(11)
    assert root.evaluate(UNREADABLE) == []
    rows = {box["y"] for box in (seat.bounding_box() for seat in root.locator(".dlab-seat").all()) if box}
    assert len(rows) <= {1366: 2, 1024: 3, 360: 6}[width]
    if width == 1366:               # beside the list of files
        root.screenshot(path=artefacts / "twelve-seats-1366.png", scale="css")
