"""One verb compares a deal, a recorded hand or many deals, and refuses what goes with another of them."""

from __future__ import annotations

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
