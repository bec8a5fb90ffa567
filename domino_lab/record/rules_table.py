"""Rulebook: a ruleset as TOML, in the words of a hand record: `ruleset`, `name` and the table [rules]."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from domino_lab.errors import RecordError, RulesetError, bare
from domino_lab.record.diagnostics import Diagnostics, shown
from domino_lab.record.source import SourceText, dumped, flat, parsed
from domino_lab.rules import custom
from domino_lab.rules.axes import AXES, read_axis
from domino_lab.rules.custom import HOOKS, MARK, label, name_of
from domino_lab.rules.declaring import declared
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import is_named
from domino_lab.words import phrase

if TYPE_CHECKING:
    from tomlkit import TOMLDocument


Resolver = Callable[[str], Ruleset]


def nameless() -> Ruleset:
    """Rules that stand in for those a file does not name: every axis at its default."""
    values, clauses = declared({})
    return Ruleset("", phrase("record.nameless"), values, clauses)


def rules_of(data: Mapping[str, Any], resolver: Resolver, found: Diagnostics, own: Mapping[str, Any] = {}
             ) -> Ruleset | None:
    """The ruleset of a record with its house rules; None, with a problem, where there is no such ruleset.

    `own` has policies of the reader's own that the record names, by group, where the ruleset itself has them not.
    """
    if "ruleset" not in data:
        return None
    try:
        rules = resolver(data["ruleset"])
    except ValueError as error:
        found.problem(("ruleset",), "REC-RULES", "unknown", why=str(error).removesuffix("?"))
        return None
    return _house(rules, data.get("rules", {}), found, own)


def _house(rules: Ruleset, said: Mapping[str, Any], found: Diagnostics, own: Mapping[str, Any]) -> Ruleset | None:
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
            changes[key] = _read_axes(key, value, found)
    if len(found.problems) > known:
        return None
    name = said.get("name")
    return _together(rules, {**changes, **own}, name if isinstance(name, str) else None, found)


def _own(policies: Mapping[str, Any], key: str, policy: str, found: Diagnostics) -> None:
    """A reader's own policy travels beside the file; the file only says that it takes one."""
    group = key if key in HOOKS else AXES[key].group
    if group not in policies or name_of(policies[group]) != policy:
        found.problem(("rules", key), "REC-RULES", "own", value=shown(policy))


def _read_axes(key: str, value: object, found: Diagnostics) -> Any:
    try:
        return read_axis(key, value)
    except (ValueError, RecursionError) as error:  # ValueError: a number of more digits than can be shown
        found.problem(("rules", key), "REC-RULES", "unknown", why=str(error))
        return None


def _together(rules: Ruleset, changes: Mapping[str, Any], name: str | None, found: Diagnostics) -> Ruleset | None:
    if not changes and name is None:
        return rules
    try:
        return rules.but(name=name, **changes)
    except ValueError as error:
        place = next((key for key in changes if f"{key} = " in str(error)), None)
        found.problem(("rules", place) if place else ("rules",), "REC-RULES", "unknown", why=str(error))
        return None


def house_rules(rules: Ruleset) -> dict[str, Any]:
    """The house rules, by axis, as they stand in a record; a policy of the reader's own by its name."""
    decided = {axis for group, policy in rules.own.items() for axis in custom.decided(group, policy)}
    table = {axis: plain_value(value) for axis, value in rules.changed().items() if axis not in decided}
    table |= {group: custom.label(policy) for group, policy in rules.own.items()}
    return {"name": rules.name, **table} if not rules.own and is_named(rules) else table


