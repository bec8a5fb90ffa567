"""Progress: how far a long run is, and who hears of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from time import monotonic
from typing import NamedTuple

from domino_lab.words import phrase


class Progress(NamedTuple):
    """How far a run is: `done` of `total`. `phase` is "compiling" (once, before the first hand) or "playing",
    "looking" where holdings are counted one by one, "drawing" where some are drawn, and "solving".
    """

    done: int
    total: int
    phase: str = "playing"


def lasting(seconds: float) -> str:
    """How long something takes, in words and rounded: nobody knows it better."""
    unit, size = next((found for found in _UNITS if seconds >= 2 * found[1]), _UNITS[-1])
    return phrase(f"chance.about_{unit}", number=f"{seconds / size:,.0f}")


_UNITS = (("years", 365.25 * 86400), ("days", 86400), ("hours", 3600), ("minutes", 60), ("seconds", 1))


class Pace:
    """Says how much longer a run takes, once it is clear that it will be long."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._first: tuple[float, int] | None = None

    def left(self, progress: Progress) -> str:
        """How much longer the run takes, as a sentence; empty while nobody knows, and where it is soon over."""
        now, done = self._clock(), progress.done
        if progress.phase == "compiling":
            return ""
        if self._first is None:
            self._first = now, done
        began, before = self._first
        if done == before or now - began < KNOWN:
            return ""
        seconds = (now - began) / (done - before) * (progress.total - done)
        key = "takes_longer" if progress.phase in ("looking", "drawing") else "takes_long"
        return phrase(f"chance.{key}", time=lasting(seconds)) if seconds > LONG else ""


KNOWN = 1
"""Seconds after which the pace of a run is known: one slow hand says little of a million."""

LONG = 60
"""Seconds that somebody waits without asking how much longer it takes."""

Teller = Callable[[Progress], None]
Bar = Callable[[int, str], AbstractContextManager[Teller | None]]
"""Shows how far a run of so many is while it lasts, or does not show it; its phase says what they are."""

_bars: list[Bar] = []


def show_by(bar: Bar) -> None:
    """Let `bar` show how far a count is where the caller gives nobody who hears of it: a room above does that."""
    _bars[:] = [bar]


@contextmanager
def heard(progress: Teller | None, total: int, phase: str = "looking") -> Iterator[Teller]:
    """What hears how far a count of `total` is: `progress`, or the bar that is shown where there is one."""
    if progress is not None or not _bars:
        yield progress or _silent
        return
    with _bars[0](total, phase) as tell:
        yield tell or _silent


def _silent(progress: Progress) -> None:
    pass
