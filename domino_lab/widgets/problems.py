"""Problems: what reading a hand file found wrong, with line, move and clause."""

from __future__ import annotations

from collections.abc import Iterable

import ipywidgets

from domino_lab.escaping import escape
from domino_lab.play.timeline import Problem
from domino_lab.widgets.part import Part, html
from domino_lab.words import phrase


class Problems(Part):
    """The problems and remarks of a hand file; nothing at all where there are none.

    >>> Problems("block", seed=7).layout.display
    'none'
    """

    css = "dlab-problems"
    label = "problems"

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.text = ipywidgets.HTML()
        return (self.text,)

    def _show(self) -> None:
        hand = self.here.timeline
        self.layout.display = "" if hand.problems or hand.remarks else "none"
        shown = _listed("problems", hand.problems)
        if hand.problems:
            shown += html(phrase("widgets.problem_upto"), "dlab-note")
        self.text.value = shown + _listed("remarks", hand.remarks)


def _listed(heading: str, found: Iterable[Problem]) -> str:
    items = "".join(f"<li>{escape(said(problem))}</li>" for problem in found)
    return f'<div class="dlab-heading">{escape(phrase(f"widgets.{heading}"))}</div><ul>{items}</ul>' if items else ""


def said(problem: Problem) -> str:
    """One problem as a line: where, what, and the clause.

    >>> said(Problem(31, 4, "AF0-DRAW-1", "Ana may not draw."))
    'Line 31, move 4: Ana may not draw. (AF0-DRAW-1)'
    """
    keys = {(True, True): "problem_at", (True, False): "problem_line", (False, True): "problem_move"}
    key = keys.get((problem.line is not None, problem.move is not None))
    facts = {"message": problem.message, "clause": problem.clause}
    if key is None:
        return phrase("widgets.problem_only", **facts)
    place = phrase(f"widgets.{key}", line=problem.line, move=problem.move)
    return phrase("widgets.problem", place=place, **facts)
