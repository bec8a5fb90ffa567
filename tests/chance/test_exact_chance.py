"""Exact chances: the published facts, what is known already, functions of one's own, large sets, and estimates."""

from __future__ import annotations

import tracemalloc
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest

from domino_lab.chance import counting
from domino_lab.chance.counting import TooManyError
from domino_lab.chance.exact_chance import CLASSES, distribution, estimate, exact
from domino_lab.chance.holding_events import Event, as_event, doubles, has, longest_suit, pips, suit, suits
from domino_lab.chance.trials import HoldingTrials
from domino_lab.core.errors import NotationError
from domino_lab.core.tiles import DominoSet, Tile
from domino_lab.io.progress import Progress
from tests.chance.test_estimates import is_likely

SIX, BOXES = DominoSet(), DominoSet.of(6, copies=2)


def test_the_published_chance_of_no_double() -> None:
    answer = exact(doubles() == 0, tiles=7)
    assert answer.value == Fraction(323, 3289)
    assert (answer.fitting, answer.total) == (116_280, 1_184_040)


def test_the_published_numbers_of_doubles() -> None:
    counts = exact(doubles() == 0).distribution().counts
    assert list(counts.values()) == [116280, 379848, 427329, 209475, 46550, 4410, 147, 1]


def test_the_published_chance_that_two_tiles_share_a_value() -> None:
    assert exact(longest_suit() == 2, tiles=2).value == Fraction(7, 18)


