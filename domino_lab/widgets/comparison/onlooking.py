"""Onlooking: whose tiles are shown in all lines, how fast they play, and the keys."""

from __future__ import annotations

from html import escape

import ipywidgets

from domino_lab.widgets.comparison.lockstep import Lockstep
from domino_lab.widgets.part import Part
from domino_lab.widgets.toolbox import _speeds, _viewpoints
from domino_lab.words import phrase


class Onlooking(Part):
    """The second row of controls of a comparison: see, speed, and the list of keys.

    >>> import domino_lab as dl
    >>> Onlooking(Lockstep(dl.compare(dl.Shuffle(seed=7), ["all-fives", "block"]))).see.value
    'all'
    """

    css = "dlab-toolbox"
    label = "more"
    here: Lockstep

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.see, self.speed = _viewpoints(self.here), _speeds(self.here)
        for choice, name in ((self.see, "viewpoint"), (self.speed, "speed")):
            choice.observe(self.frame.guard(self._sets(name)), "value")
        row = ipywidgets.HBox([self.see, self.speed])
        row.add_class("dlab-row")
        words = f"<b>{escape(phrase('widgets.keys_label'))}.</b> {escape(phrase('comparison.keys'))}"
        return row, ipywidgets.HTML(f'<p class="dlab-note">{words}</p>')

    def _sets(self, name: str):
        return lambda change: setattr(self.here, name, change["new"])

    def _show(self) -> None:
        self.see.value, self.speed.value = self.here.viewpoint, self.here.speed
        alone = len(self.here.timeline.names) == 1 or self.here.timeline.is_study
        self.see.layout.display = "none" if alone else ""
