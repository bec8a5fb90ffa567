"""Panels: what stands beside the table in which a position is built. Each is a Part that is given the bench."""

from __future__ import annotations

from domino_lab.widgets.count import OpenEnds
from domino_lab.widgets.part import Part

PANELS: tuple[type[Part], ...] = (OpenEnds,)
