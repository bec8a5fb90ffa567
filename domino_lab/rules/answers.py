"""Answers of a reader's own rule: what each method may return, and the message for anything else.

An impossible answer is refused at once, with the name of the method, instead of stopping a game later on.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from contextvars import ContextVar
from functools import partial
from inspect import signature
from itertools import islice, zip_longest
from statistics import median
from time import perf_counter
from typing import SupportsIndex, SupportsInt
from weakref import WeakKeyDictionary

from domino_lab.core.chain import Chain, OpenEnd
from domino_lab.core.errors import DominoError, RulesetError, quote
from domino_lab.core.plain import MOST_LISTED, list_items, yes_or_no
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.rules.group import Group
from domino_lab.rules.hooks import Ending, Leading, Scoring, Settling, arguments_of
from domino_lab.rules.leading import Deck, Lead, Standing
from domino_lab.rules.scoring import Count, Term
from domino_lab.rules.settling import Final, Settlement
from domino_lab.rules.turns import Loot, Spoils

_MOST = 1_000_000
"""The largest number that a rule may give."""

_COLLECTIONS = (list, tuple, set, frozenset, dict)
"""Collections that mean no if they are empty. Tiles and rulings are tuples too, but always mean yes."""


class _UnfitError(Exception):
    """An answer is not what was expected; the text says what was."""


def _whole(answer: object, *, least: int = 0, most: int = _MOST, what: str = "", also: str = "") -> int:
    """Return a whole number; the refusal says `what` it is, and `also` what else there may be."""
    number = _number(answer)
    if number is None or not least <= number <= most:
        raise _UnfitError((what or f"a whole number from {least:,} to {most:,}") + also)
    return number


def _number(answer: object) -> int | None:
    """Return a whole number, also for one that is written with a point, as 27.0 of a division; None for another."""
    if type(answer) is int:  # The usual one is found at once: to ask a protocol takes a hundred times as long.
        return answer
    with suppress(TypeError, ValueError, OverflowError):
        if isinstance(answer, SupportsIndex):
            return operator.index(answer)
        if isinstance(answer, SupportsInt) and not isinstance(answer, str) and int(answer) == answer:
            return int(answer)
    return None


def _truth(answer: object, *_given: object, **_named: object) -> bool:
    """Return yes or no; None is no, as of a method that ends without a `return`."""
    if answer is None or type(answer) in _COLLECTIONS or yes_or_no(answer) is not None:
        return bool(answer)
    if isinstance(answer, SupportsIndex):
        with suppress(TypeError):
            return bool(operator.index(answer))
    raise _UnfitError("True or False")


def _points(answer: object, *_given: object, **_named: object) -> int:
    return _whole(answer)


def _seat(answer: object, seats: int, what: str = "seat", also: str = "") -> int:
    return _whole(answer, most=seats - 1, what=f"a {what}: the {what}s are 0 to {seats - 1}", also=also)


def _leader(answer: object, own: Leading, deck: Deck) -> int | Tile | None:
    if answer is None or isinstance(answer, Tile):
        return answer
    return _seat(answer, len(deck.names), also="; or a tile, whose holder leads; or None for a new deal")


def _find(answer: object, own: Leading, deck: Deck, standing: Standing, next_seat: object) -> Lead | None:
    if answer is None:
        return None
    if not isinstance(answer, Lead):
        raise _UnfitError("a Lead(seat, must, ruling), or None for a new deal")
    seat = _seat(answer.seat, len(deck.names))
    must = answer.must
    if must is not None and not (isinstance(must, Tile) and must[:2] in [tile[:2] for tile in deck.holdings[seat]]):
        raise _UnfitError("a Lead whose tile is None or held by the player who leads")
    seeks, tiles, what = _truth(answer.seeks), {*deck.holdings[seat]}, "a Lead whose `among` has a tile of the leader"
    named = _all_of(answer.among, what)
    among = tuple([tile for tile in named if isinstance(tile, Tile)])
    if len(among) < len(named) or (among and not seeks and tiles.isdisjoint(among)):
        raise _UnfitError(what)
    if answer.may_leave and not deck.pairs:
        raise _UnfitError("a Lead without `may_leave`: only partners can leave the lead to each other")
    return Lead(seat, must, _ruling(answer.ruling, own), seeks, among, _truth(answer.may_leave))


MOST_REASONS = 100
"""So many rulings may be behind one, however they lie in each other."""


def _ruling(answer: object, own: Group) -> Ruling:
    with suppress(LookupError, AttributeError, TypeError):
        parts = list(islice(_tree(answer), MOST_REASONS + 1)) if isinstance(answer, Ruling) else []
        if isinstance(answer, Ruling) and len(parts) <= MOST_REASONS and all(part.template for part in parts):
            return _in_own_words(answer, {clause: clause for clause in own.clauses.values()})
    raise _UnfitError("a ruling whose clause and sentence exist, as in Ruling.of(self.clauses, axis, case, facts)")


def _tree(ruling: Ruling) -> Iterator[Ruling]:
    """Yield a ruling and all behind it; raises TypeError for reasons that are not in a tuple: others may never end."""
    if type(ruling.because) is not tuple:
        raise TypeError
    yield ruling
    for part in ruling.because:
        yield from _tree(part)


def _in_own_words(ruling: Ruling, clauses: Mapping[str, str]) -> Ruling:
    """Return a ruling with the sentences of the rule that made it, if it goes by its clause."""
    because = tuple(_in_own_words(part, clauses) for part in ruling.because)
    return ruling._replace(clause=clauses.get(ruling.clause, ruling.clause), because=because)


def _spins(answer: object, own: Group, tile: Tile, chain: Chain) -> bool:
    return _truth(answer) and tile.is_double


def _open_ends(answer: object, own: Group, chain: Chain) -> tuple[OpenEnd, ...]:
    ends = _all_of(answer, "a list of ends from chain.ends")
    if not all(end in chain.ends for end in ends):
        raise _UnfitError("a list of ends from chain.ends")
    return tuple(end for end in chain.ends if end in ends)


def _all_of(answer: object, expected: str) -> list[object]:
    """Return the items of a list; a generator is used up here, so that an error it raises is the method's."""
    if isinstance(answer, str) or not isinstance(answer, Iterable):
        raise _UnfitError(expected)
    items = list_items(answer)
    if items is None:
        raise _UnfitError(f"{expected}, at most {MOST_LISTED:,} of them")
    return items


