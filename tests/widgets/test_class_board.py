"""The class board: a class of forty answers on pages, and its codes make the right table, in Python and in a page."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
from collections import Counter
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest

import domino_lab as dl
from domino_lab.chance.answer_codes import MOST_CODES, bare, read_codes
from domino_lab.core.errors import DominoError, RecordError
from domino_lab.sessions.answer_sheets import lesson_questions
from domino_lab.widgets.class_board import ClassBoard
from domino_lab.widgets.page_file import Page
from domino_lab.widgets.stage import bundle
from tests.widgets.reading import texts
from tests.widgets.test_pages import policy, unpacked

NODE = shutil.which("node")
EVIL = ["<script>alert(1)</script>", '=HYPERLINK("http://a.b")', "+1+1", "@SUM(A1)", "-2+3", "\u202eevil", "a\x1b[2Jb",
        '"', "'=1+1", "Ana 'x' & <b>", "$x^2$", "=1\u2028=2", "Zoë", "😀" * 50]

needs_node = pytest.mark.skipif(NODE is None, reason="the script of a page runs in node here")


def run_script(folder: Path, scripts: tuple[str, ...], work: str, given: object) -> Any:
    """Run scripts of a page in node, then `work`, which turns `given` into something to print."""
    file = folder / "work.mjs"
    file.write_text(f"globalThis.innerWidth = 1000;\n{bundle(*scripts)[0]}\n"
                    f'const {{ readFileSync }} = await import("node:fs");\n'
                    f'const given = JSON.parse(readFileSync(0, "utf8"));\nconsole.log(JSON.stringify({work}));\n',
                    encoding="utf-8")
    done = subprocess.run([str(NODE), str(file)], input=json.dumps(given), capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


ANSWER = """given.learners.map(learner => {
    const { sheet } = given.page.code, hands = given.page.hands.map(data => new RecordedHand(data));
    learner.forEach((tries, at) => tries.forEach(
        value => hands[at].send(value === null ? { do: "show_answer" } : { do: "answer", value })));
    return codeOf(sheet, numbersOn(sheet, hands));
})"""
READ = """(() => {
    const { entries, refused, left } = readCodes(given.asked, given.text);
    const tallies = given.asked.questions.map((_, at) => talliesOf(given.asked, entries, at));
    return { entries, refused, left, tallies, csv: csvOf(given.asked, entries) };
})()"""


def asked_of(board: ClassBoard) -> dict[str, Any]:
    """What the script of the board's page finds in it."""
    made = board.make_page().html
    start = made.index('id="asked">') + len('id="asked">')
    found: dict[str, Any] = json.loads(made[start: made.index("</script>", start)])
    return found


def class_of(quiz: Any, number: int) -> list[list[list[str | None]]]:
    """What each of so many learners does at each question: right, wrong and then right, shown, or nothing."""
    stream, learners = Random(40), []
    for _ in range(number):
        tries = []
        for item in quiz.items:
            right = item.asked.right
            wrong = {"number": ["3", "10", "999"], "tile": [], "choice": [*item.asked.options]}[item.asked.kind]
            wrong = [given for given in wrong if not item.asked.accepts(given)]
            first = stream.choice([*wrong, None, ""]) if stream.random() < 0.4 else right
            tries.append([] if first == "" else [first] if first in (None, right) else [first, right])
        learners.append(tries)
    return learners


@needs_node
def test_a_class_of_forty_answers_on_pages_and_the_board_has_the_right_table(tmp_path: Path) -> None:
    quiz = dl.quiz("all-fives", "all", n=5, seed=1)
    page = dl.page(quiz)
    learners = class_of(quiz, 40)
    codes = run_script(tmp_path, ("stage", "codes", "pages"), ANSWER, {"page": unpacked(page), "learners": learners})
    assert len(set(codes)) > 25
    board = dl.chance.class_board(page, "\n".join(f"Learner {at}, {code}" for at, code in enumerate(codes)))
    assert not board.codes.refused
    table = board.table()
    assert len(table) == 40
    for (_, row), tries in zip(table.iterrows(), learners, strict=True):
        first = [each[0] if each else "" for each in tries]
        for at, (item, given) in enumerate(zip(quiz.items, first, strict=True), 1):
            beyond = item.asked.kind == "number" and given == "999"
            wanted = "another number" if beyond else "asked to see the answer" if given is None else given
            assert row[f"question {at}"] == wanted
        assert row["right"] == sum(bool(given) and item.asked.accepts(given)
                                   for item, given in zip(quiz.items, first, strict=True))
    for at, item in enumerate(quiz.items):
        wrong = Counter(tries[at][0] for tries in learners
                        if tries[at] and tries[at][0] is not None and not item.asked.accepts(tries[at][0]))
        mistake = board.codes.mistake(at)
        assert (mistake.learners if mistake else 0) == max(wrong.values(), default=0)
        assert board.codes.right(at) == sum(bool(tries[at]) and tries[at][0] == item.asked.right for tries in learners)


