"""RuleForm: a form that edits a ruleset, with one control for each axis, and the rule and sheet of each choice."""

from __future__ import annotations

import re
from collections.abc import Mapping

import traitlets

from domino_lab.core.arguments import checked
from domino_lab.core.rulings import clause
from domino_lab.explain.axis_choices import AxisChoice, axis_label, choices_of, sections_of, value_name
from domino_lab.picture.output import Kept
from domino_lab.record.load import RulesetLike, ruleset, save_rules
from domino_lab.rules.axes import AXES
from domino_lab.rules.custom import MARK
from domino_lab.rules.rule_page import page_html
from domino_lab.rules.ruleset import Ruleset, python_source
from domino_lab.rules.values import python_literal
from domino_lab.widgets.messages import Press, one_of, pair, place_in, press, takes, turns, typed_text
from domino_lab.widgets.nodes import (
    Node,
    Nodes,
    area,
    box,
    bullets,
    button,
    choice,
    field,
    fold,
    form,
    heading,
    html,
    paragraph,
    row,
    submit,
    words,
)
from domino_lab.widgets.page_file import Page, PageMaker, page_by
from domino_lab.widgets.view import View
from domino_lab.words import language, phrase
from domino_lab.words.escaping import as_markdown

MOST_ROWS = 5
"""So many axes of a section are shown before the reader asks for more."""

LONGEST_NAME = 200
"""So many letters the name of a ruleset has at most."""


