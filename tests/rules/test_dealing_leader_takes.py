"""Tiles left over that the leader takes, found again from the shuffled tiles and counted by hand."""

from __future__ import annotations

from typing import Any

import pytest

from domino_lab.catalogue import get
from domino_lab.core.actions import Draw, Pass, Play
from domino_lab.core.errors import IllegalAction
from domino_lab.core.events import Drew
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile, tiles
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal
from domino_lab.play.start import start
from domino_lab.play.timeline import play_out
from domino_lab.play.view import FACE_DOWN, past_of
from domino_lab.record import read
from domino_lab.rules.leading import Standing
from domino_lab.rules.ruleset import Ruleset


@pytest.mark.parametrize(("seats", "each", "takes", "comes"), [
    (3, 9, 1, 1), (3, 9, "all", 1), (3, 9, 5, 1), (2, 7, 2, 2), (2, 7, "all", 14), (4, 7, 1, 0), (4, 7, "all", 0),
    (3, 7, 0, 0), (4, 6, 3, 3), (4, 6, 4, 4),
])
def test_the_leader_draws_first_what_the_rule_says(seats: int, each: int, takes: object, comes: int) -> None:
    """28 tiles are shuffled. Those after the last dealt one come to the leader, in their order, and to nobody else."""
    rules = get("block").but(seats=[seats], deal=each, leader_takes=takes, first_leader="youngest", lead_tile="any",
                             lead_fallback="none", block_leader="as-next")
    for seed in range(20):
        shuffle = Shuffle(seed=seed)
        order, steps = shuffle.order(rules.equipment.set, 0), play_out(rules, shuffle, seats=seats).steps
        drawn = [event.tile for step in steps for event in step.events if isinstance(event, Drew)]
        assert drawn == list(order[seats * each : seats * each + comes])
        assert [step.seat for step in steps[1 : comes + 2]] == [0] * (comes + 1)
        ready = steps[comes].state
        assert [*map(len, ready.holdings)] == [each + comes] + [each] * (seats - 1)
        assert ready.boneyard == 28 - seats * each - comes
        assert {action.kind for action in legal(ready)} == {"play"}
        # Any tile may lead, those that were taken too.
        assert {action.tile for action in legal(ready)} == {*order[: seats * each : seats], *drawn}


SMALL = get("block").but(seats=[3], deal=9, leader_takes=1)
ORDER = tiles("5-5 4-4 3-3 1-0 2-0 3-0 4-0 5-0 6-0 2-1 3-1 4-1 5-1 6-1 3-2 4-2 5-2 6-2 4-3 5-3 6-3 5-4 6-4 6-5 1-1 "
              "2-2 0-0 6-6")
"""Dealt to three, the last tile, which is left over, is the 6-6, and the first player gets the 5-5."""


@pytest.mark.parametrize(("rules", "takes", "draws"), [
    (SMALL, "HOUSE-LEADER-TAKES", "BL-DRAW-1"), (get("fortress/double-six"), "FR-LEAD-2", "FR-DRAW-1"),
], ids=str)
def test_nothing_else_may_be_done_first(rules: Ruleset, takes: str, draws: str) -> None:
    state = start(rules, Shuffle.of(ORDER), seats=3).state
    assert (state.turn, legal(state)) == (0, (Draw(),))
    for action in (Play(Tile(5, 5)), Pass()):
        ruling = judge(state, action)
        assert (ruling.id, ruling.allowed) == (takes, False)
        assert ruling.text == "Ana first has to take a tile that was left over."
        with pytest.raises(IllegalAction, match="Ana first has to take"):
            advance(state, action)
    step = advance(state, Draw())
    assert [event.ruling.text for event in step.events] == [
        "Ana leads, and first takes a tile that was left over."]
    assert judge(step.state, Draw()).id == draws
    assert not judge(step.state, Draw()).allowed


def test_what_the_leader_takes_changes_neither_the_lead_nor_the_first_tile() -> None:
    """The 5-5 is the highest double that was dealt. Its player takes the 6-6, and plays the 5-5 all the same."""
    state = advance(start(SMALL, Shuffle.of(ORDER), seats=3).state, Draw()).state
    assert state.holdings[0][-1] == Tile(6, 6)
    assert legal(state) == (Play(Tile(5, 5)),)


def test_the_others_see_that_the_leader_took_a_tile_and_not_which() -> None:
    line = play_out(SMALL, Shuffle.of(ORDER), seats=3)
    own, other = past_of(line.steps[:2], 0)[-1], past_of(line.steps[:2], 1)[-1]
    assert own.action == Draw(Tile(6, 6))
    assert other.action == Draw()
    assert other.state.holdings[0] == (FACE_DOWN,) * 10


