"""Beside the sandbox's table: counts side by side, tiles that would score, how far the count goes, sharing."""

from __future__ import annotations

import re

import pytest

import domino_lab as dl
from domino_lab.catalogue import get, rulesets
from domino_lab.explain.layout_study import LayoutStudy
from domino_lab.record import read
from domino_lab.rules.ruleset import Ruleset
from domino_lab.tiles import Tile, tiles
from domino_lab.widgets.sandbox.reach import Reach, TileSearch
from domino_lab.widgets.sandbox.sandbox import ScoringSandbox
from domino_lab.widgets.sandbox.scorers import ALL, HELD, Scorers
from domino_lab.widgets.sandbox.sharing import Sharing, record
from domino_lab.widgets.sandbox.sides import Sides
from domino_lab.widgets.sandbox.study_board import StudyBoard

EXAMPLE = "all-fives-worked-example"
GAMES = [rules for rules in rulesets() if rules.solo is None]


def study_board(laid: str, game: str = "all-fives", versus: tuple[str, ...] = (), held: str = "") -> StudyBoard:
    position = LayoutStudy.of(dl.lay(game, laid)) if laid else LayoutStudy.empty(get(game))
    for tile in tiles(held):
        position = position.take(tile)
    return StudyBoard(position, versus=[get(name) for name in versus])


