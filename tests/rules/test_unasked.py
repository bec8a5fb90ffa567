"""Methods of a reader's own rule that nobody would ask are named, and helpers of others are left alone."""

from __future__ import annotations

from typing import Any

import pytest

import domino_lab as dl
from tests.rules.test_hooks import policy

BLOCK, FIVES = dl.ruleset("block"), dl.ruleset("all-fives")


class Helper(dl.rules.Settling):
    """`awards` is asked by `award`, so it is a part of it; what is far from any name is left alone."""

    def award(self, final, seat):
        return self.awards(final)

    def awards(self, final):
        return 3

    def describe(self):
        return "three points"


def test_a_helper_is_no_misspelt_method() -> None:
    assert dl.settle(BLOCK.but(settling=Helper()), holdings=["", "5-5"]).award == 3


@pytest.mark.parametrize(("group", "hook", "changes", "why"), [
    ("drawing", "may", {"deal": "even", "seats": [2, 4]}, "every tile is dealt, so none can be drawn"),
    ("arms", "spins", {"doubles": False, "deal": 5, "first_leader": "lot", "lead_tile": "any"},
     "the set has no doubles"),
])
def test_a_method_that_the_other_axes_leave_idle_is_named(group: str, hook: str, changes: Any, why: str) -> None:
    made = policy(group, (hook,), set())
    assert FIVES.but(**{group: made}).own
    with pytest.raises(dl.RulesetError, match=rf"Noting\.{hook}\(.*\) would never be called, because {why}"):
        FIVES.but(**changes, **{group: made})
