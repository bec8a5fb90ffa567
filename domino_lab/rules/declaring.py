"""Declarations of games and their variations, as "clause: {axis: value}"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

from domino_lab.core.errors import RulesetError
from domino_lab.rules.axes import AXES, Clauses, Offer, Value, Values, read_axis
from domino_lab.rules.rulebook import TELLS_OF
from domino_lab.rules.ruleset import Ruleset

Declaration: TypeAlias = Mapping[str, Values]
"""By clause: the axes it fixes with their values, and the topics it speaks of."""


def declare(declaration: Declaration) -> tuple[dict[str, Value], Clauses]:
    """Return the values of all axes, and their clauses; raises RulesetError if two clauses fix the same axis."""
    values = {name: axis.default for name, axis in AXES.items()}
    clauses = Clauses(_GENERAL)
    fixed: set[str] = set()
    for clause_id, axes in declaration.items():
        for axis, value in axes.items():
            if axis in fixed:
                raise RulesetError(f"{axis} is fixed twice, the second time by {clause_id}")
            fixed.add(axis)
            if axis in AXES:
                values[axis] = read_axis(axis, value)
            clauses[axis] = clause_id
    return values, clauses


_GENERAL = {"matching": "GEN-FIT-1", "direction": "GEN-TURN-1", "teams": "GEN-TEAM-1"}


def game(id: str, name: str, declaration: Declaration, *, family: str, sheets: tuple[str, ...],  # noqa: A002
         aliases: tuple[str, ...] = (), offers: tuple[Offer, ...] = ()) -> Ruleset:
    """Return a game with rivals, by the clauses of its sheet; axes that none of them fixes keep their defaults."""
    values, clauses = declare(declaration)
    return Ruleset(id, name, values, clauses, family, sheets, aliases, offers)


def offer(key: str, name: str, declaration: Declaration) -> Offer:
    """Return an option of a sheet; a topic that is not an axis only gets its clause."""
    changes = {axis: read_axis(axis, value)
               for axes in declaration.values() for axis, value in axes.items() if axis in AXES}
    return Offer(key, name, changes, {axis: clause_id for clause_id, axes in declaration.items() for axis in axes})


def derive(base: Ruleset, *, id: str, name: str, changes: Declaration,  # noqa: A002, PLR0913
            aliases: tuple[str, ...] = (), sheets: tuple[str, ...] = (), offers: tuple[Offer, ...] = (),
            family: str = "", without: tuple[str, ...] = ()) -> Ruleset:
    """Return a game with an id of its own, declared by its `changes` to `base`.

    `without` names the axes and topics of the base that have no meaning here, such as lots in a game where a double
    leads.
    """
    option = offer(id, name, changes)
    kept = {axis: clause_id for axis, clause_id in _keep_clauses(base, option).items() if axis not in without}
    return replace(
        base, id=id, name=name, values={**base.values, **option.changes}, clauses=Clauses({**kept, **option.clauses}),
        family=family or base.family, sheets=sheets or base.sheets, aliases=aliases, offers=offers,
        variation_of=base.id, home=None, game=None)


def _keep_clauses(base: Ruleset, offer: Offer) -> dict[str, str]:
    """Return the clauses of `base`, without the topics that belong to a rule the offer replaces."""
    gone = {topic for topic, axis in TELLS_OF.items() if axis in offer.clauses}
    return {key: clause_id for key, clause_id in base.clauses.items() if key not in gone}


def variation(base: Ruleset, offer: Offer) -> Ruleset:
    """Return the ruleset `game/key`: the base with the changes of one offer."""
    return replace(
        base, id=f"{base.id}/{offer.key}", name=f"{base.name}: {offer.name}", aliases=(), variation_of=base.id,
        values={**base.values, **offer.changes}, clauses=Clauses({**_keep_clauses(base, offer), **offer.clauses}),
        home=None, game=base)
