"""Patience moments: where a patience stands, in the numbers by which the solver reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from domino_lab.chance import kernel as k
from domino_lab.chance import patience_kernel as alone
from domino_lab.chance import patience_solver as solving
from domino_lab.chance.compiling import compiled_rules, unplayable
from domino_lab.tiles import Tile

_DEEPEST = 15
"""So many tiles of a column are counted in a key."""


class Moment(NamedTuple):
    """The `rules` and the tiles (`now`) as the texts of the kernel read them, and the `key` of the position.

    >>> Moment([], [], 5).key
    5
    """

    rules: list[int]
    now: list[int]
    key: int


def moment_of(state: Any) -> Moment | None:
    """A state of a patience for the solver; None where its numbers have no room for it, or nobody knows its stock.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> from domino_lab.shuffle import Shuffle
    >>> moment_of(start(get("bingo"), Shuffle(seed=1)).state).key == 2**28 - 1
    True
    """
    rules, read = state.rules, _READ.get(state.rules.solo.key)
    if read is None or state.below or unplayable(rules) or len(rules.equipment.set.tiles) > solving.MOST_TILES:
        return None
    now = [0] * alone.NOW_SIZE
    table = list(compiled_rules(rules, 1))
    key = read(state, table, now)
    return None if key is None else Moment(table, now, key)


def _numbers(state: Any) -> dict[Tile, int]:
    return {tile: number for number, tile in enumerate(state.rules.equipment.set.tiles)}


def _mask(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def _columns(state: Any, table: list[int], now: list[int]) -> int | None:
    """A tile that was moved stands alone in its column, which then takes no other: just as the solver counts it."""
    number = _numbers(state)
    if len(state.columns) != alone.FIVE or any(len(column) > _DEEPEST for column in state.columns):
        return None
    left, heights = _mask(number[tile] for tile in state.reserve), 0
    now[alone.RESERVE] = left
    for place, column in enumerate(state.columns):
        heights |= len(column) << (4 * place)
        for depth, tile in enumerate(column):
            now[alone.COLUMN + 16 * place + depth] = number[tile]
            left |= 1 << number[tile]
    return left | heights << len(number)


def _line(state: Any, table: list[int], now: list[int]) -> int | None:
    """The tiles that were dealt come first in the order, whatever became of them; the stock follows."""
    number = _numbers(state)
    laid = [one.tile for one in state.chain.laid]
    order = [*laid, *state.holdings[0], *state.stock]
    if len(order) != len(number):
        return None
    now[k.ORDER : k.ORDER + len(order)] = [number[tile] for tile in order]
    values = [end.value for end in state.open_ends]
    ends = solving.both(*values) if laid else 0
    dealt = len(order) - len(state.stock)
    return _mask(number[tile] for tile in laid) | dealt << len(number) | int(ends) << (len(number) + 6)


def _knock_out(state: Any, table: list[int], now: list[int]) -> int:
    """A key counts places, and the shorter row is a set of so many tiles."""
    number, table[k.SIZE] = _numbers(state), len(state.row)
    for place, (tile, left) in enumerate(zip(state.row, state.lefts, strict=True)):
        now[k.ORDER + place], now[alone.HALF + place] = number[tile], left
    return (1 << len(state.row)) - 1


def _bingo(state: Any, table: list[int], now: list[int]) -> int:
    number, left = _numbers(state), 0
    for place, tile in enumerate(state.row):
        if tile is not None:
            now[k.ORDER + place] = number[tile]
            left |= 1 << place
    return left | int(state.at) << len(number) | int(state.number) << (len(number) + 6)


_READ: dict[str, Callable[[Any, list[int], list[int]], int | None]] = {
    "columns": _columns, "line": _line, "knock-out": _knock_out, "bingo": _bingo,
}
"""Each kind of table that the solver knows; in Twelve To Go there is nothing to find out."""
