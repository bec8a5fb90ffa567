"""Checks of the arguments of public functions, by their signatures, with refusals in plain words.

Only public functions are decorated with `@checked`. A validation library would do only a small part of this: here a
numpy integer becomes a whole number, a text is never a list of names, and a refusal speaks to a reader of a notebook.
"""

from __future__ import annotations

import os
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from functools import wraps
from inspect import Parameter, signature
from itertools import chain, islice, repeat
from math import isfinite
from numbers import Integral, Rational, Real
from operator import index
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, SupportsFloat, SupportsIndex, TypeVar

from domino_lab.core.errors import ArgumentError, DominoError, missing, shown
from domino_lab.words import listed
from domino_lab.words.escaping import one_line

F = TypeVar("F", bound=Callable[..., object])
Reader = Callable[[object], object]
"""Returns a value as the function gets it, or _NO."""

MOST_LISTED = 100_000
"""The longest list, table or array that is read: some have millions of millions of items, and some never end."""

TOO_LARGE = 10**100
"""Whole numbers must be smaller: Python itself refuses to write thousands of digits."""

_NO = object()
"""A reader's result for a value of the wrong kind."""


class Whole(NamedTuple):
    """The allowed whole numbers, in an annotation: `Annotated[int, Whole(1, 6)]`."""

    least: int
    most: int | None = None
    power_of_two: bool = False

    def fits(self, number: int) -> bool:
        """Return True if the number is allowed."""
        inside = self.least <= number and (self.most is None or number <= self.most)
        return inside and not (self.power_of_two and number & (number - 1))

    @property
    def words(self) -> str:
        """The allowed numbers, in words."""
        kind = "a power of two" if self.power_of_two else "a whole number"
        such = f", such as {1 << (self.most or 1 << 16).bit_length() // 2 + 1}" if self.power_of_two else ""
        return f"{kind} from {self.least} {'up' if self.most is None else f'to {self.most:,}'}{such}"


MOST_HANDS = 10_000_000_000
"""The most hands of one run: the kernel takes hours for them, the error of a share is then below a hundred
thousandth, and the sums still fit into 64 bits."""

Count = Annotated[int, Whole(1, MOST_HANDS)]
"""A number of things, such as hands."""

First = Annotated[int, Whole(0, 10**15)]
"""The number of a hand or of a trial."""


def check_many(name: str, number: object, most: int = MOST_HANDS) -> None:
    """Raise DominoError unless `number` is a whole number from 1 to `most`: more trials would never end."""
    allowed = Whole(1, most)
    if not isinstance(number, int) or not allowed.fits(number):
        raise DominoError(f"{name} = {shown(number)}: it must be {allowed.words}")


class _Kind(NamedTuple):
    """The values that an annotation allows, and the words for them."""

    read: Reader
    words: str


_PLAIN = {
    ("assignment.names", "list"): 'a list of exercises such as ["own_tile"]',
    ("names", "list"): 'a list of names such as ["Ana", "Ben"]',
    ("holdings", "list"): 'a list of tiles for each seat, such as [["6-5", "1-2"], ["5-5"]]',
    ("policies", "list"): 'the name of a player such as "greedy", a function that plays, or a list with one per seat',
    ("against", "list"): 'the name of a player such as "greedy", a function that plays, or a list with one per seat',
    ("players", "list"): 'a list of players such as ["greedy", "random"]',
    ("out", "int"): "the number of the seat that went out, counted from 0",
    ("then", "list"): 'the name of a player such as "greedy", or a list with one per seat',
    ("state", "Position"): "a moment of a hand, such as hand.state or hand[3].state",
    ("what", "object"): 'a hand, the name of a packaged hand or of a game such as "block", or a ruleset',
    ("executor", "Executor"): "an executor with a `submit` method, such as a ProcessPoolExecutor",
    ("event", "Event"): "a measure compared with a number, as in dl.chance.doubles() == 0, or a function of tiles",
    ("given", "Event"): "a measure compared with a number, as in dl.chance.doubles() == 0, or a function of tiles",
    ("sources", "str"): 'a file, or answers by learner and exercise, as in {"Ana": {"own_tile": "1/4"}}',
    ("learner", "str"): 'a name, as in learner="Ana"',
    ("set", "DominoSet"): "the highest value of a set, such as 6, or a dl.DominoSet",
    ("viewpoint", "str"): '"all", "table" or the number of a seat',
}
"""Words that say more than the type alone, by the name of a parameter (or of a function and its parameter) and a type
that it may have."""

