"""Custom policies: objects of a user's own class that decide instead of (a part of) a group of axes.

A policy has the methods it needs and no others. Whatever it lacks is done by the group that it replaces; `self` and
`super()` are that group too, so that `self.multiple` and `super().count(chain)` work. `rules.hooks` has all methods,
with what each gets and must give; `rules.hook_trials` tries them.
"""

from __future__ import annotations

import operator
import types
from ast import literal_eval
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from difflib import get_close_matches
from functools import wraps
from inspect import signature
from itertools import zip_longest
from statistics import median
from string import Formatter
from time import perf_counter
from types import CodeType
from typing import SupportsIndex, SupportsInt, TypeVar
from weakref import WeakKeyDictionary

from domino_lab.core.arguments import MOST_LISTED, listed_items, plain_items, yes_or_no
from domino_lab.core.chain import Chain, OpenEnd
from domino_lab.core.errors import DominoError, RulesetError, shown
from domino_lab.core.rulings import Facts, Ruling, clause
from domino_lab.core.tiles import Tile
from domino_lab.rules.asking import NOTES
from domino_lab.rules.axes import AXES, Values
from domino_lab.rules.dealing import Dealing
from domino_lab.rules.hooks import HOOKS
from domino_lab.rules.leading import Deck, Lead, Leading, Standing
from domino_lab.rules.matching import Arms, Matching
from domino_lab.rules.scoring import Count, Outlook, Scoring, Term
from domino_lab.rules.settling import Ending, Final, Settlement, Settling, Winning
from domino_lab.rules.turns import Drawing, Loot, Spoils, Stacking, Turns
from domino_lab.words.escaping import as_python

Group = TypeVar("Group")

MARK = "own: "
"""The prefix of a policy's class name in a file and in a table."""

OVER = "own_end"
"""The topic on the rule page of a policy that ends a hand as no axis does."""

_PLAIN = (str, int, float, Mapping, list, tuple, type(None))
"""Types of the values of axes. None of them is a policy, although some have methods of the same names."""


def _axes_of(group: str, hook: str) -> tuple[str, ...]:
    """Return the axes, and the topics, that a method decides; an axis that names no methods may be any method's."""
    axes = [name for name, axis in AXES.items() if axis.group == group and (axis.hooks is None or hook in axis.hooks)]
    return (OVER,) if hook == "over" else tuple(axes)


_NEEDS: dict[str, tuple[str, tuple[str, ...], str]] = {
    "spins": ("spinner", ("none",), "first"), "worth": ("play_score", ("none",), "multiple"),
    **dict.fromkeys(("points", "counts", "count"), ("play_score", ("none", "alike"), "multiple")),
    **dict.fromkeys(("award", "settle"), ("end_base", ("none",), "opponents")),
    "goes_on": ("extra_turn", ("none",), "on-double"), "choices": ("stack", ("none",), "cutthroat"),
}
"""By method: an axis, the values at which the method would never be called, and the value the axis then gets."""


def name_of(policy: object) -> str:
    """Return the name of a policy: that of its class."""
    return type(policy).__name__


def label(policy: object) -> str:
    """Return a policy as it stands in a file: "own: NeighbourPips"."""
    return f"{MARK}{name_of(policy)}"


def methods(group: str, policy: object) -> tuple[str, ...]:
    """Return the hooks of `group` that `policy` has."""
    return tuple(hook for hook in HOOKS.get(group, {})
                 if callable(_attribute(policy, hook)) and is_own(policy, hook))


def _attribute(policy: object, name: str) -> object:
    """Return an attribute of a policy, None if it has none; raises RulesetError for a property that raises an error."""
    try:
        return getattr(policy, name, None)
    except Exception as error:  # a reader's own class
        raise broken(f"{name_of(policy)}.{name}", error) from error


def is_own(policy: object, hook: str) -> bool:
    """Return True if the method is the policy's, not inherited from a group of this package."""
    homes = [base for base in type(policy).__mro__ if hook in vars(base)]
    return not homes or not homes[0].__module__.startswith("domino_lab.rules.")


def is_policy(key: str, value: object) -> bool:
    """Return True if `value` replaces (a part of) the group `key`; raises RulesetError for an object that could not."""
    if key in AXES and (key not in HOOKS or isinstance(value, _PLAIN)):
        group = AXES[key].group
        if not isinstance(value, _PLAIN) and methods(group, value):
            raise RulesetError(f"{key} = {label(value)}: a policy replaces the whole of {group}, so write "
                               f"but({group}={name_of(value)}())")
        return False
    if key not in HOOKS and not (key == "patience" or key in AXES):
        return False
    if isinstance(value, type):
        raise RulesetError(f"{key} = {value.__name__} is a class: write {key}={value.__name__}() to make one of it")
    if key == "patience":
        raise RulesetError("a patience decides for itself: change bingo_remove, knock or hold_limit instead")
    if isinstance(value, _PLAIN) or not methods(key, value):
        hooks = HOOKS[key]
        public = [word for word in dir(value) if not word.startswith("_")]
        near = [hook for word in public for hook in get_close_matches(word, hooks, n=1, cutoff=0.7)]
        hint = f"; did you mean {near[0]}?" if near and not isinstance(value, _PLAIN) else ""
        raise RulesetError(f"{key} must be a policy, an object with a method {' or '.join(hooks.values())}; "
                           f"you gave {shown(value)}{hint}")
    return True


