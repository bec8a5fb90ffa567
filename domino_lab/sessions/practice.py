"""Practice without its widget: what can be practised, and what a learner has practised and should do today.

A topic, which is an exercise or a kind of question about a game, comes back after 1, 3 and 7 days: a wrong first answer
brings it back the next day, each right one in a row later, and after a right answer on its last return it is known.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import NamedTuple

from domino_lab.chance.exercise_bank import BANK
from domino_lab.chance.exercises import Exercise, Marked, seed_of
from domino_lab.core.errors import RecordError, RulesetError, quote
from domino_lab.core.plain import day_of, whole
from domino_lab.explain.questions import QuizItem, kinds_of, quiz_items
from domino_lab.io.files import SaveFile, content, is_there
from domino_lab.rules.ruleset import Ruleset
from domino_lab.sessions.exercise_card import ExerciseCardSession
from domino_lab.sessions.quiz import QuizSession
from domino_lab.words import phrase

SUCH_FILE = "practice.json"

RETURNS = (1, 3, 7)
"""Days until a topic comes back: after a wrong or a first right answer, after a second right one, after a third."""

PER_LEVEL = 3
"""So many topics answered right bring those of the next level."""

GAMES = ("all-fives", "block", "draw")
"""The games that are asked about if no others are named."""

_LEVELS = {"legal": 1, "tile": 1, "count": 1, "score": 2, "winner": 2, "award": 3}
"""The levels of the kinds of questions about games."""

MOST_BYTES = 1_000_000


class Topic(NamedTuple):
    """An exercise of the bank, or a kind of question about a game: its name, kind, level, 1 to 5, and the game."""

    name: str
    kind: str
    level: int
    game: Ruleset | None = None


def topics(games: Sequence[Ruleset]) -> dict[str, Topic]:
    """Return all topics by name: the exercises, and the kinds of questions that make sense in these games.

    Raises RulesetError for a game that has no questions.

    >>> from domino_lab.catalogue import get
    >>> [*topics([get("block")])][-4:]
    ['block legal', 'block tile', 'block award', 'block winner']
    """
    return {topic.name: topic for topic in _all_topics(games)}


def _all_topics(games: Sequence[Ruleset]) -> Iterator[Topic]:
    for entry in BANK.values():
        yield Topic(entry.name, entry.kind, entry.level)
    for game in games:
        if game.solo is not None:
            raise RulesetError(phrase("practice.no_questions", rules=game.name))
        for kind in kinds_of(game):
            yield Topic(f"{game.id} {kind}", kind, _LEVELS[kind], game)


class Practised(NamedTuple):
    """A topic that was tried: how often, how often wrong, its right answers in a row, and the day it comes back."""

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
    """What `learner` has practised of the `topics`, by their names. Only first answers count.

    `others` is what a file says of other topics, which is kept.

    >>> book = PracticeBook("Ana", topics([]))
    >>> book.note("own_tile", right=True, day=date(2026, 11, 27))
    >>> book.practised["own_tile"].due
    datetime.date(2026, 11, 28)
    """

    learner: str
    topics: Mapping[str, Topic]
    practised: dict[str, Practised] = field(default_factory=dict)
    others: Mapping[str, object] = field(default_factory=dict)

    def note(self, name: str, *, right: bool, day: date) -> None:
        """Note a first answer."""
        before = self.practised.get(name, Practised(0, 0, 0, day))
        streak = before.streak + 1 if right else 0
        wait = RETURNS[min(max(streak - 1, 0), len(RETURNS) - 1)]
        due = date.fromordinal(min(day.toordinal() + wait, date.max.toordinal()))
        self.practised[name] = Practised(before.tries + 1, before.wrong + (not right), streak, due)

    @property
    def level(self) -> int:
        """The level of new topics: one more for every three whose last first answer was right."""
        right = sum(entry.streak > 0 for entry in self.practised.values())
        return min(1 + right // PER_LEVEL, max(topic.level for topic in self.topics.values()))

    def come_back(self, day: date) -> tuple[str, ...]:
        """Return what comes back on that day or should have before, the longest overdue first."""
        due = [(entry.due, name) for name, entry in self.practised.items() if entry.due <= day and not entry.is_known]
        return tuple(name for _, name in sorted(due))

    def new(self) -> tuple[str, ...]:
        """Return what was not tried yet: up to the learner's level those of the kind with most mistakes first.

        Beside each other, exercises and questions about games take turns.
        """
        wrong: Counter[str] = Counter()
        for name, entry in self.practised.items():
            wrong[self.topics[name].kind] += entry.wrong
        left = [topic for topic in self.topics.values() if topic.name not in self.practised]
        level, place = self.level, places_in_turn(left)
        left.sort(key=lambda topic: (max(level, topic.level), -wrong[topic.kind], topic.level, place[topic.name]))
        return tuple(topic.name for topic in left)

    def choose(self, n: int, day: date) -> tuple[Topic, ...]:
        """Return up to `n` topics for a day: those that come back, new ones, then those that come back next.

        When all are known, all come again.

        >>> from domino_lab.catalogue import get
        >>> [topic.name for topic in PracticeBook("Ana", topics([get("block")])).choose(3, date(2026, 11, 27))]
        ['own_tile', 'block legal', 'a_double']
        """
        later = sorted((entry.is_known, entry.due, name) for name, entry in self.practised.items())
        names = dict.fromkeys((*self.come_back(day), *self.new(), *(name for _, _, name in later)))
        return tuple([self.topics[name] for name in names][:n])

    def exercise(self, topic: Topic) -> Exercise:
        """Return the exercise of a topic, with other figures each time that it comes back."""
        return Exercise(topic.name, self._seed(topic))

    def item(self, topic: Topic) -> QuizItem:
        """Return a question about the game of a topic, about another position each time that it comes back."""
        assert topic.game is not None
        return next(quiz_items(topic.game, (topic.kind,), seed=self._seed(topic)))

    def _seed(self, topic: Topic) -> int:
        tries = self.practised[topic.name].tries if topic.name in self.practised else 0
        return seed_of(f"{self.learner} {tries}" if tries else self.learner)

    @property
    def text(self) -> str:
        """The book as JSON, for a file."""
        own = {name: {**entry._asdict(), "due": entry.due.isoformat()} for name, entry in self.practised.items()}
        exercises = dict(sorted({**self.others, **own}.items()))
        return json.dumps({"learner": self.learner, "exercises": exercises}, indent=1, ensure_ascii=False) + "\n"


def places_in_turn(listed: Sequence[Topic]) -> dict[str, int]:
    """Return the place of each topic if exercises and questions about games take turns, each in their order."""
    counts: Counter[bool] = Counter()
    places = {}
    for topic in listed:
        asks_about_game = topic.game is not None
        places[topic.name] = 2 * counts[asks_about_game] + asks_about_game
        counts[asks_about_game] += 1
    return places


def read_book(path: Path, learner: str, known: Mapping[str, Topic]) -> PracticeBook:
    """Read the book of a learner from a file; raises RecordError for another learner's, and for any other file."""
    text = content(path, MOST_BYTES)[:MOST_BYTES]
    try:
        stated = json.loads(text)
        owner = stated["learner"]
        entries = {str(name): entry for name, entry in stated["exercises"].items()}
        practised = {name: _entry(entry) for name, entry in entries.items() if name in known}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise RecordError(phrase("practice.no_book", file=quote(path.name))) from error
    if not isinstance(owner, str) or seed_of(owner) != seed_of(learner):
        raise RecordError(phrase("practice.other_learner", file=quote(path.name), owner=quote(owner), learner=learner))
    return PracticeBook(owner, known, practised, {name: entries[name] for name in entries if name not in known})


