"""Reading hand records: the contract's example, what a file may leave open, and everything that can be wrong in one."""

from __future__ import annotations

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.core.actions import Draw, Pass, Play
from domino_lab.core.events import Leads
from domino_lab.core.tiles import Tile
from domino_lab.play.timeline import Note
from domino_lab.record import move_numbers, read
from domino_lab.record.match_file import read_match
from domino_lab.record.source import MOST_CHARACTERS, MOST_MOVES
from tests.record.contract_example import EXAMPLE, STUDY

DEAL = 'ruleset = "all-fives"\n[deal]\nholdings = [["5-5", "6-6", "6-4"], ["5-0", "3-2", "2-5"]]\n'


def only(text):
    """The one problem of a text."""
    problems = read(text, get).problems
    assert len(problems) == 1, problems
    return problems[0]


def place(text):
    problem = only(text)
    return problem.line, problem.move, problem.clause


# --- the example of the contract ---------------------------------------------------------------------------------


def test_the_contracts_example_holds():
    hand = read(EXAMPLE, get)
    assert hand.problems == ()
    assert [step.points for step in hand.steps] == [0, 10, 10, 0, 0, 0, 0, 15, 0]
    assert hand.actions[2] == Draw()
    assert hand.actions[5] == Pass()
    assert hand.state.over == "out"
    assert hand.state.scores == (10, 29)
    assert hand.steps[-1].settled.winner == 1
    assert hand.steps[-1].settled.award == 4


def test_the_contracts_example_keeps_what_its_writer_said():
    hand = read(EXAMPLE, get)
    assert (hand.title, hand.source, hand.names) == ("Two tens and a fifteen", "made up", ("Ana", "Ben"))
    assert hand.notes == {
        0: Note("Three tiles each, to keep it short."),
        1: Note("A lone double counts both halves."),
        2: Note(ask="Does Ben score?"),
    }
    assert hand.rules.changes() == {"target": 61}


def test_a_ruleset_named_as_two_games_are_is_a_problem_that_names_both():
    hand = read(EXAMPLE.replace('"all-fives"', '"Draw Dominoes"'), get)
    problem = hand.problems[0]
    assert (problem.line, problem.clause) == (3, "REC-RULES")
    assert "draw [" in problem.message
    assert " and draw-classic [" in problem.message


def test_a_deal_of_another_size_is_a_remark_and_no_problem():
    hand = read(EXAMPLE, get)
    assert [(remark.line, remark.clause) for remark in hand.remarks] == [(9, "REC-DEAL")]


def test_without_stock_complete_the_pass_of_the_example_is_refused():
    """The rest of the set lies below the stated boneyard, so Ana could still draw."""
    problem = only(EXAMPLE.replace("stock_complete = true", "stock_complete = false"))
    assert (problem.move, problem.clause) == (6, "GEN-PASS-1")


# --- what a file may leave open ----------------------------------------------------------------------------------


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


def test_a_seed_deals_the_hand_of_that_seed():
    from domino_lab.core.shuffle import Shuffle
    from domino_lab.play.start import start

    hand = read('ruleset = "block"\nplayers = ["A", "B", "C"]\n[deal]\nseed = 5\nhand = 2\n', get)
    assert hand.problems == ()
    assert hand.steps[0] == start(get("block"), Shuffle(seed=5, hand=2), seats=3, names=["A", "B", "C"])


def test_the_standing_of_a_match_goes_before_the_hand():
    text = 'ruleset = "all-fives"\n[match]\nscores = [90, 5]\nhand = 3\nlast_winner = 1\nlast_how = "out"\n' + \
        DEAL.partition("\n")[2] + "[[move]]\nplay = '5-0'\n"
    hand = read(text, get)
    assert hand.problems == ()
    assert hand.state.scores == (90, 10)
    assert (hand.steps[0].state.turn, hand.steps[0].state.lead.ruling.id) == (1, "AF0-LEAD-2")


def test_af0_match_1_the_target_ends_the_hand_at_once():
    text = 'ruleset = "all-fives"\n[match]\nscores = [95, 5]\n' + DEAL.partition("\n")[2] + \
        "[[move]]\nplay = '5-5'\n[end]\nhow = 'target'\nwinner = 0\naward = 0\nscores = [105, 5]\n"
    hand = read(text, get)
    assert hand.problems == ()
    assert hand.state.over == "target"


