"""Drawer: what is behind "More": every estimate as a table, what can be taken away, another seed, the keys."""

from __future__ import annotations

from typing import Any

import ipywidgets

from domino_lab.escaping import escape
from domino_lab.widgets.chancelab.guessing import written
from domino_lab.widgets.chancelab.lab_session import LabSession, Row
from domino_lab.widgets.chancelab.said import reach, recipe
from domino_lab.widgets.chancelab.view import View
from domino_lab.widgets.footed import said
from domino_lab.widgets.part import in_row
from domino_lab.widgets.tabled import tabled
from domino_lab.words import phrase

COLUMNS = ("estimate", "n", "seed", "simulated", "low", "high", "inside", "exact")


class Drawer(View):
    """The table of estimates, with buttons that save them and the picture, and begin again with another seed.

    >>> from domino_lab.widgets.chancelab.lab import ChanceLab
    >>> lab = ChanceLab("block", seed=1, estimate=0.6, n=10)
    >>> lab.drawer.buttons["new_seed"].click()
    >>> lab.here.trials.seed, lab.here.n
    (2, 0)
    """

    css = "dlab-toolbox"
    label = "chancelab.predictions"

    def __init__(self, what: Any, lab: Any, **how: Any) -> None:
        self.lab = lab
        super().__init__(what, **how)

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        acts = {"save_csv": self._csv, "save_svg": self._picture, "new_seed": self._reseed, "copy": self._copy,
                "large": self.lab.enlarge}
        self.buttons = {name: self.button(f"chancelab.{name}", act, "dlab-quiet") for name, act in acts.items()}
        row = in_row(*self.buttons.values())
        self.rows, self.made_by, self.said = ipywidgets.HTML(), ipywidgets.HTML(), ipywidgets.HTML()
        keys = ipywidgets.HTML(f'<p class="dlab-note">{escape(phrase("chancelab.keys"))}</p>')
        return self.rows, row, self.said, self.made_by, keys

    def _show(self) -> None:
        self.rows.value = table_html(self.here)
        made = recipe(self.here)
        self.made_by.value = f'<code class="dlab-line">{escape(made)}</code>' if made else ""
        self.buttons["copy"].layout.display = "" if made else "none"
        self.said.value = ""

    def _csv(self) -> None:
        self.frame.download("estimates.csv", self.lab.to_csv(), "text/csv")

    def _picture(self) -> None:
        self.frame.download("chance-lab.svg", self.lab.picture(), "image/svg+xml")

    def _copy(self) -> None:
        self.frame.copy(recipe(self.here))

    def _reseed(self) -> None:
        self.here.reseed(self.here.trials.seed + 1)

    def tell(self, words: str, text: str = "") -> None:
        """Say what became of something that was to be saved or copied."""
        self.said.value = said(words, text)


def table_html(here: LabSession) -> str:
    """The estimates as an HTML table.

    >>> from domino_lab.widgets.chancelab.lab_session import session_of
    >>> table_html(session_of("block")).count("<th ")
    9
    """
    columns = (phrase(f"chancelab.column_{name}") for name in ("name", *COLUMNS))
    return tabled(phrase("chancelab.predictions"), columns, (_cells(here, row) for row in here.rows()))


def _cells(here: LabSession, row: Row) -> tuple[str, ...]:
    def shown(number: float | None, half: float) -> str:
        return "" if number is None else written(number, here.kind, half)

    half = reach(here.estimate) if here.n else 0.01
    inside = "" if row.inside is None else phrase("chancelab.inside_yes" if row.inside else "chancelab.inside_no")
    return (row.who, shown(row.estimate, 0.01), f"{row.n:,}", str(row.seed), shown(row.trials, half),
            shown(row.low, half), shown(row.high, half), inside, shown(row.exact, 0.001))
