"""Own: which methods of a reader's own policy stand for which axes, and the check of everything it answers.

A policy is an object of any class. It has the methods it needs and no others: all that it lacks is done by the group of
which it replaces a part. `self` and `super()` are that group too, so that `self.multiple` and `super().count(chain)`
work.
"""

from __future__ import annotations

import operator
import types
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from string import Formatter
from typing import Any, NamedTuple

from domino_lab.arguments import yes_or_no
from domino_lab.chain import Chain, OpenEnd
from domino_lab.errors import DominoError, RulesetError, shown
from domino_lab.rules.axes import AXES
from domino_lab.rules.leading import Deck, Lead, Standing
from domino_lab.rules.scoring import Count, Term
from domino_lab.rules.settling import Final, Settlement
from domino_lab.rules.stacking import Loot, Spoils
from domino_lab.rules.values import MARK
from domino_lab.rulings import Ruling, clause
from domino_lab.tiles import Tile

_PLAIN = (str, int, float, Mapping, list, tuple, type(None))
"""Values that an axis has; none of them is a policy, though some have methods of the same names."""
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


def told(policy: object) -> str:
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
        raise RulesetError(f"{axis} = {told(value)}: a policy replaces the whole of {group}, so write "
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


def woken(group: str, policy: object, values: Mapping[str, Any]) -> dict[str, Any]:
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
