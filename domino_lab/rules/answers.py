"""Answers of a reader's own rule: what each method may return, and the message for anything else.

An impossible answer is refused at once, with the name of the method, instead of stopping a game later on.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from contextvars import ContextVar
from inspect import signature
from itertools import islice, product, zip_longest
from statistics import median
from time import perf_counter
from typing import SupportsIndex, SupportsInt, TypeVar
from weakref import WeakKeyDictionary

from domino_lab.core.chain import Chain, OpenEnd
from domino_lab.core.errors import DominoError, RulesetError, quote
from domino_lab.core.plain import MOST_LISTED, list_items, yes_or_no
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.rules.group import Group
from domino_lab.rules.hooks import Leading, Scoring, Settling, arguments_of
from domino_lab.rules.leading import Deck, Lead, Standing
from domino_lab.rules.scoring import Count, Term
from domino_lab.rules.settling import Final, Settlement
from domino_lab.rules.turns import Loot

_Kind = TypeVar("_Kind")

_MOST = 1_000_000
"""The largest number that a rule may give."""

_COLLECTIONS = (list, tuple, set, frozenset, dict)
"""Collections that mean no if they are empty. Tiles and rulings are tuples too, but always mean yes."""


class _UnfitError(Exception):
    """An answer is not what was expected; the text, if there is one, says more about that."""


def _fit(fits: object, more: str = "") -> None:
    if not fits:
        raise _UnfitError(more)


def _as(kind: type[_Kind], answer: object) -> _Kind:
    if not isinstance(answer, kind):
        raise _UnfitError
    return answer


def _items(answer: object) -> list[object]:
    """Return the items of a list; a generator is used up here, so that an error it raises is the method's."""
    _fit(isinstance(answer, Iterable) and not isinstance(answer, str))
    items = list_items(answer)  # type: ignore[arg-type]
    if items is None:
        raise _UnfitError(f"at most {MOST_LISTED:,} of them")
    return items


def _whole(answer: object, least: int = 0, most: int = _MOST) -> int:
    number = _number(answer)
    if number is None or not least <= number <= most:
        raise _UnfitError
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


def _truth(answer: object) -> bool:
    """Return yes or no; None is no, as of a method that ends without a `return`."""
    if answer is None or type(answer) in _COLLECTIONS or yes_or_no(answer) is not None:
        return bool(answer)
    return bool(operator.index(answer))  # type: ignore[arg-type]


def _seat(answer: object, seats: int, what: str = "seat") -> int:
    number = _number(answer)
    if number is None or not 0 <= number < seats:
        raise _UnfitError(f"the {what}s are 0 to {seats - 1}")
    return number


def _seat_or_none(answer: object, seats: int, what: str = "seat") -> int | None:
    return None if answer is None else _seat(answer, seats, what)


def _find(answer: object, own: Leading, deck: Deck, standing: Standing,
          next_seat: Callable[[int], int]) -> Lead | None:
    if answer is None:
        return None
    lead = _as(Lead, answer)
    seat, seeks = _seat(lead.seat, len(deck.names)), _truth(lead.seeks)
    _fit(not seeks or deck.boneyard > 0, "with `seeks` a tile is drawn, and every tile is dealt")
    among, held = tuple([_as(Tile, tile) for tile in _items(lead.among)]), deck.holdings[seat]
    _fit(lead.must is None or _as(Tile, lead.must)[:2] in [tile[:2] for tile in held], "the leader must hold this tile")
    _fit(not among or seeks or not {*held}.isdisjoint(among), "the leader must hold one of `among`")
    _fit(not lead.may_leave or deck.pairs, "only partners may leave the lead to each other")
    told = Lead(seat, lead.must, _ruling(lead.ruling, own), seeks, among, _truth(lead.may_leave))
    return own.cite(told, deck, standing, next_seat)


_MOST_REASONS = 100
"""So many rulings may be behind one, however they lie in each other."""


def _ruling(answer: object, own: Group) -> Ruling:
    with suppress(LookupError, AttributeError, TypeError, ValueError, _UnfitError):
        ruling = _as(Ruling, answer)
        parts = list(islice(_tree(ruling), _MOST_REASONS + 1))
        if len(parts) <= _MOST_REASONS and all(part.template and part.text for part in parts):
            return _in_own_words(ruling, {clause: clause for clause in own.clauses.values()})
    raise _UnfitError("its ruling must have a clause and a sentence that exist, and the facts of that sentence, as in "
                      "dl.rules.Ruling.of(self.clauses, axis, case, facts)")


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


