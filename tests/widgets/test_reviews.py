"""The review in a stepper: it is made when it is asked for, asks for a better move before it shows one, and hides."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

import domino_lab as dl
from domino_lab.chance.patience_search import best_from
from domino_lab.core.actions import Play
from domino_lab.explain.patience_review import review_patience
from domino_lab.explain.review import Review, ReviewedTurn, review_hand
from domino_lab.play.branching import play_out_from
from domino_lab.play.timeline import Note, Timeline
from domino_lab.sessions.patience import Tally
from domino_lab.widgets import reviews as module
from tests.widgets.reading import area, does, find, kinds, text

FIRST, FINAL = 64, 256
"""The deals of the first figures, and of the last."""


@pytest.fixture(scope="module")
def line() -> Timeline:
    return dl.play_out("dominican", seed=7, seats=4, policies="random")


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    def review(line: Timeline, **how: object) -> Review:
        return review_hand(line, deals=FIRST if how else FINAL)

    monkeypatch.setattr(module, "review_hand", review)


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
    assert view.review.review == review_hand(line, deals=FINAL)
    assert ["being reviewed" in one for one in shown] == [True, False]
    assert "Slips and mistakes" in shown[-1]


def test_in_a_notebook_first_figures_come_before_better_ones(line: Timeline) -> None:
    async def review() -> list[tuple[str, object]]:
        view, shown = dl.HandStepper(line), []
        view.do("tab", "review")
        view.do("review")
        assert view.review.review is None
        assert "being reviewed" in text(view.review.nodes())
        view.stage.observe(lambda _: shown.append((text(view.review.nodes()), view.review.review)), "moment")
        await view.review._worker._task
        return shown

    (first, early), (last, final) = asyncio.run(review())
    assert early == review_hand(line, deals=FIRST)
    assert final == review_hand(line, deals=FINAL)
    assert ["first figures" in one for one in (first, last)] == [True, False]


def test_the_next_marked_move_asks_for_a_better_one_and_shows_it_when_asked(stepper: dl.HandStepper) -> None:
    review = stepper.review.review
    assert len(review.marked) > 1
    for turn in (*review.marked, review.marked[0]):
        stepper.do("review_next")
        assert stepper.here.step == turn.step - 1
    turn = review.marked[0]
    assert f"That cost {turn.loss:.1f} points. Which move is better?" in area(stepper, "talk")
    assert "★" not in str(stepper.moment())
    stepper.do("review_show")
    [first, *others] = kinds(stepper.review.nodes(), "list")[0]["in"]
    assert first["sign"] == "★"
    assert [one["text"].rpartition(" point")[0] for one in (first, *others)] == [
        words.rpartition(" point")[0] for _, words in review.move_texts(turn)]
    assert "(as in the hand)" in text(others)
    assert review.reason_text(turn) in text(stepper.review.nodes())


def test_right_and_left_go_from_one_marked_move_to_another(stepper: dl.HandStepper) -> None:
    marked = [turn.step - 1 for turn in stepper.review.review.marked]
    for key, steps in (("ArrowRight", [*marked, marked[0]]), ("ArrowLeft", [marked[-1], marked[-2]])):
        for step in steps:
            stepper.do("key", key)
            assert stepper.here.step == step
    stepper.do("tab", "moves")
    stepper.do("key", "ArrowRight")
    assert stepper.here.step == marked[-2] + 1


def marked_play(view: dl.HandStepper) -> ReviewedTurn:
    """Go to a marked move with at least three ways to play a tile."""
    turn = next(turn for turn in view.review.review.marked
                if sum(isinstance(move.action, Play) for move in turn.moves) > 2)
    view.do("go", turn.step - 1)
    return turn


def places(view: dl.HandStepper) -> dict[object, tuple[str, int]]:
    """What a press on the table sends for each move of the task."""
    shown = view.moment()["table"]["places"]
    return {view.review._moves()[place["value"]].action: (tile, place["value"])
            for tile, there in shown.items() for place in there}


def test_a_better_move_is_found_by_pressing_a_tile(stepper: dl.HandStepper) -> None:
    turn = marked_play(stepper)
    [rack] = kinds(stepper, "rack")
    assert {one["tile"] for one in rack["tiles"]} == set(map(str, stepper.here.state.holdings[turn.seat]))
    sends = places(stepper)
    assert set(sends) == {move.action for move in turn.moves if isinstance(move.action, Play)}
    several = next((tile for tile, there in stepper.moment()["table"]["places"].items() if len(there) > 1), None)
    if several is not None:
        stepper.do("choose", several)
        assert stepper.moment()["table"]["chosen"] == several
    worst = min((move for move in turn.moves if isinstance(move.action, Play)), key=lambda move: move.ahead)
    for move, reply in ((turn.played, "move that was played"), (worst, "✗ That is")):
        stepper.do("play", list(sends[move.action]))
        assert reply in area(stepper, "talk")
        assert stepper.review.task == turn
        assert "★" not in str(stepper.moment())
    assert dict(stepper.review.review.move_texts(turn))[turn.best] not in text(stepper)
    stepper.do("play", list(sends[turn.best.action]))
    assert stepper.review.task is None
    assert "✓ Yes, the best move." in area(stepper, "talk")
    assert kinds(stepper, "rack") == []
    assert "places" not in stepper.moment()["table"]


def test_both_ways_on_can_be_stepped(stepper: dl.HandStepper) -> None:
    turn = marked_play(stepper)
    assert "review_way" not in does(stepper)
    stepper.do("review_show")
    line = stepper.here.timeline
    stepper.do("review_way", 1)
    here = stepper.here
    assert here.step == turn.step
    assert here.timeline.steps[:turn.step] == line.steps[:turn.step]
    assert here.timeline[turn.step].action[:3] == turn.best.action[:3]
    assert here.timeline.steps == play_out_from(here.timeline.upto(turn.step), None).steps
    assert "One possible continuation" in area(stepper, "talk")
    stepper.do("key", "ArrowRight")
    assert here.step == min(turn.step + 1, here.end)
    assert find(stepper, "review_way", 1)["pressed"]
    stepper.do("review_way", 0)
    assert (here.timeline, here.step, here.is_branch) == (line, turn.step, False)
    while here.step < here.end:
        step = here.step
        stepper.do("key", "ArrowRight")
        assert here.step == step + 1
        assert find(stepper, "review_way", 0)["pressed"]
        assert stepper.review.task is None
    stepper.do("review_way", 1)
    stepper.do("review_next")
    later = [other.step - 1 for other in stepper.review.review.marked if other.step > turn.step]
    assert (here.timeline, here.step) == (line, (later or [stepper.review.review.marked[0].step - 1])[0])


def test_slips_and_mistakes_stand_over_their_bars(stepper: dl.HandStepper) -> None:
    review = stepper.review.review
    [scrub] = kinds(stepper, "scrub")
    marks = {step: kind for step, bar in enumerate(scrub["bars"]) for kind in ("slip", "mistake")
             if kind in bar.get("css", "").split()}
    assert marks == {turn.step: review.kind(turn) for turn in review.marked}
    for turn in review.marked:
        assert f"{turn.loss:.1f} points" in scrub["bars"][turn.step]["tip"]
    numbers = [scrub["bars"][turn.step]["loss"][1] for turn in review.marked]
    assert all(number in ("", f"−{turn.loss:.0f}") for number, turn in zip(numbers, review.marked, strict=True))
    dearest = max(review.marked, key=lambda turn: turn.loss)
    assert scrub["bars"][dearest.step]["loss"] == [1, f"−{dearest.loss:.0f}"]
    heights = {scrub["bars"][turn.step]["loss"][0]: turn.loss for turn in review.marked}
    assert sorted(heights, key=lambda height: heights[height]) == sorted(heights)
    stepper.do("go", review.marked[-1].step)
    assert f"{review.marked[-1].loss:.1f} points" in kinds(stepper, "scrub")[0]["told"]
    for number, turn in enumerate(review.marked):
        stepper.do("review_go", number)
        assert stepper.here.step == turn.step - 1


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


@pytest.mark.parametrize("game", ["blind", "all-fives-worked-example"])
def test_a_hand_that_cannot_be_reviewed_has_no_such_tab(game: str) -> None:
    view = dl.HandStepper(game) if game != "bingo" else dl.HandStepper(dl.play_out("bingo", seed=1))
    assert "review" not in view.tabs()
    assert find(view, "tab") is not None


# --- a game for one player


@pytest.fixture(scope="module")
def patience() -> Timeline:
    """A deal of Five Columns that could be won, and was lost by a move that was not the last choice."""
    lines = (dl.play_out("five-columns", seed=seed, policies="random") for seed in range(200))
    return next(line for line in lines if len(review_patience(line).marked) > 1 and line.state.over == "lost")


def test_a_stepper_goes_to_the_moves_that_made_a_patience_worse(patience: Timeline) -> None:
    view, review = dl.HandStepper(patience), review_patience(patience)
    view.do("tab", "review")
    assert does(view.patience_review.nodes()) == ["review_alone"]
    assert view.patience_review.marks() == {}
    view.do("review_alone")
    assert review.deal_text in area(view, "more")
    assert does(view.patience_review.nodes()) == ["review_turn"] * len(review.marked)
    assert list(view.patience_review.marks()) == [turn.step for turn in review.marked]
    for number, turn in enumerate(review.marked):
        view.do("review_turn", number)
        assert view.here.step == turn.step - 1
        assert review.task_text(turn) in area(view, "more")
        assert review.turn_text(turn) not in area(view, "more"), "the reader looks for a better move first"
        view.do("review_better")
        assert review.turn_text(turn) in area(view, "more")
    view.do("next")
    assert view.patience_review.turn is None


def test_in_patience_the_game_goes_on_from_a_move_that_made_it_worse(patience: Timeline) -> None:
    game = dl.Patience(patience, step=len(patience) - 1, tally=Tally())
    turn = review_patience(patience).marked[0]
    game.do("tab", "review")
    assert does(game.review.nodes()) == ["review_alone"]
    game.do("review_alone")
    game.do("review_turn", 0)
    assert game.here.timeline.actions == patience.actions[:turn.step - 1]
    game.here.do(turn.best)
    assert game.here.refused is None
    assert best_from(game.here.timeline).state.left == turn.least
    assert game.review.turn is None
    assert "review_turn" in does(game.review.nodes())
    game.do("undo")
    game.do("undo")
    assert game.here.timeline.actions == patience.actions, "nothing is lost"
    game.deal()
    assert game.review.review is None
    assert does(game.review.nodes()) == []
    assert "after the game" in area(game, "more")


def test_a_review_of_a_patience_waits_for_an_answer(patience: Timeline) -> None:
    asked = replace(patience, notes={3: Note("", ask="Why?")})
    view = dl.HandStepper(asked)
    view.do("tab", "review")
    view.do("review_alone")
    assert view.patience_review.marks()
    view.here.go(3)
    assert view.here.question is not None
    assert view.patience_review.marks() == {}
    assert does(view.patience_review.nodes()) == []


def test_the_messages_of_a_page_that_do_not_fit_a_patience_do_nothing(patience: Timeline) -> None:
    view = dl.HandStepper(patience)
    for name, value in (("review_turn", 0), ("review_better", None), ("review_turn", "x"), ("review", None)):
        view.stage._receive(None, {"do": name, "value": value}, [])
        assert (view.error, view.here.step) == ("", 0)
    assert view.review.review is None
