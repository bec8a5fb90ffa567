"""Answers: what a policy of a reader's own may answer to each question, and the refusal of anything else.

Each method of a policy is asked through here, whoever asks: so that an answer that no rule could give is refused where
it is given, by the name of the method, and does not stop a game later on.
"""

from __future__ import annotations

import operator
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domino_lab.arguments import yes_or_no
from domino_lab.chain import Chain, OpenEnd
from domino_lab.errors import DominoError, RulesetError, shown
from domino_lab.rules.leading import Deck, Lead, Standing
from domino_lab.rules.own import HOOKS
from domino_lab.rules.scoring import Count, Term
from domino_lab.rules.settling import Final, Settlement
from domino_lab.rules.stacking import Loot, Spoils
from domino_lab.rulings import Ruling, clause
from domino_lab.tiles import Tile

MOST = 1_000_000
"""No number of a rule is larger."""

_GATHERED = (list, tuple, set, frozenset, dict)
"""Collections that mean no where they are empty. Tiles and rulings are tuples too, but always mean yes."""


class _UnfitError(Exception):
    """What was expected instead."""


def whole(found: object, *, least: int = 0, most: int = MOST) -> int:
    """An answer that must be a whole number, from numpy or not.

    >>> whole(7)
    7
    """
    try:
        number = operator.index(found)  # type: ignore[arg-type]
    except TypeError:
        number = least - 1
    if not least <= number <= most:
        raise _UnfitError(f"a whole number from {least:,} to {most:,}")
    return number


def truth(found: object) -> bool:
    """An answer that must be yes or no; None is no, as in a method that comes to its end without a `return`.

    >>> truth(True), truth(None), truth([])
    (True, False, False)
    """
    if found is None or type(found) in _GATHERED or yes_or_no(found) is not None:
        return bool(found)
    try:
        return bool(operator.index(found))  # type: ignore[arg-type]
    except TypeError:
        raise _UnfitError("True or False") from None


def _weight(found: object, tile: Tile) -> int:
    return whole(found)


def _each(found: object, seats: int, set_size: int) -> int:
    return whole(found, least=1)


def _seat(found: object, seats: int, what: str = "seat") -> int:
    try:
        return whole(found, most=seats - 1)
    except _UnfitError:
        raise _UnfitError(f"a {what}: the {what}s are 0 to {seats - 1}") from None


def _next_seat(found: object, seat: int, seats: int) -> int:
    return _seat(found, seats)


def _leader(found: object, deck: Deck) -> int | Tile | None:
    if found is None or isinstance(found, Tile):
        return found
    try:
        return _seat(found, len(deck.names))
    except _UnfitError as error:
        raise _UnfitError(f"{error}; or a tile, which its holder leads; or None for a new deal") from None


def _find(found: object, deck: Deck, standing: Standing, next_seat: object) -> Lead | None:
    if found is None:
        return None
    if not isinstance(found, Lead):
        raise _UnfitError("a Lead(seat, must, ruling), or None for a new deal")
    seat = _seat(found.seat, len(deck.names))
    must = found.must
    if must is not None and not (isinstance(must, Tile) and must[:2] in [tile[:2] for tile in deck.holdings[seat]]):
        raise _UnfitError("a Lead whose tile is None or held by the player who leads")
    return Lead(seat, must, _ruling(found.ruling), truth(found.seeks))


def _ruling(found: object) -> Ruling:
    try:
        if isinstance(found, Ruling) and clause(found.clause) is not None:
            return found
    except (LookupError, AttributeError, TypeError):
        pass
    raise _UnfitError("a ruling whose clause exists, as in Ruling(self.clauses[axis], case, facts)")


def _spins(found: object, tile: Tile, chain: Chain) -> bool:
    return truth(found)


def _open_ends(found: object, chain: Chain) -> tuple[OpenEnd, ...]:
    ends = _all_of(found, "a list of ends from chain.ends")
    if not all(end in chain.ends for end in ends):
        raise _UnfitError("a list of ends from chain.ends")
    return tuple(ends)


def _all_of(found: object, expected: str) -> list[Any]:
    """What can be gone through; a generator is gone through here, so that what it raises is the method's."""
    if isinstance(found, str) or not hasattr(found, "__iter__"):
        raise _UnfitError(expected)
    return list(found)


def _yes_or_no(found: object, *_asked: object, **_facts: object) -> bool:
    return truth(found)


def _outs(found: object, tile: Tile, value: int) -> tuple[int, ...]:
    expected = "a list of the values that face outward, each of them a value of the tile"
    values = _all_of(found, expected)
    if not all(hasattr(one, "__index__") and one in tile[:2] for one in values):
        raise _UnfitError(expected)
    return tuple(map(int, values))


def _points(found: object, *_asked: object, **_facts: object) -> int:
    return whole(found)


def _count(found: object, chain: Chain) -> Count | int | None:
    if found is None:
        return None
    if not isinstance(found, Count):
        try:
            return whole(found)
        except _UnfitError as error:
            raise _UnfitError(f"{error}, or a Count") from None
    terms = (*_all_of(found.terms, "a Count of Term objects"), *_all_of(found.silent, "a Count of Term objects"))
    if not all(isinstance(term, Term) for term in terms):
        raise _UnfitError("a Count of Term objects")
    return found._replace(total=whole(found.total), ruling=_ruling(found.ruling))


def _winning_seat(found: object, final: Final) -> int | None:
    return None if found is None else _seat(found, len(final.names))


