"""The review of a game for one player, against every way to play on by the rules themselves."""

from __future__ import annotations

import pytest

import domino_lab as dl
from domino_lab.catalogue import get, rulesets
from domino_lab.chance.patience_prospects import last_chance
from domino_lab.explain.patience_review import review_patience
from domino_lab.notebook import play_out
from domino_lab.play.hand import advance
from domino_lab.play.legal import legal
from tests.chance.test_patience_prospects import fewest

PATIENCES = [rules for rules in rulesets() if rules.solo is not None]


@pytest.mark.parametrize("rules", PATIENCES, ids=lambda rules: rules.id)
def test_every_patience_is_reviewed_to_its_last_chance(rules) -> None:
    for seed in range(3):
        line = play_out(rules, seed=seed)
        review = review_patience(line)
        if None in review.fewest:
            continue
        assert list(review.fewest) == sorted(review.fewest), "what was given away does not come back"
        assert review.fewest[-1] == line.state.left
        assert review.last_chance == last_chance(line)
        assert review.is_winnable == (review.fewest[0] == 0)
        lost = sum(turn.lost for turn in review.turns)
        assert lost == review.fewest[-1] - review.fewest[0], "only a choice can cost tiles"
        for turn in review.turns:
            assert len(legal(line.steps[turn.step - 1].state)) > 1
            assert (turn.best == turn.played) == (turn.lost == 0)


def test_the_last_steps_are_those_of_every_way_to_play_on() -> None:
    tried = 0
    for game in ("knock-out", "five-columns"):
        for seed in range(6):
            line = play_out(get(game), seed=seed, policies="random")
            review = review_patience(line)
            for turn in review.turns[-3:]:
                before = line.steps[turn.step - 1].state
                assert turn.least == fewest(before)
                assert turn.left == fewest(line.steps[turn.step].state)
                assert fewest(advance(before, turn.best).state) == turn.least
                tried += 1
    assert tried > 12


def test_it_says_until_when_it_could_be_won_and_which_move_lost_it() -> None:
    line = next(line for seed in range(200) for line in [play_out(get("five-columns"), seed=seed, policies="random")]
                if review_patience(line).is_winnable and line.state.over != "won")
    review = dl.review(line)
    turn = review.marked[0]
    assert turn.step == review.last_chance + 1
    assert f"could be won until step {review.last_chance}." in review.text
    assert f"Step {turn.step}: Ana chose to" in review.text
    assert "would have kept it open" in review.text
    row = review.table().loc[turn.step]
    assert (row["tiles left"], row["least tiles left"], row["lost"]) == (turn.left, 0, turn.left)


def test_a_deal_that_takes_too_long_is_reviewed_from_where_it_does_not() -> None:
    line = play_out(get("five-columns"), seed=2)
    review = review_patience(line, budget=3)
    assert review.fewest[0] is None
    assert review.is_winnable is None
    first = next(step for step, left in enumerate(review.fewest) if left is not None)
    assert f"Before step {first} there are too many ways" in review.text


def test_hidden_tiles_are_said_to_be_face_up_and_a_game_against_others_is_no_patience() -> None:
    assert "face up" in dl.review("patience", seed=1).text
    assert "face up" not in dl.review("five-columns", seed=1).text
    with pytest.raises(dl.DominoError, match="for one player"):
        review_patience(play_out(get("block"), seed=1))
