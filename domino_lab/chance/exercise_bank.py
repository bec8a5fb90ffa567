"""Exercise bank: the figures of each exercise on chance, its exact answer, and the trials that estimate it.

Their words are in words/en/exercises.toml, their worked answers in words/en/exercise_answers.toml.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import islice, product
from math import ceil, comb, nan, sqrt
from typing import Literal, NamedTuple, TypeAlias, get_args

from domino_lab import catalogue
from domino_lab.chance.counting import MOST_LISTED
from domino_lab.chance.estimates import NORMAL_95, Estimate
from domino_lab.chance.exact_chance import distribution, exact
from domino_lab.chance.exercise_task import (
    THREE_PLACES,
    Dice,
    ExerciseTask,
    Experiment,
    Looked,
    Sought,
    TrialOutcome,
    beside,
    deals_of,
    varies,
)
from domino_lab.chance.holding_events import Event, Measure, doubles, has, longest_suit, pips, suit, suits
from domino_lab.chance.jobs import Job, play_chunk, prepare
from domino_lab.chance.knowledge import STOCK, know
from domino_lab.chance.patience_prospects import best_line, fewest_of_deal
from domino_lab.chance.trials import BY_LOT, NO, YES, GameTrials, HoldingTrials, Solved, TrialCounts, Trials
from domino_lab.core.actions import Draw, Play
from domino_lab.core.events import Settled
from domino_lab.core.shuffle import DEALS, Shuffle, Stream
from domino_lab.core.tiles import DominoSet, Tile
from domino_lab.play.hand import advance
from domino_lab.play.legal import legal
from domino_lab.play.players import players_by_seat
from domino_lab.play.settlement import settle
from domino_lab.play.start import names_for, start
from domino_lab.play.state import Position
from domino_lab.play.timeline import Timeline, play_on, play_out
from domino_lab.record.read_moves import values_at_ends
from domino_lab.rules.ruleset import Ruleset
from domino_lab.words import phrase

Kind: TypeAlias = Literal["holdings", "conditional", "simulation", "hidden", "strategy"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""What exercises are about, in the order in which one learns it."""


class BankEntry(NamedTuple):
    """An exercise: its `name` (also that of its words), its kind, its level from 1 to 5, and the maker of its task."""

    name: str
    kind: str
    level: int
    make: Callable[[Dice], ExerciseTask]


SIX = DominoSet()
SETS = (6, 7, 8, 9)
"""The sets of most exercises, by their highest number."""
TWENTY = 20  # one band in twenty misses


def _stream(seed: int, number: int) -> Stream:
    return Shuffle(seed=seed, hand=number).stream(DEALS)


class _PutBack(Experiment):
    """Draws of `tiles` tiles, each put back before the next: how often is there no double?"""

    kind = "mean"
    yes, no = "exercises.no_double", "exercises.some_double"

    def __init__(self, of: DominoSet, tiles: int, *, seed: int) -> None:
        super().__init__(seed)
        self.of, self.tiles = of, tiles

    def draw(self, number: int) -> tuple[Tile, ...]:
        stream = _stream(self.seed, number)
        return tuple(self.of.tiles[stream.pick(len(self.of.tiles))] for _ in range(self.tiles))

    def outcome(self, number: int) -> TrialOutcome:
        none = not any(tile.is_double for tile in self.draw(number))
        return TrialOutcome(YES if none else NO, int(none))

    def describe(self, number: int) -> str:
        return phrase("exercises.program_drew", tiles=self.draw(number))


class _MissedBands(Experiment):
    """Classes that draw a band each: in how many does at least one band miss?"""

    numeric = True
    keys = ()

    def __init__(self, learners: int, *, seed: int) -> None:
        super().__init__(seed, "bands_missed")
        self.learners = learners

    def misses(self, number: int) -> tuple[int, ...]:
        """Return which learners' bands miss in class `number`, counted from 1."""
        stream = _stream(self.seed, number)
        return tuple(learner for learner in range(1, self.learners + 1) if not stream.pick(TWENTY))

    def outcome(self, number: int) -> TrialOutcome:
        missed = len(self.misses(number))
        return TrialOutcome(missed, int(missed > 0))

    def counts(self, key: int) -> bool:
        return key > 0

    def describe(self, number: int) -> str:
        missed = self.misses(number)
        return phrase("exercises.missed_by", learners=missed) if missed else phrase("exercises.missed_by_none")


class _NextLeads(Experiment):
    """Deals in which nobody has the highest double: who has the next one, a seat or, after all seats, the boneyard?"""

    def __init__(self, players: int, each: int, of: DominoSet, *, seed: int) -> None:
        self.second = Tile(of.max_pip - 1, of.max_pip - 1)
        super().__init__(seed, "where", tile=self.second)
        self.players, self.each, self.of, self.keys = players, each, of, tuple(range(players + 1))

    def outcome(self, number: int) -> TrialOutcome | None:
        order = Shuffle(seed=self.seed, hand=number).order(self.of)
        dealt = order[:self.players * self.each]
        if Tile(self.of.max_pip, self.of.max_pip) in dealt:
            return None
        place = order.index(self.second)
        return TrialOutcome(place % self.players, 1) if place < len(dealt) else TrialOutcome(self.players, 0)

    def label(self, key: int) -> str:
        return phrase("exercises.in_boneyard") if key == self.players else names_for(self.players)[key]

    def counts(self, key: int) -> bool:
        return key < self.players

    def timeline(self, number: int) -> Timeline:
        """Return the deal as a hand of Block; if nobody has a double, a lot decides who leads."""
        block, shuffle = catalogue.get("block"), Shuffle(seed=self.seed, hand=number)
        held = shuffle.order(self.of)[:self.players * self.each]
        changes: dict[str, object] = {} if any(tile.is_double for tile in held) else {**BY_LOT}
        if self.of != block.equipment.set:
            changes["max_pip"] = self.of.max_pip
        if changes or self.each != block.dealing.each(self.players, len(self.of.tiles)):
            changes["deal"] = self.each
        return play_out(block.but(name=None, **changes) if changes else block, shuffle, seats=self.players)


class _MeasureTrials(HoldingTrials):
    """Deals of `tiles` tiles of a set: the mean of a measure, with its values as bars."""

    kind = "mean"

    def __init__(self, measure: Measure, tiles: int, *, of: DominoSet = SIX, seed: int = 0) -> None:
        super().__init__(measure >= 0, tiles, set=of, seed=seed)
        self.measure, self.bars_called, self.numeric, self.keys = measure, str(measure), True, ()

    def counts(self, key: int) -> bool:
        return False

    def play(self, first: int, count: int) -> TrialCounts:
        import numpy as np

        values_dealt = self.measure.over(self._deal(first, count)).astype(np.int64)
        values, times = np.unique(values_dealt, return_counts=True)
        return TrialCounts(count, count, int(values_dealt.sum()), int((values_dealt * values_dealt).sum()),
                           dict(zip(values.tolist(), times.tolist(), strict=True)))


