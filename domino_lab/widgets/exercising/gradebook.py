"""Gradebook: behind "More", everybody's answers as a table, what can be taken away, and the keys."""

from __future__ import annotations

from typing import Any

import ipywidgets

from domino_lab.escaping import escape
from domino_lab.widgets.footed import said
from domino_lab.widgets.part import Part, in_row
from domino_lab.widgets.tabled import tabled
from domino_lab.words import phrase

COLUMNS = ("learner", "exercise", "estimate", "trials", "answer", "right", "tries")


class Gradebook(Part):
    """The table of answers with buttons that save it and copy the line.

    >>> from domino_lab.widgets.exercising.card import ExerciseCard
    >>> card = ExerciseCard("own_tile", estimate="30 %")
    >>> card.gradebook.rows.value.count("<tr>")
    2
    """

    css = "dlab-record"
    label = "exercise_card.results"

    def __init__(self, what: Any, card: Any, **how: Any) -> None:
        self.card = card
        super().__init__(what, **how)

    def _opened(self, what: Any, **_how: Any) -> Any:
        return what

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        acts = {"save_csv": self._csv, "copy": self._copy, "large": self.card.enlarge}
        self.buttons = {name: self.button(f"exercise_card.{name}", act, "dlab-quiet") for name, act in acts.items()}
        row = in_row(*self.buttons.values())
        self.rows, self.made_by, self.said = ipywidgets.HTML(), ipywidgets.HTML(), ipywidgets.HTML()
        keys = ipywidgets.HTML(f'<p class="dlab-note">{escape(phrase("exercise_card.keys"))}</p>')
        return self.rows, row, self.said, self.made_by, keys

    def _show(self) -> None:
        self.rows.value = table_html(self.here)
        self.made_by.value = f'<code class="dlab-line">{escape(self.card.recipe)}</code>'
        self.said.value = ""

    def _csv(self) -> None:
        self.frame.download("answers.csv", self.card.to_csv(), "text/csv")

    def _copy(self) -> None:
        self.frame.copy(self.card.recipe)

    def tell(self, words: str, text: str = "") -> None:
        """Say what became of something that was to be saved or copied."""
        self.said.value = said(words, text)


def table_html(desk: Any) -> str:
    """Everybody's answers as an HTML table.

    >>> from domino_lab.chance.exercises import exercise
    >>> from domino_lab.widgets.exercising.desk import Desk
    >>> table_html(Desk([exercise("own_tile")])).count("<th ")
    7
    """
    columns = (phrase(f"exercise_card.column_{name}") for name in COLUMNS)
    return tabled(phrase("exercise_card.results"), columns, map(_cells, desk.rows()))


def _cells(row: Any) -> tuple[str, ...]:
    right = "" if row.right is None else phrase("exercises.mark_right" if row.right else "exercises.mark_wrong")
    who = row.learner or phrase("chancelab.you")
    title = phrase(f"exercises.{row.exercise}_title")
    return (who, title, "" if row.estimate is None else f"{row.estimate:g}", f"{row.trials:,}" if row.trials else "",
            row.answer, right, str(row.tries))
