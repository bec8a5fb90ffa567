"""A hand of every ruleset of the catalogue at every number of players, played out once and shared by the tests."""

from __future__ import annotations

from functools import lru_cache

from domino_lab.catalogue import get, rulesets
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.shuffle import Shuffle

CHAINS = tuple((rules.id, seats) for rules in rulesets() if rules.solo is None for seats in rules.dealing.seat_counts)
PATIENCES = tuple(rules.id for rules in rulesets() if rules.solo is not None)


@lru_cache(maxsize=None)
def hand_of(name: str, seats: int | None = None, seed: int = 1) -> Timeline:
    """Random players lay what nobody sensible would: longer hands, more branches."""
    return play_out(get(name), Shuffle(seed=seed), seats=seats, policies="random")
