"""Play, outside a browser: what keys, buttons and pointing do to a game, what is seen and said, and what is kept."""

from __future__ import annotations

import asyncio
import random
import re
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import ipywidgets
import pytest

import domino_lab as dl
from domino_lab.actions import Action, Draw, Pass
from domino_lab.catalogue import get, rulesets
from domino_lab.errors import IllegalAction, RecordError, RulesetError
from domino_lab.picture.layout import Box
from domino_lab.play.hand import advance
from domino_lab.play.state import State
from domino_lab.play.view import View
from domino_lab.rules.ruleset import Ruleset
from domino_lab.shuffle import Stream
from domino_lab.tiles import Tile
from domino_lab.widgets import HandStepper, Play
from domino_lab.widgets.board.play_table import PlayTable, lit
from domino_lab.widgets.board.rack import able_tiles
from domino_lab.widgets.playing.game import Game
from tests.words.test_readability import SAID, grade

CHAINS = [rules for rules in rulesets() if rules.solo is None and "/" not in rules.id]


def press(play: Play, *keys: str) -> None:
    """What the page does when a key goes down; what goes wrong behind a guard fails here."""
    for key in keys:
        play.frame._receive(play.frame, {"type": "key", "key": key}, [])
        assert play.frame.error == ""


def shown(widget: ipywidgets.Widget) -> str:
    """All that can be read in a widget and is not hidden: its HTML, its buttons and their tooltips."""
    if getattr(widget.layout, "display", "") == "none":
        return ""
    own = [widget.value] if isinstance(widget, ipywidgets.HTML) else []
    if isinstance(widget, ipywidgets.Button):
        own = [widget.description, widget.tooltip or ""]
    return " ".join([*own, *map(shown, getattr(widget, "children", ()))])


def pick(play: Play, tile: Tile) -> None:
    """Choose a tile with Down."""
    for _ in range(len(play.here.tiles) + 1):
        if play.here.tile == tile:
            return
        press(play, "ArrowDown")
    raise AssertionError(f"no key reaches {tile}")


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
    monkeypatch.setattr(PlayTable, "repaint", lambda _table: None)


@pytest.fixture
def play() -> Iterator[Play]:
    """All Fives, seed 1: the reader leads, and Ben answers at once."""
    made = Play("all-fives", against="greedy", names=["Ana", "Ben"], seed=1, delay=0)
    yield made
    made.close()


def middle(box: Box) -> tuple[float, float]:
    """The middle of a box of dots, in pixels."""
    return (box[0] + box[2] / 2) / 2, (box[1] + box[3] / 2) / 2


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
    assert len(play.frame.status.split()) <= 60
    play.close()


def test_all_but_one_seat_may_be_people_or_players() -> None:
    play = Play("draw", against=["heaviest", None, "greedy", None], names=["A", "B", "C", "D"], seed=3, delay=0)
    assert play.here.humans == (1, 3)
    assert play.here.waits == "curtain"


# --- refusing


def test_what_the_rules_refuse_is_answered_with_its_clause_and_changes_nothing(play: Play) -> None:
    opening(play)
    before = play.here.timeline
    bad = next(tile for tile in play.here.tiles if tile not in set(able_tiles(play.here)))
    pick(play, bad)
    press(play, "Enter")
    assert play.here.timeline is before
    assert play.here.refused.clause == "GEN-FIT-1"
    assert "Rule GEN-FIT-1" in play.caption.text.value
    assert play.frame.status == play.caption.told
    assert "You can " in play.caption.told


def test_out_of_turn_the_rules_answer(play: Play) -> None:
    slow = Play("all-fives", against="greedy", names=["Ana", "Ben"], seed=1, delay=3)
    slow.replies.stop()
    opening(slow)
    before = slow.here.timeline
    press(slow, "Enter", "d")
    assert slow.here.timeline is before
    assert slow.here.refused.clause == "GEN-TURN-1"


