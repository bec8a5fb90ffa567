"""Every game and variation, declared; `get` finds one by id or by another name."""

from __future__ import annotations

from difflib import get_close_matches
from functools import lru_cache

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
    """Every ruleset, each game followed by its variations.

    >>> rulesets()[0].id
    'all-fives'
    """
    return tuple(found for game in _GAMES for found in (game, *(variation(game, offer) for offer in game.offers)))


def get(name: str | Ruleset) -> Ruleset:
    """The ruleset with that id or other name; a Ruleset is given back as it is.

    Raises RulesetError, with the nearest names, when nothing is called so.

    >>> get("all_fives_000").id
    'all-fives'
    """
    if isinstance(name, Ruleset):
        return name
    found = _by_name().get(name.casefold()) if isinstance(name, str) else None
    if found is None:
        raise RulesetError(_unknown(name))
    return found


@lru_cache(maxsize=1)
def _by_name() -> dict[str, Ruleset]:
    named = {name.casefold(): rules for rules in rulesets() for name in (rules.id, rules.name, *rules.aliases)}
    varied = [rules for rules in rulesets() if rules.variation_of]
    return named | {f"{alias}{rules.id.removeprefix(game.id)}".casefold(): rules
                    for rules in varied for game in _GAMES if game.id == rules.variation_of for alias in game.aliases}


def _unknown(name: object) -> str:
    ids = [rules.id for rules in rulesets()]
    near = get_close_matches(name[:60], ids, n=3, cutoff=0.4) if isinstance(name, str) else []
    hint = f"did you mean {' or '.join(near)}?" if near else "domino-lab games lists them all"
    return f"no ruleset is called {shown(name)}; {hint}"
