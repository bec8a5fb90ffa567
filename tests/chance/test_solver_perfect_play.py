"""A recorded hand beside perfect play: what each move was worth and gave away, against every way to play on."""

from __future__ import annotations

import pytest

from domino_lab.catalogue import get
from domino_lab.chance import solver
from domino_lab.chance.solver import Perfect, perfect_play, value_of
from domino_lab.core.actions import Draw
from domino_lab.core.errors import ArgumentError, RulesetError
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.hand import advance
from domino_lab.play.legal import legal
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.ruleset import Ruleset
from tests.chance.test_solver import SMALL, brute


def sums_up(found: Perfect) -> bool:
    """What the deal was worth changes by what is given away, and by nothing else."""
    assert found.value is not None
    return found.value - found.loss_of(0) + found.loss_of(1) == found.result


@pytest.mark.parametrize("name", ["block", "block, blocker wins", "draw", "draw, reserve", "draw by choice"])
def test_each_move_is_worth_what_brute_force_says(name: str) -> None:
    gave_away = 0
    for hand in range(5):
        line = play_out(SMALL[name], Shuffle(seed=5, hand=hand), policies="random")
        found, known = perfect_play(line), {}
        assert [move.step for move in found.moves] == list(range(1, len(line) - 1))
        for move in found.moves:
            before, sign = line.steps[move.step - 1].state, 1 - 2 * move.seat
            assert move.value == sign * brute(line.steps[move.step].state, known)
            every = [sign * brute(advance(before, action).state, known) for action in legal(before)]
            assert move.lost == max(every) - move.value >= 0
            gave_away += move.lost
        assert sums_up(found)
    assert gave_away > 0


def test_who_plays_perfectly_gives_nothing_away() -> None:
    for seed in range(3):
        line = Timeline(play_out(get("block"), Shuffle(seed=seed)).steps[:1])
        while not line.is_over:
            line = line.play(perfect_play(line).solutions[len(line) - 1].best)
        found = perfect_play(line)
        assert (found.loss_of(0), found.loss_of(1)) == (0, 0)
        assert found.value == found.result


@pytest.mark.parametrize("rules", [get("block"), get("draw-classic"), get("block").but(draw_when="never", deal=5)])
def test_whole_hands_sum_up(rules: Ruleset) -> None:
    for seed in range(4):
        found = perfect_play(play_out(rules, Shuffle(seed=seed)))
        assert sums_up(found)
        assert found.first == 0


def test_a_long_hand_is_solved_from_its_end_back_to_where_it_gets_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "PLAIN_TRIES", 8000)
    line = play_out(get("draw"), Shuffle(seed=0))
    found = perfect_play(line, compiled=False)
    assert 0 < found.first < len(line) - 3
    assert found.value is None
    assert sorted(found.solutions) == list(range(found.first, len(line) - 2))
    late = line.steps[-4].state
    assert found.value_after(len(line) - 4) == value_of(late)


def test_a_hand_that_has_not_ended_has_moves_and_no_result() -> None:
    whole = play_out(get("draw-classic"), Shuffle(seed=2))
    found = perfect_play(whole.upto(9))
    assert found.result is None
    assert len(found.moves) == 9
    assert found.solutions[9].choices
    assert [move.lost for move in found.moves] == [move.lost for move in perfect_play(whole).moves[:9]]
    assert any(isinstance(move.action, Draw) for move in perfect_play(whole).moves)


def test_a_game_is_named_instead_of_a_hand_and_what_is_none_is_refused() -> None:
    line = play_out(get("block"), Shuffle(seed=4))
    assert perfect_play("block", seed=4) == perfect_play(line)
    first, second, *_ = repr(perfect_play(line)).splitlines()
    assert first == "If both play their best from the deal: Ben wins 40 points."
    assert second == "In the hand: Ana wins 1 point."
    with pytest.raises(ValueError, match="3 players"):
        perfect_play("block", seats=3)
    with pytest.raises(RulesetError, match="block"):
        perfect_play("blok")
    for wrong in (3, line.state):
        with pytest.raises(ArgumentError, match=r"perfect_play\(hand=.*give a hand from dl\.load"):
            perfect_play(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(("game", "seats"), [("all-sevens", 2), ("five-columns", 1), ("blind", 2)])
def test_what_cannot_be_solved_is_refused_with_the_reason(game: str, seats: int) -> None:
    with pytest.raises(ValueError, match="play, draw or pass"):
        perfect_play(play_out(get(game), Shuffle(seed=1), seats=seats))
