"""Forms: the keys each table of a record may have, and what their values look like."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple

from domino_lab.errors import NotationError
from domino_lab.record.diagnostics import Diagnostics, shown
from domino_lab.record.source import Path
from domino_lab.rules.axes import MOST_SEATS
from domino_lab.shuffle import MOST_SEED
from domino_lab.tiles import Tile
from domino_lab.words import phrase

MOST = 10**9
"""No number in a record is larger, but for a seed."""

MOST_DRAWS = 400

ABOUT = ("score", "count", "tile", "legal", "who", "winner", "award")
ENDINGS = ("out", "blocked", "target", "misdeal", "won", "lost")


class Form(NamedTuple):
    """What a value must look like: a test, and the key of the phrase that says it."""

    fits: Callable[[Any], bool]
    words: str


Shape = Mapping[str, Form]


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST


def _is_from(value: object, least: int, most: int = MOST) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _are(test: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(test(item) for item in value)


def _is_table(value: object) -> bool:
    return isinstance(value, dict)


TEXT = Form(_is_text, "text")
TEXTS = Form(_are(_is_text), "texts")
WHOLE = Form(_is_whole, "whole")
SEAT = Form(lambda value: _is_from(value, 0), "seat")
WHOLES = Form(_are(_is_whole), "wholes")
TRUE = Form(lambda value: value is True, "true")
FLAG = Form(lambda value: isinstance(value, bool), "flag")
TABLE = Form(_is_table, "table")
TABLES = Form(_are(_is_table), "tables")
_SEED = Form(lambda value: _is_from(value, 0, MOST_SEED), "seed")
_DRAWN = Form(lambda value: _is_text(value) or _is_from(value, 1, MOST_DRAWS), "drawn")
_WINNER = Form(lambda value: value == "none" or _is_from(value, 0), "winner")
_HOLDINGS = Form(lambda value: _are(_are(_is_text))(value) and 0 < len(value) <= MOST_SEATS and all(value), "holdings")
PLAYERS = Form(lambda value: _are(_is_text)(value) and len(value) <= MOST_SEATS, "players")
_ABOUT = Form(lambda value: _is_text(value) and value in ABOUT, "about")
_COLUMNS = Form(lambda value: _are(_are(_is_text))(value) and 0 < len(value) <= MOST_SEATS, "columns")
_SAID = Form(lambda value: _is_from(value, 1, MOST_DRAWS), "said")
_COPY = Form(lambda value: _is_from(value, 0, 1), "copy")
_HOW = Form(lambda value: _is_text(value) and value in ENDINGS, "how")
_FORMAT = Form(lambda value: _is_from(value, 1, 1), "format")

_NOTED = {"note": TEXT, "mark": TEXTS, "ask": TEXT, "about": _ABOUT, "hint": TEXT}

RECORD: Shape = {
    "format": _FORMAT, "title": TEXT, "ruleset": TEXT, "players": PLAYERS, "source": TEXT, "rules": TABLE,
    "match": TABLE, "deal": TABLE, "move": TABLES, "end": TABLE,
}
MATCH_FILE: Shape = {
    "format": _FORMAT, "title": TEXT, "ruleset": TEXT, "players": PLAYERS, "source": TEXT, "rules": TABLE,
    "match": TABLE, "hand": TABLES,
}
SETUP: Shape = {"seated": PLAYERS, "seed": _SEED, "whole": FLAG}
DEAL: Shape = {
    "holdings": _HOLDINGS, "stock": TEXTS, "stock_complete": FLAG, "leader": SEAT, "seed": _SEED, "hand": _SEED,
    "row": TEXTS, "columns": _COLUMNS, "reserve": TEXTS, "holding": TEXTS, **_NOTED,
}
MOVE: Shape = {
    "play": TEXT, "copy": _COPY, "at": TEXT, "joins": WHOLE, "out": WHOLE, "edge": WHOLE, "call": WHOLE,
    "draw": _DRAWN, "pass": TRUE, "turned": TEXT, "stack": TEXT, "remove": TEXTS, "shift": TEXT, "to": SEAT,
    "say": _SAID, "count": WHOLE, "score": WHOLE, "open": WHOLES, "seat": SEAT, "points": WHOLES, "chips": WHOLES,
    **_NOTED,
}
END: Shape = {"how": _HOW, "winner": _WINNER, "award": WHOLE, "scores": WHOLES, "chips": WHOLES, **_NOTED}
STANDING: Shape = {
    "scores": WHOLES, "hand": Form(lambda value: _is_from(value, 1), "from_one"), "last_leader": SEAT,
    "last_winner": _WINNER, "last_how": _HOW, "chips": WHOLES,
}


def checked(table: Mapping[str, Any], shape: Shape, where: Path, found: Diagnostics) -> dict[str, Any]:
    """The entries of `table` that have the right form; every other one is a problem (REC-KEY, REC-VALUE)."""
    good = {}
    for key, value in table.items():
        form = shape.get(key)
        if found.is_full:
            break
        if form is None:
            _unknown(key, shape, where, found)
        elif form.fits(value):
            good[key] = value
        else:
            wanted = phrase(f"record.{form.words}")
            found.problem((*where, key), "REC-VALUE", "form", key=key, value=shown(value), wanted=wanted)
    return good


def _unknown(key: str, shape: Shape, where: Path, found: Diagnostics) -> None:
    near = get_close_matches(key[:60], list(shape), n=1, cutoff=0)[0]
    found.problem((*where, key), "REC-KEY", "unknown", key=shown(key), near=near)


def tile_of(text: str, where: Path, found: Diagnostics) -> Tile | None:
    """The tile a text names; a malformed one is a problem (REC-VALUE)."""
    try:
        return Tile.of(text)
    except NotationError as error:
        found.problem(where, "REC-VALUE", "tile", why=str(error))
        return None


def times(move: Mapping[str, Any]) -> int:
    """How many actions a move of a record is: `draw = 3` is three, `say = 12` twelve, anything else one."""
    several = move.get("draw", move.get("say"))
    return several if _is_from(several, 1, MOST_DRAWS) else 1
