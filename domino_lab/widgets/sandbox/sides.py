"""Sides: what the position counts under each of the rulesets, side by side."""

from __future__ import annotations

import ipywidgets

from domino_lab.escaping import escape
from domino_lab.explain.scenarios import Side
from domino_lab.rulings import Ruling
from domino_lab.widgets.count import OpenEnds
from domino_lab.widgets.part import Part
from domino_lab.widgets.sandbox.study_board import StudyBoard
from domino_lab.widgets.sums import sum_of, verdict
from domino_lab.widgets.telling import origin_of
from domino_lab.words import phrase


class Sides(Part):
    """The count of the position, and what its last tile scores, under the rules of the board and those beside them.

    If a tile of the position may not lie there under other rules, their clause says why. It shows nothing if the board
    has one ruleset only.
    """

    css = "dlab-sides"
    label = "scenarios.sides"

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.counts = ipywidgets.HTML()
        self._shown: object = None
        return (self.counts,)

    def _show(self) -> None:
        here: StudyBoard = self.here
        if here.position is self._shown:
            return
        self._shown = here.position
        heading = f'<div class="dlab-heading">{escape(phrase("scenarios.sides"))}</div>'
        several = bool(here.versus)
        cards = "".join(_card(side) for side in here.sides) if several else ""
        self.counts.value = f'{heading}<div class="dlab-cards">{cards}</div>' if several else ""


class Reasons(OpenEnds):
    """Why the open ends count as they do; the sum too, unless it stands among those side by side."""

    @property
    def reasons_only(self) -> bool:
        """Whether several rulesets are shown side by side."""
        return bool(self.here.versus)


def _card(side: Side) -> str:
    name = f'<h4 class="dlab-side-name">{escape(side.rules.name)}</h4>'
    return f'<section class="dlab-card">{name}{_counted(side)}</section>'


def _counted(side: Side) -> str:
    if side.refused is not None:
        return refusal(side.refused)
    if side.rules["play_score"] == "none":
        return f'<p class="dlab-note">{escape(phrase("scenarios.no_score", game=side.rules.name))}</p>'
    if not side.state.chain.laid:
        return f'<p class="dlab-note">{escape(phrase("widgets.count_empty"))}</p>'
    count, judged = side.judged
    return ("" if count is None else sum_of(count)) + ("" if judged is None else verdict(judged))


def refusal(ruling: Ruling) -> str:
    """Why a tile may not lie there under other rules, with the clause."""
    rule = phrase("widgets.rule", clause=ruling.id, origin=origin_of(ruling.clause))
    return (f'<p class="dlab-miss"><b aria-hidden="true">✗</b> {escape(phrase("scenarios.cannot_lie"))} '
            f'{escape(ruling.text)}</p><p class="dlab-rule">{escape(rule)}</p>')


def told(board: StudyBoard) -> str:
    """The counts side by side in one line, for a saved notebook; empty for one ruleset alone."""
    found = board.sides if board.versus else ()
    return " ".join(phrase("scenarios.by_game", game=side.rules.name, result=_result(side)) for side in found)


def _result(side: Side) -> str:
    if side.refused is not None:
        return phrase("scenarios.cannot_lie")
    if side.rules["play_score"] == "none":
        return phrase("scenarios.no_points")
    count, _ = side.judged
    if count is None:
        return phrase("scenarios.scored", points=side.points)
    return phrase("scenarios.one_sum", sum=count)
