"""Steps: a hand is asked for one by its number, and says which there are."""

from __future__ import annotations

from typing import Any

import pytest

import domino_lab as dl
from domino_lab.core.errors import ArgumentError, StepError

HAND = dl.play_out("block", seed=1)
LAST = len(HAND) - 1


@pytest.mark.parametrize(("number", "kind"), [
    (99, IndexError), (-99, IndexError), (10**4400, IndexError), (3.5, TypeError), ("x", TypeError), (None, TypeError),
], ids=["late", "early", "huge", "half", "text", "none"])
def test_a_step_that_is_not_there_is_refused(number: Any, kind: type[Exception]) -> None:
    with pytest.raises(kind, match=f"^there is no step .*: the steps are 0 to {LAST}$") as refused:
        HAND[number]
    assert isinstance(refused.value, dl.DominoError)
    assert isinstance(refused.value, StepError if kind is IndexError else ArgumentError)


def test_steps_are_counted_cut_and_gone_through_as_in_a_list() -> None:
    assert [*HAND] == list(HAND.steps)
    assert HAND[-1] is HAND.steps[-1]
    assert HAND[1:3] == HAND.steps[1:3]  # type: ignore[index]
    assert [*reversed(HAND)] == [*reversed(HAND.steps)]  # type: ignore[call-overload]
