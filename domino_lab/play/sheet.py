"""Sheet: the score sheet of a match, one row a hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from domino_lab.play.timeline import Timeline


class Row(NamedTuple):
    """One hand on the score sheet: its number (from 1), how it ended, and three numbers for each side.

    `played` is what a side got in play (less than nothing where drawn tiles are paid for), `award` what the end of the
    hand brought it, `total` its score after it; `how` is None while the hand goes on, `winner` is a side or None.

    >>> Row(1, "out", (10, 0), (0, 4), (10, 4), 1).how
    'out'
    """

    hand: int
    how: str | None
    played: tuple[int, ...]
    award: tuple[int, ...]
    total: tuple[int, ...]
    winner: int | None


def row_of(hand: Timeline) -> Row:
    """The row of one hand, as far as it has been played.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> row = row_of(play_out(get("all-fives"), Shuffle(seed=1)))
    >>> tuple(map(sum, zip(row.played, row.award))) == row.total
    True
    """
    last = hand.steps[-1]
    settled = last.action is None and len(hand) > 1
    before, total = hand.state.table.standing, hand.state.scores
    in_play = hand.steps[-2].state.scores if settled else total
    found = last.settled
    return Row(before.hand, hand.state.over, _gained(before.scores, in_play), _gained(in_play, total), total,
               found.winner if found else None)


def _gained(before: Iterable[int], after: Iterable[int]) -> tuple[int, ...]:
    return tuple(now - then for then, now in zip(before, after, strict=True))


def sheet(hands: Iterable[Timeline]) -> tuple[Row, ...]:
    """The score sheet of the hands of a match, in order.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.match import play_match
    >>> match = play_match(get("block"), seed=1)
    >>> sheet(match.hands)[-1].total == match.standing.scores
    True
    """
    return tuple(row_of(hand) for hand in hands)
