"""Everything ends: what would take for ever, or nearly, is refused in words, and what can be counted cleverly is."""

from __future__ import annotations

import operator
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from math import comb, nan
from typing import Any

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.chance import counting, holding_events
from domino_lab.chance.counting import EventMeasure, TooManyError
from domino_lab.chance.holding_events import Measure
from domino_lab.chance.holdings import Listing
from domino_lab.core.errors import DominoError
from domino_lab.core.tiles import DominoSet, Tile
from domino_lab.explain.spread import SpreadCounter
from domino_lab.play.timeline import deal_hand

chance = dl.chance
SIX = DominoSet()
NAMES = [str(tile) for tile in SIX.tiles]


def any_of(names: list[str]) -> Any:
    return reduce(operator.or_, [chance.has(name) for name in names])


# --- questions of many parts


@pytest.mark.parametrize(("size", "of"), [(28, 6), (28, 9), (20, 12)])
def test_any_of_many_tiles_is_counted_as_the_holdings_that_have_none_of_them(size: int, of: int) -> None:
    """With 28 yes and no there would be a table of millions of rows: one for each holding."""
    tiles = len(DominoSet.of(of).tiles)
    found = chance.exact(any_of(NAMES[:size]), set=of)
    assert found.value == 1 - Fraction(comb(tiles - size, 7), comb(tiles, 7))


def test_what_is_settled_on_the_way_changes_no_count() -> None:
    """The same questions of a listing, and added up tile after tile."""
    one, two = any_of(NAMES[3:9]), chance.has("6-6", "5-4")
    questions = [
        EventMeasure(one & (chance.doubles() > 2) & ~two, None), EventMeasure(one | two, chance.pips() >= 30),
        EventMeasure(~(one & two) | (chance.suits() == 5), chance.doubles() != 1),
        EventMeasure(chance.longest_suit() <= 2, (chance.suit(3) < 2) | (chance.pips() == 25)), EventMeasure(None, one),
    ]
    for question in questions:
        listed = counting.count_listing([question], Listing(SIX.tiles, 4))
        added = counting.count_by_table([question], SIX.tiles, 4)
        assert listed == added
        assert len(listed) > 1


def test_three_thousand_events_are_joined_and_far_too_deep_ones_are_refused() -> None:
    wide = reduce(operator.or_, [chance.pips() == number for number in range(30, 3030)])
    assert chance.exact(wide, tiles=3).value == chance.exact(chance.pips() >= 30, tiles=3).value
    assert len(str(wide)) > 3000

    def too_deep() -> Any:
        return reduce(lambda event, number: (event & chance.has("5-5")) | (chance.pips() == number), range(3000),
                      chance.has("6-6"))

    with pytest.raises(DominoError, match="nested at most 100 brackets deep: beyond that, write a function"):
        too_deep()
    turned = chance.has("6-6")
    for _ in range(3001):
        turned = ~turned
    assert str(turned) == "the 6-6 is not there"


def test_a_slow_test_is_stopped_with_its_time_and_the_way_out() -> None:
    calls = []

    def slow(tiles: tuple[Tile, ...]) -> bool:
        calls.append(tiles)
        time.sleep(0.01)
        return True

    said = r"would take about \d+ (hours|days), so it was stopped after [\d,]+\. Use dl\.chance"
    with pytest.raises(TooManyError, match=said):
        chance.exact(slow)
    assert len(calls) < 1000
    assert chance.exact(slow, tiles=1).value == 1


def test_what_is_slow_only_at_first_is_counted() -> None:
    waits = [1.2]

    def fetches(tiles: tuple[Tile, ...]) -> bool:
        if waits:
            time.sleep(waits.pop())
        return tiles[0].is_double

    assert chance.exact(fetches, tiles=3).fitting == sum(comb(27 - place, 2) for place, tile in enumerate(SIX.tiles)
                                                         if tile.is_double)


def test_a_table_that_grows_too_long_is_given_up_before_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "MOST_STEPS", 1000)
    assert counting.count_by_table([chance.pips()], DominoSet.of(9).tiles, 7) is None


