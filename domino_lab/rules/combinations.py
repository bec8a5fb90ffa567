"""Combinations of axes that cannot be played, each with the two axes and the reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from domino_lab.errors import RulesetError
from domino_lab.rules.dealing import Dealing
from domino_lab.rules.equipment import Equipment
from domino_lab.rules.values import show_value
from domino_lab.tiles import Tile

Values = Mapping[str, Any]


class Clash(NamedTuple):
    """Two axes that do not go together when `test` is true of the values, and why.

    >>> Clash("spinner", "double_lay", lambda values: True, "in line, a double has two ends").why
    'in line, a double has two ends'
    """

    one: str
    other: str
    test: Callable[[Values], bool]
    why: str


def check(values: Values) -> None:
    """Refuse values that cannot be played together; raises RulesetError naming the two axes and why.

    >>> check({**_DEFAULTS, "double_lay": "in-line", "spinner": "first"})
    Traceback (most recent call last):
    domino_lab.errors.RulesetError: spinner = "first" and double_lay = "in-line" do not go together: a double ...
    """
    for clash in CLASHES:
        if clash.test(values):
            one, other = show_value(values[clash.one]), show_value(values[clash.other])
            raise RulesetError(f"{clash.one} = {one} and {clash.other} = {other} do not go together: {clash.why}")


def _set_of(values: Values) -> Equipment:
    return Equipment(values["max_pip"], values["copies"], values["doubles"], {}, {})


def _in_set(values: Values, tile: str) -> bool:
    return Tile.of(tile) in _set_of(values).set.tiles


def _holder(values: Values) -> str | None:
    rule = values["first_leader"]
    return rule["holder"] if isinstance(rule, Mapping) else None


def _fixed(values: Values) -> str | None:
    return None if values["lead_tile"] in ("any", "qualifying") else values["lead_tile"]


def _dealing(values: Values) -> Dealing:
    named = {axis: values[axis] for axis in ("seats", "teams", "direction", "deal", "visibility")}
    return Dealing(**named, clauses={})


def _too_many(values: Values) -> bool:
    """A table that speaks of these seats alone must hold for each of them, any other deal for one of them."""
    deal, seats, size = values["deal"], values["seats"], len(_set_of(values).set.tiles)
    dealing = _dealing(values)
    short = [not 0 < n * dealing.each_of(n, size) <= size for n in dealing.seat_counts]
    exact = isinstance(deal, Mapping) and not isinstance(seats, str) and len(deal) <= len(seats)
    return bool(short) and (any(short) if exact else all(short))


def _no_deal(values: Values) -> bool:
    return not _dealing({**values, "teams": "none"}).seat_counts


def _strange_weights(values: Values) -> bool:
    return not all(_in_set(values, tile) for tile in values["weights"])


def _by_double(values: Values) -> bool:
    return values["first_leader"] in ("highest-double", "lowest-double", "fastest-double")


def _uneven(values: Values) -> bool:
    divide = values["end_divide"]
    if divide == 1:
        return False
    return values["end_round"] == "none" or bool(values["end_multiple"] % divide)


CLASHES = (
    Clash("max_pip", "doubles", lambda v: v["max_pip"] == 0 and not v["doubles"], "the set would have no tiles"),
    Clash("weights", "max_pip", _strange_weights, "the set has no such tile"),
    Clash("deal", "seats", _no_deal, "the deal says nothing for any of these numbers of players"),
    Clash("teams", "seats", lambda v: v["teams"] == "pairs" and v["seats"] != "2+" and 4 not in v["seats"],
          "partners need four players"),
    Clash("teams", "deal", lambda v: not _dealing(v).seat_counts, "the deal says nothing for four players"),
    Clash("deal", "max_pip", _too_many, "the set has too few tiles for that deal"),
    Clash("first_leader", "doubles", lambda v: _by_double(v) and not v["doubles"], "the set has no double to lead"),
    Clash("first_leader", "max_pip", lambda v: bool(_holder(v)) and not _in_set(v, str(_holder(v))),
          "that tile is not in the set"),
    Clash("lead_tile", "max_pip", lambda v: bool(_fixed(v)) and not _in_set(v, str(_fixed(v))),
          "that tile is not in the set"),
    Clash("lead_tile", "first_leader", lambda v: v["lead_tile"] == "qualifying" and not _by_double(v)
          and not _holder(v), "that way of finding the leader names no tile that he holds"),
    Clash("lead_tile", "first_leader", lambda v: bool(_fixed(v)) and _fixed(v) != _holder(v),
          "whoever leads need not hold that tile"),
    Clash("spinner", "double_lay", lambda v: v["double_lay"] == "in-line" and v["spinner"] != "none",
          "a double that lies in line has two ends only"),
    Clash("play_score", "double_lay", lambda v: v["play_score"] == "multiple" and v["double_lay"] == "in-line",
          "doubles that lie in line are never counted in play"),
    Clash("end_divide", "end_round", _uneven,
          "the award must be rounded to a multiple of the number by which it is divided"),
    Clash("target_when", "target", lambda v: v["target_when"] == "at-once" and v["target"] == "one-hand",
          "a single hand has no target that can be reached at once"),
)
"""Every refused pair, in the order in which they are tested."""

_DEFAULTS: dict[str, Any] = {}


def _fill_defaults() -> None:
    from domino_lab.rules.axes import AXES

    _DEFAULTS.update({name: axis.default for name, axis in AXES.items()})


_fill_defaults()
