"""Plotting: the counts of a run as bars. matplotlib is loaded when something is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from domino_lab.chance.result import Simulation

_NOBODY = "nobody"


def who_wins(result: Simulation, axes: Any = None) -> Any:
    """A bar for each side and one for nobody, with 95 % intervals; gives the axes.

    >>> from domino_lab.chance.simulate import simulate
    >>> len(who_wins(simulate("block", hands=10, engine="plain")).patches)
    3
    """
    axes = _axes(axes)
    found = [result.chance("wins", side) for side in (*range(len(result.sides)), None)]
    values = [estimate.value for estimate in found]
    reach = [[max(e.value - e.low, 0.0) for e in found], [max(e.high - e.value, 0.0) for e in found]]
    axes.bar([*result.sides, _NOBODY], values, yerr=reach, capsize=4)
    axes.set_ylabel("share of the hands")
    return _titled(axes, result)


def bars(result: Simulation, quantity: str, axes: Any = None) -> Any:
    """How many hands had each number of a quantity, one bar a number; gives the axes. The last bin is 255 and more.

    Raises ValueError for something that is not counted hand by hand.

    >>> from domino_lab.chance.simulate import simulate
    >>> bars(simulate("block", hands=10, engine="plain"), "draws").get_ylabel()
    'hands'
    """
    found, axes = result.sums.bins(quantity), _axes(axes)
    axes.bar(list(found), list(found.values()))
    axes.set_xlabel(quantity)
    axes.set_ylabel("hands")
    return _titled(axes, result)


def _titled(axes: Any, result: Simulation) -> Any:
    axes.set_title(f"{result.job.rules.name}: {result.hands:,} hands, seed {result.job.seed}")
    return axes


def _axes(axes: Any) -> Any:
    if axes is not None:
        return axes
    from matplotlib import pyplot

    return pyplot.subplots(layout="constrained")[1]
