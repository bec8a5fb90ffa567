"""The stacks of vectors.toml (S-TBC-1 to 3), and the rules around them, from built positions of four players."""

from __future__ import annotations

from typing import Any

import pytest

from domino_lab.catalogue import get
from domino_lab.core.actions import Play, Stack
from domino_lab.core.chain import Chain
from domino_lab.core.errors import IllegalAction
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal
from domino_lab.play.start import start
from domino_lab.play.state import State, Step
from domino_lab.rules.ruleset import Ruleset
from tests.vectors.reading import VECTORS, lay, name_of, shown

STEALS = VECTORS["steal"]
FILLER = (Tile(1, 1), Tile(3, 3))


def other_box(tile: str) -> Tile:
    return Tile.of(tile)._replace(copy=1)


def position(rules: Ruleset, vector: dict[str, Any]) -> State:
    """Ana is about to lay the scoring tile; player 2 holds the twin, from the other box, of the one stacked on."""
    chain = Chain()
    for said in vector["chain"]:
        tile = Tile.of(said["tile"])
        onto = Tile.of(said["at"]) if "at" in said else None
        end = next((end for end in chain.ends if chain.laid[end.at].tile == onto and end.value in tile[:2]), None)
        chain = chain.lay(tile, end, spins=rules.arms.spins(tile, chain))
    state = start(rules, Shuffle(seed=1), seats=4, leader=0).state
    held = ((Tile.of(vector["play"]["tile"]), *FILLER), (other_box(vector["stack"]["tile"]), *FILLER), FILLER, FILLER)
    return state._replace(chain=chain, holdings=held, turn=0, scores=(*vector["before"], 0, 0))


def scored(rules: Ruleset, vector: dict[str, Any], call: int | None) -> Step:
    said = vector["play"]
    return lay(position(rules, vector), said["tile"], said["at"], call=call)


def stacked(state: State, vector: dict[str, Any]) -> Step:
    return advance(state, stack_of(state, vector))


def stack_of(state: State, vector: dict[str, Any]) -> Stack:
    on = next(laid.number for laid in state.chain.laid if laid.tile == Tile.of(vector["stack"]["on"]))
    return Stack(other_box(vector["stack"]["tile"]), on)


def vector_of(vector_id: str) -> dict[str, Any]:
    return next(vector for vector in STEALS if vector["id"] == vector_id)


@pytest.mark.parametrize("vector", STEALS, ids=name_of)
def test_a_stack_steals(vector: dict[str, Any]) -> None:
    said = vector["play"]
    before = scored(get(vector["ruleset"]), vector, said["count"])
    assert before.points == before.state.board_count.total == said["count"]
    assert shown(before.state) == said["open"]
    after = stacked(before.state, vector)
    assert after.state.scores == (*vector["after"], 0, 0)
    assert shown(after.state) == said["open"], "the ends stay what they were"
    assert after.state.board_count.total == said["count"]
    assert after.state.turn == 2, "the stack was the turn"
    assert after.points == vector["after"][1] - vector["before"][1]


@pytest.mark.parametrize("vector", STEALS, ids=name_of)
def test_tbc_score_1_the_stacker_may_also_win_what_he_steals_twice(vector: dict[str, Any]) -> None:
    """The other reading of TBC-SCORE-1: his own score and the stolen one, so twice what the robbed player loses."""
    after = stacked(scored(get("two-box-cutthroat/steal-twice"), vector, vector["play"]["count"]).state, vector).state
    stolen = vector["before"][0] + vector["play"]["count"] - vector["after"][0]
    assert after.scores[0] == vector["after"][0]
    assert after.scores[1] == vector["before"][1] + 2 * stolen


def test_tb_score_2_a_score_that_was_not_called_leaves_nothing_to_steal() -> None:
    vector = vector_of("S-TBC-1")
    silent = scored(get("two-box-cutthroat"), vector, None)
    assert silent.points == 0
    assert silent.state.scores == (0, 0, 0, 0)
    refused = judge(silent.state, stack_of(silent.state, vector))
    assert not refused.allowed
    assert refused.id == "TBC-STACK-1"


