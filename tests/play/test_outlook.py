"""What a player weighs before a play is what the board counts after it."""

from __future__ import annotations

import pytest

from domino_lab.catalogue import rulesets
from domino_lab.core.actions import Play
from domino_lab.core.chain import Laid
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.legal import legal
from domino_lab.play.timeline import play_out
from domino_lab.rules.ruleset import Ruleset

COUNTING = [rules for rules in rulesets() if rules.solo is None and rules["play_score"] == "multiple"]


def joined(rules: Ruleset, chain, play: Play):
    return chain.lay(play.tile, play.end, play.out, spins=rules.arms.spins(play.tile, chain), sides=rules.arms.sides)


@pytest.mark.parametrize("rules", COUNTING, ids=lambda rules: rules.id)
def test_a_play_is_worth_beforehand_what_the_table_counts_afterwards(rules: Ruleset) -> None:
    weighed = 0
    for hand in range(4):
        for step in play_out(rules, Shuffle(seed=4, hand=hand), policies="random").steps[:-2]:
            chain = step.state.chain
            outlook = rules.scoring.outlook(chain)
            for play in legal(step.state):
                if isinstance(play, Play) and outlook is not None:
                    after = joined(rules, chain, play)
                    newest: Laid = after.laid[-1]
                    assert rules.scoring.worth_next(chain, outlook, newest) == rules.scoring.worth(after)
                    weighed += 1
    assert weighed > 50
