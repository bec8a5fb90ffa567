"""The [rules] table of a record, and a ruleset as a file of its own: `ruleset`, `name` and [rules]."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, cast

from domino_lab.core.errors import RecordError, RulesetError, bare
from domino_lab.core.rulings import Ruling
from domino_lab.record.source import Diagnostics, SourceText, Toml, dump, flat, parse, show
from domino_lab.rules.axes import AXES, read_axis
from domino_lab.rules.custom import MARK, axes_replaced, label, name_of
from domino_lab.rules.declaring import declare
from domino_lab.rules.hooks import HOOKS
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import for_everyone
from domino_lab.words import phrase

if TYPE_CHECKING:
    from tomlkit import TOMLDocument


Resolver = Callable[[str], Ruleset]


class Instead:
    """A resolver that gives the same rules for every name; a record's own [rules] do not change them."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def __call__(self, named: str) -> Ruleset:
        """Return the rules, whatever a record names."""
        return self.rules


def nameless() -> Ruleset:
    """Return placeholder rules for a file that names none: every axis at its default."""
    values, clauses = declare({})
    return Ruleset("", phrase("record.nameless"), values, clauses)


def rules_of(named: str | None, house: Mapping[str, Toml], resolver: Resolver, diagnostics: Diagnostics,
             own: Mapping[str, object] = {}) -> Ruleset | None:
    """Return the ruleset `named` in a record with its `house` rules; None, with a problem, if there is no such ruleset.

    `own` has policies of the reader's own that the record names, by group, if the ruleset itself does not have them.
    """
    if named is None:
        return None
    try:
        rules = resolver(named)
    except ValueError as error:
        why = str(error)
        diagnostics.problem(("ruleset",), "REC-RULES", "asks" if why.endswith("?") else "unknown", why=why)
        return None
    if not isinstance(resolver, Instead):
        return _with_house(rules, house, diagnostics, own)
    unused = [bare(key) for key, value in house.items() if key != "name" and not _holds(rules, key, value)]
    if unused:
        diagnostics.remark(("rules",), "REC-RULES", "instead", game=rules.name, keys=unused)
    return rules


def _with_house(rules: Ruleset, house: Mapping[str, Toml], diagnostics: Diagnostics, own: Mapping[str, object]
                ) -> Ruleset | None:
    known, name = len(diagnostics.problems), house.get("name")
    changes = _changes(rules, house, diagnostics, own)
    if len(diagnostics.problems) > known:
        return None
    if not changes and not own and not isinstance(name, str):
        return rules
    try:
        return rules.but(name=name if isinstance(name, str) else None, **changes, **own)
    except ValueError as error:
        place = next((key for key in (*changes, *own) if f"{key} = " in str(error)), None)
        diagnostics.problem(("rules", place) if place else ("rules",), "REC-RULES", "unknown", why=str(error))
        return None


def _changes(rules: Ruleset, house: Mapping[str, Toml], diagnostics: Diagnostics, own: Mapping[str, object]
             ) -> dict[str, object]:
    """Return the values of the axes that a [rules] table states; what cannot be read is a problem."""
    changes: dict[str, object] = {}
    policies = {**rules.own, **own}
    for key, value in house.items():
        if (key == "name" and isinstance(value, str)) or diagnostics.is_full:
            continue
        if key == "name":
            wanted = phrase("record.text")
            diagnostics.problem(("rules", key), "REC-VALUE", "form", key=key, value=show(value), wanted=wanted)
        elif isinstance(value, str) and value.startswith(MARK) and (key in HOOKS or key in AXES):
            # A reader's own policy travels beside the file; the file only says that it takes one.
            policy, group = value.removeprefix(MARK), key if key in HOOKS else AXES[key].group
            if group not in policies or name_of(policies[group]) != policy:
                diagnostics.problem(("rules", key), "REC-RULES", "own", value=show(policy))
        elif key not in AXES:
            near = get_close_matches(key[:60].lower().replace("-", "_"), list(AXES), n=1, cutoff=0)[0]
            diagnostics.problem(("rules", key), "REC-RULES", "axis", key=bare(key), near=near)
        else:
            try:
                changes[key] = read_axis(key, value, stated=show)
            except (ValueError, RecursionError) as error:  # ValueError: a number of more digits than can be shown
                diagnostics.problem(("rules", key), "REC-RULES", "unknown", why=str(error))
    return changes


def house_rules(rules: Ruleset) -> dict[str, Toml]:
    """Return the house rules, by axis, in the form of a record; a custom policy by its name."""
    by_policy = {axis for group, policy in rules.own.items() for axis in axes_replaced(group, policy)}
    table = {axis: plain_value(value) for axis, value in rules.changes().items() if axis not in by_policy}
    table |= {group: label(policy) for group, policy in rules.own.items()}
    return {"name": rules.name, **table} if not rules.own and rules.is_named else table


