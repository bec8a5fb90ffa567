"""All texts that readers see, by language.

A clause is a table of `words/en/clauses/*.toml`, by its id: its `rule`, which a rule page shows part by part (see
rules.sheet), the short form of it, its `card` (see rules.card), and the sentences of its decisions. Texts that most
games share are written once: the clauses HOUSE-... of `house.toml` have the words of each axis. A clause of a game has
words of its own only if its sheet says something else, or has a word of its own. A phrase is a key of
`words/en/<room>.toml`. Another language is a folder with the same keys, next to `en` or anywhere; missing texts come
from English. Errors, the short texts of values in a console and the prose of the site are English, where they stand.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import lru_cache
from gettext import c2py
from importlib.resources import files
from importlib.resources.abc import Traversable
from numbers import Real
from pathlib import Path
from string import Formatter
from typing import Any, TypeAlias

from domino_lab.words.escaping import printable

Table: TypeAlias = dict[str, Any]
"""A table as TOML has it: strings, numbers, booleans, lists and tables by key."""

_FALLBACK = "en"
_chosen = [_FALLBACK]
_elsewhere: dict[str, Path] = {}
"""The folders of languages that do not lie beside `en`."""


class Side(str):
    """The names of the players of a side: "Ana + Cleo" in a table, and "Ana and Cleo" in a sentence."""

    players: tuple[str, ...] = ()

    @classmethod
    def of(cls, players: Iterable[str]) -> Side:
        """Return the side of these players."""
        names = tuple(players)
        side = cls(" + ".join(names))
        side.players = names
        return side


def speak(language: str | Path) -> None:
    """Choose the language of all later sentences: a folder next to `en` by its name, or any folder by its path.

    Raises LookupError if there is no such folder.
    """
    beside = {folder.name for folder in files(__name__).iterdir() if folder.joinpath("general.toml").is_file()}
    if not (os.path.isdir(language) if isinstance(language, Path) else language in beside):
        raise LookupError("give the name of a folder in domino_lab/words, or the path of a folder with files as in "
                          "domino_lab/words/en")
    if isinstance(language, Path):
        _elsewhere[language.name] = language
        _room.cache_clear()
        _whole_room.cache_clear()
        _clauses.cache_clear()
        _plural.cache_clear()
    _chosen[0] = language.name if isinstance(language, Path) else language


def language() -> str:
    """Return the current language of sentences."""
    return _chosen[0]


def phrase(key: str, **facts: object) -> str:
    """Return the phrase `room.key` or `room.table.key` filled with `facts`; raises LookupError for an unknown key."""
    room, _, name = key.partition(".")
    table, _, entry = name.rpartition(".")
    for language in (_chosen[0], _FALLBACK):
        texts = _room(language, room)
        text = (texts.get(table, {}) if table else texts).get(entry)
        if text is not None:
            return fill(str(text), facts)
    raise LookupError(f"there is no phrase {key!r} in words/{_FALLBACK}/{room}.toml")


def phrases(room: str) -> Table:
    """Return all phrases of a room, unfilled; phrases that the chosen language lacks are in English."""
    return _whole_room(_chosen[0], room)


def clause_table(clause: str) -> Table:
    """Return the table of a clause: its sheets and its sentences; raises LookupError for an unknown id."""
    for language in (_chosen[0], _FALLBACK):
        table = _clauses(language).get(clause)
        if table is not None:
            return {**_clauses(_FALLBACK).get(clause, {}), **table}
    raise LookupError(f"there is no clause {clause!r} in words/{_FALLBACK}/clauses")


@lru_cache(maxsize=512)
def house_clause(axis: str) -> str:
    """Return the id of the clause that has the words of an axis; a reader's change of the axis is cited by it."""
    return f"HOUSE-{axis.upper().replace('_', '-')}"


def clause_ids() -> Set[str]:
    """Return the ids of all clauses, in the order of the files."""
    return _clauses(_FALLBACK).keys()


def fill(template: str, facts: Mapping[str, object]) -> str:
    """Fill a template from facts: `{tile}`, `{values:or}` (a list), `{count:tiles|tile}` (a number and its noun).

    `{value:a}` is a number with its article: "a 3", "an 8"; `{hands:,hands|hand}` is a large one: "20,000 hands".
    `{tiles:tiles|tile|0: no tiles}` has a form of its own for 0. `{count:form fit|fits}` gives only the words; so do
    `{parts:players hold|player holds}` for a list, by its length, and `{player:have|has}` for a name, by the number of
    players in a `Side`. How many forms there are, and which number takes which, `plural` in `general.toml` says.
    `{parts:total pips|pip}` adds up a list. `{players:and Both pairs}` is "Both pairs" for two pairs, and lists the
    names of anybody else. `{sum:count}` is a sum, or "The count is 4" if there is nothing to add. Names may contain
    anything, so the sentence is made printable.
    """
    text = "".join([literal if name is None else literal + _WORDS.format_field(facts[name], spec)
                    for literal, name, spec in _pieces(template)])
    return text if text.isprintable() else printable(text)


