"""A game for one player, outside a browser: what keys, buttons and pictures do, what is said, and what is kept."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.chance.patience_search import best_from
from domino_lab.core.actions import Action, Draw, Remove, Say, Shift
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.explain.why import CAPTION_WORDS
from domino_lab.picture.tabletop import LooseTile
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal
from domino_lab.play.timeline import deal_hand
from domino_lab.record import read, write
from domino_lab.sessions.board import lit
from domino_lab.sessions.patience import LEFT_OFF, LOST, SESSION, WON, PatienceSession, Result, Tally
from domino_lab.sessions.possible_actions import tiles_of
from domino_lab.widgets import Patience
from domino_lab.words import phrases
from tests.picture.every_game import PATIENCES
from tests.widgets.kept import picture
from tests.widgets.pressing import downloads, pick, press
from tests.widgets.reading import area, does, everything, find, styled, text
from tests.words.test_readability import LEEWAY, SAID, grade

CAN_BE_WON = {"seed": 1, "hand": 1}
"""Of Five Columns: that it can, a search by the rules alone says in tests/chance/test_patience_prospects.py."""


@pytest.fixture(autouse=True)
def new_session() -> None:
    """What was played before is not played in this session."""
    SESSION.clear()


def spots(game: Patience) -> dict[str, dict[str, Any]]:
    """What can be pressed in the picture, by the tile that lies there."""
    return {spot["tile"]: spot for spot in game.moment()["table"].get("spots", ())}


def places(game: Patience, tile: object) -> list[dict[str, Any]]:
    """Where the page lets a tile be dropped."""
    return game.moment()["table"]["places"].get(str(tile), [])


def do(game: Patience, action: Action) -> None:
    """An action of a patience, done by keys alone."""
    if isinstance(action, Draw):
        press(game, "d")
        return
    if isinstance(action, Say):
        press(game, "Escape", "Enter") if game.here.tile is not None else press(game, "Enter")
        return
    pick(game, action.tiles[0] if isinstance(action, Remove) else action.tile)
    for _ in range(len(game.here.choices)):
        if leads_to(game.here.live, game.here.chosen_action) == leads_to(game.here.live, action):
            break
        press(game, "ArrowRight")
    press(game, "Enter")


def leads_to(state: Any, action: Action) -> object:
    return advance(state, action).state if judge(state, action).allowed else None


# --- every game can be played (UX 1, 10, 15)


@pytest.mark.parametrize("name", PATIENCES)
@settings(max_examples=4, deadline=None)
@given(data=st.data())
def test_every_game_can_be_played_by_keys_alone_taken_back_to_the_start_and_done_again(
    name: str, data: st.DataObject
) -> None:
    game = Patience(name, seed=data.draw(st.integers(0, 30)))
    state, steps = deal_hand(get(name), Shuffle(seed=game.here.timeline.shuffle.seed)).state, 0
    assert game.here.live == state
    while not game.here.is_over and steps < 12:
        action = data.draw(st.sampled_from(legal(state)))
        state, steps = advance(state, action).state, steps + 1
        do(game, action)
        assert game.here.live == state
    press(game, *["u"] * steps)
    assert game.here.timeline.actions == ()
    assert not game.here.history.can_undo
    press(game, "u")
    assert game.announcement() == "Nothing to undo."
    press(game, *["r"] * steps)
    assert game.here.live == state
    game.close()


@pytest.mark.parametrize("order", [1, -1])
def test_a_pair_goes_by_two_presses_in_the_picture_and_by_dropping_one_on_the_other(order: int) -> None:
    game = Patience("five-columns", **CAN_BE_WON)
    first = next(action for action in game.here.legal if isinstance(action, Remove))
    one, other = first.tiles[::order]
    for tile in (one, other):
        game.do(spots(game)[str(tile)]["do"], spots(game)[str(tile)]["value"])
    assert game.here.live.waste == first.tiles
    game.do("undo")
    assert game.here.live.waste == ()
    onto = next(place for place in places(game, one) if place["box"] == spots(game)[str(other)]["box"])
    game.do("play", [str(one), onto["value"]])
    assert set(game.here.live.waste) == set(first.tiles)
    game.do("restart")
    assert game.here.live.left == 28
    game.do("new_deal")
    assert game.line == 'dl.Patience("five-columns", seed=1, hand=2)'
    assert game.here.live == deal_hand(get("five-columns"), Shuffle(seed=1, hand=2)).state


def test_every_place_of_a_tile_is_where_a_partner_or_an_empty_column_lies_and_no_other() -> None:
    game = Patience("five-columns-empty-column", step=8)
    wanted: dict[str, set[str]] = {}
    for action in game.here.legal:
        tiles = action.tiles if isinstance(action, Remove) else (action.tile,)
        for tile in tiles:
            others = {str(one) for one in tiles if one != tile}
            wanted.setdefault(str(tile), set()).update(others or {f"column {action.to + 1}"})
    at = {str(spot["box"]): tile for tile, spot in spots(game).items()}
    found = {tile: {at.get(str(place["box"]), place["name"].partition(" to ")[2]) for place in listed}
             for tile, listed in game.moment()["table"]["places"].items()}
    assert found == wanted


def test_a_tile_goes_to_an_empty_column_by_a_press_on_it() -> None:
    game = Patience("five-columns-empty-column", step=8)
    shift = next(action for action in game.here.legal if isinstance(action, Shift))
    pick(game, shift.tile)
    gap = next(gap for gap in game.scene.gaps if gap.lit)
    [place] = [one for one in places(game, shift.tile) if one["box"][:2] == [gap.box.x // 2, gap.box.y // 2]]
    game.do("play", [str(shift.tile), place["value"]])
    assert game.here.live.columns[shift.to] == (shift.tile,)


def test_a_press_that_comes_a_moment_late_does_nothing() -> None:
    game = Patience("five-columns", **CAN_BE_WON)
    stuck = next(tile for tile in game.here.tiles if tile not in game.here.able)
    for late in ([str(stuck), 0], [str(game.here.able[0]), 99]):
        game._heard("play", late)
    assert (game.here.step, game.error) == (0, "")


def test_in_bingo_numbers_are_said_on_up_to_where_something_goes() -> None:
    game = Patience("bingo", seed=3)
    press(game, "o")
    assert game.here.live.waste == (Tile(3, 3),)
    assert [step.action for step in game.here.timeline.steps[1:]] == [Say()] * game.here.step
    press(game, "u")
    assert game.here.step == 0
    while not game.here.is_over:
        press(game, "o")
    assert game.here.timeline.actions == dl.play_out("bingo", seed=3).actions
    press(game, "o")
    assert game.here.refused.id == "GEN-OVER-1"


def test_bingo_shows_only_what_can_be_done() -> None:
    game = Patience("bingo/choice", seed=3)
    assert spots(game) == {}
    assert area(game, "bar") == "Next number Undo Auto-count Hint"
    assert styled(game, "primary") == [find(game, "act", "say")]
    game.do("act", "say")
    assert game.here.live.number == 1
    game.do("say_on")
    number, [free] = game.here.live.number, spots(game)
    assert game.here.live.touched == Tile.of(free)
    [place] = places(game, free)
    assert place["box"] == spots(game)[free]["box"]
    game.do("act", "say")
    assert (game.here.live.number, spots(game)) == (number + 1, {})
    game.do("undo")
    game.do("play", [free, place["value"]])
    assert game.here.live.waste == (Tile.of(free),)


def test_when_it_is_over_the_same_deal_and_another_are_each_offered_once_over_the_table() -> None:
    game = Patience("five-columns", seed=1)
    while not game.here.is_over:
        assert "notice" not in game.moment()["table"]
        game.here.do(game.here.legal[0])
    notice = game.moment()["table"]["notice"]
    assert "Dead end" in text(notice)
    assert game.here.ended.text in text(notice)
    assert does(notice) == ["undo", "restart", "new_deal", "look"]
    assert [does(game).count(name) for name in ("undo", "restart", "new_deal")] == [1, 1, 1]
    assert [button["do"] for button in styled(game, "primary")] == ["undo"]
    game.do("look")
    assert "notice" not in game.moment()["table"]
    assert [does(game).count(name) for name in ("undo", "restart", "new_deal")] == [1, 1, 1]
    game.do("restart")
    assert (game.here.live.left, game.here.is_over) == (28, False)
    assert "restart" in does(game.areas()["head"])
    dead = next(hand for hand in range(200) if deal_hand(get("twelve-to-go"), Shuffle(seed=1, hand=hand)).is_over)
    over = Patience("twelve-to-go", seed=1, hand=dead)
    assert does(over.moment()["table"]["notice"]) == ["new_deal", "look"]


def test_a_game_that_is_won_says_so_over_the_table() -> None:
    game = win(Patience("five-columns", **CAN_BE_WON))
    notice = game.moment()["table"]["notice"]
    assert text(notice).startswith("You won! ✓ The last pair has gone.")
    assert [button["do"] for button in styled(game, "primary")] == ["new_deal"]


def test_with_a_choice_numbers_are_said_on_up_to_the_choice() -> None:
    game = Patience("bingo/choice", seed=3)
    press(game, "o")
    assert {action.kind for action in game.here.legal} == {"remove", "say"}
    assert game.here.live.waste == ()
    press(game, "o")
    assert game.here.live.waste == ()


# --- what is refused, lit and said (UX 9, 14, 32, 34)


def test_what_is_refused_changes_nothing_and_names_the_clause_and_a_way_out() -> None:
    game = Patience("five-columns", **CAN_BE_WON)
    state = game.here.live
    game.do("choose", str(state.columns[0][0]))
    assert game.here.live is state
    assert game.here.refused.id == "FC-2"
    assert game.here.refused.text in game.status
    assert "You can" not in game.status
    assert "✗" in area(game, "talk")
    assert "Rule FC-2" in area(game, "talk")
    game.do("help")
    assert game.here.tip.text == game.status


def test_two_tiles_that_do_not_go_together_are_answered_and_the_second_is_chosen() -> None:
    """FC-3: only two tiles with twelve pips together can be removed."""
    game = Patience("five-columns", **CAN_BE_WON)
    state, one = game.here.live, game.here.able[0]
    other = next(tile for tile in state.free if sum(one[:2]) + sum(tile[:2]) != 12 and tile != one)
    game.do("choose", str(one))
    game.do("choose", str(other))
    assert game.here.live is state
    assert (game.here.refused.id, game.here.tile) == ("FC-3", other)
    assert f"{sum(one[:2]) + sum(other[:2])} pips" in game.status
    covered = next(column[0] for column in state.columns if column[-1] != other)
    game.do("choose", str(covered))
    assert (game.here.refused.id, game.here.tile) == ("FC-2", other)


def test_the_partners_of_a_chosen_tile_are_lit() -> None:
    game = Patience("five-columns", **CAN_BE_WON)
    tile = game.here.legal[0].tiles[0]
    pick(game, tile)
    together = {other for action in game.here.legal for other in action.tiles if tile in action.tiles}
    free = {place.tile for group in lit(game.here).tableau.groups for place in group.places if place.free}
    assert free == together


def test_a_tile_that_cannot_go_stands_alone_in_the_picture() -> None:
    game = Patience("five-columns", **CAN_BE_WON)
    able = {tile for action in game.here.legal for tile in action.tiles}
    stuck = next(tile for tile in game.here.live.free if tile not in able)
    game.do("choose", str(stuck))
    assert "It cannot be played now." in game.status
    places = [place for group in lit(game.here).tableau.groups for place in group.places]
    assert not any(place.free for place in places)
    assert [place.tile for place in places if place.chosen] == [stuck]


@pytest.mark.parametrize("name", PATIENCES)
def test_moves_left_are_counted_and_a_dead_end_is_told_with_its_reason(name: str) -> None:
    game = Patience(name, seed=2)
    while not game.here.is_over:
        assert re.findall(r"(\d+) moves? now", area(game, "talk")) == [str(different(game.here.live))]
        game.here.do(game.here.legal[0])
        assert game.status == game.announcement()
        assert len(game.announcement().split()) <= CAPTION_WORDS
    ended = game.here.timeline.steps[-2].events[-1]
    if game.here.live.over == "lost":
        assert game.status.startswith(f"Dead end: {ended.ruling.text}")
        assert f"Rule {ended.ruling.id}," in area(game, "talk")
    assert "0 moves now" in area(game, "talk")
    assert "hint_move" not in does(game)


def different(state: Any) -> int:
    """How many moves there are; empty columns are alike, so a tile that may go to several makes one of them."""
    after = [advance(state, action).state for action in legal(state)]
    return len({tuple(sorted(one.columns)) for one in after}) if hasattr(state, "columns") else len(after)


def test_a_dead_end_in_the_deal_is_told_at_once() -> None:
    dead = next(hand for hand in range(200) if deal_hand(get("twelve-to-go"), Shuffle(seed=1, hand=hand)).is_over)
    game = Patience("twelve-to-go", seed=1, hand=dead)
    assert game.status.startswith("Dead end: No two face-up tiles have 12 pips together.")
    assert [row.result for row in game.here.tally.rows] == [LOST]


# --- hints and the best way


def test_a_deal_is_won_by_its_hints_with_two_keys() -> None:
    game, moves = Patience("five-columns", **CAN_BE_WON), 0
    while not game.here.is_over:
        press(game, "h")
        tip = game.here.tip
        assert game.here.chosen_action == tip.action
        assert game.status == tip.text
        assert tip.text in area(game, "talk")
        assert f"Rule {tip.ruling.id}," in area(game, "talk")
        assert [button["do"] for button in styled(game, "primary")] == ["confirm"]
        press(game, "Enter")
        moves += 1
    assert game.here.live.over == "won"
    assert game.results.loc[1].tolist()[2:5] == ["won", 0, moves]
    assert game.results.loc[1, "hints"] == moves


@pytest.mark.parametrize("name", PATIENCES)
def test_a_hint_chooses_nothing_and_enter_makes_its_move(name: str) -> None:
    """What lies beside the tiles of the hint is chosen and judged by itself, not together with one of them."""
    game = Patience(name, seed=4)
    for _ in range(12):
        if game.here.is_over:
            break
        press(game, "h")
        tip = game.here.tip
        assert (game.here.tile, game.here.place) == (None, 0)
        named = set(tiles_of(tip.action))
        table = game.tabletop()
        if table.tableau is not None:
            marked = {one.tile for group in table.tableau.groups for one in group.places
                      if isinstance(one, LooseTile) and one.chosen}
            assert marked == named & set(game.here.tiles)
        others = [tile for tile in game.here.tiles if tile not in named]
        if others:
            game.do("choose", str(others[0]))
            assert game.here.tip is None
            assert game.here.refused is None or set(tiles_of(game.here.chosen_action)) == {others[0]}
        press(game, "Escape", "h")
        after = advance(game.here.live, game.here.tip.action).state
        press(game, "Enter")
        assert game.here.live == after


def test_a_hint_says_when_a_win_is_out_of_reach() -> None:
    game = Patience("five-columns", seed=1)
    press(game, "h")
    assert "The game cannot be won from here. At best, 22 tiles remain." in game.status


def test_the_best_way_is_stepped_through_in_the_place_of_the_game_and_put_away_again() -> None:
    game = Patience("five-columns", **CAN_BE_WON)
    press(game, "h", "Enter")
    before = game.here.timeline
    press(game, "b")
    replay = game.replay
    assert replay.step == 1
    assert replay.timeline.steps[:2] == before.steps
    assert replay.timeline.state.over == "won"
    press(game, "ArrowRight")
    assert (replay.step, game.seen.step) == (2, 2)
    assert game.status == replay.snapshot.sentences.text
    game.do("last")
    assert game.seen.state.over == "won"
    assert "places" not in game.moment()["table"]
    assert "notice" not in game.moment()["table"]
    assert game.here.timeline is before
    assert game.here.step == 1
    press(game, "Escape")
    assert game.replay is None
    assert game.seen is game.here.snapshot
    press(game, "b", "n", "u")
    assert game.here.timeline is before
    game.do("back")
    assert (game.replay, game.here.timeline) == (None, before)


def test_where_tiles_lie_face_down_the_best_way_is_shown_only_when_it_is_over() -> None:
    game = Patience("fives-limit", seed=2)
    hidden = [str(tile) for tile in game.here.live.stock]
    assert "best" not in does(game)
    press(game, "b")
    assert game.replay is None
    game.do("tab", "choices")
    assert "Nobody knows where the face-down tiles are." in area(game, "more")
    assert find(game, "best")["off"]
    assert not [name for name in hidden if name in everything(game)]
    while not game.here.is_over:
        game.here.do(game.here.legal[0])
    assert "best" in does(game.areas()["bar"])
    press(game, "b")
    assert game.replay.timeline.is_over


def test_a_lost_game_shows_the_last_step_from_which_it_could_be_won() -> None:
    thrown_away = 0
    for hand in range(8):
        solo = PatienceSession(dl.play_out("five-columns", seed=1, hand=hand, policies="random"), step=99)
        solo.show_best()
        best = solo.best
        if best.line.state.over == "won" and best.step:
            thrown_away += 1
            assert best.words.startswith(f"The game can still be won from step {best.step}")
            later = best_from(solo.timeline.upto(best.step + 1))
            assert later.state.over == "lost"
    assert thrown_away


def test_whether_choices_matter_is_found_out() -> None:
    said = {}
    for name in ("bingo", "bingo/choice", "twelve-to-go", "five-columns", "fives-limit"):
        seed, hand = {"twelve-to-go": (1, 2), "fives-limit": (2, 1)}.get(name, (1, 1))
        game = Patience(name, seed=seed, hand=hand)
        game.do("tab", "choices")
        game.do("matter")
        said[name] = area(game, "more")
    assert "there is nothing to choose in" in said["bingo"]
    assert "all end the same way" in said["twelve-to-go"]
    assert "Tiles of the same weight" in said["twelve-to-go"]
    assert "They do. Some orders leave" in said["five-columns"]
    assert "They do. Some orders leave 0 tiles" in said["bingo/choice"]
    assert "They do: not every order ends the same way." in said["fives-limit"]


# --- results (streaks, a table, CSV)


def test_streaks_are_deals_won_one_after_the_other() -> None:
    tally = Tally()
    for number, how in enumerate([WON, WON, LOST, WON, WON, WON, LEFT_OFF, WON]):
        tally.note(Result("bingo", f"hand {number}", how, 0))
    assert (tally.won, tally.streak, tally.best) == (6, 1, 3)


def test_every_deal_has_one_row_with_what_became_of_it() -> None:
    game = Patience("five-columns", seed=1)
    press(game, "n")
    assert list(game.results["result"]) == []
    while not game.here.is_over:
        press(game, "h", "Enter")
    press(game, "u", "u")
    game.here.restart()
    press(game, "n")
    press(game, "h", "Enter", "n")
    table = game.results
    assert list(table["deal"]) == ["seed 1, hand 2", "seed 1, hand 3"]
    assert list(table["result"]) == ["won", "left off"]
    assert list(table["tiles left"]) == [0, 26]
    game.do("tab", "results")
    assert "1 of 2 deals won. Wins in a row: 0 (best: 1)." in area(game, "more")
    assert "seed 1, hand 3" in area(game, "more")


def win(game: Patience) -> Patience:
    while not game.here.is_over:
        press(game, "h", "Enter")
    return game


def lose(game: Patience) -> Patience:
    """Of all moves the one after which most tiles are left, however well one goes on."""
    while not game.here.is_over:
        line = game.here.timeline
        game.here.do(max(game.here.legal, key=lambda action: best_from(line.play(action)).state.left))
    assert game.here.live.over == "lost"
    return game


def ended(game: Patience) -> list[str]:
    return list(game.results["result"])


def test_results_outlive_the_cell_that_is_run_again_and_can_be_cleared() -> None:
    win(Patience("five-columns", **CAN_BE_WON))
    again = Patience("five-columns", seed=1, hand=0)
    again.do("tab", "results")
    assert "1 of 1 deal won. Wins in a row: 1 (best: 1)." in area(again, "more")
    other = Patience("knock-out", seed=3)
    other.do("tab", "results")
    assert "Wins in a row" not in area(other, "more")
    assert list(other.results["game"]) == ["five-columns"]
    again.do("clear")
    assert again.status == "The results have been cleared."
    assert "won" not in area(again, "more")
    assert "clear" not in does(again)
    assert other.results.empty


def test_a_tally_of_ones_own_keeps_apart_what_two_players_did() -> None:
    one, other = Tally(), Tally()
    win(Patience("five-columns", **CAN_BE_WON, tally=one))
    assert (one.won, other.won, SESSION.won) == (1, 0, 0)
    assert Patience("five-columns", tally=other).results.empty


def test_a_deal_that_was_won_stays_won_whatever_is_tried_afterwards() -> None:
    game = win(Patience("five-columns", **CAN_BE_WON))
    row = game.here.tally.rows
    press(game, "u", "r")
    assert game.here.tally.rows == row
    game.here.restart()
    lose(game)
    assert game.here.tally.rows == row
    press(game, "u", "n")
    assert game.here.tally.rows == row


def test_a_deal_that_was_lost_is_won_by_who_takes_back_enough_and_is_never_left_off() -> None:
    game = lose(Patience("five-columns", **CAN_BE_WON))
    assert ended(game) == ["lost"]
    game.here.restart()
    game.here.do(game.here.legal[0])
    game.here.restart()
    assert ended(game) == ["lost"]
    win(game)
    assert ended(game) == ["won"]


def test_who_takes_all_back_and_asks_for_another_deal_left_the_first_off() -> None:
    game = Patience("five-columns", **CAN_BE_WON)
    press(game, "h", "Enter", "u", "n", "n")
    assert list(game.results["deal"]) == ["seed 1, hand 2"]
    assert ended(game) == ["left off"]


def test_what_another_has_played_is_nobodys_result() -> None:
    whole = dl.play_out("bingo", seed=3)
    game = Patience(whole, step=len(whole.actions))
    press(game, "u", "r")
    game.here.new_deal()
    assert game.results.empty
    begun = Patience("five-columns-empty-column", step=3)
    begun.here.new_deal()
    assert begun.results.empty


def test_house_rules_make_another_game_of_it_in_the_results() -> None:
    for rules in (get("knock-out"), get("knock-out").but(max_pip=2)):
        win(Patience(rules, seed=1))
    assert list(SESSION.table()["game"]) == ["knock-out", "knock-out, max_pip=2"]


def test_who_looks_at_the_best_way_has_had_a_hint() -> None:
    game = Patience("five-columns", **CAN_BE_WON)
    press(game, "b", "Escape")
    for action in best_from(game.here.timeline).actions:
        game.here.do(action)
    assert game.results.loc[1, "hints"] == 1


def test_a_game_that_is_won_after_moves_were_taken_back_says_so() -> None:
    game = Patience("five-columns", **CAN_BE_WON)
    press(game, "h", "Enter", "u")
    while not game.here.is_over:
        press(game, "h", "Enter")
    assert game.results.loc[1, "taken back"] == 1


def test_the_results_are_saved_as_a_table(tmp_path: Path) -> None:
    game = Patience("twelve-to-go", seed=1)
    while not game.here.is_over:
        game.here.do(game.here.legal[0])
    text = game.to_csv(tmp_path / "results.csv")
    assert (tmp_path / "results.csv").read_text() == text
    head, row = text.splitlines()
    assert head.split(",")[:3] == ["game", "deal", "result"]
    assert row.startswith('twelve-to-go,"seed 1, hand 1",lost,24,2,')
    saved = downloads(game)
    game.do("tab", "results")
    game.do("save_csv")
    assert saved == [("patience.csv", text, "text/csv")]


# --- hands, files, lines (UX 17, 40, 41)


def test_a_hand_is_gone_on_with_from_any_of_its_steps_and_taken_back_to_its_deal() -> None:
    game = Patience("five-columns-empty-column", step=3)
    assert game.here.live.left == 22
    press(game, "u", "u", "u", "u")
    assert game.here.step == 0
    press(game, "r", "r", "r")
    assert game.here.live.left == 22
    assert Patience("five-columns-empty-column").here.step == 0
    assert game.line == 'dl.Patience("five-columns-empty-column")'


def test_a_game_that_is_not_over_goes_on_from_its_record_and_from_its_line() -> None:
    game = Patience("five-columns", **CAN_BE_WON)
    press(game, "h", "Enter", "h", "Enter")
    record, line = game.sharing.record(), game.sharing.share_code()
    for what in (record, line, read(record, get)):
        again = Patience(what)
        assert again.here.live == game.here.live
        assert again.here.step == 2
        press(again, "h", "Enter")
        assert again.here.live.left == 22
    assert write(game.here.timeline) == record


def test_a_file_with_something_wrong_is_played_from_its_last_good_move_and_says_what_is_wrong() -> None:
    record = Path(dl.__file__).parent.joinpath("hands", "five-columns-empty-column.toml").read_text()
    game = Patience(record.replace('remove = ["5-0", "5-2"]', 'remove = ["5-0", "2-0"]'))
    assert game.here.step == 1
    assert re.search(r"Line \d+, move 2: .*\(FC-3\)", area(game, "talk"))
    press(game, "h", "Enter")
    assert game.here.step == 2


def test_the_line_deals_the_same_game_again() -> None:
    for game in (Patience("five-columns", seed=3, hand=2), Patience(get("knock-out").but(max_pip=4), seed=1),
                 Patience(dl.play_out("bingo", seed=3), step=4)):
        again = eval(game.line, {"dl": dl})
        assert again.here.timeline[0].state == game.here.timeline[0].state
        assert again.line == game.line


def test_a_game_against_others_is_refused_with_the_way_to_play_it() -> None:
    with pytest.raises(dl.RulesetError, match=r'dl\.Play\("all-fives"\)'):
        Patience("all-fives")
    with pytest.raises(dl.RulesetError):
        Patience("no such game")


# --- views (UX 12, 18, 43)


def test_two_games_do_not_touch_each_other_and_one_board_may_have_two_views() -> None:
    one, other = Patience("five-columns", **CAN_BE_WON), Patience("five-columns", **CAN_BE_WON)
    second = Patience(one.here)
    press(one, "h", "Enter")
    assert other.here.step == 0
    assert second.here is one.here
    assert second.areas()["talk"] == one.areas()["talk"]
    assert (one.status, second.status) == ("", second.announcement())


def test_at_most_five_buttons_are_shown_at_once_and_one_of_them_first() -> None:
    for name in PATIENCES:
        game = Patience(name, seed=3)
        for _ in range(6):
            [row] = game.areas()["bar"]
            assert len(row["in"]) <= 5
            assert {"hint_move", "undo"} <= {button["do"] for button in row["in"]} or game.here.is_over
            assert len(styled(game, "primary")) <= 1
            game.do("hint_move")
            if not game.here.is_over:
                press(game, "Enter")


def test_it_is_few_widgets_and_a_step_a_short_message() -> None:
    for name in PATIENCES:
        game = Patience(name, seed=3)
        game.stage.set_state({"width": 900})    # a page shows it
        game.do("hint_move")
        assert len(json.dumps(game.moment())) <= 12_000
        assert len(game.children) <= 2


def test_the_tiles_are_one_stop_of_tab_and_each_says_whether_it_can_go() -> None:
    game = Patience("five-columns", **CAN_BE_WON)
    for _ in range(3):
        stops = [tile for tile, spot in spots(game).items() if spot["stop"]]
        assert stops == [str(game.here.tile or game.here.able[0])]
        press(game, "ArrowDown")
    names = {tile: spot["name"] for tile, spot in spots(game).items()}
    can = {str(tile) for tile in game.here.able}
    assert {tile for tile, name in names.items() if "can be played now" in name} == can
    assert {tile for tile, name in names.items() if "cannot be played now" in name} == set(names) - can


def test_in_a_saved_notebook_it_is_a_picture_with_its_words() -> None:
    bundle = Patience("five-columns-empty-column", step=8)._repr_mimebundle_()
    assert picture(bundle).startswith("<svg")
    assert "Step 8" in bundle["text/plain"]
    assert bundle["text/plain"].endswith("moves now, 12 tiles left.")


def test_its_words_are_easy_to_read() -> None:
    said = [words for key, words in phrases("patience").items() if words.endswith(".") and key != "keys"]
    filled = [re.sub(r"{[^|}]*?(\w+)\|[^}]*}|{\w+}", r"3 \1", words) for words in said]
    assert len(filled) > 20
    assert grade(*filled) <= SAID
    assert [words for words in filled if grade(words) > SAID + LEEWAY] == []


def test_the_list_of_keys_has_those_that_the_game_needs() -> None:
    """Tiles are drawn only in Domino Patience and Five's the Limit, and only Bingo counts."""
    keys = {game: Patience(game, seed=3).key_help() for game in PATIENCES}
    assert {game for game, listed in keys.items() if "D: draw." in listed} == {"patience", "fives-limit"}
    assert {game for game, listed in keys.items() if "O: auto-count." in listed} == {"bingo", "bingo/choice"}
    assert all("H: hint." in listed and listed.endswith("?: this list.") for listed in keys.values())
