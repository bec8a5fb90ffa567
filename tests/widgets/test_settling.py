"""The end of a hand in the sandbox: tiles given by a press and by key, and what each ruleset makes of it."""

from __future__ import annotations

import random
from typing import Any

import pytest

import domino_lab as dl
from domino_lab.catalogue import get, rulesets
from domino_lab.core.tiles import Tile, tiles
from domino_lab.explain.layout_study import LayoutStudy
from domino_lab.rules.ruleset import Ruleset
from domino_lab.sessions.sandbox import SandboxSession
from domino_lab.widgets.sandbox import ScoringSandbox, SettlingPanel
from tests.widgets.reading import area, does, find, kinds, text

GAMES = [rules for rules in rulesets() if rules.solo is None]


def settling(game: str | Ruleset, *versus: str, seats: int | None = None) -> SettlingPanel:
    sandbox = ScoringSandbox(SandboxSession(LayoutStudy.empty(get(game), seats), versus=[get(name) for name in versus]))
    sandbox.do("tab", "settle")
    return sandbox.settling


def press(tab: SettlingPanel, kind: str) -> None:
    """Press a tile of the tray."""
    tab.view.do("choose", kind)


def key(tab: SettlingPanel, name: str) -> None:
    tab.view.do("key", name)


def give(tab: SettlingPanel, *holdings: str) -> None:
    """By the tiles of the tray."""
    for seat, names in enumerate(holdings):
        tab.view.do("seat", seat)
        for tile in tiles(names):
            press(tab, str(tile))


def keyed(tab: SettlingPanel, kind: tuple[int, int]) -> None:
    """Choose a tile by the arrow key alone, and give it."""
    for _ in tab.view.kinds:
        key(tab, "ArrowDown")
        if tab.tile == kind:
            break
    key(tab, "Enter")


def held(tab: SettlingPanel) -> list[list[str]]:
    return [[str(tile) for tile in holding] for holding in tab.left.holdings]


def in_tray(tab: SettlingPanel, name: str) -> dict[str, Any]:
    [tray] = kinds(tab.view, "tray")
    return next(tile for row in tray["rows"] for tile in row if tile["tile"] == name)


def results(tab: SettlingPanel) -> str:
    """What is shown of it, beside the table."""
    return f"{area(tab.view, 'talk')} {area(tab.view, 'more')}"


def test_the_example_of_the_sheet_is_settled_line_by_line() -> None:
    """AF0-SCORE-5: 3 against 5, 11 and 13 pips: 29 - 3 = 26, nearest multiple 25, divided by five: 5."""
    tab = settling("all-fives", seats=4)
    give(tab, "1-2", "1-4", "5-6", "6-6 0-1")
    [found] = tab.outcomes
    assert (found.verdict.winner, found.verdict.award) == (0, 5)
    shown = results(tab)
    assert "All Fives Ana wins 5 points." in shown
    assert "All Fives: Ana wins 5 points." in tab.view.status
    for line in found.verdict.lines:
        assert line in shown


def test_several_rulesets_settle_the_same_tiles() -> None:
    """1-2 against 5-5 and 3-4: 17 pips; Block takes its own 3 off (blocked): 14; Draw (000) takes all 17."""
    tab = settling("block", "draw-classic", "bergen")
    give(tab, "1-2", "5-5 3-4")
    assert [found.verdict.award for found in tab.outcomes] == [14, 17, 0]
    assert all(found.rules.name in area(tab.view, "talk") for found in tab.outcomes)


def test_who_keeps_no_tile_went_out() -> None:
    """BL-SCORE-1: nothing is deducted from 17 for the player who went out."""
    tab = settling("block")
    give(tab, "", "5-5 3-4")
    assert (tab.outcomes[0].verdict.winner, tab.outcomes[0].verdict.award) == (0, 17)


def test_two_who_keep_none_are_asked_for_their_tiles() -> None:
    tab = settling("block", seats=3)
    assert "has gone out" in tab.view.status
    give(tab, "5-5")
    assert tab.outcomes[0].verdict is None
    assert "Give each player" in results(tab)


def test_the_one_who_laid_last_breaks_a_tie_where_the_rules_say_so() -> None:
    """DR2-PR: on a tie the one who blocked wins; nobody wins where that is not known."""
    tab = settling(get("draw-puerto-rico").but(tie="blocker"))
    give(tab, "1-2", "0-3")
    assert tab.outcomes[0].verdict.winner is None
    tab.view.do("blocker", find(tab.view, "blocker")["options"].index("Ben"))
    assert tab.outcomes[0].verdict.winner == 1
    key(tab, "u")
    assert find(tab.view, "blocker")["at"] == 0
    assert tab.outcomes[0].verdict.winner is None


