"""Wounds: what can befall a text, as letters, as lines, and as the TOML that it is."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any, NamedTuple

import tomlkit

from domino_lab.record import schema
from domino_lab.rules.axes import AXES
from tests.fuzzing.originals import BARE, Original, originals

KEYS = sorted({key for shape in schema.FORMS.values() for key in shape} | set(AXES)
              | {"name", "", "é", "own", "2", "4"})
SCRAPS = (
    "", "\n", "\r\n", "\r", "\t", "\x00", "\x1b[2J", "\ufeff", "é", "😀", "\u202e",
    "\udcff", '"', "'", '"""', "'''", "\\",
    "\\u0000", "\\ud800", "#", "=", ".", ",", "-", "@", ">", "%", "{", "}", "[", "]", "[[", "]]", "[[move]]\n",
    "[[hand]]\n", "[deal]\n", "[end]\n", "[match]\n", "[rules]\n", "<img src=x onerror=alert(1)>", "5-5", "19-19",
    "5_5", "#0", "#1", "#99", "end:5", "nan", "inf", "-1", "0x10", "1e400", "1979-05-27", "true", "dlab1:",
    "9" * 20, "9" * 5000, "0b" + "1" * 9000, "[" * 300, "a." * 300, "x" * 3000, "seats = 9\n", "seed = 1\n",
    "deal = {2 = 7, 4 = 10}\n", "players = ['A', 'B', 'C', 'D']\n", "max_pip = 18\n", "target = 'one-hand'\n",
)
VALUES: tuple[Any, ...] = (
    0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 28, 29, -1, -5, 10**9, 10**9 + 1, 10**40, 10**41, 2**63, 10**4000, True, False,
    0.5, 1e308, float("nan"), float("inf"), "", "5-5", "0-5", "6-6", "0-0", "7-7", "18-18", "5_5", "#1", "#3", "#0",
    "none", "out", "blocked", "target", "misdeal", "won", "lost", "human", "greedy", "any", "all", "first", "even",
    "8-n", "2+", "pairs", "private", "blind", "own: X", "one-hand", "unable", "x" * 3000, "é\x1b[2J<b>`", "Ana",
    [], [[]], [0], [1, 1], ["5-5"], ["5-5", "5-5"], [["5-5"], ["0-0"]], [["5-5"]], [[], []], ["A", "B", "C", "D"],
    [5] * 40, ["6-6", "0-0"], {}, {"2": 7}, {"2": 7, "4": 10}, {"seed": 1}, {"holder": "6-6"}, {"sum": 7},
    {"pairs": 100}, {"play": "5-5"}, [{}], [{"play": "5-5"}], [{"draw": 400}], {"0-0": 13},
)
GAMES = ("block", "all-fives", "all-fives-leaflet", "two-box", "two-box-cutthroat", "blind", "all-sevens", "bergen",
         "draw", "draw/pay-chips", "draw-vietnamese", "draw-partnership", "block/partners", "bingo", "bingo/choice",
         "patience", "fives-limit", "five-columns", "knock-out", "twelve-to-go", "x", "")


class Mutant(NamedTuple):
    """A wounded text, what it was, and a source of chance for what is done with it."""

    number: int
    kind: str
    text: str
    chance: Random


def mutant(number: int, seed: int = 0) -> Mutant:
    """Mutant `number`, the same on every machine."""
    chance = Random(f"{seed}:{number}")
    kinds = sorted({one.kind for one in originals()})
    kind = chance.choices(kinds, [_WEIGHTS.get(kind, 1) for kind in kinds])[0]
    alike = [one for one in originals() if one.kind == kind]
    original = chance.choice(alike[-len(BARE):] if kind == "hand" and chance.random() < 0.2 else alike)
    return Mutant(number, kind, _wounded(original, chance), chance)


_WEIGHTS = {"hand": 12, "match": 4, "rules": 2}


def _wounded(original: Original, chance: Random) -> str:
    text = original.text
    if original.kind in ("hand", "match", "rules") and chance.random() < 0.65:
        text = _other_values(text, chance)
    if text is original.text or chance.random() < 0.2:
        for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
            text = chance.choice(LETTERS)(text, chance)
    return text