class Figures(NamedTuple):
    """A set by its highest number, and how many of its tiles are dealt."""

    top: int
    tiles: int

    @property
    def of(self) -> DominoSet:
        """The set."""
        return DominoSet.of(self.top)

    @property
    def size(self) -> int:
        """The number of tiles in the set."""
        return comb(self.top + 2, 2)

    @property
    def suit(self) -> int:
        """The number of tiles with a given number on them; also the number of suits, and of doubles."""
        return self.top + 1

    @property
    def singles(self) -> int:
        """The number of tiles that are not doubles; also of those outside a given suit."""
        return self.size - self.suit

    def ratio(self, fitting: int) -> Fraction:
        """Return the share that `fitting` are of all holdings."""
        return Fraction(fitting, comb(self.size, self.tiles))

    def doubles(self, number: int) -> Fraction:
        """Return the chance of exactly that many doubles, which is also that of as many tiles of a given suit."""
        return self.ratio(comb(self.suit, number) * comb(self.singles, self.tiles - number))

    def without(self, numbers: int) -> Fraction:
        """Return the chance that none of that many given numbers is on a tile."""
        return self.ratio(comb(comb(self.suit - numbers + 1, 2), self.tiles))

    @property
    def another(self) -> Fraction:
        """The chance of two or more doubles, if there is one."""
        return 1 - self.doubles(1) / (1 - self.doubles(0))

    @property
    def besides(self) -> Fraction:
        """The chance of another double besides a named one."""
        return 1 - Fraction(comb(self.singles, self.tiles - 1), comb(self.size - 1, self.tiles - 1))

    @property
    def facts(self) -> dict[str, object]:
        """The facts that the sentences of an exercise can name."""
        return {"set": self.of.name, "top": self.top, "suit": self.suit, "tiles": self.tiles, "size": self.size,
                "singles": self.singles}


def _about(event: Event, value: Fraction, dealt: Figures, slips: Mapping[str, Fraction], /, *,
           given: Event | None = None, **facts: object) -> ExerciseTask:
    """The chance of an event of a holding, perhaps given another: its value by a short formula, derived by counting."""

    @cache
    def derive() -> tuple[str, ...]:
        return tuple(exact(event, dealt.tiles, set=dealt.of, given=given).derivation.splitlines())

    return ExerciseTask("chance", {**dealt.facts, **facts}, lambda: Sought(value, derive),
                        lambda seed: HoldingTrials(event, dealt.tiles, set=dealt.of, given=given, seed=seed), slips,
                        event=event, given=given, drawn=(_any(dealt.tiles),))


def _any(tiles: int) -> tuple[None, ...]:
    """That many tiles of which nothing is known."""
    return (None,) * tiles


MANY = [*product(SETS, (7, 6, 5, 8, 4, 9, 10, 11, 3))]


@varies(MANY)
def a_double(top: int, tiles: int) -> ExerciseTask:
    """At least one double among that many tiles."""
    dealt = Figures(top, tiles)
    none = dealt.doubles(0)
    slips = {"none": none, "one": dealt.doubles(1), "put_back": 1 - Fraction(dealt.singles, dealt.size) ** tiles}
    return _about(doubles() >= 1, 1 - none, dealt, slips)


@varies(beside(MANY, ("6-6", "0-0", "5-2", "6-4")))
def own_tile(top: int, tiles: int, name: str) -> ExerciseTask:
    """One tile that you wish for."""
    dealt, tile = Figures(top, tiles), Tile.of(name)
    slips = {"one_draw": Fraction(1, dealt.size), "one_of_mine": Fraction(1, tiles)}
    task = _about(has(tile), Fraction(tiles, dealt.size), dealt, slips, tile=tile)
    return replace(task, drawn=((tile,), _any(tiles)))


ALIKE = [(6, 2), *((top, tiles) for tiles in (2, 3, 4) for top in range(4, 13) if (top, tiles) != (6, 2)),
         *((top, 5) for top in range(5, 10))]
"""Sets by their highest number, with how many tiles share a number: so few that they can be listed."""


@varies(ALIKE)
def shared_value(top: int, tiles: int) -> ExerciseTask:
    """Tiles that share a value."""
    dealt = Figures(top, tiles)
    after_double = Fraction(comb(top, tiles - 1), comb(dealt.size - 1, tiles - 1))
    return _about(longest_suit() == tiles, dealt.suit * dealt.doubles(tiles), dealt,
                  {"only_doubles": after_double, "no_doubles": 2 * after_double})


@varies([*product(SETS, (7, 6, 5, 8, 4, 9, 10, 11, 12, 3))])
def mean_pips(top: int, tiles: int) -> ExerciseTask:
    """The mean number of pips on that many tiles."""
    dealt = Figures(top, tiles)
    total = top * dealt.size
    slips = {"one_half": Fraction(top * tiles, 2), "one_tile": Fraction(top), "all_tiles": Fraction(total)}
    return ExerciseTask("mean", {**dealt.facts, "total": total}, lambda: Sought(Fraction(top * tiles)),
                        lambda seed: _MeasureTrials(pips(), tiles, of=dealt.of, seed=seed), slips, Fraction(1, 20),
                        drawn=(_any(tiles),))


CLEAREST = [(6, 7), (6, 9), (6, 5), (6, 13), (7, 5), (7, 9), (7, 14), (8, 10), (8, 16), (9, 5), (9, 12), (9, 17),
            (9, 23)]
"""Sets and numbers of tiles for which one number of doubles is much more frequent than any other."""


@varies(CLEAREST)
def likeliest_doubles(top: int, tiles: int) -> ExerciseTask:
    """The most frequent number of doubles."""
    dealt = Figures(top, tiles)
    numbers = range(min(dealt.suit, tiles) + 1)

    def derive() -> tuple[str, ...]:
        ways = {number: comb(dealt.suit, number) * comb(dealt.singles, tiles - number) for number in numbers}
        return tuple([f"{number}: C({dealt.suit},{number}) × C({dealt.singles},{tiles - number}) = {count:,}"
                      for number, count in ways.items()])

    def reads(tally: TrialCounts) -> Estimate:
        """Return the most frequent value; its possible error is not known."""
        most = float(max(tally.counts, key=lambda value: (tally.counts[value], -value), default=nan))
        return Estimate(most, 0.0, most, most, tally.among)

    return ExerciseTask("number", dealt.facts, lambda: Sought(Fraction(max(numbers, key=dealt.doubles)), derive),
                        lambda seed: _MeasureTrials(doubles(), tiles, of=dealt.of, seed=seed),
                        {"mean": Fraction(2 * tiles, top + 2), "none": Fraction(0)}, Fraction(0), reads=reads,
                        drawn=(_any(tiles),))


