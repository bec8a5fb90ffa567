"""The quiz as a widget: what a reader types and presses, what is hidden until then, what is saved, what is printed."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import domino_lab as dl
from domino_lab.core.errors import DominoError, NotationError, RecordError, RulesetError
from domino_lab.play.timeline import Timeline
from domino_lab.sessions.quiz import question_table
from domino_lab.widgets.quizzes import Quiz
from tests.widgets.kept import picture
from tests.widgets.pressing import sent
from tests.widgets.reading import area, count, does, find, nodes, primary, text

EXAMPLE = "all-fives-worked-example"


@pytest.fixture
def mixed() -> Quiz:
    """Seed 1: the points of 6-3, a count, whether one may draw, the best tile, an award, a winner."""
    return dl.quiz("all-fives", "all", n=6, seed=1)


def cells(game: Quiz) -> list[str]:
    """The cells of the table of results."""
    game.do("results")
    markup = next(node["html"] for node in nodes(game.areas()["more"]) if node["is"] == "html")
    game.do("results")
    return re.findall(r"<td>([^<]*)</td>", markup)


def test_a_right_answer_is_told_with_its_sum_and_its_clause_and_the_table_shows_what_follows(mixed: Quiz) -> None:
    before = len(mixed.here.state.chain.laid)
    assert "15" not in mixed.announcement()
    mixed.do("answer", "15")
    assert mixed.announcement().startswith("Right: 15.")
    assert {"text": "Right: 15.", "sign": "✓", "css": "verdict right"}.items() <= next(
        node for node in nodes(mixed) if "verdict" in node.get("css", "")).items()
    assert count(mixed) == "4+4 + 4 + 3 = 15 → 15 points"
    assert "4+4 + 4 + 3 = 15" in mixed.announcement()
    assert "AF0-SCORE-1" in area(mixed, "talk")
    assert len(mixed.here.state.chain.laid) == before + 1
    assert "Right first time: 1 of 1" in area(mixed, "more")
    assert mixed.stage.moment["status"] == mixed.announcement()


def test_hints_come_one_after_another_and_stay_until_the_question_ends(mixed: Quiz) -> None:
    for shown in range(1, 4):
        assert does(mixed).count("hint") == 1
        mixed.do("hint")
        told = [node["text"] for node in nodes(mixed.areas()["talk"]) if node.get("strong") == "Hint:"]
        assert tuple(told) == mixed.here.hints[:shown]
    assert "hint" not in does(mixed)
    mixed.do("answer", "10")
    assert "Hint:" in area(mixed, "talk")
    mixed.do("next")
    assert "hint" in does(mixed)
    assert "Hint:" not in area(mixed, "talk")


def test_a_wrong_answer_gets_its_reason_and_another_try_and_the_first_one_counts(mixed: Quiz) -> None:
    mixed.do("answer", "fifteen")
    assert "Write a number" in area(mixed, "talk")
    assert mixed.here.given == {}
    mixed.do("answer", "10")
    wrong = next(node for node in nodes(mixed.areas()["talk"]) if node.get("css") == "wrong")
    assert (wrong["sign"], wrong["css"], wrong["text"]) == ("✗", "wrong", "Not yet. The open ends do not add up to 10.")
    assert mixed.stage.moment["status"] == wrong["text"]
    assert {"answer", "show_answer"} <= set(does(mixed))
    assert not any(value in "".join(cells(mixed)) for value in ("10", "15"))
    mixed.do("answer", "15")
    assert mixed.announcement().startswith("Right: 15.")
    assert "answer" not in does(mixed)
    assert mixed.results.loc[1, ["given", "right", "answer"]].tolist() == ["10", "No", "15"]
    assert mixed.here.right == 0


def test_of_two_words_the_wrong_one_gets_the_whole_reason(mixed: Quiz) -> None:
    mixed.here.turn_to(2)
    assert mixed.items[2].asked.right == "No"
    mixed.do("answer", "Yes")
    assert mixed.here.missed == f"Not Yes. {mixed.items[2].reason.text}"
    mixed.do("next")
    mixed.do("previous")
    assert mixed.here.missed == ""
    assert mixed.here.question is not None


def test_an_answer_in_the_notebook_is_marked_and_ends_the_question(mixed: Quiz) -> None:
    marked = mixed.grade(1, 10)
    assert marked.text == mixed.announcement()
    assert mixed.announcement().startswith("Not quite: you said 10, the answer is 15.")
    assert mixed.grade(1, 15).right is True
    assert mixed.results.right.tolist()[0] == "Yes"


def test_show_answer_is_always_there_and_counts_as_no_answer(mixed: Quiz) -> None:
    for number in range(len(mixed.items)):
        mixed.here.turn_to(number)
        mixed.do("show_answer")
        assert mixed.announcement().startswith("The answer: ")
    assert set(mixed.results.right) == {"shown"}
    assert mixed.here.right == 0


def test_a_wrong_answer_before_it_was_shown_is_wrong(mixed: Quiz) -> None:
    mixed.do("answer", "10")
    mixed.do("show_answer")
    assert mixed.announcement().startswith("The answer: 15.")
    assert mixed.results.right.tolist()[0] == "No"


def test_one_button_stands_out_at_a_time(mixed: Quiz) -> None:
    seen = []
    for number in range(len(mixed.items)):
        mixed.here.turn_to(number)
        seen += primary(mixed) if mixed.here.question.kind == "number" else []
        assert len(primary(mixed)) <= 1
        mixed.do("show_answer")
        seen += primary(mixed)
    assert seen == ["Check", "Next", "Check", "Next", "Next", "Next", "Check", "Next", "More questions"]


def test_the_tiles_to_choose_from_are_drawn_as_buttons_and_only_once(mixed: Quiz) -> None:
    mixed.here.turn_to(3)
    asked = mixed.here.question
    assert asked.kind == "tile"
    held = sorted(map(str, mixed.here.state.holdings[mixed.here.state.turn]))
    assert sorted(node["tile"] for node in nodes(mixed.areas()["talk"]) if node["is"] == "tile") == held
    assert not any(node.get("tiles") for node in nodes(mixed.areas()["rack"]))
    mixed.do("answer", asked.right)
    assert any(node.get("tiles") for node in nodes(mixed.areas()["rack"]))


def test_keys_turn_the_page_and_choose_a_word(mixed: Quiz) -> None:
    for _ in range(9):
        mixed.do("key", "ArrowRight")
    assert mixed.here.at == 5
    assert "next" not in does(mixed)
    mixed.do("key", "9")                        # there is no ninth word
    assert 5 not in mixed.here.given
    mixed.do("key", "2")
    assert mixed.here.given[5] == mixed.items[5].asked.options[1]
    for _ in range(9):
        mixed.do("key", "ArrowLeft")
    assert mixed.here.at == 0
    mixed.do("results")
    assert find(mixed, "results")["expanded"]
    mixed.do("key", "Escape")
    assert not find(mixed, "results")["expanded"]


def test_an_answer_stays_when_one_comes_back_to_it(mixed: Quiz) -> None:
    mixed.grade(1, 10)
    mixed.do("key", "ArrowRight")
    assert mixed.announcement() == mixed.items[1].asked.text
    mixed.do("key", "ArrowLeft")
    assert mixed.announcement().startswith("Not quite: you said 10,")
    assert "answer" not in does(mixed)


def test_nothing_that_is_shown_gives_the_answer_away(mixed: Quiz) -> None:
    for number, item in enumerate(mixed.items):
        mixed.here.turn_to(number)
        assert mixed.here.timeline[mixed.here.step] is item.line[item.step]
        seen = question_table(mixed.here)
        assert seen.chain == item.state.chain
        if item.asked.about == "legal":
            assert seen.usable == ()
            assert seen.lit == ()
        assert item.reason.text not in text(mixed) + mixed.moment()["table"]["alt"]
        assert cells(mixed)[1::5] == cells(mixed)[3::5] == [""] * len(mixed.items)


def test_only_the_one_who_is_asked_shows_tiles_and_at_the_end_everybody(mixed: Quiz) -> None:
    for number, item in enumerate(mixed.items):
        mixed.here.turn_to(number)
        open_seats = {seat for seat, held in enumerate(question_table(mixed.here).holdings) if held.tiles
                      and held.tiles[0] is not None}
        holding = {seat for seat, tiles in enumerate(item.state.holdings) if tiles}
        assert open_seats == (holding if item.state.over else {item.state.turn})


def test_results_come_out_as_a_table_and_as_csv(mixed: Quiz, tmp_path: Path) -> None:
    mixed.grade(1, "15")
    mixed.grade(3, "Yes")
    path = tmp_path / "answers.csv"
    text = mixed.to_csv(path)
    assert path.read_text(encoding="utf-8") == text
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["right"] for row in rows] == ["Yes", "", "No", "", "", ""]
    assert rows[0]["given"] == rows[0]["answer"] == "15"
    assert rows[2]["clause"] == "AF0-DRAW-1"
    messages = sent(mixed)
    mixed.do("save_csv")
    mixed.do("save_sheet")
    assert messages[0] == {"type": "download", "name": "answers.csv", "text": text, "mime": "text/csv"}
    assert messages[1]["name"] == "worksheet.html"
    assert "15" in cells(mixed)


def test_there_are_always_more_questions_and_a_hand_has_only_its_own(mixed: Quiz) -> None:
    mixed.do("ask_more")
    assert (len(mixed.items), mixed.here.at) == (11, 6)
    own = dl.questions(EXAMPLE)
    own.do("ask_more")
    assert len(own.items) == 8
    assert "no more" in area(own, "talk")


@pytest.mark.parametrize("make", [
    lambda: dl.quiz("all-fives", "all", n=6, seed=1),
    lambda: dl.quiz("five-up", "tile", n=2, seed=4, seats=3, names=["Ana"]),
    lambda: dl.questions(EXAMPLE),
    lambda: dl.quiz(dl.ruleset("all-fives").but(multiple=3), n=1, seed=2),
], ids=["all kinds", "one kind", "a hand's own", "own rules"])
def test_the_line_that_is_shown_makes_the_same_quiz_again(make: Callable[[], Quiz]) -> None:
    game = make()
    again = eval(game.here.recipe, {"dl": dl})
    assert [item.asked for item in again.items] == [item.asked for item in game.items]
    assert game.line == game.here.recipe
    assert game.line in area(game, "head")


def test_a_saved_notebook_keeps_the_question_with_its_picture_and_not_the_answer(mixed: Quiz) -> None:
    bundle = mixed._repr_mimebundle_()
    assert "Question 1 of 6: Ana wants to play 6-3" in bundle["text/plain"]
    assert "How many points does that score?" in picture(bundle)
    assert "4+4 + 4 + 3 = 15" not in bundle["text/plain"] + picture(bundle)


@pytest.mark.parametrize("rules", ["two-box-cutthroat", "bergen", "blind", "all-sevens", "draw-osel"])
def test_every_kind_of_question_can_be_shown_answered_and_printed(rules: str) -> None:
    game = dl.quiz(rules, "all", n=6, seed=3)
    for number, item in enumerate(game.items, 1):
        assert game.grade(number, item.asked.right.split(" and ")[0].split(", ")[0]).right is True
    assert game.worksheet().html.count("<svg") == 6


def test_what_cannot_be_asked_is_said() -> None:
    with pytest.raises(RulesetError, match='choose "legal", "tile", "award", "winner" or "all"'):
        dl.quiz("block", "score")
    with pytest.raises(RulesetError, match="1 to 1,000 questions"):
        dl.quiz("all-fives", n=0)
    with pytest.raises(RecordError, match="has no questions"):
        dl.worksheet(dl.play_out("block", seed=7))
    with pytest.raises(DominoError, match="1 to 2"):
        dl.quiz("all-fives", n=2, seed=1).grade(3, 5)
    with pytest.raises(NotationError):
        dl.quiz("all-fives", n=2, seed=1).grade(1, "a lot")


def test_the_answers_of_a_stepper_come_out_as_a_table() -> None:
    stepper = dl.HandStepper(EXAMPLE)
    stepper.here.answer("10")
    stepper.here.answer("11")
    stepper.here.answer("999")
    stepper.here.answer(None)
    stepper.here.answer(None)
    found = dl.answers(stepper)
    assert found.right.tolist()[:4] == ["Yes", "No", "shown", ""]
    assert found.given.tolist()[:3] == ["10", "11", ""]
    assert "10,Yes,10" in found.to_csv()
    assert dl.answers(stepper.here).equals(found)


def test_a_hand_s_own_question_is_answered_by_its_rulings(asking: Timeline) -> None:
    """Step 6 of the hand leaves a count of 7."""
    one = dl.questions(asking)
    assert one.announcement() == "What does the board count now?"
    assert one.grade(1, 10).text.startswith("Not quite: you said 10, the answer is 7.")
