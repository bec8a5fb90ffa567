"""Logic: events, made of comparisons with `&`, `|` and `~`; true or false for one holding, or for many at once.

An event is asked with the values of the measures it compares, by their keys: whole numbers, or numpy arrays of them.
The same text answers both, since `&`, `|` and `^` mean the same on truth values and on arrays of them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any

from domino_lab.errors import ArgumentError, DominoError, shown
from domino_lab.tiles import Tile
from domino_lab.words import phrase

if TYPE_CHECKING:
    from domino_lab.chance.events import Measure

_TESTS: Mapping[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq, "≠": operator.ne, "<": operator.lt, "≤": operator.le, ">": operator.gt, "≥": operator.ge,
}

_SAID: Mapping[str, str] = {"=": "just", "≠": "not_just", "<": "fewer", "≤": "at_most", ">": "more", "≥": "at_least"}
_OPPOSITES: Mapping[str, str] = {"=": "≠", "≠": "=", "<": "≥", "≥": "<", ">": "≤", "≤": ">"}

MOST_DEEP = 100
"""Each joined event asks those within it: far deeper ones would not fit on Python's stack."""


class Event:
    """Something that is true of a holding or not; join events with `&` (and), `|` (or), and turn one round with `~`.

    >>> from domino_lab.chance.events import doubles, has
    >>> str((doubles() == 0) & ~has("6-5"))
    'no doubles and the 6-5 is not there'
    """

    def measures(self) -> dict[Hashable, Measure]:
        """The measures that this event compares, by key.

        >>> from domino_lab.chance.events import doubles
        >>> len((doubles() > 1).measures())
        1
        """
        raise NotImplementedError

    def truth(self, values: Mapping[Hashable, Any]) -> Any:
        """Whether the event holds for these values of its measures; arrays give an array.

        >>> from domino_lab.chance.events import doubles
        >>> (doubles() > 1).truth({doubles().key: 2})
        True
        """
        raise NotImplementedError

    def holds(self, tiles: Sequence[Tile]) -> bool:
        """Whether the event is true of these tiles.

        >>> from domino_lab.chance.events import pips
        >>> (pips() > 11).holds([Tile(6, 6)])
        True
        """
        return bool(self.truth({key: measure.of(tiles) for key, measure in self.measures().items()}))

    @property
    def key(self) -> Hashable:
        """What makes two events the same one: an event itself is compared with nothing.

        >>> from domino_lab.chance.events import doubles, has
        >>> (~(doubles() == 0)).key == (~(doubles() == 0)).key, has("6-5").key == has("6-4").key
        (True, False)
        """
        return self

    def __and__(self, other: Event) -> Event:
        return _joined("and", self, _checked(other))

    def __or__(self, other: Event) -> Event:
        return _joined("or", self, _checked(other))

    def __invert__(self) -> Event:
        return self.event if isinstance(self, Opposite) else Opposite(self)

    def __str__(self) -> str:
        return type(self).__name__

    def __repr__(self) -> str:
        return f"<event: {self}>"

    def __bool__(self) -> bool:
        raise ArgumentError("an event is neither true nor false by itself: join events with & and |, and write "
                        "(doubles() > 0) & (doubles() < 3) for a number between two others")


@dataclass(frozen=True, repr=False)
class Comparison(Event):
    """A measure compared with a number: "=", "≠", "<", "≤", ">" or "≥"; `words` and `unlike` say it and its opposite.
    """

    measure: Measure
    sign: str
    number: int
    words: str = ""
    unlike: str = ""

    def measures(self) -> dict[Hashable, Measure]:
        """The one measure that is compared."""
        return {self.measure.key: self.measure}

    @property
    def key(self) -> Hashable:
        """The measure, the sign and the number."""
        return (self.measure.key, self.sign, self.number)

    def truth(self, values: Mapping[Hashable, Any]) -> Any:
        """Whether the comparison is right for these values."""
        return self.test(values[self.measure.key])

    def test(self, value: Any) -> Any:
        """Whether the comparison is right for this value of its measure; an array gives an array."""
        return _TESTS[self.sign](value, self.number)

    def __str__(self) -> str:
        return self.words or _said(self.measure, self.sign, self.number)

    @property
    def opposite(self) -> str:
        """What is true where this is not, in words; empty where nobody says it."""
        return self.unlike if self.words else _said(self.measure, _OPPOSITES[self.sign], self.number)


@dataclass(frozen=True, repr=False)
class Joined(Event):
    """Events joined by one `word`, "and" or "or", however many: `parts` has them side by side.

    `depth` is how many joined events stand one within another.
    """

    word: str
    parts: tuple[Event, ...]
    depth: int = 1

    @property
    def key(self) -> Hashable:
        """The word and the parts."""
        return (self.word, *[part.key for part in self.parts])

    def measures(self) -> dict[Hashable, Measure]:
        """The measures of all parts."""
        return {key: measure for part in self.parts for key, measure in part.measures().items()}

    def truth(self, values: Mapping[Hashable, Any]) -> Any:
        """Whether all parts hold, or any of them."""
        join = operator.and_ if self.word == "and" else operator.or_
        return reduce(join, (part.truth(values) for part in self.parts))

    def __str__(self) -> str:
        key, said = f"chance.{self.word}", [_inner(part, self.word) for part in self.parts]
        return reduce(lambda first, second: phrase(key, first=first, second=second), said)


@dataclass(frozen=True, repr=False)
class Opposite(Event):
    """An event turned round: it is true where `event` is not."""

    event: Event

    @property
    def key(self) -> Hashable:
        """That of the event, turned round."""
        return ("not", self.event.key)

    def measures(self) -> dict[Hashable, Measure]:
        """The measures of the event."""
        return self.event.measures()

    def truth(self, values: Mapping[Hashable, Any]) -> Any:
        """Whether the event does not hold."""
        return self.event.truth(values) ^ True

    def __str__(self) -> str:
        opposite = self.event.opposite if isinstance(self.event, Comparison) else ""
        return opposite or phrase("chance.not", event=self.event)


def _joined(word: str, first: Event, second: Event) -> Event:
    """Both side by side, so that however many events of one word are joined stand no deeper than two."""
    parts: list[Event] = []
    depth = 0
    for event in (first, second):
        parts += event.parts if isinstance(event, Joined) and event.word == word else (event,)
        depth = max(depth, _depth(event) + (getattr(event, "word", "") != word))
    if depth > MOST_DEEP:
        raise DominoError(f"an event can be nested at most {MOST_DEEP} brackets deep: beyond that, write a function "
                          "of the tiles")
    return Joined(word, tuple(parts), depth)


def _depth(event: Event) -> int:
    if isinstance(event, Opposite):
        return _depth(event.event)
    return event.depth if isinstance(event, Joined) else 0


def _said(measure: Measure, sign: str, number: int) -> str:
    if (sign, number) in (("=", 0), ("<", 1), ("≤", 0)):
        return phrase("chance.none", what=measure)
    if (sign, number) in (("≠", 0), (">", 0)):
        sign, number = "≥", 1
    return phrase(f"chance.{_SAID[sign]}", counted=measure.counted(number))


def _inner(event: Event, word: str) -> str:
    mixed = isinstance(event, Joined) and event.word != word
    return f"({event})" if mixed else str(event)


def _checked(other: object) -> Event:
    if not isinstance(other, Event):
        raise ArgumentError(f"an event is joined with another event, not with {shown(other)}")
    return other
