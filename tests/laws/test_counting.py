"""The count of the board and its open ends equal a slow walk along the tree of laid tiles."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from domino_lab.play.timeline import Timeline
from tests.laws.random_hands import hands
from tests.laws.random_rules import any_rules, changed
from tests.laws.recount import open_values, recount

COUNTING = st.builds(changed, any_rules(), st.just([("double_lay", "crosswise"), ("play_score", "multiple")]))


@given(hands(COUNTING))
def test_the_count_is_that_of_a_walk_along_the_chain(line: Timeline) -> None:
    for step in line.steps[1:]:
        count = step.state.board_count
        assert count.total == recount(line.rules, step.state.chain)
        assert count.total == sum(term.value for term in count.terms)
        assert not any(term.value for term in count.silent)


@given(hands(COUNTING))
def test_terms_are_the_tiles_at_open_arm_ends_in_laying_order(line: Timeline) -> None:
    for step in line.steps[1:]:
        chain, count = step.state.chain, step.state.board_count
        numbers = [term.number for term in count.terms]
        assert numbers == sorted(set(numbers))
        silent = {term.number for term in count.silent}
        assert set(numbers) == {end.at for end in chain.ends} - silent
        assert all(chain.laid[number].tile.is_double for number in silent)


@given(hands(COUNTING))
def test_points_are_those_of_the_sheet(line: Timeline) -> None:
    """AF0-SCORE-1: a positive multiple scores its face, or one for each multiple."""
    rules = line.rules
    for before, step in zip(line.steps, line.steps[1:-1], strict=False):
        total = step.state.board_count.total
        won = [total if rules["unit"] == "face" else total // m for m in rules["multiple"] if total and total % m == 0]
        points = sum(won) if step.action.kind == "play" else 0
        assert step.points == points
        side = step.state.table.side(step.seat)
        gained = [after - was for was, after in zip(before.state.scores, step.state.scores, strict=True)]
        assert gained == [points * (s == side) for s in range(len(gained))]


@given(hands())
def test_open_ends_are_the_free_edges_that_the_order_of_arms_opens(line: Timeline) -> None:
    for step in line.steps[1:]:
        assert sorted(end.value for end in step.state.open_ends) == open_values(line.rules, step.state.chain)


@given(hands())
def test_touching_halves_are_equal(line: Timeline) -> None:
    """GEN-FIT-1, read from the tiles alone."""
    for laid in line.state.chain.laid[1:]:
        parent = line.state.chain.laid[laid.parent].tile
        assert laid.joint in parent[:2]
        assert laid.joint in laid.tile[:2]
        assert laid.joint + laid.out == laid.tile.low + laid.tile.high
