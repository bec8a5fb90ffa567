"""Controls: one trial; then ten more, a thousand, as many as the slider says; then the exact value.

There are never more than five before "More": the others come when the fields of the estimate have gone.
"""

from __future__ import annotations

import ipywidgets

from domino_lab.widgets.chancelab.view import View
from domino_lab.widgets.part import in_row
from domino_lab.words import phrase

MORE = {"one": 1, "ten": 10, "thousand": 1000}


class Controls(View):
    """The row of buttons and the slider; they wait for an estimate.

    >>> from domino_lab.widgets.chancelab.lab import ChanceLab
    >>> lab = ChanceLab("block", seed=1, estimate=0.6)
    >>> lab.controls.buttons["ten"].click()
    >>> lab.here.n
    10
    """

    css = "dlab-trial-row"
    label = "chancelab.slider"

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self._telling = False
        self.buttons = {name: self.button(f"chancelab.add_{name}", self._adds(count), f"dlab-add-{name}")
                        for name, count in MORE.items()}
        self.buttons["one"].add_class("dlab-next")
        stops = (0, *self.here.stops)
        self.slider = ipywidgets.SelectionSlider(
            options=[(f"{stop:,}", stop) for stop in stops], value=0, description=phrase("chancelab.slider"),
            readout=False, layout=ipywidgets.Layout(width="auto", min_width="120px", flex="1 1 140px"))
        self.slider.add_class("dlab-slider")
        self.slider.observe(self.frame.guard(lambda change: self._slid(change["new"])), "value")
        self.exact = self.button("chancelab.exact", self.here.reveal, "dlab-exact")
        self.row = in_row(*self.buttons.values(), self.slider, self.exact)
        return (self.row,)

    def _adds(self, count: int):
        return lambda: self.here.go(self.here.n + count)

    def _slid(self, n: int) -> None:
        if not self._telling:
            self.here.go(n)

    def slide(self, by: int) -> None:
        """Go so many stops of the slider up, or down."""
        stops = (0, *self.here.stops)
        at = max(place for place, stop in enumerate(stops) if stop <= self.here.n)
        between = by < 0 and stops[at] < self.here.n
        self.here.go(stops[min(max(at + by + between, 0), len(stops) - 1)])

    def _show(self) -> None:
        ready, n = bool(self.here.guesses) and not self.here.busy, self.here.n
        for button in self.buttons.values():
            button.disabled = not ready or n >= self.here.trials.most
        self.buttons["one"].description = phrase("chancelab.add_one" if n else "chancelab.try_once")
        for later in (self.buttons["ten"], self.buttons["thousand"], self.slider):
            later.layout.display = "" if self.here.begun else "none"
        self.slider.disabled = not ready
        self._telling = True
        self.slider.value = max(stop for stop in (0, *self.here.stops) if stop <= n)
        self._telling = False
        self.exact.disabled = not n
        self.exact.layout.display = "" if self.here.answers and self.here.begun else "none"
        self.exact.description = phrase("chancelab.exact_hide" if self.here.reveals else "chancelab.exact")
