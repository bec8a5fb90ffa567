"""Events about holdings, in the words of the game: `doubles() == 0`, `pips() > 50`, `has("6-6")`, with `&`, `|`, `~`.

They compare measures: whole numbers that any holding has. A measure can be read off one holding, off all holdings at
once (as bit masks, with numpy), or added up tile by tile (`chance.counting`). An event is evaluated with the values of
its measures, by their keys: numbers or numpy arrays of them. The same code answers both, because `&`, `|` and `^` mean
the same for truth values and for arrays of them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partialmethod, reduce
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeAlias

from domino_lab.core.arguments import Whole, checked
from domino_lab.core.errors import ArgumentError, DominoError, NotationError, quote
from domino_lab.core.lazy import old_name
from domino_lab.core.plain import plain
from domino_lab.core.tiles import MOST_PIPS, DominoSet, Tile, TileLike
from domino_lab.words import join_words, phrase

if TYPE_CHECKING:
    from domino_lab.chance.holdings import Array, Listing

Number: TypeAlias = "int | Array"
Truth: TypeAlias = "bool | Array"
"""Of one holding, or an array of those of many."""


class _Sign(NamedTuple):
    test: Callable[[Number, int], Truth]
    words: str
    opposite: str


_SIGNS = {"==": _Sign(operator.eq, "just", "!="), "!=": _Sign(operator.ne, "not_just", "=="),
          "<": _Sign(operator.lt, "fewer", ">="), "<=": _Sign(operator.le, "at_most", ">"),
          ">": _Sign(operator.gt, "more", "<="), ">=": _Sign(operator.ge, "at_least", "<")}

MOST_DEEP = 100
"""Each joined event asks those inside it: much deeper ones would exceed Python's stack."""


class Event:
    """A statement that is true or false for a holding; combine events with `&` (and), `|` (or) and `~` (not).

    >>> str((doubles() == 0) & ~has("6-5"))
    'no doubles, and the 6-5 is not there'
    """

    def measures(self) -> dict[Hashable, Measure]:
        """Return the measures that this event compares, by key."""
        raise NotImplementedError

    def truth(self, values: Mapping[Hashable, Number]) -> Truth:
        """Return whether the event is true for these values of its measures; arrays give an array."""
        raise NotImplementedError

    def holds(self, tiles: Sequence[Tile]) -> bool:
        """Return True if the event is true of these tiles."""
        return bool(self.truth({key: measure.of(tiles) for key, measure in self.measures().items()}))

    @property
    def key(self) -> Hashable:
        """A key that is equal for equal events; events themselves cannot be compared."""
        return self

    def __and__(self, other: Event) -> Event:
        return _join("and", self, _check_event(other))

    def __or__(self, other: Event) -> Event:
        return _join("or", self, _check_event(other))

    def __invert__(self) -> Event:
        return self.event if isinstance(self, Opposite) else Opposite(self)

    def __str__(self) -> str:
        return type(self).__name__

    def __repr__(self) -> str:
        return f"<event: {self}>"

    def __bool__(self) -> bool:
        raise ArgumentError("an event is neither true nor false by itself: join events with & and |; to ask "
                            "for a number between two others, write (doubles() > 0) & (doubles() < 3)")


@dataclass(frozen=True, repr=False)
class Condition(Event):
    """A measure compared with a number; `words` and `unlike` are special words for this and for its opposite.

    `sign` is "==", "!=", "<", "<=", ">" or ">=".
    """

    measure: Measure
    sign: str
    number: int
    words: str = ""
    unlike: str = ""

    def measures(self) -> dict[Hashable, Measure]:
        """Return the one measure."""
        return {self.measure.key: self.measure}

    @property
    def key(self) -> Hashable:
        """The measure, the sign and the number."""
        return (self.measure.key, self.sign, self.number)

    def truth(self, values: Mapping[Hashable, Number]) -> Truth:
        """Compare the value of the measure."""
        return self.test(values[self.measure.key])

    def test(self, value: Number) -> Truth:
        """Compare this value of the measure; an array gives an array."""
        return _SIGNS[self.sign].test(value, self.number)

    def __str__(self) -> str:
        return self.words or _describe(self.measure, self.sign, self.number)

    @property
    def opposite(self) -> str:
        """The opposite in words; empty if it has none of its own."""
        return self.unlike if self.words else _describe(self.measure, _SIGNS[self.sign].opposite, self.number)