def plain_value(value: Any) -> Any:
    """An axis value as TOML and JSON have it: lists and text keys; a list of one as the one."""
    if isinstance(value, Mapping):
        return {str(key): plain_value(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return value[0] if len(value) == 1 else list(value)
    return value


_KEYS = ("format", "ruleset", "name", "rules")
_OF_HANDS = ("title", "players", "source", "deal", "move", "end", "match", "hand")
"""What else may stand in the file, since a hand record also says by which rules it was played."""


def read_rules(text: str | bytes, resolver: Resolver, own: Mapping[str, Any] | None = None) -> Ruleset:
    """The ruleset that a text describes; `own` has the reader's own policies that it names, by group.

    Raises RulesetError with every problem and its line.
    """
    source = SourceText.of(text)
    found = Diagnostics(source.lines)
    if source.error is not None:
        raise RulesetError(phrase("record.rules_line", line=source.line or 1, message=source.error.text))
    data = source.data
    strange = [key for key in data if key not in (*_KEYS, *_OF_HANDS)]
    if strange:
        _refuse(source, strange[0], phrase("record.rules_key", named=strange[0][:60], known=_KEYS))
    if not isinstance(data.get("ruleset"), str):
        _refuse(source, "ruleset", phrase("record.rules_none"))
    said = data.get("rules", {})
    if not isinstance(said, Mapping):
        _refuse(source, "rules", phrase("record.rules_table"))
    rules = rules_of(_named(data), resolver, found, _wanted(said, own or {}, source))
    if rules is None:
        told_all = (phrase("record.rules_line", line=one.line, message=one.message) for one in found.problems)
        raise RulesetError(" ".join(told_all))
    return replace(rules, text=source.text)


def _refuse(source: SourceText, key: str, message: str) -> None:
    line = source.lines.line((key,)) or 1
    raise RulesetError(phrase("record.rules_line", line=line, message=message))


def _named(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data with the name of the ruleset where a record has it, if it stands at the top."""
    rules = {**data.get("rules", {})}
    return {**data, "rules": {"name": str(data["name"]), **rules} if "name" in data else rules}


def _wanted(said: Mapping[str, Any], own: Mapping[str, Any], source: SourceText) -> dict[str, Any]:
    """The policies of the reader's own that the text names, out of those that were given."""
    found = {}
    for group, value in said.items():
        if group not in HOOKS or not isinstance(value, str) or not value.startswith(MARK):
            continue
        if group not in own or label(own[group]) != value:
            name = value.removeprefix(MARK)[:60]
            line = source.lines.line(("rules", group)) or 1
            message = phrase("record.rules_own", name=name, group=group)
            raise RulesetError(phrase("record.rules_line", line=line, message=message))
        found[group] = own[group]
    return found


def write_rules(rules: Ruleset) -> str:
    """A ruleset as TOML that `read_rules` turns into an equal one; read from a text, it keeps that text's comments."""
    import tomlkit

    doc = parsed(rules.text)
    said = house_rules(rules)
    said.pop("name", None)
    if not rules.text:
        doc.add("format", tomlkit.item(1))
    doc["ruleset"] = rules.id
    _rename(doc, rules)
    if said or "rules" in doc:
        _fill(doc, said, rules)
    return dumped(doc, rules.text)


def check_rules(rules: Ruleset, text: str) -> None:
    """Refuse a text that would not hold these rules, before it takes the place of a file.

    Raises RecordError with what is wrong in it.
    """
    try:
        found = read_rules(text, lambda _name: rules.home or rules, rules.own)
    except RulesetError as error:
        raise RecordError(f"the file would not hold these rules: {error}") from None
    if found != rules:
        raise RecordError("the file would not hold these rules. It has not been changed: name a new file")


def _rename(doc: TOMLDocument, rules: Ruleset) -> None:
    """The name stands at the top, or in [rules] where the text had it there."""
    inside: Any = doc.get("rules", {})
    if "name" in inside:
        inside["name"] = rules.name
    elif "name" in doc or rules.name != (rules.home or rules).name:
        doc["name"] = rules.name


def _fill(doc: TOMLDocument, said: Mapping[str, Any], rules: Ruleset) -> None:
    """Bring the table [rules] up to date and leave what has not changed as it was written, comments included."""
    import tomlkit

    if "rules" not in doc:
        doc.add("rules", tomlkit.table())
    table: Any = doc["rules"]
    for key in [key for key in table if key not in said and key != "name" and not _holds(rules, key, table[key])]:
        del table[key]
    for key, value in said.items():
        if key not in table or not _holds(rules, key, table[key]):
            table[key] = flat(value)


def _holds(rules: Ruleset, key: str, value: Any) -> bool:
    """Whether a line of the text says what the rules are, in whatever way it is written."""
    if key in rules.own:
        return bool(label(rules.own[key]) == value)
    try:
        return key in AXES and bool(read_axis(key, value) == rules[key])
    except RulesetError:
        return False
