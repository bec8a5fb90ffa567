"""Random rules: some axes of a ruleset of the catalogue changed, or every axis at once drawn anew.

What clashes is left out of the first kind, and drawn again in the second.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, NamedTuple

from hypothesis import strategies as st

from domino_lab.catalogue import rulesets
from domino_lab.core.errors import RulesetError
from domino_lab.rules.axes import AXES
from domino_lab.rules.combinations import PATIENCE
from domino_lab.rules.ruleset import Ruleset

OTHERWISE: dict[str, list[Any]] = {
    "max_pip": [6, 7, 9, 3],
    "weights": [{}, {"0-0": 13}, {"0-0": 0, "1-0": 0, "2-0": 0}],
    "left_out": [[], ["0-0"], ["3-3", "2-0"]],
    "seats": [[2, 3, 4], [4], "2+"],
    "deal": [{2: 7, 3: 5, 4: 5}, {2: 6}, 5, 3, 1, "8-n", "even"],
    "redeal_doubles": [0, 3, 5],
    "redeal_suit": [0, 4, 6],
    "first_leader": ["lot", "highest-double", "lowest-double", "hand-double", "youngest", "fastest-double", "sum",
                     {"holder": "3-3"}],
    "block_leader": ["as-next", "same", "rotate", "previous", "winner", "partner", "winning-pair", "lot",
                     "highest-double", "youngest", "lowest-double", "hand-double", "fastest-double", "sum",
                     {"holder": "2-1"}],
    "first_tile": ["leader", "boneyard", "hand-double", "3-3", "2-1"],
    "lead_tile": ["any", "qualifying", "double", "double-or-score", "3-3"],
    "matching": ["equal", {"sum": 7}, {"sum": 9}, {"sum": 4}],
    "pass_lead": [0, 25],
    "pass_lead_single": ["same", 0, 40],
    "draw_max": ["until-playable", 1, 2],
    "draw_cost": [0, 1, 5],
    "multiple": [5, 3, [3, 5]],
    "double_weights": [[2, 2, 2, 1, 0], [2, 2, 0, 0, 0], [2, 2, 0, 1, 0], "covered-once"],
    "end_multiple": [5, 3, 4],
    "end_divide": [1, 3, 5],
    "end_bonus": [0, 2],
    "first_score": [0, 13],
    "match_hands": ["any", 1, 3],
    "capicua": [0, 25],
    "capicua_double": ["none", 0, 7],
    "out_tile": [{}, {"0-0": 100, "1-0": 8}, {"3-2": 0}],
    "out_double": [0, 2],
    "target": [100, 61, 20, {2: 100, 3: 61, "pairs": 50}, "one-hand"],
    "hold_limit": ["none", 5],
}
"""The values to try of axes that name none, or too few, or more than are worth trying."""

OPTIONS: dict[str, list[Any]] = {name: OTHERWISE.get(name, [*axis.named, *axis.usual]) for name, axis in AXES.items()}
"""The values to try of every axis: without a word here those that the axis itself names and offers."""

RIVALS = [rules for rules in rulesets() if rules.solo is None]
"""The games with a chain and rivals; the patience games have laws of their own."""

CHANGES = [(axis, value) for axis, values in OPTIONS.items() for value in values]


def changed(rules: Ruleset, changes: Iterable[tuple[str, Any]]) -> Ruleset:
    """`rules` with those of the changes that go together, one after the other."""
    for axis, value in changes:
        with suppress(RulesetError):
            rules = rules.but(**{axis: value})
    return rules


def option_set(chance: random.Random, most: int = 8) -> Ruleset:
    """Random rules from a seeded generator, for large runs."""
    return changed(chance.choice(rulesets()), chance.sample(CHANGES, chance.randint(1, most)))


def any_rules() -> st.SearchStrategy[Ruleset]:
    """A ruleset of the catalogue with rivals, or one with up to eight axes changed."""
    changes = st.lists(st.sampled_from(CHANGES), max_size=8)
    return st.builds(changed, st.sampled_from(RIVALS), changes)


class Combination(NamedTuple):
    """Rules with a random value of every axis, and what was said of the combinations that were tried before."""

    rules: Ruleset
    refusals: tuple[str, ...]


def combination(chance: random.Random) -> Combination:
    """Random values of all axes at once; of two that clash one is drawn again, until all go together."""
    alone = chance.random() < 0.15
    base, refusals = chance.choice([rules for rules in rulesets() if (rules.solo is not None) == alone]), []
    heeded = set(OPTIONS) - set(PATIENCE) if base.solo is None else base.solo.axes
    wanted = {axis: chance.choice(values) for axis, values in OPTIONS.items() if axis in heeded}
    if base.solo is not None and "deal" in wanted:
        wanted["deal"] = chance.choice([3, 5, 8])
    while True:
        try:
            return Combination(base.but(name="Random rules", **wanted), tuple(refusals))
        except RulesetError as error:
            refusals.append(str(error))
            axis = chance.choice([axis for axis in re.findall(r"(\w+) = ", str(error)) if axis in wanted])
            wanted[axis] = chance.choice(OPTIONS[axis])


def tables_of(rules: Ruleset) -> list[int]:
    """Every number of players for which the rules deal and the set has enough tiles."""
    size = len(rules.equipment.set.tiles)
    out = rules["first_tile"] not in ("leader", "boneyard")
    return [n for n in rules.dealing.seat_counts if 0 < n * rules.dealing.each_of(n, size) <= size - out]
