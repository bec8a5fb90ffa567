"""Pace: how long the players wait before they move."""

from __future__ import annotations

import ipywidgets

from domino_lab.widgets.part import Part
from domino_lab.words import phrase

PAUSES = (0.0, 1.0, 2.0, 3.0)
"""The pauses to choose from, in seconds."""


class Pace(Part):
    """A list of pauses; one that was asked for in the line and is none of them stands there, too.

    >>> from domino_lab.widgets.playing.game import Game
    >>> pace = Pace(Game("block", against="heaviest", seed=1, delay=1.5))
    >>> pace.pause.value = 3.0
    >>> pace.here.delay
    3.0
    """

    css = "dlab-pace"
    label = "playing.delay"

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        pauses = sorted({*PAUSES, self.here.delay})
        self.pause = ipywidgets.Dropdown(
            options=[(_told(pause), pause) for pause in pauses], value=self.here.delay,
            description=phrase("playing.delay"), layout=ipywidgets.Layout(width="auto"),
        )
        self.pause.observe(self.frame.guard(lambda change: self._sets(change["new"])), "value")
        return (self.pause,)

    def _sets(self, pause: float) -> None:
        self.here.delay = pause

    def _show(self) -> None:
        self.layout.display = "" if len(self.here.humans) < len(self.here.seating) else "none"


def _told(pause: float) -> str:
    return phrase("playing.delay_seconds", seconds=f"{pause:g}") if pause else phrase("playing.delay_none")
