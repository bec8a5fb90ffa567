"""Records of the games that call, stack, turn up, pay and seek: what their keys mean, and what is wrong with them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domino_lab.catalogue import get
from domino_lab.core.actions import Draw, Pass, Play, Stack
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.play.timeline import Note, play_out
from domino_lab.record import read, write


def problems(text):
    return [(problem.line, problem.move, problem.clause) for problem in read(text, get).problems]


def moves(*tables):
    return "".join(f"[[move]]\n{table}\n" for table in tables)


# --- two sets: calls, stacks and equal tiles ---------------------------------------------------------------------

FOUR = 'players = ["Ana", "Ben", "Cleo", "Dan"]\n'
BOX = f'ruleset = "two-box"\n{FOUR}[deal]\nholdings = [["6-6", "6-3", "1-1"], ["6-3", "2-1"], ["6-4", "1-0"], ' \
    '["5-5", "0-0"]]\nleader = 0\n'
CUT = BOX.replace("two-box", "two-box-cutthroat")
FIFTEEN = moves('play = "6-6"', 'play = "6-3"\ncall = 15\nscore = 15\npoints = [0, 15, 0, 0]')


def test_tb_score_2_a_called_score_counts_and_one_that_is_not_called_is_lost():
    assert problems(BOX + FIFTEEN) == []
    silent = read(BOX + moves('play = "6-6"', 'play = "6-3"\nscore = 0'), get)
    assert silent.problems == ()
    assert silent.state.scores == (0, 0, 0, 0)


@pytest.mark.parametrize("call", [10, 0, -5])
def test_tb_score_2_a_wrong_call_scores_nothing(call):
    assert read(BOX + moves('play = "6-6"', f'play = "6-3"\ncall = {call}'), get).state.scores == (0, 0, 0, 0)


def test_tbc_stack_1_a_stack_takes_what_was_scored():
    """6-3 makes 15 (6+6 + 3): Ben's score goes to Cleo, who holds the other 6-3."""
    text = CUT.replace('["6-4", "1-0"]', '["6-3", "1-0"]').replace('["6-6", "6-3", "1-1"]', '["6-6", "6-5", "1-1"]')
    hand = read(text + FIFTEEN + moves('stack = "6-3"\nat = "#2"\npoints = [0, -15, 15, 0]\nscore = 15'), get)
    assert hand.problems == ()
    assert hand.actions[-1] == Stack(Tile(3, 6, 1), 1)
    assert hand.state.scores == (0, 0, 15, 0)
    assert hand.state.turn == 3


STACKED = CUT.replace('["6-4", "1-0"]', '["6-3", "1-0"]').replace('["5-5", "0-0"]', '["3-3", "0-0"]').replace(
    '["6-6", "6-3", "1-1"]', '["6-6", "6-5", "1-1"]') + FIFTEEN + moves('stack = "6-3"')


def test_a_stacked_tile_has_a_number_too():
    """6-6, 6-3 and the stacked 6-3 are #1, #2 and #3, so the next tile is #4."""
    hand = read(STACKED + moves('play = "3-3"\nat = "#2"\nmark = ["#3", "#4"]', 'play = "6-5"\nat = "#1"'), get)
    assert hand.problems == ()
    assert [laid.parent for laid in hand.state.chain.laid] == [-1, 0, 1, 0]
    assert problems(STACKED + moves('play = "3-3"\nmark = ["#5"]')) == [(17, 4, "REC-VALUE")]


def test_a_stacked_tile_cannot_be_joined():
    assert problems(STACKED + moves('play = "3-3"\nat = "#3"')) == [(17, 4, "REC-CHOICE")]
    assert "stacked tile" in read(STACKED + moves('play = "3-3"\nat = "#3"'), get).problems[0].message


@pytest.mark.parametrize(("move", "clause"), [
    ('stack = "6-4"', "TBC-STACK-1"),              # no 6-4 lies on the table
    ('stack = "1-1"', "GEN-HOLD-1"),               # Cleo does not hold it
    ('stack = "6-3"\nat = "6-6"', "GEN-HOLD-1"),
    ('stack = "6-4"\nat = "5-5"', "REC-CHOICE"),   # lies nowhere
])
def test_a_stack_that_cannot_be_is_refused_by_its_clause(move, clause):
    assert [problem[2] for problem in problems(CUT + FIFTEEN + moves(move))] == [clause]


def test_equal_tiles_on_the_table_are_told_apart_by_their_numbers():
    text = f'ruleset = "two-box"\n{FOUR}[deal]\nholdings = [["6-6", "3-1"], ["6-3", "0-0"], ["6-3", "1-0"], ' \
        '["3-3", "1-1"]]\nleader = 0\n' + moves('play = "6-6"', 'play = "6-3"', 'play = "6-3"\nat = "6-6"')
    both = read(text + moves('play = "3-3"\nat = "#3"', 'play = "3-1"'), get)
    assert [problem.clause for problem in both.problems] == ["REC-CHOICE"]
    assert 'at = "#2"' in both.problems[0].message
    assert read(text + moves('play = "3-3"\nat = "#3"', 'play = "3-1"\nat = "#2"'), get).problems == ()


def test_which_of_two_equal_tiles_in_a_hand_is_laid_can_be_said():
    text = f'ruleset = "two-box"\n{FOUR}[deal]\nholdings = [["6-6", "6-6"], ["6-3"], ["6-3"], ["3-3"]]\nleader = 0\n'
    assert read(text + moves('play = "6-6"'), get).actions == (Play(Tile(6, 6, 0)),)
    assert read(text + moves('play = "6-6"\ncopy = 1'), get).actions == (Play(Tile(6, 6, 1)),)


