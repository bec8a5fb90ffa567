"""The picture of a rule page: where a double is a spinner, made by the rules, told in words, and in every rich form."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest

import domino_lab as dl
from domino_lab.catalogue import get, rulesets
from domino_lab.core.tiles import Tile
from domino_lab.rules.rule_page import page_html, spinner_picture, spinner_position
from domino_lab.rules.ruleset import Ruleset

WITHOUT = ("block", "draw", "draw-austrian", "all-sevens", "muggins", "blind", "bergen", "cut-throat", "five-columns")
SIDES = {"none": 0, "first": 4, "first-six": 6, "first-eight": 8, "all": 4}
"""How many tiles can join a spinner by the axis, as its rule says (AF0-LAY-1, CY-LAY-1)."""

every_ruleset = pytest.mark.parametrize("rules", rulesets(), ids=lambda rules: rules.id)


def words_of(rules: Ruleset) -> str:
    return re.findall(r'alt="([^"]*)"', spinner_picture(rules))[0]


def around(rules: Ruleset) -> list[int]:
    """The edges of the spinner that have a tile, in the order of play."""
    return [laid.parent_edge for laid in spinner_position(rules).laid if laid.parent == 0]


def after_the_second_double(rules: Ruleset) -> int:
    chain = spinner_position(rules)
    later = next(laid for laid in chain.laid[1:] if laid.tile.is_double)
    return sum(laid.parent == later.number for laid in chain.laid)


@every_ruleset
def test_a_page_has_a_picture_that_the_rules_allow_exactly_where_a_double_is_a_spinner(rules: Ruleset) -> None:
    spins = rules.solo is None and rules["spinner"] != "none" and rules["doubles"]
    assert ("<img " in rules._repr_markdown_()) == spins
    assert page_html(rules).count("<img ") == spins
    assert "<img" not in rules.sheet()
    if spins:
        check_that_the_rules_allow_each_tile(rules)


def test_games_without_a_spinner_have_none() -> None:
    assert not any(spinner_picture(get(name)) for name in WITHOUT)


def check_that_the_rules_allow_each_tile(rules: Ruleset) -> None:
    chain = spinner_position(rules)
    assert len({laid.tile for laid in chain.laid}) == len(chain.laid)
    while chain.laid[1:]:
        laid, chain = chain.laid[-1], chain.previous
        places = [(end.at, end.edge) for end in rules.places_for(chain, laid.tile)]
        assert (laid.parent, laid.parent_edge) in places, laid
        assert laid.spins == rules.arms.spins(laid.tile, chain)


CHANGES: list[tuple[str, str, list[Any]]] = [
    ("sebastopol", "spinner", ["first", "first-six", "first-eight", "all"]),
    ("all-fives", "arm_order", ["free", "sides-first", "four-first", "clockwise", "four-first-clockwise"]),
    ("all-fives", "arm_doubles", ["none", "own", "all"]),
    ("sebastopol", "arm_doubles", ["none", "own", "all"]),
    ("all-fives", "matching", ["equal", {"sum": 7}, {"sum": 4}]),
    ("all-fives", "max_pip", [6, 9]),
]


@pytest.mark.parametrize(("name", "axis", "values"), CHANGES, ids=[f"{name}-{axis}" for name, axis, _ in CHANGES])
def test_the_picture_changes_with_each_axis_of_a_spinner(name: str, axis: str, values: list[Any]) -> None:
    pictures = [spinner_picture(get(name).but(**{axis: value})) for value in values]
    assert all(pictures)
    assert all(one != other for one, other in combinations(pictures, 2)), axis


def test_an_axis_that_takes_the_spinner_away_takes_the_picture_away() -> None:
    assert not spinner_picture(get("all-fives").but(spinner="none"))
    assert spinner_picture(get("muggins").but(spinner="first"))


@pytest.mark.parametrize("spinner", ["first-six", "first-eight"])
def test_a_star_shows_all_its_arms(spinner: str) -> None:
    assert len(around(get("cyprus").but(spinner=spinner))) == SIDES[spinner]


def test_the_long_sides_come_before_a_tip_where_the_rules_say_so() -> None:
    assert set(around(get("two-box"))[:2]) == {0, 1}
    assert set(around(get("all-fives"))[:2]) == {0, 2}


def test_a_cross_is_whole_before_an_arm_grows() -> None:
    chain = spinner_position(get("sebastopol"))
    assert [laid.parent for laid in chain.laid[1:5]] == [0, 0, 0, 0]


def test_a_later_double_has_its_toes_only_where_every_double_is_a_spinner() -> None:
    assert after_the_second_double(get("chickenfoot")) == 3
    assert after_the_second_double(get("merry-go-round")) == 1


def test_each_arm_of_the_maltese_cross_has_its_double_before_a_single_follows() -> None:
    chain = spinner_position(get("maltese-cross"))
    assert chain.laid[0].tile == Tile(6, 6)
    assert [laid.tile.is_double for laid in chain.laid[1:]] == 4 * [False] + 4 * [True] + [False]
    alone = spinner_position(get("maltese-cross").but(arm_doubles="own"))
    assert sum(laid.tile.is_double for laid in alone.laid) < sum(laid.tile.is_double for laid in chain.laid)


def test_the_picture_has_words_that_name_its_sides_and_tips() -> None:
    words = words_of(get("all-fives"))
    assert "5-5 is the spinner in the middle." in words
    assert re.search("the open end (above|below|left of|right of) 5-5, tip", words)
    assert "corner" in words_of(get("cyprus"))
    assert "Pin 1 is in 9-8." in words_of(get("cyprus/clockwise"))


def test_a_rule_of_the_readers_own_has_no_picture_that_could_be_wrong() -> None:
    class Nothing(dl.rules.Arms):
        name = "nothing joins"

        def spins(self, tile: Any, chain: Any) -> bool:
            return False

        def open_ends(self, chain: Any) -> Any:
            return chain.ends

    assert not spinner_picture(get("all-fives").but(arms=Nothing()))


def test_a_page_shows_the_picture_and_the_card_to_print_does_not() -> None:
    rules = dl.ruleset("cyprus")
    assert dl.page(rules).html.count("<img ") == 1
    assert "<img " not in dl.page(rules.card()).html
