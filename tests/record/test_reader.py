"""Reading hand records: the contract's example, what a file may leave open, and everything that can be wrong in one."""

from __future__ import annotations

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.core.actions import Draw, Pass, Play
from domino_lab.play.timeline import Note
from domino_lab.record import read
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


# --- what a file may leave open ----------------------------------------------------------------------------------


def test_af0_match_1_the_target_ends_the_hand_at_once():
    text = 'ruleset = "all-fives"\n[match]\nscores = [95, 5]\n' + DEAL.partition("\n")[2] + \
        "[[move]]\nplay = '5-5'\n[end]\nhow = 'target'\nwinner = 0\naward = 0\nscores = [105, 5]\n"
    hand = read(text, get)
    assert hand.problems == ()
    assert hand.state.over == "target"


# --- layout studies ----------------------------------------------------------------------------------------------


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
    assert only('ruleset = "all-fivs"\n').message.endswith("all-fives-leaflet?")


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


def test_html_and_script_in_names_and_notes_stay_data():
    evil = "<script>alert(1)</script><svg onload=x>"
    hand = read(f"title = '{evil}'\nplayers = ['{evil}', 'B']\n{STUDY}note = '{evil}'\n", get)
    assert hand.problems == ()
    assert (hand.title, hand.names[0], hand.notes[3].text) == (evil, evil, evil)


def test_own_policies_come_with_the_reader():
    class Neighbours(dl.rules.Matching):
        clause = "OWN-MATCHING"

        def fits(self, tile, value):
            return abs(tile.low - value) == 1 or abs(tile.high - value) == 1

        def outs(self, tile, value):
            return tuple(sorted({tile.other(half) for half in (tile.low, tile.high) if abs(half - value) == 1}))

        def fit_ruling(self, tile, value, onto):
            from domino_lab.core.rulings import Ruling

            return Ruling("OWN-MATCHING", "x", {"words": {"x": "one more"}}, self.fits(tile, value))

    house = get("block").but(matching=Neighbours())
    text = 'ruleset = "mine"\n[rules]\nmatching = "own: Neighbours"\n[[move]]\nplay = "5-5"\n[[move]]\nplay = "4-0"\n'
    hand = read(text, lambda _: house)
    assert hand.problems == ()
    assert isinstance(hand.actions[1], Play)