class RuleForm(PageMaker, View):
    """Edit a ruleset by choosing from lists.

    The trait `rules` is the current ruleset, which other widgets can watch. The argument `rules` is a ruleset, its
    id, or a file of rules; `large` is for a projector. At first it shows the rule page. Choose a part of the rules,
    then a value; values that cannot be combined are not offered, and the form says why. U or "Undo" takes the last
    change back. The menu has the rules as a file and as a line of Python. Raises RulesetError if there is no such
    ruleset.

    >>> form = dl.RuleForm("all-fives")
    >>> form.choose("spinner", "all")
    >>> form.rules["spinner"], form.rules.clauses["spinner"]
    ('all', 'AF0-LAY-3')
    >>> form.do("undo")
    >>> form.rules["spinner"]
    'first'
    """

    public = "rules choose undo reset rename read"
    css, label = "form", "form.form"
    keys_told = "form.keys"
    key_set = ("u", "?")
    rules = traitlets.Instance(Ruleset)

    @checked
    def __init__(self, rules: RulesetLike = "all-fives", *, large: bool = False) -> None:
        self.first = ruleset(rules)
        self._past: list[Ruleset] = []
        self._choices_of: Ruleset | None = None
        self._choices_by_axis: dict[tuple[str, str], tuple[AxisChoice, ...]] = {}
        self.large, self.section, self._all_rows, self._page, self._change_text = large, "", False, False, ""
        self.set_trait("rules", self.first)
        super().__init__()
        self.watch(self, "rules")

    def make_page(self) -> Page:
        """Return the rule page of the rules as they are now, as a page for any browser.

        >>> dl.RuleForm("bergen").make_page().title
        'Bergen'
        """
        return page_by("pages.page", self.rules)

    # --- what it shows

    @property
    def status(self) -> str:
        """The last change, and the ruleset in a sentence."""
        return " ".join(filter(None, (self._change_text, summary(self.rules))))

    @property
    def line(self) -> str:
        """The line of Python that makes these rules."""
        return rules_line(self.rules)

    def areas(self) -> dict[str, Nodes]:
        """Return the ruleset in a sentence, the list of sections, the axes of the open section, and the changes."""
        rules = self.rules
        sections = self._sections()
        names = [phrase("form.section_none"), *(text for text, _ in sections)]
        at = next((place for place, (_, name) in enumerate(sections, 1) if name == self.section), 0)
        changes = [paragraph(f"{text} ({by})") for text, by in change_lines(rules)]
        return {
            "head": [paragraph(words("form.form"), "title"), self.gear(*self._menu())],
            "talk": [box(paragraph(summary(rules)), css="caption"),
                     heading(phrase("form.changed_heading")) if changes else None, bullets(changes)],
            "bar": [row(choice(words("form.section"), "section", names, at),
                        button(words("form.undo"), "undo", off=not self._past),
                        button(words("form.reset"), "reset", off=rules == self.first),
                        button(words("form.page_hide" if self._page else "form.page"), "page", expanded=self._page)
                        if self.section else None)],
            "more": [*self._rows(), html(page_html(rules), "rulepage") if self._page or not self.section else None],
        }

    def _sections(self) -> list[tuple[str, str]]:
        """The sections of the rule page with what is changed in each; the first is its words, the second its name."""
        changed = set(changed_axes(self.rules))
        sections = []
        for name, axes in sections_of(self.rules).items():
            text, count = phrase(f"page.{name}"), len(changed & set(axes))
            sections.append((phrase("form.section_changed", section=text, count=count) if count else text, name))
        return sections

    def _rows(self) -> Nodes:
        axes = sections_of(self.rules).get(self.section, ())
        left = len(axes) - MOST_ROWS
        more = button(words("form.fewer_axes" if self._all_rows else "form.more_axes", count=left), "rows")
        shown = axes if self._all_rows else axes[:MOST_ROWS]
        return [*(self._row(axis) for axis in shown), more if left > 0 else None]

    def _row(self, axis: str) -> Node:
        """The control of one axis: its values, the rule that holds now, and what cannot be chosen and why."""
        rules = self.rules
        choices = self._choices(axis)
        offered = [option for option in choices if option.rules is not None]
        origins = [option.origin or phrase("form.by_none") for option in offered]
        labels = [phrase("form.option", value=option.shown, origin=by)
                  for option, by in zip(offered, origins, strict=True)]
        at = next((place for place, option in enumerate(offered) if option.value == rules[axis]), 0)
        now = next((option.text for option in choices if option.value == rules[axis]), "")
        by = source_words(rules, axis)
        shut = [paragraph(_why(axis, option)) for option in choices if option.rules is None]
        closed = fold(phrase("form.shut_heading", count=len(shut)), bullets(shut), key=f"shut-{axis}") if shut else None
        return box(choice(axis_label(axis), "axis", labels or [value_of(rules, axis)], at, off=not offered, value=axis),
                   paragraph(f"{now} ({by})" if now else by, "note"), closed, css="axis", key=axis)

    def _choices(self, axis: str) -> tuple[AxisChoice, ...]:
        """The values of an axis; none where a class of the reader's own decides it.

        They are kept as long as the rules are the same, because there is a rule page behind each.
        """
        if self.rules.value_or_policy(axis) != self.rules[axis]:
            return ()
        if self._choices_of is not self.rules:
            self._choices_of, self._choices_by_axis = self.rules, {}
        key = axis, language()
        if key not in self._choices_by_axis:
            self._choices_by_axis[key] = choices_of(self.rules, axis)
        return self._choices_by_axis[key]

    def _menu(self) -> Nodes:
        name = field(words("form.name"), name="name", value=self.rules.name)
        file = form("read", area("text", words("form.load_field")), submit(words("form.load")))
        return [form("rename", name, submit(words("form.rename"), css="")),
                *(button(words(f"form.{act}"), act) for act in ("copy", "save")),
                fold(words("form.load_field"), file, key="load")]

    # --- what can be done

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that open a section, choose a value, undo, and read and save files."""
        return {
            "section": takes(place_in(lambda: ["", *(name for _, name in self._sections())]), self.turn_to),
            "axis": takes(self._choice_of, lambda choice: self.choose(*choice)), "undo": press(self.undo),
            "reset": press(self.reset), "rows": turns(self, "_all_rows"),
            "page": turns(self, "_page"), "rename": takes(typed_text(LONGEST_NAME), self.rename),
            "read": takes(typed_text(), self.read), "copy": press(lambda: self.copy(save_rules(self.rules))),
            "save": press(lambda: self.stage.download("rules.toml", save_rules(self.rules), "application/toml")),
        }

    def turn_to(self, section: str) -> None:
        """Show the axes of a section of the rule page ("laying", "scoring" ...); "" closes it.

        >>> form = dl.RuleForm("block")
        >>> form.turn_to("drawing")
        >>> form.section
        'drawing'
        """
        self.section, self._all_rows = section, False
        self.refresh()

    def choose(self, axis: str, value: object) -> None:
        """Choose a value of an axis. Raises RulesetError, with the reason, if it does not go with the rest.

        >>> form = dl.RuleForm("block")
        >>> form.choose("reserve", 2)
        >>> form.rules["reserve"]
        2
        """
        self._change(self.rules.but(name=None, **{axis: value}))
        self._change_text = f"{phrase('form.change', axis=axis_label(axis), value=value_of(self.rules, axis))}."
        self.refresh()

    def _choice_of(self, value: object) -> tuple[str, object]:
        """The axis and its value that are meant by the name of the axis and the place in its list."""
        axis, place = pair(one_of(lambda: self.rules.values), lambda value_text: value_text)(value)
        offered = [option for option in self._choices(axis) if option.rules is not None]
        return axis, place_in(lambda: offered)(place).value

    def _change(self, rules: Ruleset) -> None:
        if rules != self.rules or rules.name != self.rules.name:
            self._past.append(self.rules)
            self._change_text = ""
            self.rules = rules

    def undo(self) -> None:
        """Take the last change back."""
        if self._past:
            self._change_text = ""
            self.rules = self._past.pop()

    def reset(self) -> None:
        """Go back to the rules with which the form began; this too can be taken back."""
        self._change(self.first)

    def rename(self, name: str) -> None:
        """Give the rules a name of their own.

        >>> form = dl.RuleForm("block")
        >>> form.rename("Ours")
        >>> form.rules.name
        'Ours'
        """
        if name.strip() and name != self.rules.name:
            self._change(self.rules.but(name=name.strip()))

    @checked
    def read(self, text: str) -> None:
        """Use the rules of a TOML text; classes of your own that it names are taken from the present rules.

        >>> form = dl.RuleForm("block")
        >>> form.read('ruleset = "draw"')
        >>> form.rules.id
        'draw'
        """
        self._change(ruleset(text if "\n" in text else f"{text}\n", own=self.rules.own))
        self.say(phrase("form.read_it", name=self.rules.name))

    def key(self, key: str) -> None:
        """Take the last change back."""
        if key == "u":
            self.undo()

    def __repr__(self) -> str:
        """Short: with all that is in it, it would fill the reader's screen."""
        return f"<RuleForm: {self.rules}>"

    def to_keep(self) -> Kept:
        """Return the name and the changes, each with its source."""
        return Kept("", f"{summary(self.rules)}\n{rules_line(self.rules)}", markdown=changes_markdown(self.rules))


