"""Lockstep: one place in a comparison, and with it the place in each of its lines."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic

import traitlets

from domino_lab.explain.ruleset_comparison import Comparison
from domino_lab.explain.spread import DifferenceSpread, SpreadCounter
from domino_lab.play.timeline import Timeline
from domino_lab.widgets.clock import Clock
from domino_lab.widgets.playhead import Playhead

SLICE, PAUSE, REFRESH = 0.04, 0.01, 0.5
"""Seconds: so long it counts, so long it then waits for the reader, and so far apart are the bars that are shown."""


class Lockstep(Playhead):
    """One step number for all lines of a comparison; it is a Playhead on the first line that knows how long the others
    are. `heads` are Playheads of their own, one a line: a line that is shorter stays at its end.

    `many` holds the figures of many deals, where they were asked for. They are counted a few at a time where a loop
    runs, so that the tables are there at once; in a script all are counted before anything else.

    >>> import domino_lab as dl
    >>> here = Lockstep(dl.compare(dl.Shuffle(seed=7), ["all-fives", "block"]), step=99)
    >>> [head.step == head.end for head in here.heads], here.end == max(head.end for head in here.heads)
    ([True, True], True)
    """

    many = traitlets.Instance(DifferenceSpread, allow_none=True)

    def __init__(self, comparison: Comparison, *, step: int = 0, viewpoint: int | str | None = None,
                 many: DifferenceSpread | None = None, counting: SpreadCounter | None = None) -> None:
        self.comparison, self.counting = comparison, counting
        self.heads = tuple(Playhead(hand, asks=False) for hand in _titled(comparison))
        super().__init__(self.heads[0].timeline, step=step, viewpoint=viewpoint, asks=False)
        self.observe(lambda _change: self._lead(), "changes")
        self._lead()
        self.many = many if counting is None else counting.spread
        self._begin()

    def _begin(self) -> None:
        if self.counting is None:
            return
        self._shown_at = monotonic()
        self._counter = Clock(self._count_on)
        try:
            self._counter.start(lambda: PAUSE)
        except RuntimeError:
            for _done in self.counting:
                pass
            self.many = self.counting.spread

    def _count_on(self) -> bool:
        """Count for a moment; the bars follow now and then, and at the end."""
        until, counting = monotonic() + SLICE, self.counting
        done = 0
        while monotonic() < until and (done := next(counting, counting.hands)) < counting.hands:
            pass
        ended = done == counting.hands
        if ended or monotonic() - self._shown_at >= REFRESH:
            self._shown_at, self.many = monotonic(), counting.spread
        return not ended

    @property
    def hands(self) -> int:
        """How many deals were asked for; 0 for one alone.

        >>> import domino_lab as dl
        >>> Lockstep(dl.compare(dl.Shuffle(seed=7), ["all-fives", "block"])).hands
        0
        """
        return self.counting.hands if self.counting is not None else len(self.many) if self.many is not None else 0

    @property
    def end(self) -> int:
        """The number of the last step of the longest line.

        >>> import domino_lab as dl
        >>> found = dl.compare(dl.Shuffle(seed=7), ["all-fives", "block"])
        >>> Lockstep(found).end == len(found) - 1
        True
        """
        return len(self.comparison) - 1

    def open(self, comparison: Comparison) -> None:
        """Show another comparison of as many rulesets, from its deal on.

        >>> import domino_lab as dl
        >>> first, second = (dl.compare(dl.Shuffle(seed=7, hand=n), ["all-fives", "block"]) for n in (0, 1))
        >>> here = Lockstep(first, step=5)
        >>> here.open(second)
        >>> here.step, here.comparison is second
        (0, True)
        """
        with self._as_one():
            self.playing, self.step, viewpoint = False, 0, self.viewpoint
            self.comparison = comparison
            for head, hand in zip(self.heads, _titled(comparison), strict=True):
                head.timeline = hand
            self.timeline, self.marked = self.heads[0].timeline, None
            self.viewpoint = viewpoint

    def _lead(self) -> None:
        """All heads go where this one is, and show the same viewpoint."""
        for head in self.heads:
            with head._as_one():
                head.step, head.viewpoint = self.step, self.viewpoint


def _titled(comparison: Comparison) -> list[Timeline]:
    """Each line under the name of its rules: that is what tells them apart."""
    lines = zip(comparison.names, comparison.lines, strict=True)
    return [replace(line.timeline, title=name) for name, line in lines]
