"""The review against the truth, at full size: `python -m tests.explain.review_checks`, or `make review-checks`.

How often a value's 95 % interval has the true value, which comes from all hidden hands one by one; what marked moves
lose on fresh deals, beside what the review said; and how a player who always makes the best move of a review does.
"""

from __future__ import annotations

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.chance.monte_carlo_player import Trial, seen_line, without_twins
from domino_lab.chance.sampled_deals import DealSampler
from domino_lab.core.actions import Action
from domino_lab.core.shuffle import Stream
from domino_lab.play.policies import calling
from domino_lab.play.view import View
from tests.explain.test_review import ENGINE, FIVES, beside_the_truth, marked_losses, sampled_beside_exact

POSITIONS, HANDS, FRESH = 500, 60, 100_000
RIVALS = {"greedy": 2000, "thinking": 300}
"""The deals against each rival, each played both ways round: `thinking` takes half a second for a hand."""


def coverage(positions: int) -> tuple[int, int]:
    """How many values have the true one in their 95 % interval, and how many there are."""
    within = [abs(move.ahead - value) <= 1.96 * move.error + 1e-9 for turn, truth in beside_the_truth(positions)
              for move, value in zip(turn.moves, truth, strict=True)]
    return sum(within), len(within)


def follower(view: View, stream: Stream) -> Action:
    """Make the move that is best on some hundred deals, as a review weighs it."""
    moves = without_twins(view)
    if len(moves) == 1:
        return moves[0]
    known = seen_line(view)
    deals = DealSampler(known, view.seat, len(known)).draw(128)
    rows = Trial(known.state, engine=ENGINE, solving=False).values_in(moves, deals)
    return calling(view, moves[int(rows.mean(axis=1).argmax())])


def main() -> None:
    """Print all checks."""
    within, tried = coverage(POSITIONS)
    print(f"{POSITIONS} late positions of Block: {within} of {tried} values ({within / tried:.1%}) have the true one "
          "within 1.96 standard errors")
    for rules in (get("block"), FIVES):
        within, tried = sampled_beside_exact(POSITIONS, rules)
        print(f"{POSITIONS} late positions of {rules.name}, best play after each move: {within} of {tried} values "
              f"({within / tried:.1%}) have the exact one within 1.96 standard errors")
    count, said, again, error = marked_losses(HANDS, FRESH)
    print(f"{count} marked moves in {HANDS} hands of All Fives: {said / count:.2f} points each as the review said, "
          f"{again / count:.2f} on fresh deals (± {2 * error / count:.2f})")
    for game in ("all-fives", "block"):
        for rival, deals in RIVALS.items():
            met = dl.tournament({"review": follower, rival: rival}, game, deals=deals, seed=5, progress=False)
            print(str(met).split("\n\n")[2])


if __name__ == "__main__":
    main()