def plain_value(value: object) -> Toml:
    """Return an axis value in TOML and JSON form: lists and text keys; a list of one as the single value."""
    value = for_everyone(value)
    if isinstance(value, Mapping):
        return {str(key): plain_value(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return plain_value(value[0]) if len(value) == 1 else [plain_value(item) for item in value]
    return cast(Toml, value)


_KEYS = ("format", "ruleset", "name", "rules")
_OF_HANDS = ("title", "players", "source", "deal", "move", "end", "match", "hand")
"""Other keys that may stand in the file, because a hand record also says by which rules it was played."""


def is_rules(text: str | bytes) -> bool:
    """Return True for a file that names rules of its own and says nothing about a hand.

    Without a name at its top, it could also be the beginning of a hand.

    >>> is_rules('ruleset = "block"\\nname = "Ours"'), is_rules('ruleset = "block"\\n[[move]]\\nplay = "6-6"')
    (True, False)
    """
    data = SourceText.of(text).data
    return "name" in data and not {*data} & {*_OF_HANDS}


def may_be_rules(data: Mapping[str, Toml]) -> bool:
    """Return True for a record that has [rules] but no hand: perhaps a file of rules without a name."""
    return "rules" in data and not {*data} & {*_OF_HANDS}


def read_rules(text: str | bytes, resolver: Resolver, own: Mapping[str, object] | None = None) -> Ruleset:
    """Return the ruleset that a text describes; `own` has the reader's own policies that it names, by group.

    Raises RulesetError with every problem and its line.
    """
    source = SourceText.of(text)
    diagnostics = Diagnostics(source.lines)
    if source.error is not None:
        raise RulesetError(phrase("record.rules_line", line=source.line or 1, message=source.error.text))
    data = source.data
    strange = [key for key in data if key not in (*_KEYS, *_OF_HANDS)]
    if strange:
        said = "record.rules_axis" if strange[0] in AXES else "record.rules_key"
        raise _refusal(source, strange[0], message=phrase(said, named=strange[0][:60], known=_KEYS))
    named, house = data.get("ruleset"), data.get("rules", {})
    if not isinstance(named, str):
        raise _refusal(source, "ruleset", message=phrase("record.rules_none"))
    if not isinstance(house, Mapping):
        raise _refusal(source, "rules", message=phrase("record.rules_table"))
    wanted = _own_policies(house, own or {}, source)
    if "name" in data:  # A record has the name of the ruleset in [rules].
        if not isinstance(data["name"], str):
            facts = {"key": "name", "value": show(data["name"]), "wanted": phrase("record.text")}
            raise _refusal(source, "name", message=Ruling("REC-VALUE", "form", facts).text)
        house = {"name": data["name"], **house}
    rules = rules_of(named, house, resolver, diagnostics, wanted)
    if rules is None:
        raise RulesetError(" ".join(phrase("record.rules_line", line=problem.line, message=problem.message)
                                    for problem in diagnostics.problems))
    return replace(rules, text=source.text)


def _refusal(source: SourceText, *path: str, message: str) -> RulesetError:
    return RulesetError(phrase("record.rules_line", line=source.lines.line(path) or 1, message=message))


def _own_policies(house: Mapping[str, Toml], own: Mapping[str, object], source: SourceText) -> dict[str, object]:
    """Return the policies of the reader's own that the text names, out of those that were given."""
    policies = {}
    for group, value in house.items():
        if group not in HOOKS or not isinstance(value, str) or not value.startswith(MARK):
            continue
        if group not in own or label(own[group]) != value:
            message = phrase("record.rules_own", name=value.removeprefix(MARK)[:60], group=group)
            raise _refusal(source, "rules", group, message=message)
        policies[group] = own[group]
    return policies


def write_rules(rules: Ruleset) -> str:
    """Return a ruleset as TOML that `read_rules` turns into an equal one; a text that was read keeps its comments."""
    import tomlkit

    doc = parse(rules.text)
    table = house_rules(rules)
    table.pop("name", None)
    if not rules.text:
        doc.add("format", tomlkit.item(1))
    doc["ruleset"] = rules.id
    # The name stands at the top, or in [rules] if the text had it there.
    inside = doc.get("rules", {})
    if "name" in inside:
        inside["name"] = rules.name
    elif "name" in doc or rules.name != (rules.home or rules).name:
        doc["name"] = rules.name
    if table or "rules" in doc:
        _update(doc, table, rules)
    return dump(doc, rules.text)


def _update(doc: TOMLDocument, now: Mapping[str, Toml], rules: Ruleset) -> None:
    """Bring the table [rules] up to date and leave what has not changed as it was written, comments included."""
    import tomlkit

    if "rules" not in doc:
        doc.add("rules", tomlkit.table())
    table = doc.get("rules", {})
    for key in [key for key in table if key not in now and key != "name" and not _holds(rules, key, table[key])]:
        del table[key]
    for key, value in now.items():
        if key not in table or not _holds(rules, key, table[key]):
            table[key] = flat(value)


def _holds(rules: Ruleset, key: str, value: object) -> bool:
    """True if a line of the text says what the rules are, in whatever way it is written."""
    if key in rules.own:
        return label(rules.own[key]) == value
    try:
        return key in AXES and bool(read_axis(key, value) == rules[key])
    except RulesetError:
        return False


def check_rules(rules: Ruleset, text: str) -> None:
    """Refuse a text that would not hold these rules, before it replaces a file.

    Raises RecordError with the problems in it.
    """
    try:
        reread = read_rules(text, lambda _name: rules.home or rules, rules.own)
    except RulesetError as error:
        raise RecordError(f"a file cannot hold these rules: {error}") from None
    if reread != rules:
        raise RecordError("the file would then not hold these rules, so it has not been changed: name a new file")
