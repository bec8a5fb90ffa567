"""Moves as text: what is typed for a move means that move."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st

import domino_lab as dl
from domino_lab.catalogue import rulesets
from domino_lab.core.actions import Play
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.hand import advance
from domino_lab.play.legal import legal
from domino_lab.play.move_text import format_move, parse_move
from domino_lab.play.timeline import play_out


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(rulesets()), st.integers(0, 10**6), st.data())
def test_what_is_typed_for_a_move_means_that_move(rules, seed, data):
    """Of two equal tiles or places either will do: the position is the same."""
    hand = play_out(rules, Shuffle(seed=seed), policies="random")
    state = data.draw(st.sampled_from([step.state for step in hand.steps if step.state.over is None] or [None]))
    if state is None:
        return
    action = data.draw(st.sampled_from(legal(state)))
    meant = advance(state, parse_move(state, format_move(state, action))).state
    wanted = advance(state, action).state
    assert meant.chain.shape() == wanted.chain.shape()
    assert [sorted(t[:2] for t in held) for held in meant.holdings] == [
        sorted(t[:2] for t in held) for held in wanted.holdings]


def test_a_half_outward_can_be_chosen_where_there_is_a_choice():
    """In All Sevens a wild tile (4-3) may lie either way round; both ways are typed differently."""
    state = dl.lay("all-sevens", "6-5").state
    plays = [play for play in legal(state) if isinstance(play, Play) and str(play.tile) == "4-3"]
    texts = [format_move(state, play) for play in plays]
    assert len(set(texts)) == len(plays) == 4
    assert [parse_move(state, text) for text in texts] == plays