def _why(axis: str, choice: AxisChoice) -> str:
    """Say why a value is not offered, with the other axis by the name it has in the form."""
    pair, _, reason = choice.why.partition(" do not go together: ")
    named = [name for name in re.findall(r"(\w+) = ", pair) if name != axis and name in AXES]
    other = axis_label(named[0]) if reason and named else ""
    why = f"{reason[:1].upper()}{reason[1:]}." if reason else choice.why
    return phrase("form.not_offered", value=choice.shown, why=f"{why} ({other})" if other else why)


# --- what it says of a ruleset ----------------------------------------------------------------------------------------

def source_words(rules: Ruleset, axis: str) -> str:
    """Return the source of an axis's value."""
    cited_clause = rules.clause_of(axis)
    if not cited_clause:
        return phrase("form.by_none")
    return phrase("form.by", origin=clause(cited_clause).origin, clause=clause(cited_clause).id)


def changed_axes(rules: Ruleset) -> list[str]:
    """Return the axes on which a ruleset differs from the game of the same id, including those of custom policies."""
    return [axis for axis in rules.values if rules.value_or_policy(axis) != (rules.home or rules).values[axis]]


def value_of(rules: Ruleset, axis: str) -> str:
    """Return the value of an axis, or the class that decides it, in a reader's words."""
    value = rules.value_or_policy(axis)
    if isinstance(value, str) and value.startswith(MARK):
        return phrase("form.by_own", name=value.removeprefix(MARK))
    return value_name(axis, value)


def change_lines(rules: Ruleset) -> list[tuple[str, str]]:
    """Return, for each changed axis, its old value, its new one, and the source of that."""
    home = rules.home or rules
    return [(phrase("form.changed_line", axis=axis_label(axis), before=value_name(axis, home.values[axis]),
                    now=value_of(rules, axis)), source_words(rules, axis)) for axis in changed_axes(rules)]


def summary(rules: Ruleset) -> str:
    """Return a ruleset in one sentence: its name and its changes."""
    changes = [f"{axis_label(axis)}: {value_of(rules, axis)}" for axis in changed_axes(rules)]
    home = rules.home or rules
    name = home.name if rules.name.startswith(f"{home.name} but ") else rules.name
    if not changes:
        return phrase("form.now_same", name=rules.name)
    return phrase("form.now", name=name, changes="; ".join(changes))


def changes_markdown(rules: Ruleset) -> str:
    """Return the changes as Markdown, for a saved notebook."""
    return "\n".join([f"**{as_markdown(rules.name)}**\n" if change_lines(rules) else f"**{as_markdown(rules.name)}**",
                      *(f"- {as_markdown(text)} ({as_markdown(by)})" for text, by in change_lines(rules))])


def rules_line(rules: Ruleset) -> str:
    """Return the line that makes these rules; empty if it cannot be written."""
    source = python_source(rules)
    return f"dl.ruleset({source})" if source == python_literal(rules.id) else source
