"""Playhead: the place in a hand, or in a branch of it, that several views share; the views own nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypedDict, TypeVar, Unpack

import traitlets

from domino_lab.core.actions import Action
from domino_lab.core.arguments import checked
from domino_lab.core.errors import ArgumentError, NotationError, RecordError, quote
from domino_lab.core.rulings import Ruling
from domino_lab.explain.hints import hints
from domino_lab.explain.questions import HandQuestion, pending, questions
from domino_lab.explain.wrong_answers import why_wrong
from domino_lab.play.branching import branch_recipe, branch_title, play_out_from
from domino_lab.play.move_text import format_move
from domino_lab.play.players import PlayerNames
from domino_lab.play.policies import usual_policy
from domino_lab.play.state import Position, Step
from domino_lab.play.timeline import Note, Timeline
from domino_lab.record.load import HandOrRuleset, hand_of
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import python_literal
from domino_lab.sessions.lock import Locked, hold_lock, lend_lock
from domino_lab.sessions.snapshot import Snapshot, StepViews
from domino_lab.sessions.viewpoint import ALL, Viewpoint, is_view, open_to, usual_view
from domino_lab.words import language

SPEEDS = {"slow": 5.0, "steady": 2.5, "fast": 1.0}
"""Seconds between two steps that play by themselves."""


class ViewpointError(NotationError, traitlets.TraitError):
    """The viewpoint is a seat where nobody sits.

    >>> Playhead("block", viewpoint=5)
    Traceback (most recent call last):
    domino_lab.sessions.playhead.ViewpointError: a viewpoint must be "all", "table" or a seat from 0 to 1, not 5
    """


class Left(NamedTuple):
    """The hand that a branch has left: its step, the answers given, and how to recreate it."""

    timeline: Timeline
    step: int
    answers: dict[int, str | None]
    recipe: str


class Opening(TypedDict, total=False):
    """The arguments of a view besides the hand: where it starts, and which deal of a game it is."""

    step: int
    seed: int | None
    seats: int | None
    viewpoint: Viewpoint | None
    asks: bool


class Playhead(Locked, traitlets.HasTraits):
    """A place in a hand, shared by all the views that are given it.

    Playheads do not affect each other. `step` goes from 0, the deal, to `end`; `viewpoint` is "all", "table" or a seat
    (by default "all", or "table" in a game in which nobody sees any tiles); `answers` holds the reader's answers by
    step: None if the answer was shown, "" if the reader began after the question. Watch `changes`, which goes up by one
    with each change, and then read `snapshot`: it has everything to show now, worked out once for all views.

    >>> here = dl.Playhead("block", seed=7, step=2)
    >>> here.next()
    >>> here.step, here.recipe
    (3, '"block", seed=7')
    """

    timeline = traitlets.Instance(Timeline)
    step = traitlets.Int(0)
    viewpoint = traitlets.Any(ALL)
    answers: traitlets.Dict[int, str | None] = traitlets.Dict()
    asks = traitlets.Bool(default_value=True)
    """Whether the questions of the hand are asked at all."""
    attempts: traitlets.Dict[int, tuple[str, ...]] = traitlets.Dict()
    """The wrong answers of the reader, by the step that the question is about."""
    playing = traitlets.Bool(default_value=False)
    speed = traitlets.Enum(tuple(SPEEDS), default_value="steady")
    missed = traitlets.Unicode("")
    """Why the last answer to the question that is asked here was wrong; empty when it was not."""
    voice = traitlets.Any(None)
    """The view that speaks for all of them: one announcement a step, however many views there are."""
    changes = traitlets.Int(0)
    questions: dict[int, HandQuestion]
    """The questions of the hand, by the step that each is about."""
    poses = True  # whether a hand's questions are asked from here at all: to find their answers takes time
    unseen = frozenset({"changes", "playing", "speed", "voice"})
    """The traits that do not change what is shown of the hand."""
    _batch = 0
    left: Left | None = None
    """What the branch that is shown has left; None in the hand itself."""
    _spelled = 0
    _then: Any = None
    _switching = False
    counted: tuple[str, ...] = (
        "timeline", "step", "viewpoint", "answers", "playing", "asks", "missed")
    """The traits whose change is one of `changes`."""
    _snapshot: Snapshot | None = None
    _kept: tuple[str, tuple[Step, ...], StepViews] = "", (), StepViews()

    @checked
    def __init__(
        self, hand: HandOrRuleset, *, step: int = 0, seed: int | None = None,
        seats: int | None = None, viewpoint: Viewpoint | None = None, asks: bool = True,
    ) -> None:
        timeline = hand_of(hand, seed=seed, seats=seats)
        self.questions = questions(timeline) if self.poses else {}
        self._clock, self.recipe = Clock(self._tick), recipe(hand, timeline, seed, seats)
        super().__init__(timeline=timeline, asks=asks)
        self.viewpoint = usual_view(timeline) if viewpoint is None else viewpoint
        self.step = step

    @classmethod
    @checked
    def of(cls, what: HandOrPlayhead, **how: Unpack[Opening]) -> Playhead:
        """Return `what` if it is a Playhead (`step=` and the like then move it), or else a new Playhead on that hand.

        >>> here = dl.Playhead("block", seed=7)
        >>> dl.Playhead.of(here) is here
        True
        """
        if not isinstance(what, Playhead):
            return cls(what, **how)
        for name, value in how.items():
            if name not in ("step", "viewpoint", "asks"):
                raise ArgumentError(f"{name}= is only for a new hand: this Playhead already has a hand")
            setattr(what, name, value)
        return what

    # --- where it is

    @property
    def end(self) -> int:
        """The number of the last step."""
        return len(self.timeline) - 1

    @property
    def snapshot(self) -> Snapshot:
        """Everything to show of the hand now; a new object after each change.

        >>> here = dl.Playhead("block", seed=7)
        >>> before = here.snapshot
        >>> here.next()
        >>> here.snapshot is before, before.step, here.snapshot.step
        (False, 0, 1)
        """
        if self._snapshot is None:
            self._snapshot = self._take_snapshot()
        return self._snapshot

    def _take_snapshot(self) -> Snapshot:
        pending = self._pending
        return Snapshot(
            self.timeline, self.step_views, self.step, self.viewpoint, self.question,
            None if pending is None else pending.step, self.answered, self.answers,
        )

    @property
    def step_views(self) -> StepViews:
        """The steps of the hand, for every viewer; when the hand goes on, the earlier ones are kept."""
        spoken, line = language(), self.timeline
        language_of, steps, views = self._kept
        if steps is not line.steps or language_of != spoken:
            views = StepViews.of(line, views if language_of == spoken else None)
            self._kept = spoken, line.steps, views
        return views

    def notify_change(self, change: Any) -> None:
        """Count a change of a trait; results worked out for the views are kept until what they show changes."""
        if change["name"] not in self.unseen:
            self._snapshot = None
        super().notify_change(change)
        if change["name"] in self.counted and not self._batch:
            self.changes += 1

    @property
    def now(self) -> Step:
        """The current step."""
        return self.snapshot.now

    @property
    def state(self) -> Position:
        """The state after this step."""
        return self.snapshot.state

    @property
    def note(self) -> Note:
        """The note at this step; an empty one if there is none."""
        return self.snapshot.note

    @property
    def question(self) -> HandQuestion | None:
        """The question that is asked here and not answered yet."""
        asked = self._pending
        return asked if asked is not None and asked.asked_at == self.step else None

    @property
    def first_answers(self) -> dict[int, str | None]:
        """The first answer to each question, by step, which is the one that counts; None if it was only shown."""
        return self.answers | {step: wrong[0] for step, wrong in self.attempts.items()}

    @property
    def hints(self) -> tuple[str, ...]:
        """The hints to the question that is asked here, one after another."""
        asked = self.question
        return () if asked is None else hints(self.timeline, asked, is_open=open_to(self.snapshot, self.state.turn))

    def ask_others(self, asked: Iterable[HandQuestion]) -> None:
        """Ask these questions instead of those of the hand."""
        self.questions, self._snapshot = {question.step: question for question in asked}, None
        self.changes += 1

    @property
    def _pending(self) -> HandQuestion | None:
        return pending(self.questions, self.answers) if self.asks else None

    @property
    def answered(self) -> HandQuestion | None:
        """The question whose answer is this step, once it is answered."""
        return self.questions.get(self.step) if self.asks and self.step in self.answers else None

    def hides(self, step: int) -> bool:
        """Return True if step `step` comes after a question that nobody has answered yet."""
        return self.snapshot.hides(step)

    @property
    def seen_by(self) -> int | None:
        """The seat whose view is shown; None if all tiles are open, -1 if no holding is."""
        return self.snapshot.seen_by

    def line(self, widget: str) -> str:
        """Return the line of Python that recreates that widget as it is now; empty if no short line can."""
        if not self.recipe:
            return ""
        step = f", step={self.step}" if self.step else ""
        usual = self.viewpoint == usual_view(self.timeline)
        view = "" if usual else f", viewpoint={python_literal(self.viewpoint)}"
        asks = "" if self.asks else ", asks=False"
        return f"dl.{widget}({self.recipe}{step}{view}{asks})"

    # --- moving

    def next(self) -> None:
        """Go to the next step; at the end, stay there."""
        self.go(self.step + 1)

    def previous(self) -> None:
        """Go to the previous step; at the deal, stay there."""
        self.go(self.step - 1)

    def first(self) -> None:
        """Go to the deal."""
        self.go(0)

    def last(self) -> None:
        """Go to the last step."""
        self.go(self.end)

    @checked
    def go(self, step: int) -> None:
        """Go to `step`, or to the nearest step there is; a question on the way stops it.

        From a question that waits it goes on, and the answer counts as shown.

        >>> here = dl.Playhead("block", seed=7)
        >>> here.go(-3)
        >>> here.step
        0
        """
        step = min(max(step, 0), self.end)
        with self._as_one():
            self.playing = False
            self._move(step)

    def _move(self, step: int) -> None:
        self.missed = ""
        goes_home = step == 0 and self.step > 0
        waits = self.question
        if waits is not None and step >= waits.step and not goes_home:
            self.answers = {**self.answers, waits.step: None}
        asked = self._pending
        self.step = step if asked is None or step < asked.step or goes_home else asked.asked_at

    def next_note(self) -> None:
        """Go to the next step with a note; after the last note, go to the first."""
        steps = sorted(step for step, note in self.timeline.notes.items() if note.text and step <= self.end)
        if steps:
            self.go(next((step for step in steps if step > self.step), steps[0]))

    # --- answering

    @checked
    def answer(self, given: str | None) -> None:
        """Answer the question that is asked here (None: show me).

        After a right answer, go to the step that holds it. After a wrong one, stay for another try; `missed` says why
        it is wrong, and `attempts` keeps it. Raises NotationError for something that is not an answer at all.
        """
        asked = self.question
        if asked is None:
            return
        with self._as_one():
            self.playing = False
            self.missed = ""
            if given is not None and not asked.accepts(given):
                self.attempts = {**self.attempts, asked.step: (*self.attempts.get(asked.step, ()), given)}
                self.missed = why_wrong(asked, given, self.timeline)
                return
            self.answers = {**self.answers, asked.step: given}
            self.step = asked.step

    def ask_again(self) -> None:
        """Forget the answers to the questions from here on."""
        with self._as_one():
            self.answers = {step: given for step, given in self.answers.items()
                            if step <= self.step and self.questions[step].asked_at < self.step}

    # --- another line of the hand

    @property
    def is_branch(self) -> bool:
        """True if another continuation is shown instead of the hand."""
        return self.left is not None

    @property
    def may_branch(self) -> bool:
        """True if another move can be tried here: not at the end, and not while a question waits for an answer."""
        return self.state.over is None and self.question is None

    def branch(self, action: Action) -> None:
        """Go on with `action` instead; the hand itself is kept, and `back` returns to it.

        Raises IllegalAction, and changes nothing, for an action that the rules refuse.

        >>> here = dl.Playhead("block", seed=7)
        >>> here.branch(dl.legal(here.state)[-1])
        >>> here.step, here.end
        (1, 1)
        """
        line = self.timeline.upto(self.step).play(action)
        self._go_over(line, spelled=self.step + 1, then=None)

    @checked
    def play_on(self, policies: PlayerNames | None = None) -> None:
        """Let the players go on from here to the end of the hand, by their usual policies or by others.

        >>> here = dl.Playhead("block", seed=7, step=3)
        >>> here.play_on("random")
        >>> here.step, here.timeline.is_over
        (4, True)
        """
        with lend_lock(self):
            line = play_out_from(self.timeline.upto(self.step), policies)
        self._go_over(line, spelled=self.step, then=policies or "")

    def back(self) -> None:
        """Go back to the hand as it was, at the step where it was left.

        >>> here = dl.Playhead("block", seed=7, step=3)
        >>> here.play_on("random")
        >>> here.back()
        >>> here.step, here.is_branch
        (3, False)
        """
        left, self.left = self.left, None
        if left is not None:
            with self._as_one():
                self._show_line(left.timeline, left.step)
                self.answers, self.recipe = left.answers, left.recipe

    def _go_over(self, line: Timeline, *, spelled: int, then: Any) -> None:
        """No question of the hand is asked in another line of it: its answer would be that of the hand."""
        if self.left is None:
            self.left = Left(self.timeline, self.step, dict(self.answers), self.recipe)
        notes = {step: note._replace(ask=None, hint=None) for step, note in line.notes.items()}
        with self._as_one():
            self._spelled, self._then = spelled, then
            made = self._python_of(line)
            titled = replace(line, notes=notes, title=branch_title(self.left.timeline, self.left.step), line=made)
            self._show_line(titled, min(self.step + 1, len(line) - 1))
            self.recipe = made

    def _python_of(self, line: Timeline) -> str:
        """The line of Python that makes this one: moves by hand are spelled out, the rest is left to the players."""
        assert self.left is not None
        whole, first = self.left.timeline.recipe, self.left.step
        steps = line.steps[first : self._spelled + 1]
        moves = [format_move(before.state, after.action) for before, after in pairwise(steps)
                 if after.action is not None]
        then = self._then if self._then != "" else usual_policy(line.rules)
        return branch_recipe(whole, first, moves, None, then)

    def _show_line(self, line: Timeline, step: int) -> None:
        viewpoint, self.playing, self._switching = self.viewpoint, False, True
        try:
            self.timeline = line
        finally:
            self._switching = False
        self.viewpoint, self.step = viewpoint, step

    def _forget(self, *, is_new: bool) -> None:
        """A hand that was put here from outside is no branch of the one before."""
        if is_new and not self._switching:
            self.left, self.recipe = None, self.timeline.recipe

    # --- each change is counted once

    @contextmanager
    def _as_one(self) -> Iterator[None]:
        before = self._place if not self._batch else ()
        self._batch += 1
        try:
            yield
        finally:
            self._batch -= 1
            if not self._batch and self._place != before:      # also what was changed before something went wrong
                self.changes += 1

    @property
    def _place(self) -> tuple[object, ...]:
        """All that counts as a change when it is another."""
        return (self.left, *(getattr(self, name) for name in self.counted))

    @traitlets.validate("step")
    def _within(self, proposal: dict[str, int]) -> int:
        step = min(max(proposal["value"], 0), self.end)
        skipped = [at for at in self.questions if at <= step and at not in self.answers and (at or step)]
        if skipped:
            self.answers = {**self.answers, **dict.fromkeys(skipped, "")}
        return step

    @traitlets.validate("viewpoint")
    def _someone(self, proposal: dict[str, int | str]) -> int | str:
        seat, seats = proposal["value"], len(self.timeline.names)
        if is_view(seat, seats):
            return seat
        raise ViewpointError(f'a viewpoint must be "all", "table" or a seat from 0 to {seats - 1}, not {quote(seat)}')

    @traitlets.observe("timeline")
    def _new_hand(self, change: Any) -> None:
        if not hasattr(self, "questions"):
            return
        self.questions = questions(self.timeline) if self.poses else {}
        self._snapshot = None
        with self._as_one():
            self._forget(is_new=isinstance(change["old"], Timeline))
            self.answers, self.attempts, self.missed = {}, {}, ""
            self.viewpoint = usual_view(self.timeline)
            self.step = min(self.step, self.end)

    # --- playing by itself

    def toggle(self) -> None:
        """Start moving through the hand automatically, or pause."""
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


HandOrPlayhead = Annotated[
    str | Path | Timeline | Ruleset | Playhead,
    'the name of a game such as "block" or of a packaged hand, a file, a hand from dl.load, a ruleset, '
    "or a dl.Playhead"]
"""What a view of a hand can show."""


# --- which hand is meant ----------------------------------------------------------------------------------------------

def one_hand(line: Timeline) -> Timeline:
    """Return that hand; raises RecordError if its file holds a match of several hands."""
    from domino_lab.record.source import SourceText

    hands = SourceText.of(line.text).data.get("hand") if line.problems else None
    if isinstance(hands, list):
        raise RecordError(Ruling("REC-KEY", "match", {"n": len(hands)}).text)
    return line


def recipe(hand: object, timeline: Timeline, seed: int | None, seats: int | None) -> str:
    """Return the arguments with which a widget shows this hand again; empty if no short text can."""
    if not isinstance(hand, (str, Path)) or "\n" in str(hand):
        return timeline.recipe
    given = {"seed": timeline.shuffle.seed if timeline.shuffle else seed, "seats": seats}
    said = [f"{name}={value}" for name, value in given.items() if value is not None]
    return ", ".join([python_literal(str(hand)), *said])


# --- time -------------------------------------------------------------------------------------------------------------

class Clock:
    """Calls `tick` after each pause while it returns True; a new start cancels the run before.

    >>> ticks = iter((True, False))
    >>> async def twice() -> None:
    ...     clock = Clock(lambda: next(ticks))
    ...     clock.start(lambda: 0.0)
    ...     await clock._run
    >>> asyncio.run(twice())
    >>> list(ticks)
    []
    """

    def __init__(self, tick: Callable[[], bool]) -> None:
        self._tick = tick
        self._home = _running_loop()
        self._started = 0
        self._run: asyncio.Task[None] | Future[None] | None = None

    def start(self, pause: Callable[[], float]) -> None:
        """Begin, with `pause()` seconds before each tick; in another thread, in the loop where the clock was made.

        Raises RuntimeError if no loop runs, as in a script.
        """
        self._started += 1
        if _running_loop() is None and self._home is not None and self._home.is_running():
            self._run = asyncio.run_coroutine_threadsafe(self._tick_on(pause, self._started), self._home)
        else:
            self._run = asyncio.get_running_loop().create_task(self._tick_on(pause, self._started))

    async def _tick_on(self, pause: Callable[[], float], started: int) -> None:
        again = True
        while again:
            await asyncio.sleep(pause())
            with hold_lock():
                again = self._started == started and self._tick()


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


Result = TypeVar("Result")


class Worker:
    """Does long computations in a thread, one after the other, and hands each result over when nothing else happens.

    If no event loop runs, as in a script, only the last one is done, at once; a new start drops the results of the one
    before.

    >>> results = []
    >>> async def twice() -> None:
    ...     worker = Worker()
    ...     worker.start([lambda: 2, lambda: 2.5], lambda result, left: results.append((result, left)), print)
    ...     await worker._task
    >>> asyncio.run(twice())
    >>> results
    [(2, 1), (2.5, 0)]
    """

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None

    def start(self, works: Sequence[Callable[[], Result]], take: Callable[[Result, int], object],
              fail: Callable[[Exception], object]) -> None:
        """Do `works`; call `take` with each result and the number of works that are left, or `fail` with an error."""
        self.stop()
        loop = _running_loop()
        if loop is None:
            take(works[-1](), 0)
        else:
            self._task = loop.create_task(self._run(works, take, fail))

    def stop(self) -> None:
        """Hand no more results over."""
        self._task = None

    async def _run(self, works: Sequence[Callable[[], Result]], take: Callable[[Result, int], object],
                   fail: Callable[[Exception], object]) -> None:
        mine = asyncio.current_task()
        for left, work in zip(reversed(range(len(works))), works, strict=True):
            if self._task is not mine:
                return
            try:
                result = await asyncio.to_thread(work)
            except Exception as error:
                with hold_lock():
                    fail(error)
                return
            with hold_lock():
                if self._task is mine:
                    take(result, left)
