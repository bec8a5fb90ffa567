"""Toolbox: what a hand offers besides stepping: whose eyes, how fast, projector size, and something to take away."""

from __future__ import annotations

from html import escape

import ipywidgets

from domino_lab.widgets.part import Part
from domino_lab.widgets.playhead import ALL, SPEEDS, TABLE, Playhead
from domino_lab.widgets.takeaway import Takeaway
from domino_lab.widgets.telling import line
from domino_lab.words import phrase

_LONGEST = 160


class Toolbox(Part):
    """The second row of controls: see, speed, ask again, and what can be copied.

    >>> Toolbox("block", seed=7).see.options[1]
    ("only Player 1's", 0)
    """

    css = "dlab-toolbox"
    label = "more"

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.see, self.speed = _viewpoints(self.here), _speeds(self.here)
        for choice, name in ((self.see, "viewpoint"), (self.speed, "speed")):
            choice.observe(self.frame.guard(self._sets(name)), "value")
        self.again = self.button("ask_again", self.here.ask_again, "dlab-quiet")
        self.ask = self.button("ask_not", self._turn_questions, "dlab-quiet")
        self.away = Takeaway(self.here, within=self.frame)
        self.help = ipywidgets.HTML(_keys())
        row = ipywidgets.HBox([self.see, self.speed, self.ask, self.again])
        row.add_class("dlab-row")
        return row, self.away, self.help

    def _sets(self, name: str):
        return lambda change: setattr(self.here, name, change["new"])

    def _show(self) -> None:
        self.see.value, self.speed.value = self.here.viewpoint, self.here.speed
        asks = any(note.ask for note in self.here.timeline.notes.values())
        for button in (self.ask, self.again):
            button.layout.display = "" if asks else "none"
        self.ask.description = phrase("widgets.ask_not" if self.here.asks else "widgets.ask_them")
        hand = self.here.timeline
        self.see.layout.display = "none" if hand.is_study or len(hand.names) == 1 else ""

    def _turn_questions(self) -> None:
        self.here.asks = not self.here.asks


def _viewpoints(here: Playhead) -> ipywidgets.Dropdown:
    seats = [(phrase("widgets.see_seat", player=name), seat) for seat, name in enumerate(here.timeline.names)]
    options = [(phrase("widgets.see_all"), ALL), *seats, (phrase("widgets.see_table"), TABLE)]
    return ipywidgets.Dropdown(options=options, value=here.viewpoint, description=phrase("widgets.see"),
                               layout=ipywidgets.Layout(width="auto"))


def _speeds(here: Playhead) -> ipywidgets.Dropdown:
    options = [(phrase(f"widgets.{name}"), name) for name in SPEEDS]
    return ipywidgets.Dropdown(options=options, value=here.speed, description=phrase("widgets.speed"),
                               layout=ipywidgets.Layout(width="auto"))


def _keys() -> str:
    return f'<p class="dlab-note"><b>{escape(phrase("widgets.keys_label"))}.</b> {escape(phrase("widgets.keys"))}</p>'


def recipe(here: Playhead) -> str:
    """The line that makes this view again, as HTML, the middle of a very long one left out; empty where there is none.

    >>> recipe(Playhead("block", seed=7))
    '<code class="dlab-line">dl.HandStepper(&quot;block&quot;, seed=7)</code>'
    """
    made = line(here)
    short = made if len(made) <= _LONGEST else f"{made[:_LONGEST - 20]} … {made[-18:]}"
    return f'<code class="dlab-line">{escape(short)}</code>' if made else ""
