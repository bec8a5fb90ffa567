"""Events: what may be true of a holding, in the words of the game.

`doubles() == 0`, `pips() > 50`, `has("6-6")`, joined with `&`, `|` and `~`. Each is made of measures: whole numbers
that any holding has. A measure can be read off one holding, off all holdings at once (as bit masks, with numpy), and,
where it grows tile by tile, off the counts of `chance.holding_counts`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from inspect import iscoroutinefunction
from typing import Annotated, Any

from domino_lab.arguments import Whole, checked
from domino_lab.chance.holding_counts import Listing
from domino_lab.errors import ArgumentError, DominoError, NotationError, shown
from domino_lab.tiles import MOST_PIPS, DominoSet, Tile
from domino_lab.words import phrase

_TESTS: Mapping[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq, "≠": operator.ne, "<": operator.lt, "≤": operator.le, ">": operator.gt, "≥": operator.ge,
}

_SAID: Mapping[str, str] = {"=": "just", "≠": "not_just", "<": "fewer", "≤": "at_most", ">": "more", "≥": "at_least"}
_OPPOSITES: Mapping[str, str] = {"=": "≠", "≠": "=", "<": "≥", "≥": "<", ">": "≤", "≤": ">"}

MOST_DEEP = 100
"""Each joined event asks those within it: far deeper ones would not fit on Python's stack."""


class Event:
    """Something that is true of a holding or not; join events with `&` (and), `|` (or), and turn one round with `~`.

    >>> from domino_lab.chance.holding_events import doubles, has
    >>> str((doubles() == 0) & ~has("6-5"))
    'no doubles and the 6-5 is not there'
    """

    def measures(self) -> dict[Hashable, Measure]:
        """The measures that this event compares, by key.

        >>> from domino_lab.chance.holding_events import doubles
        >>> len((doubles() > 1).measures())
        1
        """
        raise NotImplementedError

    def truth(self, values: Mapping[Hashable, Any]) -> Any:
        """Whether the event holds for these values of its measures; arrays give an array.

        >>> from domino_lab.chance.holding_events import doubles
        >>> (doubles() > 1).truth({doubles().key: 2})
        True
        """
        raise NotImplementedError

    def holds(self, tiles: Sequence[Tile]) -> bool:
        """Whether the event is true of these tiles.

        >>> from domino_lab.chance.holding_events import pips
        >>> (pips() > 11).holds([Tile(6, 6)])
        True
        """
        return bool(self.truth({key: measure.of(tiles) for key, measure in self.measures().items()}))

    @property
    def key(self) -> Hashable:
        """What makes two events the same one: an event itself is compared with nothing.

        >>> from domino_lab.chance.holding_events import doubles, has
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
class Condition(Event):
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
        opposite = self.event.opposite if isinstance(self.event, Condition) else ""
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


Settle = Callable[[Any], Any]
"""Reduces what is known so far of a measure to what can still change its value."""


class Measure:
    """A whole number that every holding has; compare it with a number to make an event.

    >>> (doubles() >= 2).holds([Tile(1, 1), Tile(2, 2)])
    True
    """

    key: Hashable
    words: str
    asks_own = False
    """Whether a function of the reader's own has to be asked, holding by holding."""
    effort = 1
    """How long one more tile takes to be added, in steps of `chance.holding_counts`."""

    def counted(self, number: int) -> str:
        """So many of them, in words.

        >>> doubles().counted(1), pips().counted(50), suit(6).counted(2)
        ('1 double', '50 pips', '2 tiles with a 6')
        """
        return f"{number} {self.words}"

    def of(self, tiles: Sequence[Tile]) -> int:
        """The number of these tiles.

        >>> pips().of([Tile(6, 6), Tile(0, 1)])
        13
        """
        return self.read(reduce(self.add, tiles, self.start()))

    def start(self) -> Any:
        """What is known of no tile at all; `add` goes on from here.

        >>> pips().start()
        0
        """
        return 0

    def add(self, known: Any, tile: Tile) -> Any:
        """What is known with one more tile.

        >>> pips().add(3, Tile(1, 1))
        5
        """
        raise NotImplementedError

    def read(self, known: Any) -> int:
        """The number, from what is known.

        >>> suits().read(0b1011)
        3
        """
        return int(known)

    def settling(self, rest: Sequence[Tile], take: int) -> Sequence[Settle | None]:
        """For 0 to `take` tiles of `rest` still to come: the function that reduces what is known, or None.

        >>> pips().settling([Tile(0, 1)], 1)
        (None, None)
        """
        return (None,) * (take + 1)

    def over(self, listing: Listing) -> Any:
        """The number of every holding of a listing, as one numpy array.

        >>> doubles().over(Listing(Tile.of(name) for name in ("1-1", "2-1", "2-2")).of_size(2)).tolist()
        [1, 2, 1]
        """
        raise NotImplementedError

    def marks(self, tile: Tile) -> int | None:
        """How much one tile adds, where that depends on the tile alone; else None.

        >>> doubles().marks(Tile(1, 1)), suits().marks(Tile(1, 1))
        (1, None)
        """
        return None

    def __eq__(self, number: object) -> Event:  # type: ignore[override]
        return _compared(self, "=", number)

    def __ne__(self, number: object) -> Event:  # type: ignore[override]
        return _compared(self, "≠", number)

    def __lt__(self, number: int) -> Event:
        return _compared(self, "<", number)

    def __le__(self, number: int) -> Event:
        return _compared(self, "≤", number)

    def __gt__(self, number: int) -> Event:
        return _compared(self, ">", number)

    def __ge__(self, number: int) -> Event:
        return _compared(self, "≥", number)

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        return self.words

    def __repr__(self) -> str:
        return f"<{self.words}>"