def test_tbc_stack_1_any_play_may_be_stacked_on_where_the_introduction_is_followed() -> None:
    vector = vector_of("S-TBC-1")
    silent = scored(get("two-box-cutthroat/stack-any"), vector, None)
    after = stacked(silent.state, vector).state
    assert after.scores == (0, 0, 0, 0), "there is nothing to steal, but the turn is used"
    assert after.turn == 2
    assert len(after.holdings[1]) == len(FILLER)


def test_tbc_stack_1_only_the_next_player_steals() -> None:
    """Cleo holds the tile as well, but player 2 lays another one in between."""
    vector = vector_of("S-TBC-1")
    before = scored(get("two-box-cutthroat"), vector, 10).state
    between = before._replace(holdings=(before.holdings[0], (Tile(1, 4), *FILLER), *[before.holdings[1]] * 2))
    end = next(end for end in between.open_ends if end.value == 4)
    state = advance(between, Play(Tile(1, 4), end, 1)).state
    assert not judge(state, stack_of(state, vector)).allowed


def test_tbc_stack_1_a_double_takes_a_stack_only_while_a_side_is_free() -> None:
    """After both sides of the 5-5 are covered its tips are free, but tips are no sides."""
    chain = [{"tile": "5-5"}, {"tile": "5-0", "at": "5-5"}, {"tile": "5-3", "at": "5-5"}]
    covered = {**vector_of("S-TBC-3"), "chain": chain, "play": {"tile": "0-2", "at": "5-0"}}
    before = scored(get("two-box-cutthroat"), covered, 5)
    assert before.points == 5
    refused = judge(before.state, stack_of(before.state, covered))
    assert (refused.allowed, refused.id, refused.case) == (False, "TBC-STACK-1", "side")


def test_tbc_stack_1_the_same_tile_must_lie_at_an_open_end() -> None:
    """The 2-0 lies in the middle of the line once both its halves are covered."""
    vector = {**vector_of("S-TBC-1"), "stack": {"tile": "2-0", "on": "2-0"}}
    before = scored(get("two-box-cutthroat"), vector, 10).state
    with pytest.raises(IllegalAction, match="TBC-STACK-1"):
        stacked(before, vector)
    assert not any(isinstance(action, Stack) for action in legal(before))


def test_tb_score_2_in_the_plain_game_nobody_stacks() -> None:
    vector = vector_of("S-TBC-1")
    before = scored(get("two-box"), vector, 10).state
    assert not judge(before, stack_of(before, vector)).allowed


def test_tbc_end_1_stacking_the_last_tile_is_going_out() -> None:
    vector = vector_of("S-TBC-1")
    before = scored(get("two-box-cutthroat"), vector, 10).state
    last = before._replace(holdings=(before.holdings[0], before.holdings[1][:1], *before.holdings[2:]))
    step = stacked(last, vector)
    assert step.state.over == "out"
    assert "TBC-END-1" in [ruling.id for event in step.events for ruling in event.ruling.tree()]


@pytest.mark.parametrize(("rules", "may"), [("two-box-cutthroat", False), ("two-box-cutthroat/steal-back", True)])
def test_tbc_turn_1_a_steal_is_stolen_back_only_where_that_is_offered(rules: str, may: bool) -> None:
    """Cleo holds the other 2-4, whose twin is the other end."""
    vector = vector_of("S-TBC-1")
    before = scored(get(rules), vector, 10).state
    third = (other_box("2-4"), *FILLER)
    state = stacked(before._replace(holdings=(*before.holdings[:2], third, before.holdings[3])), vector).state
    back = Stack(other_box("2-4"), next(laid.number for laid in state.chain.laid if laid.tile == Tile(2, 4)))
    assert judge(state, back).allowed is may
    if may:
        assert advance(state, back).state.scores == (0, 0, 10, 0)