def test_the_legal_ends_of_the_chosen_tile_light_up_and_can_be_pressed(play: Play) -> None:
    opening(play)
    tile = next(iter(able_tiles(play.here)))
    pick(play, tile)
    ends = {end.end for end in play.table.scene.ends if end.lit}
    assert ends == {action.end for action in play.here.legal if action.tile == tile}
    box, before = next(end.zone for end in play.table.scene.ends if end.lit), play.here.end
    play.table._point(*middle(box))
    assert play.here.timeline[before + 1].action.tile == tile


def test_after_a_tile_that_fits_nowhere_the_ends_light_up_where_another_goes(play: Play) -> None:
    opening(play)
    pick(play, next(tile for tile in play.rack.shown if tile not in able_tiles(play.here)))
    assert lit(play.here).lit == ()
    press(play, "Enter")
    assert play.here.refused is not None
    assert {one.end for one in lit(play.here).lit} == {action.end for action in play.here.legal}


def test_what_is_refused_out_of_turn_lights_nothing_of_the_holding_to_move() -> None:
    slow = Play("all-fives", against="greedy", seed=1, delay=3)
    slow.replies.stop()
    opening(slow)
    press(slow, "d")
    assert slow.here.refused is not None
    assert lit(slow.here).lit == ()


def test_a_tile_in_ones_own_holding_is_chosen_by_pressing_it(play: Play) -> None:
    held = next(tile for holding in play.table.scene.holdings for tile in holding.tiles if tile.tile is not None)
    x, y = middle(held.box)
    play.table._point(x, y)
    assert play.here.tile == held.tile
    play.table._point(x, y)
    assert play.here.tile is None


# --- the rack


def test_tiles_that_can_go_are_told_apart_by_more_than_colour(play: Play) -> None:
    opening(play)
    able = set(able_tiles(play.here))
    assert 0 < len(able) < len(play.rack.shown)
    for tile, button in zip(play.rack.shown, play.rack.buttons, strict=False):
        assert ("dlab-can" in button._dom_classes) == (tile in able)
        assert ("dlab-cannot" in button._dom_classes) == (tile not in able)
        assert button.tooltip == f"{tile} can{'' if tile in able else 'not'} be played now"


def test_without_hints_nothing_tells_them_apart() -> None:
    play = Play("all-fives", against="greedy", seed=1, delay=0, hints=False)
    opening(play)
    marks = {css for button in play.rack.buttons for css in button._dom_classes}
    assert not marks & {"dlab-can", "dlab-cannot"}
    assert not any(button.tooltip for button in play.rack.buttons)


def test_the_rack_is_one_stop_of_tab(play: Play) -> None:
    opening(play)
    for _ in range(3):
        press(play, "ArrowDown")
        stops = [tile for tile, button in zip(play.rack.shown, play.rack.buttons, strict=False) if button.tabbable]
        assert stops == [play.here.tile]


def test_at_most_five_controls_stand_before_more(play: Play) -> None:
    def controls() -> list[str]:
        rows = [play.action_bar.children[0], *([play.afterwards] if play.here.is_over else [])]
        found = [child for row in rows for child in _buttons(row)]
        return [button.description for button in found if button.layout.display != "none"]

    assert controls() == ["Play tile", "Draw", "Pass", "Undo", "More"]
    while not play.here.is_over:
        play.here.do(play.here.legal[0])
    assert controls() == ["Undo", "More", "Next hand", "Look through it", "Save the hand"]


def _buttons(widget: ipywidgets.Widget) -> list[ipywidgets.Button]:
    own = [widget] if isinstance(widget, ipywidgets.Button) else []
    return [*own, *(button for child in getattr(widget, "children", ()) for button in _buttons(child))]


# --- saying


def test_ones_own_move_and_the_reply_are_one_announcement(play: Play) -> None:
    said: list[str] = []
    play.frame.observe(lambda change: said.append(change["new"]), "status")
    tile = play.here.legal[0].tile
    play.here.do(play.here.legal[0])
    reply = play.here.timeline[2].action
    assert len(said) == 1
    assert said[0].startswith(f"Ana starts with {tile}")
    assert f"Ben {'plays ' + str(reply.tile) if reply.kind == 'play' else reply.kind + 's'}" in said[0]
    assert said[0] == play.caption.told


