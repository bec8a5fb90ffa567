"""Typed: an event as the line of Python that makes it."""

from __future__ import annotations

from collections.abc import Hashable

from domino_lab.chance.logic import Comparison, Event, Joined, Opposite
from domino_lab.tiles import Tile

_SIGNS = {"=": "==", "≠": "!=", "<": "<", "≤": "<=", ">": ">", "≥": ">="}
_MEASURES = {"doubles": "doubles()", "pips": "pips()", "suits": "suits()", "longest suit": "longest_suit()"}
_JOINS = {"and": "&", "or": "|"}


def typed(event: Event) -> str:
    """What one types to have this event; empty where it holds a function of the reader's own.

    >>> from domino_lab.chance.events import doubles, has
    >>> typed((doubles() == 0) & ~has("6-5"))
    '(dl.chance.doubles() == 0) & ~dl.chance.has("6-5")'
    """
    if isinstance(event, Comparison):
        return _compared(event)
    if isinstance(event, Joined):
        parts = [typed(part) for part in event.parts]
        return f" {_JOINS[event.word]} ".join(map(_bracketed, parts)) if all(parts) else ""
    inner = typed(event.event) if isinstance(event, Opposite) else ""
    return f"~{_bracketed(inner)}" if inner else ""


def _compared(event: Comparison) -> str:
    key = event.measure.key
    if isinstance(key, tuple) and key[0] == "tile":
        low, high = key[1]
        return f'dl.chance.has("{Tile(low, high)}")'
    measure = _measure(key)
    return f"dl.chance.{measure} {_SIGNS[event.sign]} {event.number}" if measure else ""


def _measure(key: Hashable) -> str:
    if isinstance(key, tuple) and key[0] == "suit":
        return f"suit({key[1]})"
    return _MEASURES.get(key, "") if isinstance(key, str) else ""


def _bracketed(line: str) -> str:
    return f"({line})" if " " in line else line
