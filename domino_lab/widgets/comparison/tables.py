"""Tables: the axes that differ, and how each line ends, as HTML that a screen reader can walk. No widgets here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from domino_lab.explain.comparison import Comparison
from domino_lab.words import phrase


def axes(found: Comparison) -> str:
    """Only the axes that differ: for each ruleset its value, and below it the clause.

    >>> import domino_lab as dl
    >>> axes(dl.compare(dl.Shuffle(seed=7), ["all-fives", "all-fives/spinner-closed"])).count('<th scope="row">')
    1
    """
    if not len(found.differences):
        return f'<p class="dlab-note">{escape(phrase("comparison.no_axes"))}</p>'
    lines = len(found.lines)
    rows = ((axis, [_value(*pair) for pair in zip(row[:lines], row[lines:], strict=True)])
            for axis, row in _rows(found.differences))
    return table(phrase("comparison.axes"), [phrase("comparison.axis"), *found.names], rows)


def results(found: Comparison) -> str:
    """How each line ends: one column a ruleset.

    >>> import domino_lab as dl
    >>> results(dl.compare(dl.Shuffle(seed=7), ["all-fives", "block"])).count('<th scope="col">')
    3
    """
    turned = found.results.T
    rows = ((what, [breaking(str(value)) for value in row]) for what, row in _rows(turned))
    return table(phrase("comparison.results"), [phrase("comparison.result"), *found.names], rows)


def table(caption: str, heads: Sequence[str], rows: Iterable[tuple[str, list[str]]]) -> str:
    """A table with a caption and headings on both sides; the cells are HTML already.

    >>> table("A", ["x", "y"], [("z", ["1"])]).count("<th ")
    3
    """
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    body = "".join(
        f'<tr><th scope="row">{breaking(head)}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'
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


def _rows(frame) -> Iterable[tuple[str, list[object]]]:
    return ((str(name), list(row)) for name, row in zip(frame.index, frame.to_numpy(), strict=True))


def _value(value: object, clause: object) -> str:
    cited = f'<br><small class="dlab-rule">{escape(str(clause))}</small>' if clause else ""
    return f"{breaking(str(value))}{cited}"
