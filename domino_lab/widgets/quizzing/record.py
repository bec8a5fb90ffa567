"""Record: all answers so far, and what can be taken away: CSV, a worksheet, the line that asks the same again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ipywidgets

from domino_lab.escaping import escape
from domino_lab.explain.questions import QuizItem, result_rows
from domino_lab.widgets.footed import said
from domino_lab.widgets.part import Part, in_row
from domino_lab.widgets.tabled import tabled
from domino_lab.words import phrase

MORE = 5
"""So many questions are added at a time."""


class Record(Part):
    """The results of a quiz as a table, with buttons that save them and ask for more.

    >>> from domino_lab.widgets.quizzing.making import quiz
    >>> game = quiz("block", "legal", n=2, seed=1)
    >>> game.record.buttons["ask_more"].click()
    >>> len(game.items)
    7
    """

    css = "dlab-record"
    label = "quiz.results"

    def __init__(self, what: Any, quiz: Any, **how: Any) -> None:
        self.quiz = quiz
        super().__init__(what, **how)

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        acts = {"save_csv": self._csv, "save_sheet": self._sheet, "ask_more": self._ask_more,
                "copy": self._copy, "large": self.quiz.enlarge}
        self.buttons = {name: self.button(f"quiz.{name}", act, "dlab-quiet") for name, act in acts.items()}
        row = in_row(*self.buttons.values())
        self.rows, self.made_by, self.said = ipywidgets.HTML(), ipywidgets.HTML(), ipywidgets.HTML()
        keys = ipywidgets.HTML(f'<p class="dlab-note">{escape(phrase("quiz.keys"))}</p>')
        return self.rows, row, self.said, self.made_by, keys

    def _show(self) -> None:
        self.rows.value = listed_rows(self.here.items, self.here.given)
        made = self.here.recipe
        self.made_by.value = f'<code class="dlab-line">{escape(made)}</code>' if made else ""
        self.buttons["copy"].layout.display = "" if made else "none"
        self.said.value = ""

    def _csv(self) -> None:
        self.frame.download("answers.csv", self.quiz.to_csv(), "text/csv")

    def _sheet(self) -> None:
        self.frame.download("worksheet.html", self.quiz.worksheet().html, "text/html")

    def _copy(self) -> None:
        self.frame.copy(self.here.recipe)

    def _ask_more(self) -> None:
        if not self.here.ask_more(MORE):
            self.tell(phrase("quiz.no_more"))

    def tell(self, words: str, text: str = "") -> None:
        """Say what became of something that was to be saved or copied."""
        self.said.value = said(words, text)


def listed_rows(items: Sequence[QuizItem], given: dict[int, str | None]) -> str:
    """The results as an HTML table; a question nobody has answered shows no answer.

    >>> listed_rows((), {}).count("<th ")
    6
    """
    columns = ("number", "question", "given", "right", "answer", "clause")
    found = (tuple(row[name] for name in columns) for row in result_rows(items, given))
    return tabled(phrase("quiz.results"), (phrase(f"quiz.column_{name}") for name in columns), found)