def test_a_mark_on_a_tile_is_a_mark_on_either_of_two_equal_ones():
    """Of two equal tiles one can lie in the boneyard, where no mark can point, and the other in a hand."""
    for seed in range(20):
        hand = play_out(get("two-box"), Shuffle(seed=seed), seats=4)
        state = hand.steps[0].state
        only_second = [tile for held in state.holdings for tile in held
                       if tile.copy == 1 and tile._replace(copy=0) in state.stock]
        if only_second:
            break
    noted = replace(hand, notes={0: Note("Look.", marks=(str(only_second[0]),))})
    assert read(write(noted), get).problems == ()


# --- rows of face-down tiles ---------------------------------------------------------------------------------------

BLIND = 'ruleset = "blind"\n[deal]\nholdings = [["6-5", "4-4", "5-1"], ["3-2", "5-5"]]\nleader = 0\n'


def test_bd_turn_1_a_row_turns_up_its_front():
    hand = read(BLIND + moves('play = "6-5"', 'pass = true\nturned = "4-4"', 'pass = true\nturned = "2-3"',
                              'play = "5-1"\nturned = "5-1"'), get)
    assert hand.problems == ()
    assert hand.actions[1:3] == (Pass(), Pass())
    assert hand.steps[2].state.holdings[0] == (Tile(1, 5), Tile(4, 4))


@pytest.mark.parametrize(("table", "wanted"), [
    ('play = "5-1"', (7, 2, "BD-TURN-1")),                  # not at the front
    ('pass = true\nturned = "5-1"', (9, 2, "REC-STATED")),
    ('pass = true\nturned = "5_1"', (9, 2, "REC-VALUE")),
    ("draw = 1", (7, 2, "BD-DEAL-1")),
])
def test_bd_turn_1_what_a_row_does_not_allow(table, wanted):
    assert problems(BLIND + moves('play = "6-5"', table)) == [wanted]


def test_turned_means_nothing_in_other_games():
    text = 'ruleset = "block"\n[deal]\nholdings = [["6-6"], ["1-0"]]\n' + moves('play = "6-6"\nturned = "6-6"')
    assert problems(text) == [(6, 1, "REC-KEY")]


# --- wild tiles, prices, the search for the lead -------------------------------------------------------------------


def test_a7_wild_1_a_wild_tile_says_which_half_faces_outward():
    text = 'ruleset = "all-sevens"\n' + moves('play = "6-6"', 'play = "5-2"\nat = "6-6"')
    assert problems(text) == [(4, 2, "REC-CHOICE")]
    assert 'out = 5' in read(text, get).problems[0].message
    for out in (5, 2):
        hand = read(f"{text}out = {out}\n", get)
        assert hand.problems == ()
        assert hand.state.chain.laid[-1].out == out
        assert read(write(hand), get).steps == hand.steps


PAY = 'ruleset = "draw/pay-{kind}"\nplayers = ["Ana", "Ben"]\n[deal]\nholdings = [["6-6", "1-0"], ["5-4", "5-5"]]\n' \
    'stock = ["3-3", "2-2", "6-4", "1-1", "2-0"]\nstock_complete = true\nleader = 0\n'


def test_dr2_boneopt_3_points_leave_the_score_with_each_drawn_tile():
    hand = read(PAY.format(kind="points") + moves('play = "6-6"', "draw = 3\npoints = [0, -3]\nscore = -3"), get)
    assert hand.problems == ()
    assert hand.state.scores == (0, -3)
    again = read(write(play_out(get("draw/pay-points"), Shuffle(seed=4), policies="random")), get)
    assert again.problems == ()


def test_dr2_boneopt_3_chips_lie_in_the_pot_until_the_hand_is_won():
    text = PAY.format(kind="chips") + moves('play = "6-6"', "draw = 3\nchips = [0, -3]", 'play = "6-4"')
    assert problems(text) == []
    assert problems(text.replace("[0, -3]", "[0, -2]")) == [(12, 2, "REC-STATED")]
    assert problems(BOX + moves('play = "6-6"\nchips = [0, 0, 0, 0]')) == [(8, 1, "REC-KEY")]


def test_chips_go_on_from_hand_to_hand():
    deal = PAY.format(kind="chips")
    standing = "[match]\nchips = [-2, 2]\nhand = 2\n[deal]"
    assert read(deal.replace("[deal]", standing), get).state.chips == (-2, 2)
    assert problems(deal.replace("[deal]", standing.replace("[-2, 2]", "[1]"))) == [(4, None, "REC-VALUE")]


SEEK = 'ruleset = "draw-vietnamese"\nplayers = ["Ana", "Ben"]\n[deal]\nholdings = [["1-0"], ["2-0"]]\n' \
    'stock = ["3-0", "6-6", "6-2"]\n'


def test_dr2_vn_a_tile_is_drawn_in_turn_until_the_six_six_is_found():
    hand = read(SEEK + moves('draw = "3-0"\nseat = 0', 'draw = "6-6"\nseat = 1', 'play = "6-6"\nseat = 1'), get)
    assert hand.problems == ()
    assert hand.actions[:2] == (Draw(), Draw())


@pytest.mark.parametrize("move", ['play = "1-0"', "pass = true"])
def test_dr2_vn_nothing_else_is_done_before(move):
    assert [problem[2] for problem in problems(SEEK + moves(move))] == ["DR2-VN"]
