"""Row: one axis of a ruleset: what it may be, by whose rule, and what stands against the rest."""

from __future__ import annotations

import re
from collections.abc import Callable

import ipywidgets

from domino_lab.escaping import escape
from domino_lab.explain.axis_choices import AxisChoice, choices_of
from domino_lab.rules.axes import AXES
from domino_lab.rules.ruleset import Ruleset
from domino_lab.widgets.form.pages import axis_label, cited, value_of
from domino_lab.words import phrase


class AxisRow(ipywidgets.VBox):
    """The control of one axis. `choose` is told the axis and the ruleset that the chosen value makes.

    >>> from domino_lab.catalogue import get
    >>> row = AxisRow("reserve", lambda axis, rules: None)
    >>> row.show(get("block"))
    >>> len(row.pick.options)
    3
    """

    def __init__(self, axis: str, choose: Callable[[str, Ruleset], object]) -> None:
        self.axis, self._choose, self._made = axis, choose, ()
        self.pick = ipywidgets.Dropdown(description=axis_label(axis), layout=ipywidgets.Layout(width="auto"))
        self.note = ipywidgets.HTML()
        super().__init__([self.pick, self.note])
        self.add_class("dlab-axis")
        self._showing = False
        self.pick.observe(self._picked, "value")

    def _picked(self, change: dict) -> None:
        if not self._showing and change["new"] is not None:
            self._choose(self.axis, self._made[change["new"]])

    def show(self, rules: Ruleset) -> None:
        """Offer what goes with the rest of `rules`, and say what does not.

        >>> from domino_lab.catalogue import get
        >>> AxisRow("reserve", lambda axis, rules: None).show(get("block"))
        """
        self._showing = True
        try:
            decided = rules.told(self.axis) != rules[self.axis]
            found = () if decided else choices_of(rules, self.axis)
            self._offer(rules, [choice for choice in found if choice.rules is not None])
            self.note.value = self._told(rules, found)
        finally:
            self._showing = False

    def _offer(self, rules: Ruleset, found: list[AxisChoice]) -> None:
        self._made = tuple(choice.rules for choice in found)
        labels = [phrase("form.option", value=choice.shown, origin=choice.origin or phrase("form.by_none"))
                  for choice in found] or [value_of(rules, self.axis)]
        options = tuple((label, number) for number, label in enumerate(labels))
        now = [number for number, choice in enumerate(found) if choice.value == rules[self.axis]]
        if options != self.pick.options:
            self.pick.options = options
        self.pick.disabled, self.pick.value = not found, now[0] if now else 0

    def _told(self, rules: Ruleset, found: tuple[AxisChoice, ...]) -> str:
        """The rule that holds now; below it, closed, what cannot be chosen and why."""
        now = next((choice.text for choice in found if choice.value == rules[self.axis]), "")
        by = cited(rules, self.axis)
        text = f"{now} ({by})" if now else by
        shut = [_why(self.axis, choice) for choice in found if choice.rules is None]
        items = "".join(f"<li>{escape(why)}</li>" for why in shut)
        heading = escape(phrase("form.shut_heading", count=len(shut)))
        listed = f"<details><summary>{heading}</summary><ul>{items}</ul></details>" if shut else ""
        return f'<div class="dlab-note">{escape(text)}{listed}</div>'


def _why(axis: str, choice: AxisChoice) -> str:
    """Why a value is not offered, with the other axis by the name it has in the form."""
    pair, _, reason = choice.why.partition(" do not go together: ")
    named = [name for name in re.findall(r"(\w+) = ", pair) if name != axis and name in AXES]
    other = axis_label(named[0]) if reason and named else ""
    why = f"{reason[:1].upper()}{reason[1:]}." if reason else choice.why
    return phrase("form.not_offered", value=choice.shown, why=f"{why} ({other})" if other else why)
