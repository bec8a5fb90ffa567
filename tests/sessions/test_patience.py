"""A patience as a board: what becomes of a hint, what is counted for which deal, how long orders are tried."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domino_lab.sessions import patience as model
from domino_lab.sessions.patience import PatienceSession, Tally, matters


@pytest.mark.parametrize(
    "act", [PatienceSession.undo, PatienceSession.redo, PatienceSession.restart, PatienceSession.new_deal])
def test_a_hint_is_gone_when_the_table_is_another(act: Callable[[PatienceSession], None]) -> None:
    solo = PatienceSession("five-columns", seed=1, hand=1, tally=Tally())
    solo.do(solo.legal[0])
    if act is PatienceSession.redo:
        solo.undo()
    solo.ask()
    assert solo.tip is not None
    act(solo)
    assert solo.tip is None


def test_hints_and_what_was_taken_back_are_counted_for_each_deal() -> None:
    solo = PatienceSession("five-columns", seed=1, hand=1, tally=Tally())
    for times in (3, 1):
        for _ in range(times):
            solo.ask()
            solo.do(solo.tip.action)
            solo.undo()
        solo.redo()
        solo.new_deal()
    assert [(row.hints, row.undone) for row in solo.tally.rows] == [(3, 3), (1, 1)]


def test_orders_are_tried_longer_where_the_first_ones_end_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    solo = PatienceSession("twelve-to-go", seed=1, hand=2, tally=Tally())
    told = matters(solo)
    monkeypatch.setattr(model, "FEW", 2)
    assert matters(solo) == told
    monkeypatch.setattr(model, "MANY", 2)
    assert matters(solo) != told
