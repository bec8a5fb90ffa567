"""When players move and what is announced of it; tiles that are stacked, and what is chosen and called, by hand."""

from __future__ import annotations

import asyncio
from itertools import permutations

import pytest

from domino_lab.catalogue import get
from domino_lab.core.actions import Stack
from domino_lab.core.shuffle import Shuffle, Stream
from domino_lab.play.timeline import play_out
from domino_lab.sessions.board import Board
from domino_lab.widgets import Play
from domino_lab.widgets.view import pixels
from tests.widgets.pressing import pick, press
from tests.widgets.test_play import ghosts


@pytest.mark.parametrize(("delay", "at_once"), [(1.0, False), (2.0, True)])
def test_a_reply_that_comes_soon_is_announced_with_the_move_it_answers(delay: float, at_once: bool) -> None:
    async def told() -> tuple[str, str]:
        play = Play("all-fives", against="greedy", names=["Ana", "Ben"], seed=1, delay=delay)
        before = play.status
        play.here.do(play.here.legal[0])
        assert play.here.waits == "player"
        return before, play.status

    before, after = asyncio.run(told())
    assert (after != before) == at_once
    assert after.startswith("Ana starts with ") == at_once


def test_what_several_players_do_without_a_pause_is_one_change() -> None:
    play = Play("block", against="heaviest", seats=4, seed=4, delay=0)
    steps: list[int] = []
    before = play.here.step
    play.here.observe(lambda change: steps.append(play.here.step), "changes")
    play.here.do(play.here.legal[0])
    assert play.here.step == before + 4
    assert len(steps) == 2, "one's own move, and all the replies"


def stacking() -> tuple[Play, Stack]:
    """A cutthroat game in which the reader may put a tile on another."""
    stream = Stream(1)
    for seed in range(60):
        play = Play("two-box-cutthroat", against="greedy", seed=seed, delay=0)
        while play.here.waits == "human":
            found = play.here.legal
            stacks = [action for action in found if isinstance(action, Stack)]
            if stacks:
                return play, stacks[0]
            play.here.do(found[stream.pick(len(found))])
        play.close()
    raise AssertionError("nobody could stack")


def test_a_tile_is_stacked_by_a_press_on_the_laid_one() -> None:
    play, stack = stacking()
    before = len(play.here.timeline)
    pick(play, stack.tile)
    below = next(one.box for one in play.scene.tiles if one.placed.number == stack.on)
    place = next(one for one in ghosts(play) if one["box"] == pixels(below))
    play.do("play", [str(stack.tile), place["value"]])
    assert play.here.timeline[before].action == stack


def test_after_three_digits_the_next_begins_another_call() -> None:
    play = Play("two-box", seats=4, seed=1, delay=0)
    press(play, "Enter", "1", "2", "3")
    assert play.here.call == 123
    press(play, "4")
    assert play.here.call == 4


def test_the_next_tile_goes_to_the_same_end_where_it_fits() -> None:
    """An arrow for each tile that is looked at would be too many."""
    hand, kept = play_out(get("all-fives"), Shuffle(seed=1)), 0
    for board in (Board(hand.upto(step)) for step in range(2, 12)):
        for one, other in permutations(board.tiles, 2):
            for place in range(3):
                board.choose(one)
                board.turn_place(place)
                end = board.chosen_action.end
                board.choose(other)
                fits = [choice.end for choice in board.choices if choice.allowed]
                if end in fits:
                    assert board.chosen_action.end == end
                    kept += fits[0] != end
    assert kept, "some tile fits an end that is not its first"
