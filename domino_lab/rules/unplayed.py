"""Axes whose place is fixed and whose rules are for games still to come: stacking, extra turns, patience.

Values other than the defaults are refused by name when a ruleset is made (`rules.axes`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Stacking:
    """The axes stack, stack_when, steal_credit and steal_back.

    >>> Stacking("none", "after-score", "once", False, {}).stack
    'none'
    """

    stack: str
    stack_when: str
    steal_credit: str
    steal_back: bool
    clauses: Mapping[str, str]


@dataclass(frozen=True)
class Turns:
    """The axes extra_turn and blind_leader_goes_on.

    >>> Turns("none", True, {}).extra_turn
    'none'
    """

    extra_turn: str
    blind_leader_goes_on: bool
    clauses: Mapping[str, str]


@dataclass(frozen=True)
class Patience:
    """The axes bingo_remove, knock and hold_limit.

    >>> Patience("always", "pair", "none", {}).knock
    'pair'
    """

    bingo_remove: str
    knock: str
    hold_limit: int | str
    clauses: Mapping[str, str]
