"""Entry: where a reader writes an estimate, before the first trial."""

from __future__ import annotations

import ipywidgets

from domino_lab.errors import NotationError
from domino_lab.escaping import escape
from domino_lab.widgets.chancelab.view import View
from domino_lab.widgets.part import in_row
from domino_lab.words import phrase


class Entry(View):
    """A field for an estimate and one for a name; it is gone once a trial was seen.

    >>> from domino_lab.widgets.chancelab.lab import ChanceLab
    >>> lab = ChanceLab("block", seed=1)
    >>> lab.entry.enter("60 %")
    >>> lab.here.guesses[0].value
    0.6
    """

    css = "dlab-entry-row"
    label = "chancelab.estimate_chance"

    owner = ""
    """Whose name stands in the field where nobody writes another."""

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        auto = ipywidgets.Layout(width="auto")
        self.field = ipywidgets.Text(description=phrase(f"chancelab.estimate_{self.here.kind}"), layout=auto)
        for css in ("dlab-answer", "dlab-enter-estimate"):
            self.field.add_class(css)
        self.who = ipywidgets.Text(description=phrase("chancelab.who"), layout=auto)
        self.who.add_class("dlab-who")
        self.check = self.button("chancelab.predict", lambda: self.enter(self.field.value), "dlab-check")
        self.said = ipywidgets.HTML()
        row = in_row(self.field, self.who, self.check)
        return row, self.said

    def _show(self) -> None:
        self.layout.display = "none" if self.here.begun else ""
        self.check.description = phrase("chancelab.predict_more" if self.here.guesses else "chancelab.predict")

    def own(self, name: str) -> None:
        """The estimates here are those of `name`, unless somebody writes another name.

        >>> from domino_lab.widgets.chancelab.lab import ChanceLab
        >>> lab = ChanceLab("block", seed=1)
        >>> lab.entry.own("Ana")
        >>> lab.entry.enter("60 %")
        >>> lab.here.guesses[0].who, lab.entry.who.value
        ('Ana', 'Ana')
        """
        self.owner = self.who.value = name

    def enter(self, given: str) -> None:
        """Keep what was written as an estimate, or say how one is written."""
        try:
            self.here.guess(given, self.who.value)
        except NotationError as error:
            self.said.value = f'<p class="dlab-note">{escape(str(error))}</p>'
            return
        named = self.who.value.strip() not in ("", self.owner)
        self.said.value = self.field.value = ""
        self.who.value = self.owner
        if not named:
            self.frame.focus("dlab-add-one")