@varies([*product((7, 6, 5, 8), (8, 10, 6, 4, 5, 7, 9, 11, 12))])
def heavy_holding(tiles: int, more: int) -> ExerciseTask:
    """More pips than a bound, which no short sum counts."""
    dealt, bound, counts = Figures(6, tiles), 6 * tiles + more, distribution(pips(), tiles).counts
    over = dealt.ratio(sum(count for value, count in counts.items() if value > bound))
    return _about(pips() > bound, over, dealt, {"too": over + dealt.ratio(counts[bound]), "other": 1 - over},
                  bound=bound, total=f"{comb(28, tiles):,}")


LONG_SUITS = [(6, 7, 5), *((top, tiles, number) for tiles, number in ((4, 3), (5, 4), (6, 4), (6, 5), (7, 5), (8, 5))
                           for top in range(4, 10) if number <= top and 2 * tiles <= comb(top + 2, 2)
                           and comb(comb(top + 2, 2), tiles) < MOST_LISTED and (top, tiles, number) != (6, 7, 5))]
"""Sets, tiles, and how many of one suit: more than half and one half more, so that no two suits are both so long."""


@varies(LONG_SUITS)
def five_of_a_suit(top: int, tiles: int, number: int) -> ExerciseTask:
    """That many tiles or more of one suit, for which some players ask for a new deal."""
    dealt = Figures(top, tiles)
    chance = sum((dealt.doubles(many) for many in range(number, tiles + 1)), Fraction(0))
    slips = {"one_suit": chance, "just": dealt.suit * dealt.doubles(number)}
    return _about(longest_suit() >= number, dealt.suit * chance, dealt, slips, number=number)


ALL_SUITS = [(6, 7), (6, 8), (6, 6), (6, 5), (6, 9), (6, 10), *product((5, 4), (4, 5, 6, 7)), (5, 3), (5, 8), (5, 9),
             (5, 10), (4, 3), (3, 3), (3, 4), (3, 5), (7, 5), (7, 6), (7, 7), (7, 8), (7, 9), (8, 6), (8, 7), (8, 8),
             (8, 9), (9, 7), (9, 8), (9, 9)]
"""Sets and numbers of tiles on which every value can be."""


@varies(ALL_SUITS)
def every_value(top: int, tiles: int) -> ExerciseTask:
    """All values of the set in one holding."""
    dealt = Figures(top, tiles)
    value = sum(((-1) ** gone * comb(dealt.suit, gone) * dealt.without(gone) for gone in range(top + 2)), Fraction(0))
    one_there = 1 - dealt.without(1)
    slips = {"missing": 1 - value, "one_value": one_there, "apart": one_there ** dealt.suit}
    return _about(suits() == dealt.suit, value, dealt, slips)


@varies(MANY)
def another_double(top: int, tiles: int) -> ExerciseTask:
    """Somebody has a double; do they have another?"""
    dealt = Figures(top, tiles)
    slips = {"before": dealt.another * (1 - dealt.doubles(0)), "named": dealt.besides}
    return _about(doubles() >= 2, dealt.another, dealt, slips, given=doubles() >= 1)


@varies(beside(MANY, ("6-6", "0-0", "3-3")))
def named_double(top: int, tiles: int, name: str) -> ExerciseTask:
    """Somebody shows one double by name; do they have another?"""
    dealt, tile = Figures(top, tiles), Tile.of(name)
    slips = {"any": dealt.another, "fresh": 1 - dealt.doubles(0)}
    task = _about(doubles() >= 2, dealt.besides, dealt, slips, given=has(tile), tile=tile, left=dealt.size - 1)
    return replace(task, drawn=((tile, *_any(tiles - 1)),))


@varies(ALIKE)
def pair_with_double(top: int, tiles: int) -> ExerciseTask:
    """Tiles share a value; is one of them a double?"""
    dealt = Figures(top, tiles)
    both, some = dealt.suit * dealt.ratio(comb(top, tiles - 1)), 1 - dealt.doubles(0)
    return _about(doubles() >= 1, Fraction(tiles, dealt.suit), dealt,
                  {"both": both, "turned": both / some, "tiles": some}, given=longest_suit() == tiles,
                  ways=f"{comb(dealt.suit, tiles):,}", with_double=f"{comb(top, tiles - 1):,}")


TABLES = ((2, 7), (2, 6), (2, 5), (3, 5), (3, 6), (3, 7), (4, 4), (4, 5), (2, 8))
"""Numbers of players, with the tiles that each of them takes."""


@varies([(top, *table) for top, table in product(SETS, TABLES)])
def next_double(top: int, players: int, each: int) -> ExerciseTask:
    """The highest double leads, and nobody has it; does the next one lead?"""
    dealt = Figures(top, players * each)
    before, other = Fraction(dealt.tiles, dealt.size), Fraction(dealt.tiles, dealt.size - 1)
    slips = {"before": before, "both": (1 - before) * other, "one_player": Fraction(each, dealt.size - 1)}
    highest, second = Tile(top, top), Tile(top - 1, top - 1)
    task = _about(has(second), other, dealt, slips, given=~has(highest), players=players, each=each, second=second,
                  highest=highest, others=dealt.size - 1, left=dealt.size - dealt.tiles)
    return replace(task, trials=lambda seed: _NextLeads(players, each, dealt.of, seed=seed),
                   drawn=((highest,), (second,), _any(each)))


FOUR = 4  # a correct run is off by more than four standard errors once in 16,000 runs


def _near(value: float, places: int = 4) -> Fraction:
    return Fraction(value).limit_denominator(10**places)


CLEAR = [figures for figures in MANY if abs(1 - 2 * Figures(*figures).without(1)) > Fraction(1, 10)]
"""Those where a value is missing and where it is there are not equally likely: a run tells them apart."""


@varies(beside(CLEAR, (6, 0, 3, 5), (2000, 3000, 5000)))
def missing_value(top: int, tiles: int, value: int, hands: int) -> ExerciseTask:
    """A run of that many deals: how often is a value missing? The run is right if it comes near the exact value."""
    dealt = Figures(top, tiles)
    chance = dealt.without(1)
    task = _about(suit(value) == 0, chance, dealt, {"some": 1 - chance}, value=value, hands=hands)
    return replace(task, tolerance=_near(FOUR * sqrt(chance * (1 - chance) / hands)))


