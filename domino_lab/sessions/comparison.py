"""A comparison without its widget: one place in the comparison, and the matching place in each of its lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Annotated, Any

import traitlets

from domino_lab.core.errors import ArgumentError, RulesetError
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.compare import compare
from domino_lab.explain.ruleset_comparison import ABREAST, Comparison
from domino_lab.explain.spread import DifferenceSpread, SpreadCounter, one_deal
from domino_lab.play.timeline import Timeline
from domino_lab.record.load import RulesetsLike
from domino_lab.sessions.lock import lend_lock
from domino_lab.sessions.playhead import Clock, Playhead
from domino_lab.sessions.viewpoint import Viewpoint

SLICE, PAUSE, REFRESH = 0.04, 0.01, 0.5
"""Seconds: so long it counts, so long it then waits for the reader, and so far apart are the bars that are shown."""


class ComparisonSession(Playhead):
    """A Playhead with one step number for all lines; `heads` has one for each line, which stops at its own end.

    `many` holds the figures of many deals, if they were asked for. If an event loop runs, they are counted a few at a
    time, so that the tables appear at once; in a script they are all counted first.

    >>> import domino_lab as dl
    >>> here = ComparisonSession(dl.compare(dl.Shuffle(seed=7), ["all-fives", "block"]), step=99)
    >>> [head.step == head.end for head in here.heads], here.end == max(head.end for head in here.heads)
    ([True, True], True)
    """

    many = traitlets.Instance(DifferenceSpread, allow_none=True)

    def __init__(self, comparison: Comparison, *, step: int = 0, viewpoint: Viewpoint | None = None,
                 many: DifferenceSpread | None = None, counting: SpreadCounter | None = None) -> None:
        lines = len(comparison.lines)
        if lines > ABREAST:
            raise RulesetError(f"a comparison shows 2 to {ABREAST} rulesets side by side, not {lines}: leave some "
                               "out, or use dl.compare, which shows any number of them in tables")
        self.comparison, self.counting = comparison, counting
        self.heads = tuple(Playhead(hand, asks=False) for hand in _title_lines(comparison))
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
            with lend_lock(self):
                for _done in self.counting:
                    pass
            self.many = self.counting.spread

    def _count_on(self) -> bool:
        """Count for a moment; the bars follow now and then, and at the end."""
        until, counting = monotonic() + SLICE, self.counting
        assert counting is not None
        done = 0
        with lend_lock(self):
            while monotonic() < until and (done := next(counting, counting.hands)) < counting.hands:
                pass
        ended = done == counting.hands
        if ended or monotonic() - self._shown_at >= REFRESH:
            self._shown_at, self.many = monotonic(), counting.spread
        return not ended

    @property
    def hands(self) -> int:
        """The number of deals to compare; 0 for a single one."""
        return self.counting.hands if self.counting is not None else len(self.many) if self.many is not None else 0

    @property
    def end(self) -> int:
        """The number of the last step of the longest line."""
        return len(self.comparison) - 1

    def open(self, comparison: Comparison) -> None:
        """Show another comparison of the same number of rulesets, from its deal on."""
        with self._as_one():
            self.playing, self.step, viewpoint = False, 0, self.viewpoint
            self.comparison = comparison
            for head, hand in zip(self.heads, _title_lines(comparison), strict=True):
                head.timeline = hand
            self.timeline = self.heads[0].timeline
            self.viewpoint = viewpoint

    def _lead(self) -> None:
        """All heads go where this one is, and show the same viewpoint."""
        for head in self.heads:
            with head._as_one():
                head.step, head.viewpoint = self.step, self.viewpoint


def _title_lines(comparison: Comparison) -> list[Timeline]:
    """Each line under the name of its rules: that is what tells them apart."""
    lines = zip(comparison.names, comparison.lines, strict=True)
    return [replace(line.timeline, title=name) for name, line in lines]


# --- what can be compared ---------------------------------------------------------------------------------------------

ComparisonLike = Annotated[
    str | Path | Timeline | Shuffle | Comparison | DifferenceSpread | ComparisonSession,
    "a shuffle such as dl.Shuffle(seed=7), a hand from dl.load, the name of a packaged hand, a file, or a "
    "result of dl.compare"]
"""What a comparison can be of."""


def comparison_session(what: Any, rulesets: RulesetsLike = (), *, hands: int | None = None,
                       step: int | None = None, viewpoint: int | str | None = None, **how: Any) -> ComparisonSession:
    """Return `what` if it is a session (a `step=` then moves it), or else a session on the comparison that it names.

    `what` is a shuffle, a recorded hand or its name, or a result of `dl.compare`. With `hands` (2 or more), that many
    deals are compared, from that shuffle on, while the first picture is already shown. `how` goes to `dl.compare`.
    Raises RulesetError for rulesets that cannot be compared, and TypeError for arguments to a comparison that has
    already been made.
    """
    asked = {name: value for name, value in how.items() if value is not None}
    place: dict[str, Any] = {"step": step, "viewpoint": viewpoint}
    place = {name: value for name, value in place.items() if value is not None}
    if isinstance(what, ComparisonSession | DifferenceSpread | Comparison) and asked:
        raise ArgumentError(f"{', '.join(asked)}: give this to dl.compare, because this comparison is already made")
    if isinstance(what, ComparisonSession):
        for name, value in place.items():
            setattr(what, name, value)
        return what
    if isinstance(what, DifferenceSpread):
        return ComparisonSession(what.open(what.shuffle.hand), many=what, **place)
    if isinstance(what, Comparison):
        return ComparisonSession(what, **place)
    comparison = compare(what, rulesets, **{name: value for name, value in asked.items() if name != "measure"})
    assert isinstance(comparison, Comparison)
    counting = _counting(comparison, what, hands, asked) if hands and hands > 1 else None
    return ComparisonSession(comparison, counting=counting, **place)


def _counting(comparison: Comparison, what: Any, hands: int, asked: Mapping[str, Any]) -> SpreadCounter:
    if not isinstance(what, Shuffle):
        raise one_deal()
    facts = {name: value for name, value in asked.items() if name != "names"}
    return SpreadCounter(what, [line.rules for line in comparison.lines], hands=hands, **facts)


def recipe(session: ComparisonSession) -> str:
    """Return the line of Python that recreates this view, with its step; empty if no short line can."""
    made = session.comparison.recipe
    step = f", step={session.step}" if session.step else ""
    return made.replace("dl.compare(", "dl.VariantComparison(", 1)[:-1] + f"{step})" if made else ""
