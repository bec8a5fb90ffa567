"""Rulesets: every game as a table, the differences of two rulesets, and a ruleset saved as a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from domino_lab.arguments import checked
from domino_lab.catalogue import called, listing, players
from domino_lab.catalogue.resolve import Named, ruleset
from domino_lab.explain.ruleset_comparison import clause_in_table
from domino_lab.files import save
from domino_lab.record import rules_table
from domino_lab.rules.ruleset import differences as changed_axes
from domino_lab.rules.values import show_value

if TYPE_CHECKING:
    import pandas as pd


@checked
def games() -> pd.DataFrame:
    """Return every game and variation as one table, by family: name, players, other names, sheets, and the game it
    varies.

    >>> games().loc["block", "players"]
    '2, 3, 4'
    """
    from domino_lab.dataframes import FullFrame

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
    return FullFrame(FullFrame(rows).set_index("id"))


@checked
def differences(one: Named, other: Named) -> pd.DataFrame:
    """Return the axes on which two rulesets differ, as a table with both values and both clauses.

    >>> list(differences("all-fives", "all-fives/all-spinners").index)
    ['spinner']
    """
    from domino_lab.dataframes import Printable

    first, second = ruleset(one), ruleset(other)
    rows = [
        {
            "axis": found.axis,
            first.name: show_value(found.one),
            second.name: show_value(found.other),
            "clause": clause_in_table(found.one_clause),
            "clause there": clause_in_table(found.other_clause),
        }
        for found in changed_axes(first, second)
    ]
    return Printable(rows, columns=["axis", first.name, second.name, "clause", "clause there"]).set_index("axis")


@checked
def save_rules(rules: Named, path: str | Path | None = None) -> str:
    """Return the TOML text of a ruleset, with what it changes in its game; also write it to the file `path`, if given.

    Rules that were read from a file keep its comments. A class of your own is saved by its name alone: keep it in your
    notebook, and give it to `ruleset` as own= when you read the file again. Raises RecordError if the file cannot be
    written; then it is as it was.

    >>> save_rules(ruleset("block").but(target=61)).splitlines()[1]
    'ruleset = "block"'
    """
    found = ruleset(rules)
    text = rules_table.write_rules(found)
    if path is not None:
        save(text, path, such="our-rules.toml", check=lambda _data: rules_table.check_rules(found, text))
    return text
