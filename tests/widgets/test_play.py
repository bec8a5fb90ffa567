"""Play, outside a browser: what keys, buttons and pointing do to a game, what is seen and said, and what is kept."""

from __future__ import annotations

import asyncio
import random
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import domino_lab as dl
from domino_lab.catalogue import get, rulesets
from domino_lab.core.actions import Action, Draw, Pass
from domino_lab.core.errors import DominoError, RecordError, RulesetError
from domino_lab.core.shuffle import Stream
from domino_lab.core.tiles import Tile
from domino_lab.play.hand import advance
from domino_lab.play.state import State
from domino_lab.play.view import View
from domino_lab.rules.ruleset import Ruleset
from domino_lab.sessions.board import Board, lit
from domino_lab.sessions.play import PlaySession
from domino_lab.widgets import HandStepper, Play
from domino_lab.widgets.board_view import BoardView
from tests.widgets.conftest import Wire
from tests.widgets.kept import picture
from tests.widgets.pressing import pick, press
from tests.widgets.reading import beside_count, does, entries, everything, find, kinds, styled, text, texts
from tests.words.test_readability import SAID, grade

CHAINS = [rules for rules in rulesets() if rules.solo is None and "/" not in rules.id]


def able_tiles(play: Play) -> set[Tile]:
    """The tiles that can go somewhere now."""
    return {action.tile for action in play.here.legal if action.kind == "play"}


def held(play: Play) -> dict[str, dict[str, object]]:
    """The tiles of the rack, by their names."""
    return {one["tile"]: one for rack in kinds(play, "rack") for one in rack["tiles"]}


def told(play: Play) -> str:
    """The caption as it is seen."""
    return " ".join(texts([{**node, "sign": ""} for node in styled(play.areas()["talk"], "caption")[-1]["in"]]))


def ghosts(play: Play) -> list[dict[str, object]]:
    """The places where the chosen tile may go, as the page has them."""
    table = play.moment()["table"]
    return table["places"].get(table.get("chosen"), [])


def do(play: Play, action: Action) -> None:
    """An action, by keys alone; a score is called by its digits."""
    if isinstance(action, Draw | Pass):
        press(play, "d" if isinstance(action, Draw) else "p")
        return
    pick(play, action.tile)
    for _ in range(len(play.here.choices)):
        now = play.here.chosen_action
        if now.kind == action.kind and all(getattr(now, name, None) in (None, getattr(action, name, None))
                                           for name in ("end", "on", "out")):
            break
        press(play, "ArrowRight")
    press(play, *str(getattr(action, "call", None) or ""), "Enter")


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """The drawing takes most of the time, and no key."""
    monkeypatch.setattr(Play, "_paint", lambda _play, _scene: None)


@pytest.fixture
def play() -> Iterator[Play]:
    """All Fives, seed 1: the reader leads, and Ben answers at once."""
    made = Play("all-fives", against="greedy", names=["Ana", "Ben"], seed=1, delay=0)
    yield made
    made.close()


def opening(play: Play) -> None:
    """The first tile that may be set."""
    do(play, play.here.legal[0])


# --- a whole hand


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize("rules", CHAINS, ids=lambda rules: rules.id)
def test_a_hand_of_every_game_is_played_by_keys_alone(rules: Ruleset) -> None:
    seed = zlib.crc32(rules.id.encode()) % 1000
    play, dice = Play(rules, against="random", seed=seed, delay=0), random.Random(seed)
    game = play.here
    while not game.is_over:
        before, action = len(game.timeline), dice.choice(game.legal)
        do(play, action)
        assert game.refused is None
        done = game.timeline[before].action
        assert (done.kind, getattr(done, "tile", None)) == (action.kind, getattr(action, "tile", None))
    state = game.timeline[0].state
    for action in game.timeline.actions:
        state = advance(state, action).state
    assert state.over == game.live.over
    assert len(play.status.split()) <= 60
    play.close()


def test_all_but_one_seat_may_be_people_or_players() -> None:
    play = Play("draw", against=["heaviest", None, "greedy", None], names=["A", "B", "C", "D"], seed=3, delay=0)
    assert play.here.humans == (1, 3)
    assert play.here.waits == "curtain"


