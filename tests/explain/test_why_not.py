"""Why not? For twins, stacks and calls: each refusal by its clause, and what is allowed is told as such."""

from __future__ import annotations

import pytest

import domino_lab as dl
from domino_lab.core.errors import NotationError, RecordError

STOLEN = "two-box-cutthroat-twenty-stolen"


def test_the_twin_that_the_player_holds_is_meant() -> None:
    """After step 2 Cleo holds the second 5-5, which nothing forbids her to lay on the first."""
    held = [tile for tile in dl.load(STOLEN).steps[2].state.holdings[2] if tile[:2] == (5, 5)]
    assert [tile.copy for tile in held] == [1]
    assert dl.why_not(STOLEN, 2, "5-5").allowed


@pytest.mark.parametrize(("step", "asked", "clause", "case"), [
    (4, "stack 5-0", "TBC-STACK-1", "no_score"),    # Dan has scored nothing
    (6, "stack 5-3", "TBC-TURN-1", "refused"),      # Ben's points are loot
    (5, "stack 4-4", "TBC-STACK-1", "no_match"),    # Ana has scored, but no 4-4 lies there
    (1, "stack 6-6", "GEN-HOLD-1", "no"),           # Ben has no 6-6
])
def test_a_stack_that_is_refused_says_why(step: int, asked: str, clause: str, case: str) -> None:
    answer = dl.why_not(STOLEN, step, asked)
    assert not answer.allowed
    assert (answer.clause, answer.ruling.case) == (clause, case)


def test_a_stack_that_is_allowed_is_told_as_such() -> None:
    assert dl.why_not(STOLEN, 2, "stack 5-5").allowed
    assert dl.why_not("two-box-cutthroat-stolen-back", 6, "stack 5-3").allowed


class OneMore(dl.rules.Turns):
    """Whoever adds a double may play one more tile."""

    extra_turn, cannot_go_on, pass_when = "on-double", "stop", "extra-turn"

    def goes_on(self, tile: dl.Tile, so_far: dl.rules.HandSoFar) -> bool:
        return tile.is_double and bool(so_far.moves) and not so_far.goes_on


def test_a_draw_is_not_refused_with_the_refusal_of_a_pass() -> None:
    """The class sets cannot_go_on: it says no more about a draw than the axis does."""
    hand = dl.play_out(dl.ruleset("one-armed-pete").but(OneMore(), name="One more"), seed=3, hand=0)
    assert [str(move) for move in dl.legal(hand[5].state)] == ["pass"]
    assert dl.why_not(hand, 5, "draw").text == "Ana has played, and may not draw in the same turn. Ana has to pass."


class Closed(dl.rules.Arms):
    """Nothing joins the 5-0."""

    def open_ends(self, chain: dl.Chain) -> list[dl.rules.OpenEnd]:
        return [end for end in super().open_ends(chain) if str(chain.laid[end.at].tile) != "5-0"]


def test_where_no_tile_goes_a_wild_one_does_not() -> None:
    """No half makes 7 with a 0, so a wild tile alone would go there: 4-3 is one, 1-1 is not."""
    hand = dl.lay(dl.ruleset("all-sevens").but(Closed()), "5-0")
    for tile in ("4-3", "1-1"):
        assert dl.why_not(hand, 1, tile, at="5-0").text.startswith("By your own rule, that end of 5-0 is closed.")
    assert "Only a wild tile goes there" in dl.why_not(dl.lay("all-sevens", "5-0"), 1, "1-1").text


class FirstOnly(dl.rules.Arms):
    """Only the first tile can be joined."""

    def open_ends(self, chain: dl.Chain) -> list[dl.rules.OpenEnd]:
        return [end for end in chain.ends if end.at == 0]


