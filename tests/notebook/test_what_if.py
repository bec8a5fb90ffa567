"""What if: another move after any step, in every game; the hand itself stays as it was."""

from __future__ import annotations

import pytest

import domino_lab as dl
from domino_lab.catalogue import rulesets
from domino_lab.core.errors import IllegalAction, NotationError, RecordError

EXAMPLE = "all-fives-worked-example"
UNKNOWN = """
ruleset = "draw"
players = ["Ana", "Ben"]
[deal]
holdings = [["6-6", "5-1", "4-2"], ["5-3", "3-3", "1-1"]]
leader = 0
[[move]]
play = "6-6"
"""
"""Nobody knows the boneyard, and Ben, who is to move, has no 6."""
every_ruleset = pytest.mark.parametrize("rules", rulesets(), ids=lambda rules: rules.id)


def test_another_tile_makes_another_count_and_the_hand_stays_as_it_was():
    """After 5-5, 5-0 the hand goes on with 3-5: 13. With 5-4 instead it is 10 + 4 + 0 = 14."""
    hand = dl.load(EXAMPLE)
    other = dl.what_if(hand, 2, "5-4", at="5-5")
    assert other.state.board_count.total == 14
    assert len(other) == 4
    assert hand[3].state.board_count.total == 13
    assert other.steps[:3] == hand.steps[:3]


def test_several_moves_one_after_the_other_with_the_place_in_the_text():
    """5-5, then 5-0 on it, then 0-2 on the blank: 10 + 2 = 12; then 2-5 with its 5 outward: 10 + 5 = 15."""
    other = dl.what_if(EXAMPLE, 1, ["5-0", "0-2@5-0", "2-5@0-2"])
    assert [step.state.board_count.total for step in other.steps[1:]] == [10, 10, 12, 15]


def test_without_a_move_the_players_go_on_from_there():
    hand = dl.play_out("all-fives", seed=7)
    assert dl.what_if(hand, 4, then="greedy").steps == hand.steps
    assert dl.what_if(hand, -4, then="greedy").steps == hand.steps
    other = dl.what_if(hand, 4, then=["heaviest", "random"])
    assert other.is_over
    assert other.steps[:5] == hand.steps[:5]


def test_what_is_not_allowed_is_refused_with_its_ruling_and_nothing_is_made():
    with pytest.raises(IllegalAction) as caught:
        dl.what_if(EXAMPLE, 1, "6-6", at="5-5")
    assert caught.value.ruling.clause == "GEN-FIT-1"
    with pytest.raises(IllegalAction) as caught:
        dl.what_if(dl.play_out("block", seed=7), -1, "6-6")
    assert caught.value.ruling.clause == "GEN-OVER-1"


def test_a_call_alone_is_no_move_and_a_step_must_be_there():
    with pytest.raises(RecordError, match="name the tile"):
        dl.what_if("two-box-whole-hand", 6, "call 15")
    with pytest.raises(RecordError, match="no step 99"):
        dl.what_if(EXAMPLE, 99, "6-6")


def test_a_tile_may_be_given_as_a_tile():
    tile, onto = dl.Tile.of("5-4"), dl.Tile.of("5-5")
    other = dl.what_if(EXAMPLE, 2, tile, at=onto)
    assert other.actions == dl.what_if(EXAMPLE, 2, "5-4", at="5-5").actions
    assert other.recipe == dl.what_if(EXAMPLE, 2, "5-4", at="5-5").recipe
    several = [tile, "4-4"]
    assert dl.what_if(EXAMPLE, 2, several).actions == dl.what_if(EXAMPLE, 2, ["5-4", "4-4"]).actions
    assert dl.why_not(EXAMPLE, 1, dl.Tile.of("6-6"), at=onto).clause == "GEN-FIT-1"


@pytest.mark.parametrize("strange", [None, 5, 5.5, True, {}, [None]])
def test_what_is_no_move_is_named(strange):
    for ask in (dl.why_not, dl.what_if, dl.code_of):
        if strange is None and ask is dl.code_of:
            continue
        with pytest.raises(NotationError, match=r"is not a move|\): give a tile|\(action=.*\): give text"):
            ask(EXAMPLE, 2, strange)


def test_a_hand_that_is_cut_no_longer_claims_to_be_made_by_the_line_of_the_whole():
    hand = dl.play_out("block", seed=7)
    assert hand.recipe == 'dl.play_out("block", seed=7)'
    branch = hand.upto(3)
    assert branch.recipe == branch.play(dl.legal(branch.state)[0]).recipe == ""
    assert hand.upto(99).recipe == hand.recipe