@pytest.mark.parametrize(("event", "tiles", "of", "most"), [
    (any_of(NAMES), 20, 18, 600_000), (chance.longest_suit() >= 5, 7, 9, 300_000),
    (reduce(operator.and_, [chance.suit(value) >= 1 for value in range(19)]), 20, 18, 1_000_000),
])
def test_a_question_is_answered_or_refused_before_anybody_gets_impatient(
    event: Any, tiles: int, of: int, most: int, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What a tile adds and what is read off it are most of the time: they are counted, as no clock is the same."""
    asked: Counter[str] = Counter()

    def counts(kind: type[Measure], name: str) -> None:
        real = getattr(kind, name)

        def counted(measure: Measure, known: Any) -> Any:
            asked["all"] += 1
            return real(measure, known)

        monkeypatch.setattr(kind, name, counted)

    for kind, name in ((holding_events.Total, "marks"), (Measure, "read"), (holding_events._LongestSuit, "read")):
        counts(kind, name)
    with suppress(TooManyError):
        chance.exact(event, tiles, set=of)
    assert 1000 < asked["all"] < most


# --- so many hands


RUNS: dict[str, Callable[[Any], object]] = {
    "simulate": lambda number: dl.simulate("block", hands=number),
    "chunk": lambda number: dl.simulate("block", hands=10, chunk=number),
    "compare": lambda number: SpreadCounter(dl.Shuffle(seed=1), [get("block"), get("draw")], hands=number),
    "tournament": lambda number: dl.tournament(["greedy", "random"], "block", deals=number),
    "solvable": lambda number: chance.solvable("five-columns", hands=number),
    "estimate": lambda number: chance.estimate(chance.doubles() == 0, samples=number),
}


@pytest.mark.parametrize("number", [0, -1, 1.5, nan, "10", 10**11, 10**30])
@pytest.mark.parametrize("run", RUNS)
def test_a_number_of_hands_that_never_ends_is_refused_with_the_bound(run: str, number: Any) -> None:
    with pytest.raises(DominoError, match=r"(hands|chunk|deals|samples) ?=.*a whole number from 1 to [\d,]+"):
        RUNS[run](number)


@pytest.mark.parametrize("budget", [0, 1.5, -4, 2**200, None, "8"])
def test_a_budget_works_or_is_refused(budget: Any) -> None:
    line = deal_hand(get("five-columns"), dl.Shuffle(seed=1, hand=1))
    for ask in (lambda: chance.last_chance(line, budget=budget), lambda: chance.hint(line, budget=budget),
                lambda: chance.best_line("five-columns", budget=budget),
                lambda: chance.solvable("five-columns", hands=1, budget=budget)):
        with pytest.raises(DominoError, match=r"budget=.*: give a whole number from 1 to [\d,]+"):
            ask()


# --- what a reader makes by hand


@pytest.mark.parametrize("made", [
    DominoSet._make((*of, ())) for of in ((10**9, 1, True), (9, 10**9, True), ("x", 1, True))])
def test_a_set_that_nobody_makes_is_refused_wherever_it_is_asked_of(made: DominoSet) -> None:
    event = chance.has("6-6")
    for ask in (lambda: chance.exact(event, set=made), lambda: chance.estimate(event, set=made),
                lambda: chance.HoldingTrials(event, set=made)):
        with pytest.raises(DominoError, match=r"a set can go from double-0|copies must be 1 or 2"):
            ask()


def test_no_holding_is_compared_with_a_number_that_nobody_can_write() -> None:
    with pytest.raises(DominoError, match="a number that a holding could have"):
        chance.exact(chance.pips() >= 10**4400)


def test_a_slow_test_is_not_asked_of_more_samples_than_anybody_waits_for() -> None:
    def slow(tiles: tuple[Tile, ...]) -> bool:
        time.sleep(0.1)
        return True

    with pytest.raises(TooManyError, match=r"for 1,000,000 samples, so it was stopped after \d+\. Draw fewer"):
        chance.estimate(slow, samples=1_000_000)
    assert chance.estimate(slow, samples=2).value == 1


@pytest.mark.parametrize("broken", [lambda: True, lambda tiles: 1 / 0, lambda tiles: tiles[0].no_such_name])
def test_a_test_that_does_not_work_says_so_with_its_error(broken: Any) -> None:
    for ask in (lambda: chance.exact(broken), lambda: chance.estimate(broken, samples=5)):
        with pytest.raises(DominoError, match=r"your own test does not work: \w+Error: .*a tuple of tiles") as caught:
            ask()
        assert isinstance(caught.value.__cause__, (TypeError, ZeroDivisionError, AttributeError))