def decided(group: str, policy: object) -> tuple[str, ...]:
    """Return the axes (and topics) that `policy` decides instead of the game's sheet."""
    hooks = methods(group, policy)
    by_hook = [axis for hook in hooks for axis in _axes_of(group, hook)]
    needed = [_NEEDS[hook][0] for hook in hooks if hook in _NEEDS and AXES[_NEEDS[hook][0]].group == group]
    return tuple(dict.fromkeys([*by_hook, *_attributes(group, policy), *needed]))


def _attributes(group: str, policy: object) -> dict[str, object]:
    """Return the axes of the group that a policy sets with attributes of the same names."""
    named = {axis: _attribute(policy, axis) for axis, known in AXES.items() if known.group == group}
    wrong = [axis for axis, value in named.items() if callable(value)]
    if wrong:
        raise RulesetError(f"{name_of(policy)}.{wrong[0]} cannot be a method: {wrong[0]} is an axis of {group}, and "
                           f"has a value such as {AXES[wrong[0]].values}")
    return {axis: plain_items(value) for axis, value in named.items() if value is not None}


def values_needed(group: str, policy: object, values: Values) -> dict[str, object]:
    """Return the axes to change so that the engine calls `policy` at all, and those that it sets itself."""
    hooks = methods(group, policy)
    found: dict[str, object] = {}
    for hook in hooks:
        axis, unasked, value = _NEEDS.get(hook, ("", (), ""))
        if axis and AXES[axis].group == group and values[axis] in unasked:
            found[axis] = value
    if "leader" in hooks or "find" in hooks:
        found["lead_tile"] = "any"
        if values["lead_fallback"] in ("next-player", "leader-draws"):  # They go with a leader bound to some tiles.
            found["lead_fallback"] = "none"
    if "may" in hooks and values["draw_when"] != "optional":
        hook = "may"  # It may let a player draw who can play.
        made = _guarded("drawing", object, [hook], {hook: getattr(policy, hook)})
        made.__name__ = name_of(policy)
        found["draw_when"] = "optional" if made().may(able=True, stock=7, drawn=0, chosen=0) else "unable"
    return {**found, **_attributes(group, policy)}


def clause_of(group: str, policy: object) -> str:
    """Return the clause a policy goes by: its attribute `clause`, or OWN- and the group."""
    chosen = _attribute(policy, "clause") or f"OWN-{group.upper()}"
    try:
        return str(clause(str(chosen)).id)
    except LookupError:
        raise RulesetError(f"{name_of(policy)}.clause = {shown(chosen)} is not a clause: leave it out, and it is "
                           f"OWN-{group.upper()}") from None


def spelled(policy: object) -> str:
    """Return the Python that makes a policy again from its class, as in `Steps(by=2)`; empty if that is not known."""
    made = type(policy)
    try:
        names = [one.name for one in signature(made).parameters.values() if one.kind is not one.VAR_POSITIONAL]
        given = {name: getattr(policy, name) for name in names if hasattr(policy, name)}
        again = made(**given)
        source = ", ".join(f"{name}={_literal(value)}" for name, value in given.items())
    except Exception:  # a reader's own class
        return ""
    return f"{made.__name__}({source})" if is_same(policy, again) else ""


def _literal(value: object) -> str:
    """Return plain data as Python; raises ValueError for anything else."""
    found = repr(value)
    if literal_eval(found) != value:
        raise ValueError(found)
    return as_python(value) if isinstance(value, str) else found


def is_same(one: object, other: object) -> bool:
    """Return True if two policies are of one class with the same attributes, and so decide alike."""
    if one is other:
        return True
    with suppress(Exception):  # a reader's own class may compare fields that it does not have
        if one == other:
            return True
    return type(one) is type(other) and getattr(one, "__dict__", 1) == getattr(other, "__dict__", 2)


# --- the words of a policy


def _rule_of(policy: object) -> str:
    """Return what a policy says on the rule page: its `rule`, or the first paragraph of its docstring, or nothing."""
    rule = _attribute(policy, "rule")
    if not isinstance(rule, str):
        docstring = (type(policy).__dict__.get("__doc__") or "").strip()
        made_by_dataclass = docstring.startswith(f"{name_of(policy)}(")
        rule = "" if made_by_dataclass else " ".join(docstring.partition("\n\n")[0].split())
    return rule.replace("{", "{{").replace("}", "}}") if "{" in rule else rule


_REFUSALS = ("no", "shut", "not_now")
"""The cases in which a reader wants to know at once what the rule is."""


def words_of(group: str, policy: object) -> dict[str, str]:
    """Return the sentences with which a policy explains itself, by case; those it lacks come from the package."""
    ours = {case: str(text) for case, text in clause(f"OWN-{group.upper()}").sentences.items()
            if case not in ("sheets", "silent")}
    theirs = {case: text for case in ours if isinstance(text := _attribute(policy, case), str)}
    theirs["object"] = name_of(policy)
    rule = _rule_of(policy)
    if not rule:
        return {**ours, **theirs}
    refused = {case: f"{ours[case]} {rule}" for case in _REFUSALS if case in ours}
    return {**ours, **refused, **theirs, "rule": rule}


_MORE_FACTS: dict[str, dict[str, tuple[str, ...]]] = {
    "arms": dict.fromkeys(("joins", "shut"), ("value", "free")),
    "drawing": dict.fromkeys(("draw", "no", "pass"), ("player", "stock", "drawn", "shown")),
    "scoring": {**dict.fromkeys(("hit", "miss", "never"), ("player", "total", "points", "sum")),
                "counts": ("shown", "covered", "times"), "worth": ("player",), "nothing": ("player",)},
}
"""By group and case: the facts that a policy's sentence may use although ours does not."""


