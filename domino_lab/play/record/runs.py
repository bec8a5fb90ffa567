"""Runs: which actions of a timeline a file tells in one move: the numbers of a Bingo said in one pass over the row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domino_lab.events import Closed, Said
from domino_lab.play.record.forms import MOST_DRAWS
from domino_lab.play.record.spoken import removed
from domino_lab.play.state import Step
from domino_lab.play.timeline import Note, Timeline


def runs(line: Timeline, done: int = 0) -> Iterator[range]:
    """The numbers of the steps that each move tells, from action number `done` (from 0) on; all but Bingo's are single.

    A run ends with the row, before a question and after a note, so that both keep their places.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> next(runs(play_out(get("bingo"), Shuffle(seed=1))))
    range(1, 29)
    """
    numbers = [number for number, step in enumerate(line.steps) if step.action is not None][done:]
    first = 0
    for place, number in enumerate(numbers):
        ends = place - first + 1 == MOST_DRAWS or place + 1 == len(numbers)
        if ends or not _goes_on(line, number, numbers[place + 1]):
            yield range(numbers[first], number + 1)
            first = place + 1


def _goes_on(line: Timeline, number: int, after: int) -> bool:
    here, there = line.steps[number], line.steps[after]
    if not (_speaks(here) and _speaks(there)) or any(isinstance(event, Closed) for event in here.events):
        return False
    told, asked = line.notes.get(number, Note()), line.notes.get(after, Note())
    return told.text is None and not told.marks and asked.ask is None and asked.hint is None


def _speaks(step: Step) -> bool:
    return any(isinstance(event, Said) for event in step.events)


def said_table(line: Timeline, run: range) -> dict[str, Any]:
    """The move that says a number over each tile of a run: `say`, and the tiles that went as `remove`.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> said_table(play_out(get("bingo"), Shuffle(seed=1)), range(1, 13))["say"]
    12
    """
    gone = removed(line.steps[run.start : run.stop])
    said: dict[str, Any] = {"say": len(run)}
    return {**said, "remove": [str(tile) for tile in gone]} if gone else said


def is_said(line: Timeline, run: range) -> bool:
    """Whether a run says numbers.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> is_said(play_out(get("block"), Shuffle(seed=1)), range(1, 2))
    False
    """
    return _speaks(line.steps[run.start])