@varies([*product((10, 20, 5, 30, 40, 15, 25, 8), (7, 6, 5, 8))])
def hands_needed(thousandths: int, tiles: int) -> ExerciseTask:
    """Ask how many deals must be played until the interval is narrow enough."""
    half = Fraction(thousandths, 1000)
    chance = Fraction(tiles, 28)
    spread, band = chance * (1 - chance), Fraction(NORMAL_95) ** 2 / half**2
    slips = {"one_error": spread / half**2, "worst": Fraction(1, 4) * band, "no_root": chance / half}
    needed = Fraction(ceil(spread * band))

    def reads(tally: TrialCounts) -> Estimate:
        value, error, _, _, hands = tally.share
        return Estimate.normal(float(band) * value * (1 - value), float(band) * abs(1 - 2 * value) * error, hands)

    facts = {"half": f"{float(half):g}", "tiles": tiles, "chance": str(chance)}
    return ExerciseTask("number", facts, lambda: Sought(needed),
                        lambda seed: HoldingTrials(has("6-6"), tiles, seed=seed), slips, needed / 20, has("6-6"),
                        reads=reads, drawn=((Tile(6, 6),), _any(tiles)))


@varies(MANY)
def put_back(top: int, tiles: int) -> ExerciseTask:
    """A program that puts each tile back: by how much is its result off in the long run?"""
    dealt = Figures(top, tiles)
    wrong, right = Fraction(dealt.singles, dealt.size) ** tiles, dealt.doubles(0)

    def reads(tally: TrialCounts) -> Estimate:
        share = tally.share
        value, low, high = (number - float(right) for number in (share.value, share.low, share.high))
        return Estimate(value, share.error, low, high, share.hands)

    facts = {**dealt.facts, "single": str(Fraction(dealt.singles, dealt.size))}
    return ExerciseTask("mean", facts, lambda: Sought(wrong - right),
                        lambda seed: _PutBack(dealt.of, tiles, seed=seed),
                        {"wrong": wrong, "right": right, "turned": right - wrong}, THREE_PLACES, reads=reads,
                        drawn=(_any(tiles),))


@varies([(learners,) for learners in (20, *range(6, 20), *range(21, 46))])
def missed_bands(learners: int) -> ExerciseTask:
    """A class draws 95 % intervals: does at least one of them miss?"""
    hit = Fraction(19, 20) ** learners
    slips = {"none": hit, "one_band": Fraction(1, 20), "added": min(Fraction(learners, 20), Fraction(1))}
    return ExerciseTask("chance", {"learners": learners}, lambda: Sought(1 - hit),
                        lambda seed: _MissedBands(learners, seed=seed), slips)


@varies([*product((100, 400, 49, 900, 64, 144, 225, 36), (7, 5, 6, 8))])
def error_of_a_mean(hands: int, tiles: int) -> ExerciseTask:
    """Ask how far off the mean of the pips is after that many deals."""
    variance = Fraction(9 * tiles * (28 - tiles), 27)

    def reads(tally: TrialCounts) -> Estimate:
        error = tally.mean.error * (tally.among / hands) ** 0.5
        return Estimate.normal(error, error / (2 * tally.among) ** 0.5 if tally.among else nan, tally.among)

    value, single = (_near(sqrt(variance / many), 12) for many in (hands, 1))
    slips = {"one_holding": single, "no_root": single / hands, "put_back": _near(sqrt(9 * tiles / hands), 9)}
    facts = {"hands": hands, "tiles": tiles, "mean": 6 * tiles, "others": 28 - tiles, "one": f"{float(single):.4g}",
             "variance": f"{float(variance):.4g}"}
    return ExerciseTask("mean", facts, lambda: Sought(value), lambda seed: _MeasureTrials(pips(), tiles, seed=seed),
                        slips, min(Fraction(1, 100), _near(sqrt(variance / hands) / 30, 9)), reads=reads,
                        drawn=(_any(tiles),))


Lacks = Mapping[int, frozenset[int]]  # the values that a seat is known to lack
Lying = Mapping[int, tuple[Tile, ...]]  # the tiles in each hidden place: the seats, and STOCK


class Seen(NamedTuple):
    """The view of seat `me` at a step of a hand, and the values the others are known to lack."""

    timeline: Timeline
    step: int
    me: int
    lacks: Lacks

    @property
    def state(self) -> Position:
        """The position."""
        return self.timeline.steps[self.step].state

    @property
    def unseen(self) -> tuple[Tile, ...]:
        """The tiles that this seat cannot see, ascending."""
        laid = {placed.tile for placed in self.state.chain.laid}
        return tuple([tile for tile in self.state.rules.equipment.set.tiles
                      if tile not in laid and tile not in self.state.holdings[self.me]])

    @property
    def sizes(self) -> dict[int, int]:
        """The number of tiles in each hidden place: the other seats, and the boneyard."""
        held = {seat: len(holding) for seat, holding in enumerate(self.state.holdings) if seat != self.me}
        return {**held, STOCK: len(self.state.stock)} if self.state.stock else held

    def open_to(self, seat: int) -> tuple[Tile, ...]:
        """The unseen tiles that a seat could hold."""
        lacking = self.lacks.get(seat, frozenset())
        return tuple([tile for tile in self.unseen if not lacking & {tile[0], tile[1]}])


class _PlaceTrials(Experiment):
    """Deals of the hidden tiles that agree with what is known: how often does `tile` lie in `place`?"""

    def __init__(self, seen: Seen, tile: Tile, place: int, *, seed: int) -> None:
        super().__init__(seed, "where", tile=tile)
        self.seen, self.tile, self.place, self.keys = seen, tile, place, tuple(seen.sizes)

    def lying(self, number: int) -> Lying | None:
        """Return deal `number` of the hidden tiles; None if it cannot be so.

        Tiles that a player cannot have are kept out of the first such player's holding as they are dealt, and out of
        any other's by rejecting the deal: so every possible deal is as likely as any other.
        """
        stream, sizes = Shuffle(seed=self.seed, hand=number).stream(DEALS), self.seen.sizes
        first = next(iter(self.seen.lacks), None)
        held = () if first is None else stream.shuffled(self.seen.open_to(first))[:sizes[first]]
        others = iter(stream.shuffled([tile for tile in self.seen.unseen if tile not in held]))
        lying = {spot: held if spot == first else tuple(sorted(islice(others, size))) for spot, size in sizes.items()}
        possible = all(not any(lacking & {tile[0], tile[1]} for tile in lying[seat])
                       for seat, lacking in self.seen.lacks.items())
        return lying if possible else None

    def outcome(self, number: int) -> TrialOutcome | None:
        lying = self.lying(number)
        if lying is None:
            return None
        where = next(spot for spot, tiles in lying.items() if self.tile in tiles)
        return TrialOutcome(where, int(where == self.place))

    def label(self, key: int) -> str:
        return phrase("exercises.in_boneyard") if key == STOCK else self.seen.timeline.names[key]

    def counts(self, key: int) -> bool:
        return key == self.place

    def timeline(self, number: int) -> Timeline | None:
        lying = self.lying(number)
        if lying is None:
            return None
        seen, state = self.seen.timeline.steps[self.seen.step], self.seen.state
        held = tuple(lying.get(seat, holding) for seat, holding in enumerate(state.holdings))
        dealt = state.but(holdings=held, stock=lying.get(STOCK, ()))
        line = Timeline((seen._replace(state=dealt),), title=phrase("exercises.one_way", number=number + 1))
        return play_on(line, Shuffle(seed=self.seed, hand=number), "random")