def _outs(answer: object, own: Group, tile: Tile, value: int) -> tuple[int, ...]:
    expected = "a list of the values that face outward, each of them a value of the tile"
    values = _all_of(answer, expected)
    whole = [number for each in values if (number := _number(each)) in tile[:2] and number is not None]
    if len(whole) < len(values):
        raise _UnfitError(expected)
    return tuple(sorted(set(whole)))


def _may(answer: object, own: Group, able: object, stock: int, *_given: object, **_named: object) -> bool:
    return _truth(answer) and stock > 0


def _goes_on(answer: object, own: Ending, drawable: object) -> bool:
    """Return yes or no; if nobody could draw or play any more, the hand would never end."""
    return bool(_truth(answer) and drawable) or own.block == "row-cycle"


def _count(answer: object, own: Scoring, chain: Chain) -> Count | None:
    if answer is None:
        return None
    if not isinstance(answer, Count):
        total = _whole(answer, also=", or a Count")
        return Count((), total, Ruling.of(own.clauses, "double_weights", "count", {"terms": ()}), ())
    spoken, unspoken = (_terms(these) for these in (answer.terms, answer.silent))
    return Count(spoken, _whole(answer.total), _ruling(answer.ruling, own), unspoken)


def _terms(answer: object) -> tuple[Term, ...]:
    terms = _all_of(answer, "a Count of Term objects")
    if not all(isinstance(term, Term) for term in terms):
        raise _UnfitError("a Count of Term objects")
    return tuple([term._replace(case="counts") for term in terms if isinstance(term, Term)])


def _settle(answer: object, own: Settling, final: Final) -> Settlement:
    if not isinstance(answer, Settlement):
        raise _UnfitError("a Settlement(winner, seat, award, ruling)")
    winner = None if answer.winner is None else _seat(answer.winner, max(final.sides) + 1, "side")
    seat = None if answer.seat is None else _seat(answer.seat, len(final.names))
    if seat is not None and winner != final.sides[seat]:
        raise _UnfitError("a Settlement whose seat is on the winning side")
    if not answer.shares:
        return Settlement(winner, seat, _whole(answer.award, least=-_MOST), _ruling(answer.ruling, own))
    shares = _all_of(answer.shares, "a Settlement whose shares are points, one number for each side")
    if len(shares) != max(final.sides) + 1:
        raise _UnfitError("a Settlement whose shares are points, one number for each side")
    points = tuple([_whole(share, least=-_MOST) for share in shares])
    return Settlement(winner, seat, 0 if winner is None else points[winner], _ruling(answer.ruling, own), points)