@dataclass(frozen=True, repr=False)
class Joined(Event):
    """Events joined by one `word`, "and" or "or"; `depth` is the number of joined events nested in one another."""

    word: str
    parts: tuple[Event, ...]
    depth: int = 1

    @property
    def key(self) -> Hashable:
        """The word and the parts."""
        return (self.word, *[part.key for part in self.parts])

    def measures(self) -> dict[Hashable, Measure]:
        """Return the measures of all parts."""
        return {key: measure for part in self.parts for key, measure in part.measures().items()}

    def truth(self, values: Mapping[Hashable, Number]) -> Truth:
        """Return whether all parts are true, or any of them."""
        join = operator.and_ if self.word == "and" else operator.or_
        return reduce(join, (part.truth(values) for part in self.parts))

    def __str__(self) -> str:
        words = [f"({part})" if isinstance(part, Joined) and part.word != self.word else str(part)
                 for part in self.parts]
        return reduce(lambda first, second: phrase(f"chance.{self.word}", first=first, second=second), words)


@dataclass(frozen=True, repr=False)
class Opposite(Event):
    """The negation of an event."""

    event: Event

    @property
    def key(self) -> Hashable:
        """The negated key."""
        return ("not", self.event.key)

    def measures(self) -> dict[Hashable, Measure]:
        """Return the measures of the event."""
        return self.event.measures()

    def truth(self, values: Mapping[Hashable, Number]) -> Truth:
        """Return whether the event is false."""
        return self.event.truth(values) ^ True

    def __str__(self) -> str:
        opposite = self.event.opposite if isinstance(self.event, Condition) else ""
        return opposite or phrase("chance.not", event=self.event)


def _join(word: str, first: Event, second: Event) -> Event:
    """Join two events side by side, so that any number of events of one word are nested no deeper than two."""
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


def _describe(measure: Measure, sign: str, number: int) -> str:
    if (sign, number) in (("==", 0), ("<", 1), ("<=", 0)):
        return phrase("chance.none", what=measure)
    if (sign, number) in (("!=", 0), (">", 0)):
        sign, number = ">=", 1
    return phrase(f"chance.{_SIGNS[sign].words}", counted=measure.in_words(number))


def _check_event(other: object) -> Event:
    if not isinstance(other, Event):
        raise ArgumentError(f"join an event with another event, not with {quote(other)}")
    return other


Known: TypeAlias = Any
"""What is known of a measure after some tiles: mostly a number, but each measure has a form of its own."""

Settle = Callable[[Known], Known]
"""A function that reduces what is known of a measure to what can still change its value."""


_MOST_COUNTED = 1_000_000       # no holding of any set has so large a number


def _compare(measure: Measure, sign: str, number: object) -> Event:
    number = plain(number)
    if not isinstance(number, int) or isinstance(number, bool):
        raise ArgumentError(f"compare {measure} with a whole number, not with {quote(number)}")
    if abs(number) > _MOST_COUNTED:
        raise ArgumentError(f"compare {measure} with a number that a holding could have, not with {quote(number)}")
    return Condition(measure, sign, number)


class Measure:
    """A whole number that every holding has; compare it with a number to make an event.

    `key` is the name of the measure, with the value or the tile that it asks about if there is one.

    >>> from domino_lab import Tile
    >>> (doubles() >= 2).holds([Tile(1, 1), Tile(2, 2)])
    True
    """

    __array_ufunc__ = None
    """A number of numpy on the left then leaves the comparison to the measure."""
    asks_own = False
    """True if a function of your own has to be called for every holding."""
    effort = 1
    """The time it takes to add one more tile, in steps of `chance.counting.count_by_table`."""

    def __init__(self, key: Hashable, words: str = "") -> None:
        self.key = key
        self.name, self.value = key if isinstance(key, tuple) else (key, None)
        self.words = words or phrase(f"chance.{self.name}", value=self.value)

    def in_words(self, number: int) -> str:
        """Return the number with its noun, as in "1 double" or "50 pips".

        >>> suit(6).in_words(2)
        '2 tiles with a 6'
        """
        return phrase(f"chance.count_{self.name}", number=number, value=self.value)

    counted = old_name("in_words")

    def of(self, tiles: Sequence[Tile]) -> int:
        """Return the number of these tiles."""
        return self.read(reduce(self.add, tiles, self.start()))

    def start(self) -> Known:
        """Return the knowledge before any tile; `add` goes on from there."""
        return 0

    def add(self, known: Known, tile: Tile) -> Known:
        """Return the knowledge after one more tile."""
        raise NotImplementedError

    def read(self, known: Known) -> int:
        """Return the number, from the knowledge of all tiles."""
        return int(known)

    def settling(self, rest: Sequence[Tile], take: int) -> Sequence[Settle | None]:
        """Return, for 0 to `take` tiles of `rest` still to come, the function that reduces the knowledge, or None."""
        return (None,) * (take + 1)

    def over(self, listing: Listing) -> Array:
        """Return the number of every holding of a listing."""
        raise NotImplementedError

    def marks(self, tile: Tile) -> int | None:
        """Return the amount that one tile adds if it depends on that tile alone; otherwise None."""
        return None

    def count_tiles(self, tiles: Sequence[Tile]) -> tuple[Tile, ...]:
        """Return the tiles that the number counts, each as 1; none if it is no number of tiles.

        >>> [str(tile) for tile in suit(6).count_tiles([Tile(6, 6), Tile(0, 6), Tile(1, 2)])]
        ['6-6', '6-0']
        """
        return ()

    def describe(self, tiles: Sequence[Tile]) -> str:
        """Return the number of a holding in words, with the tiles that it counts; empty for a function of your own.

        >>> doubles().describe([Tile(1, 1), Tile(1, 2)])
        '1 double (1-1)'
        """
        counted, number = self.count_tiles(tiles), self.in_words(self.of(tiles))
        return f"{number} ({join_words(counted)})" if counted else number

    __eq__ = partialmethod(_compare, "==")  # type: ignore[assignment]
    __ne__ = partialmethod(_compare, "!=")  # type: ignore[assignment]
    __lt__, __le__ = partialmethod(_compare, "<"), partialmethod(_compare, "<=")
    __gt__, __ge__ = partialmethod(_compare, ">"), partialmethod(_compare, ">=")

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        return self.words

    def __repr__(self) -> str:
        return f"<{self.words}>"


