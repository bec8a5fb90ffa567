"""The review in a stepper: it is made when it is asked for, asks for a better move before it shows one, and hides."""

from __future__ import annotations

from dataclasses import replace

import pytest

import domino_lab as dl
from domino_lab.explain.review import review_hand
from domino_lab.play.timeline import Note, Timeline
from domino_lab.widgets import stepper as module
from tests.widgets.reading import does, find, kinds, nodes, text


@pytest.fixture(scope="module")
def line() -> Timeline:
    return dl.play_out("dominican", seed=7, seats=4, policies="random")


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "review_hand", lambda line: review_hand(line, deals=256))


@pytest.fixture
def stepper(line: Timeline) -> dl.HandStepper:
    view = dl.HandStepper(line)
    view.do("tab", "review")
    view.do("review")
    return view


def test_nothing_is_reviewed_before_it_is_asked_for(line: Timeline) -> None:
    view = dl.HandStepper(line)
    view.do("tab", "review")
    assert view.review.review is None
    assert does(view.review.nodes()) == ["review"]
    shown = []
    view.stage.observe(lambda change: shown.append(text(change["new"]["more"])), "moment")
    view.do("review")
    assert view.review.review == review_hand(line, deals=256)
    assert ["being reviewed" in one for one in shown] == [True, False]
    assert "Slips and mistakes" in shown[-1]


def test_the_next_marked_move_asks_for_a_better_one_and_shows_it_when_asked(stepper: dl.HandStepper) -> None:
    review = stepper.review.review
    assert len(review.marked) > 1
    for turn in (*review.marked, review.marked[0]):
        stepper.do("review_next")
        assert stepper.here.step == turn.step - 1
    turn = review.marked[0]
    shown = text(stepper.review.nodes())
    assert f"That cost {turn.loss:.1f} points. Which move is better?" in shown
    assert "★" not in str(stepper.review.nodes())
    stepper.do("review_show")
    [first, *others] = kinds(stepper.review.nodes(), "list")[0]["in"]
    assert first["sign"] == "★"
    assert [one["text"].rpartition(" point")[0] for one in (first, *others)] == [
        words.rpartition(" point")[0] for _, words in review.move_texts(turn)]
    assert "(as in the hand)" in text(others)
    assert review.reason_text(turn) in text(stepper.review.nodes())


def test_slips_and_mistakes_stand_over_their_bars(stepper: dl.HandStepper) -> None:
    review = stepper.review.review
    [scrub] = kinds(stepper, "scrub")
    marks = {step: kind for step, bar in enumerate(scrub["bars"]) for kind in ("slip", "mistake")
             if kind in bar.get("css", "").split()}
    assert marks == {turn.step: review.kind(turn) for turn in review.marked}
    for turn in review.marked:
        assert f"{turn.loss:.1f} points" in scrub["bars"][turn.step]["tip"]
    ways = [node["value"] for node in nodes(stepper.review.nodes()) if node.get("do") == "go"]
    assert ways == [turn.step - 1 for turn in review.marked]


def test_where_tiles_or_an_answer_are_hidden_it_says_nothing(line: Timeline) -> None:
    view = dl.HandStepper(line, step=3)
    view.do("tab", "review")
    view.do("review")
    view.here.viewpoint = 0
    assert "face down" in text(view.review.nodes())
    assert "slip" not in str(kinds(view, "scrub"))
    assert "mistake" not in str(kinds(view, "scrub"))
    view.do("review_next")
    assert view.here.step == 3
    asking = dl.HandStepper(replace(line, notes={4: Note(ask="Who is next?", about="who")}), step=3)
    asking.do("tab", "review")
    asking.do("review")
    assert asking.review.review is None
    assert "Answer the question first" in text(asking.review.nodes())


def test_another_hand_needs_another_review(stepper: dl.HandStepper) -> None:
    stepper.do("go", 2)
    stepper.do("tab", "what_if")
    stepper.do("try", 1)
    stepper.do("tab", "review")
    assert stepper.review.review is None
    assert does(stepper.review.nodes()) == ["review"]


@pytest.mark.parametrize("game", ["bingo", "blind", "all-fives-worked-example"])
def test_a_hand_that_cannot_be_reviewed_has_no_such_tab(game: str) -> None:
    view = dl.HandStepper(game) if game != "bingo" else dl.HandStepper(dl.play_out("bingo", seed=1))
    assert "review" not in view.tab_names()
    assert find(view, "tab") is not None