FEWEST, MOST, MOST_UNSEEN, MOST_LOOKED = 2, 3, 16, 3000
"""If several seats matter, a learner should be able to list the deals: few tiles, and few that cannot be seen."""


def _place_task(
    seen: Seen, tile: Tile, place: int, facts: Mapping[str, object], slips: Mapping[str, Fraction]
) -> ExerciseTask:
    """Return the exercise that asks for the chance that `tile` lies in `place`."""

    def solve() -> Sought:
        knowledge = know(seen.timeline, seen.me, seen.step)
        return Sought(knowledge.chance(tile, place), lambda: tuple(dict.fromkeys(knowledge.text.splitlines())))

    def trials(seed: int) -> Trials:
        return _PlaceTrials(seen, tile, place, seed=seed)

    facts = {**_position_facts(seen), "tile": tile, **facts}
    return ExerciseTask("chance", facts, solve, trials, slips, looked=Looked(seen.timeline, seen.step, seen.me))


def _position_facts(seen: Seen) -> dict[str, object]:
    state, names = seen.state, seen.timeline.names
    others = [phrase("exercises.holds", player=names[seat], number=len(holding))
              for seat, holding in enumerate(state.holdings) if seat != seen.me]
    laid = [laid_tile.tile for laid_tile in state.chain.laid]
    stock = phrase("exercises.boneyard", number=len(state.stock)) if state.stock else phrase("exercises.no_boneyard")
    on_table = phrase("exercises.on_table", tiles=laid) if laid else phrase("exercises.bare_table")
    return {"game": state.rules.name, "me": names[seen.me], "mine": state.holdings[seen.me], "laid": on_table,
            "others": " ".join(others), "stock": stock, "unseen": len(seen.unseen),
            "set": state.rules.equipment.set.name}


def _hands(game: str, seed: int, seats: int, **house: object) -> Iterator[Timeline]:
    """Hands in which the leader is found by lot: leading by a highest double would tell something of the tiles."""
    by_lot = {} if catalogue.get(game)["first_leader"] == "lot" else {"first_leader": "lot", "lead_tile": "any"}
    rules = _under_house_rules(game, **by_lot, **house)
    for hand in range(MOST_LOOKED):
        yield play_out(rules, Shuffle(seed=seed, hand=hand), seats=seats, policies="random")


@cache
def _under_house_rules(game: str, **changes: object) -> Ruleset:
    """Return a game with house rules under its own name."""
    rules = catalogue.get(game)
    return rules.but(name=rules.name, **changes) if changes else rules


def _ends(state: Position) -> frozenset[int]:
    return frozenset(end.value for end in state.open_ends)


def _goes_on(seen: Seen) -> bool:
    """True if the seat that is asked can play, so that the hand going on tells it nothing."""
    return any(_ends(seen.state) & {tile[0], tile[1]} for tile in seen.state.holdings[seen.me])


def _passes(line: Timeline) -> list[int]:
    return [number for number, step in enumerate(line.steps) if step.action is not None and step.action.kind == "pass"]


DEALT = [*product(SETS, (7, 6, 5, 8, 9, 4, 10, 3))]


@varies(beside(DEALT, (2, 3), deals_of("where_is_it")))
def where_is_it(top: int, each: int, seats: int, seed: int) -> ExerciseTask:
    """A tile you do not hold: does the player on the left have it?"""
    line = next(_hands("block", seed, seats, max_pip=top, deal=each))
    seen = Seen(line, 0, 0, {})
    tile, size = seen.unseen[-1], Figures(top, each).size
    slips = {"two_places": Fraction(1, 2), "whole_set": Fraction(each, size)}
    return _place_task(seen, tile, 1, {"player": line.names[1]}, slips)


@varies(beside(zip(deals_of("after_a_pass")), SETS, (7, 6, 8, 5, 9)))
def after_a_pass(seed: int, top: int, each: int) -> ExerciseTask:
    """The other player has passed: which tiles may they still hold?"""
    seen, seat = next(_first_passes(_hands("block", seed, 2, max_pip=top, deal=each)))
    tile, size, unseen = seen.open_to(seat)[-1], seen.sizes[seat], len(seen.unseen)
    slips = {"no_news": Fraction(size, unseen), "two_places": Fraction(1, 2),
             "wrong_way": Fraction(seen.sizes[STOCK], unseen)}
    facts = {"player": seen.timeline.names[seat], "ends": values_at_ends(seen.state), "suits": sorted(seen.lacks[seat])}
    return _place_task(seen, tile, seat, facts, slips)


def _first_passes(hands: Iterator[Timeline]) -> Iterator[tuple[Seen, int]]:
    """Hands at their first pass, seen by the next player, if the pass says something and the hand goes on."""
    for line in hands:
        for step in _passes(line)[:1]:
            before = line.steps[step - 1].state
            seat = before.turn
            seen = Seen(line, step, line.steps[step].state.turn, {seat: _ends(before)})
            if before.chain.laid and seen.sizes[seat] >= FEWEST and _goes_on(seen) and _says(seen, seat):
                yield seen, seat


def _says(seen: Seen, seat: int) -> bool:
    return seen.sizes[seat] < len(seen.open_to(seat)) < len(seen.unseen)


@varies(beside(zip(deals_of("after_draws")), SETS))
def after_draws(seed: int, top: int) -> ExerciseTask:
    """The other player could not play, drew until a tile fitted, and played that."""
    seen, seat, drawn = next(_first_draws(_hands("draw-classic", seed, 2, max_pip=top, deal=7)))
    tile, size = seen.open_to(seat)[-1], seen.sizes[seat]
    slips = {"no_news": Fraction(size, len(seen.unseen)), "two_places": Fraction(1, 2)}
    facts = {"player": seen.timeline.names[seat], "suits": sorted(seen.lacks[seat]), "drawn": drawn,
             "last": seen.state.chain.laid[-1].tile}
    return _place_task(seen, tile, seat, facts, slips)


def _first_draws(hands: Iterator[Timeline]) -> Iterator[tuple[Seen, int, int]]:
    """Hands at the first time that somebody draws two tiles or more and plays the last."""
    for line in hands:
        kinds = [step.action.kind if step.action is not None else "" for step in line.steps]
        first = kinds.index("draw") if "draw" in kinds else len(kinds)
        laid = next((number for number in range(first, len(kinds)) if kinds[number] != "draw"), first)
        if laid - first >= FEWEST and kinds[laid] == "play" and "pass" not in kinds[:laid]:
            before = line.steps[first - 1].state
            seen = Seen(line, laid, 1 - before.turn, {before.turn: _ends(before)})
            if before.chain.laid and _goes_on(seen) and _says(seen, before.turn):
                yield seen, before.turn, laid - first


