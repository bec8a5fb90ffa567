"""Own: which methods of a reader's own policy stand for which axes, and the check of everything it answers.

A policy is an object of any class. It has the methods it needs and no others: all that it lacks is done by the group of
which it replaces a part. `self` and `super()` are that group too, so that `self.multiple` and `super().count(chain)`
work.
"""

from __future__ import annotations

import operator
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from difflib import get_close_matches
from functools import wraps
from itertools import product
from string import Formatter
from types import CodeType
from typing import Any, NamedTuple

from domino_lab.arguments import yes_or_no
from domino_lab.chain import Chain, OpenEnd
from domino_lab.errors import DominoError, RulesetError, shown
from domino_lab.rules.arms import Arms
from domino_lab.rules.axes import AXES
from domino_lab.rules.dealing import Dealing
from domino_lab.rules.ending import Ending, Winning
from domino_lab.rules.leading import Deck, Lead, Leading, Standing
from domino_lab.rules.matching import Matching
from domino_lab.rules.scoring import Count, Outlook, Scoring, Term
from domino_lab.rules.settling import Final, Settlement, Settling
from domino_lab.rules.turns import Drawing, Loot, Spoils, Stacking, Turns
from domino_lab.rulings import Ruling, clause
from domino_lab.tiles import DominoSet, Tile

_PLAIN = (str, int, float, Mapping, list, tuple, type(None))
"""Values that an axis has; none of them is a policy, though some have methods of the same names."""
MARK = "own: "
"""The prefix of a policy's class name in a file and in a table."""
OVER = "own_end"
"""The topic under which an end of a hand that no axis knows stands on the rule page."""


class Hook(NamedTuple):
    """A method that a policy may have, as it is written; each axis says by which methods it is decided."""

    written: str


HOOKS: dict[str, dict[str, Hook]] = {
    group: {written.partition("(")[0]: Hook(written) for written in methods}
    for group, methods in {
        "equipment": ("weight(tile)",),
        "dealing": ("each(seats, set_size)", "next_seat(seat, seats)"),
        "leading": ("leader(deck)", "find(deck, standing, next_seat)"),
        "arms": ("spins(tile, chain)", "open_ends(chain)"),
        "matching": ("meets(half, value)", "fits(tile, value)", "outs(tile, value)"),
        "drawing": ("may(able, stock, drawn, chosen)",),
        "scoring": ("points(total)", "counts(term)", "count(chain)", "worth(chain)"),
        "ending": ("over(chain)", "goes_on(drawable)"),
        "settling": ("award(final, seat)", "winner(final)", "settle(final)"),
        "winning": ("reached(score, seats, teams)", "winner(scores, seats, teams)"),
        "stacking": ("loot(spoils, tile)", "may_now(spoils)", "choices(chain, ends, holding)"),
        "turns": ("goes_on(tile)",),
    }.items()
}
"""For each group of axes the methods of which a policy of a reader's own needs one."""


def _axes_of(group: str, hook: str) -> tuple[str, ...]:
    """Return the axes, and the topics, that a method decides; an axis that names no methods may be any method's."""
    axes = [name for name, axis in AXES.items() if axis.group == group and (axis.hooks is None or hook in axis.hooks)]
    return (OVER,) if hook == "over" else tuple(axes)


_ASLEEP: dict[str, tuple[str, tuple[str, ...], str]] = {
    "spins": ("spinner", ("none",), "first"), "worth": ("play_score", ("none",), "multiple"),
    **dict.fromkeys(("points", "counts", "count"), ("play_score", ("none", "alike"), "multiple")),
    **dict.fromkeys(("award", "settle"), ("end_base", ("none",), "opponents")),
    "goes_on": ("extra_turn", ("none",), "on-double"), "choices": ("stack", ("none",), "cutthroat"),
}
"""By method: an axis that must not have one of these values, or nobody would ask; it then gets the last one."""


def name_of(policy: object) -> str:
    """The name by which a policy goes: that of its class."""
    return type(policy).__name__


def label(policy: object) -> str:
    """A policy as it stands in a file: "own: NeighbourPips"."""
    return f"{MARK}{name_of(policy)}"


