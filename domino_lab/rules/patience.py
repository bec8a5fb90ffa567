"""Patience: the axes of the games for one player; their behaviour lives with those games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Patience:
    """The axes bingo_remove, knock and hold_limit; they sleep in games with a chain and rivals.

    >>> Patience("always", "pair", "none", {}).knock
    'pair'
    """

    bingo_remove: str
    knock: str
    hold_limit: int | str
    clauses: Mapping[str, str]
