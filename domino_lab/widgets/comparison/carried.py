"""Carried: the comparison as it stands, to take away: its picture and its words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets

from domino_lab.widgets.comparison.lockstep import Lockstep
from domino_lab.widgets.part import Part, in_row
from domino_lab.widgets.takeaway import SAVED, file_name

KINDS = {"svg": "image/svg+xml", "png": "image/svg+xml", "text": "text/plain"}
"""What can be saved, and which form of the view it is made from; the browser draws the PNG from the SVG."""


class Carried(Part):
    """Buttons that save the tables of this step as a picture (SVG or PNG), and the captions and differences as text.

    `saved` gives the view as it stands in a saved notebook.

    >>> import domino_lab as dl
    >>> view = dl.VariantComparison(dl.Shuffle(seed=7), ["all-fives", "block"])
    >>> view.carried.made("text").splitlines()[0]
    'The same deal under All Fives and Block Game. Step 0 of 22.'
    """

    css = "dlab-takeaway"
    label = "branch.takeaway"
    here: Lockstep

    def __init__(self, what: Any, *, saved: Callable[[], dict[str, Any]], **how: Any) -> None:
        self.saved = saved
        super().__init__(what, **how)

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.saves = {what: self.button(f"branch.save_{what}", self._saves(what), "dlab-quiet") for what in KINDS}
        row = in_row(*self.saves.values())
        return (row,)

    def _saves(self, what: str) -> Callable[[], None]:
        return lambda: self.save(what)

    def made(self, what: str) -> str:
        """What is saved as "svg", "png" (drawn by the browser from the SVG) or "text"."""
        return str(self.saved()[KINDS[what]])

    def save(self, what: str) -> None:
        """Save the picture as "svg" or "png", or the "text", in the reader's browser."""
        end, mime = SAVED[what]
        names = " ".join(self.here.comparison.names)
        self.frame.download(f"{file_name(names)}-step-{self.here.step}.{end}", self.made(what), mime)
