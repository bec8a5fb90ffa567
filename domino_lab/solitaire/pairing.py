"""Pairing: two tiles that together have as many pips as the heaviest tile of the set (FC-3, TT-2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from domino_lab.actions import Remove
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile


def goal(rules: Ruleset) -> int:
    """The pips that a pair must have: twelve in a double-six set."""
    return 2 * rules.equipment.max_pip


def may_go(rules: Ruleset, tiles: Iterable[Tile]) -> bool:
    """Whether `tiles` have together the pips of a pair (FC-3, TT-2)."""
    return rules.equipment.total(tiles) == goal(rules)


def pair_ruling(rules: Ruleset, tiles: tuple[Tile, ...]) -> Ruling:
    """The decision on taking away two free tiles (FC-3, TT-2)."""
    allowed = may_go(rules, tiles)
    facts = {"tiles": tiles, "pips": rules.equipment.total(tiles), "goal": goal(rules)}
    return Ruling(rules.clauses["patience_play"], "yes" if allowed else "no", facts, allowed)


def pairs(rules: Ruleset, free: Sequence[Tile]) -> tuple[Remove, ...]:
    """The pairs of `free` tiles that may go, tiles ascending."""
    return tuple([Remove(pair) for pair in combinations(sorted(free), 2) if may_go(rules, pair)])
