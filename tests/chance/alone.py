"""What the digest compares of a patience: a hand of the readable engine as the numbers that its kernel writes down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domino_lab.core.actions import Action, Draw, Play, Remove, Say, Shift
from domino_lab.core.events import Removed, Said
from domino_lab.core.shuffle import Shuffle
from domino_lab.kernel import chain_games as k, engines, patience_games as alone
from domino_lab.kernel.encoding import POLICY_NUMBERS, encode_rules
from domino_lab.play.state import Step
from domino_lab.play.timeline import play_out
from domino_lab.rules.ruleset import Ruleset

HOW = {"won": k.SOLVED, "lost": k.LOST}


def by_reading(rules: Ruleset, policy: str, seed: int, hand: int) -> list[int]:
    """Hand number `hand` of the readable engine, in the order of `patience_games.write_down`."""
    line = play_out(rules, Shuffle(seed=seed, hand=hand), seats=1, policies=policy)
    place = {tile: number for number, tile in enumerate(rules.equipment.set.tiles)}
    done = [step for step in line.steps if step.action is not None]
    settled, draws = line.steps[-1].settled, sum(isinstance(step.action, Draw) for step in done)
    assert settled is not None
    facts = settled.ruling.facts
    actions = [code(before.state, step, place) for before, step in zip(line.steps, done, strict=False)]
    traced = actions[: k.MOST_TRACED]
    winner = -1 if settled.winner is None else settled.winner
    return [len(traced), winner, HOW[str(line.state.over)], facts["left"], facts["choices"], len(done) - draws, draws,
            *traced]


def code(before: Any, step: Step, place: dict[Any, int]) -> int:
    """One action as one number, written as in chain_games.py."""
    number, tile, at, edge, out = parts(before, step, place)
    return (((number * 64 + tile + 1) * 64 + at + 1) * 8 + edge) * 32 + out + 1


def parts(before: Any, step: Step, place: dict[Any, int]) -> tuple[int, int, int, int, int]:
    """Action, tile, where, edge and half outward of a play; of the others what tells them apart."""
    action: Action | None = step.action
    if isinstance(action, Play):
        if action.end is None:
            return k.PLAY, place[action.tile], -1, 0, -1
        return k.PLAY, place[action.tile], action.end.at, action.end.edge, step.state.chain.laid[-1].out
    if isinstance(action, Draw):
        return k.DRAW, place[before.stock[0]], -1, 0, -1
    if isinstance(action, Shift):
        return alone.SHIFT, place[action.tile], action.to, 0, -1
    said = [event for event in step.events if isinstance(event, Said)]
    if said:
        gone = any(isinstance(event, Removed) for event in step.events)
        kind = alone.SAY if isinstance(action, Say) else alone.REMOVE
        return kind, place[said[0].tile], said[0].number, 0, int(gone)
    assert isinstance(action, Remove)
    size = len(action.tiles) if before.rules.solo.key == "knock-out" else -1
    return alone.REMOVE, place[action.tiles[0]], place[action.tiles[-1]], 0, size


def by_kernel(rules: Ruleset, policy: str, seed: int, first: int, hands: int, *, compiled: bool) -> Iterator[list[int]]:
    """The same hands of the patience kernel."""
    table = engines.numbers(encode_rules(rules, 1), compiled=compiled)
    named = engines.numbers([POLICY_NUMBERS[policy]], compiled=compiled)
    book = engines.numbers([0] * (hands * (k.MOST_TRACED + alone.WRITTEN)), compiled=compiled)
    kernel = engines.engine(compiled=compiled, alone=True)
    kernel.write_down(table, named, engines.key_of(seed, compiled=compiled), first, hands, book)
    used = 0
    for _ in range(hands):
        size = alone.WRITTEN + int(book[used])
        yield [int(number) for number in book[used : used + size]]
        used += size
