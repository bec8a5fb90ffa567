"""Bingo: the count told a second time, and when it can be lost (BI-1 to BI-4)."""

from __future__ import annotations

from collections.abc import Callable

from domino_lab.catalogue import get
from domino_lab.core.actions import Remove, Say
from domino_lab.core.events import Closed, Said
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal
from domino_lab.play.start import start
from tests.solitaire.dealt import after, opened, played, tile

ROW = "6-2 6-5 2-0 3-2 5-0 3-3 3-1 6-4 6-0 5-5 6-3 4-2 5-2 4-3"
NUMBERS = 13


def retold(row: list[Tile], stays: Callable[[int], bool] = lambda _met: False) -> list[Tile]:
    """Who is left when the count is done over list after list, without any state in between."""
    said, met, began = 0, 0, set()
    while row and (tuple(row), said % NUMBERS) not in began:
        began.add((tuple(row), said % NUMBERS))
        kept = []
        for each in row:
            meets = each.low + each.high == said % NUMBERS
            met += meets
            said += 1
            if not meets or stays(met):
                kept.append(each)
        row = kept
    return row


def test_the_automatic_game_leaves_what_a_count_over_lists_leaves() -> None:
    rules = get("bingo")
    for hand in range(25):
        row = list(start(rules, Shuffle(seed=5, hand=hand)).state.row)
        assert [each for each in played(rules, hand)[-1].state.row if each is not None] == retold(row)


def test_bi_4_a_game_is_only_ever_lost_with_13_or_26_tiles() -> None:
    """With any other number of tiles the numbers move on, and in 13 rounds every tile meets its own."""
    left = {len(retold(list(start(get("bingo"), Shuffle(seed=8, hand=hand)).state.row))) for hand in range(120)}
    assert left == {0, 13, 26}


def test_there_is_nothing_to_choose() -> None:
    assert {len(legal(step.state)) for step in played(get("bingo"), 4)[:-1]} == {1}


def test_bi_2_numbers_run_from_0_to_12_and_round_again_over_every_tile() -> None:
    said = [event.number for step in played(get("bingo"), 4) for event in step.events if isinstance(event, Said)]
    assert said == [place % NUMBERS for place in range(len(said))]


def test_bi_3_gaps_close_at_the_end_of_a_row_and_not_before() -> None:
    state = opened("bingo", row="0-0 6-6 5-6")
    first = advance(state, Say())
    assert first.state.row[0] is None
    assert not any(isinstance(event, Closed) for event in first.events)
    last = advance(after(first.state, Say()), Say())
    assert [str(each) for each in last.state.row] == ["6-6", "6-5"]
    assert [event.ruling.facts["number"] for event in last.events if isinstance(event, Closed)] == [3]


def test_one_tile_that_stays_rescues_a_deal_that_the_automatic_game_loses() -> None:
    """By hand: 2-0 meets its 2. Gone, it leaves 13 tiles for 13 numbers; left, the next round begins with 1."""
    automatic = opened("bingo", row=ROW)
    while not automatic.over:
        automatic = after(automatic, Say())
    assert (automatic.over, automatic.left) == ("lost", 13)
    state = after(opened("bingo/choice", row=ROW), Say(), Say())
    assert legal(state) == (Remove((tile("2-0"),)), Say())
    state = after(state, Say())
    while not state.over:
        state = after(state, legal(state)[0])
    assert state.over == "won"
    assert retold(list(opened("bingo", row=ROW).row), lambda met: met == 1) == []


def test_bi_4_who_declines_everything_goes_round_in_a_circle() -> None:
    state, says = opened("bingo/choice", row="1-0 6-6"), 0
    while not state.over:
        state, says = after(state, Say()), says + 1
    assert (state.over, state.left, says) == ("lost", 2, 2 * NUMBERS)


def test_with_the_choice_only_the_tile_that_is_touched_and_meets_its_number_goes() -> None:
    state = opened("bingo/choice", row="1-0 0-0 6-6")
    for other in ("1-0", "0-0", "6-6"):
        assert not judge(state, Remove((tile(other),))).allowed
    assert judge(state, Remove((tile("0-0"),))).case == "not_next"
    assert judge(state, Remove((tile("1-0"),))).case == "no"


def test_a_larger_set_counts_as_far_as_its_heaviest_tile() -> None:
    rules = get("bingo").but(max_pip=9)
    said = [event.number for step in played(rules, 0)[:30] for event in step.events if isinstance(event, Said)]
    assert max(said) == 18