# --- refusing


def test_what_the_rules_refuse_is_answered_with_its_clause_and_changes_nothing(play: Play) -> None:
    opening(play)
    before = play.here.timeline
    bad = next(tile for tile in play.here.tiles if tile not in able_tiles(play))
    pick(play, bad)
    press(play, "Enter")
    assert play.here.timeline is before
    assert play.here.refused.clause == "GEN-FIT-1"
    assert "Rule GEN-FIT-1" in text(play)
    assert styled(play, "wrong")[0]["sign"] == "✗"
    assert play.status == told(play)
    assert play.status == f"{bad} fits neither the 2 nor the 3."
    assert not [move for move in play.here.legal if str(move.tile) in play.status], "the move is not given away"


@pytest.mark.parametrize("ask", [lambda play: play.do("help"), lambda play: press(play, "h")], ids=["button", "key"])
def test_after_a_refusal_a_move_is_shown_to_who_asks(play: Play, ask: Callable[[Play], None]) -> None:
    opening(play)
    assert "help" not in does(play)
    pick(play, next(tile for tile in play.here.tiles if tile not in able_tiles(play)))
    press(play, "Enter")
    assert find(play, "help")["text"] == "Show a move"
    ask(play)
    assert play.status == told(play)
    assert "You can " in play.status
    assert any(str(move.tile) in play.status for move in play.here.legal)
    assert "help" not in does(play)


def test_the_legal_places_of_the_chosen_tile_light_up_and_can_be_pressed(play: Play) -> None:
    """They are on the page beforehand: to choose and to drag asks nobody."""
    opening(play)
    table = play.moment()["table"]
    assert set(table["places"]) == {str(tile) for tile in able_tiles(play)}
    tile = next(tile for tile in play.here.tiles if tile in able_tiles(play))
    pick(play, tile)
    assert {end.end for end in lit(play.here).lit} == {one.end for one in play.here.legal if one.tile == tile}
    before, place = play.here.end, ghosts(play)[-1]
    play.do("play", [str(tile), place["value"]])
    assert play.here.timeline[before + 1].action.tile == tile
    laid = play.moment()["table"]["laid"]
    assert place["box"][2:] == laid[before][2:], "the ghost had the size of the tile"


def test_a_press_that_comes_too_late_plays_nothing(play: Play) -> None:
    """The page may be a moment behind; what it then asks for is another tile's place."""
    opening(play)
    before = play.here.timeline
    tiles = [str(action.tile) for action in play.here.legal]
    other = next(number for number, tile in enumerate(tiles) if tile != tiles[0])
    for number in (other, len(tiles), -1):
        play.stage._receive(None, {"do": "play", "value": [tiles[0], number]}, [])
    assert play.here.timeline is before


def test_after_a_tile_that_fits_nowhere_the_ends_light_up_where_another_goes(play: Play) -> None:
    opening(play)
    bad = next(tile for tile in play.here.tiles if tile not in able_tiles(play))
    play.do("choose", str(bad))
    assert play.here.refused is not None
    assert {one.end for one in lit(play.here).lit} == {action.end for action in play.here.legal}


def test_what_is_refused_out_of_turn_lights_nothing_of_the_holding_to_move() -> None:
    slow = Play("all-fives", against="greedy", seed=1, delay=3)
    slow.replies.stop()
    opening(slow)
    press(slow, "d")
    assert slow.here.refused is not None
    assert lit(slow.here).lit == ()


def test_a_tile_in_ones_own_holding_is_chosen_by_pressing_it_and_let_go_again(play: Play) -> None:
    opening(play)
    tile = next(tile for tile in play.here.tiles if tile in able_tiles(play))
    play.do("choose", str(tile))
    assert play.here.tile == tile
    assert [name for name, one in held(play).items() if one.get("on")] == [str(tile)]
    play.do("choose", str(tile))
    assert play.here.tile is None


# --- the rack


def test_tiles_that_can_go_are_told_apart_by_more_than_colour(play: Play) -> None:
    opening(play)
    able = {str(tile) for tile in able_tiles(play)}
    assert 0 < len(able) < len(held(play))
    assert list(held(play)) == [str(tile) for tile in play.here.tiles]
    for tile, one in held(play).items():
        assert one["css"] == ("can" if tile in able else "cannot")
        assert one["name"].startswith(f"{tile}, fits the " if tile in able else f"{tile} cannot be played now")


