"""Tiles left out, told a second time: what is dealt is the whole set, counted pair by pair, without them."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement

import pytest

from domino_lab.catalogue import get
from domino_lab.core.errors import RulesetError
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.play.start import start
from domino_lab.play.timeline import play_out
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
