"""Exercises on holdings: chances of a deal, chances given what is known, and simulations set against them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import ceil, comb, nan, sqrt

from domino_lab import catalogue
from domino_lab.chance.bank.task import THREE_PLACES, Dice, ExerciseTask, Experiment, Sought, TrialOutcome, entries
from domino_lab.chance.counting import distribution, exact
from domino_lab.chance.estimates import NORMAL_95, Estimate
from domino_lab.chance.holding_events import Event, Measure, doubles, has, longest_suit, pips, suit, suits
from domino_lab.chance.holding_trials import BY_LOT, HoldingTrials
from domino_lab.chance.trials import NO, YES, TrialCounts
from domino_lab.play.start import names_for
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.shuffle import DEALS, Shuffle, Stream
from domino_lab.tiles import DominoSet, Tile
from domino_lab.words import phrase

SIX = DominoSet()
TWENTY = 20
"""One band in twenty misses."""


def _stream(seed: int, number: int) -> Stream:
    return Shuffle(seed=seed, hand=number).stream(DEALS)


class _PutBack(Experiment):
    """Draws of `tiles` tiles, each put back before the next: how often is there no double?"""

    kind = "mean"

    def __init__(self, tiles: int, *, seed: int) -> None:
        super().__init__(seed)
        self.tiles = tiles

    def drawn(self, number: int) -> tuple[Tile, ...]:
        stream = _stream(self.seed, number)
        return tuple(SIX.tiles[stream.pick(len(SIX.tiles))] for _ in range(self.tiles))

    def outcome(self, number: int) -> TrialOutcome:
        none = not any(tile.is_double for tile in self.drawn(number))
        return TrialOutcome(YES if none else NO, int(none))

    def label(self, key: int) -> str:
        return phrase("exercises.no_double" if key == YES else "exercises.some_double")

    def describe(self, number: int) -> str:
        return phrase("exercises.program_drew", tiles=self.drawn(number))


class _MissedBands(Experiment):
    """Classes that draw a band each: in how many does at least one band miss?"""

    numeric = True
    keys = ()

    def __init__(self, learners: int, *, seed: int) -> None:
        super().__init__(seed)
        self.learners = learners

    def missed(self, number: int) -> tuple[int, ...]:
        """Return which learners' bands miss in class `number`, counted from 1."""
        stream = _stream(self.seed, number)
        return tuple(learner for learner in range(1, self.learners + 1) if not stream.pick(TWENTY))

    def outcome(self, number: int) -> TrialOutcome:
        missed = len(self.missed(number))
        return TrialOutcome(missed, int(missed > 0))

    @property
    def bars_called(self) -> str:
        return phrase("exercises.bands_missed")

    def counts(self, key: int) -> bool:
        return key > 0

    def describe(self, number: int) -> str:
        missed = self.missed(number)
        return phrase("exercises.missed_by", learners=missed) if missed else phrase("exercises.missed_by_none")


class _NextLeads(Experiment):
    """Deals for two in which nobody has the 6-6: who has the 5-5, a seat or (2) the boneyard?"""

    keys = (0, 1, 2)

    def __init__(self, each: int, *, seed: int) -> None:
        super().__init__(seed)
        self.each = each

    def outcome(self, number: int) -> TrialOutcome | None:
        order = Shuffle(seed=self.seed, hand=number).order(SIX)
        dealt = order[:2 * self.each]
        if Tile(6, 6) in dealt:
            return None
        place = order.index(Tile(5, 5))
        return TrialOutcome(place % 2, 1) if place < len(dealt) else TrialOutcome(2, 0)

    @property
    def bars_called(self) -> str:
        return phrase("exercises.where", tile=Tile(5, 5))

    def label(self, key: int) -> str:
        return phrase("exercises.in_boneyard") if key > 1 else names_for(2)[key]

    def counts(self, key: int) -> bool:
        return key < 2

    def timeline(self, number: int) -> Timeline:
        """Return the deal as a hand of Block; if nobody has a double, a lot decides who leads."""
        block, shuffle = catalogue.get("block"), Shuffle(seed=self.seed, hand=number)
        held = shuffle.order(block.equipment.set)[:2 * self.each]
        changes: dict[str, object] = {} if any(tile.is_double for tile in held) else {**BY_LOT}
        if self.each != block.dealing.each(2, len(SIX.tiles)):
            changes["deal"] = self.each
        return play_out(block.but(name=None, **changes) if changes else block, shuffle, seats=2)


