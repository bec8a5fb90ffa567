"""Help in Play: a coach, off by default, and after a hand the dearest moves of the match."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

import domino_lab as dl
from domino_lab.core.errors import DominoError
from domino_lab.explain.review import Limits, find_cost, find_hint, review_hand
from domino_lab.widgets import play as module
from tests.widgets.reading import area, does, find, kinds, styled, text

FIRST, FINAL = Limits(32, None, "plain"), Limits(128, None, "plain")
"""The deals of the first figures, and of the last."""


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "review_hand", lambda line: review_hand(line, deals=256))
    monkeypatch.setattr(module, "quick_limits", lambda line: FIRST)
    monkeypatch.setattr(module, "usual_limits", lambda line, seconds: FINAL)


def game(**how: object) -> dl.Play:
    return dl.Play("all-fives", against="greedy", seed=1, delay=0, **{"coach": True, **how})


def make_move(play: dl.Play, number: int = -1) -> int:
    """Play a tile of the person, and return its step."""
    step = play.here.end + 1
    play.here.do(play.here.legal[number])
    return step


def test_it_is_off_until_it_is_switched_on() -> None:
    play = game(coach=False)
    make_move(play)
    assert not styled(play, "coach")
    assert "coach" not in play.line
    play.do("coach", True)
    assert "coach=True" in play.line
    assert text(styled(play, "coach")).startswith("Coach: ")
    assert find(play, "coach")["value"]
    play.do("coach", False)
    assert not styled(play, "coach")


def test_after_each_move_it_says_what_it_cost() -> None:
    play = game()
    said = []
    while not play.here.is_over and play.here.waits == "human":
        step = make_move(play)
        said.append(find_cost(play.here.timeline.upto(step), seed=0, limits=FINAL))
        shown = text(styled(play, "coach"))
        assert shown.startswith(said[-1]) if said[-1] else not shown.startswith("Coach:")
    assert len({one.split(".")[0] for one in said}) > 2, "always the same was said: little was tested"


def test_before_a_move_help_comes_in_three_steps() -> None:
    play = game()
    while (hint := find_hint(play.here.timeline, seed=0, limits=FINAL)) is None:
        make_move(play)
    steps = [hint.look_text, hint.pair_text, hint.worth_texts[0]]
    assert [one in area(play, "talk") for one in steps] == [False, False, False]
    for number in range(3):
        play.do("coach_help")
        shown = area(play, "talk")
        assert [one in shown for one in steps] == [place <= number for place in range(3)]
    assert all(one in shown for one in hint.worth_texts)
    assert "coach_help" not in does(play)
    make_move(play)
    assert hint.worth_texts[-1] not in area(play, "talk")


def test_an_undone_move_is_not_spoken_about_any_more() -> None:
    play, costs = game(), [""]
    while not costs[-1] or costs[-1] == costs[-2]:
        step = make_move(play)
        costs.append(find_cost(play.here.timeline.upto(step), seed=0, limits=FINAL))
    assert costs[-1] in area(play, "talk")
    play.do("undo")
    assert costs[-2] in area(play, "talk")
    assert costs[-1] not in area(play, "talk")


def test_first_figures_come_before_better_ones_and_hold_nothing_up() -> None:
    async def moves() -> tuple[dl.Play, int, list[str]]:
        play, shown = game(), []
        play.stage.observe(lambda _: shown.append(text(styled(play, "coach"))), "moment")
        step = make_move(play)
        assert not any(one.startswith("Coach:") for one in shown)
        await play.coach._costs._task
        return play, step, shown

    play, step, shown = asyncio.run(moves())
    costs = [find_cost(play.here.timeline.upto(step), seed=0, limits=limits) for limits in (FIRST, FINAL)]
    said = list(dict.fromkeys(one for one in shown if one.startswith("Coach:")))
    assert [one.startswith(cost) for one, cost in zip(said, dict.fromkeys(costs), strict=True)] == [True] * len(said)


@pytest.mark.parametrize("make", [
    lambda: dl.Play("all-fives", seats=2, coach=True),
    lambda: dl.Play("block", against=["greedy", "greedy"], coach=True),
    lambda: dl.Play("blind", against="greedy", coach=True)])
def test_where_nobody_can_be_coached_it_is_refused(make: Callable[[], dl.Play]) -> None:
    with pytest.raises(DominoError, match=r"one person|even their own tiles"):
        make()


def test_two_people_have_no_such_setting() -> None:
    play = dl.Play("all-fives", seats=2)
    assert not [node for node in kinds(play, "check") if node["do"] == "coach"]
    play.do("coach", True)
    assert not play.coach.is_on


# --- after a hand


def end_hand(play: dl.Play) -> None:
    while play.here.waits == "human":
        make_move(play)


def test_a_finished_hand_offers_a_review_of_all_hands() -> None:
    play = game(coach=False)
    assert "review" not in play.tabs()
    end_hand(play)
    play.here.next_hand()
    assert "review" not in play.tabs()
    end_hand(play)
    play.do("tab", "review")
    shown = []
    play.stage.observe(lambda change: shown.append(text(change["new"]["more"])), "moment")
    play.do("review_match")
    assert ["being reviewed" in one for one in shown] == [True, False]
    review = dl.review(play.here.played, deals=256, progress=False)
    assert play.dearest.review == review
    offered = [node["text"] for node in kinds(play, "button") if node["do"] == "review_open"]
    assert offered == list(review.dearest_texts)
    assert {number for number, _ in review.dearest} == {0, 1}, "only one of the hands has dear moves"
    for place, (number, turn) in enumerate(review.dearest):
        play.do("review_open", place)
        assert (play.review.here.timeline, play.review.here.step) == (play.here.played.hands[number], turn.step - 1)
        assert "Which move is better?" in area(play.review, "talk")
        play.review.do("done")
    play.do("review_open", 0)
    play.here.next_hand()
    assert play.review is None
    assert play.dearest.review is None
