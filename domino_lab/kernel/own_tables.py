"""A reader's own objects in the kernel: those that it asks beforehand, and those that it asks once a hand.

The kernel needs a table of what fits what, of the points of each count, of the weight of each tile, of the size of a
holding and of the order of turns. An object that decides only such things is asked for all of them beforehand, and
then plays as fast as a game of the catalogue. That is only right if it gives the same answer whenever it is asked: it
is asked twice, the second time in another order, and refused by name if an answer changes.

Who leads, who wins a hand and what it is worth is asked once a hand, before it begins or after its end; the kernel
plays all that lies between (`chance.jobs.AskedHands`). Who wins a match is not asked at all in a hand that goes on to
its end whatever the scores are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product

from domino_lab.core.errors import DominoError, quote
from domino_lab.rules import custom
from domino_lab.rules.answers import Notes, most_arguments
from domino_lab.rules.axes import AXES
from domino_lab.rules.hook_trials import check_rounds
from domino_lab.rules.hooks import HOOKS, arguments_of
from domino_lab.rules.rulebook import GROUPS
from domino_lab.rules.ruleset import Ruleset

MOST_WEIGHT = 100_000
"""Heavier tiles do not fit into the sums by which the kernel compares tiles."""


def _questions(rules: Ruleset, group: str, hook: str) -> Iterable[tuple[object, ...]]:
    """Return all that the kernel asks a method for its tables: the arguments of each call."""
    tiles, counts = rules.equipment.set.tiles, rules.dealing.seat_counts
    if hook == "next_seat":
        return [(seat, seats) for seats in counts for seat in range(seats)]
    values = range(rules.equipment.set.max_pip + 1)
    given = {"tile": tiles, "half": values, "value": values, "total": range(most_counted(rules) + 1), "so_far": [None],
             "seats": counts, "set_size": [len(tiles)], "hand": [1]}  # The kernel plays the first hand of a match.
    return product(*(given[name] for name in arguments_of(group, hook)))


TABLES: Mapping[str, tuple[str, ...]] = {
    "matching": ("meets", "fits", "outs"), "equipment": ("weight",), "scoring": ("points",),
    "dealing": ("each", "next_seat"),
}
"""By group: the methods that the kernel asks for its tables."""


def most_counted(rules: Ruleset) -> int:
    """Return a count that no board of these rules exceeds."""
    weights = rules["double_weights"]
    times = 4 if isinstance(weights, str) else max(2, *weights)
    return sum(times * tile.high + tile.low for tile in rules.equipment.set.tiles)


ONCE_A_HAND = ("leading", "settling")
"""The groups whose objects are asked before a hand begins, or after its end."""


def asks(rules: Ruleset) -> bool:
    """Return True if a reader's own object is asked in every hand, before it begins or after its end."""
    return any(group in rules.own for group in ONCE_A_HAND)


def _asks_so_far(hook: str, policy: object) -> bool:
    """Return True if the points for a count depend on the hand so far: then they fit into no table."""
    return hook == "points" and most_arguments(getattr(policy, hook), 1) != 1


def beyond_tables(rules: Ruleset, *, asking: bool = False) -> str:
    """Return the axis and the method of a reader's own that the kernel would have to call; "" if there is none.

    `asking` is True for a kernel that asks before a hand begins and after its end.
    """
    answered = {**TABLES, "leading": HOOKS["leading"] if asking else (),
                # If a match can end in the middle of a hand, its winner is asked for there.
                "winning": HOOKS["winning"] if rules["target_when"] != "at-once" else ()}
    for group, policy in rules.own.items():
        hooks = _deciding(group, policy)
        start = f"{', '.join(custom.axes_replaced(group, policy)) or group} = {custom.label(policy)}: the kernel"
        beyond = [hook for hook in hooks if hook not in answered.get(group, ()) or _asks_so_far(hook, policy)]
        if beyond and not (asking and group == "settling"):
            return f"{start} cannot call {custom.name_of(policy)}.{beyond[0]} during a hand"
        if group == "dealing" and rules["block"] == "row-cycle" and "next_seat" in hooks:
            return f"{start} uses only the axis direction to tell which rows have been turned over"
        if group == "equipment" and max(map(rules.equipment.weight, rules.equipment.set.tiles)) >= MOST_WEIGHT:
            return f"{start} takes only weights below {MOST_WEIGHT:,}"
    return ""


def _deciding(group: str, policy: object) -> list[str]:
    """Return the methods with which a policy decides, and all that it has in the place of a method of the group."""
    replaced = [name for name in dir(policy) if not name.startswith("__") and name not in AXES
                and callable(getattr(GROUPS[group], name, None)) and custom.is_own(policy, name)]
    return list(dict.fromkeys([*custom.methods(group, policy), *replaced]))


def check_pure(rules: Ruleset) -> None:
    """Raise DominoError for a method that does not give the same answer twice, with the call and the two answers.

    >>> from domino_lab.catalogue import get
    >>> check_pure(get("block"))
    """
    if "dealing" in rules.own:  # Tried when it was declared; but if that has changed, a hand would never end.
        check_rounds(rules.dealing)
    notes, calls = Notes(), [
        (getattr(getattr(rules, group), hook), given) for group, policy in rules.own.items()
        for hook in custom.methods(group, policy) if hook in TABLES.get(group, ()) and not _asks_so_far(hook, policy)
        for given in _questions(rules, group, hook)]
    with notes:
        for ask, given in (*calls, *reversed(calls)):
            ask(*given)
    check_alike(rules, notes)


def check_alike(rules: Ruleset, notes: Notes) -> None:
    """Raise DominoError for a method that gave two answers to one question while `notes` were taken."""
    if notes.changed is not None:
        group, call, first, then = notes.changed
        raise DominoError(f"{group} = {custom.label(rules.own[group])}: {call} returned {quote(first)} and then "
                          f"{quote(then)}: {ALWAYS_ALIKE}")


ALWAYS_ALIKE = ("a simulation needs a rule that always gives the same answer to the same question; let it depend only "
                "on its arguments, not on chance or on earlier calls")
"""What a reader is to do about a rule that gives different answers."""
