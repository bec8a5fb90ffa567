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
from tests.browser.notebook import PATIENCE, faults, resize
from tests.browser.test_pages import LOOKS, opened

GAMES: dict[str, Callable[[], PageFile]] = {
    "columns": lambda: dl.page(dl.Patience("five-columns", seed=5, step=0)),
    "line": lambda: dl.page(dl.Patience("patience", seed=5, step=0)),
    "hand": lambda: dl.page(dl.Play("block", against="greedy", seed=0, delay=0)),
    "four": lambda: dl.page(dl.Play("all-fives", against="greedy", seats=4, seed=4, delay=0)),
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


def same_hand() -> dl.Play:
    """The hand of the page "hand" in a notebook."""
    return dl.Play("block", against="greedy", seed=0, delay=0, match=False)


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


def test_a_hand_of_block_is_played_to_its_end_by_keys_alone(alone: Page, tmp_path: Path) -> None:
    wrong, game = opened(alone, GAMES["hand"](), tmp_path), same_hand()
    picture = alone.locator(".dlab-drawing")
    while not game.here.is_over:
        move = game.here.legal[-1]
        if isinstance(move, Play):
            for _ in range(game.here.tiles.index(move.tile) + 1):
                alone.keyboard.press("ArrowDown")
            with_it = [one for one in game.here.legal if isinstance(one, Play) and one.tile == move.tile]
            for _ in with_it[1:]:
                alone.keyboard.press("ArrowRight")
            alone.keyboard.press("Enter")
        else:
            alone.keyboard.press("p")
        game.here.do(move)
        expect(picture).to_have_attribute("aria-label", game.stage.moment["table"]["alt"])
        expect(live_text(alone)).to_contain_text(game.status.partition(". ")[0])
    notice = alone.locator(".dlab-notice")
    expect(notice).to_contain_text("wins the hand")
    alone.keyboard.press("Escape")
    expect(notice).to_have_count(0)
    alone.keyboard.press("u")
    expect(live_text(alone)).to_contain_text("Undone.")
    expect(live_text(alone)).to_contain_text("Your turn.")
    assert wrong == []


def test_a_hand_is_played_to_its_end_by_taps_and_gone_back_in(phone: Page, tmp_path: Path) -> None:
    wrong, game = opened(phone, GAMES["hand"](), tmp_path), same_hand()
    picture = phone.locator(".dlab-drawing")
    alts = [picture.get_attribute("aria-label")]
    while not game.here.is_over:
        move = game.here.legal[0]
        if isinstance(move, Play):
            phone.locator(f'.dlab-rack [data-tile="{move.tile}"]').tap()
            if len(game.stage.moment["table"]["places"][str(move.tile)]) > 1:
                phone.locator(".dlab-ghost").first.tap()
        else:
            phone.get_by_role("button", name="Pass", exact=True).tap()
        game.here.do(move)
        expect(picture).to_have_attribute("aria-label", game.stage.moment["table"]["alt"])
        alts.append(picture.get_attribute("aria-label"))
    expect(phone.locator(".dlab-notice")).to_contain_text("wins the hand")
    phone.get_by_role("button", name="Show the table").tap()
    phone.locator(".dlab-entry").nth(1).tap()               # the first move: what came of it
    expect(picture).to_have_attribute("aria-label", str(alts[1]))
    phone.get_by_role("button", name="Undo").tap()
    expect(picture).to_have_attribute("aria-label", str(alts[0]))
    assert wrong == []


def test_a_tile_that_does_not_fit_is_refused_with_the_rule(alone: Page, tmp_path: Path) -> None:
    wrong = opened(alone, GAMES["hand"](), tmp_path)
    alone.locator('.dlab-rack [data-tile="2-0"]').click()
    expect(alone.locator(".dlab-wrong")).to_contain_text("Ana must start with 6-6, not with 2-0.")
    expect(alone.locator(".dlab-rule")).to_contain_text("BL-LEAD-1")
    alone.get_by_role("button", name="Show a move").click()
    expect(alone.locator(".dlab-wrong")).to_contain_text("You have to start with 6-6.")
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
        alone.emulate_media(color_scheme=theme)
        resize(alone, width, height)
        for part in ("begins", "chosen"):
            if part == "chosen":
                presses = 0
                while not alone.locator(".dlab-ghost").count() and presses < 7:
                    alone.keyboard.press("ArrowDown")
                    alone.wait_for_timeout(50)
                    presses += 1
                expect(alone.locator(".dlab-ghost").first).to_be_visible()
            for area in (".dlab-over", ".dlab-area-rack", ".dlab-caption", ".dlab-area-bar"):
                box = alone.locator(area).first.bounding_box()
                assert box is None or box["y"] + box["height"] <= height, f"{area} is below the fold at {width}"
            assert faults(alone.locator("html")) == []
            alone.screenshot(path=artefacts / f"game-{name}-{part}-{theme}-{width}.png")
        alone.keyboard.press("Escape")
    assert wrong == []
