"""What a reader types in a notebook works for every game: play_out, transcript, why, why_not, lay, settle, load."""

from __future__ import annotations

import pytest

import domino_lab as dl
from domino_lab.catalogue import rulesets
from domino_lab.core.errors import DominoError
from domino_lab.record import write
from domino_lab.rules.ruleset import Ruleset

TRIED = ["draw", "pass", "say", "6-5", "stack 6-5", "remove 6-6 0-0", "shift 6-5 to 0"]
every_ruleset = pytest.mark.parametrize("rules", rulesets(), ids=lambda rules: rules.id)


@every_ruleset
def test_a_hand_of_every_game_is_told_step_by_step(rules: Ruleset) -> None:
    hand = dl.play_out(rules.id, seed=6, policies="random")
    table = dl.transcript(hand)
    assert len(table) == len(hand) - (rules["first_tile"] == "leader")
    assert all(table["move"])
    for step in range(min(len(hand), 30)):
        told = dl.why(hand, step)
        assert told.clause
        assert told.caption.endswith((".", "!"))


@every_ruleset
def test_why_not_answers_whatever_is_tried(rules: Ruleset) -> None:
    hand = dl.play_out(rules.id, seed=6, policies="random")
    middle = hand.upto(min(3, max(len(hand) - 3, 0)))
    over = middle.state.over is not None
    for tried in TRIED:
        answer = dl.why_not(middle, len(middle) - 1, tried)
        assert answer.clause
        assert answer.text.endswith((".", "!"))
        assert answer.allowed or over or answer.instead is not None


@every_ruleset
def test_the_line_that_makes_a_hand_and_its_file_make_it_again(rules: Ruleset) -> None:
    hand = dl.play_out(rules.id, seed=6)
    assert eval(hand.recipe, {"dl": dl}).steps == hand.steps
    assert dl.load(write(hand)).steps == hand.steps


@every_ruleset
def test_tiles_are_laid_and_holdings_settled_where_there_are_rivals(rules: Ruleset) -> None:
    holdings = [["6-5"], ["3-2"], ["4-1"], ["6-4"], ["2-0"], ["5-1"]][: rules.dealing.seat_counts[0]]
    if rules.solo is not None:
        with pytest.raises(DominoError, match="has no layout to build tile by tile"):
            dl.lay(rules.id, "6-5")
        with pytest.raises(DominoError, match="won or lost"):
            dl.settle(rules.id, holdings=holdings)
        return
    assert len(dl.lay(rules.id, "6-5").state.chain.laid) == 1
    assert dl.settle(rules.id, holdings=holdings).text


def test_a_wild_tile_of_a_study_says_which_half_faces_outward() -> None:
    """A7-WILD-1, S-A7-1: 2-0 shuts that end, and 5-2 opens it again."""
    for out in (2, 5):
        line = dl.lay("all-sevens", f"6-6 1-5 2-0 5-2@2-0>{out}")
        assert sorted(end.value for end in line.state.open_ends) == [out, 6]
    with pytest.raises(DominoError, match="REC-CHOICE"):
        dl.lay("all-sevens", "6-6 1-5 2-0 5-2@2-0")


@pytest.mark.parametrize("tried", ["", "x", "stack", "remove", "shift 5-5", "shift 5-5 to x", "stack x", "play 5-5"])
def test_words_that_mean_nothing_are_refused(tried: str) -> None:
    with pytest.raises(DominoError, match=r"is (not|neither) a tile"):
        dl.why_not(dl.play_out("two-box-cutthroat", seed=1), 2, tried)


@pytest.mark.parametrize("game", ["two-box", "muggins"])
def test_a_study_calls_what_has_to_be_called(game: str) -> None:
    """TB-SCORE-2: who lays tiles to study calls in time. 5-5 counts 10, then 10 + 0, then 0 + 3 or 10 + 3: no score."""
    steps = dl.lay(game, "5-5 5-0 5-3").steps[1:]
    assert [step.points for step in steps] == [10, 10, 0]
    assert [step.action.call for step in steps] == [10, 10, None]


def test_the_tile_that_is_turned_up_is_told_with_the_deal() -> None:
    """GA-LEAD-1: in Gaple for five, a tile of the boneyard begins the line, and the leader joins it."""
    hand = dl.play_out("gaple/five-players", seed=1)
    [tile] = [placed.tile for placed in hand.steps[0].state.chain.laid]
    table = dl.transcript(hand)
    assert table.loc[0, "move"] == f"{tile} is turned up"
    assert table.loc[0, "open ends"] == f"{tile.low}, {tile.high}"
    assert f"{tile} comes from the boneyard" in dl.why(hand, 0).caption
    assert dl.transcript(dl.play_out("gaple", seed=1)).index[0] == 1
