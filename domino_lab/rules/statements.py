"""Statements: the rule page, sentence by sentence, each true for the values the ruleset has now.

A clause holds its rule as parts. A part names the axes whose values it `says`, and those under which it makes sense
(`given`); it is on the page only while all of them hold. An axis that no part says any more is said by the general
sentence of its HOUSE clause, which fits every value. So nothing on a page is left over from other rules, and nothing
that decides a hand goes unsaid.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from domino_lab.escaping import as_markdown
from domino_lab.rules.axes import AXES, house_clause
from domino_lab.rules.combinations import PATIENCE
from domino_lab.rules.own import clause_of, decided, told, words_of
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import in_words, said_value, show_value
from domino_lab.rulings import Ruling, clause
from domino_lab.words import clause_ids, clause_table, fill, listed, phrase, phrases

SECTIONS = {
    "setting": ("equipment", "dealing"),
    "lead": ("leading",),
    "playing": ("patience",),
    "laying": ("matching", "turns", "arms"),
    "drawing": ("drawing",),
    "scoring": ("scoring", "stacking"),
    "ending": ("ending", "settling"),
    "winning": ("winning",),
    "hints": ("hints",),
}
"""The sections of the page in reading order, with the groups of axes that each of them tells."""

_STARTS = re.compile(r"(?:^|(?<=[.!?] ))[a-z]")
"""Where a sentence starts, and so has a capital, whatever fact it starts with."""

_ELSEWHERE = {"direction": "turns", "team_block": "ending"}
"""Axes that a reader looks for beside another group than the one that decides them."""


class Part(NamedTuple):
    """A part of a clause's rule: its text, the axes it says and those it is given, and how far the sheet goes along.

    `mark` is "" (the sheet says so), "silent", "unclear", "lab" (what a computer does otherwise), "another" (another
    reading) or "departs". An `absent` part
    says that there is no such rule; it is left out unless somebody took the rule away.
    """

    text: str
    says: Mapping[str, Any]
    given: Mapping[str, Any]
    mark: str
    absent: bool


class Statement(NamedTuple):
    """What a page says in one place: the text, by which clause, in which section, and the values of axes it gives.

    `given` are the conditions under which it stands there beside those values, `mark` how far the sheet goes along.
    """

    section: str
    clause: str
    text: str
    says: Mapping[str, Any]
    given: Mapping[str, Any]
    mark: str


def parts(clause_id: str) -> tuple[Part, ...]:
    """The parts of a clause's rule, as words/en/clauses has them; a plain sentence is one part without conditions."""
    rule = clause_table(clause_id).get("rule", ())
    usual = "" if clause_id.startswith("HOUSE-") else _mark_of(clause_id)
    found: Sequence[Mapping[str, Any]] = ({"text": rule},) if isinstance(rule, str) else rule
    return tuple(Part(str(part.get("text", "")), part.get("says", {}), part.get("given", {}),
                      str(part.get("mark", usual)), bool(part.get("absent"))) for part in found)


def statements(rules: Ruleset) -> tuple[Statement, ...]:
    """Everything the page of `rules` says, in reading order: its structured form, kept as `rules.statements`.

    The values that all statements give together determine every axis that matters under these rules.
    """
    return _Writer(rules).written()


def matters(rules: Ruleset, axis: str) -> bool:
    """Whether a change of an axis would change anything under these rules."""
    if rules.solo is not None:
        return axis in rules.solo.axes and (axis in PATIENCE or AXES[axis].matters(rules.values))
    return AXES[axis].matters(rules.values)


