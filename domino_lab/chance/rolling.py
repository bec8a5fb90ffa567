"""Rolling: the hand as one seat sees it in the kernel's places, and its moves played on to the end on many deals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from domino_lab.actions import Action, Draw, Play, Stack
from domino_lab.chance import engines
from domino_lab.chance import kernel as k
from domino_lab.chance.compiling import compiled_rules
from domino_lab.chance.knowledge import Hidden
from domino_lab.play.state import State
from domino_lab.tiles import Tile


class Rolling:
    """The position of a seat that is to move, ready to be played on; `state` may have its hidden tiles face down.

    `policy` is the kernel's number of how everybody plays on. Raises ValueError for rules that the kernel does not
    know.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.chance.knowledge import know
    >>> from domino_lab.play.legal import legal
    >>> from domino_lab.play.timeline import Timeline, play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> line = play_out(get("block"), Shuffle(seed=1)).upto(4)
    >>> rolling = Rolling(line.state, k.HEAVIEST)
    >>> [len(row) for row in rolling.worth(legal(line.state), know(line, line.state.turn, 4).deals(3))]
    [3, 3, 3]
    """

    def __init__(self, state: State, policy: int, *, compiled: bool = False) -> None:
        rules, seats = state.rules, state.table.seats
        self._seat, self._seats, self._stock, self._compiled = state.turn, seats, state.boneyard, compiled
        self._place = {tile: place for place, tile in enumerate(rules.equipment.set.tiles)}
        self._own = self._mask(state.holdings[state.turn])
        table = compiled_rules(rules, seats)
        begun = _begun(state, table, self._place)
        self._ends = {(begun[k.E_AT + end], begun[k.E_EDGE + end]): end for end in range(begun[k.ENDS])}
        self._lies = _shuffled(table, self._stock)
        self._arrays = [engines.numbers(values, compiled=compiled)
                        for values in (table, [policy] * seats, begun)]

    def worth(self, actions: Sequence[Action], deals: Iterable[Hidden]) -> list[list[int]]:
        """What each action was worth to the seat's side on each deal: a row for an action, a number for a deal.

        It is what the side gained over the mean of the others, times their number, and one more for winning the hand.

        >>> Rolling.worth.__name__
        'worth'
        """
        moves = [number for action in actions for number in self._move(action)]
        rows = [self._deal(deal) for deal in deals]
        found = [0] * (len(rows) * len(actions))
        arrays = [engines.numbers(values, compiled=self._compiled)
                  for values in ([number for row in rows for number in row], moves, found)]
        engines.rollouts(compiled=self._compiled).roll_out(*self._arrays, *arrays)
        return [[int(value) for value in arrays[2][move :: len(actions)]] for move in range(len(actions))]

    def _mask(self, tiles: Iterable[Tile]) -> int:
        return sum(1 << self._place[tile] for tile in tiles)

    def _deal(self, deal: Hidden) -> list[int]:
        held = [self._own if seat == self._seat else self._mask(deal.holdings[seat]) for seat in range(self._seats)]
        stock = [0] * self._stock
        for tile, place in zip(deal.stock, self._lies, strict=True):
            stock[place] = self._place[tile]
        return [*held, *([0] * (len(self._place) - self._stock)), *stock]

    def _move(self, action: Action) -> tuple[int, int, int, int]:
        if isinstance(action, Stack):
            return k.STACK, self._place[action.tile], -1, -1
        if not isinstance(action, Play):
            return (k.DRAW if isinstance(action, Draw) else k.PASS), -1, -1, -1
        tile, end, out, _ = action
        if end is None:
            return k.PLAY, self._place[tile], -1, -1
        return k.PLAY, self._place[tile], self._ends[end.at, end.edge], tile.other(end.value) if out is None else out


def _begun(state: State, table: Sequence[int], place_of: dict[Tile, int]) -> list[int]:
    """The kernel's array of a state: all but the hidden tiles."""
    now: Any = [0] * k.NOW_SIZE
    now[k.WINNER] = k.NOBODY
    for laid in state.chain.laid:
        ends = [(now[k.E_AT + end], now[k.E_EDGE + end]) for end in range(now[k.ENDS])]
        end = ends.index((laid.parent, laid.parent_edge)) if laid.number else k.NOBODY
        k.join(table, now, place_of[laid.tile], end, laid.out)
    if not state.chain.laid:
        now[k.FITTING] = sum(1 << place for tile, place in place_of.items()
                             if state.lead.must is None or tile[:2] == state.lead.must[:2])
    now[k.TURN], now[k.LEADING] = state.turn, state.lead.seat
    now[k.BLOCKER] = k.NOBODY if state.blocker is None else state.blocker
    now[k.STOCK], now[k.DRAWN], now[k.PASSED] = state.boneyard, state.drawn, state.passes
    if state.spoils is not None:
        now[k.SPOILS], now[k.SPOILS_SEAT] = state.spoils.points, state.spoils.seat
        now[k.SPOILS_STOLEN] = int(state.spoils.stolen)
    for side, score in enumerate(state.scores):
        now[k.SCORE + side] = score
    for side, chips in enumerate(state.chips):
        now[k.CHIPS + side] = chips
    return now  # type: ignore[no-any-return]


@lru_cache(maxsize=64)
def _shuffled(table: Sequence[int], stock: int) -> tuple[int, ...]:
    """Where each tile of the boneyard has to lie, front first, so that the kernel draws them in this order.

    The kernel shuffles on as it draws, here always by the same word.
    """
    now: Any = [0] * k.NOW_SIZE
    words, size = [0] * k.WORDS_SIZE, table[k.SIZE]
    now[k.ORDER : k.ORDER + size] = range(stock - size, stock)
    now[k.PLACE] = size - stock
    k.shuffle_on(table, now, words, size)
    return tuple(now[k.ORDER + size - stock : k.ORDER + size])
