"""Seeing: whose tiles are shown and how fast they are played, as two lists to choose from, and the keys."""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets

from domino_lab.escaping import escape
from domino_lab.widgets.part import Part, in_row
from domino_lab.widgets.playhead import ALL, SPEEDS, TABLE, Playhead
from domino_lab.words import phrase


class Seeing(Part):
    """The second row of controls: see, speed, and the list of keys (`keys_told`, a key of our words).

    >>> Seeing("block", seed=7).see.options[1]
    ('only Player 1', 0)
    """

    css = "dlab-toolbox"
    label = "more"
    keys_told = "widgets.keys"

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.see, self.speed = _viewpoints(self.here), _speeds(self.here)
        for choice, name in ((self.see, "viewpoint"), (self.speed, "speed")):
            choice.observe(self.frame.guard(self._sets(name)), "value")
        self.row = in_row(self.see, self.speed)
        words = f"<b>{escape(phrase('widgets.keys_label'))}.</b> {escape(phrase(self.keys_told))}"
        self.help = ipywidgets.HTML(f'<p class="dlab-note">{words}</p>')
        return self.row, self.help

    def _sets(self, name: str) -> Callable[[dict], None]:
        return lambda change: setattr(self.here, name, change["new"])

    def _show(self) -> None:
        hand = self.here.timeline
        self.see.value, self.speed.value = self.here.viewpoint, self.here.speed
        self.see.layout.display = "none" if hand.is_study or len(hand.names) == 1 else ""


def _viewpoints(here: Playhead) -> ipywidgets.Dropdown:
    seats = [(phrase("widgets.see_seat", player=name), seat) for seat, name in enumerate(here.timeline.names)]
    options = [(phrase("widgets.see_all"), ALL), *seats, (phrase("widgets.see_table"), TABLE)]
    return ipywidgets.Dropdown(options=options, value=here.viewpoint, description=phrase("widgets.see"),
                               layout=ipywidgets.Layout(width="auto"))


def _speeds(here: Playhead) -> ipywidgets.Dropdown:
    options = [(phrase(f"widgets.{name}"), name) for name in SPEEDS]
    return ipywidgets.Dropdown(options=options, value=here.speed, description=phrase("widgets.speed"),
                               layout=ipywidgets.Layout(width="auto"))