class _Writer:
    """Writes the statements of one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.facts = in_words(rules)
        home = rules.home or rules
        sheets = [sheet.clauses for sheet in (home.game, home) if sheet is not None] + [rules.clauses]
        self.order = list(dict.fromkeys(key for clauses in sheets for key in clauses))
        self.cited: dict[str, list[str]] = {}
        for key in self.order:
            for clauses in sheets:
                if key in clauses:
                    self.cited.setdefault(clauses[key], []).append(key)
        self.found: list[tuple[tuple[int, ...], Statement]] = []

    def written(self) -> tuple[Statement, ...]:
        for clause_id, keys in self.cited.items():
            self._by_clause(clause_id, keys)
        always = tuple(self._always()) if self.rules.solo is None else ()
        self.shared = {axis for said in always for axis in said.says}
        for axis in [*(key for key in self.order if key in AXES), *(axis for axis in AXES if axis not in self.order)]:
            if (self._matters(axis) or self._is_house(axis)) and not self._is_said(axis):
                self._in_general(axis)
        ordered = [statement for _, statement in sorted(self.found, key=lambda pair: pair[0])]
        first = (self._statement("setting", name, part) for name in phrases("page")["first"] for part in parts(name)
                 if self._holds(part))
        return (*(first if self.rules.solo is None else ()), *ordered, *always)

    def _by_clause(self, clause_id: str, keys: Sequence[str]) -> None:
        """The parts of a clause that hold; a clause that has lost all its axes keeps what it says of none of them."""
        if clause_id.startswith("HOUSE-"):
            return
        owned = [key for key in keys if self.rules.clauses.get(key) == clause_id]
        if not owned and not any(key in AXES for key in keys):
            return
        by_policy = [key for key in owned if self._policy_says(key, clause_id)]
        if by_policy:
            self._by_policy(clause_id, by_policy)
            return
        for number, part in enumerate(parts(clause_id)):
            taken = any(axis in keys and axis not in owned for axis in part.says)
            if not taken and self._holds(part) and not self._is_idle(part):
                self._add(next(iter(part.says), _last(owned or keys)), clause_id, part,
                          number if part.says else 200 + number)

    def _is_idle(self, part: Part) -> bool:
        return (self.rules.solo is None and bool(part.says)
                and not any(self._matters(axis) for axis in part.says))

    def _policy_says(self, key: str, clause_id: str) -> bool:
        group = AXES[key].group if key in AXES else group_of(key)
        policy = self.rules.own.get(group)
        return policy is not None and clause_of(group, policy) == clause_id

    def _by_policy(self, clause_id: str, keys: Sequence[str]) -> None:
        group = group_of(keys[0])
        policy = self.rules.own[group]
        text = fill(words_of(group, policy)["rule"], {"value": told(policy)})
        says = {axis: told(policy) for axis in keys if axis in AXES}
        self.found.append((self._place(keys[0], 0), Statement(section_of(keys[0]), clause_id, text, says, {}, "house")))

    def _matters(self, axis: str) -> bool:
        return not self._is_own(axis) and matters(self.rules, axis)

    def _is_house(self, axis: str) -> bool:
        return self.rules.clauses.get(axis, "").startswith("HOUSE-")

    def _house_of(self, axis: str) -> str:
        return self.rules.clauses[axis] if self._is_house(axis) else ""

    def _is_own(self, axis: str) -> bool:
        """Whether a policy decides the axis; one that ends a hand by itself leaves the block as it is."""
        policy = self.rules.own.get(AXES[axis].group)
        return policy is not None and axis in decided(AXES[axis].group, policy)

    def _is_said(self, axis: str) -> bool:
        """Whether a statement gives the value of the axis; a house rule says so itself, whatever others say."""
        said = [statement.clause for _, statement in self.found if axis in statement.says]
        if self._is_house(axis):
            return self.rules.clauses[axis] in said
        return axis in self.shared or bool(said)

    def _in_general(self, axis: str) -> None:
        clause_id = self.rules.clauses.get(axis, "")
        if house_clause(axis) not in clause_ids():
            text = f"{axis} = {show_value(self.rules[axis])}".replace("{", "{{").replace("}", "}}")
            self._add(axis, "", Part(text, {axis: "*"}, {}, "", absent=False), 100)
            return
        for number, part in enumerate(parts(house_clause(axis))):
            if axis in part.says and self._holds(part):
                if not part.absent or self._is_house(axis):
                    text = part.text if self._matters(axis) else f"{part.text} {phrase('page.idle')}"
                    by = next((said for said in map(self._house_of, part.says) if said), clause_id)
                    self._add(axis, by, part._replace(text=text, mark=_mark_of(by) or part.mark),
                              100 + number)
                return

    def _always(self) -> Iterator[Statement]:
        """The rules all games share, but for those of which this game has its own."""
        seen = {said.clause for _, said in self.found}
        known = {axis for _, said in self.found for axis in said.says}
        for clause_id in phrases("page")["general"]:
            kept = [part for part in parts(clause_id) if self._holds(part) and not set(part.says) & known]
            if clause_id not in seen:
                yield from (self._statement("always", clause_id, part) for part in kept)

    def _holds(self, part: Part) -> bool:
        return all(self._is(name, wanted) for name, wanted in (*part.says.items(), *part.given.items()))

    def _is(self, name: str, wanted: Any) -> bool:
        if name not in AXES:
            return self.facts[name] in (wanted if isinstance(wanted, list) else [wanted])
        value = self.rules.values[name]
        if self._is_own(name):
            return False
        if name == "spinner" and not self.rules["doubles"]:
            value = "none"
        return _fits(name, value, wanted)

    def _add(self, key: str, clause_id: str, part: Part, number: int) -> None:
        self.found.append((self._place(key, number), self._statement(section_of(key), clause_id, part)))

    def _statement(self, section: str, clause_id: str, part: Part) -> Statement:
        text = " ".join(fill(part.text, self.facts).split())
        return Statement(section, clause_id, _STARTS.sub(lambda found: found[0].upper(), text),
                         {axis: said_value(self.rules, axis) for axis in part.says}, part.given, part.mark)

    def _place(self, key: str, number: int) -> tuple[int, ...]:
        """Axes stand in the order of their groups in the section; what is no axis follows the axis it tells more of."""
        section, axis = section_of(key), _axis_of(key)
        rank = SECTIONS[section].index(_ELSEWHERE.get(axis, group_of(key)))
        after = -1 if key in AXES else self.order.index(key)
        return (list(SECTIONS).index(section), rank, list(AXES).index(axis) if axis in AXES else -1, after, number)


def _last(keys: Sequence[str]) -> str:
    """Of the axes and topics by which a clause stands, the last in the section of the first."""
    return max((key for key in keys if section_of(key) == section_of(keys[0])),
               key=lambda key: list(AXES).index(key) if key in AXES else -1)


def _axis_of(key: str) -> str:
    """The axis of which a topic tells more, such as who draws lots again; "" where it is about none."""
    return key if key in AXES else str(phrases("page")["topics"].get(key, ""))


def _fits(axis: str, value: Any, wanted: Any) -> bool:
    """Whether a value is the one wanted: itself, one of a list, "not" another, or any of a form such as <number>."""
    if isinstance(wanted, str) and wanted in _FORMS:
        return bool(_FORMS[wanted](value))
    if isinstance(wanted, str) and wanted.startswith("not "):
        return not _fits(axis, value, wanted.removeprefix("not "))
    if isinstance(wanted, list) and (axis not in _LISTED or any(isinstance(one, list) for one in wanted)):
        return any(_fits(axis, value, one) for one in wanted)
    return bool(value == AXES[axis].read(wanted))


_FORMS: dict[str, Any] = {
    "*": lambda value: True,
    "<number>": lambda value: type(value) is int,
    "<table>": lambda value: isinstance(value, Mapping),
    "<tile>": lambda value: isinstance(value, str) and value[:1].isdigit(),
}
"""Forms of values; a part that says an axis in a form has its value in the text."""

_LISTED = ("seats", "multiple", "double_weights")
"""Axes whose values are lists themselves."""


def _mark_of(clause_id: str) -> str:
    """How far the sheet goes along with what this clause says, unless a part of it says otherwise."""
    if not clause_id or clause_id.startswith("HOUSE-"):
        return "house" if clause_id else ""
    table = clause_table(clause_id)
    return str(table.get("mark", "silent" if table.get("silent") else ""))


def group_of(key: str) -> str:
    """The group of an axis, or of a topic such as who draws lots again."""
    axis = _axis_of(key)
    return AXES[axis].group if axis in AXES else axis


def section_of(key: str) -> str:
    """The section of the page in which an axis or a topic stands."""
    group = _ELSEWHERE.get(key, group_of(key))
    return next(section for section, groups in SECTIONS.items() if group in groups)


def rule_of_axis(rules: Ruleset, axis: str) -> str:
    """The rule by which these rules decide an axis, as the page says it; "" where the axis changes nothing.

    Where it is told beside its clause, that names who decided; so what the sheet leaves open is not repeated here.
    """
    by = rules.clauses.get(axis)
    saying = [said for said in rules.statements if axis in said.says]
    chosen = [said for said in saying if said.clause == by] or saying
    ours = ("silent", "unclear", "lab")
    return marked_texts([said._replace(mark="") if said.mark in ours else said for said in chosen])


def rule_of_clause(rules: Ruleset, clause_id: str) -> str:
    """What the page of `rules` says by one clause, without its examples; "" where it says nothing by it."""
    found = [said for said in rules.statements if said.clause == clause_id]
    return marked_texts([said for said in found if said.says] or found)


def rule_ruling(rules: Ruleset, axis: str) -> Ruling:
    """The rule of an axis where nobody decides it anew, such as how the turn goes round."""
    text = rule_of_axis(rules, axis).replace("{", "{{").replace("}", "}}")
    return Ruling(rules.clauses[axis], "rule", {"words": {"rule": text}})


def marked(said: Statement, text: str) -> str:
    """The text of a statement, after what tells how far the sheet goes along with it."""
    if not said.mark:
        return text
    beyond = said.mark == "silent" and clause(said.clause).is_beyond
    return phrase(f"page.{said.mark}_beyond" if beyond else f"page.{said.mark}", text=text)


def marked_texts(saids: Sequence[Statement]) -> str:
    """Several statements as one text."""
    return " ".join(marked(said, said.text) for said in saids)


def rule_page(rules: Ruleset) -> str:
    """The page as Markdown: names, every statement in reading order with its sheet, and the variations."""
    out = [f"# {as_markdown(_title(rules))}", *_names(rules)]
    for section in (*SECTIONS, "always"):
        kept = [said for said in rules.statements if said.section == section]
        if kept:
            out += [f"## {_heading(rules, section)}", "\n".join(_bullets(kept))]
    if rules.offers and rules.game is None:
        out += [f"## {phrase('page.variations')}", "\n".join(_offers(rules))]
    return "\n\n".join(out) + "\n"


def _title(rules: Ruleset) -> str:
    """The name; one that only lists what was changed in another game says so, and the page tells what."""
    home = rules.home or rules
    return phrase("page.changed", name=home.name) if rules.name.startswith(f"{home.name} but ") else rules.name


def _heading(rules: Ruleset, section: str) -> str:
    alone = phrases("page")["alone"] if rules.solo is not None else {}
    return alone[section] if section in alone else phrase(f"page.{section}")


def _names(rules: Ruleset) -> list[str]:
    names = [alias for alias in rules.aliases if "_" not in alias and not _is_same_name(alias, rules.name)]
    sheets = dict.fromkeys(phrase(f"sheets.{key}") for key in rules.sheets)
    found = [phrase("page.from", sheets=listed(sheets))] if sheets else []
    return ([phrase("page.also", names=as_markdown(listed(names)))] if names else []) + found


def _is_same_name(one: str, other: str) -> bool:
    """Whether a name only says more or less of another: "The Block Game" of "Block Game"."""
    short, long = sorted((one.casefold(), other.casefold()), key=len)
    return short in long


def _bullets(kept: Sequence[Statement]) -> Iterator[str]:
    """A line for each clause; what the sheet says and what this lab adds to it are told apart."""
    texts: list[str] = []
    for number, said in enumerate(kept):
        texts.append(said.text)
        after = kept[number + 1] if number + 1 < len(kept) else None
        if after is None or _cited(after) != _cited(said):
            yield _bullet(said, " ".join(texts))
            texts = []


def _cited(said: Statement) -> tuple[str, str, str]:
    return _id(said.clause), said.mark, _origin(said) if said.clause else ""


def _origin(said: Statement) -> str:
    """Where the reader may look it up; of a clause on which the sheet is silent, what the sheet does say."""
    return phrase("page.this_lab") if said.mark in _DECIDED else clause(said.clause)._replace(silent=False).origin


def _id(clause_id: str) -> str:
    return clause_id.partition(":")[0]


def _bullet(said: Statement, text: str) -> str:
    shown = as_markdown(marked(said, text))
    if not said.clause:
        return phrase("page.line_plain", text=shown)
    return phrase("page.line", text=shown, clause=_id(said.clause), origin=_origin(said))


_DECIDED = ("silent", "unclear", "lab", "departs")
"""Marks of what this lab decided."""


def _offers(rules: Ruleset) -> list[str]:
    lines = []
    home = rules.home or rules
    for offer in rules.offers:
        made = home.but(**offer.changes)
        own = set(offer.clauses.values())
        saids = [said for said in made.statements if said.clause in own]
        ids = dict.fromkeys(_id(name) for name in offer.clauses.values())
        beyond = all(clause(name).is_beyond for name in own) and rules.sheets != ("beyond",)
        key = "page.offer_beyond" if beyond else "page.offer"
        text = as_markdown(" ".join(_offered(said) for said in saids))
        lines.append(phrase(key, id=f"{rules.id}/{offer.key}", text=text, clause=listed(ids)))
    return lines


def _offered(said: Statement) -> str:
    if said.mark in ("silent", "unclear", "lab"):
        return phrase("page.offer_ours", text=said.text)
    return marked(said, said.text)
