"""A hand under other rules: which actions are copied, where another place will do, and what is laid again."""

from __future__ import annotations

import pytest

import domino_lab as dl
from domino_lab.catalogue import get, rulesets
from domino_lab.core.actions import Play
from domino_lab.core.chain import OpenEnd
from domino_lab.core.errors import RulesetError
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.explain.replay import lay_again, repeat, replay
from domino_lab.play.hand import advance
from domino_lab.play.legal import plays
from domino_lab.play.timeline import play_out
from domino_lab.record.read_deal import blank
from domino_lab.record.writer import write
from tests.vectors.reading import study


def test_a_closed_end_gives_way_to_another_of_the_same_tile_and_value() -> None:
    """All Fives leaves the tips open from the start; in Five Up the 5-0 has to lie on a side instead."""
    free, sides = (advance(blank(get(name)).state, Play(Tile(5, 5))).state for name in ("all-fives", "five-up"))
    tip = Play(Tile(0, 5), OpenEnd(0, 2, 5), 0)
    assert advance(free, tip).state.chain.laid[1].parent_edge == 2
    copied = repeat(sides, tip, sides.turn)
    assert copied is not None
    assert copied.state.chain.laid[1].parent_edge in (0, 1)


def test_a_tile_that_another_edge_would_leave_other_ends_is_not_copied() -> None:
    """The 5-2 leaves a 2 on the 5; where touching halves make seven the 2 would have to touch it and the 5 be left."""
    state = advance(blank(get("all-sevens")).state, Play(Tile(5, 6))).state
    assert repeat(state, Play(Tile(2, 5), OpenEnd(0, 0, 5), 2), state.turn) is not None  # 5-2 is wild: both ways
    assert repeat(state, Play(Tile(1, 5), OpenEnd(0, 0, 5), 1), state.turn) is None


@pytest.mark.parametrize("turns_up", [False, True])
def test_under_rules_that_turn_up_a_tile_it_begins_and_under_others_it_goes_back(turns_up: bool) -> None:
    """HOUSE-FIRST-TILE: of one recorded deal, the front of the boneyard lies on the table or is still to be drawn."""
    plain = get("draw").but(deal=5, first_leader="lot", lead_tile="any", lead_fallback="none")
    up = plain.but(first_tile="boneyard")
    own, other = (up, plain) if turns_up else (plain, up)
    shuffle = Shuffle(seed=3)
    front, *rest = shuffle.order(plain.equipment.set)[10:]
    state = replay(play_out(own, shuffle, seats=2, policies="greedy"), other).steps[0].state
    assert [laid.tile for laid in state.chain.laid] == ([] if turns_up else [front])
    assert state.stock == ((front, *rest) if turns_up else tuple(rest))


def test_a_tile_that_leads_because_nobody_held_a_double_leads_again() -> None:
    """HS-LEAD-2: by the same rules the hand is the same; under rules with another way out, the named leader leads."""
    rules = get("hainscho").but(deal=3)
    orders = (Shuffle.of(Shuffle(seed=seed).order(rules.equipment.set)) for seed in range(50))
    hand = next(hand for hand in (play_out(rules, order, seats=2) for order in orders)
                if hand.steps[0].state.lead.turns_up)
    assert replay(hand, rules).steps == hand.steps
    assert dl.load(write(hand)).steps == hand.steps
    other = replay(hand, rules.but(lead_fallback="draw")).steps[0].state
    assert (other.chain.laid, other.stock[0]) == ((), hand.steps[0].state.chain.laid[0].tile)


def test_a_hand_that_leaves_out_the_boneyard_has_no_tile_to_turn_up() -> None:
    hand = dl.load('ruleset = "draw"\n[deal]\nholdings = [["6-6", "5-1"], ["5-3", "3-3"]]\nleader = 0\n')
    up = get("draw").but(first_tile="boneyard", first_leader="lot", lead_tile="any", lead_fallback="none")
    with pytest.raises(RulesetError, match="this hand does not say which tile that is"):
        replay(hand, up)


def test_a_tile_is_laid_again_where_it_lay() -> None:
    for rules in rulesets():
        if rules.solo is not None or rules["visibility"] == "blind":
            continue
        line = dl.play_out(rules, seed=4, policies="random")
        found = lay_again(line.state.chain, rules)
        assert found.refused is None, found.refused.text
        assert found.state.chain.shape() == line.state.chain.shape()
        ends = rules.open_ends(line.state.chain)    # whoever may play there, because a study has no turns
        assert sorted(end.value for end in found.state.open_ends) == sorted(end.value for end in ends)


def test_two_equal_tiles_cannot_lie_where_there_is_one_of_each() -> None:
    state = study(get("two-box"))
    for tile in (Tile(5, 5, 0), Tile(5, 5, 1)):
        state = advance(state, plays(state.rules, state.chain, [tile])[0]).state
    assert lay_again(state.chain, get("all-fives")).refused.id == "GEN-DEAL-1"
    assert lay_again(state.chain, get("two-box-cutthroat")).refused is None


def test_a_tile_that_other_rules_refuse_is_refused_at_the_end_it_joined() -> None:
    """A7-MATCH-1: 6-3 lay on the 6 of 6-5, where a 1 would be needed; nothing is said of the 5."""
    chain = dl.lay("block", "6-5 6-3").state.chain
    found = lay_again(chain, get("all-sevens"))
    assert found.refused is not None
    assert (found.refused.facts["value"], found.refused.facts["need"]) == (6, 1)
