"""The figures of an exercise: each learner has their own, and a class has enough of them."""

from __future__ import annotations

from domino_lab.chance.exercise_bank import BANK
from domino_lab.chance.exercises import exercise
from tests.chance.test_exercise_bank import every_exercise

CLASS = "Ana Ben Cem Dora Emil Fay Gus Hal Ivo Jana Kai Lena Mia Noah Olga Paul Quinn Rosa Sven Tara Uma Vera Wim Yara"
FEW_ANSWERS = {
    "likeliest_doubles": (4, "the number of doubles that comes up most often is 1 to 4 in all that a hand can hold"),
    "five_columns": (1, "one game with one layout: a set with fewer or more tiles can hardly ever be solved"),
    "lead_double": (1, "an answer may be off by 4 points, so that other leads would have the same answer"),
}
"""Exercises in which a class has fewer answers than twelve: how many, and why."""


@every_exercise
def test_a_class_of_24_has_at_least_twelve_answers(name: str) -> None:
    answers = {exercise(name, learner=learner).task.solution.value for learner in CLASS.split()}
    if name in FEW_ANSWERS:
        assert len(answers) == FEW_ANSWERS[name][0]
    else:
        assert len(answers) >= 12


@every_exercise
def test_nobody_with_a_name_has_the_figures_of_everybody(name: str) -> None:
    """Lessons print what an exercise without a name asks."""
    if FEW_ANSWERS.get(name, (0,))[0] != 1:
        everybody = exercise(name).task.facts
        assert all(exercise(name, learner=learner).task.facts != everybody for learner in CLASS.split())


@every_exercise
def test_a_learner_gets_the_same_again_and_another_learner_other_figures(name: str) -> None:
    assert exercise(name, learner="Ana").prompt == exercise(name, learner=" ana ").prompt
    seeds = {exercise(name, seed=seed).line for seed in range(3)}
    assert len(seeds) == 3
    if BANK[name].kind == "hidden":
        assert len({exercise(name, seed=seed).prompt for seed in range(4)}) == 4


@every_exercise
def test_figures_differ_where_there_are_several(name: str) -> None:
    fixed = ("five_columns", "lead_double")
    prompts = {exercise(name, seed=seed).prompt + exercise(name, seed=seed).hint for seed in range(9)}
    assert (len(prompts) == 1) == (name in fixed)
