"""Tables: the axes that differ, and how each line ends, as HTML that a screen reader can walk. No widgets here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domino_lab.escaping import escape
from domino_lab.explain.ruleset_comparison import Comparison, RulePart
from domino_lab.words import phrase

MOST_PARTS = 10
"""A longer table of rules is folded until the reader opens it."""


def axes(found: Comparison) -> str:
    """Only the rules that differ: for each ruleset its rule, and below it the clause.

    >>> import domino_lab as dl
    >>> axes(dl.compare(dl.Shuffle(seed=7), ["all-fives", "all-fives/spinner-closed"])).count('<th scope="row">')
    1
    """
    if not found.parts:
        return f'<p class="dlab-note">{escape(phrase("comparison.no_axes"))}</p>'
    rows = ((_named(part), _ruled(part)) for part in found.parts)
    shown = table(phrase("compare.parts"), [phrase("compare.part"), *found.names], rows)
    if len(found.parts) <= MOST_PARTS:
        return shown
    folded = escape(phrase("comparison.parts", count=len(found.parts)))
    return f'<details class="dlab-folded"><summary>{folded}</summary>{shown}</details>'


def results(found: Comparison) -> str:
    """How each line ends: one column a ruleset.

    >>> import domino_lab as dl
    >>> results(dl.compare(dl.Shuffle(seed=7), ["all-fives", "block"])).count('<th scope="col">')
    3
    """
    rows = ((escape(what), [escape(cell) for cell in row]) for what, row in found.endings)
    return table(phrase("compare.endings"), [phrase("compare.ending"), *found.names], rows)


def table(caption: str, heads: Sequence[str], rows: Iterable[tuple[str, list[str]]]) -> str:
    """A table with a caption and headings on both sides; the rows are HTML already.

    >>> table("A", ["x", "y"], [("z", ["1"])]).count("<th ")
    3
    """
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    body = "".join(
        f'<tr><th scope="row">{head}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'
        for head, cells in rows
    )
    words = escape(caption)
    return (f'<div class="dlab-sideways" tabindex="0" role="region" aria-label="{words}"><table class="dlab-facts">'
            f"<caption>{words}</caption><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>")


def breaking(text: str) -> str:
    """A name of several words as HTML that may be broken between them, so that a narrow table is not widened by it.

    >>> breaking("double_weights")
    'double_<wbr>weights'
    """
    return escape(text).replace("_", "_<wbr>").replace("/", "/<wbr>")


def _named(part: RulePart) -> str:
    """What the part is about; below it, small, the names that `but(...)` takes."""
    axes = ", ".join(breaking(axis) for axis in part.axes)
    return f'{escape(part.name)}<br><small class="dlab-rule">{axes}</small>'


def _ruled(part: RulePart) -> list[str]:
    """Each rule with its clause below it; a rule that is the first one's is not told twice."""
    same = f'<span class="dlab-note">{escape(phrase("compare.same_rule"))}</span>'
    return [same if place and rule == part.rules[0] else _value(*rule) for place, rule in enumerate(part.rules)]


def _value(text: str, clause: str) -> str:
    cited = f'<br><small class="dlab-rule">{escape(clause)}</small>' if clause else ""
    return f"{escape(text)}{cited}"
