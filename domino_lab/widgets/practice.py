"""Practice: a card with the exercises that a learner should do today, which remembers the answers in a file.

An exercise comes back after 1, 3 and 7 days: a wrong first answer brings it back the next day, each right one in a row
later, and after a right answer on its last return it is known.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Annotated, NamedTuple

from domino_lab.chance.exercise_bank import BANK
from domino_lab.chance.exercises import Exercise, Learner, Marked, seed_of
from domino_lab.core.arguments import File, Whole, checked
from domino_lab.core.errors import RecordError, quote
from domino_lab.core.plain import day_of, whole
from domino_lab.io.files import SaveFile, content, file_named, is_there
from domino_lab.rules.values import python_literal
from domino_lab.sessions.exercise_card import ExerciseCardSession
from domino_lab.widgets.exercise_card import ExerciseCard
from domino_lab.words import phrase

_SUCH = "practice.json"

RETURNS = (1, 3, 7)
"""Days until an exercise comes back: after a wrong or a first right answer, after a second right one, after a third."""

PER_LEVEL = 3
"""So many exercises answered right bring those of the next level."""

MOST_BYTES = 1_000_000


class Practised(NamedTuple):
    """An exercise that was tried: how often, how often wrong, its right answers in a row, and the day it comes back."""

    tries: int
    wrong: int
    streak: int
    due: date

    @property
    def is_known(self) -> bool:
        """Whether it does not come back."""
        return self.streak > len(RETURNS)


@dataclass
class PracticeBook:
    """What `learner` has practised, by the name of the exercise. Only first answers count.

    >>> book = PracticeBook("Ana")
    >>> book.note("own_tile", right=True, day=date(2026, 11, 27))
    >>> book.practised["own_tile"].due
    datetime.date(2026, 11, 28)
    """

    learner: str
    practised: dict[str, Practised] = field(default_factory=dict)

    def note(self, name: str, *, right: bool, day: date) -> None:
        """Note a first answer."""
        before = self.practised.get(name, Practised(0, 0, 0, day))
        streak = before.streak + 1 if right else 0
        wait = RETURNS[min(max(streak - 1, 0), len(RETURNS) - 1)]
        due = date.fromordinal(min(day.toordinal() + wait, date.max.toordinal()))
        self.practised[name] = Practised(before.tries + 1, before.wrong + (not right), streak, due)

    @property
    def level(self) -> int:
        """The level of new exercises: one more for every three whose last first answer was right."""
        right = sum(entry.streak > 0 for entry in self.practised.values())
        return min(1 + right // PER_LEVEL, max(entry.level for entry in BANK.values()))

    def come_back(self, day: date) -> tuple[str, ...]:
        """Return what comes back on that day or should have before, the longest overdue first."""
        due = [(entry.due, name) for name, entry in self.practised.items() if entry.due <= day and not entry.is_known]
        return tuple(name for _, name in sorted(due))

    def new(self) -> tuple[str, ...]:
        """Return what was not tried yet: up to the learner's level those of the kind with most mistakes first."""
        wrong: Counter[str] = Counter()
        for name, entry in self.practised.items():
            wrong[BANK[name].kind] += entry.wrong
        left = [entry for entry in BANK.values() if entry.name not in self.practised]
        level = self.level
        left.sort(key=lambda entry: (max(level, entry.level), -wrong[entry.kind], entry.level))
        return tuple(entry.name for entry in left)

    def choose(self, n: int, day: date) -> tuple[Exercise, ...]:
        """Return up to `n` exercises for a day: those that come back, new ones, then those that come back next.

        An exercise that comes back has other figures than before. When all are known, all come again.

        >>> [one.name for one in PracticeBook("Ana").choose(2, date(2026, 11, 27))]
        ['own_tile', 'a_double']
        """
        later = sorted((entry.is_known, entry.due, name) for name, entry in self.practised.items())
        names = dict.fromkeys((*self.come_back(day), *self.new(), *(name for _, _, name in later)))
        return tuple(map(self._with_figures, [*names][:n]))

    def _with_figures(self, name: str) -> Exercise:
        tries = self.practised[name].tries if name in self.practised else 0
        return Exercise(name, seed_of(f"{self.learner} {tries}" if tries else self.learner))

    @property
    def text(self) -> str:
        """The book as JSON, for a file."""
        exercises = {name: {**entry._asdict(), "due": entry.due.isoformat()}
                     for name, entry in sorted(self.practised.items())}
        return json.dumps({"learner": self.learner, "exercises": exercises}, indent=1, ensure_ascii=False) + "\n"


