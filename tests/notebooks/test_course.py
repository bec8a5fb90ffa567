"""What every notebook of the course promises its readers (the last section of the house's requirements for people).

That the numbers it shows are still true is nbval's work: `make notebooks-compare`; test_gate.py shows that it bites.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from ipywidgets import Widget

import domino_lab as dl
from domino_lab.chance.exercises import exercise
from domino_lab.cli import FIRST
from domino_lab.words import phrase
from tests.notebooks.regenerate import OPENING, OPENS_WITH, opening_picture
from tests.notebooks.saved import ANSWERS, LESSONS, Cell, cells_of, code, data, exercises, name_of, prose, source
from tests.widgets.kept import pictures
from tests.words.test_readability import grade

NOTEBOOKS = [*LESSONS, *ANSWERS]
LONGEST_LESSON = 45     # minutes
MOST_LINES = 4          # of code in a cell
PUPILS_GRADE = 5
CARD = 15               # minutes
WORDS_A_MINUTE = 120    # that a pupil of ten reads
STEPPED_THROUGH = ("dl.HandStepper(", "dl.VariantComparison(", "dl.Play(", "dl.Patience(", "dl.Table(")
PROGRAMMING = {ast.For, ast.While, ast.FunctionDef, ast.ClassDef, ast.Lambda, ast.ListComp, ast.GeneratorExp}

every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=name_of)
every_lesson = pytest.mark.parametrize("path", LESSONS, ids=name_of)

MAY_HOLD_DIGITS = (
    r"`[^`]*`",                     # code, and the names of files
    r"\b\d-\d(@\d-\d)?\b",          # tiles
    r"^\d+\. ",                     # the number of an exercise
    r"^## Exercise \d+",
    r"[Ee]xercises? \d+( and \d+)*",
    r"^\*\*\d+ minutes\.\*\*",
    r"^# Lesson \d+:",
)
NUMBERS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen " \
          "seventeen eighteen nineteen twenty thirty forty fifty hundred"
NO_HAND = ("dl.RuleForm(", "dl.ExerciseCard(")
"""Calls that show words and rules: there is no hand in them, and no picture of it."""
NO_STEP = ("dl.quiz(", "dl.puzzles(", "dl.questions(", "dl.ChanceLab(", "dl.Lesson(", "dl.Recorder(",
           "dl.Play(", "dl.TileTriangle(")
"""Calls that show a question or a lab: a number in its words says where it stands, and there is a picture of it."""
COUNTED = rf"\b(?:{'|'.join(NUMBERS.split())}) points?\b"


@every_notebook
def test_it_opens_with_minutes_what_to_know_the_goal_and_a_note_for_the_teacher(path: Path) -> None:
    first = prose(path)[0]
    assert source(cells_of(path)[0]) == first
    title, minutes, goal, teacher = first.split("\n\n")
    assert re.match(r"# \S", title)
    assert re.match(r"\*\*\d+ minutes\.\*\*.* before\b|\*\*\d+ minutes\.\*\* Before: ", minutes)
    assert goal.startswith("**The goal.** You ")
    assert teacher.startswith("> **For the teacher.** ")
    first_line, second_line = teacher.splitlines()
    assert first_line.endswith("  "), "two spaces, or the two lines are shown as one"
    assert second_line.startswith("> ")


@every_lesson
def test_a_lesson_fits_in_a_lesson_and_the_list_of_lessons_says_so(path: Path) -> None:
    minutes = int(re.search(r"\*\*(\d+) minutes\.\*\*", prose(path)[0])[1])
    assert minutes <= LONGEST_LESSON
    assert dl.lessons().loc[path.stem, "minutes"] == minutes


@every_notebook
def test_its_cells_are_short_and_it_says_something_between_them(path: Path) -> None:
    for cell in code(path):
        lines = [line for line in source(cell).splitlines() if line.strip()]
        assert 1 <= len(lines) <= MOST_LINES, source(cell)
    kinds = "".join(cell["cell_type"][0] for cell in cells_of(path))
    assert "ccc" not in kinds


@every_notebook
def test_every_cell_was_run_in_order_and_nothing_went_wrong(path: Path) -> None:
    assert [cell["execution_count"] for cell in code(path)] == list(range(1, len(code(path)) + 1))
    for cell in code(path):
        for output in cell["outputs"]:
            assert output["output_type"] != "error", source(cell)
            assert output.get("name") != "stderr", source(cell)
        assert "(children=" not in data(cell).get("text/plain", ""), f"{source(cell)} leaves a box, and no words"


@every_notebook
def test_a_widget_leaves_its_picture_and_its_words(path: Path) -> None:
    """A saved notebook is read without a kernel: on paper, on a web page, in JupyterLab before it is run."""
    for cell in cells_that_show_a_widget(path):
        shown = data(cell)
        assert len(shown["text/plain"].split()) > 5, source(cell)
        if any(call in source(cell) for call in NO_HAND):
            assert shown.keys() & {"text/markdown", "text/html"}, source(cell)
            continue
        told = any(call in source(cell) for call in NO_STEP) or re.search(r"\bstep=", source(cell))
        assert told, f"{source(cell)} does not say at which step it is shown"
        drawn = pictures("".join(shown["text/html"]))
        assert drawn, source(cell)
        assert all(each.startswith("<svg") for each in drawn)


def cells_that_show_a_widget(path: Path) -> Iterator[Cell]:
    """The cells that end with a call of a widget's name, or with a variable that such a call was given to."""
    views = (name for name in dl.__all__ if name[0].isupper() and issubclass(getattr(dl, name), Widget))
    makers = {*views, "puzzles", "quiz", "questions"}
    given: dict[str, ast.expr] = {}
    for cell in code(path):
        statements = ast.parse(source(cell)).body
        given |= {target.id: one.value for one in statements if isinstance(one, ast.Assign)
                  for target in one.targets if isinstance(target, ast.Name)}
        last = getattr(statements[-1], "value", None) if isinstance(statements[-1], ast.Expr) else None
        made = given.get(last.id) if isinstance(last, ast.Name) else last
        if isinstance(made, ast.Call) and ast.unparse(made.func) in {f"dl.{name}" for name in makers}:
            yield cell


