"""Outcomes: the bars of the chance lab, each a button that opens one hand. No widgets here."""

from __future__ import annotations

from typing import NamedTuple

from domino_lab.chance.simulation import Bin, binned
from domino_lab.escaping import escape
from domino_lab.widgets.chancelab.lab_session import LabSession
from domino_lab.words import phrase

MOST_BARS, TALLEST = 16, 6.0
"""More numbers than these share bars; the height of the highest bar, in letters, so that it grows with them."""


class Bar(NamedTuple):
    """The trials that fell on some keys: what they are called, how many, and whether that is what is asked about.

    >>> Bar((2,), "2", 41, counts=True).count
    41
    """

    keys: tuple[int, ...]
    label: str
    count: int
    counts: bool


def bars(here: LabSession) -> tuple[Bar, ...]:
    """The bars of the trials so far, from left to right.

    >>> from domino_lab.widgets.chancelab.lab_session import session_of
    >>> [bar.label for bar in bars(session_of("block", "wins"))]
    ['Player 1', 'Player 2', 'nobody']
    """
    counts = here.tally.counts
    if here.trials.numeric:
        return tuple(_group(here, group) for group in binned(counts, MOST_BARS))
    return tuple(Bar((key,), here.trials.label(key), counts.get(key, 0), here.trials.counts(key))
                 for key in dict.fromkeys((*here.trials.keys, *sorted(counts))))


def _group(here: LabSession, group: Bin) -> Bar:
    keys = tuple(range(group.low, group.high + 1))
    return Bar(keys, group.label, group.hands, all(map(here.trials.counts, keys)))


def chart(here: LabSession) -> str:
    """The bars as buttons of HTML; empty before the first trial.

    >>> from domino_lab.widgets.chancelab.lab_session import session_of
    >>> chart(session_of("block"))
    ''
    """
    found = bars(here)
    most = max((bar.count for bar in found), default=0)
    if not most:
        return ""
    what = here.trials.bars_called
    heading = escape(phrase("chancelab.bars", what=what, n=here.tally.among))
    shown = "".join(_drawn(here, number, bar, most) for number, bar in enumerate(found))
    return (f'<h3 class="dlab-line-name">{heading}</h3><p class="dlab-note">{escape(phrase("chancelab.bars_how"))}</p>'
            f'<div class="dlab-sideways dlab-columns dlab-outcomes">{shown}</div>')


def _drawn(here: LabSession, number: int, bar: Bar, most: int) -> str:
    label = f"<em>{escape(bar.label)}</em>"
    star = "★ " if bar.counts else ""
    if not bar.count:
        return f'<span class="dlab-column" aria-hidden="true"><b>{star}0</b><i style="height:0"></i>{label}</span>'
    key = "chancelab.bar_counts" if bar.counts else "chancelab.bar"
    words = escape(phrase(key, what=here.trials.bars_called, label=bar.label, count=bar.count, among=here.tally.among))
    css = "dlab-column dlab-asked" if bar.counts else "dlab-column"
    is_open = here.example is not None and here.example.label == bar.label
    css += " dlab-open" if is_open else ""
    height = max(0.1, TALLEST * bar.count / most)
    return (f'<button class="{css}" data-dlab-press="bar:{number}" aria-label="{words}" title="{words}"'
            f' aria-expanded="{str(is_open).lower()}">'
            f'<b>{star}{bar.count:,}</b><i style="height:{height:.2f}em"></i>{label}</button>')