def check_words(group: str, policy: object) -> None:
    """Raise RulesetError for a sentence of a policy that uses a fact it is not given."""
    ours = clause(f"OWN-{group.upper()}").sentences
    for case in ours:
        text = _attribute(policy, case)
        if not isinstance(text, str) or case == "rule":
            continue
        known = {*_facts_in(str(ours[case])), *_MORE_FACTS.get(group, {}).get(case, ())}
        try:
            strange = [fact for fact in _facts_in(text) if fact not in known]
        except ValueError as error:
            raise RulesetError(f"{name_of(policy)}.{case} = {shown(text)} cannot be read: {error}") from None
        if strange:
            raise RulesetError(f"{name_of(policy)}.{case} speaks of {{{strange[0]}}}: it may speak of "
                               + ", ".join(f"{{{fact}}}" for fact in sorted(known)))


def _facts_in(sentence: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(sentence) if name is not None]


# --- the check of every answer: one that no rule could give is refused at once, by the name of the method, and does not
# stop a game later on

_MOST = 1_000_000
"""The largest number that a rule may give."""

_COLLECTIONS = (list, tuple, set, frozenset, dict)
"""Collections that mean no if they are empty. Tiles and rulings are tuples too, but always mean yes."""


class _UnfitError(Exception):
    """An answer is not what was expected; the text says what was."""


def _whole(found: object, *, least: int = 0, most: int = _MOST) -> int:
    number = _number(found)
    if number is None or not least <= number <= most:
        raise _UnfitError(f"a whole number from {least:,} to {most:,}")
    return number


def _number(found: object) -> int | None:
    """Return a whole number, also for one that is written with a point, as 27.0 of a division; None for another."""
    if type(found) is int:  # The usual one is found at once: to ask a protocol takes a hundred times as long.
        return found
    with suppress(TypeError, ValueError, OverflowError):
        if isinstance(found, SupportsIndex):
            return operator.index(found)
        if isinstance(found, SupportsInt) and not isinstance(found, str) and int(found) == found:
            return int(found)
    return None


def _truth(found: object, *_given: object, **_named: object) -> bool:
    """Return yes or no; None is no, as of a method that ends without a `return`."""
    if found is None or type(found) in _COLLECTIONS or yes_or_no(found) is not None:
        return bool(found)
    if isinstance(found, SupportsIndex):
        with suppress(TypeError):
            return bool(operator.index(found))
    raise _UnfitError("True or False")


def _points(found: object, *_given: object, **_named: object) -> int:
    return _whole(found)


def _seat(found: object, seats: int, what: str = "seat") -> int:
    try:
        return _whole(found, most=seats - 1)
    except _UnfitError:
        raise _UnfitError(f"a {what}: the {what}s are 0 to {seats - 1}") from None


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
    if found.among:
        raise _UnfitError("a Lead that leaves `among` empty: `must` can name the one tile to lead with")
    if found.may_leave:
        raise _UnfitError("a Lead without `may_leave`: whoever leads by an object of your own cannot leave the lead")
    return Lead(seat, must, _ruling(found.ruling), _truth(found.seeks))


def _ruling(found: object) -> Ruling:
    try:
        if isinstance(found, Ruling) and all(part.template for part in found.tree()):
            return found
    except (LookupError, AttributeError, TypeError):
        pass
    raise _UnfitError("a ruling whose clause and sentence exist, as in Ruling.of(self.clauses, axis, case, facts)")


def _open_ends(found: object, chain: Chain) -> tuple[OpenEnd, ...]:
    ends = _all_of(found, "a list of ends from chain.ends")
    if not all(end in chain.ends for end in ends):
        raise _UnfitError("a list of ends from chain.ends")
    return tuple(end for end in chain.ends if end in ends)


def _all_of(found: object, expected: str) -> list[object]:
    """Return the items of a list; a generator is used up here, so that an error it raises is the method's."""
    if isinstance(found, str) or not isinstance(found, Iterable):
        raise _UnfitError(expected)
    items = listed_items(found)
    if items is None:
        raise _UnfitError(f"{expected}, at most {MOST_LISTED:,} of them")
    return items


def _outs(found: object, tile: Tile, value: int) -> tuple[int, ...]:
    expected = "a list of the values that face outward, each of them a value of the tile"
    values = _all_of(found, expected)
    whole = [number for one in values if (number := _number(one)) in tile[:2] and number is not None]
    if len(whole) < len(values):
        raise _UnfitError(expected)
    return tuple(whole)


def _count(found: object, chain: Chain) -> Count | int | None:
    if found is None:
        return None
    if not isinstance(found, Count):
        try:
            return _whole(found)
        except _UnfitError as error:
            raise _UnfitError(f"{error}, or a Count") from None
    terms = (*_all_of(found.terms, "a Count of Term objects"), *_all_of(found.silent, "a Count of Term objects"))
    if not all(isinstance(term, Term) for term in terms):
        raise _UnfitError("a Count of Term objects")
    return found._replace(total=_whole(found.total), ruling=_ruling(found.ruling))


