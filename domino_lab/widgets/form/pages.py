"""Pages: what a form says of a ruleset: what is changed, by whose rule, the line that makes it, and the rule page."""

from __future__ import annotations

import re

from domino_lab.escaping import as_markdown, escape
from domino_lab.explain.axis_choices import spelled_out
from domino_lab.rules.custom import MARK
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import is_named, python_literal
from domino_lab.rulings import clause
from domino_lab.words import phrase


def axis_label(axis: str) -> str:
    """An axis in a few words.

    >>> axis_label("spinner")
    'Spinners'
    """
    return phrase(f"form.axes.{axis}")


def cited(rules: Ruleset, axis: str) -> str:
    """By whose rule an axis has its value.

    >>> from domino_lab.catalogue import get
    >>> cited(get("block").but(reserve=1), "reserve")
    'a house rule, HOUSE-RESERVE'
    """
    said = rules.cited(axis)
    if not said:
        return phrase("form.by_none")
    return phrase("form.by", origin=clause(said).origin, clause=clause(said).id)


def changed_axes(rules: Ruleset) -> list[str]:
    """The axes on which a ruleset differs from the game of the same id, those of policies of one's own included.

    >>> from domino_lab.catalogue import get
    >>> changed_axes(get("block").but(reserve=1))
    ['reserve']
    """
    return [axis for axis in rules.values if rules.told(axis) != (rules.home or rules).values[axis]]


def value_of(rules: Ruleset, axis: str) -> str:
    """The value of an axis, or the class that decides it, as a reader meets it.

    >>> from domino_lab.catalogue import get
    >>> value_of(get("block"), "reserve")
    '0'
    """
    value = rules.told(axis)
    if isinstance(value, str) and value.startswith(MARK):
        return phrase("form.by_own", name=value.removeprefix(MARK))
    return spelled_out(value)


def change_lines(rules: Ruleset) -> list[tuple[str, str]]:
    """For each changed axis: what it was and is, and by whose rule.

    >>> from domino_lab.catalogue import get
    >>> change_lines(get("block").but(target=61))
    [('The match goes to: 100 → 61', 'a house rule, HOUSE-TARGET')]
    """
    home = rules.home or rules
    return [(phrase("form.changed_line", axis=axis_label(axis), before=spelled_out(home.values[axis]),
                    now=value_of(rules, axis)), cited(rules, axis)) for axis in changed_axes(rules)]


def summary(rules: Ruleset) -> str:
    """A ruleset in one sentence: its name and what is changed in it.

    >>> from domino_lab.catalogue import get
    >>> summary(get("block"))
    'Block Game, as the sheets have it.'
    """
    changes = [f"{axis_label(axis)}: {value_of(rules, axis)}" for axis in changed_axes(rules)]
    home = rules.home or rules
    name = home.name if rules.name.startswith(f"{home.name} but ") else rules.name
    if not changes:
        return phrase("form.now_same", name=rules.name)
    return phrase("form.now", name=name, changes="; ".join(changes))


def changes_html(rules: Ruleset) -> str:
    """What is changed, as a list.

    >>> from domino_lab.catalogue import get
    >>> changes_html(get("block"))
    ''
    """
    items = "".join(f'<li>{escape(text)} <span class="dlab-note">({escape(by)})</span></li>'
                    for text, by in change_lines(rules))
    return f'<p class="dlab-heading">{escape(phrase("form.changed_heading"))}</p><ul>{items}</ul>' if items else ""


def changes_markdown(rules: Ruleset) -> str:
    """The same for a saved notebook.

    >>> from domino_lab.catalogue import get
    >>> changes_markdown(get("block"))
    '**Block Game**'
    """
    return "\n".join([f"**{as_markdown(rules.name)}**\n" if change_lines(rules) else f"**{as_markdown(rules.name)}**",
                      *(f"- {as_markdown(text)} ({as_markdown(by)})" for text, by in change_lines(rules))])


def rules_line(rules: Ruleset) -> str:
    """The line that makes these rules.

    >>> from domino_lab.catalogue import get
    >>> rules_line(get("block").but(name="Ours", target=61))
    'dl.ruleset("block").but(name="Ours", target=61)'
    """
    changes = [f"{axis}={python_literal(value)}" for axis, value in rules.changed().items()]
    changes += [f"{group}={type(policy).__name__}()" for group, policy in rules.own.items()]
    named = [f"name={python_literal(rules.name)}"] if is_named(rules) else []
    made = f"dl.ruleset({python_literal(rules.id)})"
    return f"{made}.but({', '.join([*named, *changes])})" if named or changes else made


def page_html(rules: Ruleset) -> str:
    """The rule page as HTML. The page itself has made the words of strangers harmless.

    >>> from domino_lab.catalogue import get
    >>> page_html(get("block"))[:24]
    '<h3>Block Game</h3><p>Th'
    """
    parts = [_block(block) for block in rules.sheet().strip().split("\n\n")]
    return re.sub(r"\\([^\w\s])", r"\1", "".join(parts))


def _block(block: str) -> str:
    if block.startswith("# "):
        return f"<h3>{block[2:]}</h3>"
    if block.startswith("## "):
        return f"<h4>{block[3:]}</h4>"
    if block.startswith("- "):
        return "<ul>" + "".join(f"<li>{line[2:]}</li>" for line in block.split("\n")) + "</ul>"
    return f"<p>{block}</p>"