_MOST_COUNTED = 1_000_000
"""No holding of any set counts as much."""


def _compared(measure: Measure, sign: str, number: object) -> Event:
    if not isinstance(number, int):
        raise ArgumentError(f"{measure} is compared with a whole number, not with {shown(number)}")
    if abs(number) > _MOST_COUNTED:
        raise ArgumentError(f"{measure} is compared with a number that a holding could have, not with {shown(number)}")
    return Condition(measure, sign, number)


class Total(Measure):
    """A number that adds up: each tile has its marks, whatever else is held."""

    def __init__(self, key: Hashable, marks: Callable[[Tile], int], words: str,
                 counted: Callable[[int], str] | None = None) -> None:
        self.key, self._marks, self.words, self._counted = key, marks, words, counted

    def counted(self, number: int) -> str:
        """So many of them, in words."""
        return self._counted(number) if self._counted is not None else super().counted(number)

    def add(self, known: int, tile: Tile) -> int:
        """One more tile adds its marks."""
        return known + self._marks(tile)

    def marks(self, tile: Tile) -> int:
        """How much one tile adds."""
        return int(self._marks(tile))

    def over(self, listing: Listing) -> Any:
        """The totals of a listing."""
        return listing.totals([self.marks(tile) for tile in listing.tiles])


class _Suits(Measure):
    """How many values a holding shows: known is one bit for each value."""

    key = "suits"

    def __init__(self) -> None:
        self.words = phrase("chance.suits")

    def counted(self, number: int) -> str:
        return phrase("chance.count_suits", number=number)

    def add(self, known: int, tile: Tile) -> int:
        return known | 1 << tile.low | 1 << tile.high

    def read(self, known: int) -> int:
        return known.bit_count()

    def over(self, listing: Listing) -> Any:
        import numpy as np

        return np.bitwise_count(listing.unions([self.add(0, tile) for tile in listing.tiles]))


class _LongestSuit(Measure):
    """How many tiles share one value, of the value that most share: known is a byte for each value's tiles."""

    key = "longest suit"

    def __init__(self) -> None:
        self.words = phrase("chance.longest_suit")

    def counted(self, number: int) -> str:
        return phrase("chance.count_longest_suit", number=number)

    def add(self, known: int, tile: Tile) -> int:
        return known + (1 << 8 * tile.low | 1 << 8 * tile.high)

    def read(self, known: int) -> int:
        return max(known.to_bytes(MOST_PIPS + 1, "little"))

    def over(self, listing: Listing) -> Any:
        import numpy as np

        values = sorted({half for tile in listing.tiles for half in tile[:2]})
        return reduce(np.maximum, [listing.totals([value in tile[:2] for tile in listing.tiles]) for value in values])


class Own(Measure):
    """A function of the reader's own, asked holding by holding: it gets a tuple of tiles, and true counts as 1."""

    asks_own = True

    def __init__(self, function: Callable[[tuple[Tile, ...]], object]) -> None:
        if iscoroutinefunction(function):
            raise DominoError(phrase("chance.own_broken", error="an async function never answers by itself"))
        self.key, self.function, self.words = function, function, phrase("chance.own")

    def of(self, tiles: Iterable[Tile]) -> int:
        """What the function says of these tiles."""
        try:
            return int(bool(self.function(tuple(tiles))))
        except Exception as error:
            raise _broken(error) from error

    def over(self, listing: Listing) -> Any:
        """What the function says of every holding of a listing, one call each."""
        import numpy as np

        try:
            return np.fromiter(map(bool, map(self.function, listing.holdings())), bool, len(listing))
        except Exception as error:
            raise _broken(error) from error


def _broken(error: Exception) -> DominoError:
    return DominoError(phrase("chance.own_broken", error=f"{type(error).__name__}: {error}"))


