"""Spelled: a ruleset as one types it in Python, with its house rules and its name."""

from __future__ import annotations

from typing import Any

from domino_lab.escaping import as_python
from domino_lab.rules import own
from domino_lab.rules.ruleset import Ruleset


def spelled(rules: Ruleset) -> str:
    """A ruleset by its id, with its house rules, and its name where it was given one.

    A part of the reader's own cannot be written so: where `rules.own` has any, whoever writes a line leaves it empty.
    """
    named = {"name": rules.name} if is_named(rules) else {}
    said = ", ".join(f"{axis}={spelled_value(value)}" for axis, value in {**named, **rules.changed()}.items())
    return f"dl.ruleset({spelled_value(rules.id)}).but({said})" if said else spelled_value(rules.id)


def is_named(rules: Ruleset) -> bool:
    """Whether rules have a name that was given to them, and not the one that says what is changed in them."""
    home = rules.home or rules
    decided = {axis for group, policy in rules.own.items() for axis in own.decided(group, policy)}
    changes = {**{axis: value for axis, value in rules.changed().items() if axis not in decided}, **rules.own}
    return rules.name != (home.but(**changes).name if changes else home.name)


def spelled_value(value: Any) -> str:
    """A text, a number or a list of them as Python writes it, with the quotes that this project uses."""
    if isinstance(value, str):
        return as_python(value)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(spelled_value, value))}]"
    return repr(value)
