"""Pairs of rulesets that one shuffle can be dealt under, and what is drawn with them."""

from __future__ import annotations

from hypothesis import strategies as st

from domino_lab.catalogue import rulesets
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.ruleset_comparison import Comparison, follow
from domino_lab.rules.ruleset import Ruleset, alike
from tests.rules.random_rules import tables_of


def common_seats(rules: list[Ruleset]) -> list[int]:
    """The numbers of players, five at most, for which all of them have enough tiles."""
    counts = [[n for n in tables_of(one) if n <= 5] for one in rules]
    return sorted(set(counts[0]).intersection(*counts[1:]))


RIVALS = [rules for rules in rulesets() if rules.solo is None and common_seats([rules])]


@st.composite
def books(draw: st.DrawFn) -> list[Ruleset]:
    """Two to four rulesets over one set of tiles, for one number of players."""
    wanted = draw(st.lists(st.sampled_from(RIVALS), min_size=2, max_size=4))
    found = [wanted[0]]
    for rules in wanted[1:]:
        if alike([found[0], rules]) and common_seats([*found, rules]):
            found.append(rules)
    return found if len(found) > 1 else [found[0], found[0]]


@st.composite
def comparisons(draw: st.DrawFn) -> Comparison:
    """One shuffle under some of them, played by anybody."""
    rules = draw(books())
    return follow(
        Shuffle(seed=draw(st.integers(0, 10**6)), hand=draw(st.integers(0, 3))),
        rules,
        seats=draw(st.sampled_from(common_seats(rules))),
        policies=draw(st.sampled_from([None, "random", "greedy", "heaviest", "doubles"])),
        leader=draw(st.sampled_from(["same", "same", "own"])),
    )
