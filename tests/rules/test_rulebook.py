"""Rulebooks: in what they differ, which clause an axis cites, and rules of one's own that are pickled."""

from __future__ import annotations

import pickle

import pytest

from domino_lab.catalogue import get, rulesets
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.timeline import play_out
from domino_lab.rules.axes import AXES
from domino_lab.rules.ruleset import Ruleset, differences
from tests.catalogue.test_catalogue import every_ruleset
from tests.words import custom_rules


@every_ruleset
def test_every_axis_is_reachable_and_to_set_it_as_it_is_changes_nothing(rules: Ruleset) -> None:
    for axis in AXES:
        same = rules.but(**{axis: rules[axis]})
        assert same == rules
        assert dict(same.clauses) == dict(rules.clauses)
        assert not same.changes()
        assert same.name == rules.name
        assert differences(rules, same) == ()
    assert same.sheet() == rules.sheet()


@every_ruleset
def test_a_ruleset_differs_from_others_in_the_axes_in_which_it_differs(rules: Ruleset) -> None:
    assert differences(rules, rules) == ()
    for other in rulesets()[rulesets().index(rules) + 1 :]:
        axes = {found.axis for found in differences(rules, other)}
        assert axes == {axis for axis in AXES if rules[axis] != other[axis]}
        assert axes == {found.axis for found in differences(other, rules)}
        assert bool(axes) == (rules.id != other.id) or rules.solo is not other.solo or (
            {rules.id, other.id} == {"venezuelan/to-100", "brazilian-100"})      # one game, published in two countries


@pytest.mark.parametrize("rules", custom_rules.every(), ids=str)
def test_rules_with_an_object_of_ones_own_pickle_if_its_class_can_be_imported(rules: Ruleset) -> None:
    sent = pickle.dumps(rules)
    again = pickle.loads(sent)
    assert again == rules
    assert again.own.keys() == rules.own.keys()
    assert again.sheet() == rules.sheet()
    shuffle = Shuffle(seed=3)
    assert play_out(again, shuffle).actions == play_out(rules, shuffle).actions
    assert len(pickle.dumps(again)) == len(sent), "what is computed on the way is not sent"


def test_a_game_keeps_score_where_its_sheet_gives_points() -> None:
    """Blind Dominoes is won by going out, and its sheet gives no points; Bergen scores in play, Block for a hand."""
    assert [get(name).keeps_score for name in ("blind", "bergen", "block")] == [False, True, True]


def test_the_clause_of_an_axis_is_cited_from_its_sheet_and_a_house_rule_from_the_house() -> None:
    """BL-DRAW-1 is the clause by which nobody draws in Block."""
    rules = get("block")
    assert rules.clause_of("draw_when") == "BL-DRAW-1"
    assert rules.but(draw_when="unable").clause_of("draw_when") == "HOUSE-DRAW-WHEN"
    assert rules.but(draw_when="unable").clause_of("matching") == rules.clause_of("matching")
