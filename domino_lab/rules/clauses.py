"""Which clause an axis goes by: a sheet's, or the house clause where no sheet speaks of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Clauses(dict[str, str]):
    """The clause of each axis; one that no sheet speaks of falls back to the house clause of the axis.

    >>> Clauses()["end_bonus"]
    'HOUSE-END-BONUS'
    """

    def __missing__(self, axis: str) -> str:
        return house_clause(axis)


def house_clause(axis: str) -> str:
    """The id of the clause under which a reader's own value of an axis goes.

    >>> house_clause("draw_max")
    'HOUSE-DRAW-MAX'
    """
    return f"HOUSE-{axis.upper().replace('_', '-')}"


class Offer(NamedTuple):
    """An option of a sheet: changed axes and the clause that offers them; `key` makes the id `game/key`.

    >>> Offer("all-spinners", "all doubles are spinners", {"spinner": "all"}, {"spinner": "AF0-LAY-3"}).key
    'all-spinners'
    """

    key: str
    name: str
    changes: Mapping[str, Any]
    clauses: Mapping[str, str]
