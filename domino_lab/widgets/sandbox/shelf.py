"""Shelf: the packaged hands, from which a position can be taken at any step."""

from __future__ import annotations

import tomllib
from functools import lru_cache

import ipywidgets

from domino_lab import catalogue, hands
from domino_lab.notebook import load
from domino_lab.widgets.part import Part, in_row
from domino_lab.words import phrase


class Shelf(Part):
    """Choose a hand and a step, and build on what lies on the table there; filled when it is first shown."""

    css = "dlab-shelf"
    label = "sandbox.load_hand"

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        wide = {"layout": ipywidgets.Layout(width="auto", flex="1 1 220px")}
        self.hand = ipywidgets.Dropdown(description=phrase("sandbox.load_hand"), **wide)
        self.step = ipywidgets.BoundedIntText(0, 0, 0, description=phrase("sandbox.load_step"),
                                              layout=ipywidgets.Layout(width="auto", flex="0 0 130px"))
        self.take = self.button("sandbox.load", self._take, "dlab-quiet")
        self.hand.observe(self.frame.guard(lambda _change: self._measure()), "value")
        row = in_row(self.hand, self.step, self.take)
        return (row,)

    def _show(self) -> None:
        if not self.hand.options:
            self.hand.options = _titles()
            self.hand.value = self.hand.options[0][1]

    def _measure(self) -> None:
        hand = load(self.hand.value)
        self.step.max = self.step.value = len(hand.actions)

    def _take(self) -> None:
        self.here.load(load(self.hand.value), self.step.value)


@lru_cache(maxsize=1)
def _titles() -> tuple[tuple[str, str], ...]:
    """The title and the name of each packaged hand that lays a line of play, by title."""
    records = {name: tomllib.loads(hands.text(name)) for name in hands.names()}
    chains = [name for name, record in records.items() if catalogue.get(record["ruleset"]).solo is None]
    return tuple(sorted((f"{records[name].get('title', name)} ({name})", name) for name in chains))
