"""OpenEnds: the count as terms, why each of them counts as it does, and the counts of the hand so far."""

from __future__ import annotations

from html import escape

import ipywidgets

from domino_lab.rules.scoring import Count, Term
from domino_lab.widgets.part import Part
from domino_lab.widgets.sparkline import sparkline
from domino_lab.widgets.terms import linked, linked_each
from domino_lab.words import phrase


class OpenEnds(Part):
    """The count after this step: `4 + 6 + 5+5 = 20`, each term linked to its tile, with the reason it counts so.

    >>> OpenEnds("all-fives", seed=7, step=1).sum.value.count("data-dlab-tile")
    2
    """

    css = "dlab-count"
    label = "count"

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.sum, self.line = ipywidgets.HTML(), ipywidgets.HTML()
        self.watch("marked", self._light)
        return self.sum, self.line

    def _show(self) -> None:
        here = self.here
        hidden = here.question is not None and here.question.step == here.step
        self.sum.value = "" if hidden else _heading(self) + _counted(self)
        self.line.value = sparkline(here)

    def _light(self) -> None:
        self.frame.marked = self.here.marked


def _heading(view: OpenEnds) -> str:
    key = "widgets.ends" if view.here.state.board_count is None else "widgets.count"
    return f'<div class="dlab-heading">{escape(phrase(key))}</div>'


def _counted(view: OpenEnds) -> str:
    state = view.here.state
    count = state.board_count
    if count is None:
        values = tuple(sorted(end.value for end in state.open_ends))
        words = phrase("widgets.count_none", values=values) if values else phrase("widgets.count_none_empty")
        return f"<p>{linked(words)}</p>"
    if not state.chain.laid:
        return f"<p>{escape(phrase('widgets.count_empty'))}</p>"
    return _sum(count) + _met(view) + _reasons(view, count)


def _sum(count: Count) -> str:
    terms = ' <span class="dlab-plus">+</span> '.join(_term(term) for term in count.terms)
    return f'<div class="dlab-sum">{terms or "0"} <span class="dlab-plus">=</span> <b>{count.total}</b></div>'


def _term(term: Term) -> str:
    words = escape(phrase("widgets.term", tile=term.tile, value=term.value))
    return (f'<span class="dlab-chip" tabindex="0" role="img" data-dlab-tile="{term.number}" aria-label="{words}" '
            f'title="{words}">{escape(str(term))}</span>')


def _met(view: OpenEnds) -> str:
    judged = view.here.now.judged
    if judged is None:
        return ""
    facts = judged.facts
    if judged.points:
        times = [f"{facts['total'] // one} × {one}" for one in facts["multiple"] if facts["total"] % one == 0]
        said = phrase("widgets.hit", total=facts["total"], times=" = ".join(times), points=judged.points)
        return f'<p class="dlab-hit"><b aria-hidden="true">✓</b> {escape(said)}</p>'
    key = "widgets.miss" if facts["total"] else "widgets.zero"
    return f'<p class="dlab-miss"><b aria-hidden="true">✗</b> {escape(phrase(key, **facts))}</p>'


def _reasons(view: OpenEnds, count: Count) -> str:
    scoring = view.here.state.rules.scoring
    terms = (*count.terms, *count.silent)
    texts = linked_each(scoring.term_ruling(term).text for term in terms)
    shown = "".join(f'<li data-dlab-tile="{term.number}">{text}</li>' for term, text in zip(terms, texts, strict=True)
                    if text)
    return f'<ul class="dlab-reasons">{shown}</ul>' if shown else ""
