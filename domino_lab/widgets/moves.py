"""MoveList: every step of the hand is a button that goes there."""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets

from domino_lab.widgets.labels import entry
from domino_lab.widgets.part import Part
from domino_lab.widgets.transport import MOVES, Transport

CURRENT = "dlab-current"


class MoveList(Part):
    """The steps as a list that scrolls inside itself; the current one carries a sign, bold letters and a colour.

    >>> moves = MoveList("block", seed=7)
    >>> moves.buttons[3].click()
    >>> moves.here.step
    3
    """

    css = "dlab-moves"
    label = "moves"
    keys_taken = tuple(MOVES)

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.list = ipywidgets.VBox()
        self.list.add_class("dlab-list")
        self.buttons: list[ipywidgets.Button] = []
        self._at: ipywidgets.Button | None = None
        self._fill()
        self.watch("timeline", self._fill)
        return (self.list,)

    def _fill(self) -> None:
        """One layout and one style for all buttons: a list of forty is then forty small widgets, not 120."""
        for old in self.buttons:
            old.close()
        layout, style = ipywidgets.Layout(width="auto"), ipywidgets.ButtonStyle()
        self.buttons = [self._entry(number, layout, style) for number in range(len(self.here.timeline))]
        self.list.children, self._at = tuple(self.buttons), None

    def _entry(self, number: int, layout: ipywidgets.Layout, style: ipywidgets.ButtonStyle) -> ipywidgets.Button:
        made = ipywidgets.Button(layout=layout, style=style, tabbable=False)
        made.on_click(self.frame.guard(self._goes_to(number)))
        made.add_class("dlab-entry")
        return made

    def _goes_to(self, number: int) -> Callable[[object], None]:
        return lambda _button: self.here.go(number)

    def _show(self) -> None:
        for number, button in enumerate(self.buttons):
            button.description = f"{number}. {entry(self.here, number)}" if number else entry(self.here, number)
        now = self.buttons[self.here.step]
        if now is self._at:
            return
        if self._at is not None:
            self._at.remove_class(CURRENT)
            self._at.tabbable = False
        now.add_class(CURRENT)
        now.tabbable = True
        self._at = now

    _key = Transport._key
