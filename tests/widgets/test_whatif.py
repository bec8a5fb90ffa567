"""What if: another move from any step, played on or by hand; one call returns; nothing hidden is shown by it."""

from __future__ import annotations

from dataclasses import replace

import pytest

import domino_lab as dl
from domino_lab.core.errors import IllegalAction
from domino_lab.notebook import load, play_out
from domino_lab.play.legal import legal
from domino_lab.play.timeline import Note, Timeline
from domino_lab.sessions.playhead import Playhead
from domino_lab.widgets import HandStepper
from domino_lab.widgets.stepper import tries
from tests.notebook.test_what_if import UNKNOWN, every_ruleset
from tests.widgets.reading import area, does, entries, find, nodes, styled, text


def words(here: Playhead) -> list[str]:
    return [one.words for one in tries(here)]


def listed(stepper: HandStepper) -> list[str]:
    """The moves on the score sheet, as they are read aloud."""
    stepper.do("tab", "moves")
    return [name for _, _, name in entries(stepper).values()]


def opened(hand: object, **how: object) -> HandStepper:
    """A stepper with its moves to be tried in sight."""
    stepper = HandStepper(hand, **how)
    stepper.do("tab", "what_if")
    return stepper


def offered(stepper: HandStepper) -> list[dict]:
    """The buttons of the moves that may be tried."""
    return [node for node in nodes(stepper) if node.get("do") == "try"]


def try_move(stepper: HandStepper, named: str) -> None:
    stepper.do("try", next(one["value"] for one in offered(stepper) if one["text"] == named))


# --- the Playhead


def test_a_branch_goes_one_step_on_and_the_hand_is_kept(hand: Timeline) -> None:
    here = Playhead(hand, step=3, viewpoint=0)
    other = next(action for action in legal(here.state) if action != hand[4].action)
    here.branch(other)
    assert (here.step, here.end, here.is_branch, here.viewpoint) == (4, 4, True, 0)
    assert here.now.action == other
    assert here.left is not None
    assert here.left.timeline is hand
    assert here.timeline.steps[:4] == hand.steps[:4]
    here.back()
    assert (here.timeline, here.step, here.is_branch, here.viewpoint) == (hand, 3, False, 0)


def test_from_a_branch_of_a_branch_one_call_returns_to_the_hand(hand: Timeline) -> None:
    here = Playhead(hand, step=3)
    for _ in range(3):
        here.branch(legal(here.state)[-1])
    here.play_on("random")
    here.go(5)
    here.branch(legal(here.state)[0])
    assert here.timeline.title.count("what if") == 1
    here.back()
    assert (here.timeline, here.step) == (hand, 3)
    here.back()
    assert (here.timeline, here.step) == (hand, 3)


def test_what_the_rules_refuse_changes_nothing(hand: Timeline) -> None:
    here = Playhead(hand, step=3)
    changes = here.changes
    with pytest.raises(IllegalAction):
        here.branch(hand[1].action)
    assert (here.timeline, here.step, here.is_branch, here.changes) == (hand, 3, False, changes)


def test_one_change_is_counted_once_so_that_every_view_is_drawn_once(hand: Timeline) -> None:
    here = Playhead(hand, step=3)
    for change in (lambda: here.branch(legal(here.state)[-1]), here.play_on, here.back):
        before = here.changes
        change()
        assert here.changes == before + 1


def test_the_line_below_the_table_makes_the_branch_again(hand: Timeline) -> None:
    here = Playhead("all-fives", seed=7, step=3)
    original = here.timeline
    here.branch(legal(here.state)[-1])
    here.branch(legal(here.state)[0])
    by_hand = eval(here.recipe, {"dl": dl})
    assert by_hand.steps == here.timeline.steps
    here.play_on("heaviest")
    played = eval(here.recipe, {"dl": dl})
    assert played.steps == here.timeline.steps
    assert played.title == here.timeline.title
    here.go(7)
    here.branch(legal(here.state)[-1])
    assert eval(here.recipe, {"dl": dl}).steps == here.timeline.steps
    here.back()
    assert here.recipe == '"all-fives", seed=7'
    assert here.timeline is original