@varies(beside(DEALT, deals_of("after_a_free_draw")))
def after_a_free_draw(top: int, each: int, seed: int) -> ExerciseTask:
    """The other player drew by choice, which proves nothing."""
    seen, seat = next(_free_draws(_hands("draw", seed, 2, max_pip=top, deal=each)))
    lacking = _ends(seen.timeline.steps[seen.step - 2].state)
    tile = next(tile for tile in reversed(seen.unseen) if lacking & {tile[0], tile[1]})
    slips = {"a_proof": Fraction(0), "new_one": Fraction(1, len(seen.unseen)), "two_places": Fraction(1, 2)}
    return _place_task(seen, tile, seat, {"player": seen.timeline.names[seat], "suits": sorted(lacking)}, slips)


def _free_draws(hands: Iterator[Timeline]) -> Iterator[tuple[Seen, int]]:
    """Hands in which the second player draws once after the lead, without need, and then plays what they can."""
    for whole in hands:
        line = whole.upto(1)
        if line.state.over or not any(isinstance(action, Play) for action in legal(line.state)):
            continue
        seat, drawing = line.state.turn, line.play(Draw())
        done = drawing.play(next(action for action in legal(drawing.state) if isinstance(action, Play)))
        seen = Seen(done, 3, 1 - seat, {})
        if not done.is_over and _goes_on(seen):
            yield seen, seat


@varies(beside(zip(deals_of("with_my_partner")), (6, 7), (7, 9)))
def with_my_partner(seed: int, top: int, each: int) -> ExerciseTask:
    """Four players hold all tiles; one of them has passed. Does the partner hold a tile?"""
    for seen, seat in _first_passes(_hands("block/partners", seed, 4, max_pip=top, deal=each)):
        partner, third = (seen.me + 2) % 4, (seen.me + 1) % 4
        names, sizes, unseen = seen.timeline.names, seen.sizes, len(seen.unseen)
        if seat == (seen.me + 3) % 4 and sizes[partner] >= FEWEST and unseen <= MOST_UNSEEN:
            slips = {"no_news": Fraction(sizes[partner], unseen),
                     "ruled_out": Fraction(sizes[partner], sizes[partner] + sizes[third]), "three": Fraction(1, 3)}
            facts = {"player": names[seat], "partner": names[partner], "ends": values_at_ends(seen.state),
                     "suits": sorted(seen.lacks[seat])}
            return _place_task(seen, seen.open_to(seat)[-1], partner, facts, slips)
    raise LookupError("with_my_partner")


@varies([(seed,) for seed in deals_of("two_passes")])
def two_passes(seed: int) -> ExerciseTask:
    """Two players have passed at different ends: how likely is a tile to lie in the boneyard?"""
    seen, tile = next(_two_passes(_hands("block", seed, 3)))
    both = [phrase("exercises.passed", player=seen.timeline.names[seat], suits=sorted(lacking))
            for seat, lacking in seen.lacks.items()]
    slips = {"no_news": Fraction(seen.sizes[STOCK], len(seen.unseen)), "three": Fraction(1, 3)}
    return _place_task(seen, tile, STOCK, {"both": both, "passes": " ".join(both)}, slips)


def _two_passes(hands: Iterator[Timeline]) -> Iterator[tuple[Seen, Tile]]:
    """Hands after two passes at ends that differ, seen by the third player, with a tile that all may hold."""
    for line in hands:
        passes = _passes(line)[:2]
        if len(passes) < 2 or not line.steps[passes[1]].state.stock:
            continue
        lacks = {line.steps[step - 1].state.turn: _ends(line.steps[step - 1].state) for step in passes}
        seen, both = Seen(line, passes[1], line.steps[passes[1]].state.turn, lacks), frozenset().union(*lacks.values())
        sizes = [seen.sizes[seat] for seat in lacks if seat != seen.me]
        if len(sizes) < 2 or len(set(lacks.values())) < 2 or not all(FEWEST <= size <= MOST for size in sizes):
            continue
        free = [tile for tile in seen.unseen if not both & {tile[0], tile[1]}]
        if free and _goes_on(seen) and all(_says(seen, seat) for seat in lacks):
            yield seen, free[-1]


class Measured(NamedTuple):
    """A `value` with its standard `error`, from that many `hands`."""

    value: float
    error: float
    hands: int


# Values that nobody can count. Each was found with the trials of its exercise, that of Five Columns with `solvable`; a
# test plays such hands with an engine of its own.

# How often the leader wins at Draw, where all choose at random: by the set's highest number, the players, and the tiles
# of each. The first is the game of the sheet; the others are more than 0.02 away from it.
LEADER_WINS = {figures: Measured(share, 0.0005, 1_000_000) for figures, share in {
    (6, 2, 7): 0.5326,
    (6, 2, 3): 0.5896, (6, 2, 4): 0.5621, (6, 3, 3): 0.4520, (6, 3, 4): 0.4194, (6, 3, 5): 0.4004, (6, 3, 6): 0.3904,
    (6, 3, 7): 0.3846, (6, 3, 8): 0.3903, (6, 3, 9): 0.4107, (6, 4, 3): 0.3886, (6, 4, 4): 0.3477, (6, 4, 5): 0.3305,
    (6, 4, 6): 0.3326, (6, 4, 7): 0.3527, (9, 2, 3): 0.5566, (9, 3, 3): 0.4078, (9, 3, 4): 0.3775, (9, 3, 5): 0.3650,
}.items()} | {figures: Measured(share, 0.0008, 400_000) for figures, share in {
    (7, 2, 3): 0.5738, (7, 3, 3): 0.4329, (7, 3, 4): 0.3988, (7, 3, 5): 0.3838, (7, 3, 6): 0.3746, (7, 4, 3): 0.3656,
    (7, 4, 4): 0.3269, (7, 4, 5): 0.3088, (7, 4, 6): 0.2987, (8, 2, 3): 0.5640, (8, 3, 3): 0.4182, (8, 3, 4): 0.3882,
    (8, 3, 5): 0.3727, (8, 4, 3): 0.3504, (8, 4, 4): 0.3133, (8, 4, 5): 0.2960, (9, 4, 3): 0.3369, (9, 4, 4): 0.3009,
    (9, 4, 5): 0.2867,
}.items()}
# How often a player who plays the heaviest tile beats one who plays at random, at Block for two: by the set's highest
# number and the tiles of each.
HEAVIEST_WINS = {(6, 7): Measured(0.5475, 0.0005, 1_000_000)} | {
    figures: Measured(share, 0.0011, 200_000) for figures, share in {
        (6, 9): 0.5812, (6, 10): 0.5976, (6, 11): 0.6117, (6, 12): 0.6204, (6, 13): 0.601, (7, 9): 0.5769,
        (7, 10): 0.5964, (7, 11): 0.6087, (7, 12): 0.624, (7, 13): 0.6396, (7, 14): 0.6524, (8, 9): 0.5737,
        (8, 10): 0.5915, (8, 11): 0.6061, (8, 12): 0.6235, (8, 13): 0.6387, (8, 14): 0.6502, (8, 15): 0.6651,
        (9, 10): 0.5842, (9, 11): 0.5979, (9, 12): 0.6164, (9, 13): 0.6301, (9, 14): 0.6454, (9, 15): 0.6598,
        (9, 16): 0.672,
    }.items()}