def test_bl_lead_1_redeal_is_a_misdeal():
    hand = read('ruleset = "block"\n[deal]\nholdings = [["1-2"], ["3-4"]]\n[end]\nhow = "misdeal"\n', get)
    assert hand.problems == ()
    assert hand.state.over == "misdeal"


def test_a_record_of_partners_names_teams():
    text = 'ruleset = "block/partners"\n[deal]\nholdings = [["6-6"], ["1-2"], ["3-4"], ["5-4"]]\n' \
        '[[move]]\nplay = "6-6"\n[end]\nhow = "out"\nwinner = 0\naward = 12\nscores = [12, 0]\n'
    assert read(text, get).problems == ()


@pytest.mark.parametrize(("mark", "is_one"), [("5-5", True), ("#1", True), ("end:5", True), ("9-9", True),
                                              ("spinner", False), ("end:x", False)])
def test_after_an_illegal_move_only_the_form_of_a_mark_is_checked(mark: str, is_one: bool) -> None:
    """Where the tiles would lie then, nobody knows: the 9-9 is not of this set, and is a tile all the same."""
    text = DEAL + '[[move]]\nplay = "5-5"\n[[move]]\nplay = "3-2"\n[[move]]\nplay = "6-4"\n'
    problems = read(f'{text}note = "Look."\nmark = ["{mark}"]\n', get).problems
    wanted = [(2, "GEN-FIT-1")] if is_one else [(2, "GEN-FIT-1"), (3, "REC-VALUE")]
    assert [(problem.move, problem.clause) for problem in problems] == wanted


@pytest.mark.parametrize(("name", "clause"), [("draw", "DR2-LEAD-1"), ("draw-puerto-rico", "DR2-PR")])
def test_a_wrong_leader_of_a_later_hand_is_told_by_the_clause_that_finds_the_leader(name, clause):
    """The lead goes to the left of the last leader, in Puerto Rico to the last winner: to seat 0 both times."""
    text = f'ruleset = "{name}"\n[match]\nscores = [13, 0]\nhand = 2\nlast_leader = 1\nlast_winner = 0\n' \
        'last_how = "out"\n[deal]\nholdings = [["5-5", "1-2"], ["6-6", "4-0"]]\nleader = 1\n'
    line = read(text, get)
    assert [(problem.line, problem.clause) for problem in line.problems] == [(10, clause)]
    assert "Ana" in line.problems[0].message


@pytest.mark.parametrize(("leader", "problems"), [(0, 0), (1, 1), (2, 0)])
def test_dr2_vn_the_leader_is_who_draws_first_or_who_draws_the_tile_that_leads(leader, problems):
    """Three players draw in turn, and the third tile of the stock is the 6-6."""
    text = 'ruleset = "draw-vietnamese"\n[deal]\nholdings = [["6-5"], ["1-3"], ["2-2"]]\n' \
        f'stock = ["0-1", "0-2", "6-6", "4-4"]\nleader = {leader}\n'
    line = read(text, get)
    assert [problem.clause for problem in line.problems] == ["DR2-VN"] * problems
    assert line.state.turn == (leader if problems else 0)


def test_a_leader_stated_beside_a_seed_is_compared_with_the_lots_that_the_seed_draws():
    """Seed 7 lets Ana, Ben and Cy draw 6-1, 5-4 and 2-2, so that Ben, seat 1, leads with the most pips on a tile."""
    text = 'ruleset = "all-fives"\nplayers = ["Ana", "Ben", "Cy"]\n[deal]\nseed = 7\n'
    unstated = read(text, get)
    lots = unstated.state.lead.ruling.facts["lots"]
    assert [sum(tile[:2]) for tile in lots] == [7, 9, 4]
    assert (unstated.problems, unstated.state.turn) == ((), 1)

    right = read(f"{text}leader = 1\n", get)
    assert (right.problems, right.steps) == ((), unstated.steps)

    wrong = read(f'{text}leader = 2\n[[move]]\nplay = "{unstated.state.holdings[2][0]}"\n', get)
    assert [(problem.line, problem.clause) for problem in wrong.problems] == [(5, "AF0-LEAD-1")]
    assert "Ben drew the heaviest, 5-4" in wrong.problems[0].message
    leads = [event.seat for event in wrong.steps[0].events if isinstance(event, Leads)]
    assert (leads, wrong.steps[1].seat) == ([2], 2)

    nobody = read(f"{text}leader = 3\n", get)
    assert [(problem.line, problem.clause) for problem in nobody.problems] == [(5, "REC-VALUE")]
    assert nobody.steps == unstated.steps


