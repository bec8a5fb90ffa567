"""Measure trials: deal after deal, how much of something does the first player hold?"""

from __future__ import annotations

from domino_lab.chance.estimates import NORMAL_95, Estimate
from domino_lab.chance.events import Measure
from domino_lab.chance.holding_trials import HoldingTrials
from domino_lab.chance.tally import Tally


class MeasureTrials(HoldingTrials):
    """Deals of `tiles` tiles of a double-six set: the mean of a measure, with its values as bars."""

    kind = "mean"

    def __init__(self, measure: Measure, tiles: int, *, seed: int = 0) -> None:
        super().__init__(measure >= 0, tiles, seed=seed)
        self.measure = measure

    @property
    def numeric(self) -> bool:
        """Always: the bars are numbers."""
        return True

    @property
    def keys(self) -> tuple[int, ...]:
        """No number is shown before it has come up."""
        return ()

    @property
    def bars_called(self) -> str:
        """What the bars count."""
        return str(self.measure)

    def counts(self, key: int) -> bool:
        """No bar is the one that is asked about."""
        return False

    def play(self, first: int, count: int) -> Tally:
        """The deals from number `first` on."""
        import numpy as np

        found = self.measure.over(self._dealt(first, count)).astype(np.int64)
        values, times = np.unique(found, return_counts=True)
        counts = dict(zip(values.tolist(), times.tolist(), strict=True))
        return Tally(count, count, int(found.sum()), int((found * found).sum()), counts)


def most_often(tally: Tally) -> Estimate:
    """The value that came most often; how far that may be off is not known."""
    most = float(max(tally.counts, key=lambda value: (tally.counts[value], -value), default="nan"))
    return Estimate(most, 0.0, most, most, tally.among)


def spread_of_mean(tally: Tally, hands: int) -> Estimate:
    """The standard error of a mean over `hands` deals, from the spread of the deals of a tally."""
    found = Estimate.mean(tally.total, tally.squares, tally.among)
    error = found.error * (tally.among / hands) ** 0.5
    half = error / (2 * tally.among) ** 0.5 if tally.among else float("nan")
    return Estimate(error, half, error - NORMAL_95 * half, error + NORMAL_95 * half, tally.among)
