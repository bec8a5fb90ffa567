"""Rules of a reader's own: objects of a subclass of one of the bases in `rules.hooks`, given for a group of axes.

A rule has only the methods that it needs. The game's own rules, from which it inherits, do the rest. `rules.answers`
checks what its methods return, `rules.hook_trials` tries them.
"""

from __future__ import annotations

import copy
import sys
import warnings
from ast import literal_eval
from collections.abc import Iterable, Mapping
from contextlib import suppress
from inspect import signature
from string import Formatter
from types import CodeType

from domino_lab.core.errors import RulesetError, quote
from domino_lab.core.plain import plain_items
from domino_lab.core.rulings import OwnClause, clause
from domino_lab.rules.answers import check_answers, failure, median_seconds
from domino_lab.rules.axes import AXES, Clauses, Values
from domino_lab.rules.group import Group
from domino_lab.rules.hooks import BASES, HOOKS
from domino_lab.words.escaping import as_python

MARK = "own: "
"""The prefix of a policy's class name in a file and in a table."""

_TOPICS = {"over": "own_end", "next_turn": "own_turn", "allows": "own_play", "bonus": "own_deal"}
"""The topics on the rule page of methods that decide what no axis does."""

ADDED_TO = {"own_end": "block", "own_turn": "extra_turn", "own_play": "lines", "own_deal": "deal"}
"""The axis that each of these topics adds to: the rule of the game still holds beside it."""

_PLAIN = (str, int, float, Mapping, list, tuple, type(None))
"""Types of the values of axes. None of them is a policy, although some have methods of the same names."""


def _axes_of(group: str, hook: str) -> tuple[str, ...]:
    """Return the axes, and the topics, that a method decides; an axis that names no methods may be any method's."""
    axes = [name for name, axis in AXES.items() if axis.group == group and (axis.hooks is None or hook in axis.hooks)]
    return (_TOPICS[hook],) if hook in _TOPICS else tuple(axes)


_TURNS_ON: Mapping[tuple[str, str], tuple[str, str]] = {
    ("arms", "spins"): ("spinner", "first"), ("drawing", "may"): ("draw_when", "unable"),
    **dict.fromkeys((("scoring", "points"), ("scoring", "worth")), ("play_score", "multiple")),
    ("turns", "goes_on"): ("extra_turn", "on-double"), ("stacking", "choices"): ("stack", "cutthroat"),
}
"""By group and method: an axis that the method decides, and a value of it that stands for what the method may do.

The rules have this value where the game has it off, so that a page, a player or a count knows what may happen. The
object itself keeps the value of the game, so that `super()` answers as the game does.
"""

_OFF = ("none", "never")


def name_of(policy: object) -> str:
    """Return the name of a policy, which is that of its class."""
    return type(policy).__name__


def label(policy: object) -> str:
    """Return a policy as a file names it: "own: NeighbourPips"."""
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
        raise failure(f"{name_of(policy)}.{name}", error) from error


def is_own(policy: object, hook: str) -> bool:
    """Return True if the method is the policy's, not inherited from a group of this package."""
    homes = [base for base in type(policy).__mro__ if hook in vars(base)]
    return not homes or homes[0] not in OURS


OURS = {made for base in BASES.values() for made in base.__mro__}
"""The classes of this package from which rules inherit."""


def _classes_of(policy: object) -> list[type]:
    """Return the reader's own classes that a policy is made of, the first one to ask first."""
    return [base for base in type(policy).__mro__ if base not in OURS and base is not object]


def names_used(policy: object) -> dict[str, set[str]]:
    """Return the names that each function of the policy's own uses."""
    spaces = [*map(vars, reversed(_classes_of(policy))), getattr(policy, "__dict__", {})]
    codes = {name: getattr(value, "__code__", None) for space in spaces for name, value in space.items()}
    return {name: _names(code) for name, code in codes.items() if isinstance(code, CodeType)}


def _names(code: CodeType) -> set[str]:
    return {*code.co_names}.union(*(_names(part) for part in code.co_consts if isinstance(part, CodeType)))


def builds_on(group: str, policy: object, home: Values) -> tuple[str, ...]:
    """Return the hooks of a policy that ask the game first, as in `super().points(total)`, and then add to it.

    If the game, whose values are `home`, has no such rule, they have nothing to add to.
    """
    used, off = names_used(policy).values(), _axes_turned_on(group, policy, home)
    return tuple(hook for hook in methods(group, policy) if any({"super", hook} <= names for names in used)
                 and _TURNS_ON.get((group, hook), ("",))[0] not in off)


