"""Arguments: what may be given to a public function, read from its signature; anything else is refused in plain words.

`@checked` stands at the front door alone. A type checker's library would settle only the smallest part of it: here a
numpy integer becomes a whole number, a text is never a list of names, and the answer speaks to a reader of a notebook.
"""

from __future__ import annotations

import os
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from inspect import Parameter, signature
from itertools import chain, islice, repeat
from math import isfinite
from operator import index
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

from domino_lab.errors import ArgumentError, DominoError, shown
from domino_lab.escaping import one_line
from domino_lab.words import listed

F = TypeVar("F", bound=Callable[..., Any])

MOST_LISTED = 100_000
"""A list read from an iterator may hold at most this many: some iterators never end."""

TOO_LARGE = 10**100
"""No whole number is as large as this: Python itself writes none of some thousands of digits."""

_NO = object()
"""The answer for a value of the wrong kind."""


class Whole(NamedTuple):
    """Which whole numbers are meant, in an annotation: `Annotated[int, Whole(1, 6)]`."""

    least: int
    most: int | None = None
    power_of_two: bool = False

    def fits(self, number: int) -> bool:
        """Whether that number is meant."""
        inside = self.least <= number and (self.most is None or number <= self.most)
        return inside and not (self.power_of_two and number & (number - 1))

    @property
    def words(self) -> str:
        """The numbers that are meant, in words."""
        kind = "a power of two" if self.power_of_two else "a whole number"
        such = f", such as {1 << (self.most or 1 << 16).bit_length() // 2 + 1}" if self.power_of_two else ""
        return f"{kind} from {self.least} {'up' if self.most is None else f'to {self.most:,}'}{such}"


MOST_HANDS = 10_000_000_000
"""Hands of one run at most: they take hours where the kernel plays them, the error of a share is then less than a
hundred thousandth, and the sums still fit into 64 bits."""

Count = Annotated[int, Whole(1, MOST_HANDS)]
"""How many of something, as hands."""

First = Annotated[int, Whole(0, 10**15)]
"""The number of a hand or of a trial."""


def check_many(name: str, number: object, most: int = MOST_HANDS) -> None:
    """Raise DominoError unless `number` is a whole number from 1 to `most`: more trials would never come to an end."""
    meant = Whole(1, most)
    if not isinstance(number, int) or not meant.fits(number):
        raise DominoError(f"{name} = {shown(number)}: it must be {meant.words}")


class _Kind(NamedTuple):
    """What one annotation allows: `read` gives the value as the function gets it, or _NO."""

    read: Callable[[Any], Any]
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
    ("what", "Any"): 'a hand, the name of a packaged hand or of a game such as "block", or a ruleset',
    ("executor", "Executor"): "an executor with a `submit` method, such as a ProcessPoolExecutor",
    ("event", "Event"): "a measure compared with a number, as in dl.chance.doubles() == 0, or a function of tiles",
    ("given", "Event"): "a measure compared with a number, as in dl.chance.doubles() == 0, or a function of tiles",
    ("sources", "str"): 'a file, or answers by learner and exercise, as in {"Ana": {"own_tile": "1/4"}}',
    ("learner", "str"): 'a name, as in learner="Ana"',
    ("set", "DominoSet"): "the highest value of a set, such as 6, or a dl.DominoSet",
    ("viewpoint", "str"): '"all", "table" or the number of a seat',
}
"""By the name of a parameter, or of a function and its parameter, and a kind that it may be of: what its type alone
would not say to a player."""

_CLASSES = {
    "Ruleset": "a ruleset", "Timeline": "a hand such as dl.load gives", "Path": "a path", "Tile": "a dl.Tile",
    "Shuffle": "a shuffle such as dl.Shuffle(seed=7)", "DominoSet": "a dl.DominoSet",
    "Event": "an event such as dl.chance.doubles() == 0", "Measure": "a measure such as dl.chance.doubles()",
    "Playhead": "a dl.Playhead", "Exercise": 'an exercise such as dl.chance.exercise("own_tile")',
    "Exercises": "exercises such as dl.chance.all_exercises()", "OpenEnd": "an open end of the chain",
    "Comparison": "what dl.compare gives", "NoneType": "None", "Part": "a view such as a dl.HandStepper",
}  # fmt: skip

_LISTS = {
    "Tile": 'a list of tiles such as ["6-5", "4-4"]', "Ruleset": 'a list of games such as ["block", "draw"]',
    "Exercise": 'a list of exercises such as ["own_tile"]', "str": "a list of texts",
}  # fmt: skip
"""By what is listed; the first of them counts."""


