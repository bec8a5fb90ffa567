"""Who leads a first hand, found again from the holdings; the duty of the lead tile binds only who holds it."""

from __future__ import annotations

from hypothesis import given

from domino_lab.play.legal import legal
from domino_lab.play.timeline import Timeline
from tests.laws.random_hands import hands


@given(hands())
def test_the_first_leader(line: Timeline) -> None:
    rules, state = line.rules, line.steps[0].state
    if state.over == "misdeal":
        return
    held = [(tile, seat) for seat, tiles in enumerate(state.holdings) for tile in tiles]
    doubles = [(tile.low, seat) for tile, seat in held if tile.is_double]
    rule, led = rules["first_leader"], state.lead.seat
    if rule in ("highest-double", "fastest-double") and doubles:
        assert led in {seat for pips, seat in doubles if pips == max(doubles)[0]}
    elif rule == "lowest-double" and doubles:
        assert led in {seat for pips, seat in doubles if pips == min(doubles)[0]}
    elif rule == "youngest":
        assert led == 0
    elif isinstance(rule, dict):
        holders = {seat for tile, seat in held if str(tile) == rule["holder"]}
        assert led in holders or not holders
    elif rule == "lot":
        lots = state.lead.ruling.facts["lots"]
        assert lots[led] == max(lots, key=rules.equipment.weight)
    elif rule == "sum":
        pips = sum(tile.low + tile.high for tile in state.lead.ruling.facts["lots"])
        assert led == pips % state.table.seats


@given(hands())
def test_a_bound_leader_holds_the_tile_and_may_set_no_other(line: Timeline) -> None:
    state = line.steps[0].state
    if state.over == "misdeal":
        assert line.rules["lead_fallback"] == "redeal"
        return
    if state.lead.seeks:
        assert line.rules["lead_fallback"] == "draw"
        assert [action.kind for action in legal(state)] == ["draw"]
        return
    must, held = state.lead.must, state.holdings[state.turn]
    row = held[:1] if line.rules["visibility"] == "blind" else held
    allowed = {action.tile[:2] for action in legal(state) if action.kind == "play"}
    if must is None:
        assert allowed == {tile[:2] for tile in row}
    else:
        assert must in state.holdings[state.turn]
        assert allowed == {must[:2]}


@given(hands())
def test_every_hand_is_played_to_a_settlement(line: Timeline) -> None:
    assert line.is_over
    assert line.state.over == "misdeal" or line.steps[-1].settled is not None


@given(hands())
def test_a_tile_that_leads_is_drawn_for_in_turn_until_it_is_found(line: Timeline) -> None:
    """DR2-VN: one tile a turn, whatever the reserve; who finds it keeps what he drew and leads."""
    rule = line.rules["first_leader"]
    for before, step in zip(line.steps, line.steps[1:-1], strict=False):
        if not before.state.lead.seeks:
            continue
        tile = step.state.holdings[step.seat][-1]
        found = str(tile) == rule["holder"] if isinstance(rule, dict) else tile.is_double
        assert step.action.kind == "draw"
        assert step.state.lead.seeks == (not found and step.state.boneyard > 0)
        if found:
            assert (step.state.lead.seat, step.state.turn) == (step.seat, step.seat)