def methods(group: str, policy: object) -> tuple[str, ...]:
    """The hooks of `group` that `policy` has."""
    return tuple(hook for hook in HOOKS.get(group, {}) if callable(getattr(policy, hook, None)) and _own(policy, hook))


def _own(policy: object, hook: str) -> bool:
    """Whether the method is the policy's, not one of a group that its class was made a child of."""
    homes = [base for base in type(policy).__mro__ if hook in vars(base)]
    return not homes or not homes[0].__module__.startswith("domino_lab.rules.")


def is_policy(key: str, value: object) -> bool:
    """Whether `value` replaces (a part of) the group `key`; raises RulesetError for an object that could not."""
    if key in AXES and (key not in HOOKS or isinstance(value, _PLAIN)):
        _not_here(key, value)
        return False
    if key not in HOOKS and not (key == "patience" or key in AXES):
        return False
    if isinstance(value, type):
        raise RulesetError(f"{key} = {value.__name__} is a class: write {key}={value.__name__}() to make one of it")
    if key == "patience":
        raise RulesetError("a patience decides for itself: change bingo_remove, knock or hold_limit instead")
    if isinstance(value, _PLAIN) or not methods(key, value):
        raise RulesetError(_needs(key, value))
    return True


def _not_here(axis: str, value: object) -> None:
    """An object given to an axis instead of to the group it belongs to."""
    group = AXES[axis].group
    if not isinstance(value, _PLAIN) and methods(group, value):
        raise RulesetError(f"{axis} = {label(value)}: a policy replaces the whole of {group}, so write "
                           f"but({group}={name_of(value)}())")


def _needs(group: str, value: object) -> str:
    hooks = HOOKS[group]
    own = [word for word in dir(value) if not word.startswith("_")]
    near = [hook for word in own for hook in get_close_matches(word, hooks, n=1, cutoff=0.7)]
    hint = f"; did you mean {near[0]}?" if near else ""
    ways = " or ".join(hook.written for hook in hooks.values())
    return f"{group} = {shown(value)} is not possible: a policy for {group} has a method {ways}{hint}"


def decided(group: str, policy: object) -> tuple[str, ...]:
    """The axes (and topics) on which `policy` decides instead of the game's sheet."""
    hooks = methods(group, policy)
    by_hook = [axis for hook in hooks for axis in _axes_of(group, hook)]
    asleep = [_ASLEEP[hook][0] for hook in hooks if hook in _ASLEEP and AXES[_ASLEEP[hook][0]].group == group]
    return tuple(dict.fromkeys([*by_hook, *wished(group, policy), *asleep]))


def wished(group: str, policy: object) -> dict[str, Any]:
    """The values of the group's axes that a policy asks for: its attributes of the same name."""
    named = {axis: getattr(policy, axis, None) for axis, known in AXES.items() if known.group == group}
    wrong = [axis for axis, value in named.items() if callable(value)]
    if wrong:
        raise RulesetError(f"{name_of(policy)}.{wrong[0]} cannot be a method: {wrong[0]} is an axis of {group}, and "
                           f"has a value such as {AXES[wrong[0]].values}")
    return {axis: value for axis, value in named.items() if value is not None}


