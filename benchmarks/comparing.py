"""One deal under four rulesets, and a thousand deals under two and four."""

from __future__ import annotations

from collections.abc import Callable

from domino_lab.catalogue import get
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.ruleset_comparison import follow
from domino_lab.explain.spread import spread

FOUR = ("all-fives", "all-fives/spinner-closed", "five-up", "draw")


def one_deal(seconds: Callable[[Callable[[], object], int], float]) -> float:
    """Seconds to compare four rulesets on one deal: the lines, the marks in words, and the two tables."""
    rules = [get(name) for name in FOUR]

    def compare() -> object:
        found = follow(Shuffle(seed=7), rules)
        return found.sentences, found.differences, found.results

    compare()
    return seconds(compare, 9)


def many_deals(seconds: Callable[[Callable[[], object], int], float], rulesets: int) -> float:
    """Seconds for a thousand deals under so many rulesets, summed up; the better of two runs."""
    rules = [get(name) for name in FOUR[:rulesets]]
    return min(seconds(lambda: spread(Shuffle(seed=7), rules, hands=1000).summary, 1) for _ in range(2))
