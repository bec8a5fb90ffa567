"""Pairing: two tiles that together have as many pips as the heaviest tile of the set (FC-3, TT-2)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from domino_lab.actions import Remove
from domino_lab.rules.ruleset import Ruleset
from domino_lab.tiles import Tile


def goal(rules: Ruleset) -> int:
    """The pips that a pair must have: twelve in a double-six set.

    >>> from domino_lab.catalogue import get
    >>> goal(get("twelve-to-go"))
    12
    """
    return 2 * rules.equipment.max_pip


def pairs(rules: Ruleset, free: Sequence[Tile]) -> tuple[Remove, ...]:
    """The pairs of `free` tiles that may go, tiles ascending.

    >>> from domino_lab.catalogue import get
    >>> [str(pair) for pair in pairs(get("twelve-to-go"), [Tile(6, 6), Tile(2, 6), Tile(0, 0), Tile(1, 3)])]
    ['remove 0-0 6-6', 'remove 3-1 6-2']
    """
    weight, wanted = rules.equipment.weight, goal(rules)
    return tuple([Remove((one, other)) for one, other in combinations(sorted(free), 2)
                  if weight(one) + weight(other) == wanted])
