"""Standings: what the bouts of a tournament tell of its players, and of every two of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from domino_lab.chance.bouts import Bout
from domino_lab.chance.estimates import Estimate
from domino_lab.chance.fixtures import Place
from domino_lab.chance.ratings import Shares, by_deal, rated, share_by_deal


class Met(NamedTuple):
    """A bout and where it belongs: deal, ruleset and both players.

    >>> Met(Place(0, 0, 0, 1), Bout(0, 2, 0, 30, 5)).seen_by(1).bout.points
    5
    """

    place: Place
    bout: Bout

    def seen_by(self, player: int) -> Met:
        """The same with `player` as the first of the two.

        >>> Met(Place(0, 0, 0, 1), Bout(0, 2, 0, 30, 5)).seen_by(0).bout.points
        30
        """
        deal, ruleset, first, second = self.place
        return self if first == player else Met(Place(deal, ruleset, second, first), self.bout.turned())


class Standing(NamedTuple):
    """A player in the end: its rating, the hands it won, tied and lost, and how many points a hand it was ahead.

    >>> nothing = Estimate.mean(0, 0, 0)
    >>> Standing("greedy", nothing, 2, 1, 1, nothing).hands
    4
    """

    player: str
    rating: Estimate
    won: int
    tied: int
    lost: int
    margin: Estimate

    @property
    def hands(self) -> int:
        """How many hands it took part in.

        >>> nothing = Estimate.mean(0, 0, 0)
        >>> Standing("greedy", nothing, 2, 1, 1, nothing).hands
        4
        """
        return self.won + self.tied + self.lost


def standings(names: Sequence[str], met: Sequence[Met]) -> tuple[Standing, ...]:
    """All players, the strongest first.

    >>> met = [Met(Place(deal, 0, 0, 1), Bout(deal, 2, 0, 30, 5)) for deal in range(9)]
    >>> [one.player for one in standings(("a", "b"), met)]
    ['a', 'b']
    """
    ratings = rated(len(names), _shares(met))
    found = (_standing(name, rating, [one.seen_by(number) for one in met if number in one.place[2:]])
             for number, (name, rating) in enumerate(zip(names, ratings, strict=True)))
    return tuple(sorted(found, key=lambda standing: -standing.rating.value))


def _shares(met: Iterable[Met]) -> list[Shares]:
    deals: defaultdict[int, dict[tuple[int, int], tuple[float, int]]] = defaultdict(dict)
    for (deal, _, first, second), bout in met:
        share, hands = deals[deal].get((first, second), (0.0, 0))
        deals[deal][first, second] = share + bout.share, hands + 2
    return list(deals.values())


def _standing(name: str, rating: Estimate, met: Sequence[Met]) -> Standing:
    won, lost = (sum(getattr(one.bout, what) for one in met) for what in ("won", "lost"))
    return Standing(name, rating, won, 2 * len(met) - won - lost, lost, margin(met))


def share(met: Iterable[Met]) -> Estimate:
    """The share of the hands that the first player won: one that nobody wins is half a hand for each.

    >>> share([Met(Place(deal, 0, 0, 1), Bout(deal, 1, 0, 30, 5)) for deal in range(9)]).value
    0.75
    """
    return share_by_deal(_a_deal((one.place.deal, one.bout.share) for one in met))


def margin(met: Iterable[Met]) -> Estimate:
    """How many points a hand the first player was ahead, on average.

    >>> margin([Met(Place(deal, 0, 0, 1), Bout(deal, 2, 0, 30, 5)) for deal in range(9)]).value
    12.5
    """
    return by_deal(_a_deal((one.place.deal, one.bout.points - one.bout.against) for one in met))


def _a_deal(numbers: Iterable[tuple[int, float]]) -> list[tuple[float, int]]:
    """Of each deal the total and the hands: two for each number."""
    deals: defaultdict[int, list[float]] = defaultdict(list)
    for deal, number in numbers:
        deals[deal].append(number)
    return [(sum(found), 2 * len(found)) for found in deals.values()]
