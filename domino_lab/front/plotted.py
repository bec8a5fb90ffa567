"""Plotted: a picture of what a run has counted, which a notebook shows, with the same numbers as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from domino_lab.chance.game_trials import number_called
from domino_lab.chance.plotting import Group, grouped
from domino_lab.errors import DominoError
from domino_lab.escaping import printable, without_math
from domino_lab.picture.number_bars import NumberBar, number_bars
from domino_lab.picture.share_bars import ShareBar, share_bars
from domino_lab.words import phrase

if TYPE_CHECKING:
    from domino_lab.chance.estimates import Estimate
    from domino_lab.front.simulated import Simulated

MOST_BARS = 30


class Plotted(NamedTuple):
    """A picture (`svg`) and its numbers in `lines`; a saved notebook keeps both, so that one that drifts is noticed.

    >>> print(Plotted("<svg/>", ("Block Game", "  7  31")))
    Block Game
      7  31
    """

    svg: str
    lines: tuple[str, ...]

    def __repr__(self) -> str:
        return printable("\n".join(self.lines))

    def _repr_mimebundle_(self, **_which: Any) -> dict[str, str]:
        """As HTML the picture shrinks to the page, which an image in a notebook does not; the image is for paper."""
        return {"text/html": without_math(self.svg), "image/svg+xml": self.svg, "text/plain": repr(self)}


def winners(run: Simulated) -> Plotted:
    """Who wins, or how often a patience is won, as bars with their 95 % intervals.

    >>> from domino_lab.front.simulated import simulate
    >>> winners(simulate("block", hands=10, engine="plain")).lines[0]
    'Block Game: 10 hands, seed 0'
    """
    bars = [ShareBar(name, found.value, found.low, found.high, found.percent) for name, found in _outcomes(run)]
    wide = max(len(bar.name) for bar in bars)
    lines = (f"  {bar.name:<{wide}}  {bar.words}" for bar in bars)
    return Plotted(share_bars(run.title, phrase("chancelab.share"), bars), (run.title, *lines))


def _outcomes(run: Simulated) -> list[tuple[str, Estimate]]:
    if run.job.rules.solo is not None:
        return [(phrase(f"chancelab.end_{how}"), run.chance(how)) for how in ("won", "lost")]
    sides = [(name, run.chance("wins", side)) for side, name in enumerate(run.sides)]
    return [*sides, (phrase("chancelab.nobody"), run.chance("wins"))]


def counted(run: Simulated, quantity: str) -> Plotted:
    """How many hands had each number of one of its `quantities`. Raises ValueError for something else.

    >>> from domino_lab.front.simulated import simulate
    >>> counted(simulate("block", hands=10, engine="plain"), "draws").lines[1:]
    ('tiles drawn  hands', '          0     10')
    """
    if quantity not in run.quantities:
        raise DominoError(phrase("chancelab.no_bars", what=quantity, names=["wins", *run.quantities]))
    groups, across = grouped(run.sums.bins(quantity), MOST_BARS), phrase(number_called(run.job.rules, quantity))
    bars = [NumberBar(group.label, group.hands) for group in groups]
    return Plotted(number_bars(run.title, across, bars), (run.title, *_table(groups, across)))


def _table(groups: tuple[Group, ...], across: str) -> tuple[str, ...]:
    rows = [(across, phrase("chancelab.hands")), *((group.label, f"{group.hands:,}") for group in groups)]
    first, second = (max(len(row[place]) for row in rows) for place in (0, 1))
    return tuple(f"{label:>{first}}  {hands:>{second}}" for label, hands in rows)
