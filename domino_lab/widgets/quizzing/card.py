"""Quiz: one question at a time, with its table, an answer to give, the reason, and a table of all answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets

from domino_lab.errors import NotationError, written
from domino_lab.escaping import escape
from domino_lab.explain.questions import Graded, QuizItem, results_table
from domino_lab.picture.alt_text import alt_text, table_text
from domino_lab.picture.scene import scene
from domino_lab.picture.svg import svg
from domino_lab.picture.worksheet import Worksheet
from domino_lab.spreadsheets import to_csv
from domino_lab.widgets.part import Part, in_row
from domino_lab.widgets.question import Question
from domino_lab.widgets.quizzing.posture import QuestionTable, asked_about
from domino_lab.widgets.quizzing.quiz_session import QuizSession
from domino_lab.widgets.quizzing.record import Record
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd

DIGITS = tuple("123456789")
"""These keys choose one of a few words."""


class Answering(Question):
    """The question of a quiz; once it is answered its field is gone, and the focus goes on to "Next".

    >>> from domino_lab.widgets.quizzing.making import quiz
    >>> quiz("all-fives", n=1, seed=1).question.number.layout.display
    ''
    """

    def _leave(self) -> None:
        if self.here.question is None:
            last = self.here.at == len(self.here.items) - 1
            self.frame.focus("dlab-results-button" if last else "dlab-next")


class Quiz(Part):
    """Questions to answer: the table, what is asked, the answer and its reason. `dl.quiz` and `dl.questions` make one.

    `session` holds the questions, `title` is what they are about. Left and Right go to the next question and back.

    >>> from domino_lab.widgets.quizzing.making import quiz
    >>> game = quiz("all-fives", "score", n=3, seed=1)
    >>> len(game.items), game.grade(1, 999).right
    (3, False)
    """

    css = "dlab-quiz"
    label = "quiz.quiz"
    keys_taken = ("ArrowLeft", "ArrowRight", *DIGITS, "Escape", "?")

    def __init__(self, session: QuizSession, title: str, *, large: bool = False) -> None:
        self.title, self.large, self.notice = title, large, ""
        super().__init__(session)

    # --- what a notebook asks for

    @property
    def items(self) -> tuple[QuizItem, ...]:
        """The questions so far."""
        return self.here.items

    def grade(self, number: int, given: object) -> Graded:
        """Answer question `number`, counted from 1, and have it marked; None asks to be shown.

        Raises NotationError for what is no answer at all, and where there is no such question.
        """
        if not 1 <= number <= len(self.items):
            raise NotationError(f"the questions are 1 to {len(self.items)}, not {number}")
        self.here.turn_to(number - 1)
        self.here.given = {at: said for at, said in self.here.given.items() if at != number - 1}
        self.here.answer(None if given is None else written(given))
        return self.here.marked_now

    @property
    def results(self) -> pd.DataFrame:
        """Every question as a row, with the answer given and whether it is right."""
        return results_table(self.items, self.here.given)

    def to_csv(self, path: str | Path | None = None) -> str:
        """The results as CSV text, written to the file `path` where one is named."""
        return to_csv(self.results, path, such="answers.csv")

    def worksheet(self, *, answers: bool = True) -> Worksheet:
        """The questions as a page to print: questions first, the answers on a last page unless `answers` is False."""
        from domino_lab.widgets.quizzing.paper import paper

        return paper(self.title, self.items, self.here.recipe, answers=answers)

    # --- how it looks

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        inside = {"within": self.frame}
        self.place, self.said = ipywidgets.HTML(), ipywidgets.HTML()
        self.said.add_class("dlab-caption")
        self.table = QuestionTable(self.here, large=self.large, **inside)
        self.question = Answering(self.here, asks=False, **inside)
        self.record = Record(self.here, self, within=self.frame)
        self.record.layout.display = "none"
        acts = {"previous": lambda: self._turn(-1), "next": lambda: self._turn(1)}
        self.buttons = {name: self.button(f"quiz.{name}", act, f"dlab-{name}") for name, act in acts.items()}
        self.more = self.button("quiz.results", self._more, "dlab-quiet dlab-results-button")
        row = in_row(*self.buttons.values(), self.more)
        self.watch("root_width", self._fit, of=self.frame)
        return self.place, self.table, self.said, self.question, row, self.record

    @property
    def told(self) -> str:
        """What is announced: the visible caption."""
        marked = self.here.marked_now
        return " ".join(filter(None, (self.here.item.asked.text if marked is None else marked.text, self.notice)))

    def _show(self) -> None:
        at, number, marked = self.here.at, len(self.items), self.here.marked_now
        words = phrase("quiz.place", at=at + 1, number=number, right=self.here.right, answered=len(self.here.given))
        self.place.value = f'<p class="dlab-heading">{escape(self.title)}. {escape(words)}</p>'
        rule = f'<p class="dlab-rule">{escape(marked.reason.rule)}</p>' if marked else ""
        self.said.value = f"<p>{escape(self.told)}</p>{rule}"
        self.buttons["previous"].disabled, self.buttons["next"].disabled = at == 0, at == number - 1
        (self.add_class if self.large else self.remove_class)("dlab-large")

    def _speak(self) -> None:
        self.frame.alt = alt_text(asked_about(self.here))
        self.frame.status = self.told if self.here.voice is self else ""

    def _fit(self) -> None:
        if self.frame.root_width:
            self.table.fit(self.frame.root_width - 4)

    def enlarge(self) -> None:
        """For a projector, or back again."""
        self.large = self.table.large = not self.large
        self._fit()
        self.show()
        self.table.show()

    # --- what a reader does

    def _turn(self, by: int) -> None:
        self.notice = ""
        self.here.turn_to(self.here.at + by)

    def _more(self) -> None:
        hidden = self.record.layout.display == "none"
        self.record.layout.display = "" if hidden else "none"
        self.more.description = phrase("quiz.hide_results" if hidden else "quiz.results")

    def _enter(self, given: str) -> None:
        self.question._enter(given)

    def _key(self, key: str) -> None:
        options = self.here.item.asked.options
        if key in ("ArrowLeft", "ArrowRight"):
            self._turn(1 if key == "ArrowRight" else -1)
        elif key in DIGITS and self.here.question is not None and int(key) <= len(options):
            self.here.answer(options[int(key) - 1])
        elif key == "?" or (key == "Escape" and self.record.layout.display != "none"):
            self._more()

    def _tell(self, words: str, text: str = "") -> None:
        self.record.tell(words, text)

    def _repr_mimebundle_(self, **which: Any) -> dict[str, Any]:
        """Live where there is a kernel; in a saved notebook the open question with its picture."""
        bundle = super()._repr_mimebundle_(**which)
        seen = asked_about(self.here, caption=self.told)
        words = phrase("quiz.saved", title=self.title, at=self.here.at + 1, number=len(self.items), told=self.told,
                       position=table_text(seen))
        return {**bundle, "image/svg+xml": svg(scene(seen)), "text/plain": words}