def test_suits_by_inclusion_and_exclusion() -> None:
    """j values among them: choose them, then leave out the holdings that use fewer."""
    counts = distribution(suits(), tiles=7).counts

    def within(values: int) -> int:
        return comb(values * (values + 1) // 2, 7)

    for shown in range(1, 8):
        only = sum((-1) ** (shown - some) * comb(shown, some) * within(some) for some in range(shown + 1))
        assert counts.get(shown, 0) == comb(7, shown) * only


def test_pips_are_even_about_the_middle() -> None:
    """Turn every v into 6 - v: a holding of p pips becomes one of 84 - p."""
    found = distribution(pips(), tiles=7)
    assert found.mean == 42
    assert all(found.counts[number] == found.counts[84 - number] for number in found.counts)


def test_an_answer_says_how_it_was_counted_and_has_its_formula() -> None:
    """Seven of the 21 tiles that are no doubles; a double-nine set has too many holdings to list."""
    assert exact(doubles() == 0).how == "listed"
    assert exact(doubles() == 0).closed.formula == "C(21,7)"
    assert exact(doubles() == 0, set=9).how == "added"


def test_a_second_look_at_one_double() -> None:
    """One given double and six of the other 27: at least one more of the six doubles left."""
    seen = exact(doubles() >= 2, given=has("6-6"))
    assert seen.value == 1 - Fraction(comb(21, 6), comb(27, 6))
    told = exact(doubles() >= 2, given=doubles() >= 1)
    none, one = comb(21, 7), 7 * comb(21, 6)
    assert told.value == 1 - Fraction(one, comb(28, 7) - none)
    assert seen.value > told.value


def test_a_distribution_keeps_what_is_given() -> None:
    counts = exact(pips() > 3, tiles=2, given=has("0-0")).distribution(doubles()).counts
    assert counts == {1: 21, 2: 6}


def test_what_can_never_be_known_is_refused() -> None:
    with pytest.raises(ValueError, match="more than 7 doubles"):
        exact(doubles() == 0, given=doubles() > 7)


def test_what_no_drawn_holding_is_like_is_not_said_to_be_impossible() -> None:
    """Five doubles of ten among 3,478,761 holdings: 252 of them, and none in so small a sample."""
    with pytest.raises(ValueError, match=r"none of the sampled holdings fits what is given: .* 300 were .* samples="):
        estimate(lambda tiles: True, tiles=5, set=9, given=doubles() == 5, samples=300)
    with pytest.raises(ValueError, match="no holding fits"):
        exact(has("9-9"), tiles=5, set=9, given=doubles() == 6)


@pytest.mark.parametrize("asked", ["doubles", doubles() == 1, len])
def test_a_distribution_is_that_of_a_measure(asked) -> None:
    with pytest.raises(TypeError, match=r"doubles\(\)"):
        distribution(asked)


def test_many_measures_at_once_are_counted_without_a_table_of_all_their_values() -> None:
    """27 tiles of 28: each tile is absent from one holding. A table by 28 tiles would have 2**28 places."""
    tiles, before = [str(tile) for tile in SIX.tiles], 2**24
    tracemalloc.start()
    try:
        assert exact(has(*tiles[:-1]), tiles=27).value == Fraction(1, 28)
        assert tracemalloc.get_traced_memory()[1] < before
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(("event", "of", "why"), [
    (has("7-7"), 6, "no 7-7 in a double-six set"), (~has("6-6", "9-9"), 8, "no 9-9 in a double-eight set"),
    (suit(7) == 0, 6, "no tile of a double-six set shows a 7"),
    ((doubles() == 0) | has("6-6"), DominoSet.of(6, doubles=False), "no 6-6 in a "),
])
def test_a_tile_or_a_value_that_is_not_in_the_set_is_refused_and_not_counted_as_absent(event: Event, of, why: str
                                                                                       ) -> None:
    for asked in ({"event": event}, {"event": doubles() == 1, "given": event}):
        with pytest.raises(NotationError, match=why):
            exact(**asked, set=of)
        with pytest.raises(NotationError, match=why):
            HoldingTrials(**asked, set=of)
    with pytest.raises(NotationError, match=why):
        distribution(doubles(), set=of, given=event)


def test_a_chance_shows_what_was_asked_and_what_was_given() -> None:
    """Of the 28 tiles 7 are doubles, and of the 7 tiles with a six 1 is."""
    assert repr(exact(doubles() == 1, tiles=1)) == "<chance of exactly 1 double: 1/4>"
    given = "exactly 1 double given exactly 1 tile with a 6"
    assert repr(exact(doubles() == 1, tiles=1, given=suit(6) == 1)) == f"<chance of {given}: 1/7>"
    for known, words in ((None, "exactly 1 double"), (suit(6) == 1, given)):
        drawn = estimate(doubles() == 1, tiles=1, given=known, samples=50)
        assert repr(drawn) == f"<chance of {words}: {drawn}>"


def test_of_one_holding_it_is_said_as_of_one() -> None:
    assert exact(doubles() == 0, 0).derivation.splitlines()[0] == (
        "There is C(28,0) = 1 holding of 0 tiles from a double-six set.")
    assert "C(28,28) = 1 holding of 28 tiles" in exact(doubles() == 7, 28).derivation
    assert "There is C(7,7) = 1 of them." in exact(has("6-6"), given=doubles() == 7).derivation
    assert " 1 holdings" not in exact(doubles() == 7, 7).derivation


def test_too_many_tiles_are_refused() -> None:
    with pytest.raises(NotationError, match="You asked for 29 tiles, but a double-six set has only 28"):
        exact(doubles() == 0, tiles=29)
    with pytest.raises(NotationError, match="tiles must be a whole number from 0; you gave -1"):
        exact(doubles() == 0, tiles=-1)


def test_a_function_is_asked_for_every_holding() -> None:
    answer = exact(lambda tiles: not any(tile.is_double for tile in tiles), tiles=4)
    assert answer.value == exact(doubles() == 0, tiles=4).value == Fraction(comb(21, 4), comb(28, 4))
    assert "your own test" in answer.derivation.lower()


def test_a_function_is_asked_once_for_each_holding_and_then_remembered() -> None:
    calls = []

    def heavy(tiles: tuple[Tile, ...]) -> bool:
        calls.append(tiles)
        return sum(tile.weight for tile in tiles) > 20

    first = exact(heavy, tiles=2).value
    assert exact(heavy, tiles=2).value == first == exact(pips() > 20, tiles=2).value
    assert len(calls) == comb(28, 2) == len(set(calls))


def test_a_function_and_a_measure_go_together() -> None:
    light = as_event(lambda tiles: max(tile.weight for tile in tiles) <= 6)
    both = sum(light.holds(held) and doubles().of(held) == 1 for held in combinations(SIX.tiles, 3))
    assert exact(light & (doubles() == 1), tiles=3).fitting == both > 0


@pytest.mark.parametrize(("of", "doubled"), [(BOXES, 14), (DominoSet.of(9), 10), (DominoSet.of(18), 19)],
                         ids=["two boxes", "double-nine", "double-eighteen"])
def test_a_large_set_is_said_to_be_one_and_counted_all_the_same(of: DominoSet, doubled: int) -> None:
    answer = exact(doubles() == 0, set=of)
    size = len(of.tiles)
    assert answer.value == Fraction(comb(size - doubled, 7), comb(size, 7))
    assert answer.how == "added"
    assert f"C({size - doubled},7)" in answer.derivation


def test_pips_of_a_large_set_are_exact() -> None:
    answer = exact(pips() >= 63, set=9)
    assert "not listed one by one" in answer.derivation
    middle = exact(pips() == 63, set=9).value
    assert answer.value == (1 + middle) / 2  # turning v into 9 - v makes the rest the mirror image


def test_a_set_twice_holds_a_twin_of_every_tile() -> None:
    """One of the two 6-6 at least: all holdings but those of the other 54 tiles."""
    assert exact(has("6-6"), set=BOXES).value == 1 - Fraction(comb(54, 7), comb(56, 7))


def no_double(tiles: tuple[Tile, ...]) -> bool:
    return not any(tile.is_double for tile in tiles)


def test_a_function_is_counted_for_eight_tiles_too_and_then_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """C(21,8) of C(28,8) holdings have no double; how far the count is, is heard on the way."""
    monkeypatch.setattr(counting, "LONGEST", 600.0)         # a machine that does much else is no reason to give up here
    steps: list[Progress] = []
    answer = exact(no_double, tiles=8, progress=steps.append)
    assert answer.value == Fraction(comb(21, 8), comb(28, 8))
    assert "There are C(28,8) = 3,108,105 holdings of 8 tiles" in answer.derivation
    assert "Each of them was checked." in answer.derivation
    assert steps[-1] == (3_108_105, 3_108_105, "looking")
    assert 50 < len(steps) < 200
    assert [step.done for step in steps] == sorted({step.done for step in steps})
    steps.clear()
    assert exact(no_double, tiles=8, progress=steps.append).value == answer.value
    assert steps == []


def test_a_function_of_a_few_tiles_is_counted_in_a_set_of_any_size() -> None:
    """Ninety-one tiles, thirteen of them doubles: more than a mask has bits."""
    answer = exact(no_double, tiles=3, set=12)
    assert answer.value == exact(doubles() == 0, tiles=3, set=12).value == Fraction(comb(78, 3), comb(91, 3))
    both = exact(no_double, tiles=2, set=12, given=pips() >= 24)
    heavy = [held for held in combinations(DominoSet.of(12).tiles, 2) if sum(tile.weight for tile in held) >= 24]
    assert both.value == Fraction(sum(map(no_double, heavy)), len(heavy))


@pytest.mark.parametrize("asked", [
    {"event": no_double, "tiles": 10}, {"event": no_double, "set": 9}, {"event": no_double, "set": BOXES},
    {"event": pips() > 60, "given": no_double, "tiles": 10}, {"event": longest_suit() > 3, "set": 9},
])
def test_what_is_too_much_to_count_is_refused_and_told_where_it_is_estimated(asked: dict[str, Any]) -> None:
    """No sample is passed off as a count; and nothing is looked at before it is refused."""
    with pytest.raises(TooManyError, match=r"^there are [\d,]+ holdings of \d+ tiles .* Use dl\.chance\.estimate, "):
        exact(**asked)
    found = estimate(**asked, samples=2000)
    assert 0 < found.low < found.value < found.high < 1
    assert not isinstance(found.value, Fraction)


def test_a_distribution_is_never_that_of_a_sample() -> None:
    with pytest.raises(TooManyError, match=r"dl\.chance\.estimate"):
        distribution(longest_suit(), set=9)
    with pytest.raises(TooManyError, match="at most 7,000,000 are checked one by one"):
        distribution(doubles(), tiles=10, given=no_double)


def test_an_estimate_has_its_error_and_says_how_it_came_about() -> None:
    found = estimate(no_double, set=9, samples=4000, seed=3)
    assert found.covers(comb(45, 7) / comb(55, 7))
    assert found.hands == 4000
    assert found.error == pytest.approx((found.value * (1 - found.value) / 4000) ** 0.5)
    assert found.derivation.splitlines()[1] == "We drew 4,000 of them at random, with seed 3."
    assert "give or take" in found.derivation
    assert f"{found}" in repr(found)
    rare = estimate(lambda tiles: False, set=9, samples=300)
    assert rare.derivation.endswith("That is 0.0000. 95 % interval: 0.0000 to 0.0126.")  # z²/(n + z²)
    assert estimate(no_double, set=9, samples=4000, seed=3) == found
    assert estimate(no_double, set=9, samples=4000, seed=4) != found


def test_an_estimate_of_what_can_be_counted_covers_it_too() -> None:
    event, given = doubles() >= 2, has("6-6")
    found, true = estimate(event, given=given, samples=20_000), exact(event, given=given).value
    assert found.covers(float(true))
    assert 4500 < found.hands < 5500  # a quarter of the holdings have the 6-6
    assert "We count only the holdings where this is known: the 6-6 is there." in found.derivation
    for samples in (0, -5, 2.5):
        with pytest.raises(ValueError, match="give a whole number from 1"):
            estimate(event, samples=samples)


def test_what_is_rare_is_not_rounded_to_nothing() -> None:
    """One holding of 1,184,040 has all doubles; no holding has eight."""
    assert "or about 0.000000845." in str(exact(doubles() == 7, tiles=7))
    assert "or about 0.0000." in str(exact(doubles() == 8, tiles=7))


def test_chi_square_is_summed_as_by_hand() -> None:
    """Of 20 tiles 15 are expected to be no doubles and 5 doubles: 3² / 15 + 3² / 5 = 2.4."""
    of_twenty = distribution(doubles(), tiles=1).chi_square({0: 12, 1: 8})
    assert of_twenty.expected == (15, 5)
    assert of_twenty.parts == (Fraction(9, 15), Fraction(9, 5))
    assert of_twenty.value == Fraction(12, 5)


@pytest.mark.parametrize("seen", [(9, 7, 4), (14, 6, 0), (11, 9, 0), (8, 8, 4)])
def test_a_fair_shuffle_is_as_far_off_as_often_as_all_outcomes_say(seen: tuple[int, int, int]) -> None:
    """All ways in which 20 deals of two tiles can have 0, 1 or 2 doubles, each with its multinomial chance.

    C(21, 2) = 210 of the 378 pairs have no double, 7 x 21 = 147 have one, C(7, 2) = 21 two.
    """
    of_pairs, deals = (Fraction(210, 378), Fraction(147, 378), Fraction(21, 378)), sum(seen)

    def distance(times: tuple[int, ...]) -> Fraction:
        return sum(((k - deals * p) ** 2 / (deals * p) for k, p in zip(times, of_pairs, strict=True)), Fraction())

    outcomes = [(a, b, deals - a - b) for a in range(deals + 1) for b in range(deals + 1 - a)]
    exactly = sum(comb(deals, a) * comb(deals - a, b) * of_pairs[0] ** a * of_pairs[1] ** b * of_pairs[2] ** c
                  for a, b, c in outcomes if distance((a, b, c)) >= distance(seen))
    for seed in range(5):
        found = distribution(doubles(), tiles=2).chi_square(dict(enumerate(seen)), seed=seed)
        assert found.value == distance(seen)
        assert is_likely(round(found.as_far.value * CLASSES), CLASSES, float(exactly))


def test_only_what_luck_seldom_does_makes_a_shuffle_suspect() -> None:
    four = distribution(doubles(), tiles=4)
    assert "could well be luck" in str(four.chi_square({0: 6, 1: 9, 2: 4, 3: 1}))
    assert "none was as far off" in str(four.chi_square({4: 20}))
    assert "look at how you shuffle" in str(four.chi_square({4: 20}))


@pytest.mark.parametrize("seen", [{}, {0: 0}, {5: 1}, {0: -1}, {0: 10_001}, {0: 1.5}, [9, 7]])
def test_deals_that_nobody_can_have_seen_are_refused(seen: Any) -> None:
    with pytest.raises(ValueError, match=r"deals|cannot come up"):
        distribution(doubles(), tiles=4).chi_square(seen)