# --- layout studies ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("move", ["draw = 1", 'draw = "1-1"', "pass = true"])
def test_rec_study_nobody_draws_or_passes_without_a_deal(move):
    assert place(f"{STUDY}[[move]]\n{move}\n") == (8, 4, "REC-STUDY")


def test_rec_study_has_no_end():
    assert place(STUDY + '[end]\nhow = "out"\n') == (8, None, "REC-STUDY")


def test_in_a_layout_study_seats_alternate():
    hand = read(STUDY, get)
    assert [step.seat for step in hand.steps] == [None, 0, 1, 0]


@pytest.mark.parametrize("name", ["draw-osel", "blind"])
def test_in_a_layout_study_nobody_has_another_turn(name):
    line = read(f'format = 1\nruleset = "{name}"\n[[move]]\nplay = "5-5"\n[[move]]\nplay = "5-4"\nseat = 1\n', get)
    assert line.problems == ()
    assert [step.seat for step in line.steps[1:3]] == [0, 1]


def test_gen_deal_1_a_tile_is_laid_once():
    assert place(STUDY + '[[move]]\nplay = "5-0"\n')[1:] == (4, "GEN-DEAL-1")


# --- what can be wrong: the place and the clause -----------------------------------------------------------------

BAD = {
    "a malformed tile": ('ruleset = "all-fives"\n[[move]]\nplay = "6_5"\n', (3, 1, "REC-VALUE")),
    "a malformed tile in a holding": ('ruleset = "block"\n[deal]\nholdings = [\n["6.5"], ["1-1"]]\n',
                                      (3, None, "REC-VALUE")),
    "an unknown ruleset": ('title = "x"\nruleset = "all-fivs"\n', (2, None, "REC-RULES")),
    "no ruleset": ('title = "x"\n', (None, None, "REC-KEY")),
    "an impossible combination of axes": (
        'ruleset = "all-fives"\n[rules]\ntarget = 61\nspinner = "first"\ndouble_lay = "in-line"\n',
        (4, None, "REC-RULES")),
    "an impossible value of an axis": ('ruleset = "block"\n[rules]\nreserve = -1\n', (3, None, "REC-RULES")),
    "an unknown axis": ('ruleset = "block"\n[rules]\ntargt = 61\n', (3, None, "REC-RULES")),
    "a policy that is not there": ('ruleset = "block"\n[rules]\nmatching = "own: Mine"\n', (3, None, "REC-RULES")),
    "a syntax error": ('ruleset = "all-fives"\n[[move]]\nplay = "5-5\n', (3, None, "REC-SYNTAX")),
    "an unknown key": ('ruleset = "all-fives"\n[[move]]\nplay = "5-5"\ncuont = 10\n', (4, 1, "REC-KEY")),
    "an unknown table": ('ruleset = "all-fives"\n[[moves]]\nplay = "5-5"\n', (2, None, "REC-KEY")),
    "a call where nothing is called": ('ruleset = "all-fives"\n[[move]]\nplay = "5-5"\ncall = 15\n', (4, 1, "REC-KEY")),
    "a move of a patience": ('ruleset = "all-fives"\n[[move]]\nsay = 3\n', (3, 1, "REC-KEY")),
    "a row where nobody has one": ('ruleset = "block"\n[deal]\nrow = ["5-5"]\n', (3, None, "REC-KEY")),
    "a key that says nothing": (STUDY + '[[move]]\nplay = "5-4"\nto = 3\n', (10, 4, "REC-KEY")),
    "a stack in a layout study": (STUDY + '[[move]]\nstack = "5-5"\n', (8, 4, "REC-STUDY")),
    "a tile that cannot be stacked": (DEAL + '[[move]]\nplay = "5-5"\n[[move]]\nstack = "5-0"\n',
                                      (6, 2, "GEN-END-1")),
    "an illegal move": (STUDY + '[[move]]\nplay = "6-6"\n', (8, 4, "GEN-FIT-1")),
    "a tile one does not hold": (DEAL + '[[move]]\nplay = "1-1"\n', (4, 1, "GEN-HOLD-1")),
    "a draw though one can lay": (DEAL + '[[move]]\ndraw = "1-1"\n', (4, 1, "AF0-DRAW-1")),
    "a pass though one can lay": (DEAL + "[[move]]\npass = true\n", (4, 1, "GEN-PASS-1")),
    "a wrong stated score": ('ruleset = "all-fives"\n[[move]]\nplay = "5-5"\n\nscore = 5\n', (5, 1, "REC-STATED")),
    "a wrong stated count": ('ruleset = "all-fives"\n[[move]]\nplay = "5-5"\ncount = 5\n', (4, 1, "REC-STATED")),
    "a count where nothing is counted": ('ruleset = "block"\n[[move]]\nplay = "5-5"\ncount = 10\n',
                                         (4, 1, "REC-STATED")),
    "wrong stated ends": ('ruleset = "all-fives"\n[[move]]\nplay = "5-5"\nopen = [5, 5]\n', (4, 1, "REC-STATED")),
    "a wrong stated seat": ('ruleset = "all-fives"\n[[move]]\nplay = "5-5"\nseat = 1\n', (4, 1, "REC-STATED")),
    "wrong stated points": ('ruleset = "all-fives"\n[[move]]\nplay = "5-5"\npoints = [0, 10]\n',
                            (4, 1, "REC-STATED")),
    "an end before the end": (DEAL + '[[move]]\nplay = "5-5"\n[end]\nhow = "out"\n', (6, None, "REC-STATED")),
    "a tile dealt twice": ('ruleset = "all-fives"\n[deal]\nholdings = [["5-5"], ["1-1"]]\nstock = ["5-5"]\n',
                           (4, None, "GEN-DEAL-1")),
    "a tile that is not in the set": ('ruleset = "all-fives"\n[deal]\nholdings = [["7-5"], ["1-1"]]\n',
                                      (3, None, "GEN-DEAL-1")),
    "a deal that does not fit the set": (
        'ruleset = "block"\n[deal]\nholdings = [["1-1"],\n[' + '"1-2", ' * 40 + "]]\n", (3, None, "GEN-DEAL-1")),
    "a leader against the lead rule": ('ruleset = "block"\n[deal]\nholdings = [["5-5"], ["6-6"]]\nleader = 0\n',
                                       (4, None, "BL-LEAD-1")),
    "a leader who is not there": (DEAL + "leader = 2\n", (4, None, "REC-VALUE")),
    "a leader though the tiles must be dealt again": (
        'ruleset = "block"\n[deal]\nholdings = [["5-4"], ["6-5"]]\nleader = 0\n', (4, None, "BL-LEAD-1")),
    "more players than holdings": (
        'ruleset = "block"\nplayers = ["A", "B", "C"]\n[deal]\nholdings = [["5-5"], ["6-6"]]\n',
        (2, None, "REC-VALUE")),
    "too many players for the game": (
        'ruleset = "all-fives"\nplayers = ["A", "B", "C", "D", "E"]\n[deal]\nseed = 1\n', (2, None, "AF0-PLAY-1")),
    "a seed and holdings": ('ruleset = "block"\n[deal]\nseed = 1\nholdings = [["5-5"], ["6-6"]]\n',
                            (4, None, "REC-KEY")),
    "neither seed nor holdings": ('ruleset = "block"\n[deal]\nleader = 1\n', (2, None, "REC-KEY")),
    "two things in one move": (STUDY + '[[move]]\nplay = "5-4"\npass = true\n', (8, 4, "REC-KEY")),
    "nothing in a move": (STUDY + '[[move]]\nnote = "?"\n', (8, 4, "REC-KEY")),
    "a mark on nothing": ('ruleset = "block"\n[[move]]\nplay = "5-5"\nmark = ["6-6"]\n', (4, 1, "REC-VALUE")),
    "a mark before the first tile": ('ruleset = "block"\n[[move]]\nplay = "5-5"\nmark = ["#0"]\n', (4, 1, "REC-VALUE")),
    "a mark after the last tile": ('ruleset = "block"\n[[move]]\nplay = "5-5"\nmark = ["#2"]\n', (4, 1, "REC-VALUE")),
    "a mark that is none": ('ruleset = "block"\n[[move]]\nplay = "5-5"\nmark = ["here"]\n', (4, 1, "REC-VALUE")),
    "a question about nothing": ('ruleset = "block"\n[[move]]\nplay = "5-5"\nask = "?"\nabout = "luck"\n',
                                 (5, 1, "REC-VALUE")),
    "a title that is no text": ('title = 5\nruleset = "block"\n', (1, None, "REC-VALUE")),
    "a move that is no tile": ('ruleset = "block"\n[[move]]\nplay = 5\n', (3, 1, "REC-VALUE")),
    "a count in words": ('ruleset = "all-fives"\n[[move]]\nplay = "5-5"\ncount = "ten"\n', (4, 1, "REC-VALUE")),
    "a count that is no number": ('ruleset = "all-fives"\n[[move]]\nplay = "5-5"\ncount = nan\n', (4, 1, "REC-VALUE")),
    "moves that are no tables": ('ruleset = "block"\nmove = "x"\n', (2, None, "REC-VALUE")),
    "a deal that is no table": ('ruleset = "block"\ndeal = 1\n', (2, None, "REC-VALUE")),
    "another format": ('format = 2\nruleset = "block"\n', (1, None, "REC-VALUE")),
    "a number of thousands of digits": ('ruleset = "block"\n[deal]\nseed = 0x' + "f" * 9000 + "\n",
                                        (3, None, "REC-VALUE")),
    "a decimal number of thousands of digits": ('ruleset = "block"\n[deal]\nseed = ' + "9" * 9000 + "\n",
                                                (3, None, "REC-SYNTAX")),
    "an axis of thousands of digits": ('ruleset = "block"\n[rules]\ntarget = 0x' + "f" * 9000 + "\n",
                                       (3, None, "REC-RULES")),
    "lists in lists in lists": ('ruleset = "block"\nmove = ' + "[" * 5000 + "\n", (2, None, "REC-SYNTAX")),
    "an absurdly deep key": ("a." * 100_000 + "a = 1\n", (1, None, "REC-SYNTAX")),
    "an absurdly large file": ("#" * (MOST_CHARACTERS + 1), (None, None, "REC-SYNTAX")),
    "an absurd number of players": ('ruleset = "block"\nplayers = [' + '"x", ' * 9000 + "]\n", (2, None, "REC-VALUE")),
    "an absurdly large set": ('ruleset = "block"\n[rules]\nmax_pip = 5000\n', (3, None, "REC-RULES")),
    "an absurdly long hand": ('ruleset = "block"\n' + "[[move]]\npass = true\n" * (MOST_MOVES + 1),
                              (4002, 2001, "REC-SYNTAX")),
    "a match where a hand is asked for": ('[[hand]]\nruleset = "block"\n', (1, None, "REC-KEY")),
    "a file in another encoding": ('ruleset = "block"\ntitle = "Café"\n'.encode("latin-1"), (2, None, "REC-SYNTAX")),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_names_its_place_and_clause(name):
    text, wanted = BAD[name]
    problem = only(text)
    assert (problem.line, problem.move, problem.clause) == wanted
    assert problem.message
    assert len(problem.message) < 700


def test_a_file_in_which_all_is_wrong_is_not_told_to_the_end():
    """Eighty thousand unknown keys would take minutes to name."""
    problems = read("\n".join(f"k{number}=1" for number in range(80_000)), get).problems
    assert len(problems) == 101
    assert problems[-1].clause == "REC-SYNTAX"


def test_an_unknown_ruleset_is_told_in_one_sentence():
    assert only('ruleset = "all-fivs"\n').message.endswith("all-fives-leaflet.")


@pytest.mark.parametrize(("said", "wanted"), [
    ('double_lay = "in-line"', 'spinner = "first" and double_lay = "in-line"'),
    ("seats = [5]", "deal = {2 = 7, 3 = 5, 4 = 5} and seats = 5"),
    ('first_leader = "highest-double"\ndoubles = false', 'first_leader = "highest-double" and doubles = false'),
])
def test_axes_that_clash_are_told_as_a_file_writes_them(said, wanted):
    assert wanted in only(f'ruleset = "all-fives"\n[rules]\n{said}\n').message


def test_an_unknown_key_is_named_with_the_nearest_one():
    problem = only('ruleset = "all-fives"\n[[move]]\nplay = "5-5"\ncuont = 10\n')
    assert '"cuont"' in problem.message
    assert '"count"' in problem.message


def test_a_wrong_statement_does_not_stop_the_replay():
    hand = read(EXAMPLE.replace("score = 15", "score = 10").replace("award = 4", "award = 5"), get)
    assert [(p.line, p.move, p.clause) for p in hand.problems] == [(35, 7, "REC-STATED"), (39, None, "REC-STATED")]
    assert hand.is_over


def test_after_an_illegal_move_the_rest_is_only_checked_for_form():
    text = STUDY + '[[move]]\nplay = "6-6"\n[[move]]\nplay = "6-6"\nscore = 1000\n[[move]]\nplay = "x"\n'
    text += '[[move]]\npaly = "1-1"\n'
    hand = read(text, get)
    assert [(p.move, p.clause) for p in hand.problems] == [
        (4, "GEN-FIT-1"), (6, "REC-VALUE"), (7, "REC-KEY")]
    assert len(hand.steps) == 4


def test_a_syntax_error_shows_the_moves_above_it():
    torn = EXAMPLE.replace('play = "3-2"', 'play = "3-2')
    hand = read(torn, get)
    assert [(p.line, p.clause) for p in hand.problems] == [(28, "REC-SYNTAX")]
    assert len(hand.actions) == 4


@pytest.mark.parametrize("header", ["[end", "[[move", "[[move]", "[", "[deal"])
def test_a_broken_header_ends_the_move_above_it(header):
    hand = read(f"{STUDY}{header}\n", get)
    assert [(p.line, p.clause) for p in hand.problems] == [(8, "REC-SYNTAX")]
    assert len(hand.actions) == 3


def test_a_syntax_error_under_windows_line_ends_shows_the_moves_above_it_too():
    hand = read((STUDY + '[[move]]\nplay = "2-2\n').replace("\n", "\r\n"), get)
    assert [(p.line, p.clause) for p in hand.problems] == [(9, "REC-SYNTAX")]
    assert len(hand.actions) == 3


def test_lines_are_not_confused_by_text_that_looks_like_toml():
    text = 'ruleset = "block"\nsource = """\n[[move]]\nplay = "1-1"\n"""\n[[move]]  # [[move]]\n' \
        'play = "5-5"\nscore = 3\n'
    assert place(text) == (8, 1, "REC-STATED")


def test_windows_line_ends_and_a_byte_order_mark_are_read():
    text = "\ufeff" + STUDY.replace("\n", "\r\n") + "count = 1\r\n"
    assert place(text.encode("utf-8"))[:2] == (8, 3)


def test_html_and_script_in_names_and_notes_stay_data():
    evil = "<script>alert(1)</script><svg onload=x>"
    hand = read(f"title = '{evil}'\nplayers = ['{evil}', 'B']\n{STUDY}note = '{evil}'\n", get)
    assert hand.problems == ()
    assert (hand.title, hand.names[0], hand.notes[3].text) == (evil, evil, evil)


# --- matches -----------------------------------------------------------------------------------------------------

MATCH = '''\
title = "Two hands"
ruleset = "block"
players = ["Ana", "Ben"]
[[hand]]
[hand.deal]
holdings = [["6-6"], ["1-2"]]
[[hand.move]]
play = "6-6"
[[hand]]
[hand.deal]
holdings = [["5-5"], ["1-1"]]
[[hand.move]]
play = "5-5"
score = 3
[hand.end]
scores = [5, 0]
'''


def test_a_match_file_carries_the_scores_from_hand_to_hand():
    reading = read_match(MATCH, get)
    assert [hand.state.scores for hand in reading.hands] == [(3, 0), (5, 0)]
    assert reading.match.standing.scores == (5, 0)
    assert reading.match.standing.hand == 3
    assert [(p.line, p.move, p.clause) for p in reading.problems] == [(14, 1, "REC-STATED")]


def test_a_stated_standing_is_checked_against_the_hands_before():
    second = '[[hand.move]]\nplay = "5-5"'
    text = MATCH.replace(second, f"[hand.match]\nscores = [4, 0]\n{second}")
    clauses = [(p.line, p.clause) for p in read_match(text, get).problems]
    assert (13, "REC-STATED") in clauses


def test_own_policies_come_with_the_reader():
    class Neighbours(dl.rules.Matching):
        clause = "OWN-MATCHING"

        def fits(self, tile, value):
            return abs(tile.low - value) == 1 or abs(tile.high - value) == 1

        def outs(self, tile, value):
            return tuple(sorted({tile.other(half) for half in (tile.low, tile.high) if abs(half - value) == 1}))

        def ruling(self, tile, value, onto):
            from domino_lab.core.rulings import Ruling

            return Ruling("OWN-MATCHING", "x", {"words": {"x": "one more"}}, self.fits(tile, value))

    house = get("block").but(matching=Neighbours())
    text = 'ruleset = "mine"\n[rules]\nmatching = "own: Neighbours"\n[[move]]\nplay = "5-5"\n[[move]]\nplay = "4-0"\n'
    hand = read(text, lambda _: house)
    assert hand.problems == ()
    assert isinstance(hand.actions[1], Play)
