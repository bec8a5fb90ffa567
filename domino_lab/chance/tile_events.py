"""Events about one tile: the tiles of a set that are in an event, their share, and what two events have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from typing import Annotated, NamedTuple

from domino_lab.chance.holding_events import Event, check_in
from domino_lab.core.errors import NotationError, quote
from domino_lab.core.tiles import DominoSet, Tile, tiles
from domino_lab.words import language, phrase


class TileEvent(NamedTuple):
    """An event about one tile of a set: its name in words, and the tiles that are in it.

    >>> read_tile_event("a double", DominoSet.of(6)).tiles == {Tile(pip, pip) for pip in range(7)}
    True
    """

    words: str
    tiles: frozenset[Tile]


TileEventLike = Annotated[
    TileEvent | str | Event | Sequence[str | Tile] | Callable[[Tile], object],
    'an event such as "a double", tiles such as "6-5 4-4", a measure compared with a number, as in '
    "dl.chance.pips() == 7, or a function of one tile"]
"""What names the tiles of an event."""


def read_tile_event(what: object, of: DominoSet) -> TileEvent:
    """Return the event that `what` means in a set; raises NotationError for one that names a tile it does not have."""
    if isinstance(what, str) and (event := _by_name(of, language()).get(" ".join(what.split()).casefold())):
        return event
    words = ""
    if isinstance(what, TileEvent):
        words, inside = what.words, what.tiles
    elif isinstance(what, Event):
        check_in(what, of)
        words, inside = str(what), frozenset(tile for tile in of.tiles if what.holds((tile,)))
    elif callable(what):
        words, inside = phrase("tile_events.own_test"), _tiles_of_test(what, of)
    else:
        inside = _tiles_of_list(what, of)
    for tile in inside:
        if tile not in of.tiles:
            raise NotationError(phrase("chance.no_such_tile", tile=tile, set=of.name))
    return name_event(inside, of, words)


def name_event(inside: frozenset[Tile], of: DominoSet, words: str = "") -> TileEvent:
    """Return the event of these tiles by its usual name, if it has one; else by these words, or as tiles of one's own.

    >>> name_event(frozenset({Tile(6, 6)}), DominoSet.of(6)).words
    'a tile with 12 pips'
    """
    return events_by_tiles(of).get(inside) or TileEvent(words or phrase("tile_events.own_tiles"), inside)


def events_by_tiles(of: DominoSet) -> Mapping[frozenset[Tile], TileEvent]:
    """Return every event of a set that has a usual name, by its tiles.

    >>> len(events_by_tiles(DominoSet.of(6))[frozenset()].tiles)
    0
    """
    return _by_tiles(of, language())


def ready_events(of: DominoSet) -> tuple[TileEvent, ...]:
    """Return a few events to choose from.

    >>> [event.words for event in ready_events(DominoSet.of(6))][:3]
    ['a double', 'a tile with a blank', 'a tile with a 5']
    """
    most = of.max_pip
    names = [phrase("tile_events.double"), phrase("tile_events.blank"), _words("suit", most - 1),
             _words("pips", most + 1), _words("fits", most - 1, most - 3), _words("more", most),
             phrase("tile_events.even")]
    return tuple(event for name in names if (event := _by_name(of, language()).get(name.casefold())) and event.tiles)


def share(count: int, whole: int) -> str:
    """Return a count out of so many as a fraction, reduced if it can be, as a decimal and as percent.

    >>> share(7, 28), share(5, 28)
    ('7/28 = 1/4 = 0.25 = 25 %', '5/28 ≈ 0.179 ≈ 17.9 %')
    """
    chance = Fraction(count, whole)
    sign = "=" if (1000 * chance).denominator == 1 else "≈"
    reduced = f" = {chance}" if str(chance) != f"{count}/{whole}" and chance.denominator > 1 else ""
    decimal = f"{float(chance):.3f}".rstrip("0").rstrip(".")
    return f"{count}/{whole}{reduced} {sign} {decimal} {sign} {percent(chance)}"


def percent(chance: Fraction) -> str:
    """Return a chance in percent, with one decimal place at most.

    >>> percent(Fraction(1, 4)), percent(Fraction(1, 18))
    ('25 %', '5.6 %')
    """
    return phrase("chancelab.percent", number=f"{float(100 * chance):.1f}".removesuffix(".0"))


def overlap(first: frozenset[Tile], second: frozenset[Tile], whole: int) -> dict[str, int]:
    """Return how many of so many tiles are in each of two events, in both, in either, in neither, and so on.

    >>> five, double = (read_tile_event(name, DominoSet.of(6)).tiles for name in ("a tile with a 5", "a double"))
    >>> counts = overlap(five, double, 28)
    >>> counts["both"], counts["either"], counts["neither"]
    (1, 13, 15)
    """
    either = len(first | second)
    return {"all": whole, "a": len(first), "b": len(second), "both": len(first & second), "either": either,
            "only_a": len(first - second), "only_b": len(second - first), "neither": whole - either,
            "not_a": whole - len(first), "not_b": whole - len(second)}


# --- names

def _words(kind: str, *numbers: int) -> str:
    """The name of an event with these numbers in it; empty if a set cannot have them."""
    if min(numbers) < 0:
        return ""
    return phrase(f"tile_events.{kind}", first=numbers[0], last=numbers[-1])


def _events(of: DominoSet) -> Iterator[TileEvent]:
    def event(words: str, inside: Iterable[Tile]) -> TileEvent:
        return TileEvent(words, frozenset(inside))

    every, values = of.tiles, range(of.max_pip + 1)
    yield event(phrase("tile_events.double"), (tile for tile in every if tile.is_double))
    yield event(phrase("tile_events.blank"), (tile for tile in every if 0 in tile[:2]))
    for value in values:
        yield event(_words("suit", value), (tile for tile in every if value in tile[:2]))
    for pips in range(2 * of.max_pip + 1):
        yield event(_words("pips", pips), (tile for tile in every if tile.weight == pips))
    for first, last in permutations(reversed(values), 2):
        yield event(_words("fits", first, last), (tile for tile in every if {first, last} & {*tile[:2]}))
    for pips in range(2 * of.max_pip):
        yield event(_words("more", pips), (tile for tile in every if tile.weight > pips))
    yield event(phrase("tile_events.even"), (tile for tile in every if tile.weight % 2 == 0))
    yield event(phrase("tile_events.odd"), (tile for tile in every if tile.weight % 2 == 1))
    yield event(phrase("tile_events.every"), every)
    yield event(phrase("tile_events.no_tile"), ())


@lru_cache(maxsize=32)
def _by_name(of: DominoSet, _language: str) -> dict[str, TileEvent]:
    return {event.words.casefold(): event for event in _events(of)}


@lru_cache(maxsize=32)
def _by_tiles(of: DominoSet, _language: str) -> dict[frozenset[Tile], TileEvent]:
    """The events by their tiles, each by the first of its names."""
    by_tiles: dict[frozenset[Tile], TileEvent] = {}
    for event in _events(of):
        if event.tiles or event.words == phrase("tile_events.no_tile"):
            by_tiles.setdefault(event.tiles, event)
    return by_tiles


def _tiles_of_list(what: object, of: DominoSet) -> frozenset[Tile]:
    try:
        listed = tiles(what) if isinstance(what, str) else tuple(map(Tile.of, what))  # type: ignore[call-overload]
    except (NotationError, TypeError):
        ready = [f'"{event.words}"' for event in ready_events(of)]
        raise NotationError(phrase("tile_events.unknown", given=quote(what), ready=ready)) from None
    for tile in listed:
        if tile[:2] not in {other[:2] for other in of.tiles}:
            raise NotationError(phrase("chance.no_such_tile", tile=tile, set=of.name))
    pairs = {tile[:2] for tile in listed}
    return frozenset(tile for tile in of.tiles if tile[:2] in pairs)


def _tiles_of_test(test: Callable[[Tile], object], of: DominoSet) -> frozenset[Tile]:
    try:
        return frozenset(tile for tile in of.tiles if test(tile))
    except Exception as error:
        raise NotationError(phrase("tile_events.broken", error=f"{type(error).__name__}: {error}")) from error
