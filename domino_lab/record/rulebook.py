"""Rulebook: a ruleset as TOML, in the words of a hand record: `ruleset`, `name` and the table [rules]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from domino_lab.errors import RecordError, RulesetError
from domino_lab.record.findings import Findings
from domino_lab.record.opening import Resolver, rules_of
from domino_lab.record.source import Source
from domino_lab.record.writing import dumped, flat, parsed, rules_table
from domino_lab.rules.axes import AXES, read_axis
from domino_lab.rules.own import HOOKS, told
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import MARK
from domino_lab.words import phrase

if TYPE_CHECKING:
    from tomlkit import TOMLDocument


_KEYS = ("format", "ruleset", "name", "rules")
_OF_HANDS = ("title", "players", "source", "deal", "move", "end", "match", "hand")
"""What else may stand in the file, since a hand record also says by which rules it was played."""


def read_rules(text: str | bytes, resolver: Resolver, own: Mapping[str, Any] | None = None) -> Ruleset:
    """The ruleset that a text describes; `own` has the reader's own policies that it names, by group.

    Raises RulesetError with every problem and its line.
    """
    source = Source.of(text)
    found = Findings(source.lines)
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


def _refuse(source: Source, key: str, message: str) -> None:
    line = source.lines.line((key,)) or 1
    raise RulesetError(phrase("record.rules_line", line=line, message=message))


def _named(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data with the name of the ruleset where a record has it, if it stands at the top."""
    rules = {**data.get("rules", {})}
    return {**data, "rules": {"name": str(data["name"]), **rules} if "name" in data else rules}


def _wanted(said: Mapping[str, Any], own: Mapping[str, Any], source: Source) -> dict[str, Any]:
    """The policies of the reader's own that the text names, out of those that were given."""
    found = {}
    for group, value in said.items():
        if group not in HOOKS or not isinstance(value, str) or not value.startswith(MARK):
            continue
        if group not in own or told(own[group]) != value:
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
    said = rules_table(rules)
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
        return bool(told(rules.own[key]) == value)
    try:
        return key in AXES and bool(read_axis(key, value) == rules[key])
    except RulesetError:
        return False
