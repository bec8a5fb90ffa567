"""Every game and variation, as clauses that fix axes. `get` finds one by its id or by another name."""

from __future__ import annotations

from difflib import get_close_matches
from functools import lru_cache
from typing import TypedDict

from domino_lab.catalogue import block_and_draw, countries, fives, other_games
from domino_lab.core.errors import RulesetError, quote
from domino_lab.rules.declaring import variation
from domino_lab.rules.ruleset import Ruleset
from domino_lab.words import join_words, phrase, phrases

_GAMES = (*fives.GAMES, *block_and_draw.GAMES, *countries.GAMES, *other_games.GAMES)


@lru_cache(maxsize=1)
def rulesets() -> tuple[Ruleset, ...]:
    """Return every ruleset, each game followed by its variations."""
    return tuple(rules for game in _GAMES for rules in (game, *(variation(game, offer) for offer in game.offers)))


def get(name: str | Ruleset) -> Ruleset:
    """Return the ruleset with that id or other name; a Ruleset is returned as it is.

    Raises RulesetError with the nearest names if there is none, and with the ids if several games have the name.
    """
    if isinstance(name, Ruleset):
        return name
    matches = _by_name().get(name.casefold(), ()) if isinstance(name, str) else ()
    if not matches:
        raise RulesetError(_unknown(name))
    if len(matches) > 1:
        raise RulesetError(_say_ambiguous(name, matches))
    return matches[0]


def is_name(name: str) -> bool:
    """Return True if one game or several have this name."""
    return name.casefold() in _by_name()


@lru_cache(maxsize=1)
def _by_name() -> dict[str, tuple[Ruleset, ...]]:
    """Return all rulesets by id and by other name; a variation also by the other names of its game."""
    named: dict[str, dict[str, Ruleset]] = {}
    for game in _GAMES:
        for rules in (rules for rules in rulesets() if rules.id.partition("/")[0] == game.id):
            option = rules.id.removeprefix(game.id)
            for name in (rules.name, *(f"{name}{option}" for name in (game.name, *game.aliases))):
                named.setdefault(name.casefold(), {})[rules.id] = rules
    return {name: tuple(by_id.values()) for name, by_id in named.items()} | {
        rules.id: (rules,) for rules in rulesets()}


def _say_ambiguous(name: str, sharing: tuple[Ruleset, ...]) -> str:
    """Say which games share a name, first the one whose main name it is."""
    ordered = sorted(sharing, key=lambda rules: rules.name.casefold() != name.casefold())
    games = [f"{rules.id} [{join_words([phrase(f'sheets.{key}') for key in rules.sheets])}]" for rules in ordered]
    count = "two" if len(games) == 2 else len(games)
    return f"{count} games are called {quote(name)}: {join_words(games)}; give the id of one of them"


def _unknown(name: object) -> str:
    ids = [rules.id for rules in rulesets()]
    near = get_close_matches(name[:60], ids, n=3, cutoff=0.4) if isinstance(name, str) else []
    hint = f"did you mean {' or '.join(near)}?" if near else "domino-lab games lists them all"
    return f"no ruleset is called {quote(name)}; {hint}"


class ListedGame(TypedDict):
    """A ruleset as plain values, for the command line and for notebooks; `variation_of` is None for a game.

    `seen` says how much of the text was seen from which the rules come: "whole", "part", or "two" that disagree.
    """

    id: str
    name: str
    aliases: list[str]
    family: str
    seats: list[int]
    sheets: list[str]
    seen: str
    variation_of: str | None


def listing() -> list[ListedGame]:
    """Return an entry for every ruleset: the games by family, each followed by its variations."""
    families = list(dict.fromkeys(rules.family for rules in rulesets()))
    return [entry(rules) for family in families for rules in rulesets() if rules.family == family]


def entry(rules: Ruleset) -> ListedGame:
    """Return the entry of a ruleset in a list of games."""
    return {
        "id": rules.id,
        "name": rules.name,
        "aliases": list(rules.aliases),
        "family": rules.family,
        "seats": list(rules.dealing.seat_counts),
        "sheets": list(dict.fromkeys(phrase(f"sheets.{key}") for key in rules.sheets)),
        "seen": coverage(rules),
        "variation_of": rules.variation_of,
    }


def coverage(rules: Ruleset) -> str:
    """Return how much was seen of the text from which the rules come, the first of their sheets.

    >>> [coverage(get(name)) for name in ("block", "cuban", "gaple", "kozel")]
    ['whole', 'whole', 'part', 'two']
    """
    return str(phrases("sheets")["seen"][rules.sheets[0]]) if rules.sheets else "whole"


def other_names(entry: ListedGame) -> str:
    """Return the other names of a game, without the ids of other lists."""
    return ", ".join(alias for alias in entry["aliases"] if "_" not in alias)


def players(entry: ListedGame) -> str:
    """Return the numbers of players: "2, 3, 4", or "2 to 7" if the list would be long."""
    seats = entry["seats"]
    if len(seats) > 3 and seats == list(range(seats[0], seats[-1] + 1)):
        return phrase("games.range", first=seats[0], last=seats[-1])
    return ", ".join(map(str, seats))


def seats_in_words(entry: ListedGame) -> str:
    """Return the numbers of players in words: "2, 3, 4 players"."""
    return phrase("games.players", counts=players(entry), last=entry["seats"][-1])


def sources(entry: ListedGame) -> str:
    """Return the sheets of a game, and its other names."""
    sheets, names = ", ".join(entry["sheets"]), other_names(entry)
    return f"{sheets}; {phrase('games.also', names=names)}" if names else sheets
