"""Estimates: a number found by playing hands, with its standard error and interval."""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd, hypot, isfinite, sqrt
from typing import NamedTuple

from domino_lab.play.start import never_began
from domino_lab.rules.axes import PASSING
from domino_lab.rules.ruleset import Ruleset
from domino_lab.words import phrase

NORMAL_95 = 1.959963984540054

LOPSIDED = 0.25
"""An interval is lopsided if its middle is farther from the value than this part of its half width: that of a share of
fewer than about 15 times, or of all but so many. The half width on both sides of it would claim impossible chances."""


class Estimate(NamedTuple):
    """A `value` found from `hands` hands, its standard `error`, and `low` and `high`: a 95 % interval.

    It prints with half the width of its interval, or with the interval if the value is not near its middle.

    >>> from domino_lab.chance.estimates import Estimate
    >>> str(Estimate.share(500, 1000)), str(Estimate.share(1, 5))
    ('0.500 ± 0.031', '0.200 (0.036 - 0.624)')
    """

    value: float
    error: float
    low: float
    high: float
    hands: int

    @classmethod
    def share(cls, times: float, hands: float) -> Estimate:
        """Return the chance of an event that happened `times` times in `hands` hands, with Wilson's interval.

        Wilson's interval stays inside 0 and 1 and does not shrink to nothing if the event never happened.
        """
        if not hands:
            return cls(float("nan"), float("nan"), 0.0, 1.0, 0)
        share, z2 = times / hands, NORMAL_95**2
        middle = (share + z2 / (2 * hands)) / (1 + z2 / hands)
        half = NORMAL_95 * sqrt(share * (1 - share) / hands + z2 / (4 * hands * hands)) / (1 + z2 / hands)
        low, high = max(middle - half, 0.0) if times else 0.0, min(middle + half, 1.0) if times < hands else 1.0
        return cls(share, sqrt(share * (1 - share) / hands), low, high, round(hands))

    @classmethod
    def mean(cls, total: int, squares: int, hands: int) -> Estimate:
        """Return the mean of a number whose sum and sum of squares over the hands are given."""
        if not hands:
            return cls(float("nan"), float("nan"), float("nan"), float("nan"), 0)
        mean = total / hands
        if hands == 1:
            return cls(mean, float("inf"), float("-inf"), float("inf"), 1)
        error = sqrt((squares * hands - total * total) / (hands * hands * (hands - 1)))
        return cls.normal(mean, error, hands)

    @classmethod
    def normal(cls, value: float, error: float, hands: int) -> Estimate:
        """Return an estimate whose 95 % interval is that of a normal distribution with this standard `error`."""
        return cls(value, error, value - NORMAL_95 * error, value + NORMAL_95 * error, hands)

    def __sub__(self, other: Estimate) -> Estimate:
        """Return the difference of two independent estimates, such as two runs with two seeds, with its own interval.

        The standard errors add up as the sides of a right triangle do. There is a difference if the interval does not
        contain 0; two intervals can overlap all the same.

        >>> from domino_lab.chance.estimates import Estimate
        >>> str(Estimate.share(5860, 10_000) - Estimate.share(5700, 10_000))
        '0.016 ± 0.014'
        """
        return Estimate.normal(self.value - other.value, hypot(self.error, other.error), self.hands + other.hands)

    def covers(self, value: float) -> bool:
        """Return True if `value` lies in the 95 % interval."""
        return self.low <= value <= self.high

    @property
    def is_centred(self) -> bool:
        """True if the value is near the middle of the interval, so that half its width says how far off it may be."""
        width = self.high - self.low
        return not isfinite(width) or abs(self.low + self.high - 2 * self.value) <= LOPSIDED * width

    def __str__(self) -> str:
        return self._text(1, 3)

    @property
    def percent(self) -> str:
        """The same in percent, for a share."""
        return self._text(100, 1, " %")

    def _text(self, times: int, digits: int, unit: str = "") -> str:
        value, low, high = (f"{times * part:.{digits}f}" for part in (self.value, self.low, self.high))
        if self.is_centred:
            return f"{value}{unit} ± {times * (self.high - self.low) / 2:.{digits}f}"
        return f"{value}{unit} ({low} - {high})"


def out_of_reach(
    rules: Ruleset, seats: int, *, hands: int, scored: bool, kept: bool, awards: Iterable[int],
) -> str:
    """Return a note if no match can be won with the scores of these hands, naming the rule; empty if one can.

    `scored` is True if any side got points in a hand, `kept` if any had a score after one; `awards` are all the numbers
    of points that ended one.
    """
    goal = rules.winning.goal(seats, teams=rules["teams"] == "pairs")
    if goal is None or not hands or not rules.keeps_score:
        return ""
    if not scored:
        return phrase("compare.none_scored", rules=rules.name, hands=hands, rule=rules.as_assignment("target"))
    if not kept and rules["fall_back"] != "never":
        return phrase("compare.none_kept", rules=rules.name, hands=hands, rule=rules.as_assignment("fall_back"))
    # After a fixed number of hands the highest score wins, whatever it is.
    any_score = rules["reach"] != "exact" or rules["match_hands"] != "any" or rules["who_scores"] != "winner"
    any_score = any_score or rules["after_level"] == "one-more"
    if any_score or rules.costs_in_play or rules["play_score"] == "alike" or _DECIDE & rules.own.keys():
        return ""
    in_play = [rules.scoring.points(total) for total in range(_FARTHEST)] if rules["play_score"] != "none" else []
    passed = [value for axis in PASSING if isinstance(value := rules[axis], int)]
    step = gcd(*awards, *in_play, *passed)
    if step < 2 or not goal % step:
        return ""
    return phrase("compare.never_exact", rules=rules.name, step=step, goal=goal, rule=rules.as_assignment("reach"))


_DECIDE = {"scoring", "settling", "stacking", "turns", "winning"}
"""The groups that decide which points there are and which score wins: a reader's own rule can decide anything."""

_FARTHEST = 200
"""Counts up to this one are looked at for the points that a play can score."""


def winless(rules: Ruleset, *, hands: int, won: int, misdealt: int, asked: int | None = None) -> str:
    """Return a note that no hand had a winner, or that none could begin, with the rule behind it; empty if one was won.

    `won` of the `hands` had a winner, and `misdealt` could not begin because no deal counted; `asked` is how many were
    wanted if the run was given up earlier.
    """
    if won or not hands:
        return ""
    lines = [never_began(rules) if misdealt == hands else phrase("compare.none_won", rules=rules.name)]
    if 0 < misdealt < hands:
        lines.append(phrase("compare.some_began", misdealt=misdealt, hands=hands))
    if asked is not None and asked > hands:
        lines.append(phrase("compare.given_up", hands=hands, asked=asked))
    return " ".join(lines)