class _MeasureTrials(HoldingTrials):
    """Deals of `tiles` tiles of a double-six set: the mean of a measure, with its values as bars."""

    kind = "mean"
    numeric = True
    keys = ()

    def __init__(self, measure: Measure, tiles: int, *, seed: int = 0) -> None:
        super().__init__(measure >= 0, tiles, seed=seed)
        self.measure = measure

    @property
    def bars_called(self) -> str:
        return str(self.measure)

    def counts(self, key: int) -> bool:
        return False

    def play(self, first: int, count: int) -> TrialCounts:
        import numpy as np

        found = self.measure.over(self._dealt(first, count)).astype(np.int64)
        values, times = np.unique(found, return_counts=True)
        return TrialCounts(count, count, int(found.sum()), int((found * found).sum()),
                           dict(zip(values.tolist(), times.tolist(), strict=True)))


def _asked(event: Event, tiles: int, facts: Mapping[str, object], slips: Mapping[str, Fraction], *,
           given: Event | None = None, of: DominoSet = SIX) -> ExerciseTask:
    """The chance of an event of a holding, perhaps given another."""

    def solve() -> Sought:
        found = exact(event, tiles, set=of, given=given)
        return Sought(found.value, tuple(found.derivation.splitlines()))

    return ExerciseTask("chance", facts, solve,
                        lambda seed: HoldingTrials(event, tiles, set=of, given=given, seed=seed), slips,
                        event=event, given=given)


def _ratio(fitting: int, tiles: int, of: int = 28) -> Fraction:
    """The share that `fitting` are of all holdings of `tiles` tiles."""
    return Fraction(fitting, comb(of, tiles))


def a_double(dice: Dice) -> ExerciseTask:
    """At least one double among so many tiles."""
    tiles = dice.choose([7, 6, 5, 8])
    none = _ratio(comb(21, tiles), tiles)
    slips = {"none": none, "one": _ratio(7 * comb(21, tiles - 1), tiles), "put_back": 1 - Fraction(3, 4) ** tiles}
    return _asked(doubles() >= 1, tiles, {"tiles": tiles}, slips)


def own_tile(dice: Dice) -> ExerciseTask:
    """One tile you wish for."""
    tile, tiles = Tile.of(dice.choose(["6-6", "0-0", "5-2", "6-4"])), dice.choose([7, 6, 9])
    slips = {"one_draw": Fraction(1, 28), "one_of_mine": Fraction(1, tiles)}
    return _asked(has(tile), tiles, {"tile": tile, "tiles": tiles}, slips)


def shared_value(dice: Dice) -> ExerciseTask:
    """Two tiles that share a value."""
    of = DominoSet.of(dice.choose([6, 5, 7, 9]))
    top, rest = of.max_pip, len(of.tiles) - 1
    slips = {"only_doubles": Fraction(top, rest), "no_doubles": Fraction(2 * top, rest)}
    return _asked(longest_suit() == 2, 2, {"set": of.name, "top": top}, slips, of=of)


def mean_pips(dice: Dice) -> ExerciseTask:
    """The mean number of pips on so many tiles."""
    tiles = dice.choose([7, 5, 9, 6])
    slips = {"one_half": Fraction(3 * tiles), "one_tile": Fraction(6), "all_tiles": Fraction(168)}
    return ExerciseTask("mean", {"tiles": tiles}, lambda: Sought(distribution(pips(), tiles).mean),
                        lambda seed: _MeasureTrials(pips(), tiles, seed=seed), slips, Fraction(1, 20))


