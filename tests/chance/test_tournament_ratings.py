"""Ratings: those that make what happened likeliest, with errors that are as large as chance makes them."""

from __future__ import annotations

from collections.abc import Mapping
from math import log10, sqrt
from random import Random
from statistics import mean, stdev

import pytest

from domino_lab.chance.tournament import MIDDLE, Pair, rate

PAIRS = [(0, 1), (0, 2), (1, 2)]
TRUE = (1100.0, 1000.0, 900.0)
Shares = Mapping[Pair, tuple[float, int]]


def chance(one: float, other: float) -> float:
    """Bradley and Terry's, as the books write it on the chess players' scale."""
    return 1 / (1 + 10 ** ((other - one) / 400))


def played(hands: int, dice: Random) -> Shares:
    """So many hands a pair, each won as the true ratings say."""
    return {(one, other): (float(sum(dice.random() < chance(TRUE[one], TRUE[other]) for _ in range(hands))), hands)
            for one, other in PAIRS}


def test_two_players_are_as_far_apart_as_the_share_says() -> None:
    for won, hands in ((60, 100), (37, 50), (100, 100), (0, 30)):
        one, other = rate(2, {(0, 1): (float(won), hands)})
        share = (won + 0.5) / (hands + 1)      # one drawn hand is given beforehand
        assert one.value - other.value == pytest.approx(400 * log10(share / (1 - share)))
        assert (one.value + other.value) / 2 == pytest.approx(MIDDLE)


def minorised(players: int, shares: Shares) -> list[float]:
    """The same by another way, Hunter's: strength = hands won / sum of hands / (own + other's strength), repeated."""
    won, met = [0.0] * players, {}
    for (one, other), (share, hands) in shares.items():
        won[one], won[other] = won[one] + share + 0.5, won[other] + hands - share + 0.5
        met[one, other] = met[other, one] = hands + 1
    strengths = [1.0] * players
    for _ in range(3000):
        strengths = [won[one] / sum(met[one, other] / (strengths[one] + strengths[other])
                                    for other in range(players) if (one, other) in met) for one in range(players)]
    ratings = [400 * log10(strength) for strength in strengths]
    return [rating - mean(ratings) + MIDDLE for rating in ratings]


def test_the_ratings_are_those_of_another_way_to_find_them() -> None:
    for shares in (played(80, Random(2)), {**played(58, Random(3)), (0, 1): (41.5, 60)}):
        assert [one.value for one in rate(3, shares)] == pytest.approx(minorised(3, shares), abs=1e-6)


def test_a_player_that_lost_every_hand_has_a_rating_and_a_wide_error() -> None:
    shares = {(0, 1): (40.0, 40), (0, 2): (40.0, 40), (1, 2): (20.0, 40)}
    best, *others = rate(3, shares)
    assert [best.value, others[0].value, others[1].value] == pytest.approx(minorised(3, shares), abs=1e-6)
    assert 50 < best.error < 500


def test_the_error_is_the_spread_of_ratings_of_the_same_players_met_again() -> None:
    dice = Random(5)
    again = [rate(3, played(300, dice)) for _ in range(300)]
    for player, found in enumerate(rate(3, played(300, dice))):
        # The spread of 300 trials is itself known to within 4 %.
        assert found.error == pytest.approx(stdev(trial[player].value for trial in again), rel=0.12)


def test_the_error_of_two_is_that_of_the_books() -> None:
    """The log of the odds of n trials has the variance 1 / (n p q); of two players each is half of it from the mean."""
    found = rate(2, {(0, 1): (60.0, 100)})[0]
    share = 60.5 / 101
    odds = 400 / 2.302585 / sqrt(101 * share * (1 - share))
    assert found.error == pytest.approx(odds / 2, rel=1e-6)


def test_nineteen_intervals_in_twenty_hold_the_truth() -> None:
    dice, held = Random(7), 0
    for _ in range(200):
        found = rate(3, played(200, dice))
        held += sum(one.covers(true) for one, true in zip(found, TRUE, strict=True))
    # Of the intervals those of one trial hang together: as if there were 200.
    assert held / 600 == pytest.approx(0.95, abs=3 * sqrt(0.95 * 0.05 / 200))