def _open_ends(answer: object, chain: Chain) -> tuple[OpenEnd, ...]:
    ends = _items(answer)
    _fit(all(end in chain.ends for end in ends))
    return tuple([end for end in chain.ends if end in ends])


def _count(answer: object, own: Scoring) -> Count | None:
    if answer is None:
        return None
    if not isinstance(answer, Count):
        return Count((), _whole(answer), Ruling.of(own.clauses, "double_weights", "count", {"terms": ()}), ())
    spoken, unspoken = (tuple([_as(Term, term)._replace(case="counts") for term in _items(terms)])
                        for terms in (answer.terms, answer.silent))
    return Count(spoken, _whole(answer.total), _ruling(answer.ruling, own), unspoken)


def _settle(answer: object, own: Settling, final: Final) -> Settlement:
    settled, sides = _as(Settlement, answer), max(final.sides) + 1
    winner, seat = _seat_or_none(settled.winner, sides, "side"), _seat_or_none(settled.seat, len(final.names))
    _fit(seat is None or winner == final.sides[seat], "its seat must be on the winning side")
    award = _whole(settled.award, -_MOST) if not settled.shares else 0
    given: object = settled.shares
    if isinstance(given, Mapping) and given:
        points = _by_side(given, final)
        given = [points.get(side, 0) for side in range(sides)]
    shares = tuple([_whole(share, -_MOST) for share in _items(given)])
    _fit(len(shares) in (0, sides), "its shares must be points, one number for each side")
    award = shares[winner] if shares and winner is not None else award
    told = Settlement(winner, seat, award, _ruling(settled.ruling, own), shares)
    return own.told_anew(final, told, settled.ruling)


def _award(answer: object, final: Final) -> int | dict[int, int]:
    if not isinstance(answer, Mapping):
        return _whole(answer, -_MOST)
    return _by_side(answer, final)


def _by_side(answer: Mapping[object, object], final: Final) -> dict[int, int]:
    sides = max(final.sides) + 1
    _items(answer)
    return {_seat(side, sides, "side"): _whole(given, -_MOST) for side, given in answer.items()}


def _choices(answer: object, chain: Chain, holding: Sequence[Tile]) -> list[tuple[Tile, int]]:
    return sorted({(holding[holding.index(_as(Tile, tile))], _seat(on, len(chain.laid), "laid tile"))
                   for tile, on in map(_items, _items(answer))})


def _outs(answer: object, tile: Tile) -> tuple[int, ...]:
    values = [_number(each) for each in _items(answer)]
    _fit(all(value in tile[:2] for value in values))
    return tuple(sorted({value for value in values if value is not None}))


_POINTS = (lambda answer, own, *given: _whole(answer)), f"a whole number from 0 to {_MOST:,}"
_YES_OR_NO = (lambda answer, own, *given, **named: _truth(answer)), "True or False"

