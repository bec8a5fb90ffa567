"""Beside the sandbox's table: counts side by side, tiles that would score, how far the count goes, sharing."""

from __future__ import annotations

from typing import Any

import pytest

import domino_lab as dl
from domino_lab.catalogue import get, rulesets
from domino_lab.core.tiles import Tile, tiles
from domino_lab.explain.layout_study import LayoutStudy
from domino_lab.record import read
from domino_lab.rules.ruleset import Ruleset
from domino_lab.sessions.sandbox import SandboxSession
from domino_lab.widgets.sandbox import ScoringSandbox, TileSearch, record
from tests.widgets.reading import area, does, find, kinds, styled, text

EXAMPLE = "all-fives-worked-example"
GAMES = [rules for rules in rulesets() if rules.solo is None]


def position(laid: str, game: str = "all-fives", held: str = "") -> LayoutStudy:
    found = LayoutStudy.of(dl.lay(game, laid)) if laid else LayoutStudy.empty(get(game))
    for tile in tiles(held):
        found = found.take(tile)
    return found


def sandbox_of(laid: str, game: str = "all-fives", versus: tuple[str, ...] = (), held: str = "") -> ScoringSandbox:
    return ScoringSandbox(SandboxSession(position(laid, game, held), versus=[get(name) for name in versus]))


def rows(sandbox: ScoringSandbox) -> list[list[str]]:
    """The listed tiles that would score: the tile, where, and what it would bring under each ruleset."""
    listed = [row for row in styled(sandbox, "scorer") if any(one["is"] == "tile" for one in row["in"])]
    return [[one["tile"] if one["is"] == "tile" else text(one) for one in row["in"]] for row in listed]


def totals(sandbox: ScoringSandbox) -> list[Any]:
    return [line.get("total") for line in kinds(sandbox, "count")]


# --- side by side


def test_one_position_is_counted_under_every_ruleset() -> None:
    """AF0-SCORE-2 and 3: the end of the worked example counts 20, with the spinner closed 15."""
    sandbox = ScoringSandbox(EXAMPLE, ["all-fives/spinner-closed", "block"])
    assert totals(sandbox) == [20, 15]
    [refused] = [text(card) for card in styled(sandbox, "card") if "Block Game" in text(card)]
    assert "GEN-END-1" in refused or "BL-" in refused


def test_the_counts_follow_each_tile_and_each_undo() -> None:
    sandbox, seen = sandbox_of("", versus=("five-up",)), []
    for kind in ((5, 5), (0, 5)):
        sandbox.board.choose(kind)
        sandbox.board.lay()
        seen.append(totals(sandbox))
    sandbox.board.undo()
    seen.append(totals(sandbox))
    assert seen == [[10, 10], [10, 0], [10, 10]]                  # FU-SCORE-1: a joined 5-5 counts no more


def test_a_chosen_tile_shows_beside_each_count_what_it_would_become() -> None:
    """From 13 the 2-0 makes 15 (the sheet's example); at its 3 the same position is 5 for Five Up: one point."""
    sandbox = sandbox_of("5-5 5-0 3-5", versus=("five-up",))
    sandbox.board.choose((0, 2))
    assert [text(one) for one in styled(sandbox, "then")] == [
        "With 2-0: 5+5 + 3 + 2 = 15 +15", "With 2-0: 3 + 2 = 5 +1"]


def test_a_count_that_does_not_score_says_how_much_is_missing() -> None:
    assert "2 more would make 15." in area(sandbox_of("5-5 5-0 3-5"), "talk")
    assert "would make" not in area(sandbox_of("5-5"), "talk")


def test_a_saved_notebook_holds_the_counts_side_by_side() -> None:
    sandbox = ScoringSandbox(EXAMPLE, ["all-fives/spinner-closed", "block", "all-sevens"])
    said = sandbox._repr_mimebundle_()["text/plain"]
    assert "All Fives: 5 + 4 + 5 + 3+3 = 20. " in said
    assert "closed by two tiles: 4 + 5 + 3+3 = 15. " in said
    assert said.endswith("All Sevens: These rules do not allow this position.")
    sandbox.do("tab", "settle")
    assert sandbox._repr_mimebundle_()["text/plain"].endswith(sandbox.settling.announced)


# --- which tile would score


def test_the_tiles_that_would_score_are_listed_the_best_first() -> None:
    """On a lone 6-4: 6-6 gives 16, 4-4 gives 14, 6-x gives 4 + x, so that the 6-1 scores 5; no 4-x makes a ten."""
    sandbox = sandbox_of("6-4")
    assert rows(sandbox) == [["6-1", "the 6 of 6-4", "+5 4 + 1 = 5"]]
    sandbox.do("rest")
    assert len(rows(sandbox)) == 12                # six other tiles fit the 6, six the 4
    sandbox.do("rest")
    assert len(rows(sandbox)) == 1


def test_a_press_chooses_the_tile_at_that_end_and_a_second_one_plays_it() -> None:
    sandbox = sandbox_of("6-4")
    value = find(sandbox, "point")["value"]
    sandbox.do("point", value)
    assert sandbox.board.tile == (1, 6, 0)
    assert sandbox.board.chosen_action.end.value == 6
    assert len(sandbox.board.state.chain.laid) == 1
    sandbox.do("point", value)
    assert sandbox.board.state.board_count.total == 5