def test_a_player_gives_its_reason_beside_its_name(play: Play) -> None:
    opening(play)
    assert "Ben: " in play.reasons.value
    assert play.here.reasons[play.here.end] in play.reasons.value.replace('<span class="dlab-whole">', "").replace(
        "</span>", "")


def test_reasons_can_be_left_out() -> None:
    play = Play("all-fives", against="greedy", seed=1, delay=0, reasons=False)
    opening(play)
    assert play.reasons.value == ""


def test_drawn_tiles_of_others_are_counted_and_not_named() -> None:
    """Ben must draw until he can lay; what he draws is his."""
    def drawing(view: View, _stream: Stream) -> Action:
        return view.legal[-1] if view.drawn < 3 and view.legal[-1].kind == "draw" else view.legal[0]

    play = Play(get("draw").but(draw_when="optional"), against=drawing, names=["Ana", "Ben"], seed=1, delay=0)
    if play.here.end == 0:
        opening(play)
    drawn = [event.tile for step in play.here.timeline.steps for event in step.events if hasattr(event, "tile")
             and step.action == Draw()]
    assert "Ben draws 3 tiles." in play.frame.status
    laid = {one.tile for one in play.here.live.chain.laid}
    assert drawn
    assert not any(str(tile) in play.frame.status for tile in drawn if tile not in laid)


@pytest.mark.usefixtures("bare")
def test_what_is_said_is_read_at_about_grade_five() -> None:
    """Captions and reasons of hands that are played to their end, with a tile chosen before each move."""
    said = []
    for rules in ("all-fives", "draw", "block", "two-box"):
        play = Play(rules, against="greedy", seed=3, delay=0)
        while not play.here.is_over:
            play.here.choose(next(iter(play.here.tiles), None))
            said.append(play.caption.told)
            play.here.do(play.here.legal[0])
            said.append(play.caption.told)
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
    assert play.action_bar.buttons["undo"].disabled
    while play.here.may_redo:
        press(play, "r")
    assert play.here.timeline is whole
    press(play, "r")
    assert play.frame.status.startswith("Nothing to redo.")


def test_restart_is_the_same_deal_and_new_deal_another(play: Play) -> None:
    first = play.here.timeline[0].state.holdings
    opening(play)
    play.action_bar.extras["restart"].click()
    assert (play.here.end, play.here.live.holdings) == (0, first)
    play.action_bar.extras["new_deal"].click()
    assert play.here.live.holdings != first
    assert 'seed=2' in play.line


def test_where_the_teacher_does_not_allow_it_nothing_is_taken_back() -> None:
    play = Play("all-fives", against="greedy", seed=1, delay=0, undo=False)
    opening(play)
    before = play.here.timeline
    press(play, "u")
    assert play.here.timeline is before
    assert play.frame.status.startswith("You cannot undo a move in this game.")
    hidden = [play.action_bar.buttons["undo"], play.action_bar.extras["redo"], play.action_bar.extras["restart"]]
    assert {button.layout.display for button in hidden} == {"none"}


# --- several people at one screen


def test_behind_the_curtain_nobodys_tiles_are_seen() -> None:
    """Nowhere: not in the picture, in its words, on a button or in the caption.

    Beside the table stands what would fit, of all the tiles that are not laid: that is no secret.
    """
    play = Play("block", names=["Ana", "Ben"], seed=7, delay=0)
    for _ in range(4):
        assert play.here.waits == "curtain"
        hidden = {str(tile) for holding in play.here.live.holdings for tile in holding}
        told = " ".join((shown(play.body.children[0]), play.frame.alt, play.frame.status))
        laid = {str(one.tile) for one in play.here.live.chain.laid}
        must = {str(play.here.live.lead.must)}
        assert not {tile for tile in hidden - laid - must if tile in told}
        assert all(tile.tile is None for holding in play.table.scene.holdings for tile in holding.tiles)
        press(play, "Enter")
        seat = play.here.live.turn
        assert play.here.viewpoint == seat
        assert play.rack.shown == tuple(sorted(play.here.live.holdings[seat]))
        told = " ".join((shown(play.body.children[0]), play.frame.alt, play.frame.status))
        assert not {str(tile) for tile in play.here.live.holdings[1 - seat]} & set(told.replace(",", " ").split())
        do(play, play.here.legal[0])


