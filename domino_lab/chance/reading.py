"""Reading: a hand of the readable engine, added to the same sums as a hand of the kernel."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

from domino_lab.chance import kernel as k
from domino_lab.chance.sums import ENDS
from domino_lab.events import Leads, Paid, Scored
from domino_lab.play.players import Player
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.ruleset import Ruleset
from domino_lab.shuffle import Shuffle

_PLACES = {"draw": k.DRAWS, "pass": k.PASSES, "stack": k.STACKS}


def read_hand(
    rules: Ruleset, seats: int, policies: tuple[str | Player, ...], numbered: tuple[int, int],
    sums: tuple[list[int], list[int]],
) -> None:
    """Play the hand `numbered` (seed, hand) and add it to `sums`: the totals, and the first hand in each bin.

    >>> from domino_lab.catalogue import get
    >>> totals, firsts = [0] * k.SUMS_SIZE, [-1] * k.FIRSTS_SIZE
    >>> read_hand(get("bingo"), 1, ("random",), (1, 0), (totals, firsts))
    >>> totals[k.HANDS]
    1
    """
    seed, hand = numbered
    line = play_out(rules, Shuffle(seed=seed, hand=hand), seats=seats, policies=policies)
    table = [0] * k.LOW
    table[k.SEATS], table[k.SIDES] = seats, rules.side_count(seats)
    for seat in range(seats):
        table[k.SIDE_OF + seat] = rules.dealing.side(seat)
    k.add_up(table, counted(line, seats), *sums, hand)
    if rules.solo is not None:
        k.add_to_bin(*sums, k.TILES_LEFT, cast(Any, line.state).left, hand)


def counted(line: Timeline, seats: int) -> list[int]:
    """A finished hand in the places in which the kernel keeps what it adds up.

    >>> from domino_lab.catalogue import get
    >>> counted(play_out(get("block"), Shuffle(seed=7)), 2)[k.OVER] in (k.OUT, k.BLOCKED)
    True
    """
    now, settled, state = [0] * k.CLEARED, line.steps[-1].settled, line.state
    now[k.WINNER] = -1 if settled is None or settled.winner is None else settled.winner
    now[k.AWARD] = 0 if settled is None else settled.award
    now[k.OVER] = 1 + ENDS.index(str(state.over))
    for side, score in enumerate(state.scores):
        now[k.SCORE + side] = score
    for side, chips in enumerate(getattr(state, "chips", ())):
        now[k.CHIPS + side] = chips
    for (seat, kind), times in Counter((s.seat, s.action.kind) for s in line.steps if s.action is not None).items():
        now[_PLACES.get(kind, k.PLAYS) + (seat or 0)] += times
    _add_events(line, now)
    return now


def _add_events(line: Timeline, now: list[int]) -> None:
    side = line.rules.dealing.side
    for event in (event for step in line.steps for event in step.events):
        if isinstance(event, Leads):
            now[k.LEADING] = event.seat
        elif isinstance(event, Scored):
            now[k.IN_PLAY + side(event.seat)] += event.points
        elif isinstance(event, Paid) and event.kind == "points":
            now[k.IN_PLAY + side(event.seat)] -= event.cost
