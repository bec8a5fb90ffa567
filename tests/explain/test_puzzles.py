"""Puzzles: one move is clearly the best, on other deals too, for a reason that is true; and a quiz can hold them."""

from __future__ import annotations

from datetime import date
from itertools import islice

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.chance.monte_carlo_player import Trial, seen_line
from domino_lab.chance.sampled_deals import DealSampler
from domino_lab.core.errors import NotationError, RulesetError
from domino_lab.core.events import Scored
from domino_lab.core.shuffle import Stream
from domino_lab.explain.puzzles import KINDS, LEVELS, Puzzle, puzzle_items, puzzles_of
from domino_lab.explain.review import choices_at, mean_and_error
from domino_lab.kernel.engines import can_compile
from domino_lab.notebook import play_out
from domino_lab.play.hand import advance
from domino_lab.play.legal import with_call
from domino_lab.play.policies import POLICIES
from domino_lab.play.timeline import view_of
from tests.kernel.redealt import redeals

GAMES = ("all-fives", "block", "draw-classic", "latin-partnership", "muggins")
ENGINE = "compiled" if can_compile() else "plain"


def some(game: str, number: int) -> list[Puzzle]:
    """The first puzzles in hands of a game."""
    hands = (play_out(get(game), seed=seed) for seed in range(200))
    return [*islice((puzzle for hand in hands for puzzle in puzzles_of(hand)), number)]


@pytest.mark.parametrize("game", GAMES)
def test_on_other_deals_too_the_best_move_is_three_points_ahead(game: str) -> None:
    """Of another seed, which did not choose the puzzle; by two errors of its own and of the first look."""
    for puzzle in some(game, 6):
        seen = view_of(puzzle.line, puzzle.line.state.turn)
        known = seen_line(seen)
        deals = DealSampler(known, puzzle.line.state.turn, 4711).draw(4096)
        rows = Trial(known.state, engine=ENGINE, solving=False).values_in(puzzle.moves, deals)
        for row, loss in zip(rows[1:], puzzle.losses[1:], strict=True):
            again, error = mean_and_error(rows[0] - row)
            assert again > 5 * error
            assert abs(again - loss) < 4 * (error + 2 * puzzle.error) + 0.2
        assert puzzle.losses[1] > 5 * puzzle.error
        assert puzzle.losses[1] >= 3 * min(1, puzzle.usual / 10)
        assert list(puzzle.losses[1:]) == sorted(puzzle.losses[1:])
        after = puzzle.line.play(with_call(puzzle.line.state, puzzle.moves[0]))
        assert sorted(puzzle.moves) == sorted(choices_at(after, len(puzzle.line)).moves)


def test_the_reason_is_a_fact_about_the_best_move() -> None:
    """Points now are those that the rules give; of a puzzle to shut somebody out the ruling is not asked."""
    about = set()
    for game in GAMES:
        for puzzle in some(game, 8):
            line, [best, second, *_] = puzzle.line, puzzle.moves
            about.add(puzzle.kind)
            points = [sum(event.points for event in advance(line.state, with_call(line.state, move)).events
                          if isinstance(event, Scored)) for move in (best, second)]
            if puzzle.kind == "score":
                assert points[0] > points[1]
                assert f"it scores {points[0]} now rather than {points[1]}" in puzzle.text
            else:
                assert points[0] <= points[1]
            passes = [step for step in line.steps if step.action and step.action.kind == "pass"
                      and step.seat != line.state.turn]
            assert puzzle.kind != "count_passes" or passes
            assert puzzle.kind != "shut_out" or not passes
    assert len(about) >= 4
    assert about <= {*KINDS}


def test_the_level_says_whether_a_player_who_takes_the_most_points_finds_it() -> None:
    levels = set()
    for puzzle in some("all-fives", 12):
        taken = POLICIES["greedy"](view_of(puzzle.line, puzzle.line.state.turn), Stream(0))
        assert puzzle.level == (1 if taken[:3] == puzzle.moves[0][:3] else 2)
        levels.add(puzzle.level)
    assert levels == {*LEVELS}


