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
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from domino_lab.chance.exercise_bank import BANK
from domino_lab.chance.exercises import Exercise, Marked, seed_of
from domino_lab.core.errors import RecordError, RulesetError, quote
from domino_lab.core.plain import day_of, whole
from domino_lab.explain.questions import QuizItem, kinds_of, quiz_items
from domino_lab.io.files import SaveFile, content, is_there
from domino_lab.rules.ruleset import Ruleset
from domino_lab.sessions.answer_sheets import replies
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
            yield Topic(f"{_name_of(game)} {kind}", kind, _LEVELS[kind], game)


def _name_of(game: Ruleset) -> str:
    """Return the id of a game, and what tells its house rules from others."""
    changed = game.changes()
    return f"{game.id}+{sha256(repr(sorted(changed.items())).encode()).hexdigest()[:8]}" if changed else game.id


class Practised(NamedTuple):
    """A topic that was tried: how often, how often wrong, its right answers in a row, and the day it comes back."""

    tries: int
    wrong: int
    streak: int
    due: date

    @property
    def is_known(self) -> bool:
        """True if it does not come back."""
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
        level, place = self.level, _places_in_turn(left)
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

    def item(self, topic: Topic) -> QuizItem | None:
        """Return a question about the game of a topic, about another position each time that it comes back.

        Returns None if no hand of the game gives such a question.
        """
        assert topic.game is not None
        try:
            return next(quiz_items(topic.game, (topic.kind,), seed=self._seed(topic)))
        except RulesetError:
            return None

    def _seed(self, topic: Topic) -> int:
        tries = self.practised[topic.name].tries if topic.name in self.practised else 0
        return seed_of(f"{self.learner} {tries}" if tries else self.learner)

    @property
    def text(self) -> str:
        """The book as JSON, for a file."""
        own = {name: {**entry._asdict(), "due": entry.due.isoformat()} for name, entry in self.practised.items()}
        exercises = dict(sorted({**self.others, **own}.items()))
        return json.dumps({"learner": self.learner, "exercises": exercises}, indent=1, ensure_ascii=False) + "\n"


def _places_in_turn(listed: Sequence[Topic]) -> dict[str, int]:
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


def _choose(book: PracticeBook, n: int, day: date) -> dict[Topic, QuizItem | None]:
    """Return the topics of a day, with the question about its game or None for an exercise, of which there is one."""
    chosen: dict[Topic, QuizItem | None] = {}
    for topic in book.choose(len(book.topics), day):
        is_last = len(chosen) == n - 1 and all(other.game is not None for other in chosen)
        item = None if topic.game is None or is_last else book.item(topic)
        if topic.game is None or item is not None:
            chosen[topic] = item
        if len(chosen) == n:
            break
    return chosen


class PracticeQuestions(QuizSession):
    """The questions of a day, whose first answers go into the book; to have an answer shown counts as a wrong one."""

    def __init__(self, practice: PracticeSession, items: Sequence[QuizItem]) -> None:
        self._practice = practice
        super().__init__(len(items), iter(items), "")

    def answer(self, given: str | None) -> None:
        """Answer the open question, and note the first answer.

        Raises RecordError, once the question is answered, if the book cannot be saved.
        """
        at, is_first = self.at, self.at not in self.given
        super().answer(given)
        if is_first and at in self.given:
            first = self.given[at]
            right = first is not None and self.items[at].asked.accepts(first)
            self._practice.note(self._practice.asked[at].name, right=right)


class PracticeSession(ExerciseCardSession):
    """The exercises of one day, and its questions about games in `quiz`, a session of their own; None without any.

    There is always an exercise. The first answer to each goes into the book of the learner, and the book to its file.

    >>> session = PracticeSession(PracticeBook("Ana", topics([])), date(2026, 11, 27), 1)
    >>> session.answer("1/7").right, session.book.practised["own_tile"].due
    (False, datetime.date(2026, 11, 28))
    """

    def __init__(self, book: PracticeBook, day: date, n: int, path: Path | None = None) -> None:
        self.book, self.day, self.path = book, day, path
        self._file = SaveFile(path if path is not None and is_there(path) else None, such=SUCH_FILE)
        items = _choose(book, n, day)
        back = sum(topic.name in book.practised for topic in items)
        self.today = phrase("practice.today", learner=book.learner, day=day.isoformat(), back=back,
                            new=len(items) - back)
        self.asked = tuple(topic for topic in items if topic.game is not None)
        asked = [item for item in items.values() if item is not None]
        self.quiz = PracticeQuestions(self, asked) if asked else None
        self._answered: set[int] = set()
        super().__init__([book.exercise(topic) for topic in items if topic.game is None])

    def answer(self, given: str, who: str = "") -> Marked:
        """Mark an answer; note the first one, and save the book.

        Raises RecordError if the file was changed by somebody else or cannot be written.
        """
        at, marked = self.at, super().answer(given, who or self.book.learner)
        is_answer = marked.right or marked.reason in replies(self.exercise)
        if is_answer and at not in self._answered:
            self._answered.add(at)
            self.note(self.exercise.name, right=marked.right)
        return marked

    def note(self, name: str, *, right: bool) -> None:
        """Note a first answer, and save the book."""
        self.book.note(name, right=right, day=self.day)
        if self.path is not None:
            self._file.write(self.book.text, self.path, instead="make the card again")
