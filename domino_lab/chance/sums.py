"""Sums: what a run has counted. Whole numbers only, so that they are the same however the hands were shared out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from domino_lab.kernel import chain_games as k

QUANTITIES = ("plays", "draws", "passes", "award", "points")
"""What is counted hand by hand into bins: the last is the points in play of all sides together, where less than nothing
(drawn tiles may cost points) is counted as 0."""

ALONE = ("plays", "draws", "left")
"""What is so counted in a patience: actions that are no draw, draws, and the tiles that were left."""

_BINS = (*QUANTITIES, "left")

ENDS = ("out", "blocked", "target", "misdeal", "won", "lost")
"""How a hand may end; a patience is won or lost."""

ACTIONS = ("plays", "draws", "passes", "stacks")

OF_A_HAND, OF_A_SIDE = (*ACTIONS, "award"), ("score", "points", "award")
"""What there is a mean of, of a game with sides; of a patience there is one of ALONE."""


class Sums(NamedTuple):
    """The sums of some hands of a run: `totals` in the places chain_games.py names, and the first hand in each bin."""

    totals: tuple[int, ...]
    firsts: tuple[int, ...]

    @classmethod
    def none(cls) -> Sums:
        """The sums of no hands."""
        return cls((0,) * k.SUMS_SIZE, (-1,) * k.FIRSTS_SIZE)

    @classmethod
    def of(cls, parts: Iterable[Sums]) -> Sums:
        """Several sums together, in whatever order they come."""
        found = list(parts) or [cls.none()]
        totals = tuple(map(sum, zip(*(part.totals for part in found), strict=True)))
        earliest = (min((hand for hand in hands if hand >= 0), default=-1)
                    for hands in zip(*(part.firsts for part in found), strict=True))
        return cls(totals, tuple(earliest))

    @property
    def hands(self) -> int:
        """How many hands were counted."""
        return self.totals[k.HANDS]

    def wins(self, side: int | None) -> int:
        """How many hands a side won; None: nobody."""
        return self.totals[k.WON + (k.MOST_SEATS if side is None else side)]

    def ended(self, how: str) -> int:
        """How many hands ended in that way, one of ENDS."""
        return self.totals[k.ENDED + 1 + ENDS.index(how)]

    def by_side(self, side: int, what: str) -> tuple[int, int]:
        """Total and squares over the hands of what a side made: "score" (all of a hand), "points" in play, "award"."""
        place = k.BY_SIDE + k.PER_SIDE * side + 2 * OF_A_SIDE.index(what)
        return self.totals[place], self.totals[place + 1]

    def chips(self, side: int) -> int:
        """The chips a side has won, less than nothing where it paid more than it took."""
        return self.totals[k.BY_SIDE + k.PER_SIDE * side + 6]

    def by_seat(self, seat: int, action: str) -> int:
        """How often a seat did that, one of ACTIONS."""
        return self.totals[k.BY_SEAT + 4 * seat + ACTIONS.index(action)]

    def of_hand(self, what: str) -> tuple[int, int]:
        """Total and squares over the hands of one of ACTIONS, of the "award", or of the tiles "left" of a patience."""
        if what == "award":
            return self.totals[k.SQUARES + 4], self.totals[k.SQUARES + 5]
        if what == "left":
            bins = self.bins(what)
            return sum(n * hands for n, hands in bins.items()), sum(n * n * hands for n, hands in bins.items())
        number = ACTIONS.index(what)
        total = sum(self.totals[k.BY_SEAT + 4 * seat + number] for seat in range(k.MOST_SEATS))
        return total, self.totals[k.SQUARES + number]

    def leads(self, seat: int) -> tuple[int, int]:
        """How many hands a seat led, and how many of those its side won."""
        return self.totals[k.LED + seat], self.totals[k.LED_WON + seat]

    @property
    def leader_wins(self) -> int:
        """How many hands the side of the leader won."""
        return self.totals[k.LEADER_WINS]

    def bins(self, quantity: str) -> dict[int, int]:
        """How many hands had each number of one of QUANTITIES or ALONE; the last bin, 255, holds all that is more."""
        start = k.HISTOGRAMS + k.BINS * _BINS.index(quantity)
        return {number: hands for number, hands in enumerate(self.totals[start : start + k.BINS]) if hands}

    def first(self, quantity: str, number: int) -> int | None:
        """The first hand of the run in that bin; None where there is none."""
        if not 0 <= number < k.BINS:
            return None
        hand = self.firsts[k.BINS * _BINS.index(quantity) + number]
        return hand if hand >= 0 else None
