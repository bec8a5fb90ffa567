"""Domino Patience and Five's the Limit (DP-1 to DP-4, FL-1)."""

from __future__ import annotations

from domino_lab.catalogue import get
from domino_lab.core.actions import Draw, Play
from domino_lab.play.legal import judge, legal
from tests.solitaire.dealt import after, opened, played, tile

STOCK = "3-3 6-4"


def fits(state, each) -> bool:
    return any(end.value in each[:2] for end in state.open_ends)


def test_dp_1_any_of_five_tiles_may_be_set() -> None:
    state = opened("patience", holding="6-6 5-4 3-0 2-1 0-0", stock=STOCK)
    assert legal(state) == tuple(Play(each) for each in sorted(state.holdings[0]))


def test_dp_3_one_draws_only_when_nothing_fits_and_one_tile_at_a_time() -> None:
    for hand in range(20):
        for step in played(get("patience"), hand)[1:-1]:
            able = any(fits(step.state, each) for each in step.state.holdings[0])
            assert (legal(step.state) == (Draw(),)) == (not able)


def test_dp_4_won_with_an_empty_hand_though_tiles_lie_face_down() -> None:
    state = after(opened("patience", holding="1-0 2-1", stock=STOCK), Play(tile("1-0")))
    assert state.over is None
    state = after(state, legal(state)[0])
    assert (state.over, state.boneyard) == ("won", 2)


def test_dp_4_lost_when_nothing_fits_and_nothing_lies_face_down() -> None:
    state = opened("patience", holding="1-0 6-5", stock="3-2")
    state = after(state, Play(tile("1-0")), Draw())
    assert (state.over, state.left) == ("lost", 2)


def test_fl_1_a_sixth_tile_is_never_held() -> None:
    most = [len(step.state.holdings[0]) for hand in range(30) for step in played(get("fives-limit"), hand)]
    assert max(most) == 5
    assert max(len(step.state.holdings[0]) for hand in range(30) for step in played(get("patience"), hand)) > 5


def test_fl_1_five_tiles_that_do_not_fit_lose_where_domino_patience_draws_on() -> None:
    """By hand: 1-0 is set, four tiles are left, the drawn one makes five, and none has a 1 or a blank."""
    deal = {"holding": "1-0 6-6 5-5 4-4 3-3", "stock": "6-5 6-1"}
    limit = after(opened("fives-limit", **deal), Play(tile("1-0")), Draw())
    assert (limit.over, limit.left) == ("lost", 5)
    free = after(opened("patience", **deal), Play(tile("1-0")), Draw())
    assert legal(free) == (Draw(),)
    assert after(free, Draw()).over is None


def test_fl_1_a_fifth_tile_that_fits_may_be_laid() -> None:
    state = after(opened("fives-limit", holding="1-0 6-6 5-5 4-4 3-3", stock="6-1"), Play(tile("1-0")), Draw())
    assert state.over is None
    assert [action.tile for action in legal(state)] == [tile("6-1")]


def test_fl_1_with_five_tiles_in_hand_a_draw_is_refused_by_the_limit() -> None:
    state = opened("fives-limit", holding="6-6 5-4 3-0 2-1 0-0", stock=STOCK)
    assert judge(state, Draw()).clause == "FL-1"
    assert judge(opened("patience", holding="6-6 5-4 3-0 2-1 0-0", stock=STOCK), Draw()).clause == "DP-3"


def test_the_limit_is_the_only_difference() -> None:
    """Wherever both go on, both allow the same."""
    for hand in range(20):
        limit, free = played(get("fives-limit"), hand), played(get("patience"), hand)
        for one, other in zip(limit, free, strict=False):
            assert one.state.over == "lost" or legal(one.state) == legal(other.state)