def test_the_usual_players_play_on_as_the_hand_was_played(hand: Timeline) -> None:
    here = Playhead(hand, step=5)
    here.play_on()
    assert here.timeline.steps == hand.steps
    assert eval(here.recipe, {"dl": dl}).steps == hand.steps


def test_questions_of_the_hand_are_not_asked_in_a_branch_and_wait_in_the_hand(asking: Timeline) -> None:
    """The question of that hand is about step 6, asked at step 5."""
    here = Playhead(replace(asking, notes={**asking.notes, 2: Note(ask="How much?"), 20: Note(ask="And now?")}), step=1)
    here.answer("10")
    assert here.answers == {2: "10"}
    here.branch(legal(here.state)[-1])
    here.play_on("random")
    for step in range(here.end + 1):
        here.go(step)
        assert here.question is None
        assert not here.hides(step)
    here.back()
    assert (here.step, here.answers) == (2, {2: "10"})
    here.go(22)
    assert here.step == 5
    assert here.question.step == 6


def test_before_a_question_that_waits_nothing_can_be_tried(asking: Timeline) -> None:
    stepper = opened(asking, step=5)
    assert offered(stepper) == []
    assert find(stepper, "play_on")["off"]
    assert "Answer the question first." in area(stepper, "more")
    stepper.here.answer(None)
    assert offered(stepper)
    assert "play_on" in does(stepper)


@every_ruleset
def test_every_game_can_be_left_played_on_and_returned_to(rules) -> None:
    hand = play_out(rules.id, seed=4)
    here = Playhead(hand, viewpoint="all")
    here.step = here.end // 2
    step = here.step
    if here.state.over is not None:
        here.step = step = 0
    if here.state.over is not None:
        return
    found = tries(here)
    assert sum(one.played for one in found) == 1
    for one in found:
        here.branch(one.action)
        assert here.step == step + 1
        here.back()
    here.branch(found[-1].action)
    if here.may_branch:
        here.play_on()
    assert here.timeline.is_over
    here.back()
    assert (here.timeline, here.step) == (hand, step)


def test_a_new_hand_in_its_place_has_nothing_to_go_back_to(hand: Timeline, blocked: Timeline) -> None:
    stepper = HandStepper(hand, step=3)
    stepper.here.play_on("random")
    stepper.here.timeline = blocked
    assert not stepper.here.is_branch
    assert "back" not in does(stepper)
    assert eval(stepper.here.recipe, {"dl": dl}).steps == blocked.steps
    stepper.here.back()
    assert stepper.here.timeline is blocked


# --- what may be seen


def test_only_the_moves_of_a_holding_that_lies_open_are_listed(hand: Timeline) -> None:
    turn = hand[3].state.turn
    assert words(Playhead(hand, step=3)) == words(Playhead(hand, step=3, viewpoint=turn)) != []
    for hidden in (1 - turn, "table"):
        stepper = opened(hand, step=3, viewpoint=hidden)
        assert words(stepper.here) == []
        assert offered(stepper) == []
        assert "Choose a player" in area(stepper, "more")


def test_the_tiles_of_an_unknown_boneyard_are_not_listed_for_one_player(hand: Timeline) -> None:
    """They are all the tiles that nobody holds: who sees them knows what the others hold."""
    unknown = load(UNKNOWN)
    assert len(tries(Playhead(unknown, step=1))) == 28 - 6
    assert set(words(Playhead(unknown, step=1))) >= {"draw 0-0", "draw 6-5"}
    stepper = opened(unknown, step=1, viewpoint=1)
    assert words(stepper.here) == []
    assert "everyone" in area(stepper, "more")