def test_the_curtain_says_whose_turn_it_is() -> None:
    play = Play("block", names=["Ana", "Ben"], seed=7, delay=0)
    name = play.here.timeline.names[play.here.live.turn]
    assert f"{name}'s turn. {name}, press Enter" in play.frame.status
    play.curtain.lift.click()
    assert play.curtain.layout.display == "none"
    assert "When only" not in play.frame.status


# --- calling and stacking


def setting_five_five() -> int:
    """A deal in which the reader sets 5-5, which counts 10."""
    for seed in range(200):
        game = Game("two-box", against="random", seats=4, seed=seed)
        if game.waits == "human" and {str(action.tile) for action in game.legal} == {"5-5"}:
            return seed
    raise AssertionError("no such deal")


def test_a_score_is_called_by_its_digits_and_a_forgotten_one_is_lost() -> None:
    seed = setting_five_five()
    called, silent = (Play("two-box", against="random", seats=4, seed=seed, delay=0) for _ in range(2))
    pick(called, called.here.legal[0].tile)
    press(called, "1", "0")
    assert (called.here.call, called.action_bar.call.value) == (10, 10)
    press(called, "Enter")
    do(silent, silent.here.legal[0])
    assert called.here.timeline[1].points == 10
    assert silent.here.timeline[1].points == 0
    assert called.here.call == 0


def test_there_is_no_field_for_a_call_where_scores_count_by_themselves(play: Play) -> None:
    press(play, "5")
    assert play.here.call == 0
    assert play.action_bar.call.layout.display == "none"


def test_enter_in_the_field_calls_and_lays() -> None:
    play = Play("two-box", against="random", seats=4, seed=setting_five_five(), delay=0)
    pick(play, play.here.legal[0].tile)
    play.frame._receive(play.frame, {"type": "press", "what": "enter:10"}, [])
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
    assert "draw" in play.frame.error
    assert play.here.end == 1


def test_players_alone_play_to_the_end() -> None:
    play = Play("block", against=["heaviest", "doubles"], seed=1, delay=0)
    assert play.here.is_over
    assert play.table.scene.title == "Block Game, seed 1, hand 0"


# --- when a hand is over


def ended(play: Play) -> Play:
    dice = random.Random(4)
    while not play.here.is_over:
        play.here.do(dice.choice(play.here.legal))
    return play


def test_a_finished_hand_opens_in_a_stepper_and_closes_again(play: Play, alive: Callable[[], int]) -> None:
    ended(play)
    before = alive()
    play.afterwards.look.click()
    assert isinstance(play.afterwards.stepper, HandStepper)
    assert play.afterwards.stepper.here.timeline is play.here.timeline
    play.afterwards.look.click()
    assert play.afterwards.stepper is None
    assert alive() == before


def test_a_finished_hand_is_saved_as_a_record_that_reads_back(play: Play) -> None:
    ended(play)
    read = dl.load(play.afterwards.away.record())
    assert read.actions == play.here.timeline.actions
    assert read.state.scores == play.here.live.scores
    assert not read.problems


def test_an_unfinished_hand_is_not_given_away(play: Play) -> None:
    """A record has every tile in it."""
    opening(play)
    assert play.afterwards.layout.display == "none"
    assert play.afterwards.away.layout.display == "none"


def test_the_score_sheet_adds_up_hand_by_hand(play: Play) -> None:
    for _ in range(2):
        ended(play)
        settled = play.here.now.settled
        total = [int(cell) for cell in play.sheet.table.value.replace("<b>", "|").replace("</b>", "|").split("|")[1::2]]
        assert tuple(total[-2:]) == play.here.live.scores
        assert f"+ {settled.award}" in play.sheet.table.value
        press(play, "n")
    assert play.here.match.standing.hand == 3
    assert play.sheet.table.value.count("<tr>") == 4


