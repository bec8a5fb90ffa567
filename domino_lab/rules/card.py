"""The card on top of a rule page: the questions of a player who wants to begin, each with an answer in one line.

Like the page, it is made from the axes: a HOUSE clause has a short form of its rule, its `card`. A game for one player
has no such axes, so its clauses have short forms of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from domino_lab.rules.axes import AXES
from domino_lab.rules.custom import ADDED_TO, axes_replaced, label, words_of
from domino_lab.rules.rulebook import Rulebook
from domino_lab.rules.sheet import Conditions, comes_first, parts
from domino_lab.words import clause_table, fill, house_clause, phrase, phrases
from domino_lab.words.escaping import as_markdown

_THE_READERS = ("HOUSE-", "OWN-")
"""How the clauses begin of what a reader changed, with another value or by a rule of their own."""

_ON_CARD = {**ADDED_TO, "own_turn": "direction"}
"""As ADDED_TO; whose turn is next by a reader's own rule is an exception to the direction, so it is said after that."""


@dataclass(frozen=True)
class Card:
    """The rules in short: at most eight lines of text by their question ("players", "start", "turn" and so on).

    It is Markdown as text, a list with a line for each question.
    """

    name: str
    lines: Mapping[str, str]

    @property
    def word_count(self) -> int:
        """The number of words of all lines, with the names of the questions."""
        return sum(len(f"{_questions()[question]} {text}".split()) for question, text in self.lines.items())

    def __str__(self) -> str:
        return "\n".join(phrase("page.card.line", question=_questions()[question], text=as_markdown(text))
                         for question, text in self.lines.items())

    def _repr_markdown_(self) -> str:
        return f"{self}\n\n{phrase('page.card.note')}"


def card(rules: Rulebook) -> Card:
    """Return the card of some rules. It has about 120 words; less important axes are on it only if there is room."""
    name = f"{title(rules)}: {phrase('page.card.title')}"
    if rules.solo is not None:
        return Card(name, _alone(rules))
    said, words = _by_axis(rules), phrases("page")["card"]
    kept = {axis: text for axis, text in said.items() if axis not in words["spare"]}
    spare = [axis for axis in words["spare"] if axis in said]
    theirs = [axis for axis, clause in rules.clauses.items() if clause.startswith(_THE_READERS)]
    needed = [axis for axis in spare if theirs and axis in (*words["needed"], *theirs)]
    for axis in dict.fromkeys((*needed, *spare)):
        more = {**kept, axis: said[axis]}
        most = words["most_words_needed" if axis in needed else "most_words"]
        if Card(name, _lines(more)).word_count <= most:
            kept = more
    return Card(name, _lines(kept))


def title(rules: Rulebook) -> str:
    """Return the name, shortened if it only lists the changes to another game, because the page has them."""
    home = rules.home or rules
    return phrase("page.changed", name=home.name) if rules.name.startswith(f"{home.name} but ") else rules.name


def _questions() -> Mapping[str, str]:
    questions: Mapping[str, str] = phrases("page")["card"]["questions"]
    return questions


def _by_axis(rules: Rulebook) -> dict[str, str]:
    """Return what each axis says on the card; a policy of the reader's own speaks once for all that it decides."""
    known, words = Conditions(rules), phrases("page")["card"]
    shown, spare = [axis for axes in words["axes"].values() for axis in axes], words["spare"]
    said = {axis: _short(known, axis) if known.matter(axis) else "" for axis in shown}
    for group, policy in rules.own.items():
        keys = axes_replaced(group, policy)
        decided = [_ON_CARD.get(key, key) for key in keys]
        axes = [axis for axis in shown if axis in decided] or [axis for axis in shown if AXES[axis].group == group]
        own = _own_rule(rules, group)
        if axes and not any(own in text for text in said.values()):
            place = "direction" if "own_turn" in keys else min(
                reversed(axes), key=lambda axis: (axis in spare, not known.is_own(axis), not said[axis]))
            beside = said[place] or ("arm_order" in keys and said["spinner"])
            first = phrase("page.card.own_first") if beside and comes_first(rules, keys) else ""
            said[place] = f"{said[place]} {own} {first}".strip()
    return {axis: text for axis, text in said.items() if text}


def _own_rule(rules: Rulebook, group: str) -> str:
    return fill(words_of(group, rules.own[group])["rule"], {"value": label(rules.own[group])})


def _short(known: Conditions, axis: str) -> str:
    """Return the short form of the rule of an axis; "" if there is nothing to say."""
    name = house_clause(axis)
    short = next((part for part in parts(name, "card") or parts(name) if known.hold(part)), None)
    return "" if short is None or short.absent else known.fill(short.text)


def _short_of_clause(known: Conditions, clause: str) -> str | None:
    """Return the short form of a clause, which may be empty; None if it has none."""
    short = clause_table(clause).get("card") if clause else None
    if isinstance(short, str):
        return known.fill(short)
    return next((known.fill(part.text) for part in parts(clause, "card") if known.hold(part)), None) if short else None


def _lines(said: Mapping[str, str]) -> dict[str, str]:
    lines = {question: " ".join(said[axis] for axis in axes if axis in said)
             for question, axes in phrases("page")["card"]["axes"].items()}
    return {question: text for question, text in lines.items() if text}


def _alone(rules: Rulebook) -> dict[str, str]:
    """Return the lines for a game of one player: the statements of its page, or their short forms."""
    known = Conditions(rules)
    said: dict[str, dict[str, None]] = {}
    for statement in rules.statements:
        question = phrases("page")["card"]["sections"].get(statement.section)
        if question is not None:
            short = _short_of_clause(known, statement.clause)
            text = statement.text if short is None else short
            said.setdefault(question, {})[text] = None
    return {question: " ".join(text for text in said[question] if text) for question in _questions()
            if any(said.get(question, ()))}
