"""Opened: one trial as a hand to step through, below the bars."""

from __future__ import annotations

import ipywidgets

from domino_lab.escaping import escape
from domino_lab.widgets.chancelab.lab_session import Example, LabSession
from domino_lab.widgets.chancelab.view import View
from domino_lab.widgets.part import in_row
from domino_lab.widgets.stepper import HandStepper
from domino_lab.words import phrase


class Opened(View):
    """The hand behind a bar, with a button that closes it. The stepper in it has keys and a voice of its own.

    >>> from domino_lab.widgets.chancelab.lab import ChanceLab
    >>> lab = ChanceLab("block", seed=1, estimate=0.6, n=10)
    >>> lab.press("bar:0")
    >>> lab.opened.stepper.here.step
    0
    """

    css = "dlab-opened"
    label = "chancelab.example"

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.stepper: HandStepper | None = None
        self._held: tuple[Example, int] | None = None
        self.heading = ipywidgets.HTML()
        self.shut = self.button("chancelab.close_example", self.close_example, "dlab-quiet")
        row = in_row(self.heading, self.shut)
        self.room = ipywidgets.VBox()
        return row, self.room

    def close_example(self) -> None:
        """Close the hand."""
        self.here.example = None
        self.frame.focus()

    def _show(self) -> None:
        example = self.here.example
        wanted = None if example is None else (example, self.here.trials.seed)
        self.layout.display = "none" if example is None else ""
        if wanted == self._held:
            return
        self._held, old = wanted, self.stepper
        line = self.here.trials.timeline(example.number) if example is not None else None
        self.stepper = HandStepper(line) if line is not None else None
        self.room.children = () if self.stepper is None else (self.stepper,)
        if old is not None:
            old.close()
        if example is not None:
            self.heading.value = f"<b>{escape(said(self.here, example))}</b>"


def said(here: LabSession, example: Example) -> str:
    """What is open, in words.

    >>> from domino_lab.widgets.chancelab.lab_session import session_of
    >>> said(session_of("block"), Example(4, "the leader"))
    'Trial 4: who won, the leader.'
    """
    words = phrase("chancelab.example", number=example.number, what=here.trials.bars_called, label=example.label)
    tell = getattr(here.trials, "describe", None)
    return " ".join(filter(None, (words, tell(example.number) if tell else "")))
