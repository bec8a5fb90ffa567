"""RuleForm: a form that edits a ruleset, one control an axis, with the rule and the sheet of each choice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ipywidgets
import traitlets

from domino_lab.arguments import checked
from domino_lab.catalogue.resolve import ruleset
from domino_lab.escaping import escape
from domino_lab.explain.axis_choices import sections_of
from domino_lab.notebook import save_rules
from domino_lab.rules.ruleset import Ruleset
from domino_lab.widgets.footed import said
from domino_lab.widgets.form.pages import (
    axis_label,
    changed_axes,
    changes_html,
    changes_markdown,
    page_html,
    rules_line,
    summary,
    value_of,
)
from domino_lab.widgets.form.row import AxisRow
from domino_lab.widgets.part import Frame, in_row, put_away
from domino_lab.widgets.shell import ROOT_CLASS
from domino_lab.words import phrase

MOST_ROWS = 5
"""So many axes of a section are shown before the reader asks for more."""


class RuleForm(ipywidgets.VBox):
    """Edit a ruleset by choosing from lists; the trait `rules` is the ruleset as it stands, for any other widget.

    `rules` is a ruleset, its id, or a file of rules; what cannot be played together is not offered, and the form says
    why. "U" takes the last change back. Raises RulesetError where there is no such ruleset.

    >>> form = RuleForm("all-fives")
    >>> form.turn_to("laying")
    >>> form.rows["spinner"].pick.value = 2
    >>> form.rules["spinner"], form.rules.clauses["spinner"]
    ('all', 'AF0-LAY-3')
    """

    rules = traitlets.Instance(Ruleset)

    @checked
    def __init__(self, rules: str | Path | Ruleset = "all-fives", *, large: bool = False) -> None:
        self.first = ruleset(rules)
        self._past: list[Ruleset] = []
        self.large, self.section, self.all_rows = large, "", False
        self.rows: dict[str, AxisRow] = {}
        self._telling = False
        self.frame = Frame(on_key=self.key, on_copied=self._copied, key_set=["u", "?"], name=phrase("form.form"))
        super().__init__()
        self.rules = self.first
        self._build()
        self.observe(self.frame.guard(lambda _change: self.show(), forgives=False), "rules")
        self.show()

    def _build(self) -> None:
        self.caption, self.changes, self.made_by = ipywidgets.HTML(), ipywidgets.HTML(), ipywidgets.HTML()
        self.pick = ipywidgets.Dropdown(description=phrase("form.section"), layout=ipywidgets.Layout(width="auto"))
        self.pick.observe(self.frame.guard(lambda change: self._opened(change["new"])), "value")
        self.undo_button, self.reset_button = self._button("undo", self.undo), self._button("reset", self.reset)
        self.page_button, self.more = self._button("page", self._turn_page), self._more_button()
        self.head = in_row(self.pick, self.undo_button, self.reset_button, self.page_button, self.more)
        self.body = ipywidgets.VBox()
        self.body.add_class("dlab-axes")
        self.rest_button = self._button("more_axes", self._turn_rows, count=0)
        self.page, self.tools = ipywidgets.HTML(), self._tools()
        self.page.add_class("dlab-rulepage")
        self.page.layout.display = self.tools.layout.display = "none"
        for css in ("dlab-form", ROOT_CLASS):
            self.add_class(css)
        self.children = (self.frame, self.caption, self.head, self.tools, self.body, self.rest_button, self.changes,
                         self.made_by, self.page)

    def _more_button(self) -> ipywidgets.Button:
        made = ipywidgets.Button(description=phrase("widgets.more"))
        made.on_click(self.frame.guard(lambda _button: self._turn_tools()))
        for css in ("dlab-button", "dlab-quiet", "dlab-more-button"):
            made.add_class(css)
        return made

    def _button(self, label: str, act: Any, **facts: Any) -> ipywidgets.Button:
        made = ipywidgets.Button(description=phrase(f"form.{label}", **facts))
        made.on_click(self.frame.guard(lambda _button: act()))
        made.add_class("dlab-button")
        return made

    def _tools(self) -> ipywidgets.VBox:
        wide = ipywidgets.Layout(width="auto")
        self.name = ipywidgets.Text(description=phrase("form.name"), continuous_update=False, layout=wide)
        self.name.observe(self.frame.guard(lambda change: self._rename(change["new"])), "value")
        self.file = ipywidgets.Textarea(placeholder=phrase("form.load_field"), rows=6, layout=wide)
        self.file.add_class("dlab-rulefile")
        buttons = in_row(self._button("copy_line", lambda: self.frame.copy(rules_line(self.rules))),
                       self._button("copy", lambda: self.frame.copy(save_rules(self.rules))),
                       self._button("save", self._download), self._button("load", self._read),
                       self._size_button())
        self.said = ipywidgets.HTML(f'<p class="dlab-note">{escape(phrase("form.keys"))}</p>')
        tools = ipywidgets.VBox([self.name, self.file, buttons, self.said])
        tools.add_class("dlab-toolbox")
        return tools

    def _size_button(self) -> ipywidgets.Button:
        self.size = self._button("large", self._enlarge)
        return self.size

    # --- what it shows

    def show(self) -> None:
        """Bring the form up to date with `rules`; it does so by itself whenever they change.

        >>> RuleForm("block").show()
        """
        rules = self.rules
        self.caption.value = f'<p class="dlab-caption">{escape(summary(rules))}</p>'
        self.frame.status = summary(rules)
        self.changes.value = changes_html(rules)
        self.made_by.value = f'<code class="dlab-line">{escape(rules_line(rules))}</code>'
        self.undo_button.disabled = not self._past
        self.reset_button.disabled = rules == self.first
        self.name.value = rules.name
        self._show_sections()
        self._show_rows()
        if self.page.layout.display != "none":
            self.page.value = page_html(rules)
        (self.add_class if self.large else self.remove_class)("dlab-large")
        self.size.description = phrase("form.normal" if self.large else "form.large")

    def _show_sections(self) -> None:
        changed = set(changed_axes(self.rules))
        options = [(phrase("form.section_none"), "")]
        for name, axes in sections_of(self.rules).items():
            words, count = phrase(f"page.{name}"), len(changed & set(axes))
            told = phrase("form.section_changed", section=words, count=count) if count else words
            options.append((told, name))
        if tuple(options) != self.pick.options:
            section = self.section if self.section in dict(options).values() else ""
            self._telling = True
            self.pick.options, self.pick.value = tuple(options), section
            self._telling, self.section = False, section

    def _show_rows(self) -> None:
        axes = sections_of(self.rules).get(self.section, ())
        shown = axes if self.all_rows else axes[:MOST_ROWS]
        before, choose = self.rows, self.frame.guard(self._choose)
        self.rows = {axis: before.get(axis) or AxisRow(axis, choose) for axis in shown}
        for row in self.rows.values():
            row.show(self.rules)
        if self.body.children != tuple(self.rows.values()):
            self.body.children = tuple(self.rows.values())
        for axis in before.keys() - self.rows.keys():
            put_away(before[axis])
        left = len(axes) - MOST_ROWS
        self.rest_button.layout.display = "" if left > 0 else "none"
        self.rest_button.description = phrase("form.fewer_axes" if self.all_rows else "form.more_axes", count=left)

    # --- what can be done

    def turn_to(self, section: str) -> None:
        """Show the axes of a section of the rule page ("laying", "scoring" ...); "" closes it.

        >>> form = RuleForm("block")
        >>> form.turn_to("drawing")
        >>> list(form.rows)
        ['draw_when']
        """
        self.pick.value = section

    def _opened(self, section: str | None) -> None:
        if self._telling:
            return
        self.section, self.all_rows = section or "", False
        self._show_rows()

    def _turn_rows(self) -> None:
        self.all_rows = not self.all_rows
        self._show_rows()

    def _choose(self, axis: str, rules: Ruleset) -> None:
        self._change(rules)
        change = phrase("form.change", axis=axis_label(axis), value=value_of(self.rules, axis))
        self.frame.status = f"{change}. {summary(self.rules)}"

    def _change(self, rules: Ruleset) -> None:
        if rules != self.rules or rules.name != self.rules.name:
            self._past.append(self.rules)
            self.rules = rules
            self.show()

    def undo(self) -> None:
        """Take the last change back.

        >>> RuleForm("block").undo()
        """
        if self._past:
            self.rules = self._past.pop()
            self.show()

    def reset(self) -> None:
        """Go back to the rules with which the form began; this too can be taken back.

        >>> RuleForm("block").reset()
        """
        self._change(self.first)

    def _rename(self, name: str) -> None:
        if name.strip() and name != self.rules.name:
            self._change(self.rules.but(name=name.strip()))

    @checked
    def read(self, text: str) -> None:
        """Take the rules of a TOML text; classes of your own that it names are taken from the present rules.

        >>> form = RuleForm("block")
        >>> form.read('ruleset = "draw"')
        >>> form.rules.id
        'draw'
        """
        self._change(ruleset(text if "\n" in text else f"{text}\n", own=self.rules.own))
        self._say(phrase("form.read_it", name=self.rules.name))

    def _read(self) -> None:
        self.read(self.file.value)

    def _download(self) -> None:
        self.frame.download("rules.toml", save_rules(self.rules), "application/toml")

    def key(self, key: str) -> None:
        """U takes the last change back; "?" shows the keys and the rest of the tools.

        >>> RuleForm("block").key("u")
        """
        if key == "u":
            self.undo()
        else:
            self._turn_tools()

    def _turn_tools(self) -> None:
        hidden = self.tools.layout.display == "none"
        self.tools.layout.display = "" if hidden else "none"
        self.more.description = phrase("widgets.less" if hidden else "widgets.more")

    def _turn_page(self) -> None:
        hidden = self.page.layout.display == "none"
        self.page.layout.display = "" if hidden else "none"
        self.page.value = page_html(self.rules) if hidden else ""
        self.page_button.description = phrase("form.page_hide" if hidden else "form.page")

    def _enlarge(self) -> None:
        self.large = not self.large
        self.show()

    def close(self) -> None:
        """Take the form, and all in it, off the page and out of memory.

        >>> RuleForm("block").close()
        """
        for child in self.children:
            put_away(child)
        self.layout.close()
        super().close()

    def _copied(self, done: bool) -> None:  # noqa: FBT001
        self._say(phrase("widgets.copied" if done else "widgets.not_copied"), "" if done else self.frame.copying)

    def _say(self, words: str, text: str = "") -> None:
        self.said.value = said(words, text)

    def __repr__(self) -> str:
        """Short: with all its widgets in it, it would fill the reader's screen."""
        return f"<RuleForm: {self.rules}>"

    def _repr_mimebundle_(self, **_which: Any) -> dict[str, Any]:
        """Live where there is a kernel; in a saved notebook the name and what is changed, by whose rule."""
        words = f"{summary(self.rules)}\n{rules_line(self.rules)}"
        bundle = super()._repr_mimebundle_() or {}
        return {**bundle, "text/markdown": changes_markdown(self.rules), "text/plain": words}