@needs_node
def test_the_notebook_and_the_page_make_the_same_code(tmp_path: Path) -> None:
    for kind, n in (("all", 5), ("count", 10), ("score", 20)):
        quiz = dl.quiz("all-fives", kind, n=n, seed=1)
        learners = class_of(quiz, 5)
        page = unpacked(dl.page(quiz))
        codes = run_script(tmp_path, ("stage", "codes", "pages"), ANSWER, {"page": page, "learners": learners})
        for code, tries in zip(codes, learners, strict=True):
            again = dl.quiz("all-fives", kind, n=n, seed=1)
            for number, given in enumerate(tries, 1):
                if given:
                    again.grade(number, given[0])
            assert again.answer_code == code


def hostile_lines(board: ClassBoard) -> str:
    good = [board.sheet.code([2 + at % len(board.sheet.questions[0].answers), at % 3]) for at in range(6)]
    lines = [*good, good[0].lower(), good[1].replace("-", " "), f"Ana {good[0]}", f"ana  {good[2]}", f"{good[0][:-1]}*"]
    lines += [f"{name}, {good[at % 6]}" for at, name in enumerate(EVIL)] + [f"{name} {good[0]}" for name in EVIL] + EVIL
    wrong = good[0][:-1] + ("0" if good[0][-1] != "0" else "1")
    return "\n".join([*lines, wrong, "x" * 5000, "", "a,b,c", ";;;", "9" * 12])


@needs_node
def test_the_page_reads_refuses_counts_and_saves_as_python_does(tmp_path: Path) -> None:
    board = dl.chance.class_board(dl.quiz("all-fives", "all", n=2, seed=1))
    text = hostile_lines(board)
    board.add(text)
    codes = read_codes(board.sheet, text)
    there = run_script(tmp_path, ("codes", "class_board"), READ, {"asked": asked_of(board), "text": text})
    assert [(one["name"], tuple(one["numbers"])) for one in there["entries"]] == [*codes.entries]
    assert [(one["line"], one["text"], one["reason"]) for one in there["refused"]] == [*codes.refused]
    assert there["csv"] == board.to_csv()
    for at, tallies in enumerate(there["tallies"]):
        assert [(one["answer"][0], one["count"], tuple(one["names"])) for one in tallies] == [
            (tally.answer.text, tally.learners, tally.names) for tally in codes.tallies(at)]
    assert len(codes.entries) > 20
    assert len(codes.refused) > 10


def test_no_cell_of_the_table_is_a_formula() -> None:
    board = dl.chance.class_board(dl.quiz("all-fives", "all", n=2, seed=1))
    board.add(hostile_lines(board))
    cells = [cell for row in csv.reader(io.StringIO(board.to_csv())) for cell in row]
    assert any(cell.startswith("'") for cell in cells)
    assert [cell for cell in cells if re.match(r"[=+\-@\t\r＝＋－＠]", cell)] == []


@needs_node
def test_ten_thousand_lines_are_read_and_no_more(tmp_path: Path) -> None:
    board = dl.chance.class_board(dl.quiz("block", "legal", n=2, seed=1))
    text = f"{board.sheet.code([2, 3])}\n" * (MOST_CODES + 1)
    board.add(text)
    assert (len(board.codes.entries), board.codes.left_out) == (MOST_CODES, 1)
    assert "Only the first 10,000 lines are read." in board.status
    there = run_script(tmp_path, ("codes", "class_board"), READ, {"asked": asked_of(board), "text": text})
    assert (len(there["entries"]), there["left"]) == (MOST_CODES, 1)
    with pytest.raises(RecordError, match="at most 1,000,000 letters"):
        board.add("x" * 1_000_000)
    assert len(board.codes.entries) == MOST_CODES


def shown(board: ClassBoard) -> str:
    return " ".join(texts([board.stage.moment.get(area) for area in ("head", "talk", "bar", "more")]))


