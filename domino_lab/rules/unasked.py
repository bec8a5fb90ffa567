"""Methods of a reader's own rule that would never be called: misspelt ones, and those that other methods replace."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from types import CodeType

from domino_lab.core.errors import RulesetError
from domino_lab.rules.axes import AXES, Values
from domino_lab.rules.custom import OURS, label, methods, name_of
from domino_lab.rules.hooks import BASES, HOOKS

_DECIDING = (
    ("leading", "leader", ("find",)), ("matching", "meets", ("fits", "outs")), ("scoring", "points", ("worth",)),
    ("scoring", "counts", ("worth",)), ("scoring", "count", ("worth",)), ("scoring", "counts", ("count",)),
    ("settling", "award", ("settle",)), ("settling", "winner", ("settle",)), ("winning", "reached", ("winner",)),
)
"""By group: a method, and those that together decide everything that it would be called for."""


_NO_STACK = 'nothing is stacked with stack = "none"; write stack="cutthroat" as well'
_NO_COUNT = ('this game adds up no open ends; write play_score = "multiple" in the body of the class, or use another '
             "method, worth, for the points of a play")
_IDLE: tuple[tuple[str, str, Callable[[Values], bool], str], ...] = (
    *[("stacking", hook, lambda v: bool(v["stack"] != "none"), _NO_STACK) for hook in ("loot", "may_now", "choices")],
    # What is drawn matters by any axis of drawing, if by one.
    ("drawing", "may", AXES["reserve"].matters, "every tile is dealt, so none can be drawn; deal fewer"),
    *[("scoring", hook, lambda v: bool(v["play_score"] == "multiple"), _NO_COUNT)
      for hook in ("points", "counts", "count")],
    ("arms", "spins", lambda v: bool(v["doubles"]), "the set has no doubles; write doubles=True as well"),
)
"""By group: a method, what must be true of the axes for it to be called, and what to say if that is false."""


def check_stray(group: str, policy: object, own: Mapping[str, object]) -> None:
    """Raise RulesetError for a method that would never be called, if its name is nearly that of a known one.

    Or the method belongs to another group, for which the object was not given; `own` has all given objects. A method
    that another method calls counts as a part of it.
    """
    mine = [name for name in dir(policy) if not name.startswith("_") and _code(policy, name) is not None]
    called = {word for name in mine for word in _names(_code(policy, name)) if word != name}
    for name in mine:
        if name in HOOKS[group] or name in called:
            continue
        start = f"{group} = {label(policy)}: {name_of(policy)}.{name} would never be called"
        near = get_close_matches(name, HOOKS[group], n=1, cutoff=0.7)
        if near:
            raise RulesetError(f"{start}; did you mean {HOOKS[group][near[0]]}?")
        others = [other for other, hooks in HOOKS.items() if name in hooks]
        if others and not any(own.get(other) is policy for other in others):
            raise RulesetError(f"{start}: it is a method for {others[0]}; write it in a subclass of "
                               f"dl.rules.{BASES[others[0]].__name__}, and give that too, as in but({group}=..., "
                               f"{others[0]}=...)")


def check_called(group: str, policy: object, values: Values) -> None:
    """Raise RulesetError for a policy with a method that is never called, because others decide without it.

    A method is called after all if a deciding one calls it, by its name or through `super()`.
    """
    hooks = methods(group, policy)
    for of, hook, deciding in _DECIDING:
        if of == group and {hook, *deciding} <= {*hooks} and not any(_asks(policy, other, hook) for other in deciding):
            name, hooks_of = name_of(policy), HOOKS[group]
            alone = " and ".join(f"{name}.{hooks_of[method]}" for method in deciding)
            decide = "decides" if len(deciding) == 1 else "decide"
            raise RulesetError(f"{group} = {label(policy)}: {name}.{hooks_of[hook]} would never be called, because "
                               f"{alone} {decide} without it; leave one of them out, or call self.{hook} in "
                               f"{deciding[-1]}")
    for of, hook, needed, why in _IDLE:
        if of == group and hook in hooks and not needed(values):
            raise RulesetError(f"{group} = {label(policy)}: {name_of(policy)}.{HOOKS[group][hook]} would never be "
                               f"called, because {why}")


def _asks(policy: object, deciding: str, hook: str) -> bool:
    """Return True if a method calls another by name, itself or through a method that it calls, or calls the group's.

    The group's own method, reached through `super()`, calls all the methods behind it; but `fits` compares halves
    directly and calls no `meets`.
    """
    to_read, seen = [deciding], set[str]()
    while to_read:
        name = to_read.pop()
        if name in seen:
            continue
        seen.add(name)
        called = set(_names(_code(policy, name)))
        if hook in called or (deciding in called and (deciding, hook) != ("fits", "meets")):
            return True
        to_read += [other for other in called if _code(policy, other) is not None]
    return False


def _code(policy: object, name: str) -> CodeType | None:
    """Return the code of a method that the policy itself defines; None for one that comes with the package."""
    places = [getattr(policy, "__dict__", {}), *(vars(base) for base in type(policy).__mro__ if base not in OURS)]
    held = (space[name] for space in places if name in space)
    codes = (getattr(getattr(method, "__func__", method), "__code__", None) for method in held)
    return next((code for code in codes if isinstance(code, CodeType)), None)


def _names(code: CodeType | None) -> Iterator[str]:
    """Yield the names that a piece of code uses, and those of the functions within it."""
    if code is not None:
        yield from code.co_names
        for part in code.co_consts:
            if isinstance(part, CodeType):
                yield from _names(part)
