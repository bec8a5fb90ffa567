"""What each region of Draw Dominoes changes, asked of random hands and of answers worked out by hand."""

from __future__ import annotations

from itertools import pairwise

import pytest

from domino_lab import hands
from domino_lab.catalogue import get
from domino_lab.core.actions import Draw, Pass, Play
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import DominoSet, Tile, tiles
from domino_lab.play.settlement import settle_holdings
from domino_lab.play.start import start
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.record import read
from domino_lab.rules.leading import Standing
from tests.rules.test_turns_draw import SHUFFLES, played


def turns(line: Timeline) -> list[list[object]]:
    """The actions of each turn: a turn ends with a play or a pass."""
    found: list[list[object]] = [[]]
    for action in line.actions:
        found[-1].append(action)
        if isinstance(action, (Play, Pass)):
            found.append([])
    return found


@pytest.mark.parametrize(("name", "most"), [("draw-dutch", 2), ("draw-dutch/one-tile", 1),
                                            ("draw-austrian/draw-three", 3)])
def test_only_so_many_tiles_are_drawn_in_a_turn_and_then_one_passes(name: str, most: int) -> None:
    every = [turn for line in played(name) for turn in turns(line)]
    draws = [sum(isinstance(action, Draw) for action in turn) for turn in every]
    assert max(draws) == most
    assert any(count == most and isinstance(turn[-1], Pass) for count, turn in zip(draws, every, strict=True))


def test_the_main_game_has_turns_with_more_draws_and_passes_only_when_two_are_left() -> None:
    for line in played("draw"):
        for before, step in pairwise(line.steps):
            if isinstance(step.action, Pass):
                assert before.state.boneyard == 2


def test_dr2_nl_the_double_blank_weighs_thirteen_at_the_end() -> None:
    held = [tiles("0-0"), tiles("3-5")]
    assert settle_holdings(get("draw"), held).award == 8
    dutch = settle_holdings(get("draw-dutch"), held)
    assert (dutch.winner, dutch.award) == (1, 13 - 8)


def test_dr2_ar_the_same_deal_ends_at_once_or_after_eleven_draws() -> None:
    here, there = (read(hands.text(name), get) for name in ("draw-arabic-stops-at-once", "draw-dead-line-draws-on"))
    assert there.actions[: len(here.actions)] == here.actions
    assert [type(action) for action in there.actions[len(here.actions):]] == [Draw] * 11
    assert (here.state.boneyard, there.state.boneyard) == (13, 2)
    assert (here.steps[-1].settled.award, there.steps[-1].settled.award) == (6 + 4 - 3, 6 + 61 - 3)


def test_dr2_at_no_tile_of_the_36_is_a_double() -> None:
    found = get("draw-austrian").equipment.set.tiles
    assert len(found) == 36 == 45 - 9
    assert not any(tile.is_double for tile in found)
    assert [get("draw-austrian").dealing.each(seats, 36) for seats in (2, 3)] == [9, 7]
    assert get("draw-austrian/eight-each").dealing.each(2, 36) == 8


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dr2_osel_after_a_double_the_same_player_goes_again(seats: int) -> None:
    seen = set()
    for line in played("draw-osel", seats=seats):
        for step in line.steps:
            if isinstance(step.action, Play) and step.state.over is None:
                seen.add(step.action.tile.is_double)
                again = step.action.tile.is_double
                assert step.state.turn == (step.seat if again else (step.seat + 1) % seats)
    assert seen == {True, False}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dr2_vn_the_seats_draw_in_turn_until_one_has_the_double_six(seats: int) -> None:
    searched = 0
    for line in played("draw-vietnamese", seats=seats):
        first = next(n for n, action in enumerate(line.actions) if isinstance(action, Play))
        assert line.actions[first].tile == Tile(6, 6)
        seekers = [step.seat for step in line.steps[1 : first + 1]]
        assert seekers == [n % seats for n in range(first)]
        searched += first > 0
    assert searched > len(SHUFFLES) // 2