class Total(Measure):
    """A sum: each tile adds its marks, whatever other tiles are held."""

    def __init__(self, key: Hashable, marks: Callable[[Tile], int], words: str = "") -> None:
        super().__init__(key, words)
        self._marks = marks

    def add(self, known: int, tile: Tile) -> int:
        """Add the marks of one more tile."""
        return known + self._marks(tile)

    def marks(self, tile: Tile) -> int:
        """Return the amount that one tile adds."""
        return int(self._marks(tile))

    def count_tiles(self, tiles: Sequence[Tile]) -> tuple[Tile, ...]:
        """Return the tiles that add to the total; pips are added up, and no number of tiles."""
        return () if self.name == "pips" else tuple(filter(self.marks, tiles))

    def describe(self, tiles: Sequence[Tile]) -> str:
        """Return the total in words, with the tiles that it counts; for one tile, whether it is there."""
        if self.name != "tile":
            return super().describe(tiles)
        return phrase("chance.has" if self.of(tiles) else "chance.lacks", tile=self.words)

    def over(self, listing: Listing) -> Array:
        """Return the totals of a listing."""
        return listing.totals([self.marks(tile) for tile in listing.tiles])


class _Suits(Measure):
    """The number of values a holding shows: known is one bit for each value."""

    def add(self, known: int, tile: Tile) -> int:
        return known | 1 << tile.low | 1 << tile.high

    def read(self, known: int) -> int:
        return known.bit_count()

    def over(self, listing: Listing) -> Array:
        import numpy as np

        return np.bitwise_count(listing.unions([self.add(0, tile) for tile in listing.tiles]))


class _LongestSuit(Measure):
    """The number of tiles with the value that most tiles show: known is a byte for each value's tiles."""

    def add(self, known: int, tile: Tile) -> int:
        return known + (1 << 8 * tile.low | 1 << 8 * tile.high)

    def read(self, known: int) -> int:
        return max(known.to_bytes(MOST_PIPS + 1, "little"))

    def count_tiles(self, tiles: Sequence[Tile]) -> tuple[Tile, ...]:
        return max((tuple(tile for tile in tiles if value in tile[:2]) for value in range(MOST_PIPS + 1)), key=len)

    def over(self, listing: Listing) -> Array:
        import numpy as np

        values = sorted({half for tile in listing.tiles for half in tile[:2]})
        return reduce(np.maximum, [listing.totals([value in tile[:2] for tile in listing.tiles]) for value in values])


class _Own(Measure):
    """A function of your own, called for every holding with a tuple of tiles; true counts as 1."""

    asks_own = True

    def __init__(self, function: Callable[[tuple[Tile, ...]], object]) -> None:
        if iscoroutinefunction(function):
            raise DominoError(phrase("chance.own_broken", error="it is an async function"))
        self.key, self.name, self.value, self.words = function, "", None, phrase("chance.own")
        self.function = function

    def describe(self, tiles: Sequence[Tile]) -> str:
        return ""

    def of(self, tiles: Iterable[Tile]) -> int:
        try:
            return int(bool(self.function(tuple(tiles))))
        except Exception as error:
            raise _own_error(error) from error

    def over(self, listing: Listing) -> Array:
        import numpy as np

        try:
            return np.fromiter(map(bool, map(self.function, listing.holdings())), bool, len(listing))
        except Exception as error:
            raise _own_error(error) from error


