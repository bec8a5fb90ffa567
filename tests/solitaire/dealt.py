"""Patience games dealt and played for these tests."""

from __future__ import annotations

from typing import Any

from domino_lab.catalogue import get, rulesets
from domino_lab.core.actions import Action
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile, tiles
from domino_lab.play.hand import advance
from domino_lab.play.legal import legal
from domino_lab.play.start import start
from domino_lab.play.state import Step
from domino_lab.rules.ruleset import Ruleset

PATIENCES = tuple(rules for rules in rulesets() if rules.solo is not None)
SET = frozenset(get("bingo").equipment.set.tiles)


def opened(rules: Ruleset | str, **parts: Any) -> Any:
    """The first state of a stated deal; a row of Knock-Out is written as its tiles lie."""
    chosen = get(rules)
    deal: dict[str, Any] = {
        name: [tiles(column) for column in part] if name == "columns" else list(tiles(part))
        for name, part in parts.items()
    }
    if chosen.solo.key == "knock-out":
        deal["lefts"] = [int(word[0]) for word in parts["row"].split()]
    return chosen.solo.opening(chosen, deal).state


def played(rules: Ruleset, hand: int) -> list[Step]:
    """Every step of a game played at random."""
    shuffle = Shuffle(seed=5, hand=hand)
    steps, stream = [start(rules, shuffle)], shuffle.choices(0)
    while not steps[-1].state.over:
        actions = legal(steps[-1].state)
        steps.append(advance(steps[-1].state, actions[stream.pick(len(actions))]))
    return steps


def after(state: Any, *actions: Action) -> Any:
    for action in actions:
        state = advance(state, action).state
    return state


def tile(text: str) -> Tile:
    return Tile.of(text)