def test_the_name_of_a_tile_says_what_it_would_score(play: Play) -> None:
    opening(play)
    for tile, one in held(play).items():
        scores = [advance(play.here.live, action).points for action in play.here.legal if str(action.tile) == tile]
        assert not scores or one["name"].endswith(f"scores {max(scores)}" if max(scores) else "no score")


def test_without_hints_nothing_tells_them_apart() -> None:
    play = Play("all-fives", against="greedy", seed=1, delay=0, hints=False)
    opening(play)
    assert not any("css" in one for one in held(play).values())
    assert all(one["name"] == tile for tile, one in held(play).items())
    assert not any("gain" in place for places in play.moment()["table"]["places"].values() for place in places)
    play.do("hints", True)
    assert any("css" in one for one in held(play).values())


def test_the_tiles_stay_in_their_place_while_a_player_moves_and_do_nothing() -> None:
    slow = Play("all-fives", against="greedy", seed=1, delay=3)
    slow.replies.stop()
    opening(slow)
    [rack] = kinds(slow, "rack")
    assert rack["off"]
    assert [one["tile"] for one in rack["tiles"]] == [str(tile) for tile in sorted(slow.here.live.holdings[0])]
    assert "places" not in slow.moment()["table"], "there is nothing to drag it to"


def test_of_a_row_only_the_first_tile_is_turned_up() -> None:
    play = Play("blind", against="random", seed=1, delay=0)
    while not play.here.tiles and not play.here.is_over:
        play.here.do(play.here.legal[0])
    [rack] = kinds(play, "rack")
    own = play.here.live.holdings[0]
    assert [one["tile"] for one in rack["tiles"]] == [str(own[0]), *[""] * (len(own) - 1)]


@pytest.mark.parametrize(("rules", "kind"), [("all-fives", "draw"), ("block", "pass"), ("blind", "pass")])
def test_only_what_can_be_done_now_can_be_pressed(rules: str, kind: str) -> None:
    """Draw and Pass are there only where they are legal; at most one button is the primary one."""
    seen = set()
    play, dice = Play(rules, against="greedy", seed=1, delay=0), random.Random(5)
    while kind not in seen:
        while not play.here.is_over:
            bar = play.areas()["bar"]
            acts = {node["value"] for node in kinds(bar, "button") if node["do"] == "act"}
            assert acts == {one.kind for one in play.here.legal if one.kind != "play"}
            assert len(styled(play, "primary")) <= 1
            seen |= acts
            play.here.do(dice.choice(play.here.legal))
        assert [node["text"] for node in kinds(play.areas()["bar"], "button")] == ["Undo"]
        play.here.new_deal()
        assert play.here.seed < 20


# --- saying


def test_ones_own_move_and_the_reply_are_one_announcement(play: Play) -> None:
    heard: list[str] = []
    play.stage.observe(lambda change: heard.append(change["new"]["status"]), "moment")
    tile = play.here.legal[0].tile
    play.here.do(play.here.legal[0])
    reply = play.here.timeline[2].action
    assert len(set(heard)) == 1
    assert heard[0].startswith(f"Ana starts with {tile}")
    assert f"Ben {'plays ' + str(reply.tile) if reply.kind == 'play' else reply.kind + 's'}" in heard[0]
    assert beside_count(heard[0], play) == f"{told(play)} Your turn."


def test_it_says_whose_turn_it_is() -> None:
    play = Play("draw", against="heaviest", names=["Ana", "Greta"], seed=1, delay=3)
    play.replies.stop()
    while play.here.waits == "player":
        play.here.reply()
    [line] = styled(play, "your-turn")
    assert line["text"].startswith("Your turn.")
    while play.here.waits == "human":
        must = [one.kind for one in play.here.legal]
        assert ("You have to draw" in text(styled(play, "your-turn"))) == (must == ["draw"])
        play.here.do(play.here.legal[0])
    if play.here.waits == "player":
        assert text(styled(play, "your-turn")) == "Greta is thinking."


