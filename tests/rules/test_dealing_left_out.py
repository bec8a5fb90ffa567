"""Tiles left out, told a second time: what is dealt is the whole set, counted pair by pair, without them."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.core.errors import NotationError, RulesetError
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.play.settlement import settle_holdings
from domino_lab.play.start import start
from domino_lab.play.timeline import play_out
from domino_lab.record.writer import write
from domino_lab.rules.ruleset import Ruleset
from tests.kernel.readable import by_kernel, by_reading


def listed(most: int, copies: int, left_out: list[tuple[int, int]]) -> Counter[tuple[int, int]]:
    """How often each pair of values is there."""
    return Counter({pair: copies for pair in combinations_with_replacement(range(most + 1), 2)
                    if pair not in left_out})


def drawn_at_random(number: int) -> tuple[Ruleset, Counter[tuple[int, int]]]:
    """Block or Draw with up to six tiles left out, and what must be in its set."""
    chance = random.Random(number)
    most, copies = chance.choice([(6, 1), (6, 1), (7, 1), (4, 2)])
    pairs = list(combinations_with_replacement(range(most + 1), 2))
    without = chance.sample(pairs, chance.randrange(1, 7))
    rules = get(chance.choice(["block", "draw"])).but(
        max_pip=most, copies=copies, left_out=[f"{high}-{low}" for low, high in without], deal=5, seats=[2, 3],
        first_leader="lot", lead_tile="any")
    return rules, listed(most, copies, without)


@pytest.mark.parametrize("number", range(24))
def test_the_tiles_that_are_dealt_are_those_of_the_list(number: int) -> None:
    rules, expected = drawn_at_random(number)
    for seats in (2, 3):
        state = start(rules, Shuffle(seed=number), seats=seats).state
        dealt = Counter(tile[:2] for held in (*state.holdings, state.stock) for tile in held)
        assert dealt == expected
        assert len(state.stock) == expected.total() - 5 * seats
        line = play_out(rules, Shuffle(seed=number), seats=seats)
        end = line.state
        laid = Counter(one.tile[:2] for one in end.chain.laid)
        assert laid + Counter(tile[:2] for held in (*end.holdings, end.stock) for tile in held) == expected


@pytest.mark.parametrize("number", range(12))
def test_the_kernel_deals_the_same_tiles(number: int) -> None:
    rules, _ = drawn_at_random(number)
    read = [by_reading(rules, 3, ["random"] * 3, number, hand) for hand in range(5)]
    assert list(by_kernel(rules, 3, ["random"] * 3, number, 0, 5, compiled=False)) == read


def test_a_tile_that_must_lead_cannot_be_left_out() -> None:
    with pytest.raises(RulesetError):
        get("latin-partnership").but(left_out=["6-6"])


def test_tiles_that_are_left_out_are_nowhere_in_the_game() -> None:
    """28 tiles make no equal hands for three, 27 do; two sets lose both copies, and a left-out 6-6 takes 12 pips."""
    rules = get("block").but(seats=[3], deal=9, left_out="0-0", lead_tile="any")
    for seed in range(5):
        line = play_out(rules, Shuffle(seed=seed), policies="random")
        first = line.steps[0].state
        assert [len(held) for held in first.holdings] == [9, 9, 9]
        assert not first.stock
        assert Tile(0, 0) not in {tile for held in first.holdings for tile in held}
    two_sets = get("two-box").but(left_out=["6-6", "1-0"])
    assert len(two_sets.equipment.set.tiles) == 2 * 28 - 4
    assert sum(tile.weight for tile in two_sets.equipment.set.tiles) == 2 * (168 - 12 - 1)
    assert Tile(6, 6) not in two_sets.equipment.set
    assert two_sets.equipment.set.name == "double-six, twice without 1-0, 6-6"


BLANKS = [f"{half}-0" for half in range(7)]
ONCE = ["one 1-1", "one 2-2", "one 4-4", "one 5-5", "one 2-1", "one 3-1", "one 4-2", "one 5-2", "one 5-3", "one 6-4"]
"""Of the 21 tiles without a blank, ten of which there is only one, so that there are two of the other 11."""


def korean(game: str) -> Ruleset:
    return get(game).but(copies=2, left_out=[*BLANKS, *ONCE], seats=[2, 4], deal=5, first_leader="lot", lead_tile="any")


def test_the_korean_set_of_32_tiles_can_be_declared() -> None:
    """21 tiles have no blank, and 11 of them are there twice."""
    rules = korean("block")
    expected = Counter({pair: 1 if f"one {pair[1]}-{pair[0]}" in ONCE else 2
                        for pair in combinations_with_replacement(range(1, 7), 2)})
    assert (expected.total(), Counter(expected.values())) == (32, {1: 10, 2: 11})
    assert Counter(tile[:2] for tile in rules.equipment.set.tiles) == expected
    for seed in range(5):
        end = play_out(rules, Shuffle(seed=seed), seats=4, policies="random").state
        laid = Counter(one.tile[:2] for one in end.chain.laid)
        assert laid + Counter(tile[:2] for held in (*end.holdings, end.stock) for tile in held) == expected
    page = rules.sheet()
    assert "use 32 tiles of them" in page
    assert "two of every tile" not in page
    assert "take the 0-0, 1-0, 2-0, 3-0, 4-0, 5-0, 6-0, one 1-1, one 2-1," in page


@pytest.mark.parametrize("game", ["block", "draw", "all-fives"])
def test_the_kernel_plays_a_set_with_some_tiles_twice(game: str) -> None:
    rules = korean(game)
    for seed in range(4):
        read = [by_reading(rules, 4, ["random"] * 4, seed, hand) for hand in range(4)]
        assert list(by_kernel(rules, 4, ["random"] * 4, seed, 0, 4, compiled=False)) == read


def test_one_of_two_tiles_is_left_out_and_its_record_is_read_again() -> None:
    """56 tiles less one are 55, less both 54; the tile of a second set is the second copy."""
    two = get("block").but(copies=2, lead_tile="any")
    one = two.but(left_out=[Tile(4, 5, 1)])
    assert one["left_out"] == two.but(left_out=["one 4-5"])["left_out"] == ("one 5-4",)
    assert [len(rules.equipment.set.tiles) for rules in (one, two.but(left_out="5-4"))] == [55, 54]
    assert Tile(4, 5) in one.equipment.set
    line = play_out(one, Shuffle(seed=1))
    again = dl.load(write(line))
    assert again.rules["left_out"] == ("one 5-4",)
    assert write(again) == write(line)


def test_a_tile_is_left_out_once() -> None:
    for twice in (["5-4", "5-4"], ["5-4", "one 5-4"], ["4-5", Tile(4, 5, 1)]):
        with pytest.raises(RulesetError, match='"5-4" leaves out every 5-4, and "one 5-4" only one of two'):
            get("block").but(copies=2, left_out=twice)
    with pytest.raises(RulesetError, match="there is only one of each tile"):
        get("block").but(left_out=["one 5-4"])


def test_a_tile_that_is_there_once_cannot_be_held_twice() -> None:
    one = get("block").but(copies=2, lead_tile="any", left_out=["one 5-4"])
    assert settle_holdings(one, [["5-4", "4-4"], ["6-6", "6-6"]])
    with pytest.raises(NotationError, match="more often"):
        settle_holdings(one, [["5-4", "4-5"], ["6-6"]])
