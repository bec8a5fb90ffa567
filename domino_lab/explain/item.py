"""Item: one question of a quiz or of a hand file, with the place it is asked at, its answer and the reason."""

from __future__ import annotations

from typing import NamedTuple

from domino_lab.actions import Action, Play
from domino_lab.explain.asking import CHOICE, Asked, questions
from domino_lab.explain.refusal import why_not
from domino_lab.explain.why import why
from domino_lab.play.state import State
from domino_lab.play.timeline import Timeline
from domino_lab.rulings import Ruling, clause
from domino_lab.words import phrase


class Item(NamedTuple):
    """A question: `line` is the hand up to the step that shows the answer, or, where nothing follows, to the question.

    `action` is what the question is about where it names one.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.explain.quiz import items
    >>> next(items(get("all-fives"), ("score",), seed=1)).asked.kind
    'number'
    """

    line: Timeline
    asked: Asked
    action: Action | None = None

    @property
    def step(self) -> int:
        """The step at which it is asked.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.quiz import items
        >>> next(items(get("block"), ("award",), seed=1)).state.over in ("out", "blocked")
        True
        """
        return self.asked.asked_at

    @property
    def shows(self) -> bool:
        """Whether a step of the hand shows the answer.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.quiz import items
        >>> next(items(get("block"), ("winner",), seed=1)).shows
        True
        """
        return self.asked.step < len(self.line)

    @property
    def state(self) -> State:
        """The position that is asked about.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.quiz import items
        >>> next(items(get("block"), ("tile",), seed=1)).state.over is None
        True
        """
        return self.line[self.step].state

    @property
    def reason(self) -> Reason:
        """Why the answer is what it is.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.quiz import items
        >>> next(items(get("block"), ("award",), seed=1)).reason.clause
        'BL-SCORE-1'
        """
        if self.asked.about == "legal" and self.action is not None:
            answer = why_not(self.state, self.action)
            return Reason(answer.text, answer.ruling)
        told = why(self.line[self.asked.step])
        return Reason(told.caption, self.asked.reason or told.ruling)

    @property
    def options(self) -> str:
        """The words one may choose from, or what kind of answer is wanted.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.quiz import items
        >>> next(items(get("block"), ("legal",), seed=1)).options
        'Yes or No'
        """
        asked = self.asked
        return phrase("quiz.or", options=asked.options) if asked.kind == CHOICE else phrase(f"quiz.{asked.kind}_wanted")


class Reason(NamedTuple):
    """Why an answer is right: a sentence or two, and the ruling that decided.

    >>> Reason("Nobody may.", Ruling("GEN-OVER-1", "no", allowed=False)).clause
    'GEN-OVER-1'
    """

    text: str
    ruling: Ruling | None

    @property
    def clause(self) -> str:
        """The id of the clause; empty where nothing was decided.

        >>> Reason("", None).clause
        ''
        """
        return self.ruling.id if self.ruling is not None else ""

    @property
    def rule(self) -> str:
        """The clause and where it comes from, in words.

        >>> Reason("", Ruling("GEN-OVER-1", "no")).rule
        'Rule GEN-OVER-1, from general domino rules.'
        """
        if self.ruling is None:
            return ""
        return phrase("widgets.why_not_answer", clause=self.clause, origin=clause(self.ruling.clause).origin)


def recorded(hand: Timeline) -> tuple[Item, ...]:
    """The questions that the writer of a hand asks, in order; the line of each ends with its answer.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> recorded(play_out(get("block"), Shuffle(seed=1)))
    ()
    """
    return tuple(_recorded(hand, step, asked) for step, asked in sorted(questions(hand).items()))


def _recorded(hand: Timeline, step: int, asked: Asked) -> Item:
    """Who draws or passes was asked whether a tile could be laid: what happened says why not."""
    action = hand[step].action
    return Item(hand.upto(step), asked, action if isinstance(action, Play) else None)
