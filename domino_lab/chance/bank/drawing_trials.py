"""Drawing trials: draws that are no deals of a game, and the deal after which a double leads."""

from __future__ import annotations

from typing import Any

from domino_lab import catalogue
from domino_lab.chance.bank.task import NO, YES, Experiment, Outcome
from domino_lab.chance.estimates import NORMAL_95, Estimate
from domino_lab.chance.tally import Tally
from domino_lab.play.start import names_for
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.shuffle import DEALS, Shuffle, Stream
from domino_lab.tiles import DominoSet, Tile
from domino_lab.words import phrase

SIX = DominoSet()
BY_LOT = {"first_leader": "lot", "lead_tile": "any", "lead_fallback": "none"}
TWENTY = 20
"""One band in twenty misses."""


def _stream(seed: int, number: int) -> Stream:
    return Shuffle(seed=seed, hand=number).stream(DEALS)


class PutBack(Experiment):
    """Draws of `tiles` tiles, each put back before the next: how often is there no double?"""

    kind = "mean"

    def __init__(self, tiles: int, *, seed: int) -> None:
        super().__init__(seed)
        self.tiles = tiles

    def drawn(self, number: int) -> tuple[Tile, ...]:
        """The tiles of draw `number`, in the order in which they were drawn."""
        stream = _stream(self.seed, number)
        return tuple(SIX.tiles[stream.pick(len(SIX.tiles))] for _ in range(self.tiles))

    def outcome(self, number: int) -> Outcome:
        """Whether there is no double."""
        none = not any(tile.is_double for tile in self.drawn(number))
        return Outcome(YES if none else NO, int(none))

    def label(self, key: int) -> str:
        """What a bar is called."""
        return phrase("exercises.no_double" if key == YES else "exercises.some_double")

    def told(self, number: int) -> str:
        """The tiles that were drawn."""
        return phrase("exercises.program_drew", tiles=self.drawn(number))


class MissedBands(Experiment):
    """Classes that draw a band each: in how many does at least one band miss?"""

    numeric = True
    keys = ()

    def __init__(self, learners: int, *, seed: int) -> None:
        super().__init__(seed)
        self.learners = learners

    def missed(self, number: int) -> tuple[int, ...]:
        """Which learners' bands miss in class `number`, counted from 1."""
        stream = _stream(self.seed, number)
        return tuple(learner for learner in range(1, self.learners + 1) if not stream.pick(TWENTY))

    def outcome(self, number: int) -> Outcome:
        """How many bands miss."""
        missed = len(self.missed(number))
        return Outcome(missed, int(missed > 0))

    @property
    def bars_called(self) -> str:
        """What the bars count."""
        return phrase("exercises.bands_missed")

    def counts(self, key: int) -> bool:
        """Whether a band misses."""
        return key > 0

    def told(self, number: int) -> str:
        """Whose bands miss."""
        missed = self.missed(number)
        return phrase("exercises.missed_by", learners=missed) if missed else phrase("exercises.missed_by_none")


class NextLeads(Experiment):
    """Deals for two in which nobody has the 6-6: who has the 5-5?"""

    def __init__(self, each: int, *, seed: int) -> None:
        super().__init__(seed)
        self.each = each
        self.keys = (0, 1, 2)

    def outcome(self, number: int) -> Outcome | None:
        """Who has the 5-5: a seat, or 2 for the boneyard; None where somebody has the 6-6."""
        order = Shuffle(seed=self.seed, hand=number).order(SIX)
        dealt = order[:2 * self.each]
        if Tile(6, 6) in dealt:
            return None
        place = order.index(Tile(5, 5))
        return Outcome(place % 2, 1) if place < len(dealt) else Outcome(2, 0)

    @property
    def bars_called(self) -> str:
        """What the bars count."""
        return phrase("exercises.where", tile=Tile(5, 5))

    def label(self, key: int) -> str:
        """Who has it."""
        return phrase("exercises.in_boneyard") if key > 1 else names_for(2)[key]

    def counts(self, key: int) -> bool:
        """Whether a player has it."""
        return key < 2

    def timeline(self, number: int) -> Timeline:
        """The deal as a hand of Block; where nobody has a double, a lot decides who leads."""
        block, shuffle = catalogue.get("block"), Shuffle(seed=self.seed, hand=number)
        held = shuffle.order(block.equipment.set)[:2 * self.each]
        changes: dict[str, Any] = {} if any(tile.is_double for tile in held) else {**BY_LOT}
        if self.each != block.dealing.each(2, len(SIX.tiles)):
            changes["deal"] = self.each
        return play_out(block.but(**changes) if changes else block, shuffle, seats=2)


def above(tally: Tally, right: float) -> Estimate:
    """How far the share that was found lies above the right chance."""
    found = Estimate.share(tally.total, tally.among)
    value, low, high = (number - right for number in (found.value, found.low, found.high))
    return Estimate(value, found.error, low, high, found.hands)


def number_needed(tally: Tally, band: float) -> Estimate:
    """How many trials make the band so narrow, from the share that was found; `band` is (1.96 / half) squared."""
    found = Estimate.share(tally.total, tally.among)
    number = band * found.value * (1 - found.value)
    error = band * abs(1 - 2 * found.value) * found.error
    return Estimate(number, error, number - NORMAL_95 * error, number + NORMAL_95 * error, found.hands)
