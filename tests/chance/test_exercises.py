"""Exercises: what counts as an answer, what is refused, the key of a teacher, and a notebook to hand out."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

import nbformat
import pytest

import domino_lab as dl
from domino_lab.chance.exercise_bank import BANK
from domino_lab.chance.exercises import (
    Exercise,
    all_exercises,
    answer_key,
    assignment,
    exercise,
    number_of,
    seed_of,
    worked_answer,
)
from tests.chance.test_exercise_bank import given_to, named


def test_an_exercise_of_an_event_has_the_event_and_a_worked_answer() -> None:
    assert [str(exercise("own_tile").event), str(exercise("named_double").given)] == ["the 6-6 is there"] * 2
    assert exercise("own_tile").title == "A tile you wish for"
    assert worked_answer("own_tile").answer == Fraction(1, 4)


NUMBERED = [one for one in given_to("holdings", "simulation")[:30] if one.task.unit != "tile"]


@pytest.mark.parametrize("one", NUMBERED, ids=named)
def test_a_wrong_number_is_told_on_which_side_it_lies(one: Exercise) -> None:
    wanted, slips = one.task.solution.value, one.task.misses.values()
    step = 2 * one.task.allowed or Fraction(1)
    low, high = (next(wanted + sign * k * step for k in range(1, 60)
                      if all(abs(wanted + sign * k * step - slip) > one.task.allowed for slip in slips))
                 for sign in (-1, 1))
    if one.task.unit != "chance" or low >= 0:
        assert one.check(low).reason.startswith("That is too low.")
    if one.task.unit != "chance" or high <= 1:
        assert one.check(high).reason.startswith("That is too high.")


def test_what_is_no_answer_is_told_so() -> None:
    one = exercise("own_tile")
    for nothing in (None, ..., ""):
        assert one.check(nothing).reason == "There is no answer yet."
    assert one.check("a lot").reason == "This is not a number: a lot."
    assert one.check(True).reason == "This is not a number: True."
    assert one.check(float("nan")).reason.startswith("This is not a number")
    assert one.check(float("inf")).reason.startswith("This is not a number")
    assert one.check(25).reason.startswith("A chance lies between 0 and 1. Write a percent with its sign")
    assert one.check(-0.25).reason.startswith("A chance lies between 0 and 1. Look again")
    assert one.check("1/0").reason == "This is not a number: 1/0."
    assert exercise("last_tiles").check(7).reason.startswith("This is not a tile: 7.")
    assert one.check("4 of 28,\nor so").reason == "This is not a number: 4 of 28, or so."
    assert one.check([0.25] * 99).reason == f"This is not a number: [{'0.25, ' * 6}...."


@pytest.mark.parametrize("name", ["own_tile", "last_tiles"])
def test_the_question_is_no_answer_and_is_not_said_again(name: str) -> None:
    found = exercise(name).check(exercise(name))
    assert not found
    assert found.reason == "This is the question, not an answer to it."


@pytest.mark.parametrize("given", [0.25, Fraction(1, 4), "1/4", "0.25", "25 %", "25%", " 25.0 % "])
def test_a_number_may_be_written_as_one_likes(given: object) -> None:
    assert exercise("own_tile").check(given)


def test_an_answer_of_the_package_and_an_estimate_are_answers_too() -> None:
    one = exercise("a_double")
    assert one.check(dl.chance.exact(one.event, 7))
    assert exercise("missing_value").check(exercise("missing_value").simulate(2000))


def test_names_that_are_not_there_are_refused_with_a_way_to_those_that_are() -> None:
    with pytest.raises(LookupError, match=r"no exercise .nothing.; dl\.chance\.all_exercises\(\)"):
        exercise("nothing")
    with pytest.raises(LookupError, match="holdings"):
        all_exercises("nothing")
    with pytest.raises(ValueError, match="not both"):
        exercise("own_tile", learner="Ana", seed=2)
    with pytest.raises(TypeError, match=r"exercise\(name=\[\]\): give text in quotes"):
        exercise([])  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", ["x", -1, 1.5, True])
def test_a_seed_that_no_shuffle_takes_is_refused(wrong: Any) -> None:
    with pytest.raises(dl.NotationError, match="whole number"):
        exercise("own_tile", seed=wrong)
    with pytest.raises(dl.NotationError, match="whole number"):
        exercise("own_tile").simulate(10, seed=wrong)


@pytest.mark.parametrize("hands", [10.5, "10", 0, None])
def test_hands_that_are_no_whole_number_are_refused(hands: Any) -> None:
    with pytest.raises(ValueError, match=f"at least one hand, as a whole number, not {hands!r}"):
        exercise("own_tile").simulate(hands)


def test_a_learner_is_a_name() -> None:
    with pytest.raises(TypeError, match=r'learner=3.*as in learner="Ana"'):
        exercise("own_tile", learner=3)  # type: ignore[arg-type]


def test_the_teacher_has_a_key_for_a_class() -> None:
    key = answer_key(["Ana", "Ben"])
    assert list(key.columns) == ["Ana", "Ben"]
    assert set(key.index) == {exercise(name).title for name in BANK}
    assert key.index.is_unique
    asked = exercise("shared_value", learner="Ana")
    assert key.loc[asked.title, "Ana"].split()[0] == str(worked_answer(asked).solution.value)
    assert max(len(word) for cell in key.to_numpy().flat for word in cell.split()) <= len("320/523,"), "fits a phone"
    for name in BANK:
        worked = worked_answer(name, learner="Ana")
        assert exercise(name, learner="Ana").check(str(worked.answer)).right
        shown = key.loc[worked.title, "Ana"]
        assert shown == worked.said or shown in worked.said, "the value alone, where the fraction is long"
    assert seed_of("Ana") != seed_of("Ben")


# --- a notebook to hand out ------------------------------------------------------------------------------------


def run(text: str, **typed: str) -> list[str]:
    """The notebook run cell by cell, with what a learner typed in the gaps: the reasons of what failed."""
    known, failed = {}, []
    for cell in json.loads(text)["cells"]:
        if cell["cell_type"] == "code":
            try:
                exec(typed.get(cell["id"], cell["source"]), known)
            except AssertionError as reason:
                failed.append(str(reason))
    return failed


def test_a_handout_is_a_notebook_whose_checks_nbgrader_can_count() -> None:
    text = assignment(["own_tile", "last_tiles"], points=2)
    book = nbformat.reads(text, as_version=4)
    nbformat.validate(book)
    marks = [cell.metadata.nbgrader for cell in book.cells if cell.cell_type == "code"]
    assert len({mark.grade_id for mark in marks}) == len(marks)
    assert [mark.points for mark in marks if mark.grade] == [2, 2]
    assert all(mark.locked != mark.solution for mark in marks)


def test_a_handout_passes_with_the_teachers_answers_and_with_right_ones_only(capsys: Any) -> None:
    names = ["own_tile", "shared_value", "last_tiles"]
    assert run(assignment(names, answers=True)) == []
    taken_out = {f"answer-{number}": f"answer_{number} = ..." for number in (1, 2, 3)}
    assert len(run(assignment(names, answers=True), **taken_out)) == 3
    assert run(assignment(names), learner='learner = "Ben"') == ["There is no answer yet."] * 3
    share = worked_answer("shared_value", learner="Ben").answer
    typed = {"learner": 'learner = "Ben"', "answer-2": f"answer_2 = '{share}'"}
    assert run(assignment(names), **typed) == ["There is no answer yet."] * 2
    assert "That is right." in capsys.readouterr().out


def test_each_answer_of_the_teachers_source_stands_between_nbgraders_marks() -> None:
    for cell in json.loads(assignment(list(BANK), answers=True))["cells"]:
        outside = re.sub(r"### BEGIN SOLUTION\n.*?\n### END SOLUTION", "", cell["source"], flags=re.S)
        assert "worked" not in outside


def test_a_handout_for_learners_holds_no_answer() -> None:
    assert "worked" not in assignment(list(BANK))
    with pytest.raises(LookupError, match=r"no exercise .nothing."):
        assignment(["nothing"])


@pytest.mark.parametrize(("typed", "meant"), [
    ("0,25", "1/4"), ("12,5 %", "1/8"), ("1,184,040", "1184040"), ("116,280/1,184,040", "323/3289"),
    ("8.4e-07", "0.00000084"), (10**400, "1" + 400 * "0"),
])
def test_a_number_is_read_as_it_is_meant(typed: object, meant: str) -> None:
    assert number_of(typed) == Fraction(meant)


def test_one_name_alone_is_a_name_and_not_its_letters() -> None:
    assert assignment("own_tile") == assignment(["own_tile"])
    assert list(answer_key("Ana", all_exercises("conditional")).columns) == ["Ana"]


@pytest.mark.parametrize("typed", ["1e999999999", "9" * 200, "1,2,3", "1,184,0401"])
def test_what_is_no_number_is_none_and_takes_no_time(typed: str) -> None:
    assert number_of(typed) is None


@pytest.mark.parametrize("name", ["a_double", "five_columns", "after_a_pass", "leader_wins"])
def test_an_answer_of_any_size_is_marked(name: str) -> None:
    assert not exercise(name).check(10**400).right
