"""Numbering: which [[move]] of its file each step of a timeline comes from."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count, islice

from domino_lab.play.record.forms import times
from domino_lab.play.record.source import Source
from domino_lab.play.timeline import Timeline


def move_numbers(line: Timeline) -> tuple[int, ...]:
    """The number of the move (from 1) of every action; a move that draws three tiles counts for three actions.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> move_numbers(play_out(get("block"), Shuffle(seed=1)))[:3]
    (1, 2, 3)
    """
    told = _told(line.text) if line.text else []
    after = count(told[-1] + 1 if told else 1)
    return tuple(islice(chain(told, after), len(line.actions)))


def _told(text: str) -> list[int]:
    moves = Source.of(text).data.get("move", [])
    return list(_numbers(moves)) if isinstance(moves, list) else []


def _numbers(moves: list[object]) -> Iterator[int]:
    for number, move in enumerate(moves, 1):
        yield from [number] * (times(move) if isinstance(move, dict) else 1)
