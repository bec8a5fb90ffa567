"""Review of a game for one player: until when it could be won, and which moves made it worse, all tiles in sight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from domino_lab.chance.patience_search import BUDGET, actions_to, alone, best_way
from domino_lab.core.actions import Action
from domino_lab.play.legal import legal
from domino_lab.play.move_text import describe_move
from domino_lab.play.timeline import Timeline
from domino_lab.words import phrase
from domino_lab.words.escaping import paragraphs, without_math

if TYPE_CHECKING:
    import pandas as pd


class PatienceTurn(NamedTuple):
    """A choice of the player: the move that led to `step`, the best one, and the tiles left at best after each.

    If several moves are the best and the one that was played is among them, it is `best` too.
    """

    step: int
    played: Action
    best: Action
    left: int
    least: int

    @property
    def lost(self) -> int:
        """The tiles more that are left at best because of the move."""
        return self.left - self.least


@dataclass(frozen=True, repr=False)
class PatienceReview:
    """The review of a game for one player: every move with a choice, as far back as the search could look.

    `fewest` has the tiles left at best for each step, None where that takes too long to find.

    >>> import domino_lab as dl
    >>> review = dl.review("five-columns", seed=1)
    >>> review.is_winnable, [turn.step for turn in review.turns if turn.lost]
    (False, [])
    """

    line: Timeline
    fewest: tuple[int | None, ...]
    turns: tuple[PatienceTurn, ...]

    @property
    def is_winnable(self) -> bool | None:
        """True if the deal could be won, None if that takes too long to find."""
        return None if self.fewest[0] is None else self.fewest[0] == 0

    @property
    def last_chance(self) -> int | None:
        """The last step from which the game could be won; None if there is none that is known."""
        return max((step for step, left in enumerate(self.fewest) if left == 0), default=None)

    @property
    def marked(self) -> tuple[PatienceTurn, ...]:
        """The turns after which more tiles are left at best, in order."""
        return tuple(turn for turn in self.turns if turn.lost)

    def turn_text(self, turn: PatienceTurn) -> str:
        """Return what a move cost and which one was better, in words."""
        state = self.line.steps[turn.step - 1].state
        move, best = describe_move(state, turn.played), describe_move(state, turn.best)
        kind = "patience_lost" if turn.least == 0 else "patience_worse"
        return phrase(f"review.{kind if turn.lost else 'patience_good'}", player=self.line.names[0], step=turn.step,
                      move=move, best=best, left=turn.left, least=turn.least)

    @property
    def move_lines(self) -> tuple[str, ...]:
        """Every turn with a choice in words."""
        return tuple(map(self.turn_text, self.turns))

    @property
    def deal_text(self) -> str:
        """The sentence that says if the deal could be won, and until when."""
        least, last = self.fewest[0], self.last_chance
        if least is None:
            first = next((step for step, left in enumerate(self.fewest) if left is not None), len(self.line) - 1)
            return phrase("review.patience_long", step=first)
        if least:
            return phrase("review.patience_never", least=least)
        won = self.line.state.over == "won"
        return phrase("review.patience_won" if won else "review.patience_until", step=last)

    def task_text(self, turn: PatienceTurn) -> str:
        """Return the move of a marked turn and what it cost, with the question which one is better."""
        move = describe_move(self.line.steps[turn.step - 1].state, turn.played)
        kind = "patience_find_won" if turn.least == 0 else "patience_find"
        return phrase(f"review.{kind}", player=self.line.names[0], move=move, least=turn.least, left=turn.left)

    @property
    def open_text(self) -> tuple[str, ...]:
        """That all tiles are face up for the review; nothing for a game whose tiles are."""
        return (phrase("review.patience_open"),) if alone(self.line.steps[0].state).boneyard else ()

    @property
    def text(self) -> str:
        """The review in sentences: if the deal could be won, until when, and every move that made it worse."""
        marked = [self.turn_text(turn) for turn in self.marked] or [phrase("review.patience_none")]
        problems = (problem.text for problem in self.line.problems)
        return "\n".join((*problems, self.deal_text, *marked, *self.open_text))

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns of the table."""
        names = ("move", "left", "best", "least", "lost")
        return phrase("review.column_step"), *(phrase(f"review.patience_column_{name}") for name in names)

    @property
    def rows(self) -> list[tuple[int, str, int, str, int, int]]:
        """The rows of the table."""
        return [(turn.step, describe_move(state, turn.played), turn.left, describe_move(state, turn.best), turn.least,
                 turn.lost) for turn in self.turns for state in (self.line.steps[turn.step - 1].state,)]

    def table(self) -> pd.DataFrame:
        """Return every move with a choice as a pandas table: the tiles left at best after it, and the best move.

        >>> import domino_lab as dl
        >>> dl.review("five-columns", seed=1).table().columns.tolist()
        ['move', 'tiles left', 'best', 'least tiles left', 'lost']
        """
        from domino_lab.io.dataframes import Printable

        return Printable(self.rows, columns=self.columns).set_index(self.columns[0])

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Review of {len(self.turns)} turns: {len(self.marked)} marked>"

    def _repr_mimebundle_(self, **_which: object) -> dict[str, str]:
        return {"text/plain": self.text, "text/html": without_math(paragraphs(self.text), self.table().to_html())}


def review_patience(line: Timeline, budget: int = BUDGET) -> PatienceReview:
    """Review a game for one player; `budget` is the number of positions looked at for each step.

    Raises DominoError for a game against others.
    """
    states = [alone(step.state) for step in line.steps]
    ends = [best_way(state, budget) for state in states]
    fewest = tuple(None if end is None else end.left for end in ends)
    turns = []
    for step in range(1, len(line)):
        before, end, least, left = states[step - 1], ends[step - 1], fewest[step - 1], fewest[step]
        played = line.steps[step].action
        if played is None or end is None or least is None or left is None or len(legal(before)) < 2:
            continue
        best = played if left == least else next(actions_to(before, end))
        turns.append(PatienceTurn(step, played, best, left, least))
    return PatienceReview(line, fewest, tuple(turns))