def test_a_player_gives_its_reason_beside_its_name(play: Play) -> None:
    opening(play)
    assert f"Ben: {play.here.reasons[play.here.end]}" in text(play)


def test_reasons_can_be_left_out() -> None:
    play = Play("all-fives", against="greedy", seed=1, delay=0, reasons=False)
    opening(play)
    assert play.here.reasons
    assert not styled(play, "replies")


def test_drawn_tiles_of_others_are_counted_and_not_named() -> None:
    """Ben must draw until he can lay; what he draws is his."""
    def drawing(view: View, _stream: Stream) -> Action:
        return view.legal[-1] if view.drawn < 3 and view.legal[-1].kind == "draw" else view.legal[0]

    play = Play(get("draw").but(draw_when="optional"), against=drawing, names=["Ana", "Ben"], seed=1, delay=0)
    if play.here.end == 0:
        opening(play)
    drawn = [event.tile for step in play.here.timeline.steps for event in step.events if hasattr(event, "tile")
             and step.action == Draw()]
    assert "Ben draws 3 tiles." in play.status
    laid = {one.tile for one in play.here.live.chain.laid}
    assert drawn
    assert not any(str(tile) in play.status for tile in drawn if tile not in laid)


@pytest.mark.usefixtures("bare")
def test_what_is_said_is_read_at_about_grade_five() -> None:
    """Captions and reasons of hands that are played to their end, with a tile chosen before each move."""
    said = []
    for rules in ("all-fives", "draw", "block", "two-box"):
        play = Play(rules, against="greedy", seed=3, delay=0)
        while not play.here.is_over:
            play.here.choose(next(iter(play.here.tiles), None))
            said.append(told(play))
            play.here.do(play.here.legal[0])
            said.append(told(play))
    assert grade(*said) <= SAID


# --- taking back


def test_undo_goes_to_the_start_and_redo_to_the_end(play: Play) -> None:
    dice = random.Random(2)
    while not play.here.is_over:
        do(play, dice.choice(play.here.legal))
    whole = play.here.timeline
    while play.here.may_undo:
        press(play, "u")
    assert play.here.step == 0
    assert find(play, "undo")["off"]
    while play.here.may_redo:
        press(play, "r")
    assert play.here.timeline is whole
    press(play, "r")
    assert play.status.startswith("Nothing to redo.")


def test_restart_is_the_same_deal_and_new_deal_another(play: Play) -> None:
    first = play.here.timeline[0].state.holdings
    opening(play)
    play.do("restart")
    assert (play.here.end, play.here.live.holdings) == (0, first)
    play.do("new_deal")
    assert play.here.live.holdings != first
    assert 'seed=2' in play.line


def test_where_the_teacher_does_not_allow_it_nothing_is_taken_back() -> None:
    play = Play("all-fives", against="greedy", seed=1, delay=0, undo=False)
    opening(play)
    before = play.here.timeline
    press(play, "u")
    assert play.here.timeline is before
    assert play.status.startswith("You cannot undo a move in this game.")
    assert not {"undo", "redo", "restart"} & {node["do"] for node in kinds(play, "button")}


# --- several people at one screen


def test_behind_the_curtain_nobodys_tiles_are_seen() -> None:
    """Nowhere in what goes to the page: not in the picture, its words, its places, on a button or in the caption."""
    play = Play("block", names=["Ana", "Ben"], seed=7, delay=0)
    for _ in range(4):
        assert play.here.waits == "curtain"
        hidden = {str(tile) for holding in play.here.live.holdings for tile in holding}
        laid = {str(one.tile) for one in play.here.live.chain.laid}
        must = {str(play.here.live.lead.must)}
        secret = hidden - laid - must
        assert not {tile for tile in secret if f'"{tile}"' in everything(play) or f"{tile} " in text(play)}
        assert not kinds(play, "rack")
        table = play.moment()["table"]
        assert not {"places", "chosen", "spots"} & set(table)
        assert all(tile.tile is None for holding in play.tabletop().holdings for tile in holding.tiles or () if tile)
        assert set(does(play.areas()["bar"]) + does(play.areas()["rack"])) <= {"undo"}
        press(play, "Enter")
        seat = play.here.live.turn
        assert play.here.viewpoint == seat
        assert list(held(play)) == [str(tile) for tile in sorted(play.here.live.holdings[seat])]
        others = {str(tile) for tile in play.here.live.holdings[1 - seat]}
        assert not {tile for tile in others if tile in everything(play)}
        do(play, play.here.legal[0])