def _settle(found: object, final: Final) -> Settlement:
    if not isinstance(found, Settlement):
        raise _UnfitError("a Settlement(winner, seat, award, ruling)")
    winner = None if found.winner is None else _seat(found.winner, max(final.sides) + 1, "side")
    seat = None if found.seat is None else _seat(found.seat, len(final.names))
    if seat is not None and winner != final.sides[seat]:
        raise _UnfitError("a Settlement whose seat is on the winning side")
    return Settlement(winner, seat, whole(found.award), _ruling(found.ruling))


def _side(found: object, scores: Sequence[int], *_asked: object, **_facts: object) -> int | None:
    return None if found is None else _seat(found, len(scores), "side")


def _loot(found: object, spoils: Spoils | None, tile: Tile) -> Loot:
    expected = "a Loot(credit, loss), two whole numbers"
    pair = _all_of(found, expected)
    if len(pair) != 2:
        raise _UnfitError(expected)
    return Loot(*map(whole, pair))


def _choices(found: object, chain: Chain, ends: Sequence[OpenEnd], holding: Sequence[Tile]) -> list[tuple[Tile, int]]:
    expected = "a list of pairs: a tile from the holding, and the number of the laid tile it goes on"
    pairs = [tuple(_all_of(pair, expected)) for pair in _all_of(found, expected)]
    if not all(len(pair) == 2 and pair[0] in holding for pair in pairs):
        raise _UnfitError(expected)
    return sorted({(tile, _seat(on, len(chain.laid), "laid tile")) for tile, on in pairs})


READ: Mapping[tuple[str, str], Callable[..., Any]] = {
    ("equipment", "weight"): _weight, ("dealing", "each"): _each, ("dealing", "next_seat"): _next_seat,
    ("leading", "leader"): _leader, ("leading", "find"): _find, ("arms", "spins"): _spins,
    ("arms", "open_ends"): _open_ends, ("matching", "outs"): _outs, ("scoring", "points"): _points,
    ("scoring", "counts"): _points, ("scoring", "count"): _count, ("scoring", "worth"): _points,
    ("settling", "award"): _points, ("settling", "winner"): _winning_seat, ("settling", "settle"): _settle,
    ("winning", "winner"): _side, ("stacking", "loot"): _loot, ("stacking", "choices"): _choices,
    **dict.fromkeys((("matching", "meets"), ("matching", "fits"), ("drawing", "may"), ("ending", "over"),
                     ("ending", "goes_on"), ("winning", "reached"), ("stacking", "may_now"), ("turns", "goes_on")),
                    _yes_or_no),
}
"""By group and method what makes of an answer the one that the rules go by, or refuses it."""


def guarded(group: str, policy: type[Any], hooks: Sequence[str], held: Mapping[str, Any]) -> type[Any]:
    """The class of a policy with its methods asked through here; `held` has those that one object alone has.

    Raises RulesetError, as each of them then does, with the method, what came and what is expected; whatever a method
    raises is the cause of that. Raises TypeError for a class of which no other can be made.

    >>> again = type("Again", (), {"goes_on": lambda self, tile: "maybe"})
    >>> guarded("turns", again, ["goes_on"], {})().goes_on(Tile(0, 3))
    Traceback (most recent call last):
    domino_lab.errors.RulesetError: Again.goes_on(3-0) gives 'maybe': it must give True or False
    """
    space: dict[str, Any] = {"__module__": policy.__module__}
    made = types.new_class(policy.__name__, (policy,), {}, lambda names: names.update(space))
    for hook in hooks:
        setattr(made, hook, _guard(made, group, hook, held.get(hook)))
    return made


def _guard(made: type[Any], group: str, hook: str, free: Callable[..., Any] | None) -> Callable[..., Any]:
    read = READ[group, hook]

    def ask(self: Any, *given: Any, **named: Any) -> Any:
        try:
            found = (free or getattr(super(made, self), hook))(*given, **named)
            return read(found, *given, **named)
        except DominoError:
            raise
        except _UnfitError as error:
            said = f"{made.__name__}.{_asked(group, hook, given)} gives {shown(found)}: it must give {error}"
            raise RulesetError(said) from None
        except Exception as error:
            raise broken(f"{made.__name__}.{_asked(group, hook, given)}", error) from error

    return ask


def broken(asked: str, error: Exception) -> RulesetError:
    """The refusal of a policy that raised an error when it was asked something.

    >>> str(broken("Own.fits(tile, value)", KeyError(7)))
    'Own.fits(tile, value) does not work: KeyError: 7'
    """
    said = " ".join(str(error).split())
    return RulesetError(f"{asked} does not work: {type(error).__name__}: "
                        + (said if len(said) <= 200 else f"{said[:197]}..."))


def _asked(group: str, hook: str, given: Sequence[object]) -> str:
    """The question, with the numbers and tiles that it was about."""
    names = HOOKS[group][hook].written.partition("(")[2].rstrip(")").split(", ")
    asked = [_told(name, given[place]) if place < len(given) else name for place, name in enumerate(names)]
    return f"{hook}({', '.join(asked)})"


def _told(name: str, value: object) -> str:
    value = value.tile if isinstance(value, Term) else value
    return str(value) if isinstance(value, (int, Tile)) else name


def may_draw(policy: object, *, able: bool) -> bool:
    """Whether a policy on drawing lets a player who can lay, or cannot, draw a tile.

    >>> may_draw(type("Never", (), {"may": lambda self, **facts: False})(), able=True)
    False
    """
    asked = guarded("drawing", object, ["may"], {"may": policy.may})  # type: ignore[attr-defined]
    asked.__name__ = type(policy).__name__
    return bool(asked().may(able=able, stock=7, drawn=0, chosen=0))
