"""Transport: the buttons that move through a hand."""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets

from domino_lab.widgets.part import Part, in_row
from domino_lab.widgets.playhead import Playhead
from domino_lab.words import phrase

MOVES: dict[str, Callable[[Playhead], None]] = {
    "ArrowLeft": Playhead.previous, "ArrowRight": Playhead.next, "Home": Playhead.first, "End": Playhead.last,
    "Space": Playhead.toggle,
}
"""The keys that move through a hand."""


class Transport(Part):
    """First, previous, play, next, last; and, below, where it is.

    >>> transport = Transport("block", seed=7)
    >>> transport.buttons["next"].click()
    >>> transport.here.step
    1
    """

    css = "dlab-transport"
    label = "transport"
    keys_taken = tuple(MOVES)

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        acts = {"first": self.here.first, "previous": self.here.previous, "play": self.here.toggle,
                "next": self.here.next, "last": self.here.last}
        self.buttons = {name: self.button(name, act, f"dlab-{name}") for name, act in acts.items()}
        row = in_row(*self.buttons.values())
        self.at = ipywidgets.IntSlider(
            0, 0, self.here.end, readout=False, continuous_update=False, description=phrase("widgets.transport"),
            layout=ipywidgets.Layout(width="auto", flex="1 1 120px"),
        )
        self.at.add_class("dlab-slider")
        self.place = ipywidgets.HTML()
        where = ipywidgets.HBox([self.at, self.place])
        where.add_class("dlab-where")
        self._slid = self.frame.guard(lambda change: self._slide(change["new"]))
        self.at.observe(self._slid, "value")
        return row, where

    def _show(self) -> None:
        here = self.here
        at_start, at_end = here.step == 0, here.step == here.end
        for name, useless in (("first", at_start), ("previous", at_start), ("next", at_end), ("last", at_end),
                              ("play", (at_end or here.question is not None) and not here.playing)):
            self.buttons[name].disabled = useless
        self.buttons["play"].description = phrase("widgets.pause" if here.playing else "widgets.play")
        words = phrase("widgets.at", step=here.step, end=here.end)
        self.place.value = f'<span class="dlab-place">{words}</span>'
        self.at.max = here.end
        self.at.value = here.step

    def _slide(self, step: int) -> None:
        if step != self.here.step:
            self.here.go(step)
            self.at.value = self.here.step

    def _key(self, key: str) -> None:
        """A key that is held down stops at a question."""
        if not (self.frame.held_down and self.here.waiting):
            MOVES[key](self.here)
