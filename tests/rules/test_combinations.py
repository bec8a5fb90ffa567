"""Every axis at once: random values for all of them, played at every seat count, settled, recorded and drawn.

Each run draws other rules. A failure names its seed, and `DOMINO_LAB_SEED=... pytest` on this file meets them again.
"""

from __future__ import annotations

import os
import random
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any
from xml.etree import ElementTree

import pytest

from domino_lab.catalogue import get
from domino_lab.cli import draw_step
from domino_lab.core.actions import Action, Play
from domino_lab.core.errors import RulesetError
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.legal import legal
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.record import read, write
from domino_lab.rules.axes import AXES
from domino_lab.rules.ruleset import Ruleset
from tests.rules.random_rules import OPTIONS, Combination, combination, tables_of

SEED = int(os.environ.get("DOMINO_LAB_SEED", secrets.randbelow(10**6)))
COMBINATIONS = 60
AT_A_TIME = 10
MOST_ACTIONS = 150
PARTS = range(0, COMBINATIONS, AT_A_TIME)


@lru_cache(maxsize=COMBINATIONS)
def made(number: int) -> Combination:
    return combination(random.Random(f"{SEED} {number}"))


@contextmanager
def told(rules: Ruleset, seats: int, number: int) -> Iterator[None]:
    """Whatever goes wrong says how to meet it again."""
    try:
        yield
    except Exception as error:
        said = f"DOMINO_LAB_SEED={SEED}, combination {number}, {seats} seats: {rules.id} with {rules.changes()}"
        raise AssertionError(said) from error


@pytest.mark.parametrize("first", PARTS)
def test_any_rules_are_played_settled_recorded_and_drawn_at_every_seat_count(first: int) -> None:
    for number in range(first, first + AT_A_TIME):
        rules = made(number).rules
        tables = tables_of(rules)
        assert tables
        for seats in tables:
            with told(rules, seats, number):
                line = play_out(rules, Shuffle(seed=SEED, hand=number), seats=seats, policies="random")
                is_settled(line)
                is_recorded(line)
                is_drawn(line)


def is_settled(line: Timeline) -> None:
    last = line.steps[-1]
    assert line.state.over is not None
    assert last.action is None
    assert last.settled is not None or line.state.over == "misdeal"


def is_recorded(line: Timeline) -> None:
    back = read(write(line), get)
    assert back.problems == ()
    assert back.rules == line.rules
    assert back.steps == line.steps


def is_drawn(line: Timeline) -> None:
    for step in (len(line.steps) // 2, len(line.steps) - 1):
        root = ElementTree.fromstring(draw_step(line, step))
        assert root.tag.endswith("svg")
        assert "".join(root.itertext()).strip()


@pytest.mark.parametrize("first", PARTS)
def test_whatever_may_be_done_is_recorded(first: int) -> None:
    """Tiles drawn by choice, calls that are forgotten or wrong: what the players above never do."""
    for number in range(first, first + AT_A_TIME):
        rules, chance = made(number).rules, random.Random(number)
        seats = chance.choice(tables_of(rules))
        with told(rules, seats, number):
            shuffle = Shuffle(seed=SEED, hand=number)
            line = play_out(rules, shuffle, seats=seats, policies="random").upto(0)
            while not line.is_over and len(line) < MOST_ACTIONS:
                line = line.play(careless(chance.choice(legal(line.state)), rules, chance))
            if len(line) > 1:
                is_recorded(line)


def careless(action: Action, rules: Ruleset, chance: random.Random) -> Action:
    if not isinstance(action, Play) or rules["claim"] == "auto" or chance.random() < 0.5:
        return action
    return action._replace(call=chance.choice([None, 5, 10, 0]))


def test_every_value_of_every_axis_can_be_met() -> None:
    """Else some rule would never be tried: the rarest value comes three times in two hundred."""
    missing = {(axis, number) for axis, values in OPTIONS.items() for number in range(len(values))}
    for number in range(5000):
        rules = combination(random.Random(f"{SEED} {number}")).rules
        missing -= {(axis, number) for axis, number in missing if AXES[axis].read(OPTIONS[axis][number]) == rules[axis]}
        if not missing:
            break
    assert not missing, SEED


REFUSAL = re.compile(r"(\w+) = .+ and (\w+) = .+ do not go together: (.+)")


def test_each_refused_combination_names_two_axes_and_a_reason() -> None:
    refusals = {refusal for number in range(COMBINATIONS) for refusal in made(number).refusals}
    assert refusals
    for refusal in refusals:
        found = REFUSAL.fullmatch(refusal)
        assert found, refusal
        one, other, why = found.groups()
        assert {one, other} <= set(AXES)
        assert one != other
        assert len(why.split()) > 3


@pytest.mark.parametrize("more", [{"copies": 2}, {"matching": {"sum": 4}}, {"wild_half": 0}], ids=str)
def test_a_double_must_not_wait_where_no_tile_can_be_played_yet(more: dict[str, Any]) -> None:
    """On a side of the spinner 5-5 lies another 5-5, or a 0-0: it is no spinner, and three sides come before it."""
    waits = {"cover_doubles": "first", "arm_order": "four-first", "spinner": "first"}
    assert get("all-fives").but(**waits)["cover_doubles"] == "first", "no other double fits there"
    with pytest.raises(RulesetError, match=r"^cover_doubles = .* and arm_order = .*: a second double may lie"):
        get("all-fives").but(**waits, **more)
