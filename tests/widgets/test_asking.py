"""Asking: a question hides the next step until it is answered or shown, and takes what it asks for."""

from __future__ import annotations

from dataclasses import replace

from domino_lab import HandStepper
from domino_lab.play.timeline import Note, Timeline
from tests.widgets.reading import (
    beside_count,
    does,
    find,
    heard,
    kinds,
    styled,
    text,
    texts,
)


def test_the_question_is_said_and_so_is_the_verdict(asking: Timeline) -> None:
    stepper = HandStepper(asking, step=5)
    assert stepper.status.endswith("Question: What does the board count now?")
    assert beside_count(stepper.status, stepper) == heard(stepper)
    stepper.do("answer", "7")
    assert stepper.status.startswith("Right: 7. Ana plays 4-1")
    assert "3+3 + 1 = 7: not a multiple of 5" in stepper.status       # the reason, from the ruling
    assert beside_count(stepper.status, stepper) == heard(stepper)
    [verdict] = styled(stepper, "verdict")
    assert ("right" in verdict["css"], verdict["sign"]) == (True, "✓")


def test_a_wrong_answer_gets_a_reason_and_another_try(asking: Timeline) -> None:
    stepper = HandStepper(asking, step=5)
    stepper.do("answer", "12")
    assert stepper.here.step == 5
    [missed] = styled(stepper, "wrong")
    why = "Not yet. 12 is too high: only the open ends count."
    assert (missed["sign"], missed["text"], stepper.stage.moment["status"]) == ("✗", why, why)
    assert "answer" in does(stepper)
    stepper.do("answer", "4")
    assert text(styled(stepper, "wrong")) == "✗ Not yet. 4 is too low: the 3-3 counts both halves."
    stepper.do("answer", "7")
    assert stepper.here.step == 6
    assert not styled(stepper, "wrong")
    assert stepper.here.attempts == {6: ("12", "4")}


def test_the_card_of_a_question_stands_under_the_count_and_holds_the_reply_with_its_rule(asking: Timeline) -> None:
    stepper = HandStepper(asking, step=5)
    stepper.do("answer", "12")
    first, card, *_ = stepper.areas()["talk"]
    assert (first["is"], card["label"]) == ("count", "Question")
    assert styled(card, "ask")[0]["text"] == "What does the board count now?"
    assert styled(card, "wrong")
    assert "AF0-SCORE" in text(kinds(card, "fold"))


def test_the_question_takes_what_it_asks_for(asking: Timeline) -> None:
    question = HandStepper(asking, step=5)
    assert [field["mode"] for field in kinds(question, "field")] == ["numeric"]
    assert not kinds(question, "tile")
    question.do("hint")
    assert "Start with the spinner." in texts(question)
    question.do("answer", "seven")
    assert "Write a number, such as 15." in texts(question)
    assert question.here.step == 5
    question.do("answer", "7")
    assert question.here.step == 6
    assert not kinds(question, "field")


def test_show_answer_reveals(asking: Timeline) -> None:
    stepper = HandStepper(asking, step=5)
    assert find(stepper, "show_answer")["text"] == "Show answer"
    stepper.do("show_answer")
    assert stepper.here.step == 6
    assert stepper.status.startswith("The answer: 7.")
    assert not styled(stepper, "right")
    assert not styled(stepper, "wrong"), "who asks for the answer has not answered"


def test_the_button_for_questions_says_what_a_press_on_it_does(asking: Timeline) -> None:
    stepper = HandStepper(asking)
    for asks, words in ((True, "Don't ask questions"), (False, "Ask questions"), (True, "Don't ask questions")):
        assert (stepper.here.asks, find(stepper, "asks")["text"]) == (asks, words)
        stepper.do("asks")


def test_a_tile_and_a_choice_can_be_given(hand: Timeline) -> None:
    asks = replace(hand, notes={2: Note(ask="Which?", about="tile"), 3: Note(ask="Who?", about="who")})
    question = HandStepper(asks, step=1)
    held = {str(tile) for tile in hand[1].state.holdings[0]}
    assert {tile["value"] for tile in kinds(question, "tile")} == held
    unplayable = next(tile for tile in held if not {"0", "6"} & set(tile))
    question.do("answer", unplayable)
    assert f"Not {unplayable}: it cannot be played here." in text(question)
    question.do("answer", "4-0")
    assert question.here.step == 2
    offered = [button["value"] for button in kinds(question, "button") if button["do"] == "answer"]
    assert offered == ["Ana", "Ben"]
    question.do("answer", "Ben")
    assert question.here.step == 3
    assert question.here.answered is not None
    assert question.here.answered.accepts("Ben")


def test_a_question_before_the_step_a_cell_asks_for_gets_no_verdict() -> None:
    """Nobody asked it here, so nobody may be told its answer before anything else."""
    stepper = HandStepper("all-fives-worked-example", step=3)
    assert stepper.status.startswith("Ana plays 5-3 left of 5-5.")
    stepper.close()
