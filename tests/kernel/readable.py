"""What the digest compares: a hand of the readable engine as the numbers that the kernel writes down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from domino_lab.core.actions import Discard, Draw, Pass, Play, Stack
from domino_lab.core.events import Leads
from domino_lab.core.shuffle import Shuffle
from domino_lab.kernel import chain_games as k, engines
from domino_lab.kernel.encoding import encode_rules
from domino_lab.play.state import Step
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.ruleset import Ruleset

KINDS = {Play: k.PLAY, Draw: k.DRAW, Pass: k.PASS, Stack: k.STACK, Discard: k.DISCARD}
POLICIES = ("random", "greedy", "heaviest", "doubles", "keep-suits")
HOW = {"out": k.OUT, "blocked": k.BLOCKED, "target": k.TARGET, "misdeal": k.MISDEAL}


def by_reading(rules: Ruleset, seats: int, policies: Sequence[str], seed: int, hand: int) -> list[int]:
    """Hand number `hand` of the readable engine, in the order of `kernel.write_down`."""
    return numbers_of(play_out(rules, Shuffle(seed=seed, hand=hand), seats=seats, policies=list(policies)))


def numbers_of(line: Timeline) -> list[int]:
    """A hand that the readable engine has played, in the order of `kernel.write_down`."""
    seats = len(line.names)
    done = [(before.state, step) for before, step in zip(line.steps, line.steps[1:], strict=False) if step.action]
    settled = line.steps[-1].settled
    found = [len(done), -1 if settled is None or settled.winner is None else settled.winner,
             settled.award if settled else 0, HOW[str(line.state.over)]]
    chips = line.state.chips or (0,) * len(line.state.scores)
    found += [number for side in zip(line.state.scores, chips, strict=True) for number in side]
    for seat in range(seats):
        mine = [type(step.action) for _, step in done if step.seat == seat]
        found += [mine.count(kind) for kind in KINDS]
    place = {tile: number for number, tile in enumerate(line.rules.equipment.set.tiles)}
    return found + [code(before, step, place) for before, step in done]


def code(before: Any, step: Step, place: dict[Any, int]) -> int:
    """One action as one number: seat, action, tile, the end it was laid at, and the half left outward."""
    action, seat, tile, at, edge, out = step.action, step.seat, -1, -1, 0, -1
    if isinstance(action, Play):
        tile = place[action.tile]
        if action.end is not None:
            at, edge, out = action.end.at, action.end.edge, step.state.chain.laid[-1].out
    elif isinstance(action, Stack):
        tile, at = place[action.tile], action.on
    elif isinstance(action, Draw):
        tile = place[before.stock[0]]
    elif isinstance(action, Discard):
        tile = place[action.tile]
    elif before.rules.dealing.is_blind:
        tile = place[before.holdings[seat][0]]
    return ((((seat * 8 + KINDS[type(action)]) * 64 + tile + 1) * 64 + at + 1) * 8 + edge) * 32 + out + 1


def by_kernel(rules: Ruleset, seats: int, policies: Sequence[str], seed: int, first: int, hands: int,
              *, compiled: bool) -> Iterator[list[int]]:
    """The same hands of the kernel."""
    engine = engines.engine(compiled=compiled)
    table = engines.numbers(encode_rules(rules, seats), compiled=compiled)
    named = engines.numbers([POLICIES.index(name) for name in policies], compiled=compiled)
    book = engines.numbers([0] * (hands * 1000 + k.MOST_TRACED), compiled=compiled)
    engine.write_down(table, named, engines.key_of(seed, compiled=compiled), first, hands, book)
    used, sides = 0, rules.side_count(seats)
    for _ in range(hands):
        size = 4 + 2 * sides + len(KINDS) * seats + int(book[used])
        yield [int(number) for number in book[used : used + size]]
        used += size


def leader(line: Timeline) -> int:
    """The seat that led."""
    return next(event.seat for step in line.steps for event in reversed(step.events) if isinstance(event, Leads))


def mixed(seats: int, hand: int) -> list[str]:
    """Policies for a table, every one at every seat in turn."""
    return [POLICIES[(hand + hand // 5 + seat * (1 + hand // 25)) % 5] for seat in range(seats)]
