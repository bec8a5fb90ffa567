"""Records of the six patience games: their deals, their moves, and what can be wrong in them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from domino_lab.catalogue import get, rulesets
from domino_lab.core.actions import Draw, Remove, Say, Shift
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile, tiles
from domino_lab.play.timeline import Note, play_out
from domino_lab.record import move_numbers, read, write
from tests.record.test_read_moves_games import moves, problems

NOTES = [Note("Look."), Note(ask="What now?", about="legal"), Note("So.", ask="Is it won?", hint="Count.")]
ALONE = [rules for rules in rulesets() if rules.solo is not None]


# --- round trips ---------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(ALONE), st.integers(0, 10**6), st.booleans(), st.data())
def test_a_record_round_trips(rules, seed, given_order, data):
    shuffle = Shuffle(seed=seed)
    shuffle = Shuffle.of(shuffle.order(rules.equipment.set)) if given_order else shuffle
    hand = play_out(rules, shuffle, names=data.draw(st.sampled_from([[], ["Ana"]])), policies="random")
    last = len(hand) - 1
    hand = hand.upto(data.draw(st.integers(0, last).filter(lambda step: step != last - 1)))
    noted = data.draw(st.dictionaries(st.integers(0, len(hand) - 1), st.sampled_from(NOTES), max_size=4))
    hand = replace(hand, notes=noted)
    back = read(write(hand), get)
    assert back.problems == ()
    assert back.notes == hand.notes
    assert back.steps == hand.steps
    assert write(back) == write(hand)
    assert write(replace(back, text="")) == write(hand)


def test_a_patience_has_no_players_and_its_end_is_won_or_lost():
    text = write(play_out(get("twelve-to-go"), Shuffle(seed=1), policies="random"))
    assert "players" not in text
    assert text.rstrip().endswith(('how = "won"', 'how = "lost"'))


# --- what the keys mean ----------------------------------------------------------------------------------------------


def test_s_bi_1_numbers_are_said_over_a_row():
    """BI-2: eleven is spoken when 5-6 is met for the fourth time."""
    text = 'ruleset = "bingo"\n[deal]\nrow = ["0-0", "5-6", "1-1"]\n' + moves(
        'say = 3\nremove = ["0-0", "1-1"]', 'say = 9\nremove = ["5-6"]') + '[end]\nhow = "won"\n'
    hand = read(text, get)
    assert hand.problems == ()
    assert hand.actions == (Say(),) * 12
    assert move_numbers(hand) == (1, 1, 1) + (2,) * 9
    assert problems(text.replace('["0-0", "1-1"]', '["0-0"]')) == [(6, 1, "REC-STATED")]
    assert problems(text.replace("say = 9", "say = 10"))[0][1:] == (2, "GEN-OVER-1")


def test_a_tile_that_goes_in_a_later_round_stays_where_it_does_not_meet_its_number():
    """By hand: over two tiles 1-0 hears 0, 2, 4 ... 12 and then, as the fifteenth number, its 1."""
    text = 'ruleset = "bingo/choice"\n[deal]\nrow = ["1-0", "6-6"]\n'
    hand = read(text + moves('say = 15\nremove = ["1-0"]'), get)
    assert hand.problems == ()
    assert hand.actions == (*[Say()] * 14, Remove(tiles("1-0")))
    assert problems(text + moves('say = 14\nremove = ["1-0"]')) == [(6, 1, "REC-STATED")]


def test_bi_2_where_a_tile_may_stay_only_the_listed_ones_go():
    text = 'ruleset = "bingo/choice"\n[deal]\nrow = ["0-0", "5-6", "1-1"]\n'
    hand = read(text + moves('say = 3\nremove = ["1-1"]'), get)
    assert hand.problems == ()
    assert hand.actions == (Say(), Say(), Remove(tiles("1-1")))
    assert problems(text + moves('say = 3\nremove = ["5-6"]')) == [(6, 1, "REC-STATED")]
    assert problems(text + moves('remove = ["5-6"]')) == [(4, 1, "BI-2")]


def test_ko_1_the_order_of_a_name_is_how_the_tile_lies():
    text = 'ruleset = "knock-out"\n[deal]\nrow = ["1-2", "{}", "3-0", "0-4"]\n[[move]]\nremove = ["2-3", "1-2"]\n'
    assert problems(text.format("2-3")) == []
    assert problems(text.format("3-2")) == [(4, 1, "KO-2")]


COLUMNS = 'ruleset = "five-columns"\n[deal]\nreserve = ["6-6", "1-0", "3-3"]\n' \
    'columns = [["0-0"], ["2-1", "5-5"], ["6-4", "1-1"], ["4-2", "6-0"], ["3-1", "2-0"]]\n'


def test_fc_4_a_tile_is_shifted_into_an_emptied_column():
    hand = read(COLUMNS + moves('remove = ["6-6", "0-0"]', 'shift = "5-5"\nto = 0'), get)
    assert hand.problems == ()
    assert hand.actions == (Remove(tiles("6-6 0-0")), Shift(Tile(5, 5), 0))
    assert hand.state.columns[0] == (Tile(5, 5),)


@pytest.mark.parametrize(("move", "wanted"), [
    ('shift = "5-5"\nto = 2', (7, 2, "FC-4")),               # that column is not empty
    ('shift = "2-1"\nto = 0', (7, 2, "FC-2")),               # not at the bottom
    ('shift = "5-5"', (7, 2, "REC-KEY")),                    # where to?
    ('remove = ["5-5", "2-0"]\nto = 1', (9, 2, "REC-KEY")),
    ('remove = ["5-5", "6-0"]', (7, 2, "FC-3")),             # 16 pips
    ('remove = ["5-5", "x"]', (8, 2, "REC-VALUE")),
    ('stack = "5-5"', (8, 2, "REC-KEY")),
    ("pass = true", (8, 2, "REC-KEY")),
    ("say = 1", (7, 2, "FC-3")),
])
def test_what_five_columns_does_not_allow(move, wanted):
    assert problems(COLUMNS + moves('remove = ["6-6", "0-0"]', move)) == [wanted]


LINE = 'ruleset = "{rules}"\n[deal]\nholding = ["1-1", "1-2"]\nstock = ["6-6", "2-0"]\n'


def test_dp_3_a_tile_is_drawn_when_nothing_fits():
    hand = read(LINE.format(rules="patience") + "stock_complete = true\n"
                + moves('play = "1-1"', 'play = "1-2"') + '[end]\nhow = "won"\n', get)
    assert hand.problems == ()
    stuck = LINE.format(rules="patience").replace('"1-2"', '"6-5"') + moves('play = "1-1"', "draw = 2", 'draw = "5-1"')
    hand = read(stuck, get)
    assert hand.problems == ()
    assert hand.actions[-1] == Draw(Tile(1, 5))


def test_a_deal_of_another_size_is_a_remark_and_no_problem():
    hand = read(COLUMNS, get)
    assert hand.problems == ()
    assert [(remark.line, remark.clause) for remark in hand.remarks] == [(2, "REC-DEAL")]
    assert "12 tiles face up and 0 face down" in hand.remarks[0].message
    assert read(write(play_out(get("twelve-to-go"), Shuffle.of(get("bingo").equipment.set.tiles))), get).remarks == ()


def test_the_tiles_before_the_player_can_be_marked():
    assert problems(COLUMNS + 'mark = ["6-6", "2-1"]\n') == []
    assert problems(COLUMNS + 'mark = ["6-5"]\n') == [(5, None, "REC-VALUE")]


@pytest.mark.parametrize("key", ["row", "holding"])
def test_the_six_tiles_face_up_may_be_called_a_holding(key):
    text = f'ruleset = "twelve-to-go"\n[deal]\n{key} = ["6-2", "3-1", "2-0"]\nstock = ["6-6", "6-4"]\n' \
        "stock_complete = true\n" + moves('remove = ["6-2", "3-1"]', 'remove = ["6-4", "2-0"]')
    text += '[end]\nhow = "lost"\n'
    hand = read(text, get)
    assert hand.problems == ()
    assert write(hand) == text
    assert [len(step.state.row) for step in hand.steps] == [3, 3, 1, 1]
    assert problems(text.replace('["6-4", "2-0"]', '["6-4", "6-6"]'))[0][1:] == (2, "TT-2")


@pytest.mark.parametrize(("name", "lines"), [("bingo", 1), ("knock-out", 1), ("twelve-to-go", 1), ("five-columns", 6)])
def test_the_tiles_of_a_seed_stand_beside_it(name, lines):
    """As they lie: what the comments say is the stated deal of the same hand."""
    hand = play_out(get(name), Shuffle(seed=2)).upto(0)
    comments = [line for line in write(hand).splitlines() if line.startswith("#")]
    assert len(comments) == lines
    said = " ".join(line.partition(": ")[2] for line in comments).split()
    dealt = hand.rules.solo.deal_of(hand.steps[0].state)
    assert said == [*(tile for column in dealt.get("columns", []) for tile in column),
                    *dealt.get("row", []), *dealt.get("reserve", [])]


# --- what can be wrong -----------------------------------------------------------------------------------------------

BAD = {
    "no deal": ('ruleset = "bingo"\n', (None, None, "REC-KEY")),
    "a deal of another game": ('ruleset = "bingo"\n[deal]\nholdings = [["5-5"]]\n', (3, None, "REC-KEY")),
    "a part of another patience": ('ruleset = "bingo"\n[deal]\nrow = ["5-5"]\nreserve = ["1-1"]\n',
                                   (4, None, "REC-KEY")),
    "six tiles named twice": ('ruleset = "twelve-to-go"\n[deal]\nholding = ["5-5"]\nrow = ["1-1"]\n',
                              (4, None, "REC-KEY")),
    "a holding without a stock to come": ('ruleset = "knock-out"\n[deal]\nholding = ["5-5"]\n', (3, None, "REC-KEY")),
    "nothing that is dealt": ('ruleset = "five-columns"\n[deal]\nreserve = ["5-5"]\n', (2, None, "REC-KEY")),
    "a row without tiles": ('ruleset = "bingo"\n[deal]\nrow = []\n', (3, None, "REC-VALUE")),
    "a tile twice": ('ruleset = "twelve-to-go"\n[deal]\nrow = ["5-5"]\nstock = ["5-5"]\n', (4, None, "GEN-DEAL-1")),
    "a tile twice in the columns": ('ruleset = "five-columns"\n[deal]\ncolumns = [["5-5"],\n["5-5"]]\n',
                                    (3, None, "GEN-DEAL-1")),
    "a foreign tile": ('ruleset = "knock-out"\n[deal]\nrow = ["7-7"]\n', (3, None, "GEN-DEAL-1")),
    "a malformed tile": ('ruleset = "knock-out"\n[deal]\nrow = ["7"]\n', (3, None, "REC-VALUE")),
    "columns that are none": ('ruleset = "five-columns"\n[deal]\ncolumns = ["5-5"]\n', (3, None, "REC-VALUE")),
    "a seed and a row": ('ruleset = "bingo"\n[deal]\nseed = 1\nrow = ["5-5"]\n', (4, None, "REC-KEY")),
    "two players": ('ruleset = "bingo"\nplayers = ["A", "B"]\n[deal]\nseed = 1\n', (2, None, "REC-VALUE")),
    "a match": ('ruleset = "bingo"\n[match]\nhand = 2\n[deal]\nseed = 1\n', (2, None, "REC-KEY")),
    "an end too early": ('ruleset = "bingo"\n[deal]\nrow = ["5-5"]\n[end]\nhow = "won"\n', (4, None, "REC-STATED")),
    "a wrong end": ('ruleset = "bingo"\n[deal]\nrow = ["0-0"]\n[[move]]\nsay = 1\n[end]\nhow = "lost"\n',
                    (7, None, "REC-STATED")),
    "a number of nothing": ('ruleset = "bingo"\n[deal]\nrow = ["0-0"]\n[[move]]\nsay = 0\n', (5, 1, "REC-VALUE")),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_names_its_place_and_clause(name):
    text, wanted = BAD[name]
    assert problems(text) == [wanted]
    assert isinstance(write(read(text, get)), str)


# --- a file keeps what its writer wrote ------------------------------------------------------------------------------


def test_moves_after_the_file_are_added_in_their_own_words():
    text = COLUMNS + "# a fine start\n" + moves('remove = ["0-0", "6-6"]  # in any order')
    hand = read(text, get)
    played = hand.play(Shift(Tile(5, 5), 0))
    assert write(played) == text + '[[move]]\nshift = "5-5"\nto = 0\n'
    assert read(write(played), get).steps == played.steps
    assert write(hand) == text


def test_a_broken_off_pass_over_a_row_is_written_as_far_as_it_went():
    text = 'ruleset = "bingo"\n[deal]\nrow = ["0-0", "5-6", "1-1"]\n' + moves("say = 3")
    hand = read(text, get)
    part = replace(hand.upto(2), text=text)
    assert read(write(part), get).actions == (Say(), Say())
    assert write(hand) == text
