"""Reading moves: which place a file may leave open, what is drawn, and what a move cannot say."""

from __future__ import annotations

import pytest

from domino_lab.catalogue import get
from domino_lab.core.actions import Draw
from domino_lab.core.tiles import Tile
from domino_lab.play.timeline import Note
from domino_lab.record import move_numbers, read
from tests.record.contract_example import STUDY
from tests.record.test_reader import DEAL, only, place


def test_rec_choice_is_not_needed_where_all_positions_are_equal():
    hand = read(STUDY, get)
    assert hand.problems == ()
    assert len(hand.state.chain.laid) == 3


def test_rec_choice_lists_the_places_that_differ():
    problem = only(STUDY + '[[move]]\nplay = "3-0"\n')
    assert (problem.line, problem.move, problem.clause) == (8, 4, "REC-CHOICE")
    assert 'at = "5-0", joins = 0, out = 3' in problem.message
    assert 'at = "5-3", joins = 3, out = 0' in problem.message


@pytest.mark.parametrize("said", ['at = "0-5"', 'at = "#2"', "joins = 0", "out = 3"])
def test_each_way_of_choosing_a_place(said):
    hand = read(f'{STUDY}[[move]]\nplay = "3-0"\n{said}\n', get)
    assert hand.problems == ()
    laid = hand.state.chain.laid[-1]
    assert (laid.parent, laid.joint, laid.out) == (1, 0, 3)


@pytest.mark.parametrize(("said", "clause"), [
    ('at = "6-6"', "REC-CHOICE"),   # is not on the table
    ('at = "#9"', "REC-CHOICE"),
    ('at = "6_6"', "REC-CHOICE"),
    ("out = 6", "REC-CHOICE"),      # the tile fits, but not like that
    ('joins = 5', "REC-CHOICE"),
    ('at = "5-5"', "GEN-FIT-1"),    # there the tile does not fit
])
def test_a_place_that_cannot_be_stops_the_replay(said, clause):
    hand = read(f'{STUDY}[[move]]\nplay = "3-0"\n{said}\n', get)
    assert [problem.clause for problem in hand.problems] == [clause]
    assert len(hand.steps) == 4


@pytest.mark.parametrize("said", ['at = "6-6"', "out = 6", "joins = 5", "edge = 7", "joins = 0\nout = 6"])
def test_a_place_that_cannot_be_is_told_at_the_line_of_its_key(said):
    text = f'{STUDY}[[move]]\nplay = "3-0"\nnote = "x"\n{said}\n'
    assert place(text) == (text.count("\n"), 4, "REC-CHOICE")


def test_keys_that_only_together_cannot_be_are_told_at_the_move():
    assert place(f'{STUDY}[[move]]\nplay = "3-0"\njoins = 0\nout = 0\n') == (8, 4, "REC-CHOICE")


@pytest.mark.parametrize("said", ['at = "5-5"', "joins = 5", "edge = 0", "out = 6"])
def test_rec_choice_the_first_tile_joins_nothing(said):
    assert place(f'ruleset = "all-fives"\n[[move]]\nplay = "5-4"\n{said}\n') == (4, 1, "REC-CHOICE")


def test_the_first_tile_may_say_a_half_that_it_leaves_outward():
    assert read('ruleset = "all-fives"\n[[move]]\nplay = "5-4"\nout = 4\n', get).problems == ()


def test_gen_end_1_a_tile_whose_ends_are_taken():
    text = 'ruleset = "block"\n' + "".join(f'[[move]]\nplay = "{tile}"\n' for tile in ("5-4", "5-3", "3-2"))
    assert place(text + '[[move]]\nplay = "5-2"\nat = "5-3"\n')[1:] == (4, "GEN-END-1")


