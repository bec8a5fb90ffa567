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
from domino_lab.core.plain import MOST_LISTED, as_list, finite, is_long, list_items, plain, whole, yes_or_no
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
        """Return how often the item is in it; a dictionary does not count."""


class Whole(NamedTuple):
    """The allowed whole numbers, in an annotation: `Annotated[int, Whole(1, 6)]`."""

    least: int
    most: int | None = None

    def fits(self, number: int) -> bool:
        """Return True if the number is allowed."""
        return self.least <= number and (self.most is None or number <= self.most)

    def read(self, value: object) -> int | None:
        """Return the number if it is allowed, also one of numpy; None for anything else."""
        number = whole(value)
        return number if number is not None and self.fits(number) else None

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
    door: _Signature | None = None

    @wraps(function)
    def enter(*given: object, **named: object) -> object:
        nonlocal door
        if door is None:
            door = _Signature(function, unknown)
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
    kind = _kind_of(hint)
    return lambda value: kind.read(value) is not _NO


class _Kind(NamedTuple):
    """The values that an annotation allows, and the words for them."""

    read: Reader
    words: str


class _Signature:
    """The signature of one function, read when it is first called: by then all its types are defined."""

    def __init__(self, function: Callable[..., object], unknown: str) -> None:
        self.function, self.unknown, hints = function, unknown, _hints_of(function)
        named = signature(function).parameters.values()
        self.places = [each.name for each in named if each.kind <= Parameter.POSITIONAL_OR_KEYWORD]
        self.others = [each.name for each in named if each.kind is Parameter.KEYWORD_ONLY]
        self.more = next((each.name for each in named if each.kind is Parameter.VAR_POSITIONAL), "")
        rest = next((hints[each.name] for each in named if each.kind is Parameter.VAR_KEYWORD), None)
        if typing.get_origin(rest) is typing.Unpack:
            options = typing.get_type_hints(typing.get_args(rest)[0], include_extras=True)
            self.others, hints, rest = [*self.others, *options], hints | options, None
        self.named, self.is_open = frozenset([*self.places, *self.others]), rest is not None
        self.needed = [each.name for each in named if each.default is Parameter.empty and each.name in self.named]
        # A parameter without an annotation is the object or the class that a method belongs to.
        self.is_method = bool(self.places) and self.places[0] not in hints
        self.speaks_for_class = self.is_method and function.__name__.startswith("_")
        self.kinds = {name: _kind_of(hints.get(name, object)) for name in (*self.places, self.more, *self.others)}

    def read(self, given: tuple[object, ...], named: Mapping[str, object]) -> tuple[list[object], dict[str, object]]:
        """Return the arguments given by place and by name, each as the function gets it."""
        if len(given) > len(self.places) and not self.more:
            raise self._refusal(given, self._too_many(given))
        by_place = [self._read(name, value, given) for name, value in self._by_place(given)]
        taken = self.places[:len(given)]
        for name in self.needed:
            if name not in named and name not in taken:
                raise self._refusal(given, f"{name}= is missing; give {self.kinds[name].words}")
        by_name = {}
        for name, value in named.items():
            if name in taken:
                raise self._refusal(given, f"{name} is given twice, by position and by name", name, value)
            if name in self.named:
                by_name[name] = self._read(name, value, given)
            elif self.is_open:
                by_name[name] = value
            else:
                raise self._refusal(given, self._unknown(name), name, value)
        return by_place, by_name

    def answer_for(self, error: ArgumentError, given: tuple[object, ...], named: Mapping[str, object]) -> None:
        """Reword an error about an argument that a view has only passed on, so that it names the view."""
        if not self.speaks_for_class or error.cause is None:
            return
        name, value, why = error.cause
        same = (own for own, other in chain(self._by_place(given), named.items()) if _is_same(other, value))
        own = name if name in named else next(same, "")
        if own or not name:
            error.args = self._refusal(given, why, own, value).args

    def _by_place(self, given: tuple[object, ...]) -> Iterable[tuple[str, object]]:
        return zip(chain(self.places, repeat(self.more)), given, strict=False)

    def _read(self, name: str, value: object, given: tuple[object, ...]) -> object:
        kind = self.kinds[name]
        answer = kind.read(value)
        if answer is _NO:
            most = f", with at most {MOST_LISTED:,} items" if is_long(value) else ""
            raise self._refusal(given, f"give {kind.words}{most}", name, value)
        return answer

    def _call_text(self, given: tuple[object, ...]) -> str:
        """Return the function as a reader types it."""
        name, room = self.function.__name__, self.function.__module__
        if self.is_method:
            owner = given[0] if isinstance(given[0], type) else type(given[0])
            return owner.__name__ if self.speaks_for_class else f"{owner.__name__}.{name}"
        door = "dl.chance." if room.startswith("domino_lab.chance") else "dl." if room.startswith("domino_lab") else ""
        return f"{door}{name}"

    def _refusal(self, given: tuple[object, ...], why: str, name: str = "", value: object = None) -> ArgumentError:
        argument = f"{one_line(name)[:60]}={quote(value)}" if name else ""
        error = ArgumentError(f"{self._call_text(given)}({argument}): {why}")
        error.cause = name, value, why
        return error

    def _unknown(self, name: str) -> str:
        from difflib import get_close_matches

        public = self.places[self.is_method:] + self.others
        near = get_close_matches(name, public, n=1, cutoff=0.7 if self.unknown else 0.5)
        known = self.unknown or (f"it takes {join_words(public)}" if public else "it takes no arguments")
        return f"there is no argument {one_line(name)[:60]}=; {f'did you mean {near[0]}=?' if near else known}"

    def _too_many(self, given: tuple[object, ...]) -> str:
        places, came = self.places[self.is_method:], len(given) - self.is_method
        such = f"; name the others, as in {self.others[0]}=..." if self.others else ""
        values = f"you gave {came} value{'s' if came > 1 else ''}"
        if not places and not such:
            return f"it takes no arguments, but {values}"
        known = f"only {join_words(places)}" if places else "nothing"
        return f"{known} can be given without a name, but {values}{such}"


