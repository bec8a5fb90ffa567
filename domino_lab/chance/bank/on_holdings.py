"""Exercises on holdings: what is likely among the tiles one is dealt."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from domino_lab.chance.bank.dealt_tiles import asked, averaged, ratio
from domino_lab.chance.bank.task import Dice, Entry, Sought, Task
from domino_lab.chance.counting import distribution, exact
from domino_lab.chance.events import doubles, has, longest_suit, pips, suit, suits
from domino_lab.tiles import DominoSet, Tile


def a_double(dice: Dice) -> Task:
    """At least one double among so many tiles."""
    tiles = dice.choose([7, 6, 5, 8])
    none = ratio(comb(21, tiles), tiles)
    slips = {"none": none, "one": ratio(7 * comb(21, tiles - 1), tiles), "put_back": 1 - Fraction(3, 4) ** tiles}
    return asked(doubles() >= 1, tiles, {"tiles": tiles}, slips)


def own_tile(dice: Dice) -> Task:
    """One tile that one wishes for."""
    tile, tiles = Tile.of(dice.choose(["6-6", "0-0", "5-2", "6-4"])), dice.choose([7, 6, 9])
    slips = {"one_draw": Fraction(1, 28), "one_of_mine": Fraction(1, tiles)}
    return asked(has(tile), tiles, {"tile": tile, "tiles": tiles}, slips)


def shared_value(dice: Dice) -> Task:
    """Two tiles that share a value."""
    of = DominoSet.of(dice.choose([6, 5, 7, 9]))
    top, rest = of.max_pip, len(of.tiles) - 1
    slips = {"only_doubles": Fraction(top, rest), "no_doubles": Fraction(2 * top, rest)}
    return asked(longest_suit() == 2, 2, {"set": of.name, "top": top}, slips, of=of)


def mean_pips(dice: Dice) -> Task:
    """How many pips lie in so many tiles."""
    tiles = dice.choose([7, 5, 9, 6])
    slips = {"one_half": Fraction(3 * tiles), "one_tile": Fraction(6), "all_tiles": Fraction(168)}
    return averaged(pips(), tiles, {"tiles": tiles}, slips, lambda: Sought(distribution(pips(), tiles).mean))


def likeliest_doubles(dice: Dice) -> Task:
    """The number of doubles that comes most often."""
    tiles = dice.choose([7, 9, 5, 10])

    def solve() -> Sought:
        found = distribution(doubles(), tiles)
        sums = [f"{number}: C(7,{number}) × C(21,{tiles - number}) = {ways:,}" for number, ways in found.counts.items()]
        return Sought(Fraction(max(found.counts, key=found.counts.__getitem__)), tuple(sums))

    slips = {"mean": Fraction(tiles, 4), "none": Fraction(0)}
    return averaged(doubles(), tiles, {"tiles": tiles}, slips, solve, likeliest=True)


def heavy_holding(dice: Dice) -> Task:
    """More pips than a bound: no short sum counts these."""
    bound = dice.choose([50, 52, 48])
    over = exact(pips() > bound).value
    return asked(pips() > bound, 7, {"bound": bound}, {"too": exact(pips() >= bound).value, "other": 1 - over})


def five_of_a_suit(dice: Dice) -> Task:
    """Five tiles or more of one suit: some ask for a new deal then."""
    number = dice.choose([5, 6])
    one = exact(suit(6) >= number).value
    slips = {"one_suit": one, "just": exact(longest_suit() == number).value}
    return asked(longest_suit() >= number, 7, {"number": number}, slips)


def every_value(dice: Dice) -> Task:
    """All seven values in one holding."""
    tiles = dice.choose([7, 8, 6])
    one_missing = ratio(comb(21, tiles), tiles)
    slips = {"missing": exact(suits() <= 6, tiles).value, "one_value": 1 - one_missing,
             "apart": (1 - one_missing) ** 7}
    return asked(suits() == 7, tiles, {"tiles": tiles}, slips)


ENTRIES = (
    Entry("own_tile", "holdings", 1, own_tile),
    Entry("a_double", "holdings", 1, a_double),
    Entry("mean_pips", "holdings", 1, mean_pips),
    Entry("shared_value", "holdings", 2, shared_value),
    Entry("likeliest_doubles", "holdings", 2, likeliest_doubles),
    Entry("heavy_holding", "holdings", 3, heavy_holding),
    Entry("five_of_a_suit", "holdings", 4, five_of_a_suit),
    Entry("every_value", "holdings", 4, every_value),
)
