"""Laws of one action: legal and judge agree, refusals change nothing, tiles are neither made nor lost."""

from __future__ import annotations

import copy
from itertools import chain as joined

import pytest
from hypothesis import given

from domino_lab.actions import Action, Draw, Pass, Play
from domino_lab.chain import OpenEnd
from domino_lab.errors import IllegalAction
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal
from domino_lab.play.state import State
from domino_lab.play.timeline import Timeline
from tests.laws.random_hands import hands, positions


def every_action(state: State) -> list[Action]:
    """Every tile of the set at every edge of every laid tile, each half outward; a draw, a pass."""
    ends = {(end.at, end.edge): end for end in state.chain.ends}
    for laid in state.chain.laid:
        for edge in range(4):
            ends.setdefault((laid.number, edge), OpenEnd(laid.number, edge, laid.tile.high))
    found: list[Action] = [Draw(), Pass()]
    for tile in state.rules.equipment.set.tiles:
        found.append(Play(tile))
        found += [Play(tile, end, out) for end in ends.values() for out in {tile.low, tile.high}]
    return found


@given(positions())
def test_an_action_is_allowed_if_and_only_if_it_is_legal(state: State) -> None:
    allowed = set(legal(state))
    tried = [*every_action(state), *allowed]
    for action in tried:
        assert judge(state, action).allowed == (action in allowed), action


@given(positions())
def test_a_refused_action_raises_its_ruling_and_changes_nothing(state: State) -> None:
    before = copy.deepcopy(state)
    refused = [action for action in every_action(state) if not judge(state, action).allowed]
    for action in refused[:: max(len(refused) // 20, 1)]:
        with pytest.raises(IllegalAction) as caught:
            advance(state, action)
        assert caught.value.ruling == judge(state, action)
        assert caught.value.ruling.id in str(caught.value)
    assert state == before


@given(positions())
def test_to_advance_leaves_the_state_as_it_was(state: State) -> None:
    before = copy.deepcopy(state)
    for action in legal(state):
        after = advance(state, action)
        assert after.action == action
        assert after.state != before
        assert state == before


@given(positions())
def test_only_the_seat_to_move_may_act(state: State) -> None:
    for seat in range(state.table.seats):
        for action in legal(state):
            assert judge(state, action, seat).allowed == (seat == state.turn)
            if seat != state.turn:
                assert judge(state, action, seat).id == "GEN-TURN-1"


@given(positions())
def test_legal_actions_have_one_order(state: State) -> None:
    found = legal(state)
    plays = [action for action in found if isinstance(action, Play)]
    ages = {end: age for age, end in enumerate(state.chain.ends)}
    keys = [(play.tile, ages.get(play.end, 0), play.out or 0) for play in plays]
    assert keys == sorted(set(keys))
    assert len(found) == (len(plays) or state.over is None)


@given(hands())
def test_tiles_are_neither_made_nor_lost(line: Timeline) -> None:
    whole = list(line.rules.equipment.set.tiles)
    for step in line.steps:
        state = step.state
        laid = [laid.tile for laid in state.chain.laid]
        assert sorted(joined(laid, state.stock, *state.holdings)) == whole


@given(hands())
def test_one_tile_a_turn_and_the_turn_goes_round(line: Timeline) -> None:
    onward = 1 if line.rules["direction"] == "left" else -1
    for before, step in zip(line.steps, line.steps[1:-1], strict=False):
        state, turn = step.state, before.state.turn
        assert step.seat == turn
        laid = len(state.chain.laid) - len(before.state.chain.laid)
        assert laid == (step.action.kind == "play")
        assert state.turn == (turn if step.action.kind == "draw" else (turn + onward) % state.table.seats)
        assert state.drawn == (before.state.drawn + 1 if step.action.kind == "draw" else 0)


@given(hands())
def test_nobody_passes_or_draws_who_could_lay(line: Timeline) -> None:
    for before, step in zip(line.steps, line.steps[1:-1], strict=False):
        if step.action.kind != "play":
            held = before.state.holdings[step.seat]
            shown = {end.value for end in before.state.open_ends}
            assert not any({tile.low, tile.high} & shown for tile in held)
        if step.action.kind == "draw":
            assert line.rules["draw_when"] == "unable"
            assert before.state.boneyard > line.rules["reserve"]
            assert line.rules["draw_max"] in ("until-playable", *range(step.state.drawn, 9))
        if step.action.kind == "pass":
            left = before.state.boneyard
            may = line.rules["draw_when"] == "unable" and left > line.rules["reserve"]
            assert not may or before.state.drawn == line.rules["draw_max"]


@given(hands())
def test_a_hand_ends_when_and_only_when_it_is_over(line: Timeline) -> None:
    for step in line.steps[1:-2]:
        assert step.state.over is None
        assert all(step.state.holdings)
        assert not blocked(step.state)
    end = line.state
    if end.over == "out":
        assert [len(held) for held in end.holdings].count(0) == 1
        assert end.holdings[end.blocker] == ()
    if end.over == "blocked":
        assert blocked(end)
    if end.over == "target":
        assert line.rules["target_when"] == "at-once"
        assert line.steps[-2].points > 0


def blocked(state: State) -> bool:
    """RULES 2.6, word for word."""
    if not state.chain.laid:
        return False
    shown = {end.value for end in state.open_ends}
    hands_fit = any({tile.low, tile.high} & shown for held in state.holdings for tile in held)
    drawable = state.rules["draw_when"] != "never" and len(state.stock) > state.rules["reserve"]
    if state.rules["block"] == "dead-layout" and drawable:
        return not hands_fit and not any({tile.low, tile.high} & shown for tile in state.stock)
    return not hands_fit and not drawable