@lru_cache(maxsize=4096)
def _pieces(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """The template taken apart once: a piece of text, and the name and format of the fact that follows it."""
    return tuple([(literal, name, spec or "") for literal, name, spec, _ in _WORDS.parse(template)])


class _Words(Formatter):
    def format_field(self, value: object, format_spec: str) -> str:
        kind, _, nouns = format_spec.partition(" ")
        if kind in _KINDS:
            return _KINDS[kind](value, nouns)
        if "|" in format_spec:
            return _for_number(value, format_spec)
        if isinstance(value, Side):
            return join_words([value])
        if isinstance(value, (tuple, list)) and not hasattr(value, "_fields"):
            return ", ".join(join_words([item]) for item in value)
        return format(str(value) if not isinstance(value, (int, float)) else value, format_spec)


def _for_number(value: object, format_spec: str) -> str:
    forms = format_spec.removeprefix(",")
    if isinstance(value, (tuple, list)):
        return _form(len(value), forms)
    if isinstance(value, str):
        return _form(len(value.players) if isinstance(value, Side) else 1, forms)
    if value == 0 and _FOR_NONE in forms:
        return _form(0, forms)
    number = f"{value:,}" if format_spec.startswith(",") else value
    return f"{number} {_form(value, forms)}"


def _form(number: object, words: str) -> str:
    """Return that one of the `words` that goes with a number; what goes with 0 also goes with a fraction.

    A text that has another number of forms than the chosen language was lent by English.
    """
    several, _, for_none = words.partition(_FOR_NONE)
    if for_none and number == 0:
        return for_none
    forms = several.split("|")
    count, choose = _plural(_chosen[0])
    if count != len(forms):
        _, choose = _plural(_FALLBACK)
    if not isinstance(number, int):
        number = int(float(number)) if isinstance(number, Real) and number % 1 == 0 else 0
    return forms[min(choose(number), len(forms) - 1)]


@lru_cache(maxsize=8)
def _plural(language: str) -> tuple[int, Callable[[int], int]]:
    """Return how many forms a word has in a language, and what chooses one of them for a number."""
    plural = _whole_room(language, "general")["plural"]
    return plural["forms"], c2py(plural["form"])


def _add_up(parts: Sequence[int], nouns: str) -> str:
    return f"{sum_up(parts)} {_form(sum(parts), nouns)}".rstrip()


def _with_article(value: object) -> str:
    return phrase("general.an" if value in phrases("general")["an_before"] else "general.a", what=value)


def _count(value: object) -> str:
    return str(value) if " = " in str(value) else phrase("general.count", total=value)


def _all_of(value: Sequence[object], for_pairs: str) -> str:
    pairs = all(isinstance(item, Side) and len(item.players) > 1 for item in value)
    return for_pairs if for_pairs and pairs else join_words(value)


_KINDS: Mapping[str, Callable[[Any, str], str]] = {
    "and": _all_of, "or": lambda value, _: join_words(value, "or"),
    "a": lambda value, _: _with_article(value), "total": _add_up, "count": lambda value, _: _count(value),
    "form": _form}
_FOR_NONE = "|0: "
_WORDS = _Words()


def join_words(items: Iterable[object], word: str = "and") -> str:
    """Return a list in words: "2, 3 and 5"; a side of two is "Ana and Cleo"."""
    sides = [item.players if isinstance(item, Side) else (str(item),) for item in items]
    shown = [join_words(players) if len(players) > 1 else players[0] for players in sides]
    if len(shown) < 2:
        return "".join(shown)
    comma = "," if any(len(players) > 1 for players in sides) else ""
    return phrase(f"general.list_{word}", first=", ".join(shown[:-1]) + comma, last=shown[-1])


def sum_up(parts: Sequence[int]) -> str:
    """Return numbers as a sum with its total; a single number alone."""
    shown = " + ".join(str(part) for part in parts)
    return f"{shown} = {sum(parts)}" if len(parts) > 1 else shown or "0"


def _folder(language: str) -> Traversable:
    return _elsewhere.get(language) or files(__name__).joinpath(language)


@lru_cache(maxsize=64)
def _room(language: str, room: str) -> Table:
    place = _folder(language).joinpath(f"{room}.toml")
    return tomllib.loads(place.read_text(encoding="utf-8")) if place.is_file() else {}


@lru_cache(maxsize=64)
def _whole_room(language: str, room: str) -> Table:
    return _over(_room(_FALLBACK, room), _room(language, room))


def _over(english: Table, chosen: Table) -> Table:
    """Lay the texts of a language over those of English, table by table."""
    return {**english, **{key: _over(english[key], value) if isinstance(value, dict) and key in english else value
                          for key, value in chosen.items()}}


@lru_cache(maxsize=8)
def _clauses(language: str) -> Table:
    folder = _folder(language).joinpath("clauses")
    if not folder.is_dir():
        return {}
    clauses: Table = {}
    for place in sorted(folder.iterdir(), key=lambda item: item.name):
        if place.name.endswith(".toml"):
            clauses.update(tomllib.loads(place.read_text(encoding="utf-8")))
    return clauses
