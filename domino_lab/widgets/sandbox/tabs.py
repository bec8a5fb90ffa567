"""Tabs: what the sandbox can do, in order: the word on each tab, and the Part, which is given the board.

A tab's Part may have `told` (what is announced), `keys_taken` and `resize(large=...)`.
"""

from __future__ import annotations

from domino_lab.widgets.part import Part
from domino_lab.widgets.sandbox.laying import Laying
from domino_lab.widgets.sandbox.settling import Settling

TABS: tuple[tuple[str, type[Part]], ...] = (
    ("sandbox.tab_lay", Laying), ("scenarios.tab_settle", Settling),
)