def test_keys_alone_settle_a_hand() -> None:
    tab = settling("block")
    keyed(tab, (1, 2))
    key(tab, "ArrowRight")
    keyed(tab, (5, 5))
    keyed(tab, (3, 4))
    assert held(tab) == [["2-1"], ["5-5", "4-3"]]
    assert tab.outcomes[0].verdict.award == 14
    keyed(tab, (3, 4))                                  # once more takes it back
    assert held(tab) == [["2-1"], ["5-5"]]


def test_enter_without_a_tile_says_what_is_missing() -> None:
    tab = settling("block")
    key(tab, "Enter")
    assert held(tab) == [[], []]
    assert "Choose a tile first." in tab.view.status
    key(tab, "ArrowDown")
    assert "0-0 selected, for Ana." in tab.view.status
    key(tab, "Enter")
    assert held(tab) == [["0-0"], []]


def test_everything_is_taken_back_and_done_again() -> None:
    tab = settling("block")
    give(tab, "1-2 3-4", "5-5")
    for _ in range(10):
        key(tab, "u")
    assert held(tab) == [[], []]
    assert "undo" not in does(tab.view)
    for _ in range(10):
        key(tab, "r")
    assert held(tab) == [["2-1", "4-3"], ["5-5"]]
    tab.view.do("clear")
    assert held(tab) == [[], []]
    tab.view.do("undo")
    assert held(tab) == [["2-1", "4-3"], ["5-5"]]


def test_a_tile_of_another_player_cannot_be_taken() -> None:
    tab = settling("block")
    give(tab, "5-5")
    tab.view.do("seat", 1)
    assert in_tray(tab, "5-5")["off"]
    keyed(tab, (5, 5))
    assert held(tab) == [["5-5"], []]
    assert "Another player holds 5-5." in tab.view.status


def test_two_sets_have_two_of_each_tile() -> None:
    tab = settling("two-box")
    give(tab, "5-5", "5-5")
    tab.view.do("seat", 2)
    assert in_tray(tab, "5-5")["off"]
    assert tab.left.holdings[:2] == ((Tile(5, 5, 0),), (Tile(5, 5, 1),))


def test_a_press_on_a_held_tile_takes_it_back() -> None:
    tab = settling("block")
    give(tab, "1-2 3-4", "5-5")
    tab.view.do("drop", find(tab.view, "drop", [0, "2-1"])["value"])
    assert held(tab) == [["4-3"], ["5-5"]]
    tab.view.do("drop", [0, "2-1"])                     # the page was a moment behind
    assert held(tab) == [["4-3"], ["5-5"]]


def test_more_players_sit_down_and_some_leave() -> None:
    tab = settling("block")
    give(tab, "1-2", "3-4")
    seats = find(tab.view, "seats")["options"]
    tab.view.do("seats", seats.index("4"))
    shown = [node["text"] for node in kinds(tab.view, "button") if node["do"] == "seat"]
    assert shown == ["Ana", "Ben", "Cleo", "Dan"]
    tab.view.do("seat", 3)
    press(tab, "6-6")
    tab.view.do("seats", seats.index("2"))
    assert held(tab) == [["2-1"], ["4-3"]]
    assert tab.seat == 1


def test_a_ruleset_that_is_not_for_so_many_says_so() -> None:
    """TB-PLAY-1: the game of two sets is for four and more."""
    tab = settling("all-fives", "two-box", seats=2)
    give(tab, "1-2", "3-4")
    refused = tab.outcomes[1].refused
    assert not refused.allowed
    assert refused.text in results(tab)
    assert refused.id in results(tab)


def test_what_is_announced_is_what_is_shown() -> None:
    tab = settling("block")
    give(tab, "1-2", "3-4")
    shown = area(tab.view, "talk")
    assert tab.view.status == "Ben gets 4-3. Block Game: Ana wins 4 points."
    assert "Ben gets 4-3." in shown
    assert "Block Game Ana wins 4 points." in shown


def test_the_line_settles_the_same_again() -> None:
    tab = settling(get("block").but(tie="blocker"))
    assert tab.line == ""
    give(tab, "1-2", "0-3")
    tab.view.do("blocker", 2)
    found = eval(tab.line, {"dl": dl})
    assert (found.winner, found.text) == (1, tab.outcomes[0].verdict.text)


def test_keys_and_presses_go_to_what_is_open() -> None:
    sandbox = ScoringSandbox("block")
    sandbox.do("tab", "settle")
    tab = sandbox.settling
    assert "places" not in sandbox.moment()["table"], "a tile would be played by the page at once"
    for name in ("ArrowDown", "Enter", "ArrowRight"):
        key(tab, name)
    press(tab, "6-6")
    assert held(tab) == [["0-0"], ["6-6"]]
    assert not sandbox.board.state.chain.laid
    assert sandbox.status == tab.announced
    assert "dl.settle" in text(sandbox.areas()["head"])
    sandbox.do("drop", [1, "6-6"])
    assert held(tab) == [["0-0"], []]
    sandbox.do("tab", "scorers")
    for name in ("ArrowDown", "Enter"):
        key(tab, name)
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
    shown = results(tab)
    assert all(line in shown for line in expected.lines)