def test_a_press_on_a_place_that_is_gone_changes_nothing() -> None:
    sandbox = sandbox_of("6-4")
    sandbox.stage._receive(None, {"do": "point", "value": ["6-1", 7, 6, None]}, [])
    assert sandbox.board.tile is None
    assert len(sandbox.board.state.chain.laid) == 1


def test_held_tiles_are_asked_about_alone_when_the_reader_says_so() -> None:
    sandbox = sandbox_of("6-4", held="6-6 6-1")
    sandbox.do("rest")
    asked = find(sandbox, "ask_held")
    sandbox.do("ask_held", asked["options"].index("the tiles in your hand"))
    assert {row[0] for row in rows(sandbox)} == {"6-6", "6-1"}
    sandbox.do("ask_held", asked["options"].index("all tiles not on the table"))
    assert len(rows(sandbox)) == 12
    assert "ask_held" not in does(sandbox_of("6-4"))


def test_each_ruleset_has_its_column() -> None:
    sandbox = sandbox_of("5-5 5-0 5-1", versus=("block",))
    sandbox.do("rest")
    [tip] = [row for row in rows(sandbox) if row[:2] == ["5-2", "the 5 of 5-5"]]
    assert tip[2:] == ["5 + 0 + 1 + 2 = 8", "not there"]
    assert [text(one) for one in styled(sandbox, "scorer-head")] == ["All Fives Block Game"]


def test_a_game_that_scores_nothing_in_play_says_so() -> None:
    sandbox = sandbox_of("5-5", "block")
    assert "Block Game scores nothing in play." in area(sandbox, "more")
    sandbox.do("tab", "reach")
    assert "find" not in does(sandbox)


# --- how far


def search(sandbox: ScoringSandbox, wanted: TileSearch) -> str:
    """Open the search, choose it and run it; what it finds."""
    sandbox.do("tab", "reach")
    sandbox.do("search", sandbox.reach.searches.index(wanted))
    assert "The largest" not in area(sandbox, "more")
    sandbox.do("find")
    return area(sandbox, "more")


def test_the_search_runs_when_it_is_asked_for_and_its_answer_goes_with_the_position() -> None:
    """From 5-5: the 6-5 gives 16; the 6-6 on it 22; the 5-4 beside that 26."""
    sandbox = sandbox_of("5-5")
    for most, best in ((1, 16), (2, 22), (3, 26)):
        assert f"largest count is {best}:" in search(sandbox, TileSearch(held=False, most=most, more=0))
    sandbox.board.choose((0, 5))
    assert "largest count is" in area(sandbox, "more")              # nothing was laid yet
    sandbox.board.lay()
    assert "largest count is" not in area(sandbox, "more")


def test_held_tiles_in_any_order_and_others_with_them() -> None:
    """6-5, 5-4, 4-3 on the 6-6: 6-5 first, then 5-4 (12 + 4 = 16): 12 + 5 = 17 is the best of them."""
    sandbox = sandbox_of("6-6", held="6-5 5-4 4-3")
    assert "is 17" in search(sandbox, TileSearch(held=True, most=3, more=0))
    assert "is 22" in search(sandbox, TileSearch(held=True, most=4, more=1))     # 6-5 and 5-5: 12 + 10


def test_the_most_points_are_another_question() -> None:
    """From 6-4: largest count 16 by the 6-6, most points 5 by the 6-1."""
    sandbox = sandbox_of("6-4")
    assert "largest count is 16" in search(sandbox, TileSearch(held=False, most=1, more=0))
    sandbox.do("measure", find(sandbox, "measure")["options"].index("points for one tile"))
    sandbox.do("find")
    assert "most points for one tile are 5" in area(sandbox, "more")


# --- to take away


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_the_record_of_a_position_is_read_again(rules: Ruleset) -> None:
    hand = dl.play_out(rules, seed=5, policies="random")
    for step in (1, len(hand) // 2, len(hand) - 1):
        study = LayoutStudy.of(hand, step)
        found = read(record(study), lambda _id: rules)
        assert not found.problems
        assert found.state.chain == study.state.chain


def test_what_a_record_cannot_hold_is_named_in_it() -> None:
    text = record(position("5-5", held="6-6 1-0"))
    assert "# In hand: 6-6 and 1-0." in text
    assert dl.load(text).state.chain.laid[0].tile == Tile(5, 5)


def test_the_buttons_copy_and_save(monkeypatch: pytest.MonkeyPatch) -> None:
    sandbox = sandbox_of("5-5 5-0")
    sent: list[tuple[str, ...]] = []
    monkeypatch.setattr(sandbox.stage, "copy", lambda text: sent.append(("copy", text)))
    monkeypatch.setattr(sandbox.stage, "download", lambda *what: sent.append(what))
    for do, what in (("copy", "line"), ("copy", "record"), ("save", "record"), ("save", "svg"), ("save", "png")):
        sandbox.do(do, find(sandbox, do, what)["value"])
    line, copied, saved, picture, image = sent
    assert copied[1] == saved[1]
    assert "\n" not in line[1]
    assert dl.load(line[1]).steps == dl.load(saved[1]).steps
    assert dl.load(saved[1]).state.board_count.total == 10
    assert [one[0].rpartition(".")[2] for one in (saved, picture, image)] == ["toml", "svg", "png"]
    assert picture[1].startswith("<svg")
    assert image[2] == "image/png"
