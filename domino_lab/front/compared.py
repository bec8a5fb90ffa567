"""Comparing: one shuffle, or one recorded hand, under several rulesets."""

from __future__ import annotations

from collections.abc import Sequence

from domino_lab.explain.lockstep import Comparison, follow
from domino_lab.front.rulebooks import ruleset
from domino_lab.rules.ruleset import Ruleset
from domino_lab.shuffle import Shuffle

Rules = str | Ruleset


def compare(
    shuffle: Shuffle,
    rulesets: Sequence[Rules],
    *,
    seats: int | None = None,
    names: Sequence[str] | None = None,
    policies: Sequence[str] | str | None = None,
    leader: str = "same",
) -> Comparison:
    """One shuffle under two to four rulesets: where they differ first in points and in play, and how each hand ends.

    The first ruleset leads: its play is copied wherever the same player is to move and the play is legal. With
    `leader="own"` each finds its leader by its own rules. Raises RulesetError for rulesets that cannot be compared.

    >>> compare(Shuffle(seed=7), ["all-fives", "five-up"]).points_mark(1).step
    2
    """
    found = [ruleset(name) for name in rulesets]
    return follow(shuffle, found, seats=seats, names=names, policies=policies, leader=leader)
