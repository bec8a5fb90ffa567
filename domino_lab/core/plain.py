"""Plain values of Python for what numpy and pandas give: numbers, truth values, texts, and lists that end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice
from math import isfinite
from numbers import Real

from domino_lab.core.errors import NotationError, quote

MOST_LISTED = 100_000
"""The longest list, table or array that is read: some have millions of millions of items, and some never end."""

TOO_LARGE = 10**100
"""Whole numbers must be smaller: Python itself refuses to write thousands of digits."""

_PLAIN_KINDS = frozenset("biufU")
"""Truth values, numbers and texts among the types of numpy; durations are not among them."""


def plain(value: object) -> object:
    """Return a number, a truth value or a text of numpy as the Python one that it equals; anything else as it is.

    An array without dimensions is the one value that it holds. Numbers of numpy overflow silently, and do not
    read as numbers in a file or in a line of Python.
    """
    if not hasattr(type(value), "dtype") or getattr(value, "ndim", True):
        return value
    kind = getattr(value.dtype, "kind", "")  # type: ignore[attr-defined]
    single: object = value.tolist() if kind in _PLAIN_KINDS else value  # type: ignore[attr-defined]
    return float(single) if isinstance(single, Real) and kind == "f" else single  # A long double is still one of numpy.


def yes_or_no(value: object) -> bool | None:
    """Return a bool for True, False and those of numpy; None for anything else."""
    truth = plain(value)
    return truth if isinstance(truth, bool) else None


def whole(value: object) -> int | None:
    """Return an int for an int or an integer of numpy; None for anything else, and for True and False."""
    number = value if type(value) is int else plain(value)
    return number if isinstance(number, int) and not isinstance(number, bool) and abs(number) < TOO_LARGE else None


def finite(value: object) -> float | None:
    """Return a float for any finite number; None for anything else, and for True and False."""
    number = plain(value)
    if isinstance(number, bool) or not isinstance(number, Real):
        return None
    try:
        return float(number) if isfinite(number) else None
    except OverflowError:
        return None


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
    if isinstance(value, Mapping) and not is_long(value):
        return {plain(key): plain_items(item) for key, item in value.items()}
    if type(value) in (list, tuple):
        return type(value)(map(plain_items, value))  # type: ignore[call-arg, call-overload]
    if hasattr(type(value), "ndim") and value.ndim:  # type: ignore[attr-defined]
        return plain_items(as_list(value)) or quote(value)  # Arrays are compared item by item.
    return plain(value)


def is_long(value: object) -> bool:
    """Return True for what has, or may have, more items than are read."""
    try:
        size = 0 if isinstance(value, str | Iterator) else len(value)  # type: ignore[arg-type]
        return isinstance(value, Iterator) or size > MOST_LISTED
    except TypeError:  # nothing that has a length
        return False
    except Exception:  # the length of a `range`, or of an object of the reader's own
        return True


def list_items(value: Iterable[object]) -> list[object] | None:
    """Return the items of what may never end; None if there are more than MOST_LISTED."""
    some = list(islice(value, MOST_LISTED + 1))
    return some if len(some) <= MOST_LISTED else None


def as_list(value: object) -> list[object] | None:
    """Return the items of a list, a tuple, an array, a column of a table, or an iterator; None for anything else."""
    if hasattr(type(value), "tolist") and not is_long(value):
        value = value.tolist()  # type: ignore[attr-defined]
    if isinstance(value, Sequence | Iterator) and not isinstance(value, str | bytes | bytearray):
        return list_items(value)
    return None
