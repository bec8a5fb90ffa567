"""Progress: how far a long run is, and who hears of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple


class Progress(NamedTuple):
    """How far a run is: `done` of `total`. `phase` is "compiling" (once, before the first hand) or "playing",
    and "looking" where holdings are counted one by one.

    >>> Progress(0, 100, "compiling").phase
    'compiling'
    """

    done: int
    total: int
    phase: str = "playing"


Teller = Callable[[Progress], None]
Bar = Callable[[int], AbstractContextManager[Teller | None]]
"""Shows how far a run of so many is while it lasts, or does not show it."""

_bars: list[Bar] = []


def show_by(bar: Bar) -> None:
    """Let `bar` show how far a count is where the caller gives nobody who hears of it: a room above does that.

    >>> show_by(_bars[-1]) if _bars else None
    """
    _bars[:] = [bar]


@contextmanager
def heard(progress: Teller | None, total: int) -> Iterator[Teller]:
    """What hears how far a count of `total` is: `progress`, or the bar that is shown where there is one.

    >>> with heard(print, 10) as tell: tell(Progress(5, 10))
    Progress(done=5, total=10, phase='playing')
    """
    if progress is not None or not _bars:
        yield progress or _silent
        return
    with _bars[0](total) as tell:
        yield tell or _silent


def _silent(progress: Progress) -> None:
    pass
