"""Playhead: where all views of one hand are. It owns the place; the views own nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypedDict, Unpack

import traitlets

from domino_lab.arguments import checked
from domino_lab.errors import ArgumentError, NotationError, shown
from domino_lab.explain.questions import HandQuestion, pending, questions
from domino_lab.notebook import hand_of
from domino_lab.play.state import State, Step
from domino_lab.play.timeline import Note, Timeline
from domino_lab.rules.ruleset import Ruleset
from domino_lab.widgets.branches import Branches
from domino_lab.widgets.clock import Clock
from domino_lab.widgets.origin import recipe
from domino_lab.widgets.snapshot import Moments, Snapshot
from domino_lab.widgets.viewpoint import ALL, TABLE, is_view, usual_view
from domino_lab.words import language

__all__ = ["ALL", "SPEEDS", "TABLE", "Playhead"]

SPEEDS = {"slow": 5.0, "steady": 2.5, "fast": 1.0}
"""Seconds between two steps that play by themselves."""


class ViewpointError(NotationError, traitlets.TraitError):
    """Nobody sits where a view of a hand was to be seen from.

    >>> Playhead("block", viewpoint=5)
    Traceback (most recent call last):
    domino_lab.widgets.playhead.ViewpointError: a viewpoint is "all", "table" or a seat from 0 to 1, not 5
    """


class Opening(TypedDict, total=False):
    """What a view of a hand may be told beside the hand: where it starts, and which deal of a game it is.

    >>> Opening(seed=7, step=3)["step"]
    3
    """

    step: int
    seed: int | None
    seats: int | None
    viewpoint: int | str | None
    asks: bool


class Playhead(Branches):
    """One place in one hand, shared by all the views that are given it; two Playheads never touch each other.

    `step` is 0 for the deal up to `end`; `viewpoint` is "all", "table" or a seat (where nobody says: "all", or "table"
    in a game whose tiles nobody sees); `answers` holds what the reader answered, by step: None where the answer was
    simply shown, "" where the reader began after the question. Watch `changes`, which grows once for each change, and
    then read `snapshot`: all there is to show now, worked out once for all views.

    >>> here = Playhead("block", seed=7, step=2)
    >>> here.next()
    >>> here.step, here.recipe
    (3, '"block", seed=7')
    """

    timeline = traitlets.Instance(Timeline)
    step = traitlets.Int(0)
    viewpoint = traitlets.Any(ALL)
    answers = traitlets.Dict()
    asks = traitlets.Bool(default_value=True)
    """Whether the questions of the hand are asked at all."""
    waiting = traitlets.Bool(default_value=False)
    """Whether the reader tried to go on past a question."""
    playing = traitlets.Bool(default_value=False)
    speed = traitlets.Enum(tuple(SPEEDS), default_value="steady")
    marked = traitlets.Int(None, allow_none=True)
    """The number of the laid tile that the reader points at."""
    voice = traitlets.Any(None)
    """The view that speaks for all of them: one announcement a step, however many views there are."""
    changes = traitlets.Int(0)
    poses = True  # whether a hand's questions are asked from here at all: to find their answers takes time
    unseen = frozenset({"changes", "playing", "speed", "voice"})
    """The traits that do not change what is shown of the hand."""
    _snapshot: Snapshot | None = None
    _kept: tuple[str, tuple[Step, ...], Moments] = "", (), Moments()

    @checked
    def __init__(
        self, hand: str | Path | Timeline | Ruleset, *, step: int = 0, seed: int | None = None,
        seats: int | None = None, viewpoint: int | str | None = None, asks: bool = True,
    ) -> None:
        timeline = hand_of(hand, seed=seed, seats=seats)
        self._asked = questions(timeline) if self.poses else {}
        self._batch, self._clock, self.recipe = 0, Clock(self._tick), recipe(hand, timeline, seed, seats)
        super().__init__(timeline=timeline, asks=asks)
        self.viewpoint = usual_view(timeline) if viewpoint is None else viewpoint
        self.step = step

    @classmethod
    @checked
    def of(cls, what: Shown, **how: Unpack[Opening]) -> Playhead:
        """`what` itself when it is a Playhead (`step=` and the like then move it), else a new one on that hand.

        >>> here = Playhead("block", seed=7)
        >>> Playhead.of(here) is here
        True
        """
        if not isinstance(what, Playhead):
            return cls(what, **how)
        for name, value in how.items():
            if name not in ("step", "viewpoint", "asks"):
                raise ArgumentError(f"{name}= belongs to a new hand: this Playhead has one already")
            setattr(what, name, value)
        return what

    # --- where it is

    @property
    def end(self) -> int:
        """The number of the last step.

        >>> Playhead("block", seed=7).end > 5
        True
        """
        return len(self.timeline) - 1

    @property
    def snapshot(self) -> Snapshot:
        """All there is to show of the hand now; another one after each change.

        >>> here = Playhead("block", seed=7)
        >>> before = here.snapshot
        >>> here.next()
        >>> here.snapshot is before, before.step, here.snapshot.step
        (False, 0, 1)
        """
        if self._snapshot is None:
            self._snapshot = self._seen()
        return self._snapshot

    def _seen(self) -> Snapshot:
        pending = self._pending
        return Snapshot(
            self.timeline, self.moments, self.step, self.viewpoint, self.question,
            None if pending is None else pending.step, self.answered, self.answers, self.waiting, self.marked,
        )

    @property
    def moments(self) -> Moments:
        """The moments of the hand, whoever looks at them; those of a hand that goes on are kept.

        >>> len(Playhead("block", seed=7).moments) == len(Playhead("block", seed=7).timeline)
        True
        """
        spoken, line = language(), self.timeline
        language_of, steps, found = self._kept
        if steps is not line.steps or language_of != spoken:
            found = Moments.of(line, found if language_of == spoken else None)
            self._kept = spoken, line.steps, found
        return found

    def notify_change(self, change: Any) -> None:
        """What was worked out for the views holds until something changes that they show."""
        if change["name"] not in self.unseen:
            self._snapshot = None
        super().notify_change(change)

    @property
    def now(self) -> Step:
        """The step it stands on.

        >>> Playhead("block", seed=7).now.action is None
        True
        """
        return self.snapshot.now

    @property
    def state(self) -> State:
        """The state after this step.

        >>> Playhead("block", seed=7).state.boneyard
        14
        """
        return self.snapshot.state

    @property
    def note(self) -> Note:
        """What the writer of the hand noted here; an empty note where there is none.

        >>> Playhead("block", seed=7).note.text is None
        True
        """
        return self.snapshot.note

    @property
    def question(self) -> HandQuestion | None:
        """The question that is asked here and not answered yet.

        >>> Playhead("block", seed=7).question is None
        True
        """
        asked = self._pending
        return asked if asked is not None and asked.asked_at == self.step else None

    @property
    def _pending(self) -> HandQuestion | None:
        return pending(self._asked, self.answers) if self.asks else None

    @property
    def answered(self) -> HandQuestion | None:
        """The question whose answer is this step, once it is answered.

        >>> Playhead("block", seed=7).answered is None
        True
        """
        return self._asked.get(self.step) if self.asks and self.step in self.answers else None

    def hides(self, step: int) -> bool:
        """Whether step `step` lies behind a question that nobody has answered yet.

        >>> Playhead("block", seed=7).hides(3)
        False
        """
        return self.snapshot.hides(step)

    @property
    def seen_by(self) -> int | None:
        """The seat that looks, None for all tiles open, -1 for nobody's holding.

        >>> Playhead("block", seed=7, viewpoint=1).seen_by
        1
        """
        return self.snapshot.seen_by

    # --- moving

    def next(self) -> None:
        """One step on; at the end it stays.

        >>> here = Playhead("block", seed=7, step=99)
        >>> here.next()
        >>> here.step == here.end
        True
        """
        self.go(self.step + 1)

    def previous(self) -> None:
        """One step back; at the deal it stays.

        >>> here = Playhead("block", seed=7)
        >>> here.previous()
        >>> here.step
        0
        """
        self.go(self.step - 1)

    def first(self) -> None:
        """To the deal.

        >>> here = Playhead("block", seed=7, step=4)
        >>> here.first()
        >>> here.step
        0
        """
        self.go(0)

    def last(self) -> None:
        """To the last step.

        >>> here = Playhead("block", seed=7)
        >>> here.last()
        >>> here.step == here.end
        True
        """
        self.go(self.end)

    @checked
    def go(self, step: int) -> None:
        """To `step`, or as near as there is one. A question in between stops it; the second time in a row goes on.

        >>> here = Playhead("block", seed=7)
        >>> here.go(-3)
        >>> here.step
        0
        """
        step = min(max(step, 0), self.end)
        with self._as_one():
            self.playing = False
            self._move(step)

    def _move(self, step: int) -> None:
        asked = self._pending
        if asked is None or step < asked.step or (step == 0 and self.step > 0):
            self.waiting, self.step = False, step
            return
        if self.step == asked.asked_at and self.waiting:
            self._pass(step)
        else:
            self.waiting, self.step = True, asked.asked_at

    def _pass(self, step: int) -> None:
        """Go on without an answer: what was skipped counts as shown."""
        self.waiting = False
        self.answers = {**self.answers, **{at: None for at in self._asked if at <= step and at not in self.answers}}
        self.step = step

    def next_note(self) -> None:
        """To the next step with a note, round to the first one after the last.

        >>> here = Playhead("block", seed=7)
        >>> here.next_note()
        >>> here.step
        0
        """
        steps = sorted(step for step, note in self.timeline.notes.items() if note.text and step <= self.end)
        if steps:
            self.go(next((step for step in steps if step > self.step), steps[0]))

    # --- answering

    @checked
    def answer(self, given: str | None) -> None:
        """Answer the question that is asked here (None: show me), and go to the step that holds the answer.

        Raises NotationError for something that is no answer at all.

        >>> Playhead("block", seed=7).answer(None)
        """
        asked = self.question
        if asked is None:
            return
        if given is not None:
            asked.accepts(given)
        with self._as_one():
            self.waiting = self.playing = False
            self.answers = {**self.answers, asked.step: given}
            self.step = asked.step

    def ask_again(self) -> None:
        """Forget the answers to the questions from here on.

        >>> Playhead("block", seed=7).ask_again()
        """
        with self._as_one():
            self.waiting = False
            self.answers = {step: given for step, given in self.answers.items()
                            if step <= self.step and self._asked[step].asked_at < self.step}

    # --- each change is counted once

    @contextmanager
    def _as_one(self) -> Iterator[None]:
        before = self._place if not self._batch else ()
        self._batch += 1
        try:
            yield
        finally:
            self._batch -= 1
        if not self._batch and self._place != before:
            self.changes += 1

    @property
    def _place(self) -> tuple[object, ...]:
        return (self.timeline, self.step, self.viewpoint, tuple(self.answers.items()), self.waiting, self.playing,
                self.asks, self.left)

    @traitlets.observe("timeline", "step", "viewpoint", "answers", "waiting", "playing", "asks")
    def _count_change(self, _change: object) -> None:
        if not self._batch:
            self.changes += 1

    @traitlets.validate("step")
    def _within(self, proposal: Any) -> int:
        step = min(max(proposal["value"], 0), self.end)
        skipped = [at for at in self._asked if at <= step and at not in self.answers and (at or step)]
        if skipped:
            self.answers = {**self.answers, **dict.fromkeys(skipped, "")}
        return step

    @traitlets.validate("viewpoint")
    def _someone(self, proposal: Any) -> int | str:
        seat, seats = proposal["value"], len(self.timeline.names)
        if is_view(seat, seats):
            return seat
        raise ViewpointError(f'a viewpoint is "all", "table" or a seat from 0 to {seats - 1}, not {shown(seat)}')

    @traitlets.observe("timeline")
    def _new_hand(self, change: Any) -> None:
        if not hasattr(self, "_asked"):
            return
        self._asked = questions(self.timeline) if self.poses else {}
        self._snapshot = None
        with self._as_one():
            self._forget(is_new=isinstance(change["old"], Timeline))
            self.answers, self.waiting, self.viewpoint = {}, False, usual_view(self.timeline)
            self.step = min(self.step, self.end)

    # --- playing by itself

    def toggle(self) -> None:
        """Play by itself, or pause.

        >>> here = Playhead("block", seed=7, step=99)
        >>> here.toggle()
        >>> here.playing
        False
        """
        if self.playing:
            self.playing = False
        elif self._may_play:
            self._clock.start(lambda: SPEEDS[self.speed])
            self.playing = True

    @property
    def _may_play(self) -> bool:
        return self.question is None and self.step < self.end

    def _tick(self) -> bool:
        """One step of playing; whether another follows: it stops at the end and at a question."""
        if self.playing:
            with self._as_one():
                if self._may_play:
                    self._move(self.step + 1)
                self.playing = self._may_play
        return self.playing


Shown = str | Path | Timeline | Ruleset | Playhead
"""What a view of a hand can show."""
