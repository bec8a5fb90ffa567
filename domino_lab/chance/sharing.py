"""Sharing: in how many ways tiles can lie in places, where some tiles may not lie everywhere.

Tiles that may lie in the same places are alike, and so are places that may take the same tiles; so a table of how many
tiles of a class lie in which group of places says it all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, prod
from typing import NamedTuple

from domino_lab.shuffle import Stream

MOST_ENTRIES = 150_000
"""A longer table would take longer than a sample is worth."""

State = tuple[int, ...]
"""How many free places each group has left."""


class Alike(NamedTuple):
    """Tiles, by number, that may lie in the same `groups` of places.

    >>> Alike((0, 3), (0, 1)).groups
    (0, 1)
    """

    tiles: tuple[int, ...]
    groups: tuple[int, ...]


@dataclass(frozen=True)
class Sharing:
    """All ways to put tiles into places: `room` is the number of places of each group, and all are filled.

    `after[i]` has, for each state before class i, the number of ways to place the tiles of it and of all later classes.

    >>> sharing([[True, False], [True, True]]).total
    1
    """

    classes: tuple[Alike, ...]
    groups: tuple[int, ...]
    room: State
    after: tuple[Mapping[State, int], ...]

    @property
    def total(self) -> int:
        """How many ways there are.

        >>> sharing([[True, True, True]] * 3).total
        6
        """
        return self.after[0].get(self.room, 0) * prod(map(factorial, self.room))

    def chances(self) -> dict[int, dict[int, Fraction]]:
        """The chance of each tile to lie in each group of places, every way being equally likely.

        >>> sharing([[True, False], [True, True]]).chances()[1]
        {1: Fraction(1, 1)}
        """
        found: dict[int, dict[int, Fraction]] = {}
        states: dict[State, int] = {self.room: 1}
        for number, alike in enumerate(self.classes):
            held, states = self._step(number, states)
            per = self.after[0][self.room] * len(alike.tiles)
            chances = {group: Fraction(ways, per) for group, ways in held.items() if ways}
            found.update(dict.fromkeys(alike.tiles, chances))
        return found

    def _step(self, number: int, states: Mapping[State, int]) -> tuple[dict[int, int], dict[State, int]]:
        alike, later = self.classes[number], self.after[number + 1]
        held = dict.fromkeys(alike.groups, 0)
        reached: dict[State, int] = {}
        for state, before in states.items():
            for given, ways in _shares(len(alike.tiles), alike.groups, state):
                left = _less(state, alike.groups, given)
                reached[left] = reached.get(left, 0) + before * ways
                for group, count in zip(alike.groups, given, strict=True):
                    held[group] += before * ways * count * later.get(left, 0)
        return held, {state: ways for state, ways in reached.items() if later.get(state)}

    def draw(self, stream: Stream) -> dict[int, int]:
        """One way, each equally likely: the group of each tile.

        >>> sorted(sharing([[True, False], [True, True]]).draw(Stream(1)).values())
        [0, 1]
        """
        state = self.room
        found: dict[int, int] = {}
        for number, alike in enumerate(self.classes):
            given = self._drawn(number, state, stream)
            groups = [group for group, count in zip(alike.groups, given, strict=True) for _ in range(count)]
            order = _mixed(groups, stream)
            found.update(zip(alike.tiles, order, strict=True))
            state = _less(state, alike.groups, given)
        return found

    def _drawn(self, number: int, state: State, stream: Stream) -> State:
        alike, later = self.classes[number], self.after[number + 1]
        left = _below(self.after[number][state], stream)
        for given, ways in _shares(len(alike.tiles), alike.groups, state):
            left -= ways * later.get(_less(state, alike.groups, given), 0)
            if left < 0:
                return given
        raise AssertionError("the ways of a state are the sum of its parts")


def sharing(may: Sequence[Sequence[bool]], apart: Sequence[int] = (), most: int = MOST_ENTRIES) -> Sharing | None:
    """The ways to put each tile into one place, `may[tile][place]` being where it may lie; None for too long a table.

    `most` is how many entries a table may have.

    Places with different numbers in `apart` are kept apart, even where they may take the same tiles.

    >>> sharing([[False, False], [True, True]]).total
    0
    """
    rows = [tuple(row) for row in may]
    columns = list(zip(*rows, apart or (0,) * len(rows[0]), strict=True)) if rows else []
    kinds = {column: number for number, column in enumerate(dict.fromkeys(columns))}
    groups = tuple([kinds[column] for column in columns])
    room = tuple([groups.count(group) for group in range(len(kinds))])
    classes = tuple(sorted(_classes(rows, groups), key=lambda alike: len(alike.groups)))
    levels = _reached(classes, room, most)
    return None if levels is None else Sharing(classes, groups, room, _ways_after(classes, levels))


def _classes(rows: Sequence[tuple[bool, ...]], groups: Sequence[int]) -> Iterator[Alike]:
    for row in dict.fromkeys(rows):
        tiles = tuple([number for number, other in enumerate(rows) if other == row])
        yield Alike(tiles, tuple(sorted({group for group, may in zip(groups, row, strict=True) if may})))


def _reached(classes: Sequence[Alike], room: State, most: int) -> list[set[State]] | None:
    levels, entries = [{room}], 0
    for alike in classes:
        following = set()
        for state in levels[-1]:
            for given, _ in _shares(len(alike.tiles), alike.groups, state):
                following.add(_less(state, alike.groups, given))
                entries += 1
            if entries > most:
                return None
        levels.append(following)
    return levels


def _ways_after(classes: Sequence[Alike], levels: Sequence[set[State]]) -> tuple[Mapping[State, int], ...]:
    tables: list[dict[State, int]] = [{state: 1 for state in levels[-1] if not any(state)}]
    for alike, states in zip(reversed(classes), reversed(levels[:-1]), strict=True):
        later = tables[-1]
        table = {state: sum(ways * later.get(_less(state, alike.groups, given), 0)
                            for given, ways in _shares(len(alike.tiles), alike.groups, state)) for state in states}
        tables.append({state: ways for state, ways in table.items() if ways})
    return tuple(reversed(tables))


def _shares(count: int, groups: Sequence[int], state: State) -> Iterator[tuple[State, int]]:
    """How many of `count` tiles go into each of these groups, and in how many ways that can be."""
    if not groups:
        if not count:
            yield (), 1
        return
    most = min(count, state[groups[0]])
    spare = sum(state[group] for group in groups[1:])
    for first in range(max(count - spare, 0), most + 1):
        chosen = comb(count, first)
        for rest, ways in _shares(count - first, groups[1:], state):
            yield (first, *rest), chosen * ways


def _less(state: State, groups: Sequence[int], given: Sequence[int]) -> State:
    left = list(state)
    for group, count in zip(groups, given, strict=True):
        left[group] -= count
    return tuple(left)


def _mixed(things: list[int], stream: Stream) -> list[int]:
    for place in range(len(things) - 1):
        other = place + stream.pick(len(things) - place)
        things[place], things[other] = things[other], things[place]
    return things


def _below(limit: int, stream: Stream) -> int:
    """A number from 0 to `limit` - 1, each equally likely, for limits of any size."""
    digits = max((limit.bit_length() + 6) // 7, 1)
    while True:
        number = sum(stream.pick(128) << 7 * digit for digit in range(digits))
        if number < limit:
            return number
