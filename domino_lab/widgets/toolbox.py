"""Toolbox: the viewpoint, the speed, the projector size, the questions, and something to take away."""

from __future__ import annotations

import ipywidgets

from domino_lab.widgets.seeing import Seeing
from domino_lab.widgets.takeaway import Takeaway
from domino_lab.words import phrase


class Toolbox(Seeing):
    """The second row of controls: see, speed, ask again, and what can be copied.

    >>> Toolbox("block", seed=7).see.options[1]
    ('only Player 1', 0)
    """

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        row, keys = super()._build()
        self.again = self.button("ask_again", self.here.ask_again, "dlab-quiet")
        self.ask = self.button("ask_not", self._turn_questions, "dlab-quiet")
        row.children = (*row.children, self.ask, self.again)
        self.away = Takeaway(self.here, within=self.frame)
        return row, self.away, keys

    def _show(self) -> None:
        super()._show()
        asks = any(note.ask for note in self.here.timeline.notes.values())
        for button in (self.ask, self.again):
            button.layout.display = "" if asks else "none"
        self.ask.description = phrase("widgets.ask_not" if self.here.asks else "widgets.ask_them")

    def _turn_questions(self) -> None:
        self.here.asks = not self.here.asks
