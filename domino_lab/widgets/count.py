"""OpenEnds: what there is to count at the open ends, why it counts so, and what could go on from there."""

from __future__ import annotations

import ipywidgets

from domino_lab.escaping import escape
from domino_lab.rules.scoring import Count, Term
from domino_lab.widgets.choices import choices, fitting
from domino_lab.widgets.part import Part
from domino_lab.widgets.snapshot import Snapshot
from domino_lab.widgets.sparkline import sparkline
from domino_lab.widgets.sums import chip, sum_of, verdict
from domino_lab.widgets.terms import linked, linked_each
from domino_lab.words import phrase


class OpenEnds(Part):
    """The count after this step: `4 + 6 + 5+5 = 20`, each term linked to its tile, with the reason it counts so.

    A game that counts nothing shows what its open ends ask for, and a game for one player what may be done.

    >>> OpenEnds("all-fives", seed=7, step=1).sum.value.count("data-dlab-tile")
    2
    """

    css = "dlab-count"
    label = "count"

    @property
    def reasons_only(self) -> bool:
        """Whether the sum stands elsewhere in the same view; then it is not shown twice.

        >>> OpenEnds("all-fives", seed=7, step=1).reasons_only
        False
        """
        return False

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.sum, self.line = ipywidgets.HTML(), ipywidgets.HTML()
        self.watch("marked", self._light)
        return self.sum, self.line

    def _show(self) -> None:
        seen = self.here.snapshot
        self.sum.value = "" if seen.is_hidden else self._heading(seen) + self._said(seen)
        self.line.value = sparkline(seen)

    def _light(self) -> None:
        self.frame.marked = self.here.marked

    def _heading(self, seen: Snapshot) -> str:
        rules, count = seen.state.rules, seen.count
        if self.reasons_only and count is not None:
            words = phrase("scenarios.why", game=rules.name) if seen.state.chain.laid else ""
            return f'<div class="dlab-heading">{escape(words)}</div>' if words else ""
        key = "widgets.choices" if rules.solo is not None else "widgets.ends" if count is None else "widgets.count"
        return f'<div class="dlab-heading">{escape(phrase(key))}</div>'

    def _said(self, seen: Snapshot) -> str:
        if seen.state.rules.solo is not None:
            return choices(seen)
        if not seen.state.chain.laid:
            return "" if self.reasons_only else f"<p>{escape(phrase('widgets.count_empty'))}</p>"
        if seen.count is None:
            return _shown(seen) + _met(seen) + fitting(seen)
        return ("" if self.reasons_only else sum_of(seen.count) + _met(seen)) + _reasons(seen, seen.count)


def _shown(seen: Snapshot) -> str:
    """The ends in a game without a count; where they score by being alike, each is linked to the tile that shows it."""
    ends, laid = seen.moment.open_ends, seen.state.chain.laid
    if seen.state.rules["play_score"] == "none":
        values = tuple(sorted(end.value for end in ends))
        return f"<p>{linked(phrase('widgets.count_none', values=values))}</p>"
    chips = "".join(chip(end.at, laid[end.at].tile, "end_of", end.value) for end in ends)
    return f'<div class="dlab-sum">{chips}</div>'


def _met(seen: Snapshot) -> str:
    """The verdict on this step, with the reasons that are not those of single terms."""
    judged = seen.now.judged
    if judged is None:
        return ""
    reasons = linked_each(ruling.text for ruling in judged.because if seen.count is None)
    return verdict(judged) + "".join(f"<p>{reason}</p>" for reason in reasons if reason)


def _reasons(seen: Snapshot, count: Count) -> str:
    scoring = seen.state.rules.scoring
    terms: tuple[Term, ...] = (*count.terms, *count.silent)
    texts = linked_each([scoring.term_ruling(term).text for term in terms])
    shown = "".join([f'<li data-dlab-tile="{term.number}">{text}</li>' for term, text in zip(terms, texts, strict=True)
                     if text])
    return f'<ul class="dlab-reasons">{shown}</ul>' if shown else ""
