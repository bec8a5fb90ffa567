"""RuleForm: what it offers, what it refuses, and that the rules it holds are those it says."""

from __future__ import annotations

import random

import pytest

import domino_lab as dl
from domino_lab.catalogue import rulesets
from domino_lab.explain.axis_choices import axis_label, choices_of, sections_of
from domino_lab.rules.axes import AXES
from tests.widgets.reading import area, find, nodes, text
from tests.words.custom_rules import NeighbourPips, every


def rows(form: dl.RuleForm) -> dict[str, dict]:
    """The controls of the axes that are shown, by axis."""
    return {node["value"]: node for node in nodes(form) if node.get("do") == "axis"}


def pick(form: dl.RuleForm, axis: str, label: str) -> None:
    """Choose the first value of an axis that begins so, as a reader does."""
    options = rows(form)[axis]["options"]
    form.do("axis", [axis, next(place for place, option in enumerate(options) if option.startswith(label))])


def axes_of(rules) -> list[str]:
    return [axis for axes in sections_of(rules).values() for axis in axes]


@pytest.mark.parametrize("rules", rulesets()[::8], ids=lambda rules: rules.id)
def test_every_choice_makes_rules_and_what_is_refused_says_why(rules) -> None:
    for axis in axes_of(rules):
        found = choices_of(rules, axis)
        assert any(choice.value == rules[axis] for choice in found), axis
        for choice in found:
            if choice.rules is None:
                with pytest.raises(dl.RulesetError) as refused:
                    rules.but(**{axis: choice.value})
                assert choice.why == str(refused.value)
            else:
                assert choice.rules == rules.but(**{axis: choice.value})
                assert not choice.clause or choice.clause == choice.rules.clauses[axis].partition(":")[0]


def test_every_axis_has_a_label_and_every_awake_axis_a_place() -> None:
    assert all(axis_label(axis)[0].isupper() for axis in AXES)
    with pytest.raises(LookupError, match=r"no clause 'HOUSE-FEE' in words/en/clauses"):
        axis_label("fee")
    boxes = dl.ruleset("two-box-cutthroat")
    assert {"stack", "stack_when", "steal_credit", "steal_back"} <= set(axes_of(boxes))
    assert "stack_when" not in axes_of(dl.ruleset("all-fives"))
    assert axes_of(dl.ruleset("bingo")).count("bingo_remove") == 1
    assert "target" not in axes_of(dl.ruleset("bingo"))


def test_it_is_closed_at_first_and_shows_five_rules_before_more() -> None:
    form = dl.RuleForm("all-fives")
    assert rows(form) == {}
    form.do("section", 1 + list(sections_of(form.rules)).index("setting"))
    assert len(rows(form)) == 5
    form.do("rows")
    assert list(rows(form)) == list(sections_of(form.rules)["setting"])
    form.do("section", 0)
    assert rows(form) == {}


def test_a_choice_changes_the_rules_and_all_that_the_form_says() -> None:
    form = dl.RuleForm("all-fives")
    form.turn_to("laying")
    assert "Every double (Domino-Games.com)" in rows(form)["spinner"]["options"]
    pick(form, "spinner", "Every double")
    assert form.rules == dl.ruleset("all-fives").but(spinner="all")
    assert "Spinners: Every double" in area(form, "talk")
    assert "Spinners: now “Every double”" in form.status
    assert "AF0-LAY-3" in area(form, "talk")
    assert eval(form.line) == form.rules
    assert find(form, "section")["options"][find(form, "section")["at"]].endswith("(changed: 1)")


@pytest.mark.parametrize(("game", "axis", "other"), [
    ("sniff", "deal", "The deal does not cover any of these numbers of players. (Number of players)"),
    ("draw-austrian/eight-each", "first_leader", "That tile is not in the set. (Highest number in the set)"),
])
def test_of_two_rules_that_clash_the_other_one_is_named_whatever_numbers_stand_in_this_one(game, axis, other) -> None:
    form = dl.RuleForm(game)
    form.turn_to(next(name for name, axes in sections_of(form.rules).items() if axis in axes))
    form.do("rows")
    assert other in area(form, "more")


