"""Laws of one action: legal and judge agree, refusals change nothing, tiles are neither made nor lost."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Sequence
from itertools import chain as joined, takewhile

import pytest
from hypothesis import given

from domino_lab.core.actions import Action, Discard, Draw, Pass, Play, Stack
from domino_lab.core.chain import OpenEnd
from domino_lab.core.errors import IllegalAction
from domino_lab.core.events import Scored
from domino_lab.core.tiles import Tile
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal
from domino_lab.play.state import State, Step
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from tests.rules.random_hands import hands, positions
from tests.rules.recount import kept_for_doubles, uncovered_double
from tests.rules.retold import (
    another_double,
    first_of_line,
    fits,
    lapses,
    may_play_at,
    may_stack,
    only_a_double,
    stackable,
    takes,
    to_take,
)


def every_action(state: State) -> list[Action]:
    """Every tile of the set at and on every laid tile, each half outward; a draw, a pass, a discard of every tile."""
    ends = {(end.at, end.edge): end for end in state.chain.ends}
    for laid in state.chain.laid:
        for edge in range(4):
            ends.setdefault((laid.number, edge), OpenEnd(laid.number, edge, laid.tile.high))
    found: list[Action] = [Draw(), Pass()]
    for tile in state.rules.equipment.set.tiles:
        found += [Play(tile), Discard(tile)]
        found += [Play(tile, end, out) for end in ends.values() for out in {tile.low, tile.high}]
        found += [Stack(tile, laid.number) for laid in state.chain.laid if laid.tile[:2] == tile[:2]]
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
    kinds = [action.kind for action in found]
    assert kinds == sorted(kinds, key=["play", "stack", "draw", "discard", "pass"].index)
    free = state.rules["pass_when"] != "unable"
    assert kinds.count("pass") <= 1 if free else len({"draw", "pass"} & set(kinds)) <= 1
    assert len(found) == len(set(found))
    assert bool(found) == (state.over is None)


@given(hands())
def test_tiles_are_neither_made_nor_lost(line: Timeline) -> None:
    whole = list(line.rules.equipment.set.tiles)
    for step in line.steps:
        state = step.state
        laid = [laid.tile for laid in state.chain.laid]
        stacked = [on_top.tile for on_top in state.stacks]
        assert sorted(joined(laid, stacked, state.stock, *state.holdings, *state.discards)) == whole


@given(hands())
def test_one_tile_a_turn_and_the_turn_goes_round(line: Timeline) -> None:
    onward = 1 if line.rules["direction"] == "left" else -1
    for before, step in zip(line.steps, line.steps[1:-1], strict=False):
        state, turn = step.state, before.state.turn
        assert step.seat == turn
        laid = len(state.chain.laid) - len(before.state.chain.laid)
        assert laid == (step.action.kind == "play")
        assert state.turn == (turn if stays(line, before.state, step) else after(state, turn, onward))
        assert state.drawn == (before.state.drawn + 1 if step.action.kind == "draw" and not before.state.lead.seeks
                               else 0)


def after(state: State, turn: int, onward: int) -> int:
    """The next seat; where players can be out of tiles before the end, the next one that still has some."""
    order = [(turn + onward * place) % state.table.seats for place in range(1, state.table.seats + 1)]
    with_tiles = [seat for seat in order if state.holdings[seat]]
    skips = state.discards or state.rules["play_on"] != "never"
    return with_tiles[0] if skips and with_tiles else order[0]


def stays(line: Timeline, before: State, step: Step) -> bool:
    """Whether the same seat is to move again: after a draw, and where a play gives another turn."""
    rules, action = line.rules, step.action
    if action.kind == "draw":
        return not before.lead.seeks or not step.state.lead.seeks
    if action.kind != "play" or step.state.over in ("out", "target") or not step.state.holdings[step.seat]:
        return False
    side = before.table.side(step.seat)
    scored = "score" in rules["extra_turn"] and step.state.scores[side] > before.scores[side]
    if rules["extra_turn"] == "more-doubles":
        return another_double(step.state._replace(turn=step.seat, over=None))
    if rules["extra_turn"] not in ("none", "while-fits") and not scored and not (
            "double" in rules["extra_turn"] and action.tile.is_double) and not (
            "first-turn" in rules["extra_turn"] and in_first_turn(line, step)):
        return False
    stops = rules["visibility"] == "blind" and not before.chain.laid and not rules["blind_leader_goes_on"]
    return rules["extra_turn"] != "none" and not stops


def in_first_turn(line: Timeline, step: Step) -> bool:
    """Whether this is the first turn of its player: the moves of a turn stand together, and a pass ends one."""
    done = [one for one in line.steps[1 : line.steps.index(step)] if one.action.kind != "draw"]
    own = takewhile(lambda one: one.seat == step.seat and one.action.kind == "play", reversed(done))
    return len([*own]) == sum(one.seat == step.seat for one in done)


@given(hands())
def test_nobody_passes_or_draws_who_could_lay(line: Timeline) -> None:
    rules = line.rules
    for number, (before, step) in enumerate(zip(line.steps, line.steps[1:-1], strict=False), 1):
        state, kind = before.state, step.action.kind
        if rules["after_draw"] == "wait" and state.drawn and state.chain.laid:
            assert kind == "pass"
            continue
        if kind in ("play", "stack") or state.lead.seeks or takes(state):
            continue
        able = could_lay(line, number - 1)
        keeps = rules["pass_when"] == "after-draw" and state.drawn and able
        if kind == "pass" and (chooses(line, step) or keeps or only_a_double(state)):
            continue
        if kind == "draw":
            assert rules["draw_when"] == "optional" or (rules["draw_when"] == "unable" and not able)
            assert not lapses(state)
            assert state.boneyard > rules["reserve"]
            by_duty = 0 if state.chain.laid else min(state.drawn, to_take(rules))
            assert rules["draw_max"] in ("until-playable", *range(step.state.drawn - by_duty, 61))
        if kind in ("pass", "discard"):
            assert (kind == "discard") == (rules["cannot_play"] == "discard")
            assert not able
            may = rules["draw_when"] != "never" and state.boneyard > rules["reserve"]
            assert not may or state.drawn == rules["draw_max"] or lapses(state)
            assert not may_stack(state) or not stackable(state, state.holdings[state.turn])


def chooses(line: Timeline, step: Step) -> bool:
    """Whether the rules let this player pass without need: anyone, or who has just laid a tile."""
    before = line.steps[: line.steps.index(step)]
    mine = list(takewhile(lambda one: one.seat == step.seat and one.action.kind in ("play", "draw"), reversed(before)))
    again = any(one.action.kind == "play" for one in mine)
    laid = bool(before[-1].state.chain.laid)
    return laid and {"extra-turn": again, "any": True}.get(line.rules["pass_when"], False)


def could_lay(line: Timeline, number: int) -> bool:
    """Whether the mover can lay a tile after step `number`."""
    state = line.steps[number].state
    held = state.holdings[state.turn]
    row = held[:1] if state.rules["visibility"] == "blind" else held
    return not state.chain.laid or any(may_join(state, tile, may_play_at(line, number)) for tile in row)


def may_join(state: State, tile: Tile, ends: Sequence[OpenEnd]) -> bool:
    """Whether a tile fits one of some ends that is not kept for doubles, or is one."""
    kept, waits = kept_for_doubles(state.rules, state.chain), uncovered_double(state.rules, state.chain)
    return any(fits(state.rules, tile, end.value)
               and (tile.low == tile.high or (end.at not in kept and waits in (None, end.at))) for end in ends)


def never_open(state: State, seat: int) -> set[int]:
    """The edges of the first tile at which lines begin that a seat may never play on, unless to cover a double."""
    rules, chain = state.rules, state.chain
    if rules["line_opens"] == "unable" or not chain.lines or uncovered_double(rules, chain) is not None:
        return set()
    return {8 + other for other in range(len(state.table.names)) if other != seat}


@given(hands())
def test_no_more_tiles_are_drawn_by_choice_than_the_rules_allow(line: Timeline) -> None:
    chosen = 0
    for number, (before, step) in enumerate(zip(line.steps, line.steps[1:-1], strict=False), 1):
        kind, seeks = step.action.kind, before.state.lead.seeks or takes(before.state)
        chosen = 0 if kind != "draw" else chosen + (not seeks and could_lay(line, number - 1))
        assert line.rules["voluntary_max"] == "any" or chosen <= line.rules["voluntary_max"]


@given(hands())
def test_a_hand_ends_when_and_only_when_it_is_over(line: Timeline) -> None:
    for number, step in enumerate(line.steps[1:-2], 1):
        assert step.state.over is None
        piles = step.state.discards or [()] * line.state.table.seats
        empty = [seat for seat, held in enumerate(step.state.holdings) if not (held or piles[seat])]
        assert not ends_with(line.rules, empty, step.state)
        assert not blocked(line, number)
    end = line.state
    if end.over == "out":
        piles = end.discards or [()] * end.table.seats
        empty = [seat for seat, held in enumerate(end.holdings) if not (held or piles[seat])]
        assert ends_with(line.rules, empty, end)
        assert line.rules["play_on"] != "never" or len(empty) == 1
        assert not piles[end.blocker]
        assert end.holdings[end.blocker] == ()
    if end.over == "blocked":
        assert blocked(line, len(line.steps) - 2)
    if end.over == "target":
        assert line.rules["target_when"] == "at-once"
        assert any(isinstance(event, Scored) and event.points > 0 for event in line.steps[-2].events)


def ends_with(rules: Ruleset, out: Sequence[int], state: State) -> bool:
    """HOUSE-PLAY-ON, word for word: whether a hand is over when these players are out."""
    pairs = {0, 2} <= set(out) or {1, 3} <= set(out)
    return {"never": bool(out), "one-left": len(out) >= state.table.seats - 1, "side-out": pairs,
            "stuck": not any(state.holdings)}[rules["play_on"]]


def blocked(line: Timeline, number: int) -> bool:
    """HOUSE-BLOCK, word for word; BD-END-1 for rows; a tile that may be stacked keeps the hand alive."""
    state, steps, rules = line.steps[number].state, line.steps[: number + 1], line.rules
    if not any(state.holdings):
        return True
    if not state.chain.laid:
        return False
    if rules["block"] == "row-cycle":
        turned = Counter(step.seat for step in takewhile(lambda step: step.action == Pass(), reversed(steps)))
        return all(turned[seat] >= len(row) for seat, row in enumerate(state.holdings))
    ends = rules.arms.open_ends(state.chain)
    hands_fit = could_lay(line, number) or any(
        may_join(state, tile, [end for end in ends if first_of_line(state.chain, end) not in never_open(state, seat)])
        for seat, held in enumerate(state.holdings) for tile in held)
    drawable = rules["draw_when"] != "never" and len(state.stock) > rules["reserve"]
    if rules["block"] == "dead-layout" and drawable:
        hands_fit = hands_fit or any(may_join(state, tile, ends) for tile in state.stock)
    elif drawable:
        return False
    holders = state.holdings if rules["stack_when"] == "any" else [state.holdings[state.turn]]
    return not hands_fit and not (may_stack(state) and any(stackable(state, held) for held in holders))
