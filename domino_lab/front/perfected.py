"""Perfect play from a notebook cell: a recorded hand beside the best play of its deal, as text and as a table."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from domino_lab.arguments import checked
from domino_lab.chance.perfect import Judged, Perfect
from domino_lab.errors import DominoError
from domino_lab.escaping import paragraphs, without_math
from domino_lab.explain.refusal import said
from domino_lab.front import ahead
from domino_lab.front.dealt import hand_of
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd


class PerfectHand(Perfect):
    """A hand beside perfect play, as a notebook gets it: it prints itself, and `table()` has every move.

    >>> print(perfect_play("block", seed=1))
    If both play their best from the deal on: Player 2 wins 12 points.
    In the hand: Player 2 wins 12 points.
    Nobody gave away a point.
    All tiles lie open here, those of the boneyard too. Nobody at the table can know so much.
    """

    @classmethod
    def of(cls, found: Perfect) -> PerfectHand:
        """The same hand.

        >>> perfect_play("block", seed=1) == PerfectHand.of(perfect_play("block", seed=1))
        True
        """
        return cls(**{one.name: getattr(found, one.name) for one in fields(found)})

    def table(self) -> pd.DataFrame:
        """Every move that is solved: its step, who made it, what it was worth to that player, and what the best was.

        Points below zero are a loss. `lost` is what was given away.

        >>> perfect_play("block", seed=4).table()["lost"].tolist()[:4]
        [0, 0, 34, 25]
        """
        from domino_lab.explain.whole import Printable

        names = ("step", "player", "move", "value", "best", "best_value", "lost")
        columns = [phrase(f"perfect.column_{name}") for name in names]
        return Printable([self._row(move) for move in self.moves], columns=columns).set_index(columns[0])

    def _row(self, move: Judged) -> tuple[Any, ...]:
        state = self.line.steps[move.step - 1].state
        done, best = said(state, move.action), said(state, move.solution.best)
        return move.step, self.line.names[move.seat], done, move.value, best, move.solution.value, move.lost

    @property
    def text(self) -> str:
        """What the deal was worth, what came of it, and who gave away how much where.

        >>> perfect_play("block", seed=4).text.splitlines()[0]
        'If both play their best from the deal on: Player 2 wins 40 points.'
        """
        lost = [". ".join(ahead.lost(self, move)) for move in self.moves if move.lost]
        lines = (ahead.start(self), ahead.ended(self), *lost, *ahead.totals(self), phrase("perfect.open_tiles"))
        return "\n".join(filter(None, lines))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        """Short words, not every solution."""
        return self.text

    def _repr_html_(self) -> str:
        return without_math(paragraphs(self.text), self.table().to_html())


@checked
def perfect_play(hand: str | Path | Timeline | Ruleset, *, seed: int = 0, seats: int | None = None) -> PerfectHand:
    """What perfect play would have made of a hand of Block or Draw for two: move by move, with what it gave away.

    `hand` is a hand, a packaged hand's name, a file, or a ruleset that is played out by the default players; `seed` and
    `seats` choose its deal. Both sides see all tiles. Raises DominoError with the reason for a hand that cannot be
    solved: another game, more players, tiles that nobody knows. A long hand is solved from its end on.

    >>> perfect_play("block", seed=4).lost_by(1)
    79
    """
    from domino_lab.chance import perfect

    line = hand_of(hand, seed=seed, seats=seats)
    try:
        return PerfectHand.of(perfect.perfect_play(line))
    except ValueError as error:
        raise DominoError(str(error)) from None
