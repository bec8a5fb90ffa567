"""The table of all games and variations, as plain values for the command line and for notebooks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domino_lab.catalogue import rulesets
from domino_lab.rules.ruleset import Ruleset
from domino_lab.words import phrase


def listing() -> list[dict[str, Any]]:
    """One entry a ruleset: id, name, aliases, family, seats, sheets, variation_of (None for a game).

    The games of a family stand together, each followed by its variations.
    """
    families = list(dict.fromkeys(rules.family for rules in rulesets()))
    return [_entry(rules) for family in families for rules in rulesets() if rules.family == family]


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


def called(entry: Mapping[str, Any]) -> str:
    """What else a game is called, as a reader may look it up: without the ids of other lists."""
    return ", ".join(alias for alias in entry["aliases"] if "_" not in alias)


def players(entry: Mapping[str, Any]) -> str:
    """How many may play: "2, 3, 4", or "2 to 7" where the list would be long."""
    seats = entry["seats"]
    if len(seats) > 3 and seats == list(range(seats[0], seats[-1] + 1)):
        return phrase("games.range", first=seats[0], last=seats[-1])
    return ", ".join(map(str, seats))
