"""House: the ruleset that a record names, with the house rules of its [rules] table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

from domino_lab.errors import bare
from domino_lab.play.record.findings import Findings, shown
from domino_lab.rules.axes import AXES, read_axis
from domino_lab.rules.declaring import declared
from domino_lab.rules.own import HOOKS, name_of
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import MARK
from domino_lab.words import phrase

Resolver = Callable[[str], Ruleset]


def nameless() -> Ruleset:
    """Rules that stand in for those a file does not name: every axis at its default.

    >>> nameless()["max_pip"]
    6
    """
    values, clauses = declared({})
    return Ruleset("", phrase("record.nameless"), values, clauses)


def rules_of(data: Mapping[str, Any], resolver: Resolver, found: Findings, own: Mapping[str, Any] = {}
             ) -> Ruleset | None:
    """The ruleset of a record with its house rules; None, with a problem, where there is no such ruleset.

    `own` has policies of the reader's own that the record names, by group, where the ruleset itself has them not.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.lines import Lines
    >>> rules_of({"ruleset": "block", "rules": {"target": 61}}, get, Findings(Lines.of("")))["target"]
    61
    """
    if "ruleset" not in data:
        return None
    try:
        rules = resolver(data["ruleset"])
    except ValueError as error:
        found.problem(("ruleset",), "REC-RULES", "unknown", why=str(error).removesuffix("?"))
        return None
    return _house(rules, data.get("rules", {}), found, own)


def _house(rules: Ruleset, said: Mapping[str, Any], found: Findings, own: Mapping[str, Any]) -> Ruleset | None:
    known = len(found.problems)
    changes: dict[str, Any] = {}
    for key, value in said.items():
        if (key == "name" and isinstance(value, str)) or found.is_full:
            continue
        if isinstance(value, str) and value.startswith(MARK) and (key in HOOKS or key in AXES):
            _own({**rules.own, **own}, key, value.removeprefix(MARK), found)
        elif key not in AXES:
            near = get_close_matches(key[:60], list(AXES), n=1, cutoff=0)[0]
            found.problem(("rules", key), "REC-RULES", "axis", key=bare(key), near=near)
        else:
            changes[key] = _read(key, value, found)
    if len(found.problems) > known:
        return None
    name = said.get("name")
    return _together(rules, {**changes, **own}, name if isinstance(name, str) else None, found)


def _own(policies: Mapping[str, Any], key: str, policy: str, found: Findings) -> None:
    """A reader's own policy travels beside the file; the file only says that it takes one."""
    group = key if key in HOOKS else AXES[key].group
    if group not in policies or name_of(policies[group]) != policy:
        found.problem(("rules", key), "REC-RULES", "own", value=shown(policy))


def _read(key: str, value: object, found: Findings) -> Any:
    try:
        return read_axis(key, value)
    except (ValueError, RecursionError) as error:  # ValueError: a number of more digits than can be shown
        found.problem(("rules", key), "REC-RULES", "unknown", why=str(error))
        return None


def _together(rules: Ruleset, changes: Mapping[str, Any], name: str | None, found: Findings) -> Ruleset | None:
    if not changes and name is None:
        return rules
    try:
        return rules.but(name=name, **changes)
    except ValueError as error:
        place = next((key for key in changes if f"{key} = " in str(error)), None)
        found.problem(("rules", place) if place else ("rules",), "REC-RULES", "unknown", why=str(error))
        return None
