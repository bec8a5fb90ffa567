"""Values of two axes that cannot be played together, each pair with its reason."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from domino_lab.core.errors import RulesetError
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import DominoSet, Tile, read_left_out
from domino_lab.rules.axes import LEAD_KINDS, PASS_PAYS, Value, Values, sets_out
from domino_lab.rules.dealing import MOST_DEALS, Dealing, most_of_a_suit
from domino_lab.rules.values import show_value


class Clash(NamedTuple):
    """Two axes that do not go together if `test` is true of the values, with the reason."""

    axis: str
    other: str
    test: Callable[[Values], bool]
    why: str


def check(values: Values, *, alone: bool = False) -> None:
    """Raise RulesetError, with two axes and the reason, for values that cannot be played together.

    `alone` is True for a patience.
    """
    for clash in (*(ALONE if alone else RIVALS), *CLASHES):
        if clash.test(values):
            first, other = show_value(values[clash.axis]), show_value(values[clash.other])
            raise RulesetError(f"{clash.axis} = {first} and {clash.other} = {other} do not go together: {clash.why}")


PATIENCE = ("bingo_remove", "knock", "hold_limit")
"""Axes of games for one player."""


def check_alone(axis: str, value: Value, seats: Value, heeded: Collection[str] | None) -> None:
    """Raise RulesetError for changing an axis that only patiences have, or that this patience does not have.

    `heeded` has the axes of a patience; None for a game with rivals.
    """
    if axis not in PATIENCE if heeded is None else axis in heeded:
        return
    other, held = ("seats", seats) if axis != "seats" else ("visibility", "private")
    why = ("that is a rule of the games for one player" if heeded is None
           else "this game is for one player and has no such rule")
    raise RulesetError(f"{axis} = {show_value(value)} and {other} = {show_value(held)} do not go together: {why}")


def _set_of(values: Values) -> DominoSet:
    return DominoSet.of(values["max_pip"], values["copies"], doubles=values["doubles"], left_out=values["left_out"])


def _tiles_of(values: Values) -> tuple[Tile, ...]:
    return _set_of(values).tiles


def _leaves_out_what_is_not_there(values: Values) -> bool:
    whole = _tiles_of({**values, "left_out": ()})
    return not all(tile._replace(copy=0) in whole for tile in read_left_out(values["left_out"]))


def _leaves_out_one_of_one(values: Values) -> bool:
    return bool(values["copies"] == 1 and any(tile.copy for tile in read_left_out(values["left_out"])))


def _tiles_in(values: Values, axis: str) -> set[str]:
    """Return the tiles that the value of an axis names."""
    value = values[axis]
    if isinstance(value, str):
        return {value}
    return set(value.values() if axis in ("first_leader", "block_leader") else value)


def _names_left_out(axis: str, values: Values) -> bool:
    return bool(_tiles_in(values, axis) & set(values["left_out"]))


def _no_double_left(axis: str, values: Values) -> bool:
    return values[axis] in _BY_DOUBLE and values["doubles"] and not any(tile.is_double for tile in _tiles_of(values))


def _in_set(values: Values, tile: str) -> bool:
    return Tile.of(tile) in _tiles_of(values)


def _holder(values: Values) -> str | None:
    rule = values["first_leader"]
    return rule["holder"] if isinstance(rule, Mapping) else None


def _fixed_lead(values: Values) -> str | None:
    return None if values["lead_tile"] in ("any", "qualifying", *LEAD_KINDS) else values["lead_tile"]


def _dealing(values: Values) -> Dealing:
    return Dealing.of(values, {})


def _too_many(values: Values) -> bool:
    """Return True if the set has too few tiles; a table of these seats alone must work for all of them."""
    deal, seats, size = values["deal"], values["seats"], len(_tiles_of(values))
    dealing = _dealing(values)
    sizes = {n: dealing.each_of(n, size) for n in dealing.seat_counts}
    short = [each <= 0 or dealing.left_over(n, each, size) < 0 for n, each in sizes.items()]
    exact = isinstance(deal, Mapping) and not isinstance(seats, str) and len(deal) <= len(seats)
    return bool(short) and (any(short) if exact else all(short))


def _redealt_unseen(axis: str, values: Values) -> bool:
    return bool(values[axis] > 0 and values["visibility"] == "blind")


def _never_redealt(axis: str, values: Values) -> bool:
    """Return True if no player can be dealt so many tiles of a kind, at any table."""
    dealing, tiles = _dealing(values), _tiles_of(values)
    kinds = tiles if axis == "redeal_suit" else [tile for tile in tiles if tile.is_double]
    most = most_of_a_suit(kinds)[1] if axis == "redeal_suit" else len(kinds)
    each = [dealing.each_of(count, len(tiles)) for count in dealing.seat_counts]
    return bool(values[axis] > min(most, max(each, default=most)))


def _always_redealt(axes: Collection[str], values: Values) -> bool:
    """Return True if by these axes alone none of very many deals counts, at one of the tables with enough tiles."""
    if not all(values[axis] for axis in axes):
        return False
    others = dict.fromkeys({"redeal_doubles", "redeal_suit"}.difference(axes), 0)
    dealing, tiles = _dealing({**values, **others}), _set_of(values)
    sizes = {count: dealing.each_of(count, len(tiles.tiles)) for count in dealing.seat_counts}
    return any(all(_is_spoilt(dealing, Shuffle().order(tiles, deal), count, each) for deal in range(MOST_DEALS))
               for count, each in sizes.items() if each > 0 and dealing.left_over(count, each, len(tiles.tiles)) >= 0)


def _is_spoilt(dealing: Dealing, order: Sequence[Tile], seats: int, each: int) -> bool:
    dealt = dealing.order_of_deal(order, seats * each, 1)
    return any(dealing.spoilt_by(held)[0] for held in dealing.holdings(dealt, seats, each))


def _takes_the_boneyard(values: Values) -> bool:
    """Return True if tiles are left over, and the leader takes them all, for each number of players."""
    dealing, size = _dealing(values), len(_tiles_of(values))
    left = [dealing.left_over(count, dealing.each_of(count, size), size) for count in dealing.seat_counts]
    return any(left) and max(left) <= dealing.taken


def _sum(values: Values) -> int | None:
    rule = values["matching"]
    return rule["sum"] if isinstance(rule, Mapping) else None


_BY_DOUBLE = ("highest-double", "lowest-double", "hand-double", "fastest-double")


def _by_double(values: Values) -> bool:
    return values["first_leader"] in _BY_DOUBLE


def _of_a_kind(values: Values) -> bool:
    return values["lead_tile"] in LEAD_KINDS


def _no_partner(axis: str, values: Values) -> bool:
    return bool(values[axis] == "partner" and values["teams"] == "none")


def _leaves_unseen(axis: str, values: Values) -> bool:
    return bool(values[axis] == "winning-pair" and values["teams"] == "pairs" and values["visibility"] == "blind")


def _leaves_unable(axis: str, values: Values) -> bool:
    return bool(values[axis] == "winning-pair" and values["teams"] == "pairs" and _of_a_kind(values))


def _kind_after_tile(axis: str, values: Values) -> bool:
    """Return True if a leader needs a kind of tile, and this axis names a tile for more hands than the first."""
    named = values[axis] == "hand-double" if axis == "first_leader" else (
        isinstance(values[axis], Mapping) or values[axis] in _BY_DOUBLE)
    return _of_a_kind(values) and named


def _no_double(tile: str | None) -> bool:
    return tile is not None and not Tile.of(tile).is_double


def _pays_for_no_pass(axis: str, values: Values) -> bool:
    return bool(values["cannot_play"] == "discard" and values[axis] > 0)


def _bound(values: Values) -> bool:
    return bool(values["extra_turn"] != "none" and values["extra_turn_at"] == "same-end")


def _lapses(values: Values) -> bool:
    return bool(values["extra_turn"] != "none" and values["cannot_go_on"] == "stop")


def _more_doubles(values: Values) -> bool:
    return bool(values["extra_turn"] == "more-doubles")


def other_doubles_fit(values: Values) -> bool:
    """Return True if a double may touch another one."""
    return bool(values["copies"] > 1 or values["matching"] != "equal" or values["wild_half"] != "none")


def _several_doubles(values: Values) -> bool:
    return bool(values["cover_doubles"] == "several")


def _has_lines(values: Values) -> bool:
    return bool(values["lines"] != "shared")


def _leads_other(axis: str, values: Values) -> bool:
    """Return True if players have lines, and by this axis the first tile of a hand may be no double."""
    return _has_lines(values) and _may_lead_other(values) == axis


def _may_lead_other(values: Values) -> str:
    """Return the first axis by which the first tile of a hand may be no double; empty if it always is one."""
    if _dealing(values).set_out:
        return "" if values["first_tile"] == "hand-double" or Tile.of(values["first_tile"]).is_double else "first_tile"
    if values["lead_tile"] == "double":
        return "" if values["lead_fallback"] in ("redeal", "leader-draws") else "lead_fallback"
    named = _fixed_lead(values) or (_holder(values) if values["lead_tile"] == "qualifying" else None)
    if not ((values["lead_tile"] == "qualifying" and _by_double(values)) or (named and Tile.of(named).is_double)):
        return "first_leader" if values["lead_tile"] == "qualifying" else "lead_tile"
    if values["target"] != "one-hand" and values["next_leader"] != "same":
        return "next_leader"
    if values["target"] != "one-hand" and values["block_leader"] not in ("as-next", "same"):
        return "block_leader"
    return "" if values["lead_fallback"] in ("redeal", "draw") else "lead_fallback"


def _pays_at_one_end(axis: str, values: Values) -> bool:
    return bool(values["line_grows"] == "one-end" and values[axis] not in (0, "none"))


def _pays_at_two_ends(axis: str, values: Values) -> bool:
    return _has_lines(values) and values[axis] not in (0, "none")


def _plays_on(values: Values) -> bool:
    return bool(values["play_on"] != "never")


def _pays_for_last_tile(axis: str, values: Values) -> bool:
    return _plays_on(values) and values[axis] not in (0, "none") and any(
        values[axis].values() if isinstance(values[axis], Mapping) else (True,))


def _pays_while_out(axis: str, values: Values) -> bool:
    return _plays_on(values) and values[axis] > 0


def _turns_up(values: Values) -> bool:
    return bool(values["first_tile"] != "leader")


def _sets_out_a_named_tile(values: Values) -> bool:
    return sets_out(values["first_tile"]) and values["first_tile"] != "hand-double"


def _leads_with_set_out(axis: str, values: Values) -> bool:
    if _sets_out_a_named_tile(values):
        return bool(values[axis] == {"holder": values["first_tile"]})
    return values["first_tile"] == "hand-double" and bool(values[axis] == "hand-double")


def _waits(values: Values) -> bool:
    return bool(values["after_draw"] == "wait" and values["draw_when"] != "never")


_WHILE_FITS = ("while-fits", "first-turn", "first-turn-or-double")
_STARS = ("first-six", "first-eight")
_WINNERS = ("winner", "partner", "winning-pair")
_DOUBLE_LEADS = {
    "lead_tile": 'lead_tile is "qualifying" and first_leader is "hand-double"',
    "first_tile": 'first_tile is "hand-double" or a double such as "6-6"',
    "first_leader": 'first_leader is "highest-double" or "hand-double"',
    "next_leader": 'next_leader is "same"',
    "block_leader": 'block_leader is "same"',
    "lead_fallback": 'lead_fallback is "redeal"',
}
"""For each axis by which another tile may lead, how a double leads every hand."""

_AT_ANOTHER_END = "another double is laid at another end"
_UNSEEN_DOUBLES = "players who do not see their tiles cannot choose another double"
_DOUBLE_OR_STACK = "no sheet says whether a player who may lay another double may stack one"
_STACKED_LAST = "a last tile that is stacked joins no open end"

CLASHES = (
    Clash("max_pip", "doubles", lambda v: v["max_pip"] == 0 and not v["doubles"], "the set would have no tiles"),
    Clash("left_out", "max_pip", _leaves_out_what_is_not_there, "the set has no such tile"),
    Clash("left_out", "copies", _leaves_out_one_of_one, "there is only one of each tile"),
    Clash("left_out", "doubles", lambda v: not _tiles_of(v), "the set would have no tiles"),
    *(Clash("left_out", axis, partial(_names_left_out, axis), "that tile is left out of the set")
      for axis in ("weights", "out_tile", "first_leader", "block_leader", "lead_tile", "first_tile")),
    *(Clash("left_out", axis, partial(_no_double_left, axis), "the set has no double left to lead with")
      for axis in ("first_leader", "block_leader", "first_tile")),
    Clash("first_tile", "max_pip", lambda v: _sets_out_a_named_tile(v) and not _in_set(v, v["first_tile"]),
          "that tile is not in the set"),
    Clash("first_tile", "doubles", lambda v: v["first_tile"] == "hand-double" and not v["doubles"],
          "the set has no double to lead with"),
    Clash("weights", "max_pip", lambda v: not all(_in_set(v, tile) for tile in v["weights"]),
          "the set has no such tile"),
    Clash("out_tile", "max_pip", lambda v: not all(_in_set(v, tile) for tile in v["out_tile"]),
          "the set has no such tile"),
    Clash("capicua", "stack", lambda v: v["stack"] != "none" and v["capicua"] > 0, _STACKED_LAST),
    Clash("capicua_double", "stack", lambda v: v["stack"] != "none" and v["capicua_double"] != "none", _STACKED_LAST),
    Clash("deal", "seats", lambda v: not _dealing({**v, "teams": "none"}).seat_counts,
          "the deal does not cover any of these numbers of players"),
    Clash("teams", "seats", lambda v: v["teams"] == "pairs" and v["seats"] != "2+" and 4 not in v["seats"],
          "partners need four players"),
    Clash("teams", "deal", lambda v: not _dealing(v).seat_counts, "the deal does not cover four players"),
    Clash("deal", "max_pip", _too_many, "the set has too few tiles for that deal"),
    Clash("redeal_doubles", "doubles", lambda v: v["redeal_doubles"] > 0 and not v["doubles"],
          "the set has no doubles"),
    *(Clash(axis, "visibility", partial(_redealt_unseen, axis), "players who do not see their tiles cannot count them")
      for axis in ("redeal_doubles", "redeal_suit")),
    *(Clash(axis, "deal", partial(_never_redealt, axis), "nobody can be dealt so many")
      for axis in ("redeal_doubles", "redeal_suit")),
    *(Clash(axis, "deal", partial(_always_redealt, (axis,)), "in a thousand deals somebody always has so many")
      for axis in ("redeal_doubles", "redeal_suit")),
    Clash("redeal_doubles", "redeal_suit", partial(_always_redealt, ("redeal_doubles", "redeal_suit")),
          "none of a thousand deals counts"),
    Clash("first_tile", "visibility", lambda v: _turns_up(v) and v["visibility"] == "blind",
          "all the tiles lie in face-down rows"),
    Clash("first_tile", "lead_tile", lambda v: _turns_up(v) and v["lead_tile"] != "any",
          "the leader does not play the first tile"),
    Clash("first_tile", "lead_fallback", lambda v: _turns_up(v) and v["lead_fallback"] == "draw",
          "a tile begins the line, so nobody draws for the one that leads"),
    Clash("first_tile", "lead_fallback", lambda v: _turns_up(v) and v["lead_fallback"] == "boneyard",
          "another tile already begins the line"),
    Clash("lead_fallback", "leader_takes", lambda v: v["lead_fallback"] == "boneyard" and v["leader_takes"] != 0,
          "the leader might not play the first tile"),
    Clash("first_tile", "leader_takes", lambda v: _turns_up(v) and v["leader_takes"] != 0,
          "the leader does not play the first tile"),
    *(Clash("first_tile", axis, partial(_leads_with_set_out, axis), "nobody holds the tile that is set out")
      for axis in ("first_leader", "block_leader")),
    Clash("leader_takes", "visibility", lambda v: v["leader_takes"] != 0 and v["visibility"] == "blind",
          "a face-down row is played from its front, and no tiles are added to it"),
    Clash("leader_takes", "draw_when", lambda v: v["draw_when"] != "never" and _takes_the_boneyard(v),
          "the leader takes every tile that could be drawn"),
    Clash("first_leader", "doubles", lambda v: _by_double(v) and not v["doubles"],
          "the set has no double to lead with"),
    Clash("first_leader", "max_pip", lambda v: bool(_holder(v)) and not _in_set(v, str(_holder(v))),
          "that tile is not in the set"),
    Clash("block_leader", "doubles", lambda v: v["block_leader"] in _BY_DOUBLE and not v["doubles"],
          "the set has no double to lead with"),
    Clash("block_leader", "max_pip", lambda v: isinstance(v["block_leader"], Mapping)
          and not _in_set(v, v["block_leader"]["holder"]), "that tile is not in the set"),
    Clash("lead_tile", "max_pip", lambda v: bool(_fixed_lead(v)) and not _in_set(v, str(_fixed_lead(v))),
          "that tile is not in the set"),
    Clash("lead_tile", "first_leader", lambda v: v["lead_tile"] == "qualifying" and not _by_double(v)
          and not _holder(v), "that way of finding the leader names no tile"),
    Clash("lead_tile", "first_leader", lambda v: bool(_fixed_lead(v)) and _fixed_lead(v) != _holder(v),
          "the leader might not hold that tile"),
    Clash("lead_tile", "doubles", lambda v: _of_a_kind(v) and not v["doubles"], "the set has no double to lead with"),
    Clash("left_out", "lead_tile", lambda v: _of_a_kind(v) and not any(tile.is_double for tile in _tiles_of(v)),
          "the set has no double left to lead with"),
    Clash("lead_tile", "play_score", lambda v: v["lead_tile"] == "double-or-score" and v["play_score"] == "none",
          "no play scores, so only a double could lead"),
    *(Clash("lead_tile", axis, partial(_kind_after_tile, axis), "that way of finding the leader already names a tile")
      for axis in ("first_leader", "block_leader")),
    Clash("lead_tile", "first_leader", lambda v: _of_a_kind(v) and _no_double(_holder(v)),
          "the tile that leads first is not a double"),
    Clash("lead_fallback", "first_leader", lambda v: v["lead_fallback"] in ("heaviest", "leader-draws")
          and _of_a_kind(v) and (bool(_holder(v)) or _by_double(v)), "nobody might hold the tile that leads first"),
    Clash("lead_tile", "visibility", lambda v: _of_a_kind(v) and v["visibility"] == "blind",
          "players who do not see their tiles cannot choose one to lead with"),
    Clash("lead_fallback", "lead_tile", lambda v: v["lead_fallback"] in ("next-player", "leader-draws")
          and v["lead_tile"] == "any", "any tile may lead, so a leader always holds one that may"),
    Clash("lead_fallback", "lead_tile", lambda v: v["lead_fallback"] in ("next-player", "leader-draws")
          and not _of_a_kind(v), "the leader is whoever holds that tile, so write another lead_fallback: "
          '"none", "redeal", "heaviest", "draw" or "boneyard"'),
    Clash("lead_fallback", "lead_tile", lambda v: v["lead_fallback"] in ("draw", "boneyard") and _of_a_kind(v),
          "only the leader needs such a tile, and other players may hold one"),
    *(Clash(axis, "teams", partial(_no_partner, axis), "a winner without a partner has nobody to lead instead")
      for axis in ("next_leader", "block_leader")),
    *(Clash(axis, "lead_tile", partial(_leaves_unable, axis), "the partner might hold no tile to lead with")
      for axis in ("next_leader", "block_leader")),
    *(Clash(axis, "visibility", partial(_leaves_unseen, axis),
            "players who do not see their tiles cannot know whether to lead")
      for axis in ("next_leader", "block_leader")),
    Clash("matching", "max_pip", lambda v: (_sum(v) or 0) > 2 * v["max_pip"],
          "no two halves of the set add up to that"),
    Clash("wild_half", "matching", lambda v: v["wild_half"] != "none" and v["matching"] != "equal",
          "where halves make a sum, whole tiles are wild"),
    Clash("wild_half", "max_pip", lambda v: v["wild_half"] != "none" and v["wild_half"] > v["max_pip"],
          "the set has no such half"),
    Clash("spinner", "double_lay", lambda v: v["double_lay"] == "in-line"
          and v["spinner"] in ("first", "all"),
          "a double that lies in line has only two ends"),
    Clash("line_grows", "spinner", lambda v: v["line_grows"] == "one-end" and v["spinner"] != "none",
          "a spinner has more than one open end"),
    Clash("line_grows", "lines", lambda v: v["line_grows"] == "one-end" and _has_lines(v),
          "a line of one's own has only one end anyway"),
    Clash("line_grows", "play_score", lambda v: v["line_grows"] == "one-end" and v["play_score"] != "none",
          "no sheet says whether the end that is closed counts"),
    *(Clash("line_grows", axis, partial(_pays_at_one_end, axis), "with one open end no tile fits two ends")
      for axis in ("capicua", "capicua_double")),
    Clash("lines", "spinner", lambda v: _has_lines(v) and v["spinner"] != "none",
          "where players have lines of their own, only the first tile has more than two sides"),
    *(Clash("lines", axis, partial(_leads_other, axis),
            f"the lines begin at a double, so a double must lead every hand, as it does where {way}")
      for axis, way in _DOUBLE_LEADS.items()),
    Clash("lines", "play_score", lambda v: _has_lines(v) and v["play_score"] != "none",
          "no sheet says which of so many ends would count"),
    Clash("lines", "stack", lambda v: _has_lines(v) and v["stack"] != "none",
          "no sheet says whether a tile may be stacked on another player's line"),
    Clash("lines", "visibility", lambda v: _has_lines(v) and v["visibility"] == "blind",
          "players who do not see their tiles cannot choose a line"),
    *(Clash("lines", axis, partial(_pays_at_two_ends, axis), "a line of one's own has only one end")
      for axis in ("capicua", "capicua_double")),
    Clash("lines", "cannot_play", lambda v: _has_lines(v) and v["cannot_play"] == "discard",
          "no sheet says whether a discard opens a line"),
    Clash("play_on", "teams", lambda v: v["play_on"] == "side-out" and v["teams"] == "none",
          "only partners can both go out"),
    Clash("play_on", "visibility", lambda v: _plays_on(v) and v["visibility"] == "blind",
          "no sheet says who plays on beside a face-down row"),
    Clash("play_on", "cannot_play", lambda v: v["play_on"] in ("one-left", "side-out")
          and v["cannot_play"] == "discard", "no sheet says whether a player who has discarded their last tile is out"),
    Clash("play_on", "stack", lambda v: _plays_on(v) and v["stack"] != "none",
          "no sheet says whether a stacked tile lets the others play on"),
    Clash("play_on", "lines", lambda v: _plays_on(v) and _has_lines(v),
          "no sheet says who may play on the line of a player who is out"),
    Clash("play_on", "block_between", lambda v: _plays_on(v) and v["block_between"] != "all",
          "one of those two players may be out"),
    *(Clash("play_on", axis, partial(_pays_for_last_tile, axis), "more than one player plays a last tile")
      for axis in ("capicua", "capicua_double", "out_tile", "out_double")),
    *(Clash("play_on", axis, partial(_pays_while_out, axis), "players who are out do not pass")
      for axis in PASS_PAYS),
    Clash("play_score", "double_lay", lambda v: v["play_score"] != "none" and v["double_lay"] == "in-line",
          "doubles in line are never counted in play"),
    Clash("play_score", "spinner", lambda v: v["play_score"] == "alike" and v["spinner"] != "none",
          "only the two ends of a single line can be alike"),
    Clash("play_score", "spinner", lambda v: v["play_score"] == "multiple" and v["spinner"] in _STARS,
          "no sheet says how much a double with more than four arms counts"),
    Clash("stack", "copies", lambda v: v["stack"] != "none" and v["copies"] == 1,
          "the set has no equal tiles, so nothing can be stacked"),
    Clash("stack", "visibility", lambda v: v["stack"] != "none" and v["visibility"] == "blind",
          "players who do not see their tiles cannot choose one to stack"),
    Clash("stack_when", "play_score", lambda v: v["stack"] != "none" and v["stack_when"] == "after-score"
          and v["play_score"] == "none", "no play scores, so there is never anything to steal"),
    Clash("visibility", "draw_when", lambda v: v["visibility"] == "blind" and v["draw_when"] != "never",
          "a face-down row is played from its front, and no tiles are added to it"),
    Clash("visibility", "first_leader", lambda v: v["visibility"] == "blind" and (_by_double(v) or bool(_holder(v))),
          "nobody can see who holds that tile"),
    Clash("visibility", "block_leader", lambda v: v["visibility"] == "blind"
          and (isinstance(v["block_leader"], Mapping) or v["block_leader"] in _BY_DOUBLE),
          "nobody can see who holds that tile"),
    Clash("block", "cannot_play", lambda v: v["block"] == "all-pass" and v["cannot_play"] == "discard",
          "a player who cannot play discards a tile, and does not pass"),
    Clash("block", "visibility", lambda v: v["block"] == "row-cycle" and v["visibility"] != "blind",
          "only rows of face-down tiles are turned over one by one"),
    Clash("after_draw", "draw_max", lambda v: _waits(v) and v["draw_max"] != 1,
          "a drawn tile ends the turn, so only one is drawn in it"),
    Clash("after_draw", "cannot_play", lambda v: _waits(v) and v["cannot_play"] == "discard",
          "no sheet says whether a player who has drawn must also discard"),
    Clash("after_draw", "draw_when", lambda v: _waits(v) and v["draw_when"] == "optional" and _has_lines(v),
          "no sheet says whether a player who draws by choice opens a line"),
    Clash("extra_turn", "draw_max", lambda v: v["extra_turn"] in _WHILE_FITS and v["cannot_go_on"] != "stop"
          and v["draw_when"] != "never" and v["draw_max"] == "until-playable",
          'a turn would not end before the boneyard is empty, unless cannot_go_on is "stop"'),
    Clash("extra_turn", "play_score", lambda v: v["extra_turn"] in ("on-score", "on-score-or-double")
          and v["play_score"] == "none", "no play scores, so no score can bring another turn"),
    Clash("extra_turn", "visibility", lambda v: _more_doubles(v) and v["visibility"] == "blind",
          _UNSEEN_DOUBLES),
    Clash("extra_turn", "cannot_play", lambda v: _more_doubles(v) and v["cannot_play"] == "discard",
          "a player who has no other double would lose a tile"),
    Clash("extra_turn", "stack", lambda v: _more_doubles(v) and v["stack"] != "none",
          _DOUBLE_OR_STACK),
    Clash("extra_turn_at", "extra_turn", lambda v: _more_doubles(v) and v["extra_turn_at"] == "same-end",
          _AT_ANOTHER_END),
    Clash("cannot_go_on", "cannot_play", lambda v: _lapses(v) and v["cannot_play"] == "discard",
          "no sheet says whether a player who stops must discard"),
    Clash("cannot_go_on", "play_on", lambda v: _lapses(v) and v["play_on"] == "stuck",
          "the last player left has one turn after another, and could never draw"),
    Clash("cover_doubles", "arm_order", lambda v: v["cover_doubles"] != "free" and other_doubles_fit(v)
          and v["arm_order"].startswith("four-first"),
          "a second double may lie on a side of the spinner where no tile can be played yet"),
    Clash("cover_doubles", "extra_turn", lambda v: _more_doubles(v) and v["cover_doubles"] == "first",
          "a double that must be covered first lets no other double be laid"),
    Clash("cover_doubles", "extra_turn", lambda v: _several_doubles(v)
          and v["extra_turn"] in ("none", "first-turn", "on-score"),
          "nobody has another turn after a double, so nobody can play a second one"),
    Clash("cover_doubles", "extra_turn_at", lambda v: _several_doubles(v) and v["extra_turn_at"] == "same-end",
          _AT_ANOTHER_END),
    Clash("cover_doubles", "visibility", lambda v: _several_doubles(v) and v["visibility"] == "blind",
          _UNSEEN_DOUBLES),
    Clash("cover_doubles", "stack", lambda v: _several_doubles(v) and v["stack"] != "none",
          _DOUBLE_OR_STACK),
    Clash("pass_when", "line_opens", lambda v: v["pass_when"] == "any" and _has_lines(v) and v["line_opens"] != "never",
          "no sheet says whether a player who passes by choice opens a line"),
    Clash("pass_when", "visibility", lambda v: v["pass_when"] != "unable" and v["visibility"] == "blind",
          "players who do not see their tiles cannot choose to keep one back"),
    Clash("pass_when", "draw_when", lambda v: v["pass_when"] == "after-draw" and v["draw_when"] == "never",
          "only a player who has drawn may pass by choice, and nobody draws"),
    Clash("pass_when", "after_draw", lambda v: v["pass_when"] == "after-draw" and _waits(v),
          "a drawn tile ends the turn, so whoever has drawn must pass"),
    Clash("extra_turn_at", "visibility", lambda v: _bound(v) and v["visibility"] == "blind",
          "a tile that is turned up is tried at every open end"),
    Clash("extra_turn_at", "cannot_play", lambda v: _bound(v) and v["cannot_play"] == "discard",
          "a player who cannot go on at the same end would lose a tile"),
    Clash("cannot_play", "visibility", lambda v: v["cannot_play"] == "discard" and v["visibility"] == "blind",
          "players who do not see their tiles cannot choose one to discard"),
    Clash("cannot_play", "pass_when", lambda v: v["cannot_play"] == "discard" and v["pass_when"] != "unable",
          "where a tile must be discarded, nobody passes"),
    *(Clash("cannot_play", axis, partial(_pays_for_no_pass, axis), "where a tile must be discarded, nobody passes")
      for axis in PASS_PAYS),
    Clash("reach", "target", lambda v: v["reach"] == "exact" and v["target"] == "one-hand",
          "a single hand has no target to reach"),
    Clash("end_divide", "end_round", lambda v: v["end_divide"] != 1 and v["end_round"] == "none",
          "an award must be rounded before it is divided"),
    Clash("end_divide", "end_multiple",
          lambda v: v["end_round"] != "none" and bool(v["end_multiple"] % v["end_divide"]),
          "the award must be rounded to a multiple of its divisor"),
    Clash("fall_back", "target", lambda v: v["fall_back"] != "never" and v["target"] == "one-hand",
          "after a single hand no score is kept"),
    Clash("match_hands", "target", lambda v: v["match_hands"] != "any" and v["target"] == "one-hand",
          "a single hand is the whole match already"),
    Clash("shut_out", "target", lambda v: v["shut_out"] != 1 and v["target"] == "one-hand",
          "a single hand is not a match"),
    Clash("matches_to_win", "target", lambda v: v["matches_to_win"] != 1 and v["target"] == "one-hand",
          "a single hand is not a match"),
    Clash("who_scores", "end_base", lambda v: v["who_scores"] == "losers-pay" and v["end_base"] == "all",
          "nobody can pay the winner for the winner's own pips"),
    Clash("who_scores", "end_base", lambda v: v["who_scores"] == "lighter" and v["end_base"] != "opponents",
          "where each player scores against heavier hands, only the pips of the others count"),
    Clash("who_scores", "teams", lambda v: v["who_scores"] == "lighter" and v["teams"] == "pairs",
          "only one of two pairs can be lighter, so own_deduct already decides this"),
    Clash("who_scores", "block_between", lambda v: v["who_scores"] == "lighter" and v["block_between"] != "all",
          "each player scores against heavier hands only if every hand is compared with every other"),
    Clash("block_leader", "block_between", lambda v: v["block_between"] == "nobody" and v["block_leader"] in _WINNERS,
          "where nobody wins a blocked hand, no winner leads after it"),
    Clash("who_scores", "round_scope", lambda v: v["who_scores"] == "lighter" and v["round_scope"] == "each"
          and v["end_round"] != "none", "points against all the heavier hands are rounded once, together"),
    Clash("best_score", "target", lambda v: v["best_score"] == "fewest" and v["target"] == "one-hand",
          "a single hand is not a match"),
    Clash("best_score", "target_when", lambda v: v["best_score"] == "fewest" and v["target_when"] == "at-once",
          "nobody knows who has the fewest points until the hand is over"),
    Clash("best_score", "fall_back", lambda v: v["best_score"] == "fewest" and v["fall_back"] != "never",
          "a score that goes back to 0 would be the best"),
    Clash("best_score", "reach", lambda v: v["best_score"] == "fewest" and v["reach"] == "exact",
          "points that do not count would be no loss"),
    Clash("best_score", "shut_out", lambda v: v["best_score"] == "fewest" and v["shut_out"] != 1,
          "nobody needs points to win"),
    Clash("after_level", "best_score", lambda v: v["after_level"] == "one-more" and v["best_score"] == "fewest",
          "a point more would be a loss for the winner"),
    Clash("target_when", "target", lambda v: v["target_when"] == "at-once" and v["target"] == "one-hand",
          "a single hand has no target to reach"),
)
"""The refused pairs, in the order in which they are tested."""

RIVALS = (Clash("seats", "first_leader", lambda v: v["seats"] != "2+" and 1 in v["seats"],
                "only the patience games are for one player"),)
"""Refused in every game except the patiences."""

ALONE = (Clash("copies", "deal", lambda v: v["copies"] > 1, "a patience game has only one of each tile"),)
"""Refused in a patience."""
