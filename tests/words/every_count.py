"""What a game that counts meets too seldom: other spinners than its own, scores that are overlooked, lots unknown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from domino_lab.catalogue import rulesets
from domino_lab.errors import RulesetError
from domino_lab.explain.why import why
from domino_lab.play.start import start
from domino_lab.play.state import Step
from domino_lab.rules.leading import Standing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rulings import Ruling
from domino_lab.shuffle import Shuffle
from tests.laws.random_hands import seat_counts
from tests.vectors.reading import lay, study

SPINNERS = ("none", "first", "all")
ON_THE_DOUBLE = ("5-0", "5-1", "5-2", "5-3")
CALLS = (None, 10, 7)


def rulings() -> Iterator[Ruling]:
    """The rulings of these positions under every game and variation that is played with a chain by rivals."""
    for rules in rulesets():
        if rules.solo is None and rules["first_leader"] == "lot":
            yield from _lots_unknown(rules)
        if rules.solo is None and rules["play_score"] == "multiple":
            for spinner in SPINNERS:
                with suppress(RulesetError):
                    yield from _covered(rules.but(spinner=spinner))
            yield from _overlooked(rules)


def _told(step: Step) -> Iterator[Ruling]:
    yield from why(step).rulings
    for ruling in step.rulings:
        yield from ruling.tree()


def _lots_unknown(rules: Ruleset) -> Iterator[Ruling]:
    """A given order of the tiles has no lots: in the first hand, and after one that was blocked."""
    seats, given = seat_counts(rules)[0], Shuffle.of(rules.equipment.set.tiles)
    blocked = Standing((0,) * rules.side_count(seats), 2, 0, None, "blocked")
    for standing in (None, blocked):
        yield from _told(start(rules, given, seats=seats, standing=standing))


def _covered(rules: Ruleset) -> Iterator[Ruling]:
    """A double is covered side by side, as far as the spinner rule allows."""
    step = lay(study(rules), "5-5")
    yield from _told(step)
    for tile in ON_THE_DOUBLE:
        if any(end.at == 0 for end in step.state.open_ends):
            step = lay(step.state, tile, "5-5")
            yield from _told(step)


def _overlooked(rules: Ruleset) -> Iterator[Ruling]:
    """A score is called, forgotten and miscalled; and one is called that is none."""
    for call in CALLS:
        yield from _told(lay(study(rules), "5-5", call=call))
    yield from _told(lay(study(rules), "2-1", call=5))
