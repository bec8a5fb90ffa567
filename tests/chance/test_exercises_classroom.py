"""The answers of a class: each marked with the figures its learner had, from files of cards or as they were typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import domino_lab as dl
from domino_lab.chance import exercise_task
from domino_lab.chance.exercise_bank import BANK
from domino_lab.chance.exercises import COLUMNS, exercise, worked_answer

CLASS = ("Ana", "Ben", "Cem", "Dora")


def right_for(name: str, learner: str) -> str:
    return str(worked_answer(name, learner=learner).answer)


def test_each_learner_is_marked_with_figures_of_their_own() -> None:
    asked = {learner: exercise("a_double", learner=learner).task.facts["tiles"] for learner in CLASS}
    one, other = next((one, other) for one in CLASS for other in CLASS if asked[one] != asked[other])
    right = right_for("a_double", one)
    book = dl.chance.class_book({one: {"a_double": right}, other: {"a_double": right}})
    assert [row.right for row in book.rows] == [True, False]


def test_with_a_seed_all_have_the_same_figures() -> None:
    answers = {learner: {"own_tile": "1/4", "shared_value": "7/18"} for learner in CLASS}
    answers["Ben"] = {"own_tile": "1/28"}
    book = dl.chance.class_book(answers, seed=0)
    marks = book.marks()
    assert marks.right.to_dict() == {"Ana": 2, "Ben": 0, "Cem": 2, "Dora": 2}
    assert marks.loc["Ben"].tolist() == ["not yet", "", 0]
    told = book.by_exercise().set_index("exercise")
    own, shared = (exercise(name).title for name in ("own_tile", "shared_value"))
    assert list(marks.columns) == [own, shared, "right"]
    assert told.loc[own, ["answered", "right"]].tolist() == [4, 3]
    assert told.loc[own, "often"] == exercise("own_tile").check("1/28").reason
    assert told.loc[shared, "often"] == ""


def saved(path: Path, learner: str, answer: str) -> Path:
    card = dl.ExerciseCard(["own_tile", "five_of_a_suit"], learner=learner, estimate="1/3")
    card.here.session.go(10)
    card.check(answer)
    card.to_csv(path)
    card.close()
    return path


def test_what_cards_saved_is_one_table_and_marked_again(tmp_path: Path) -> None:
    ana = saved(tmp_path / "ana.csv", "Ana", right_for("own_tile", "Ana"))
    ben = saved(tmp_path / "ben.csv", "Ben", "1/1000")
    book = dl.chance.class_book(ana, ben)
    found = book.table().set_index("learner")
    assert found.right.to_dict() == {"Ana": True, "Ben": False}
    assert found.estimate.round(3).tolist() == [0.333, 0.333]
    assert found.trials.tolist() == [10, 10]
    text = book.to_csv(tmp_path / "class.csv")
    assert text.splitlines()[0].split(",") == list(COLUMNS)
    assert dl.chance.class_book(tmp_path / "class.csv").rows == book.rows


def test_a_mark_in_a_file_is_not_taken_on_trust(tmp_path: Path) -> None:
    path = saved(tmp_path / "ben.csv", "Ben", "1/1000")
    path.write_text(path.read_text(encoding="utf-8").replace("False", "True"), encoding="utf-8")
    assert [row.right for row in dl.chance.class_book(path).rows] == [False]


def test_the_later_answer_counts(tmp_path: Path) -> None:
    first = saved(tmp_path / "1.csv", "Ana", "1/1000")
    later = saved(tmp_path / "2.csv", "Ana", right_for("own_tile", "Ana"))
    assert [row.right for row in dl.chance.class_book(first, later).rows] == [True]


def test_another_file_is_refused_with_its_name(tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(dl.NotationError, match=r"other\.csv"):
        dl.chance.class_book(other)
    with pytest.raises(LookupError, match=r"no exercise .nothing.; dl\.chance\.all_exercises\(\)"):
        dl.chance.class_book({"Ana": {"nothing": 1}})


@pytest.mark.parametrize("wrong", [{"Ana": "x"}, {"Ana": 0.25}, {"Ana": None}, 3, [{"Ana": {"own_tile": "1/4"}}]])
def test_answers_that_are_not_by_learner_and_exercise_are_refused_with_how_they_are_given(wrong: Any) -> None:
    with pytest.raises(dl.NotationError, match=r'as in \{"Ana": \{"own_tile": "1/4"\}\}') as told:
        dl.chance.class_book(wrong)
    assert f"class_book(sources={wrong!r})" in str(told.value)


def test_a_large_class_has_no_more_tasks_than_there_are_figures() -> None:
    """To make one takes a hundred times as long as to mark an answer."""
    book = dl.chance.class_book({f"Pupil {number}": dict.fromkeys(BANK, "1/4") for number in range(150)})
    for name in BANK:
        tasks = [exercise(name, learner=row.learner).task for row in book.rows if row.exercise == name]
        different = {id(task): task for task in tasks}
        assert len(tasks) == 150
        assert len(different) <= 40
        # Those that are asked alike are one.
        assert len({str(task.facts) for task in tasks}) == len(different)


def test_tasks_are_shared_within_one_language_only(monkeypatch: pytest.MonkeyPatch) -> None:
    task = exercise("after_a_pass").task
    monkeypatch.setattr(exercise_task, "language", lambda: "xx")
    assert exercise("after_a_pass").task is not task
