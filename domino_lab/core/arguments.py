"""Checks of the arguments of public functions by their annotations, with refusals in plain words.

Only public functions are decorated with `@checked`. The type of a parameter says what may be given. `Annotated` adds
the facts that a type alone does not give: a range of numbers, as in `Annotated[int, Whole(1, 6)]`, and the words of the
refusal, as in `Annotated[Sequence[str], 'a list of names such as ["Ana", "Ben"]']`.

A `Literal` names its words for type checkers and editors. Here it is read as any text: only the function knows which of
them its game has, and refuses the others in its own words. An overload says nothing here: what is checked is the
function itself.

A validation library would do only a small part of this: here a numpy integer becomes a whole number, a text is never a
list of names, and a refusal speaks to a reader of a notebook.
"""

from __future__ import annotations

import os
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from inspect import Parameter, signature
from itertools import chain, repeat
from operator import is_
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, Protocol, TypeVar

from domino_lab.core.errors import ArgumentError, DominoError, missing, quote
from domino_lab.core.plain import MOST_LISTED, as_list, finite, is_long, plain, whole, yes_or_no
from domino_lab.words import join_words
from domino_lab.words.escaping import one_line

F = TypeVar("F", bound=Callable[..., object])
Item = TypeVar("Item", covariant=True)
Reader = Callable[[object], object]
"""Returns a value as the function gets it, or _NO."""

_NO = object()
"""A reader's result for a value of the wrong kind."""


class Listed(Protocol[Item]):
    """A list or a tuple, never a text: a text is a sequence of texts, so that `Sequence[str]` allows one to checkers.

    A text finds only texts in itself, and that is how they tell it from a list.
    """

    def __contains__(self, item: object, /) -> bool:
        """Return True if the item is in it."""

    def __getitem__(self, place: int, /) -> Item:
        """Return the item at a place."""

    def __iter__(self) -> Iterator[Item]:
        """Go through the items, in order."""

    def __len__(self) -> int:
        """Return the number of items."""

    def count(self, item: Any, /) -> int:
        """Return how often the item is in it; a dictionary does not count, and checkers tell it from a list by that."""


class Whole(NamedTuple):
    """The allowed whole numbers, in an annotation: `Annotated[int, Whole(1, 6)]`."""

    least: int
    most: int | None = None

    def fits(self, number: int) -> bool:
        """Return True if the number is allowed."""
        return self.least <= number and (self.most is None or number <= self.most)

    def read(self, value: object) -> object:
        """Return the number that a value is, if it is allowed."""
        number = whole(value)
        return _NO if number is None or not self.fits(number) else number

    @property
    def words(self) -> str:
        """The allowed numbers, in words."""
        return f"a whole number from {self.least} {'up' if self.most is None else f'to {self.most:,}'}"


MOST_HANDS = 10_000_000_000
"""The most hands of one run: the kernel takes hours for them, the error of a share is then below a hundred
thousandth, and the sums still fit into 64 bits."""

Count = Annotated[int, Whole(1, MOST_HANDS)]
"""A number of things, such as hands."""

First = Annotated[int, Whole(0, 10**15)]
"""The number of a hand or of a trial."""

File = Annotated[str | Path, "a file"]
"""The path of a file."""


def check_many(name: str, number: object, most: int = MOST_HANDS) -> None:
    """Raise DominoError unless `number` is a whole number from 1 to `most`; more trials would never end."""
    allowed = Whole(1, most)
    if not isinstance(number, int) or not allowed.fits(number):
        raise DominoError(f"{name} = {quote(number)}: it must be {allowed.words}")


def checked(function: F, *, unknown: str = "") -> F:
    """Check the arguments of a public function by its signature.

    The function then raises ArgumentError and says which value it expects. `unknown` says where an argument that it
    does not have belongs.
    """
    door: _Door | None = None

    @wraps(function)
    def enter(*given: object, **named: object) -> object:
        nonlocal door
        if door is None:  # when it is first called: by then all its types are defined
            door = _Door(function, unknown)
        by_place, by_name = door.read(given, named)
        try:
            return function(*by_place, **by_name)
        except ArgumentError as error:
            door.answer_for(error, given, named)
            raise
        except ModuleNotFoundError as error:
            raise missing(error) from None

    return typing.cast("F", enter)


def reads(hint: object) -> Callable[[object], bool]:
    """Return a function that is True for the values that an annotation allows."""
    read = _reader_of(hint)
    return lambda value: read(value) is not _NO


