"""Perfect: what perfect play would have made of a recorded deal, action by action."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from domino_lab.actions import Action
from domino_lab.arguments import checked
from domino_lab.catalogue.resolve import Asked, hand_of
from domino_lab.chance.solver import Search, Solution, TooLongError, refusal
from domino_lab.errors import DominoError
from domino_lab.play.state import Position
from domino_lab.play.timeline import Timeline


class Judged(NamedTuple):
    """What was done at `step` by `seat`, what the hand was then worth to that seat, and all that could be done."""

    step: int
    seat: int
    action: Action
    value: int
    solution: Solution

    @property
    def lost(self) -> int:
        """The points that it gave away: none for a best action, else more than 0."""
        return self.solution.value - self.value


@dataclass(frozen=True, repr=False)
class Perfect:
    """A hand beside perfect play with all tiles open: `solutions` of the states after each step, as far as they go.

    A long hand is solved from its end on: where a step has no solution and the hand goes on there, it is too long.

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
        """The first step whose state is solved, or the last step where none is.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> perfect_play(play_out(get("block"), Shuffle(seed=4))).first
        0
        """
        return min(self.solutions, default=len(self.line) - 1)

    @property
    def value(self) -> int | None:
        """What the deal is worth to seat 0 if both play their best; below 0 where seat 1 wins; None if too long.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> perfect_play(play_out(get("block"), Shuffle(seed=1))).value
        -12
        """
        return self.value_after(0)

    def value_after(self, step: int) -> int | None:
        """What the hand is worth to seat 0 after a step, if both play their best from there on; None: too long.

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
        """What the hand brought seat 0, less than nothing where seat 1 won it; None where it did not end.

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
        """Every action of the hand from the first solved step on, and what it was worth.

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
        """The points that a seat gave away in all.

        The value of the deal, less what seat 0 gave away, and with what seat 1 gave away, is the result.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> found = perfect_play(play_out(get("block"), Shuffle(seed=4)))
        >>> found.value - found.lost_by(0) + found.lost_by(1) == found.result
        True
        """
        return sum(move.lost for move in self.moves if move.seat == seat)

    def __repr__(self) -> str:
        """Short, without every step and all its solutions."""
        solved = f"solved from step {self.first} on" if self.solutions else "too long to solve"
        return f"<Perfect play of a hand of {self.line.rules}: {solved}, worth {self.value} to seat 0>"


@checked
def perfect_play(
    hand: Asked, *, seed: int = 0, seats: int | None = None, compiled: bool | None = None
) -> Perfect:
    """What perfect play would have made of each step of a hand of Block or Draw for two.

    `hand` is a hand, a packaged hand, a file, or a game that is played out by the default players: `seed` and `seats`
    choose its deal. Both sides see all tiles, those of the boneyard too. Raises DominoError with the reason for a hand
    that the solver does not know (see `refusal`), and for what is not a hand. A long hand is solved
    from its end back to where it gets too long.

    >>> len(perfect_play("block", seed=1).moves)
    8
    """
    line = hand_of(hand, seed=seed, seats=seats)
    said = refusal(line.steps[0].state)
    if said:
        raise DominoError(said)
    search, found = Search(line.steps[0].state, compiled=compiled), {}
    for number in reversed(range(len(line))):
        state = line.steps[number].state
        if state.over:
            continue
        solution = _solution(search, state)
        if solution is None:
            break
        found[number] = solution
    return Perfect(line, found)


def _solution(search: Search, state: Position) -> Solution | None:
    try:
        return search.solution(state)
    except TooLongError:
        return None
