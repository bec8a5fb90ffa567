"""Every ruling that random hands, refusals, matches, random option sets and built positions make."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import lru_cache

import pytest

from domino_lab.catalogue import rulesets
from domino_lab.core.actions import Action, Draw, Pass, Play
from domino_lab.core.errors import IllegalAction
from domino_lab.core.rulings import Ruling
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.why import why
from domino_lab.play.legal import judge, legal
from domino_lab.play.match import play_match
from domino_lab.play.start import start
from domino_lab.play.state import State, Step
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.ruleset import Ruleset
from tests.rules.random_hands import seat_counts
from tests.rules.random_rules import option_set
from tests.words import (
    alone,
    calls,
    choices_and_rows,
    custom_rules,
    every_count,
    every_game,
    house_rules,
    positions,
    two_boxes,
)

OPTION_SETS = 500
SELDOM = ("draw/highest-double", "draw/lots-after-block", "draw/pay-chips", "draw-arabic", "draw-vietnamese",
          "two-box-cutthroat/stack-any", "five-columns")
"""Games of which some sentence is said in one hand of ten or fewer."""
Reached = dict[tuple[str, str, str], list[Ruling]]
KEPT = 40
"""So many rulings of one sentence are kept: enough to see what it looks like when it is filled."""

of_all_rulings = pytest.mark.together("all rulings")
"""Marks a test that asks for `reached`, which takes half a minute."""


@lru_cache(maxsize=1)
def reached() -> Reached:
    """For each clause, axis and case some of the rulings that it made."""
    found: Reached = {}
    for make in (_catalogue, _matches, _option_sets, positions.rulings, every_game.rulings,
                 every_count.rulings, two_boxes.rulings, choices_and_rows.rulings,
                 alone.rulings, calls.rulings, house_rules.rulings, custom_rules.rulings):
        for ruling in make():
            kept = found.setdefault((ruling.clause, ruling.axis, ruling.case), [])
            if len(kept) < KEPT:
                kept.append(ruling)
    return found


def _catalogue() -> Iterator[Ruling]:
    for rules in rulesets():
        chance = random.Random(rules.id)  # Its own, so that a new game changes nothing for the others.
        yield from _refused_seats(rules)
        for seats in seat_counts(rules):
            for hand in range(5 if rules.id in SELDOM else 1):
                line = play_out(rules, Shuffle(seed=3, hand=hand), seats=seats, policies="random")
                yield from _line(line, chance)


def _matches() -> Iterator[Ruling]:
    for rules in rulesets():
        chance = random.Random(rules.id)
        for seed in (6, 7):
            hands = play_match(rules, seed=seed).hands
            for hand in hands if rules.id in SELDOM else hands[-2:]:
                yield from _line(hand, chance)


def _option_sets() -> Iterator[Ruling]:
    for number in range(OPTION_SETS):
        chance = random.Random(number)
        rules = option_set(chance)
        yield from _refused_seats(rules)
        seats = chance.choice(seat_counts(rules))
        if rules.solo is None and rules["end_base"] != "none" and number % 5 == 0:
            match = play_match(rules.but(target=20), seed=number, seats=seats, policies="random")
            lines: tuple[Timeline, ...] = match.hands[:8]
        else:
            lines = (play_out(rules, Shuffle(seed=number), seats=seats, policies="random"),)
        for line in lines:
            yield from _line(line, chance)


def _refused_seats(rules: Ruleset) -> Iterator[Ruling]:
    for seats in (1, 2, 3, 5, 9):
        yield from refused(lambda seats=seats: start(rules, Shuffle(seed=1), seats=seats))


def refused(act: Callable[[], object]) -> Iterator[Ruling]:
    """The ruling with which `act` is refused, if it is."""
    try:
        act()
    except IllegalAction as error:
        yield from error.ruling.tree()


def _line(line: Timeline, chance: random.Random) -> Iterator[Ruling]:
    for step in line.steps:
        yield from told(step)
        yield from _judged(step.state, chance)


def _judged(state: State, chance: random.Random) -> Iterator[Ruling]:
    for action in _some_actions(state, chance):
        yield from judge(state, action).tree()
    yield from judge(state, Pass(), (state.turn + 1) % state.table.seats).tree()


def hands_of(rules: Ruleset, deals: int = 5, *, match: bool = True) -> Iterator[Ruling]:
    """What some hands of a game, and a whole match, decide, refuse and explain, with every term of every count."""
    chance = random.Random(4)
    yield from _refused_seats(rules)
    lines = list(play_match(rules, seed=6).hands) if match else []
    for seats in seat_counts(rules):
        lines += [play_out(rules, Shuffle(seed=4, hand=hand), seats=seats, policies="random") for hand in range(deals)]
    for line in lines:
        yield from _line(line, chance)


def told(step: Step) -> Iterator[Ruling]:
    """The rulings that the explanation of a step follows, those of its events, and the terms of its count."""
    yield from why(step).rulings
    for ruling in step.rulings:
        yield from ruling.tree()
    count = step.state.board_count
    if count is not None and not step.state.over:
        for term in (*count.terms, *count.silent):
            yield from step.state.rules.scoring.term_ruling(term).tree()


def _some_actions(state: State, chance: random.Random) -> list[Action]:
    tiles, ends = state.rules.equipment.set.tiles, state.chain.ends
    held = state.holdings[state.turn]
    found: list[Action] = [Draw(), Pass(), Play(chance.choice(tiles)), *legal(state)[:2]]
    if ends and held:
        tile, end = chance.choice(held), chance.choice(ends)
        found += [Play(tile), Play(tile, end), Play(tile, end, end.value), Play(tile, end._replace(edge=3 - end.edge))]
    return found