@checked
def doubles() -> Measure:
    """How many doubles a holding has.

    >>> (doubles() == 1).holds([Tile(1, 1), Tile(1, 2)])
    True
    """
    return Total("doubles", lambda tile: tile[0] == tile[1], phrase("chance.doubles"),
                 lambda number: phrase("chance.count_doubles", number=number))


@checked
def pips() -> Measure:
    """How many pips all tiles of a holding have together.

    >>> (pips() > 20).holds([Tile(5, 6), Tile(4, 6)])
    True
    """
    return Total("pips", lambda tile: tile[0] + tile[1], phrase("chance.pips"),
                 lambda number: phrase("chance.count_pips", number=number))


@checked
def suit(value: Annotated[int, Whole(0, MOST_PIPS)]) -> Measure:
    """How many tiles show `value`; a double counts once. Raises NotationError for what is no value of any set.

    >>> suit(6).of([Tile(6, 6), Tile(0, 6), Tile(1, 2)])
    2
    """
    return Total(("suit", value), lambda tile: value in tile[:2], phrase("chance.suit", value=value),
                 lambda number: phrase("chance.count_suit", number=number, value=value))


@checked
def suits() -> Measure:
    """How many different values a holding shows, 1 to 7 in a double-six set.

    >>> suits().of([Tile(6, 6), Tile(0, 6)])
    2
    """
    return _Suits()


@checked
def longest_suit() -> Measure:
    """How many tiles share one value, counted for the value that most tiles show.

    >>> longest_suit().of([Tile(0, 1), Tile(1, 2), Tile(1, 1)])
    3
    """
    return _LongestSuit()


@checked
def has(*names: str | Tile) -> Event:
    """The event that a holding has every one of these tiles; of a twin, one of the two is enough.

    Raises NotationError for a word that is no tile, and TypeError where no tile is named.

    >>> has("6-6", "5-5").holds([Tile(5, 5), Tile(1, 2)])
    False
    """
    if not names:
        raise ArgumentError('has("6-6") asks for a tile: name one or more')
    return reduce(Event.__and__, [_has_one(Tile.of(name)) for name in names])


def _has_one(tile: Tile) -> Event:
    measure = Total(("tile", tile[:2]), lambda other: other[:2] == tile[:2], str(tile))
    return Condition(measure, "≥", 1, phrase("chance.has", tile=tile), phrase("chance.lacks", tile=tile))


def check_in(event: Event, of: DominoSet) -> None:
    """Whether a set has every tile and value that an event names; raises NotationError where it has not.

    What is not there is held by nobody, and its chance is 0: but then another set was meant.
    """
    for measure in event.measures().values():
        named, what = measure.key if isinstance(measure.key, tuple) else ("", None)
        if named == "tile" and what not in {tile[:2] for tile in of.tiles}:
            raise NotationError(phrase("chance.no_such_tile", tile=measure, set=of.name))
        if named == "suit" and not any(map(measure.marks, of.tiles)):
            raise NotationError(phrase("chance.no_such_value", value=what, set=of.name))


def as_event(asked: Event | Callable[[tuple[Tile, ...]], object]) -> Event:
    """An event as it is, or the event that a function of the reader's own says yes."""
    if isinstance(asked, Event):
        return asked
    if isinstance(asked, Measure) or not callable(asked):
        raise ArgumentError(f"{shown(asked)} is not an event: compare it with a number, as in doubles() == 0, or give "
                            "a function")
    measure = Own(asked)
    return Condition(measure, "=", 1, measure.words)


_SIGNS = {"=": "==", "≠": "!=", "<": "<", "≤": "<=", ">": ">", "≥": ">="}
_MEASURES = {"doubles": "doubles()", "pips": "pips()", "suits": "suits()", "longest suit": "longest_suit()"}
_JOINS = {"and": "&", "or": "|"}


def typed(event: Event) -> str:
    """What one types to have this event; empty where it holds a function of the reader's own."""
    if isinstance(event, Condition):
        return _typed_condition(event)
    if isinstance(event, Joined):
        parts = [typed(part) for part in event.parts]
        return f" {_JOINS[event.word]} ".join(map(_bracketed, parts)) if all(parts) else ""
    inner = typed(event.event) if isinstance(event, Opposite) else ""
    return f"~{_bracketed(inner)}" if inner else ""


def _typed_condition(event: Condition) -> str:
    key = event.measure.key
    if isinstance(key, tuple) and key[0] == "tile":
        low, high = key[1]
        return f'dl.chance.has("{Tile(low, high)}")'
    measure = _typed_measure(key)
    return f"dl.chance.{measure} {_SIGNS[event.sign]} {event.number}" if measure else ""


def _typed_measure(key: Hashable) -> str:
    if isinstance(key, tuple) and key[0] == "suit":
        return f"suit({key[1]})"
    return _MEASURES.get(key, "") if isinstance(key, str) else ""


def _bracketed(line: str) -> str:
    return f"({line})" if " " in line else line
