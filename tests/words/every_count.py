"""What random hands of a game meet too seldom: other spinners than its own, scores that are overlooked, lots unknown,
a block where there is drawing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from domino_lab.catalogue import rulesets
from domino_lab.core.chain import Chain
from domino_lab.core.errors import RulesetError
from domino_lab.core.rulings import Ruling
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile, tiles
from domino_lab.play.hand import advance
from domino_lab.play.legal import legal
from domino_lab.play.settlement import settle
from domino_lab.play.start import start
from domino_lab.rules.leading import Standing
from domino_lab.rules.ruleset import Ruleset
from tests.rules.random_hands import seat_counts
from tests.vectors.reading import lay, study
from tests.words.positions import rulings_of

SPINNERS = ("none", "first", "all")
ON_THE_DOUBLE = ("5-0", "5-1", "5-2", "5-3")
CALLS = (None, 10, 7)


def rulings() -> Iterator[Ruling]:
    """The rulings of these positions under every game and variation that is played with a chain by rivals."""
    for rules in rulesets():
        if rules.solo is None and rules["matching"] == "equal" and rules["visibility"] != "blind":
            yield from _blocked(rules)
        if rules.solo is None and rules["first_leader"] in ("lot", "sum"):
            yield from _lots_unknown(rules)
        if rules.solo is None and rules["play_score"] == "multiple":
            for spinner in SPINNERS:
                with suppress(RulesetError):
                    yield from _covered(rules.but(spinner=spinner))
            yield from _overlooked(rules)


def _blocked(rules: Ruleset) -> Iterator[Ruling]:
    """The first player covers the 1 with a 6; nobody holds a 6 or a 2, and there is nothing to draw."""
    seats = seat_counts(rules)[-1]
    first = start(rules, Shuffle(seed=1), seats=seats, leader=0).state
    held = tuple(tiles("6-1 3-1" if seat == 0 else "5-4 3-3") for seat in range(seats))
    state = first._replace(chain=Chain().lay(Tile(1, 2)), holdings=held, stock=())
    step = advance(state, next(play for play in legal(state) if play.tile == Tile(1, 6)))
    assert step.state.over == "blocked"
    yield from rulings_of(step)
    yield from rulings_of(settle(step.state))


def _lots_unknown(rules: Ruleset) -> Iterator[Ruling]:
    """A given order of the tiles has no lots: in the first hand, and after one that was blocked."""
    seats, given = seat_counts(rules)[0], Shuffle.of(rules.equipment.set.tiles)
    blocked = Standing((0,) * rules.side_count(seats), 2, 0, None, "blocked")
    for standing in (None, blocked):
        yield from rulings_of(start(rules, given, seats=seats, standing=standing))


def _covered(rules: Ruleset) -> Iterator[Ruling]:
    """A double is covered side by side, as far as the spinner rule allows."""
    step = lay(study(rules), "5-5")
    yield from rulings_of(step)
    for tile in ON_THE_DOUBLE:
        if any(end.at == 0 for end in step.state.open_ends):
            step = lay(step.state, tile, "5-5")
            yield from rulings_of(step)


def _overlooked(rules: Ruleset) -> Iterator[Ruling]:
    """A score is called, forgotten and miscalled; and one is called that is none."""
    yield from rulings_of(lay(study(rules), "0-0"))
    for call in CALLS:
        yield from rulings_of(lay(study(rules), "5-5", call=call))
    yield from rulings_of(lay(study(rules), "2-1", call=5))
