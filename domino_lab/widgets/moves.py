"""MoveList: every step of the hand is a button that goes there; a very long hand has them page by page."""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets

from domino_lab.widgets.part import Part
from domino_lab.widgets.transport import MOVES, Transport

CURRENT = "dlab-current"
PAGE = 100
"""Buttons on a page. Each is a widget of its own, and five hundred of them would keep the first picture waiting."""


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
        self._looks = {"layout": ipywidgets.Layout(width="auto"), "style": ipywidgets.ButtonStyle()}
        self._at: ipywidgets.Button | None = None
        self._written: tuple[int, tuple[str, ...]] = 0, ()
        self.earlier = self.button("earlier", lambda: self.here.go(self._first - 1), "dlab-entry")
        self.later = self.button("later", lambda: self.here.go(self._first + PAGE), "dlab-entry")
        return (self.list,)

    @property
    def _first(self) -> int:
        """The step of the first button of the page."""
        return self.here.step // PAGE * PAGE

    def _fill(self) -> None:
        """One layout and one style for all buttons: a list of forty is then forty small widgets, not 120.

        A button serves every hand that is shown here one after the other, and a hand that grows.
        """
        for place in range(len(self.buttons), min(len(self.here.timeline), PAGE)):
            self.buttons.append(self._entry(place))

    def _entry(self, place: int) -> ipywidgets.Button:
        made = ipywidgets.Button(**self._looks, tabbable=False)
        made.on_click(self.frame.guard(self._goes_to(place)))
        made.add_class("dlab-entry")
        return made

    def _goes_to(self, place: int) -> Callable[[object], None]:
        return lambda _button: self.here.go(self._first + place)

    def _show(self) -> None:
        first, here = self._first, self.here
        entries = here.snapshot.entries
        self._fill()
        shown = self.buttons[: len(entries) - first]
        if (first, entries) != self._written:
            self._written = first, entries
            for number, button in enumerate(shown, first):
                button.description = f"{number}. {entries[number]}" if number else entries[number]
        before = (self.earlier,) if first else ()
        after = (self.later,) if first + PAGE < len(entries) else ()
        listed = (*before, *shown, *after)
        if self.list.children != listed:
            self.list.children = listed
        self._point(self.buttons[here.step - first])

    def _point(self, now: ipywidgets.Button) -> None:
        if now is self._at:
            return
        if self._at is not None:
            self._at.remove_class(CURRENT)
            self._at.tabbable = False
        now.add_class(CURRENT)
        now.tabbable = True
        self._at = now

    def close(self) -> None:
        """Take this view off the page, the buttons of its other pages included."""
        self.list.children = (self.earlier, *self.buttons, self.later)
        super().close()

    _key = Transport._key
