"""Folded: a panel that is one button until the reader opens it."""

from __future__ import annotations

import ipywidgets

from domino_lab.widgets.part import Part, conceal, reveal
from domino_lab.words import phrase


class Folded(Part):
    """A panel behind a button with its name; a subclass makes what lies inside in `_inside`."""

    label = "widgets.more"

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.opener = self.button(self.label, self.turn, "dlab-quiet dlab-fold")
        self.inside = ipywidgets.VBox(list(self._inside()))
        self.inside.add_class("dlab-inside")
        self.is_open = True
        self.turn()
        return self.opener, self.inside

    def _inside(self) -> tuple[ipywidgets.Widget, ...]:
        """What lies inside, made once."""
        return ()

    def turn(self) -> None:
        """Open it, or close it again."""
        self.is_open = not self.is_open
        (reveal if self.is_open else conceal)(self.inside)
        sign = "▾" if self.is_open else "▸"
        self.opener.description = f"{sign} {phrase(self.label)}"
