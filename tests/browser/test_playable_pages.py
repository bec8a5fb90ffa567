"""Games on a page in a real browser, from a file and with nothing behind them: played by keys alone and by taps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import domino_lab as dl
from domino_lab.core.actions import Action, Play, Remove
from domino_lab.play.legal import legal
from domino_lab.play.timeline import Timeline
from domino_lab.sessions.patience import PatienceSession, Tally
from domino_lab.widgets.page_file import Page as PageFile
from tests.browser.notebook import PATIENCE, faults
from tests.browser.test_pages import LOOKS, opened

GAMES: dict[str, Callable[[], PageFile]] = {
    "columns": lambda: dl.page(dl.Patience("five-columns", seed=5, step=0)),
    "line": lambda: dl.page(dl.Patience("patience", seed=5, step=0)),
}


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    """A page under a finger, in a browser that cannot reach anything."""
    context = chromium.new_context(viewport={"width": 360, "height": 740}, offline=True, has_touch=True, is_mobile=True)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def won(game: str, seed: int) -> Timeline:
    """A deal that can be won, played to its best end."""
    return dl.chance.best_from(PatienceSession(game, seed=seed, step=0, tally=Tally()).timeline)


def in_turn(line: Timeline) -> Iterator[tuple[Timeline, Action]]:
    """Each action of a hand, with the hand before it."""
    for number, action in enumerate(line.actions):
        yield line.upto(number), action


def live_text(page: Page) -> Locator:
    return page.locator(".dlab-live")


def test_a_patience_is_solved_by_taps(phone: Page, tmp_path: Path) -> None:
    wrong = opened(phone, GAMES["columns"](), tmp_path)
    for _, action in in_turn(won("five-columns", 5)):
        first, *others = action.tiles if isinstance(action, Remove) else (action.tile,)
        phone.locator(f'.dlab-spot[data-tile="{first}"]').tap()
        if others:
            expect(phone.locator(f'.dlab-spot[data-tile="{first}"]')).to_have_attribute("aria-selected", "true")
            phone.locator(f'.dlab-spot[data-tile="{others[0]}"]').tap(force=True)       # below the ring that marks it
        else:
            phone.locator(".dlab-ghost").first.tap()
        expect(phone.locator(f'.dlab-spot[data-tile="{first}"][aria-selected="true"]')).to_have_count(0)
    expect(phone.locator(".dlab-notice")).to_contain_text("You won!")
    assert wrong == []


def test_a_patience_is_solved_by_keys_alone(alone: Page, tmp_path: Path) -> None:
    wrong = opened(alone, GAMES["line"](), tmp_path)
    for before, action in in_turn(won("patience", 5)):
        if not isinstance(action, Play):
            alone.keyboard.press("d")
            continue
        moves = legal(before.state)
        tiles = sorted({move.tile for move in moves if isinstance(move, Play)})
        for _ in range(tiles.index(action.tile) + 1):
            alone.keyboard.press("ArrowDown")
        expect(live_text(alone)).to_contain_text(f"{action.tile} selected")
        for _ in range([move for move in moves if isinstance(move, Play) and move.tile == action.tile].index(action)):
            alone.keyboard.press("ArrowRight")
        alone.keyboard.press("Enter")
        expect(alone.locator(f'.dlab-rack [data-tile="{action.tile}"]')).to_have_count(0)
    expect(alone.locator(".dlab-notice")).to_contain_text("You won!")
    alone.keyboard.press("Escape")
    expect(alone.locator(".dlab-notice")).to_have_count(0)
    assert wrong == []


def test_moves_are_taken_back_and_made_again(alone: Page, tmp_path: Path) -> None:
    wrong = opened(alone, GAMES["line"](), tmp_path)
    picture = alone.locator(".dlab-drawing")
    seen = [picture.get_attribute("aria-label")]
    undo = alone.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    for _ in range(2):
        alone.keyboard.press("ArrowDown")
        alone.keyboard.press("Enter")
        expect(picture).not_to_have_attribute("aria-label", str(seen[-1]))
        seen.append(picture.get_attribute("aria-label"))
    undo.click()
    expect(picture).to_have_attribute("aria-label", str(seen[1]))
    expect(live_text(alone)).to_contain_text("Undone.")
    alone.keyboard.press("r")
    expect(picture).to_have_attribute("aria-label", str(seen[2]))
    alone.get_by_label("Menu").first.click()
    alone.get_by_role("button", name="Restart").click()
    expect(picture).to_have_attribute("aria-label", str(seen[0]))
    expect(undo).to_be_disabled()
    assert wrong == []


def test_what_is_refused_has_its_reason_and_a_hint_can_be_followed(alone: Page, tmp_path: Path) -> None:
    wrong = opened(alone, dl.page(dl.Patience("five-columns", seed=3, step=0)), tmp_path)
    picture = alone.locator(".dlab-drawing")
    before = str(picture.get_attribute("aria-label"))
    for tile in ("1-1", "3-1"):
        alone.locator(f'.dlab-spot[data-tile="{tile}"]').click()
    expect(alone.locator(".dlab-wrong")).to_contain_text("together they have 6 pips and not 12")
    expect(picture).to_have_attribute("aria-label", before)
    alone.get_by_role("button", name="Hint").click()
    expect(live_text(alone)).to_contain_text("Remove 3-0 and 6-3.")
    alone.get_by_role("button", name="Remove", exact=True).click()
    expect(alone.locator('.dlab-spot:is([data-tile="3-0"], [data-tile="6-3"])')).to_have_count(0)
    assert wrong == []


@pytest.mark.parametrize("name", GAMES)
def test_a_game_fits_is_accessible_and_has_no_errors(alone: Page, artefacts: Path, tmp_path: Path, name: str) -> None:
    wrong = opened(alone, GAMES[name](), tmp_path)
    for width, height, theme in LOOKS:
        alone.set_viewport_size({"width": width, "height": height})
        alone.emulate_media(color_scheme=theme)
        for part in ("begins", "chosen"):
            if part == "chosen":
                alone.keyboard.press("ArrowDown")
                expect(alone.locator(".dlab-ghost").first).to_be_visible()
            for area in (".dlab-over", ".dlab-area-rack", ".dlab-caption", ".dlab-area-bar"):
                box = alone.locator(area).first.bounding_box()
                assert box is None or box["y"] + box["height"] <= height, f"{area} is below the fold at {width}"
            assert faults(alone.locator("html")) == []
            alone.screenshot(path=artefacts / f"game-{name}-{part}-{theme}-{width}.png")
        alone.keyboard.press("Escape")
    assert wrong == []