def test_a_question_about_one_end_gets_no_answer_about_another() -> None:
    """The 4-3 fits the 4 of 4-2, which is closed: an answer only where no end was named."""
    hand = dl.lay(dl.ruleset("block").but(FirstOnly()), "5-2 2-4")
    shut = "By your own rule, that end of 4-2 is closed."
    assert shut in dl.why_not(hand, 2, "4-3").text
    assert shut not in dl.why_not(hand, 2, "4-3", at="5-2").text
    assert shut not in dl.why_not(hand, 2, "4-3@5-2").text


BOXES = "two-box-whole-hand"
"""Step 6 lays 3-0 and calls its 15; step 7 lays 3-2 on it; step 26 is the settlement."""


def test_a_right_call_stands_as_the_tile_is_laid_and_until_the_next_one_lies_there():
    for step, tried in ((5, "3-0 call 15"), (6, "call 15"), (6, "3-0 call 15")):
        answer = dl.why_not(BOXES, step, tried)
        assert answer.allowed, (step, tried)
        assert answer.clause == "TB-SCORE-2"
        assert "calls 15" in answer.text


@pytest.mark.parametrize(("step", "tried", "said"), [
    (5, "3-0 call 10", "called 10, not 15"),
    (6, "call 10", "called 10, not 15"),
    (4, "1-0 call 5", "there is nothing to score"),
    (7, "3-0 call 15", "too late to call: 3-0 has already been played"),
    (12, "3-0 call 15", "too late to call: 3-0"),
])
def test_a_call_that_is_wrong_or_too_late_or_for_nothing_is_refused_by_its_clause(step, tried, said):
    answer = dl.why_not(BOXES, step, tried)
    assert not answer.allowed
    assert answer.clause == "TB-SCORE-2"
    assert said in answer.text


def test_at_the_deal_there_is_nothing_to_call_and_after_the_end_nobody_calls():
    assert dl.why_not(BOXES, 0, "call 5").clause == "GEN-CALL-1"
    assert "nothing to call" in dl.why_not(BOXES, 0, "call 5").text
    assert dl.why_not(BOXES, -1, "call 5").clause == "GEN-OVER-1"


@pytest.mark.parametrize(("hand", "said"), [
    ("all-fives-worked-example", "counts by itself"), ("two-box-without-calls", "counts by itself"),
    ("block-partners", "never scores"), ("patience-draw-until-it-fits", "never scores"),
])
def test_in_other_games_a_clause_says_that_nobody_calls(hand, said):
    answer = dl.why_not(hand, 1, "call 10")
    assert (answer.allowed, answer.clause) == (False, "GEN-CALL-1")
    assert said in answer.text


def test_a_tile_that_may_not_be_laid_is_refused_before_its_call_is_heard():
    assert dl.why_not("all-fives-worked-example", 1, "6-6 call 10", at="5-5").clause == "GEN-FIT-1"
    assert dl.why_not(BOXES, 5, "3-3 call 10").clause == "GEN-HOLD-1"


def test_where_the_next_player_says_muggins_a_call_afterwards_is_too_late():
    hand = dl.play_out("muggins", seed=3)
    step = next(n for n, one in enumerate(hand.steps) if one.points and not one.state.over)
    answer = dl.why_not(hand, step, f"call {hand[step].points}")
    assert (answer.allowed, answer.clause) == (False, "MG-CLAIM-1")
    assert "too late" in answer.text


NO_CALLS = ["call", "call x", "5-0 call", "5-0 call -5", "call 999999999999", "5-0@5-5>x", "5-0@5-5:y"]


@pytest.mark.parametrize("text", NO_CALLS)
def test_what_means_nothing_is_no_call(text):
    with pytest.raises(NotationError):
        dl.why_not(BOXES, 5, text)


@pytest.mark.parametrize("step", [27, 99, -28])
def test_a_step_that_is_not_there_is_named_with_the_last_one(step):
    with pytest.raises(RecordError, match=rf"no step {step}.* 0 to 26"):
        dl.why_not(BOXES, step, "draw")
    with pytest.raises(RecordError, match=rf"no step {step}.* 0 to 26"):
        dl.why(BOXES, step)
