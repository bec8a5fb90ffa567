"""Tabled: rows of results as an HTML table that can be moved sideways where there is no room for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domino_lab.escaping import escape


def tabled(label: str, columns: Iterable[str], rows: Iterable[Sequence[object]]) -> str:
    """A table of results: its name, for those who hear it, the heads of its columns, and rows headed by a first cell.

    >>> tabled("Results", ["deal", "result"], [(1, "<won>")]).count("&lt;won&gt;")
    1
    """
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    return (f'<div class="dlab-results-room" role="region" tabindex="0" aria-label="{escape(label)}">'
            f'<table class="dlab-results"><thead><tr>{head}</tr></thead>'
            f'<tbody>{"".join(map(_row, rows))}</tbody></table></div>')


def _row(cells: Sequence[object]) -> str:
    first, *rest = (escape(str(cell)) for cell in cells)
    return f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in rest)}</tr>'
