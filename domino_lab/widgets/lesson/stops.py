"""Stops: where a hand waits for the learner, and for what. No widgets here."""

from __future__ import annotations

from typing import NamedTuple

from domino_lab.explain.questions import HandQuestion, questions
from domino_lab.play.legal import legal
from domino_lab.play.timeline import Timeline
from domino_lab.words import phrase

BY_MOVE = ("tile", "legal")
"""Questions about these are answered on the board, all others in words or numbers."""


class Stop(NamedTuple):
    """A hand waits before step `step`; `asked` is what the writer asks there, or None; `text` is shown.

    >>> Stop(3, "What now?", None).at
    2
    """

    step: int
    text: str
    asked: HandQuestion | None

    @property
    def at(self) -> int:
        """The last step that is shown before.

        >>> Stop(0, "Who leads?", None).at
        0
        """
        return max(self.step - 1, 0)

    @property
    def by_move(self) -> bool:
        """Whether a move on the board answers it.

        >>> Stop(3, "What now?", None).by_move
        True
        """
        return self.asked is None or self.asked.about in BY_MOVE

    @property
    def about(self) -> str:
        """What it is about: "move" where the hand asks nothing there.

        >>> Stop(3, "What now?", None).about
        'move'
        """
        return "move" if self.asked is None else self.asked.about


def stops(hand: Timeline, every: int | None = None) -> tuple[Stop, ...]:
    """Every question of a hand that has an answer, and every other move of the seat `every`, in order.

    A question "which tile" or "may it" needs a move to follow; about the deal or the settlement it is left out. So are
    moves of a seat that only repeat what it just had to do, as when it draws tile after tile.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> hand = play_out(get("block"), Shuffle(seed=7))
    >>> len(stops(hand)), stops(hand, every=0)[0].text
    (0, 'You are Player 1. What would you play?')
    """
    asked = questions(hand)
    found = {step: Stop(step, one.text, one) for step, one in asked.items()}
    for number in range(1, len(hand)):
        if number not in found and every is not None and _is_asked(hand, number, every):
            found[number] = Stop(number, _what_now(hand, every), None)
    return tuple(stop for number, stop in sorted(found.items()) if not stop.by_move or hand[number].action is not None)


def _is_asked(hand: Timeline, number: int, seat: int) -> bool:
    step, before = hand[number], hand[number - 1]
    if step.action is None or step.seat != seat:
        return False
    repeats = before.action is not None and (before.seat, before.action.kind) == (seat, step.action.kind)
    return not repeats or len(legal(before.state)) > 1


def _what_now(hand: Timeline, seat: int) -> str:
    if hand.rules.solo is not None:
        return phrase("lesson.what_now_alone")
    return phrase("lesson.what_now", player=hand.names[seat])
