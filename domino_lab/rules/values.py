"""Values of axes as text: as they stand in a file, and in words as the sentences of a rule page have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from domino_lab.words import listed, phrase, phrases

MARK = "own: "
"""How a policy of a reader's own stands in a file and in a table: this, and the name of its class."""

if TYPE_CHECKING:
    from domino_lab.rules.ruleset import Ruleset


def show_value(value: Any) -> str:
    """A value as it stands in a hand file and in every table."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(k)} = {show_value(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (tuple, list)):
        shown = [show_value(item) for item in value]
        return shown[0] if len(shown) == 1 else "[" + ", ".join(shown) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else f'"{value}"'


def _key(key: object) -> str:
    text = str(key)
    return text if text.isalnum() else f'"{text}"'


def in_words(rules: Ruleset) -> dict[str, Any]:
    """The values of a ruleset as the sentences of its page speak of them, and what follows from several of them.

    Numbers stay numbers, so that a sentence can add the noun; tables and names are words. Values of axes that a policy
    of the reader's own decides may be there; no sentence speaks of them.
    """
    named = {axis: value for axis, value in rules.values.items() if isinstance(value, (int, str))}
    return {**named, **_tiles(rules), **_players(rules), **_leaders(rules), **_sums(rules), **_points(rules)}


def _tiles(rules: Ruleset) -> dict[str, Any]:
    tiles, deals = rules.equipment.set, _deals(rules)
    left = {count: len(tiles.tiles) - count * each for count, each in deals.items()}
    own = rules.dealing.each_of(1, len(tiles.tiles)) if rules.solo is not None and rules.dealing.seat_counts else 0
    return {
        "set": tiles._replace(copies=1, doubles=True).name,
        "tiles": len(tiles.tiles),
        "usual": len(tiles.tiles) == 28,
        "top": 2 * rules["max_pip"],
        "deal": _table(deals, "deal", name_all=rules["seats"] == "2+" and rules["teams"] == "none"),
        "left_over": "all" if all(left.values()) else "some" if any(left.values()) else "none",
        "left": _table({count: tiles for count, tiles in left.items() if tiles}, "left"),
        "each": own,
        "rest": len(tiles.tiles) - own,
        "weights": listed([phrase("page.weighs", tile=tile, pips=pips) for tile, pips in rules["weights"].items()]),
        "weighted": bool(rules["weights"]),
        "full_rank": rules["max_pip"] >= 6 and rules["doubles"],
    }


def _players(rules: Ruleset) -> dict[str, Any]:
    counts, pairs = _counts(rules), rules["teams"] == "pairs"
    return {
        "players": _numbers(counts),
        "alone": rules.solo is not None,
        "partners": 4 in counts and not pairs,
        "two": 2 in counts,
        "more": len(counts) > 1,
        "side": phrase("page.next_player") if _is_decided(rules, "direction") else rules["direction"],
        "winner": phrase("page.pair" if pairs else "page.player"),
        "they_win": phrase("page.pair_wins" if pairs else "page.they_win"),
        "lightest": "" if pairs or _is_decided(rules, "tie") else phrase("page.lightest"),
        "team_total": pairs and rules["team_block"] == "team-total",
        "stuck": phrase("page.stuck" if rules["draw_when"] == "never" else "page.stuck_drawing"),
    }


def _leaders(rules: Ruleset) -> dict[str, Any]:
    holder, alone = _holder(rules["first_leader"]), rules.solo is not None or "leading" in rules.own
    lots = not alone and "lot" in (rules["first_leader"], rules["block_leader"])
    return {
        "holder": holder,
        "block_holder": _holder(rules["block_leader"]),
        "qualifier": phrase("page.the_tile", tile=holder) if holder else phrase("page.that_double"),
        "sought": _sought(rules) or phrase("page.such_a_tile"),
        "lots": lots,
        "weighed_to_lead": lots or (rules["lead_fallback"] == "heaviest" and bool(_sought(rules))),
        "later": _leads_otherwise(rules),
    }


def _points(rules: Ruleset) -> dict[str, Any]:
    goals, weights = _goals(rules), rules["double_weights"]
    return {
        "lone_both": isinstance(weights, str) or weights[0] == 2 or rules["spinner"] == "none",
        "multiples": listed(rules["multiple"], "or"),
        "examples": _multiples_of(rules["multiple"][0]),
        "one_multiple": len(rules["multiple"]) == 1,
        "doubled": _doubled(rules["double_weights"]),
        "goals": _table(goals, "goals"),
        "full_counts": rules["spinner"] != "none" and not isinstance(weights, str) and weights[4] > 0,
        "one_goal": len(set(goals.values())) == 1,
        "goal": min(goals.values(), default=0),
    }


def said_value(rules: Ruleset, axis: str) -> Any:
    """The value of an axis as far as it decides anything under these rules.

    Of a table the part for the numbers of players that can sit down is left, and one number where all get the same.
    """
    if axis == "deal" and isinstance(rules["deal"], Mapping):
        return _alike(_deals(rules) or rules["deal"])
    if axis == "target" and rules["target"] != "one-hand":
        return _alike(_goals(rules))
    if axis == "double_weights" and rules["spinner"] == "none" and rules[axis] != "covered-once":
        return "both halves"
    if axis == "spinner" and not rules["doubles"]:
        return "none"
    if axis == "own_deduct":
        return _deducted(rules)
    return _counts(rules) if axis == "seats" else rules[axis]


def _alike(table: Mapping[Any, int]) -> int | Mapping[Any, int]:
    return next(iter(table.values())) if len(set(table.values())) == 1 else table


def _deducted(rules: Ruleset) -> str:
    """The winner's own pips, which only a block leaves: of partners who add theirs up, there is one opponent."""
    said = str(rules["own_deduct"])
    pair = rules["teams"] == "pairs" and rules["team_block"] == "team-total"
    return "once" if said == "once-blocked" or (said == "per-opponent" and pair) else said


