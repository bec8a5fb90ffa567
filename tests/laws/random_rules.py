"""Random option sets: some axes of a ruleset of the catalogue changed by but(), the ones that clash left out."""

from __future__ import annotations

import random
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from hypothesis import strategies as st

from domino_lab.catalogue import rulesets
from domino_lab.errors import RulesetError
from domino_lab.rules.ruleset import Ruleset

OPTIONS: dict[str, list[Any]] = {
    "max_pip": [6, 7, 9, 3],
    "copies": [1, 2],
    "doubles": [True, False],
    "weights": [{}, {"0-0": 13}, {"0-0": 0, "1-0": 0, "2-0": 0}],
    "seats": [[2, 3, 4], [4], "2+"],
    "teams": ["none", "pairs"],
    "direction": ["left", "right"],
    "deal": [{2: 7, 3: 5, 4: 5}, {2: 6}, 5, 3, 1, "8-n", "even"],
    "first_leader": ["lot", "highest-double", "lowest-double", "youngest", "fastest-double", {"holder": "3-3"}],
    "next_leader": ["same", "rotate", "previous", "winner"],
    "block_leader": ["as-next", "same", "rotate", "previous", "winner", "lot", "highest-double", "youngest",
                     "lowest-double", "fastest-double", {"holder": "2-1"}],
    "lead_tile": ["any", "qualifying", "3-3"],
    "lead_fallback": ["none", "redeal", "heaviest"],
    "spinner": ["none", "first", "all"],
    "arm_order": ["free", "sides-first", "four-first"],
    "double_lay": ["crosswise", "in-line"],
    "draw_when": ["never", "unable"],
    "draw_max": ["until-playable", 1, 2],
    "reserve": [0, 1, 2],
    "play_score": ["none", "multiple"],
    "multiple": [5, 3, [3, 5]],
    "unit": ["face", "per"],
    "double_weights": [[2, 2, 2, 1, 0], [2, 2, 0, 0, 0], [2, 2, 0, 1, 0], "covered-once"],
    "block": ["all-stuck", "dead-layout"],
    "tie": ["none", "lightest-tile", "blocker"],
    "tie_order": ["weight", "bone"],
    "team_block": ["team-total", "individual"],
    "end_base": ["none", "opponents", "all"],
    "own_deduct": ["none", "once", "once-blocked", "per-opponent"],
    "end_round": ["none", "nearest", "floor"],
    "end_multiple": [5, 3, 4],
    "round_scope": ["sum", "each"],
    "end_divide": [1, 3, 5],
    "end_bonus": [0, 2],
    "target": [100, 61, 20, {2: 100, 3: 61, "pairs": 50}, "one-hand"],
    "reach": ["at-least", "more-than"],
    "target_when": ["at-once", "hand-end"],
}
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
    """A ruleset of the catalogue, or one with up to eight axes changed."""
    changes = st.lists(st.sampled_from(CHANGES), max_size=8)
    return st.builds(changed, st.sampled_from(rulesets()), changes)
