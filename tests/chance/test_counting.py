"""Counting: each way gives what plain listing gives, closed forms come to the same, and samples are fair."""

from __future__ import annotations

import ast
from functools import reduce
from itertools import combinations
from math import comb

import pytest

from domino_lab.chance.counting import (
    Deal,
    EventMeasure,
    closed_form,
    count_by_table,
    count_listing,
    count_one_by_one,
    count_sample,
)
from domino_lab.chance.exact_chance import exact
from domino_lab.chance.holding_events import Event, doubles, has, longest_suit, pips, suit, suits
from domino_lab.chance.holdings import Listing
from domino_lab.core.tiles import DominoSet

SIX, BOXES = DominoSet(), DominoSet.of(6, copies=2)
MEASURES = (doubles(), pips(), suits(), longest_suit(), suit(5))


@pytest.mark.parametrize("measure", MEASURES, ids=str)
@pytest.mark.parametrize("of", [DominoSet.of(3), DominoSet.of(2, copies=2), DominoSet.of(4, doubles=False)],
                         ids=lambda of: of.name)
def test_every_way_to_count_gives_what_one_look_at_each_holding_gives(measure, of: DominoSet) -> None:
    for take in (0, 1, 3, 5):
        looked: dict[tuple[int, ...], int] = {}
        for holding in combinations(of.tiles, take):
            looked[measure.of(holding),] = looked.get((measure.of(holding),), 0) + 1
        assert count_listing([measure], Listing(of.tiles, take)) == dict(sorted(looked.items()))
        assert count_by_table([measure], of.tiles, take) == dict(sorted(looked.items()))
        assert count_one_by_one([measure], Deal(of, take)) == dict(sorted(looked.items()))


@pytest.mark.parametrize("event", [doubles() >= 2, pips() <= 9, (suit(1) == 1) | (doubles() == 0)], ids=str)
def test_what_an_event_no_longer_needs_to_know_changes_nothing(event: Event) -> None:
    """What is known of two tiles is reduced, tiles are added, and the answer is that of all these tiles."""
    measure, rest, take = EventMeasure(event, None), SIX.tiles[6:12], 3
    assert list(pips().settling(rest, take)) == [None] * (take + 1), "a sum needs all it knows"
    settling, last, reduced = measure.settling(rest, take), measure.settling((), 0)[0], 0
    for held in combinations(SIX.tiles[:6], 2):
        known = reduce(measure.add, held, measure.start())
        for left, settle in enumerate(settling):
            less = settle(known)
            reduced += less != known
            for more in combinations(rest, left):
                settled = last(reduce(measure.add, more, less))
                assert measure.read(settled) == 1 + event.holds((*held, *more))
    assert reduced > 10


def test_all_holdings_of_seven_added_and_listed() -> None:
    for measures in ([pips(), doubles()], [suits(), suit(0)]):
        assert count_by_table(measures, SIX.tiles, 7) == count_listing(measures, Listing(SIX.tiles, 7))


@pytest.mark.parametrize("event", [
    doubles() >= 1, (doubles() == 2) & has("6-6"), has("6-6", "5-5") | ~(suit(4) > 0), (suit(1) == 3) | (suit(2) == 3),
], ids=str)
def test_binomials_count_what_listing_counts(event: Event) -> None:
    form = closed_form(event, SIX.tiles, 5)
    assert form is not None
    assert form.value == sum(event.holds(holding) for holding in combinations(SIX.tiles, 5))


@pytest.mark.parametrize("event", [doubles() >= 1, (doubles() == 0) & (suit(0) == 0), has("6-6")], ids=str)
def test_the_formula_that_is_shown_comes_to_the_number_beside_it(event: Event) -> None:
    form = closed_form(event, SIX.tiles, 7)
    assert form is not None
    assert "..." not in form.formula
    assert worth(form.formula) == form.value == exact(event).fitting


def worth(formula: str) -> int:
    """What a formula in binomials comes to."""
    tree = ast.parse(formula.replace("×", "*"), mode="eval")
    return eval(compile(tree, "formula", "eval"), {"C": comb})


def test_a_sum_of_pips_has_no_such_form() -> None:
    assert closed_form(pips() > 50, SIX.tiles, 7) is None
    assert exact(pips() > 50).closed is None


def test_samples_cover_the_exact_value_as_often_as_they_claim() -> None:
    true, covered = comb(21, 7) / comb(28, 7), 0
    from domino_lab.chance.estimates import Estimate

    for seed in range(200):
        found = count_sample([doubles()], Deal(SIX, 7), 150, seed)
        covered += Estimate.share(found.get((0,), 0), 150).covers(true)
    assert 180 <= covered <= 199  # 95 % of 200 is 190, with a standard error of 3


def test_drawn_holdings_are_all_equally_likely() -> None:
    measure = pips()
    found = count_sample([measure], Deal(DominoSet.of(1), 2), 3000, 0)
    assert set(found) == {(1,), (2,), (3,)}  # 0-0 1-0, 0-0 1-1, 1-0 1-1
    assert all(900 < ways < 1100 for ways in found.values())
