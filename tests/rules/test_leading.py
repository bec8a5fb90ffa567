"""Who leads a first hand, found again from the holdings; the duty of the lead tile binds only who holds it."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given

import domino_lab as dl
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.play.legal import legal
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from tests.rules.random_hands import hands
from tests.rules.retold import takes


@given(hands())
def test_the_first_leader(line: Timeline) -> None:
    rules, state = line.rules, line.steps[0].state
    if state.over == "misdeal":
        return
    held = [(tile, seat) for seat, tiles in enumerate(state.holdings) for tile in tiles]
    doubles = [(tile.low, seat) for tile, seat in held if tile.is_double]
    rule, led = rules["first_leader"], _found_first(line)
    if rule in ("highest-double", "fastest-double") and doubles:
        assert led in {seat for pips, seat in doubles if pips == max(doubles)[0]}
    elif rule == "hand-double":
        highest = max(tile.low for tile in rules.equipment.set.tiles if tile.is_double)
        assert led in {seat for pips, seat in doubles if pips == highest} or (highest not in {p for p, _ in doubles})
    elif rule == "lowest-double" and doubles:
        assert led in {seat for pips, seat in doubles if pips == min(doubles)[0]}
    elif rule == "youngest":
        assert led == 0
    elif isinstance(rule, dict):
        holders = {seat for tile, seat in held if str(tile) == rule["holder"]}
        assert led in holders or not holders
    elif rule == "lot":
        lots = _origin(state.lead.ruling).facts["lots"]
        assert lots[led] == max(lots, key=rules.equipment.weight)
    elif rule == "sum":
        pips = sum(tile.low + tile.high for tile in _origin(state.lead.ruling).facts["lots"])
        assert led == pips % state.table.seats


def _origin(ruling: Ruling) -> Ruling:
    """How the leader was found, before it was asked if they hold a tile that may lead."""
    return next((each for each in ruling.tree() if "lots" in each.facts), ruling)


def _found_first(line: Timeline) -> int:
    """Who led before the lead was passed on."""
    facts = line.steps[0].state.lead.ruling.facts
    return line.names.index(facts["passed"][0]) if "passed" in facts else line.steps[0].state.lead.seat


@given(hands())
def test_a_leader_who_has_to_play_one_of_several_tiles(line: Timeline) -> None:
    """Who led, what they held and what they may do, told from the tiles alone."""
    rules, state = line.rules, line.steps[0].state
    if rules["lead_tile"] not in ("double", "double-or-score"):
        return
    fallback, seats = rules["lead_fallback"], state.table.seats
    if state.over == "misdeal":
        assert fallback == "redeal" or rules.dealing.redeals
        return
    named = {tile for held in state.holdings for tile in held
             if rules["first_leader"] == {"holder": f"{tile.high}-{tile.low}"}}
    ready = next(step.state for step in line.steps if not takes(step.state))
    if named:
        assert {(action.tile.low, action.tile.high) for action in legal(ready)} == {tile[:2] for tile in named}
        assert named & {*state.holdings[state.turn]}
        return
    may = [{tile for tile in held if _may_lead(rules, tile)} for held in state.holdings]
    first, onward = _found_first(line), 1 if rules["direction"] == "left" else -1
    order = [(first + onward * number) % seats for number in range(seats)]
    led = next((seat for seat in order if may[seat]), first) if fallback == "next-player" else first
    assert state.turn == led
    plays = {action.tile for action in legal(ready) if action.kind == "play"}
    if may[led]:
        assert plays == {tile for tile in ready.holdings[led] if _may_lead(rules, tile)}
    elif fallback == "leader-draws" and state.boneyard:
        drawn = [step for before, step in pairwise(line.steps) if before.state.lead.seeks]
        taken = [step.state.holdings[led][-1] for step in drawn]
        good = [_may_lead(rules, tile) for tile in taken]
        laid = next(step for step in line.steps[1:] if step.action.kind == "play")
        assert not plays
        assert {step.seat for step in drawn} == {led}
        assert good == [False] * (len(good) - 1) + [good[-1]]
        assert laid.action.tile == taken[-1] if good[-1] else laid.seat == led
        assert good[-1] or not drawn[-1].state.boneyard
    elif fallback == "heaviest":
        weight = rules.equipment.weight
        assert {(weight(tile), tile.high) for tile in plays} == {max((weight(t), t.high) for t in state.holdings[led])}
    else:
        assert plays == {*ready.holdings[led]}
        assert fallback != "redeal"


def _may_lead(rules: Ruleset, tile: Tile) -> bool:
    """A tile that is no double scores by itself if its pips are a multiple, or if its ends are alike: they are not."""
    if tile.is_double or rules["lead_tile"] == "double":
        return tile.is_double
    return rules["play_score"] == "multiple" and any((tile.low + tile.high) % each == 0 for each in rules["multiple"])


@given(hands())
def test_a_bound_leader_holds_the_tile_and_may_set_no_other(line: Timeline) -> None:
    state = line.steps[0].state
    if state.over == "misdeal":
        assert line.rules["lead_fallback"] == "redeal" or line.rules.dealing.redeals
        return
    if state.lead.seeks:
        assert line.rules["lead_fallback"] in ("draw", "leader-draws")
        assert [action.kind for action in legal(state)] == ["draw"]
        return
    if rules_of_kinds(line):
        return
    state = next(step.state for step in line.steps if not takes(step.state))
    must, held = state.lead.must, state.holdings[state.turn]
    row = held[:1] if line.rules["visibility"] == "blind" else held
    allowed = {action.tile[:2] for action in legal(state) if action.kind == "play"}
    if must is None:
        assert allowed == {tile[:2] for tile in row}
    else:
        assert must in state.holdings[state.turn]
        assert allowed == {must[:2]}


def rules_of_kinds(line: Timeline) -> bool:
    return line.rules["lead_tile"] in ("double", "double-or-score")


@given(hands())
def test_every_hand_is_played_to_a_settlement(line: Timeline) -> None:
    assert line.is_over
    assert line.state.over == "misdeal" or line.steps[-1].settled is not None


@given(hands())
def test_a_tile_that_leads_is_drawn_for_in_turn_until_it_is_found(line: Timeline) -> None:
    """DR2-VN: one tile a turn, whatever the reserve; who finds it keeps what he drew and leads."""
    rule = line.rules["first_leader"]
    for before, step in zip(line.steps, line.steps[1:-1], strict=False):
        if not before.state.lead.seeks or rules_of_kinds(line):
            continue
        tile = step.state.holdings[step.seat][-1]
        highest = max(one.low for one in line.rules.equipment.set.tiles if one.is_double)
        found = (str(tile) == rule["holder"] if isinstance(rule, dict)
                 else tile[:2] == (highest, highest) if rule == "hand-double" else tile.is_double)
        assert step.action.kind == "draw"
        assert step.state.lead.seeks == (not found and step.state.boneyard > 0)
        if found:
            assert (step.state.lead.seat, step.state.turn) == (step.seat, step.seat)


@pytest.mark.parametrize("fallback", ["next-player", "leader-draws"])
def test_a_refusal_names_what_goes_with_a_tile_that_leads(fallback: str) -> None:
    lead = dl.ruleset("fives-and-threes").but(first_leader="hand-double", next_leader="same", lead_tile="qualifying")
    with pytest.raises(dl.RulesetError, match="whoever holds that tile") as refused:
        lead.but(lead_fallback=fallback)
    named = set(re.findall(r'"([a-z-]+)"', str(refused.value).partition("write another")[2]))
    assert named == {"none", "redeal", "heaviest", "draw", "boneyard"}
    assert {lead.but(lead_fallback=value)["lead_fallback"] for value in named} == named
