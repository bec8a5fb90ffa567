"""What may be tried in a position, legal or not, and where."""

from __future__ import annotations

import pytest

import domino_lab as dl
from domino_lab.sessions.possible_actions import places


@pytest.mark.parametrize(("step", "older"), [
    (1, []),
    (2, ["6-6"]),
    (6, ["1-0", "0-0", "6-0", "6-6"]),
])
def test_a_score_may_be_called_for_the_last_tile_or_too_late_for_one_before_it(step: int, older: list[str]) -> None:
    """This hand begins with 6-6, 6-0, 0-0, both 1-0 and 3-0: the last is not named twice, nor are two equal tiles."""
    here = dl.Playhead("two-box-whole-hand", step=step)
    assert [words for words, _ in places(here, "call")] == ["for the last tile played", *older]
