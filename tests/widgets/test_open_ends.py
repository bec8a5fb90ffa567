"""Pictures, words and refusals know one kind of open end: the ends at which the rules let a tile be laid."""

from __future__ import annotations

import re
from itertools import islice, product

import pytest

import domino_lab as dl
from domino_lab.core.actions import Play
from domino_lab.explain.questions import quiz_items
from domino_lab.explain.why_not import why_not
from domino_lab.picture.alt_text import alt_text
from domino_lab.play.legal import legal
from domino_lab.play.move_text import parse_move
from domino_lab.play.timeline import Timeline
from domino_lab.rules.axes import AXES
from domino_lab.sessions.quiz import QuizSession, question_table
from tests.widgets.reading import text

ORDERS = AXES["arm_order"].named
GAMES = [(game, order, spinner) for game, order, spinner in
         product(("all-fives", "block", "five-up"), ORDERS, ("none", "first", "all"))]
HANDS = 3


def hands(game: str, order: str, spinner: str) -> list[Timeline]:
    rules = dl.ruleset(game).but(arm_order=order, spinner=spinner)
    return [dl.play_out(rules, seed=5, hand=hand, policies="random") for hand in range(HANDS)]


def told(text: str) -> list[int]:
    """The values of the open ends as the alternative text names them."""
    found = re.search(r"The open ends show ([\d, and]+)\.|The open end shows (\d)\.", text)
    return sorted(map(int, re.findall(r"\d", found[0]))) if found else []


def may_join(state, end) -> bool:
    """Whether some tile of the set may be laid there: asked of the judge, tile by tile, as if it were held."""
    if state.over:
        state = state._replace(over=None)
    tiles = [tile for tile in state.rules.equipment.set.tiles if end.value in tile[:2]]
    laid = {one.tile for one in state.chain.laid}
    free = [tile for tile in tiles if tile not in laid] or tiles
    held = tuple(state.holdings[state.turn]) + tuple(free)
    seat = state._replace(holdings=tuple(held if place == state.turn else other
                                         for place, other in enumerate(state.holdings)))
    return why_not(seat, Play(free[0], end)).allowed


@pytest.mark.parametrize(("game", "order", "spinner"), GAMES, ids=map("-".join, GAMES))
def test_the_words_name_the_ends_that_are_open_in_play_and_after_it(game: str, order: str, spinner: str) -> None:
    shut = over = 0
    for hand in hands(game, order, spinner):
        for number in range(1, len(hand)):
            here = dl.Playhead(hand, step=number)
            state = here.state
            joined = [end for end in state.chain.ends if may_join(state, end)]
            assert told(alt_text(here.snapshot.tabletop)) == sorted(end.value for end in joined), (number, state.chain)
            over += state.over is not None and len(joined) < len(state.chain.ends)
            shut += len(joined) < len(state.chain.ends)
    if order == "free" or spinner == "none":
        assert not shut
    if (order, spinner) == ("four-first", "first"):
        assert shut
    if (game, order, spinner) == ("block", "four-first", "first"):
        assert over, "a hand that ended with a shut end is looked at too"


@pytest.mark.parametrize(("game", "order", "spinner"), GAMES, ids=map("-".join, GAMES))
def test_a_tile_that_fits_nowhere_is_told_of_an_open_end(game: str, order: str, spinner: str) -> None:
    asked = 0
    for hand in hands(game, order, spinner):
        for step in hand.steps:
            state = step.state
            if state.over or not state.chain.laid:
                continue
            values = {end.value for end in state.open_ends}
            playable = {play.tile for play in legal(state) if isinstance(play, Play)}
            for tile in set(state.holdings[state.turn]) - playable:
                answer = why_not(state, parse_move(state, str(tile)))
                assert not answer.allowed
                assert answer.ruling.facts["value"] in values
                asked += 1
    assert asked > 10


FOUR = dl.ruleset("all-fives").but(arm_order="four-first")
HAND = dl.lay(FOUR, "6-4 4-4 4-2")


def test_a_tile_that_would_fit_a_shut_end_is_told_of_that_end_too() -> None:
    """Open are the two bare sides of 4-4; the 6 of 6-4 and the 2 of 4-2 have to wait for them."""
    answer = dl.why_not(HAND, -1, "6-1")
    assert answer.ruling.facts["value"] == 4
    assert "6-4 has to wait, because the free sides of a spinner come first." in answer.text
    assert "shut" not in dl.why_not(HAND, -1, "3-3").text
    assert dl.why_not(HAND, -1, "3-3").ruling.facts["value"] == 4


def test_a_tile_that_is_asked_for_at_a_shut_end_is_told_of_that_one() -> None:
    asked = dl.why_not(HAND, -1, "6-1", at="6-4")
    assert asked.text.startswith("6-4 has to wait, because the free sides of a spinner come first.")
    assert dl.why_not(HAND, -1, "3-3", at="6-4").ruling.facts["value"] == 6


def test_a_hand_file_is_told_of_an_open_end_too() -> None:
    with pytest.raises(dl.RecordError, match=r"3-3 does not fit the 4 on 4-4, because it has no 4"):
        dl.lay(FOUR, "6-4 4-4 4-2 3-3")


def test_a_question_whether_a_tile_may_be_laid_does_not_tell_which_ends_are_open() -> None:
    silent = 0
    for item in islice(quiz_items(FOUR, ("legal",), seed=3), 12):
        here = QuizSession(1, iter([item]), "")
        seen = question_table(here)
        assert not seen.usable
        if here.state.open_ends == seen.chain.ends:
            assert told(alt_text(seen)) == sorted(end.value for end in seen.chain.ends)
        else:
            assert told(alt_text(seen)) == []
            silent += 1
    assert silent


def test_what_would_fit_is_listed_while_somebody_can_play_it() -> None:
    """In this hand 3 and 2 are open when it is blocked, and nobody holds a tile with either."""
    hand = dl.play_out("block", seed=7)
    blocked = len(hand) - 2
    assert (hand[blocked - 1].state.over, hand[blocked].state.over) == (None, "blocked")
    for step, listed in ((blocked - 1, True), (blocked, False), (blocked + 1, False)):
        assert ("would fit" in text(dl.OpenEnds(hand, step=step))) is listed
