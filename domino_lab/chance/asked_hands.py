"""Hands of the kernel of which a reader's own object is asked who leads, who wins, or what they are worth.

The kernel plays them up to their end. Each end is made into the state that the readable engine would have there, and
is settled by the same function; the kernel adds up what comes of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, NamedTuple

from domino_lab.chain import Chain, Laid, OpenEnd
from domino_lab.errors import DominoError
from domino_lab.events import Dealt
from domino_lab.kernel import chain_games as k, engines, hand_ends as ends
from domino_lab.kernel.own_tables import check_alike
from domino_lab.play.settlement import settle
from domino_lab.play.start import chips_at, names_for, start, stated_lead
from domino_lab.play.state import OnTop, State, Table
from domino_lab.rules.asking import Notes
from domino_lab.rules.custom import label
from domino_lab.rules.leading import Standing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.shuffle import Shuffle

AT_ONCE = 500
"""The hands that the kernel plays in one go. The first of them is asked about again after all the others."""

_HOW = {k.OUT: "out", k.BLOCKED: "blocked", k.TARGET: "target", k.MISDEAL: "misdeal"}

# As for the readable engine, all fields in one tuple: a run makes very many of these.
_new_laid, _new_end = partial(tuple.__new__, Laid), partial(tuple.__new__, OpenEnd)
_new_chain = partial(tuple.__new__, Chain)


_UNNOTED = nullcontext()


class Prepared(NamedTuple):
    """What a kernel is given: the rules, the policies, and the key of the seed; `compiled` says which kernel it is."""

    table: Any
    policies: Any
    key: Any
    compiled: bool


class AskedHands:
    """Hands of a seed, played by a kernel up to their ends and settled by the rules of a reader's own.

    `names` are those of the players, which an object may read.
    """

    def __init__(self, rules: Ruleset, seats: int, seed: int, prepared: Prepared, names: tuple[str, ...] = ()) -> None:
        self.rules, self.seed, self.prepared = rules, seed, prepared
        nothing = Standing((0,) * rules.side_count(seats))
        self.table = Table(rules, names_for(seats, names), nothing)
        self._kernel = engines.engine(compiled=prepared.compiled, asks=True)
        self._tiles, self._pays = rules.equipment.set.tiles, bool(chips_at(self.table))
        self._sides = rules.arms.sides
        self._every_tile = (1 << len(self._tiles)) - 1
        self._leads = [stated_lead(self.table, seat) for seat in range(seats)]

    def play(self, first: int, hands: int) -> tuple[Any, Any]:
        """Return the sums of `hands` hands from number `first` on, and the first hand in each bin.

        Raises DominoError, by name, for an object that answers the same question in two ways.
        """
        sums, book = (self._numbers(size) for size in (k.SUMS_SIZE, ends.SIZE * min(hands, AT_ONCE)))
        firsts = engines.numbers((-1,) * k.FIRSTS_SIZE, compiled=self.prepared.compiled)
        for begin in range(first, first + hands, AT_ONCE):
            self._play_lot(range(begin, min(begin + AT_ONCE, first + hands)), book, sums, firsts)
        return sums, firsts

    def _play_lot(self, lot: range, book: Any, sums: Any, firsts: Any) -> None:
        """Play some hands, settle them, and add them up; the objects are asked about the first hand twice."""
        notes = Notes()
        leads = [*self._led(lot.start, notes), *(number for hand in lot[1:] for number in self._led(hand))]
        self._play(lot, leads, book)
        states = [self._read(number, book) for number in range(len(lot))]
        self._write(0, states[0], book, notes)
        for number, state in enumerate(states[1:], 1):
            self._write(number, state, book)
        if len(lot) > 1:
            self._led(lot.start, notes)
            with notes:
                if states[0].over != "misdeal":
                    settle(states[0])
            check_alike(self.rules, notes)
        self._kernel.add(self.prepared.table, lot.start, len(lot), book, sums, firsts)

    def _play(self, lot: range, leads: list[int], book: Any) -> None:
        """Let the kernel play some hands, and write their ends into the book."""
        table, policies, key, compiled = self.prepared
        self._kernel.run(table, policies, key, lot.start, len(lot), engines.numbers(leads, compiled=compiled), book)

    def _led(self, hand: int, notes: AbstractContextManager[object] = _UNNOTED) -> tuple[int, ...]:
        """Return who leads a hand, as the kernel reads it; nothing if the kernel finds that out itself."""
        if "leading" not in self.rules.own:
            return ()
        with notes:
            step = start(self.rules, Shuffle(seed=self.seed, hand=hand), seats=self.table.seats, names=self.table.names)
        if step.state.lead.seeks and not step.state.stock:
            raise DominoError(f"leading = {label(self.rules.own['leading'])}: no tile that leads can be looked for, "
                              "because every tile is dealt")
        lead, deals = step.state.lead, sum(isinstance(event, Dealt) for event in step.events)
        allowed = self._every_tile
        if lead.must is not None or lead.among:
            may_lead = lead.choices(self._tiles)
            allowed = sum(1 << place for place, tile in enumerate(self._tiles) if tile in may_lead)
        begins = ends.NOBODY_LEADS if step.state.over else ends.SEEKS if lead.seeks else ends.LEADS
        return deals - 1, lead.seat, allowed, begins

    def _write(self, number: int, state: State, book: Any,
               notes: AbstractContextManager[object] = _UNNOTED) -> None:
        """Settle a hand, and write into the book what comes of it."""
        if state.over == "misdeal":
            return
        with notes:
            step = settle(state)
        at, settled, after = ends.SIZE * number + ends.HAND, step.settled, step.state
        for side, score in enumerate(after.scores):
            book[at + k.SCORE + side] = score
        for side, chips in enumerate(after.chips):
            book[at + k.CHIPS + side] = chips
        if settled is not None:
            book[at + k.WINNER], book[at + k.AWARD] = -1 if settled.winner is None else settled.winner, settled.award
            for side, points in enumerate(settled.shares):
                book[at + k.SHARE + side] = points * (side != settled.winner)

    def states(self, first: int, hands: int) -> Iterator[State]:
        """Yield the last positions of some hands, as the readable engine has them before they are settled."""
        book = self._numbers(ends.SIZE)
        for hand in range(first, first + hands):
            self._play(range(hand, hand + 1), list(self._led(hand)), book)
            yield self._read(0, book)

    def _numbers(self, size: int) -> Any:
        return engines.zeros(size, compiled=self.prepared.compiled)

    def _read(self, number: int, book: Any) -> State:
        """Return the last position of a hand in the book."""
        at = ends.SIZE * number
        found = book[at + 1 : at + int(book[at])]
        end: list[int] = found.tolist() if self.prepared.compiled else found
        seats, sides, used = self.table.seats, len(self.table.standing.scores), k.CLEARED
        tiles, holdings = self._tiles, []
        for _ in range(seats):
            after = used + 1 + end[used]
            holdings.append(tuple([tiles[place] for place in end[used + 1 : after]]))
            used = after
        after = used + 1 + 3 * end[used]
        opens = tuple([_new_end(end[place : place + 3]) for place in range(used + 1, after, 3)])
        used = after + 1 + 8 * end[after]
        each = zip(*[iter(end[after + 1 : used])] * 8, strict=True)
        laid = tuple([_new_laid((number, tiles[place], parent, parent_edge, edge, joint, out, spins == 1, self._sides))
                      for number, place, parent, parent_edge, edge, joint, out, spins in each])
        after = used + 1 + 3 * end[used]
        stacks = tuple([OnTop(tiles[end[place]], end[place + 1], end[place + 2])
                        for place in range(used + 1, after, 3)])
        gone = [(end[place], tiles[end[place + 1]]) for place in range(after + 1, after + 1 + 2 * end[after], 2)]
        discards = tuple([tuple([tile for by, tile in gone if by == seat]) for seat in range(seats)]) if gone else ()
        blocker = end[k.BLOCKER]
        return State(
            self.table, _new_chain((laid, opens)), tuple(holdings), (), end[k.TURN], self._leads[end[k.LEADING]],
            tuple(end[k.SCORE : k.SCORE + sides]), end[k.DRAWN], None if blocker < 0 else blocker,
            _HOW[end[k.OVER]], frozenset(), stacks, None, end[k.PASSED],
            tuple(end[k.CHIPS : k.CHIPS + sides]) if self._pays else (), discards)
