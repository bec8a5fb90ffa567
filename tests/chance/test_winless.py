"""Many hands of which nobody won a single one: the result says so, and a run in which nobody can lead ends."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import domino_lab as dl
from domino_lab.chance import simulation as simulating
from domino_lab.cli import main
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.ruleset_comparison import follow
from domino_lab.explain.spread import SpreadCounter
from domino_lab.play.match import new_match, play_match
from domino_lab.play.start import HOPELESS
from domino_lab.sessions.play import PlaySession
from domino_lab.widgets.play import Play


class NobodyLeads(dl.rules.Leading):
    def leader(self, deck):
        return None


class LeadsSometimes(dl.rules.Leading):
    """The seat with the 6-6 leads; the tiles are dealt again until somebody has it who holds the 0-0 as well."""

    def leader(self, deck):
        return next((seat for seat, held in enumerate(deck.holdings) if {str(tile) for tile in held} >= {"6-6", "0-0"}),
                    None)


class NobodyWins(dl.rules.Settling):
    def winner(self, final):
        return None


BLOCK = dl.ruleset("block")
STUCK = BLOCK.but(name="Stuck", leading=NobodyLeads())
NO_WINNER = BLOCK.but(name="Idle", settling=NobodyWins())
COULD_NOT = ("No hand of Stuck could begin. For each one, the tiles were dealt 1,000 times, and the rule on who leads "
             '(first_leader = "own: NobodyLeads") never named a player.')


def test_a_run_in_which_nobody_can_lead_ends_soon_and_says_so() -> None:
    found = dl.simulate(STUCK, hands=100_000, seed=1, progress=False)
    assert (found.hands, found.asked, found.given_up) == (HOPELESS, 100_000, True)
    assert found.note == f"{COULD_NOT} The run stopped after {HOPELESS} of 100,000 hands."
    for shown in (str(found), found._repr_html_().replace("&quot;", '"'), repr(found)):
        assert found.note in shown
    assert found.title == f"Stuck: {HOPELESS} of 100,000 hands, then it was stopped, seed 1"
    assert found.chance("misdeal").value == 1


def test_the_same_hands_are_counted_whatever_the_chunks() -> None:
    runs = [simulating.simulate(STUCK, hands=40, seed=3, chunk=chunk) for chunk in (1, 7, 100)]
    assert {(run.hands, run.sums) for run in runs} == {(HOPELESS, runs[0].sums)}


def test_few_hands_in_which_nobody_can_lead_are_all_played() -> None:
    found = simulating.simulate(STUCK, hands=3, seed=1)
    assert (found.hands, found.given_up, found.note) == (3, False, COULD_NOT)


def test_a_rule_by_which_somebody_leads_now_and_then_is_played_to_the_end() -> None:
    found = simulating.simulate(BLOCK.but(leading=LeadsSometimes()), hands=12, seed=1)
    assert (found.hands, found.given_up, found.note) == (12, False, "")


def test_a_run_without_a_winner_says_so() -> None:
    found = dl.simulate(NO_WINNER, hands=12, seed=1, progress=False)
    assert found.note == "No hand of Idle had a winner."
    assert found.hands == 12
    assert all(found.note in shown for shown in (str(found), repr(found), found._repr_html_()))


ALIKE = {f"{high}-{low}": 1 for high in range(4) for low in range(high + 1)}
SMALL = BLOCK.but(name="Small", max_pip=3, deal=4, tie="none", weights=ALIKE)
"""All tiles weigh the same, so that a blocked hand is tied where both hold as many."""


@pytest.mark.parametrize("engine", ["plain", "readable"])
def test_so_does_one_hand_that_is_tied(engine: str) -> None:
    tied = [seed for seed in range(40) if dl.play_out(SMALL, seed=seed)[-1].settled.winner is None]
    assert 0 < len(tied) < 40
    said = [seed for seed in range(40) if simulating.simulate(SMALL, hands=1, seed=seed, engine=engine).note]
    assert said == tied
    assert simulating.simulate(SMALL, hands=1, seed=tied[0], engine=engine).note == "No hand of Small had a winner."


def test_a_patience_that_is_never_won_is_lost_and_needs_no_note() -> None:
    found = simulating.simulate(dl.ruleset("twelve-to-go"), hands=20, seed=1, engine="plain")
    assert found.note == ""


def test_the_command_line_tells_it() -> None:
    done = CliRunner().invoke(main, ["simulate", "block", "--hands", "20", "--json"])
    assert json.loads(done.output)["note"] == ""


def test_so_does_a_comparison_of_many_deals() -> None:
    found = dl.compare(dl.Shuffle(seed=1), [NO_WINNER, "block"], hands=8)
    assert found.notes == ("No hand of Idle had a winner.",)
    assert found.sentences[0] == found.notes[0]
    assert repr(found).startswith(found.notes[0])
    assert found.notes[0] in found._repr_markdown_()
    assert dl.compare(dl.Shuffle(seed=1), ["block", "block/at-least"], hands=8).notes == ()


def test_a_comparison_in_which_one_game_never_begins_ends_soon_and_says_so() -> None:
    found = dl.compare(dl.Shuffle(seed=1), ["block", STUCK], hands=1000, leader="own")
    assert len(found) == HOPELESS
    assert found.notes == (f"{COULD_NOT} The run stopped after {HOPELESS} of 1,000 hands.",)


def test_winners_are_counted_for_each_ruleset() -> None:
    """The two differ in nothing but a tie, which one of them breaks."""
    broken, alone = SMALL.but(name="Broken", tie="blocker"), SMALL
    hands = 40
    won = [sum(dl.play_out(rules, seed=1, hand=hand)[-1].settled.winner is not None for hand in range(hands))
           for rules in (broken, alone)]
    deals = SpreadCounter(Shuffle(seed=1), [broken, alone], hands=hands)
    assert len(list(deals)) == hands
    assert list(deals.won) == won
    assert deals.won[0] > deals.won[1]


def test_where_nobody_leads_in_the_first_game_nobody_is_said_to_lead_as_there() -> None:
    found = follow(Shuffle(seed=1), [STUCK, BLOCK])
    own = dl.play_out("block", seed=1)
    assert found.lines[1].remark == "Nobody leads in Stuck, so Block Game is dealt and led by its own rules."
    assert found.lines[1].timeline[0].state.holdings == own[0].state.holdings
    assert found.lines[1].timeline[0].state.lead.seat == own[0].state.lead.seat
    assert [line.remark for line in follow(Shuffle(seed=1), [STUCK, STUCK]).lines] == ["", ""]


class NobodyScores(dl.rules.Settling):
    def award(self, final, seat):
        return 0


class NeverEnough(dl.rules.Winning):
    def reached(self, score, seats, teams):
        return False


def test_a_match_that_is_given_up_says_why() -> None:
    """Without a note, a match that ends in nothing looks like one that is still going on."""
    reasons = {
        COULD_NOT: STUCK,
        "Nobody scored a point in 1,000 hands of Poor, so nobody came any closer to the target (target = 100).":
            BLOCK.but(name="Poor", settling=NobodyScores(), max_pip=3, deal=3),
    }
    for note, rules in reasons.items():
        match = play_match(rules, seed=1)
        assert (match.note, match.is_over, match.goes_on, match.winner) == (note, False, False, None)
    match = play_match(BLOCK.but(name="Endless", winning=NeverEnough(), max_pip=3, deal=3), seed=1)
    best = max(match.standing.scores)
    assert match.note == ("After 1,000 hands of Endless nobody has won the match (target = \"own: NeverEnough\"). "
                          f"The highest score was {best:,}.")


class Halved(dl.rules.Settling):
    """Both sides get five points, however the hand ended."""

    def award(self, final, seat):
        return {0: 5, 1: 5}


EVEN = BLOCK.but(name="Even", settling=Halved(), max_pip=3, deal=3, tie="blocker")


def test_a_match_whose_scores_always_fall_back_names_that_rule() -> None:
    """There were points in every hand: this said that nobody scored."""
    emptied = EVEN.but(name="Even", fall_back="all-scored")
    assert play_match(emptied, seed=1).note == (
        "After 1,000 hands of Even nobody has won the match (target = 100). Scores went back to 0 in 1,000 hands "
        '(fall_back = "all-scored"), and the highest score after a hand was 0.')
    assert simulating.simulate(emptied, hands=20, seed=1).note == (
        'All the points of 20 hands of Even went back to 0 (fall_back = "all-scored"), so nobody came any closer to '
        "the target.")
    assert simulating.simulate(EVEN, hands=20, seed=1).note == ""


def test_a_match_that_stays_tied_past_the_target_says_so() -> None:
    assert play_match(EVEN, seed=1).note == (
        "After 1,000 hands of Even nobody has won the match. The target has been reached (target = 100), but Ana "
        "and Ben are tied at 5,000, and a tie does not win the match.")
    assert play_match(EVEN.but(name="Even", target=9000), seed=1).note == (
        "After 1,000 hands of Even nobody has won the match (target = 9000). The highest score was 5,000.")


class ThirdGetsMost(dl.rules.Settling):
    """Two sides get five points each, and the third ten, however the hand ended."""

    def award(self, final, seat):
        return {0: 5, 1: 5, 2: 10}


def test_where_the_fewest_points_win_another_than_those_who_are_tied_has_reached_the_target() -> None:
    """The note said that the two with 5,000 points each had reached 9,000."""
    rules = EVEN.but(name="Even", settling=ThirdGetsMost(), seats=[3], best_score="fewest", target=9000)
    assert play_match(rules, seed=1).note == (
        "After 1,000 hands of Even nobody has won the match. The target has been reached (target = 9000), but Ana "
        "and Ben are tied at 5,000, and a tie does not win the match.")


def test_a_match_that_is_won_or_goes_on_has_no_note() -> None:
    won = play_match(BLOCK.but(target=10), seed=1)
    assert (won.note, won.is_over, won.goes_on) == ("", True, False)
    begun = new_match(BLOCK).after(dl.play_out(BLOCK, seed=1))
    assert (begun.note, begun.is_over, begun.goes_on) == ("", False, True)


def test_a_match_at_the_screen_that_is_given_up_says_why() -> None:
    game = PlaySession(STUCK, against="heaviest", seed=1)
    while game.goes_on:
        game.next_hand()
    assert len(game.played.hands) == HOPELESS
    assert game.waits == "match over"
    assert COULD_NOT in str(Play(game).moment())


def test_a_run_in_which_nobody_scores_says_that_the_target_is_out_of_reach() -> None:
    poor = BLOCK.but(name="Poor", settling=NobodyScores())
    found = simulating.simulate(poor, hands=20, seed=1)
    assert found.note == ("Nobody scored a point in 20 hands of Poor, so nobody came any closer to the target "
                          "(target = 100).")
    assert simulating.simulate(poor.but(target="one-hand"), hands=20, seed=1).note == ""
    assert simulating.simulate(BLOCK, hands=20, seed=1).note == ""


def test_an_exact_target_that_no_sum_of_scores_makes_is_named() -> None:
    """All scores are fives: plays by multiple = 5, ends because they are rounded to fives."""
    fives = dl.ruleset("all-fives").but(name="Fives", reach="exact", end_divide=1, target=61)
    found = simulating.simulate(fives, hands=400, seed=1)
    assert found.note == ("No match of Fives can be won with these scores: each is a multiple of 5, but the target, "
                          '61, is not (reach = "exact").')
    assert simulating.simulate(fives.but(target=60), hands=400, seed=1).note == ""
    assert simulating.simulate(fives.but(reach="at-least"), hands=400, seed=1).note == ""
    assert simulating.simulate(fives.but(multiple=3), hands=400, seed=1).note == ""
    assert simulating.simulate(fives.but(match_hands=5), hands=400, seed=1).note == ""


TENS = BLOCK.but(name="Tens", reach="exact", target=115, end_round="nearest", end_multiple=10)
NEVER = "No match of Tens can be won with these scores: each is a multiple of 10, but the target, 115, is not"


@pytest.mark.parametrize("passes", [
    {"pass_lead": 5}, {"pass_next": 5}, {"pass_round": 5}, {"pass_cost": 5},
    {"pass_lead": 10, "pass_lead_single": 5}], ids=str)
def test_points_for_passes_can_make_an_exact_target(passes: dict[str, int]) -> None:
    for changes, says in (({}, NEVER), (dict.fromkeys(passes, 20), NEVER), (passes, "")):
        note = simulating.simulate(TENS.but(name="Tens", **changes), hands=40, seed=1, engine="plain").note
        assert note.partition(" (")[0] == says


@pytest.mark.parametrize(("paid_in", "says"), [("chips", NEVER), ("points", "")])
def test_a_drawn_tile_makes_an_exact_target_possible_only_if_it_costs_points(paid_in: str, says: str) -> None:
    """Chips never count towards a target, so 115 stays out of reach of tens; 10 less 5 is in its reach."""
    drawing = TENS.but(name="Tens", draw_when="unable", draw_cost=5, draw_cost_in=paid_in)
    note = simulating.simulate(drawing, hands=40, seed=1, engine="plain").note
    assert note.partition(" (")[0] == says


class Odd(dl.rules.Settling):
    """Awards of its own: what they are in other hands, nobody knows."""

    end_round, end_multiple = "nearest", 10

    def award(self, final, seat):
        return 10 if final.leader == seat else 20


class EveryScore(dl.rules.Winning):
    target, reach = 115, "exact"

    def reached(self, score, seats, teams):
        return score > 7


@pytest.mark.parametrize("own", [{"settling": Odd()}, {"winning": EveryScore()}], ids=["settling", "winning"])
def test_nothing_is_said_of_an_exact_target_where_an_own_rule_decides_the_points(own: dict[str, object]) -> None:
    plain = BLOCK.but(name="Tens", reach="exact", target=115) if "settling" in own else BLOCK.but(
        name="Tens", end_round="nearest", end_multiple=10)
    assert simulating.simulate(plain.but(**own), hands=40, seed=1).note == ""


def test_a_tournament_in_which_nobody_leads_says_so() -> None:
    assert dl.tournament(["heaviest", "random"], STUCK, deals=2, progress=False).notes == (COULD_NOT,)


def test_a_tournament_without_a_winner_says_so() -> None:
    found = dl.tournament(["heaviest", "random"], NO_WINNER, deals=3, progress=False)
    assert found.notes == ("No hand of Idle had a winner.",)
    assert found.told[0] == found.notes[0]
    assert found.notes[0] in repr(found)
    assert dl.tournament(["heaviest", "random"], "block", deals=3, progress=False).notes == ()


def test_a_match_in_which_nobody_can_lead_ends_soon() -> None:
    assert len(play_match(STUCK, seed=1).hands) == HOPELESS


def test_a_hand_that_could_not_begin_has_a_transcript_without_rows() -> None:
    table = dl.transcript(dl.play_out(STUCK, seed=1))
    assert (len(table), table.index.name) == (0, "step")
