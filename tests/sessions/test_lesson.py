"""What a lesson says of whose turn it is, what it counts as right, and what becomes of a hint."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domino_lab.catalogue import get
from domino_lab.core.events import GoesOn
from domino_lab.notebook import play_out
from domino_lab.play.timeline import Note, Timeline
from domino_lab.sessions.lesson import LessonSession, stops
from domino_lab.widgets.lesson import caption, hint_words, place


def asking(hand: Timeline, *steps: int) -> LessonSession:
    noted = replace(hand, notes={step: Note(ask="Who is next?", about="who", hint="Look left.") for step in steps})
    return LessonSession(noted, stops(noted))


def answer(pupil: LessonSession, *, right: bool) -> None:
    asked = pupil.stop.asked
    pupil.answer(next(one for one in asked.options if (one == asked.right) == right))


def test_who_is_next_is_answered_by_the_rule_of_the_turn_and_not_of_the_move() -> None:
    pupil = asking(play_out("all-fives", seed=4), 6)
    answer(pupil, right=False)
    assert pupil.reply.clause == "GEN-TURN-1"


def test_who_moves_again_is_answered_by_the_rule_that_lets_him() -> None:
    hand = play_out(get("block").but(extra_turn="on-double"), seed=4)
    again = next(number for number, step in enumerate(hand.steps, 1)
                 if any(isinstance(event, GoesOn) for event in step.events))
    pupil = asking(hand, again)
    answer(pupil, right=False)
    goes_on = next(event for event in hand[again - 1].events if isinstance(event, GoesOn))
    assert pupil.reply.ruling == goes_on.ruling


@pytest.mark.parametrize("tries", [0, 1])
def test_what_was_shown_is_not_right(tries: int) -> None:
    pupil = asking(play_out("all-fives", seed=4), 2, 4)
    for _ in range(tries):
        answer(pupil, right=False)
    pupil.show_answer()
    assert (pupil.right, len(pupil.over)) == (0, 1)
    pupil.to_next()
    answer(pupil, right=True)
    assert (pupil.right, len(pupil.over)) == (1, 2)
    assert place(pupil).endswith("Right: 1.")


@pytest.mark.parametrize("tries", [0, 1])
def test_a_hint_stays_beside_the_reply_until_its_question_is_over(tries: int) -> None:
    pupil = asking(play_out("all-fives", seed=4), 2, 4)
    for _ in range(tries):
        answer(pupil, right=False)
    assert hint_words(pupil) == ""
    pupil.hint()
    assert hint_words(pupil) == "Look left."
    answer(pupil, right=False)
    assert hint_words(pupil) == "Look left."
    assert caption(pupil) == pupil.reply.text
    answer(pupil, right=True)
    pupil.to_next()
    assert hint_words(pupil) == ""