def test_the_board_shows_bars_without_names_until_they_are_asked_for() -> None:
    quiz = dl.quiz("all-fives", "score", n=1, seed=1)
    board = dl.chance.class_board(quiz)
    right, wrong = quiz.items[0].asked.right, "7"
    for name, given in (("Ana", right), ("Ben", wrong), ("Cleo", wrong)):
        own = dl.quiz("all-fives", "score", n=1, seed=1)
        own.grade(1, given)
        assert board.add(f"{name} {own.answer_code}") == ""
    assert "Right at the first try: 1 of 3." in shown(board)
    assert "The commonest mistake, 2 times: 7" in shown(board)
    assert "7 is not a multiple of 5" in shown(board)
    bars = next(node["html"] for node in board.areas()["more"] if isinstance(node, dict) and node["is"] == "html")
    assert "Ben" not in bars
    assert "--at:0.667" in bars
    board.do("names", True)
    bars = next(node["html"] for node in board.areas()["more"] if isinstance(node, dict) and node["is"] == "html")
    assert "Ben, Cleo" in bars


def pictures(board: ClassBoard) -> list[str]:
    drawn = [node["html"] for node in board.areas()["more"] if isinstance(node, dict) and node["is"] == "html"]
    return [found[1] for found in (re.search(r"<img ([^>]*)>", markup) for markup in drawn) if found]


def test_each_question_has_the_picture_of_its_position() -> None:
    quiz = dl.quiz("all-fives", "all", n=4, seed=1)
    board, sheet = dl.chance.class_board(quiz), quiz.worksheet()
    assert len(pictures(board)) == 4
    for drawn, question, task in zip(pictures(board), board.sheet.questions, sheet.tasks, strict=True):
        assert question.picture is not None
        tiles = len(re.findall("<rect", question.picture.svg))
        assert tiles == len(re.findall("<rect", task.picture))       # the same drawing as on paper, in other colours
        assert unescape(re.search('alt="([^"]*)"', drawn)[1]) == question.picture.text
    assert [one["picture"] for one in asked_of(board)["questions"]] == [[*one.picture] for one in board.sheet.questions]
    assert pictures(dl.chance.class_board("own_tile")) == []


@pytest.mark.parametrize("name", EVIL)
def test_names_in_a_picture_are_text(name: str) -> None:
    quiz = dl.quiz("all-fives", "score", n=1, seed=1, names=[name, "Ben"])
    board = dl.chance.class_board(quiz)
    [drawn] = pictures(board)
    assert re.fullmatch(r'alt="[^"<>]*" width="\d+" style="[^"<>]*" src="data:image/svg\+xml;base64,[\w+/=]+"', drawn)
    picture = asked_of(board)["questions"][0]["picture"][0]
    assert "<script" not in picture
    assert "<b>" not in picture
    assert dl.page(board).html.count("<script") == 2


def test_the_mistake_is_open_in_the_question_that_most_got_wrong() -> None:
    quiz = dl.quiz("all-fives", "score", n=2, seed=1)
    board = dl.chance.class_board(quiz)
    sheet, right = board.sheet, [item.asked.right for item in quiz.items]
    for given in (("7", right[1]), (right[0], "7"), (right[0], "7")):
        numbers = [question.number(one) for question, one in zip(sheet.questions, given, strict=True)]
        board.add(sheet.code(numbers))
    assert board.codes.hardest() == 1
    folds = [node["key"] for node in board.areas()["more"] if isinstance(node, dict) and node["is"] == "fold"]
    assert folds == ["mistake-0", "reason-0", "reason-1"]
    assert "Most went wrong in question 2." in shown(board)


def test_typed_codes_replace_what_was_there_and_refused_lines_are_named() -> None:
    board = dl.chance.class_board("own_tile", "nothing")
    assert "Line 1: nothing. A code has 12 letters and digits." in shown(board)
    board.do("read", {"text": board.sheet.code([3])})
    assert "Codes counted: 1. Lines refused: 0." in shown(board)
    assert "You are dealt 7" in shown(board)


@pytest.mark.parametrize("name", EVIL)
def test_names_are_text(name: str) -> None:
    board = dl.chance.class_board("own_tile")
    board.add(f"{name}, {board.sheet.code([3])}\n{name}")
    board.do("names", True)
    made = dl.page(board).html
    bars = next(node["html"] for node in board.areas()["more"] if isinstance(node, dict) and node["is"] == "html")
    for markup in (bars, made.partition("<main>")[2].partition('<script type="application/json"')[0]):
        assert "<script>alert" not in markup
        assert "<b>" not in markup
    assert made.count("<script") == 2
    names = [entry.name for entry in board.codes.entries]
    assert all(each.isprintable() and len(each) <= 40 for each in names)
    assert not names or unescape(names[0]) == names[0]


def test_a_page_of_a_board_fetches_nothing_and_is_small() -> None:
    made = dl.page(dl.chance.class_board(dl.quiz("all-fives", "all", n=10, seed=1)))
    assert policy(made).startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe-eval" not in policy(made)
    assert len(made.html.encode()) < 200_000


