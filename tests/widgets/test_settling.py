"""The sandbox's second tab: tiles given by button and by key, and what each ruleset makes of the end of the hand."""

from __future__ import annotations

import html
import random
import re

import pytest

import domino_lab as dl
from domino_lab.catalogue import get, rulesets
from domino_lab.explain.layout_study import LayoutStudy
from domino_lab.rules.ruleset import Ruleset
from domino_lab.tiles import Tile, tiles
from domino_lab.widgets.sandbox.sandbox import ScoringSandbox
from domino_lab.widgets.sandbox.settling import Settling
from domino_lab.widgets.sandbox.study_board import StudyBoard

GAMES = [rules for rules in rulesets() if rules.solo is None]


def settling(game: str | Ruleset, *versus: str, seats: int | None = None) -> Settling:
    return Settling(StudyBoard(LayoutStudy.empty(get(game), seats), versus=[get(name) for name in versus]))


def give(tab: Settling, *holdings: str) -> None:
    """By the buttons of the palette."""
    for seat, names in enumerate(holdings):
        tab.choose_seat(seat)
        for tile in tiles(names):
            tab._tiles[tile.low, tile.high].click()


def keyed(tab: Settling, kind: tuple[int, int]) -> None:
    """Choose a tile by the arrow key alone, and give it."""
    for _ in range(len(tab._tiles)):
        tab.key("ArrowDown")
        if tab.tile == kind:
            break
    tab.key("Enter")


def held(tab: Settling) -> list[list[str]]:
    return [[str(tile) for tile in holding] for holding in tab.left.holdings]


