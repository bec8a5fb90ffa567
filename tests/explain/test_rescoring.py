"""A line that is only counted again is worth what it is worth when every action of it is made again."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from domino_lab.catalogue import get
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.ruleset_comparison import follow
from domino_lab.explain.spread import plays_alike, points_gained, spread, tally_end
from domino_lab.rules.ruleset import Ruleset
from tests.explain.rulebooks import books, common_seats

SCORED_OTHERWISE = [get(name) for name in (
    "all-fives", "all-fives/spinner-closed", "all-fives/all-threes", "all-fives/cribbage", "all-fives/undivided",
    "all-fives/to-200")] + [
    get("all-fives").but(claim="call"), get("all-fives").but(target=20), get("all-fives").but(target=20, reach="exact"),
    get("all-fives").but(play_score="none", end_base="all"),
    get("all-fives").but(target="one-hand", target_when="hand-end"),
]


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(SCORED_OTHERWISE), st.sampled_from(SCORED_OTHERWISE), st.integers(0, 10**6),
       st.sampled_from([2, 3]), st.sampled_from(["random", "greedy", "heaviest"]))
def test_the_tally_is_the_score_of_the_line_played_again(
    one: Ruleset, other: Ruleset, seed: int, seats: int, policies: str
) -> None:
    found = follow(Shuffle(seed=seed), [one, other], seats=seats, policies=policies)
    first, second = (line.timeline.steps for line in found.lines)
    quick = tally_end(first, other)
    if plays_alike(one, other, seats) and quick is not None:
        assert quick.state.scores == points_gained(second)
        assert found.lines[1].copied == len(found.lines[0].timeline.actions)
    if second[-1].state.over == "target":
        assert quick is None


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


@pytest.mark.parametrize(("one", "other"), [
    ("all-fives", "all-fives/all-spinners"), ("all-fives", "five-up"), ("draw", "draw-osel"), ("draw", "draw-arabic"),
    ("draw", "draw/pay-points"), ("block", "draw"), ("block", "latin-partnership"), ("draw", "draw-dutch"),
    ("draw-vietnamese", "draw-vietnamese"), ("two-box-cutthroat", "two-box-cutthroat"),
    ("all-fives", "all-fives/five-each"),
])
def test_what_may_part_is_not_taken_as_alike(one: str, other: str) -> None:
    """Other spinners, turns, ends, costs, deals, sides or drawing; and points that move when tiles are stacked."""
    seats = common_seats([get(one), get(other)])[0]
    assert not plays_alike(get(one), get(other), seats)


def test_rules_that_only_score_otherwise_are_alike() -> None:
    for other in ("all-fives/spinner-closed", "all-fives/cribbage", "all-fives/all-threes", "all-fives/to-200"):
        assert plays_alike(get("all-fives"), get(other), 2)
