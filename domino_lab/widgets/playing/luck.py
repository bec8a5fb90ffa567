"""Luck: what the players of a hand have picked from their streams and given as reasons, step by step."""

from __future__ import annotations

from copy import copy
from typing import NamedTuple

from domino_lab.play.state import Step
from domino_lab.play.timeline import Timeline
from domino_lab.shuffle import Shuffle, Stream


class Kept(NamedTuple):
    """One step that a player made: the step itself, every seat's stream after it, and the reason that was given.

    >>> Kept(None, (), "It scores 10.").reason
    'It scores 10.'
    """

    step: Step | None
    streams: tuple[Stream, ...]
    reason: str


class Luck:
    """The streams of a hand's seats as they were after each step, so that what was taken back is chosen again alike.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import dealt
    >>> luck = Luck(Shuffle(seed=1), 2)
    >>> luck.streams(dealt(get("block"), Shuffle(seed=1)))[1].pick(6) == Shuffle(seed=1).choices(1).pick(6)
    True
    """

    def __init__(self, shuffle: Shuffle, seats: int) -> None:
        self._first = tuple(shuffle.choices(seat) for seat in range(seats))
        self._kept: dict[int, Kept] = {}

    def keep(self, step: Step, streams: tuple[Stream, ...], reason: str = "") -> None:
        """Remember a step that a player made; lines that share the step share what is remembered.

        >>> luck = Luck(Shuffle(seed=1), 2)
        >>> luck.keep(Step(None, 0, (), None), (), "It is heavy.")
        """
        self._kept[id(step)] = Kept(step, streams, reason)

    def streams(self, line: Timeline) -> tuple[Stream, ...]:
        """Every seat's stream as it is at the end of `line`, to be picked from.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import dealt
        >>> len(Luck(Shuffle(seed=1), 2).streams(dealt(get("block"), Shuffle(seed=1))))
        2
        """
        found = (self._kept[id(step)].streams for step in reversed(line.steps) if id(step) in self._kept)
        return tuple(copy(stream) for stream in next(found, self._first))

    def reasons(self, line: Timeline) -> dict[int, str]:
        """The reasons that were given for the steps of `line`, by the number of the step.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import dealt
        >>> Luck(Shuffle(seed=1), 2).reasons(dealt(get("block"), Shuffle(seed=1)))
        {}
        """
        kept = {number: self._kept[id(step)] for number, step in enumerate(line.steps) if id(step) in self._kept}
        return {number: found.reason for number, found in kept.items() if found.reason}
