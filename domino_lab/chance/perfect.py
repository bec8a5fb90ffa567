"""Perfect play of a recorded hand, beside what was played, action by action."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from domino_lab.actions import Action
from domino_lab.arguments import checked
from domino_lab.catalogue.resolve import Asked, hand_of
from domino_lab.chance.solver import Choice, Search, Solution, TooLongError, refusal
from domino_lab.errors import DominoError
from domino_lab.escaping import paragraphs, without_math
from domino_lab.explain.move_text import describe_move
from domino_lab.play.timeline import Timeline
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd


class Judged(NamedTuple):
    """An action of `seat` that led to `step`, what the hand was then worth to that seat, and all its choices."""

    step: int
    seat: int
    action: Action
    value: int
    solution: Solution

    @property
    def lost(self) -> int:
        """The points that the action gave away, 0 for a best action."""
        return self.solution.value - self.value


@dataclass(frozen=True, repr=False)
class Perfect:
    """A hand beside perfect play with all tiles open: `solutions` has the solution of the state after each step.

    A long hand is solved from its end back; the steps before that have no solution because they are too long.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> found = perfect_play(play_out(get("block"), Shuffle(seed=4)))
    >>> found.value, found.result
    (-40, 1)
    """

    line: Timeline
    solutions: Mapping[int, Solution]

    @property
    def first(self) -> int:
        """The first step whose state is solved, or the last step if none is.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> perfect_play(play_out(get("block"), Shuffle(seed=4))).first
        0
        """
        return min(self.solutions, default=len(self.line) - 1)

    @property
    def value(self) -> int | None:
        """The worth of the deal to seat 0 if both play their best, below 0 if seat 1 wins; None if it is too long.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> perfect_play(play_out(get("block"), Shuffle(seed=1))).value
        -12
        """
        return self.value_after(0)

    def value_after(self, step: int) -> int | None:
        """Return what the hand is worth to seat 0 after a step, if both then play their best; None if too long.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> perfect_play(play_out(get("block"), Shuffle(seed=4))).value_after(99)
        1
        """
        found = self.solutions.get(step)
        if found is not None:
            return found.value * (1 - 2 * found.seat)
        over = self.line.steps[min(step, len(self.line) - 1)].state.over
        return self.result if over else None

    @property
    def result(self) -> int | None:
        """The points that the hand brought seat 0, below 0 if seat 1 won; None if the hand did not end.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> perfect_play(play_out(get("block"), Shuffle(seed=4))).result
        1
        """
        settled = self.line.steps[-1].settled
        if settled is None:
            return None
        return 0 if settled.winner is None else settled.award * (1 - 2 * settled.winner)

    @cached_property
    def moves(self) -> tuple[Judged, ...]:
        """Every action of the hand from the first solved step on, with its worth.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> [move.step for move in perfect_play(play_out(get("block"), Shuffle(seed=4))).moves if move.lost]
        [3, 4, 5, 12]
        """
        found = []
        for number, solution in sorted(self.solutions.items()):
            after = self.value_after(number + 1)
            action = self.line.steps[number + 1].action if number + 1 < len(self.line) else None
            if action is not None and after is not None:
                value = after * (1 - 2 * solution.seat)
                found.append(Judged(number + 1, solution.seat, action, value, solution))
        return tuple(found)

    def lost_by(self, seat: int) -> int:
        """Return the points that a seat gave away in all.

        The result is the value of the deal, minus what seat 0 gave away, plus what seat 1 gave away.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> found = perfect_play(play_out(get("block"), Shuffle(seed=4)))
        >>> found.value - found.lost_by(0) + found.lost_by(1) == found.result
        True
        """
        return sum(move.lost for move in self.moves if move.seat == seat)

    def value_text(self, step: int) -> str:
        """Return what the hand is worth at a step, as a sentence."""
        if self.line.steps[step].state.over:
            return phrase("perfect.over")
        value = self.value_after(step)
        if value is not None:
            return phrase("perfect.from_here" if step else "perfect.from_deal", result=self._outcome(value))
        return phrase("perfect.too_long_here", step=self.first) if self.solutions else phrase("perfect.never")

    def _outcome(self, value: int) -> str:
        """Return the winner and the points, in words, if the hand is worth `value` to seat 0."""
        if not value:
            return phrase("perfect.nobody")
        return phrase("perfect.wins", player=self.line.names[0 if value > 0 else 1], points=abs(value))

    @property
    def deal_text(self) -> str:
        """The worth of the deal in words, or how much of the hand is too long to solve."""
        if self.value is not None or not self.solutions:
            return self.value_text(0)
        return phrase("perfect.too_long", step=self.first - 1)

    @property
    def result_text(self) -> str:
        """The result of the hand in words; "" if the hand did not end."""
        return "" if self.result is None else phrase("perfect.in_hand", result=self._outcome(self.result))

    @property
    def loss_texts(self) -> tuple[str, ...]:
        """The points that each player gave away, in words; one sentence if nobody gave away any."""
        if not any(move.lost for move in self.moves):
            return (phrase("perfect.none_lost"),)
        return tuple(phrase("perfect.lost_all", player=name, lost=self.lost_by(seat))
                     for seat, name in enumerate(self.line.names))

    def move_texts(self, move: Judged) -> tuple[str, str]:
        """Return how much a move gave away, and the move with the best one instead."""
        words = phrase("perfect.lost", step=move.step, player=self.line.names[move.seat], lost=move.lost)
        played, best = self._described(move)
        return words, phrase("perfect.lost_move", move=played, best=best)

    def _described(self, move: Judged) -> tuple[str, str]:
        state = self.line.steps[move.step - 1].state
        return describe_move(state, move.action), describe_move(state, move.solution.best)

    def choice_texts(self, step: int) -> tuple[tuple[str, bool], ...]:
        """Return the moves after a step, the best first, with what each is worth to the mover, and True for a best one.

        Moves at two open ends that are alike are one choice.
        """
        solution = self.solutions.get(step)
        if solution is None:
            return ()
        played = self.line.steps[step + 1].action if step + 1 < len(self.line) else None
        state = self.line.steps[step].state
        alike: dict[str, list[Choice]] = {}
        for one in solution.choices:
            alike.setdefault(describe_move(state, one.action), []).append(one)
        return tuple(_choice_text(words, ones[0].value, solution, is_played=any(one.action == played for one in ones))
                     for words, ones in alike.items())

    @property
    def text(self) -> str:
        """The worth of the deal, the result, and the points given away, move by move and in all.

        >>> perfect_play("block", seed=4).text.splitlines()[0]
        'If both play their best from the deal: Player 2 wins 40 points.'
        """
        losses = [". ".join(self.move_texts(move)) for move in self.moves if move.lost]
        lines = (self.deal_text, self.result_text, *losses, *self.loss_texts, phrase("perfect.open_tiles"))
        return "\n".join(filter(None, lines))

    def table(self) -> pd.DataFrame:
        """Return every solved move: its step, its player, its worth to that player, and the best move instead.

        Points below zero are a loss; `lost` are the points given away.

        >>> perfect_play("block", seed=4).table()["lost"].tolist()[:4]
        [0, 0, 34, 25]
        """
        from domino_lab.dataframes import Printable

        names = ("step", "player", "move", "value", "best", "best_value", "lost")
        columns = [phrase(f"perfect.column_{name}") for name in names]
        rows = []
        for move in self.moves:
            played, best = self._described(move)
            player = self.line.names[move.seat]
            rows.append((move.step, player, played, move.value, best, move.solution.value, move.lost))
        return Printable(rows, columns=columns).set_index(columns[0])

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return without_math(paragraphs(self.text), self.table().to_html())


def _choice_text(move: str, value: int, solution: Solution, *, is_played: bool) -> tuple[str, bool]:
    worth = phrase("perfect.nobody")
    if value:
        worth = phrase("perfect.worth_wins" if value > 0 else "perfect.worth_loses", points=abs(value))
    is_best, words = value == solution.value, phrase("perfect.worth", move=move, value=worth)
    marks = [phrase("perfect.mark_best")] if is_best else []
    marks += [phrase("perfect.mark_hand")] if is_played else []
    return phrase("perfect.marked", words=words, marks=marks) if marks else words, is_best


@checked
def perfect_play(
    hand: Asked, *, seed: int = 0, seats: int | None = None, compiled: bool | None = None
) -> Perfect:
    """Compare each step of a hand of Block or Draw for two with perfect play.

    `hand` is a hand, a packaged hand, a file, or a game that the default players play out: `seed` and `seats` choose
    its deal. Both sides see all tiles, those of the boneyard too. A long hand is solved from its end back, until it
    gets too long. Raises DominoError for an object that is not a hand, and for a hand that the solver does not know.

    >>> len(perfect_play("block", seed=1).moves)
    8
    """
    line = hand_of(hand, seed=seed, seats=seats)
    message = refusal(line.steps[0].state)
    if message:
        raise DominoError(message)
    search, found = Search(line.steps[0].state, compiled=compiled), {}
    for number in reversed(range(len(line))):
        state = line.steps[number].state
        if state.over:
            continue
        try:
            found[number] = search.solution(state)
        except TooLongError:
            break
    return Perfect(line, found)
