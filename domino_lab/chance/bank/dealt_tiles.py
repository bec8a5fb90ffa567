"""Tasks about the tiles of one player, which can all be counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb

from domino_lab.chance.bank.measure_trials import MeasureTrials, most_often
from domino_lab.chance.bank.task import Sought, Task
from domino_lab.chance.counting import exact
from domino_lab.chance.events import Measure
from domino_lab.chance.holding_trials import HoldingTrials
from domino_lab.chance.logic import Event
from domino_lab.tiles import DominoSet

SIX = DominoSet()


def asked(event: Event, tiles: int, facts: Mapping[str, object], slips: Mapping[str, Fraction], *,
          given: Event | None = None, of: DominoSet = SIX) -> Task:
    """The chance of an event of a holding, perhaps given another."""

    def solve() -> Sought:
        found = exact(event, tiles, set=of, given=given)
        return Sought(found.value, tuple(found.derivation.splitlines()))

    return Task("chance", facts, solve, lambda seed: HoldingTrials(event, tiles, set=of, given=given, seed=seed),
                lambda: slips, event=event, given=given)


def averaged(measure: Measure, tiles: int, facts: Mapping[str, object], slips: Mapping[str, Fraction],
             value: Callable[[], Sought], *, likeliest: bool = False) -> Task:
    """The mean of a measure of a holding, or the value it has most often."""

    unit, tolerance = ("number", Fraction(0)) if likeliest else ("mean", Fraction(1, 20))
    return Task(unit, facts, value, lambda seed: MeasureTrials(measure, tiles, seed=seed), lambda: slips, tolerance,
                reads=most_often if likeliest else None)


def ratio(fitting: int, tiles: int, of: int = 28) -> Fraction:
    """So many of all holdings of `tiles` tiles."""
    return Fraction(fitting, comb(of, tiles))
