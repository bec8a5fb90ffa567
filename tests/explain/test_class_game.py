"""The deal that a whole class plays: its moves, and what the others give away."""

from __future__ import annotations

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.core.errors import DominoError, RulesetError
from domino_lab.explain.class_game import MOST_TURNS, ClassHand, class_hand
from domino_lab.explain.review import review_hand
from domino_lab.play import players
from domino_lab.play.move_text import describe_move
from domino_lab.play.policies import POLICIES
from domino_lab.play.timeline import streams_of

CASES = [("all-fives", 1, "greedy"), ("draw", 3, "heaviest")]


@pytest.fixture(scope="module", params=CASES, ids=lambda case: f"{case[0]}-{case[1]}")
def hand(request: pytest.FixtureRequest) -> ClassHand:
    rules, seed, against = request.param
    return class_hand(get(rules), seed=seed, against=against)


def test_the_best_moves_and_their_lead_are_those_of_a_review(hand: ClassHand) -> None:
    reviewed = {turn.step: turn for turn in review_hand(hand.line, seed=99).turns}
    assert 0 < len(hand.turns) <= MOST_TURNS
    for turn in hand.turns:
        state, again = hand.line[turn.asked.step - 1].state, reviewed[turn.asked.step]
        worths = {describe_move(state, worth.action): worth for worth in again.moves}
        best = worths[turn.asked.right]
        assert set(turn.asked.options) == {*worths}
        assert again.best.ahead - best.ahead < 4 * max(again.best.error, 0.1)
        for given, loss in turn.asked.costs:
            error = (best.error**2 + worths[given].error**2) ** 0.5
            assert abs(best.ahead - worths[given].ahead - float(loss)) < 0.06 + 4 * error, given


def test_the_others_move_as_the_computer_player_does(hand: ClassHand) -> None:
    line, player = hand.line, POLICIES[hand.against]
    assert line.shuffle is not None
    streams, asked = streams_of(line.shuffle, line.steps[0].state), {turn.asked.step: turn for turn in hand.turns}
    for number, step in enumerate(line.steps):
        if step.action is None:
            continue
        state = line[number - 1].state
        usual = players.ask(player, line.steps[:number], streams[state.turn])
        if step.seat != hand.seat:
            assert describe_move(state, usual) == describe_move(state, step.action)
        if number in asked:
            assert describe_move(state, step.action) == asked[number].asked.right
    assert line.is_over


def test_moves_that_give_nothing_away_are_as_good(hand: ClassHand) -> None:
    for turn in hand.turns:
        costs = dict(turn.asked.costs)
        assert turn.asked.right not in costs
        assert [turn.asked.accepts(given) for given in turn.asked.options] == [
            given not in costs for given in turn.asked.options]
        assert turn.given_away == float(costs.get(turn.usual, 0))
        least = min(map(float, costs.values()))
        assert turn.because.startswith(f"Choosing to {turn.asked.right} is worth {least} points more")


def test_what_has_no_choices_to_weigh_is_refused() -> None:
    with pytest.raises(RulesetError, match="for one player"):
        dl.chance.class_game("five-columns")
    with pytest.raises(DominoError, match="seat=7 is not a seat"):
        dl.chance.class_game("block", seat=7)
    with pytest.raises(DominoError, match="nobody"):
        dl.chance.class_game("block", against="nobody")
