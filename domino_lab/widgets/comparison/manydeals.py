"""Many deals: how far apart two rulesets end over many shuffles, as bars; each opens a deal of its own."""

from __future__ import annotations

from typing import Any

import ipywidgets

from domino_lab.escaping import escape
from domino_lab.widgets.comparison.lockstep import Lockstep
from domino_lab.widgets.part import Part, in_row
from domino_lab.words import phrase

TALLEST = 8
"""The height of the highest bar, in lines of text: every other one is in proportion."""


class ManyDeals(Part):
    """The differences of many deals for one line against the first, and the deal where it was largest.

    Nothing is shown where no more than one deal was asked for.

    >>> import domino_lab as dl
    >>> many = ManyDeals(Lockstep(dl.compare(dl.Shuffle(seed=7), ["all-fives", "block"])))
    >>> many.layout.display
    'none'
    """

    css = "dlab-many"
    label = "comparison.many"
    here: Lockstep

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.line = 1
        self.chart = ipywidgets.HTML()
        if self.here.many is None:
            self.layout.display = "none"
            return (self.chart,)
        self.lines = [self.button("comparison.open_largest", self._turns(number), "dlab-toggle dlab-quiet")
                      for number in range(1, len(self.here.heads))]
        for number, button in enumerate(self.lines, 1):
            button.description = self.here.comparison.names[number]
            button.layout.display = "" if len(self.lines) > 1 else "none"
        self.largest = self.button("comparison.open_largest", self.open_largest)
        self.watch("many", self.show)
        row = in_row(*self.lines, self.largest)
        return self.chart, row

    def _turns(self, number: int):
        def turn() -> None:
            self.line = number
            self.show()

        return turn

    def open_largest(self) -> None:
        """Open the deal where the line chosen differed most from the first."""
        self.show_deal(self.here.many.largest(self.line).hand)

    def show_deal(self, hand: int) -> None:
        """Open deal number `hand` in place."""
        self.here.open(self.here.many.open(hand))

    def _show(self) -> None:
        if self.here.many is None:
            return
        for number, button in enumerate(self.lines, 1):
            (button.add_class if number == self.line else button.remove_class)("dlab-chosen")
        self.largest.disabled = not len(self.here.many)
        self.chart.value = chart(self.here, self.line)


def chart(here: Lockstep, line: int) -> str:
    """The bars as buttons, each with what it counts and the deal that it opens.

    >>> import domino_lab as dl
    >>> two = dl.compare(dl.Shuffle(seed=7), ["block", "draw"], hands=2)
    >>> chart(Lockstep(two.open(0), many=two), 1).count("<button")
    2
    """
    bars, names, now = here.many.bars(line), here.comparison.names, here.comparison.shuffle
    most = max((bar[2] for bar in bars), default=1)
    shown = "".join(_bar(bar, most, now) for bar in bars)
    heading = escape(phrase("comparison.bars", line=names[line], first=names[0], deals=here.hands))
    done, hands = len(here.many), here.hands
    how = phrase("comparison.bars_how", line=names[line]) if done == hands else phrase(
        "comparison.so_far", done=done, hands=hands)
    return (f'<h3 class="dlab-line-name">{heading}</h3><p class="dlab-note">{escape(how)}</p>'
            f'<div class="dlab-sideways dlab-columns">{shown}</div>')


def _bar(bar: Any, most: int, now: Any) -> str:
    low, high, count, hand = bar[:4]
    between = phrase("comparison.between", low=_signed(low), high=_signed(high)) if low != high else _signed(low)
    if not count:
        return f'<span class="dlab-column" aria-hidden="true"><i></i><em>{escape(between)}</em></span>'
    words = escape(phrase("comparison.bar", between=between, count=count, hand=hand))
    css = "dlab-column dlab-current" if now is not None and now.hand == hand else "dlab-column"
    height = round(TALLEST * count / most, 2)
    return (f'<button class="{css}" data-dlab-press="deal:{hand}" aria-label="{words}" title="{words}">'
            f'<b>{count}</b><i style="height:{height}em"></i><em>{escape(between)}</em></button>')


def _signed(number: int) -> str:
    """With a minus that no line is broken after."""
    return str(number).replace("-", "\N{MINUS SIGN}")
