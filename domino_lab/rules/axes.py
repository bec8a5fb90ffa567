"""The axes on which rulesets differ, each declared once with all the facts about it.

Names and values are those of hand records, of `but()` and of every table a reader sees. An axis has a default, a check
of its values, a test of whether it matters, the methods of a reader's own rule that decide it, and exceptions for the
engines that decide by the rules themselves: the kernels, the solver and the deduction of hidden tiles (`rules.known`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from domino_lab.core.errors import NotationError, RulesetError, quote
from domino_lab.core.tiles import MOST_PIPS, Tile, name_left_out, read_left_out
from domino_lab.words import house_clause, join_words

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

PASS_PAYS = ("pass_lead", "pass_next", "pass_round", "pass_cost")
"""The axes by which the player who played last gets points when another passes; with pass_cost, from that player.

What is lost to nobody is an axis such as draw_cost.
"""

PASSING = (*PASS_PAYS, "pass_lead_single")
"""The same, and the axis that changes one of them."""

ANY = (object,)
"""For `Axis.engines`: any value of the axis."""

NO_LIMIT = 1 << 30
"""The number of a word that means "any number", for engines that only know numbers."""


def _always(values: Values) -> bool:
    return True


class Axis(NamedTuple):
    """One axis, with all the facts about it.

    `read` checks a value and brings it into its usual form; it raises ValueError. `values` describes them in words.
    `matters` takes the values of all axes and returns True if this one changes anything under them. `usual` has
    values worth offering besides those with names; `scores` is True for a value by which points can be won. `hooks`
    are the methods of a reader's own rule that decide the axis instead; None allows any method of its group. `engines`
    has an entry for each engine that treats the axis in an unusual way (`rules.known`): the "kernel" of the games with
    rivals, that of the games for one player ("patience"), the "solver", and the deduction of "hidden" tiles. The entry
    has the values, besides the default, that the engine can play by. None means that nobody has stated this for the
    axis, and every engine refuses it. `readable` says that the kernel leaves its other values to the engine that
    explains itself: a simulation is then played by that, without being asked.
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
    engines: Mapping[str, tuple[object, ...]] | None = None
    readable: bool = False

    @property
    def named(self) -> tuple[Value, ...]:
        """The values that `values` names, in its order: words, or True and False."""
        if self.values == "true or false":
            return (True, False)
        words = re.findall(r'"([a-z][a-z0-9+-]*)"', self.values) if "such as" not in self.values else []
        return tuple(words)


def read_axis(name: str, value: object, spelled: Callable[[str], str] = str,
              stated: Callable[[object], str] = quote) -> Value:
    """Check a value for an axis and bring it into its usual form.

    Raises RulesetError, with the name, for an unknown axis and for an impossible value. `spelled` turns the possible
    values, as a file has them, into the reader's language, and `stated` shows the value in it.
    """
    axis = AXES.get(name)
    if axis is None:
        raise RulesetError(f"there is no rule called {quote(name)}; the rules are {', '.join(AXES)}")
    try:
        return axis.read(value)
    except RulesetError as error:
        raise RulesetError(f"{name} = {stated(value)} is not possible: {error}") from None
    except (ValueError, TypeError, KeyError, NotationError):
        raise RulesetError(f"{name} must be {spelled(axis.values)}; you gave {stated(value)}") from None


def can_score(values: Values, group: str = "") -> bool:
    """Return True if points can be won under these values; only by the axes of one `group`, if it is given."""
    return any(axis.scores(values[name]) for name, axis in AXES.items()
               if axis.scores is not None and group in ("", axis.group))


# --- readers ------------------------------------------------------------------------------------------------------


