"""Five Columns: what lies free, what may be moved, and when the game is dead (FC-1 to FC-7)."""

from __future__ import annotations

from itertools import combinations

from domino_lab.catalogue import get
from domino_lab.core.actions import Remove, Shift
from domino_lab.core.tiles import tiles
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal
from tests.solitaire.dealt import after, opened, played, tile

TWELVE = 12


def can_still_remove(state) -> bool:
    """Tried out: a pair now, or after any legal moves of tiles that take nothing away."""
    free = [column[-1] for column in state.columns if column] + list(state.reserve)
    if any(one.weight + other.weight == TWELVE for one, other in combinations(free, 2)):
        return True
    for to, column in enumerate(state.columns):
        for other, from_column in enumerate(state.columns):
            if not column and len(from_column) > 1:
                columns = list(state.columns)
                columns[to], columns[other] = (from_column[-1],), from_column[:-1]
                moved = opened_columns(columns, state.reserve)
                if moved.over != "lost" and can_still_remove(moved):
                    return True
    return False


def opened_columns(columns, reserve):
    return opened("five-columns", columns=[" ".join(map(str, column)) for column in columns],
                  reserve=" ".join(map(str, reserve)))


def test_a_game_is_dead_just_when_no_pair_can_go_now_or_after_moves() -> None:
    seen = set()
    for hand in range(40):
        for step in played(get("five-columns"), hand)[:-1]:
            assert can_still_remove(step.state)
        last = played(get("five-columns"), hand)[-1].state
        assert not can_still_remove(last)
        seen.add(last.over)
    assert seen == {"won", "lost"}


def test_fc_4_a_move_to_an_empty_column_keeps_a_game_alive() -> None:
    """By hand: 6-6 and 0-0 lie in one column, and 5-5 has no partner; with 0-0 moved away, 6-6 lies free."""
    state = opened("five-columns", columns=["6-6 0-0", "", "5-5"], reserve="")
    assert state.over is None
    assert legal(state) == (Shift(tile("0-0"), 1),)
    state = after(state, Shift(tile("0-0"), 1))
    assert legal(state)[0] == Remove(tiles("0-0 6-6"))
    assert after(state, legal(state)[0]).over == "lost"


def test_moves_that_free_no_pair_do_not_keep_a_game_alive() -> None:
    state = opened("five-columns", columns=["6-5 0-0", "", "5-5"], reserve="")
    assert state.over == "lost"


def test_two_moves_in_a_row_may_be_needed() -> None:
    """By hand: only 6-6 under two tiles goes with 0-0, and two columns are empty."""
    state = opened("five-columns", columns=["6-6 3-0 2-0", "", "", "0-0"], reserve="")
    assert state.over is None
    state = after(state, Shift(tile("2-0"), 1), Shift(tile("3-0"), 2))
    assert Remove(tiles("0-0 6-6")) in legal(state)


def test_fc_2_free_are_the_last_of_each_column_and_the_reserve() -> None:
    state = opened("five-columns", columns=["6-6 5-0", "4-4 3-1"], reserve="5-2 1-0")
    assert set(state.free) == set(tiles("5-0 3-1 5-2 1-0"))
    assert legal(state) == (Remove(tiles("5-0 5-2")),)


def test_fc_5_the_reserve_is_not_filled_up() -> None:
    state = after(opened("five-columns", columns=["6-6 5-0", "4-4 3-1"], reserve="5-2 1-0"), Remove(tiles("5-0 5-2")))
    assert state.reserve == tiles("1-0")


def test_refusals_come_from_the_clause_that_says_so() -> None:
    state = opened("five-columns", columns=["6-6 0-0", "4-4 3-1", "5-0", ""], reserve="5-2 1-0")
    state = after(state, Remove(tiles("5-0 5-2")))
    tried = {
        ("remove", "6-6 0-0"): "FC-6", ("remove", "4-4 0-0"): "FC-2", ("remove", "5-0 0-0"): "FC-2",
        ("remove", "3-1 0-0"): "FC-3", ("remove", "3-1"): "FC-3",
    }
    assert {key: judge(state, Remove(tiles(key[1]))).id for key in tried} == tried
    moves = {("1-0", 2): "FC-4", ("0-0", 1): "FC-4", ("0-0", 9): "FC-4", ("4-4", 2): "FC-2", ("0-0", 2): "FC-4"}
    assert {key: judge(state, Shift(tile(key[0]), key[1])).id for key in moves} == moves
    assert [judge(state, Shift(tile(name), to)).allowed for name, to in moves] == [False, False, False, False, True]


def test_fc_7_the_only_tile_of_a_column_may_not_be_moved() -> None:
    state = opened("five-columns", columns=["6-6", "", "0-0"], reserve="")
    assert judge(state, Shift(tile("6-6"), 1)).id == "FC-7"


def test_every_game_takes_pairs_of_twelve_away() -> None:
    for hand in range(10):
        steps = played(get("five-columns"), hand)
        for step in steps[1:]:
            if isinstance(step.action, Remove):
                assert sum(each.weight for each in step.action.tiles) == TWELVE
        assert len(steps[-1].state.waste) == 28 - steps[-1].state.left


def test_a_move_to_the_only_empty_column_may_make_a_game_dead() -> None:
    """By hand: with 0-0 moved 6-6 lies free for it; with 4-0 there, no column is left for 0-0."""
    state = opened("five-columns", columns=["6-6 0-0", "", "5-5 4-0"], reserve="")
    ends = {action: advance(state, action).state.over for action in legal(state)}
    assert ends == {Shift(tile("0-0"), 1): None, Shift(tile("4-0"), 1): "lost"}