def read_book(path: Path, learner: str) -> PracticeBook:
    """Read the book of a learner from a file; raises RecordError for another learner's, and for any other file."""
    text = content(path, MOST_BYTES)[:MOST_BYTES]
    try:
        stated = json.loads(text)
        owner = stated["learner"]
        practised = {name: _entry(stated["exercises"][name]) for name in BANK if name in stated["exercises"]}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise RecordError(phrase("practice.no_book", file=quote(path.name))) from error
    if not isinstance(owner, str) or seed_of(owner) != seed_of(learner):
        raise RecordError(phrase("practice.other_learner", file=quote(path.name), owner=quote(owner), learner=learner))
    return PracticeBook(owner, practised)


def _entry(stated: Mapping[str, object]) -> Practised:
    tries, wrong, streak = (whole(stated[name]) for name in ("tries", "wrong", "streak"))
    if tries is None or wrong is None or streak is None or not (0 <= wrong <= tries and 0 <= streak <= tries):
        raise ValueError("counts that cannot be")
    return Practised(tries, wrong, streak, day_of(stated["due"]))


class PracticeSession(ExerciseCardSession):
    """The exercises of one day; the first answer to each goes into the book of the learner, and the book to its file.

    >>> session = PracticeSession(PracticeBook("Ana"), date(2026, 11, 27), 1)
    >>> session.answer("2").right, session.book.practised["own_tile"].due
    (False, datetime.date(2026, 11, 28))
    """

    def __init__(self, book: PracticeBook, day: date, n: int, path: Path | None = None) -> None:
        self.book, self.day, self.path = book, day, path
        self._file = SaveFile(path if path is not None and is_there(path) else None, such=_SUCH)
        chosen = book.choose(n, day)
        back = sum(exercise.name in book.practised for exercise in chosen)
        self.today = phrase("practice.today", learner=book.learner, day=day.isoformat(), back=back,
                            new=len(chosen) - back)
        super().__init__(chosen)

    def answer(self, given: str, who: str = "") -> Marked:
        """Mark an answer; note the first one, and save the book.

        Raises RecordError if the file was changed by somebody else or cannot be written.
        """
        is_first = given.strip() and not any(attempt.at == self.at and attempt.answer for attempt in self.attempts)
        marked = super().answer(given, who or self.book.learner)
        if is_first:
            self.book.note(self.exercise.name, right=marked.right, day=self.day)
            if self.path is not None:
                self._file.write(self.book.text, self.path, instead="make the card again")
        return marked


class PracticeCard(ExerciseCard):
    """An exercise card that `practice` makes."""

    is_shared = False

    def __init__(self, session: PracticeSession, *, large: bool = False) -> None:
        self.practised = session
        super().__init__(session, large=large)

    @property
    def note(self) -> str:
        """What comes back and what is new today, and where the answers are saved."""
        path = self.practised.path
        saved = phrase("practice.unsaved") if path is None else phrase("practice.saved", file=path.name)
        return f"{self.practised.today} {saved}"

    @property
    def recipe(self) -> str:
        """The line that goes on with this practice."""
        path = "" if self.practised.path is None else f", {python_literal(str(self.practised.path))}"
        return f"dl.practice({python_literal(self.practised.book.learner)}{path})"

    line = recipe


@checked
def practice(
    learner: Learner, path: File | None = None, *, n: Annotated[int, Whole(1, 30)] = 5,
    day: Annotated[date | str, 'a day such as "2026-11-27"'] | None = None, large: bool = False,
) -> PracticeCard:
    """Practise chance: a card with the `n` exercises that `learner` should do on a `day`, by default today.

    First come exercises that come back: after 1, 3 and 7 days, with other figures; a wrong first answer begins anew.
    Then new ones: up to the learner's level, which three right answers raise, of the kind in which most went wrong.
    What is practised is saved in the file `path`, which is made at the first answer and belongs to this learner;
    without one it is forgotten. Raises NotationError for a text that is not a day, and RecordError for a file that is
    not a practice file or belongs to another learner.

    >>> practice("Ana", day="2026-11-27").note[:57]
    'Practice of Ana, 2026-11-27: 0 exercises come back, 5 are'
    """
    target = None if path is None else file_named(path, _SUCH)
    begun = target is not None and is_there(target)
    book = read_book(target, learner) if target is not None and begun else PracticeBook(learner)
    return PracticeCard(PracticeSession(book, day_of(day), n, target), large=large)