def test_the_curtain_says_whose_turn_it_is_over_the_table() -> None:
    play = Play("block", names=["Ana", "Ben"], seed=7, delay=0)
    name = play.here.timeline.names[play.here.live.turn]
    assert f"{name}'s turn. {name}, press Enter" in play.status
    notice = play.moment()["table"]["notice"]
    assert text(notice).startswith(f"{name}'s turn.")
    assert f"{name}'s turn." not in text(play.areas()), "once is enough"
    play.do("lift")
    assert "notice" not in play.moment()["table"]
    assert text(styled(play, "your-turn")) == f"{name}'s turn."


# --- calling and stacking


def setting_five_five() -> int:
    """A deal in which the reader sets 5-5, which counts 10."""
    for seed in range(200):
        game = PlaySession("two-box", against="random", seats=4, seed=seed)
        if game.waits == "human" and {str(action.tile) for action in game.legal} == {"5-5"}:
            return seed
    raise AssertionError("no such deal")


def test_a_score_is_called_by_its_digits_and_a_forgotten_one_is_lost() -> None:
    seed = setting_five_five()
    called, silent = (Play("two-box", against="random", seats=4, seed=seed, delay=0) for _ in range(2))
    pick(called, called.here.legal[0].tile)
    press(called, "1", "0")
    assert (called.here.call, find(called, "call")["value"]) == (10, 10)
    press(called, "Enter")
    do(silent, silent.here.legal[0])
    assert called.here.timeline[1].points == 10
    assert silent.here.timeline[1].points == 0
    assert called.here.call == 0


def test_where_scores_are_called_the_words_say_that_play_tile_plays() -> None:
    play = Play("two-box", against="random", seats=4, seed=setting_five_five(), delay=0)
    asked = "Your turn. Choose a tile, type its score in the Call field, and press Play tile."
    assert text(styled(play, "your-turn")) == asked
    play.do("choose", "5-5")
    assert "5-5 selected. Type the score you call, then press Play tile." in play.stage.moment["status"]
    assert "0 to 9: the score you call." in play.key_help()


def test_the_list_of_keys_has_those_that_the_game_needs() -> None:
    """Nobody draws in Block, and a game whose moves stand has no undo."""
    block, draw = (Play(rules, against="random") for rules in ("block", "draw"))
    assert ("D: draw." in block.key_help(), "D: draw." in draw.key_help()) == (False, True)
    assert "U: undo." in block.key_help()
    assert "U: undo." not in Play("block", against="random", undo=False).key_help()
    assert "N: next hand." not in Play("block", against="random", match=False).key_help()


def test_the_sides_of_a_spinner_are_named_by_where_they_are() -> None:
    """The 6-6 begins and is the spinner: a tile with a 6 can go on any of its sides."""
    view = BoardView(Board(dl.lay("all-fives", "6-6")))
    names = [place["name"].partition(", +")[0] for place in view.stage.moment["table"]["places"]["6-3"]]
    assert sorted(names) == [f"play 6-3 {side} 6-6" for side in ("above", "below", "left of", "right of")]


def test_there_is_no_field_for_a_call_where_scores_count_by_themselves(play: Play) -> None:
    press(play, "5")
    assert play.here.call == 0
    assert "call" not in does(play)


def test_enter_in_the_field_calls_and_lays() -> None:
    play = Play("two-box", against="random", seats=4, seed=setting_five_five(), delay=0)
    pick(play, play.here.legal[0].tile)
    play.do("confirm", "10")
    assert play.here.timeline[1].points == 10


# --- waiting for the players


def test_a_reply_comes_after_the_delay_and_the_kernel_is_free_until_then() -> None:
    async def played() -> list[int]:
        play = Play("all-fives", against="greedy", seed=1, delay=0.02)
        opening(play)
        steps = [play.here.step]
        await asyncio.sleep(0)
        steps.append(play.here.step)
        for _ in range(200):
            await asyncio.sleep(0.01)
            if play.here.waits != "player":
                break
        return [*steps, play.here.step]

    assert asyncio.run(played()) == [1, 1, 2]


