"""Plotting: the counts of a run as bars. matplotlib is loaded when something is drawn with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from domino_lab.kernel.chain_games import BINS
from domino_lab.words import phrase

if TYPE_CHECKING:
    from domino_lab.chance.simulation import Simulation

_STEPS = (1, 2, 5, 10, 20, 50)


class Group(NamedTuple):
    """Neighbouring numbers that share a bar, from `low` to `high`, and how many `hands` have one of them."""

    low: int
    high: int
    hands: int

    @property
    def label(self) -> str:
        """The numbers in words."""
        if self.high >= BINS - 1:
            return phrase("chancelab.or_more", low=self.low)
        return str(self.low) if self.low == self.high else phrase("chancelab.between", low=self.low, high=self.high)


def grouped(counts: Mapping[int, int], most: int) -> tuple[Group, ...]:
    """The numbers by ones, twos, fives or tens, until there are at most `most` bars; empty ones in between are there.
    """
    if not counts:
        return ()
    low, high = min(counts), max(counts)
    step = next((step for step in _STEPS if high // step - low // step < most), _STEPS[-1])
    return tuple(Group(start, start + step - 1, sum(counts.get(one, 0) for one in range(start, start + step)))
                 for start in range(low // step * step, high + 1, step))


def who_wins(result: Simulation, axes: Any = None) -> Any:
    """A bar for each side and one for nobody, with 95 % intervals; gives the axes."""
    axes = _axes(axes)
    found = [result.chance("wins", side) for side in (*range(len(result.sides)), None)]
    values = [estimate.value for estimate in found]
    reach = [[max(e.value - e.low, 0.0) for e in found], [max(e.high - e.value, 0.0) for e in found]]
    axes.bar([*result.sides, phrase("chancelab.nobody")], values, yerr=reach, capsize=4)
    axes.set_ylabel(phrase("chancelab.share"))
    return _titled(axes, result)


def bars(result: Simulation, quantity: str, axes: Any = None) -> Any:
    """How many hands had each number of a quantity, one bar a number; gives the axes. The last bin is 255 and more.

    Raises ValueError for something that is not counted hand by hand.
    """
    found, axes = result.sums.bins(quantity), _axes(axes)
    axes.bar(list(found), list(found.values()))
    axes.set_xlabel(phrase(f"chancelab.number_of_{quantity}"))
    axes.set_ylabel(phrase("chancelab.hands"))
    return _titled(axes, result)


def _titled(axes: Any, result: Simulation) -> Any:
    facts = {"game": result.job.rules.name, "hands": result.hands, "seed": result.job.seed}
    axes.set_title(phrase("chancelab.simulated", **facts))
    return axes


def _axes(axes: Any) -> Any:
    if axes is not None:
        return axes
    # Not through pyplot, which keeps every figure for ever.
    from matplotlib.figure import Figure

    return Figure(layout="constrained").subplots()
