"""Estimates: an interval of 95 % holds the exact value in 95 of 100 runs, no less and hardly more.

How often it should is worked out from the binomial distribution, and so is how far a number of runs may stray from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import comb, isnan, sqrt
from statistics import mean, stdev

import pytest

from domino_lab.chance.estimates import Estimate
from domino_lab.chance.exact_chance import exact
from domino_lab.chance.holding_events import Event, doubles, has, pips
from domino_lab.chance.trials import HoldingTrials
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import DominoSet
from domino_lab.kernel.engines import can_compile
from domino_lab.notebook import simulate

RUNS, HANDS = 400, 120
ENGINE = "compiled" if can_compile() else "plain"
RARE = 1e-6
"""So unlikely is a test that fails although all is right, over all seeds; these seeds are fixed."""


def chances(n: int, p: float) -> list[float]:
    """The binomial distribution: how likely are 0 to n times in n tries of chance p?"""
    return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


def claimed(p: float, hands: int) -> float:
    """How likely the interval of a share is to hold p, exactly."""
    return sum(chance for times, chance in enumerate(chances(hands, p)) if Estimate.share(times, hands).covers(p))


def is_likely(times: int, runs: int, p: float) -> bool:
    """Whether so many of the runs are none of the RARE outcomes at either end."""
    spread = chances(runs, p)
    return sum(spread[: times + 1]) > RARE / 2 and sum(spread[times:]) > RARE / 2


def covered(found: Iterable[Estimate], value: float) -> int:
    return sum(one.covers(value) for one in found)


# --- events with an exact value --------------------------------------------------------------------------------------


EVENTS: list[Callable[[], Event]] = [lambda: doubles() == 0, lambda: has("6-6"), lambda: pips() > 50,
                                     lambda: doubles() >= 2]


@pytest.mark.parametrize("event", [make() for make in EVENTS], ids=str)
def test_trials_of_a_holding_cover_its_exact_chance_as_often_as_they_claim(event: Event) -> None:
    value = float(exact(event, tiles=7).value)
    found = [HoldingTrials(event, seed=seed).play(0, HANDS) for seed in range(RUNS)]
    shares = [Estimate.share(tally.total, tally.among) for tally in found]
    assert is_likely(covered(shares, value), RUNS, claimed(value, HANDS))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_seat_leads_its_share_of_the_hands(seats: int) -> None:
    """The tile that leads is as likely to be dealt to one seat as to another: exactly 1 of `seats`."""
    value = 1 / seats
    sums = [simulate("block", hands=HANDS, seats=seats, seed=seed, policies="random", engine=ENGINE).sums
            for seed in range(RUNS)]
    for seat in range(seats):
        shares = [Estimate.share(one.leads(seat)[0], HANDS) for one in sums]
        assert is_likely(covered(shares, value), RUNS, claimed(value, HANDS))


def test_two_players_alike_win_alike() -> None:
    """Of the hands that somebody wins each seat wins half, in Block with random players."""
    sums = [simulate("block", hands=HANDS, seed=seed, policies="random", engine=ENGINE).sums for seed in range(RUNS)]
    won = [(one.wins(0), one.wins(0) + one.wins(1)) for one in sums]
    expected = mean(claimed(0.5, hands) for _, hands in won)
    assert is_likely(covered((Estimate.share(*one) for one in won), 0.5), RUNS, expected)


def test_the_mean_of_the_pips_is_covered_too() -> None:
    """Seven tiles of a set with 6 pips a tile: exactly 42."""
    shuffles = ((Shuffle(seed=seed, hand=hand).order(DominoSet())[:7] for hand in range(30)) for seed in range(RUNS))
    counts = [[sum(tile.weight for tile in tiles) for tiles in run] for run in shuffles]
    found = [Estimate.mean(sum(run), sum(pips * pips for pips in run), len(run)) for run in counts]
    # Student's t with 29 degrees of freedom lies within the normal 1.96 in 94.04 % of cases.
    assert is_likely(covered(found, 42), RUNS, 0.9404)


def test_an_interval_that_claims_too_much_or_too_little_is_found_out() -> None:
    """The test bites: with an error a third too small, or twice too large, or another value, it fails."""
    value = float(Fraction(323, 3289))
    totals = [HoldingTrials(doubles() == 0, seed=seed).play(0, HANDS).total for seed in range(RUNS)]
    expected = claimed(value, HANDS)
    for spread in (2 / 3, 2.0):
        stretched = [Estimate.share(total, HANDS) for total in totals]
        times = sum(abs(one.value - value) <= spread * (one.high - one.low) / 2 for one in stretched)
        assert not is_likely(times, RUNS, expected)
    assert not is_likely(covered((Estimate.share(total, HANDS) for total in totals), value + 0.03), RUNS, expected)


# --- the interval itself ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hands", [20, 100, 400])
def test_over_all_chances_a_share_is_covered_in_95_of_100_runs(hands: int) -> None:
    found = [claimed(p / 200, hands) for p in range(2, 199)]
    assert mean(found) == pytest.approx(0.95, abs=0.006)
    assert min(found) > 0.83, "Wilson's interval is known to be shortest near 0 and 1, and to hold there too"


def test_the_interval_of_a_share_is_wilsons() -> None:
    """Worked by hand for 10 of 20: centre (0.5 + z²/40) / (1 + z²/20), z² = 3.8415."""
    found = Estimate.share(10, 20)
    assert (found.low, found.high) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    assert Estimate.share(0, 20).low == 0.0
    assert Estimate.share(20, 20).high == 1.0


def test_the_error_of_a_mean_is_the_deviation_over_the_root_of_the_hands() -> None:
    counts = [3, 1, 4, 1, 5, 9, 2, 6]
    found = Estimate.mean(sum(counts), sum(one * one for one in counts), len(counts))
    assert found.value == mean(counts)
    assert found.error == pytest.approx(stdev(counts) / sqrt(len(counts)))


@pytest.mark.parametrize("hands", [1, 5, 14, 100, 997])
def test_no_share_is_printed_with_chances_that_cannot_be(hands: int) -> None:
    """Half of Wilson's interval on both sides of 1 of 5 would reach below 0."""
    for times in range(hands + 1):
        found = Estimate.share(times, hands)
        value, sign, half = str(found).partition(" ± ")
        if sign:
            assert 0 <= float(value) - float(half) <= float(value) + float(half) <= 1
        else:
            assert str(found) == f"{found.value:.3f} ({found.low:.3f} - {found.high:.3f})"
            assert min(times, hands - times) < 15, "what lies about the middle is printed with half the width"


