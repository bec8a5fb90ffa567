"""Answer sheets: a quiz and a card of exercises have a code, which keeps the first answers and each known mistake."""

from __future__ import annotations

import pytest

import domino_lab as dl
from domino_lab.chance.answer_codes import (
    Answer,
)
from domino_lab.chance.exercises import all_exercises, exercise
from domino_lab.core.errors import RulesetError
from domino_lab.sessions.answer_sheets import exercise_sheet, quiz_sheet


def test_a_quiz_has_the_code_of_its_first_answers() -> None:
    quiz = dl.quiz("all-fives", "score", n=3, seed=1)
    sheet = quiz_sheet(quiz.title, quiz.items)
    assert sheet.detail == "answers"
    assert sheet.read(quiz.answer_code) == (0, 0, 0)
    right = quiz.items[0].asked.right
    quiz.grade(1, f" {right} points")
    quiz.grade(2, None)
    quiz.do("next")
    quiz.do("answer", "7")
    quiz.do("answer", quiz.items[2].asked.right)
    first, second, third = sheet.read(quiz.answer_code)
    answers = [question.answers for question in sheet.questions]
    assert answers[0][first - 2] == Answer(right, right=True, reply=quiz.items[0].reason.text)
    assert second == 1
    assert answers[2][third - 2].text == "7"
    assert not answers[2][third - 2].right
    assert "7 is not a multiple of 5" in answers[2][third - 2].reply


@pytest.mark.parametrize(("kind", "n", "detail"), [
    ("all", 3, "answers"), ("count", 10, "mistakes"), ("score", 20, "marks")])
def test_longer_quizzes_keep_less_of_each_answer(kind: str, n: int, detail: str) -> None:
    quiz = dl.quiz("all-fives", kind, n=n, seed=1)
    sheet = quiz_sheet(quiz.title, quiz.items)
    assert sheet.detail == detail
    for number in range(1, n + 1):
        quiz.grade(number, quiz.items[number - 1].asked.right)
    for number, question in zip(sheet.read(quiz.answer_code), sheet.questions, strict=True):
        assert question.answer(number).right
    wrong = [999 if item.asked.kind == "number" else None for item in quiz.items]
    if all(wrong):
        numbers = [question.number(str(given)) for question, given in zip(sheet.questions, wrong, strict=True)]
        assert not any(question.answer(number).right for question, number in zip(sheet.questions, numbers, strict=True))


def test_more_questions_than_a_code_holds_are_refused() -> None:
    quiz = dl.quiz("all-fives", "score", n=21, seed=1)
    for asked in (lambda: quiz.answer_code, lambda: dl.chance.class_board(quiz)):
        with pytest.raises(RulesetError, match="at most 20 questions, and here there are 21"):
            asked()
    assert dl.page(quiz).answer_sheet is None


def test_too_low_and_too_high_are_told_apart_where_not_every_number_has_room() -> None:
    quiz = dl.quiz("all-fives", "count", n=10, seed=1)
    for item, question in zip(quiz.items, quiz_sheet(quiz.title, quiz.items).questions, strict=True):
        low, high = (question.answer(question.number(given)).text for given in ("-1", "9999"))
        assert (low, high) == ("a number that is too low", "a number that is too high")
        assert question.answer(question.number(item.asked.right)).right


@pytest.mark.parametrize("name", [each.name for each in all_exercises()])
def test_each_mistake_of_an_exercise_has_a_place_whatever_the_figures(name: str) -> None:
    plain, own = exercise_sheet([exercise(name)]), exercise(name, learner="Ana")
    assert exercise_sheet([own]) == plain
    for slip, value in own.task.misses.items():
        card = dl.ExerciseCard(own)
        marked = card.check(str(value))
        [number] = plain.read(card.answer_code)
        assert marked.right == (number == 2), slip
    card = dl.ExerciseCard(own)
    value = own.task.solution.value
    card.check(str(value[0] if isinstance(value, tuple) else value))
    card.check("nonsense")
    assert plain.read(card.answer_code) == (2,)


def test_the_first_answer_counts_that_is_one() -> None:
    card = dl.ExerciseCard("own_tile")
    sheet = exercise_sheet(card.here.exercises)
    card.check("many")
    assert sheet.read(card.answer_code) == (0,)
    card.check("1/28")
    card.check("1/4")
    [number] = sheet.read(card.answer_code)
    answer = sheet.questions[0].answer(number)
    assert answer is not None
    assert answer.reply == "That is the chance if you draw one tile. You are dealt 7."