def likeliest_doubles(dice: Dice) -> ExerciseTask:
    """The number of doubles that comes most often."""
    tiles = dice.choose([7, 9, 5, 10])

    def solve() -> Sought:
        found = distribution(doubles(), tiles)
        sums = [f"{number}: C(7,{number}) × C(21,{tiles - number}) = {ways:,}" for number, ways in found.counts.items()]
        return Sought(Fraction(max(found.counts, key=found.counts.__getitem__)), tuple(sums))

    def reads(tally: TrialCounts) -> Estimate:
        """Return the value that came most often; how far off that may be is not known."""
        most = float(max(tally.counts, key=lambda value: (tally.counts[value], -value), default=nan))
        return Estimate(most, 0.0, most, most, tally.among)

    return ExerciseTask("number", {"tiles": tiles}, solve, lambda seed: _MeasureTrials(doubles(), tiles, seed=seed),
                        {"mean": Fraction(tiles, 4), "none": Fraction(0)}, Fraction(0), reads=reads)


def heavy_holding(dice: Dice) -> ExerciseTask:
    """More pips than a bound: no short sum counts these."""
    bound = dice.choose([50, 52, 48])
    over = exact(pips() > bound).value
    return _asked(pips() > bound, 7, {"bound": bound}, {"too": exact(pips() >= bound).value, "other": 1 - over})


def five_of_a_suit(dice: Dice) -> ExerciseTask:
    """Five tiles or more of one suit: some ask for a new deal then."""
    number = dice.choose([5, 6])
    one = exact(suit(6) >= number).value
    slips = {"one_suit": one, "just": exact(longest_suit() == number).value}
    return _asked(longest_suit() >= number, 7, {"number": number}, slips)


def every_value(dice: Dice) -> ExerciseTask:
    """All seven values in one holding."""
    tiles = dice.choose([7, 8, 6])
    one_missing = _ratio(comb(21, tiles), tiles)
    slips = {"missing": exact(suits() <= 6, tiles).value, "one_value": 1 - one_missing,
             "apart": (1 - one_missing) ** 7}
    return _asked(suits() == 7, tiles, {"tiles": tiles}, slips)


def _another(tiles: int) -> Fraction:
    """Two doubles or more among those with one or more."""
    none, one = comb(21, tiles), 7 * comb(21, tiles - 1)
    return Fraction(comb(28, tiles) - none - one, comb(28, tiles) - none)


def _besides(tiles: int) -> Fraction:
    """Another double beside one that is named."""
    return 1 - _ratio(comb(21, tiles - 1), tiles - 1, 27)


def another_double(dice: Dice) -> ExerciseTask:
    """Somebody has a double; do they have another?"""
    tiles = dice.choose([7, 6, 5, 8])
    slips = {"before": _another(tiles) * (1 - _ratio(comb(21, tiles), tiles)), "named": _besides(tiles)}
    return _asked(doubles() >= 2, tiles, {"tiles": tiles}, slips, given=doubles() >= 1)


def named_double(dice: Dice) -> ExerciseTask:
    """Somebody shows one double by name; do they have another?"""
    tiles, tile = dice.choose([7, 6, 5, 8]), Tile.of(dice.choose(["6-6", "0-0", "3-3"]))
    slips = {"any": _another(tiles), "fresh": 1 - _ratio(comb(21, tiles), tiles)}
    return _asked(doubles() >= 2, tiles, {"tiles": tiles, "tile": tile}, slips, given=has(tile))


def pair_with_double(dice: Dice) -> ExerciseTask:
    """Two tiles share a value; is one of them a double?"""
    value = dice.choose([6, 4, 2])
    slips = {"both": Fraction(1, 9), "turned": Fraction(1, 4), "tiles": Fraction(4, 9)}
    return _asked(doubles() >= 1, 2, {"value": value}, slips, given=longest_suit() == 2)


def next_double(dice: Dice) -> ExerciseTask:
    """The highest double leads, and nobody has the 6-6; does the 5-5 lead?"""
    each = dice.choose([7, 6, 5])
    slips = {"before": _ratio(2 * each, 1), "both": Fraction(2 * each * (28 - 2 * each), 28 * 27),
             "one_player": Fraction(each, 27)}
    task = _asked(has("5-5"), 2 * each, {"each": each, "left": 28 - 2 * each}, slips, given=~has("6-6"))
    return replace(task, trials=lambda seed: _NextLeads(each, seed=seed))


FOUR = 4
"""A correct run is off by more than four standard errors once in 16,000 runs."""


def _near(value: float, places: int = 4) -> Fraction:
    return Fraction(value).limit_denominator(10**places)


