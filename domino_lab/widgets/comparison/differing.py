"""Differing: the first differences of each line, in words, with buttons that go there."""

from __future__ import annotations

import ipywidgets

from domino_lab.escaping import escape
from domino_lab.explain.contrast import DifferenceMark
from domino_lab.widgets.comparison.lockstep import Lockstep
from domino_lab.widgets.comparison.tally import mark_here
from domino_lab.widgets.part import Part, in_row
from domino_lab.widgets.terms import linked
from domino_lab.words import phrase

KINDS = ("points", "play")


class Jumps(Part):
    """Two buttons: to the first difference in points, and to the first in play; once more for the next line's.

    >>> import domino_lab as dl
    >>> jumps = Jumps(Lockstep(dl.compare(dl.Shuffle(seed=7), ["all-fives", "five-up"])))
    >>> jumps.buttons["points"].click()
    >>> jumps.here.step
    2
    """

    css = "dlab-jumps"
    label = "comparison.jumps"
    here: Lockstep

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.buttons = {kind: self.button(f"comparison.to_{kind}", self._goes(kind)) for kind in KINDS}
        self.at = ipywidgets.HTML()
        row = in_row(*self.buttons.values(), self.at)
        return (row,)

    def _goes(self, kind: str):
        return lambda: self.jump(kind)

    def jump(self, kind: str) -> None:
        """Go to the next step at which some line differs for the first time in "points" or in "play".

        >>> import domino_lab as dl
        >>> jumps = Jumps(Lockstep(dl.compare(dl.Shuffle(seed=7), ["all-fives", "all-fives"])))
        >>> jumps.jump("play")
        >>> jumps.here.step
        0
        """
        steps = _steps(self.here, kind)
        later = [step for step in steps if step > self.here.step] if self.here.step in steps else []
        if steps:
            self.here.go((later or steps)[0])

    def _show(self) -> None:
        text = mark_here(self.here)
        self.at.value = f'<b class="dlab-here">{escape(text)}</b>' if text else ""
        for kind, button in self.buttons.items():
            button.disabled = not _steps(self.here, kind)


def _steps(here: Lockstep, kind: str) -> list[int]:
    return sorted({mark.step for mark in here.comparison.marks if mark.kind == kind})


def differing(here: Lockstep) -> str:
    """For each line after the first: where it differs first and why, and what had to be done to compare it at all.

    >>> import domino_lab as dl
    >>> differing(Lockstep(dl.compare(dl.Shuffle(seed=7), ["all-fives", "five-up"]))).count("data-dlab-press")
    2
    """
    return "".join(_card(here, number) for number in range(1, len(here.heads)))


def _card(here: Lockstep, number: int) -> str:
    found, line = here.comparison, here.comparison.lines[number]
    marks = (found.points_mark(number), found.play_mark(number))
    said = [_mark(here, mark) if mark else escape(phrase(f"compare.same_{kind}"))
            for kind, mark in zip(KINDS, marks, strict=True)]
    remark = [escape(line.remark)] if line.remark else []
    items = "".join(f"<li>{text}</li>" for text in (*said, *remark))
    heading = escape(phrase("comparison.against", line=found.names[number], first=found.names[0]))
    return (f'<section class="dlab-card"><h3 class="dlab-line-name">{heading}</h3>'
            f'<ul class="dlab-marks">{items}</ul></section>')


def _mark(here: Lockstep, mark: DifferenceMark) -> str:
    at = mark.step == here.step
    words = escape(phrase(f"compare.{mark.kind}_mark", step=mark.step))
    now = f' <b class="dlab-here">{escape(phrase("comparison.here"))}</b>' if at else ""
    button = f'<button class="dlab-pick" data-dlab-press="go:{mark.step}">{words}</button>'
    return f'{button}{now} <p>{linked(mark.text)}</p>'