def test_what_is_taken_back_while_a_player_waits_is_not_answered() -> None:
    async def played() -> tuple[int, str]:
        play = Play("all-fives", against="greedy", seed=1, delay=0.02)
        opening(play)
        press(play, "u")
        await asyncio.sleep(0.1)
        return play.here.step, play.here.waits

    assert asyncio.run(played()) == (0, "human")


def test_after_it_is_closed_no_player_moves() -> None:
    async def played() -> int:
        play = Play("all-fives", against="greedy", seed=1, delay=0.02)
        opening(play)
        play.close()
        await asyncio.sleep(0.1)
        return play.here.step

    assert asyncio.run(played()) == 1


def test_a_player_that_breaks_is_shown_and_the_game_stands() -> None:
    def broken(_view: View, _stream: Stream) -> Action:
        return Draw()

    play = Play("block", against=broken, seed=1, delay=0)
    play.here.do(play.here.legal[0])
    assert "draw" in play.error
    assert play.here.end == 1


# --- when a hand is over


def ended(play: Play) -> Play:
    dice = random.Random(4)
    while not play.here.is_over:
        play.here.do(dice.choice(play.here.legal))
    return play


def test_the_end_of_a_hand_says_who_won_by_what_sum_over_the_table(play: Play) -> None:
    ended(play)
    notice = play.moment()["table"]["notice"]
    settled = play.here.now.settled
    winner = play.here.timeline.names[settled.winner]
    assert notice[0]["text"] == f"{winner} wins the hand and {settled.award} point{'' if settled.award == 1 else 's'}."
    assert str(settled.ruling.facts["base"]) in notice[1]["text"]
    assert f"Ana {play.here.live.scores[0]} · Ben {play.here.live.scores[1]}" in text(notice)
    assert does(notice) == ["next_hand", "look", "see_table"]
    assert [node["do"] for node in styled(play, "primary")] == ["next_hand"]
    play.do("see_table")
    assert "notice" not in play.moment()["table"]
    assert [node["do"] for node in styled(play, "primary")] == ["next_hand"]
    press(play, "n")
    assert play.here.match.standing.hand == 2


def test_a_look_back_at_an_earlier_move_has_a_way_to_the_game(play: Play) -> None:
    ended(play)
    play.do("go", 3)
    assert "notice" not in play.moment()["table"]
    assert text(styled(play, "your-turn")) == f"Move 3 of {play.here.end}"
    play.do("last")
    assert play.here.step == play.here.end


def test_a_finished_hand_opens_in_a_stepper_and_closes_again(play: Play, alive: Callable[[], int]) -> None:
    ended(play)
    before = alive()
    play.do("look")
    assert isinstance(play.review, HandStepper)
    assert play.review in play.children
    assert play.review.here.timeline is play.here.timeline
    press(play, "Home", "ArrowRight")
    assert play.review.here.step == 1
    play.review.do("done")
    assert play.review is None
    assert alive() == before


def test_a_finished_hand_is_saved_as_a_record_that_reads_back(play: Play) -> None:
    ended(play)
    read = dl.load(play.sharing.record())
    assert read.actions == play.here.timeline.actions
    assert read.state.scores == play.here.live.scores
    assert not read.problems
    play.do("save", "record")


def test_an_unfinished_hand_is_not_given_away(play: Play) -> None:
    """A record has every tile in it."""
    opening(play)
    assert not {"save", "copy"} & set(does(play))
    with pytest.raises(DominoError):
        play.do("copy", "record")


def test_the_score_sheet_adds_up_hand_by_hand(play: Play) -> None:
    play.do("tab", "sheet")
    for number in range(2):
        ended(play)
        settled = play.here.now.settled
        [sheet] = kinds(play, "sheet")
        assert [row[0] for row in sheet["rows"]] == list(range(1, number + 2))
        last = sheet["rows"][-1][1:]
        assert tuple(cell["total"] for cell in last) == play.here.live.scores
        assert last[settled.winner]["text"].endswith(f"+ {settled.award}")
        press(play, "n")
    assert play.here.match.standing.hand == 3
    assert sheet["label"] == "Score sheet, to 100"


