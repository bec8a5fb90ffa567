"""What a rule of one's own is told about the hand so far: whose play it is, the scores, the standing, all moves."""

from __future__ import annotations

from itertools import pairwise

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.core.events import GoesOn
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.why import why
from domino_lab.kernel.encoding import unplayable
from domino_lab.play.match import play_match
from domino_lab.play.settlement import final
from domino_lab.play.state import so_far
from domino_lab.play.timeline import play_out
from domino_lab.play.view import view
from domino_lab.record import read, write
from domino_lab.sessions.labels import short_entry
from tests.words.custom_rules import DoublesCost


class SecondTile(dl.rules.Scoring):
    """Whoever plays the second tile after a pass scores 10 for the pair that led, while that pair is below 90."""

    def worth(self, chain, so_far):
        passed = [kind for _, kind in so_far.moves] == ["play", "pass"]
        own = passed and so_far.sides[so_far.moves[0].seat] == so_far.sides[so_far.seat]
        return 10 if own and so_far.score < 90 else 0


GERMAN = dl.ruleset("latin-partnership").but(name="German partners", scoring=SecondTile(), target=100)
"""From DOMINO.TXT of an Atari disc: 10 points if the leaders' own pair lays the second tile, and has less than 90."""

PASS_ON_THE_LEAD = """ruleset = "latin-partnership"
match = {{ scores = [{score}, 0], hand = 4 }}
[deal]
holdings = [["6-6", "5-5"], ["4-4", "3-3"], ["6-5", "5-0"], ["2-2", "1-1"]]
leader = 0
[[move]]
play = "6-6"
[[move]]
pass = true
[[move]]
play = "6-5"
at = "6-6"
[[move]]
pass = true
[[move]]
play = "5-5"
at = "6-5"
"""


@pytest.mark.parametrize(("score", "points"), [(0, 10), (80, 10), (89, 10), (90, 0), (95, 0)])
def test_ten_points_for_the_second_tile_below_ninety(score: int, points: int) -> None:
    hand = dl.load(PASS_ON_THE_LEAD.format(score=score), rules=GERMAN)
    assert hand.problems == ()
    assert [step.points for step in hand.steps if step.action is not None] == [0, 0, points, 0, 0]
    assert hand[2].state.scores == (score, 0)


def test_a_played_match_scores_so_too() -> None:
    """Each second tile is found again in the steps of the hands."""
    match = play_match(GERMAN, seed=11, policies=["random"] * 4)
    bonuses = 0
    for hand in match.hands:
        kinds = [step.action and step.action.kind for step in hand.steps]
        for before, step in pairwise(hand.steps):
            if step.action is None or step.action.kind != "play":
                continue
            first = kinds[1:hand.steps.index(step)] == ["play", "pass"]
            paid = first and before.state.scores[before.state.table.side(step.seat)] < 90
            assert step.points == 10 * paid
            bonuses += paid
    assert bonuses


class AfterTwoDraws(dl.rules.Scoring):
    """A count is worth double to a player who has drawn two tiles or more."""

    def points(self, total, so_far):
        return super().points(total) * (2 if so_far.moves.count((so_far.seat, "draw")) > 1 else 1)


DOUBLED = dl.ruleset("all-fives").but(name="Twice", scoring=AfterTwoDraws())


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_points_for_a_count_by_what_the_player_has_drawn(policy: str) -> None:
    usual, doubled = dl.ruleset("all-fives"), 0
    for seed in range(20):
        hand = dl.play_out(DOUBLED, seed=seed, seats=2, policies=policy)
        draws = [0, 0]
        for step in hand.steps:
            if step.action is None:
                continue
            times = 2 if draws[step.seat] > 1 else 1
            if step.action.kind == "play":
                assert step.points == times * usual.scoring.worth(step.state.chain)
                doubled += step.points > 0 and times == 2
            draws[step.seat] += step.action.kind == "draw"
    assert doubled