READ: Mapping[tuple[str, str], tuple[Callable[..., object], str]] = {
    **dict.fromkeys((("equipment", "weight"), ("dealing", "bonus"),
                     *product(["scoring"], ("points", "counts"))), _POINTS),
    ("scoring", "worth"): (lambda answer, own, *given: _whole(answer, -_MOST),
                           f"a whole number of points, at most {_MOST:,}, or below 0 for points that are lost"),
    **dict.fromkeys((("matching", "meets"), ("matching", "fits"), ("ending", "over"), ("winning", "reached"),
                     ("stacking", "may_now"), ("turns", "goes_on"),
                     ("turns", "may_pass")), _YES_OR_NO),
    ("arms", "spins"): (lambda answer, own, tile, chain: _truth(answer) and tile.is_double, "True or False"),
    ("drawing", "may"): (lambda answer, own, able, stock, *given, **named: _truth(answer) and stock > 0,
                         "True or False"),
    # If nobody could draw or play any more, the hand would never end.
    ("ending", "goes_on"): (lambda answer, own, drawable: bool(_truth(answer) and drawable) or own.block == "row-cycle",
                            "True or False"),
    ("dealing", "each"): (lambda answer, own, *given: _whole(answer, 1), f"a whole number from 1 to {_MOST:,}"),
    ("dealing", "next_seat"): (lambda answer, own, seat, seats: _seat(answer, seats), "a seat"),
    ("turns", "next_turn"): (lambda answer, own, chain, seat, seats, *given: _seat_or_none(answer, seats),
                             "a seat, or None for the next player"),
    ("leading", "leader"): (
        lambda answer, own, deck: answer if isinstance(answer, Tile) else _seat_or_none(answer, len(deck.names)),
        "a seat, a tile, whose holder leads, or None for a new deal"),
    ("leading", "find"): (lambda answer, own, *given: _find(answer, own, *given),
                          "a Lead(seat, must, ruling), or None for a new deal"),
    ("arms", "allows"): _YES_OR_NO,
    ("arms", "open_ends"): (lambda answer, own, chain: _open_ends(answer, chain), "a list of ends from chain.ends"),
    ("matching", "outs"): (lambda answer, own, tile, value: _outs(answer, tile),
                           "a list of the values that face outward, each of them a value of the tile"),
    ("scoring", "count"): (lambda answer, own, chain: _count(answer, own),
                           f"a whole number from 0 to {_MOST:,}, or a Count of Term objects"),
    ("settling", "award"): (
        lambda answer, own, final, seat: _award(answer, final),
        f"a whole number from -{_MOST:,} to {_MOST:,}, or points by side, such as {{0: 10, 1: 5}}"),
    ("settling", "winner"): (lambda answer, own, final: _seat_or_none(answer, len(final.names)),
                             "a seat, or None for nobody"),
    ("settling", "settle"): (lambda answer, own, final: _settle(answer, own, final),
                             "a Settlement(winner, seat, award, ruling)"),
    ("winning", "winner"): (
        lambda answer, own, scores, *given, **named: _seat_or_none(answer, len(scores), "side"),
        "a side, or None if nobody has won yet"),
    ("stacking", "loot"): (lambda answer, own, *given: Loot(*map(_whole, _items(answer))),
                           "a Loot(credit, loss), two whole numbers"),
    ("stacking", "choices"): (
        lambda answer, own, chain, ends, holding: _choices(answer, chain, holding),
        "a list of pairs: a tile from the holding, and the number of the played tile that it goes on"),
}
"""By group and method: the function that turns an answer into one that the rules can use, and what an answer must be.

The function gets the answer, the rule that gave it, and what the method was given; it raises an error for any other.
"""


def check_answers(own: Group, group: str, hook: str) -> Callable[..., object]:
    """Return a method of a reader's own rule with a check of every answer.

    The check raises RulesetError with the call, its answer and the expected value; an error in the method becomes the
    cause.
    """
    method, (read, expected), name = getattr(own, hook), READ[group, hook], type(own).__name__
    times, most = _times_of(method), _NEED_NOT_ASK.get(hook) and most_arguments(method, _NEED_NOT_ASK[hook])

    def ask(*given: object, **named: object) -> object:
        given = given[:most]
        if most is not None:
            named = dict(islice(named.items(), most - len(given)))
        began = perf_counter()
        try:
            answered = method(*given, **named)
        except DominoError:
            raise
        except Exception as error:
            if isinstance(error, TypeError) and not _takes(method, given, named):
                raise RulesetError(f"{name}.{hook} does not take what it is given: write "
                                   f"{hook}({', '.join(arguments_of(group, hook))})") from error
            raise failure(f"{name}.{_call(group, hook, given, most)}", error) from error
        if len(times) < _TIMED:
            times.append(perf_counter() - began)
        try:
            answer = read(answered, own, *given, **named)
        except Exception as error:
            more = f": {error}" if isinstance(error, _UnfitError) and str(error) else ""
            raise RulesetError(f"{name}.{_call(group, hook, given, most)} returned {quote(answered)}: it must return "
                               f"{expected}{more}") from None
        notes = NOTES.get()
        if notes is not None:
            notes.note(group, f"{name}.{_call(group, hook, given, most)}", (given, named), answer)
        return answer

    return ask


_NEED_NOT_ASK = {"each": 2, "may": 4, "points": 1, "worth": 1, "goes_on": 1, "winner": 3, "next_turn": 3,
                 "may_pass": 1}
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


def _takes(method: Callable[..., object], given: Sequence[object], named: Mapping[str, object]) -> bool:
    """Return True if a method can be called with these arguments, or nobody knows."""
    with suppress(ValueError):
        try:
            signature(method).bind(*given, **named)
        except TypeError:
            return False
    return True


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
    """The answers of objects while this is open; it may be opened again, to ask the same things once more.

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
        with suppress(Exception):  # values of the reader's own may not be comparable
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