def _own_error(error: Exception) -> DominoError:
    return DominoError(phrase("chance.own_broken", error=f"{type(error).__name__}: {error}"))


EventLike = Annotated[
    Event | Callable[[tuple[Tile, ...]], object],
    "a measure compared with a number, as in dl.chance.doubles() == 0, or a function of tiles"]
"""An event, or a function of a tuple of tiles that says if it is true of them."""


@checked
def doubles() -> Measure:
    """Return the measure that counts the doubles of a holding.

    >>> (dl.chance.doubles() == 1).holds([dl.Tile(1, 1), dl.Tile(1, 2)])
    True
    """
    return Total("doubles", lambda tile: tile[0] == tile[1])


@checked
def pips() -> Measure:
    """Return the measure that adds the pips of all tiles of a holding.

    >>> (dl.chance.pips() > 20).holds([dl.Tile(5, 6), dl.Tile(4, 6)])
    True
    """
    return Total("pips", lambda tile: tile[0] + tile[1])


@checked
def suit(value: Annotated[int, Whole(0, MOST_PIPS)]) -> Measure:
    """Return the measure that counts the tiles with `value`; a double counts once.

    Raises NotationError for a number that is not a value of any set.

    >>> dl.chance.suit(6).of([dl.Tile(6, 6), dl.Tile(0, 6), dl.Tile(1, 2)])
    2
    """
    return Total(("suit", value), lambda tile: value in tile[:2])


@checked
def suits() -> Measure:
    """Return the measure that counts the different values of a holding, 1 to 7 in a double-six set.

    >>> dl.chance.suits().of([dl.Tile(6, 6), dl.Tile(0, 6)])
    2
    """
    return _Suits("suits")


@checked
def longest_suit() -> Measure:
    """Return the measure that counts the tiles of the longest suit: those with the value that most tiles show.

    >>> dl.chance.longest_suit().of([dl.Tile(0, 1), dl.Tile(1, 2), dl.Tile(1, 1)])
    3
    """
    return _LongestSuit("longest_suit")


@checked
def has(*names: TileLike) -> Event:
    """Return the event that a holding has all of these tiles; in a doubled set, one copy of each is enough.

    Raises NotationError for a word that is not a tile, and TypeError if no tile is named.

    >>> dl.chance.has("6-6", "5-5").holds([dl.Tile(5, 5), dl.Tile(1, 2)])
    False
    """
    if not names:
        raise ArgumentError('name at least one tile, as in has("6-6")')
    return reduce(Event.__and__, [_has_one(Tile.of(name)) for name in names])


def _has_one(tile: Tile) -> Event:
    measure = Total(("tile", tile[:2]), lambda other: other[:2] == tile[:2], str(tile))
    return Condition(measure, ">=", 1, phrase("chance.has", tile=tile), phrase("chance.lacks", tile=tile))


def check_in(event: Event, of: DominoSet) -> None:
    """Raise NotationError if a set lacks a tile or a value that an event names: another set was meant."""
    for measure in event.measures().values():
        if measure.name == "tile" and measure.value not in {tile[:2] for tile in of.tiles}:
            raise NotationError(phrase("chance.no_such_tile", tile=measure, set=of.name))
        if measure.name == "suit" and not any(map(measure.marks, of.tiles)):
            raise NotationError(phrase("chance.no_such_value", value=measure.value, set=of.name))


def as_event(asked: Event | Callable[[tuple[Tile, ...]], object]) -> Event:
    """Return an event as it is, and a function of your own as the event that it returns True."""
    if isinstance(asked, Event):
        return asked
    if isinstance(asked, Measure) or not callable(asked):
        raise ArgumentError(f"{quote(asked)} is not an event: compare it with a number, as in doubles() == 0, or give "
                            "a function")
    measure = _Own(asked)
    return Condition(measure, "==", 1, measure.words)


def python_of(event: Event) -> str:
    """Return the Python source of this event; empty if it contains a function of your own."""
    if isinstance(event, Condition):
        measure = event.measure
        if measure.asks_own:
            return ""
        if measure.name == "tile":
            return f'dl.chance.has("{measure}")'
        value = "" if measure.value is None else measure.value
        return f"dl.chance.{measure.name}({value}) {event.sign} {event.number}"
    if isinstance(event, Joined):
        parts = [python_of(part) for part in event.parts]
        return (" & " if event.word == "and" else " | ").join(map(_in_brackets, parts)) if all(parts) else ""
    inner = python_of(event.event) if isinstance(event, Opposite) else ""
    return f"~{_in_brackets(inner)}" if inner else ""


def _in_brackets(source: str) -> str:
    return f"({source})" if " " in source else source