def _award(answer: object, own: Group, final: Final, seat: int) -> int | dict[int, int]:
    """Return the points of the winner's side, or those of several sides by number; a side may lose points."""
    points = partial(_whole, least=-_MOST, also=", or points by side, such as {0: 10, 1: 5}")
    if not isinstance(answer, Mapping):
        return points(answer)
    _all_of(answer, "points by side, such as {0: 10, 1: 5}")
    return {_seat(side, max(final.sides) + 1, "side"): points(given) for side, given in answer.items()}


def _loot(answer: object, own: Group, spoils: Spoils | None, tile: Tile) -> Loot:
    expected = "a Loot(credit, loss), two whole numbers"
    pair = _all_of(answer, expected)
    if len(pair) != 2:
        raise _UnfitError(expected)
    return Loot(*map(_whole, pair))


def _choices(answer: object, own: Group, chain: Chain, ends: Sequence[OpenEnd],
             holding: Sequence[Tile]) -> list[tuple[Tile, int]]:
    expected = "a list of pairs: a tile from the holding, and the number of the played tile that it goes on"
    pairs = [_all_of(pair, expected) for pair in _all_of(answer, expected)]
    if not all(len(pair) == 2 and pair[0] in holding for pair in pairs):
        raise _UnfitError(expected)
    return sorted({(holding[list(holding).index(tile)], _seat(on, len(chain.laid), "laid tile"))
                   for tile, on in pairs if isinstance(tile, Tile)})


READ: Mapping[tuple[str, str], Callable[..., object]] = {
    ("equipment", "weight"): _points, ("dealing", "each"): lambda answer, own, *given: _whole(answer, least=1),
    ("dealing", "next_seat"): lambda answer, own, seat, seats: _seat(answer, seats),
    ("turns", "next_turn"): lambda answer, own, chain, seat, seats: None if answer is None else _seat(
        answer, seats, also="; or None for the next player"),
    ("leading", "leader"): _leader, ("leading", "find"): _find,
    ("arms", "spins"): _spins, ("arms", "open_ends"): _open_ends, ("matching", "outs"): _outs,
    ("drawing", "may"): _may, ("ending", "goes_on"): _goes_on, ("scoring", "points"): _points,
    ("scoring", "counts"): _points, ("scoring", "count"): _count, ("scoring", "worth"): _points,
    ("settling", "award"): _award, ("settling", "settle"): _settle,
    ("settling", "winner"): lambda answer, own, final: None if answer is None else _seat(answer, len(final.names)),
    ("winning", "winner"): lambda answer, own, scores, *given, **named: (
        None if answer is None else _seat(answer, len(scores), "side")),
    ("stacking", "loot"): _loot, ("stacking", "choices"): _choices,
    **dict.fromkeys((("matching", "meets"), ("matching", "fits"), ("ending", "over"), ("winning", "reached"),
                     ("stacking", "may_now"), ("turns", "goes_on")), _truth),
}
"""By group and method: the function that turns an answer into one that the rules can use, or refuses it.

It gets the answer, the rule that gave it, and what the method was given.
"""


def check_answers(own: Group, group: str, hook: str) -> Callable[..., object]:
    """Return a method of a reader's own rule with a check of every answer.

    The check raises RulesetError with the call, its answer and the expected value; an error in the method becomes the
    cause.
    """
    method, read, name = getattr(own, hook), READ[group, hook], type(own).__name__
    times, most = _times_of(method), _NEED_NOT_ASK.get(hook) and most_arguments(method, _NEED_NOT_ASK[hook])

    def ask(*given: object, **named: object) -> object:
        given = given[:most]
        try:
            began = perf_counter()
            answered = method(*given, **named)
            if len(times) < _TIMED:
                times.append(perf_counter() - began)
            answer = read(answered, own, *given, **named)
            notes = NOTES.get()
            if notes is not None:
                notes.note(group, f"{name}.{_call(group, hook, given, most)}", (given, named), answer)
            return answer
        except DominoError:
            raise
        except _UnfitError as error:
            call = f"{name}.{_call(group, hook, given, most)}"
            raise RulesetError(f"{call} returned {quote(answered)}: it must return {error}") from None
        except Exception as error:
            raise failure(f"{name}.{_call(group, hook, given, most)}", error) from error

    return ask


