"""Schema: the keys that each table of a record may have, with the types and forms of their values.

A table is a TypedDict; each key's annotation carries the test that a value from a file must pass.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Annotated, NamedTuple, TypedDict, TypeGuard, TypeVar, cast, get_type_hints

from domino_lab.core.errors import NotationError
from domino_lab.core.shuffle import MOST_SEED
from domino_lab.core.tiles import Tile
from domino_lab.record.source import Diagnostics, Path, Toml, show
from domino_lab.rules.axes import MOST_SEATS
from domino_lab.words import phrase

MOST = 10**9
"""No number in a record is larger, except a seed."""

MOST_DRAWS = 400

ABOUT = ("score", "count", "tile", "legal", "who", "winner", "award")
ENDINGS = ("out", "blocked", "target", "misdeal", "won", "lost")
NOTE_KEYS = ("note", "mark", "ask", "about", "hint")

Test = Callable[[object], bool]


class Form(NamedTuple):
    """A test that a value must pass, and the key of the phrase for the expected form."""

    fits: Test
    words: str


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_whole(value: object) -> bool:
    return type(value) is int and -MOST <= value <= MOST


def _is_from(value: object, least: int, most: int = MOST) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _are(test: Test, most: int | None = None) -> Test:
    return lambda value: isinstance(value, list) and all(test(item) for item in value) and (
        most is None or len(value) <= most)


def _from(least: int, most: int, words: str) -> Form:
    return Form(lambda value: _is_from(value, least, most), words)


def _one_of(choices: tuple[str, ...], words: str) -> Form:
    return Form(lambda value: isinstance(value, str) and value in choices, words)


def are_tables(value: Toml) -> TypeGuard[list[Mapping[str, Toml]]]:
    """True if a value is a list of tables."""
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


def _are_columns(value: object) -> bool:
    return _are(_are(_is_text), MOST_SEATS)(value) and value != []


def _are_holdings(value: object) -> bool:
    return _are_columns(value) and isinstance(value, list) and all(value)


PLAYERS = Form(_are(_is_text, MOST_SEATS), "players")

Text = Annotated[str, Form(_is_text, "text")]
Texts = Annotated[list[str], Form(_are(_is_text), "texts")]
Whole = Annotated[int, Form(_is_whole, "whole")]
Wholes = Annotated[list[int], Form(_are(_is_whole), "wholes")]
Seat = Annotated[int, _from(0, MOST, "seat")]
Flag = Annotated[bool, Form(lambda value: isinstance(value, bool), "flag")]
Table = Annotated[Mapping[str, Toml], Form(lambda value: isinstance(value, dict), "table")]
Tables = Annotated[list[Mapping[str, Toml]], Form(are_tables, "tables")]
Seed = Annotated[int, _from(0, MOST_SEED, "seed")]
Players = Annotated[list[str], PLAYERS]
Winner = Annotated[int | str, Form(lambda value: value == "none" or _is_from(value, 0), "winner")]
How = Annotated[str, _one_of(ENDINGS, "how")]
FormatNumber = Annotated[int, _from(1, 1, "format")]


class Noted(TypedDict, total=False):
    """The keys that an author may write next to the deal, a move or the end."""

    note: Text
    mark: Texts
    ask: Text
    about: Annotated[str, _one_of(ABOUT, "about")]
    hint: Text


class Head(TypedDict, total=False):
    """The keys that a record and a match file have in common."""

    format: FormatNumber
    title: Text
    ruleset: Text
    players: Players
    source: Text
    rules: Table
    match: Table


class RecordTable(Head, total=False):
    """A whole record."""

    deal: Table
    move: Tables
    end: Table


class MatchTable(Head, total=False):
    """A match file."""

    hand: Tables


class SetupTable(TypedDict, total=False):
    """The [match] of a match file."""

    seated: Players
    seed: Seed
    whole: Flag


class StandingTable(TypedDict, total=False):
    """The [match] of one record: the standing of the match before the hand."""

    scores: Wholes
    hand: Annotated[int, _from(1, MOST, "from_one")]
    last_leader: Seat
    last_winner: Winner
    last_how: How
    level: Whole
    chips: Wholes
    won: Wholes
    past: Tables
    redeals: Whole


class PastHandTable(TypedDict, total=False):
    """One of the [[match.past]]: an earlier hand of the match."""

    how: How
    winner: Winner
    award: Wholes
    pips: Wholes
    passes: Wholes
    blocker: Winner


class DealTable(Noted, total=False):
    """[deal]: the tiles as they were dealt, or the seed."""

    holdings: Annotated[list[list[str]], Form(_are_holdings, "holdings")]
    stock: Texts
    stock_complete: Flag
    leader: Seat
    seed: Seed
    hand: Seed
    row: Texts
    columns: Annotated[list[list[str]], Form(_are_columns, "columns")]
    reserve: Texts
    holding: Texts


_Pass = TypedDict("_Pass", {"pass": Annotated[bool, Form(lambda value: value is True, "true")]}, total=False)


class MoveTable(Noted, _Pass, total=False):
    """A [[move]]: the action, and statements about its result."""

    play: Text
    copy: Annotated[int, _from(0, 1, "copy")]
    at: Text
    joins: Whole
    out: Whole
    edge: Whole
    line: Whole
    call: Whole
    draw: Annotated[str | int, Form(lambda value: _is_text(value) or _is_from(value, 1, MOST_DRAWS), "drawn")]
    turned: Text
    stack: Text
    discard: Text
    remove: Texts
    shift: Text
    to: Seat
    say: Annotated[int, _from(1, MOST_DRAWS, "said")]
    count: Whole
    score: Whole
    open: Wholes
    seat: Seat
    points: Wholes
    chips: Wholes


class EndTable(Noted, total=False):
    """[end]: how the hand ended."""

    how: How
    winner: Winner
    award: Whole
    scores: Wholes
    chips: Wholes


FORMS: Mapping[object, Mapping[str, Form]] = {
    table: {key: hint.__metadata__[0] for key, hint in get_type_hints(table, include_extras=True).items()}
    for table in (RecordTable, MatchTable, SetupTable, StandingTable, PastHandTable, DealTable, MoveTable, EndTable)
}
"""The form of the value of every key, by table."""

T = TypeVar("T")


def check_table(table: Mapping[str, Toml], kind: type[T], where: Path, diagnostics: Diagnostics) -> T:
    """Return the entries of `table` that have the right form; every other one is a problem (REC-KEY, REC-VALUE)."""
    good, shape = {}, FORMS[kind]
    for key, value in table.items():
        if key in shape and shape[key].fits(value):
            good[key] = value
        elif diagnostics.is_full:
            break
        elif key not in shape:
            near = get_close_matches(key[:60], list(shape), n=1, cutoff=0)[0]
            diagnostics.problem((*where, key), "REC-KEY", "unknown", key=show(key), near=near)
        else:
            wanted = phrase(f"record.{shape[key].words}")
            diagnostics.problem((*where, key), "REC-VALUE", "form", key=key, value=show(value), wanted=wanted)
    return cast(T, good)


def tile_of(text: str, where: Path, diagnostics: Diagnostics) -> Tile | None:
    """Return the tile a text names; a malformed one is a problem (REC-VALUE)."""
    try:
        return Tile.of(text)
    except NotationError as error:
        diagnostics.problem(where, "REC-VALUE", "tile", why=str(error))
        return None


def times(move: Mapping[str, object]) -> int:
    """Return the number of actions in a move of a record: `draw = 3` is three, `say = 12` twelve, anything else one."""
    several = move["draw"] if "draw" in move else move.get("say")
    return several if isinstance(several, int) and _is_from(several, 1, MOST_DRAWS) else 1
