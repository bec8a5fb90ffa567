"""Rulesets: rules with their page and their card; and the differences between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Self

from domino_lab.rules import custom
from domino_lab.rules.axes import AXES, Value
from domino_lab.rules.custom import is_same
from domino_lab.rules.hook_trials import try_out
from domino_lab.rules.rulebook import Rulebook
from domino_lab.rules.statement import Statement
from domino_lab.rules.values import python_literal
from domino_lab.words import language

if TYPE_CHECKING:
    from domino_lab.rules.card import Card


@dataclass(frozen=True, eq=False, repr=False)
class Ruleset(Rulebook):
    """A complete set of rules. `rules["reserve"]` is the value of an axis, `rules.drawing` the group that decides it.

    The catalogue makes them; `but(...)` changes axes. Two rulesets are equal if all axes and custom policies are.
    `solo` has the rules of a patience, and is None for games with a chain and rivals. `own` has the custom policies by
    group, `text` the file it was read from, if any.

    >>> from domino_lab.catalogue import get
    >>> get("block").but(reserve=1)["reserve"]
    1
    """

    _facts: dict[str, Mapping[str, object]] = field(default_factory=dict, init=False, repr=False)
    _statements: dict[str, tuple[Statement, ...]] = field(default_factory=dict, init=False, repr=False)
    _pages: dict[str, str] = field(default_factory=dict, init=False, repr=False)
    """The facts, the statements and the page, by language, once they are written."""

    def __setstate__(self, state: Mapping[str, object]) -> None:
        super().__setstate__({**state, "_facts": {}, "_statements": {}, "_pages": {}})

    def _try_out(self, group: str, made: Self) -> None:
        try_out(group, made)

    @property
    def facts(self) -> Mapping[str, object]:
        """The facts that the sentences of the rule page and of the card may use, by name."""
        from domino_lab.rules.sheet import facts

        if language() not in self._facts:
            self._facts[language()] = facts(self)
        return self._facts[language()]

    @property
    def statements(self) -> tuple[Statement, ...]:
        """The statements of the rule page, each with the values of axes that it gives."""
        from domino_lab.rules.sheet import statements

        if language() not in self._statements:
            self._statements[language()] = statements(self)
        return self._statements[language()]

    def sheet(self) -> str:
        """Return the rule page as Markdown, with the card on top.

        >>> from domino_lab.catalogue import get
        >>> get("block").sheet().splitlines()[0]
        '# Block Game'
        """
        from domino_lab.rules.rule_page import rule_page

        if language() not in self._pages:
            self._pages[language()] = rule_page(self)
        return self._pages[language()]

    def card(self) -> Card:
        """Return the card "Play now": the rules in short, in at most eight lines; `dl.page` prints it.

        >>> from domino_lab.catalogue import get
        >>> print(str(get("block").card()).splitlines()[-1])
        - **Winning:** More than 100 points win the match.
        """
        from domino_lab.rules.card import card

        return card(self)

    def _repr_markdown_(self) -> str:
        from domino_lab.rules.rule_page import rule_page

        return rule_page(self, illustrated=True)


class Difference(NamedTuple):
    """An axis in which two rulesets differ, with both values and both clauses."""

    axis: str
    one: Value
    other: Value
    one_clause: str
    other_clause: str


def differences(rules: Ruleset, other: Ruleset) -> tuple[Difference, ...]:
    """Return the axes in which two rulesets differ, in reading order, with both clauses."""
    changes = []
    for name, axis in AXES.items():
        values = rules.value_or_policy(name), other.value_or_policy(name)
        is_decided = values[0] != rules.values[name]
        same_policy = is_same(rules.own.get(axis.group), other.own.get(axis.group))
        if values[0] != values[1] or (is_decided and not same_policy):
            changes.append(Difference(name, *values, rules.clause_of(name), other.clause_of(name)))
    return tuple(changes)


def alike(rulesets: Iterable[Ruleset]) -> bool:
    """Return True if all rulesets use the same set of tiles."""
    return len({rules.equipment.set for rules in rulesets}) <= 1


def python_source(rules: Ruleset) -> str:
    """Return the Python source of a ruleset: its id, its house rules, and its name if it has one of its own.

    A policy of the reader's own is written as a call of its class. Empty if that is not known.
    """
    spelled = {group: custom.python_of(policy) for group, policy in rules.own.items()}
    if not all(spelled.values()):
        return ""
    decided = {axis for group, policy in rules.own.items() for axis in custom.axes_replaced(group, policy)}
    values = {axis: value for axis, value in rules.changes().items() if axis not in decided}
    written = {axis: python_literal(value) for axis, value in values.items()} | spelled
    if rules.is_named:
        written = {"name": python_literal(rules.name), **written}
    changes = ", ".join(f"{name}={source}" for name, source in written.items())
    return f"dl.ruleset({python_literal(rules.id)}).but({changes})" if changes else python_literal(rules.id)
