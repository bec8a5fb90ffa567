"""A branch of a hand: its title, the line that makes it again, and where nobody can play on."""

from __future__ import annotations

import pytest

import domino_lab as dl
from domino_lab.play.legal import legal
from domino_lab.play.move_text import format_move
from domino_lab.play.policies import POLICIES
from tests.notebook.test_what_if import EXAMPLE, UNKNOWN, every_ruleset


def test_its_title_says_that_it_is_another_line_and_a_branch_of_it_says_no_more():
    hand = dl.play_out("all-fives", seed=7)
    other = dl.what_if(hand, 4, then="heaviest")
    assert other.title == "All Fives, seed 7, hand 1: what if, after step 4"


@every_ruleset
def test_the_line_that_makes_it_makes_it_again_in_every_game(rules):
    hand = dl.play_out(rules.id, seed=3)
    for step in (0, len(hand) // 2):
        before = hand[step].state
        if before.over is None:
            move = format_move(before, legal(before)[-1])
            one = dl.what_if(hand, step, move, then="random")
            assert one.is_over
            assert eval(one.recipe, {"dl": dl}).steps == one.steps


def test_nobody_plays_on_in_a_layout_study():
    with pytest.raises(ValueError, match="nobody holds a tile"):
        dl.what_if(EXAMPLE, 1, then="random")


@pytest.mark.parametrize("policy", POLICIES)
def test_playing_on_stops_where_nobody_knows_the_next_tile_and_says_why(policy):
    hand = dl.load(UNKNOWN)
    other = dl.what_if(hand, 1, then=policy)
    assert not other.is_over
    assert other.steps == hand.steps
    assert [remark.clause for remark in other.remarks] == ["GEN-HOLD-1"]
    assert "Nobody knows which tile" in other.remarks[0].message
    further = dl.what_if(hand, 1, "draw 6-3", then=policy)
    assert str(further[2].action) == "draw"
    assert str(further[3].action) == "play 6-3 on the 6"
