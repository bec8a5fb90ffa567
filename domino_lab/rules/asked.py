"""Asked: whether every method of a reader's own policy is asked in play; one that never is would be ignored unsaid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import CodeType
from typing import Any

from domino_lab.errors import RulesetError
from domino_lab.rules import own

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

    >>> check_asked("winning", 3, {})
    """
    hooks = own.methods(group, policy)
    for of, hook, deciding in _ALONE:
        if of == group and {hook, *deciding} <= {*hooks} and not any(asks(policy, one, hook) for one in deciding):
            raise RulesetError(_unasked(group, policy, hook, deciding))
    if group == "stacking" and values["stack"] == "none":
        raise RulesetError(f'{group} = {own.told(policy)}: {own.name_of(policy)}.{hooks[0]} would never be asked, '
                           'because nothing is stacked with stack = "none"; write stack="cutthroat" beside it')


def _unasked(group: str, policy: object, hook: str, deciding: tuple[str, ...]) -> str:
    name, hooks = own.name_of(policy), own.HOOKS[group]
    alone = " and ".join(f"{name}.{hooks[one].written}" for one in deciding)
    decide = "decides" if len(deciding) == 1 else "decide"
    return (f"{group} = {own.told(policy)}: {name}.{hooks[hook].written} would never be asked, because {alone} "
            f"{decide} without it; leave one of them out, or call self.{hook} in {deciding[-1]}")


def asks(policy: object, deciding: str, hook: str) -> bool:
    """Whether a method calls another by its name, itself or in a method that it calls, or asks the group's own method.

    That of the group, which `super()` reaches, asks all the methods that stand behind it; but matching compares halves
    at once, and asks no `meets`.

    >>> asks(3, "worth", "points")
    False
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
