"""Beat the class: forty learners play one deal on a page, and the board has their scores."""

from __future__ import annotations

import re
from collections import Counter
from math import floor
from pathlib import Path
from random import Random

import pytest

import domino_lab as dl
from domino_lab.chance.answer_codes import read_codes
from domino_lab.core.errors import RecordError, RulesetError
from domino_lab.widgets.class_board import ClassBoard
from domino_lab.widgets.class_game import ClassGame
from tests.widgets.reading import area
from tests.widgets.test_class_board import LEARNERS, asked_of, needs_node, run_script, shown
from tests.widgets.test_pages import unpacked

SCORES = """(() => {
    const { entries } = readCodes(given.asked, given.text);
    const { asked } = given;
    return { scores: scoresOf(asked, entries), hardest: hardestOf(asked, entries), csv: csvOf(asked, entries) };
})()"""


@pytest.fixture(scope="module")
def game() -> ClassGame:
    return dl.chance.class_game("all-fives", seed=1)


def class_of(game: ClassGame, number: int) -> list[list[list[str | None]]]:
    """What so many learners do at each choice: any move, and the best one after a mistake; or they ask to see it."""
    stream = Random(3)
    learners = []
    for _ in range(number):
        tries: list[list[str | None]] = []
        for turn in game.game.turns:
            given = stream.choice([*turn.asked.options, turn.asked.right, turn.asked.right, None])
            tries.append([given] if given is None or turn.asked.accepts(given) else [given, turn.asked.right])
        learners.append(tries)
    return learners


def given_away(game: ClassGame, tries: list[list[str | None]]) -> float:
    """The points that a learner gives away; asking to see the move costs as much as the worst one."""
    lost = 0.0
    for turn, (first, *_) in zip(game.game.turns, tries, strict=True):
        costs = {given: float(loss) for given, loss in turn.asked.costs}
        lost += max(costs.values()) if first is None else costs.get(first, 0)
    return round(lost, 1)


@needs_node
def test_a_class_of_forty_plays_a_page_and_the_board_has_its_scores(tmp_path: Path, game: ClassGame) -> None:
    page, learners = dl.page(game), class_of(game, 40)
    codes = run_script(tmp_path, ("stage", "codes", "pages"), LEARNERS, {"page": unpacked(page), "learners": learners})
    text = "\n".join(f"Learner {at}, {code}" for at, code in enumerate(codes))
    board = dl.chance.class_board(page, text)
    assert not board.codes.refused
    lost = [given_away(game, tries) for tries in learners]
    assert board.table().points.tolist() == [-points for points in lost]
    counted = Counter(-floor(-points + 0.5) for points in lost)
    assert [(-score.points, score.learners) for score in board.codes.scores()] == sorted(counted.items())
    better = sum(points < game.game.given_away for points in lost)
    assert f"Better than that: {better} of 40." in board.codes.beside()
    wrong = [sum(tries[at][0] is not None and not turn.asked.accepts(tries[at][0]) for tries in learners)
             for at, turn in enumerate(game.game.turns)]
    assert board.codes.hardest() == wrong.index(max(wrong))
    there = run_script(tmp_path, ("codes", "class_board"), SCORES, {"asked": asked_of(board), "text": text})
    assert [(one["points"], one["count"], tuple(one["names"])) for one in there["scores"]] == [*board.codes.scores()]
    assert there["hardest"] == board.codes.hardest()
    assert there["csv"] == board.to_csv()


@needs_node
def test_the_notebook_and_the_page_make_the_same_code(tmp_path: Path, game: ClassGame) -> None:
    learners = class_of(game, 4)
    given = {"page": unpacked(dl.page(game)), "learners": learners}
    codes = run_script(tmp_path, ("stage", "codes", "pages"), LEARNERS, given)
    for code, tries in zip(codes, learners, strict=True):
        own = ClassGame(game.game)
        for turn, at in zip(game.game.turns, tries, strict=True):
            own.here.go(turn.asked.asked_at)
            for value in at:
                own.do("show_answer") if value is None else own.do("answer", value)
        assert own.answer_code == code
        assert own.score == -given_away(game, tries)


def test_the_board_shows_scores_best_first_and_the_hardest_choice(game: ClassGame) -> None:
    turns = game.game.turns
    best, worst = ([turn.asked.right for turn in turns],
                   [max(turn.asked.costs, key=lambda cost: float(cost[1]))[0] for turn in turns])
    board = dl.chance.class_board(game)
    for name, moves in (("Ana", worst), ("Ben", best), ("Cleo", [worst[0], *best[1:]])):
        numbers = [question.number(move) for question, move in zip(game.answer_sheet.questions, moves, strict=True)]
        assert board.add(f"{name} {game.answer_sheet.code(numbers)}") == ""
    assert [score.names for score in board.codes.scores()] == [("Ben",), ("Cleo",), ("Ana",)]
    told = shown(board)
    assert "Most went wrong in question 1." in told
    assert re.findall('<th scope="row">(.*?)</th>', bars(board, 0)) == ["0", "19", "41"]
    assert "Points given away, the fewest first" in told
    assert "Ben" not in bars(board, 0)
    board.do("names", True)
    assert "Ben" in bars(board, 0)
    assert turns[0].because in told
    assert f"Choosing to {worst[0]} costs {dict(turns[0].asked.costs)[worst[0]]} points on average." in told


def bars(board: ClassBoard, number: int) -> str:
    drawn = [node["html"] for node in board.areas()["more"] if isinstance(node, dict) and node["is"] == "html"]
    return str(drawn[number])


def test_a_game_against_the_computer_has_the_code_of_its_points() -> None:
    play = dl.Play("all-fives", against="greedy", seed=1, delay=0, match=False)
    with pytest.raises(RecordError, match="when the first hand is over"):
        assert play.answer_code
    while play.here.waits != "match over":
        play.here.do(play.here.legal[0])
        while play.here.reply():
            pass
    assert f"Your code of the first hand, for a class board: {play.answer_code}" in area(play, "head")
    made, theirs = play.here.live.scores
    board = dl.chance.class_board(play, f"Ana {play.answer_code}")
    [row] = board.table().itertuples(index=False)
    assert [*row] == ["Ana", 0, made - theirs, str(made), str(theirs)]
    assert [score.points for score in board.codes.scores()] == [made - theirs]
    assert f'<th scope="row">{made - theirs}</th>' in bars(board, 0)
    assert "Right at the first try" not in shown(board)
    other = dl.Play("all-fives", against="greedy", seed=2)
    assert read_codes(other.answer_sheet, play.answer_code).refused[0].reason == "This code belongs to other questions."
    with pytest.raises(RulesetError, match="one person"):
        assert dl.Play("all-fives").answer_sheet