def is_policy(key: str, value: object) -> bool:
    """Return True if `value` replaces the group `key` or a part of it; raises RulesetError for an unsuitable object."""
    if key in AXES and (key not in HOOKS or isinstance(value, _PLAIN)):
        group = AXES[key].group
        if not isinstance(value, _PLAIN) and methods(group, value):
            raise RulesetError(f"{key} = {label(value)}: your own rule replaces the whole {group} group, so write "
                               f"but({group}={name_of(value)}())")
        return False
    if key not in HOOKS:
        return False
    if isinstance(value, type):
        raise RulesetError(f"{key} = {value.__name__} is a class: write {key}={value.__name__}() to make one of it")
    _check_base(key, value)
    if isinstance(value, _PLAIN) or not methods(key, value):
        raise RulesetError(f"{key} must be an object of a subclass of dl.rules.{BASES[key].__name__} with a "
                           f"method {' or '.join(HOOKS[key].values())}; you gave {quote(value)}")
    return True


def _check_base(group: str, value: object) -> None:
    """Raise RulesetError for a rule that inherits from other bases, or has a method that could be of two of them."""
    groups, own = groups_of(value), f"{name_of(value)}()"
    if groups and group not in groups:
        raise RulesetError(f"{group} = {label(value)}: {name_of(value)} inherits from {_bases(groups)}, so write "
                           f"but({own})")
    for hook in methods(group, value):
        sharing = [name for name in groups if hook in HOOKS[name]]
        if len(sharing) > 1:
            raise RulesetError(f"{name_of(value)}.{hook} could be a method of {_bases(sharing)}: write a class for "
                               "each of them")


def groups_of(policy: object) -> list[str]:
    """Return the groups from whose bases a policy inherits."""
    return [group for group, base in BASES.items() if isinstance(policy, base)]


def _bases(groups: Iterable[str]) -> str:
    return " and ".join(f"dl.rules.{BASES[group].__name__}" for group in groups)


def by_group(policies: Iterable[object], changes: Mapping[str, object]) -> dict[str, object]:
    """Return changes with each of the policies given for the groups from whose bases it inherits.

    Raises RulesetError for an object that inherits from none, or for a group for which there is another rule.
    """
    given = dict(changes)
    for policy in policies:
        groups = groups_of(policy)
        if isinstance(policy, type):
            raise RulesetError(f"{policy.__name__} is a class: write but({policy.__name__}()) to make one of it")
        if not groups:
            raise RulesetError("but() takes rules of your own, objects of subclasses of dl.rules.Scoring and the "
                               f"like, and axes by name, as in but(target=61); you gave {quote(policy)}")
        twice = [group for group in groups if group in given]
        if twice:
            raise RulesetError(f"{twice[0]} is given twice: {name_of(policy)} is a rule for it, too")
        given |= dict.fromkeys(groups, policy)
    return given


def axes_replaced(group: str, policy: object) -> tuple[str, ...]:
    """Return the axes (and topics) that `policy` decides instead of the sheet of the game."""
    hooks = methods(group, policy)
    by_hook = [axis for hook in hooks for axis in _axes_of(group, hook)]
    return tuple(dict.fromkeys([*by_hook, *_attributes(group, policy), *_switches(group, policy)]))


def axes_replaced_outright(group: str, policy: object, home: Values) -> tuple[str, ...]:
    """Return those of `axes_replaced` by which nothing is decided any more, in a game with the values of `home`.

    The other axes still hold: the policy's methods ask the game first, or the policy itself sets the axis.
    """
    added = builds_on(group, policy, home)
    replaced = {axis for hook in methods(group, policy) if hook not in added for axis in _axes_of(group, hook)}
    replaced |= _axes_turned_on(group, policy, home)
    return tuple(axis for axis in axes_replaced(group, policy) if axis in replaced or axis not in AXES)


def axes_amended(group: str, policy: object) -> set[str]:
    """Return the axes whose rule a policy's methods may change, without those that say if there is one at all."""
    hooks = methods(group, policy)
    return {axis for hook in hooks for axis in _axes_of(group, hook)} - {axis for axis, _ in _TURNS_ON.values()}


def _attributes(group: str, policy: object) -> dict[str, object]:
    """Return the axes of the group that a policy sets with attributes of the same names."""
    named = {axis: _attribute(policy, axis) for axis, known in AXES.items() if known.group == group}
    wrong = [axis for axis, value in named.items() if callable(value)]
    if wrong:
        raise RulesetError(f"{name_of(policy)}.{wrong[0]} cannot be a method: {wrong[0]} is an axis of {group}, and "
                           f"has a value such as {AXES[wrong[0]].values}")
    return {axis: plain_items(value) for axis, value in named.items() if value is not None}


