"""Progress bar: how far a long run is, in a widget that leaves only a constant sentence in a saved notebook."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from domino_lab.chance.long_runs import Progress, RemainingTime, Teller, show_progress_by
from domino_lab.words import phrase

_OFTEN = 0.1
"""Seconds after which a bar moves on: a page that hears of each of a million deals would hang."""


def in_notebook() -> bool:
    """Return True if a kernel runs this, so that widgets can be seen."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return getattr(shell, "kernel", None) is not None


class Status:
    """A bar with words beside it. `what` is the sentence that stays; nothing is ever written to stdout or stderr."""

    def __init__(self, what: str) -> None:
        import ipywidgets

        self.what, self.words, self._pace = what, "", RemainingTime()
        self.bar = ipywidgets.IntProgress(value=0, max=1, layout=ipywidgets.Layout(width="160px"))
        self.label = ipywidgets.HTML(what)
        self.box = ipywidgets.HBox([self.bar, self.label])

    def show(self) -> None:
        """Display it below the cell."""
        from IPython.display import display

        # A dictionary with the view alone would leave the box's own description in the file.
        display({**self.bundle, "text/plain": self.what}, raw=True)  # type: ignore[no-untyped-call]

    @property
    def bundle(self) -> dict[str, object]:
        """The MIME bundle of the box."""
        return dict(self.box._repr_mimebundle_() or {})

    def tell(self, progress: Progress) -> None:
        """Show how far the run is."""
        self.bar.max, self.bar.value = max(progress.total, 1), progress.done
        words = phrase(f"chancelab.{progress.phase}", done=progress.done, total=progress.total)
        self.say(f"{words} {self._pace.left(progress)}".strip())

    def say(self, words: str) -> None:
        """Show these words beside the bar."""
        self.words = self.label.value = words

    def end(self, words: str) -> None:
        """Say how it ended, and hide the bar."""
        self.say(words)
        self.bar.layout.display = "none"


class StderrLine:
    """Progress for a script: one line on stderr as soon as it is clear that the run is long, otherwise nothing."""

    def __init__(self) -> None:
        self._pace, self._is_told = RemainingTime(), False

    def tell(self, progress: Progress) -> None:
        """Print the remaining time once if it is long."""
        left = "" if self._is_told else self._pace.left(progress)
        if left and sys.stderr:
            self._is_told = True
            print(left, file=sys.stderr)


@contextmanager
def telling(progress: Teller | bool, total: int, key: str, *, late: bool = False, **facts: object  # noqa: FBT001
            ) -> Iterator[Teller | None]:
    """Give what hears how far a run of `total` is: the given function, a bar in a notebook, or else a line on stderr.

    The phrase `key`, filled with `facts`, is the sentence that stays beside the bar. A `late` bar is shown only when it
    is clear that the run is long, as the line is.
    """
    if not isinstance(progress, bool):
        yield progress
        return
    if not progress:
        yield None
        return
    if not in_notebook():
        yield StderrLine().tell
        return
    pace, last, last_shown = RemainingTime(), Progress(0, total), 0.0
    status = None if late else _shown(phrase(key, **facts))

    def tell(heard: Progress) -> None:
        nonlocal status, last, last_shown
        last = heard
        if status is None and pace.left(heard):
            status = _shown(phrase(key, **facts))
        if status is not None and (monotonic() - last_shown > _OFTEN or heard.done == heard.total):
            last_shown = monotonic()
            status.tell(heard)

    try:
        yield tell
    finally:
        if status is not None:
            over = "done" if last.done >= last.total else "stopped"
            key = f"chancelab.{over}_looking" if last.phase in ("looking", "drawing") else f"chancelab.{over}"
            status.end(phrase(key, done=last.done, total=last.total))


def _shown(what: str) -> Status:
    status = Status(what)
    status.show()
    return status


show_progress_by(telling)
