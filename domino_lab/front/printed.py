"""Printed: a hand that knows how it is printed."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from domino_lab.play.timeline import Timeline

if TYPE_CHECKING:
    from domino_lab.picture.worksheet import Worksheet


class Hand(Timeline):
    """A hand as a notebook gets it: a Timeline whose questions can be printed.

    >>> from domino_lab.front.dealt import load
    >>> load("all-fives-worked-example").worksheet()
    A sheet to print: The worked example of the All Fives sheet, 8 questions
    """

    @classmethod
    def of(cls, line: Timeline) -> Hand:
        """The same hand.

        >>> from domino_lab.front.dealt import lay
        >>> Hand.of(lay("block", "1-2")).is_study
        True
        """
        return line if isinstance(line, cls) else cls(**{one.name: getattr(line, one.name) for one in fields(line)})

    def worksheet(self, *, answers: bool = True) -> Worksheet:
        """The questions that this hand asks as a page to print, with the answers on a last page.

        Raises RecordError for a hand that asks nothing; `dl.quiz` makes up questions about any game.

        >>> from domino_lab.front.dealt import load
        >>> load("all-fives-worked-example").worksheet(answers=False).html.count("<svg")
        8
        """
        import domino_lab as dl

        found: Worksheet = dl.worksheet(self, answers=answers)
        return found