def test_what_no_longer_goes_with_the_rest_is_taken_off_the_list() -> None:
    form = dl.RuleForm("all-fives")
    form.turn_to("laying")
    assert [label.split(" (")[0] for label in rows(form)["double_lay"]["options"]] == ["Across the line"]
    assert "A double that lies in line has only two ends. (Spinners)" in area(form, "more")
    block = dl.RuleForm("block")
    block.turn_to("laying")
    assert len(rows(block)["double_lay"]["options"]) == 2
    pick(block, "spinner", "First")
    assert len(rows(block)["double_lay"]["options"]) == 1


def test_undo_and_reset_go_back_and_reset_can_be_taken_back() -> None:
    form = dl.RuleForm("all-fives")
    form.turn_to("laying")
    assert find(form, "undo")["off"]
    for place in (0, 2):
        form.do("axis", ["spinner", place])
    changed = form.rules
    form.do("reset")
    assert form.rules == dl.ruleset("all-fives")
    form.key("u")
    assert form.rules == changed
    form.key("u")
    form.key("u")
    assert form.rules == dl.ruleset("all-fives")
    form.key("u")
    assert form.rules == dl.ruleset("all-fives")
    assert find(form, "undo")["off"]


@pytest.mark.parametrize("number", range(12))
def test_any_walk_through_the_form_holds_rules_that_can_be_played_and_saved(number: int) -> None:
    chance = random.Random(number)
    form = dl.RuleForm(chance.choice([rules for rules in rulesets() if rules.solo is None]))
    for _ in range(8):
        form.turn_to(chance.choice([*sections_of(form.rules)]))
        axis, row = chance.choice([*rows(form).items()])
        if not row.get("off"):
            form.do("axis", [axis, chance.randrange(len(row["options"]))])
    assert dl.ruleset(dl.save_rules(form.rules)) == form.rules
    assert dl.play_out(form.rules, seed=1).steps


def test_a_file_is_read_and_a_wrong_one_leaves_the_rules_as_they_are() -> None:
    form = dl.RuleForm("block")
    form.do("read", 'ruleset = "draw"\nname = "Ours"\n[rules]\nreserve = 1\n')
    assert (form.rules.id, form.rules.name, form.rules["reserve"]) == ("draw", "Ours", 1)
    form.stage._receive(None, {"do": "read", "value": 'ruleset = "draw"\n[rules]\nreserve = 7\n'}, [])
    assert "reserve must be a whole number from 0 to 2; you gave 7" in form.moment()["error"]
    assert form.rules["reserve"] == 1


def test_a_name_is_a_change_and_a_strangers_name_is_only_text() -> None:
    form = dl.RuleForm("block")
    form.do("rename", "<b>Ours</b>")
    assert form.rules.name == "<b>Ours</b>"
    form.do("page")
    [page] = [node["html"] for node in nodes(form) if node["is"] == "html"]
    assert "<b>Ours" not in page
    assert "&lt;b&gt;Ours" in page
    assert "<b>Ours</b>" in text(form)


def test_a_class_of_ones_own_keeps_its_axis() -> None:
    for rules in every():
        form = dl.RuleForm(rules)
        assert form.rules == rules
        assert next(iter(rules.own.values())).__class__.__name__ in form.line
    form = dl.RuleForm(dl.ruleset("block").but(matching=NeighbourPips()))
    form.turn_to("laying")
    assert rows(form)["matching"]["off"]
    assert rows(form)["matching"]["options"] == ["by your class NeighbourPips"]


def test_its_rules_are_those_of_any_other_widget() -> None:
    form = dl.RuleForm("all-fives")
    form.turn_to("scoring")
    form.do("axis", ["multiple", 1])
    assert dl.HandStepper(form.rules, seed=7).here.timeline.rules == form.rules


def test_a_saved_notebook_shows_the_name_and_what_is_changed() -> None:
    shown = dl.RuleForm(dl.ruleset("block").but(name="*Ours*", target=61))._repr_mimebundle_()
    assert shown["text/markdown"] == "**\\*Ours\\***\n\n- The match goes to: 100 → 61 (a house rule, HOUSE-TARGET)"
    assert 'dl.ruleset("block").but(name="*Ours*", target=61)' in shown["text/plain"]


def test_a_form_says_what_it_is_on_one_line() -> None:
    assert repr(dl.RuleForm("block")) == "<RuleForm: Block Game>"