def _settle(found: object, final: Final) -> Settlement:
    if not isinstance(found, Settlement):
        raise _UnfitError("a Settlement(winner, seat, award, ruling)")
    winner = None if found.winner is None else _seat(found.winner, max(final.sides) + 1, "side")
    seat = None if found.seat is None else _seat(found.seat, len(final.names))
    if seat is not None and winner != final.sides[seat]:
        raise _UnfitError("a Settlement whose seat is on the winning side")
    if not found.shares:
        return Settlement(winner, seat, _whole(found.award), _ruling(found.ruling))
    shares = _all_of(found.shares, "a Settlement whose shares are points, one number a side")
    if len(shares) != max(final.sides) + 1:
        raise _UnfitError("a Settlement whose shares are points, one number a side")
    points = tuple(map(_whole, shares))
    return Settlement(winner, seat, 0 if winner is None else points[winner], _ruling(found.ruling), points)


def _award(found: object, final: Final, seat: int) -> int | dict[int, int]:
    """Return the points of the winner's side, or those of several sides by number."""
    if not isinstance(found, Mapping):
        return _awarded(found)
    _all_of(found, "points by side, such as {0: 10, 1: 5}")
    return {_seat(side, max(final.sides) + 1, "side"): _awarded(points) for side, points in found.items()}


def _awarded(found: object) -> int:
    try:
        return _whole(found)
    except _UnfitError as error:
        raise _UnfitError(f"{error}, or points by side, such as {{0: 10, 1: 5}}") from None


def _loot(found: object, spoils: Spoils | None, tile: Tile) -> Loot:
    expected = "a Loot(credit, loss), two whole numbers"
    pair = _all_of(found, expected)
    if len(pair) != 2:
        raise _UnfitError(expected)
    return Loot(*map(_whole, pair))


def _choices(found: object, chain: Chain, ends: Sequence[OpenEnd], holding: Sequence[Tile]) -> list[tuple[Tile, int]]:
    expected = "a list of pairs: a tile from the holding, and the number of the laid tile it goes on"
    pairs = [_all_of(pair, expected) for pair in _all_of(found, expected)]
    if not all(len(pair) == 2 and pair[0] in holding for pair in pairs):
        raise _UnfitError(expected)
    return sorted({(holding[list(holding).index(tile)], _seat(on, len(chain.laid), "laid tile"))
                   for tile, on in pairs if isinstance(tile, Tile)})


READ: Mapping[tuple[str, str], Callable[..., object]] = {
    ("equipment", "weight"): _points, ("dealing", "each"): lambda found, seats, set_size: _whole(found, least=1),
    ("dealing", "next_seat"): lambda found, seat, seats: _seat(found, seats),
    ("leading", "leader"): _leader, ("leading", "find"): _find,
    ("arms", "open_ends"): _open_ends, ("matching", "outs"): _outs, ("scoring", "points"): _points,
    ("scoring", "counts"): _points, ("scoring", "count"): _count, ("scoring", "worth"): _points,
    ("settling", "award"): _award, ("settling", "settle"): _settle,
    ("settling", "winner"): lambda found, final: None if found is None else _seat(found, len(final.names)),
    ("winning", "winner"): lambda found, scores, *given, **named: (
        None if found is None else _seat(found, len(scores), "side")),
    ("stacking", "loot"): _loot, ("stacking", "choices"): _choices,
    **dict.fromkeys((("arms", "spins"), ("matching", "meets"), ("matching", "fits"), ("drawing", "may"),
                     ("ending", "over"), ("ending", "goes_on"), ("winning", "reached"), ("stacking", "may_now"),
                     ("turns", "goes_on")), _truth),
}
"""By group and method: the function that turns an answer into one that the rules can use, or refuses it."""


def _guarded(group: str, policy: type, hooks: Sequence[str], held: Mapping[str, Callable[..., object]]) -> type:
    """Return a subclass of a policy's class in which every answer is checked.

    `held` has the methods that a single object holds. Raises RulesetError, as each method then does, with the method,
    its answer and what is expected; an error raised by a method becomes the cause. Raises TypeError for a class that
    has no subclasses.
    """
    made = types.new_class(policy.__name__, (policy,), {}, lambda names: names.update(__module__=policy.__module__))
    for hook in hooks:
        setattr(made, hook, _guard(made, group, hook, held.get(hook)))
    return made


def _guard(made: type, group: str, hook: str, free: Callable[..., object] | None) -> Callable[..., object]:
    read = READ[group, hook]
    times = _times_of(free or getattr(made, hook))

    def ask(self: object, *given: object, **named: object) -> object:
        try:
            began = perf_counter()
            found = (free or getattr(super(made, self), hook))(*given, **named)
            if len(times) < _TIMED:
                times.append(perf_counter() - began)
            answer = read(found, *given, **named)
            notes = NOTES.get()
            if notes is not None:
                notes.note(group, f"{made.__name__}.{_call(group, hook, given)}", (given, named), answer)
            return answer
        except DominoError:
            raise
        except _UnfitError as error:
            raise RulesetError(f"{made.__name__}.{_call(group, hook, given)} gives {shown(found)}: it must give {error}"
                               ) from None
        except Exception as error:
            raise broken(f"{made.__name__}.{_call(group, hook, given)}", error) from error

    return ask


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


def seconds_of(group: str, policy: object) -> dict[str, float]:
    """Return the seconds that a call of each method of a policy takes, as far as it was asked already."""
    times = {hook: _times_of(_attribute(policy, hook)) for hook in methods(group, policy)}
    return {f"{name_of(policy)}.{hook}": median(some) for hook, some in times.items() if some}