def test_playing_on_stops_at_a_tile_nobody_knows_and_says_why() -> None:
    stepper = opened(load(UNKNOWN), step=1)
    stepper.do("play_on")
    assert stepper.here.is_branch
    assert not stepper.here.timeline.is_over
    assert "Nobody knows which tile" in area(stepper, "more")
    try_move(stepper, "draw 6-3")
    assert "6-3" in text(styled(stepper, "caption"))
    stepper.do("play_on")
    assert "plays 6-3" in text(styled(stepper, "caption"))


def test_rows_that_nobody_may_look_at_show_their_moves_only_where_all_lie_open() -> None:
    assert words(Playhead("blind", seed=7, step=3)) == []
    assert words(Playhead("blind", seed=7, step=3, viewpoint=0)) == []
    assert len(words(Playhead("blind", seed=7, step=3, viewpoint="all"))) >= 1


def test_a_score_that_must_be_called_is_called_in_time() -> None:
    """Step 6 of this hand lays 3-0 and calls 15."""
    here = Playhead("two-box-whole-hand", step=5, asks=False)
    here.branch(next(one.action for one in tries(here) if one.played))
    assert here.now.points == 15


# --- the part


def test_in_a_branch_the_way_back_is_there_even_when_the_moves_are_put_away(hand: Timeline) -> None:
    stepper = opened(hand, step=3)
    stepper.do("try", 0)
    stepper.do("key", "Escape")
    assert "try" not in does(stepper)
    assert "after step 3" in area(stepper, "talk")
    stepper.do("back")
    assert (stepper.here.timeline, stepper.here.step) == (hand, 3)
    assert "back" not in does(stepper)


def test_the_move_of_the_hand_is_marked(hand: Timeline) -> None:
    stepper = opened(hand, step=3)
    marked = [one for one in offered(stepper) if "(as in the hand)" in one["text"]]
    assert [one.get("pressed") for one in marked] == [True]
    assert str(hand[4].action.tile) in marked[0]["text"]
    other = next(one for one in offered(stepper) if one not in marked)
    stepper.do("try", other["value"])
    assert stepper.here.now.action != hand[4].action


def test_every_view_shows_the_branch_and_then_the_hand_again(hand: Timeline) -> None:
    stepper = opened(hand, step=3)
    picture, moves = stepper.scene, listed(stepper)
    stepper.do("try", next(place for place, one in enumerate(tries(stepper.here)) if not one.played))
    assert len(listed(stepper)) == 5
    assert listed(stepper)[4].endswith(str(stepper.here.now.action.tile))
    assert str(stepper.here.now.action.tile) in stepper.status
    assert "what if, after step 3" in stepper.scene.title
    assert "what if, after step 3" in area(stepper, "head")
    stepper.do("back")
    assert stepper.scene == picture
    assert listed(stepper) == moves


def test_at_the_end_nothing_else_can_be_tried(hand: Timeline) -> None:
    stepper = opened(hand, step=len(hand) - 1)
    assert offered(stepper) == []
    assert find(stepper, "play_on")["off"]
    assert "over" in area(stepper, "more")


def test_in_a_layout_study_any_tile_may_be_tried_and_nobody_plays_on() -> None:
    stepper = opened("all-fives-worked-example", step=2, asks=False)
    assert find(stepper, "play_on")["off"]
    try_move(stepper, "play 5-4 left of 5-5")
    assert stepper.here.state.board_count.total == 14


def test_a_branch_is_saved_as_a_record_of_its_own(hand: Timeline) -> None:
    stepper = HandStepper(hand, step=3)
    stepper.here.play_on("heaviest")
    branch, away = stepper.here.timeline, stepper.sharing
    assert load(away.record()).steps == load(away.share_code()).steps == branch.steps
    assert load(away.record()).title == branch.title


def test_one_button_at_a_time_is_the_main_one(hand: Timeline) -> None:
    stepper = HandStepper(hand, step=4)
    stepper.do("tab", "what_if")
    stepper.do("try", 0)
    for _ in range(2):
        main = [node["do"] for node in styled(stepper, "primary") if not node.get("off")]
        assert main == (["back"] if stepper.here.step == stepper.here.end else ["next"])
        stepper.do("previous")