def test_what_lies_about_the_middle_is_printed_with_what_it_may_be_off() -> None:
    """Worked by hand: 1.96 × √(0.45 × 0.55 / 100 + 1.96² / 40000) is 0.0994, and over 1 + 1.96² / 100 that is 0.096."""
    assert str(Estimate.share(45, 100)) == "0.450 ± 0.096"
    assert str(Estimate.share(1, 5)) == "0.200 (0.036 - 0.624)"
    assert str(Estimate.mean(20, 220, 2)) == "10.000 ± 6.198"
    assert str(Estimate.mean(7, 49, 1)) == "7.000 ± inf"


@pytest.mark.parametrize(("times", "hands", "percent", "is_centred"), [
    (500, 1000, "50.0 % ± 3.1", True), (45, 100, "45.0 % ± 9.6", True), (0, 100, "0.0 % (0.0 - 3.7)", False),
    (100, 100, "100.0 % (96.3 - 100.0)", False), (1, 5, "20.0 % (3.6 - 62.4)", False),
])
def test_a_share_in_percent_has_half_its_width_only_about_the_middle(
    times: int, hands: int, percent: str, is_centred: bool,
) -> None:
    """Of 0 in n, Wilson's interval reaches to z² / (n + z²): 3.8415 of 103.8415 are 3.7 %."""
    found = Estimate.share(times, hands)
    assert (found.percent, found.is_centred) == (percent, is_centred)


def test_no_hands_tell_nothing_and_one_hand_tells_no_error() -> None:
    assert isnan(Estimate.share(0, 0).value)
    assert (Estimate.share(0, 0).low, Estimate.share(0, 0).high) == (0.0, 1.0)
    assert isnan(Estimate.mean(0, 0, 0).value)
    assert Estimate.mean(7, 49, 1).covers(1e9)


# --- the difference of two runs --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "second"), [(0.5, 0.5), (0.586, 0.574), (0.3, 0.45), (0.9, 0.8)])
def test_the_interval_of_a_difference_covers_the_true_one_nineteen_times_in_twenty(first: float, second: float) -> None:
    hands = 100
    likely = [[(times, chance) for times, chance in enumerate(chances(hands, p)) if chance > 1e-9]
              for p in (first, second)]
    covers = sum(one * other for times, one in likely[0] for others, other in likely[1]
                 if (Estimate.share(times, hands) - Estimate.share(others, hands)).covers(first - second))
    assert 0.93 < covers < 0.96


def test_two_intervals_can_overlap_although_their_difference_is_real() -> None:
    lead, lot = Estimate.share(11_720, 20_000), Estimate.share(11_480, 20_000)
    assert lead.low < lot.high
    assert not (lead - lot).covers(0)
    assert (lead - lot).value == pytest.approx(0.012)
    assert (lead - lot).hands == 40_000
