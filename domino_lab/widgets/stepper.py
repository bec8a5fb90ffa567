"""HandStepper: a hand of dominoes, step by step, with everything that explains it."""

from __future__ import annotations

from typing import Any

import ipywidgets

from domino_lab.arguments import checked
from domino_lab.widgets.comments import Comments
from domino_lab.widgets.count import OpenEnds
from domino_lab.widgets.explainer import Explainer
from domino_lab.widgets.footed import Footed
from domino_lab.widgets.moves import MoveList
from domino_lab.widgets.part import conceal, reveal
from domino_lab.widgets.perfect import OPENER as PERFECT_OPENER
from domino_lab.widgets.perfect import PerfectPlay, offers
from domino_lab.widgets.playhead import Shown
from domino_lab.widgets.problems import Problems
from domino_lab.widgets.question import Question
from domino_lab.widgets.table import Table
from domino_lab.widgets.telling import line
from domino_lab.widgets.toolbox import Toolbox
from domino_lab.widgets.transport import MOVES, Transport
from domino_lab.widgets.whatif import OPENER, WhatIf
from domino_lab.words import phrase

WIDE, ROOMY = 560, 720
"""From these widths on, in pixels, the comments stand beside the table, in a narrow column or a wider one."""

NARROW_ASIDE, ASIDE = 220, 290
"""The least width of that column."""


class HandStepper(Footed):
    """Step through a hand: the table, five buttons, the caption with its reason, the moves, the count, the comments.

    `hand` is a Playhead, a hand, a packaged hand's name or a ruleset id; with an id, `seed` and `seats` choose the
    deal. `step` is where it starts (0 is the deal), `viewpoint` "all", a seat or "table"; `large` is for a projector.
    Raises RecordError or RulesetError when there is no such hand.

    >>> stepper = HandStepper("all-fives", seed=7, step=3)
    >>> stepper.here.step
    3
    """

    css = "dlab-stepper"
    label = "stepper"
    keys_taken = (*MOVES, "n", "?", "Escape")

    @checked
    def __init__(self, hand: Shown, *, large: bool = False, **how: Any) -> None:
        self.large = large
        super().__init__(hand, **how)

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        inside = {"within": self.frame}
        here = self.here
        self.problems, self.table = Problems(here, **inside), Table(here, large=self.large, **inside)
        self.transport, self.explainer = Transport(here, **inside), Explainer(here, **inside)
        self.question = Question(here, asks=False, **inside)
        self.comments, self.count = Comments(here, **inside), OpenEnds(here, **inside)
        self.moves, self.tools = MoveList(here, **inside), Toolbox(here, **inside)
        self.what_if, self.perfect = WhatIf(here, **inside), PerfectPlay(here, **inside)
        conceal(self.tools)
        self.body = ipywidgets.Box([self._main(), self._aside()])
        self.body.add_class("dlab-body")
        self.watch("root_width", self._fit, of=self.frame)
        self._fit()
        return self.problems, self.body, self._foot()

    def _main(self) -> ipywidgets.Widget:
        self.more = self.button("more", self._more, "dlab-quiet dlab-more-button")
        row = self.transport.children[0]
        row.children = (*row.children, self.more)
        self.else_ = self.button("branch.what_if", self.what_if.toggle, f"dlab-quiet {OPENER}")
        self.best = self.button("perfect.perfect", self.perfect.toggle, f"dlab-quiet {PERFECT_OPENER}")
        self.explainer.offer(self.else_, self.what_if)
        self.explainer.offer(self.best, self.perfect)
        main = ipywidgets.VBox([self.table, self.transport, self.tools, self.explainer, self.question])
        main.add_class("dlab-main")
        return main

    def _aside(self) -> ipywidgets.Widget:
        aside = ipywidgets.VBox([self.comments, self.count, self.moves])
        aside.add_class("dlab-aside")
        return aside

    @property
    def line(self) -> str:
        """The line of Python that makes this view again; empty where no short one does."""
        return line(self.here)

    def _show(self) -> None:
        self.best.layout.display = "" if offers(self.here) else "none"
        self._show_foot()

    # --- size

    def _resize(self) -> None:
        self.table.large = self.large
        self._fit()

    def _fit(self) -> None:
        width = self.frame.root_width
        if not width:
            return
        aside = ASIDE if width >= ROOMY else NARROW_ASIDE
        self.table.fit_beside(self.body, width, aside, wide=width >= WIDE and not self.large)

    # --- more

    def _more(self) -> None:
        hidden = self.tools.is_concealed
        (reveal if hidden else conceal)(self.tools)
        self.more.description = phrase("widgets.less" if hidden else "widgets.more")

    def _enter(self, given: str) -> None:
        self.question._enter(given)

    def _key(self, key: str) -> None:
        if key in MOVES:
            self.transport.key(key)
        elif key == "n":
            self.comments.key(key)
        elif key == "?":
            self._more()
        else:
            self._escape()

    def _escape(self) -> None:
        self.explainer.key("Escape")
        self.what_if.key("Escape")
        self.perfect.key("Escape")
        if not self.tools.is_concealed:
            self._more()
