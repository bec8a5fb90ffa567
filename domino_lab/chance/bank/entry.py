"""Entry: an exercise of the bank, by name, kind and level."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from domino_lab.chance.bank.task import Dice, Task

KINDS = ("holdings", "conditional", "simulation", "hidden", "strategy")
"""What exercises are about, in the order in which one learns it."""


class Entry(NamedTuple):
    """An exercise: its `name` (also that of its words), one of KINDS, a level from 1 to 5, and what makes its task.

    >>> Entry._fields
    ('name', 'kind', 'level', 'make')
    """

    name: str
    kind: str
    level: int
    make: Callable[[Dice], Task]
