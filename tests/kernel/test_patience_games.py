"""The patience kernel agrees with the readable engine, game by game: results, and every action in its order."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

from domino_lab.catalogue import get, rulesets
from domino_lab.kernel import chain_games as k, engines, patience_games as plain
from domino_lab.kernel.encoding import POLICY_NUMBERS as CODES, encode_rules, unplayable
from domino_lab.notebook import simulate
from domino_lab.rules.ruleset import Ruleset
from tests.chance.alone import by_kernel, by_reading
from tests.rules.random_rules import OPTIONS, changed

ROOT = Path(__file__).parents[2]
ALONE = [rules for rules in rulesets() if rules.solo is not None]
ENGINES = (False, True) if engines.can_compile() else (False,)
HANDS = 30

every_game = pytest.mark.parametrize("rules", ALONE, ids=[rules.id for rules in ALONE])


def test_all_six_games_and_their_variations_are_there() -> None:
    assert {rules.id for rules in ALONE} == {"bingo", "bingo/choice", "patience", "fives-limit", "five-columns",
                                             "knock-out", "knock-out/run", "twelve-to-go"}
    assert not any(map(unplayable, ALONE))


@every_game
@pytest.mark.parametrize("policy", CODES)
def test_every_hand_is_the_hand_of_the_readable_engine(rules: Ruleset, policy: str) -> None:
    read = [by_reading(rules, policy, 31, hand) for hand in range(HANDS)]
    for compiled in ENGINES:
        assert list(by_kernel(rules, policy, 31, 0, HANDS, compiled=compiled)) == read


@every_game
def test_so_are_the_first_hands_of_the_default_seed(rules: Ruleset) -> None:
    """The key by which its tiles are turned would be 0."""
    read = [by_reading(rules, "random", 0, hand) for hand in range(2)]
    for compiled in ENGINES:
        assert list(by_kernel(rules, "random", 0, 0, 2, compiled=compiled)) == read


def drawn(number: int) -> Ruleset:
    """A patience with every axis that it heeds drawn anew, as far as they go together."""
    chance = random.Random(number)
    base = chance.choice(ALONE)
    wanted = {axis: chance.choice(values) for axis, values in OPTIONS.items() if axis in base.solo.axes}
    wanted |= {axis: chance.choice([3, 5, 8]) for axis in ("deal",) if axis in wanted}
    return changed(base, [(axis, value) for axis, value in wanted.items() if axis != "spinner"])


@pytest.mark.parametrize("start", range(0, 80, 20))
def test_so_is_every_hand_under_rules_drawn_at_random(start: int) -> None:
    met = set()
    for number in range(start, start + 20):
        rules = drawn(number)
        assert not unplayable(rules), rules.values
        met.add(rules.solo.key)
        policy = random.Random(number).choice(list(CODES))
        read = [by_reading(rules, policy, number, hand) for hand in range(4)]
        for compiled in ENGINES:
            assert list(by_kernel(rules, policy, number, 0, 4, compiled=compiled)) == read, rules.values
    assert len(met) > 2


@every_game
def test_both_engines_add_up_the_same_sums(rules: Ruleset) -> None:
    kernels = ("plain", "compiled")[: len(ENGINES)]
    read, *counted = (simulate(rules, hands=150, seed=4, policies="random", engine=engine, chunk=40).sums
                      for engine in ("readable", *kernels))
    assert counted == [read] * len(kernels)
    assert read.ends("won") + read.ends("lost") == 150 == sum(read.bins("left").values())
    assert read.wins(0) == read.ends("won") == read.bins("left").get(0, 0)


def test_bingo_that_takes_every_tile_leaves_thirteen_or_twenty_six() -> None:
    """BI-3: any other number of tiles moves the thirteen numbers on, until each tile meets its own."""
    assert set(simulate("bingo", hands=2000, seed=1).sums.bins("left")) == {0, 13, 26}


def test_twelve_to_go_ends_the_same_whatever_is_taken() -> None:
    """RULES TT-3: tiles of equal weight stand for each other, and a pair that is there stays there."""
    one, other = (simulate("twelve-to-go", hands=3000, seed=2, policies=name).sums for name in ("random", "heaviest"))
    assert one.bins("left") == other.bins("left")


def test_a_patience_has_a_table_of_its_own() -> None:
    result = simulate("five-columns", hands=400, seed=1)
    assert [(row.what, row.who) for row in result.rows()] == [("won", ""), ("lost", ""), ("plays", ""), ("left", "")]
    assert result.mean("left").value == sum(n * hands for n, hands in result.sums.bins("left").items()) / 400
    most = max(result.sums.bins("left"))
    assert result.example("left", most).state.left == most
    with pytest.raises(ValueError, match="plays, draws or left"):
        result.example("points", 0)


def test_a_line_with_spinners_is_told_with_its_axis_and_played_all_the_same() -> None:
    rules = get("patience").but(spinner="all")
    assert unplayable(rules).startswith("spinner = all")
    with pytest.raises(ValueError, match="spinner = all"):
        encode_rules(rules, 1)
    result = simulate(rules, hands=20, seed=1)
    assert (result.engine, result.hands, result.why_readable) == ("readable", 20, unplayable(rules))


def test_a_game_of_more_actions_than_are_traced_stays_inside_its_numbers() -> None:
    """Bingo over a large set says thousands of numbers; what is traced ends, what is counted goes on."""
    rules = get("bingo").but(max_pip=9)
    read = [by_reading(rules, "heaviest", 5, hand) for hand in range(3)]
    assert max(hand[5] for hand in read) > 0
    for compiled in ENGINES:
        assert list(by_kernel(rules, "heaviest", 5, 0, 3, compiled=compiled)) == read
    now = [0] * plain.NOW_SIZE
    for _ in range(k.MOST_TRACED + 3):
        plain.record(now, 1, plain.SAY, 1, 2, 0)
    book = [0] * (k.MOST_TRACED + plain.WRITTEN + 5)
    assert plain.write_hand(now, book, 0) == k.MOST_TRACED + plain.WRITTEN
    assert book[-5:] == [0] * 5


def test_no_number_stands_in_a_call_of_copy() -> None:
    """To numba a bare number is a type of its own: copy would be compiled once more for it."""
    for text in (k, plain):
        calls = [node for node in ast.walk(ast.parse(Path(str(text.__file__)).read_text(encoding="utf-8")))
                 if isinstance(node, ast.Call) and ast.unparse(node.func) in ("copy", "k.copy")]
        assert calls
        assert not [ast.unparse(call) for call in calls if any(isinstance(one, ast.Constant) for one in call.args)]
    assert k.TURN == 0, "what is cleared before a deal begins with the first number"