def test_the_moves_are_listed_beside_the_score_sheet(play: Play) -> None:
    opening(play)
    listed = entries(play)
    assert list(listed) == [0, 1, 2]
    assert listed[1][0] == str(play.here.timeline[1].action.tile)


def test_hand_after_hand_leaves_no_widget_behind(alive: Callable[[], int]) -> None:
    """Five hands, each opened in a stepper."""
    play, counts = Play("all-fives", against="greedy", seed=1, delay=0), []
    for _hand in range(5):
        ended(play)
        play.do("look")
        play.do("new_deal")
        counts.append(alive())
    assert counts == [counts[0]] * 5


def test_a_game_is_made_of_few_models_and_a_move_of_few_messages(wire: Wire, alive: Callable[[], int]) -> None:
    """At most 12 models and 60 kB to make it, 3 messages and 12 kB a move."""
    before = alive()
    play = Play("all-fives", against="greedy", names=["Ana", "Ben"], seed=1, delay=0)
    assert alive() - before <= 12
    play.stage.set_state({"width": 900})        # a page shows it
    opening(play)
    while not play.here.is_over:
        place = next(iter(play.moment()["table"]["places"].items()), None)
        wire.clear()
        if place:
            play.stage._receive(None, {"do": "play", "value": [place[0], place[1][0]["value"]]}, [])
        else:
            play.stage._receive(None, {"do": "act", "value": play.here.legal[0].kind}, [])
        assert len(wire.sizes) <= 3
        assert wire.total <= 12_000
    play.close()
    assert alive() == before


# --- motion


def test_a_reply_flies_from_the_hand_it_was_in(play: Play) -> None:
    opening(play)
    table = play.moment()["table"]
    assert [(one["from"], one["tile"]) for one in table["fly"]] == [
        ("seat-0", str(play.here.timeline[1].action.tile)), ("seat-1", str(play.here.timeline[2].action.tile))]
    assert [one["laid"] for one in table["fly"]] == [0, 1]
    assert table["since"] == 0, "both are seen by whoever was at the deal"


# --- the picture


@pytest.mark.parametrize("pixels", [(256, 150), (720, 324)])
@pytest.mark.parametrize("rules", ["all-fives", "draw", "two-box", "all-sevens", "blind"])
def test_a_live_picture_keeps_its_size_and_its_tiles_their_places(rules: str, pixels: tuple[int, int]) -> None:
    play, dice = Play(rules, against="random", seed=5, delay=0), random.Random(5)
    play.stage.room = list(pixels)
    sizes, before = set(), []
    while not play.here.is_over:
        seen = play.scene
        sizes.add(seen.pixels)
        places = [tile.placed for tile in seen.tiles]
        assert places[: len(before)] == before, "a laid tile has another place"
        before = places
        play.here.do(dice.choice(play.here.legal))
    assert sizes == {pixels}


def test_a_look_back_lights_nothing_and_a_move_is_made_at_the_end(play: Play) -> None:
    opening(play)
    press(play, "ArrowDown")
    play.here.go(0)
    assert lit(play.here).lit == ()
    end = play.here.end
    do(play, play.here.legal[0])
    assert play.here.step > end


# --- what it is made from


def test_the_line_makes_the_game_again() -> None:
    play = Play("draw", against=["heaviest", None, "greedy"], names=["A", "B", "C"], seed=9, match=False, undo=False)
    assert play.line == ('dl.Play("draw", against=["heaviest", None, "greedy"], names=["A", "B", "C"], seed=9, '
                         "match=False, undo=False)")
    again = eval(play.line, {"dl": dl})
    assert again.here.timeline[0].state == play.here.timeline[0].state
    assert again.here.seating == play.here.seating


def test_the_line_keeps_house_rules_and_their_name() -> None:
    play = Play(dl.ruleset("block").but(name="Our club", target=61), against="heaviest", seed=9, delay=0)
    again = eval(play.line, {"dl": dl})
    assert (again.here.live.rules.name, again.here.live.rules["target"]) == ("Our club", 61)


