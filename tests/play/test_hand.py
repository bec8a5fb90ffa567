"""A step is the same whether or not the moves after it are found with it, also where the hand ends blocked."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings

from domino_lab.catalogue import get
from domino_lab.core.actions import Action, Draw
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.hand import advance, advance_known
from domino_lab.play.legal import legal
from domino_lab.play.state import Position
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.ruleset import Ruleset
from tests.rules.random_hands import hands
from tests.words.custom_rules import every


def known(state: Position) -> tuple[Action, ...]:
    """The legal actions, without the names of tiles that may be drawn: those the player does not know."""
    return tuple(dict.fromkeys(Draw() if isinstance(action, Draw) else action for action in legal(state)))


def check(line: Timeline) -> None:
    for before, step in pairwise(line.steps):
        if step.action is None:
            continue
        made, moves = advance_known(before.state, step.action)
        assert made == advance(before.state, step.action) == step
        if made.state.over is None and line.rules.solo is None:
            assert moves == known(made.state)


@settings(max_examples=100, deadline=None)
@given(hands())
def test_in_any_hand(line: Timeline) -> None:
    check(line)


@pytest.mark.parametrize("rules", every(), ids=lambda rules: rules.name)
def test_with_rules_of_a_readers_own(rules: Ruleset) -> None:
    for hand in range(6):
        check(play_out(rules, Shuffle(seed=9, hand=hand), policies="random"))


@pytest.mark.parametrize("name", ["block", "draw", "blind"])
def test_where_hands_end_blocked(name: str) -> None:
    lines = [play_out(get(name), Shuffle(seed=5, hand=hand), policies="random") for hand in range(40)]
    assert {line.state.over for line in lines} >= {"blocked", "out"}
    for line in lines:
        check(line)