def broken(call: str, error: Exception) -> RulesetError:
    """Return the refusal of a method that raises an error: the call, and the error in one line."""
    text = " ".join(str(error).split())
    return RulesetError(f"{call} does not work: {type(error).__name__}: "
                        + (text if len(text) <= 200 else f"{text[:197]}..."))


def _call(group: str, hook: str, given: Sequence[object]) -> str:
    """Return a call of a method, with the numbers and tiles that it was given."""
    names = HOOKS[group][hook].partition("(")[2].rstrip(")").split(", ")
    values = [one.tile if isinstance(one, Term) else one for one in given]
    arguments = [str(value) if isinstance(value, (int, Tile)) else name for name, value in zip_longest(names, values)]
    return f"{hook}({', '.join(arguments[:len(names)])})"


# --- the classes above and below a policy: those above call it through `super()` and keep it within the rules; those
# below do what it lacks (for matching, by the method that it has; otherwise the group itself does)


class _AboveArms(Arms):
    """Only a double can spin, and only a free edge can be open."""

    asks_of_ends = True

    def spins(self, tile: Tile, chain: Chain) -> bool:
        return tile.is_double and super().spins(tile, chain)

    def open_ends(self, chain: Chain) -> tuple[OpenEnd, ...]:
        chosen = set(super().open_ends(chain))
        return tuple(end for end in chain.ends if end in chosen)


class _AboveMatching(Matching):
    def outs(self, tile: Tile, value: int) -> tuple[int, ...]:
        return tuple(sorted(set(super().outs(tile, value))))


class _AboveDrawing(Drawing):
    def _now(self, facts: Facts) -> bool:
        return self.may(able=facts["able"] is not None, stock=facts["stock"], drawn=facts["drawn"],
                        chosen=facts.get("chosen", 0))

    def possible(self, stock: int) -> bool:
        return self.may(able=False, stock=stock, drawn=0)

    def may(self, *, able: bool, stock: int, drawn: int, chosen: int = 0) -> bool:
        return stock > 0 and super().may(able=able, stock=stock, drawn=drawn, chosen=chosen)

    def ruling(self, facts: Facts) -> Ruling:
        case = "draw" if self._now(facts) else "no"
        return Ruling.of(self.clauses, "draw_when", case, facts, case == "draw")

    def pass_ruling(self, facts: Facts) -> Ruling:
        if facts["able"] is not None or self._now(facts):
            return super().pass_ruling(facts)
        return Ruling.of(self.clauses, "draw_when", "pass", facts)

    def _draw_case(self, facts: Facts) -> tuple[str, str]:
        return "draw_when", "draw" if self._now(facts) else "no"


class _AboveScoring(Scoring):
    counts: Callable[[Term], int]
    has: tuple[str, ...]

    def count(self, chain: Chain) -> Count | None:
        found = self._answer(chain)
        if isinstance(found, int):
            # A number has no terms that could be passed to `counts`.
            if {"count", "counts"} <= {*self.has} and not _asks(self, "count", "counts"):
                name = type(self).__name__
                raise RulesetError(f"scoring = own: {name}: {name}.counts(term) would never be asked, because "
                                   f"{name}.count(chain) gives a number; leave one of them out, or let count give back "
                                   "super().count(chain)")
            return Count((), found, Ruling.of(self.clauses, "double_weights", "count", {"terms": ()}), ())
        if found is None:
            return None
        return self._recounted(found) if hasattr(self, "counts") else self._reworded(found)

    def _answer(self, chain: Chain) -> Count | int | None:
        return super().count(chain)

    def _reworded(self, found: Count) -> Count:
        """Give the terms that a policy has counted the policy's words."""
        if "count" not in self.has:
            return found
        terms, silent = (tuple(term._replace(case="counts") for term in these) for these in (found.terms, found.silent))
        return found._replace(terms=terms, silent=silent)

    def _recounted(self, found: Count) -> Count:
        terms, silent = ([term._replace(value=value, case="counts", times=1 if value else 0)
                          for term in these for value in [self.counts(term)]] for these in (found.terms, found.silent))
        spoken = (*terms, *(term for term in silent if term.value))
        ruling = Ruling.of(self.clauses, "double_weights", "count", {"terms": spoken})
        return Count(spoken, sum(term.value for term in spoken), ruling,
                     tuple(term for term in silent if not term.value))

    def outlook(self, chain: Chain) -> Outlook | None:
        return None


class _AboveEnding(Ending):
    """`over(chain)` ends a hand at once; it is then settled like a blocked hand."""

    over: Callable[[Chain], bool]

    @property
    def watches(self) -> bool:  # type: ignore[override]
        return hasattr(self, "over")

    def over_ruling(self, chain: Chain) -> Ruling | None:
        if not self.over(chain):
            return None
        return Ruling.of(self.clauses, "own_end", "over", {"count": len(chain.laid)})

    def goes_on(self, *, drawable: bool) -> bool:
        """If nobody could draw or play any more, the hand would never end."""
        found = super().goes_on(drawable=drawable)
        return self.block == "row-cycle" or (found and drawable)


