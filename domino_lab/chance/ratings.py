"""Ratings: how strong each player of a tournament is, on one scale, from who beat whom, with the error of each.

The model is Bradley and Terry's: of two players rated r and s the first wins 1 / (1 + 10 ** ((s - r) / 400)) of their
hands, so that 100 points more mean 64 % and 400 points more 91 %. The ratings are those that make what happened
likeliest; every two who meet are given one drawn hand beforehand, without which one that lost no hand would have no
rating at all. Errors come from the matrix of information and from how much the deals differ: the hands of a deal hang
together, and a deal counts as one trial however many hands are played of it. So does the drawn hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, log, sqrt
from typing import TYPE_CHECKING, Any

from domino_lab.chance.estimates import NORMAL_95, Estimate

if TYPE_CHECKING:
    import numpy as np

MIDDLE, SCALE = 1000.0, 400 / log(10)
"""The mean of all ratings, and rating points to one unit of the logistic curve."""

_ROUNDS, _NEAR = 100, 1e-10

Pair = tuple[int, int]
Shares = Mapping[Pair, tuple[float, int]]
"""Of some of the pairs (two players, by number) the hands that the first of them won, 0 to the number of hands, and
that number."""


def rated(players: int, deals: Sequence[Shares]) -> tuple[Estimate, ...]:
    """The rating of each player, whose mean is MIDDLE, from the deals; `hands` are those that the player took part in.

    The error is that of the distance from the mean. It is infinite where there are fewer than two deals.

    >>> found = rated(2, [{(0, 1): (1.5, 2)}] * 50 + [{(0, 1): (1.0, 2)}] * 50)
    >>> [round(one.value) for one in found], round(found[0].error)
    ([1044, 956], 5)
    """
    import numpy as np

    pairs = sorted({pair for deal in deals for pair in deal})
    apart = np.zeros((len(pairs), players))
    for row, (one, other) in enumerate(pairs):
        apart[row, one], apart[row, other] = 1.0, -1.0
    won, hands = (np.array([[deal.get(pair, (0.0, 0))[which] for pair in pairs] for deal in deals])
                  for which in (0, 1))
    strengths, inverse = _likeliest(apart, won.sum(axis=0) + 0.5, hands.sum(axis=0) + 1.0)
    share = _expected(apart @ strengths)
    pulls = np.vstack((won - hands * share, np.diag(0.5 - share))) @ apart @ inverse
    errors = _errors(pulls, len(deals))
    counts = (hands.sum(axis=0) @ abs(apart)).round().astype(int)
    return tuple(_estimate(MIDDLE + SCALE * float(strength), SCALE * error, int(count))
                 for strength, error, count in zip(strengths, errors, counts, strict=True))


def _expected(distance: Any) -> Any:
    import numpy as np

    return 1 / (1 + np.exp(-distance))


def _likeliest(apart: np.ndarray[Any, Any], won: Any, hands: Any) -> tuple[Any, Any]:
    """The strengths, whose sum is 0, and the inverse of the information there, by Newton's method."""
    import numpy as np

    strengths = np.zeros(apart.shape[1])
    for _ in range(_ROUNDS):
        share = _expected(apart @ strengths)
        inverse = np.linalg.pinv(apart.T @ (apart * (hands * share * (1 - share))[:, None]), hermitian=True)
        step = inverse @ (apart.T @ (won - hands * share))
        # A long step from afar may leap over the summit.
        strengths = strengths + step * min(1.0, 2 / max(abs(step).max(), _NEAR))
        if abs(step).max() < _NEAR:
            break
    return strengths, inverse


def _errors(pulls: Any, deals: int) -> list[float]:
    """How much the ratings would differ with other deals: what each deal pulls them to one side, squared."""
    if deals < 2:
        return [inf] * pulls.shape[1]
    return [sqrt(float(total) * deals / (deals - 1)) for total in (pulls**2).sum(axis=0)]


def _estimate(value: float, error: float, hands: int) -> Estimate:
    return Estimate(value, error, value - NORMAL_95 * error, value + NORMAL_95 * error, hands)


def by_deal(deals: Sequence[tuple[float, int]]) -> Estimate:
    """The mean of a number a hand, where each deal gives its total and its hands; the error is that between deals.

    It is infinite where there are fewer than two deals.

    >>> by_deal([(10, 2), (30, 2)]).value, by_deal([(10, 2), (30, 2)]).error
    (10.0, 5.0)
    """
    hands, count = sum(hands for _, hands in deals), len(deals)
    if not hands:
        return Estimate.mean(0, 0, 0)
    mean = sum(total for total, _ in deals) / hands
    spread = sum((total - mean * played) ** 2 for total, played in deals)
    return _estimate(mean, sqrt(spread * count / (count - 1)) / hands if count > 1 else inf, hands)


def share_by_deal(deals: Sequence[tuple[float, int]]) -> Estimate:
    """The share of the hands that was won, 0 to 1, from what was won of each deal and its hands.

    The interval is Wilson's, for as many hands as would have this error if each were a trial of its own.

    >>> str(share_by_deal([(1, 2), (2, 2)] * 50)), str(share_by_deal([(2, 2)] * 10))
    ('0.750 ± 0.049', '1.000 (0.722 - 1.000)')
    """
    found = by_deal(deals)
    if not found.hands:
        return Estimate.share(0, 0)
    alike = found.value * (1 - found.value) / found.error**2 if found.error else float(len(deals))
    wilson = Estimate.share(found.value * alike, alike)
    # Where it is all or nothing, the end of the interval is off by the last digit.
    return Estimate(found.value, found.error, min(wilson.low, found.value), max(wilson.high, found.value), found.hands)
