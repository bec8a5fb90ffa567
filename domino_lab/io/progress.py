"""The progress of a long run: the part done and the time left; a bar in a notebook, a line on stderr."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import NamedTuple

from domino_lab.io.notebook_files import live_or_kept, new_name
from domino_lab.words import phrase


class Progress(NamedTuple):
    """The progress of a run: `done` of `total`.

    `phase` is "compiling" (once, before the first hand), "playing", "looking" (holdings are counted one by one),
    "drawing" (some are drawn), "solving" or "reviewing" (turns of a hand).
    """

    done: int
    total: int
    phase: str = "playing"


def lasting(seconds: float) -> str:
    """Return a duration in words, rounded."""
    unit, size = next((each for each in _UNITS if seconds >= 2 * each[1]), _UNITS[-1])
    return phrase(f"chance.about_{unit}", number=f"{seconds / size:,.0f}")


_UNITS = (("years", 365.25 * 86400), ("days", 86400), ("hours", 3600), ("minutes", 60), ("seconds", 1))

KNOWN, LONG = 1, 60
"""Seconds after which the pace of a run is known, and seconds that a user waits without asking how much longer."""


class RemainingTime:
    """Estimates how much longer a run takes, once it is clear that it will be long."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._first: tuple[float, int] | None = None

    def time_left(self, progress: Progress) -> str:
        """Return how much longer the run takes, as a sentence; empty if that is unknown or soon over."""
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


Teller = Callable[[Progress], None]
"""A function that is called with the progress of a run, again and again."""


def silent(progress: Progress) -> None:
    """Report nothing."""


# --- shown to a reader ------------------------------------------------------------------------------------------------

_COUNTED = {"looking": "_looking", "drawing": "_looking", "reviewing": "_reviewing"}
"""The phases in which something else than hands is counted."""

_OFTEN = 0.1
"""Seconds after which a bar moves on: a page that hears of each of a million deals would hang."""


def in_notebook() -> bool:
    """Return True if a kernel runs this, so that widgets can be seen."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return getattr(shell, "kernel", None) is not None


class ProgressBar:
    """A bar with words next to it. `what` is the sentence that stays; nothing is ever written to stdout or stderr."""

    def __init__(self, what: str) -> None:
        import ipywidgets

        self.what, self.words, self._pace = what, "", RemainingTime()
        self.bar = ipywidgets.IntProgress(value=0, max=1, layout=ipywidgets.Layout(width="160px"))
        self.label = ipywidgets.HTML(what)
        self.box = ipywidgets.HBox([self.bar, self.label], model_id=new_name())

    def show(self) -> None:
        """Display it below the cell."""
        from IPython.display import display

        # A dictionary with the view alone would leave the box's own description in the file.
        display({**self.bundle, "text/plain": self.what}, raw=True)  # type: ignore[no-untyped-call]

    @property
    def bundle(self) -> dict[str, object]:
        """The MIME bundle of the box."""
        return live_or_kept(self.box._repr_mimebundle_() or {})

    def tell(self, progress: Progress) -> None:
        """Show the progress of the run."""
        self.bar.max, self.bar.value = max(progress.total, 1), progress.done
        words = phrase(f"chancelab.{progress.phase}", done=progress.done, total=progress.total)
        self.say(f"{words} {self._pace.time_left(progress)}".strip())

    def say(self, words: str) -> None:
        """Show these words next to the bar."""
        self.words = self.label.value = words

    def end(self, words: str) -> None:
        """Say how it ended, and hide the bar."""
        self.say(words)
        self.bar.layout.display = "none"


def _line_on_stderr(plan: str) -> Teller:
    """Return what a script tells its progress: one line on stderr as soon as it is clear that the run is long.

    The `plan` stands there, too, if there is one. Before it, another line says once that something must be compiled.
    """
    pace, is_told, is_compiling_told = RemainingTime(), False, False

    def tell(progress: Progress) -> None:
        nonlocal is_told, is_compiling_told
        if progress.phase == "compiling" and not is_compiling_told and sys.stderr:
            is_compiling_told = True
            print(phrase("chancelab.compiling"), file=sys.stderr)
        left = "" if is_told else pace.time_left(progress)
        if left and sys.stderr:
            is_told = True
            print(*filter(None, (left, plan)), file=sys.stderr)

    return tell


@contextmanager
def telling(progress: Teller | bool, total: int, key: str, *, late: bool = False, **facts: object  # noqa: FBT001
            ) -> Iterator[Teller | None]:
    """Return the function that reports the progress of a run of `total`.

    It is the given function, or it moves a bar in a notebook, or else it writes a line on stderr; None for `progress`
    False. The phrase `key`, filled with `facts`, is the sentence that stays next to the bar; a fact named `plan` comes
    after it and says why a run is slow. A `late` bar, like the line on stderr, is shown only when it is clear that the
    run is long. A fact named `slow` is shown at once: it says which of the reader's methods take long.
    """
    slow, plan = str(facts.pop("slow", "")), str(facts.pop("plan", ""))
    if slow and progress is True and not in_notebook() and sys.stderr:
        print(slow, file=sys.stderr)
    if not isinstance(progress, bool):
        yield progress
    elif not progress:
        yield None
    elif not in_notebook():
        yield _line_on_stderr(plan)
    else:
        bar = _BarOfRun(" ".join(filter(None, (phrase(key, **facts), plan, slow))), total, late=late and not slow)
        try:
            yield bar.tell
        finally:
            bar.end()


class _BarOfRun:
    """The bar of one run, which is moved now and then; a `late` one is shown when the run turns out to be long."""

    def __init__(self, sentence: str, total: int, *, late: bool) -> None:
        self._sentence, self._last = sentence, Progress(0, total)
        self._pace, self._moved_at = RemainingTime(), 0.0
        self._bar: ProgressBar | None = None
        if not late:
            self._show()

    def _show(self) -> None:
        self._bar = ProgressBar(self._sentence)
        self._bar.show()

    def tell(self, progress: Progress) -> None:
        self._last = progress
        if self._bar is None and self._pace.time_left(progress):
            self._show()
        is_due = monotonic() - self._moved_at > _OFTEN or progress.done == progress.total
        if self._bar is not None and is_due:
            self._moved_at = monotonic()
            self._bar.tell(progress)

    def end(self) -> None:
        if self._bar is None:
            return
        last = self._last
        over, counted = "done" if last.done >= last.total else "stopped", _COUNTED.get(last.phase, "")
        key = f"chancelab.{over}{counted}"
        self._bar.end(phrase(key, done=last.done, total=last.total))
