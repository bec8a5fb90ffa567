"""What tells a move that was tried from the one that was made, where points do not: each reason, by the rules alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domino_lab.catalogue import get
from domino_lab.core.actions import Action, Draw, Play
from domino_lab.core.events import Ended
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.contrast import MoveContrast, contrast_moves
from domino_lab.play.hand import advance
from domino_lab.play.legal import legal
from domino_lab.play.state import Step
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.ruleset import Ruleset

Found = tuple[Timeline, Action, Step, Step, MoveContrast]


def others(rules: Ruleset, *, seeds: int = 40, policies: str = "random") -> Iterator[Found]:
    """Every other move that was legal at some step of some hands, with both steps and what is said of it."""
    for seed in range(seeds):
        hand = play_out(rules, Shuffle(seed=seed), policies=policies)
        for number, made in enumerate(hand.steps[1:], 1):
            line = hand.upto(number - 1)
            for action in legal(line.state) if made.action is not None else ():
                if action != made.action:
                    yield line, action, advance(line.state, action), made, contrast_moves(line, action, made)


def fits(step: Step, seat: int) -> int:
    """How many tiles of a seat have a half that lies open, in a game where equal halves meet."""
    values = {end.value for end in step.state.open_ends}
    return sum(bool(values & {*tile[:2]}) for tile in step.state.holdings[seat])


def test_a_move_that_ends_the_hand_is_told_by_the_ruling_that_ends_it() -> None:
    for _line, _action, after, made, found in others(get("block"), seeds=300, policies="heaviest"):
        if made.state.over == "blocked" and after.state.over is None:
            ended = next(event.ruling for event in made.events if isinstance(event, Ended))
            assert (found.verdict, found.ruling) == ("better", ended)
            assert found.text.endswith(f"better move: one that ends the hand. {ended.text}")
            return
    raise AssertionError("no hand was blocked by choice")


def test_where_pips_do_not_count_the_move_that_leaves_more_tiles_that_fit_is_better() -> None:
    rules, seen = get("block").but(end_base="none"), set()
    for line, _action, after, made, found in others(rules, seeds=6):
        one, other = (fits(step, line.state.turn) for step in (after, made))
        if made.state.over or after.state.over:
            continue
        seen.add(one < other)
        assert found.verdict == ("better" if one < other else "as good")
        if one < other:
            tiles = f"{other} playable tile{'' if other == 1 else 's'}"
            assert found.text == f"Allowed, but there is a better move: it leaves you {tiles} instead of {one}."
    assert seen == {True, False}


def test_in_a_patience_the_move_that_leaves_more_moves_is_better() -> None:
    seen = set()
    for _line, _action, after, made, found in others(get("five-columns"), seeds=12):
        one, other = (len(legal(step.state)) for step in (after, made))
        if made.state.over or after.state.over:
            continue
        seen.add(one < other)
        assert found.verdict == ("better" if one < other else "as good")
        assert one >= other or found.text.endswith(f"{other} moves instead of {one}.")
    assert seen == {True, False}


@pytest.mark.parametrize("lays", [True, False])
def test_who_draws_by_choice_hears_of_the_tile_and_who_lays_is_told_that_none_is_laid_here(lays: bool) -> None:
    rules = get("draw").but(draw_when="optional", voluntary_max="any")
    hand = play_out(rules, Shuffle(seed=1), policies="heaviest").upto(2)
    laid = next(action for action in legal(hand.state) if isinstance(action, Play))
    tried, made = (Draw(), laid) if lays else (laid, Draw())
    found = contrast_moves(hand, tried, advance(hand.state, made))
    assert found.verdict == ("better" if lays else "as good")
    assert ("you can play a tile here" in found.text) == lays
    assert ("no tile is played here" in found.text) == (not lays)
