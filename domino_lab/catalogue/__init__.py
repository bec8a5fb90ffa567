"""Every game and variation, declared; `get` finds one by id or by another name."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from domino_lab.catalogue import (
    all_fives,
    all_sevens,
    bergen,
    beyond,
    blind,
    block,
    block_and_draw,
    draw,
    draw_classic,
    draw_regions,
    five_up,
    patience,
    two_box,
)
from domino_lab.errors import RulesetError, shown
from domino_lab.rules.declaring import variation
from domino_lab.rules.ruleset import Ruleset
from domino_lab.words import listed, phrase

_GAMES = (
    *all_fives.GAMES,
    *five_up.GAMES,
    *beyond.GAMES,
    *block.GAMES,
    *draw_regions.BEYOND,
    *block_and_draw.GAMES,
    *draw_classic.GAMES,
    *draw.GAMES,
    *draw_regions.GAMES,
    *all_sevens.GAMES,
    *bergen.GAMES,
    *blind.GAMES,
    *two_box.GAMES,
    *patience.GAMES,
)


@lru_cache(maxsize=1)
def rulesets() -> tuple[Ruleset, ...]:
    """Every ruleset, each game followed by its variations."""
    return tuple(found for game in _GAMES for found in (game, *(variation(game, offer) for offer in game.offers)))


def get(name: str | Ruleset) -> Ruleset:
    """The ruleset with that id or other name; a Ruleset is given back as it is.

    Raises RulesetError, with the nearest names, when nothing is called so, and with the ids where several games are.
    """
    if isinstance(name, Ruleset):
        return name
    found = _by_name().get(name.casefold(), ()) if isinstance(name, str) else ()
    if not found:
        raise RulesetError(_unknown(name))
    if len(found) > 1:
        raise RulesetError(_shared(name, found))
    return found[0]


def is_name(name: str) -> bool:
    """Whether a game is called so, or several are."""
    return name.casefold() in _by_name()


@lru_cache(maxsize=1)
def _by_name() -> dict[str, tuple[Ruleset, ...]]:
    """Every ruleset by its id, and by each other name all that share it; a variation also by those of its game."""
    named: dict[str, dict[str, Ruleset]] = {}
    for game in _GAMES:
        for rules in (rules for rules in rulesets() if rules.id.partition("/")[0] == game.id):
            option = rules.id.removeprefix(game.id)
            for name in (rules.name, *(f"{name}{option}" for name in (game.name, *game.aliases))):
                named.setdefault(name.casefold(), {})[rules.id] = rules
    return {name: tuple(found.values()) for name, found in named.items()} | {
        rules.id: (rules,) for rules in rulesets()}


def _shared(name: str, found: tuple[Ruleset, ...]) -> str:
    """Which games share a name, the one that goes by it before those that are also called so."""
    ordered = sorted(found, key=lambda rules: rules.name.casefold() != name.casefold())
    games = [f"{rules.id} [{listed([phrase(f'sheets.{key}') for key in rules.sheets])}]" for rules in ordered]
    count = "two" if len(games) == 2 else len(games)
    return f"{count} games are called {shown(name)}: {listed(games)}; ask for one of them by its id"


def _unknown(name: object) -> str:
    ids = [rules.id for rules in rulesets()]
    near = get_close_matches(name[:60], ids, n=3, cutoff=0.4) if isinstance(name, str) else []
    hint = f"did you mean {' or '.join(near)}?" if near else "domino-lab games lists them all"
    return f"no ruleset is called {shown(name)}; {hint}"


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