_CLASSES = {
    "Ruleset": "a ruleset", "Timeline": "a hand such as dl.load gives", "Path": "a path", "Tile": "a dl.Tile",
    "Shuffle": "a shuffle such as dl.Shuffle(seed=7)", "DominoSet": "a dl.DominoSet",
    "Event": "an event such as dl.chance.doubles() == 0", "Measure": "a measure such as dl.chance.doubles()",
    "Playhead": "a dl.Playhead", "Exercise": 'an exercise such as dl.chance.exercise("own_tile")',
    "Exercises": "exercises such as dl.chance.all_exercises()", "OpenEnd": "an open end of the chain",
    "Comparison": "what dl.compare gives", "NoneType": "None", "Part": "a view such as a dl.HandStepper",
    "View": "a view such as a dl.HandStepper", "HandView": "a view such as a dl.HandStepper",
    "DifferenceSpread": "what dl.compare gives", "ComparisonSession": "what dl.compare gives",
    "Worksheet": "what dl.worksheet gives", "Box": "a view such as a dl.HandStepper",
}  # fmt: skip

_LISTS = {
    "Tile": 'a list of tiles such as ["6-5", "4-4"]', "Ruleset": 'a list of games such as ["block", "draw"]',
    "Exercise": 'a list of exercises such as ["own_tile"]', "str": "a list of texts",
}  # fmt: skip
"""Words for a list, by the type of its items; the first type that matches counts."""


_ELSEWHERE = {"ruleset": 'rules are changed by .but, as in dl.ruleset("block").but(target=61)'}
"""By function: where the arguments go that a reader gives it instead."""


def checked(function: F) -> F:
    """Check the arguments of a public function by its signature.

    The function then raises ArgumentError with what it expects.
    """
    door: _Signature | None = None

    @wraps(function)
    def enter(*given: object, **named: object) -> object:
        nonlocal door
        if door is None:
            door = _Signature(function)
        listed, by_name = door.positional(given, named), door.by_name(given, named)
        try:
            return function(*listed, **by_name)
        except ArgumentError as error:
            door.answer_for(error, given, named)
            raise
        except ModuleNotFoundError as error:
            raise missing(error) from None

    return typing.cast("F", enter)


def reads(hint: object) -> Callable[[object], bool]:
    """Return a function that is True for the values that an annotation allows."""
    kind = _kind_of(hint, "")
    return lambda value: kind.read(value) is not _NO


