"""Practice: what comes back when, what is new, and the file of the learner."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta
from itertools import accumulate
from pathlib import Path

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.chance.exercise_bank import BANK
from domino_lab.core.errors import NotationError, RecordError, RulesetError
from domino_lab.explain.questions import quiz_items
from domino_lab.sessions.practice import PracticeBook, PracticeSession, topics
from tests.widgets.reading import area, does
from tests.widgets.test_pages import unpacked

DAY = date(2026, 11, 27)


def names(book: PracticeBook, n: int, day: date) -> list[str]:
    return [one.name for one in book.choose(n, day)]


def test_what_is_right_comes_back_after_one_three_and_seven_days_and_is_known_then() -> None:
    book = PracticeBook("Ana", topics([]))
    for after in accumulate((0, 1, 3, 7)):
        day = DAY + timedelta(after)
        assert book.come_back(day - timedelta(1)) == ()
        assert book.come_back(day) == (("own_tile",) if after else ())
        book.note("own_tile", right=True, day=day)
    assert book.come_back(date.max) == ()
    assert book.practised["own_tile"].is_known


def test_what_is_wrong_comes_back_the_next_day_and_begins_anew() -> None:
    book = PracticeBook("Ana", topics([]))
    for right, wait in ((True, 1), (True, 3), (False, 1), (True, 1), (True, 3), (True, 7), (False, 1)):
        book.note("own_tile", right=right, day=DAY)
        assert book.practised["own_tile"].due == DAY + timedelta(wait)
    assert (book.practised["own_tile"].tries, book.practised["own_tile"].wrong) == (7, 2)


def test_new_ones_are_of_the_level_and_of_the_kind_in_which_most_went_wrong() -> None:
    book = PracticeBook("Ana", topics([]))
    assert [BANK[name].level for name in names(book, 4, DAY)] == [1] * 4
    for name in ("own_tile", "a_double", "mean_pips"):
        assert book.level == 1
        book.note(name, right=True, day=DAY)
    assert book.level == 2
    book.note("where_is_it", right=False, day=DAY)
    tried = ["a_double", "mean_pips", "own_tile", "where_is_it"]
    day = DAY + timedelta(1)
    assert names(book, 4, day) == tried
    first_new = names(book, 5, day)[-1]
    assert (BANK[first_new].kind, BANK[first_new].level) == (BANK["where_is_it"].kind, 2)
    assert set(names(book, len(BANK), day)) == set(BANK)


def test_an_exercise_comes_back_with_other_figures() -> None:
    book = PracticeBook("Ana", topics([]))
    (first,) = book.choose(1, DAY)
    question = book.exercise(first).question
    book.note(first.name, right=False, day=DAY)
    (again,) = book.choose(1, DAY + timedelta(1))
    assert again == first
    assert book.exercise(again).question != question


def test_a_card_notes_first_answers_and_the_file_brings_them_back(tmp_path: Path) -> None:
    path = tmp_path / "ana.json"
    card = dl.practice("Ana", path, day=DAY, games=[])
    assert not path.exists()
    right = dl.chance.worked_answer(card.here.exercise).answer
    card.check("")
    assert not path.exists()
    assert card.check(right)
    card.here.turn_to(1)
    assert not card.check("many")                       # no answer at all
    assert not card.check("1/7")
    assert card.check(dl.chance.worked_answer(card.here.exercise).answer)       # a second answer does not count
    tried = [one.name for one in card.here.exercises[:2]]
    found = json.loads(path.read_text("utf-8"))
    assert {name: (entry["streak"], entry["wrong"]) for name, entry in found["exercises"].items()} \
        == {tried[0]: (1, 0), tried[1]: (0, 1)}

    again = dl.practice(" ana ", path, day="2026-11-28", games=[])
    assert sorted(one.name for one in again.here.exercises[:2]) == sorted(tried)
    assert again.note.startswith("Ana's practice, 2026-11-28: 2 exercises and questions come back, 3 are new.")
    assert again.recipe == f'dl.practice("Ana", "{path}", games=[])'


def test_questions_about_games_stand_below_and_their_first_answers_count(tmp_path: Path) -> None:
    path = tmp_path / "ana.json"
    card = dl.practice("Ana", path, day=DAY, games=["block"], n=4)
    assert [topic.name for topic in card.practised.asked] == ["block legal", "block tile"]
    assert [item.asked.about for item in card.questions.items] == ["legal", "tile"]
    assert card.questions in card.children
    assert "Below are 2 questions about games." in card.note
    right = card.questions.items[0].asked.right
    card.questions.here.answer({"Yes": "No", "No": "Yes"}[right])
    card.questions.here.answer(right)                   # a second answer does not count
    card.questions.here.turn_to(1)
    card.questions.here.answer(card.questions.items[1].asked.right.split(" and ")[0])
    entries = json.loads(path.read_text("utf-8"))["exercises"]
    assert {name: (entry["streak"], entry["wrong"]) for name, entry in entries.items()} == {
        "block legal": (0, 1), "block tile": (1, 0)}


def test_a_question_that_comes_back_is_about_another_position() -> None:
    book = PracticeBook("Ana", topics([get("block")]))
    topic = book.topics["block legal"]
    first = book.item(topic)
    book.note("block legal", right=False, day=DAY)
    assert book.item(topic).state != first.state


def test_what_a_file_says_of_other_games_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "ana.json"
    dl.practice("Ana", path, day=DAY, games=["block"], n=2).questions.here.answer(None)
    dl.practice("Ana", path, day=DAY, games=[]).check("1/7")
    assert {*json.loads(path.read_text("utf-8"))["exercises"]} == {"block legal", "own_tile"}
    again = dl.practice("Ana", path, day="2026-11-28", games=["block"], n=2)
    assert again.note.startswith("Ana's practice, 2026-11-28: 2 exercises and questions come back")


def test_there_is_always_an_exercise() -> None:
    """Where only questions come back, the last gives its place to an exercise."""
    book = PracticeBook("Ana", topics([get("block")]))
    for name in ("block legal", "block tile", "block award", "block winner"):
        book.note(name, right=False, day=DAY)
    session = PracticeSession(book, DAY + timedelta(1), 3)
    assert (len(session.asked), len(session.exercises)) == (2, 1)
    assert PracticeSession(book, DAY + timedelta(1), 1).quiz is None


def test_what_is_no_answer_is_not_noted() -> None:
    card = dl.practice("Ana", day=DAY, games=[])
    for given in ("", "abc", "37", "-1"):
        assert not card.check(given)
    assert card.practised.book.practised == {}
    assert card.check(dl.chance.worked_answer(card.here.exercise).answer)
    assert card.practised.book.practised["own_tile"].streak == 1


def test_house_rules_of_one_game_are_topics_of_their_own() -> None:
    nine, block = dl.ruleset("block").but(max_pip=9), dl.ruleset("block")
    known = topics([block, nine, dl.ruleset("block").but(max_pip=9)])
    of_games = [topic for topic in known.values() if topic.game is not None]
    assert len(of_games) == 8
    assert {topic.game["max_pip"] for topic in of_games} == {6, 9}
    assert dl.practice("Ana", day=DAY, games=[nine]).recipe == ""
    assert dl.practice("Ana", day=DAY, games=["block"], n=3).recipe == 'dl.practice("Ana", games=["block"], n=3)'


def test_a_topic_of_which_no_hand_has_a_question_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_of(rules, kinds, **how):
        if kinds[0] == "tile":
            raise RulesetError("there are no more questions")
        return quiz_items(rules, kinds, **how)

    for module in ("domino_lab.sessions.practice", "domino_lab.widgets.exercise_pages"):
        monkeypatch.setattr(f"{module}.quiz_items", none_of)
    card = dl.practice("Ana", day=DAY, games=["block"], n=30)
    assert {topic.name for topic in card.practised.asked} == {"block legal", "block award", "block winner"}
    assert "block tile" not in str(unpacked(dl.practice_page(games=["block"])))


def test_a_file_that_cannot_be_saved_says_so_after_the_answer_is_marked(tmp_path: Path) -> None:
    path = tmp_path / "ana.json"
    card = dl.practice("Ana", path, day=DAY, games=["block"], n=2)
    card.check("1/7")
    path.write_text("{}", "utf-8")
    right = card.questions.items[0].asked.right
    with pytest.raises(RecordError, match="has been changed by somebody else"):
        card.questions.here.answer(right)
    assert card.questions.here.marked_now.right
    assert "ask_more" not in does(card.questions)


def test_the_page_of_a_card_practises_the_same_games() -> None:
    card = dl.practice("Ana", day=DAY, games=["block"], n=2)
    assert dl.page(card).html == dl.practice_page(games=["block"], n=2).html


def test_a_game_without_questions_is_refused() -> None:
    for made in (dl.practice_page, lambda games: dl.practice("Ana", games=games)):
        with pytest.raises(RulesetError, match="Five Columns is played alone"):
            made(games=["five-columns"])


def test_nobody_is_asked_for_the_name_of_the_learner() -> None:
    card = dl.practice("Ana", day=DAY)
    card.do("skip")
    card.check("1/7")
    assert {"answer", "hint"} <= {*does(card)}
    assert "someone" not in does(card)
    assert "Your name" not in area(card, "talk")
    assert card.here.last.who == "Ana"


def test_two_cards_do_not_overwrite_each_other(tmp_path: Path) -> None:
    path = tmp_path / "ana.json"
    dl.practice("Ana", path, day=DAY).check("1")
    one, other = dl.practice("Ana", path, day=DAY), dl.practice("Ana", path, day=DAY)
    other.here.turn_to(1)
    one.check("1")
    with pytest.raises(RecordError, match="has been changed by somebody else"):
        other.check("1/7")


@pytest.mark.parametrize("text", [
    "", "nope", "[]", "{}", '{"learner": "Ana"}', '{"learner": "Ana", "exercises": {"own_tile": 1}}',
    '{"learner": "Ana", "exercises": {"own_tile": {"tries": 1, "wrong": 2, "streak": 0, "due": "2026-11-27"}}}',
    '{"learner": "Ana", "exercises": {"own_tile": {"tries": 1, "wrong": 0, "streak": 1, "due": "soon"}}}',
    "[" * 100_000,
])
def test_another_file_is_refused_and_left_as_it_is(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(text, "utf-8")
    with pytest.raises(RecordError, match=r"'other.json' is not a practice file"):
        dl.practice("Ana", path)
    assert path.read_text("utf-8") == text


def test_another_learners_file_and_no_day_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "ana.json"
    dl.practice("Ana", path, day=DAY).check("1")
    with pytest.raises(RecordError, match="belongs to 'Ana', not to Ben"):
        dl.practice("Ben", path)
    assert dl.practice("Ana", day=datetime(2026, 11, 27, 12)).note == dl.practice("Ana", day=DAY).note
    with pytest.raises(NotationError, match="is not a day"):
        dl.practice("Ana", day="soon")


def test_the_calendar_ends_without_an_error() -> None:
    book = PracticeBook("Ana", topics([]))
    book.note("own_tile", right=True, day=date.max)
    assert book.practised["own_tile"].due == date.max