def free(**changes: Any) -> Ruleset:
    return get("draw").but(seats=[2], deal=5, first_leader="youngest", lead_tile="any", lead_fallback="none",
                           block_leader="as-next", **changes)


@pytest.mark.parametrize("pays_in", ["points", "chips"])
def test_what_the_leader_takes_costs_nothing(pays_in: str) -> None:
    state = start(free(leader_takes=2, draw_cost=5, draw_cost_in=pays_in), Shuffle(seed=3)).state
    for _ in range(2):
        state = advance(state, Draw()).state
    assert (sum(state.scores), sum(state.chips)) == (0, 0)
    state = advance(state, Draw()).state
    assert (sum(state.scores), sum(state.chips)) == ((-5, 0) if pays_in == "points" else (0, -5))


@pytest.mark.parametrize("limit", [{"draw_max": 1}, {"voluntary_max": 1}], ids=str)
def test_what_the_leader_takes_is_no_draw_of_the_turn(limit: dict[str, object]) -> None:
    """Two tiles are taken, then one more may be drawn by choice, and no other."""
    state = start(free(leader_takes=2, draw_when="optional", **limit), Shuffle(seed=3)).state
    kinds = []
    for _ in range(3):
        kinds.append({action.kind for action in legal(state)})
        state = advance(state, Draw()).state
    assert kinds == [{"draw"}, {"draw"}, {"play", "draw"}]
    assert {action.kind for action in legal(state)} == {"play"}
    assert not judge(state, Draw()).allowed


def test_a_leader_who_was_sought_takes_tiles_afterwards() -> None:
    """Nobody was dealt the 6-6. The second player draws it, takes one tile more, and plays it."""
    rules = get("draw-vietnamese").but(seats=[2], deal=1, leader_takes=1, draw_when="never")
    rest = [tile for tile in rules.equipment.set.tiles if tile not in tiles("1-0 2-0 3-0 6-6 4-0")]
    steps = play_out(rules, Shuffle.of((*tiles("1-0 2-0 3-0 6-6 4-0"), *rest)), seats=2).steps
    assert [step.seat for step in steps[1:5]] == [0, 1, 1, 1]
    assert [step.action.kind for step in steps[1:5]] == ["draw", "draw", "draw", "play"]
    assert steps[3].state.holdings == (tiles("1-0 3-0"), tiles("2-0 6-6 4-0"))
    assert steps[4].action.tile == Tile(6, 6)
    assert legal(steps[2].state) == (Draw(),)


RECORD = """
ruleset = "block"
players = ["Ana", "Ben", "Cleo"]
[rules]
deal = { 3 = 9 }
leader_takes = 1
[deal]
holdings = [
    ["5-5", "1-0", "4-0", "2-1", "5-1", "4-2", "4-3", "5-4", "1-1"],
    ["4-4", "2-0", "5-0", "3-1", "6-1", "5-2", "5-3", "6-4", "2-2"],
    ["3-3", "3-0", "6-0", "4-1", "3-2", "6-2", "6-3", "6-5", "0-0"],
]
"""


@pytest.mark.parametrize("stock", ['stock = ["6-6"]', ""])
def test_a_record_says_which_tile_the_leader_took(stock: str) -> None:
    """All other tiles are dealt, so that the one tile is known even if the record does not name it."""
    hand = read(RECORD + stock + '\n[[move]]\ndraw = "6-6"\n[[move]]\nplay = "5-5"\n[[move]]\nplay = "5-0"\n', get)
    assert not hand.problems
    assert [*map(len, hand.state.holdings)] == [9, 8, 9]
    assert Tile(6, 6) in hand.state.holdings[0]


def test_a_record_in_which_the_leader_plays_at_once_is_told_why_not() -> None:
    hand = read(RECORD + '[[move]]\nplay = "5-5"\n', get)
    assert [problem.clause for problem in hand.problems] == ["HOUSE-LEADER-TAKES"]


def test_the_lead_is_left_to_the_partner_before_tiles_are_taken_or_not_at_all() -> None:
    """Ana has won the last hand: they take the four tiles that are left over, or Cleo leads and takes them."""
    rules = get("block/partners").but(deal=6, leader_takes="all", next_leader="winning-pair", block_leader="as-next")
    state = start(rules, Shuffle(seed=2), standing=Standing((9, 0), 2, 0, 0, "out")).state
    assert (state.turn, legal(state)) == (0, (Draw(), Pass()))
    assert legal(advance(state, Draw()).state) == (Draw(),)
    left = advance(state, Pass()).state
    assert (left.turn, legal(left)) == (2, (Draw(),))
    for _ in range(4):
        left = advance(left, Draw()).state
    assert [*map(len, left.holdings)] == [6, 6, 10, 6]
    assert {action.kind for action in legal(left)} == {"play"}
