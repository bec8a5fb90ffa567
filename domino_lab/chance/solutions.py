"""Solutions: what perfect play of a hand comes to, action by action, as text and as a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from domino_lab.actions import Action
from domino_lab.escaping import paragraphs, without_math
from domino_lab.play.start import names_for
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd


class Choice(NamedTuple):
    """An action, and what the hand is worth to the side that does it if both sides play their best from there on.

    >>> from domino_lab.actions import Pass
    >>> Choice(Pass(), -12).value
    -12
    """

    action: Action
    value: int


@dataclass(frozen=True, repr=False)
class Solution:
    """Perfect play of a hand whose tiles all lie open.

    `value` is what the hand is worth to the seat to move: the award if it wins, less than nothing if the other seat
    wins it, 0 if nobody does. `choices` are all legal actions, the best first. It displays as text and as a table.

    >>> from domino_lab.actions import Pass
    >>> Solution(0, (Choice(Pass(), -12),)).best
    Pass()
    """

    seat: int
    choices: tuple[Choice, ...]

    @property
    def value(self) -> int:
        """What the hand is worth to the seat to move.

        >>> from domino_lab.actions import Pass
        >>> Solution(0, (Choice(Pass(), -12),)).value
        -12
        """
        return self.choices[0].value

    @property
    def best(self) -> Action:
        """A best action: of several that are worth as much, the first in the order of legal actions.

        >>> from domino_lab.actions import Pass
        >>> Solution(0, (Choice(Pass(), -12),)).best
        Pass()
        """
        return self.choices[0].action

    @property
    def text(self) -> str:
        """Who is to move, what is best, and how the hand then ends.

        >>> from domino_lab.actions import Pass
        >>> print(Solution(0, (Choice(Pass(), -12),)).text)
        Player 1 is to move. This is best: pass.
        If both play their best, Player 2 then wins 12 points.
        """
        names = names_for(2)
        winner = self.seat if self.value > 0 else 1 - self.seat
        ends = phrase("chance.then_wins" if self.value else "chance.then_nobody", player=names[winner],
                      points=abs(self.value))
        return f"{phrase('chance.best', player=names[self.seat], action=self.best)}\n{ends}"

    def table(self) -> pd.DataFrame:
        """Every action with what it is worth to the seat to move, in points; a pandas table, the best first.

        >>> from domino_lab.actions import Pass
        >>> Solution(0, (Choice(Pass(), -12),)).table().columns.tolist()
        ['move', 'worth']
        """
        from domino_lab.explain.whole import Printable

        columns = [phrase("chance.column_move"), phrase("chance.column_worth")]
        return Printable([(str(choice.action), choice.value) for choice in self.choices], columns=columns)

    def __str__(self) -> str:
        return f"{self.text}\n{self.table().to_string(index=False)}"

    def __repr__(self) -> str:
        return f"<Solution: {self.best}, worth {self.value} to seat {self.seat}>"

    def _repr_mimebundle_(self, **_which: object) -> dict[str, str]:
        page = without_math(paragraphs(self.text), self.table().to_html(index=False))
        return {"text/plain": str(self), "text/html": page}
