"""View: what every part of the chance lab shares: it watches a bench, where other parts watch a hand."""

from __future__ import annotations

from typing import Any

from domino_lab.widgets.chancelab.bench import Bench
from domino_lab.widgets.part import Part


class View(Part):
    """A part of the lab.

    >>> from domino_lab.widgets.chancelab.lab import ChanceLab
    >>> isinstance(ChanceLab("block").entry, View)
    True
    """

    here: Bench

    def _opened(self, what: Any, **_how: Any) -> Bench:
        return what
