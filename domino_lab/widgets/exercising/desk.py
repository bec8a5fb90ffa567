"""Desk: which exercise is open, what everybody answered, and what may be shown. No widgets here."""

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
from domino_lab.errors import NotationError
from domino_lab.widgets.chancelab.lab_session import LabSession
from domino_lab.widgets.old_names import OldNames
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd

LONGEST_NAME = 40


class Try(NamedTuple):
    """One answer that somebody gave to the exercise at a place of the desk, and what was said to it.

    >>> Try("Ana", 0, "1/4", Marked(True, "That is right.")).marked.right
    True
    """

    who: str
    at: int
    answer: str
    marked: Marked


class Desk(OldNames):
    """Exercises on a desk: `at` is the place of the one that is open; each has a session for its trials.

    `answers` says whether worked answers may be shown; a teacher sets it. Watch `changes`.

    >>> desk = Desk([exercise("own_tile")])
    >>> desk.answer("1/4").right, desk.last.answer
    (True, '1/4')
    """

    at = traitlets.Int(0)
    tries = traitlets.Tuple()
    hinted = traitlets.Set()
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
        self.sessions = tuple(LabSession(one.trials, answers=False) for one in self.exercises)
        super().__init__(answers=answers)

    @traitlets.observe("at", "tries", "hinted", "skipped", "worked", "answers")
    def _count_change(self, _change: object) -> None:
        for at, session in enumerate(self.sessions):
            session.answers = self.answers and self.is_done(at)
        self.changes += 1

    # --- what is known

    @property
    def exercise(self) -> Exercise:
        """The exercise that is open."""
        return self.exercises[self.at]

    @property
    def session(self) -> LabSession:
        """The session of its trials."""
        return self.sessions[self.at]

    @property
    def last(self) -> Try | None:
        """The last answer to the exercise that is open."""
        return next((one for one in reversed(self.tries) if one.at == self.at), None)

    @property
    def begun(self) -> bool:
        """Whether there is an estimate, or somebody goes on without one: then there may be an answer."""
        return self.at in self.skipped or bool(self.session.guesses) or self.last is not None

    def is_done(self, at: int) -> bool:
        """Whether the exercise at that place was solved, or its worked answer shown."""
        return at in self.worked or any(one.at == at and one.marked.right for one in self.tries)

    @property
    def solved(self) -> int:
        """How many of the exercises somebody has solved."""
        return len({one.at for one in self.tries if one.marked.right})

    @property
    def may_work(self) -> bool:
        """Whether the worked answer may be shown now: the teacher allows it, and somebody tried."""
        return self.answers and self.last is not None

    @property
    def way(self) -> Worked | None:
        """The worked answer, where it is shown."""
        return worked_answer(self.exercise) if self.answers and self.at in self.worked else None

    # --- what is done

    def answer(self, given: str, who: str = "") -> Marked:
        """Have an answer to the open exercise marked, and keep it."""
        marked = self.exercise.check(given.strip())
        name = " ".join(who.split())[:LONGEST_NAME] or self.exercise.learner
        self.tries = (*self.tries, Try(name, self.at, given.strip(), marked))
        return marked

    def hint(self) -> None:
        """Show the hint."""
        self.hinted = self.hinted | {self.at}

    def skip(self) -> None:
        """Go on without an estimate."""
        self.skipped = self.skipped | {self.at}

    def work(self) -> None:
        """Show the worked answer, or hide it again, where it may be shown."""
        if self.may_work:
            self.worked = self.worked ^ {self.at}

    def turn_to(self, at: int) -> None:
        """Open the exercise at that place, or the nearest there is."""
        self.at = min(max(at, 0), len(self.exercises) - 1)

    # --- what can be taken away

    def rows(self) -> tuple[AnswerRow, ...]:
        """The last answer, or else the estimate, of everybody for each exercise."""
        return tuple(row for at in range(len(self.exercises)) for row in self._rows(at))

    def _rows(self, at: int) -> Iterable[AnswerRow]:
        one, session = self.exercises[at], self.sessions[at]
        guessed = {guess.who or one.learner: guess.value for guess in session.guesses}
        given: dict[str, list[Try]] = {}
        for each in self.tries:
            if each.at == at:
                given.setdefault(each.who, []).append(each)
        for who in dict.fromkeys((*guessed, *given)):
            attempts = given.get(who, [])
            last = attempts[-1] if attempts else None
            yield AnswerRow(who, one.name, one.learner, one.seed if not one.learner else 0, guessed.get(who),
                            session.n, last.answer if last else "", last.marked.right if last else None,
                            len(attempts), last.marked.reason if last else "")

    @property
    def results(self) -> pd.DataFrame:
        """The same as a pandas table."""
        from domino_lab.dataframes import Printable

        rows = self.rows()
        table = Printable(rows, columns=list(COLUMNS), index=range(1, len(rows) + 1))
        table.index.name = "number"
        return table


def exercises_of(what: Any, *, learner: str | None = None, seed: int | None = None) -> tuple[Exercise, ...]:
    """The exercises that are meant: a name, a kind, an exercise, or several of these.

    Raises LookupError for a name that is neither an exercise nor a kind.

    >>> len(exercises_of("conditional")) >= 3, exercises_of("own_tile")[0].name
    (True, 'own_tile')
    """
    if isinstance(what, Exercise):
        return (what,)
    if isinstance(what, str):
        names = [one.name for one in all_exercises(what)] if what in KINDS else [what]
        return tuple(exercise(name, learner=learner, seed=seed) for name in names)
    return tuple(one for each in what for one in exercises_of(each, learner=learner, seed=seed))