def _entry(stated: Mapping[str, object]) -> Practised:
    tries, wrong, streak = (whole(stated[name]) for name in ("tries", "wrong", "streak"))
    if tries is None or wrong is None or streak is None or not (0 <= wrong <= tries and 0 <= streak <= tries):
        raise ValueError("counts that cannot be")
    return Practised(tries, wrong, streak, day_of(stated["due"]))


class PracticeSession(ExerciseCardSession):
    """The exercises of one day, and its questions about games in `quiz`, a session of their own; None without any.

    There is always an exercise. The first answer to each goes into the book of the learner, and the book to its file.

    >>> session = PracticeSession(PracticeBook("Ana", topics([])), date(2026, 11, 27), 1)
    >>> session.answer("2").right, session.book.practised["own_tile"].due
    (False, datetime.date(2026, 11, 28))
    """

    def __init__(self, book: PracticeBook, day: date, n: int, path: Path | None = None) -> None:
        self.book, self.day, self.path = book, day, path
        self._file = SaveFile(path if path is not None and is_there(path) else None, such=SUCH_FILE)
        chosen = book.choose(n, day)
        if all(topic.game is not None for topic in chosen):
            first = next(topic for topic in book.choose(len(book.topics), day) if topic.game is None)
            chosen = (*chosen[:n - 1], first)
        back = sum(topic.name in book.practised for topic in chosen)
        self.today = phrase("practice.today", learner=book.learner, day=day.isoformat(), back=back,
                            new=len(chosen) - back)
        self.asked = tuple(topic for topic in chosen if topic.game is not None)
        self.quiz = QuizSession(len(self.asked), map(book.item, self.asked), "") if self.asked else None
        super().__init__([book.exercise(topic) for topic in chosen if topic.game is None])
        if self.quiz is not None:
            self.quiz.observe(self._note_answers, "given")

    def answer(self, given: str, who: str = "") -> Marked:
        """Mark an answer; note the first one, and save the book.

        Raises RecordError if the file was changed by somebody else or cannot be written.
        """
        is_first = given.strip() and not any(attempt.at == self.at and attempt.answer for attempt in self.attempts)
        marked = super().answer(given, who or self.book.learner)
        if is_first:
            self._note(self.exercise.name, right=marked.right)
        return marked

    def _note_answers(self, change: Mapping[str, Mapping[int, str | None]]) -> None:
        """Note the first answers to questions; to have an answer shown counts as a wrong one."""
        assert self.quiz is not None
        for at in change["new"].keys() - change["old"].keys():
            first = change["new"][at]
            self._note(self.asked[at].name, right=first is not None and self.quiz.items[at].asked.accepts(first))

    def _note(self, name: str, *, right: bool) -> None:
        self.book.note(name, right=right, day=self.day)
        if self.path is not None:
            self._file.write(self.book.text, self.path, instead="make the card again")
