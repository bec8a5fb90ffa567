"""A hand of every ruleset of the catalogue at every number of players, played out once and shared by the tests."""

from __future__ import annotations

from functools import cache

from domino_lab.catalogue import get, rulesets
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.timeline import Timeline, play_out

CHAINS = tuple((rules.id, seats) for rules in rulesets() if rules.solo is None for seats in rules.dealing.seat_counts)
PATIENCES = tuple(rules.id for rules in rulesets() if rules.solo is not None)


LONG = 7
"""Steps of a patience that is worth looking at: some deals are dead at once."""


@cache
def hand_of(name: str, seats: int | None = None) -> Timeline:
    """Random players lay what nobody sensible would: longer hands, more branches."""
    rules = get(name)
    for seed in range(1, 200):
        hand = play_out(rules, Shuffle(seed=seed), seats=seats, policies="random")
        if rules.solo is None or len(hand) >= LONG:
            return hand
    raise AssertionError(f"no deal of {name} lasts {LONG} steps")