class _Signature:
    """The signature of one function, read when it is first called: by then all its types are defined."""

    def __init__(self, function: Callable[..., object]) -> None:
        self.function = function
        parameters = signature(function).parameters.values()
        places = [parameter for parameter in parameters
                  if parameter.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)]
        # A parameter without an annotation is the object or the class that a method belongs to.
        self.owned = bool(places) and places[0].annotation is Parameter.empty
        self.speaks_for_class = self.owned and function.__name__.startswith("_")
        self.places = [place.name for place in places]
        self.others = [parameter.name for parameter in parameters if parameter.kind is Parameter.KEYWORD_ONLY]
        self.needed = [parameter.name for parameter in parameters if parameter.default is Parameter.empty
                       and parameter.kind not in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)]
        kinds = {parameter.name: (parameter, _resolve(parameter.annotation, function)) for parameter in parameters}
        self.kinds = {name: _kind_of(hint, name, function.__name__) for name, (parameter, hint) in kinds.items()
                      if parameter.kind is not Parameter.VAR_KEYWORD}
        self.more = next((name for name, (parameter, _) in kinds.items()
                          if parameter.kind is Parameter.VAR_POSITIONAL), None)
        rest = next((hint for parameter, hint in kinds.values() if parameter.kind is Parameter.VAR_KEYWORD), None)
        self.open = rest is not None
        if typing.get_origin(rest) is typing.Unpack:
            self.open = False
            hints = typing.get_type_hints(typing.get_args(rest)[0], include_extras=True)
            self.others += hints
            self.kinds |= {name: _kind_of(hint, name, function.__name__) for name, hint in hints.items()}

    def positional(self, given: tuple[object, ...], named: Mapping[str, object]) -> list[object]:
        """Return the positional arguments, each as the function gets it."""
        if len(given) > len(self.places) and self.more is None:
            raise self._refusal(given, self._too_many(given))
        values = [self._read(name, value, given) for name, value in zip(self.places, given, strict=False)]
        rest = given[len(self.places):]
        values += [self._read(str(self.more), value, given) for value in rest]
        taken = self.places[:len(given)]
        for name in self.needed:
            if name not in named and name not in taken:
                raise self._refusal(given, f"{name}= is missing; give {self.kinds[name].words}")
        return values

    def by_name(self, given: tuple[object, ...], named: Mapping[str, object]) -> dict[str, object]:
        """Return the keyword arguments, each as the function gets it."""
        for name, value in named.items():
            if name in self.places[:len(given)]:
                raise self._refusal(given, f"{name} is given twice, by position and by name", name, value)
            if name not in self.kinds and not self.open:
                raise self._refusal(given, self._unknown(name), name, value)
        return {name: self._read(name, value, given) if name in self.kinds else value for name, value in named.items()}

    def answer_for(self, error: ArgumentError, given: tuple[object, ...], named: Mapping[str, object]) -> None:
        """Reword an error about an argument that a view has only passed on, so that it names the view."""
        if not self.speaks_for_class or error.cause is None:
            return
        name, value, why = error.cause
        places = zip(chain(self.places, repeat(str(self.more))), given, strict=False)
        same = [place for place, other in chain(places, named.items()) if _is_same(other, value)]
        own = name if name in named else next(iter(same), "")
        if own or not name:
            error.args = self._refusal(given, why, own, value).args

    def _read(self, name: str, value: object, given: tuple[object, ...]) -> object:
        kind = self.kinds[name]
        answer = kind.read(value)
        if answer is _NO:
            most = f", with at most {MOST_LISTED:,} items" if _is_long(value) else ""
            raise self._refusal(given, f"give {kind.words}{most}", name, value)
        return answer

    def _call_text(self, given: tuple[object, ...]) -> str:
        """Return the function as a reader types it."""
        function = self.function
        if self.speaks_for_class:
            return type(given[0]).__name__
        if self.owned:
            owner = given[0] if isinstance(given[0], type) else type(given[0])
            return f"{owner.__name__}.{function.__name__}"
        room = function.__module__
        door = "dl.chance." if room.startswith("domino_lab.chance") else "dl." if room.startswith("domino_lab") else ""
        return f"{door}{function.__name__}"

    def _refusal(self, given: tuple[object, ...], why: str, name: str = "", value: object = None) -> ArgumentError:
        argument = f"{one_line(name)[:60]}={shown(value)}" if name else ""
        error = ArgumentError(f"{self._call_text(given)}({argument}): {why}")
        error.cause = name, value, why
        return error

    def _unknown(self, name: str) -> str:
        from difflib import get_close_matches

        public = self.places[self.owned:] + self.others
        near = get_close_matches(name, public, n=1, cutoff=0.5)
        known = f"it takes {listed(public)}" if public else "it takes no arguments"
        elsewhere = _ELSEWHERE.get(self.function.__name__)
        if elsewhere and not get_close_matches(name, public, n=1, cutoff=0.7):
            return f"there is no argument {one_line(name)[:60]}=; {elsewhere}"
        return f"there is no argument {one_line(name)[:60]}=; {f'did you mean {near[0]}=?' if near else known}"

    def _too_many(self, given: tuple[object, ...]) -> str:
        places, came = self.places[self.owned:], len(given) - self.owned
        such = f"; name the others, as in {self.others[0]}=..." if self.others else ""
        values = f"you gave {came} value{'s' if came > 1 else ''}"
        if not places and not such:
            return f"it takes no arguments, but {values}"
        return f"{f'only {listed(places)}' if places else 'nothing'} can be given without a name, but {values}{such}"