def text(shown: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", "", re.sub(r"</(p|li|h4)>", " ", shown))))


def test_the_example_of_the_sheet_is_settled_line_by_line() -> None:
    """AF0-END: 3 against 5, 11 and 13 pips: 29 - 3 = 26, nearest multiple 25, divided by five: 5."""
    tab = settling("all-fives", seats=4)
    give(tab, "1-2", "1-4", "5-6", "6-6 0-1")
    [found] = tab.outcomes
    assert (found.verdict.winner, found.verdict.award) == (0, 5)
    shown = text(tab.results.value)
    assert "All Fives Player 1 wins 5 points." in shown
    assert "All Fives: Player 1 wins 5 points." in tab.told
    for line in found.verdict.lines:
        assert line in shown


def test_several_rulesets_settle_the_same_tiles() -> None:
    """1-2 against 5-5 and 3-4: 17 pips; Block takes its own 3 off (blocked): 14; Draw (000) takes all 17."""
    tab = settling("block", "draw-classic", "bergen")
    give(tab, "1-2", "5-5 3-4")
    assert [found.verdict.award for found in tab.outcomes] == [14, 17, 0]
    assert tab.results.value.count("<section") == 3


def test_who_keeps_no_tile_went_out() -> None:
    """BL-SCORE-1: nothing is deducted from 17 for the player who went out."""
    tab = settling("block")
    give(tab, "", "5-5 3-4")
    assert (tab.outcomes[0].verdict.winner, tab.outcomes[0].verdict.award) == (0, 17)


def test_two_who_keep_none_are_asked_for_their_tiles() -> None:
    tab = settling("block", seats=3)
    assert "has gone out" in tab.told
    give(tab, "5-5")
    assert tab.outcomes[0].verdict is None
    assert "Give each player" in text(tab.results.value)


def test_the_one_who_laid_last_breaks_a_tie_where_the_rules_say_so() -> None:
    """DR2-PR: on a tie the one who blocked wins; nobody wins where that is not known."""
    tab = settling(get("draw-puerto-rico").but(tie="blocker"))
    give(tab, "1-2", "0-3")
    assert tab.outcomes[0].verdict.winner is None
    tab.blocker.value = 1
    assert tab.outcomes[0].verdict.winner == 1
    tab.key("u")
    assert tab.blocker.value == -1
    assert tab.outcomes[0].verdict.winner is None


def test_keys_alone_settle_a_hand() -> None:
    tab = settling("block")
    keyed(tab, (1, 2))
    tab.key("ArrowRight")
    keyed(tab, (5, 5))
    keyed(tab, (3, 4))
    assert held(tab) == [["2-1"], ["5-5", "4-3"]]
    assert tab.outcomes[0].verdict.award == 14
    keyed(tab, (3, 4))                                  # once more takes it back
    assert held(tab) == [["2-1"], ["5-5"]]


def test_a_button_does_what_enter_does_and_says_what_is_missing() -> None:
    tab = settling("block")
    tab.buttons["give"].click()
    assert held(tab) == [[], []]
    assert "Choose a tile first." in tab.told
    tab.key("ArrowDown")
    tab.buttons["give"].click()
    assert held(tab) == [["0-0"], []]


def test_everything_is_taken_back_and_done_again() -> None:
    tab = settling("block")
    give(tab, "1-2 3-4", "5-5")
    for _ in range(10):
        tab.key("u")
    assert held(tab) == [[], []]
    assert tab.buttons["undo"].disabled
    for _ in range(10):
        tab.key("r")
    assert held(tab) == [["2-1", "4-3"], ["5-5"]]
    tab.buttons["clear"].click()
    assert held(tab) == [[], []]
    tab.buttons["undo"].click()
    assert held(tab) == [["2-1", "4-3"], ["5-5"]]


def test_a_tile_of_another_player_cannot_be_taken() -> None:
    tab = settling("block")
    give(tab, "5-5")
    tab.choose_seat(1)
    assert tab._tiles[5, 5].disabled
    keyed(tab, (5, 5))
    assert held(tab) == [["5-5"], []]
    assert "Another player holds 5-5." in tab.told


def test_two_sets_have_two_of_each_tile() -> None:
    tab = settling("two-box")
    give(tab, "5-5", "5-5")
    tab.choose_seat(2)
    assert tab._tiles[5, 5].disabled
    assert tab.left.holdings[:2] == ((Tile(5, 5, 0),), (Tile(5, 5, 1),))


def test_a_press_on_a_held_tile_takes_it_back() -> None:
    tab = settling("block")
    give(tab, "1-2 3-4", "5-5")
    pressed = re.findall(r'data-dlab-press="([^"]+)"', tab.players.children[0].children[1].value)
    tab.press(pressed[0])
    assert held(tab) == [["4-3"], ["5-5"]]
    tab.press("aim:3")                                  # not for this tab
    assert held(tab) == [["4-3"], ["5-5"]]


def test_more_players_sit_down_and_some_leave() -> None:
    tab = settling("block")
    give(tab, "1-2", "3-4")
    tab.seats.value = 4
    assert [row.children[0].description for row in tab.players.children] == [f"Player {n}" for n in (1, 2, 3, 4)]
    tab.choose_seat(3)
    tab._tiles[6, 6].click()
    tab.seats.value = 2
    assert held(tab) == [["2-1"], ["4-3"]]
    assert tab.seat == 1


def test_a_ruleset_that_is_not_for_so_many_says_so() -> None:
    """TB-SEATS: the game of two sets is for four and more."""
    tab = settling("all-fives", "two-box", seats=2)
    give(tab, "1-2", "3-4")
    refused = tab.outcomes[1].refused
    assert not refused.allowed
    assert refused.text in text(tab.results.value)
    assert refused.id in tab.results.value


def test_what_is_announced_is_what_is_shown() -> None:
    tab = settling("block")
    give(tab, "1-2", "3-4")
    assert text(tab.caption.value).strip() == tab.told
    assert "Block Game: Player 1 wins 4 points." in tab.told


def test_the_line_settles_the_same_again() -> None:
    tab = settling(get("block").but(tie="blocker"))
    assert tab.line == ""
    give(tab, "1-2", "0-3")
    tab.blocker.value = 1
    found = eval(tab.line, {"dl": dl})
    assert (found.winner, found.text) == (1, tab.outcomes[0].verdict.text)


def test_the_sandbox_sends_its_keys_and_presses_to_the_tab_that_is_open() -> None:
    sandbox = ScoringSandbox("block")
    sandbox.turn_to(1)
    tab = sandbox.tabs[1]
    sandbox.key("ArrowDown")
    sandbox.key("Enter")
    sandbox.key("ArrowRight")
    tab._tiles[6, 6].click()
    assert held(tab) == [["0-0"], ["6-6"]]
    assert not sandbox.board.state.chain.laid
    assert sandbox.frame.status == tab.told
    assert "dl.settle" in sandbox.made_by.value
    sandbox.press("drop:1:6-6")
    assert held(tab) == [["0-0"], []]
    sandbox.turn_to(0)
    sandbox.key("ArrowDown")
    sandbox.key("Enter")
    assert [str(laid.tile) for laid in sandbox.board.state.chain.laid] == ["0-0"]
    assert held(tab) == [["0-0"], []]


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_each_game_settles_here_as_everywhere(rules: Ruleset) -> None:
    seats = rules.dealing.seat_counts[-1]
    some = random.Random(rules.id).sample([tile for tile in rules.equipment.set.tiles if not tile.copy], 2 * seats)
    holdings = [f"{one} {other}" for one, other in zip(some[::2], some[1::2], strict=True)]
    tab = settling(rules, seats=seats)
    give(tab, *holdings)
    expected = dl.settle(rules, holdings=[name.split() for name in holdings])
    found = tab.outcomes[0].verdict
    assert (found.winner, found.award, found.lines) == (expected.winner, expected.award, expected.lines)
    shown = text(tab.results.value)
    assert all(line in shown for line in expected.lines)
