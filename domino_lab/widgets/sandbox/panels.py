"""Panels: what stands beside and below the table in which a position is built. Each is a Part, given the board."""

from __future__ import annotations

from domino_lab.widgets.part import Part
from domino_lab.widgets.sandbox.reach import Reach
from domino_lab.widgets.sandbox.scorers import Scorers
from domino_lab.widgets.sandbox.sharing import Sharing
from domino_lab.widgets.sandbox.sides import Reasons, Sides

PANELS: tuple[type[Part], ...] = (Sides, Reasons)
"""Beside the table, where there is room."""

BELOW: tuple[type[Part], ...] = (Scorers, Reach, Sharing)
"""Below it, in its whole width: tables and what can be taken away."""