def values_needed(group: str, policy: object, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values that make the engine ask `policy` at all, where those of the game would not."""
    hooks, found = methods(group, policy), {}
    for hook in hooks:
        axis, asleep, awake = _ASLEEP.get(hook, ("", (), ""))
        if axis and AXES[axis].group == group and values[axis] in asleep:
            found[axis] = awake
    if "leader" in hooks or "find" in hooks:
        found["lead_tile"] = "any"
    if "may" in hooks and values["draw_when"] != "optional":

        found["draw_when"] = "optional" if may_draw(policy, able=True) else "unable"
    return {**found, **wished(group, policy)}


def clause_of(group: str, policy: object) -> str:
    """The clause a policy goes by: its attribute `clause`, else OWN- and the group."""
    said = getattr(policy, "clause", None) or f"OWN-{group.upper()}"
    try:
        return str(clause(str(said)).id)
    except LookupError:
        raise RulesetError(f"{name_of(policy)}.clause = {shown(said)} is no clause: leave it out, and it is "
                           f"OWN-{group.upper()}") from None


def rule_of(policy: object) -> str:
    """What a policy says of itself on the rule page: its `rule`, else the first line of its docstring, else nothing."""
    said = getattr(policy, "rule", None)
    if not isinstance(said, str):
        written = (type(policy).__dict__.get("__doc__") or "").strip()
        dataclass_made = written.startswith(f"{name_of(policy)}(")
        said = "" if dataclass_made else " ".join(written.partition("\n\n")[0].split())
    return said.replace("{", "{{").replace("}", "}}") if "{" in said else said


_REFUSALS = ("no", "shut", "not_now")
"""The cases in which a reader wants to know at once what the rule is."""


def words_of(group: str, policy: object) -> dict[str, str]:
    """The sentences with which a policy explains itself, by case, with ours for those it leaves to us."""
    ours = {case: str(text) for case, text in clause(f"OWN-{group.upper()}").sentences.items()
            if case not in ("sheets", "silent")}
    theirs = {case: said for case in ours if isinstance(said := getattr(policy, case, None), str)}
    rule = rule_of(policy)
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
"""By group and case: what a sentence may speak of beside what ours does."""


def check_words(group: str, policy: object) -> None:
    """Raises RulesetError for a sentence of a policy that speaks of something nobody tells it."""
    ours = clause(f"OWN-{group.upper()}").sentences
    for case in ours:
        said = getattr(policy, case, None)
        if not isinstance(said, str) or case == "rule":
            continue
        known = {*_spoken_of(str(ours[case])), *_MORE_FACTS.get(group, {}).get(case, ())}
        try:
            strange = [fact for fact in _spoken_of(said) if fact not in known]
        except ValueError as error:
            raise RulesetError(f"{name_of(policy)}.{case} = {shown(said)} cannot be read: {error}") from None
        if strange:
            raise RulesetError(f"{name_of(policy)}.{case} speaks of {{{strange[0]}}}: it may speak of "
                               + ", ".join(f"{{{fact}}}" for fact in sorted(known)))


def _spoken_of(sentence: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(sentence) if name is not None]


def is_same(one: object, other: object) -> bool:
    """Whether two policies decide alike as far as can be seen: of one class, with the same attributes."""
    if one is other or one == other:
        return True
    return type(one) is type(other) and getattr(one, "__dict__", 1) == getattr(other, "__dict__", 2)


# Each method of a policy is asked through here, whoever asks: so that an answer that no rule could give is refused
# where it is given, by the name of the method, and does not stop a game later on.

MOST = 1_000_000
"""No number of a rule is larger."""

_GATHERED = (list, tuple, set, frozenset, dict)
"""Collections that mean no where they are empty. Tiles and rulings are tuples too, but always mean yes."""


class _UnfitError(Exception):
    """What was expected instead."""


def whole(found: object, *, least: int = 0, most: int = MOST) -> int:
    """An answer that must be a whole number, from numpy or not."""
    try:
        number = operator.index(found)  # type: ignore[arg-type]
    except TypeError:
        number = least - 1
    if not least <= number <= most:
        raise _UnfitError(f"a whole number from {least:,} to {most:,}")
    return number


def truth(found: object) -> bool:
    """An answer that must be yes or no; None is no, as in a method that comes to its end without a `return`."""
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
    """The refusal of a policy that raised an error when it was asked something."""
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
    """Whether a policy on drawing lets a player who can lay, or cannot, draw a tile."""
    asked = guarded("drawing", object, ["may"], {"may": policy.may})  # type: ignore[attr-defined]
    asked.__name__ = type(policy).__name__
    return bool(asked().may(able=able, stock=7, drawn=0, chosen=0))


_LONG_WAY = 60
"""So far ahead the next count that scores is sought, to say how much was missing."""


class _OwnScoring(Scoring):
    """What the board counts, and what that is worth, by a rule of a reader's own."""

    counts: Callable[[Term], int]
    has: tuple[str, ...]

    def count(self, chain: Chain) -> Count | None:
        found: Any = super().count(chain)
        if isinstance(found, int):
            self._refuse_terms()
            facts = {"terms": ()}
            return Count((), found, Ruling(self.clauses["double_weights"], "count", facts), ())
        if found is None:
            return None
        return self._recounted(found) if hasattr(self, "counts") else self._reworded(found)

    def _refuse_terms(self) -> None:
        """A count that is a number has no terms of which `counts` could be asked."""
        if {"count", "counts"} <= {*self.has} and not asks(self, "count", "counts"):
            name = type(self).__name__
            raise RulesetError(f"scoring = own: {name}: {name}.counts(term) would never be asked, because "
                               f"{name}.count(chain) gives a number; leave one of them out, or let count give back "
                               "super().count(chain)")

    def _reworded(self, found: Count) -> Count:
        """Terms that a policy has counted are told as its own."""
        if "count" not in self.has:
            return found
        terms, silent = (tuple(term._replace(case="counts") for term in these) for these in (found.terms, found.silent))
        return found._replace(terms=terms, silent=silent)

    def _recounted(self, found: Count) -> Count:
        terms, silent = (tuple(self._own_term(term) for term in these) for these in (found.terms, found.silent))
        spoken = (*terms, *(term for term in silent if term.value))
        ruling = Ruling(self.clauses["double_weights"], "count", {"terms": spoken})
        return Count(spoken, sum(term.value for term in spoken), ruling,
                     tuple(term for term in silent if not term.value))

    def _own_term(self, term: Term) -> Term:
        value = self.counts(term)
        return term._replace(value=value, case="counts", times=1 if value else 0)

    def outlook(self, chain: Chain) -> Outlook | None:
        return None


class _ByPoints(Scoring):
    """The verdict for a policy that says what a count is worth."""

    def ruling(self, count: Count, player: str) -> Ruling:
        points = self.points(count.total)
        facts: dict[str, object] = {"player": player, "total": count.total, "points": points, "sum": count}
        if points:
            return Ruling(self.clauses["multiple"], "hit", facts, points=points, because=(count.ruling,))
        more = next((more for more in range(1, _LONG_WAY) if self.points(count.total + more)), 0)
        case = "miss" if more else "never"
        return Ruling(self.clauses["multiple"], case, {**facts, "under": more}, because=(count.ruling,))


class _ByWorth(Scoring):
    """The verdict for a policy that says what a whole board is worth."""

    def judge(self, chain: Chain, player: str) -> Ruling | None:
        points = self.worth(chain)
        facts = {"player": player, "points": points}
        return Ruling(self.clauses["play_score"], "worth" if points else "nothing", facts, points=points)


class _OwnEnding(Ending):
    """When a hand is over, by a rule of a reader's own: `over(chain)` ends it at once, to be settled as a block is."""

    over: Callable[[Chain], bool]

    @property
    def watches(self) -> bool:  # type: ignore[override]
        return hasattr(self, "over")

    def over_ruling(self, chain: Chain) -> Ruling | None:
        if not self.over(chain):
            return None
        return Ruling(self.clauses["own_end"], "over", {"count": len(chain.laid)})

    def goes_on(self, *, drawable: bool) -> bool:
        """Where nobody can draw any more, a hand in which nobody can lay would never end."""
        found = super().goes_on(drawable=drawable)
        return self.block == "row-cycle" or (found and drawable)


class _ByGoesOn(Ending):
    """The words for a policy that says whether a hand goes on."""

    def block_ruling(self, *, drawable: bool) -> Ruling:
        return Ruling(self.clauses["block"], "blocked", {})


class _OwnSettling(Settling):
    """Who wins a hand and what it is worth, by a rule of a reader's own: `winner(final)`, `award(final, seat)`."""

    winner: Callable[[Final], int | None]
    award: Callable[[Final, int], int]

    def _winner_of_block(self, final: Final) -> tuple[int | None, tuple[Ruling, ...]]:
        return self._chosen(final) if hasattr(self, "winner") else super()._winner_of_block(final)

    def _chosen(self, final: Final) -> tuple[int | None, tuple[Ruling, ...]]:
        seat = self.winner(final)
        if seat is None:
            return None, (Ruling(self.clauses["tie"], "none", {"players": final.names}),)
        return seat, (Ruling(self.clauses["tie"], "wins", {"player": final.names[seat], "players": final.names}),)

    def _award(self, final: Final, seat: int, why: tuple[Ruling, ...]) -> Settlement:
        if not hasattr(self, "award"):
            return super()._award(final, seat, why)
        award = self.award(final, seat)
        facts = {"winner": self._called(final, seat), "award": award, "parts": (award,), "base": award}
        case = "out" if final.out is not None else "blocked"
        ruling = Ruling(self.clauses["end_base"], case, facts, points=award, because=why)
        return Settlement(final.sides[seat], seat, award, ruling)


class _ByWinner(Settling):
    """The rest for a policy that says who wins: it is asked after every hand, however it ended."""

    _chosen: Callable[[Final], tuple[int | None, tuple[Ruling, ...]]]

    def settle(self, final: Final) -> Settlement:
        seat, why = self._chosen(final)
        return Settlement(None, None, 0, why[0]) if seat is None else self._award(final, seat, why)


class _OwnWinning(Winning):
    """When a match is won, by a rule of a reader's own."""

    def reached(self, score: int, seats: int, teams: bool) -> bool:  # noqa: FBT001 - a policy's own winner calls it so
        return super().reached(score, seats=seats, teams=teams)


class _OwnStacking(Stacking):
    """What stacking brings, and when, by a rule of a reader's own."""

    def ruling(self, tile: Tile, on: int, chain: Chain, ends: Sequence[OpenEnd], facts: Mapping[str, Any],
               spoils: Spoils | None) -> Ruling:
        return self._said(super().ruling(tile, on, chain, ends, facts, spoils))

    def steal_ruling(self, player: str, rival: str, tile: Tile, loot: Loot) -> Ruling:
        return self._said(super().steal_ruling(player, rival, tile, loot))

    def _said(self, found: Ruling) -> Ruling:
        """The fewer words that a policy has: whether now or not, whether there or not, and what it brings."""
        plain = {"no_score": "not_now", "refused": "not_now", "no_match": "no", "side": "no", "doubled": "steals"}
        return found._replace(case=plain.get(found.case, found.case)) if found.id.startswith("OWN-") else found


class _OwnTurns(Turns):
    """Who has another turn, by a rule of a reader's own."""

    goes_on: Callable[[Tile], bool]

    def speaks(self, tile: Tile) -> bool:
        return self.goes_on(tile)


SCORES: dict[str, type[Any]] = {
    "scoring": _OwnScoring, "ending": _OwnEnding, "settling": _OwnSettling, "winning": _OwnWinning,
    "stacking": _OwnStacking, "turns": _OwnTurns,
}
"""What stands above a policy, by group."""

VERDICTS: dict[tuple[str, str], type[Any]] = {
    ("scoring", "points"): _ByPoints, ("scoring", "worth"): _ByWorth, ("ending", "goes_on"): _ByGoesOn,
    ("settling", "winner"): _ByWinner,
}
"""What stands below a policy, by group and by a method that it has."""


# The classes stand above the policy and ask it through `super()`. What a policy lacks comes from below it: for matching
# from one of the classes named after the method it has, for all else from the group itself.

class _ByEach(Dealing):
    """The way in for a policy that says how many tiles each."""

    def each_of(self, seats: int, set_size: int) -> int:
        return self.each(seats, set_size)


class _ByLeader(Leading):
    """The rest for a policy with `leader(deck)`: it gives a seat, a tile whose holder must set it, or None.

    With None, or a tile that nobody holds, the tiles are dealt again.
    """

    leader: Callable[[Deck], int | Tile | None]

    def find(self, deck: Deck, standing: Standing, next_seat: Callable[[int], int]) -> Lead | None:
        found = self.leader(deck)
        must = found if isinstance(found, Tile) else None
        if must is not None:
            found = next((seat for seat, held in enumerate(deck.holdings) if must in held), None)
        if found is None or isinstance(found, Tile):
            return None
        seat = found
        return Lead(seat, must, Ruling(self.clauses["first_leader"], "leads", {"player": deck.names[seat]}))


class _OwnArms(Arms):
    """Spinners or open ends of a reader's own; only a double can spin, and only a free edge can be open."""

    asks_of_ends = True

    def spins(self, tile: Tile, chain: Chain) -> bool:
        return tile.is_double and super().spins(tile, chain)

    def open_ends(self, chain: Chain) -> tuple[OpenEnd, ...]:
        chosen = set(super().open_ends(chain))
        return tuple(end for end in chain.ends if end in chosen)


class _OwnMatching(Matching):
    """Which halves meet by a rule of a reader's own; what may then lie outward is the rest of the tile."""

    def outs(self, tile: Tile, value: int) -> tuple[int, ...]:
        return tuple(sorted(set(super().outs(tile, value))))


class _SaysMatching(Matching):
    """The words for a policy that has none of its own."""

    def ruling(self, tile: Tile, value: int, onto: Tile) -> Ruling:
        fits = self.fits(tile, value)
        facts = {"tile": tile, "value": value, "onto": onto}
        return Ruling(self.clauses["matching"], "yes" if fits else "no", facts, fits)


class _ByHalves(_SaysMatching):
    """The rest for a policy that says which half meets a value, or which tile fits."""

    def outs(self, tile: Tile, value: int) -> tuple[int, ...]:
        if not self.fits(tile, value):
            return ()
        meeting = [half for half in tile[:2] if self.meets(half, value)]
        return tuple({tile.other(half) for half in meeting}) if meeting else tile[:2]


class _ByMeets(_ByHalves):
    """The rest for a policy that has only `meets`."""

    def fits(self, tile: Tile, value: int) -> bool:
        return self.meets(tile[0], value) or self.meets(tile[1], value)


class _ByFits(_ByHalves):
    """The rest for a policy that has `fits`: a half meets what its double would fit."""

    def meets(self, half: int, value: int) -> bool:
        return self.fits(Tile(half, half), value)


class _ByOuts(_SaysMatching):
    """The rest for a policy that has `outs`."""

    def fits(self, tile: Tile, value: int) -> bool:
        return bool(self.outs(tile, value))

    def meets(self, half: int, value: int) -> bool:
        return True


class _OwnDrawing(Drawing):
    """When a tile may be drawn, by a rule of a reader's own."""

    def _now(self, facts: Mapping[str, Any]) -> bool:
        return self.may(able=facts["able"] is not None, stock=facts["stock"], drawn=facts["drawn"],
                        chosen=facts.get("chosen", 0))

    def possible(self, stock: int) -> bool:
        return self.may(able=False, stock=stock, drawn=0)

    def may(self, *, able: bool, stock: int, drawn: int, chosen: int = 0) -> bool:
        return stock > 0 and super().may(able=able, stock=stock, drawn=drawn, chosen=chosen)

    def ruling(self, facts: Mapping[str, Any]) -> Ruling:
        case = "draw" if self._now(facts) else "no"
        return Ruling(self.clauses["draw_when"], case, facts, case == "draw")

    def pass_ruling(self, facts: Mapping[str, Any]) -> Ruling:
        if facts["able"] is not None or self._now(facts):
            return super().pass_ruling(facts)
        return Ruling(self.clauses["draw_when"], "pass", facts)

    def _draw_case(self, facts: Mapping[str, Any]) -> tuple[str, str]:
        return "draw_when", "draw" if self._now(facts) else "no"


CHECKED: dict[str, type[Any]] = {
    "arms": _OwnArms, "matching": _OwnMatching, "drawing": _OwnDrawing, **SCORES,
}
"""What stands above a policy, by group, where anything does."""


def below(group: str, hooks: tuple[str, ...]) -> tuple[type[Any], ...]:
    """What stands below a policy that has these methods, to do what it leaves out."""
    if group == "matching":
        return (_ByFits if "fits" in hooks else _ByMeets if "meets" in hooks else _ByOuts,)
    found = {**VERDICTS, ("dealing", "each"): _ByEach, ("leading", "leader"): _ByLeader}
    return tuple(made for (of, hook), made in found.items() if of == group and hook in hooks)


_ALONE = (
    ("leading", "leader", ("find",)),
    ("matching", "meets", ("fits", "outs")),
    ("scoring", "points", ("worth",)),
    ("scoring", "counts", ("worth",)),
    ("scoring", "count", ("worth",)),
    ("settling", "award", ("settle",)),
    ("settling", "winner", ("settle",)),
    ("winning", "reached", ("winner",)),
)
"""By group a method, and those that together decide all that it would be asked for."""


def check_asked(group: str, policy: object, values: Mapping[str, Any]) -> None:
    """Raises RulesetError for a policy with a method that nobody asks, because others of it decide without it.

    A method that the deciding one calls is asked after all, by its name or through `super()`.
    """
    hooks = methods(group, policy)
    for of, hook, deciding in _ALONE:
        if of == group and {hook, *deciding} <= {*hooks} and not any(asks(policy, one, hook) for one in deciding):
            raise RulesetError(_unasked(group, policy, hook, deciding))
    if group == "stacking" and values["stack"] == "none":
        raise RulesetError(f'{group} = {label(policy)}: {name_of(policy)}.{hooks[0]} would never be asked, '
                           'because nothing is stacked with stack = "none"; write stack="cutthroat" beside it')


def _unasked(group: str, policy: object, hook: str, deciding: tuple[str, ...]) -> str:
    name, hooks = name_of(policy), HOOKS[group]
    alone = " and ".join(f"{name}.{hooks[one].written}" for one in deciding)
    decide = "decides" if len(deciding) == 1 else "decide"
    return (f"{group} = {label(policy)}: {name}.{hooks[hook].written} would never be asked, because {alone} "
            f"{decide} without it; leave one of them out, or call self.{hook} in {deciding[-1]}")


def asks(policy: object, deciding: str, hook: str) -> bool:
    """Whether a method calls another by its name, itself or in a method that it calls, or asks the group's own method.

    That of the group, which `super()` reaches, asks all the methods that stand behind it; but matching compares halves
    at once, and asks no `meets`.
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
    """The code of a method that the policy itself defines; None for one that comes with the package."""
    held = [getattr(policy, "__dict__", {}).get(name), *(vars(base).get(name) for base in type(policy).__mro__)]
    for method in held:
        function = getattr(method, "__func__", method)
        if not str(getattr(function, "__module__", "")).startswith("domino_lab.rules."):
            code = getattr(function, "__code__", None)
            if isinstance(code, CodeType):
                return code
    return None


def _names(code: CodeType | None) -> Iterator[str]:
    """The names that a piece of code speaks of, those of the functions within it too."""
    if code is not None:
        yield from code.co_names
        for part in code.co_consts:
            if isinstance(part, CodeType):
                yield from _names(part)


_SPEAKS = ("Ruling", "Lead", "Settlement", "Count")
"""What holds a ruling: the answers into which the words of a policy are put."""


def combine(made: type[Any], group: str, policy: Any, wanted: Mapping[str, Any], clauses: Mapping[str, str]) -> Any:
    """A `made` (the class of the group) with the values `wanted` in which `policy` decides what it has methods for.

    Raises RulesetError for an object of which no such class can be made, or with a method that nobody would ask.
    """
    check_asked(group, policy, wanted)
    hooks, held = methods(group, policy), _kept(policy)
    free = {name: value for name in hooks if (value := held.pop(name, None)) is not None}
    space = {**held, "__init__": made.__init__, "__dataclass_fields__": made.__dataclass_fields__,
             "has": hooks, "__eq__": object.__eq__, "__hash__": object.__hash__,
             "__module__": type(policy).__module__}
    space |= _voices(made, clause_of(group, policy), words_of(group, policy))
    try:
        mine = guarded(group, type(policy), hooks, free)
        bases = (*filter(None, [CHECKED.get(group)]), mine, type(policy), *below(group, hooks), made)
        whole = types.new_class(name_of(policy), tuple(dict.fromkeys(bases)), {}, lambda name: name.update(space))
    except TypeError as error:
        said = f"{group} = {label(policy)} is not possible: write it as a plain class ({error})"
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


def try_out(group: str, rules: Any, tiles: DominoSet) -> None:
    """Ask a fitted group what it will be asked in play, so that a slip shows when the rules are made.

    Raises RulesetError that names the policy and the question.
    """
    check_words(group, rules)
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
    """The values that a group is made of."""
    return {field.name: values[field.name] for field in fields(made) if field.name != "clauses"}
