"""The few words that the views show of a step."""

from __future__ import annotations

import domino_lab as dl
from domino_lab.core.actions import Shift
from domino_lab.sessions.labels import entry_of, short_entry


def test_a_column_is_counted_from_one() -> None:
    """In this hand the second column, which is number 1 of the engine, is empty when 0-0 goes there."""
    views = dl.Playhead("five-columns-empty-column").snapshot.step_views
    [moved] = [view for view in views if isinstance(view.step.action, Shift)]
    assert moved.step.action.to == 1
    assert views[moved.number - 1].state.columns[1] == ()
    assert entry_of(moved, None) == "0-0 to column 2"
    assert short_entry(moved.step, None) == ("0-0 to column 2", "")