def checked(function: F) -> F:
    """Check what is given to a public function, by its signature; raises ArgumentError that says what is expected."""
    door: _Door | None = None

    @wraps(function)
    def entered(*given: Any, **named: Any) -> Any:
        nonlocal door
        if door is None:
            door = _Door(function)
        listed, by_name = door.listed(given, named), door.named(given, named)
        try:
            return function(*listed, **by_name)
        except ArgumentError as error:
            door.answer_for(error, given, named)
            raise

    return typing.cast("F", entered)


def reads(hint: Any) -> Callable[[Any], bool]:
    """Whether a value is of the kind that an annotation names, as a function."""
    kind = _kind_of(hint, "")
    return lambda value: kind.read(value) is not _NO


class _Door:
    """The signature of one function, read once, when it is first called: by then all its types are there."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        found = signature(function).parameters.values()
        places = [one for one in found if one.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)]
        # What has no annotation is the object or the class that a method belongs to.
        self.owned = bool(places) and places[0].annotation is Parameter.empty
        self.speaks_for_class = self.owned and function.__name__.startswith("_")
        self.places = [one.name for one in places]
        self.others = [one.name for one in found if one.kind is Parameter.KEYWORD_ONLY]
        self.needed = [one.name for one in found if one.default is Parameter.empty
                       and one.kind not in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)]
        kinds = {one.name: (one, _resolved(one.annotation, function)) for one in found}
        self.kinds = {name: _kind_of(hint, name, function.__name__) for name, (one, hint) in kinds.items()
                      if one.kind is not Parameter.VAR_KEYWORD}
        self.more = next((name for name, (one, _) in kinds.items() if one.kind is Parameter.VAR_POSITIONAL), None)
        rest = next((hint for one, hint in kinds.values() if one.kind is Parameter.VAR_KEYWORD), None)
        self.open = rest is not None
        if typing.get_origin(rest) is typing.Unpack:
            self.open = False
            told = typing.get_type_hints(typing.get_args(rest)[0], include_extras=True)
            self.others += told
            self.kinds |= {name: _kind_of(hint, name, function.__name__) for name, hint in told.items()}

    def listed(self, given: tuple[Any, ...], named: Mapping[str, Any]) -> list[Any]:
        """What was given by its place."""
        if len(given) > len(self.places) and self.more is None:
            raise self._refused(given, self._too_many(given))
        here = [self._read(name, value, given) for name, value in zip(self.places, given, strict=False)]
        rest = given[len(self.places):]
        here += [self._read(str(self.more), value, given) for value in rest]
        taken = self.places[:len(given)]
        for name in self.needed:
            if name not in named and name not in taken:
                raise self._refused(given, f"{name}= is missing: give {self.kinds[name].words}")
        return here

    def named(self, given: tuple[Any, ...], named: Mapping[str, Any]) -> dict[str, Any]:
        """What was given by its name."""
        for name, value in named.items():
            if name in self.places[:len(given)]:
                raise self._refused(given, f"{name} is given twice, by position and by name", name, value)
            if name not in self.kinds and not self.open:
                raise self._refused(given, self._unknown(name), name, value)
        return {name: self._read(name, value, given) if name in self.kinds else value for name, value in named.items()}

    def answer_for(self, error: ArgumentError, given: tuple[Any, ...], named: Mapping[str, Any]) -> None:
        """Say in the name of a view what was wrong with an argument that it has only handed on."""
        if not self.speaks_for_class or error.slip is None:
            return
        name, value, why = error.slip
        places = zip(chain(self.places, repeat(str(self.more))), given, strict=False)
        same = [place for place, one in chain(places, named.items()) if one is value]
        own = name if name in named else next(iter(same), "")
        if own or not name:
            error.args = self._refused(given, why, own, value).args

    def _read(self, name: str, value: Any, given: tuple[Any, ...]) -> Any:
        kind = self.kinds[name]
        found = kind.read(value)
        if found is _NO:
            raise self._refused(given, f"give {kind.words}", name, value)
        return found

    def _called(self, given: tuple[Any, ...]) -> str:
        """The function as a reader types it."""
        function = self.function
        if self.speaks_for_class:
            return type(given[0]).__name__
        if self.owned:
            owner = given[0] if isinstance(given[0], type) else type(given[0])
            return f"{owner.__name__}.{function.__name__}"
        room = function.__module__
        door = "dl.chance." if room.startswith("domino_lab.chance") else "dl." if room.startswith("domino_lab") else ""
        return f"{door}{function.__name__}"

    def _refused(self, given: tuple[Any, ...], why: str, name: str = "", value: Any = None) -> ArgumentError:
        told = f"{one_line(name)[:60]}={shown(value)}" if name else ""
        error = ArgumentError(f"{self._called(given)}({told}): {why}")
        error.slip = name, value, why
        return error

    def _public(self) -> list[str]:
        return self.places[self.owned:] + self.others

    def _unknown(self, name: str) -> str:
        from difflib import get_close_matches

        near = get_close_matches(name, self._public(), n=1, cutoff=0.5)
        asked = f"; did you mean {near[0]}=?" if near else f"; {_none_or(self._public())}"
        return f"there is no argument {one_line(name)[:60]}={asked}"

    def _too_many(self, given: tuple[Any, ...]) -> str:
        places, came = self.places[self.owned:], len(given) - self.owned
        such = f"; name the others, as in {self.others[0]}=..." if self.others else ""
        values = f"you gave {came} value{'s' if came > 1 else ''}"
        if not places and not such:
            return f"it takes no arguments, but {values}"
        return f"{f'only {listed(places)}' if places else 'nothing'} can be given without a name, but {values}{such}"


def _none_or(names: Sequence[str]) -> str:
    return f"it takes {listed(names)}" if names else "it takes no arguments"


def _or(words: Sequence[str]) -> str:
    return ", ".join(words[:-1]) + (", or " if len(words) > 1 else "") + words[-1]


def _resolved(hint: Any, function: Callable[..., Any]) -> Any:
    if not isinstance(hint, str):
        return hint
    return eval(hint, function.__globals__)  # the module's own words, as typing.get_type_hints reads them


# --- kinds


def _kind_of(hint: Any, name: str, owner: str = "") -> _Kind:
    several = _either(hint)
    readers = [_reader(one) for one in several]

    def read(value: Any) -> Any:
        for reader in readers:
            found = reader(value)
            if found is not _NO:
                return found
        return _NO

    called = ["list" if _is_a(typing.get_origin(one), Iterable) else getattr(one, "__name__", "") for one in several]
    plain = next((words for (asked, kind), words in _PLAIN.items()
                  if asked in (name, f"{owner}.{name}") and kind in called), "")
    return _Kind(readers[0] if len(readers) == 1 else read, plain or _words(several))


def _either(hint: Any) -> tuple[Any, ...]:
    """The kinds of which one will do."""
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return tuple(part for one in typing.get_args(hint) for part in _either(one))
    return (type(None) if hint is None else hint,)


def _words(several: Sequence[Any]) -> str:
    called = {one.__name__ for one in several if isinstance(one, type)}
    parts: list[str] = []
    for one in several:
        if one is type(None):
            continue
        if one is str:
            parts += _text_words(called)
        elif one is not Path or "str" not in called:
            parts.append(_word(one))
    parts = list(dict.fromkeys(parts))
    return _or(parts or ["None"])


def _text_words(beside: set[str]) -> list[str]:
    """What a text is meant to be, by what else would do."""
    meant = [('the name of a game such as "block"', "Ruleset"), ("the name of a packaged hand", "Timeline"),
             ('a tile such as "6-5"', "Tile"), ("the name of an exercise", "Exercise")]
    found = [words for words, name in meant if name in beside]
    return [*found, *(["a file"] if "Path" in beside else [])] or ["text in quotes"]


def _word(one: Any) -> str:
    origin, inner = typing.get_origin(one), typing.get_args(one)
    if origin is Annotated:
        return str(next(mark.words for mark in inner if isinstance(mark, Whole)))
    if origin is Literal:
        return _or([shown(value) for value in inner])
    if _is_a(origin, Mapping):
        return "a dictionary"
    if _is_a(origin, Iterable):
        names = {getattr(part, "__name__", "") for part in _either(inner[0])}
        return next((words for name, words in _LISTS.items() if name in names), "a list")
    if isinstance(one, type) and origin is None:
        return _NUMBERS.get(one) or _CLASSES.get(one.__name__, f"a {one.__name__}")
    return "anything" if one in (Any, Parameter.empty) else "a function"


def _is_a(origin: Any, kind: type) -> bool:
    return isinstance(origin, type) and issubclass(origin, kind)


_NUMBERS: dict[Any, str] = {int: "a whole number", float: "a number", bool: "True or False", str: "text in quotes"}


def _reader(one: Any) -> Callable[[Any], Any]:
    """How a value is read as one kind."""
    origin, inner = typing.get_origin(one), typing.get_args(one)
    if one in _READERS:
        return _READERS[one]
    if origin is not None:
        return _made_of(origin, inner)
    if getattr(one, "_is_protocol", False) or getattr(one, "__name__", "") == "Executor":
        return _alike(one)
    return (lambda value: value if isinstance(value, one) else _NO) if isinstance(one, type) else _called


def _made_of(origin: Any, inner: tuple[Any, ...]) -> Callable[[Any], Any]:
    if origin is Annotated:
        return _ranged(next(mark for mark in inner if isinstance(mark, Whole)))
    if origin is Literal:
        return lambda value: value if isinstance(value, str) and value in inner else _NO
    if _is_a(origin, Mapping):
        return _mapping(*(_kind_of(part, "").read for part in inner))
    return _sequence(_kind_of(inner[0], "").read) if _is_a(origin, Iterable) else _called


def _called(value: Any) -> Any:
    """A function; a class of one's own was meant to be made first."""
    return value if callable(value) and not isinstance(value, type) else _NO


