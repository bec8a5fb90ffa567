"""Answering: the field of a question that asks for words or a number."""

from __future__ import annotations

from domino_lab.widgets.lesson.acts import GO_ON
from domino_lab.widgets.question import Question


class LessonQuestion(Question):
    """The question that waits; after the right answer it is gone, and the focus is on the button that goes on.

    >>> from domino_lab.notebook import load
    >>> from domino_lab.widgets.lesson.pupil import Pupil
    >>> from domino_lab.widgets.lesson.stops import stops
    >>> hand = load("all-fives-worked-example")
    >>> LessonQuestion(Pupil(hand, stops(hand)), asks=False).number.layout.display
    ''
    """

    def _leave(self) -> None:
        if self.here.question is None:
            self.frame.focus(GO_ON if not self.here.is_through else "")