def rows(scorers: Scorers) -> list[list[str]]:
    lines = re.findall(r"<tr[^>]*>(.*?)</tr>", scorers.list.value.partition("<tbody>")[2])
    return [[re.sub(r"<[^>]+>", "", cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", line)] for line in lines]


# --- side by side


def test_one_position_is_counted_under_every_ruleset() -> None:
    """RULES 6.1: the end of the worked example counts 20, with the spinner closed 15."""
    here = StudyBoard(LayoutStudy.of(dl.load(EXAMPLE)), versus=[get("all-fives/spinner-closed"), get("block")])
    cards = Sides(here).counts.value.split("<section")[1:]
    assert [re.findall(r"<b>(\d+)</b></div>", card) for card in cards] == [["20"], ["15"], []]
    assert "GEN-END-1" in cards[2] or "BL-" in cards[2]


def test_the_counts_follow_each_tile_and_each_undo() -> None:
    here = study_board("", versus=("five-up",))
    sides, seen = Sides(here), []
    for kind in ((5, 5), (0, 5)):
        here.choose(kind)
        here.lay()
        seen.append(re.findall(r"<b>(\d+)</b></div>", sides.counts.value))
    here.undo()
    seen.append(re.findall(r"<b>(\d+)</b></div>", sides.counts.value))
    assert seen == [["10", "10"], ["10", "0"], ["10", "10"]]      # FU-SCORE: a joined 5-5 counts no more


def test_one_ruleset_alone_needs_no_panel() -> None:
    assert Sides(study_board("5-5")).counts.value == ""


def test_a_saved_notebook_holds_the_counts_side_by_side() -> None:
    sandbox = ScoringSandbox(EXAMPLE, ["all-fives/spinner-closed", "block", "all-sevens"])
    said = sandbox._repr_mimebundle_()["text/plain"]
    assert "All Fives: 5 + 4 + 5 + 3+3 = 20. " in said
    assert "closed by two tiles: 4 + 5 + 3+3 = 15. " in said
    assert said.endswith("All Sevens: These rules do not allow this position.")
    sandbox.turn_to(1)
    assert sandbox._repr_mimebundle_()["text/plain"].endswith(sandbox.tabs[1].told)


# --- which tile would score


def test_the_tiles_that_would_score_are_listed_the_best_first() -> None:
    """On a lone 6-4: 6-6 gives 16, 4-4 gives 14, 6-x gives 4 + x, so that the 6-1 scores 5; no 4-x makes a ten."""
    scorers = Scorers(study_board("6-4"))
    assert rows(scorers) == [["6-1", "the 6 of 6-4", "4 + 1 = 5 +5"]]
    scorers.rest.click()
    assert len(rows(scorers)) == 12                # six other tiles fit the 6, six the 4
    scorers.rest.click()
    assert len(rows(scorers)) == 1


def test_a_press_chooses_the_tile_at_that_end() -> None:
    here = study_board("6-4")
    scorers = Scorers(here)
    scorers.press("aim:0")
    assert here.tile == (1, 6)
    assert here.chosen_action.end.value == 6
    here.lay()
    assert here.state.board_count.total == 5


@pytest.mark.parametrize("foreign", ["go:3", "aim:", "aim:x", "aim:99", "drop:0:5-5"])
def test_a_press_that_is_not_for_it_changes_nothing(foreign: str) -> None:
    here = study_board("6-4")
    Scorers(here).press(foreign)
    assert here.tile is None
    assert len(here.state.chain.laid) == 1


def test_held_tiles_are_asked_about_alone_when_the_reader_says_so() -> None:
    scorers = Scorers(study_board("6-4", held="6-6 6-1"))
    assert scorers.which.layout.display == ""
    scorers.rest.click()
    scorers.which.value = HELD
    assert {row[0] for row in rows(scorers)} == {"6-6", "6-1"}
    scorers.which.value = ALL
    assert len(rows(scorers)) == 12
    assert Scorers(study_board("6-4")).which.layout.display == "none"


def test_each_ruleset_has_its_column() -> None:
    scorers = Scorers(study_board("5-5 5-0 5-1", versus=("block",)))
    scorers.rest.click()
    [tip] = [row for row in rows(scorers) if row[:2] == ["5-2", "the 5 of 5-5"]]
    assert tip[2:] == ["5 + 0 + 1 + 2 = 8", "not there"]
    assert scorers.list.value.count('scope="col"') == 4


def test_a_game_that_scores_nothing_in_play_says_so() -> None:
    assert "Block Game scores nothing in play." in Scorers(study_board("5-5", "block")).heading.value
    assert Reach(study_board("5-5", "block")).layout.display == "none"


# --- how far


def test_the_search_runs_when_it_is_asked_for_and_its_answer_goes_with_the_position() -> None:
    """From 5-5: the 6-5 gives 16; the 6-6 on it 22; the 5-4 beside that 26."""
    here = study_board("5-5")
    reach, best = Reach(here), []
    for most in (1, 2, 3):
        reach.search.value = TileSearch(held=False, most=most, more=0)
        assert reach.found.value == ""
        reach.find.click()
        best.append(int(re.search(r"largest count is (\d+)", reach.found.value)[1]))
    assert best == [16, 22, 26]
    here.choose((0, 5))
    assert reach.found.value                       # nothing was laid yet
    here.lay()
    assert reach.found.value == ""


def test_held_tiles_in_any_order_and_others_with_them() -> None:
    """6-5, 5-4, 4-3 on the 6-6: 6-5 first, then 5-4 (12 + 4 = 16): 12 + 5 = 17 is the best of them."""
    reach = Reach(study_board("6-6", held="6-5 5-4 4-3"))
    reach.search.value = TileSearch(held=True, most=3, more=0)
    reach.find.click()
    assert "is 17" in reach.found.value
    reach.search.value = TileSearch(held=True, most=4, more=1)     # 6-5 and 5-5: 12 + 10
    reach.find.click()
    assert "is 22" in reach.found.value


def test_the_most_points_are_another_question() -> None:
    """From 6-4: largest count 16 by the 6-6, most points 5 by the 6-1."""
    reach = Reach(study_board("6-4"))
    reach.find.click()
    assert "largest count is 16" in reach.found.value
    reach.measure.value = "points"
    reach.find.click()
    assert "most points for one tile are 5" in reach.found.value


def test_what_is_seldom_used_is_one_button_until_it_is_opened() -> None:
    for panel in (Reach(study_board("5-5")), Sharing(study_board("5-5"))):
        assert panel.inside.layout.display == "none"
        panel.opener.click()
        assert panel.inside.layout.display == ""
        panel.opener.click()
        assert panel.inside.layout.display == "none"


# --- to take away


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_the_record_of_a_position_is_read_again(rules: Ruleset) -> None:
    hand = dl.play_out(rules, seed=5, policies="random")
    for step in (1, len(hand) // 2, len(hand) - 1):
        position = LayoutStudy.of(hand, step)
        found = read(record(position), lambda _id: rules)
        assert not found.problems
        assert found.state.chain == position.state.chain


def test_what_a_record_cannot_hold_is_named_in_it() -> None:
    text = record(study_board("5-5", held="6-6 1-0").position)
    assert "# In hand: 6-6 and 1-0." in text
    assert dl.load(text).state.chain.laid[0].tile == Tile(5, 5)


def test_the_buttons_copy_and_save(monkeypatch: pytest.MonkeyPatch) -> None:
    sharing = Sharing(study_board("5-5 5-0"))
    sent: list[tuple[str, ...]] = []
    monkeypatch.setattr(sharing.frame, "copy", lambda text: sent.append(("copy", text)))
    monkeypatch.setattr(sharing.frame, "download", lambda *what: sent.append(what))
    for button in sharing.row.children:
        button.click()
    line, copied, saved, picture, image = sent
    assert copied[1] == saved[1]
    assert "\n" not in line[1]
    assert dl.load(line[1]).steps == dl.load(saved[1]).steps
    assert dl.load(saved[1]).state.board_count.total == 10
    assert [one[0] for one in (saved, picture, image)] == ["position.toml", "position.svg", "position.png"]
    assert picture[1].startswith("<svg")
    assert image[2] == "image/png"