def yes_or_no(value: Any) -> bool | None:
    """True and False as Python has them, from those of numpy too, whose class has the same name; None for others."""
    return bool(value) if type(value).__name__ == "bool" else None


def whole(value: Any) -> int | None:
    """A whole number as Python has it, from one of numpy's too; None for anything else, and for True and False."""
    if yes_or_no(value) is not None:
        return None
    try:
        found = index(value)
    except TypeError:
        return None
    return found if abs(found) < TOO_LARGE else None


def _whole(value: Any) -> Any:
    found = whole(value)
    return _NO if found is None else found


def _number(value: Any) -> Any:
    if yes_or_no(value) is not None or isinstance(value, str | bytes):
        return _NO
    try:
        found = float(value)
    except (TypeError, ValueError, OverflowError):
        return _NO
    return found if isfinite(found) else _NO


def _yes_or_no(value: Any) -> Any:
    found = yes_or_no(value)
    return _NO if found is None else found


def _path(value: Any) -> Any:
    return value if isinstance(value, Path) else Path(value) if isinstance(value, os.PathLike) else _NO


def _ranged(of: Whole) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        number = _whole(value)
        return number if number is not _NO and of.fits(number) else _NO

    return read


def _sequence(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def reads(value: Any) -> Any:
        listed = _as_list(value)
        if listed is _NO:
            return _NO
        found = [read(one) for one in listed]
        if any(one is _NO for one in found):
            return _NO
        same = isinstance(value, Sequence) and all(map(lambda old, new: old is new, value, found))
        return value if same else found

    return reads


def _as_list(value: Any) -> Any:
    """The things of a list, a tuple, an array, a column of a table, or of what gives one after the other."""
    if isinstance(value, str | bytes | bytearray | Mapping | type):
        return _NO
    if isinstance(value, Sequence):
        return value
    listed = getattr(value, "tolist", None)
    if callable(listed):
        found = listed()
        return found if isinstance(found, list) else _NO
    if not isinstance(value, Iterator):
        return _NO
    some = list(islice(value, MOST_LISTED + 1))
    return some if len(some) <= MOST_LISTED else _NO


def _mapping(key: Callable[[Any], Any], thing: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def reads(value: Any) -> Any:
        if not isinstance(value, Mapping):
            return _NO
        found = {key(name): thing(one) for name, one in value.items()}
        return _NO if _NO in found or any(one is _NO for one in found.values()) else found

    return reads


def _alike(one: Any) -> Callable[[Any], Any]:
    """What does all that a protocol asks for; an executor need not be of the standard library."""
    asked = ("submit",) if one.__name__ == "Executor" else tuple(
        name for name in vars(one) if not name.startswith("_")) + tuple(vars(one).get("__annotations__", ()))

    def read(value: Any) -> Any:
        return value if not isinstance(value, type) and all(hasattr(value, name) for name in asked) else _NO

    return read


def _any(value: Any) -> Any:
    return value


_READERS: dict[Any, Callable[[Any], Any]] = {
    int: _whole, float: _number, bool: _yes_or_no, Path: _path, Any: _any, object: _any, Parameter.empty: _any,
    type(None): lambda value: value if value is None else _NO,
    str: lambda value: value if isinstance(value, str) else _NO,
}  # fmt: skip
