"""What a change costs in Python until every view shows it: a step of a hand, a tile laid in the sandbox, a move."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from domino_lab.widgets import HandStepper, Play, ScoringSandbox

Row = tuple[str, str, str]

WALKS = 7
"""Each hand is walked through so often, by a view of its own; the walk that takes least counts."""


def rows() -> list[Row]:
    """Next, Lay and Play."""
    return [
        ("Next in the HandStepper, all views", f"{each(steps) * 1000:.1f} ms", "< 5 ms"),
        ("Lay in the ScoringSandbox, two rulesets, all views", f"{each(tiles) * 1000:.1f} ms", "< 6 ms"),
        ("Play: own move and one reply, all views", f"{each(moves) * 1000:.1f} ms", "< 8 ms"),
    ]


def each(walk: Callable[[], Iterator[Callable[[], object]]]) -> float:
    """Seconds that one change of a walk keeps a core busy; what leads to the next change is not counted."""
    return min(_each(walk()) for _ in range(WALKS))


def _each(changes: Iterator[Callable[[], object]]) -> float:
    spent = []
    for change in changes:
        began = time.process_time()
        change()
        spent.append(time.process_time() - began)
    return sum(spent) / len(spent)


def steps() -> Iterator[Callable[[], object]]:
    """Every step of a hand of All Fives, by the button."""
    stepper = HandStepper("all-fives", seed=7)
    for _ in range(stepper.here.end):
        yield stepper.transport.buttons["next"].click
    stepper.close()


def tiles() -> Iterator[Callable[[], object]]:
    """A dozen tiles laid one after the other in the order of the set, under All Fives and Five Up."""
    sandbox = ScoringSandbox("all-fives", "five-up", position="5-5")
    board = sandbox.board
    while len(board.state.chain.laid) < 12:
        for tile in board.position.unseen:
            board.choose((tile.low, tile.high))
            if any(choice.allowed for choice in board.choices):
                yield board.lay
                break
    sandbox.close()


def moves() -> Iterator[Callable[[], object]]:
    """Every move of one's own in a hand of All Fives, with the reply of the greedy player."""
    play = Play("all-fives", against="greedy", seed=1, delay=0)
    game = play.here
    while not game.is_over:
        yield lambda: game.do(game.legal[0])
    play.close()