def missing_value(dice: Dice) -> ExerciseTask:
    """A run of so many deals: how often is a value missing? The run is right if it comes near the exact value."""
    value, hands = dice.choose([6, 0, 3, 5]), dice.choose([2000, 3000, 5000])
    chance = _ratio(comb(21, 7), 7)
    task = _asked(suit(value) == 0, 7, {"value": value, "hands": hands}, {"some": 1 - chance})
    return replace(task, tolerance=_near(FOUR * sqrt(chance * (1 - chance) / hands)))


def hands_needed(dice: Dice) -> ExerciseTask:
    """How many deals must be played until the band is narrow enough?"""
    half = dice.choose([Fraction(1, 100), Fraction(1, 50), Fraction(1, 200)])
    spread, band = Fraction(3, 16), Fraction(NORMAL_95) ** 2 / half**2
    slips = {"one_error": spread / half**2, "worst": Fraction(1, 4) * band, "no_root": Fraction(1, 4) / half}
    found = Fraction(ceil(spread * band))

    def reads(tally: TrialCounts) -> Estimate:
        value, error, _, _, hands = tally.share
        return Estimate.normal(float(band) * value * (1 - value), float(band) * abs(1 - 2 * value) * error, hands)

    return ExerciseTask("number", {"half": f"{float(half):g}"}, lambda: Sought(found),
                        lambda seed: HoldingTrials(has("6-6"), 7, seed=seed), slips, found / 20, has("6-6"),
                        reads=reads)


def put_back(dice: Dice) -> ExerciseTask:
    """A program that puts each tile back: how far off does it settle?"""
    tiles = dice.choose([7, 6, 5, 8])
    wrong, right = Fraction(3, 4) ** tiles, _ratio(comb(21, tiles), tiles)

    def reads(tally: TrialCounts) -> Estimate:
        found = tally.share
        value, low, high = (number - float(right) for number in (found.value, found.low, found.high))
        return Estimate(value, found.error, low, high, found.hands)

    return ExerciseTask("mean", {"tiles": tiles}, lambda: Sought(wrong - right),
                        lambda seed: _PutBack(tiles, seed=seed),
                        {"wrong": wrong, "right": right, "turned": right - wrong}, THREE_PLACES, reads=reads)


def missed_bands(dice: Dice) -> ExerciseTask:
    """A class draws 95 % bands: does at least one of them miss?"""
    learners = dice.choose([20, 30, 12, 25])
    hit = Fraction(19, 20) ** learners
    slips = {"none": hit, "one_band": Fraction(1, 20), "added": min(Fraction(learners, 20), Fraction(1))}
    return ExerciseTask("chance", {"learners": learners}, lambda: Sought(1 - hit),
                        lambda seed: _MissedBands(learners, seed=seed), slips)


def error_of_a_mean(dice: Dice) -> ExerciseTask:
    """How far off is the mean of the pips after so many deals?"""
    hands = dice.choose([100, 400, 49, 900])

    def solve() -> Sought:
        found = distribution(pips(), 7)
        square = sum(count * (value - found.mean) ** 2 for value, count in found.counts.items()) / found.total
        return Sought(_near(sqrt(square / hands), 9))

    def reads(tally: TrialCounts) -> Estimate:
        error = tally.mean.error * (tally.among / hands) ** 0.5
        return Estimate.normal(error, error / (2 * tally.among) ** 0.5 if tally.among else nan, tally.among)

    slips = {"one_holding": Fraction(7), "no_root": Fraction(7, hands), "put_back": _near(sqrt(63 / hands), 9)}
    return ExerciseTask("mean", {"hands": hands}, solve, lambda seed: _MeasureTrials(pips(), 7, seed=seed),
                        slips, Fraction(1, 100), reads=reads)


ENTRIES = (
    *entries("holdings", {own_tile: 1, a_double: 1, mean_pips: 1, shared_value: 2, likeliest_doubles: 2,
                          heavy_holding: 3, five_of_a_suit: 4, every_value: 4}),
    *entries("conditional", {next_double: 2, another_double: 3, pair_with_double: 3, named_double: 4}),
    *entries("simulation", {missing_value: 2, put_back: 3, missed_bands: 3, hands_needed: 4, error_of_a_mean: 5}),
)
