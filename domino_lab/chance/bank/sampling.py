"""Exercises that set a simulation against an exact value: how near it comes, and how near it says it comes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil, comb, sqrt

from domino_lab.chance.bank.dealt_tiles import asked, ratio
from domino_lab.chance.bank.drawing_trials import MissedBands, PutBack, above, number_needed
from domino_lab.chance.bank.measure_trials import MeasureTrials, spread_of_mean
from domino_lab.chance.bank.task import THREE_PLACES, Dice, Entry, Sought, Task
from domino_lab.chance.counting import distribution
from domino_lab.chance.estimates import NORMAL_95
from domino_lab.chance.events import has, pips, suit
from domino_lab.chance.holding_trials import HoldingTrials

FOUR = 4
"""A right run is off by more than four standard errors once in 16,000 runs."""


def _near(value: float, places: int = 4) -> Fraction:
    return Fraction(value).limit_denominator(10**places)


def missing_value(dice: Dice) -> Task:
    """A run of so many deals: how often is a value missing? The run is right where it comes near the exact value."""
    value, hands = dice.choose([6, 0, 3, 5]), dice.choose([2000, 3000, 5000])
    chance = ratio(comb(21, 7), 7)
    task = asked(suit(value) == 0, 7, {"value": value, "hands": hands}, {"some": 1 - chance})
    tolerance = _near(FOUR * sqrt(chance * (1 - chance) / hands))
    return replace(task, tolerance=tolerance)


def hands_needed(dice: Dice) -> Task:
    """How many deals must be played until the band is narrow enough?"""
    half = dice.choose([Fraction(1, 100), Fraction(1, 50), Fraction(1, 200)])
    spread, band = Fraction(3, 16), Fraction(NORMAL_95) ** 2 / half**2
    slips = {"one_error": spread / half**2, "worst": Fraction(1, 4) * band, "no_root": Fraction(1, 4) / half}

    found = Fraction(ceil(spread * band))
    return Task("number", {"half": f"{float(half):g}"}, lambda: Sought(found),
                lambda seed: HoldingTrials(has("6-6"), 7, seed=seed), lambda: slips, found / 20, has("6-6"),
                reads=lambda tally: number_needed(tally, float(band)))


def put_back(dice: Dice) -> Task:
    """A program that puts each tile back: how far off does it settle?"""
    tiles = dice.choose([7, 6, 5, 8])
    wrong, right = Fraction(3, 4) ** tiles, ratio(comb(21, tiles), tiles)
    return Task("mean", {"tiles": tiles}, lambda: Sought(wrong - right), lambda seed: PutBack(tiles, seed=seed),
                lambda: {"wrong": wrong, "right": right, "turned": right - wrong}, THREE_PLACES,
                reads=lambda tally: above(tally, float(right)))


def missed_bands(dice: Dice) -> Task:
    """A class draws 95 % bands: does at least one of them miss?"""
    learners = dice.choose([20, 30, 12, 25])
    hit = Fraction(19, 20) ** learners
    return Task("chance", {"learners": learners}, lambda: Sought(1 - hit),
                lambda seed: MissedBands(learners, seed=seed),
                lambda: {"none": hit, "one_band": Fraction(1, 20), "added": min(Fraction(learners, 20), Fraction(1))})


def error_of_a_mean(dice: Dice) -> Task:
    """How far off is the mean of the pips after so many deals?"""
    hands = dice.choose([100, 400, 49, 900])

    def solve() -> Sought:
        found = distribution(pips(), 7)
        square = sum(count * (value - found.mean) ** 2 for value, count in found.counts.items()) / found.total
        return Sought(_near(sqrt(square / hands), 9))

    slips = {"one_holding": Fraction(7), "no_root": Fraction(7, hands), "put_back": _near(sqrt(63 / hands), 9)}
    return Task("mean", {"hands": hands}, solve, lambda seed: MeasureTrials(pips(), 7, seed=seed), lambda: slips,
                Fraction(1, 100), reads=lambda tally: spread_of_mean(tally, hands))


ENTRIES = (
    Entry("missing_value", "simulation", 2, missing_value),
    Entry("put_back", "simulation", 3, put_back),
    Entry("missed_bands", "simulation", 3, missed_bands),
    Entry("hands_needed", "simulation", 4, hands_needed),
    Entry("error_of_a_mean", "simulation", 5, error_of_a_mean),
)