class _AboveSettling(Settling):
    winner: Callable[[Final], int | None]
    award: Callable[[Final, int], int | dict[int, int]]

    def _winner_of_block(self, final: Final) -> tuple[int | None, tuple[Ruling, ...]]:
        return self._chosen(final) if hasattr(self, "winner") else super()._winner_of_block(final)

    def _chosen(self, final: Final) -> tuple[int | None, tuple[Ruling, ...]]:
        seat = self.winner(final)
        if seat is None:
            return None, (Ruling.of(self.clauses, "tie", "none", {"players": final.names}),)
        return seat, (Ruling.of(self.clauses, "tie", "wins", {"player": final.names[seat], "players": final.names}),)

    def _award(self, final: Final, seat: int, why: tuple[Ruling, ...]) -> Settlement:
        if not hasattr(self, "award"):
            return super()._award(final, seat, why)
        award = self.award(final, seat)
        if isinstance(award, dict):
            return self._shared(final, seat, why, award)
        facts = {"winner": self._called(final, seat), "award": award, "parts": (award,), "base": award}
        case = "out" if final.out is not None else "blocked"
        ruling = Ruling.of(self.clauses, "end_base", case, facts, points=award, because=why)
        return Settlement(final.sides[seat], seat, award, ruling)

    def _shared(self, final: Final, seat: int, why: tuple[Ruling, ...], award: dict[int, int]) -> Settlement:
        shares = tuple([award.get(side, 0) for side in range(max(final.sides) + 1)])
        names = {final.side_name(side): points for side, points in enumerate(shares) if points}
        gets = tuple([Ruling.of(self.clauses, "end_base", "gets", {"player": name, "points": points})
                      for name, points in names.items()])
        facts = {"players": list(names), "winner": self._called(final, seat)}
        ruling = Ruling.of(self.clauses, "end_base", "shared" if names else "unpaid", facts, points=sum(shares),
                           because=why + gets)
        return Settlement(final.sides[seat], seat, shares[final.sides[seat]], ruling, shares)


class _AboveWinning(Winning):
    def reached(self, score: int, seats: int, teams: bool) -> bool:  # noqa: FBT001 - a policy's own winner calls it so
        return super().reached(score, seats=seats, teams=teams)


class _AboveStacking(Stacking):
    def ruling(self, tile: Tile, on: int, chain: Chain, ends: Sequence[OpenEnd], facts: Facts,
               spoils: Spoils | None) -> Ruling:
        return self._reworded(super().ruling(tile, on, chain, ends, facts, spoils))

    def steal_ruling(self, player: str, rival: str, tile: Tile, loot: Loot) -> Ruling:
        return self._reworded(super().steal_ruling(player, rival, tile, loot))

    def _reworded(self, found: Ruling) -> Ruling:
        """Replace the case by one of the few that a policy has words for: when, where, and what it brings."""
        plain = {"no_score": "not_now", "refused": "not_now", "no_match": "no", "side": "no", "doubled": "steals"}
        return found._replace(case=plain.get(found.case, found.case)) if found.id.startswith("OWN-") else found


class _AboveTurns(Turns):
    goes_on: Callable[[Tile], bool]

    def speaks(self, tile: Tile, *, scored: bool = False) -> bool:
        return self.goes_on(tile)


_ABOVE: dict[str, type] = {
    "arms": _AboveArms, "matching": _AboveMatching, "drawing": _AboveDrawing, "scoring": _AboveScoring,
    "ending": _AboveEnding, "settling": _AboveSettling, "winning": _AboveWinning, "stacking": _AboveStacking,
    "turns": _AboveTurns,
}
"""The class above a policy, by group."""


class _WithEach(Dealing):
    def _deals(self, seats: int) -> bool:
        return True

    def each_of(self, seats: int, set_size: int) -> int:
        return self.each(seats, set_size)


class _WithLeader(Leading):
    """`leader(deck)` gives a seat, a tile whose holder must lead it, or None.

    The tiles are dealt again for None, and for a tile that nobody holds.
    """

    leader: Callable[[Deck], int | Tile | None]

    def find(self, deck: Deck, standing: Standing, next_seat: Callable[[int], int]) -> Lead | None:
        found = self.leader(deck)
        must = found if isinstance(found, Tile) else None
        if must is not None:
            found = next((seat for seat, held in enumerate(deck.holdings) if must in held), None)
        if found is None or isinstance(found, Tile):
            return None
        return Lead(found, must, Ruling.of(self.clauses, "first_leader", "leads", {"player": deck.names[found]}))


class _MatchingWords(Matching):
    def ruling(self, tile: Tile, value: int, onto: Tile) -> Ruling:
        fits = self.fits(tile, value)
        facts = {"tile": tile, "value": value, "onto": onto}
        return Ruling.of(self.clauses, "matching", "yes" if fits else "no", facts, fits)


class _WithHalves(_MatchingWords):
    def outs(self, tile: Tile, value: int) -> tuple[int, ...]:
        if not self.fits(tile, value):
            return ()
        meeting = [half for half in tile[:2] if self.meets(half, value)]
        return tuple({tile.other(half) for half in meeting}) if meeting else tile[:2]


class _WithMeets(_WithHalves):
    def fits(self, tile: Tile, value: int) -> bool:
        return self.meets(tile[0], value) or self.meets(tile[1], value)


class _WithFits(_WithHalves):
    """A half meets a value if its double would fit there."""

    def meets(self, half: int, value: int) -> bool:
        return self.fits(Tile(half, half), value)


class _WithOuts(_MatchingWords):
    def fits(self, tile: Tile, value: int) -> bool:
        return bool(self.outs(tile, value))

    def meets(self, half: int, value: int) -> bool:
        return True