def test_dr2_vn_the_two_that_stay_may_be_drawn_in_the_search() -> None:
    """The 6-6 is the very last tile: all 26 others of the boneyard are drawn before it, and kept."""
    order = [tile for tile in DominoSet.of(6).tiles if tile != Tile(6, 6)]
    line = play_out(get("draw-vietnamese"), Shuffle.of([*order, Tile(6, 6)]))
    opening = line.steps[26].state
    assert opening.boneyard == 0
    assert [len(held) for held in opening.holdings] == [14, 14]
    assert isinstance(line.actions[26], Play)


def test_s_sa_1_south_americans_take_eight_tiles_less_the_players() -> None:
    each = [len(start(get("draw-south-american"), Shuffle(seed=1), seats=n).state.holdings[0]) for n in (2, 3, 4)]
    assert each == [6, 5, 4]


def test_dr2_pr_the_winner_scores_every_pip_in_hand() -> None:
    for line in played("draw-puerto-rico", seats=3):
        settled = line.steps[-1].settled
        left = sum(tile.weight for held in line.state.holdings for tile in held)
        assert settled.award == (0 if settled.winner is None else left)


def test_dr2_pr_the_winner_leads_with_any_tile_and_after_a_tie_the_highest_double() -> None:
    rules, shuffle = get("draw-puerto-rico"), Shuffle(seed=3)
    first = start(rules, shuffle).state
    doubles = {tile: seat for seat, held in enumerate(first.holdings) for tile in held if tile.is_double}
    other = 1 - doubles[max(doubles)]
    won = start(rules, shuffle, standing=Standing((20, 20), 2, 0, other, "blocked")).state
    tied = start(rules, shuffle, standing=Standing((20, 20), 2, 0, None, "blocked")).state
    assert (won.turn, won.lead.must) == (other, None)
    assert (first.turn, first.lead.must) == (tied.turn, tied.lead.must) == (doubles[max(doubles)], max(doubles))


def test_s_dr2_5_a_tie_goes_to_the_blocker_only_where_that_is_played() -> None:
    held = [tiles("1-4"), tiles("2-3"), tiles("6-6")]
    assert settle_holdings(get("draw-puerto-rico"), held, blocker=1).winner is None
    found = settle_holdings(get("draw-puerto-rico/blocker-wins"), held, blocker=1)
    assert (found.winner, found.award) == (1, 5 + 5 + 12)
    found = settle_holdings(get("draw-puerto-rico/blocker-wins"), held, blocker=2)
    assert (found.winner, found.award) == (2, 5 + 5 + 12), "who blocked the game wins a tie, with more pips too"
    assert "least" not in found.text
    assert settle_holdings(get("draw-puerto-rico/blocker-wins"), [*held[:2], tiles("1-0")], blocker=1).winner == 2
    unknown = settle_holdings(get("draw-puerto-rico/blocker-wins"), held)
    assert (unknown.winner, unknown.award) == (None, 0)
    assert "not known who blocked" in unknown.text


BLOCKED = [tiles("4-1 3-1 2-2"), tiles("4-2 3-3 3-2 4-3"), tiles("0-0 2-0 4-4 2-1"), tiles("1-1 4-0 3-0 1-0")]
"""13, 24, 13 and 10 pips: 26 against 34 by teams, and the lightest of the four in the heavier team."""


@pytest.mark.parametrize(("name", "winner", "award"), [
    ("draw-partnership", 0, 24 + 10), ("draw-partnership/individual", 1, 13 + 13),
    ("latin-partnership", 0, 60), ("latin-partnership/individual", 1, 60), ("latin-partnership/losers-only", 0, 34),
])
def test_how_partners_settle_a_block(name: str, winner: int, award: int) -> None:
    found = settle_holdings(get(name), BLOCKED)
    assert (found.winner, found.award) == (winner, award)


def test_a_partners_pips_are_said_not_to_be_won_only_where_that_is_so() -> None:
    assert "other team" in settle_holdings(get("draw-partnership"), BLOCKED).text
    assert "other team" not in settle_holdings(get("latin-partnership/individual"), BLOCKED).text


def test_latin_partners_play_to_the_right_and_the_rest_to_the_left() -> None:
    for name, way in (("latin-partnership", -1), ("draw-partnership", 1)):
        for line in played(name):
            seats = [step.seat for step in line.steps if step.action is not None]
            assert all((after - before) % 4 == way % 4 for before, after in pairwise(seats))
