"""Hands to show, and a count of what the widgets send; outside a kernel every widget has a dummy comm."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace

import ipycanvas.canvas
import ipywidgets
import pytest

from domino_lab.catalogue import get
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.timeline import Note, Timeline, play_out

NOTES = {
    1: Note("The first tile. <b>Not bold</b>.", marks=("#1", "end:6")),
    4: Note("The spinner takes four tiles.", marks=("3-3",)),
    6: Note(ask="What does the board count now?", about="count", hint="Start with the spinner."),
    9: Note("A draw."),
}
"""Notes for the hand of seed 7: step 4 lays 3-3, step 6 leaves a count of 7, step 9 is a draw."""


@pytest.fixture
def hand() -> Timeline:
    """All Fives, seed 7: a hand with scores, draws and a settlement."""
    return play_out(get("all-fives"), Shuffle(seed=7), names=["Ana", "Ben"])


@pytest.fixture
def asking(hand: Timeline) -> Timeline:
    """The same hand with notes, and a question about step 6."""
    return replace(hand, notes=NOTES, title="Ana against Ben")


@pytest.fixture
def noted(hand: Timeline) -> Timeline:
    """The same hand with notes but no question."""
    return replace(hand, notes={step: note for step, note in NOTES.items() if not note.ask}, title="Ana against Ben")


@pytest.fixture
def blocked() -> Timeline:
    """A Block hand for two: no tile is drawn and nothing is counted."""
    return play_out(get("block"), Shuffle(seed=7), names=["Ana", "Ben"])


class Wire:
    """What went over the wire since `clear`: the drawing commands, and the state of every widget that changed."""

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self.drawings = 0

    def clear(self) -> None:
        self.sizes.clear()
        self.drawings = 0

    @property
    def total(self) -> int:
        return sum(self.sizes)


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    found = Wire()
    send = ipywidgets.Widget._send
    draw = ipycanvas.canvas._CanvasManager.send

    def counted(self: ipywidgets.Widget, msg: object, buffers: list[memoryview] | None = None) -> None:
        if self.comm is not None:               # what a widget sends before it is opened goes nowhere
            found.sizes.append(len(json.dumps(msg, default=str)) + sum(memoryview(b).nbytes for b in buffers or []))
        send(self, msg, buffers)

    def counted_drawing(self: object, *content: object, **more: object) -> None:
        found.drawings += 1
        draw(self, *content, **more)

    monkeypatch.setattr(ipywidgets.Widget, "_send", counted)
    monkeypatch.setattr(ipycanvas.canvas._CanvasManager, "send", counted_drawing)
    return found


@pytest.fixture
def alive() -> Callable[[], int]:
    """How many widgets are registered."""
    return lambda: len(ipywidgets.widgets.widget._instances)
