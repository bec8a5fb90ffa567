"""Marks: where two lines of the same shuffle differ for the first time, in points and in play."""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple

from domino_lab.actions import Play
from domino_lab.events import Drew, Paid, Scored, Turned
from domino_lab.explain.contrast import Told, at, play_told, points_told
from domino_lab.play.state import Step
from domino_lab.play.timeline import Timeline
from domino_lab.rulings import Ruling


class Mark(NamedTuple):
    """The first difference of another line to the first one: the step (in both), the two rulings, and what they say.

    `line` is the number of the other line, `kind` "points" or "play". A ruling is None where that line has none: it
    has ended, or nothing is scored in it.

    >>> Mark(1, 4, "points", None, None, "").step
    4
    """

    line: int
    step: int
    kind: str
    one: Ruling | None
    other: Ruling | None
    text: str

    def __repr__(self) -> str:
        """Short: with every fact of both rulings it would fill the reader's screen."""
        return f"<Mark: {self.kind}, step {self.step}: {self.text}>"


def points_mark(one: Timeline, other: Timeline, line: int = 1) -> Mark | None:
    """The first step at which the two lines do not give the same points to the same players; None where all are equal.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> hand = play_out(get("all-fives"), Shuffle(seed=7))
    >>> points_mark(hand, hand) is None
    True
    """
    step = _first(one, other, _gains)
    if step is not None and step >= min(_end(one), _end(other)):
        return None
    return None if step is None else _mark(line, step, "points", points_told(one, other, step))


def play_mark(one: Timeline, other: Timeline, line: int = 1) -> Mark | None:
    """The first step at which not the same player does the same; None where the two lines are played alike.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> hand = play_out(get("all-fives"), Shuffle(seed=7))
    >>> play_mark(hand, hand) is None
    True
    """
    step = _first(one, other, deed)
    return None if step is None else _mark(line, step, "play", play_told(one, other, step))


def _end(line: Timeline) -> float:
    """Where nothing more can be said of a line: at its last step, if the hand is not over there."""
    return inf if line.is_over else len(line)


def _mark(line: int, step: int, kind: str, told: Told) -> Mark:
    return Mark(line, step, kind, told.one, told.other, told.text)


def _first(one: Timeline, other: Timeline, what: Any) -> int | None:
    for number in range(1, max(len(one), len(other))):
        if what(at(one, number)) != what(at(other, number)):
            return number
    return None


def _gains(step: Step | None) -> tuple[Any, ...]:
    """What the step gives to whom: in play by seat, for the hand by the names of the winning side."""
    if step is None:
        return ()
    settled = step.settled
    if settled is not None:
        winner = settled.winner
        return () if winner is None or not settled.award else (step.state.table.side_name(winner), settled.award)
    gains: dict[int, int] = {}
    for event in step.events:
        if isinstance(event, Scored):
            gains[event.seat] = gains.get(event.seat, 0) + event.points
        elif isinstance(event, Paid) and event.kind == "points":
            gains[event.seat] = gains.get(event.seat, 0) - event.cost
    return tuple(sorted((seat, points) for seat, points in gains.items() if points))


def deed(step: Step | None) -> tuple[Any, ...]:
    """Who does what: equal for two steps in which the same player does the same with the same tile.

    >>> deed(None)
    ()
    """
    if step is None or step.action is None:
        return ()
    action = step.action
    if isinstance(action, Play):
        laid = step.state.chain.laid[-1]
        return (step.seat, "play", laid.tile, laid.parent, laid.joint, laid.out)
    shown = [event.tile for event in step.events if isinstance(event, (Drew, Turned))]
    return (step.seat, action.kind, *(shown or action))