def test_it_knows_no_more_than_its_player() -> None:
    """Hidden tiles that change places change nothing."""
    puzzle = some("block", 1)[0]
    item = puzzle.item
    tried = 0
    for other in islice(redeals(puzzle.line, puzzle.line.state.turn, Stream(3)), 3):
        again = next(puzzles_of_end(other), None)
        assert again is not None
        assert (again.moves, again.losses, again.text) == (puzzle.moves, puzzle.losses, puzzle.text)
        assert again.item.asked == item.asked
        tried += 1
    assert tried


def puzzles_of_end(line):
    """The puzzle at the end of a line, if there is one; the seed of it goes by the step."""
    move = next(iter(view_of(line, line.state.turn).legal))
    return (puzzle for puzzle in puzzles_of(line.play(with_call(line.state, move))) if puzzle.step == len(line) - 1)


def test_a_quiz_holds_them_with_what_each_wrong_move_loses() -> None:
    quiz = dl.puzzles("all-fives", 3, seed=3)
    again = dl.puzzles("all-fives", 3, seed=3)
    assert [item.asked for item in quiz.items] == [item.asked for item in again.items]
    item = quiz.items[0]
    assert item.asked.right in item.asked.options
    wrong, lost = item.asked.costs[0]
    assert not quiz.grade(1, wrong).right
    quiz = dl.puzzles("all-fives", 3, seed=3)
    quiz.here.answer(wrong)
    assert f"costs {lost} points" in quiz.here.missed
    assert item.asked.right not in quiz.here.missed
    assert quiz.grade(1, item.asked.right).right
    assert item.because in quiz.grade(1, item.asked.right).text
    sheet, gift = quiz.worksheet().html, quiz.gift()
    assert "<svg" in sheet
    assert gift.count("=%100%") == 3
    assert f"costs {lost} points" in gift
    assert quiz.here.recipe == 'dl.puzzles("all-fives", n=3, seed=3)'


def test_levels_and_kinds_are_chosen_and_refused_with_what_there_is() -> None:
    for item in islice(puzzle_items(get("all-fives"), seed=1, levels=(2,), kinds=("deny", "shut_out")), 2):
        assert "scores" not in item.because.split("Why:")[1].split("although")[0]
    with pytest.raises(RulesetError, match='choose "score"'):
        dl.puzzles("all-fives", about="luck")
    for game in ("bingo", "blind"):
        with pytest.raises(RulesetError, match=get(game).name):
            dl.puzzles(game)


def test_the_puzzle_of_a_day_is_one_for_everybody_and_another_the_next_day() -> None:
    week = [dl.puzzle_of_the_day(f"2026-12-{day:02}") for day in range(7, 14)]
    assert [len(quiz.items) for quiz in week] == [1] * 7
    assert len({quiz.items[0].line.rules.id for quiz in week}) >= 5
    again = dl.puzzle_of_the_day(date(2026, 12, 9))
    assert again.items == week[2].items
    assert dl.puzzle_of_the_day("2026-12-16").items != week[2].items
    assert again.here.ask_more(1) == 0
    for quiz, level in zip(week, (1, 1, 1, 2, 2, 2, 2), strict=True):
        item = quiz.items[0]
        state = item.line[item.step].state
        usual = POLICIES["greedy"](view_of(item.line.upto(item.step), state.turn), Stream(0))
        assert (usual[:2] == item.action[:2]) == (level == 1)
    today = dl.puzzle_of_the_day()
    assert today.line == f'dl.puzzle_of_the_day("{date.today().isoformat()}")'
    for text in ("Monday", "2026-12-09 or so", "2026-13-01"):
        with pytest.raises(NotationError, match=f"'{text}' is not a day"):
            dl.puzzle_of_the_day(text)
