"""The sparkline: the counts (or points) of the hand as small bars, a star on each that scored; a click goes there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from domino_lab.escaping import escape
from domino_lab.words import phrase

if TYPE_CHECKING:
    from domino_lab.widgets.snapshot import Moment, Snapshot

_HIGHEST = 28


class Bar(NamedTuple):
    """One bar: its total, whether the step scored, what a screen reader says of it, and its tip as HTML."""

    total: int
    scored: bool
    words: str
    tip: str


def bar_of(moment: Moment) -> Bar:
    """The bar of one step: as high as the count, or, where ends alike score, as the points."""
    step, total = moment.step, moment.total
    names, tile = step.state.table.names, getattr(step.action, "tile", "")
    facts = {"step": moment.number, "player": names[step.seat or 0], "tile": tile, "total": total,
             "points": moment.points}
    key = "bar_points" if moment.count is None else "bar_scores" if moment.points else "bar"
    words = phrase("widgets.one_score" if moment.points else "widgets.one_count", count=total)
    return Bar(total, bool(moment.points), words, escape(phrase(f"widgets.{key}", **facts)))


def sparkline(seen: Snapshot) -> str:
    """The bars as HTML; empty in a game that does not score in play. What a question still hides has no height."""
    counted = [moment for moment in seen.moments if moment.step.judged is not None]
    if not counted:
        return ""
    shown = [moment for moment in counted if seen.hidden_from is None or moment.number < seen.hidden_from]
    most = max([moment.total for moment in shown], default=1) or 1
    bars = [_bar(moment.number, moment.bar, most, now=moment.number == seen.step) for moment in shown]
    words = [moment.bar.words for moment in shown]
    for moment in counted[len(shown):]:
        bars.append(_hidden_bar(moment.number))
        words.append(phrase("widgets.one_unknown"))
    kind = "counts" if seen.count is not None else "scores"
    aloud = phrase(f"widgets.{kind}_said", counts=", ".join(words))
    heading = f'<div class="dlab-heading">{escape(phrase(f"widgets.{kind}_of_hand"))}</div>'
    return f'{heading}<div class="dlab-spark" role="img" aria-label="{escape(aloud)}">{"".join(bars)}</div>'


def _hidden_bar(number: int) -> str:
    tip, inside = escape(phrase("widgets.bar_hidden")), '<i class="dlab-unknown">?</i>'
    return f'<span class="dlab-bar" data-dlab-press="go:{number}" title="{tip}">{inside}</span>'


def _bar(number: int, bar: Bar, most: int, *, now: bool) -> str:
    height = max(bar.total * _HIGHEST // most, 2)
    css = f"dlab-bar{' dlab-scored' if bar.scored else ''}{' dlab-now' if now else ''}"
    star = "<b>★</b>" if bar.scored else ""
    return (f'<span class="{css}" data-dlab-press="go:{number}" title="{bar.tip}">'
            f'{star}<i style="height:{height}px"></i><em>{bar.total}</em></span>')