class _WithPoints(Scoring):
    def ruling(self, count: Count, player: str) -> Ruling:
        points = self.points(count.total)
        facts: dict[str, object] = {"player": player, "total": count.total, "points": points, "sum": count}
        if points:
            return Ruling.of(self.clauses, "multiple", "hit", facts, points=points, because=(count.ruling,))
        under = next((more for more in range(1, _FARTHEST_SCORE) if self.points(count.total + more)), 0)
        case = "miss" if under else "never"
        return Ruling.of(self.clauses, "multiple", case, {**facts, "under": under}, because=(count.ruling,))


_FARTHEST_SCORE = 60
"""The farthest a score above a count is looked for."""


class _WithWorth(Scoring):
    def judge(self, chain: Chain, player: str) -> Ruling | None:
        points = self.worth(chain)
        facts = {"player": player, "points": points}
        return Ruling.of(self.clauses, "play_score", "worth" if points else "nothing", facts, points=points)


class _WithGoesOn(Ending):
    def block_ruling(self, *, drawable: bool) -> Ruling:
        return Ruling.of(self.clauses, "block", "blocked", {})


class _WithWinner(Settling):
    """`winner` is called after every hand, however it ended."""

    _chosen: Callable[[Final], tuple[int | None, tuple[Ruling, ...]]]

    def settle(self, final: Final) -> Settlement:
        seat, why = self._chosen(final)
        return Settlement(None, None, 0, why[0]) if seat is None else self._award(final, seat, why)


_BELOW: dict[tuple[str, str], type] = {
    ("scoring", "points"): _WithPoints, ("scoring", "worth"): _WithWorth, ("ending", "goes_on"): _WithGoesOn,
    ("settling", "winner"): _WithWinner, ("dealing", "each"): _WithEach, ("leading", "leader"): _WithLeader,
}
"""The class below a policy that has a method, by group and method."""


def _below(group: str, hooks: tuple[str, ...]) -> tuple[type, ...]:
    if group == "matching":
        return (_WithFits if "fits" in hooks else _WithMeets if "meets" in hooks else _WithOuts,)
    return tuple(made for (of, hook), made in _BELOW.items() if of == group and hook in hooks)


# --- a method that nobody would call


_DECIDING = (
    ("leading", "leader", ("find",)), ("matching", "meets", ("fits", "outs")), ("scoring", "points", ("worth",)),
    ("scoring", "counts", ("worth",)), ("scoring", "count", ("worth",)), ("settling", "award", ("settle",)),
    ("settling", "winner", ("settle",)), ("winning", "reached", ("winner",)),
)
"""By group: a method, and those that together decide everything that it would be called for."""


_NO_STACK = 'nothing is stacked with stack = "none"; write stack="cutthroat" beside it'
_IDLE: tuple[tuple[str, str, Callable[[Values], bool], str], ...] = (
    *[("stacking", hook, lambda v: bool(v["stack"] != "none"), _NO_STACK) for hook in ("loot", "may_now", "choices")],
    # What is drawn matters by any axis of drawing, if by one.
    ("drawing", "may", AXES["reserve"].matters, "every tile is dealt, so none can be drawn; deal fewer"),
    ("arms", "spins", lambda v: bool(v["doubles"]), "the set has no doubles; write doubles=True beside it"),
)
"""By group: a method, what must be true of the axes for it to be asked, and what to say if that is false."""


def check_stray(group: str, policy: object, own: Mapping[str, object]) -> None:
    """Raise RulesetError for a method that nobody asks, although its name is nearly that of one that would be asked.

    Or it belongs to another group, for which the object is not given; `own` are all that are. A method that another one
    calls is a part of that one.
    """
    mine = [name for name in dir(policy) if not name.startswith("_") and _code(policy, name) is not None]
    called = {word for name in mine for word in _names(_code(policy, name)) if word != name}
    for name in mine:
        if name in HOOKS[group] or name in called:
            continue
        start = f"{group} = {label(policy)}: {name_of(policy)}.{name} would never be asked"
        near = get_close_matches(name, HOOKS[group], n=1, cutoff=0.7)
        if near:
            raise RulesetError(f"{start}; did you mean {HOOKS[group][near[0]]}?")
        others = [other for other, hooks in HOOKS.items() if name in hooks]
        if others and not any(own.get(other) is policy for other in others):
            raise RulesetError(f"{start}: it is a method for {others[0]}; give the object for that too, as in "
                               f"but({group}=rule, {others[0]}=rule)")


def _check_called(group: str, policy: object, values: Values) -> None:
    """Raise RulesetError for a policy with a method that is never called, because others decide without it.

    A method is called after all if a deciding one calls it, by its name or through `super()`.
    """
    hooks = methods(group, policy)
    for of, hook, deciding in _DECIDING:
        if of == group and {hook, *deciding} <= {*hooks} and not any(_asks(policy, one, hook) for one in deciding):
            name, hooks_of = name_of(policy), HOOKS[group]
            alone = " and ".join(f"{name}.{hooks_of[one]}" for one in deciding)
            decide = "decides" if len(deciding) == 1 else "decide"
            raise RulesetError(f"{group} = {label(policy)}: {name}.{hooks_of[hook]} would never be asked, because "
                               f"{alone} {decide} without it; leave one of them out, or call self.{hook} in "
                               f"{deciding[-1]}")
    for of, hook, needed, why in _IDLE:
        if of == group and hook in hooks and not needed(values):
            raise RulesetError(f"{group} = {label(policy)}: {name_of(policy)}.{HOOKS[group][hook]} would never be "
                               f"asked, because {why}")


