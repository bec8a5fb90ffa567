"""WhatIf: another move from this step, the next ones by hand or by the players, and one click back to the hand."""

from __future__ import annotations

import ipywidgets

from domino_lab.escaping import escape
from domino_lab.play.players import NAMES
from domino_lab.widgets.part import Part, in_row
from domino_lab.widgets.problems import said as problem_said
from domino_lab.widgets.terms import linked
from domino_lab.widgets.tries import Try, tries, why_none
from domino_lab.words import phrase

OPENER = "dlab-what-if-opener"
"""The class of the button that shows the moves, in a view that has one."""


class WhatIf(Part):
    """The legal moves of the player to move, each to be tried; `open` shows them, the way back is there in any case.

    >>> what_if = WhatIf("block", seed=7)
    >>> what_if.toggle()
    >>> what_if.do.click()
    >>> what_if.here.step, what_if.here.is_branch
    (1, True)
    """

    css = "dlab-what-if"
    label = "branch.what_if"
    keys_taken = ("Escape",)

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.open, self._listed = self.alone, ()
        wide = ipywidgets.Layout(width="auto", flex="1 1 180px")
        self.move = ipywidgets.Dropdown(description=phrase("branch.move"), layout=wide)
        self.players = ipywidgets.Dropdown(options=_policies(), description=phrase("branch.players"), layout=wide)
        self.do = self.button("branch.try", self._try, "dlab-try")
        self.on = self.button("branch.play_on", self._play_on, "dlab-quiet")
        self.back = self.button("branch.back", self._back, "dlab-back")
        self.heading, self.told = ipywidgets.HTML(), ipywidgets.HTML()
        self.lost = in_row(self.heading, self.back)
        self.panel = ipywidgets.VBox([in_row(self.move, self.do), in_row(self.players, self.on), self.told])
        self.panel.add_class("dlab-panel")
        return self.lost, self.panel

    def toggle(self) -> None:
        """Show the moves, or put them away.

        >>> what_if = WhatIf("block", seed=7)
        >>> what_if.toggle()
        >>> what_if.panel.layout.display
        'none'
        """
        self.open = not self.open
        self.show()

    def _show(self) -> None:
        here = self.here
        self.layout.display = "" if self.open or here.is_branch else "none"
        self.panel.layout.display = "" if self.open else "none"
        self.back.layout.display = "" if here.is_branch else "none"
        self.heading.value = f'<div class="dlab-heading">{escape(self._heading())}</div>'
        if self.open:
            self._offer()

    def _heading(self) -> str:
        left = self.here.left
        return phrase("branch.left", step=left.step) if left is not None else phrase("branch.here")

    def _offer(self) -> None:
        found = tries(self.here)
        if found != self._listed:
            self._listed = found
            self.move.options = [(one.words, number) for number, one in enumerate(found)]
            self.move.value = next((number for number, one in enumerate(found) if not one.played), 0) if found else None
        self.move.disabled = self.do.disabled = not found
        self.players.disabled = self.on.disabled = not (self.here.may_branch and not self.here.timeline.is_study)
        stopped = self.here.timeline.remarks if self.here.is_branch and self.here.step == self.here.end else ()
        notes = [problem_said(remark) for remark in stopped] or [why_none(self.here, found)]
        self.told.value = "".join(f'<p class="dlab-note">{linked(note)}</p>' for note in notes if note)

    def _key(self, key: str) -> None:
        """Esc puts the moves away; the way back stays."""
        if key == "Escape" and self.open:
            self.frame.focus(OPENER)
            self.toggle()

    def _chosen(self) -> Try:
        return self._listed[self.move.value]

    def _try(self) -> None:
        self.here.branch(self._chosen().action)

    def _play_on(self) -> None:
        self.here.play_on(self.players.value or None)

    def _back(self) -> None:
        """The button goes with the branch, so the focus moves first: keys go on working."""
        self.frame.focus(OPENER)
        self.here.back()


def _policies() -> list[tuple[str, str]]:
    return [(phrase("branch.policy_usual"), ""), *((phrase(f"branch.policy_{name}"), name) for name in NAMES)]