def test_hand_after_hand_leaves_no_widget_behind(alive: Callable[[], int]) -> None:
    """Five hands, each opened in a stepper; the rack makes a button for each tile of the largest holding so far."""
    play, counts, racks = Play("all-fives", against="greedy", seed=1, delay=0), [], []
    for _hand in range(5):
        ended(play)
        play.afterwards.look.click()
        play.action_bar.extras["new_deal"].click()
        counts.append(alive())
        racks.append(len(play.rack.buttons))
    assert [count - rack for count, rack in zip(counts, racks, strict=True)] == [counts[0] - racks[0]] * 5


# --- the picture


@pytest.mark.parametrize("pixels", [340, 720])
@pytest.mark.parametrize("rules", ["all-fives", "draw", "two-box", "all-sevens", "blind"])
def test_a_live_picture_keeps_its_size_and_its_tiles_their_places(rules: str, pixels: int) -> None:
    play, dice = Play(rules, against="random", seed=5, delay=0), random.Random(5)
    play.table.fit(pixels)
    sizes, before = set(), None
    while not play.here.is_over:
        seen = play.table.scene
        sizes.add(seen.pixels)
        places = [tile.placed for tile in seen.tiles]
        if before is not None:
            assert places[: len(before[0])] == before[0], "a laid tile has another place"
            changed = before[1] != seen.viewport and not (before[1].follows and seen.viewport.follows)
            assert bool(re.search(r"Zoomed|re-centred|picture now follows", play.caption.told)) == changed
        before = places, seen.viewport
        play.here.do(dice.choice(play.here.legal))
    assert len(sizes) == 1


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
    faces = ET.fromstring(bundle["image/svg+xml"])
    assert faces.tag.endswith("svg")
    words = " ".join(" ".join(faces.itertext()).split()) + bundle["text/plain"]
    assert all(str(tile) in words for tile in own)
    lots = play.caption.told
    assert not any(str(tile) in words.replace(lots, "") for tile in others)


def test_a_game_for_one_player_is_refused_with_the_way_to_play_it() -> None:
    with pytest.raises(RulesetError, match=r'dl\.Patience\("five-columns"\)'):
        Play("five-columns")


def test_a_number_of_seats_that_the_game_is_not_for_is_refused() -> None:
    with pytest.raises(IllegalAction):
        Play("all-fives", seats=9)


def test_two_views_of_one_game_stay_in_step_and_one_of_them_speaks() -> None:
    first = Play("all-fives", against="greedy", seed=1, delay=0)
    second = Play(first.here)
    opening(first)
    assert second.here is first.here
    assert second.table.scene.tiles == first.table.scene.tiles
    assert first.here.end == 2
    assert (bool(first.frame.status), bool(second.frame.status)) == (False, True)
    first.close()
    opening(second)
    assert second.here.waits == "human", "the view that is left lets the players move"


def test_of_two_views_one_waits_for_the_reply() -> None:
    """Each with a pause of its own, the players would move twice as fast."""
    async def played() -> list[bool]:
        first = Play("all-fives", against="greedy", seed=1, delay=5)
        second = Play(first.here)
        opening(first)
        return [view.replies._at_work for view in (first, second)]

    assert asyncio.run(played()) == [True, False]


def test_a_picture_of_the_game_beside_it_does_not_stop_the_players() -> None:
    play = Play("all-fives", against="greedy", seed=1, delay=0)
    dl.Table(play.here)
    opening(play)
    assert play.here.waits == "human"


def test_the_deal_is_that_of_the_seed(play: Play) -> None:
    assert play.here.timeline[0].state.holdings == dl.play_out("all-fives", seed=1)[0].state.holdings


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
    assert after.frame.status.startswith("The match goes on where it was left.")
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


def test_a_file_that_was_tampered_with_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    play = Play("block", against="heaviest", seed=1, delay=0, save=file)
    play.here.do(play.here.legal[0])
    text = file.read_text(encoding="utf-8")
    first = str(play.here.timeline[1].action.tile)
    file.write_text(text.replace(f'play = "{first}"', 'play = "0-0"', 1), encoding="utf-8")
    with pytest.raises(RecordError, match="line"):
        Play(file)
