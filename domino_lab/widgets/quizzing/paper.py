"""Paper: questions as a worksheet, each with its picture in black and white."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from domino_lab.explain.questions import CHOICE, QuizItem
from domino_lab.picture.scene import scene
from domino_lab.picture.svg import svg
from domino_lab.picture.worksheet import PAPER, PrintedTask, Worksheet
from domino_lab.widgets.quizzing.posture import asked_about
from domino_lab.widgets.quizzing.quiz_session import QuizSession

PIXELS = 560


def paper(title: str, items: Sequence[QuizItem], recipe: str = "", *, answers: bool = True) -> Worksheet:
    """A sheet with these questions, to be printed; `recipe` is the line that makes it again.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.explain.questions import quiz_items
    >>> paper("Five", [next(quiz_items(get("all-fives"), ("score",), seed=1))]).html.count("<svg")
    1
    """
    return Worksheet(title, tuple(_task(item) for item in items), recipe, answers=answers)


def _task(item: QuizItem) -> PrintedTask:
    session = QuizSession(1, iter((item,)), "")
    asked, reason = item.asked, item.reason
    options = asked.options if asked.kind == CHOICE else ()
    # No later picture has to match this one, so the frame is that of the tiles that lie there.
    seen = asked_about(session)
    picture = svg(scene(replace(seen, final=seen.chain), PIXELS), PAPER)
    return PrintedTask(picture, asked.text, options, asked.hint or "", asked.right, reason.text, reason.rule)
