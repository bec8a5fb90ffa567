"""A file in mid-typing: what is wrong is told with its line, and whatever shows a hand shows it as far as it goes."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.chance.patience_prospects import hint, last_chance
from domino_lab.cli import main
from domino_lab.core.shuffle import MOST_SEED, Shuffle
from domino_lab.play.match import play_match
from domino_lab.play.timeline import deal_hand
from domino_lab.record import read, write
from domino_lab.record.match_file import read_match, write_match

ALONE = ("bingo", "patience", "fives-limit", "five-columns", "knock-out", "twelve-to-go")
HALF_TYPED = ("", "[deal]\n", '[deal]\nseed = "x"\n', '[deal]\nrow = ["5"]\n', "[match]\nhand = 3\n",
              '[[move]]\nplay = "5-5"\n', "[deal]\ncolumns = []\n")
FOUR = ('ruleset = "draw-classic"\nplayers = ["Ana", "Ben", "Cleo", "Dan"]\n[rules]\ndeal = {2 = 7, 4 = 10}\n'
        "[deal]\nseed = 1\n")


@pytest.mark.parametrize("text", HALF_TYPED)
@pytest.mark.parametrize("game", ALONE)
def test_a_patience_in_mid_typing_is_shown_with_its_problems(game, text):
    hand = dl.load(f'ruleset = "{game}"\n{text}')
    assert hand.problems
    assert hand.rules.id == game
    assert hand.is_study
    assert dl.legal(hand.state) == ()
    shown = [dl.HandStepper(hand), dl.Table(hand), dl.OpenEnds(hand), dl.Explainer(hand), dl.Patience(hand)]
    assert all(widget._repr_mimebundle_() for widget in shown)
    assert list(dl.transcript(hand).columns)[-1] == "choices so far"
    assert dl.why(hand, 0).clause == "REC-DEAL"


@pytest.mark.parametrize("game", ALONE)
def test_a_patience_without_tiles_refuses_by_its_clause(game):
    hand = dl.load(f'ruleset = "{game}"\n')
    for asked in (hint, last_chance, lambda line: dl.what_if(line, 0, "5-5")):
        with pytest.raises(dl.DominoError):
            asked(hand)
    assert dl.why_not(hand, 0, "5-5").clause == "REC-DEAL"
    widget = dl.Patience(hand)
    widget.here.ask()
    assert widget.here.refused.id == "REC-DEAL"
    widget.here.show_best()
    assert widget.here.best.words == widget.here.refused.text
    widget.here.new_deal()
    assert widget.here.live.left


@pytest.mark.parametrize("command", [["replay"], ["replay", "--json"], ["picture", "-o", "-"]])
@pytest.mark.parametrize("text", ['ruleset = "five-columns"\n', FOUR, f'[[hand]]\n{FOUR.replace("[", "[hand.")}'])
def test_the_command_line_says_what_is_wrong(command, text):
    done = CliRunner().invoke(main, [command[0], "-", *command[1:]], input=text)
    assert done.exit_code == 1
    assert isinstance(done.exception, SystemExit)


def test_a_deal_of_more_tiles_than_the_set_has_is_a_problem_with_its_line():
    (problem,) = dl.load(FOUR).problems
    assert (problem.line, problem.clause) == (6, "GEN-DEAL-1")


def test_stated_holdings_of_another_size_stay_a_remark():
    stated = FOUR.replace("seed = 1", 'holdings = [["1-2"], ["2-3"], ["3-4"], ["5-5"]]\nleader = 3')
    hand = dl.load(stated)
    assert (hand.problems, [one.clause for one in hand.remarks]) == ((), ["REC-DEAL"])


def test_a_hand_without_moves_has_the_columns_of_one_with_moves():
    for game in ("block", "all-fives", "block/partners", "bingo", "patience"):
        begun, played = deal_hand(get(game), Shuffle(seed=1)), dl.play_out(game, seed=1)
        assert list(dl.transcript(begun).columns) == list(dl.transcript(played).columns)
        assert not len(dl.transcript(begun))


# --- what a hand of a match need not say


@pytest.mark.parametrize("key", ["hand", "scores", "last_leader", "last_winner", "last_how", "chips", "won"])
def test_what_a_hand_leaves_out_of_its_standing_follows_from_the_hands_before(key):
    whole = write_match(play_match(get("draw/pay-chips").but(matches_to_win=2), seed=3))
    assert read_match(whole, get).problems == ()
    lines, at_match = [], False
    for line in whole.split("\n"):
        at_match = line == "[hand.match]" or (at_match and not line.startswith("["))
        if not (at_match and line.startswith(f"{key} =")):
            lines.append(line)
    shorter = "\n".join(lines)
    assert shorter != whole
    found = read_match(shorter, get)
    assert found.problems == ()
    assert [hand.state.table.standing for hand in found.hands] == [
        hand.state.table.standing for hand in read_match(whole, get).hands]


@pytest.mark.parametrize(("stated", "clause", "message"), [
    ("[1, 1]", "REC-STATED", r"1, 1"), ("[1]", "REC-VALUE", r"2"),
])
def test_the_matches_won_before_a_hand_are_checked(stated, clause, message):
    """The first match is over after some hands, and its winner has one match in the table of the next hand."""
    whole = write_match(play_match(get("block").but(target=20, matches_to_win=2), seed=3))
    won = re.search(r"won = \[(?:1, 0|0, 1)\]", whole)
    (problem,) = read_match(whole.replace(won.group(), f"won = {stated}", 1), get).problems
    assert (problem.clause, problem.line) == (clause, whole[:won.start()].count("\n") + 1)
    assert re.search(message, problem.message)


def test_a_match_without_the_number_of_its_hand_is_played_on_and_read_again():
    match = play_match(get("block"), seed=3)
    text = write_match(type(match)(match.rules, match.standing, (match.hands[0], match.hands[1].upto(2))))
    found = read_match(text.replace("hand = 2\n", ""), get)
    move = dl.legal(found.hands[1].state)[0]
    longer = type(match)(match.rules, match.standing, (found.hands[0], found.hands[1].play(move)))
    again = read_match(write_match(longer), get)
    assert again.problems == ()
    assert [hand.steps for hand in again.hands] == [hand.steps for hand in longer.hands]


# --- numbers and names that no file can hold


@pytest.mark.parametrize("digits", [42, 4000, 5000])
def test_a_number_of_thousands_of_digits_is_refused_plainly(digits):
    many = "9" * digits
    for text in (f'ruleset = "block"\n[deal]\nseed = {many}\n', f'ruleset = "block"\n[deal]\nseed = 1\nhand = {many}\n',
                 f'ruleset = "block"\n[deal]\nholdings = [["{many}-1"], ["1-1"]]\n'):
        assert read(text, get).problems
    for command in (["new-hand", "block", "--seed", many], ["new-hand", "block", "--hand", many],
                    ["rules", "block", "--set", f"target={many}"], ["settle", "block", "--holding", f"{many}-1"]):
        done = CliRunner().invoke(main, command)
        assert done.exit_code in (1, 2)
        assert isinstance(done.exception, SystemExit)
        assert len(done.output) < 1000


def test_no_hand_is_dealt_from_a_seed_that_no_file_can_hold():
    for asked in ({"seed": MOST_SEED + 1}, {"hand": MOST_SEED + 1}, {"seed": 10**5000}):
        with pytest.raises(dl.NotationError):
            Shuffle(**asked)
    last = deal_hand(get("block"), Shuffle(seed=MOST_SEED, hand=MOST_SEED))
    assert read(write(last), get).problems == ()


def test_letters_that_cannot_be_saved_are_refused_with_their_line():
    (problem,) = read('ruleset = "block"\ntitle = "\udcff"\n', get).problems
    assert (problem.line, problem.clause) == (2, "REC-SYNTAX")
    (problem,) = read(b'ruleset = "block"\ntitle = "\xff"\n', get).problems
    assert (problem.line, problem.clause) == (2, "REC-SYNTAX")


@pytest.mark.parametrize("command", [
    ["new-hand", "block", "--players", "\udcff,Ben"], ["new-hand", "\udcff"], ["rules", "\udcff"], ["replay", "\udcff"],
    ["settle", "\udcff", "--holding", "x"],
])
def test_words_that_are_not_utf8_are_refused_plainly(command):
    done = CliRunner().invoke(main, command)
    assert done.exit_code in (1, 2)
    assert isinstance(done.exception, SystemExit)


@pytest.mark.parametrize(("game", "deal"), [("knock-out", 'row = ["6-6", "6-6", "6-6"]'),
                                            ("five-columns", 'columns = [["6-6", "6-6", "6-6"]]')])
def test_a_tile_that_is_dealt_three_times_is_a_problem_and_nothing_is_raised(game: str, deal: str) -> None:
    hand = dl.load(f'format = 1\nruleset = "{game}"\n\n[deal]\n{deal}\n')
    assert "6-6" in hand.problems[0].message
