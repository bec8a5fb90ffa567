"""Axis choices: the possible values of an axis in a game, the source of each, and why others are impossible."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from textwrap import wrap
from typing import Any, NamedTuple

from domino_lab.catalogue import rulesets
from domino_lab.core.errors import RulesetError
from domino_lab.core.rulings import clause
from domino_lab.record.rules_table import plain_value
from domino_lab.record.source import Toml, flat
from domino_lab.rules.axes import AXES
from domino_lab.rules.combinations import PATIENCE
from domino_lab.rules.custom import MARK
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.sheet import SECTIONS, matters, rule_of_axis, section_of
from domino_lab.rules.values import show_value
from domino_lab.words import clause_ids, clause_table, fill, house_clause, phrase, phrases


class AxisChoice(NamedTuple):
    """One value of an axis: the `rules` with it, its clause, the source of that, and its rule.

    If the value is impossible, `rules` is None and `why` gives the reason. `clause` is empty if no sheet mentions the
    axis and the value is the same in every game.
    """

    axis: str
    value: Any
    rules: Ruleset | None
    clause: str = ""
    origin: str = ""
    text: str = ""
    why: str = ""

    @property
    def shown(self) -> str:
        """The value in the words of a list for readers."""
        return value_name(self.axis, self.value)


def sections_of(rules: Ruleset, *, idle: bool = False) -> dict[str, tuple[str, ...]]:
    """Return the axes that matter under these rules, or with `idle` all, by their section of the rule page."""
    spoken = [axis for axis in AXES if matters(rules, axis) or (idle and (rules.solo is None) != (axis in PATIENCE))]
    by_section = {name: tuple(axis for axis in spoken if section_of(axis) == name) for name in SECTIONS}
    return {name: axes for name, axes in by_section.items() if axes}


@lru_cache(maxsize=64)
def _values_to_offer(axis: str) -> tuple[object, ...]:
    """The values that have names, those of the games, and those that are usual; each once, numbers in order."""
    games = [rules.values[axis] for rules in rulesets() if (rules.solo is None) != (axis in PATIENCE)]
    read = (AXES[axis].read(value) for value in (*AXES[axis].named, *games, *AXES[axis].usual))
    once = list({show_value(value): value for value in read}.values())
    numbers = sorted(value for value in once if type(value) is int)
    return (*numbers, *(value for value in once if type(value) is not int))


def choices_of(rules: Ruleset, axis: str) -> tuple[AxisChoice, ...]:
    """Return every value worth offering for an axis, with the present one; impossible ones say why.
    """
    now, known = rules[axis], _values_to_offer(axis)
    values = known if show_value(now) in map(show_value, known) else (now, *known)
    return tuple(_choice(rules, axis, value) for value in values)


def _choice(rules: Ruleset, axis: str, value: Any) -> AxisChoice:
    try:
        made = rules if value == rules[axis] else rules.but(**{axis: value})
    except RulesetError as error:
        return AxisChoice(axis, value, None, why=str(error))
    cited = made.clauses.get(axis)
    if cited is None:
        return AxisChoice(axis, value, made)
    return AxisChoice(axis, value, made, clause(cited).id, clause(cited).origin, rule_of_axis(made, axis))


def rules_in_full(rules: Ruleset, *, idle: bool = False) -> str:
    """Return a file of rules with a line for every axis that matters, or with `idle` for all, and what they can be.

    It describes the same rules under a name of its own; lines that are left out change nothing. A rule that an object
    of the reader's own decides is left out.

    >>> print(rules_in_full(rulesets()[0]).splitlines()[0])
    ruleset = "all-fives"
    """
    told = "form.file_idle" if idle else "form.file_left_out"
    lines = [f"ruleset = {_toml(rules.id)}", f"name = {_toml(phrase('form.file_name', name=rules.name))}", "",
             f"# {phrase('form.file_lines')}", f"# {phrase(told)}", "[rules]"]
    for section, axes in sections_of(rules, idle=idle).items():
        lines += ["", f"# --- {phrases('page')[section]}"]
        for axis in (axis for axis in axes if not str(rules.value_or_policy(axis)).startswith(MARK)):
            lines += ["", *_comments(axis), f"{axis} = {_toml(plain_value(rules[axis]))}"]
    return "\n".join(lines) + "\n"


def _comments(axis: str) -> list[str]:
    """Return what an axis is and can be, as comments; words with their plain names, a line for each."""
    names, described = _names(axis), AXES[axis].values
    words = [f'#   "{word}": {name}' for word, name in names.items() if f'"{word}"' in described]
    label = axis_label(axis) + ("" if axis_label(axis).endswith("?") else ":")
    if re.fullmatch(r'"[^"]+"( or "[^"]+")*', described):
        return [f"# {label}", *words]
    return [*wrap(f"{label} {described}", 110, initial_indent="# ", subsequent_indent="#   ",
                  break_on_hyphens=False), *words]


def _toml(value: Toml) -> str:
    return flat(value).as_string()


def value_name(axis: str, value: object) -> str:
    """Return a value of an axis in plain words, for a form and a table.

    >>> value_name("spinner", "first"), value_name("matching", {"sum": 7}), value_name("target", 61)
    ('First double only', 'Numbers that add up to 7', '61')
    """
    key, facts = _key(value)
    names = _names(axis)
    return fill(names[key], facts) if key in names else _spell_out(value)


def axis_label(axis: str) -> str:
    """Return an axis in a few words, for a form and a table; raises LookupError if there are none.

    >>> axis_label("spinner")
    'Spinners'
    """
    clause_id = house_clause(axis)
    label = clause_table(clause_id).get("label")
    if label is None:
        raise LookupError(f"{clause_id} has no label: write one for the axis {axis} in words/en/clauses")
    return str(label)


def _names(axis: str) -> Mapping[str, str]:
    """Return the plain names of the words that an axis takes."""
    clause_id = house_clause(axis)
    names: Mapping[str, str] = clause_table(clause_id).get("names", {}) if clause_id in clause_ids() else {}
    return names


def has_name(axis: str, value: object) -> bool:
    """Return True if the value is a word that has a plain name; False for numbers, and for a reader's own rule.

    >>> has_name("draw_max", "until-playable"), has_name("draw_max", 2)
    (True, False)
    """
    return isinstance(value, bool) or _key(value)[0] in _names(axis)


def _key(value: object) -> tuple[str, Mapping[str, object]]:
    """Return the word of a value, with what is named beside it: a sum or a tile."""
    if isinstance(value, Mapping) and len(value) == 1:
        (key, fact), = value.items()
        return str(key), {str(key): fact}
    return (value if isinstance(value, str) else ""), {}


def _spell_out(value: object) -> str:
    """Return a value without quotes and brackets."""
    if isinstance(value, bool):
        return phrase("form.yes" if value else "form.no")
    if isinstance(value, Mapping) and value:
        each = set(value.values())
        same = len(each) == 1 and all(isinstance(key, int) for key in value)
        pairs = ", ".join(f"{key}: {item}" for key, item in value.items())
        return phrase("form.each", count=each.pop()) if same else pairs
    if isinstance(value, str):
        return value
    return phrase("form.nothing") if value in ({}, ()) else show_value(value).strip("[]")
