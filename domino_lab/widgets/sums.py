"""Sums: a count as terms that point at their tiles, and the verdict on it. No widgets here."""

from __future__ import annotations

from domino_lab.escaping import escape
from domino_lab.rules.scoring import Count
from domino_lab.rulings import Ruling
from domino_lab.widgets.terms import linked
from domino_lab.words import phrase


def sum_of(count: Count) -> str:
    """`4 + 6 + 5+5 = 20`, each term linked to its laid tile.

    >>> sum_of(Count((), 0, Ruling("AF0-SCORE-2", "count"), ()))
    '<div class="dlab-sum">0 <span class="dlab-plus">=</span> <b>0</b></div>'
    """
    plus = ' <span class="dlab-plus">+</span> '
    terms = plus.join(chip(term.number, term.tile, "term", term.value, str(term)) for term in count.terms)
    return f'<div class="dlab-sum">{terms or "0"} <span class="dlab-plus">=</span> <b>{count.total}</b></div>'


def chip(number: int, tile: object, key: str, value: int, shown: str = "") -> str:
    """One term, linked to laid tile `number`; `key` of words/en/widgets.toml says what it is.

    >>> chip(3, "5-4", "end_of", 4).count('data-dlab-tile="3"')
    1
    """
    words = escape(phrase(f"widgets.{key}", tile=tile, value=value))
    return (f'<span class="dlab-chip" tabindex="0" role="img" data-dlab-tile="{number}" aria-label="{words}" '
            f'title="{words}">{escape(shown or str(value))}</span>')


def verdict(judged: Ruling) -> str:
    """What a count or a pair of ends is worth, with a sign before it that is no colour.

    >>> "✓" in verdict(Ruling("BG-SCORE-1", "two", {"player": "Ana", "value": 2, "points": 2}, points=2))
    True
    """
    said = _multiples(judged) if judged.facts.get("multiple") else ""
    css, sign = ("hit", "✓") if judged.points else ("miss", "✗")
    return f'<p class="dlab-{css}"><b aria-hidden="true">{sign}</b> {said or linked(judged.text)}</p>'


def _multiples(judged: Ruling) -> str:
    facts = judged.facts
    if not judged.points:
        return escape(phrase("widgets.miss" if facts["total"] else "widgets.zero", **facts))
    times = [f"{facts['total'] // one} × {one}" for one in facts["multiple"] if facts["total"] % one == 0]
    return escape(phrase("widgets.hit", total=facts["total"], times=" = ".join(times), points=judged.points))