@pytest.mark.parametrize("n", [3, 5, 10])
def test_the_page_of_a_quiz_is_no_larger_than_that_of_a_hand(n: int) -> None:
    """A hand of All Fives has 60 kB; three hints to each of ten questions take one more."""
    assert len(dl.page(dl.quiz("all-fives", "all", n=n, seed=1)).html.encode()) <= 61_000


def test_only_what_has_answer_codes_has_a_board() -> None:
    with pytest.raises(RecordError, match="has no answer codes"):
        dl.chance.class_board(dl.page("block", seed=7))
    with pytest.raises(DominoError):
        dl.chance.class_board(7)
    with pytest.raises(LookupError):
        dl.chance.class_board("no_such_exercise")
    assert isinstance(dl.page(dl.chance.class_board(["own_tile", "a_double"])), Page)
    card = dl.ExerciseCard("own_tile")
    card.check("1/4")
    board = dl.chance.class_board(card, card.answer_code)
    assert board.codes.right(0) == 1
    assert bare(card.answer_code) in bare(board.text)


def test_a_message_without_a_text_changes_nothing() -> None:
    board = dl.chance.class_board("own_tile", "Ana 0000-0000-0000")
    board.stage._receive(None, {"do": "read", "value": {}}, [])
    assert (board.text, board.error) == ("Ana 0000-0000-0000", "")


LEARNERS = """given.learners.map(learner => {
    const { sheet } = given.page.code, hand = new RecordedHand(given.page.hands[0]);
    for (const tries of learner) {
        while (hand.step < hand.ask.at) hand.send({ do: "next", value: null });
        for (const value of tries) hand.send(value === null ? { do: "show_answer" } : { do: "answer", value });
    }
    return codeOf(sheet, numbersOn(sheet, [hand]));
})"""
LESSONS = [("block", {"seed": 7, "every": 0}), ("all-fives-worked-example", {}), ("latin-partnership-all-pips", {})]


@needs_node
@pytest.mark.parametrize(("hand", "how"), LESSONS, ids=[hand for hand, _ in LESSONS])
def test_a_class_of_forty_takes_a_lesson_and_the_board_has_the_right_table(
    tmp_path: Path, hand: str, how: dict[str, int]
) -> None:
    lesson, stream = dl.Lesson(hand, **how), Random(5)
    asked, page = lesson_questions(lesson.here), dl.page(lesson)
    learners: list[list[list[str | None]]] = []
    for _ in range(40):
        tries: list[list[str | None]] = []
        for question in asked:
            offered = [*question.options] or ["3", "10", "15"]
            given = stream.choice([*offered, question.right, question.right, None])
            tries.append([given] if given is None or question.accepts(given) else [given, question.right])
        learners.append(tries)
    codes = run_script(tmp_path, ("stage", "codes", "pages"), LEARNERS, {"page": unpacked(page), "learners": learners})
    board = dl.chance.class_board(page, "\n".join(f"Learner {at}, {code}" for at, code in enumerate(codes)))
    assert not board.codes.refused
    for (_, row), tries in zip(board.table().iterrows(), learners, strict=True):
        first = [each[0] for each in tries]
        for at, (question, given) in enumerate(zip(asked, first, strict=True), 1):
            wanted = "asked to see the answer" if given is None else given
            if board.sheet.detail == "mistakes" and given not in (None, *board.sheet.questions[at - 1].keys):
                wanted = f"a number that is too {'low' if int(given) < int(question.right) else 'high'}"
            assert row[f"question {at}"] == wanted
        assert row["right"] == sum(given is not None and question.accepts(given)
                                   for given, question in zip(first, asked, strict=True))
    assert len(pictures(board)) == len(asked)
    for place, question in enumerate(asked):
        assert board.sheet.questions[place].best.text == question.right


def test_a_lesson_in_a_notebook_has_the_code_of_its_first_answers() -> None:
    lesson = dl.Lesson("block", seed=7, every=0)
    asked = lesson_questions(lesson.here)
    wrong = next(option for option in asked[0].options if option != asked[0].right and "-" in option)
    lesson.attempt(wrong)
    lesson.attempt(asked[0].right)
    lesson.do("next_question")
    lesson.do("show_answer")
    board = dl.chance.class_board(lesson, lesson.answer_code)
    row = board.table().iloc[0]
    assert [row[f"question {at}"] for at in (1, 2, 3)] == [wrong, "asked to see the answer", ""]
    assert board.codes.mistake(0).answer.reply == lesson.here.given[asked[0].step][0].text
    lesson.do("restart")
    assert lesson.answer_code.startswith("0000-0000")