def _hints_of(function: Callable[..., object]) -> dict[str, object]:
    """Return the types of all parameters; what a function returns may be known to type checkers alone."""
    parameters = {name: hint for name, hint in function.__annotations__.items() if name != "return"}
    return typing.get_type_hints(types.SimpleNamespace(__annotations__=parameters), function.__globals__,
                                 include_extras=True)


def _is_same(given: object, value: object) -> bool:
    """Return True if a function got `given` and passed `value` on: it may have become a number of Python."""
    bare = plain(given)
    return given is value or (bare is not given and type(bare) is type(value) and bare == value)


# --- kinds


def _kind_of(hint: object) -> _Kind:
    """Return what an annotation allows, and the words for it."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is Literal:
        return _either([_kind_of(kind) for kind in dict.fromkeys(map(type, inner))])
    if origin is Annotated:
        return _with_marks(_kind_of(inner[0]), inner[1:])
    if origin in (typing.Union, types.UnionType):
        return _either([_kind_of(option) for option in inner])
    return _KINDS.get(origin or hint) or _of_class(typing.cast("type", origin or hint), inner)


def _of_class(kind: type, inner: tuple[object, ...]) -> _Kind:
    if inner and issubclass(kind, Mapping):
        return _Kind(_mapping_reader(*(_kind_of(part).read for part in inner)), "a dictionary")
    if inner and issubclass(kind, Iterable):
        return _Kind(_list_reader(_kind_of(inner[0]).read), "a list")
    return _Kind(_if(lambda value: isinstance(value, kind) and not isinstance(value, type)), f"a {kind.__name__}")


def _with_marks(kind: _Kind, marks: Iterable[object]) -> _Kind:
    """Return a kind with the range and the words that stand beside it."""
    for mark in marks:
        if isinstance(mark, Whole):
            kind = _Kind(_or_no(mark.read), mark.words)
        elif isinstance(mark, str):
            kind = kind._replace(words=mark)
    return kind


def _either(kinds: Sequence[_Kind]) -> _Kind:
    readers = [kind.read for kind in kinds]

    def read(value: object) -> object:
        for reader in readers:
            answer = reader(value)
            if answer is not _NO:
                return answer
        return _NO

    *words, last = dict.fromkeys(kind.words for kind in kinds if kind is not _NOTHING)
    return _Kind(read, f"{', '.join(words)}, or {last}" if words else last)


def _list_reader(read: Reader) -> Reader:
    def read_list(value: object) -> object:
        listed = as_list(value)
        if listed is None:
            return _NO
        items = [read(item) for item in listed]
        if any(item is _NO for item in items):
            return _NO
        same = isinstance(value, Sequence) and all(map(is_, value, items))
        return value if same else items

    return read_list


def _mapping_reader(key: Reader, item: Reader) -> Reader:
    def read_table(value: object) -> object:
        items = list_items(value.items()) if isinstance(value, Mapping) else None
        if items is None:
            return _NO
        entries = {key(name): item(entry) for name, entry in typing.cast("list[tuple[object, object]]", items)}
        return _NO if _NO in entries or any(entry is _NO for entry in entries.values()) else entries

    return read_table


def _or_no(read: Callable[[object], object]) -> Reader:
    """Return a reader of what `read` makes something of."""
    return lambda value: _NO if (answer := read(value)) is None else answer


def _if(fits: Callable[[object], bool]) -> Reader:
    """Return a reader of the values that fit as they are."""
    return lambda value: value if fits(value) else _NO


_NOTHING = _Kind(_if(lambda value: value is None), "None")
_ANYTHING = _Kind(plain, "anything")
_KINDS: dict[object, _Kind] = {
    int: _Kind(_or_no(whole), "a whole number"),
    float: _Kind(_or_no(finite), "a number"),
    bool: _Kind(_or_no(yes_or_no), "True or False"),
    str: _Kind(lambda value: plain(value) if isinstance(value, str) else _NO, "text in quotes"),
    Path: _Kind(_or_no(lambda value: value if isinstance(value, Path) else Path(value) if isinstance(value, os.PathLike)
                       else None), "a file"),
    # A class was probably meant to be instantiated first.
    Callable: _Kind(_if(lambda value: callable(value) and not isinstance(value, type)), "a function"),
    type(None): _NOTHING, object: _ANYTHING, Any: _ANYTHING,
}  # fmt: skip
