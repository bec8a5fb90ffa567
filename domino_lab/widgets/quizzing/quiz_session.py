"""Quiz session: which question of a quiz is open, what was answered so far, and the place in a hand it is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import traitlets

from domino_lab.explain.questions import Graded, HandQuestion, QuizItem, grade
from domino_lab.widgets.playhead import Playhead
from domino_lab.widgets.viewpoint import ALL, TABLE, is_blind


class QuizSession(Playhead):
    """A Playhead that goes from question to question; `more` yields further ones where there are any.

    `at` is the place of the question that is open, from 0; `given` holds the answers by place, None where the answer
    was only shown.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.explain.questions import quiz_items
    >>> session = QuizSession(2, quiz_items(get("all-fives"), ("score",), seed=1), "dl.quiz()")
    >>> session.answer("999")
    >>> session.marked_now.right
    False
    """

    at = traitlets.Int(0)
    given = traitlets.Dict()

    def __init__(self, number: int, source: Iterator[QuizItem], recipe: str) -> None:
        self._source = source
        self.items: tuple[QuizItem, ...] = tuple(islice(source, number))
        first = self.items[0]
        super().__init__(first.line, step=first.step, viewpoint=_viewpoint(first), asks=False)
        self.recipe = recipe

    @property
    def item(self) -> QuizItem:
        """The question that is open."""
        return self.items[self.at]

    @property
    def question(self) -> HandQuestion | None:
        """What is asked; None once it is answered."""
        return None if self.at in self.given else self.item.asked

    @property
    def marked_now(self) -> Graded | None:
        """The answer to the question that is open, marked; None before there is one."""
        return grade(self.item, self.at + 1, self.given[self.at]) if self.at in self.given else None

    @property
    def right(self) -> int:
        """How many were answered rightly so far."""
        return sum(said is not None and self.items[at].asked.accepts(said) for at, said in self.given.items())

    def answer(self, given: str | None) -> None:
        """Answer the question that is open (None: show me); the table then shows what follows, where anything does.

        Raises NotationError for what is no answer at all.
        """
        if self.question is None:
            return
        grade(self.item, self.at + 1, given)
        with self._as_one():
            self.given = {**self.given, self.at: given}
            self.step = self._stands()

    def turn_to(self, at: int) -> None:
        """Open question `at`, or the nearest there is."""
        with self._as_one():
            self.at = min(max(at, 0), len(self.items) - 1)
            self.timeline = self.item.line
            self.viewpoint, self.step = _viewpoint(self.item), self._stands()

    def ask_more(self, number: int) -> int:
        """Add up to `number` questions and open the first of them; how many there were."""
        added = tuple(islice(self._source, number))
        before, self.items = len(self.items), self.items + added
        if added:
            self.turn_to(before)
        return len(added)

    def _stands(self) -> int:
        answered = self.at in self.given and self.item.shows
        return self.item.asked.step if answered else self.item.step

    @property
    def _place(self) -> tuple[object, ...]:
        return (*super()._place, self.at, tuple(self.given.items()))


def _viewpoint(item: QuizItem) -> int | str:
    """Who is to move looks at the own tiles; at the end of a hand everybody sees everything."""
    state = item.state
    if state.over is not None or state.table.study or state.rules.solo is not None:
        return ALL
    return TABLE if is_blind(item.line) else state.turn


def quiz_sessions(items: Sequence[QuizItem]) -> Iterator[QuizSession]:
    """Each question in a session of its own, for a view of all of them."""
    return (QuizSession(1, iter((item,)), "") for item in items)
