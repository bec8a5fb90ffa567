"""The axes on which rulesets differ, each declared once with everything that is known of it.

Names and values are those of hand records, of `but()` and of every table a reader sees. An axis has a default, a check
of its values, a test of where it matters, the methods of a reader's own policy that decide it, and an entry for each
engine that decides by the rules without asking their groups: the kernels, the solver and the deduction of hidden tiles.
An engine without an entry refuses to play by the axis (`rules.known`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from domino_lab.core.errors import NotationError, RulesetError, shown
from domino_lab.core.tiles import MOST_PIPS, Tile
from domino_lab.words import house_clause, listed

Value: TypeAlias = Any
"""A value of an axis: a word, a number, yes or no, a list or a table of them; its reader checks it."""

Values: TypeAlias = Mapping[str, Value]
"""The values of all axes, by name."""

Reader: TypeAlias = Callable[[object], Value]
Test: TypeAlias = Callable[[Values], bool]


class Clauses(dict[str, str]):
    """The clause of each axis; the house clause if no sheet mentions the axis."""

    def __missing__(self, axis: str) -> str:
        return house_clause(axis)


class Offer(NamedTuple):
    """An option of a sheet: changed axes and the clause that offers them; `key` makes the id `game/key`."""

    key: str
    name: str
    changes: Values
    clauses: Mapping[str, str]


MOST_SEATS = 12
MOST_POINTS = 100_000
LAST_TILE = ("capicua_double", "capicua", "out_tile", "out_double")
"""The axes that pay for the way a player goes out; of several that fit the last tile, the first one does."""

PASSING = ("pass_lead", "pass_lead_single", "pass_next", "pass_round", "pass_cost")
"""The axes that pay for a turn which another player passes."""

NO_LIMIT = 1 << 30
"""The number of a word that means "any number", for engines that only know numbers."""


# --- how an engine goes by an axis --------------------------------------------------------------------------------


class Obeyed(NamedTuple):
    """An engine goes by the axis at these `values`, and refuses any other value.

    A value is a word, a key of a table ("holder" for {holder = "6-6"}), a type, or a function that says yes to it.
    `code` makes the integer for an engine that keeps the value in a place of its own; None if that engine asks the
    group of the axis, or needs nothing.
    """

    values: tuple[object, ...] = (object,)
    code: Callable[[Value], int] | None = None


class Ignored(NamedTuple):
    """The axis changes nothing for an engine, because of `why`."""

    why: str


Engines: TypeAlias = Mapping[str, Obeyed | Ignored]
"""How each engine goes by an axis; an engine that is missing does not know the axis, and refuses to play by it."""

ASKED = Obeyed()
"""Whatever the value is: the group that holds the axis is asked, so that the engine goes by it all the same."""


def _coded(*values: object) -> Obeyed:
    """An engine numbers these values in this order."""
    return Obeyed(values, values.index)


def _number_or(word: str) -> Obeyed:
    return Obeyed((word, int), lambda value: NO_LIMIT if value == word else int(value))


_NUMBER = Obeyed((int,), int)
_FLAG = Obeyed((False, True), int)


def _names_a_tile(value: object) -> bool:
    try:
        return bool(Tile.of(str(value)))
    except NotationError:
        return False


def _is_empty(value: object) -> bool:
    return not value


def _always(values: Values) -> bool:
    return True


class Axis(NamedTuple):
    """One axis, with everything that is known of it.

    `read` checks a value and brings it into its usual form; it raises ValueError. `values` describes them in words.
    `matters` is True for the values of all axes if this one changes anything under them. `usual` are values worth
    offering beside those with names; `scores` is True for a value by which points can be won. `hooks` are the methods
    of a reader's own policy that decide the axis instead; None allows any method of its group. `engines` has an entry
    for each engine that knows the axis: the "kernel" of the games with rivals, that of the games for one player
    ("patience"), the "solver", and the deduction of "hidden" tiles.
    """

    name: str
    group: str
    default: Value
    read: Reader
    values: str
    matters: Test = _always
    usual: tuple[Value, ...] = ()
    scores: Callable[[Value], bool] | None = None
    hooks: tuple[str, ...] | None = None
    engines: Engines = MappingProxyType({})

    @property
    def named(self) -> tuple[Value, ...]:
        """The values that `values` names, in its order: words, or yes and no."""
        if self.values == "true or false":
            return (True, False)
        words = re.findall(r'"([a-z][a-z0-9+-]*)"', self.values) if "such as" not in self.values else []
        return tuple(words)


def read_axis(name: str, value: object, spelled: Callable[[str], str] = str,
              stated: Callable[[object], str] = shown) -> Value:
    """Check a value for an axis and bring it into its usual form.

    Raises RulesetError for an unknown axis, and for an impossible value, each by name. `spelled` turns the possible
    values, as a file has them, into the reader's language, and `stated` shows the value in it.
    """
    axis = AXES.get(name)
    if axis is None:
        raise RulesetError(f"there is no rule called {shown(name)}; the rules are {', '.join(AXES)}")
    try:
        return axis.read(value)
    except RulesetError as error:
        raise RulesetError(f"{name} = {stated(value)} is not possible: {error}") from None
    except (ValueError, TypeError, KeyError, NotationError):
        raise RulesetError(f"{name} must be {spelled(axis.values)}; you gave {stated(value)}") from None


def can_score(values: Values, group: str = "") -> bool:
    """Return True if points can be won under these values; by the axes of one `group`, if it is named."""
    return any(axis.scores(values[name]) for name, axis in AXES.items()
               if axis.scores is not None and group in ("", axis.group))


# --- readers ------------------------------------------------------------------------------------------------------


def _one_of(*words: str) -> tuple[Reader, str]:
    def read(value: object) -> str:
        if value not in words:
            raise ValueError
        return str(value)

    return read, listed([f'"{word}"' for word in words], "or")


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


def _by_tile(value: object) -> Mapping[str, int]:
    number, found, names = _whole(0, 1000)[0], dict[str, int](), dict[str, str]()
    for key, given in _mapping(value).items():
        tile = str(Tile.of(key))
        if tile in found:
            raise RulesetError(f"{shown(names[tile])} and {shown(key)} are the same tile; leave one of them out")
        found[tile], names[tile] = number(given), key
    return found


def _points_by_hand(value: object) -> tuple[int, ...]:
    if not isinstance(value, (list, tuple)) or len(value) > 20:
        raise ValueError
    return tuple(map(_whole(0, 1000)[0], value))


def _tiles_read(value: object) -> tuple[str, ...]:
    items = [value] if isinstance(value, str) else value
    if not isinstance(items, (list, tuple)):
        raise ValueError
    return tuple(map(str, sorted({Tile.of(item) for item in items})))


def _mapping(value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise ValueError
    return value


def _seats(value: object) -> tuple[int, ...] | str:
    if value == "2+":
        return "2+"
    items = [value] if isinstance(value, int) else value
    if not isinstance(items, (list, tuple)) or not items:
        raise ValueError
    return tuple(sorted(set(map(_whole(1, MOST_SEATS)[0], items))))


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


_ARM_ORDERS = ("free", "sides-first", "four-first", "clockwise", "four-first-clockwise")
_SPINNERS = ("none", "first", "first-six", "first-eight", "all")
_FIRST = ("lot", "highest-double", "lowest-double", "hand-double", "youngest", "fastest-double", "sum")
_LEAD_WITH = ("any", "qualifying", "double", "double-or-score")
_FALLBACKS = ("none", "redeal", "heaviest", "draw", "next-player", "leader-draws")
_AGAIN = ("none", "on-double", "while-fits", "on-score", "on-score-or-double")
_NEXT = ("same", "rotate", "previous", "winner", "partner", "winning-pair")
_TIES = ("none", "lightest-tile", "blocker", "leader", "nearest-leader", "after-blocker")


def _matching(value: object) -> str | Mapping[str, int]:
    if isinstance(value, Mapping):
        if set(value) != {"sum"}:
            raise ValueError
        return {"sum": _whole(0, 2 * MOST_PIPS)[0](value["sum"])}
    return str(_one_of("equal")[0](value))


def _multiple(value: object) -> tuple[int, ...]:
    items = [value] if isinstance(value, int) else value
    if not isinstance(items, (list, tuple)) or not items or len(set(items)) != len(items):
        raise ValueError
    return tuple(map(_whole(2, 100)[0], items))


def _double_weights(value: object) -> tuple[int, ...] | str:
    if value == "covered-once":
        return "covered-once"
    if not isinstance(value, (list, tuple)) or len(value) != 5:
        raise ValueError
    return tuple(map(_whole(0, 4)[0], value))


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


_LEADERS = listed([*[f'"{word}"' for word in _FIRST], '{holder = "6-6"}'], "or")


# --- where an axis matters in a game with rivals; a patience says itself which axes it heeds ----------------------


LEAD_KINDS = ("double", "double-or-score")
"""The values of lead_tile that bind every leader to a kind of tile, of which there are several."""

_LEAD_BY_ALL = ("lot", "sum", "youngest", "as-next", *_NEXT)
"""Ways to find a leader that always find one; any other asks who holds a tile that perhaps nobody holds."""


def _never(values: Values) -> bool:
    return False


def _draws(values: Values) -> bool:
    return bool(values["draw_when"] != "never") and not _deals_all(values)


def _leaves_tiles(values: Values) -> bool:
    return bool(values["visibility"] != "blind") and not _deals_all(values)


def _doubles(values: Values) -> bool:
    return bool(values["doubles"])


def _steals(values: Values) -> bool:
    return _stacks(values) and bool(values["play_score"] != "none")


def _counts(values: Values) -> bool:
    return bool(values["play_score"] == "multiple")


def _stacks(values: Values) -> bool:
    return bool(values["stack"] != "none")


def _takes_pips(values: Values) -> bool:
    return bool(values["who_scores"] != "own-pips")


def _awards(values: Values) -> bool:
    return bool(values["end_base"] != "none") and _takes_pips(values)


def _takes_off(values: Values) -> bool:
    return _awards(values) and bool(values["who_scores"] != "lighter")


def _rounds(values: Values) -> bool:
    return _awards(values) and bool(values["end_round"] != "none")


def _pays_for_last_tile(values: Values) -> bool:
    return any(AXES[name].scores(values[name]) for name in LAST_TILE)  # type: ignore[misc]


def _more_hands(values: Values) -> bool:
    return bool(values["target"] != "one-hand")


def _leads_by_tile(values: Values) -> bool:
    if values["lead_tile"] in LEAD_KINDS:
        return True
    by_all = {str(values["first_leader"]), str(values["block_leader"])} <= set(_LEAD_BY_ALL)
    return not by_all and not _deals_all(values)


def _deals_all(values: Values) -> bool:
    """Return True if every tile is dealt for each possible number of players."""
    top, deal = values["max_pip"], values["deal"]
    tiles = values["copies"] * ((top + 1) * (top + 2) // 2 - (0 if values["doubles"] else top + 1)
                                - len(values["left_out"]))
    counts = (4,) if values["teams"] == "pairs" else range(2, 13) if values["seats"] == "2+" else values["seats"]
    if deal == "even":
        return all(tiles % count == 0 for count in counts)
    return isinstance(deal, Mapping) and all(count * deal[count] == tiles for count in counts if count in deal)


# --- what many axes have in common, of the engines ----------------------------------------------------------------

_ALONE = Ignored("a rule for one player, who has no rivals")
_NOT_ALONE = Ignored("a rule for players with rivals: no patience may be changed in it")
_ONE_HAND = Ignored("each hand is played by itself, and its leader found anew")
_ITS_OWN_WORTH = Ignored("a hand is worth what it is worth alone")
_A_LINE = Ignored("a line without spinners has two ends, however its doubles lie")
_NO_STACKS = Ignored("nothing is stacked")
_NO_SCORE = Ignored("no play scores")
_PAID = Ignored("what is scored and paid does not say where a tile lies")

_LEADERS_KNOWN = (*_FIRST, "holder")

_SET: Engines = dict.fromkeys(("kernel", "patience", "solver", "hidden"), ASKED)
_AT_TABLE: Engines = {"kernel": ASKED, "patience": _NOT_ALONE, "solver": ASKED, "hidden": ASKED}
_LEAD: Engines = {"patience": _NOT_ALONE, "solver": ASKED, "hidden": ASKED}
_NEXT_LEAD: Engines = {**_LEAD, "kernel": _ONE_HAND, "solver": _ITS_OWN_WORTH}
_TURN: Engines = {"patience": _NOT_ALONE, "hidden": ASKED}
_STACK: Engines = {**_TURN, "solver": _NO_STACKS}
_SCORE: Engines = {"kernel": ASKED, "patience": _NOT_ALONE, "solver": _NO_SCORE, "hidden": _PAID}
_END: Engines = {"patience": _NOT_ALONE, "solver": ASKED, "hidden": _PAID}
_PASSED: Engines = {"kernel": _NUMBER, "patience": _NOT_ALONE, "solver": Obeyed((0,)), "hidden": _PAID}
_FOR_ONE: Engines = {"kernel": _ALONE, "solver": _ALONE, "hidden": _ALONE}


_YES, _NO = True, False
_YES_OR_NO = (_flag, "true or false")
_FINDS, _AWARD, _TIE = ("leader", "find"), ("award", "settle"), ("winner", "settle")

AXES: dict[str, Axis] = {
    axis.name: axis
    for axis in (
        Axis("max_pip", "equipment", 6, *_whole(0, MOST_PIPS), usual=(3, 6, 9, 12), hooks=(), engines=_SET),
        Axis("copies", "equipment", 1, *_whole(1, 2), usual=(1, 2), hooks=(), engines={**_SET, "solver": Obeyed((1,))}),
        Axis("doubles", "equipment", _YES, *_YES_OR_NO, hooks=(), engines=_SET),
        Axis("left_out", "equipment", (), _tiles_read, 'a list of tiles such as ["0-0"]', usual=((), ("0-0",)),
             hooks=(), engines={**_SET, "patience": _NOT_ALONE, "solver": Obeyed((_is_empty,))}),
        Axis("weights", "equipment", {}, _by_tile, 'a table such as {"0-0" = 13}', hooks=("weight",), engines=_SET),

        Axis("seats", "dealing", (2, 3, 4), _seats, 'a list such as [2, 3, 4], or "2+"',
             matters=lambda v: bool(v["teams"] == "none"), usual=((2,), (3,), (4,), (2, 3, 4)), hooks=(),
             engines=_AT_TABLE),
        Axis("teams", "dealing", "none", *_one_of("none", "pairs"),
             matters=lambda v: v["seats"] == "2+" or 4 in v["seats"], hooks=(),
             engines={**_AT_TABLE, "kernel": _coded("none", "pairs")}),
        Axis("direction", "dealing", "left", *_one_of("left", "right"), hooks=("next_seat",), engines=_AT_TABLE),
        Axis("deal", "dealing", {2: 7, 3: 5, 4: 5}, _deal, 'a table such as {2 = 7, 3 = 5}, "8-n" or "even"',
             usual=(3, 5, 6, 7), hooks=("each",), engines=_SET),
        # Nobody holding so many doubles tells something of every hidden tile: that has not been worked out.
        Axis("redeal_doubles", "dealing", "never", *_either("never", 2, 14), usual=(4, 5), matters=_doubles, hooks=(),
             engines={**_AT_TABLE, "kernel": _number_or("never"), "hidden": Obeyed(("never",))}),
        Axis("visibility", "dealing", "private", *_one_of("private", "blind"), hooks=(),
             engines={**_TURN, "kernel": _coded("private", "blind"), "solver": Obeyed(("private",)),
                      "hidden": Obeyed(("private", "blind"))}),

        Axis("first_leader", "leading", "lot", _first_leader, _LEADERS, hooks=_FINDS,
             engines={**_LEAD, **dict.fromkeys(("kernel", "hidden"), Obeyed(_LEADERS_KNOWN))}),
        Axis("next_leader", "leading", "same", *_one_of(*_NEXT), matters=_more_hands, hooks=_FINDS,
             engines={**_NEXT_LEAD, "hidden": Obeyed(_NEXT)}),
        Axis("block_leader", "leading", "as-next",
             lambda value: str(value) if value in ("as-next", *_NEXT) else _first_leader(value),
             f'{_one_of("as-next", *_NEXT)[1]} or {_LEADERS}', matters=_more_hands, hooks=_FINDS,
             engines={**_NEXT_LEAD,
                      "hidden": Obeyed(("as-next", *_NEXT, *_LEADERS_KNOWN))}),
        Axis("lead_tile", "leading", "any",
             lambda value: str(value) if value in _LEAD_WITH else str(Tile.of(str(value))),
             '"any", "qualifying", "double", "double-or-score" or a tile such as "6-6"',
             matters=lambda v: bool(v["visibility"] != "blind"), hooks=_FINDS,
             engines={**_LEAD, "kernel": Obeyed((*_LEAD_WITH, _names_a_tile), lambda v: v != "any"),
                      "hidden": Obeyed((*_LEAD_WITH, _names_a_tile))}),
        Axis("lead_fallback", "leading", "none", *_one_of(*_FALLBACKS), matters=_leads_by_tile, hooks=_FINDS,
             engines={**_LEAD, **dict.fromkeys(("kernel", "hidden"), _coded(*_FALLBACKS))}),

        # The solver's positions do not know who led.
        Axis("leader_takes", "dealing", 0, *_either("all", 0, 60), usual=(0, 1, 2), matters=_leaves_tiles, hooks=(),
             engines={"kernel": _number_or("all"), "patience": _NOT_ALONE, "solver": Obeyed((0,)),
                      "hidden": Obeyed(("all", int))}),

        # The patience kernel lays one line, so that neither the order of arms nor the lie of a double matters there.
        Axis("spinner", "arms", "none", *_one_of(*_SPINNERS), hooks=("spins",),
             engines={**_SET, **dict.fromkeys(("kernel", "patience"), _coded(*_SPINNERS)),
                      "solver": Obeyed(("none",))}),
        Axis("arm_order", "arms", "free", *_one_of(*_ARM_ORDERS), hooks=("open_ends",),
             matters=lambda v: _doubles(v) and bool(v["spinner"] != "none"),
             engines={**_SET, **dict.fromkeys(("kernel", "patience"), _coded(*_ARM_ORDERS)),
                      "solver": _A_LINE}),
        Axis("matching", "matching", "equal", _matching, '"equal" or {sum = 7}', hooks=("meets", "fits", "outs"),
             usual=({"sum": 6}, {"sum": 7}, {"sum": 8}), engines={**_SET, "solver": Obeyed(("equal",))}),
        # Where doubles lie in line nothing is counted in play.
        Axis("double_lay", "arms", "crosswise", *_one_of("crosswise", "in-line"), matters=_doubles, hooks=(),
             engines={**_SET, **dict.fromkeys(("kernel", "patience"), Obeyed(("crosswise", "in-line"))),
                      "solver": _A_LINE, "hidden": Ignored("how a double lies changes nothing that fits")}),
        Axis("arm_doubles", "arms", "none", *_one_of("none", "own", "all"), hooks=(),
             matters=lambda v: _doubles(v) and bool(v["spinner"] != "none"),
             engines={**_SET, "patience": _NOT_ALONE, "kernel": _coded("none", "own", "all"), "solver": _A_LINE}),

        Axis("stack", "stacking", "none", *_one_of("none", "cutthroat"), hooks=("choices",),
             matters=lambda v: v["copies"] > 1 and bool(v["visibility"] != "blind"),
             engines={**_TURN, "kernel": _coded("none", "cutthroat"), "solver": Obeyed(("none",))}),
        Axis("stack_when", "stacking", "after-score", *_one_of("after-score", "any"), hooks=("may_now",),
             matters=_stacks, engines={**_STACK, "kernel": _coded("after-score", "any")}),
        Axis("steal_credit", "stacking", "once", *_one_of("once", "twice"), hooks=("loot",),
             matters=_steals, engines={**_STACK, "kernel": _coded("once", "twice")}),
        Axis("steal_back", "stacking", _NO, *_YES_OR_NO, hooks=("loot",),
             matters=_steals, engines={**_STACK, "kernel": _FLAG}),

        Axis("extra_turn", "turns", "none", *_one_of(*_AGAIN), hooks=("goes_on",),
             matters=lambda v: v["extra_turn"] != "on-double" or _doubles(v),
             engines={**_TURN, **dict.fromkeys(("kernel", "hidden"), _coded(*_AGAIN)), "solver": Obeyed(("none",))}),
        Axis("blind_leader_goes_on", "turns", _YES, *_YES_OR_NO,
             matters=lambda v: v["visibility"] == "blind" and bool(v["extra_turn"] != "none"), hooks=(),
             engines={**_TURN, "kernel": _FLAG, "solver": Ignored("everybody sees their tiles"),
                      "hidden": Ignored("of tiles that lie face down nothing can be known at all")}),

        Axis("extra_turn_at", "turns", "any-end", *_one_of("any-end", "same-end"), hooks=(),
             matters=lambda v: bool(v["extra_turn"] != "none"),
             engines={**_TURN, "kernel": _coded("any-end", "same-end"), "solver": Ignored("nobody has another turn")}),

        # No policy passes that can play, so that the kernel plays all of these alike.
        Axis("pass_when", "turns", "unable", *_one_of("unable", "extra-turn", "any"), hooks=(),
             matters=lambda v: v["visibility"] != "blind" and bool(v["pass_when"] != "extra-turn"
                                                                   or v["extra_turn"] != "none"),
             engines={**_TURN, **dict.fromkeys(("kernel", "hidden"), Obeyed(("unable", "extra-turn", "any"))),
                      "solver": Obeyed(("unable",))}),

        Axis("pass_lead", "turns", 0, *_whole(0, 1000), usual=(0, 25, 50), scores=bool, hooks=(), engines=_PASSED),
        Axis("pass_lead_single", "turns", "same", *_either("same", 0, 1000), usual=(0, 25, 50),
             matters=lambda v: v["pass_lead"] > 0 and _doubles(v), hooks=(),
             engines={**_PASSED, "solver": Ignored("nobody scores when another passes"),
                      "kernel": Obeyed(("same", int), lambda value: -1 if value == "same" else int(value))}),
        Axis("pass_next", "turns", 0, *_whole(0, 1000), usual=(0, 5, 25), scores=bool, hooks=(), engines=_PASSED),
        Axis("pass_round", "turns", 0, *_whole(0, 1000), usual=(0, 25, 50), scores=bool, hooks=(), engines=_PASSED),
        Axis("pass_cost", "turns", 0, *_whole(0, 1000), usual=(0, 1, 2, 5), scores=bool, hooks=(), engines=_PASSED),

        # No policy of the kernel draws who can lay: "optional" is played like "unable", voluntary_max binds nobody.
        Axis("draw_when", "drawing", "never", *_one_of("never", "unable", "optional"), hooks=("may",),
             engines={**_TURN, **dict.fromkeys(("kernel", "solver", "hidden"), _coded("never", "unable", "optional"))}),
        Axis("draw_max", "drawing", "until-playable", *_either("until-playable", 1, 60), hooks=("may",),
             matters=_draws, usual=(1, 2, 3),
             engines={**_TURN, **dict.fromkeys(("kernel", "solver"), _number_or("until-playable"))}),
        Axis("voluntary_max", "drawing", "any", *_either("any", 1, 60), hooks=("may",),
             matters=lambda v: _draws(v) and bool(v["draw_when"] == "optional"), usual=(1, 2),
             engines={**_TURN, **dict.fromkeys(("kernel", "solver", "hidden"), Obeyed(("any", int)))}),
        Axis("reserve", "drawing", 0, *_whole(0, 2), matters=_draws, usual=(0, 1, 2), hooks=("may",),
             engines={**_TURN, "kernel": _NUMBER, "solver": _NUMBER}),
        Axis("draw_cost", "drawing", 0, *_whole(0, 100), matters=_draws, usual=(0, 1, 2, 5), hooks=(),
             engines={**_TURN, "kernel": _NUMBER, "solver": Obeyed((0,)), "hidden": _PAID}),
        Axis("draw_cost_in", "drawing", "points", *_one_of("points", "chips"),
             matters=lambda v: _draws(v) and v["draw_cost"] > 0, hooks=(),
             engines={**_TURN, "kernel": _coded("points", "chips"), "solver": Ignored("drawing costs nothing"),
                      "hidden": _PAID}),

        # A discarded tile lies face down: what that tells of the others' tiles has not been worked out.
        Axis("cannot_play", "turns", "pass", *_one_of("pass", "discard"), hooks=(),
             matters=lambda v: bool(v["visibility"] != "blind"),
             engines={**_TURN, "kernel": _coded("pass", "discard"),
                      **dict.fromkeys(("solver", "hidden"), Obeyed(("pass",)))}),

        Axis("play_score", "scoring", "none", *_one_of("none", "multiple", "alike"), hooks=("worth",),
             scores=lambda value: bool(value != "none"),
             engines={**_SCORE, "kernel": _coded("none", "multiple", "alike"),
                      "solver": Obeyed(("none",))}),
        Axis("multiple", "scoring", (5,), _multiple, "a whole number from 2 to 100, or a list such as [3, 5]",
             matters=_counts, usual=(2, 3, 4, 5, 6, 7, 10, (3, 5)), hooks=("points", "worth"), engines=_SCORE),
        Axis("unit", "scoring", "face", *_one_of("face", "per"), matters=_counts, hooks=("points", "worth"),
             engines=_SCORE),
        # Every policy of the kernel calls in time, so that all of these come to the same.
        Axis("claim", "scoring", "auto", *_one_of("auto", "call", "call-else-opponent"),
             matters=lambda v: bool(v["play_score"] != "none"), hooks=(),
             engines={**_SCORE, "kernel": Obeyed(("auto", "call", "call-else-opponent"))}),
        Axis("double_weights", "scoring", (2, 2, 2, 1, 0),
             _double_weights, 'five numbers from 0 to 4 such as [2, 2, 2, 1, 0], or "covered-once"',
             matters=lambda v: _counts(v) and _doubles(v), hooks=("counts", "count"),
             engines={**_SCORE, "kernel": Obeyed(("covered-once", tuple))}),

        Axis("block", "ending", "all-stuck", *_one_of("all-stuck", "dead-layout", "row-cycle"), hooks=("goes_on",),
             engines={**_TURN, "kernel": _coded("all-stuck", "dead-layout", "row-cycle"),
                      "solver": _coded("all-stuck", "dead-layout")}),
        Axis("block_between", "settling", "all", *_one_of("all", "blocker-next"), hooks=_TIE,
             engines={**_END, "kernel": _coded("all", "blocker-next"),
                      "solver": Ignored("two players are compared anyway")}),
        # The solver's positions do not know who led.
        Axis("tie", "settling", "none", *_one_of(*_TIES), hooks=_TIE,
             engines={**_END, "kernel": _coded(*_TIES), "solver": _coded("none", "lightest-tile", "blocker")}),
        Axis("tie_order", "settling", "weight", *_one_of("weight", "bone"), hooks=_TIE,
             matters=lambda v: bool(v["tie"] == "lightest-tile"),
             engines={**_END, **dict.fromkeys(("kernel", "solver"), Obeyed(("weight", "bone")))}),
        Axis("team_block", "settling", "team-total", *_one_of("team-total", "individual"), hooks=_TIE,
             matters=lambda v: v["teams"] == "pairs" and v["block_between"] == "all",
             engines={**_END, "kernel": _coded("team-total", "individual"),
                      "solver": Ignored("two players do not make two teams")}),
        # The solver looks for the side that gains most from the other, whose score stays as it is.
        Axis("who_scores", "settling", "winner", *_one_of("winner", "own-pips", "losers-pay", "lighter"),
             hooks=_AWARD,
             scores=lambda value: bool(value == "own-pips"),
             engines={**_END, "kernel": _coded("winner", "own-pips", "losers-pay", "lighter"),
                      "solver": Obeyed(("winner",))}),
        Axis("end_base", "settling", "opponents", *_one_of("none", "opponents", "all"), hooks=_AWARD,
             matters=_takes_pips, scores=lambda value: bool(value != "none"),
             engines={**_END, "kernel": _coded("none", "opponents", "all")}),
        Axis("own_deduct", "settling", "none", *_one_of("none", "once", "once-blocked", "per-opponent"),
             matters=_takes_off, hooks=_AWARD,
             engines={**_END, "kernel": _coded("none", "once", "once-blocked", "per-opponent")}),
        Axis("end_round", "settling", "none", *_one_of("none", "nearest", "floor"), matters=_awards, hooks=_AWARD,
             engines={**_END, "kernel": _coded("none", "nearest", "floor")}),
        Axis("end_multiple", "settling", 5, *_whole(1, 100), matters=_rounds, usual=(1, 3, 5, 10), hooks=_AWARD,
             engines={**_END, "kernel": _NUMBER}),
        Axis("round_scope", "settling", "sum", *_one_of("sum", "each"), hooks=_AWARD,
             matters=lambda v: _rounds(v) and bool(v["who_scores"] == "winner"),
             engines={**_END, "kernel": _coded("sum", "each")}),
        Axis("end_divide", "settling", 1, *_whole(1, 100), matters=_rounds, usual=(1, 3, 5, 10), hooks=_AWARD,
             engines={**_END, "kernel": _NUMBER}),
        Axis("end_bonus", "settling", 0, *_whole(0, 1000), usual=(0, 1, 2, 5, 10), scores=bool, hooks=_AWARD,
             engines={**_END, "kernel": _NUMBER}),
        Axis("end_bonus_when", "settling", "out", *_one_of("out", "won"), matters=lambda v: v["end_bonus"] > 0,
             hooks=_AWARD, engines={**_END, "kernel": _coded("out", "won")}),
        # The kernel and the solver play the first hand of a match.
        Axis("hand_bonus", "settling", (), _points_by_hand, "a list of points such as [100, 75, 50, 25]",
             usual=((), (100, 75, 50, 25)), scores=any, hooks=_AWARD,
             engines={**_END, "kernel": Obeyed((tuple,), lambda value: int(value[0]) if value else 0),
                      "solver": Obeyed((_is_empty,))}),
        # The solver's awards go by the tiles that are left, not by the one that was played last.
        Axis("capicua", "settling", 0, *_whole(0, 1000), usual=(0, 2, 25, 100), scores=bool, hooks=_AWARD,
             engines={**_END, "kernel": _NUMBER, "solver": Obeyed((0,))}),
        Axis("capicua_ends", "settling", "any", *_one_of("any", "differ", "no-blank"), hooks=_AWARD,
             matters=lambda v: v["capicua"] > 0,
             engines={**_END, "kernel": _coded("any", "differ", "no-blank"),
                      "solver": Ignored("no last tile that fits every open end is paid for")}),
        Axis("capicua_double", "settling", "none", *_either("none", 0, 1000), usual=(0, 25, 100),
             scores=lambda value: value not in ("none", 0), matters=_doubles, hooks=_AWARD,
             engines={**_END, "kernel": Obeyed(("none", int), lambda value: -1 if value == "none" else int(value)),
                      "solver": Obeyed(("none",))}),
        Axis("out_tile", "settling", {}, _by_tile, 'a table such as {"0-0" = 100}', usual=({"0-0": 100},),
             scores=lambda value: any(value.values()), hooks=_AWARD,
             engines={**_END, "kernel": ASKED, "solver": Obeyed((_is_empty,))}),
        Axis("out_double", "settling", 0, *_whole(0, 1000), usual=(0, 2, 10), scores=bool, matters=_doubles,
             hooks=_AWARD, engines={**_END, "kernel": _NUMBER, "solver": Obeyed((0,))}),
        Axis("out_pays", "settling", "add", *_one_of("add", "instead", "times"), matters=_pays_for_last_tile,
             hooks=_AWARD, engines={**_END, "kernel": _coded("add", "instead", "times")}),

        Axis("target", "winning", 100,
             _target, 'a number of points, a table such as {2 = 100, 3 = 61, pairs = 100}, or "one-hand"',
             usual=(50, 61, 100, 150, 200, 300), hooks=("reached", "winner"),
             engines={**_END, "kernel": ASKED, "solver": _ITS_OWN_WORTH}),
        Axis("reach", "winning", "at-least", *_one_of("at-least", "more-than", "exact"), matters=_more_hands,
             hooks=("reached", "winner"),
             engines={**_END, "kernel": _coded("at-least", "more-than", "exact"),
                      "solver": Obeyed(("at-least", "more-than"))}),
        Axis("best_score", "winning", "most", *_one_of("most", "fewest"), matters=_more_hands, hooks=("winner",),
             engines={**_END, "kernel": _coded("most", "fewest"), "solver": _ITS_OWN_WORTH}),
        Axis("target_when", "winning", "hand-end", *_one_of("at-once", "hand-end"), matters=_more_hands, hooks=(),
             engines={**_END, "kernel": _coded("at-once", "hand-end"),
                      "solver": _ITS_OWN_WORTH}),
        Axis("fall_back", "winning", "never", *_one_of("never", "losers", "all-scored"), matters=_more_hands, hooks=(),
             engines={**_END, "kernel": _coded("never", "losers", "all-scored"), "solver": _ITS_OWN_WORTH}),
        Axis("first_score", "winning", 0, *_whole(0, 1000), usual=(0, 5, 13, 25), hooks=(),
             engines={**_END, "kernel": _NUMBER, "solver": Obeyed((0,))}),
        Axis("match_hands", "winning", "any", *_either("any", 1, 1000), matters=_more_hands, usual=("any", 4, 10),
             hooks=(), engines={**_END, "kernel": _ONE_HAND, "solver": _ITS_OWN_WORTH}),
        Axis("shut_out", "winning", 1, *_whole(1, 10), matters=_more_hands, usual=(1, 2), hooks=(),
             engines={**_END, "kernel": _ONE_HAND, "solver": _ITS_OWN_WORTH}),

        Axis("bingo_remove", "patience", "always", *_one_of("always", "choice"), matters=_never, hooks=(),
             engines={**_FOR_ONE, "patience": Obeyed(("always", "choice"))}),
        Axis("knock", "patience", "pair", *_one_of("pair", "run"), matters=_never, hooks=(),
             engines={**_FOR_ONE, "patience": Obeyed(("pair", "run"))}),
        Axis("hold_limit", "patience", "none", _hold_limit, '"none" or 5', matters=_never, hooks=(),
             engines={**_FOR_ONE, "patience": Obeyed(("none", 5))}),
    )
}
"""Every axis by name, in the order in which a rule page reads."""
