"""Exercises on what a second look changes: chances when something is known already."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb

from domino_lab.chance.bank.dealt_tiles import asked, ratio
from domino_lab.chance.bank.drawing_trials import NextLeads
from domino_lab.chance.bank.task import Dice, Entry, Task
from domino_lab.chance.events import doubles, has, longest_suit
from domino_lab.tiles import Tile


def _another(tiles: int) -> Fraction:
    """Two doubles or more among those with one or more."""
    none, one = comb(21, tiles), 7 * comb(21, tiles - 1)
    return Fraction(comb(28, tiles) - none - one, comb(28, tiles) - none)


def _besides(tiles: int) -> Fraction:
    """Another double beside one that is named."""
    return 1 - ratio(comb(21, tiles - 1), tiles - 1, 27)


def another_double(dice: Dice) -> Task:
    """Somebody has a double; has he another?"""
    tiles = dice.choose([7, 6, 5, 8])
    slips = {"before": _another(tiles) * (1 - ratio(comb(21, tiles), tiles)), "named": _besides(tiles)}
    return asked(doubles() >= 2, tiles, {"tiles": tiles}, slips, given=doubles() >= 1)


def named_double(dice: Dice) -> Task:
    """Somebody shows one double by name; has he another?"""
    tiles, tile = dice.choose([7, 6, 5, 8]), Tile.of(dice.choose(["6-6", "0-0", "3-3"]))
    slips = {"any": _another(tiles), "fresh": 1 - ratio(comb(21, tiles), tiles)}
    return asked(doubles() >= 2, tiles, {"tiles": tiles, "tile": tile}, slips, given=has(tile))


def pair_with_double(dice: Dice) -> Task:
    """Two tiles share a value; is one of them a double?"""
    value = dice.choose([6, 4, 2])
    slips = {"both": Fraction(1, 9), "turned": Fraction(1, 4), "tiles": Fraction(4, 9)}
    return asked(doubles() >= 1, 2, {"value": value}, slips, given=longest_suit() == 2)


def next_double(dice: Dice) -> Task:
    """The highest double leads, and nobody has the 6-6; does the 5-5 lead?"""
    each = dice.choose([7, 6, 5])
    slips = {"before": ratio(2 * each, 1), "both": Fraction(2 * each * (28 - 2 * each), 28 * 27),
             "one_player": Fraction(each, 27)}
    task = asked(has("5-5"), 2 * each, {"each": each, "left": 28 - 2 * each}, slips, given=~has("6-6"))
    return replace(task, trials=lambda seed: NextLeads(each, seed=seed))


ENTRIES = (
    Entry("next_double", "conditional", 2, next_double),
    Entry("another_double", "conditional", 3, another_double),
    Entry("pair_with_double", "conditional", 3, pair_with_double),
    Entry("named_double", "conditional", 4, named_double),
)