@every_notebook
def test_its_prose_leaves_the_numbers_to_the_cells(path: Path) -> None:
    """A number typed in prose is compared by nobody when it drifts."""
    for text in prose(path):
        for allowed in MAY_HOLD_DIGITS:
            text = re.sub(allowed, "", text, flags=re.M)
        assert not re.findall(r".*\d.*", text)
        assert not re.findall(COUNTED, text, re.I)


@every_lesson
def test_a_question_is_answered_by_the_next_cell(path: Path) -> None:
    cells = cells_of(path)
    asking = [n for n, cell in enumerate(cells) if cell["cell_type"] == "markdown" and "**Before you " in source(cell)]
    assert asking, "a lesson asks before it shows"
    for number in asking:
        assert cells[number + 1]["cell_type"] == "code", source(cells[number])


@every_lesson
def test_every_exercise_has_its_answer(path: Path) -> None:
    numbers = exercises(path)
    assert numbers, "a lesson ends with exercises"
    answers = path.parent / "answers" / f"{path.stem}_answers.ipynb"
    assert f"`answers/{answers.name}`" in prose(path)[-1]
    assert re.findall(r"^## Exercise (\d+)", "\n".join(prose(answers)), re.M) == numbers


SET_FOR_ANA = re.compile(r'(?:ExerciseCard|exercise)\("(\w+)", learner="Ana"')
ASKED_IN_THE_LESSON = {"five_columns"}
"""One game, one question and one answer: the lesson estimates it, and the exercise asks for a run of one's own."""


def prints(value: Fraction, text: str) -> bool:
    """Whether a text has this value: as a fraction, with four places, or as an estimate that comes very close."""
    exactly = {f"{value.numerator}/{value.denominator}", f"{float(value):.4f}"} - {f"{value.numerator}/1"}
    estimates = re.findall(r"(\d+\.\d+) ± (\d+\.\d+)", text)
    return any(re.search(rf"(?<![\d./]){re.escape(written)}(?![\d/])", text) for written in exactly) \
        or any(abs(float(value) - float(found)) <= min(float(error), 0.001) for found, error in estimates)


