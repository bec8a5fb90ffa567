"""The table of all games and variations, as plain values for the command line and for notebooks."""

from __future__ import annotations

from typing import Any

from domino_lab.catalogue import rulesets
from domino_lab.rules.ruleset import Ruleset
from domino_lab.words import phrase


def listing() -> list[dict[str, Any]]:
    """One entry a ruleset: id, name, aliases, family, seats, sheets, variation_of (None for a game).

    >>> listing()[0]["id"], listing()[1]["variation_of"]
    ('all-fives', 'all-fives')
    """
    return [_entry(rules) for rules in rulesets()]


def _entry(rules: Ruleset) -> dict[str, Any]:
    return {
        "id": rules.id,
        "name": rules.name,
        "aliases": list(rules.aliases),
        "family": rules.family,
        "seats": list(rules.dealing.seat_counts),
        "sheets": list(dict.fromkeys(phrase(f"sheets.{key}") for key in rules.sheets)),
        "variation_of": rules.variation_of,
    }
