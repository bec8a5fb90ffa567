"""why_not where each tile is there twice: the twin that the player holds is meant, and a stack can be asked for."""

from __future__ import annotations

import pytest

import domino_lab as dl

STOLEN = "two-box-cutthroat-twenty-stolen"


def test_the_twin_that_the_player_holds_is_meant() -> None:
    """After step 2 Cleo holds the second 5-5, which nothing forbids her to lay on the first."""
    held = [tile for tile in dl.load(STOLEN).steps[2].state.holdings[2] if tile[:2] == (5, 5)]
    assert [tile.copy for tile in held] == [1]
    assert dl.why_not(STOLEN, 2, "5-5").allowed


@pytest.mark.parametrize(("step", "asked", "clause", "case"), [
    (4, "stack 5-0", "TBC-STACK-1", "no_score"),    # Dan has scored nothing
    (6, "stack 5-3", "TBC-TURN-1", "refused"),      # Ben's points are loot
    (5, "stack 4-4", "TBC-STACK-1", "no_match"),    # Ana has scored, but no 4-4 lies there
    (1, "stack 6-6", "GEN-HOLD-1", "no"),           # Ben has no 6-6
])
def test_a_stack_that_is_refused_says_why(step: int, asked: str, clause: str, case: str) -> None:
    answer = dl.why_not(STOLEN, step, asked)
    assert not answer.allowed
    assert (answer.clause, answer.ruling.case) == (clause, case)


def test_a_stack_that_is_allowed_is_told_as_such() -> None:
    assert dl.why_not(STOLEN, 2, "stack 5-5").allowed
    assert dl.why_not("two-box-cutthroat-stolen-back", 6, "stack 5-3").allowed