def _is_same(given: object, value: object) -> bool:
    """Return True if a function got `given` and passed `value` on: it may have become a number of Python."""
    bare = plain(given)
    return given is value or (bare is not given and type(bare) is type(value) and bare == value)


def _or(words: Sequence[str]) -> str:
    return ", ".join(words[:-1]) + (", or " if len(words) > 1 else "") + words[-1]


def _resolve(hint: object, function: Callable[..., object]) -> object:
    if not isinstance(hint, str):
        return hint
    return eval(hint, function.__globals__)  # the module's own names, as typing.get_type_hints resolves them


# --- kinds


def _kind_of(hint: object, name: str, owner: str = "") -> _Kind:
    several = _either(hint)
    readers = [_reader(option) for option in several]

    def read(value: object) -> object:
        for reader in readers:
            answer = reader(value)
            if answer is not _NO:
                return answer
        return _NO

    called = ["list" if _is_a(typing.get_origin(option), Iterable) else _name(option) for option in several]
    plain = next((words for (asked, kind), words in _PLAIN.items()
                  if asked in (name, f"{owner}.{name}") and kind in called), "")
    return _Kind(readers[0] if len(readers) == 1 else read, plain or _words(several))


def _name(one: object) -> str:
    return "object" if one is Any else str(getattr(one, "__name__", ""))


def _either(hint: object) -> tuple[object, ...]:
    """Return the types of a union, or the one type."""
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return tuple(part for option in typing.get_args(hint) for part in _either(option))
    return (type(None) if hint is None else hint,)


def _words(several: Sequence[object]) -> str:
    called = {option.__name__ for option in several if isinstance(option, type)}
    parts: list[str] = []
    for option in several:
        if option is type(None):
            continue
        if option is str:
            parts += _text_words(called)
        elif option is not Path or "str" not in called:
            parts.append(_word(option))
    parts = list(dict.fromkeys(parts))
    return _or(parts or ["None"])


def _text_words(beside: set[str]) -> list[str]:
    """Return the meanings of a text, by the other types that are allowed."""
    meanings = [('the name of a game such as "block"', "Ruleset"), ("the name of a packaged hand", "Timeline"),
                ('a tile such as "6-5"', "Tile"), ("the name of an exercise", "Exercise")]
    texts = [words for words, name in meanings if name in beside]
    return [*texts, *(["a file"] if "Path" in beside else [])] or ["text in quotes"]


def _word(option: object) -> str:
    origin, inner = typing.get_origin(option), typing.get_args(option)
    if origin is Annotated:
        return _range_of(inner).words
    if origin is Literal:
        return _or([shown(value) for value in inner])
    if _is_a(origin, Mapping):
        return "a dictionary"
    if _is_a(origin, Iterable):
        names = {_name(part) for part in _either(inner[0])}
        return next((words for name, words in _LISTS.items() if name in names), "a list")
    if option in (Any, object, Parameter.empty):
        return "anything"
    is_class = isinstance(option, type) and origin is None
    return _NUMBERS.get(option) or _CLASSES.get(_name(option), f"a {_name(option)}") if is_class else "a function"


def _is_a(origin: object, kind: type) -> bool:
    return isinstance(origin, type) and issubclass(origin, kind)


_NUMBERS: dict[object, str] = {int: "a whole number", float: "a number", bool: "True or False", str: "text in quotes"}


def _reader(one: object) -> Reader:
    origin, inner = typing.get_origin(one), typing.get_args(one)
    if one in _READERS:
        return _READERS[one]
    if origin is not None:
        return _generic_reader(origin, inner)
    if not isinstance(one, type):
        return _function
    if getattr(one, "_is_protocol", False) or one.__name__ == "Executor":
        return _protocol_reader(one)
    return lambda value: value if isinstance(value, one) else _NO


