"""Tasks about the tiles of one player, which can all be counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb

from domino_lab.chance.bank.task import Sought, Task
from domino_lab.chance.counting import exact
from domino_lab.chance.dealt import DealtHoldings
from domino_lab.chance.estimates import Estimate
from domino_lab.chance.events import Measure
from domino_lab.chance.logic import Event
from domino_lab.tiles import DominoSet

SIX = DominoSet()


def asked(event: Event, tiles: int, facts: Mapping[str, object], slips: Mapping[str, Fraction], *,
          given: Event | None = None, of: DominoSet = SIX) -> Task:
    """The chance of an event of a holding, perhaps given another.

    >>> from domino_lab.chance.events import has
    >>> asked(has("6-6"), 7, {}, {}).solution.value
    Fraction(1, 4)
    """

    def solve() -> Sought:
        found = exact(event, tiles, set=of, given=given)
        return Sought(found.value, tuple(found.derivation.splitlines()))

    def trial(hands: int, seed: int) -> Estimate:
        return _share(event, given, DealtHoldings(of, tiles, seed=seed, first=0, count=hands))

    return Task("chance", facts, solve, trial, lambda: slips, event=event, given=given)


def _share(event: Event, given: Event | None, deals: DealtHoldings) -> Estimate:
    import numpy as np

    measures = {**event.measures(), **(given.measures() if given is not None else {})}
    values = {key: measure.over(deals) for key, measure in measures.items()}
    known = np.ones(len(deals), bool) if given is None else np.asarray(given.truth(values), bool)
    return Estimate.share(int((known & event.truth(values)).sum()), int(known.sum()))


def averaged(measure: Measure, tiles: int, facts: Mapping[str, object], slips: Mapping[str, Fraction],
             value: Callable[[], Sought], *, likeliest: bool = False) -> Task:
    """The mean of a measure of a holding, or the value it has most often.

    >>> from domino_lab.chance.events import pips
    >>> averaged(pips(), 7, {}, {}, lambda: Sought(Fraction(42))).unit
    'mean'
    """

    def trial(hands: int, seed: int) -> Estimate:
        import numpy as np

        found = measure.over(DealtHoldings(SIX, tiles, seed=seed, first=0, count=hands)).astype(np.int64)
        if likeliest:
            most = float(np.bincount(found).argmax())
            return Estimate(most, 0.0, most, most, hands)
        return Estimate.mean(int(found.sum()), int((found * found).sum()), hands)

    unit, tolerance = ("number", Fraction(0)) if likeliest else ("mean", Fraction(1, 20))
    return Task(unit, facts, value, trial, lambda: slips, tolerance)


def ratio(fitting: int, tiles: int, of: int = 28) -> Fraction:
    """So many of all holdings of `tiles` tiles.

    >>> ratio(comb(27, 6), 7)
    Fraction(1, 4)
    """
    return Fraction(fitting, comb(of, tiles))