def test_what_a_lesson_prints_is_read() -> None:
    assert prints(Fraction(7, 18), "147 of 378. That is 7/18")
    assert prints(Fraction(1, 4), "about 0.2500")
    assert prints(Fraction(2663, 5000), "0.532 ± 0.010")
    assert not prints(Fraction(1, 4), "11/4, 1/40, 0.296 ± 0.012, 4")


@every_lesson
def test_a_lesson_does_not_print_what_its_exercises_ask_ana(path: Path) -> None:
    printed = "\n".join(data(cell).get("text/plain", "") for cell in code(path))
    printed += "\n".join("".join(output.get("text", "")) for cell in code(path) for output in cell["outputs"])
    for name in {*SET_FOR_ANA.findall("\n".join(map(source, cells_of(path))))} - ASKED_IN_THE_LESSON:
        value = exercise(name, learner="Ana").task.solution.value
        if not isinstance(value, tuple):
            assert not prints(value, printed), f"{name}: {value}"


FOR_A_CLASS = [path for path in LESSONS if prose(path)[0].startswith("# Lesson ")]
CARDS = [path for path in LESSONS if prose(path)[0].startswith("# Game card: ")]
every_lesson_for_a_class = pytest.mark.parametrize("path", FOR_A_CLASS, ids=name_of)
every_card = pytest.mark.parametrize("path", CARDS, ids=name_of)


def without_programming(cells: list[Cell]) -> bool:
    nodes = (node for cell in cells for node in ast.walk(ast.parse(source(cell))))
    return not any(isinstance(node, tuple(PROGRAMMING)) for node in nodes)


def test_what_programming_is() -> None:
    assert without_programming([{"source": "dl.why(dl.lay('block', '6-6'), 1)"}])
    assert not without_programming([{"source": "1"}, {"source": "[step for step in hand.steps]"}])


@every_lesson_for_a_class
def test_a_class_can_have_it(path: Path) -> None:
    """What fits 45 minutes: few cells without programming, predictions, real tiles, an exit card, and what to cut."""
    text = "\n".join(prose(path))
    assert 4 <= len(code(path)) <= 8
    assert without_programming(code(path))
    assert text.count("**Before you ") >= 3
    for wanted in ("## Starter: five minutes", "ith real tiles", "## Exit card", "If time is short, "):
        assert wanted in text
    assert len(exercises(path)) == 3
    assert len(text.split()) <= 900


def minutes_of(cells: list[Cell]) -> float:
    """How long a class takes for these cells, by a teacher's clock."""
    text = "\n".join(source(cell) for cell in cells if cell["cell_type"] == "markdown")
    shown = [source(cell) for cell in cells if cell["cell_type"] == "code"]
    stepped = sum(any(call in one for call in STEPPED_THROUGH) for one in shown)
    return len(text.split()) / WORDS_A_MINUTE + text.count("**Before you ") + 2 * stepped \
        + 4 * text.count("ith real tiles") + text.count("## Exit question\n")


def test_how_minutes_are_counted() -> None:
    asks = {"cell_type": "markdown", "source": "**Before you run it:** " + "word " * 116}
    assert minutes_of([asks]) == 2
    assert minutes_of([asks, {"cell_type": "code", "source": 'dl.Play("block")'}]) == 4
    assert minutes_of([{"cell_type": "code", "source": 'dl.ruleset("block")'}]) == 0


@every_card
def test_a_card_takes_a_quarter_of_an_hour(path: Path) -> None:
    """Few cells without programming, few words, predictions, real tiles, one cousin, and an exit question.

    What comes after that question is for when there is time, and the teacher is told so.
    """
    text = "\n".join(prose(path))
    whole = cells_of(path)
    (rest,) = (n for n, cell in enumerate(whole) if source(cell).startswith("## If there is time\n"))
    assert 12 <= minutes_of(whole[1:rest]) <= CARD + 1
    assert "## Exit question\n" in source(whole[rest - 1])
    assert "> What comes after the exit question is for when there is time. " in source(whole[0])
    assert dl.lessons().loc[path.stem, ["part", "minutes"]].tolist() == ["cards", CARD]
    assert 4 <= len(code(path)) <= 8
    assert without_programming(code(path))
    assert text.count("**Before you ") >= 2
    for wanted in ("## What is special\n", "## With real tiles\n", "## A cousin: ", "## Exit question\n"):
        assert text.count(wanted) == 1
    assert 2 <= len(exercises(path)) <= 3
    assert len(text.split()) <= 650
    answers = path.parent / "answers" / f"{path.stem}_answers.ipynb"
    assert "## The exit question\n" in "\n".join(prose(answers))


