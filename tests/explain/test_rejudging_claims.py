"""Whose rule is it? Claims at a table, each with the arithmetic that makes it right or wrong."""

from __future__ import annotations

from typing import Any

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.core.errors import DominoError, NotationError
from domino_lab.explain.rejudging import Claim, none_right
from tests.explain.test_rejudging import BY_HAND, DRAWN, EXAMPLE, OUT


@pytest.mark.parametrize("name", [name for name in BY_HAND if name not in ("bergen", "block")])
def test_each_ruleset_is_listed_for_the_score_worked_out_by_hand_and_for_no_other(name: str) -> None:
    for step, points in enumerate(BY_HAND[name], 1):
        assert name in dl.which(EXAMPLE, step, points).index
        assert name not in dl.which(EXAMPLE, step, points + 5).index


def test_the_quarrel_over_the_last_move_of_the_worked_example() -> None:
    """20 by the sheet, 15 where the spinner is closed, 4 or 3 where fives are counted; 24, all spinning, is none."""
    every = dl.which(EXAMPLE, 8, points=20, every=True)
    assert set(every.index[every["right"]]) == set(dl.which(EXAMPLE, 8, points=20).index)
    assert every.loc["all-fives", "sum"].endswith("= 20")
    assert every.loc["all-fives/spinner-closed", "points"] == 15
    assert every.loc["five-up", "points"] == 3
    assert every.loc["all-fives/cribbage", "points"] == 4
    assert every.loc["all-fives/all-spinners", "points"] == 0
    assert every.loc["all-fives/all-spinners", "sum"].endswith("= 24")
    assert every.loc["sniff", "points"] == 20   # other published rules call this sheet's count Sniff


def test_a_play_that_cannot_lie_there_has_no_points_and_the_clause_that_refuses_it() -> None:
    every = dl.which(EXAMPLE, 8, points=0, every=True)
    assert every.loc["block", "points"] == ""
    assert every.loc["block", "clause"] == "GEN-END-1"
    assert not every.loc["block", "right"]


def test_rules_over_other_tiles_and_patience_are_not_asked() -> None:
    every = set(dl.which(EXAMPLE, 1, points=10, every=True).index)
    assert every.isdisjoint({"two-box", "draw-austrian", "patience", "bingo"})


def test_the_award_of_thirteen_pips_by_every_rule() -> None:
    """Ben holds 4-3, Cleo 3-3: 13 pips; 15 to the nearest five, 10 below it, 5 + 5 each by itself (AF1-SCORE-2)."""
    assert "all-fives" in dl.which(OUT, -1, points=3).index
    assert {"block", "draw", "all-sevens"} <= set(dl.which(OUT, -1, points=13).index)
    assert "all-fives-leaflet/round-each" in dl.which(OUT, -1, points=10).index
    found = dl.which(OUT, -1, points=2)
    assert "five-up" in found.index
    assert found.loc["five-up", "clause"] == "FU-SCORE-3"
    assert "13" in found.loc["five-up", "sum"]
    every = dl.which(OUT, -1, points=3, every=True)
    assert every.loc["latin-partnership", "points"] == ""  # it is for four


def test_house_rules_come_first() -> None:
    house = get("all-fives").but(name="Our club", multiple=[5, 13])
    found = dl.which(dl.lay(house, "5-5 5-0 3-5"), 3, points=13)
    assert found["name"].tolist()[0] == "Our club"


def test_a_stolen_score_is_judged_after_the_play_before_it() -> None:
    """Two-box cutthroat: a stack takes over what the play before it scored; without stacking there is no such move."""
    hand = dl.load("two-box-cutthroat-twenty-stolen")
    stack = next(n for n, step in enumerate(hand.steps) if step.action is not None and step.action.kind == "stack")
    every = dl.which(hand, stack, points=20, every=True)
    assert every.loc["two-box-cutthroat", "points"] == hand.steps[stack].points == 20
    assert every.loc["two-box", "points"] == ""


@pytest.mark.parametrize(("what", "step"), [(DRAWN, 2), (EXAMPLE, 0)])
def test_only_what_can_bring_points_can_be_claimed(what: str, step: int) -> None:
    with pytest.raises(NotationError, match=f"step {step} is not a play"):
        dl.which(what, step, points=0)


def test_a_patience_has_no_scores() -> None:
    with pytest.raises(NotationError, match="won or lost"):
        dl.which(dl.play_out("patience", seed=1), 1, points=0)


def test_where_no_ruleset_gives_the_points_the_answer_says_which_they_give() -> None:
    """A lone 5-5 counts 10 by the sheet, 2 where fives are counted, and nothing where nothing is scored in play."""
    found = dl.which(EXAMPLE, 1, points=7)
    assert list(found.index) == []
    said = repr(found)
    assert said.startswith("No ruleset in the lab gives 7 points here. 10 points: that is right under All Fives")
    assert "2 points" in said
    assert "0 points" in said
    assert said in found._repr_html_()
    assert "No ruleset" not in repr(dl.which(EXAMPLE, 1, points=10))


@pytest.mark.parametrize(("step", "said"), [
    (99, "there is no step 99"), (-99, "there is no step -99"), ("2", r"\(step='2'\): give a whole number"),
    (None, r"\(step=None\): give a whole number"),
])
def test_a_step_that_is_not_there_is_named(step: Any, said: str) -> None:
    for ask in (lambda: dl.which(EXAMPLE, step, points=10), lambda: dl.what_if(EXAMPLE, step, "6-5")):
        with pytest.raises(DominoError, match=said):
            ask()


def test_points_are_a_number() -> None:
    with pytest.raises(NotationError, match="whole number"):
        dl.which(EXAMPLE, 1, points="10")


def test_where_nobody_is_right_the_own_rules_come_first_then_what_most_rulesets_give() -> None:
    given = {"five-up": 2, "all-fives": 10, "sniff": 10, "muggins": 10, "draw": 0}
    found = [Claim(get(name), points, "", None, right=False) for name, points in given.items()]
    said = none_right(found, 7, get("draw"))
    at = [said.index(f"{points} points:") for points in (0, 10, 2)]
    assert at == sorted(at)


@pytest.mark.parametrize(("ids", "told"), [
    (["block", "draw", "five-up"], "Block Game, Draw Dominoes and Five Up."),
    (["block", "draw", "five-up", "bergen"], "Block Game, Draw Dominoes and 2 other rulesets."),
])
def test_three_rulesets_are_named_and_of_more_the_first_two(ids: list[str], told: str) -> None:
    found = [Claim(get(name), 0, "", None, right=False) for name in ids]
    assert none_right(found, 7, get("all-fives")).endswith(f"that is right under {told}")
