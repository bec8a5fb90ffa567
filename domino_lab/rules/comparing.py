"""Comparing: two rulesets differ in the axes in which they differ, and in nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from domino_lab.rules.axes import AXES
from domino_lab.rules.own import is_same
from domino_lab.rules.ruleset import Ruleset


class Difference(NamedTuple):
    """One axis on which two rulesets differ, with both values and both clauses.

    >>> Difference("spinner", "first", "all", "AF0-LAY-1", "AF0-LAY-3").axis
    'spinner'
    """

    axis: str
    one: Any
    other: Any
    one_clause: str
    other_clause: str


def differences(one: Ruleset, other: Ruleset) -> tuple[Difference, ...]:
    """The axes on which two rulesets differ, in reading order, with both clauses.

    >>> from domino_lab.catalogue import get
    >>> [d.axis for d in differences(get("all-fives"), get("all-fives/spinner-closed"))]
    ['double_weights']
    """
    return tuple(
        Difference(axis, one.told(axis), other.told(axis), one.cited(axis), other.cited(axis))
        for axis in AXES
        if one.told(axis) != other.told(axis) or not _decide_alike(axis, one, other)
    )


def _decide_alike(axis: str, one: Ruleset, other: Ruleset) -> bool:
    """Whether a policy of the reader's own that decides this axis is the same in both."""
    group = AXES[axis].group
    first, second = one.own.get(group), other.own.get(group)
    return one.told(axis) == one.values[axis] or is_same(first, second)


def alike(rulesets: Iterable[Ruleset]) -> bool:
    """Whether all rulesets use the same set of tiles.

    >>> from domino_lab.catalogue import get
    >>> alike([get("block"), get("all-fives")])
    True
    """
    return len({rules.equipment.set for rules in rulesets}) <= 1
