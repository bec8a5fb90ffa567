"""Deals: what one deal after the other is worth under several rulesets, as quickly as may be."""

from __future__ import annotations

from collections.abc import Sequence

from domino_lab.explain.copying import Led, led
from domino_lab.explain.lockstep import followed
from domino_lab.explain.tallying import plays_alike, tallied_end
from domino_lab.play.players import Policies
from domino_lab.play.start import start
from domino_lab.play.state import Step
from domino_lab.rules.ruleset import Ruleset
from domino_lab.shuffle import Shuffle


class Deals:
    """The numbers of one deal after the other; which rulesets play as the first one does is found out once.

    `won` and `misdealt` are how many hands so far had a winner, and could not begin, under each ruleset.

    >>> from domino_lab.catalogue import get
    >>> Deals((get("block"), get("block")), 2).values(Shuffle(seed=7))
    (1, 1)
    """

    def __init__(
        self, rulesets: tuple[Ruleset, ...], seats: int, policies: Policies = None, leader: str = "same",
        measure: str = "points",
    ) -> None:
        self.rulesets, self.seats, self.policies = rulesets, seats, policies
        self.won, self.misdealt = [0] * len(rulesets), [0] * len(rulesets)
        self.leader, self.measure = leader, measure
        self.alike = [leader == "same" and plays_alike(rulesets[0], rules, seats) for rules in rulesets[1:]]

    def values(self, deal: Shuffle) -> tuple[int, ...]:
        """The number of each ruleset for one deal.

        >>> from domino_lab.catalogue import get
        >>> Deals((get("all-fives"), get("all-fives/cribbage")), 2, measure="lead").values(Shuffle(seed=7))
        (19, 7)
        """
        first = led(start(self.rulesets[0], deal, seats=self.seats), deal, self.policies)
        ends, points = [first.steps[-1]], [gained(first.steps)]
        for rules, alike in zip(self.rulesets[1:], self.alike, strict=True):
            quick = tallied_end(first.steps, rules) if alike else None
            steps = self._followed(rules, deal, first) if quick is None else ()
            ends.append(steps[-1] if quick is None else quick)
            points.append(gained(steps) if quick is None else quick.state.scores)
        for line, end in enumerate(ends):
            self.won[line] += end.settled is not None and end.settled.winner is not None
            self.misdealt[line] += end.state.over == "misdeal"
        return tuple([_measured(sides, self.measure) for sides in points])

    def _followed(self, rules: Ruleset, deal: Shuffle, first: Led) -> tuple[Step, ...]:
        return followed(rules, deal, first, seats=self.seats, policies=self.policies, leader=self.leader).timeline.steps


def gained(steps: Sequence[Step]) -> tuple[int, ...]:
    """The points of each side in a hand, its award included.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> hand = play_out(get("all-fives"), Shuffle(seed=7))
    >>> gained(hand.steps) == hand.state.scores
    True
    """
    before, after = steps[0].state.scores, steps[-1].state.scores
    return tuple([end - begin for begin, end in zip(before, after, strict=True)])


def _measured(sides: tuple[int, ...], measure: str) -> int:
    return sum(sides) if measure == "points" else sides[0] - max(sides[1:])
