"""Bouts: one deal played twice by two players, who change places in between, and what came of it.

A hand is won by the player who has more points from it: where play scores, whoever goes out has often fewer. Where both
have as many, it is won by the one to whom the rules give the hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from domino_lab.chance.sums import Sums
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset


class Bout(NamedTuple):
    """What two players made of one deal in its two hands: hands `won` and `lost` by the first, and the points of both.

    `number` is its place in the list of fixtures; a hand that nobody wins is neither won nor lost.

    >>> Bout(0, 1, 0, 35, 20).tied
    1
    """

    number: int
    won: int
    lost: int
    points: int
    against: int

    @property
    def tied(self) -> int:
        """How many of the two hands nobody won.

        >>> Bout(0, 2, 0, 35, 20).tied
        0
        """
        return 2 - self.won - self.lost

    @property
    def share(self) -> float:
        """The hands won by the first, 0 to 2: a hand that nobody wins is half a hand for each.

        >>> Bout(0, 1, 0, 35, 20).share
        1.5
        """
        return self.won + self.tied / 2

    def turned(self) -> Bout:
        """The same as the second player sees it.

        >>> Bout(0, 1, 0, 35, 20).turned()
        Bout(number=0, won=0, lost=1, points=20, against=35)
        """
        return Bout(self.number, self.lost, self.won, self.against, self.points)


class Played(NamedTuple):
    """The bouts that have been played, in whatever order.

    >>> Played((Bout(0, 1, 1, 5, 5),)).hands
    1
    """

    bouts: tuple[Bout, ...] = ()

    @property
    def hands(self) -> int:
        """How many bouts; a run that shares them out counts them under this name.

        >>> Played().hands
        0
        """
        return len(self.bouts)


class Outcome(NamedTuple):
    """What came of one hand: the side to which the rules give it (None: to nobody), and the points of each side.

    >>> Outcome(0, (5, 10)).by_turns((0, 1)), Outcome(0, (5, 5)).by_turns((0, 1))
    (((0, 1), (5, 10)), ((1, 0), (5, 5)))
    """

    winner: int | None
    scores: tuple[int, ...]

    def by_turns(self, parities: Sequence[int]) -> tuple[tuple[int, int], tuple[int, int]]:
        """Hands won and points of those at even seats, and at odd ones; `parities` has a 0 or a 1 for each side.

        Where one of the two has a side more, it is not by that that it wins: the points a side are compared.

        >>> Outcome(3, (5, 10, 20, 1)).by_turns((0, 1, 0, 1)), Outcome(0, (5, 10, 10)).by_turns((0, 1, 0))
        (((1, 0), (25, 11)), ((0, 1), (15, 10)))
        """
        even, odd = (sum(score for score, own in zip(self.scores, parities, strict=True) if own == parity)
                     for parity in (0, 1))
        best = None if self.winner is None else parities[self.winner]
        ahead = even * parities.count(1) - odd * parities.count(0)
        if ahead:
            best = 0 if ahead > 0 else 1
        return (int(best == 0), int(best == 1)), (even, odd)


def parities(rules: Ruleset, seats: int) -> tuple[int, ...]:
    """For each side whether it sits at even seats (0) or at odd ones (1).

    >>> from domino_lab.catalogue import get
    >>> parities(get("block/partners"), 4), parities(get("block"), 4)
    ((0, 1), (0, 1, 0, 1))
    """
    found = {rules.dealing.side(seat): seat % 2 for seat in range(seats)}
    return tuple(found[side] for side in range(rules.side_count(seats)))


def read(line: Timeline) -> Outcome:
    """What came of a finished hand of the readable engine.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> read(play_out(get("block"), Shuffle(seed=7))).winner in (0, 1)
    True
    """
    settled = line.steps[-1].settled
    return Outcome(None if settled is None else settled.winner, line.state.scores)


def counted(sums: Sums, sides: int) -> Outcome:
    """What came of the only hand of a chunk.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.chance.chunks import Job, play_chunk
    >>> counted(play_chunk(Job(get("block"), 2, ("greedy", "random"), 1, "plain"), 0, 1), 2).winner in (0, 1)
    True
    """
    winner = next((side for side in range(sides) if sums.wins(side)), None)
    return Outcome(winner, tuple(sums.by_side(side, "score")[0] for side in range(sides)))