def _one_of(*words: str) -> tuple[Reader, str]:
    def read(value: object) -> str:
        if value not in words:
            raise ValueError
        return str(value)

    return read, join_words([f'"{word}"' for word in words], "or")


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
    number, points, names = _whole(0, 1000)[0], dict[str, int](), dict[str, str]()
    for key, given in _mapping(value).items():
        tile = str(Tile.of(key))
        if tile in points:
            raise RulesetError(f"{quote(names[tile])} and {quote(key)} are the same tile; leave one of them out")
        points[tile], names[tile] = number(given), key
    return points


def _points_by_hand(value: object) -> tuple[int, ...]:
    if not isinstance(value, (list, tuple)) or len(value) > 20:
        raise ValueError
    return tuple(map(_whole(0, 1000)[0], value))


def _tiles_read(value: object) -> tuple[str, ...]:
    items = [value] if isinstance(value, str) else value
    if not isinstance(items, (list, tuple)):
        raise ValueError
    listed = [tile for item in items for tile in read_left_out([item])]
    try:
        return tuple(map(name_left_out, sorted(read_left_out(listed))))
    except NotationError as error:
        raise RulesetError(str(error)) from None


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
    sizes = {seats(int(str(key))): each(count) for key, count in _mapping(value).items()}
    if not sizes:
        raise ValueError
    return sizes


def _first_leader(value: object) -> str | Mapping[str, str]:
    if isinstance(value, Mapping):
        if set(value) != {"holder"}:
            raise ValueError
        return {"holder": str(Tile.of(value["holder"]))}
    return str(_one_of(*_FIRST)[0](value))


_FIRST = ("lot", "highest-double", "lowest-double", "hand-double", "youngest", "fastest-double", "sum")
_PLAYED = ("leader", "boneyard")
_FIRST_TILE = (*_PLAYED, "hand-double")
_LEAD_WITH = ("any", "qualifying", "double", "double-or-score")
_NEXT = ("same", "rotate", "previous", "winner", "partner", "winning-pair")


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
    goals = {(key if key == "pairs" else seats(int(str(key)))): number(goal) for key, goal in _mapping(value).items()}
    if not goals:
        raise ValueError
    return goals


def _hold_limit(value: object) -> int | str:
    if value not in ("none", 5):
        raise ValueError
    return 5 if value == 5 else "none"


_LEADERS = join_words([*[f'"{word}"' for word in _FIRST], '{holder = "6-6"}'], "or")


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
    return bool(values["who_scores"] not in ("own-pips", "losers"))


def _awards(values: Values) -> bool:
    return bool(values["end_base"] != "none") and _takes_pips(values)


def _blocks_are_won(values: Values) -> bool:
    return bool(values["block_between"] != "nobody")


def _may_tie(values: Values) -> bool:
    return not _blocks_are_won(values) or values["tie"] in ("none", "lightest-tile", "fewer-tiles")


def _takes_off(values: Values) -> bool:
    return _awards(values) and _blocks_are_won(values) and bool(values["who_scores"] != "lighter")


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


def sets_out(first_tile: Value) -> bool:
    """Return True if a tile is laid on the table before the deal, by the value of the axis first_tile."""
    return first_tile not in _PLAYED


