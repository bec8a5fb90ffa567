"""Fitted: a group of axes with a policy of a reader's own in it, made so that the engine cannot tell the difference."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import wraps
from itertools import product
from typing import Any

from domino_lab.errors import RulesetError
from domino_lab.rules import own
from domino_lab.rules.answers import broken, guarded
from domino_lab.rules.asked import check_asked
from domino_lab.rules.checked import CHECKED, below
from domino_lab.rules.leading import Lead
from domino_lab.rules.scoring import Count
from domino_lab.rules.settling import Settlement
from domino_lab.rulings import Ruling
from domino_lab.tiles import DominoSet, Tile

_SPEAKS = ("Ruling", "Lead", "Settlement", "Count")
"""What holds a ruling: the answers into which the words of a policy are put."""


def fitted(made: type[Any], group: str, policy: Any, wanted: Mapping[str, Any], clauses: Mapping[str, str]) -> Any:
    """A `made` (the class of the group) with the values `wanted` in which `policy` decides what it has methods for.

    Raises RulesetError for an object of which no such class can be made, or with a method that nobody would ask.

    >>> from domino_lab.rules.turns import Turns
    >>> again = type("Again", (), {"goes_on": lambda self, tile: tile.low == 0})()
    >>> fitted(Turns, "turns", again, {"extra_turn": "on-double", "blind_leader_goes_on": True}, {}).speaks(Tile(0, 3))
    True
    """
    check_asked(group, policy, wanted)
    hooks, held = own.methods(group, policy), _kept(policy)
    free = {name: value for name in hooks if (value := held.pop(name, None)) is not None}
    space = {**held, "__init__": made.__init__, "__dataclass_fields__": made.__dataclass_fields__,
             "has": hooks, "__eq__": object.__eq__, "__hash__": object.__hash__,
             "__module__": type(policy).__module__}
    space |= _voices(made, own.clause_of(group, policy), own.words_of(group, policy))
    try:
        mine = guarded(group, type(policy), hooks, free)
        bases = (*filter(None, [CHECKED.get(group)]), mine, type(policy), *below(group, hooks), made)
        whole = types.new_class(own.name_of(policy), tuple(dict.fromkeys(bases)), {}, lambda name: name.update(space))
    except TypeError as error:
        said = f"{group} = {own.told(policy)} is not possible: write it as a plain class ({error})"
        raise RulesetError(said) from None
    return whole(**wanted, clauses=clauses)


def _kept(policy: Any) -> dict[str, Any]:
    """What the policy has been told, such as a limit; a function it holds must not become a method."""
    slots = [name for base in type(policy).__mro__ for name in getattr(base, "__slots__", ())]
    held = {name: getattr(policy, name) for name in slots if hasattr(policy, name)} | getattr(policy, "__dict__", {})
    return {name: staticmethod(value) if isinstance(value, types.FunctionType) else value
            for name, value in held.items()}


def _voices(made: type[Any], clause_id: str, words: Mapping[str, str]) -> dict[str, Any]:
    """The methods of the group whose answers hold a ruling, each giving it the words of the policy."""

    def speaking(name: str) -> Callable[..., Any]:
        @wraps(getattr(made, name))
        def method(self: Any, *given: Any, **named: Any) -> Any:
            return _voiced(getattr(super(type(self), self), name)(*given, **named), clause_id, words)

        return method

    returns = {name: getattr(method, "__annotations__", {}).get("return", "") for name, method in vars(made).items()}
    return {name: speaking(name) for name, kind in returns.items() if any(word in str(kind) for word in _SPEAKS)}


def _voiced(answer: Any, clause_id: str, words: Mapping[str, str]) -> Any:
    if isinstance(answer, Ruling):
        because = tuple(_voiced(part, clause_id, words) for part in answer.because)
        facts = {"words": words, **answer.facts} if answer.id == clause_id else answer.facts
        return answer._replace(facts=facts, because=because)
    if isinstance(answer, (Lead, Count, Settlement)):
        return answer._replace(ruling=_voiced(answer.ruling, clause_id, words))
    if type(answer) is tuple:
        return tuple(_voiced(part, clause_id, words) for part in answer)
    return answer


def tried(group: str, rules: Any, tiles: DominoSet) -> None:
    """Ask a fitted group what it will be asked in play, so that a slip shows when the rules are made.

    Raises RulesetError that names the policy and the question.

    >>> from domino_lab.rules.matching import Matching
    >>> tried("matching", Matching("equal", {}), DominoSet.of(6))
    """
    own.check_words(group, rules)
    for asked, ask in _questions(group, rules, tiles).items():
        try:
            ask()
        except RulesetError:
            raise
        except Exception as error:
            raise broken(f"{type(rules).__name__}.{asked}", error) from error


def _questions(group: str, rules: Any, tiles: DominoSet) -> dict[str, Callable[[], object]]:
    from domino_lab.chain import Chain

    tile = tiles.tiles[-1]
    lone = Chain().lay(tile)
    asks: dict[str, dict[str, Callable[[], object]]] = {
        "matching": {"fits(tile, value)": lambda: _agree(rules, tiles)},
        "arms": {"spins(tile, chain)": lambda: rules.spins(Tile(0, 0), Chain()),
                 "open_ends(chain)": lambda: rules.open_ends(lone)},
        "scoring": {"points(total)": lambda: [rules.points(total) for total in range(61)],
                    "count(chain)": lambda: rules.count(lone), "worth(chain)": lambda: rules.worth(lone)},
        "equipment": {"weight(tile)": lambda: rules.total(tiles.tiles)},
        "turns": {"goes_on(tile)": lambda: [rules.speaks(one) for one in tiles.tiles]},
        "ending": {"goes_on(drawable)": lambda: [rules.goes_on(drawable=one) for one in (True, False)]},
        "drawing": {"may(able, stock, drawn, chosen)": lambda: [
            rules.may(able=one, stock=7, drawn=0, chosen=0) for one in (True, False)]},
        "dealing": {"next_seat(seat, seats)": lambda: [_all_round(rules, seats) for seats in rules.seat_counts]},
        "winning": {"reached(score, seats, teams)": lambda: rules.reached(61, seats=2, teams=False)},
    }
    return asks.get(group, {})


def _agree(matching: Any, tiles: DominoSet) -> None:
    """Which tile may be laid is asked of `outs`, and why of `fits`: they must not contradict each other."""
    for tile, value in product(tiles.tiles, range(tiles.max_pip + 1)):
        fits, outs = matching.fits(tile, value), matching.outs(tile, value)
        if fits != bool(outs):
            name, asked = type(matching).__name__, "fits" if "fits" in getattr(matching, "has", ()) else "meets"
            raise RulesetError(f"{name}.{asked} {'lets' if fits else 'does not let'} {tile} touch a {value}, and "
                               f"{name}.outs({tile}, {value}) gives {outs}: the two must agree")


def _all_round(dealing: Any, seats: int) -> set[int]:
    """Nobody may be left out, or a hand in which only he can lay would never end."""
    seen: set[int] = set()
    seat = 0
    for _ in range(seats):
        seat = dealing.next_seat(seat, seats)
        seen.add(seat)
    if len(seen) < seats:
        left = next(number for number in range(seats) if number not in seen)
        raise RulesetError(f"{type(dealing).__name__}.next_seat(seat, {seats}) never comes to seat {left}: everybody "
                           "must have a turn")
    return seen


def values_of(made: type[Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """The values that a group is made of.

    >>> from domino_lab.rules.turns import Turns
    >>> values_of(Turns, {"extra_turn": "none", "blind_leader_goes_on": True, "seats": (2,)})
    {'extra_turn': 'none', 'blind_leader_goes_on': True}
    """
    return {field.name: values[field.name] for field in fields(made) if field.name != "clauses"}
