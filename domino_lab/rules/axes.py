"""The axes on which rulesets differ: name, group, default, and how a value is read and checked.

Names and values are those of hand records, of `but()` and of every table a reader sees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from domino_lab.errors import NotationError, RulesetError, shown
from domino_lab.tiles import MOST_PIPS, Tile


class Clauses(dict[str, str]):
    """The clause of each axis; one that no sheet speaks of falls back to the house clause of the axis."""

    def __missing__(self, axis: str) -> str:
        return house_clause(axis)


def house_clause(axis: str) -> str:
    """The id of the clause under which a reader's own value of an axis goes."""
    return f"HOUSE-{axis.upper().replace('_', '-')}"


class Offer(NamedTuple):
    """An option of a sheet: changed axes and the clause that offers them; `key` makes the id `game/key`."""

    key: str
    name: str
    changes: Mapping[str, Any]
    clauses: Mapping[str, str]


MOST_SEATS = 12
MOST_POINTS = 100_000
YES, NO = True, False

Reader = Callable[[object], Any]


def _always(values: Mapping[str, Any]) -> bool:
    return True


class Axis(NamedTuple):
    """One axis: its `group`, its `default`, `read` (which raises ValueError), the values in words, and `matters`.

    `matters` tells from the values of all axes whether this one changes anything under them: what a spinner takes
    matters only where there is one.
    """

    name: str
    group: str
    default: Any
    read: Reader
    values: str
    matters: Callable[[Mapping[str, Any]], bool] = _always


def read_axis(name: str, value: object) -> Any:
    """Check a value for an axis and bring it into its usual form.

    Raises RulesetError for an unknown axis, and for an impossible value, each by name.
    """
    axis = AXES.get(name)
    if axis is None:
        raise RulesetError(f"there is no axis {shown(name)}; the axes are {', '.join(AXES)}")
    try:
        found = axis.read(value)
    except (ValueError, TypeError, KeyError, NotationError):
        raise RulesetError(f"{name} = {shown(value)} is not possible: {name} is {axis.values}") from None
    return found


def _one_of(*words: str) -> tuple[Reader, str]:
    def read(value: object) -> str:
        if value not in words:
            raise ValueError
        return str(value)

    return read, " or ".join(f'"{word}"' for word in words)


