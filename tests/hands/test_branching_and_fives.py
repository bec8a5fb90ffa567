"""Hands of Block and Draw, Five Up and the cousins of All Fives: what each was chosen to show, worked out by hand."""

from __future__ import annotations

from collections import Counter

from domino_lab import hands
from domino_lab.catalogue import get
from domino_lab.core.events import Scored
from domino_lab.core.tiles import Tile
from domino_lab.play.settlement import settle_holdings
from domino_lab.record import read
from tests.hands.differing import under

COUNTS = {3: 1, 5: 1, 6: 2, 9: 3, 10: 2, 12: 4, 15: 8, 18: 6, 20: 4}
"""What a count is worth in Fives and Threes, as the published rules list it; no other count of two ends scores."""
ENDS = (*range(7), 8, 10, 12)
"""What one end may count: a half of a tile, or both halves of a double, which is there only once."""


def hand(name):
    return read(hands.text(name), get)


def counts(line):
    return [step.state.board_count.total for step in line.steps[1:] if step.judged is not None]


def cases(line, step):
    return {(ruling.id, ruling.case) for ruling in line.steps[step].rulings}


def neighbours(line, tile):
    laid = line.state.chain.laid
    number = next(n for n, found in enumerate(laid) if found.tile == Tile.of(tile))
    return sum(found.parent == number for found in laid) + (laid[number].parent >= 0)


def test_bd1_lay_1_a_double_that_is_not_the_first_takes_four_tiles():
    line = hand("block-and-draw-every-double")
    assert {tile: neighbours(line, tile) for tile in ("6-6", "0-0", "1-1", "3-3")} == {
        "6-6": 1, "0-0": 4, "1-1": 3, "3-3": 1}


def test_bd1_score_1_the_winners_own_pips_come_off_for_each_rival():
    line = hand("block-and-draw-all-drawn")
    held = [sum(tile.weight for tile in holding) for holding in line.state.holdings]
    assert line.state.over == "blocked"
    assert not line.state.stock
    assert (held, line.steps[-1].settled.winner) == ([11, 59, 7, 13], 2)
    assert line.steps[-1].settled.award == (11 - 7) + (59 - 7) + (13 - 7)


def test_fu_score_1_the_line_goes_on_and_the_double_counts_no_more():
    line = hand("five-up-whole-hand")
    assert counts(line)[:5] == [2 + 1, 1 + 2 + 2, 1 + 4, 4 + 6, 4 + 6 + 5]
    assert [step.points for step in line.steps[1:6]] == [0, 1, 1, 2, 3]
    assert neighbours(line, "2-2") == 3


def test_fu_draw_1_one_tile_is_drawn_and_then_the_turn_is_over():
    line = hand("five-up-whole-hand")
    assert [step.action.kind for step in line.steps[8:12]] == ["play", "draw", "pass", "play"]
    assert ("FU-DRAW-1", "pass_enough") in cases(line, 10)
    assert len(line.steps[10].state.stock) > get("five-up")["reserve"]


def test_fu_score_1_side_free_only_the_double_that_was_set_tells_the_two_ways_apart():
    text = hands.text("five-up-side-still-free")
    free, sheet = read(text, get), read(under(text, "five-up"), get)
    assert counts(free)[:4] == [10, 10 + 0, 10 + 0 + 0, 4]
    assert counts(sheet)[:4] == [10, 0, 0, 4]
    assert counts(free)[3:] == counts(sheet)[3:]


def test_fu_score_3_eight_pips_are_one_full_five_but_nearest_to_ten():
    names = ("five-up", "five-up/nearest")
    assert [settle_holdings(get(name), [[], [Tile(5, 3)]]).award for name in names] == [1, 2]


def test_who_draws_here_would_lay_where_every_double_branches():
    line = hand("five-up-two-ends-only")
    drawer, before = line.steps[8].seat, line.steps[7].state
    assert line.steps[8].action.kind == "draw"
    assert Tile.of("3-2") in before.holdings[drawer]
    game = read(under(hands.text("five-up-two-ends-only"), "five-up"), get)
    assert game.problems[0].clause == game.rules.clauses["draw_when"]
    assert "3-2" in game.problems[0].message


def test_af0_score_5_eleven_pips_are_ten_points_undivided_and_two_divided():
    names = ("all-fives", "all-fives/undivided")
    assert [settle_holdings(get(name), [[], [Tile(6, 5)]]).award for name in names] == [2, 10]


def test_mg_claim_1_an_overlooked_score_goes_to_the_next_player():
    line = hand("muggins-overlooked-scores")
    taken = [(event.seat, event.points, step.seat) for step in line.steps for event in step.events
             if isinstance(event, Scored) and event.seat != step.seat]
    assert taken == [(0, 10, 1), (1, 10, 0)]


def test_mg_score_2_after_a_block_each_player_scores_the_difference_to_each_heavier_hand():
    """Ana holds 32, Ben 16 and Cleo 36, by the 6-6 6-1 6-2 1-0 1-1 2-0, the 5-5 6-0, and all that Cleo drew."""
    text = hands.text("muggins-everyone-scores-after-a-block")
    assert read(text, get).state.scores == (5 + 4, (32 - 16) + (36 - 16), 20)
    assert read(under(text, "muggins"), get).state.scores == (5, 70, 20)


def test_sn_draw_2_two_players_leave_two_tiles_and_more_leave_none():
    assert get("sniff").drawing.possible(2) is False
    assert get("sniff/more-players").drawing.possible(1) is True
    drawn = Counter(step.action.kind for step in hand("sniff-two-tiles-at-most").steps[12:15])
    assert drawn == {"draw": 2, "pass": 1}


def test_ft_score_1_threes_and_fives_add_up():
    scoring = get("fives-and-threes").scoring
    totals = {one + other for one in ENDS for other in ENDS if one != other or one <= 6}
    assert {total: scoring.points(total) for total in totals if scoring.points(total)} == COUNTS


def test_ft_match_1_eight_points_too_many_do_not_count_and_two_that_fit_win():
    line = hand("fives-and-threes-exactly-61")
    assert line.steps[12].state.board_count.total == 15
    assert line.steps[12].state.scores == line.steps[11].state.scores == (59, 54)
    assert (line.state.over, line.state.scores) == ("target", (61, 54))