@pytest.mark.parametrize("path", [*FOR_A_CLASS, *CARDS], ids=name_of)
def test_pupils_can_read_it(path: Path) -> None:
    sentences = re.sub(r"`[^`]*`|[*#>|_]", "", "\n".join(prose(path)[1:]))
    assert grade(sentences) <= PUPILS_GRADE


@pytest.mark.parametrize("stem", ["42_players_and_strategy", "43_record_your_own_hand", "90_rules_of_your_own"])
def test_only_the_second_half_is_for_programmers(stem: str) -> None:
    """The list of lessons promises it, with these three numbers."""
    cells = cells_of(LESSONS[0].parent / f"{stem}.ipynb")
    (half,) = (n for n, cell in enumerate(cells) if "## From here on, for those who like Python\n" in source(cell))
    first, second = ([cell for cell in part if cell["cell_type"] == "code"] for part in (cells[:half], cells[half:]))
    assert without_programming(first)
    assert not without_programming(second)
    assert not any(re.search(r"^## (?!From here|Exercises)", source(cell), re.M) for cell in cells[half + 1:])
    assert stem[:2] in phrase("general.part_programmers")


def test_no_answers_are_left_over() -> None:
    assert [path.stem for path in ANSWERS] == [f"{path.stem}_answers" for path in LESSONS]


def test_each_lesson_names_only_notebooks_that_are_there() -> None:
    there = {path.name for path in NOTEBOOKS}
    for path in NOTEBOOKS:
        named = re.findall(r"\w+\.ipynb", "\n".join(prose(path)))
        assert set(named) <= there, path.name


def test_the_first_lesson_begins_with_play_and_its_first_tile_can_score() -> None:
    """`make lab` opens it: the first cell is a hand to play, in which the person leads and can score at once."""
    first, *_ = code(LESSONS[0])
    play = re.fullmatch(r'import domino_lab as dl\n\ndl.Play\("(.+)", against="greedy", .*seed=(\d+)\)', source(first))
    deal = dl.play_out(play[1], seed=int(play[2]), names=["Ana", "Greta"]).steps[0].state
    assert deal.turn == 0
    first_tiles = [action.tile for action in dl.legal(deal)]
    assert any((tile.low + tile.high) % 5 == 0 and not tile.is_double for tile in first_tiles)


def test_the_first_lesson_shows_the_worked_example() -> None:
    first = next(cell for cell in code(LESSONS[0]) if "HandStepper" in source(cell))
    assert source(first) == 'dl.HandStepper("all-fives-worked-example", step=3)'
    saved = data(first)["text/plain"]
    assert "Step 3 of 8. Ana plays 5-3 left of 5-5." in saved       # the side of the spinner opposite the 5-0
    assert dl.why("all-fives-worked-example", 3).why in saved


def test_the_first_lesson_opens_on_a_picture_of_its_hand_as_it_is_drawn_now() -> None:
    """As Markdown it is seen before anything is run, in a clone that nobody has signed, too."""
    assert LESSONS[0].name == OPENS_WITH == FIRST
    second = prose(LESSONS[0])[1]
    assert re.fullmatch(rf"!\[[^]]{{20,}}\]\({re.escape(OPENING.as_posix())}\)", second)
    assert source(cells_of(LESSONS[0])[1]) == second
    assert (LESSONS[0].parent / OPENING).read_text(encoding="utf-8") == opening_picture()


def test_the_list_of_lessons_links_to_each_and_a_part_of_the_table_is_a_table() -> None:
    lessons = dl.lessons()
    assert {*lessons.index} == {path.stem for path in LESSONS}
    shown = lessons._repr_html_()
    links = re.findall(r'<a href="(\w+)\.ipynb">([^<]+)</a>', shown)
    assert links == list(zip(lessons.index, lessons.title, strict=True))
    assert "<table" in lessons[["minutes"]]._repr_html_()