def _whole(least: int, most: int) -> tuple[Reader, str]:
    def read(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise ValueError
        return value

    return read, f"a whole number from {least} to {most}"


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError
    return value


def _either(word: str, least: int, most: int) -> tuple[Reader, str]:
    number, words = _whole(least, most)
    return (lambda value: word if value == word else number(value)), f'"{word}" or {words}'


def _weights(value: object) -> Mapping[str, int]:
    number = _whole(0, 1000)[0]
    return {str(Tile.of(key)): number(pips) for key, pips in _mapping(value).items()}


def _mapping(value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise ValueError
    return value


def _seats(value: object) -> tuple[int, ...] | str:
    if value == "2+":
        return "2+"
    number = _whole(1, MOST_SEATS)[0]
    if isinstance(value, int):
        return (number(value),)
    if not isinstance(value, (list, tuple)) or not value:
        raise ValueError
    return tuple(sorted({number(item) for item in value}))


def _deal(value: object) -> Mapping[int, int] | str:
    if value in ("8-n", "even"):
        return str(value)
    each = _whole(1, 60)[0]
    if isinstance(value, int):
        return {seats: each(value) for seats in range(1, MOST_SEATS + 1)}
    seats = _whole(1, MOST_SEATS)[0]
    found = {seats(int(str(key))): each(count) for key, count in _mapping(value).items()}
    if not found:
        raise ValueError
    return found


def _first_leader(value: object) -> str | Mapping[str, str]:
    if isinstance(value, Mapping):
        if set(value) != {"holder"}:
            raise ValueError
        return {"holder": str(Tile.of(value["holder"]))}
    return str(_one_of(*_FIRST)[0](value))


_FIRST = ("lot", "highest-double", "lowest-double", "youngest", "fastest-double", "sum")
_NEXT = ("same", "rotate", "previous", "winner")


def _block_leader(value: object) -> str | Mapping[str, str]:
    return str(value) if value in ("as-next", *_NEXT) else _first_leader(value)


def _lead_tile(value: object) -> str:
    return str(value) if value in ("any", "qualifying") else str(Tile.of(str(value)))


def _matching(value: object) -> str | Mapping[str, int]:
    if isinstance(value, Mapping):
        if set(value) != {"sum"}:
            raise ValueError
        return {"sum": _whole(0, 2 * MOST_PIPS)[0](value["sum"])}
    return str(_one_of("equal")[0](value))


def _multiple(value: object) -> tuple[int, ...]:
    number = _whole(2, 100)[0]
    if isinstance(value, int):
        return (number(value),)
    if not isinstance(value, (list, tuple)) or not value or len(set(value)) != len(value):
        raise ValueError
    return tuple(number(item) for item in value)


def _double_weights(value: object) -> tuple[int, ...] | str:
    if value == "covered-once":
        return "covered-once"
    number = _whole(0, 4)[0]
    if not isinstance(value, (list, tuple)) or len(value) != 5:
        raise ValueError
    return tuple(number(item) for item in value)


def _target(value: object) -> int | str | Mapping[int | str, int]:
    number = _whole(1, MOST_POINTS)[0]
    if value == "one-hand":
        return "one-hand"
    if isinstance(value, int):
        return int(number(value))
    seats = _whole(1, MOST_SEATS)[0]
    found = {(key if key == "pairs" else seats(int(str(key)))): number(goal) for key, goal in _mapping(value).items()}
    if not found:
        raise ValueError
    return found


def _hold_limit(value: object) -> int | str:
    if value not in ("none", 5):
        raise ValueError
    return 5 if value == 5 else "none"


_DEAL_WORDS = 'a table such as {2 = 7, 3 = 5}, "8-n" or "even"'
_LEADERS = " or ".join(f'"{word}"' for word in _FIRST) + ' or {holder = "6-6"}'


_LEAD_BY_ALL = ("lot", "sum", "youngest", "as-next", "same", "rotate", "previous", "winner")
"""Ways to find a leader that always find one; any other asks who holds a tile that perhaps nobody holds."""


def _draws(values: Mapping[str, Any]) -> bool:
    return bool(values["draw_when"] != "never") and not _deals_all(values)


def _steals(values: Mapping[str, Any]) -> bool:
    return _stacks(values) and bool(values["play_score"] != "none")


def _counts(values: Mapping[str, Any]) -> bool:
    return bool(values["play_score"] == "multiple")


def _stacks(values: Mapping[str, Any]) -> bool:
    return bool(values["stack"] != "none")


def _awards(values: Mapping[str, Any]) -> bool:
    return bool(values["end_base"] != "none")


def _rounds(values: Mapping[str, Any]) -> bool:
    return _awards(values) and bool(values["end_round"] != "none")


def _more_hands(values: Mapping[str, Any]) -> bool:
    return bool(values["target"] != "one-hand")


def _deals_all(values: Mapping[str, Any]) -> bool:
    """Whether every tile is dealt, however many of those who may play sit down."""
    top, deal = values["max_pip"], values["deal"]
    tiles = values["copies"] * ((top + 1) * (top + 2) // 2 - (0 if values["doubles"] else top + 1))
    counts = (4,) if values["teams"] == "pairs" else range(2, 13) if values["seats"] == "2+" else values["seats"]
    if deal == "even":
        return all(tiles % count == 0 for count in counts)
    return isinstance(deal, Mapping) and all(count * deal[count] == tiles for count in counts if count in deal)


_MATTERS: dict[str, Callable[[Mapping[str, Any]], bool]] = {
    "seats": lambda v: v["teams"] == "none",
    "teams": lambda v: v["seats"] == "2+" or 4 in v["seats"],
    "next_leader": _more_hands,
    "block_leader": _more_hands,
    "lead_tile": lambda v: v["visibility"] != "blind",
    "lead_fallback": lambda v: not {str(v["first_leader"]), str(v["block_leader"])} <= set(_LEAD_BY_ALL)
    and not _deals_all(v),
    "arm_order": lambda v: v["doubles"] and v["spinner"] != "none",
    "double_lay": lambda v: v["doubles"],
    "stack": lambda v: v["copies"] > 1 and v["visibility"] != "blind",
    "stack_when": _stacks,
    "steal_credit": _steals,
    "steal_back": _steals,
    "extra_turn": lambda v: v["extra_turn"] != "on-double" or v["doubles"],
    "blind_leader_goes_on": lambda v: v["visibility"] == "blind" and v["extra_turn"] != "none",
    "draw_max": _draws,
    "voluntary_max": lambda v: _draws(v) and v["draw_when"] == "optional",
    "reserve": _draws,
    "draw_cost": _draws,
    "draw_cost_in": lambda v: _draws(v) and v["draw_cost"] > 0,
    "multiple": _counts,
    "unit": _counts,
    "claim": lambda v: v["play_score"] != "none",
    "double_weights": lambda v: _counts(v) and v["doubles"],
    "tie_order": lambda v: v["tie"] == "lightest-tile",
    "team_block": lambda v: v["teams"] == "pairs",
    "own_deduct": _awards,
    "end_round": _awards,
    "end_multiple": _rounds,
    "round_scope": _rounds,
    "end_divide": _rounds,
    "reach": _more_hands,
    "target_when": _more_hands,
    "bingo_remove": lambda v: False,
    "knock": lambda v: False,
    "hold_limit": lambda v: False,
}
"""Where an axis matters in a game with rivals; one that is not here always does. A patience says what it heeds."""


def _axis(name: str, group: str, default: Any, how: Any, words: str = "") -> Axis:
    read, values = how if isinstance(how, tuple) else (how, words)
    return Axis(name, group, default, read, values, _MATTERS.get(name, _always))


AXES: dict[str, Axis] = {
    axis.name: axis
    for axis in (
        _axis("max_pip", "equipment", 6, _whole(0, MOST_PIPS)),
        _axis("copies", "equipment", 1, _whole(1, 2)),
        _axis("doubles", "equipment", YES, _flag, "true or false"),
        _axis("weights", "equipment", {}, _weights, 'a table such as {"0-0" = 13}'),
        _axis("seats", "dealing", (2, 3, 4), _seats, 'a list such as [2, 3, 4], or "2+"'),
        _axis("teams", "dealing", "none", _one_of("none", "pairs")),
        _axis("direction", "dealing", "left", _one_of("left", "right")),
        _axis("deal", "dealing", {2: 7, 3: 5, 4: 5}, _deal, _DEAL_WORDS),
        _axis("visibility", "dealing", "private", _one_of("private", "blind")),
        _axis("first_leader", "leading", "lot", _first_leader, _LEADERS),
        _axis("next_leader", "leading", "same", _one_of(*_NEXT)),
        _axis("block_leader", "leading", "as-next", _block_leader, f'"as-next", one of {_NEXT} or {_LEADERS}'),
        _axis("lead_tile", "leading", "any", _lead_tile, '"any", "qualifying" or a tile such as "6-6"'),
        _axis("lead_fallback", "leading", "none", _one_of("none", "redeal", "heaviest", "draw")),
        _axis("spinner", "arms", "none", _one_of("none", "first", "all")),
        _axis("arm_order", "arms", "free", _one_of("free", "sides-first", "four-first")),
        _axis("matching", "matching", "equal", _matching, '"equal" or {sum = 7}'),
        _axis("double_lay", "arms", "crosswise", _one_of("crosswise", "in-line")),
        _axis("stack", "stacking", "none", _one_of("none", "cutthroat")),
        _axis("stack_when", "stacking", "after-score", _one_of("after-score", "any")),
        _axis("steal_credit", "stacking", "once", _one_of("once", "twice")),
        _axis("steal_back", "stacking", NO, _flag, "true or false"),
        _axis("extra_turn", "turns", "none", _one_of("none", "on-double", "while-fits")),
        _axis("blind_leader_goes_on", "turns", YES, _flag, "true or false"),
        _axis("draw_when", "drawing", "never", _one_of("never", "unable", "optional")),
        _axis("draw_max", "drawing", "until-playable", _either("until-playable", 1, 60)),
        _axis("voluntary_max", "drawing", "any", _either("any", 1, 60)),
        _axis("reserve", "drawing", 0, _whole(0, 2)),
        _axis("draw_cost", "drawing", 0, _whole(0, 100)),
        _axis("draw_cost_in", "drawing", "points", _one_of("points", "chips")),
        _axis("play_score", "scoring", "none", _one_of("none", "multiple", "alike")),
        _axis("multiple", "scoring", (5,), _multiple, "a whole number from 2 to 100, or a list such as [3, 5]"),
        _axis("unit", "scoring", "face", _one_of("face", "per")),
        _axis("claim", "scoring", "auto", _one_of("auto", "call", "call-else-opponent")),
        _axis("double_weights", "scoring", (2, 2, 2, 1, 0), _double_weights,
              'five numbers from 0 to 4 such as [2, 2, 2, 1, 0], or "covered-once"'),
        _axis("block", "ending", "all-stuck", _one_of("all-stuck", "dead-layout", "row-cycle")),
        _axis("tie", "settling", "none", _one_of("none", "lightest-tile", "blocker")),
        _axis("tie_order", "settling", "weight", _one_of("weight", "bone")),
        _axis("team_block", "settling", "team-total", _one_of("team-total", "individual")),
        _axis("end_base", "settling", "opponents", _one_of("none", "opponents", "all")),
        _axis("own_deduct", "settling", "none", _one_of("none", "once", "once-blocked", "per-opponent")),
        _axis("end_round", "settling", "none", _one_of("none", "nearest", "floor")),
        _axis("end_multiple", "settling", 5, _whole(1, 100)),
        _axis("round_scope", "settling", "sum", _one_of("sum", "each")),
        _axis("end_divide", "settling", 1, _whole(1, 100)),
        _axis("end_bonus", "settling", 0, _whole(0, 1000)),
        _axis("target", "winning", 100, _target,
              'a number of points, a table such as {2 = 100, 3 = 61, pairs = 100}, or "one-hand"'),
        _axis("reach", "winning", "at-least", _one_of("at-least", "more-than", "exact")),
        _axis("target_when", "winning", "hand-end", _one_of("at-once", "hand-end")),
        _axis("bingo_remove", "patience", "always", _one_of("always", "choice")),
        _axis("knock", "patience", "pair", _one_of("pair", "run")),
        _axis("hold_limit", "patience", "none", _hold_limit, '"none" or 5'),
    )
}
"""Every axis by name, in the order in which a rule page reads."""
