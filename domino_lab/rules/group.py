"""Groups: the common base of the parts of a ruleset, such as `rules.scoring` and `rules.dealing`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import get_annotations
from typing import ClassVar, Self, TypeVar

_Answer = TypeVar("_Answer")


def need_not_ask(method: Callable[..., _Answer]) -> Callable[..., _Answer]:
    """Return the method, which a reader's own rule may write without its last parameter: type checkers take both."""
    return method


class Group:
    """A part of the rules: it has the values of its axes as attributes, and decides by them.

    `clauses` has the clauses of the axes. `decides` has those `hooks` that a reader's own rule provides: see
    `rules.hooks`; `builds_on` has those of them that ask the game first, with `super()`, and
    `usual` the clauses by which the game answers them.
    """

    axis_names: ClassVar[tuple[str, ...]] = ()
    """The axes that the group declares."""

    hooks: ClassVar[tuple[str, ...]] = ()
    """The methods with which a reader's own rule may decide."""

    clauses: Mapping[str, str]
    decides: tuple[str, ...] = ()
    builds_on: tuple[str, ...] = ()
    usual: Mapping[str, str] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if Group in cls.__bases__:
            cls.axis_names = tuple(name for name in get_annotations(cls) if name != "clauses")
        elif len(cls.__bases__) > 1:
            bases = [base for base in cls.__bases__ if issubclass(base, Group)]
            cls.axis_names = tuple(name for base in bases for name in base.axis_names)

    @classmethod
    def of(cls, values: Mapping[str, object], clauses: Mapping[str, str]) -> Self:
        """Return the group with the values of its axes; values of other axes are allowed, too."""
        made = cls.__new__(cls)
        made.take(values, clauses)
        return made

    def take(self, values: Mapping[str, object], clauses: Mapping[str, str]) -> None:
        """Take the values of the axes, and their clauses."""
        vars(self).update({axis: values[axis] for axis in self.axis_names}, clauses=clauses)

    def __setattr__(self, name: str, value: object) -> None:
        if name in self.axis_names and "clauses" in vars(self):
            raise AttributeError(f"the rules of a game cannot be changed: but({name}=...) makes a new ruleset")
        super().__setattr__(name, value)
