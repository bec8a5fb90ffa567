"""Doing: the one action that a [[move]] of a record means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domino_lab.actions import Action, Draw, Pass, Remove, Shift
from domino_lab.play.legal import judge
from domino_lab.play.record import forms
from domino_lab.play.record.findings import Findings
from domino_lab.play.record.lines import Path
from domino_lab.play.record.places import play_of
from domino_lab.play.record.spoken import lying, spoken
from domino_lab.play.record.stacks import stack_of
from domino_lab.play.state import State
from domino_lab.tiles import Tile

CHAIN = ("play", "draw", "pass", "stack")
"""What can be done in a game with a chain and rivals."""

PATIENCE = ("play", "draw", "remove", "shift", "say")
"""What can be done in the patience games, each in some of them."""

EVERY = tuple(dict.fromkeys(CHAIN + PATIENCE))

_BESIDE = {
    "at": ("play", "stack"), "joins": ("play",), "out": ("play",), "edge": ("play",), "call": ("play",),
    "copy": ("play", "draw", "stack"), "turned": ("play", "pass"), "to": ("shift",),
}
"""Keys that only say something beside certain others."""


def action_of(form: Mapping[str, Any], state: State, where: Path, found: Findings) -> Action | None:
    """The action of a move, allowed by the rules; None, with a problem, where there is none.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.lines import Lines
    >>> from domino_lab.play.record.opening import blank
    >>> str(action_of({"play": "5-5"}, blank(get("block")).state, (), Findings(Lines.of(""))))
    'set 5-5'
    """
    if "play" in form:
        return play_of(form, Tile.of(form["play"]), state, where, found)
    if "stack" in form:
        return stack_of(form, Tile.of(form["stack"]), state, where, found)
    action = _plain(form, state)
    ruling = judge(state, action)
    if not ruling.allowed:
        found.refused(where, ruling)
        return None
    return Draw() if isinstance(action, Draw) and state.stock else action


def _plain(form: Mapping[str, Any], state: State) -> Action:
    """An action that is what the file says, whatever lies on the table."""
    if "say" in form:
        return spoken(form, state)
    if "remove" in form:
        return Remove(lying([Tile.of(word) for word in form["remove"]], state))
    if "shift" in form:
        return Shift(lying([Tile.of(form["shift"])], state)[0], form.get("to", 0))
    return Pass() if "pass" in form else _draw(form, state)


def _draw(form: Mapping[str, Any], state: State) -> Draw:
    said = form["draw"]
    if isinstance(said, int):
        return Draw()
    tile = Tile.of(said)
    alike = [other for other in (*state.stock[:1], *sorted(state.below)) if other[:2] == tile[:2]]
    return Draw(next((other for other in alike if other.copy == form.get("copy")), alike[0] if alike else tile))


def is_one(form: Mapping[str, Any], where: Path, found: Findings) -> bool:
    """Whether a move says exactly one thing to do; where its value was refused already, nothing more is said.

    Beside `say`, a `remove` names the tiles that went meanwhile.

    >>> from domino_lab.play.record.lines import Lines
    >>> is_one({"play": "5-5", "pass": True}, ("move", 0), Findings(Lines.of("")))
    False
    """
    kinds = [key for key in EVERY if key in form and not (key == "remove" and "say" in form)]
    told = any(problem.move == int(where[1]) + 1 for problem in found.problems)
    if len(kinds) != 1 and not (told and not kinds):
        found.problem(where, "REC-KEY", "one_move", kinds=EVERY)
    idle = [key for key, others in _BESIDE.items() if key in form and kinds and kinds[0] not in others]
    for key in idle if len(kinds) == 1 else ():
        found.problem((*where, key), "REC-KEY", "beside", key=key, kind=kinds[0])
    return len(kinds) == 1 and not idle


def has_tiles(form: Mapping[str, Any], where: Path, found: Findings) -> bool:
    """Whether every tile that is to be moved is a tile, and a shifted one has a place to go to.

    >>> from domino_lab.play.record.lines import Lines
    >>> has_tiles({"stack": "6_6"}, ("move", 0), Findings(Lines.of("")))
    False
    """
    words = [(key, form[key]) for key in ("play", "draw", "stack", "shift") if isinstance(form.get(key), str)]
    words += [("remove", word) for word in form.get("remove", ())]
    tiles = [forms.tile_of(word, (*where, key), found) for key, word in words]
    if "shift" in form and "to" not in form:
        found.problem(where, "REC-KEY", "missing", key="to")
        return False
    return None not in tiles


def check_form(form: Mapping[str, Any], where: Path, found: Findings) -> None:
    """A move that is not played: that it says one thing to do, and that its tiles are tiles.

    >>> from domino_lab.play.record.lines import Lines
    >>> found = Findings(Lines.of(""))
    >>> check_form({"play": "6_6"}, ("move", 0), found)
    >>> found.problems[0].clause
    'REC-VALUE'
    """
    if is_one(form, where, found) and has_tiles(form, where, found) and "turned" in form:
        forms.tile_of(form["turned"], (*where, "turned"), found)


def belongs(form: Mapping[str, Any], state: State, where: Path, found: Findings) -> bool:
    """Whether the game of `state` knows what the move says to do; a key of other games is a problem (REC-KEY).

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.lines import Lines
    >>> from domino_lab.play.record.opening import blank
    >>> belongs({"say": 12}, blank(get("block")).state, (), Findings(Lines.of("")))
    False
    """
    rules, known = state.table.rules, CHAIN if isinstance(state, State) else PATIENCE
    strange = set(EVERY).difference(known)
    strange |= {"call"} if rules["claim"] == "auto" else set()
    strange |= {"turned"} if not rules.dealing.is_blind else set()
    key = next((key for key in form if key in strange), None)
    if key is not None:
        found.problem((*where, key), "REC-KEY", "elsewhere", key=key, game=rules.name)
    return key is None
