"""Column: one line of a comparison: the name of the rules, the table, the points, the count and what happened."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import ipywidgets

from domino_lab.escaping import escape
from domino_lab.picture.tabletop import Tabletop
from domino_lab.widgets.comparison.lockstep import Lockstep
from domino_lab.widgets.comparison.tally import caption, scores, tally
from domino_lab.widgets.part import Part
from domino_lab.widgets.table import Table
from domino_lab.widgets.terms import linked

LEVEL = 3
"""The level of the headings, so that a screen reader finds the lines."""


class Untitled(Table):
    """The table of a line without the title in the picture, which stands above it: a narrow picture has no room.

    >>> any("Block" in label.text for label in Untitled("block", seed=7).scene.labels)
    False
    """

    @property
    def tabletop(self) -> Tabletop:
        """What is drawn."""
        return replace(self.here.snapshot.tabletop, title="")


class Column(Part):
    """Line `number` of a comparison at its step.

    >>> import domino_lab as dl
    >>> column = Column(Lockstep(dl.compare(dl.Shuffle(seed=7), ["all-fives", "block"])), number=1)
    >>> column.head.timeline.rules.id
    'block'
    """

    css = "dlab-line-column"
    label = "comparison.line"
    here: Lockstep

    def __init__(self, here: Lockstep, *, number: int, large: bool = False, **how: Any) -> None:
        self.number, self.head, self._large = number, here.heads[number], large
        super().__init__(here, **how)

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.name, self.points, self.count, self.caption, self.alt = (ipywidgets.HTML() for _ in range(5))
        self.table = Untitled(self.head, large=self._large, within=self.frame)
        # The shell reads it there: each canvas has words of its own.
        self.table.children = (*self.table.children, self.alt)
        for part in (self.name, self.caption):
            part.add_class("dlab-line-words")
        return self.name, self.table, self.points, self.count, self.caption

    def _show(self) -> None:
        name = self.here.comparison.names[self.number]
        self.name.value = f'<h{LEVEL} class="dlab-line-name">{escape(name)}</h{LEVEL}>'
        self.alt.value = f'<span class="dlab-alt" hidden>{escape(self.head.snapshot.alt)}</span>'
        self.points.value = scores(self.head)
        self.count.value = tally(self.head, self.number)
        self.caption.value = f'<p class="dlab-caption">{linked(caption(self.here, self.number))}</p>'