def values_with(group: str, policy: object, values: Values) -> dict[str, object]:
    """Return the axes that a policy sets itself, and those that it turns on where they are off."""
    switched = {axis: value for axis, value in _switches(group, policy).items() if values[axis] in _OFF}
    return {**switched, **_attributes(group, policy)}


def values_without(group: str, policy: object, values: Values, home: Values) -> Values:
    """Return values that turn nothing on: the axes that a policy may turn on are as in the game, or as it sets them."""
    switched = _switches(group, policy).keys() - _attributes(group, policy).keys()
    return {**values, **{axis: home[axis] for axis in switched}}


def _switches(group: str, policy: object) -> dict[str, str]:
    return dict(_TURNS_ON[group, hook] for hook in methods(group, policy) if (group, hook) in _TURNS_ON)


def _axes_turned_on(group: str, policy: object, home: Values) -> set[str]:
    """Return the axes that a policy turns on by its methods although they are off in the game."""
    return {axis for axis in _switches(group, policy).keys() - _attributes(group, policy).keys() if home[axis] in _OFF}


def clause_of(group: str, policy: object) -> str:
    """Return the clause of a policy: its attribute `clause`, or OWN- and the group."""
    chosen = _attribute(policy, "clause") or f"OWN-{group.upper()}"
    try:
        return str(clause(str(chosen)).id)
    except LookupError:
        raise RulesetError(f"{name_of(policy)}.clause = {quote(chosen)} is not a clause: leave it out, and the "
                           f"clause is OWN-{group.upper()}") from None


def python_of(policy: object) -> str:
    """Return the Python that recreates a policy from its class, as in `Steps(by=2)`; empty if that is not known."""
    made = type(policy)
    try:
        names = [each.name for each in signature(made).parameters.values() if each.kind is not each.VAR_POSITIONAL]
        given = {name: getattr(policy, name) for name in names if hasattr(policy, name)}
        again = made(**given)
        source = ", ".join(f"{name}={_literal(value)}" for name, value in given.items())
    except Exception:  # a reader's own class
        return ""
    return f"{made.__name__}({source})" if is_same(policy, again) else ""


def _literal(value: object) -> str:
    """Return plain data as Python; raises ValueError for anything else."""
    source = repr(value)
    if literal_eval(source) != value:
        raise ValueError(source)
    return as_python(value) if isinstance(value, str) else source


def is_same(policy: object, other: object) -> bool:
    """Return True if two policies have the same class and the same attributes, and so decide alike."""
    if policy is other:
        return True
    with suppress(Exception):  # a reader's own class may compare fields that it does not have
        if policy == other:
            return True
    return type(policy) is type(other) and getattr(policy, "__dict__", 1) == getattr(other, "__dict__", 2)


# --- the words of a policy


def _rule_of(group: str, policy: object) -> str:
    """Return what a policy says on the rule page: its `rule`, or the first paragraphs of its docstrings, or nothing.

    Those of its methods come after that of its class. If it decides for several groups, they stand instead of it.
    """
    rule = _attribute(policy, "rule")
    if not isinstance(rule, str):
        parts = [_first_paragraph(_attribute(policy, hook)) for hook in methods(group, policy)]
        docstring = next(filter(None, map(_first_paragraph, _classes_of(policy))), "")
        made_by_dataclass = docstring.startswith(f"{name_of(policy)}(")
        if not made_by_dataclass and not (len(groups_of(policy)) > 1 and any(parts)):
            parts.insert(0, docstring)
        rule = " ".join(dict.fromkeys(filter(None, parts)))
    return rule.replace("{", "{{").replace("}", "}}") if "{" in rule else rule


def _first_paragraph(owner: object) -> str:
    return " ".join((owner.__doc__ or "").strip().partition("\n\n")[0].split())


_ASKED = ("no", "may_not", "shut", "not_now", "plays_not", "may_pass", "redeal", "bonus")
"""The cases in which a reader wants to know at once what the rule is: refusals, a new deal, points for a deal."""


_SETTLED = ("none", "wins", "out", "blocked", "costs", "unpaid", "shared", "charged")
"""The cases of settling that would give no reason without it."""


