"""Toolbox: what a hand offers besides stepping: whose eyes, how fast, projector size, and something to take away."""

from __future__ import annotations

from html import escape

import ipywidgets

from domino_lab.picture.scene import scene
from domino_lab.picture.svg import svg
from domino_lab.widgets.onlooker import tabletop
from domino_lab.widgets.part import Part
from domino_lab.widgets.playhead import ALL, SPEEDS, TABLE, Playhead
from domino_lab.widgets.telling import line, tell, title
from domino_lab.words import phrase


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
        kinds = ("picture", "record", "text")
        copies = [self.button(f"copy_{what}", self._copies(what), "dlab-quiet") for what in kinds]
        copies[1].layout.display = "" if self.here.timeline.text else "none"
        self.help = ipywidgets.HTML(_keys())
        rows = [ipywidgets.HBox([self.see, self.speed, self.ask, self.again]), ipywidgets.HBox(copies)]
        for row in rows:
            row.add_class("dlab-row")
        return *rows, self.help

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

    def _copies(self, what: str):
        return lambda: self.frame.copy(getattr(self, f"_{what}")())

    def _picture(self) -> str:
        return svg(scene(tabletop(self.here, caption=tell(self.here).text)))

    def _record(self) -> str:
        return self.here.timeline.text

    def _text(self) -> str:
        return transcript(self.here)


def transcript(here: Playhead) -> str:
    """The hand as sentences, a line a step, as far as no question hides it.

    >>> transcript(Playhead("block", seed=7)).splitlines()[0]
    'Block Game, seed 7, hand 0'
    """
    from domino_lab.explain.why import why

    told = (f"{number}. {why(step, seen_by=here.seen_by).caption}" for number, step in enumerate(here.timeline.steps)
            if not here.hides(number))
    return "\n".join([title(here), *told])


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
    """The line that makes this view again, as HTML; empty where there is none.

    >>> recipe(Playhead("block", seed=7))
    '<code class="dlab-line">dl.HandStepper(&quot;block&quot;, seed=7)</code>'
    """
    made = line(here)
    return f'<code class="dlab-line">{escape(made)}</code>' if made else ""