# How many more points a player scores in play at All Fives for two if every double is a spinner: by the set's highest
# number and the tiles of each.
MORE_SPINNERS = {(6, 7): Measured(4.313, 0.033, 1_000_000)} | {
    figures: Measured(more, 0.09, 100_000) for figures, more in {
        (6, 6): 2.911, (6, 8): 6.313, (6, 9): 8.46, (6, 10): 9.933, (6, 11): 10.098, (6, 12): 8.934, (7, 7): 4.067,
        (7, 8): 5.352, (7, 9): 6.76, (7, 10): 7.678, (7, 11): 7.742, (7, 12): 6.847, (8, 8): 3.735, (8, 9): 4.385,
        (8, 10): 4.831, (8, 11): 4.887, (8, 12): 4.447, (8, 13): 3.506, (9, 9): 3.13, (9, 10): 3.427, (9, 11): 3.387,
        (9, 12): 3.073, (9, 13): 2.493,
    }.items()}
# How many more points, after the hand, leading the 5-5 gives than leading the 6-4, at All Fives for two.
DOUBLE_LEAD = Measured(-7.88, 0.37, 13_000)
# How often Five Columns can be solved.
COLUMNS_SOLVED = Measured(0.4406, 0.0005, 1_000_000)


def outcomes(state: Position) -> dict[Play, int]:
    """Return for each play 1 if it wins for the seat to move at best play, 0 for a tie, -1 if it loses.

    There are two sides, and every holding is known.
    """
    side = state.table.side(state.turn)
    plays = (action for action in legal(state) if isinstance(action, Play))
    return {play: _worth(advance(state, play).state, side) for play in plays}


def _winning_tiles(state: Position) -> tuple[Tile, ...]:
    return tuple(sorted({play.tile for play, worth in outcomes(state).items() if worth == 1}))


def _worth(state: Position, side: int) -> int:
    if state.over:
        return _result(state, side)
    after = [_worth(advance(state, action).state, side) for action in legal(state)]
    return max(after) if state.table.side(state.turn) == side else min(after)


def _result(state: Position, side: int) -> int:
    winner = next(event.winner for event in settle(state).events if isinstance(event, Settled))
    return 0 if winner is None else 1 if winner == side else -1


def luck(state: Position, side: int) -> Fraction:
    """Return the chance that a side wins if everybody plays on at random, with all plays equally likely."""
    if state.over:
        return Fraction(_result(state, side) == 1)
    after = [luck(advance(state, action).state, side) for action in legal(state)]
    return sum(after, Fraction(0)) / len(after)


LEADS = Tile(5, 5), Tile(4, 6)


class _ColumnsTrials(Experiment):
    """Deals of Five Columns: how many can be solved? A deal is shown as well played as can be."""

    a_moment = 1_000
    yes, no = "exercises.solved", "exercises.not_solved"

    def play(self, first: int, count: int) -> TrialCounts:
        game = catalogue.get("five-columns")
        solved = sum(not fewest_of_deal(game, self.seed, hand) for hand in range(first, first + count))
        counts = {key: deals for key, deals in ((YES, solved), (NO, count - solved)) if deals}
        return TrialCounts(count, count, solved, solved, counts)

    def timeline(self, number: int) -> Timeline:
        return best_line("five-columns", seed=self.seed, hand=number)


class _SpinnerTrials(Experiment):
    """Deals of a game, played with one spinner and with many: how many points more do both players score?"""

    kind, numeric, keys = "mean", True, ()
    most, a_moment = 2_000, 500
    GAMES = "all-fives", "all-fives/all-spinners"

    def __init__(self, top: int, each: int, *, seed: int) -> None:
        super().__init__(seed, "points_more")
        self.rules = [_under_house_rules(game, max_pip=top, deal=each) for game in self.GAMES]
        self._jobs = [Job(rules, 2, players_by_seat(None, rules, 2), seed, "plain") for rules in self.rules]

    def outcome(self, number: int) -> TrialOutcome:
        self._jobs = [prepare(job) for job in self._jobs]
        played = (play_chunk(job, number, 1) for job in self._jobs)
        few, many = (sum(run.by_side(side, "points")[0] for side in (0, 1)) for run in played)
        return TrialOutcome(many - few, many - few)

    def timeline(self, number: int) -> Timeline:
        return play_out(self.rules[1], Shuffle(seed=self.seed, hand=number), seats=2)


class _LeadTrials(Experiment):
    """Deals of All Fives in which the leader holds both LEADS: how much more is the first worth than the second?"""

    kind, numeric, keys = "mean", True, ()
    most, a_moment = 1_000, 200

    def __init__(self, seed: int) -> None:
        super().__init__(seed, "ahead_more", tile=LEADS[0])

    def hand_by(self, number: int, lead: Tile) -> Timeline:
        rules = catalogue.get("all-fives")
        order = list(Shuffle(seed=self.seed, hand=number).order(rules.equipment.set))
        for place, tile in zip((0, 2), LEADS, strict=True):
            other = order.index(tile)
            order[place], order[other] = order[other], order[place]
        shuffle = Shuffle.of(order)
        line = Timeline((start(rules, shuffle, leader=0),))
        first = next(action for action in legal(line.state) if isinstance(action, Play) and action.tile == lead)
        return play_on(line.play(first), shuffle, "greedy")

    def outcome(self, number: int) -> TrialOutcome:
        results = (self.hand_by(number, lead).state.scores for lead in LEADS)
        first, second = (scores[0] - scores[1] for scores in results)
        return TrialOutcome(first - second, first - second)

    def timeline(self, number: int) -> Timeline:
        return self.hand_by(number, LEADS[0])