@pytest.mark.parametrize(("order", "edge", "said"), [
    ("clockwise", 2, "The sides of 5-5 are used clockwise"),
    ("sides-first", 2, "This side of 5-5 is closed until both its long sides have a tile"),
    ("clockwise", 9, "out = 1, edge = 3"),
])
def test_an_edge_that_has_to_wait_is_refused_by_its_rule(order, edge, said):
    """The 5-0 lies on the right of the 5-5: next comes the place below it, or the other long side, and not the top."""
    rules, begun = f'[rules]\narm_order = "{order}"\n', '[[move]]\nplay = "5-5"\n[[move]]\nplay = "5-0"\n'
    hand = read(f'ruleset = "all-fives"\n{rules}{begun}[[move]]\nplay = "5-1"\nedge = {edge}\n', get)
    [problem] = hand.problems
    assert said in problem.message


def test_edge_says_which_of_several_equal_places():
    hand = read('ruleset = "all-fives"\n[[move]]\nplay = "5-5"\n[[move]]\nplay = "5-0"\nedge = 3\n', get)
    assert hand.state.chain.laid[1].parent_edge == 3


def test_draw_of_three_is_three_steps_and_one_move():
    text = DEAL + 'stock = ["1-1", "6-1", "4-4", "5-1"]\nleader = 0\n[[move]]\nplay = "5-5"\n[[move]]\nplay = "5-0"\n' \
        '[[move]]\ndraw = 4\nnote = "Four."\nask = "How many?"\nabout = "tile"\n[[move]]\nplay = "5-1"\n'
    hand = read(text, get)
    assert hand.problems == ()
    assert move_numbers(hand) == (1, 2, 3, 3, 3, 3, 4)
    assert hand.notes == {3: Note(ask="How many?", about="tile"), 6: Note("Four.")}


def test_gen_hold_1_a_tile_drawn_from_below_must_be_named():
    text = DEAL + 'leader = 0\n[[move]]\nplay = "5-5"\n[[move]]\nplay = "5-0"\n[[move]]\ndraw = '
    assert place(text + "1\n")[1:] == (3, "GEN-HOLD-1")
    named = read(text + '"0-3"\n', get)
    assert named.problems == ()
    assert named.actions[-1] == Draw(Tile(0, 3))


def test_gen_hold_1_the_stated_boneyard_is_drawn_from_its_front():
    text = DEAL + 'stock = ["0-3", "1-0"]\nleader = 0\n[[move]]\nplay = "5-5"\n[[move]]\nplay = "5-0"\n[[move]]\n'
    assert place(text + 'draw = "1-0"\n')[1:] == (3, "GEN-HOLD-1")
    assert read(text + 'draw = "3-0"\n', get).actions[-1] == Draw()


@pytest.mark.parametrize(("mark", "is_one"), [("5-5", True), ("#1", True), ("end:5", True), ("9-9", True),
                                              ("spinner", False), ("end:x", False)])
def test_after_an_illegal_move_only_the_form_of_a_mark_is_checked(mark: str, is_one: bool) -> None:
    """Where the tiles would lie then, nobody knows: the 9-9 is not of this set, and is a tile all the same."""
    text = DEAL + '[[move]]\nplay = "5-5"\n[[move]]\nplay = "3-2"\n[[move]]\nplay = "6-4"\n'
    problems = read(f'{text}note = "Look."\nmark = ["{mark}"]\n', get).problems
    wanted = [(2, "GEN-FIT-1")] if is_one else [(2, "GEN-FIT-1"), (3, "REC-VALUE")]
    assert [(problem.move, problem.clause) for problem in problems] == wanted


@pytest.mark.parametrize("move", ["draw = 1", 'draw = "1-1"', "pass = true"])
def test_rec_study_nobody_draws_or_passes_without_a_deal(move):
    assert place(f"{STUDY}[[move]]\n{move}\n") == (8, 4, "REC-STUDY")


def test_gen_deal_1_a_tile_is_laid_once():
    assert place(STUDY + '[[move]]\nplay = "5-0"\n')[1:] == (4, "GEN-DEAL-1")