class _Door:
    """What the signature of one function allows."""

    def __init__(self, function: Callable[..., object], unknown: str) -> None:
        self.function, self.unknown = function, unknown
        self.parameters = _parameters_of(function)
        self.hints = {each.name: each.annotation for each in self.parameters}
        self.readers = {name: _reader_of(hint) for name, hint in self.hints.items()}
        kinds = {each.kind: each.name for each in self.parameters}
        self.more, self.rest = (kinds.get(kind, "") for kind in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD))
        self.places = [each.name for each in self.parameters if each.kind <= Parameter.POSITIONAL_OR_KEYWORD]
        self.named = frozenset(self.hints) - {self.more, self.rest}
        self.needed = [each.name for each in self.parameters
                       if each.default is Parameter.empty and each.name in self.named]
        # A parameter without an annotation is the object or the class that a method belongs to.
        self.is_method = Parameter.empty in self.hints.values()
        self.speaks_for_class = self.is_method and function.__name__.startswith("_")

    def read(self, given: tuple[object, ...], named: Mapping[str, object]) -> tuple[list[object], dict[str, object]]:
        """Return the arguments given by place and by name, each as the function gets it.

        `Signature.bind` would do half of this, and takes longer than many of the functions themselves.
        """
        taken = self.places[:len(given)]
        if ((len(given) > len(self.places) and not self.more) or not named.keys().isdisjoint(taken)
                or not (self.rest or named.keys() <= self.named)
                or not all(name in named or name in taken for name in self.needed)):
            raise self._unbound(given, named)
        places = chain(self.places, repeat(self.more))
        return ([self._read(given, name, value) for name, value in zip(places, given, strict=False)],
                {name: self._read(given, name, value) if name in self.named else value
                 for name, value in named.items()})

    def answer_for(self, error: ArgumentError, given: tuple[object, ...], named: Mapping[str, object]) -> None:
        """Reword an error about an argument that a view has only passed on, so that it names the view."""
        if not self.speaks_for_class or error.cause is None:
            return
        name, value, why = error.cause
        pairs = [*zip(chain(self.places, repeat(self.more)), given, strict=False), *named.items()]
        same = [own for own, each in pairs if each is value] or [own for own, _ in pairs if own == name]
        if same or not name:
            own = name if name in same else "".join(same[:1])
            error.args = self._refusal(given, why, own, value).args

    def _read(self, given: tuple[object, ...], name: str, value: object) -> object:
        answer = self.readers[name](value)
        if answer is _NO:
            most = f", with at most {MOST_LISTED:,} items" if is_long(value) else ""
            raise self._refusal(given, f"give {_words(self.hints[name])}{most}", name, value)
        return answer

    def _unbound(self, given: tuple[object, ...], named: Mapping[str, object]) -> ArgumentError:
        """Return why these arguments are not those of the function."""
        from difflib import get_close_matches

        places = self.places[self.is_method:]
        others = [each.name for each in self.parameters if each.kind is Parameter.KEYWORD_ONLY]
        takes = join_words([*places, *(f"{name}=" for name in others)]) or "no arguments"
        for name in named:
            if name in self.places[:len(given)]:
                return self._refusal(given, f"{name} is given twice, by position and by name", name, named[name])
            if name not in self.named:
                near = get_close_matches(name, [*places, *others], n=1, cutoff=0.7 if self.unknown else 0.5)
                mend = f"did you mean {near[0]}=?" if near else self.unknown or f"it takes {takes}"
                return self._refusal(given, f"there is no argument {one_line(name)[:60]}=; {mend}", name, named[name])
        for name in self.needed:
            if name not in named and name not in self.places[:len(given)]:
                return self._refusal(given, f"{name}= is missing; give {_words(self.hints[name])}")
        return self._refusal(given, f"too many values without a name; it takes {takes}")

    def _refusal(self, given: tuple[object, ...], why: str, name: str = "", value: object = None) -> ArgumentError:
        argument = f"{one_line(name)[:60]}={quote(value)}" if name else ""
        error = ArgumentError(f"{self._call_text(given)}({argument}): {why}")
        error.cause = name, value, why
        return error

    def _call_text(self, given: tuple[object, ...]) -> str:
        """Return the function as a reader types it."""
        name, room = self.function.__name__, self.function.__module__
        if self.is_method:
            owner = given[0] if isinstance(given[0], type) else type(given[0])
            return owner.__name__ if self.speaks_for_class else f"{owner.__name__}.{name}"
        door = "dl.chance." if room.startswith("domino_lab.chance") else "dl." if room.startswith("domino_lab") else ""
        return f"{door}{name}"


