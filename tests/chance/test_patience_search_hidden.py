"""Where tiles lie face down, the hint is a move that no other one beats: counted over all ways they may lie."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

from domino_lab.catalogue import get
from domino_lab.chance.patience_prospects import LIKELY, hint
from domino_lab.chance.patience_search import all_orders
from domino_lab.core.actions import Action
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.hand import advance
from domino_lab.play.legal import legal
from domino_lab.play.timeline import play_out


def ways_won(state: Any, action: Action) -> int:
    """In how many orders of the boneyard the game can be won after that move, by the rules alone."""
    found = (replace(state, stock=order, below=frozenset()) for order in permutations((*state.stock, *state.below)))
    return sum(0 in all_orders(advance(way, action).state).left for way in found)


def test_no_move_can_win_in_more_ways_where_the_hint_wins_in_all_or_none() -> None:
    judged, seen = 0, set()
    for seed in range(60):
        hand = play_out(get("patience"), Shuffle(seed=seed), policies="random")
        for step in range(len(hand) - 2):
            state = hand[step].state
            if state.over is None and state.boneyard == 1 and len(legal(state)) > 1:
                found = hint(hand.upto(step))
                best = max(ways_won(state, action) for action in legal(state))
                if found.kind == LIKELY:
                    judged += 1
                    seen.add(best)
                    assert ways_won(state, found.action) == best
    assert judged
    assert seen == {0, 1}
