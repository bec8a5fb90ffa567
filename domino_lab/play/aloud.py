"""Aloud: what a play leaves on the table, and its score called in time where the rules ask for that."""

from __future__ import annotations

from domino_lab.actions import Play
from domino_lab.chain import Chain
from domino_lab.play.state import State
from domino_lab.rules.ruleset import Ruleset


def called(state: State, play: Play) -> Play:
    """`play` with its score called aloud, where the rules ask for that and there is one.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.opening import blank
    >>> from domino_lab.tiles import Tile
    >>> called(blank(get("two-box")).state, Play(Tile(5, 5))).call
    10
    """
    rules = state.rules
    if rules["claim"] == "auto" or rules["play_score"] == "none":
        return play
    return play._replace(call=rules.scoring.worth(laid_by(rules, state.chain, play)) or None)


def laid_by(rules: Ruleset, chain: Chain, play: Play) -> Chain:
    """The chain after a play that the rules allow.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.tiles import Tile
    >>> len(laid_by(get("block"), Chain(), Play(Tile(1, 2))).laid)
    1
    """
    tile, end, out, _ = play
    if out is None and end is not None:
        out = rules.fitting[end.value][tile][0]
    return chain.lay(tile, end, out, spins=rules.arms.spins(tile, chain))