def _asks(policy: object, deciding: str, hook: str) -> bool:
    """Return True if a method calls another by name, itself or through a method that it calls, or calls the group's.

    The group's own method, reached through `super()`, calls all the methods behind it; but matching compares halves
    directly and calls no `meets`.
    """
    to_read, seen = [deciding], set[str]()
    while to_read:
        name = to_read.pop()
        if name in seen:
            continue
        seen.add(name)
        called = set(_names(_code(policy, name)))
        if hook in called or (deciding in called and hook != "meets"):
            return True
        to_read += [other for other in called if _code(policy, other) is not None]
    return False


def _code(policy: object, name: str) -> CodeType | None:
    """Return the code of a method that the policy itself defines; None for one that comes with the package."""
    held = [getattr(policy, "__dict__", {}).get(name), *(vars(base).get(name) for base in type(policy).__mro__)]
    for method in held:
        function = getattr(method, "__func__", method)
        if not str(getattr(function, "__module__", "")).startswith("domino_lab.rules."):
            code = getattr(function, "__code__", None)
            if isinstance(code, CodeType):
                return code
    return None


def _names(code: CodeType | None) -> Iterator[str]:
    """Yield the names that a piece of code uses, and those of the functions within it."""
    if code is not None:
        yield from code.co_names
        for part in code.co_consts:
            if isinstance(part, CodeType):
                yield from _names(part)


# --- a policy put in the place of a group


def combine(made: type[Group], group: str, policy: object, values: Values, clauses: Mapping[str, str]) -> Group:
    """Return a group with its axes out of `values` in which `policy` decides what it has methods for.

    `made` is the class of the group. Raises RulesetError for an object whose class cannot be combined with it, or with
    a method that is never called.
    """
    _check_called(group, policy, values)
    hooks, held = methods(group, policy), _attributes_of(policy)
    free = {name: value for name in hooks if callable(value := held.pop(name, None))}
    space = {**held, "__init__": vars(made)["__init__"], "__dataclass_fields__": vars(made)["__dataclass_fields__"],
             "has": hooks, "__eq__": object.__eq__, "__hash__": object.__hash__,
             "__module__": type(policy).__module__}
    space |= _speaking(made, clause_of(group, policy), words_of(group, policy))
    try:
        mine = _guarded(group, type(policy), hooks, free)
        above = [_ABOVE[group]] if group in _ABOVE else []
        bases = (*above, mine, type(policy), *_below(group, hooks), made)
        whole = types.new_class(name_of(policy), tuple(dict.fromkeys(bases)), {}, lambda name: name.update(space))
    except TypeError as error:
        raise RulesetError(f"{group} = {label(policy)} is not possible: write it as a plain class ({error})") from None
    combined = whole(**values_of(made, values), clauses=clauses)
    assert isinstance(combined, made)
    return combined


def _attributes_of(policy: object) -> dict[str, object]:
    """Return the attributes of a policy, such as a limit; a function among them must not become a method."""
    slots = [name for base in type(policy).__mro__ for name in getattr(base, "__slots__", ())]
    held = {name: getattr(policy, name) for name in slots if hasattr(policy, name)} | getattr(policy, "__dict__", {})
    return {name: staticmethod(value) if isinstance(value, types.FunctionType) else value
            for name, value in held.items()}


_WITH_RULING = ("Ruling", "Lead", "Settlement", "Count")
"""Types of answers that hold a ruling, into which the words of a policy are put."""


def _speaking(made: type, clause_id: str, words: Mapping[str, str]) -> dict[str, object]:
    """Return the methods of the group whose answers hold a ruling, changed so that it has the words of the policy."""

    def speaking(name: str) -> Callable[..., object]:
        @wraps(getattr(made, name))
        def method(self: object, *given: object, **named: object) -> object:
            return _with_words(getattr(super(type(self), self), name)(*given, **named), clause_id, words)

        return method

    returns = {name: getattr(method, "__annotations__", {}).get("return", "") for name, method in vars(made).items()}
    return {name: speaking(name) for name, kind in returns.items() if any(word in str(kind) for word in _WITH_RULING)}


def _with_words(answer: object, clause_id: str, words: Mapping[str, str]) -> object:
    if isinstance(answer, Ruling):
        return _ruling_with_words(answer, clause_id, words)
    if isinstance(answer, (Lead, Count, Settlement)):
        return answer._replace(ruling=_ruling_with_words(answer.ruling, clause_id, words))
    if type(answer) is tuple:
        return tuple(_with_words(part, clause_id, words) for part in answer)
    return answer


def _ruling_with_words(ruling: Ruling, clause_id: str, words: Mapping[str, str]) -> Ruling:
    because = tuple(_ruling_with_words(part, clause_id, words) for part in ruling.because)
    if ruling.id != clause_id:
        return ruling._replace(because=because)
    # Our rules tell some cases apart for which a policy has one sentence, such as again and again_double.
    case = ruling.case if ruling.case in words else ruling.case.partition("_")[0]
    return ruling._replace(case=case, facts={"words": words, **ruling.facts}, because=because)


def values_of(made: type, values: Values) -> dict[str, object]:
    """Return the values of the axes that are fields of a group."""
    return {field.name: values[field.name] for field in fields(made) if field.name != "clauses"}