def test_a_player_of_ones_own_has_no_line() -> None:
    assert Play("block", against=lambda view, _stream: view.legal[0], seed=1, delay=0).line == ""


def test_a_saved_notebook_shows_the_table_and_only_ones_own_tiles(play: Play) -> None:
    bundle = play._repr_mimebundle_()
    own, others = play.here.live.holdings
    faces = ET.fromstring(picture(bundle))
    assert faces.tag.endswith("svg")
    words = " ".join(" ".join(faces.itertext()).split()) + bundle["text/plain"]
    assert all(str(tile) in words for tile in own)
    assert not any(str(tile) in words.replace(told(play), "") for tile in others)


def test_a_game_for_one_player_is_refused_with_the_way_to_play_it() -> None:
    with pytest.raises(RulesetError, match=r'dl\.Patience\("five-columns"\)'):
        Play("five-columns")


def test_two_views_of_one_game_stay_in_step_and_one_of_them_speaks() -> None:
    first = Play("all-fives", against="greedy", seed=1, delay=0)
    second = Play(first.here)
    opening(first)
    assert second.here is first.here
    assert second.scene.tiles == first.scene.tiles
    assert first.here.end == 2
    assert (bool(first.status), bool(second.status)) == (False, True)
    first.close()
    opening(second)
    assert second.here.waits == "human", "the view that is left lets the players move"


def test_of_two_views_one_waits_for_the_reply() -> None:
    """Each with a pause of its own, the players would move twice as fast."""
    async def played() -> list[bool]:
        first = Play("all-fives", against="greedy", seed=1, delay=5)
        second = Play(first.here)
        opening(first)
        return [view.replies.at_work for view in (first, second)]

    assert asyncio.run(played()) == [True, False]


def test_a_picture_of_the_game_beside_it_does_not_stop_the_players() -> None:
    play = Play("all-fives", against="greedy", seed=1, delay=0)
    dl.Table(play.here)
    opening(play)
    assert play.here.waits == "human"


# --- a match that is interrupted


def states(play: Play) -> list[State]:
    return [step.state for step in play.here.timeline.steps]


def test_a_kept_match_goes_on_where_it_was_left(tmp_path: Path) -> None:
    """As after a kernel that died: all that is left of the game is the file."""
    file, dice = tmp_path / "match.toml", random.Random(3)
    before = Play("all-fives", against="greedy", seed=1, delay=0, save=file)
    ended(before)
    press(before, "n")
    for _ in range(3):
        do(before, dice.choice(before.here.legal))
    after = Play("all-fives", against="greedy", seed=1, delay=0, save=file)
    assert after.here is not before.here
    assert states(after) == states(before)
    assert after.here.sheet == before.here.sheet
    assert after.status.startswith("The match goes on where you left off.")
    for game in (before.here, after.here):
        game.do(game.legal[0])
    assert states(after) == states(before)
    assert states(Play(str(file), delay=0)) == states(after)


def test_a_player_of_ones_own_goes_on_too(tmp_path: Path) -> None:
    def last(view: View, _stream: Stream) -> Action:
        return view.legal[-1]

    file = tmp_path / "match.toml"
    before = Play("block", against=last, seed=1, delay=0, save=file)
    before.here.do(before.here.legal[0])
    after = Play("block", against=last, delay=0, save=file)
    assert states(after) == states(before)
    assert after.here.seating == before.here.seating


def test_a_file_with_another_game_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    Play("block", against="heaviest", seed=1, delay=0, save=file)
    text = file.read_text(encoding="utf-8")
    with pytest.raises(RecordError, match=r"match\.toml holds a match of Block Game"):
        Play("all-fives", against="greedy", seed=1, delay=0, save=file)
    assert file.read_text(encoding="utf-8") == text
    assert [path.name for path in tmp_path.iterdir()] == ["match.toml"]


def test_undo_says_what_was_undone(play: Play) -> None:
    tile = play.here.legal[0].tile
    play.here.do(play.here.legal[0])
    play.do("undo")
    assert play.status.startswith(f"Undone: Ana starts with {tile}")
    play.do("undo")
    assert play.status.startswith("Nothing to undo.")
