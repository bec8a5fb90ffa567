"""View: what every part of the chance lab shares: it watches a lab session, where other parts watch a hand."""

from __future__ import annotations

from typing import Any

from domino_lab.widgets.chancelab.lab_session import LabSession
from domino_lab.widgets.part import Part


class View(Part):
    """A part of the lab.

    >>> from domino_lab.widgets.chancelab.lab import ChanceLab
    >>> isinstance(ChanceLab("block").entry, View)
    True
    """

    here: LabSession

    def _opened(self, what: Any, **_how: Any) -> LabSession:
        return what
