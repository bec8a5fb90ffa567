"""The size of a holding by the number of the hand, as a rule of a reader's own says it."""

from __future__ import annotations

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.core.errors import IllegalAction
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.match import play_match
from domino_lab.play.start import start
from domino_lab.record import read, write
from domino_lab.rules.leading import Standing


class OneMoreEachHand(dl.rules.Dealing):
    """Everyone takes five tiles in the first hand, and one more in each later hand."""

    def each(self, seats, set_size, hand):
        return 4 + hand


class SixInAnyHand(dl.rules.Dealing):
    def each(self, seats, set_size):
        return 6


class TenInAnyHand(dl.rules.Dealing):
    def each(self, seats, set_size):
        return 10


class FewerEachHand(dl.rules.Dealing):
    def each(self, seats, set_size, hand=1):
        return super().each(seats, set_size, hand) + 1 - hand


LEWICKI = get("draw").but(dealing=OneMoreEachHand(), name="Lewicki", seats=[2], target=5000, match_hands=10)
"""The Polish game that deals 5 tiles each in the first of ten hands, 6 in the second, and so on up to 14."""


def sizes(match):
    return [[len(held) for held in hand.steps[0].state.holdings] for hand in match.hands]


def test_ten_hands_of_five_to_fourteen_tiles_each() -> None:
    match = play_match(LEWICKI, seed=4)
    assert sizes(match) == [[each, each] for each in range(5, 15)]
    assert "By your own rule, everyone takes 7 tiles" in dl.why(match.hands[2], 0).text
    assert match.winner is not None


def test_a_rule_that_does_not_ask_for_the_hand_deals_alike_in_all() -> None:
    rules = get("block").but(dealing=SixInAnyHand(), seats=[3], match_hands=4, target=5000)
    assert sizes(play_match(rules, seed=4)) == [[6, 6, 6]] * 4


def test_what_the_game_itself_deals_is_the_start() -> None:
    rules = get("block").but(dealing=FewerEachHand(), seats=[2], match_hands=3, target=5000)
    assert sizes(play_match(rules, seed=4)) == [[7, 7], [6, 6], [5, 5]]


@pytest.mark.parametrize("hand", [11, 30])
def test_a_hand_that_would_need_more_tiles_than_there_are_is_refused(hand: int) -> None:
    """In hand 11 everyone would take 15 of 28 tiles."""
    with pytest.raises(IllegalAction, match="28") as refused:
        start(LEWICKI, Shuffle(seed=1), standing=Standing((0, 0), hand=hand))
    assert refused.value.ruling.clause == "GEN-DEAL-1"


def test_so_is_a_table_for_which_the_rule_wants_too_many() -> None:
    rules = get("block").but(dealing=TenInAnyHand())
    assert len(start(rules, Shuffle(seed=1), seats=2).state.holdings[0]) == 10
    with pytest.raises(IllegalAction, match="30"):
        start(rules, Shuffle(seed=1), seats=3)


def test_a_record_of_a_later_hand_is_dealt_by_its_number() -> None:
    hand = play_match(LEWICKI, seed=4).hands[5]
    again = read(write(hand), lambda _name: LEWICKI)
    assert [len(held) for held in again.steps[0].state.holdings] == [10, 10]
    assert not again.problems
    assert not again.remarks


def test_a_simulation_plays_the_first_hand() -> None:
    """The kernel asks the rule beforehand, for the first hand of a match."""
    results = [dl.simulate(LEWICKI, hands=200, seed=2, engine=engine, progress=False)
               for engine in ("plain", "readable")]
    assert results[0].sums == results[1].sums
