"""One verb compares a deal, a recorded hand or many deals, and refuses what goes with another of them."""

from __future__ import annotations

import re

import pytest

import domino_lab as dl
from domino_lab.core.errors import RulesetError
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.spread import DifferenceSpread
from tests.explain.test_spread import PAIR


def test_many_deals_are_asked_for_by_the_same_verb() -> None:
    found = dl.compare(dl.Shuffle(seed=7, hand=2), ["block", "draw"], hands=4, measure="lead", leader="own")
    assert isinstance(found, DifferenceSpread)
    assert found.recipe.endswith('["block", "draw"], hands=4, leader="own", measure="lead")')
    assert dl.compare(dl.Shuffle(seed=7, hand=2), PAIR, hands=4).recipe.endswith("], hands=4)")
    assert eval(found.recipe, {"dl": dl}).values == found.values
    assert "hand" in repr(found)
    assert "| ruleset |" in found._repr_markdown_()


LEVEL = ("block", dl.ruleset("block").but(tie="none"))
"""A tie in pips gives nobody points: the winner's own pips are taken off. But the lightest tile may win the hand."""


def test_another_winner_is_told_with_its_rule_even_if_nobody_scores() -> None:
    found = dl.compare(dl.Shuffle(seed=3), LEVEL)
    ends = [line.timeline.steps[-1].settled for line in found.lines]
    assert [(end.winner, end.award) for end in ends] == [(1, 0), (None, 0)]
    assert found.points_mark(1) is None
    assert found.play_mark(1) is None
    mark = found.winner_mark(1)
    assert found.marks == (mark,)
    assert (mark.step, mark.one, mark.other) == (len(found) - 1, ends[0].ruling, ends[1].ruling)
    assert "Another winner, step 12. Under “Block Game”: Ben wins the hand." in found.sentences[0]
    assert "Nobody wins the hand. Ana and Ben tie with 11 pips each" in found.sentences[0]
    again = dl.rejudge(found.lines[0].timeline, LEVEL[1])
    assert again.sentences[:2] == ("All moves are legal there too.", "No difference in points.")
    assert again.sentences[2].startswith("Another winner, step 12.")
    assert dl.compare(dl.Shuffle(seed=0), LEVEL).winner_mark(1) is None


def test_over_many_deals_other_winners_are_counted() -> None:
    found = dl.compare(dl.Shuffle(seed=0), LEVEL, hands=60)
    others = sum(dl.compare(found.hand(number), LEVEL).winner_mark(1) is not None for number in range(60))
    assert found.other_winners(1) == others > 0
    assert f"In {others} deals the hand has another winner." in found.sentences[0]
    assert found.summary["other winner"].tolist() == ["", round(others / 60, 3)]


def test_a_recorded_hand_is_one_deal() -> None:
    with pytest.raises(RulesetError, match="recorded hand is a single deal"):
        dl.compare("all-fives-worked-example", ["five-up"], hands=10)
    with pytest.raises(RulesetError, match="with 1 to 999 rulesets, not with 0"):
        dl.compare("all-fives-worked-example", [])


@pytest.mark.parametrize("asked", [{"seats": 3}, {"names": ["Ana", "Ben"]}, {"policies": "random"}, {"leader": "own"},
                                   {"measure": "lead"}], ids=lambda asked: next(iter(asked)))
def test_what_a_recorded_hand_has_of_its_own_is_not_asked_for(asked: dict[str, object]) -> None:
    with pytest.raises(RulesetError, match=f"{next(iter(asked))}: give this only with a shuffle"):
        dl.compare("all-fives-worked-example", ["five-up"], **asked)


def test_one_deal_is_not_measured() -> None:
    with pytest.raises(RulesetError, match="hands="):
        dl.compare(Shuffle(seed=1), PAIR, measure="lead")


@pytest.mark.parametrize("axes", [{"max_pip": 9}, {"copies": 2}, {"max_pip": 7, "left_out": ["0-0"]}], ids=str)
def test_rules_with_other_tiles_are_told_how_to_get_the_same(axes: dict[str, object]) -> None:
    other = dl.ruleset("block").but(**axes)
    with pytest.raises(RulesetError, match=r"; \.but\(.*\) gives the second the set of the first$") as caught:
        dl.compare(dl.Shuffle(seed=1), ["block", other])
    [change] = re.findall(r"; (\.but\(.*\)) gives", str(caught.value))
    assert len(dl.compare(dl.Shuffle(seed=1), ["block", eval(f"other{change}", {"other": other})]).lines) == 2
