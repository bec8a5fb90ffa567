"""Posture: the table as a question shows it. It points at what is asked, and gives no answer away."""

from __future__ import annotations

from dataclasses import replace

from domino_lab.actions import Play, Stack
from domino_lab.picture.tabletop import Highlight, LitEnd, Tabletop
from domino_lab.widgets.quizzing.quiz_session import QuizSession
from domino_lab.widgets.table import Table


def asked_about(here: QuizSession, *, caption: str = "") -> Tabletop:
    """The tabletop of the question that is open: the end that a number is asked about is lit.

    Where the question is whether something is allowed, only the tile that would be joined has a ring, and no open end
    is pointed out: that would be the answer.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.explain.questions import quiz_items
    >>> len(asked_about(QuizSession(1, quiz_items(get("all-fives"), ("score",), seed=1), "")).lit)
    1
    """
    seen, action, asked = replace(here.snapshot.tabletop, caption=caption), here.item.action, here.question
    if asked is None or here.item.line.notes:
        return seen
    if asked.about == "legal":
        at = action.end.at if isinstance(action, Play) and action.end else None
        at = action.on if isinstance(action, Stack) else at
        told = seen.open_ends if seen.open_ends == seen.chain.ends else ()
        return replace(seen, usable=(), open_ends=told, marks=(*seen.marks, *(() if at is None else (Highlight(at),))))
    if isinstance(action, Play) and action.end is not None and asked.about in ("score", "count"):
        return replace(seen, lit=(LitEnd(action.end, str(action.tile)),))
    return seen


class QuestionTable(Table):
    """The table of a quiz.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.explain.questions import quiz_items
    >>> QuestionTable(QuizSession(1, quiz_items(get("all-fives"), ("score",), seed=1), "")).scene.pixels[0]
    720
    """

    @property
    def tabletop(self) -> Tabletop:
        """What is drawn."""
        return asked_about(self.here)