def _generic_reader(origin: object, inner: tuple[object, ...]) -> Reader:
    if origin is Annotated:
        return _range_reader(_range_of(inner))
    if origin is Literal:
        return lambda value: plain(value) if isinstance(value, str) and value in inner else _NO
    if _is_a(origin, Mapping):
        key, item = (_kind_of(part, "").read for part in inner)
        return _mapping_reader(key, item)
    return _list_reader(_kind_of(inner[0], "").read) if _is_a(origin, Iterable) else _function


def _range_of(inner: tuple[object, ...]) -> Whole:
    return next(mark for mark in inner if isinstance(mark, Whole))


def _function(value: object) -> object:
    """Accept a function; a class was probably meant to be instantiated first."""
    return value if callable(value) and not isinstance(value, type) else _NO


def yes_or_no(value: object) -> bool | None:
    """Return a bool for True, False and those of numpy, whose class has the same name; None for anything else."""
    return bool(value) if type(value).__name__ == "bool" else None


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


def plain_items(value: object) -> object:
    """Return a value as `plain` does, and all that a list, a table or an array of numpy or pandas holds."""
    if _is_long(value):
        return shown(value) if hasattr(type(value), "ndim") else value  # Arrays are compared item by item.
    if isinstance(value, Mapping):
        return {plain(key): plain_items(item) for key, item in islice(value.items(), MOST_LISTED)}
    if isinstance(value, list | tuple) and type(value) in (list, tuple):
        return type(value)(map(plain_items, value))
    listed = getattr(value, "tolist", None) if hasattr(type(value), "ndim") else None
    return plain_items(listed()) if callable(listed) and value.ndim else plain(value)  # type: ignore[attr-defined]


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


def _or_no(value: object) -> object:
    return _NO if value is None else value


def _number(value: object) -> object:
    if yes_or_no(value) is not None or not isinstance(value, SupportsFloat | SupportsIndex):
        return _NO
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return _NO
    return number if isfinite(number) else _NO


def _range_reader(allowed: Whole) -> Reader:
    def read(value: object) -> object:
        number = whole(value)
        return number if number is not None and allowed.fits(number) else _NO

    return read


def _list_reader(read: Reader) -> Reader:
    def reads(value: object) -> object:
        listed = _as_list(value)
        if listed is None:
            return _NO
        items = [read(item) for item in listed]
        if any(item is _NO for item in items):
            return _NO
        same = isinstance(value, Sequence) and all(map(lambda old, new: old is new, value, items))
        return value if same else items

    return reads


def _is_long(value: object) -> bool:
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


def _as_list(value: object) -> Sequence[object] | None:
    """Return the items of a list, a tuple, an array, a column of a table, or an iterator; None for anything else."""
    if isinstance(value, str | bytes | bytearray | Mapping | type):
        return None
    if isinstance(value, Sequence | Iterator):
        return list_items(value)
    listed = getattr(value, "tolist", None)
    if not callable(listed) or _is_long(value):
        return None
    items = listed()
    return items if isinstance(items, list) else None


def _mapping_reader(key: Reader, item: Reader) -> Reader:
    def reads(value: object) -> object:
        items = list_items(value.items()) if isinstance(value, Mapping) else None
        if items is None:
            return _NO
        entries = {key(name): item(entry) for name, entry in typing.cast("list[tuple[object, object]]", items)}
        return _NO if _NO in entries or any(entry is _NO for entry in entries.values()) else entries

    return reads


def _protocol_reader(one: type) -> Reader:
    """Accept whatever has the members of a protocol; an executor need not be one of the standard library."""
    names = ("submit",) if one.__name__ == "Executor" else tuple(
        name for name in vars(one) if not name.startswith("_")) + tuple(vars(one).get("__annotations__", ()))

    def read(value: object) -> object:
        return value if not isinstance(value, type) and all(hasattr(value, name) for name in names) else _NO

    return read


_READERS: dict[object, Reader] = {
    int: lambda value: _or_no(whole(value)), bool: lambda value: _or_no(yes_or_no(value)), float: _number,
    Path: lambda value: value if isinstance(value, Path) else Path(value) if isinstance(value, os.PathLike) else _NO,
    Any: plain, object: plain, Parameter.empty: plain,
    type(None): lambda value: value if value is None else _NO,
    str: lambda value: plain(value) if isinstance(value, str) else _NO,
}  # fmt: skip
