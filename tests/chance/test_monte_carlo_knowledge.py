"""What a thinking player has thought before does not outlive what it knew then."""

from __future__ import annotations

from domino_lab.catalogue import get
from domino_lab.chance.monte_carlo_player import Thinker
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.timeline import Timeline, play_out, view_of
from domino_lab.play.view import view


def choices_after_a_pass() -> list[Timeline]:
    """StepViews of block hands at which somebody has passed, and the one who is to move has a choice."""
    hands = (play_out(get("block"), Shuffle(seed=seed)) for seed in range(12))
    lines = [hand.upto(step) for hand in hands for step in range(6, len(hand) - 2)]
    return [line for line in lines if any(action.kind == "pass" for action in line.actions)
            and len(view(line.state, line.state.turn).legal) > 1]


def test_what_it_has_seen_happen_is_thought_of_anew() -> None:
    differ = 0
    for line in choices_after_a_pass()[:12]:
        seat = line.state.turn
        blank, whole = view(line.state, seat), view_of(line, seat)
        thinker, fresh = Thinker(deals=6, engine="plain"), Thinker(deals=6, engine="plain")
        before = thinker.weigh(blank)
        assert thinker.weigh(whole) == fresh.weigh(whole)
        differ += before != thinker.weigh(whole)
    assert differ
