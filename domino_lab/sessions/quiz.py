"""A quiz without its widget: the open question, the answers so far, and the place in the hand of the question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

import traitlets

from domino_lab.core.actions import Play, Stack
from domino_lab.explain.hints import hints
from domino_lab.explain.questions import CHOICE, Graded, HandQuestion, QuizItem, grade
from domino_lab.explain.wrong_answers import why_wrong
from domino_lab.picture.end_places import alike, end_place, tile_place
from domino_lab.picture.scene import Scene, scene
from domino_lab.picture.svg import svg
from domino_lab.picture.tabletop import Highlight, LitEnd, Tabletop
from domino_lab.picture.worksheet import PAPER, PrintedTask, Worksheet
from domino_lab.play.move_text import describe_move
from domino_lab.sessions.playhead import Playhead
from domino_lab.sessions.viewpoint import ALL, TABLE, Viewpoint, is_blind, open_to
from domino_lab.words import phrase

_PIXELS = 560


class QuizSession(Playhead):
    """A Playhead that goes from question to question; `more` yields further questions if there are any.

    `at` is the place of the open question, from 0. `given` holds the first answer to each question, by place, which is
    the one that counts (None if the answer was only shown). `closed` holds the answer that ended each question.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.explain.questions import quiz_items
    >>> session = QuizSession(2, quiz_items(get("all-fives"), ("score",), seed=1), "dl.quiz()")
    >>> session.answer("999")
    >>> session.missed, session.marked_now
    ('Not yet. 999 is not a multiple of 5, so it cannot be a score.', None)
    >>> session.answer(session.item.asked.right)
    >>> session.marked_now.right, session.right
    (True, 0)
    """

    at = traitlets.Int(0)
    given: traitlets.Dict[int, str | None] = traitlets.Dict()
    closed: traitlets.Dict[int, str | None] = traitlets.Dict()
    counted = (*Playhead.counted, "at", "given", "closed")

    def __init__(self, number: int, source: Iterator[QuizItem], recipe: str) -> None:
        self._source = source
        self.items: tuple[QuizItem, ...] = tuple(islice(source, number))
        first = self.items[0]
        super().__init__(first.line, step=first.step, viewpoint=_viewpoint(first), asks=False)
        self.recipe = recipe

    @property
    def item(self) -> QuizItem:
        """The open question."""
        return self.items[self.at]

    @property
    def question(self) -> HandQuestion | None:
        """The question to answer, with the rule behind it; None once it was answered correctly, or shown."""
        return None if self.at in self.closed else self.item.asked._replace(reason=self.item.reason.ruling)

    @property
    def hints(self) -> tuple[str, ...]:
        """The hints to the open question, one after another."""
        item = self.item
        return item.hints or hints(item.line, item.asked, item.action,
                                   is_open=open_to(self.snapshot, item.state.turn))

    @property
    def marked_now(self) -> Graded | None:
        """The marked answer that ended the open question; None before there is one."""
        return grade(self.item, self.at + 1, self.closed[self.at]) if self.at in self.closed else None

    @property
    def right(self) -> int:
        """The number of questions whose first answer was right."""
        return sum(first is not None and self.items[at].asked.accepts(first) for at, first in self.given.items())

    def answer(self, given: str | None) -> None:
        """Answer the open question (None: show me); the table then shows what follows, if anything does.

        After a wrong answer another try is possible; `missed` says why it is wrong. Raises NotationError for something
        that is not an answer at all.
        """
        if self.question is None:
            return
        marked = grade(self.item, self.at + 1, given)
        with self._as_one():
            self.missed = ""
            self.given = {self.at: given, **self.given}
            if given is not None and marked.right is False:
                self.missed = self.why_wrong(given)
            else:
                self._close(given)

    def settle(self, at: int, given: str | None) -> None:
        """Open question `at` anew and end it with this answer, right or wrong.

        Raises NotationError for something that is not an answer at all.
        """
        grade(self.items[min(max(at, 0), len(self.items) - 1)], at + 1, given)
        with self._as_one():
            self.turn_to(at)
            self.given = {**self.given, at: given}
            self._close(given)

    def turn_to(self, at: int) -> None:
        """Open question `at`, or the nearest there is."""
        with self._as_one():
            self.missed = ""
            self.at = min(max(at, 0), len(self.items) - 1)
            self.timeline = self.item.line
            self.viewpoint, self.step = _viewpoint(self.item), self._stands()

    def ask_more(self, number: int) -> int:
        """Add up to `number` questions and open the first of them; return how many there were."""
        added = tuple(islice(self._source, number))
        before, self.items = len(self.items), self.items + added
        if added:
            self.turn_to(before)
        return len(added)

    def say_places(self, text: str, scene: Scene) -> str:
        """Return what is told, with the place in the picture of a tile beside a spinner that is asked about."""
        action, state = self.item.action, self.item.state
        text, laid = self.snapshot.say_places(text, scene), state.chain.laid
        end = action.end if isinstance(action, Play) else None
        if action is None or end is None or len(alike(state.open_ends, end, laid)) < 2:
            return text
        there = tile_place(scene, len(laid), end.at) if len(scene.tiles) > len(laid) else end_place(scene, end)
        return text.replace(describe_move(state, action), describe_move(state, action, {end: there}))

    def _close(self, given: str | None) -> None:
        self.missed = ""
        self.closed = {**self.closed, self.at: given}
        self.step = self._stands()

    def why_wrong(self, given: str) -> str:
        """Return why an answer is wrong; with only two options the full reason, which then gives nothing more away."""
        asked = self.item.asked
        if asked.kind == CHOICE and len(asked.options) == 2 and not asked.costs:
            return phrase("quiz.missed", given=given, reason=self.item.reason.text)
        return why_wrong(asked, given, self.item.line)

    def _stands(self) -> int:
        answered = self.at in self.closed and self.item.shows
        return self.item.asked.step if answered else self.item.step


def _viewpoint(item: QuizItem) -> Viewpoint:
    """The mover sees their own tiles; at the end of a hand everybody sees everything."""
    state = item.state
    if state.over is not None or state.table.study or state.rules.solo is not None:
        return ALL
    return TABLE if is_blind(item.line) else state.turn


def question_table(session: QuizSession) -> Tabletop:
    """Return the tabletop of the open question, in which the end that a number is asked about is lit.

    If the question is whether a move is allowed, only the tile that would be joined has a pin, and no open end is lit,
    because that would give the answer away.
    """
    seen, action, asked = session.snapshot.tabletop, session.item.action, session.question
    if asked is None or session.item.line.notes:
        return seen
    if asked.about == "legal":
        at = action.end.at if isinstance(action, Play) and action.end else None
        at = action.on if isinstance(action, Stack) else at
        ends = seen.open_ends if seen.open_ends == seen.chain.ends else ()
        pins = () if at is None else (Highlight(at, "?"),)
        return replace(seen, usable=(), open_ends=ends, marks=(*seen.marks, *pins))
    if isinstance(action, Play) and action.end is not None and asked.about in ("score", "count"):
        return replace(seen, lit=(LitEnd(action.end, str(action.tile)),))
    return seen


def question_scene(session: QuizSession) -> Scene:
    """Return the picture of the open question: no later one has to match it, so its frame is that of its tiles."""
    table = question_table(session)
    return scene(replace(table, final=table.chain), _PIXELS)


def question_sheet(title: str, items: Sequence[QuizItem], recipe: str = "", *, answers: bool = True) -> Worksheet:
    """Return a sheet with these questions to print, each with its picture; `recipe` is the line that recreates it."""
    return Worksheet(title, tuple(map(_task, items)), recipe, answers=answers)


def _task(item: QuizItem) -> PrintedTask:
    asked, reason = item.asked, item.reason
    options = asked.options if asked.kind == CHOICE else ()
    session = QuizSession(1, iter((item,)), "")
    drawn = question_scene(session)
    return PrintedTask(svg(drawn, PAPER), session.say_places(asked.text, drawn), options, asked.hint or "", asked.right,
                       reason.text, reason.rule)
