"""Pupil: a hand that is shown up to its next stop, where the learner makes the move or answers. No widgets here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import traitlets

from domino_lab.actions import Action
from domino_lab.explain.contrast import is_same_move
from domino_lab.explain.move_text import describe_move
from domino_lab.explain.questions import HandQuestion
from domino_lab.play.timeline import Timeline
from domino_lab.widgets.board.board import Board
from domino_lab.widgets.board.history import History
from domino_lab.widgets.lesson.attempts import RIGHT, SHOWN, Attempt, attempted_answer, attempted_move, gone_on
from domino_lab.widgets.lesson.stops import Stop


class Pupil(Board):
    """A learner on the way through `hand`: only what is shown so far lies on the board, so nothing can be peeked at.

    `given` holds the tries by step, `said` the last of them where it is still to be answered to, `hinted` whether the
    hint of this stop is shown. At a stop that asks for a move, `do` tries it; `answer` answers the others.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> from domino_lab.widgets.lesson.stops import stops
    >>> hand = play_out(get("block"), Shuffle(seed=7))
    >>> pupil = Pupil(hand, stops(hand, every=0))
    >>> pupil.do(hand[2].action)
    >>> pupil.said.verdict, pupil.end
    ('right', 2)
    """

    given = traitlets.Dict()
    said = traitlets.Any(None)
    hinted = traitlets.Bool(default_value=False)

    def __init__(self, hand: Timeline, asked: Sequence[Stop], *, viewpoint: int | str | None = None) -> None:
        self.hand, self.stops = hand, tuple(asked)
        super().__init__(self._shown(self.stops[0].at if self.stops else len(hand) - 1),
                         viewpoint=viewpoint, asks=False)

    # --- where it is

    @property
    def stop(self) -> Stop | None:
        """The stop that waits here, wherever the learner looks; None between two of them.

        >>> from domino_lab.notebook import play_out
        >>> hand = play_out("block", seed=7)
        >>> pupil = Pupil(hand, [Stop(2, "What now?", None)])
        >>> pupil.stop.step, pupil.end
        (2, 1)
        """
        ahead = self.ahead
        return ahead if ahead is not None and ahead.at == self.end and ahead.step not in self.over else None

    @property
    def ahead(self) -> Stop | None:
        """The next stop that is not over; None after the last.

        >>> from domino_lab.notebook import play_out
        >>> hand = play_out("block", seed=7)
        >>> pupil = Pupil(hand, [Stop(2, "What now?", None)])
        >>> pupil.show_me()
        >>> pupil.ahead is None
        True
        """
        return next((stop for stop in self.stops if stop.step not in self.over), None)

    @property
    def over(self) -> dict[int, Attempt]:
        """How each stop that is over ended, by step.

        >>> from domino_lab.notebook import play_out
        >>> hand = play_out("block", seed=7)
        >>> pupil = Pupil(hand, [Stop(2, "What now?", None)])
        >>> pupil.over
        {}
        """
        return {step: tries[-1] for step, tries in self.given.items() if tries[-1].ends}

    @property
    def tries(self) -> tuple[Attempt, ...]:
        """What was tried so far at the stop that waits here.

        >>> from domino_lab.notebook import play_out
        >>> hand = play_out("block", seed=7)
        >>> pupil = Pupil(hand, [Stop(2, "What now?", None)])
        >>> pupil.tries
        ()
        """
        return self.given.get(self.stop.step, ()) if self.stop is not None else ()

    @property
    def right(self) -> int:
        """How many stops were ended by the learner.

        >>> from domino_lab.notebook import play_out
        >>> hand = play_out("block", seed=7)
        >>> pupil = Pupil(hand, [Stop(2, "What now?", None)])
        >>> pupil.show_me()
        >>> pupil.right
        0
        """
        return sum(attempt.verdict == RIGHT for attempt in self.over.values())

    @property
    def is_through(self) -> bool:
        """Whether the whole hand is shown and every stop is over.

        >>> from domino_lab.notebook import play_out
        >>> hand = play_out("block", seed=7)
        >>> pupil = Pupil(hand, [Stop(2, "What now?", None)])
        >>> pupil.is_through
        False
        """
        return self.ahead is None and self.end == len(self.hand) - 1

    @property
    def question(self) -> HandQuestion | None:
        """The question that waits for words or a number, where the learner stands before it.

        >>> from domino_lab.notebook import play_out
        >>> hand = play_out("block", seed=7)
        >>> pupil = Pupil(hand, [Stop(2, "What now?", None)])
        >>> pupil.question is None
        True
        """
        stop = self.stop
        return stop.asked if stop is not None and not stop.by_move and self.step == self.end else None

    # --- trying

    def do(self, action: Action | None) -> None:
        """Try that move: the one of the hand goes on, for any other there is a reason.

        >>> from domino_lab.notebook import play_out
        >>> hand = play_out("block", seed=7)
        >>> pupil = Pupil(hand, [Stop(2, "What now?", None)])
        >>> pupil.do(None)
        >>> pupil.notice
        'choose_first'
        """
        with self._as_one():
            self._back()
            stop = self.stop
            if action is None:
                self._say("choose_first")
            elif stop is None or not stop.by_move:
                self._say("go_on_first" if stop is None else "answer_below")
            else:
                self._try(stop, action)

    def _try(self, stop: Stop, action: Action) -> None:
        made = self.hand[stop.step]
        if is_same_move(action, made.action, self.live):
            self._goes_on(stop, RIGHT, describe_move(self.live, action))
        else:
            self._keeps(stop, attempted_move(self.timeline, action, made))

    def answer(self, given: str | None) -> None:
        """Answer the question that waits here; None asks to be shown. Raises NotationError for what is no answer.

        >>> from domino_lab.notebook import play_out
        >>> hand = play_out("block", seed=7)
        >>> pupil = Pupil(hand, [Stop(2, "What now?", None)])
        >>> pupil.answer(None)
        >>> pupil.over[2].verdict
        'shown'
        """
        stop = self.stop
        if given is None:
            self.show_me()
        elif stop is not None and stop.asked is not None and not stop.by_move:
            if stop.asked.accepts(given):
                self._goes_on(stop, RIGHT, given, answer=given)
            else:
                self._keeps(stop, attempted_answer(self.hand, stop.asked, given))

    def show_me(self) -> None:
        """Show what comes next, at the stop that waits here.

        >>> from domino_lab.notebook import play_out
        >>> hand = play_out("block", seed=7)
        >>> pupil = Pupil(hand, [Stop(2, "What now?", None)])
        >>> pupil.show_me()
        >>> pupil.end
        2
        """
        if self.stop is not None:
            self._goes_on(self.stop, SHOWN, "")

    def hint(self) -> None:
        """Show the hint of the stop that waits here, where there is one.

        >>> from domino_lab.notebook import play_out
        >>> hand = play_out("block", seed=7)
        >>> pupil = Pupil(hand, [Stop(2, "What now?", None)])
        >>> pupil.hint()
        >>> pupil.hinted
        False
        """
        self.hinted = self.stop is not None and self.stop.asked is not None and bool(self.stop.asked.hint)

    def _keeps(self, stop: Stop, attempt: Attempt) -> None:
        with self._as_one():
            self._say()
            self.given = {**self.given, stop.step: (*self.given.get(stop.step, ()), attempt)}
            self.said = attempt

    def _goes_on(self, stop: Stop, verdict: str, given: str, *, answer: str = "") -> None:
        with self._as_one():
            attempt = gone_on(verdict, self.hand[stop.step], given, self.seen_by, answer=answer)
            self._keeps(stop, attempt)
            self._shows(stop.step)
            self.said = attempt

    # --- moving

    def go_on(self) -> None:
        """One step further: back to the end of what is shown, else the next step, unless a question waits there.

        >>> from domino_lab.notebook import play_out
        >>> hand = play_out("block", seed=7)
        >>> pupil = Pupil(hand, [Stop(2, "What now?", None)])
        >>> pupil.go_on()
        >>> pupil.notice
        'answer_first'
        """
        if self.step < self.end:
            self.go(self.step + 1)
        elif self.stop is not None:
            self._say("answer_first")
        elif self.end < len(self.hand) - 1:
            self._shows(self.end + 1)

    def to_next(self) -> None:
        """To the next question, or to the end of the hand after the last.

        >>> from domino_lab.notebook import play_out
        >>> hand = play_out("block", seed=7)
        >>> pupil = Pupil(hand, [Stop(2, "What now?", None)])
        >>> pupil.show_me()
        >>> pupil.to_next()
        >>> pupil.is_through
        True
        """
        if self.stop is None:
            self._shows(self.ahead.at if self.ahead is not None else len(self.hand) - 1)
        else:
            self.go(self.end)

    def undo(self) -> None:
        """Look one step back; what was tried stays tried.

        >>> from domino_lab.notebook import play_out
        >>> hand = play_out("block", seed=7)
        >>> pupil = Pupil(hand, [Stop(2, "What now?", None)])
        >>> pupil.undo()
        >>> pupil.step, pupil.end
        (0, 1)
        """
        self.go(self.step - 1)

    def redo(self) -> None:
        """Look one step on, as far as the hand is shown.

        >>> from domino_lab.notebook import play_out
        >>> hand = play_out("block", seed=7)
        >>> pupil = Pupil(hand, [Stop(2, "What now?", None)])
        >>> pupil.redo()
        >>> pupil.step
        1
        """
        self.go(self.step + 1)

    def restart(self) -> None:
        """Begin again, with no try made.

        >>> from domino_lab.notebook import play_out
        >>> hand = play_out("block", seed=7)
        >>> pupil = Pupil(hand, [Stop(2, "What now?", None)])
        >>> pupil.show_me()
        >>> pupil.restart()
        >>> pupil.end, pupil.given
        (1, {})
        """
        with self._as_one():
            self.given = {}
            self._shows(self.stops[0].at if self.stops else 0)

    def _shows(self, step: int) -> None:
        with self._as_one():
            viewpoint = self.viewpoint
            self.tile, self.place, self.call = None, 0, 0
            self._say()
            self.timeline = self._shown(step)
            self.history = History(self.timeline)
            self.viewpoint, self.step = viewpoint, self.end

    def _shown(self, step: int) -> Timeline:
        """The hand up to there, its questions taken out: they are asked from here."""
        line = self.hand.upto(step)
        notes = {number: note._replace(ask=None, hint=None) for number, note in line.notes.items()}
        return replace(line, notes=notes, line="", asked=None)

    # --- each change is counted once

    def _say(self, notice: str = "") -> None:
        with self._as_one():
            self.said, self.hinted = None, False
            super()._say(notice)

    @property
    def _place(self) -> tuple[object, ...]:
        return (*super()._place, tuple(self.given.items()), self.said, self.hinted)

    @traitlets.observe("given", "said", "hinted")
    def _count_own_change(self, change: object) -> None:
        self._count_change(change)
