"""Captions: what happened and why, the note with its marks, and what is wrong in a file."""

from __future__ import annotations

from dataclasses import replace

import pytest

import domino_lab as dl
from domino_lab import Explainer, HandStepper, Playhead, Table
from domino_lab.explain.why import CAPTION_WORDS, why as explained
from domino_lab.notebook import load
from domino_lab.play.timeline import Note, Problem, Timeline
from domino_lab.widgets.hand_view import HandView
from tests.widgets.reading import (
    area,
    beside_count,
    count,
    find,
    heard,
    kinds,
    nodes,
    placeless,
    script_of,
    styled,
    text,
    texts,
)
from tests.widgets.test_stepper import EVIL


def test_every_step_says_its_caption_once_and_shows_it(hand: Timeline) -> None:
    stepper = HandStepper(hand)
    for step in range(len(hand)):
        stepper.here.go(step)
        moment = stepper.moment()
        assert " ".join(filter(None, [stepper.status, stepper.frame.news])) == moment["status"]
        assert beside_count(stepper.status, stepper) == heard(stepper)
        assert placeless(stepper.status) == placeless(explained(hand[step]).caption)
        assert 0 < len(stepper.status.split()) <= CAPTION_WORDS
        assert explained(hand[step]).clause in area(stepper, "talk")


@pytest.mark.parametrize("make", [HandStepper, dl.Recorder], ids=["stepper", "recorder"])
def test_beside_its_terms_the_count_is_not_said_again(make: type[HandStepper]) -> None:
    view = make(load("all-fives-worked-example").upto(3), **({"step": 3} if make is HandStepper else {}))
    assert count(view) == "5+5 + 0 + 3 = 13 → no score"
    assert heard(view) == "Ana plays 5-3 left of 5-5. 13 is not a multiple of 5."
    assert view.status == "Ana plays 5-3 left of 5-5. 5+5 + 0 + 3 = 13: not a multiple of 5."
    spoken = "Ana plays 5-3 on the 5 of 5-5. 5+5 + 0 + 3 = 13: not a multiple of 5."
    assert heard(Explainer(view.here)) == spoken        # no count stands beside it, and no picture


def test_why_holds_the_reasons_and_the_code_and_the_clause_its_sentence(hand: Timeline) -> None:
    explainer = Explainer(hand, step=4)
    why = next(fold for fold in kinds(explainer, "fold") if fold["label"] == "Why?")
    assert "3-3 is a spinner" in text(why)
    clause = next(fold for fold in kinds(explainer, "fold") if explained(hand[4]).clause in fold["label"])
    assert text(clause["in"]) == explained(hand[4]).rule, "the clause opens its sentence"
    assert not any(node.get("tag") == "pre" for node in nodes(explainer))
    explainer.do("code")
    assert "def " in text([node for node in nodes(explainer) if node.get("tag") == "pre"])
    explainer.do("code")
    assert not any(node.get("tag") == "pre" for node in nodes(explainer))


def test_a_step_without_a_note_shows_none_but_the_way_to_the_next(noted: Timeline) -> None:
    stepper = HandStepper(noted, step=2)
    assert not styled(stepper, "comment")
    assert find(stepper, "next_note")["text"] == "Next note"


def test_texts_go_as_they_are_and_the_page_links_their_terms(noted: Timeline) -> None:
    comments = HandStepper(noted, step=4)
    assert "The spinner takes four tiles." in texts(comments)
    definitions, forms = script_of(comments.stage)[2]
    assert forms["spinner"] == "spinner"
    assert "spinner" in definitions
    comments.here.go(1)
    assert "The first tile. <b>Not bold</b>." in texts(comments)


def pins(view: HandView) -> list[str]:
    return [label.text for label in view.scene.labels if label.role == "pin"]


def test_a_comment_shows_its_marks_in_the_picture_and_in_words(noted: Timeline) -> None:
    here = Playhead(noted, step=4)
    comments, table = HandStepper(here), Table(here)
    assert [(mark.at, mark.label) for mark in table.seen.tabletop.marks] == [(3, "1")]
    assert pins(table) == ["1"]
    assert "Marked: 3-3 (1)." in texts(comments)
    here.go(1)
    first, second = (mark.at for mark in table.seen.tabletop.marks)
    assert (first, second.value) == (0, 6)
    assert pins(table) == ["1", "2"]
    comments.do("next_note")
    assert here.step == 4
    comments.press_key("n")
    assert here.step == 9


def test_marks_that_point_nowhere_are_no_error(hand: Timeline) -> None:
    strange = replace(hand, notes={4: Note("x", marks=("#99", "#", "end:", "end:9", "9-9", EVIL))})
    stepper = HandStepper(strange, step=4)
    assert stepper.error == ""
    assert not pins(stepper)


def test_problems_name_line_move_and_clause(hand: Timeline) -> None:
    broken = replace(hand.upto(3), problems=(Problem(31, 4, "AF0-DRAW-1", f"Ana may not draw {EVIL}."),),
                     remarks=(Problem(None, None, "REC-KEY", "An odd deal."),))
    stepper = HandStepper(broken, step=9)
    shown = area(stepper, "talk")
    assert "Line 31, move 4: Ana may not draw <img" in shown
    assert "(AF0-DRAW-1)" in shown
    assert "An odd deal. (REC-KEY)" in shown
    assert stepper.here.step == 3
    assert not styled(HandStepper(hand), "problems")
