"""Reading the deal: the tiles of a seed, the standing before the hand, and who leads."""

from __future__ import annotations

import pytest

from domino_lab.catalogue import get
from domino_lab.core.events import Leads
from domino_lab.record import read
from tests.record.contract_example import EXAMPLE
from tests.record.test_reader import DEAL, only


def test_a_deal_of_another_size_is_a_remark_and_no_problem():
    hand = read(EXAMPLE, get)
    assert [(remark.line, remark.clause) for remark in hand.remarks] == [(9, "REC-DEAL")]


def test_without_stock_complete_the_pass_of_the_example_is_refused():
    """The rest of the set lies below the stated boneyard, so Ana could still draw."""
    problem = only(EXAMPLE.replace("stock_complete = true", "stock_complete = false"))
    assert (problem.move, problem.clause) == (6, "GEN-PASS-1")


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


def test_bl_lead_1_redeal_is_a_misdeal():
    hand = read('ruleset = "block"\n[deal]\nholdings = [["1-2"], ["3-4"]]\n[end]\nhow = "misdeal"\n', get)
    assert hand.problems == ()
    assert hand.state.over == "misdeal"


def test_a_record_of_partners_names_teams():
    text = 'ruleset = "block/partners"\n[deal]\nholdings = [["6-6"], ["1-2"], ["3-4"], ["5-4"]]\n' \
        '[[move]]\nplay = "6-6"\n[end]\nhow = "out"\nwinner = 0\naward = 12\nscores = [12, 0]\n'
    assert read(text, get).problems == ()


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
