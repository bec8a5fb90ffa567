"""Methods of a reader's own rule that would never be called: misspelt ones, and those that other methods replace."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches

from domino_lab.core.errors import RulesetError
from domino_lab.rules.axes import AXES, Values
from domino_lab.rules.custom import groups_of, label, methods, name_of, names_used
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
    ("turns", "may_pass", lambda v: v["visibility"] != "blind" and v["cannot_play"] != "discard",
     "players who turn up tiles unseen have no choice, and where a tile must be discarded, nobody passes"),
    ("arms", "spins", lambda v: bool(v["doubles"]), "the set has no doubles; write doubles=True as well"),
)
"""By group: a method, what must be true of the axes for it to be called, and what to say if that is false."""


def check_stray(group: str, policy: object, own: Mapping[str, object]) -> None:
    """Raise RulesetError for a public method that nothing calls, if it is misspelt or belongs to another group.

    An attribute with the name of another group's axis is refused, too, unless a method reads it. `own` has all given
    objects, by group.
    """
    used, decided = names_used(policy), [other for other in HOOKS if _decides(other, policy, own)]
    absent = [other for other in groups_of(policy) if other not in decided]
    if absent:
        raise RulesetError(f"{group} = {label(policy)}: {name_of(policy)} is a rule for {absent[0]}, too, so write "
                           f"but({name_of(policy)}())")
    for name in sorted(used):
        called = any(name in names for other, names in used.items() if other != name)
        if name.startswith("_") or any(name in HOOKS[of] for of in decided) or called:
            continue
        start = f"{group} = {label(policy)}: {name_of(policy)}.{name} would never be called"
        near = get_close_matches(name, HOOKS[group], n=1, cutoff=0.7)
        if near:
            raise RulesetError(f"{start}; did you mean {HOOKS[group][near[0]]}?")
        others = [other for other, hooks in HOOKS.items() if name in hooks]
        if others:
            raise RulesetError(f"{start}: it is a method for {others[0]}; write it in a subclass of "
                               f"dl.rules.{BASES[others[0]].__name__}, and give that too, as in but({group}=..., "
                               f"{others[0]}=...)")
    for axis, known in AXES.items():
        value = None if known.group in decided else getattr(policy, axis, None)
        if value is not None and not callable(value) and not any(axis in names for names in used.values()):
            raise RulesetError(f"{group} = {label(policy)}: {name_of(policy)}.{axis} is never read, because {axis} is "
                               f"an axis of {known.group}; leave it out, and write but({group}=..., {axis}=...)")


def _decides(group: str, policy: object, own: Mapping[str, object]) -> bool:
    """Return True if a policy, or one of the same class, is among those given for `group`."""
    return type(own.get(group)) is type(policy)


def check_called(group: str, policy: object, values: Values) -> None:
    """Raise RulesetError for a policy with a method that is never called, because others decide without it.

    It is called after all if another method names it, or asks the game what the deciding method would say.
    """
    hooks, used, told = methods(group, policy), names_used(policy), HOOKS[group]
    start = f"{group} = {label(policy)}: {name_of(policy)}"
    for of, hook, deciding in _DECIDING:
        named = {name for own, names in used.items() if own != hook for name in names}
        if of == group and {hook, *deciding} <= {*hooks} and named.isdisjoint({hook, *deciding}):
            alone = " and ".join(f"{name_of(policy)}.{told[method]}" for method in deciding)
            raise RulesetError(f"{start}.{told[hook]} would never be called, because {alone} "
                               f"{'decides' if len(deciding) == 1 else 'decide'} without it; leave one of them out, or "
                               f"call self.{hook} in {deciding[-1]}")
    for of, hook, needed, why in _IDLE:
        if of == group and hook in hooks and not needed(values):
            raise RulesetError(f"{start}.{told[hook]} would never be called, because {why}")
