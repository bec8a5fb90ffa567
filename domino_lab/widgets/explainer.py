"""Explainer: what happened and why, in a sentence each, with the clause and its sheet; the rest on demand."""

from __future__ import annotations

import ipywidgets

from domino_lab.errors import RecordError
from domino_lab.escaping import escape
from domino_lab.widgets.part import Part, conceal, html, in_row, reveal
from domino_lab.widgets.playhead import Playhead
from domino_lab.widgets.refused import Refused
from domino_lab.widgets.terms import linked, linked_each, plain
from domino_lab.words import phrase


class Explainer(Part):
    """The caption of the step, its rule, everything else behind "more", and "Why not?".

    >>> explainer = Explainer("block", seed=7, step=1)
    >>> explainer.more.click()
    >>> explainer.open
    True
    """

    css = "dlab-explainer"
    label = "explainer"
    keys_taken = ("Escape",)

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.open = False
        self.caption, self.rule, self.rest = ipywidgets.HTML(), ipywidgets.HTML(), ipywidgets.HTML()
        self.more = self.button("show_more", self._toggle, "dlab-quiet")
        self.ask = self.button("why_not", self._ask, "dlab-quiet")
        self.refused = Refused(self.here, within=self.frame)
        conceal(self.refused)
        self.row = in_row(self.more, self.ask)
        self.coded = False
        self.look, self.code = self.button("branch.show_code", self._look, "dlab-quiet"), ipywidgets.HTML()
        shows = in_row(self.look)
        return self.caption, self.rule, self.row, self.rest, shows, self.code, self.refused

    def offer(self, opener: ipywidgets.Widget, opened: ipywidgets.Widget) -> None:
        """Another button beside "Why not?", and what it opens, right below.

        >>> import ipywidgets
        >>> explainer = Explainer("block", seed=7)
        >>> explainer.offer(ipywidgets.Button(), ipywidgets.HTML())
        >>> len(explainer.row.children), len(explainer.children)
        (3, 9)
        """
        self.row.children = (*self.row.children, opener)
        place = self.children.index(self.row) + 1
        self.children = (*self.children[:place], opened, *self.children[place:])

    def _show(self) -> None:
        told = self.here.snapshot.told
        parts = [linked(told.verdict) and f"<b>{linked(told.verdict)}</b>", linked(told.caption),
                 told.ask and f'<strong class="dlab-ask">{plain(told.ask)}</strong>']
        self.caption.value = f'<p class="dlab-caption">{" ".join(filter(None, parts))}</p>'
        rule = phrase("widgets.rule", clause=told.clause, origin=told.origin) if told.clause else ""
        self.rule.value = f'<p class="dlab-rule">{escape(rule)}</p>' if rule else ""
        self.more.disabled = not told.more
        self.more.description = phrase("widgets.show_less" if self.open else "widgets.show_more")
        more = linked_each(told.more) if self.open else ()
        shown = "".join(f"<li>{sentence}</li>" for sentence in more if sentence)
        self.rest.value = f'<ul class="dlab-more">{shown}</ul>' if shown else ""
        self.look.layout.display = "" if self.open and told.clause else "none"
        self.look.description = phrase("branch.hide_code" if self.coded else "branch.show_code")
        self.code.value = _code(self.here) if self.coded and self.open and told.clause else ""

    def _look(self) -> None:
        self.coded = not self.coded
        self.show()

    def _toggle(self) -> None:
        self.open = not self.open
        self.show()

    def _ask(self) -> None:
        (reveal if self.refused.is_concealed else conceal)(self.refused)

    def _key(self, key: str) -> None:
        """Esc closes what is open."""
        if key == "Escape":
            self.open = False
            conceal(self.refused)
            self.show()


def _code(here: Playhead) -> str:
    """Where the rule of this step is decided, and how."""
    from domino_lab.explain.source_code import deciding_code

    try:
        found = deciding_code(here.timeline, here.step)
    except RecordError as error:
        return html(str(error), "dlab-note")
    return f'{html(str(found), "dlab-rule")}<pre class="dlab-by-hand dlab-code" tabindex="0">{escape(found.text)}</pre>'
