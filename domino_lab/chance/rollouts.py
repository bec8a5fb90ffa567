"""Rollouts: a position that the kernel plays on to its end, from each of several moves and on each of several deals."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import lru_cache

from domino_lab.chance.holdings import Array
from domino_lab.chance.knowledge import Hidden, pile_of
from domino_lab.chance.sampled_deals import Deals
from domino_lab.core.actions import Action, Discard, Draw, Play, Stack
from domino_lab.core.tiles import Tile
from domino_lab.kernel import best_play, chain_games as k, engines
from domino_lab.kernel.encoding import encode_rules
from domino_lab.kernel.engines import Numbers
from domino_lab.kernel.rollouts import LEAVE
from domino_lab.play.legal import draws_by_rule, may_leave, must_take
from domino_lab.play.state import Position, Step
from domino_lab.rules.so_far import is_first_turn


class KernelPosition:
    """A position as the kernel takes it, with deals of its hidden tiles; in `state` they may be face down.

    Raises ValueError for rules that the kernel does not know.
    """

    def __init__(self, state: Position, *, compiled: bool = False) -> None:
        rules, seats = state.rules, state.table.seats
        self._seat, self._seats, self._stock, self.compiled = state.turn, seats, state.boneyard, compiled
        self._leaves = may_leave(state)
        self._place = {tile: place for place, tile in enumerate(rules.equipment.set.tiles)}
        self._own, self._discards = self._mask(state.holdings[state.turn]), rules.turns.discards
        self._own_pile = self._mask(state.discards[state.turn]) if state.discards else 0
        self._before_stock = 2 * seats + len(self._place) - state.boneyard
        table = encode_rules(rules, seats)
        of_this_hand = [*table]
        of_this_hand[k.FIRST_HAND] = dict(enumerate(rules["hand_bonus"], 1)).get(state.table.standing.hand, 0)
        begun = _kernel_array(state, table, self._place)
        self._ends = {(begun[k.E_AT + end], begun[k.E_EDGE + end]): end for end in range(begun[k.ENDS])}
        self._lies = _stock_places(table, self._stock)
        self.rules, self.begun = self.numbers(of_this_hand), self.numbers(begun)

    def numbers(self, values: Numbers) -> Numbers:
        """Return numbers as the engine reads and writes them."""
        return engines.numbers(values, compiled=self.compiled)

    def rows(self, deals: Iterable[Hidden]) -> Numbers:
        """Return deals as the kernel takes them, one after the other."""
        return self.numbers([number for deal in deals for number in self._row(deal)])

    def rows_of(self, deals: Deals) -> Numbers:
        """Return the same for sampled deals."""
        import numpy as np

        count = len(deals.places)
        rows = np.zeros((count, self._before_stock + self._stock), np.int64)
        numbers = np.array([self._place[tile] for tile in deals.unseen], np.int64)
        for seat in range(self._seats):
            rows[:, seat] = ((deals.places == seat) * (1 << numbers)).sum(axis=1)
            if self._discards:
                rows[:, self._seats + seat] = ((deals.places == pile_of(seat)) * (1 << numbers)).sum(axis=1)
        rows[:, self._seat], rows[:, self._seats + self._seat] = self._own, self._own_pile
        rows[:, [self._before_stock + place for place in self._lies]] = numbers[deals.orders]
        flat = rows.ravel()
        return flat if self.compiled else flat.tolist()

    def moves(self, actions: Sequence[Action]) -> Numbers:
        """Return actions as the kernel takes them."""
        return self.numbers([number for action in actions for number in self._move(action)])

    def _mask(self, tiles: Iterable[Tile]) -> int:
        return sum(1 << self._place[tile] for tile in tiles)

    def _row(self, deal: Hidden) -> list[int]:
        row, seats = [0] * (self._before_stock + self._stock), range(self._seats)
        for seat in seats:
            row[seat] = self._own if seat == self._seat else self._mask(deal.holdings[seat])
            row[len(seats) + seat] = self._own_pile if seat == self._seat else self._mask(deal.discards.get(seat, ()))
        for tile, place in zip(deal.stock, self._lies, strict=True):
            row[self._before_stock + place] = self._place[tile]
        return row

    def _move(self, action: Action) -> tuple[int, int, int, int]:
        if isinstance(action, Stack | Discard):
            return k.STACK if isinstance(action, Stack) else k.DISCARD, self._place[action.tile], -1, -1
        if not isinstance(action, Play):
            return (k.DRAW if isinstance(action, Draw) else LEAVE if self._leaves else k.PASS), -1, -1, -1
        tile, end, out, _ = action
        if end is None:
            return k.PLAY, self._place[tile], -1, -1
        return k.PLAY, self._place[tile], self._ends[end.at, end.edge], tile.other(end.value) if out is None else out


class PlayedOn(ABC):
    """A way to play a position on from several moves and on several deals."""

    def __init__(self, state: Position, *, compiled: bool) -> None:
        self._position = KernelPosition(state, compiled=compiled)

    @abstractmethod
    def _play(self, actions: Sequence[Action], rows: Numbers, count: int) -> Numbers | None:
        """Return the values of all actions on one deal after the other; None if one takes too long."""

    def values(self, actions: Sequence[Action], deals: Sequence[Hidden]) -> list[list[int]] | None:
        """Return the value of each action: a row for an action, a number for a deal; None if one takes too long."""
        values = self._play(actions, self._position.rows(deals), len(deals))
        if values is None:
            return None
        return [[int(value) for value in values[move :: len(actions)]] for move in range(len(actions))]

    def values_in(self, actions: Sequence[Action], deals: Deals) -> Array | None:
        """Return the same values for sampled deals, as an array."""
        import numpy as np

        values = self._play(actions, self._position.rows_of(deals), len(deals.places))
        return None if values is None else np.array(values, np.int64).reshape(len(deals.places), len(actions)).T


class Rolling(PlayedOn):
    """Plays a position on with one policy for everybody; `policy` is the kernel's number of it.

    A value is the gain of the side to move over the mean of the others, times their number, plus one for winning the
    hand.
    """

    def __init__(self, state: Position, policy: int, *, compiled: bool = False) -> None:
        super().__init__(state, compiled=compiled)
        self._policies = self._position.numbers([policy] * state.table.seats)

    def _play(self, actions: Sequence[Action], rows: Numbers, count: int) -> Numbers:
        position = self._position
        totals = position.numbers([0] * (count * len(actions)))
        engines.rollouts(compiled=position.compiled).roll_out(position.rules, self._policies, position.begun, rows,
                                                              position.moves(actions), totals)
        return totals


class BestPlay(PlayedOn):
    """Plays a position on with the best play of both sides, all tiles face up, if the solver knows the hand.

    A value is the gain of the side to move over the other, plus `win` for winning the hand. No value may take more than
    `tries` moves to find; `entries`, a power of two, is the size of the table of positions.
    """

    def __init__(self, state: Position, tries: int, *, win: int = 0, entries: int = 1 << 12, compiled: bool = False
                 ) -> None:
        super().__init__(state, compiled=compiled)
        self._limits = self._position.numbers([win, tries, entries, 0])
        self._frames = engines.zeros(best_play.TABLE + best_play.ENTRY * entries, compiled=compiled)

    def _play(self, actions: Sequence[Action], rows: Numbers, count: int) -> Numbers | None:
        position = self._position
        values = position.numbers([0] * (count * len(actions)))
        engines.best_play(compiled=position.compiled).play_best(
            position.rules, position.begun, rows, position.moves(actions), self._limits, self._frames, values)
        return None if best_play.OPEN in values else values


def points_ahead(before: Position, last: Step, side: int, *, win: int = 1) -> float:
    """Return how far a side has got ahead of the mean of the others since `before`; `win` is added for the winner."""
    rules, after, settled = before.rules, last.state, last.settled
    won = None if settled is None else settled.winner
    chips = [now - then for now, then in zip(after.chips, before.chips, strict=True)] or [0] * len(after.scores)
    sign = 1 if rules.winning.best_score == "most" else -1
    gained = [sign * (now - then) + paid + win * (number == won)
              for number, (now, then, paid) in enumerate(zip(after.scores, before.scores, chips, strict=True))]
    own, rivals = gained[side], len(gained) - 1
    return (own * rivals - (sum(gained) - own)) / rivals


def _kernel_array(state: Position, table: Sequence[int], place_of: dict[Tile, int]) -> list[int]:
    """Return the kernel's array of a state: all but the hidden tiles."""
    now: list[int] = [0] * k.NOW_SIZE
    now[k.WINNER] = k.NOBODY
    for laid in state.chain.laid:
        ends = [(now[k.E_AT + end], now[k.E_EDGE + end]) for end in range(now[k.ENDS])]
        end = ends.index((laid.parent, laid.parent_edge)) if laid.number else k.NOBODY
        k.join(table, now, place_of[laid.tile], end, laid.out)
    if not state.chain.laid:
        now[k.FITTING] = sum(1 << place_of[tile] for tile in state.lead.choices([*place_of]))
    now[k.TURN], now[k.LEADING] = state.turn, state.lead.seat
    now[k.BLOCKER] = k.NOBODY if state.blocker is None else state.blocker
    now[k.STOCK], now[k.DRAWN], now[k.PASSED] = state.boneyard, draws_by_rule(state), state.passes
    if must_take(state):
        now[k.SEEKS] = 1 + min(state.rules.dealing.taken - state.drawn, state.boneyard)
    if state.spoils is not None:
        now[k.SPOILS], now[k.SPOILS_SEAT] = state.spoils.points, state.spoils.seat
        now[k.SPOILS_STOLEN] = int(state.spoils.stolen)
    for seat, kind in state.moves:
        now[k.HAD_TURN] |= (kind != "draw" and not (seat == state.turn and is_first_turn(state.moves, seat))) << seat
    for place, seat in enumerate(state.out, 1):
        now[k.OUT_AS + seat] = place
    for side, score in enumerate(state.scores):
        now[k.SCORE + side] = score
    for side, chips in enumerate(state.chips):
        now[k.CHIPS + side] = chips
    return now


@lru_cache(maxsize=64)
def _stock_places(table: Sequence[int], stock: int) -> tuple[int, ...]:
    """Return where each tile of the boneyard has to lie, so that the kernel draws them in order.

    The kernel continues its shuffle as it draws, here always by the same word.
    """
    now: list[int] = [0] * k.NOW_SIZE
    words, size = [0] * k.WORDS_SIZE, table[k.SIZE]
    now[k.ORDER : k.ORDER + size] = range(stock - size, stock)
    now[k.PLACE] = size - stock
    k.shuffle_to(table, now, words, size)
    return tuple(now[k.ORDER + size - stock : k.ORDER + size])
