"""Reach: the largest count that can be reached from the position, by whichever tiles the reader allows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import ipywidgets

from domino_lab.escaping import escape
from domino_lab.explain.scenarios import Side, largest
from domino_lab.widgets.part import in_row
from domino_lab.widgets.sandbox.folded import Folded
from domino_lab.widgets.sandbox.sides import refusal
from domino_lab.widgets.sandbox.study_board import StudyBoard
from domino_lab.words import phrase

DEEPEST = 3
"""So many unseen tiles, at the most, are laid in a search."""


class TileSearch(NamedTuple):
    """What a search may lay: up to `most` tiles, `more` of them unseen; `held` says that it begins with the holding."""

    held: bool
    most: int
    more: int


class Reach(Folded):
    """The largest count, or the most points for one tile: by the next tile, by all tiles held, by some more.

    The search is exact and says what it has looked at; it runs when its button is pressed.
    """

    css = "dlab-reach"
    label = "scenarios.reach"

    def _inside(self) -> tuple[ipywidgets.Widget, ...]:
        narrow = {"layout": ipywidgets.Layout(width="auto")}
        measures = [(phrase("scenarios.measure_count"), "count"), (phrase("scenarios.measure_points"), "points")]
        self.measure = ipywidgets.Dropdown(options=measures, description=phrase("scenarios.largest"), **narrow)
        self.search = ipywidgets.Dropdown(description=phrase("scenarios.by"), **narrow)
        self.find = self.button("scenarios.find", self._find)
        self.found = ipywidgets.HTML()
        self._shown: object = None
        for choice in (self.measure, self.search):
            choice.observe(self.frame.guard(lambda _change: self._clear()), "value")
        row = in_row(self.measure, self.search, self.find)
        return row, self.found

    def _clear(self) -> None:
        self.found.value = ""

    def _show(self) -> None:
        here: StudyBoard = self.here
        if here.position is self._shown:
            return
        self._shown = here.position
        options = [(_named(search), search) for search in _tries(len(here.holding))]
        if options != list(self.search.options):
            before = self.search.value
            self.search.options = options
            self.search.value = before if before in [search for _, search in options] else options[0][1]
        self._clear()
        scores = any(rules["play_score"] != "none" for rules in here.rulesets)
        self.layout.display = "" if scores else "none"

    def _find(self) -> None:
        here: StudyBoard = self.here
        self.found.value = "".join(self._told(side) for side in here.sides)

    def _told(self, side: Side) -> str:
        name = f'<h4 class="dlab-side-name">{escape(side.rules.name)}</h4>' if self.here.versus else ""
        return f'<section class="dlab-card">{name}{self._answer(side)}</section>'

    def _answer(self, side: Side) -> str:
        if side.refused is not None:
            return refusal(side.refused)
        if side.rules["play_score"] == "none":
            return f'<p class="dlab-note">{escape(phrase("scenarios.no_score", game=side.rules.name))}</p>'
        search, position = self.search.value, self.here.position
        tiles = [tile for tile in (position.holding if search.held else position.unseen)
                 if tile in side.rules.equipment.set.tiles]
        found = largest(side.state, tiles, most=search.most, more=search.more, measure=self.measure.value)
        return f"<p>{escape(found.text)}</p>"


def _tries(held: int) -> Iterator[TileSearch]:
    for most in range(1, DEEPEST + 1):
        yield TileSearch(held=False, most=most, more=0)
    if held:
        for more in range(DEEPEST + 1):
            yield TileSearch(held=True, most=held + more, more=more)


def _named(search: TileSearch) -> str:
    if not search.held:
        return phrase("scenarios.by_unseen", count=search.most)
    return phrase("scenarios.by_held_and" if search.more else "scenarios.by_held", count=search.more)
