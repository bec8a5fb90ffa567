"""Many deals: each the same as it is alone, summed up as statistics does it, and shown as bars that hold them all."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

import pytest
from hypothesis import given, settings, strategies as st
from matplotlib.figure import Figure

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.core.errors import DominoError
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.ruleset_comparison import follow
from domino_lab.explain.spread import DifferenceSpread, points_gained, spread
from domino_lab.rules.ruleset import Ruleset
from tests.explain.rulebooks import books, common_seats

PAIR = (get("block"), get("draw"))


def of(*differences: int, first: int = 0) -> DifferenceSpread:
    return DifferenceSpread(Shuffle(seed=7, hand=first), PAIR, tuple((10, 10 + one) for one in differences))


def test_every_hand_is_the_one_that_a_comparison_of_it_shows() -> None:
    names = ["all-fives", "five-up", "block"]
    found = spread(Shuffle(seed=7, hand=5), [get(name) for name in names], hands=12)
    lead = spread(Shuffle(seed=7, hand=5), [get(name) for name in names], hands=12, measure="lead")
    for place, number in enumerate(range(5, 17)):
        alone = dl.compare(dl.Shuffle(seed=7, hand=number), names)
        scores = [line.timeline.state.scores for line in alone.lines]
        assert found.values[place] == tuple(map(sum, scores))
        assert lead.values[place] == tuple(ana - ben for ana, ben in scores)
        assert found.table.loc[number].tolist()[:3] == [sum(pair) for pair in scores]
    assert found.open(found.largest(1).hand).recipe == dl.compare(found.largest(1), names).recipe


@settings(max_examples=60, deadline=None)
@given(books(), st.integers(0, 10**6), st.sampled_from([None, "random"]), st.sampled_from(["same", "own"]))
def test_many_deals_are_worth_what_each_is_worth_alone(
    rules: list[Ruleset], seed: int, policies: str | None, leader: str
) -> None:
    seats = common_seats(rules)[0]
    found = spread(Shuffle(seed=seed), rules, hands=2, seats=seats, policies=policies, leader=leader)
    for number, values in enumerate(found.values):
        alone = follow(Shuffle(seed=seed, hand=number), rules, seats=seats, policies=policies, leader=leader)
        assert values == tuple(sum(points_gained(line.timeline.steps)) for line in alone.lines)


def test_partners_lead_by_their_side_and_four_by_the_best_of_the_others() -> None:
    four = [get("block"), get("block/partners")]
    found = spread(Shuffle(seed=1), four, hands=8, seats=4, measure="lead")
    for number, values in enumerate(found.values):
        single, partners = (line.timeline.state.scores for line in found.open(number).lines)
        assert values == (single[0] - max(single[1:]), partners[0] - partners[1])


def test_the_summary_is_that_of_the_formulas() -> None:
    """2, -3, 4, 0: the mean is 0.75; squares from it sum to 26.75, so the deviation is the root of 26.75 / 3."""
    row = of(2, -3, 4, 0, first=20).summary.loc["Draw Dominoes"]
    assert row["mean"] == 10.75
    assert row["difference"] == 0.75
    assert row["deviation"] == round(sqrt(26.75 / 3), 2)
    assert row["standard error"] == round(sqrt(26.75 / 3) / 2, 2)
    assert row["equal"] == 0.25
    assert (row["smallest"], row["largest"], row["hand"]) == (-3, 4, 22)
    assert of(2, -3, 4, 0).summary.loc["Block Game", "mean"] == 10


def test_the_largest_is_farthest_from_nought_and_the_first_of_equals() -> None:
    assert of(2, -5, 4, 5, first=3).largest(1) == Shuffle(seed=7, hand=4)


@given(st.lists(st.integers(-400, 400), min_size=1, max_size=80), st.integers(0, 9))
def test_the_bars_hold_every_deal_once(differences: list[int], first: int) -> None:
    found = of(*differences, first=first)
    bars = found.bars(1)
    assert len(bars) <= 25
    assert sum(bar.deals for bar in bars) == len(differences)
    assert len({bar.high - bar.low for bar in bars}) == 1
    assert all(one.high + 1 == other.low for one, other in pairwise(bars))
    for bar in bars:
        inside = {first + place: one for place, one in enumerate(differences) if bar.low <= one <= bar.high}
        assert bar.deals == len(inside)
        if inside:
            assert abs(inside[bar.hand]) == max(map(abs, inside.values()))
        else:
            assert bar.hand == -1
    assert not any(bar.low <= 0 <= bar.high and bar.low + bar.high for bar in bars)


def test_the_bars_of_three_deals() -> None:
    """Differences of -3, 0 and 2 points: bars of one point each, with the empty ones in between."""
    bars = [(bar.low, bar.high, bar.deals, bar.hand) for bar in of(2, -3, 0, first=5).bars(1)]
    assert bars == [(-3, -3, 1, 6), (-2, -2, 0, -1), (-1, -1, 0, -1), (0, 0, 1, 7), (1, 1, 0, -1), (2, 2, 1, 5)]


def test_the_chart_has_the_bars() -> None:
    found = of(2, -3, 4, 0, 0)
    heights = [patch.get_height() for patch in found.plot(1, Figure().subplots()).patches]
    assert heights == [bar.deals for bar in found.bars(1)]
    assert [int(line.split()[-1]) for line in found.plot(1).lines[2:]] == heights


def test_rulesets_that_only_pay_in_other_coins_differ_by_that_factor() -> None:
    """Cribbage pays a point for each five in play and the same award: an award aside, a fifth of the points."""
    pair = [get("all-fives"), get("all-fives/cribbage").but(target=100_000)]
    first = pair[0].but(target=100_000)
    found = spread(Shuffle(seed=3), [first, pair[1]], hands=10, policies="heaviest")
    for number, (face, per) in enumerate(found.values):
        award = found.open(number).lines[0].timeline.steps[-1].settled.award
        assert (face - award) == 5 * (per - award)


def test_progress_is_told_deal_by_deal() -> None:
    told: list[int] = []
    spread(Shuffle(seed=1), PAIR, hands=3, progress=told.append)
    assert told == [1, 2, 3]


@pytest.mark.parametrize(("asked", "said"), [
    ({"measure": "wins"}, "measure must be"),
    ({"hands": 0}, "a whole number from 1 to"),
    ({"shuffle": Shuffle.of(get("block").equipment.set.tiles)}, "given order is only one deal"),
    ({"rulesets": [get("patience"), get("fives-limit")]}, "won or lost"),
    ({"rulesets": [get("two-box"), get("block")]}, "different sets"),
])
def test_what_cannot_be_spread_is_refused(asked: dict[str, object], said: str) -> None:
    wanted = {"shuffle": Shuffle(seed=1), "rulesets": PAIR, "hands": 2, **asked}
    with pytest.raises(DominoError, match=said):
        spread(wanted.pop("shuffle"), wanted.pop("rulesets"), **wanted)


def test_ties_are_said_as_ties() -> None:
    assert "On average the same as in Block Game (2 deals)." in of(3, -3).sentences[0]
    assert "On average 1.5 points more than in Block Game (2 deals)." in of(0, 3).sentences[0]
    assert "On average 2 points fewer" in of(-2).sentences[0].replace("2.0", "2")
    assert "In 1 deal both score the same. The largest difference is +3, in hand 2." in of(0, 3).sentences[0]