_NEED_NOT_ASK = {"each": 2, "points": 1, "worth": 1}
"""The methods that need not ask for all that they can be given, with the number of arguments that each needs."""


def most_arguments(method: Callable[..., object], least: int) -> int:
    """Return how many arguments with names of their own a method takes by position; `least` if nobody knows.

    A rule on the size of a holding need not ask for the number of the hand, nor one on points for the hand so far.
    """
    try:
        taken = signature(method).parameters.values()
    except (TypeError, ValueError):
        return least
    return max(least, sum(each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD) for each in taken))


_TIMED = 25
"""How many calls of a method are timed: the rules ask it as often when they are declared."""

_TIMES: WeakKeyDictionary[object, list[float]] = WeakKeyDictionary()
"""The seconds that the first calls of each method took."""


def _times_of(method: object) -> list[float]:
    function = getattr(method, "__func__", method)
    try:
        return _TIMES.setdefault(function, [])
    except TypeError:  # a callable object that cannot be looked up is not timed for long
        return []


def median_seconds(method: object) -> float:
    """Return the seconds that a call of a method takes, if it has been called already; otherwise 0."""
    return median(_times_of(method) or [0])


def failure(call: str, error: Exception) -> RulesetError:
    """Return the refusal of a method that raises an error: the call, with the error in one line."""
    text = " ".join(str(error).split())
    return RulesetError(f"{call} does not work: {type(error).__name__}: "
                        + (text if len(text) <= 200 else f"{text[:197]}..."))


def _call(group: str, hook: str, given: Sequence[object], most: int | None = None) -> str:
    """Return a call of a method that takes `most` arguments, with the numbers and tiles that it was given."""
    names = arguments_of(group, hook)[:most]
    values = [argument.tile if isinstance(argument, Term) else argument for argument in given]
    arguments = [str(value) if isinstance(value, (int, Tile)) else name for name, value in zip_longest(names, values)]
    return f"{hook}({', '.join(arguments[:len(names)])})"


# --- the same answer to the same question


_AS_THEY_ARE = (Chain, Tile, int, str, type(None))
"""What most questions are made of; nothing in it has to be replaced."""

_LOTS = range(3)
"""The draws of lots that tell two decks with the same holdings from each other."""


class Notes:
    """While it is open, every answer of an object is noted; it may be opened again, to ask the same things once more.

    `changed` is the first call with two different answers: the group, the call as it is written, and the two answers.
    """

    def __init__(self) -> None:
        self.changed: tuple[str, str, object, object] | None = None
        self._answers: dict[object, object] = {}

    def __enter__(self) -> None:
        self._outer = NOTES.get()
        NOTES.set(self)

    def __exit__(self, *_error: object) -> None:
        NOTES.set(self._outer)

    def note(self, group: str, call: str, asked: object, answer: object) -> None:
        """Note the answer of an object of `group` to a `call` with the arguments `asked`."""
        if self.changed is not None:
            return
        with suppress(Exception):  # a reader's own values may be such that nobody can compare them
            before = self._answers.setdefault((group, call.partition("(")[0], plain(asked)), answer)
            if before is not answer and plain(before) != plain(answer):
                self.changed = group, call, before, answer


NOTES: ContextVar[Notes | None] = ContextVar("notes", default=None)
"""The notes that are open, if there are any."""


def plain(value: object) -> object:
    """Return a value in a form that can be looked up, without the functions in it."""
    if isinstance(value, _AS_THEY_ARE):
        return value
    if isinstance(value, Deck):
        lots = [tuple(value.lots(draw)) for draw in _LOTS] if value.lots is not None else []
        return (*map(plain, value[:2]), *lots)
    if isinstance(value, (tuple, list)):
        return tuple([None if callable(part) else plain(part) for part in value])
    if isinstance(value, Mapping):
        return frozenset((key, plain(item)) for key, item in value.items())
    return value