def test_a_player_at_the_screen_is_told_of_the_same_points() -> None:
    """The view has what the rule asks for, so that a greedy player and `dl.why` count as the hand does."""
    hand = dl.play_out(DOUBLED, seed=5, seats=2, policies="greedy")
    for step in hand.steps[:-1]:
        if step.state.over is None:
            assert view(step.state, step.state.turn).so_far == so_far(step.state)


def test_moves_are_those_of_the_steps_and_come_back_with_a_record() -> None:
    for game, seats in (("draw", 3), ("two-box-cutthroat", 4), ("blind", 2), ("mexican-train", 3), ("all-fives", 2)):
        hand = dl.play_out(game, seed=3, seats=seats)
        made = [(step.seat, step.action.kind) for step in hand.steps if step.action is not None]
        assert list(final(hand[-2].state).moves) == made
        again = read(write(hand), get)
        assert again[-2].state.moves == hand[-2].state.moves
        assert len({kind for _, kind in made}) > 1


class DrawsPay(dl.rules.Settling):
    """The winner gets the number of tiles that the others drew, and ten for each time that they passed."""

    def award(self, final, seat):
        others = [number for number in range(len(final.names)) if number != seat]
        return sum(final.moves.count((each, "draw")) + 10 * final.moves.count((each, "pass")) for each in others)


def test_an_award_for_draws_and_passes_counted_by_hand() -> None:
    """Ben draws the 2-2 and the 1-1, passes, and Ana goes out: 2 and 10."""
    rules = dl.ruleset("draw").but(name="Draws pay", settling=DrawsPay(), draw_max=2)
    hand = dl.load("""ruleset = "draw"
[deal]
holdings = [["6-6", "6-5"], ["4-4", "3-3"]]
stock = ["2-2", "1-1"]
leader = 0
[[move]]
play = "6-6"
[[move]]
draw = "2-2"
[[move]]
draw = "1-1"
[[move]]
pass = true
[[move]]
play = "6-5"
at = "6-6"
""", rules=rules)
    assert hand.problems == ()
    assert hand[-1].settled.award == 12


@pytest.mark.parametrize("engine", ["plain", "compiled"])
def test_the_kernel_knows_the_moves_at_the_end_of_a_hand(engine: str) -> None:
    if engine == "compiled":
        pytest.importorskip("numba")
    rules = dl.ruleset("draw").but(name="Draws pay", settling=DrawsPay())
    found = [dl.simulate(rules, hands=60, seats=3, seed=2, engine=each, progress=False)
             for each in (engine, "readable")]
    assert found[0].sums == found[1].sums


def test_points_that_ask_for_the_hand_so_far_are_left_to_the_readable_engine() -> None:
    assert "cannot call AfterTwoDraws.points during a hand" in unplayable(DOUBLED)
    assert dl.simulate(DOUBLED, hands=5, seed=2, progress=False).engine == "readable"


class Halves(dl.rules.Scoring):
    def points(self, total, so_far):
        return total / 2


def test_a_wrong_answer_is_refused_with_the_call() -> None:
    with pytest.raises(dl.RulesetError, match=r"Halves\.points\(1, so_far\) returned 0\.5"):
        dl.ruleset("all-fives").but(scoring=Halves())


@pytest.mark.parametrize("claim", ["auto", "call"])
def test_a_play_costs_points_by_hand(claim: str) -> None:
    """All Fives: the 5-5 makes 10 and costs 2, the 5-0 on it makes 10 and scores them; a cost need not be called."""
    line = dl.lay(get("all-fives").but(scoring=DoublesCost(), claim=claim), "5-5 5-0")
    costs, scores = line.steps[1:3]
    assert costs.state.scores == (-2, 0)
    assert why(costs).caption == "Ana starts with 5-5 and loses 2. By your own rule, this play costs Ana 2 points."
    assert short_entry(costs, None) == ("5-5", "−2")
    assert scores.points == 10


def test_a_play_that_costs_points_gives_no_other_turn() -> None:
    for seed in range(20):
        line = play_out(get("all-fives").but(scoring=DoublesCost(), extra_turn="on-score"), Shuffle(seed=seed))
        for step in line.steps:
            assert any(isinstance(event, GoesOn) for event in step.events) == (step.points > 0) or step.state.over
