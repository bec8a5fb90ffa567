"""The sparkline: the counts (or points) of the hand as small bars, a star on each that scored; a click goes there."""

from __future__ import annotations

from collections.abc import Iterator

from domino_lab.escaping import escape
from domino_lab.play.state import Step
from domino_lab.widgets.playhead import Playhead
from domino_lab.words import phrase

_HIGHEST = 28


def sparkline(here: Playhead) -> str:
    """The bars as HTML; empty in a game that does not score in play. What a question still hides has no height.

    A bar is as high as the count, or, where ends alike score, as the points.

    >>> sparkline(Playhead("block", seed=7))
    ''
    """
    counted = [(number, step) for number, step in enumerate(here.timeline.steps) if step.judged is not None]
    if not counted:
        return ""
    most = max((_total(step) for number, step in counted if not here.hides(number)), default=1) or 1
    bars = "".join(_bar(here, number, step, most) for number, step in counted)
    kind = "counts" if here.state.board_count is not None else "scores"
    said = phrase(f"widgets.{kind}_said", counts=", ".join(_said(here, counted)))
    heading = f'<div class="dlab-heading">{escape(phrase(f"widgets.{kind}_of_hand"))}</div>'
    return f'{heading}<div class="dlab-spark" role="img" aria-label="{escape(said)}">{bars}</div>'


def _total(step: Step) -> int:
    count = step.state.board_count
    return max(step.points, 0) if count is None else count.total


def _said(here: Playhead, counted: list[tuple[int, Step]]) -> Iterator[str]:
    for number, step in counted:
        if here.hides(number):
            yield phrase("widgets.one_unknown")
        else:
            yield phrase("widgets.one_score" if step.points else "widgets.one_count", count=_total(step))


def _bar(here: Playhead, number: int, step: Step, most: int) -> str:
    if here.hides(number):
        tip = escape(phrase("widgets.bar_hidden"))
        inside = '<i class="dlab-unknown">?</i>'
        return f'<span class="dlab-bar" data-dlab-press="go:{number}" title="{tip}">{inside}</span>'
    height = max(_total(step) * _HIGHEST // most, 2)
    kind = " dlab-scored" if step.points else ""
    now = " dlab-now" if number == here.step else ""
    star = "<b>★</b>" if step.points else ""
    return (f'<span class="dlab-bar{kind}{now}" data-dlab-press="go:{number}" title="{escape(_tip(number, step))}">'
            f'{star}<i style="height:{height}px"></i><em>{_total(step)}</em></span>')


def _tip(number: int, step: Step) -> str:
    names, tile = step.state.table.names, getattr(step.action, "tile", "")
    facts = {"step": number, "player": names[step.seat or 0], "tile": tile, "total": _total(step),
             "points": step.points}
    if step.state.board_count is None:
        return phrase("widgets.bar_points", **facts)
    return phrase("widgets.bar_scores" if step.points else "widgets.bar", **facts)