class _LastTilesTrials(Experiment):
    """A hand played on at random from a step: how often does the seat to move win, and with which tile played first?"""

    most, a_moment = 2_000, 1_000

    def __init__(self, looked: Looked, *, seed: int) -> None:
        super().__init__(seed, "first_laid")
        self._line = looked.timeline.upto(looked.step)
        self._first = tuple(dict.fromkeys(action.tile for action in legal(self._line.state)
                                          if isinstance(action, Play)))
        self._side = self._line.state.table.side(self._line.state.turn)
        self.keys = tuple(range(2 * len(self._first)))
        # A question of its own, because a tile is asked for and that has no chance.
        self.prompt = phrase("exercises.last_tiles_tried")

    def outcome(self, number: int) -> TrialOutcome:
        line = self.timeline(number)
        action = line.steps[len(self._line)].action
        assert isinstance(action, Play)
        won = any(isinstance(event, Settled) and event.winner == self._side for event in line.steps[-1].events)
        return TrialOutcome(2 * self._first.index(action.tile) + (not won), int(won))

    def label(self, key: int) -> str:
        return phrase("exercises.then_not_won" if key % 2 else "exercises.then_won", tile=self._first[key // 2])

    def counts(self, key: int) -> bool:
        return key % 2 == 0

    def timeline(self, number: int) -> Timeline:
        return play_on(self._line, Shuffle(seed=self.seed, hand=number), "random")

    def solve(self) -> Solved:
        return Solved(luck(self._line.state, self._side), ())


HANDS = 10_000


def _estimate(unit: str, measured: Measured, facts: Mapping[str, object], tolerance: str,
              trials: Callable[[int], Trials], slips: Mapping[str, Fraction]) -> ExerciseTask:
    """A measured value: an answer may be off by as much as a run of HANDS hands may be."""
    value = Fraction(measured.value).limit_denominator(10**6)
    work = (phrase("exercise_answers.measured", hands=f"{measured.hands:,}"),)
    return ExerciseTask(unit, {"hands": f"{HANDS:,}", **facts}, lambda: Sought(value, lambda: work, measured.error),
                        trials, slips, Fraction(tolerance),
                        drawn=(_any(int(str(facts["each"]))),) if "each" in facts else ())


@varies([*LEADER_WINS])
def leader_wins(top: int, seats: int, each: int) -> ExerciseTask:
    """Draw, played at random: does it help to lead?"""
    rules = _under_house_rules("draw", max_pip=top, deal=each)
    return _estimate("chance", LEADER_WINS[top, seats, each],
                     {"seats": seats, "each": each, "top": top, "set": rules.equipment.set.name}, "1/50",
                     lambda seed: GameTrials(rules, "leader wins", seats=seats, policies="random", seed=seed),
                     {"fair": Fraction(1, seats)})


@varies([*HEAVIEST_WINS])
def heaviest_wins(top: int, each: int) -> ExerciseTask:
    """Block for two: the heaviest tile first against chance."""
    rules = _under_house_rules("block", max_pip=top, deal=each)
    return _estimate("chance", HEAVIEST_WINS[top, each], {"each": each, "top": top, "set": rules.equipment.set.name},
                     "1/50", lambda seed: GameTrials(rules, "wins", policies=("heaviest", "random"), seed=seed),
                     {"no_matter": Fraction(1, 2)})


@varies([*MORE_SPINNERS])
def second_spinner(top: int, each: int) -> ExerciseTask:
    """All Fives with one spinner, and with every double a spinner: how many points more?"""

    def reads(tally: TrialCounts) -> Estimate:
        """Return the mean for one player, because both were counted together."""
        value, error, low, high, hands = tally.mean
        return Estimate(value / 2, error / 2, low / 2, high / 2, hands)

    facts = {"each": each, "top": top, "set": DominoSet.of(top).name}
    task = _estimate("mean", MORE_SPINNERS[top, each], facts, "3/2", lambda seed: _SpinnerTrials(top, each, seed=seed),
                     {"none": Fraction(0)})
    return replace(task, reads=reads)


@varies()
def lead_double() -> ExerciseTask:
    """All Fives: the 5-5 and the 6-4 both count ten; what is it worth to lead the double?"""
    task = _estimate("mean", DOUBLE_LEAD, {"hands": f"{HANDS // 10:,}"}, "4", _LeadTrials, {"same": Fraction(0)})
    return replace(task, drawn=((Tile(5, 5), Tile(6, 4)),))


@varies()
def five_columns() -> ExerciseTask:
    """Ask how often Five Columns can be solved, with all tiles in sight."""
    return _estimate("chance", COLUMNS_SOLVED, {"hands": f"{HANDS // 10:,}"}, "1/16", _ColumnsTrials, {})


OPEN_HANDS, MOST_TILES = 400, 3


@varies(beside(zip(deals_of("last_tiles")), SETS))
def last_tiles(seed: int, top: int) -> ExerciseTask:
    """The last tiles of a hand of Block, all in sight: which one wins?"""
    looked = next(_close_ends(seed, top))
    state = looked.timeline.steps[looked.step].state
    other = 1 - state.turn
    names = looked.timeline.names
    ends = sorted(end.value for end in state.open_ends)
    facts = {"me": names[state.turn], "mine": state.holdings[state.turn], "player": names[other],
             "theirs": state.holdings[other], "ends": ends, "set": state.rules.equipment.set.name}
    return ExerciseTask("tile", facts, lambda: Sought(_winning_tiles(state)),
                        lambda seed: _LastTilesTrials(looked, seed=seed), looked=looked)


def _close_ends(seed: int, top: int) -> Iterator[Looked]:
    """Positions in which one tile wins and another does not, each player holding two or three."""
    rules = _under_house_rules("block", max_pip=top)
    for hand in range(OPEN_HANDS):
        line = play_out(rules, Shuffle(seed=seed, hand=hand), policies="random")
        for number, step in enumerate(line.steps[:-1]):
            sizes = {len(holding) for holding in step.state.holdings}
            if not step.state.over and max(sizes) <= MOST_TILES and min(sizes) > 1 and _splits(step.state):
                yield Looked(line.upto(number), number)
                break


def _splits(state: Position) -> bool:
    return len(_winning_tiles(state)) == 1 and len({tile for tile, *_ in outcomes(state)}) > 1


_LEVELS: dict[str, dict[Callable[[Dice], ExerciseTask], int]] = {
    "holdings": {own_tile: 1, a_double: 1, mean_pips: 1, shared_value: 2, likeliest_doubles: 2, heavy_holding: 3,
                 five_of_a_suit: 4, every_value: 4},
    "conditional": {next_double: 2, another_double: 3, pair_with_double: 3, named_double: 4},
    "simulation": {missing_value: 2, put_back: 3, missed_bands: 3, hands_needed: 4, error_of_a_mean: 5},
    "hidden": {where_is_it: 1, after_a_pass: 2, after_a_free_draw: 3, after_draws: 3, with_my_partner: 4,
               two_passes: 5},
    "strategy": {last_tiles: 3, heaviest_wins: 3, leader_wins: 4, five_columns: 4, second_spinner: 5, lead_double: 5},
}
"""The level of each exercise, by kind."""

BANK: dict[str, BankEntry] = {make.__name__: BankEntry(make.__name__, kind, level, make)
                              for kind, levels in _LEVELS.items() for make, level in levels.items()}
"""Every exercise by name."""
