"""The end of a hand, and the end of a match with its winner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from domino_lab.chain import Chain
from domino_lab.rulings import Ruling


@dataclass(frozen=True)
class Ending:
    """The axis block; going out ends a hand everywhere."""

    block: str
    clauses: Mapping[str, str]

    watches = False
    """True if a custom policy may end a hand after any play."""

    def over_ruling(self, chain: Chain) -> Ruling | None:
        """Return why a custom policy ends the hand after a play that leaves `chain`; None if it goes on."""
        return None

    def out_ruling(self, player: str) -> Ruling:
        """Return the ruling for a hand that ends because `player` has played the last tile of the holding."""
        return Ruling(self.clauses.get("ending", self.clauses["block"]), "out", {"player": player})

    def cycled_ruling(self) -> Ruling:
        """Return the ruling for a hand in which all face-down rows were turned over and nothing fitted (BD-END-1)."""
        return Ruling(self.clauses["block"], "cycled", {})

    def goes_on(self, *, drawable: bool) -> bool:
        """Return True if the hand goes on whatever the players hold, because tiles may still be drawn."""
        return self.block == "row-cycle" or (drawable and self.block != "dead-layout")

    def block_ruling(self, *, drawable: bool) -> Ruling:
        """Return the ruling for a blocked hand: nobody can play or draw, or no tile anywhere fits."""
        return Ruling(self.clauses["block"], "dead" if drawable else "blocked", {})


@dataclass(frozen=True)
class Winning:
    """The axes target, reach and target_when."""

    target: int | str | Mapping[int | str, int]
    reach: str
    target_when: str
    clauses: Mapping[str, str]

    def goal(self, seats: int, *, teams: bool) -> int | None:
        """Return the target for that many seats; None if a single hand is the match."""
        if isinstance(self.target, str):
            return None
        if isinstance(self.target, int):
            return self.target
        key: int | str = "pairs" if teams and "pairs" in self.target else seats
        return self.target.get(key, max(self.target.values()))

    def reached(self, score: int, *, seats: int, teams: bool) -> bool:
        """Return True if `score` is enough to win."""
        goal = self.goal(seats, teams=teams)
        if goal is None or self.reach == "exact":
            return score == goal
        return score > goal if self.reach == "more-than" else score >= goal

    def takes(self, points: int, score: int, *, seats: int, teams: bool) -> bool:
        """Return True if `points` may be added to `score`; an exact target must not be passed."""
        if self.reach != "exact":
            return True
        goal = self.goal(seats, teams=teams)
        return goal is None or score + points <= goal

    def over_ruling(self, points: int, score: int, player: str, *, goal: int | None, because: Ruling) -> Ruling:
        """Return the ruling for points that would pass an exact target and do not score (axis reach)."""
        facts = {"player": player, "points": points, "score": score, "goal": goal}
        return Ruling(self.clauses["reach"], "over", facts, because=(because,))

    def winner(self, scores: Sequence[int], *, seats: int, teams: bool) -> int | None:
        """Return the side that has won the match: the highest past the target; None if two share it or nobody has."""
        best = max(scores)
        if not self.reached(best, seats=seats, teams=teams) or scores.count(best) > 1:
            return None
        return scores.index(best)

    def ruling(self, player: str, score: int, *, seats: int, teams: bool) -> Ruling:
        """Return the ruling for a won match, by the clause of the target, or of a house rule on reach."""
        facts = {"player": player, "score": score, "goal": self.goal(seats, teams=teams)}
        reach = self.clauses.get("reach", "")
        return Ruling(reach if reach.startswith("HOUSE-") else self.clauses["target"], "won", facts)

    def at_once_ruling(self, player: str, score: int, *, seats: int, teams: bool) -> Ruling:
        """Return the ruling for a hand that stops at once because the target was reached (axis target_when)."""
        facts = {"player": player, "score": score, "goal": self.goal(seats, teams=teams)}
        return Ruling(self.clauses["target_when"], "at_once", facts)