def words_of(group: str, policy: object) -> dict[str, str]:
    """Return the sentences with which a policy explains itself, by case; those it lacks come from the package."""
    ours = {case: str(text) for case, text in clause(f"OWN-{group.upper()}").sentences.items()
            if case not in ("sheets", "silent")}
    theirs = {case: text for case in ours if isinstance(text := _attribute(policy, case), str)}
    theirs["object"] = name_of(policy)
    rule = _rule_of(group, policy)
    if not rule:
        return {**ours, **theirs}
    asked = (*_ASKED, *(_SETTLED if group == "settling" else ()))
    refused = {case: f"{ours[case]} {rule}" for case in asked if case in ours}
    return {**ours, **refused, **theirs, "rule": rule}


_MORE_FACTS: dict[str, dict[str, tuple[str, ...]]] = {
    "arms": dict.fromkeys(("joins", "shut"), ("value", "free")),
    "drawing": dict.fromkeys(("draw", "no", "pass"), ("player", "stock", "drawn", "shown")),
    "scoring": {**dict.fromkeys(("hit", "miss", "never"), ("player", "total", "points", "sum")),
                "miss": ("player", "total", "points", "sum", "under"),
                "counts": ("shown", "covered", "times"), "worth": ("player",), "nothing": ("player",),
                "zero": ("player",)},
}
"""By group and case: the facts that a policy's sentence may use although ours does not."""


def check_words(group: str, policy: object) -> None:
    """Raise RulesetError for a sentence of a policy that uses a fact that it does not get."""
    ours = clause(f"OWN-{group.upper()}").sentences
    for case in ours:
        text = _attribute(policy, case)
        if not isinstance(text, str) or case == "rule":
            continue
        known = {*_facts_in(str(ours[case])), *_MORE_FACTS.get(group, {}).get(case, ())}
        try:
            strange = [fact for fact in _facts_in(text) if fact not in known]
        except ValueError as error:
            raise RulesetError(f"{name_of(policy)}.{case} = {quote(text)} cannot be read: {error}") from None
        if strange:
            raise RulesetError(f"{name_of(policy)}.{case} mentions {{{strange[0]}}}: it may mention "
                               + ", ".join(f"{{{fact}}}" for fact in sorted(known)))


def _facts_in(sentence: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(sentence) if name is not None]


# --- a rule put in the place of a group


def combine(group: str, policy: object, values: Values, home: Values, clauses: Mapping[str, str],
            usual: Mapping[str, str]) -> Group:
    """Return a copy of a reader's own rule that knows the axes of `values`, and whose answers are checked.

    `home` has the values of the game, and `usual` the clauses by which it decides where the rule agrees with it.

    Raises RulesetError for an object that cannot be copied.
    """
    try:
        own = copy.copy(policy) if isinstance(policy, BASES[group]) else _inheriting(group, policy)
    except TypeError as error:
        base = BASES[group].__name__
        raise RulesetError(f"{group} = {label(policy)} is not possible: write it as a plain class that inherits from "
                           f"dl.rules.{base} ({error})") from None
    by = OwnClause(clause_of(group, policy), words_of(group, policy))
    own.take(values, Clauses({axis: by if cited == by else cited for axis, cited in clauses.items()}))
    hooks = methods(group, policy)
    vars(own).update(decides=hooks, builds_on=builds_on(group, policy, home), usual=usual)
    vars(own).update({hook: check_answers(own, group, hook) for hook in hooks})
    return own


def seconds_of(group: str, policy: object) -> dict[str, float]:
    """Return the seconds that a call of each method of a rule takes, for the methods called so far."""
    times = {hook: median_seconds(_attribute(policy, hook)) for hook in methods(group, policy)}
    return {f"{name_of(policy)}.{hook}": seconds for hook, seconds in times.items() if seconds}


# --- a plain object, as rules were written before they had bases: it works until the next release


def _inheriting(group: str, policy: object) -> Group:
    """Return a plain object as one of a class that inherits from the base of `group`."""
    made: type[Group] = type(name_of(policy), (type(policy), BASES[group]), {"__module__": type(policy).__module__})
    own = made.__new__(made)
    vars(own).update(getattr(policy, "__dict__", {}))
    return own


def warn_of_plain(group: str, policy: object) -> None:
    """Warn about an object whose class inherits from no base, and say how to write it now."""
    if isinstance(policy, BASES[group]):
        return
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("domino_lab"):
        level, frame = level + 1, frame.f_back
    warnings.warn(f"{group} = {label(policy)}: from the next release on, a rule of your own must inherit from its "
                  f"base: write class {name_of(policy)}(dl.rules.{BASES[group].__name__})", DeprecationWarning,
                  stacklevel=level)
