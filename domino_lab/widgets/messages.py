"""Messages of the page: for each action of a view, the kind of value that it takes and the function that handles it.

The messages of a page are data, and may be a moment late: a list has changed since, or a question is over. Each action
names the kind of its value, and this is the one place that reads such a value. A value that does not fit changes
nothing.

A kind is a function: it returns the value as the action uses it, or raises `Unfit`. The values to compare it with are
computed when a message arrives (`lambda: ...`), because they change with the view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from math import isnan, nan
from typing import Any, NamedTuple, TypeVar

from domino_lab.core.errors import DominoError, quote
from domino_lab.widgets.nodes import Json

Value = TypeVar("Value")
Kind = Callable[[Any], Value]

LONGEST_TEXT = 1_000_000
"""So many letters a text has at most: a record of a long match is shorter."""


class Unfit(DominoError):
    """A value is not of the kind that an action takes, or there is no action of that name."""


class Press(NamedTuple):
    """The effect of a press: `kind` reads the value that comes with it, and `act` is called with the result."""

    kind: Kind[Any]
    act: Callable[[Any], object]

    def read(self, value: object) -> Callable[[], object]:
        """Return the call to make with that value; raises Unfit."""
        return partial(self.act, self.kind(value))


def takes(kind: Kind[Value], act: Callable[[Value], object]) -> Press:
    """Return a press that takes a value of this kind.

    >>> pressed = []
    >>> takes(whole(0, 9), pressed.append).read(3)()
    >>> pressed
    [3]
    """
    return Press(kind, act)


def press(act: Callable[[], object]) -> Press:
    """Return a press that takes nothing."""
    return Press(nothing, lambda _: act())


def sets(owner: object, name: str, kind: Kind[Value]) -> Press:
    """Return a press that gives an attribute of `owner` the value that comes with it.

    >>> from types import SimpleNamespace
    >>> shelf = SimpleNamespace(place=0, is_open=False)
    >>> sets(shelf, "place", whole(0, 9)).read(3)()
    >>> turns(shelf, "is_open").read(None)()
    >>> shelf.place, shelf.is_open
    (3, True)
    """
    return takes(kind, partial(setattr, owner, name))


def turns(owner: object, name: str) -> Press:
    """Return a press that turns an attribute of `owner` from False to True, or back."""
    return press(lambda: setattr(owner, name, not getattr(owner, name)))


# --- kinds ------------------------------------------------------------------------------------------------------------

def nothing(value: object) -> None:
    """No value at all."""
    if value is not None:
        raise Unfit(f"no value, not {quote(value)}")


def yes_or_no(value: object) -> bool:
    """True or False, from a checkbox."""
    if not isinstance(value, bool):
        raise Unfit(f"True or False, not {quote(value)}")
    return value


def whole(least: int, most: int | Callable[[], int]) -> Kind[int]:
    """A whole number from `least` to `most`."""
    def read(value: object) -> int:
        end = most() if callable(most) else most
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= end:
            raise Unfit(f"a whole number from {least} to {end}, not {quote(value)}")
        return value

    return read


def typed_number(least: int, most: int | Callable[[], int]) -> Kind[int]:
    """A whole number typed into a field, brought within the limits; an empty field gives the least.

    >>> typed_number(0, 999)("10"), typed_number(0, 999)(12345), typed_number(0, 999)("")
    (10, 999, 0)
    """
    def read(value: object) -> int:
        end = most() if callable(most) else most
        if value in (None, ""):
            return least
        try:
            typed = float(value) if isinstance(value, int | float | str) and not isinstance(value, bool) else nan
        except (ValueError, OverflowError):
            typed = nan
        if isnan(typed):
            raise Unfit(f"a number, not {quote(value)}")
        return int(min(max(typed, least), end))

    return read


def typed_text(most: int = LONGEST_TEXT) -> Kind[str]:
    """A text of at most that many letters."""
    def read(value: object) -> str:
        if not isinstance(value, str) or len(value) > most:
            raise Unfit(f"a text of at most {most:,} letters, not {quote(value)}")
        return value

    return read


def one_of(things: Callable[[], Iterable[Value]], sent: Callable[[Value], object] = str) -> Kind[Value]:
    """One of these things, by the value that the page sends for it: by default, its name.

    >>> one_of(lambda: ("moves", "tries"))("moves")
    'moves'
    >>> one_of(lambda: [5, 7])("6")
    Traceback (most recent call last):
        ...
    domino_lab.widgets.messages.Unfit: one of the values offered, not '6'
    """
    def read(value: object) -> Value:
        for thing in things():
            if sent(thing) == value:
                return thing
        raise Unfit(f"one of the values offered, not {quote(value)}")

    return read


def place_in(things: Callable[[], Sequence[Value]]) -> Kind[Value]:
    """One of these things, by its place in a list of choices."""
    def read(value: object) -> Value:
        there = things()
        place: int = whole(0, len(there) - 1)(value)
        return there[place]

    return read


def pair(first: Kind[Any], second: Kind[Any]) -> Kind[tuple[Any, Any]]:
    """Two values in a list."""
    def read(value: object) -> tuple[Any, Any]:
        if not isinstance(value, list | tuple) or len(value) != 2:
            raise Unfit(f"two values, not {quote(value)}")
        return first(value[0]), second(value[1])

    return read


def either(first: Kind[Any], second: Kind[Any]) -> Kind[Any]:
    """A value of one of two kinds."""
    def read(value: object) -> Any:
        try:
            return first(value)
        except Unfit:
            return second(value)

    return read


def form_fields(**kinds: Kind[Any]) -> Kind[Json]:
    """The fields of a form by name; a form with one field sends its value alone, for the first field.

    >>> form_fields(answer=typed_text(9), who=typed_text(9))("1/4")
    {'answer': '1/4'}
    """
    def read(value: object) -> Json:
        given = value if isinstance(value, Mapping) else {next(iter(kinds)): value}
        if not all(isinstance(name, str) and name in kinds for name in given):
            raise Unfit(f"the fields {', '.join(kinds)}, not {quote(value)}")
        return {name: kinds[name](value) for name, value in given.items()}

    return read


def maybe(kind: Kind[Value]) -> Kind[Value | None]:
    """A value of that kind, or None."""
    return lambda value: None if value is None else kind(value)