def _deals(rules: Ruleset) -> dict[int, int]:
    size = len(rules.equipment.set.tiles)
    counts = rules.dealing.seat_counts
    found = {count: rules.dealing.each_of(count, size) for count in counts} if rules.solo is None else {}
    return {count: each for count, each in found.items() if count * each <= size}


def _counts(rules: Ruleset) -> tuple[int, ...]:
    """The numbers of people for whom there are enough tiles."""
    return tuple(_deals(rules)) or rules.dealing.seat_counts


def _is_decided(rules: Ruleset, axis: str) -> bool:
    """Whether a policy of the reader's own decides an axis."""
    return str(rules.told(axis)).startswith(MARK)


def _goals(rules: Ruleset) -> dict[int, int]:
    pairs = rules["teams"] == "pairs"
    found = {count: rules.winning.goal(count, teams=pairs) for count in _counts(rules)}
    return {count: goal for count, goal in found.items() if goal is not None}


def _numbers(counts: Sequence[int], word: str = "or") -> str:
    """Numbers of players in words: "two, three or four", "two to seven"."""
    names = [str(phrases("general")["numbers"][count]) for count in counts]
    if len(counts) > 3 and list(counts) == list(range(counts[0], counts[-1] + 1)):
        return phrase("general.range", first=names[0], last=names[-1])
    return listed(names, word)


def _table(found: Mapping[int, int], key: str, *, name_all: bool = False) -> str:
    """A table by the number of players as a sentence; players who get the same stand together.

    Where more people may sit down than the table speaks of, `name_all` names them even if all get the same.
    """
    groups: dict[int, list[int]] = {}
    for count, value in found.items():
        groups.setdefault(value, []).append(count)
    if len(groups) == 1 and not name_all:
        return phrase(f"page.{key}_same", value=next(iter(groups)))
    first, *others = [phrase(f"page.{key}_{'more' if number else 'first'}", players=_numbers(counts), value=value)
                      for number, (value, counts) in enumerate(groups.items())] or [""]
    return ", ".join([first, *others])


def _leads_otherwise(rules: Ruleset) -> bool:
    """Whether some hand is led by a player whom another rule than the first-leader rule has found."""
    first = rules["first_leader"]
    return rules["next_leader"] != "same" or rules["block_leader"] not in ("as-next", "same", first)


def _holder(leader: object) -> str:
    return str(leader["holder"]) if isinstance(leader, Mapping) else ""


def _sought(rules: Ruleset) -> str:
    """What a leader must hold; where two rules ask for different tiles, that depends on the hand."""
    found = [_holder(rules[axis]) or ("double" if "double" in str(rules[axis]) else "")
             for axis in ("first_leader", "block_leader")]
    named = {phrase("page.a_double") if one == "double" else phrase("page.the_tile", tile=one) for one in found if one}
    return named.pop() if len(named) == 1 else phrase("page.such_a_tile") if named else ""


def _multiples_of(number: int) -> str:
    return phrase("page.and_so_on", numbers=", ".join(str(number * times) for times in (1, 2, 3)))


def _doubled(weights: Sequence[int] | str) -> str:
    """What a spinner counts by how many tiles touch it, those with the same count together."""
    if isinstance(weights, str):
        return ""
    runs: list[tuple[int, int]] = []
    for touching, times in enumerate(weights):
        if not runs or runs[-1][0] != times:
            runs.append((times, touching))
    names, numbers = phrases("page")["spinner_counts"], phrases("general")["numbers"]
    if len(runs) == 1:
        return phrase("page.spinner_always", what=names[runs[0][0]])
    until = [phrase(f"page.spinner_until{'_one' if after == 1 else ''}", what=names[times], count=numbers[after])
             for (times, _), (_, after) in pairwise(runs)]
    return phrase("page.spinner_then", parts=phrase("page.then").join(until), what=names[runs[-1][0]])


def _sums(rules: Ruleset) -> dict[str, Any]:
    """What follows from a sum that touching halves must make: the wild tiles, the values that only they fit."""
    total, top = rules.matching.sum, rules["max_pip"]
    if total is None:
        return {"has_shut": False, "has_pairs": False, "wild_tiles": "none"}
    wild = [tile for tile in rules.equipment.set.tiles if rules.matching.is_wild(tile) and not tile.copy]
    shut = [value for value in range(top + 1) if not 0 <= total - value <= top]
    pairs = [(value, total - value) for value in range(top + 1) if 0 <= total - value <= top and value < total - value]
    named = [phrase("page.fits_on", half=small, other=large) for small, large in pairs[-1:-3:-1]]
    shown = [phrases("general")["blank"] if value == 0 else phrase("page.a_value", value=value) for value in shut]
    return {
        "sum": total,
        "wild_tiles": "some" if wild else "none",
        "wild": listed([str(tile) for tile in sorted(wild, key=lambda tile: -tile.weight)]),
        "shut": listed(shown, "or"),
        "has_shut": bool(shut),
        "pairs": listed(named),
        "has_pairs": bool(named),
    }
