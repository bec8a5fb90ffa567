"""An exercise card without its widget: the open exercise, everybody's answers, and what may be shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import traitlets

from domino_lab.chance.exercise_bank import KINDS
from domino_lab.chance.exercises import (
    COLUMNS,
    AnswerRow,
    Exercise,
    Marked,
    Worked,
    all_exercises,
    exercise,
    worked_answer,
)
from domino_lab.core.errors import NotationError
from domino_lab.sessions.chance_lab import ChanceLabSession
from domino_lab.sessions.lock import Locked
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd

LONGEST_NAME = 40


class Attempt(NamedTuple):
    """One person's answer to the exercise at a place of the session, and its mark."""

    who: str
    at: int
    answer: str
    marked: Marked

    @property
    def text(self) -> str:
        """The answer with its mark, in words."""
        given = phrase("exercise_card.given_by", who=self.who, answer=self.answer) if self.who else self.answer
        parts = f"{given}." if given else "", "" if self.marked.right else phrase("exercises.no"), self.marked.reason
        return " ".join(filter(None, parts))


class ExerciseCardSession(Locked, traitlets.HasTraits):
    """Exercises one after another: `at` is the place of the open one; each has a session for its trials.

    `answers` says whether worked answers may be shown; a teacher sets it. Watch `changes`.

    >>> session = ExerciseCardSession([exercise("own_tile")])
    >>> session.answer("1/4").right, session.last.answer
    (True, '1/4')
    """

    at = traitlets.Int(0)
    attempts = traitlets.Tuple()
    hinted: traitlets.Dict[int, int] = traitlets.Dict()
    """How many hints are shown, by place."""
    skipped = traitlets.Set()
    """Where somebody goes on without an estimate."""
    worked = traitlets.Set()
    """Where the worked answer is shown."""
    answers = traitlets.Bool(default_value=True)
    voice = traitlets.Any(None)
    changes = traitlets.Int(0)

    def __init__(self, exercises: Sequence[Exercise], *, answers: bool = True) -> None:
        if not exercises:
            raise NotationError(phrase("exercise_card.none"))
        self.exercises = tuple(exercises)
        self.sessions = tuple(ChanceLabSession(exercise.trials, answers=False) for exercise in self.exercises)
        super().__init__(answers=answers)

    @traitlets.observe("at", "attempts", "hinted", "skipped", "worked", "answers")
    def _count_change(self, _change: object) -> None:
        for at, session in enumerate(self.sessions):
            session.answers = self.answers and self.is_done(at)
        self.changes += 1

    # --- what is known

    @property
    def exercise(self) -> Exercise:
        """The open exercise."""
        return self.exercises[self.at]

    @property
    def session(self) -> ChanceLabSession:
        """The session of its trials."""
        return self.sessions[self.at]

    @property
    def last(self) -> Attempt | None:
        """The last answer to the open exercise."""
        return next((attempt for attempt in reversed(self.attempts) if attempt.at == self.at), None)

    @property
    def begun(self) -> bool:
        """True if there is an estimate, or somebody goes on without one; only then can there be an answer."""
        return self.at in self.skipped or bool(self.session.guesses) or self.last is not None

    def is_done(self, at: int) -> bool:
        """Return True if the exercise at that place has been solved, or its worked answer shown."""
        return at in self.worked or any(attempt.at == at and attempt.marked.right for attempt in self.attempts)

    @property
    def solved(self) -> int:
        """The number of exercises that somebody has solved."""
        return len({attempt.at for attempt in self.attempts if attempt.marked.right})

    @property
    def may_work(self) -> bool:
        """True if the worked answer may be shown now: the teacher allows it, and somebody has tried."""
        return self.answers and self.last is not None

    @property
    def hints(self) -> tuple[str, ...]:
        """The hints that are shown, one after another: as a hint, or at the end of the reason of a wrong answer."""
        told = self.last is not None and self.last.marked.reason.endswith(self.exercise.hint)
        return self.exercise.hints[:max(self.hinted.get(self.at, 0), int(told))]

    @property
    def way(self) -> Worked | None:
        """The worked answer, if it is shown."""
        return worked_answer(self.exercise) if self.answers and self.at in self.worked else None

    # --- what is done

    def answer(self, given: str, who: str = "") -> Marked:
        """Mark an answer to the open exercise, and keep it."""
        marked = self.exercise.check(given.strip())
        name = " ".join(who.split())[:LONGEST_NAME] or self.exercise.learner
        self.attempts = (*self.attempts, Attempt(name, self.at, given.strip(), marked))
        return marked

    def hint(self) -> None:
        """Show one more hint, if there is one."""
        self.hinted = {**self.hinted, self.at: min(len(self.hints) + 1, len(self.exercise.hints))}

    def skip(self) -> None:
        """Go on without an estimate."""
        self.skipped = self.skipped | {self.at}

    def work(self) -> None:
        """Show the worked answer if it may be shown, or hide it again."""
        if self.may_work:
            self.worked = self.worked ^ {self.at}

    def turn_to(self, at: int) -> None:
        """Open the exercise at that place, or at the nearest place there is."""
        self.at = min(max(at, 0), len(self.exercises) - 1)

    # --- what can be taken away

    def rows(self) -> tuple[AnswerRow, ...]:
        """Return everybody's last answer to each exercise, or else their estimate."""
        return tuple(row for at in range(len(self.exercises)) for row in self._rows(at))

    def _rows(self, at: int) -> Iterable[AnswerRow]:
        exercise, session = self.exercises[at], self.sessions[at]
        guessed = {guess.who or exercise.learner: guess.value for guess in session.guesses}
        given: dict[str, list[Attempt]] = {}
        for each in self.attempts:
            if each.at == at:
                given.setdefault(each.who, []).append(each)
        for who in dict.fromkeys((*guessed, *given)):
            own = given.get(who, [])
            last = own[-1] if own else None
            yield AnswerRow(who, exercise.name, exercise.learner, exercise.seed if not exercise.learner else 0,
                            guessed.get(who), session.n, last.answer if last else "",
                            last.marked.right if last else None, len(own), last.marked.reason if last else "")

    @property
    def results(self) -> pd.DataFrame:
        """Return the same rows as a pandas table."""
        from domino_lab.io.dataframes import number_rows

        return number_rows(self.rows(), COLUMNS)


def exercises_of(what: Any, *, learner: str | None = None, seed: int | None = None) -> tuple[Exercise, ...]:
    """Return the exercises that `what` names: a name, a kind, an exercise, or several of these.

    Raises LookupError for a name that is neither an exercise nor a kind.
    """
    if isinstance(what, Exercise):
        return (what,)
    if isinstance(what, str):
        names = [exercise.name for exercise in all_exercises(what)] if what in KINDS else [what]
        return tuple(exercise(name, learner=learner, seed=seed) for name in names)
    return tuple(exercise for each in what for exercise in exercises_of(each, learner=learner, seed=seed))
