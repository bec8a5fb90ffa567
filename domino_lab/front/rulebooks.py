"""Rule books: every game as a table, a ruleset by its name, and what two rulesets differ in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domino_lab.arguments import checked
from domino_lab.catalogue.listing import called, listing, players
from domino_lab.catalogue.reading import Named, ruleset
from domino_lab.rules import comparing
from domino_lab.rules.values import show_value
from domino_lab.rulings import clause

if TYPE_CHECKING:
    import pandas as pd


@checked
def games() -> pd.DataFrame:
    """Every game and variation as one table, by family: name, players, other names, sheets, and the game it varies.

    >>> games().loc["block", "players"]
    '2, 3, 4'
    """
    from domino_lab.explain.whole import Whole

    rows = [
        {
            "family": entry["family"],
            "id": entry["id"],
            "name": entry["name"],
            "players": players(entry),
            "also called": called(entry),
            "sheets": ", ".join(entry["sheets"]),
            "variation of": entry["variation_of"] or "",
        }
        for entry in listing()
    ]
    return Whole(Whole(rows).set_index("id"))


@checked
def differences(one: Named, other: Named) -> pd.DataFrame:
    """The axes on which two rulesets differ, as a table with both values and both clauses.

    >>> list(differences("all-fives", "all-fives/all-spinners").index)
    ['spinner']
    """
    from domino_lab.explain.whole import Printable

    first, second = ruleset(one), ruleset(other)
    rows = [
        {
            "axis": found.axis,
            first.name: show_value(found.one),
            second.name: show_value(found.other),
            "clause": _cited(found.one_clause),
            "clause there": _cited(found.other_clause),
        }
        for found in comparing.differences(first, second)
    ]
    return Printable(rows, columns=["axis", first.name, second.name, "clause", "clause there"]).set_index("axis")


def _cited(clause_id: str) -> str:
    """A clause as a table cites it: a reading of this lab must not look like the words of a sheet."""
    found = clause(clause_id) if clause_id else None
    return "" if found is None else f"{found.id} (this lab)" if found.silent else found.id
