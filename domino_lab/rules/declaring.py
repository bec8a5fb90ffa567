"""Declaring: games and their variations as "clause: {axis: value}"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from domino_lab.errors import RulesetError
from domino_lab.rules.axes import AXES, Clauses, Offer, read_axis
from domino_lab.rules.ruleset import TELLS_OF, Ruleset


def declared(said: Mapping[str, Mapping[str, Any]]) -> tuple[dict[str, Any], Clauses]:
    """Axis values and their clauses from a declaration "clause: {axis: value}".

    Raises RulesetError when two clauses fix the same axis.
    """
    values = {name: axis.default for name, axis in AXES.items()}
    clauses = Clauses(_GENERAL)
    fixed: set[str] = set()
    for clause_id, axes in said.items():
        for axis, value in axes.items():
            if axis in fixed:
                raise RulesetError(f"{axis} is fixed twice, the second time by {clause_id}")
            fixed.add(axis)
            if axis in AXES:
                values[axis] = read_axis(axis, value)
            clauses[axis] = clause_id
    return values, clauses


_GENERAL = {"matching": "GEN-FIT-1", "direction": "GEN-TURN-1", "teams": "GEN-TEAM-1"}


def offered(key: str, name: str, said: Mapping[str, Mapping[str, Any]]) -> Offer:
    """An option of a sheet, declared as "clause: {axis: value}"; what is no axis only says which clause speaks."""
    changes = {axis: read_axis(axis, value) for axes in said.values() for axis, value in axes.items() if axis in AXES}
    return Offer(key, name, changes, {axis: clause_id for clause_id, axes in said.items() for axis in axes})


def derived(  # noqa: PLR0913
    base: Ruleset,
    *,
    id: str,  # noqa: A002
    name: str,
    said: Mapping[str, Mapping[str, Any]],
    aliases: tuple[str, ...] = (),
    sheets: tuple[str, ...] = (),
    offers: tuple[Offer, ...] = (),
    family: str = "",
    without: tuple[str, ...] = (),
) -> Ruleset:
    """A game with an id of its own that is declared as what it changes in another: `said` goes on top of `base`.

    `without` names the axes and topics on which the clause of the base says nothing here, such as lots in a game where
    a double leads.
    """
    changes = offered(id, name, said)
    kept = {axis: clause_id for axis, clause_id in _kept(base, changes).items() if axis not in without}
    return replace(
        base,
        id=id,
        name=name,
        values={**base.values, **changes.changes},
        clauses=Clauses({**kept, **changes.clauses}),
        family=family or base.family,
        sheets=sheets or base.sheets,
        aliases=aliases,
        offers=offers,
        variation_of=base.id,
        home=None,
        game=None,
    )


def _kept(base: Ruleset, changes: Offer) -> dict[str, str]:
    """The clauses of `base`, without what tells more of a rule that `changes` replace."""
    gone = {topic for topic, axis in TELLS_OF.items() if axis in changes.clauses}
    return {key: clause_id for key, clause_id in base.clauses.items() if key not in gone}


def variation(base: Ruleset, offer: Offer) -> Ruleset:
    """The ruleset `game/key`: the base with the changes of one offer."""
    return replace(
        base,
        id=f"{base.id}/{offer.key}",
        name=f"{base.name}: {offer.name}",
        values={**base.values, **offer.changes},
        clauses=Clauses({**_kept(base, offer), **offer.clauses}),
        aliases=(),
        variation_of=base.id,
        home=None,
        game=base,
    )
