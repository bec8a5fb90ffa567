"""Perfect play from a notebook cell: a recorded hand beside the best play of its deal, as text and as a table."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from domino_lab.arguments import checked
from domino_lab.chance.perfect import Judged, Perfect
from domino_lab.chance.solver import Choice, Solution
from domino_lab.errors import DominoError
from domino_lab.escaping import paragraphs, without_math
from domino_lab.explain.move_text import describe_move
from domino_lab.notebook.loading import hand_of
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd


def result(line: Timeline, value: int) -> str:
    """Who wins how much, where a hand is worth `value` to seat 0."""
    if not value:
        return phrase("perfect.nobody")
    return phrase("perfect.wins", player=line.names[0 if value > 0 else 1], points=abs(value))


def here(found: Perfect, step: int) -> str:
    """What the hand is worth at a step, in a sentence."""
    if found.line.steps[step].state.over:
        return phrase("perfect.over")
    value = found.value_after(step)
    if value is not None:
        return phrase("perfect.from_here" if step else "perfect.from_deal", result=result(found.line, value))
    if not found.solutions:
        return phrase("perfect.never")
    return phrase("perfect.too_long_here", step=found.first)


def choices(found: Perfect, step: int) -> tuple[tuple[str, bool], ...]:
    """What may be done after a step, the best first, with what it is worth to the player who does it; and is it best?

    Two open ends that are alike are one choice.
    """
    solution = found.solutions.get(step)
    if solution is None:
        return ()
    played = found.line.steps[step + 1].action if step + 1 < len(found.line) else None
    state = found.line.steps[step].state
    alike: dict[str, list[Choice]] = {}
    for one in solution.choices:
        alike.setdefault(describe_move(state, one.action), []).append(one)
    return tuple(_choice(words, ones[0].value, solution, is_played=any(one.action == played for one in ones))
                 for words, ones in alike.items())


def _choice(move: str, value: int, solution: Solution, *, is_played: bool) -> tuple[str, bool]:
    is_best, words = value == solution.value, phrase("perfect.worth", move=move, value=worth(value))
    marks = [phrase("perfect.mark_best")] if is_best else []
    marks += [phrase("perfect.mark_hand")] if is_played else []
    return phrase("perfect.marked", words=words, marks=marks) if marks else words, is_best


def worth(value: int) -> str:
    """What a move is worth to the player who does it."""
    if not value:
        return phrase("perfect.nobody")
    return phrase("perfect.worth_wins" if value > 0 else "perfect.worth_loses", points=abs(value))


def lost(found: Perfect, move: Judged) -> tuple[str, str]:
    """How much a move of the hand gave away, and what it was instead of what."""
    state = found.line.steps[move.step - 1].state
    words = phrase("perfect.lost", step=move.step, player=found.line.names[move.seat], lost=move.lost)
    move_text, best = describe_move(state, move.action), describe_move(state, move.solution.best)
    return words, phrase("perfect.lost_move", move=move_text, best=best)


def start(found: Perfect) -> str:
    """What the deal was worth, or how much of the hand is too long."""
    if found.value is not None or not found.solutions:
        return here(found, 0)
    return phrase("perfect.too_long", step=found.first - 1)


def ended(found: Perfect) -> str:
    """What came of the hand; empty where it did not end."""
    return "" if found.result is None else phrase("perfect.in_hand", result=result(found.line, found.result))


def totals(found: Perfect) -> tuple[str, ...]:
    """What each player gave away in all; one sentence where nobody gave away a point."""
    if not any(move.lost for move in found.moves):
        return (phrase("perfect.none_lost"),)
    return tuple(phrase("perfect.lost_all", player=name, lost=found.lost_by(seat))
                 for seat, name in enumerate(found.line.names))


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
        from domino_lab.dataframes import Printable

        names = ("step", "player", "move", "value", "best", "best_value", "lost")
        columns = [phrase(f"perfect.column_{name}") for name in names]
        return Printable([self._row(move) for move in self.moves], columns=columns).set_index(columns[0])

    def _row(self, move: Judged) -> tuple[Any, ...]:
        state = self.line.steps[move.step - 1].state
        done, best = describe_move(state, move.action), describe_move(state, move.solution.best)
        return move.step, self.line.names[move.seat], done, move.value, best, move.solution.value, move.lost

    @property
    def text(self) -> str:
        """What the deal was worth, what came of it, and who gave away how much where.

        >>> perfect_play("block", seed=4).text.splitlines()[0]
        'If both play their best from the deal on: Player 2 wins 40 points.'
        """
        losses = [". ".join(lost(self, move)) for move in self.moves if move.lost]
        lines = (start(self), ended(self), *losses, *totals(self), phrase("perfect.open_tiles"))
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
