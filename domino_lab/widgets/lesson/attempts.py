"""Attempts: what a learner did at a stop, and what is said to it. No widgets here."""

from __future__ import annotations

from typing import Any, NamedTuple

from domino_lab.actions import Action
from domino_lab.escaping import as_markdown
from domino_lab.events import GoesOn
from domino_lab.explain.contrast import contrast_moves
from domino_lab.explain.move_text import describe_move
from domino_lab.explain.questions import HandQuestion
from domino_lab.explain.why import why
from domino_lab.play.legal import judge
from domino_lab.play.state import Step
from domino_lab.play.timeline import Timeline
from domino_lab.rules.sheet import rule_of_clause, rule_ruling
from domino_lab.rulings import Ruling, clause
from domino_lab.words import phrase

RIGHT, SHOWN = "right", "shown"
"""How a stop ends."""
REFUSED, WRONG = "refused", "wrong"
"""A move that the rules refuse, and an answer that is not right; a legal move is what `weighed` says of it."""


class Attempt(NamedTuple):
    """One try: what was done in words, what it is, the reason, and the ruling that it rests on.

    `verdict` is "right", "shown", "refused", "wrong", or "better" or "as good": what the move of the hand is.

    >>> Attempt("draw", "refused", "Nobody draws here.", None).clause
    ''
    """

    given: str
    verdict: str
    text: str
    ruling: Ruling | None

    def __repr__(self) -> str:
        return "\n".join(filter(None, (self.text, self.rule)))

    def _repr_markdown_(self) -> str:
        rule = f"\n\n*{as_markdown(self.rule)}*" if self.rule else ""
        return as_markdown(self.text) + rule

    @property
    def ends(self) -> bool:
        """Whether the hand goes on after it.

        >>> Attempt("5", "wrong", "", None).ends
        False
        """
        return self.verdict in (RIGHT, SHOWN)

    @property
    def clause(self) -> str:
        """The id of the clause that decided; empty where none did.

        >>> Attempt("5", "wrong", "", Ruling("GEN-OVER-1", "no")).clause
        'GEN-OVER-1'
        """
        return "" if self.ruling is None else self.ruling.id

    @property
    def rule(self) -> str:
        """The clause and the sheet it comes from, in words.

        >>> Attempt("5", "wrong", "", None).rule
        ''
        """
        if self.ruling is None:
            return ""
        return phrase("widgets.rule", clause=self.clause, origin=clause(self.ruling.clause).origin)


def attempted_move(line: Timeline, action: Action, made: Step) -> Attempt:
    """A move that is not the one that was made after `line`: refused with its clause, or weighed against that one.

    >>> from domino_lab.actions import Draw
    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> hand = play_out(get("block"), Shuffle(seed=7))
    >>> attempted_move(hand.upto(2), Draw(), hand[3]).clause
    'BL-DRAW-1'
    """
    ruling = judge(line.state, action)
    words = describe_move(line.state, action)
    if not ruling.allowed:
        return Attempt(words, REFUSED, phrase("lesson.try_again", why=ruling.text), ruling)
    found = contrast_moves(line, action, made)
    return Attempt(words, found.verdict, found.text, found.ruling)


def attempted_answer(hand: Timeline, asked: HandQuestion, given: str) -> Attempt:
    """An answer in words or numbers that is not right: the rule that decides, which does not give the answer away.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> hand = play_out(get("block"), Shuffle(seed=7))
    >>> attempted_answer(hand, HandQuestion(3, "How much?", "score", None, "number", (), "15"), "10").text
    '10 is not right. Try again.'
    """
    ruling = _turn(hand, asked.step) if asked.about == "who" and asked.step else asked.reason
    rule = _rule(hand, ruling)
    if not rule:
        return Attempt(given, WRONG, phrase("lesson.wrong_plain", given=given), ruling)
    return Attempt(given, WRONG, phrase("lesson.wrong", given=given, rule=rule), ruling)


def _turn(hand: Timeline, step: int) -> Ruling:
    """Why it is whose turn: somebody goes on, or the turn goes round."""
    goes_on = [event.ruling for event in hand[step - 1].events if isinstance(event, GoesOn)]
    return goes_on[-1] if goes_on else rule_ruling(hand.rules, "direction")


def _rule(hand: Timeline, ruling: Ruling | None) -> str:
    if ruling is None:
        return ""
    return rule_of_clause(hand.rules, ruling.clause)


def gone_on(verdict: str, made: Step, given: str, seen_by: int | None, *, answer: str = "") -> Attempt:
    """The hand goes on: what happened and why, after a right try or because the learner asked to be shown.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> gone_on("right", play_out(get("block"), Shuffle(seed=7))[1], "set 6-6", None).text.split(".")[0]
    'Right'
    """
    told = why(made, seen_by=seen_by)
    key: Any = f"lesson.{verdict}{'_answer' if answer and verdict == RIGHT else ''}"
    return Attempt(given, verdict, phrase(key, told=told.caption, given=answer), told.ruling)
