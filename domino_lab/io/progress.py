"""The progress of a long run: the part done, and a bar of tqdm in a notebook or at a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from domino_lab.words import phrase

if TYPE_CHECKING:
    from IPython.display import DisplayHandle
    from tqdm.std import tqdm


class Progress(NamedTuple):
    """The progress of a run: `done` of `total`.

    `phase` is "compiling" (once, before the first hand), "playing", "looking" (holdings are counted one by one),
    "drawing" (some are drawn), "solving" or "reviewing" (turns of a hand).
    """

    done: int
    total: int
    phase: str = "playing"


Teller = Callable[[Progress], None]
"""A function that is called with the progress of a run, again and again."""


def silent(progress: Progress) -> None:
    """Report nothing."""


def lasting(seconds: float) -> str:
    """Return a duration in words, rounded."""
    unit, size = next((each for each in _UNITS if seconds >= 2 * each[1]), _UNITS[-1])
    return phrase(f"chance.about_{unit}", number=f"{seconds / size:,.0f}")


_UNITS = (("years", 365.25 * 86400), ("days", 86400), ("hours", 3600), ("minutes", 60), ("seconds", 1))

LONG = 2
"""Seconds after which a run is long: until then no bar is shown."""


def in_notebook() -> bool:
    """Return True if a kernel runs this, so that widgets can be seen."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return getattr(shell, "kernel", None) is not None


def _bar(**options: object) -> tqdm:
    """Return a bar of tqdm that leaves nothing in the output of a cell.

    How far a run was and how long it took would be saved with a notebook, and would never be the same again.
    """
    from tqdm import auto

    class Bar(auto.tqdm):  # type: ignore[misc]
        monitor_interval = 0  # No thread watches the bar, because a pool of processes is forked from this one.
        place: DisplayHandle | None = None

        def display(self, *given: object, **named: object) -> object:
            is_due = self.place is None and named.get("check_delay", True) and self.delay > 0
            if is_due and hasattr(self, "container"):
                from IPython.display import display

                self.displayed = True
                self.place = display({}, raw=True, display_id=True)  # type: ignore[no-untyped-call]
                self.place.update(self.container)
            return super().display(*given, **named)

        def close(self) -> None:
            super().close()
            if self.place is not None:
                self.place.update({}, raw=True)  # type: ignore[no-untyped-call]

    return Bar(**options)


@contextmanager
def telling(progress: Teller | bool, total: int, what: str, *, unit: str = "hands", hint: str = ""  # noqa: FBT001
            ) -> Iterator[Teller]:
    """Return the function that reports the progress of a run of `total`.

    It is the given function, or one that does nothing for `progress` False, or else one that moves a bar of tqdm, which
    a long run shows. The bar has the words `what` and the `unit`, "hands", "holdings" or "turns". A `hint`, such as
    what makes the run slow, is written once the run is long. While something is compiled, the bar says so at once.
    """
    if not isinstance(progress, bool):
        yield progress
        return
    # The bar of tqdm at a terminal obeys this variable; the one in a notebook does not.
    if not progress or "TQDM_DISABLE" in os.environ:
        yield silent
        return
    out, began = sys.stdout if in_notebook() else sys.stderr, monotonic()
    is_in_file = not in_notebook() and (out is None or not out.isatty())
    with _bar(total=total, desc=what, unit=f" {phrase(f'chancelab.{unit}')}", delay=LONG, miniters=1, leave=False,
              disable=is_in_file) as bar:

        def tell(now: Progress) -> None:
            nonlocal hint
            if now.phase == "compiling":
                bar.delay = 1e-9    # With 0 tqdm takes the bar of a notebook to be shown already.
                bar.set_postfix_str(phrase("chancelab.compiling"))
            elif hint and out is not None and monotonic() - began >= LONG:
                bar.set_postfix_str(hint) if in_notebook() else bar.write(hint, out)
                hint = ""
            bar.update(now.done - bar.n)

        yield tell
