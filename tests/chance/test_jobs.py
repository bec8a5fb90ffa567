"""Before a run by a reader's own rule, a few hands are played twice, and must come out alike."""

from __future__ import annotations

import pytest

import domino_lab as dl
from domino_lab.chance import jobs
from domino_lab.chance.jobs import HandSums
from domino_lab.core.errors import DominoError


def test_a_rule_that_is_not_asked_for_its_answers_must_play_alike_too() -> None:
    """`possible` is no method that rules are known by: nobody notes what it returns."""
    class Moody(dl.rules.Drawing):
        asked = 0

        def may(self, able: bool, stock: int, drawn: int, chosen: int) -> bool:
            return not able

        def possible(self, stock: int, so_far: dl.rules.HandSoFar | None = None) -> bool:
            Moody.asked += 1
            return Moody.asked // 40 % 2 == 0 and super().possible(stock, so_far)

    with pytest.raises(DominoError, match=r"^drawing = own: Moody: the same 8 hands came out differently"):
        dl.simulate(dl.ruleset("draw").but(drawing=Moody()), hands=20, seed=1)


def test_a_kernel_that_plays_other_hands_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Halved(dl.rules.Settling):
        def award(self, final: dl.rules.Final, seat: int) -> int:
            return len(final.moves)

    rules, play = dl.ruleset("block").but(settling=Halved()), jobs._by_kernel
    assert dl.simulate(rules, hands=8, seed=1, engine="plain").hands == 8
    monkeypatch.setattr(jobs, "_by_kernel", lambda job, first, hands: HandSums.of([play(job, first + 1, hands)]))
    with pytest.raises(DominoError, match=r"^settling = own: Halved: the same 8 hands came out differently"):
        dl.simulate(rules, hands=8, seed=1, engine="plain")
