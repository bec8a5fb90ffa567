"""Plain values of Python for what numpy and pandas give: numbers, truth values, texts, and lists that end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from datetime import date
from itertools import islice
from math import isfinite
from numbers import Integral, Rational, Real
from operator import index
from typing import SupportsFloat, SupportsIndex

from domino_lab.core.errors import NotationError, quote

MOST_LISTED = 100_000
"""The longest list, table or array that is read: some have millions of millions of items, and some never end."""

TOO_LARGE = 10**100
"""Whole numbers must be smaller: Python itself refuses to write thousands of digits."""


def yes_or_no(value: object) -> bool | None:
    """Return a bool for True, False and those of numpy, whose class has the same name; None for anything else."""
    return bool(value) if type(value).__name__ == "bool" else None


def whole(value: object) -> int | None:
    """Return an int for an int or an integer of numpy; None for anything else, and for True and False."""
    if value is None or isinstance(value, str):  # To ask a protocol takes a hundred times as long.
        return None
    if type(value) is int:
        number = value
    elif yes_or_no(value) is not None or not isinstance(value, SupportsIndex):
        return None
    else:
        try:
            number = index(value)
        except TypeError:
            return None
    return number if abs(number) < TOO_LARGE else None


def finite(value: object) -> float | None:
    """Return a float for any finite number; None for anything else, and for True and False."""
    if yes_or_no(value) is not None or not isinstance(value, SupportsFloat | SupportsIndex):
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if isfinite(number) else None


def plain(value: object) -> object:
    """Return a number, a truth value or a text of numpy as the Python one that it equals; anything else as it is.

    An array without dimensions is the one value that it holds. Numbers of numpy overflow without a word, and do not
    read as numbers in a file or in a line of Python.
    """
    if type(value) in (int, float, bool, str, type(None)):
        return value
    if isinstance(value, str):
        return str.__str__(value)
    if getattr(type(value), "ndim", None) is not None and getattr(value, "ndim", 1) == 0:
        value = getattr(value, "tolist", lambda: value)()
    truth = yes_or_no(value)
    if truth is not None:
        return truth
    try:
        if isinstance(value, Integral):
            return index(value)
        return float(value) if isinstance(value, Real) and not isinstance(value, Rational) else value
    except TypeError:  # numpy counts a length of time among the whole numbers
        return value


def day_of(value: object) -> date:
    """Return a day given as one, or as a text such as "2026-11-27"; None is today.

    Raises NotationError for anything else.
    """
    if value is None or isinstance(value, date):
        return date.today() if value is None else date(value.year, value.month, value.day)
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        wanted = 'write the year, the month and the day, as in "2026-11-27"'
        raise NotationError(f"{quote(value)} is not a day; {wanted}") from None


def plain_items(value: object) -> object:
    """Return a value as `plain` does, and all that a list, a table or an array of numpy or pandas holds."""
    if is_long(value):
        return quote(value) if hasattr(type(value), "ndim") else value  # Arrays are compared item by item.
    if isinstance(value, Mapping):
        return {plain(key): plain_items(item) for key, item in islice(value.items(), MOST_LISTED)}
    if isinstance(value, list | tuple) and type(value) in (list, tuple):
        return type(value)(map(plain_items, value))
    listed = getattr(value, "tolist", None) if hasattr(type(value), "ndim") else None
    return plain_items(listed()) if callable(listed) and value.ndim else plain(value)  # type: ignore[attr-defined]


def is_long(value: object) -> bool:
    """Return True for what has, or may have, more items than are read."""
    try:
        return isinstance(value, Iterator) or (isinstance(value, Sized) and not isinstance(value, str)
                                               and len(value) > MOST_LISTED)
    except TypeError:  # an array without dimensions
        return False
    except Exception:  # the length of a `range`, or of an object of the reader's own
        return True


def list_items(value: Iterable[object]) -> list[object] | None:
    """Return the items of what may never end; None if there are more than MOST_LISTED."""
    some = list(islice(value, MOST_LISTED + 1))
    return some if len(some) <= MOST_LISTED else None


def as_list(value: object) -> list[object] | None:
    """Return the items of a list, a tuple, an array, a column of a table, or an iterator; None for anything else."""
    if isinstance(value, str | bytes | bytearray | Mapping | type):
        return None
    if isinstance(value, Sequence | Iterator):
        return list_items(value)
    listed = getattr(value, "tolist", None)
    if not callable(listed) or is_long(value):
        return None
    items = listed()
    return items if isinstance(items, list) else None
