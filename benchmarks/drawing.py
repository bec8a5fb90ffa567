"""One step of a long hand: the engine's work and the drawing commands, in seconds and bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from domino_lab.play.hand import advance
from domino_lab.play.timeline import Timeline
from domino_lab.widgets import Playhead, Table


def draw_step(hand: Timeline, seconds: Callable[[Callable[[], object], int], float]) -> tuple[float, int]:
    """Advance to the last tile of `hand` and repaint its table; a repaint alone is what is sent."""
    last = max(number for number, step in enumerate(hand.steps) if step.action is not None)
    here = Playhead(hand, step=last - 1)
    table = Table(here)
    before, action = hand.steps[last - 1].state, hand.steps[last].action
    assert action is not None

    def step() -> None:
        advance(before, action)
        here.step = last
        here.step = last - 1

    sent: list[int] = []
    with patch("ipycanvas.canvas._CanvasManager.send", lambda _manager, _content, buffers: sent.append(_size(buffers))):
        spent = seconds(step, 41) / 2
        here.step = last
    table.close()
    return spent, sent[-1]


def _size(buffers: Any) -> int:
    return sum(memoryview(buffer).nbytes for buffer in buffers)