# --- as letters and lines


def _cut(text: str, chance: Random) -> str:
    return text[: chance.randint(0, len(text))]


def _lose(text: str, chance: Random) -> str:
    place = chance.randint(0, len(text))
    return text[:place] + text[place + chance.choice((1, 1, 2, 5, 40)):]


def _insert(text: str, chance: Random) -> str:
    place = chance.randint(0, len(text))
    return text[:place] + chance.choice(SCRAPS) + text[place:]


def _replace(text: str, chance: Random) -> str:
    """A number, a tile or a word in quotes becomes something else."""
    found = list(re.finditer(r"\d+-\d+|\d+|\"[^\"\n]*\"", text))
    if not found:
        return _insert(text, chance)
    one, scrap = chance.choice(found), chance.choice((*SCRAPS, f"{chance.randint(0, 7)}-{chance.randint(0, 7)}", "3"))
    return text[: one.start()] + (f'"{scrap}"' if one[0].startswith('"') else scrap) + text[one.end():]


def _lines(text: str, chance: Random) -> str:
    """A line is lost, doubled, moved, or becomes that of another text."""
    rows = text.split("\n")
    place, other = chance.randrange(len(rows)), chance.randrange(len(rows))
    what = chance.randrange(4)
    if what == 0:
        del rows[place]
    elif what == 1:
        rows.insert(other, rows[place])
    elif what == 2:
        rows[place], rows[other] = rows[other], rows[place]
    else:
        rows[place] = chance.choice(chance.choice(originals()).text.split("\n"))
    return "\n".join(rows)


def _flip(text: str, chance: Random) -> str:
    if not text:
        return text
    place = chance.randrange(len(text))
    return text[:place] + chr(ord(text[place]) ^ (1 << chance.randrange(7))) + text[place + 1:]


LETTERS: tuple[Callable[[str, Random], str], ...] = (_cut, _lose, _insert, _insert, _replace, _replace, _lines, _lines,
                                                     _flip)


# --- as TOML


def _other_values(text: str, chance: Random) -> str:
    data = tomllib.loads(text)
    for _ in range(chance.choice((1, 1, 2, 3))):
        _change(data, chance)
    if chance.random() < 0.15:
        data["ruleset"] = chance.choice(GAMES)
    return tomlkit.dumps(data)


def _change(data: dict[str, Any], chance: Random) -> None:
    # A file is mostly moves: half of the wounds are elsewhere.
    holder, key = chance.choice(list(_places(data, moves=chance.random() < 0.5)))
    if isinstance(holder, dict):
        _change_key(holder, key, chance)
    else:
        _change_entry(holder, key, chance)


def _places(node: Any, *, moves: bool) -> Iterator[tuple[Any, Any]]:
    """Every value of a file, as what holds it and where; a new key or entry in each table and list, too."""
    entries = list(node.items() if isinstance(node, dict) else enumerate(node))
    yield node, None
    for key, value in entries:
        yield node, key
        if isinstance(value, dict | list) and (moves or key != "move"):
            yield from _places(value, moves=moves)


def _change_key(holder: dict[str, Any], key: str | None, chance: Random) -> None:
    if key is None:
        holder[chance.choice(KEYS)] = _value(chance)
        return
    what, value = chance.randrange(6), holder[key]
    if what <= 1:
        del holder[key]
    elif what == 2:
        holder[chance.choice(KEYS)] = holder.pop(key)
    elif what == 3:
        holder[key] = value[0] if isinstance(value, list) and value else [value]
    elif what == 4 and isinstance(value, int):
        holder[key] = chance.choice((value + 1, value - 1, 2 * value, -value))
    else:
        holder[key] = _value(chance)


def _change_entry(holder: list[Any], place: int | None, chance: Random) -> None:
    what = chance.randrange(5)
    if place is None or what == 0:
        holder.insert(chance.randint(0, len(holder)), chance.choice(holder) if holder else _value(chance))
    elif what == 1:
        del holder[place]
    elif what == 2:
        chance.shuffle(holder)
    elif what == 3:
        del holder[place:]
    else:
        holder[place] = _value(chance)


def _value(chance: Random) -> Any:
    return deepcopy(chance.choice(VALUES))
