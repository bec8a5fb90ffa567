"""The plain names of the values of axes: every word has one, readers see them, and programs the words themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pandas as pd
import pytest

import domino_lab as dl
from domino_lab.catalogue import rulesets
from domino_lab.explain.axis_choices import choices_of, has_name, value_name
from domino_lab.rules.axes import AXES
from domino_lab.words import clause_ids, clause_table, house_clause
from tests.words.custom_rules import NeighbourPips


def words_of(axis: str) -> set[str]:
    """The words that an axis takes: those that its description quotes, and those that a game uses."""
    described = AXES[axis].values if "such as" not in AXES[axis].values else AXES[axis].values.partition("such as")[2]
    quoted = set(re.findall(r"""["']([a-z0-9][a-z0-9+-]*)["']""", described))
    used = {value for rules in rulesets() for value in [rules.values[axis]] if isinstance(value, str)}
    tabled = {"matching": {"sum"}, "first_leader": {"holder"}, "block_leader": {"holder"}}.get(axis, set())
    return {word for word in quoted | used | tabled if not re.fullmatch(r"\d+-\d+", word)}


@pytest.mark.parametrize("axis", AXES)
def test_every_word_has_a_name_of_its_own_and_no_other_name_is_kept(axis: str) -> None:
    names = clause_table(house_clause(axis)).get("names", {})
    assert set(names) == words_of(axis)
    assert len(set(names.values())) == len(names)
    for word, name in names.items():
        assert name[0].isupper() or name[0].isdigit()
        assert name != word.capitalize() or name in ("Never", "Points", "Chips"), "a raw word is no name"


def test_no_axis_is_named_that_there_is_not() -> None:
    labelled = {name for name in clause_ids() if "label" in clause_table(name)}
    assert labelled == {house_clause(axis) for axis in AXES}


def test_values_with_a_sum_or_a_tile_and_values_that_need_no_name() -> None:
    assert value_name("spinner", "first") == "First double only"
    assert value_name("arm_order", "free") == "All sides at once"
    assert value_name("first_leader", {"holder": "6-6"}) == "The player with the 6-6"
    assert value_name("matching", {"sum": 9}) == "Numbers that add up to 9"
    assert value_name("lead_tile", "6-6") == "6-6"
    assert value_name("deal", {2: 7, 3: 5}) == "2: 7, 3: 5"
    assert value_name("deal", {2: 7}) == "7 each"
    assert value_name("steal_back", True) == "yes"
    assert [has_name("draw_max", value) for value in ("until-playable", 3)] == [True, False]


def every_choice() -> Iterator[str]:
    for rules in rulesets()[::12]:
        # A game without special tiles, or without extra points for the first hands, has none of them.
        for axis in AXES.keys() - {"weights", "left_out", "out_tile", "hand_bonus"}:
            yield from (choice.shown for choice in choices_of(rules, axis))


def test_no_choice_of_a_form_is_a_raw_word() -> None:
    raw = {word for axis in AXES for word in words_of(axis)}
    shown = set(every_choice())
    assert shown & {"First double only", "Equal numbers", "Across the line"}
    assert shown & raw == set()


def test_the_table_of_differences_shows_names_beside_values_and_keeps_the_values() -> None:
    table = dl.differences("all-fives", "draw")
    assert isinstance(table, pd.DataFrame)
    assert list(table.loc["spinner"])[:2] == ['"first"', '"none"']
    assert list(table.loc["end_divide"])[:2] == ["5", "1"]
    assert table.loc["target"].iloc[1].startswith("{2 = 100")
    for shown in (repr(table), table._repr_html_()):
        assert "Spinners (spinner)" in shown
        assert 'First double only ("first")' in shown.replace("&quot;", '"')
    assert 'spinner,"""first""","""none"""' in table.to_csv()
    assert "First double only" not in repr(table.head(3))


def test_the_table_of_equal_rules_says_so_and_one_of_a_class_names_it() -> None:
    assert repr(dl.differences("block", "block")) == "No rules differ."
    own = dl.ruleset("block").but(matching=NeighbourPips())
    table = dl.differences("block", own)
    assert "own: NeighbourPips" in repr(table)
    assert 'Equal numbers ("equal")' in repr(table)