def _parameters_of(function: Callable[..., object]) -> list[Parameter]:
    """Return the parameters of a function with their types, and those of a typed dictionary by their names."""
    # What a function returns may be known to type checkers alone.
    hints = {name: hint for name, hint in function.__annotations__.items() if name != "return"}
    hints = typing.get_type_hints(types.SimpleNamespace(__annotations__=hints), function.__globals__,
                                  include_extras=True)
    parameters = []
    for each in signature(function).parameters.values():
        hint = hints.get(each.name, Parameter.empty)
        if typing.get_origin(hint) is typing.Unpack:
            options = typing.get_type_hints(typing.get_args(hint)[0], include_extras=True)
            parameters += [Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=option)
                           for name, option in options.items()]
        else:
            parameters.append(each.replace(annotation=hint))
    return parameters


# --- kinds


def _parts(hint: object) -> tuple[object, tuple[object, ...]]:
    return typing.get_origin(hint) or hint, typing.get_args(hint)


def _reader_of(hint: object) -> Reader:
    """Return the function that reads the values of an annotation."""
    origin, inner = _parts(hint)
    if origin in _KINDS:
        return _KINDS[origin][0]
    if origin is Annotated:
        return next((mark.read for mark in inner if isinstance(mark, Whole)), None) or _reader_of(inner[0])
    if origin in _UNIONS:
        return _either([_reader_of(option) for option in (map(type, inner) if origin is Literal else inner)])
    kind = typing.cast("type", origin)
    if inner and issubclass(kind, Mapping):
        return _mapping(*map(_reader_of, inner))
    if inner and issubclass(kind, Iterable):
        return _list(_reader_of(inner[0]))
    return lambda value: value if isinstance(value, kind) and not isinstance(value, type) else _NO


def _either(readers: Sequence[Reader]) -> Reader:
    def read(value: object) -> object:
        for option in readers:
            answer = option(value)
            if answer is not _NO:
                return answer
        return _NO

    return read


def _list(read_item: Reader) -> Reader:
    def read(value: object) -> object:
        listed = as_list(value)
        items = [_NO] if listed is None else list(map(read_item, listed))
        if any(item is _NO for item in items):
            return _NO
        return value if isinstance(value, Sequence) and all(map(is_, value, items)) else items

    return read


def _mapping(read_key: Reader, read_item: Reader) -> Reader:
    def read(value: object) -> object:
        if not isinstance(value, Mapping) or is_long(value):
            return _NO
        entries = {read_key(name): read_item(entry) for name, entry in value.items()}
        return _NO if any(part is _NO for part in (*entries, *entries.values())) else entries

    return read


def _words(hint: object) -> str:
    """Return what an annotation allows, in words: those that stand beside it, or those for its type."""
    origin, inner = _parts(hint)
    if origin in _KINDS:
        return _KINDS[origin][1]
    if origin is Annotated:
        texts = [mark.words if isinstance(mark, Whole) else mark for mark in inner[1:] if isinstance(mark, Whole | str)]
        return texts[-1] if texts else _words(inner[0])
    if origin in _UNIONS:
        options = map(type, inner) if origin is Literal else inner
        *others, last = dict.fromkeys(_words(option) for option in options if option is not type(None))
        return f"{', '.join(others)}, or {last}" if others else last
    kind = typing.cast("type", origin)
    if inner and issubclass(kind, Iterable):
        return "a dictionary" if issubclass(kind, Mapping) else "a list"
    return f"a {kind.__name__}"


def _or_no(read: Callable[[object], object]) -> Reader:
    """Return a reader of what `read` makes something of."""
    return lambda value: _NO if (answer := read(value)) is None else answer


_UNIONS = (Literal, typing.Union, types.UnionType)
_KINDS: dict[object, tuple[Reader, str]] = {
    int: (_or_no(whole), "a whole number"),
    float: (_or_no(finite), "a number"),
    bool: (_or_no(yes_or_no), "True or False"),
    str: (lambda value: plain(value) if isinstance(value, str) else _NO, "text in quotes"),
    Path: (lambda value: Path(value) if isinstance(value, os.PathLike) else _NO, "a file"),
    # A class was probably meant to be instantiated first.
    Callable: (lambda value: value if callable(value) and not isinstance(value, type) else _NO, "a function"),
    type(None): (lambda value: value if value is None else _NO, "None"),
    Parameter.empty: (lambda value: value, "anything"),
    object: (plain, "anything"),
    Any: (plain, "anything"),
}
"""How values of a type are read, and the words for them."""