def _deals_all(values: Values) -> bool:
    """Return True if every tile is dealt for each possible number of players."""
    top, deal = values["max_pip"], values["deal"]
    tiles = values["copies"] * ((top + 1) * (top + 2) // 2 - (0 if values["doubles"] else top + 1))
    tiles -= sets_out(values["first_tile"])
    tiles -= sum(1 if tile.copy else values["copies"] for tile in read_left_out(values["left_out"]))
    counts = (4,) if values["teams"] == "pairs" else range(2, 13) if values["seats"] == "2+" else values["seats"]
    if deal == "even":
        return all(tiles % count == 0 for count in counts)
    return isinstance(deal, Mapping) and all(count * deal[count] == tiles for count in counts if count in deal)


# --- the axes -----------------------------------------------------------------------------------------------------

_YES, _NO = True, False
_YES_OR_NO = (_flag, "true or false")
_FINDS, _AWARD, _TIE = ("leader", "find"), ("award", "settle"), ("winner", "settle")

AXES: dict[str, Axis] = {
    axis.name: axis
    for axis in (
        Axis("max_pip", "equipment", 6, *_whole(0, MOST_PIPS), usual=(3, 6, 9, 12), hooks=(), engines={}),
        Axis("copies", "equipment", 1, *_whole(1, 2), usual=(1, 2), hooks=(), engines={}),
        Axis("doubles", "equipment", _YES, *_YES_OR_NO, hooks=(), engines={}),
        Axis("left_out", "equipment", (), _tiles_read, 'a list of tiles such as ["0-0"]', usual=((), ("0-0",)),
             hooks=(), engines={}),
        Axis("weights", "equipment", {}, _by_tile, 'a table such as {"0-0" = 13}', hooks=("weight",), engines={}),

        Axis("seats", "dealing", (2, 3, 4), _seats, 'a list such as [2, 3, 4], or "2+"',
             matters=lambda v: bool(v["teams"] == "none"), usual=((2,), (3,), (4,), (2, 3, 4)), hooks=(), engines={}),
        Axis("teams", "dealing", "none", *_one_of("none", "pairs"),
             matters=lambda v: v["seats"] == "2+" or 4 in v["seats"], hooks=(), engines={}),
        Axis("direction", "dealing", "left", *_one_of("left", "right"), hooks=("next_seat",), engines={}),
        Axis("deal", "dealing", {2: 7, 3: 5, 4: 5}, _deal, 'a table such as {2 = 7, 3 = 5}, "8-n" or "even"',
             usual=(3, 5, 6, 7), hooks=("each",), engines={"patience": ANY}),
        Axis("redeal_doubles", "dealing", 0, *_whole(0, 60), usual=(0, 4, 5, 6), matters=_doubles, hooks=(),
             engines={}),
        Axis("redeal_suit", "dealing", 0, *_whole(0, 60), usual=(0, 5, 6), hooks=(), engines={}),
        Axis("visibility", "dealing", "private", *_one_of("private", "blind"), hooks=(),
             engines={"solver": (), "hidden": ("blind",)}),

        Axis("first_leader", "leading", "lot", _first_leader, _LEADERS, hooks=_FINDS,
             engines=dict.fromkeys(("kernel", "hidden"), (*_FIRST, dict))),
        # The kernel plays the first hand of a match: it need not know who leads the next one, or what ends the match.
        Axis("next_leader", "leading", "same", *_one_of(*_NEXT), matters=_more_hands, hooks=_FINDS,
             engines={"kernel": ANY}),
        Axis("block_leader", "leading", "as-next",
             lambda value: str(value) if value in ("as-next", *_NEXT) else _first_leader(value),
             f'{_one_of("as-next", *_NEXT)[1]} or {_LEADERS}', matters=_more_hands, hooks=_FINDS,
             engines={"kernel": ANY}),
        Axis("tie_leader", "leading", "as-next", *_one_of("as-next", "same", "rotate", "previous"), hooks=_FINDS,
             matters=lambda v: _more_hands(v) and _may_tie(v), engines={"kernel": ANY}),
        Axis("level_leader", "leading", "as-next", *_one_of("as-next", "first"), hooks=_FINDS,
             matters=lambda v: _more_hands(v) and not (v["next_leader"] == "same" and v["block_leader"]
                                                       in ("as-next", "same")), engines={"kernel": ANY}),
        # A tile by name binds those who lead because they hold it: in most games only in the first hand (next_leader).
        Axis("lead_tile", "leading", "any",
             lambda value: str(value) if value in _LEAD_WITH else str(Tile.of(str(value))),
             '"any", "qualifying", "double", "double-or-score" or a tile such as "6-6"',
             matters=lambda v: bool(v["visibility"] != "blind"), hooks=_FINDS, engines={"kernel": ANY}),
        Axis("lead_fallback", "leading", "none",
             *_one_of("none", "redeal", "heaviest", "draw", "next-player", "leader-draws", "boneyard"),
             matters=_leads_by_tile, hooks=_FINDS,
             engines={"hidden": ("redeal", "heaviest", "draw", "next-player", "leader-draws", "boneyard")}),

        # The kernel deals from the whole set.
        Axis("first_tile", "dealing", "leader",
             lambda value: str(value) if value in _FIRST_TILE else str(Tile.of(str(value))),
             '"leader", "boneyard", "hand-double" or a tile such as "6-6"',
             matters=lambda v: sets_out(v["first_tile"]) or _leaves_tiles(v), hooks=(),
             engines={"kernel": ("boneyard",), "solver": ()}, readable=True),
        Axis("leader_takes", "dealing", 0, *_either("all", 0, 60), usual=(0, 1, 2), matters=_leaves_tiles, hooks=(),
             engines={}),

        # The patience kernel lays one line, so that neither the order of arms nor the lie of a double matters there.
        Axis("spinner", "arms", "none", *_one_of("none", "first", "first-six", "first-eight", "all"),
             hooks=("spins",), engines={}),
        Axis("arm_order", "arms", "free",
             *_one_of("free", "sides-first", "four-first", "clockwise", "four-first-clockwise"),
             matters=lambda v: _doubles(v) and bool(v["spinner"] != "none"), hooks=("open_ends",), engines={}),
        Axis("matching", "matching", "equal", _matching, '"equal" or {sum = 7}', hooks=("meets", "fits", "outs"),
             usual=({"sum": 6}, {"sum": 7}, {"sum": 8}), engines={}),
        # Where doubles lie in line nothing is counted in play.
        Axis("double_lay", "arms", "crosswise", *_one_of("crosswise", "in-line"), matters=_doubles, hooks=(),
             engines={"kernel": ("in-line",)}),
        Axis("arm_doubles", "arms", "none", *_one_of("none", "own", "all"), hooks=(),
             matters=lambda v: _doubles(v) and bool(v["spinner"] != "none"), engines={}),

        Axis("wild_half", "matching", "none", *_either("none", 0, MOST_PIPS), hooks=("meets", "fits", "outs"),
             usual=("none", 0), engines={}),
        # The kernel has one set of open ends for all seats.
        Axis("lines", "arms", "shared", *_one_of("shared", "own", "own-and-common"), hooks=(),
             engines={"kernel": (), "solver": ()}, readable=True),
        Axis("line_opens", "arms", "unable", *_one_of("unable", "never"),
             matters=lambda v: bool(v["lines"] != "shared"), hooks=(), engines={"kernel": ANY}),
        # In the kernel all players have the same open ends in a turn.
        Axis("cover_doubles", "arms", "free", *_one_of("free", "first", "several"), matters=_doubles,
             hooks=("open_ends",), engines={"kernel": ("first",)}, readable=True),
        Axis("line_grows", "arms", "both-ends", *_one_of("both-ends", "one-end"), hooks=("open_ends",),
             matters=lambda v: bool(v["spinner"] == "none" and v["lines"] == "shared"), engines={}),

        Axis("stack", "stacking", "none", *_one_of("none", "cutthroat"), hooks=("choices",),
             matters=lambda v: v["copies"] > 1 and bool(v["visibility"] != "blind"), engines={"solver": ()}),
        Axis("stack_when", "stacking", "after-score", *_one_of("after-score", "any"), hooks=("may_now",),
             matters=_stacks, engines={}),
        Axis("steal_credit", "stacking", "once", *_one_of("once", "twice"), hooks=("loot",),
             matters=_steals, engines={}),
        Axis("steal_back", "stacking", _NO, *_YES_OR_NO, hooks=("loot",),
             matters=_steals, engines={}),

        Axis("extra_turn", "turns", "none",
             *_one_of("none", "on-double", "more-doubles", "while-fits", "first-turn", "first-turn-or-double",
                      "on-score", "on-score-or-double"),
             matters=lambda v: v["extra_turn"] not in ("on-double", "more-doubles") or _doubles(v),
             hooks=("goes_on",), engines={"solver": ()}),
        Axis("blind_leader_goes_on", "turns", _YES, *_YES_OR_NO,
             matters=lambda v: v["visibility"] == "blind" and bool(v["extra_turn"] != "none"), hooks=(), engines={}),

        Axis("extra_turn_at", "turns", "any-end", *_one_of("any-end", "same-end"), hooks=(),
             matters=lambda v: bool(v["extra_turn"] != "none"), engines={}),

        Axis("cannot_go_on", "turns", "as-usual", *_one_of("as-usual", "stop"), hooks=(),
             matters=lambda v: v["visibility"] != "blind" and bool(v["extra_turn"] != "none"), engines={}),

        # No policy passes that can play, so that the kernel plays all of these alike.
        Axis("pass_when", "turns", "unable", *_one_of("unable", "extra-turn", "any", "after-draw"), hooks=("may_pass",),
             matters=lambda v: v["visibility"] != "blind" and bool(
                 v["extra_turn"] != "none" if v["pass_when"] == "extra-turn"
                 else v["pass_when"] != "after-draw" or _draws(v)),
             engines={"kernel": ("extra-turn", "any", "after-draw"), "solver": (),
                      "hidden": ("extra-turn", "any", "after-draw")}),

        Axis("pass_lead", "turns", 0, *_whole(0, 1000), usual=(0, 25, 50), scores=bool, hooks=(),
             engines={}),
        Axis("pass_lead_single", "turns", "same", *_either("same", 0, 1000), usual=(0, 25, 50),
             matters=lambda v: v["pass_lead"] > 0 and _doubles(v), hooks=(), engines={}),
        Axis("pass_next", "turns", 0, *_whole(0, 1000), usual=(0, 10, 20), scores=bool, hooks=(),
             engines={}),
        Axis("pass_round", "turns", 0, *_whole(0, 1000), usual=(0, 25, 50), scores=bool, hooks=(),
             engines={}),
        Axis("pass_cost", "turns", 0, *_whole(0, 1000), usual=(0, 1, 2, 5), scores=bool, hooks=(),
             engines={}),

        # No policy of the kernel draws who can lay: "optional" is played like "unable", voluntary_max binds nobody.
        Axis("draw_when", "drawing", "never", *_one_of("never", "unable", "optional"), hooks=("may",),
             engines={"hidden": ("unable", "optional")}),
        Axis("draw_max", "drawing", "until-playable", *_either("until-playable", 1, 60), hooks=("may",),
             matters=_draws, usual=(1, 2, 3), engines={}),
        Axis("after_draw", "drawing", "play", *_one_of("play", "wait"), matters=_draws, hooks=(), engines={}),
        Axis("voluntary_max", "drawing", "any", *_either("any", 1, 60), hooks=("may",),
             matters=lambda v: _draws(v) and bool(v["draw_when"] == "optional"), usual=(1, 2), engines={"kernel": ANY}),
        Axis("reserve", "drawing", 0, *_whole(0, 2), matters=_draws, usual=(0, 1, 2), hooks=("may",), engines={}),
        Axis("draw_cost", "drawing", 0, *_whole(0, 100), matters=_draws, usual=(0, 1, 2, 5), hooks=(),
             engines={}),
        Axis("draw_cost_in", "drawing", "points", *_one_of("points", "chips"),
             matters=lambda v: _draws(v) and v["draw_cost"] > 0, hooks=(), engines={}),

        Axis("cannot_play", "turns", "pass", *_one_of("pass", "discard"), hooks=(),
             matters=lambda v: bool(v["visibility"] != "blind"), engines={"solver": (), "hidden": ("discard",)}),

        Axis("play_score", "scoring", "none", *_one_of("none", "multiple", "alike"), hooks=("worth",),
             scores=lambda value: bool(value != "none"), engines={}),
        Axis("multiple", "scoring", (5,), _multiple, "a whole number from 2 to 100, or a list such as [3, 5]",
             matters=_counts, usual=(2, 3, 4, 5, 6, 7, 10, (3, 5)), hooks=("points", "worth"), engines={}),
        Axis("unit", "scoring", "face", *_one_of("face", "per"), matters=_counts, hooks=("points", "worth"),
             engines={}),
        # Every policy of the kernel calls in time, so that all of these come to the same.
        Axis("claim", "scoring", "auto", *_one_of("auto", "call", "call-else-opponent"),
             matters=lambda v: bool(v["play_score"] != "none"), hooks=(),
             engines={"kernel": ("call", "call-else-opponent")}),
        Axis("double_weights", "scoring", (2, 2, 2, 1, 0),
             _double_weights, 'five numbers from 0 to 4 such as [2, 2, 2, 1, 0], or "covered-once"',
             matters=lambda v: _counts(v) and _doubles(v), hooks=("counts", "count"), engines={}),

        Axis("block", "ending", "all-stuck", *_one_of("all-stuck", "dead-layout", "row-cycle", "all-pass"),
             hooks=("goes_on",), readable=True,
             engines={"kernel": ("dead-layout", "row-cycle"), "solver": ("dead-layout", "row-cycle")}),
        Axis("play_on", "ending", "never", *_one_of("never", "one-left", "side-out", "stuck"), hooks=(),
             engines={"solver": ()}),
        Axis("block_between", "settling", "all", *_one_of("all", "blocker-next", "nobody"), hooks=_TIE, engines={}),
        Axis("tie", "settling", "none",
             *_one_of("none", "lightest-tile", "fewer-tiles", "blocker", "leader", "nearest-leader", "after-blocker"),
             hooks=_TIE, matters=_blocks_are_won, engines={}),
        Axis("tie_order", "settling", "weight", *_one_of("weight", "bone"), hooks=_TIE,
             matters=lambda v: _blocks_are_won(v) and bool(v["tie"] == "lightest-tile"), engines={"kernel": ("bone",)}),
        Axis("team_block", "settling", "team-total", *_one_of("team-total", "individual"), hooks=_TIE,
             matters=lambda v: v["teams"] == "pairs" and v["block_between"] == "all", engines={}),
        Axis("who_scores", "settling", "winner", *_one_of("winner", "own-pips", "losers", "losers-pay", "lighter"),
             hooks=_AWARD, scores=lambda value: value in ("own-pips", "losers"), engines={}),
        Axis("end_base", "settling", "opponents", *_one_of("none", "opponents", "all"), hooks=_AWARD,
             matters=_takes_pips, scores=lambda value: bool(value != "none"), engines={}),
        Axis("own_deduct", "settling", "none", *_one_of("none", "once", "once-blocked", "per-opponent"),
             matters=_takes_off, hooks=_AWARD, engines={}),
        Axis("end_round", "settling", "none", *_one_of("none", "nearest", "floor"), matters=_awards, hooks=_AWARD,
             engines={}),
        Axis("end_multiple", "settling", 5, *_whole(1, 100), matters=_rounds, usual=(1, 3, 5, 10), hooks=_AWARD,
             engines={}),
        Axis("round_scope", "settling", "sum", *_one_of("sum", "each"), hooks=_AWARD,
             matters=lambda v: _rounds(v) and bool(v["who_scores"] == "winner"), engines={}),
        Axis("end_divide", "settling", 1, *_whole(1, 100), matters=_rounds, usual=(1, 3, 5, 10), hooks=_AWARD,
             engines={}),
        Axis("end_bonus", "settling", 0, *_whole(0, 1000), usual=(0, 1, 2, 5, 10), scores=bool, hooks=_AWARD,
             engines={}),
        Axis("end_bonus_when", "settling", "out", *_one_of("out", "won"),
             matters=lambda v: _blocks_are_won(v) and v["end_bonus"] > 0, hooks=_AWARD, engines={}),
        # The kernel plays the first hand of a match.
        Axis("hand_bonus", "settling", (), _points_by_hand, "a list of points such as [100, 75, 50, 25]",
             usual=((), (100, 75, 50, 25)), scores=any, hooks=_AWARD, engines={"kernel": ANY}),
        Axis("after_level", "settling", "same", *_one_of("same", "doubled", "one-more"), hooks=("settle",),
             matters=lambda v: _more_hands(v) and can_score(v, "settling"), engines={"kernel": ANY}),
        Axis("capicua", "settling", 0, *_whole(0, 1000), usual=(0, 2, 25, 100), scores=bool, hooks=_AWARD,
             engines={}),
        Axis("capicua_ends", "settling", "any", *_one_of("any", "differ", "no-blank"), hooks=_AWARD,
             matters=lambda v: v["capicua"] > 0, engines={}),
        Axis("capicua_double", "settling", "none", *_either("none", 0, 1000), usual=(0, 25, 100),
             scores=lambda value: value not in ("none", 0), matters=_doubles, hooks=_AWARD, engines={}),
        Axis("out_tile", "settling", {}, _by_tile, 'a table such as {"0-0" = 100}', usual=({"0-0": 100},),
             scores=lambda value: any(value.values()), hooks=_AWARD, engines={"kernel": ANY}),
        Axis("out_double", "settling", 0, *_whole(0, 1000), usual=(0, 2, 10), scores=bool, matters=_doubles,
             hooks=_AWARD, engines={}),
        Axis("out_pays", "settling", "add", *_one_of("add", "instead", "times"), matters=_pays_for_last_tile,
             hooks=_AWARD, engines={}),

        Axis("target", "winning", 100,
             _target, 'a number of points (100000, which no score reaches, leaves the end of the match to match_hands),'
                      ' a table such as {2 = 100, 3 = 61, pairs = 100}, or "one-hand"',
             usual=(50, 61, 100, 150, 200, 300), hooks=("reached", "winner"), engines={"kernel": ANY}),
        Axis("reach", "winning", "at-least", *_one_of("at-least", "more-than", "exact"), matters=_more_hands,
             hooks=("reached", "winner"), engines={}),
        Axis("best_score", "winning", "most", *_one_of("most", "fewest"), matters=_more_hands, hooks=("winner",),
             engines={}),
        Axis("target_when", "winning", "hand-end", *_one_of("at-once", "hand-end"), matters=_more_hands, hooks=(),
             engines={}),
        Axis("fall_back", "winning", "never", *_one_of("never", "losers", "all-scored", "one-all"),
             matters=_more_hands, hooks=(), engines={}),
        Axis("first_score", "winning", 0, *_whole(0, 1000), usual=(0, 5, 13, 25), hooks=(), engines={}),
        Axis("match_hands", "winning", "any", *_either("any", 1, 1000), matters=_more_hands, usual=("any", 4, 10),
             hooks=(), engines={"kernel": ANY}),
        Axis("shut_out", "winning", 1, *_whole(1, 10), matters=_more_hands, usual=(1, 2), hooks=(),
             engines={"kernel": ANY}),
        Axis("matches_to_win", "winning", 1, *_whole(1, 10), matters=_more_hands, usual=(1, 2, 3), hooks=(),
             engines={"kernel": ANY}),

        Axis("bingo_remove", "patience", "always", *_one_of("always", "choice"), matters=_never, hooks=(), engines={}),
        Axis("knock", "patience", "pair", *_one_of("pair", "run"), matters=_never, hooks=(), engines={}),
        Axis("hold_limit", "patience", "none", _hold_limit, '"none" or 5', matters=_never, hooks=(), engines={}),
    )
}
"""Every axis by name, in the order in which a rule page reads."""
