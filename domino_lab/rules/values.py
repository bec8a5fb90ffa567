"""Values of axes, and rulesets, in the form of a hand file and in Python."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from domino_lab.core.errors import quote
from domino_lab.rules.axes import AXES, MOST_SEATS
from domino_lab.words.escaping import as_python


def for_everyone(value: object) -> object:
    """Return the value of a table if it is the same for every number of players; any other value unchanged.

    >>> for_everyone(dict.fromkeys(range(1, 13), 7)), for_everyone({2: 7, 3: 7})
    (7, {2: 7, 3: 7})
    """
    if isinstance(value, Mapping) and set(value) == _EVERY_NUMBER and len(set(value.values())) == 1:
        return next(iter(value.values()))
    return value


_EVERY_NUMBER = {*range(1, MOST_SEATS + 1)}


def show_value(value: object) -> str:
    """Return a value in the form of a hand file and of every table."""
    value = for_everyone(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(k)} = {show_value(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (tuple, list)):
        items = [show_value(item) for item in value]
        return items[0] if len(items) == 1 else "[" + ", ".join(items) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else f'"{value}"'


def _key(key: object) -> str:
    text = str(key)
    return text if text.isalnum() else f'"{text}"'


def in_python(values: str) -> str:
    """Return the values of an axis as Python spells them, from the words of a file.

    >>> in_python('true or a table such as {2 = 7} or {holder = "6-6"}')
    'True or a table such as {2: 7} or {"holder": "6-6"}'
    """
    tables = re.sub(r'(?<=[{ ])("[^"]*"|\w+) = ', lambda key: f"{_python_key(key[1])}: ", values)
    return re.sub(r"\b(true|false)\b", lambda word: word[1].capitalize(), tables)


def _python_key(key: str) -> str:
    return key if key.isdigit() or key.startswith('"') else f'"{key}"'


def nearest_axis(name: str, groups: Iterable[str] = ()) -> str:
    """Return the correction for an unknown name of an axis or a group, in Python."""
    known = [*AXES, *groups]
    near = (*get_close_matches(name.lower().replace("-", "_"), known, n=1, cutoff=0.7), "")[0]
    none = f"there is no rule called {quote(name)}"
    if not near:
        return f'{none}; list(dl.ruleset("block").values) has all their names'
    if near not in AXES:
        return f"{none}; did you mean {near}=...? It takes an object of your own"
    usual = AXES[near].default
    value = usual[0] if isinstance(usual, tuple) and len(usual) == 1 else usual
    return f"{none}; did you mean {near}, as in {near}={python_literal(value)}?"


def python_literal(value: object) -> str:
    """Return a text, a number or a list of them as Python source, with the quotes that this project uses."""
    value = for_everyone(value)
    if isinstance(value, str):
        return as_python(value)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(python_literal, value))}]"
    return repr(value)
