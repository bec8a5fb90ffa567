"""Ratings: those that make what happened likeliest, with errors that are as large as chance makes them."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isinf, log10, sqrt
from random import Random
from statistics import mean, stdev

import pytest

from domino_lab.chance.tournament import MIDDLE, Shares, by_deal, rated, share_by_deal

PAIRS = [(0, 1), (0, 2), (1, 2)]
TRUE = (1100.0, 1000.0, 900.0)


def chance(one: float, other: float) -> float:
    """Bradley and Terry's, as the books write it on the chess players' scale."""
    return 1 / (1 + 10 ** ((other - one) / 400))


def played(deals: int, dice: Random, *, together: bool = False) -> list[Shares]:
    """Two hands a pair and deal, each won as the true ratings say; `together`: both hands of a deal are won by one."""
    found: list[Shares] = []
    for _ in range(deals):
        shares = {}
        for one, other in PAIRS:
            first = dice.random() < chance(TRUE[one], TRUE[other])
            second = first if together else dice.random() < chance(TRUE[one], TRUE[other])
            shares[one, other] = (float(first + second), 2)
        found.append(shares)
    return found


def test_two_players_are_as_far_apart_as_the_share_says() -> None:
    for won, hands in ((60, 100), (37, 50), (100, 100), (0, 30)):
        one, other = rated(2, [{(0, 1): (float(won), hands)}])
        share = (won + 0.5) / (hands + 1)      # one drawn hand is given beforehand
        assert one.value - other.value == pytest.approx(400 * log10(share / (1 - share)))
        assert (one.value + other.value) / 2 == pytest.approx(MIDDLE)


def minorised(players: int, deals: Sequence[Shares]) -> list[float]:
    """The same by another way, Hunter's: strength = hands won / sum of hands / (own + other's strength), repeated."""
    won, met = [0.0] * players, {}
    for one, other in sorted({pair for deal in deals for pair in deal}):
        share, hands = (sum(deal[one, other][which] for deal in deals) for which in (0, 1))
        won[one], won[other] = won[one] + share + 0.5, won[other] + hands - share + 0.5
        met[one, other] = met[other, one] = hands + 1
    strengths = [1.0] * players
    for _ in range(3000):
        strengths = [won[one] / sum(met[one, other] / (strengths[one] + strengths[other])
                                    for other in range(players) if (one, other) in met) for one in range(players)]
    ratings = [400 * log10(strength) for strength in strengths]
    return [rating - mean(ratings) + MIDDLE for rating in ratings]


def test_the_ratings_are_those_of_another_way_to_find_them() -> None:
    deals = played(40, Random(2))
    assert [one.value for one in rated(3, deals)] == pytest.approx(minorised(3, deals), abs=1e-6)


def test_a_player_that_lost_every_hand_has_a_rating_and_a_wide_error() -> None:
    deals = [{(0, 1): (2.0, 2), (0, 2): (2.0, 2), (1, 2): (1.0, 2)}] * 20
    best, *others = rated(3, deals)
    assert [best.value, others[0].value, others[1].value] == pytest.approx(minorised(3, deals), abs=1e-6)
    assert 50 < best.error < 500


def test_the_error_is_what_a_bootstrap_over_the_deals_finds() -> None:
    dice = Random(5)
    deals = played(150, dice)
    again = [rated(3, dice.choices(deals, k=len(deals))) for _ in range(300)]
    for player, found in enumerate(rated(3, deals)):
        # The spread of 300 trials is itself known to within 4 %.
        assert found.error == pytest.approx(stdev(trial[player].value for trial in again), rel=0.12)


def test_nineteen_intervals_in_twenty_hold_the_truth() -> None:
    dice, held = Random(7), 0
    for _ in range(200):
        found = rated(3, played(100, dice))
        held += sum(one.covers(true) for one, true in zip(found, TRUE, strict=True))
    # Of the intervals those of one trial hang together: as if there were 200.
    assert held / 600 == pytest.approx(0.95, abs=3 * sqrt(0.95 * 0.05 / 200))


def test_hands_of_a_deal_that_hang_together_count_once() -> None:
    apart, bound = (rated(3, played(400, Random(9), together=together)) for together in (False, True))
    for one, other in zip(apart, bound, strict=True):
        assert other.error / one.error == pytest.approx(sqrt(2), rel=0.1)


def test_one_deal_tells_nothing_of_the_error() -> None:
    assert all(isinf(one.error) for one in rated(2, [{(0, 1): (2.0, 2)}]))
    assert by_deal([(7, 2)]).error == inf
    assert (share_by_deal([(2, 2)]).low, share_by_deal([(2, 2)]).high) == (0.0, 1.0)


def test_pairs_that_an_interrupt_left_out_of_a_deal_count_less() -> None:
    deals = played(30, Random(3))
    last = {(0, 1): deals[-1][0, 1]}
    found = rated(3, [*deals[:-1], last])
    assert [one.hands for one in found] == [118, 118, 116]
    assert [one.value for one in found] == pytest.approx(minorised(3, [*deals[:-1], {**dict.fromkeys(PAIRS, (0.0, 0)),
                                                                                    **last}]), abs=1e-6)


def test_a_mean_a_hand_has_the_error_of_the_means_of_the_deals() -> None:
    totals = [3.0, -10.0, 24.0, 5.0, 5.0, 60.0]
    found = by_deal([(total, 2) for total in totals])
    assert found.value == pytest.approx(mean(totals) / 2)
    assert found.error == pytest.approx(stdev(totals) / 2 / sqrt(6))
    assert found.hands == 12


def test_a_share_keeps_inside_nothing_and_all() -> None:
    for won in (0.0, 0.5, 1.0, 1.5, 2.0):
        found = share_by_deal([(won, 2)] * 30)
        assert found.value == won / 2
        assert 0 <= found.low <= found.value <= found.high <= 1
        assert found.low < found.high
    dice = Random(11)
    deals = [(float(sum(dice.random() < 0.6 for _ in range(2))), 2) for _ in range(300)]
    # Independent hands: the interval is that of 600 trials.
    wide = share_by_deal(deals)
    assert wide.high - wide.low == pytest.approx(2 * 1.96 * sqrt(0.6 * 0.4 / 600), rel=0.1)
