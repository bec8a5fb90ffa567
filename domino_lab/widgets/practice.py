"""Practice: a card with the exercises and questions that a learner should do today, which remembers the answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Annotated

from domino_lab.chance.exercises import Learner
from domino_lab.core.arguments import File, Whole, checked
from domino_lab.core.plain import day_of
from domino_lab.io.files import file_named, is_there
from domino_lab.record.load import RulesetLike, ruleset
from domino_lab.rules.values import python_literal
from domino_lab.sessions.practice import GAMES, SUCH_FILE, PracticeBook, PracticeSession, read_book, topics
from domino_lab.sessions.quiz import QuizSession
from domino_lab.widgets.exercise_card import ExerciseCard
from domino_lab.widgets.nodes import words
from domino_lab.widgets.page_file import Page, page_by
from domino_lab.widgets.quizzes import Quiz
from domino_lab.words import phrase

USUAL_NUMBER = 5
"""So many exercises and questions a day."""

Games = Annotated[Sequence[RulesetLike], 'a list of games such as ["all-fives", "block"]']


def question_title(session: QuizSession) -> str:
    """Return the game that the open question is about, and what it asks for."""
    item = session.item
    return words("practice.title", game=item.line.rules.name, about=words(f"practice.about_{item.asked.about}"))


class PracticeQuiz(Quiz):
    """The questions of a day, each with its game as the title; there are no more of them."""

    asks_more = False

    def __init__(self, session: QuizSession, *, large: bool = False) -> None:
        super().__init__(session, "", large=large)

    @property
    def title(self) -> str:
        """The game, and what is asked about it."""
        return question_title(self.here)


class PracticeCard(ExerciseCard):
    """An exercise card that `practice` makes, with `questions` about games below it; None without any."""

    is_shared = False

    def __init__(self, session: PracticeSession, games: Sequence[RulesetLike], n: int, *, large: bool = False) -> None:
        self.practised, self.games, self.number = session, games, n
        super().__init__(session, large=large)
        self.questions = None if session.quiz is None else PracticeQuiz(session.quiz, large=large)
        if self.questions is not None:
            self.children: tuple[object, ...] = (*self.children, self.questions)

    @property
    def note(self) -> str:
        """The exercises that come back and those that are new today, and where the answers are saved."""
        path = self.practised.path
        saved = phrase("practice.unsaved") if path is None else phrase("practice.saved", file=path.name)
        asked = len(self.practised.asked)
        below = [phrase("practice.questions_below", questions=asked)] if asked else []
        return " ".join([self.practised.today, *below, saved])

    @property
    def recipe(self) -> str:
        """The line that goes on with this practice; empty if a game has no name."""
        if not all(isinstance(game, str) for game in self.games):
            return ""
        path = "" if self.practised.path is None else f", {python_literal(str(self.practised.path))}"
        games = "" if tuple(self.games) == GAMES else f", games={python_literal(list(self.games))}"
        number = "" if self.number == USUAL_NUMBER else f", n={self.number}"
        return f"dl.practice({python_literal(self.practised.book.learner)}{path}{games}{number})"

    line = recipe

    def make_page(self) -> Page:
        """Return a page to practise the same games, which remembers by itself what comes back."""
        return page_by("exercise_pages.page_of_card", self)


@checked
def practice(
    learner: Learner, path: File | None = None, *, games: Games = GAMES, n: Annotated[int, Whole(1, 30)] = USUAL_NUMBER,
    day: Annotated[date | str, 'a day such as "2026-11-27"'] | None = None, large: bool = False,
) -> PracticeCard:
    """Practise chance and games: a card with the `n` exercises and questions that `learner` should do on a `day`.

    First come those that come back: after 1, 3 and 7 days, with other figures or another position; a wrong first answer
    begins anew. Then new ones: up to the learner's level, which three right answers raise, of the kind in which most
    went wrong. The questions are about `games`; with `games=[]` there are only exercises on chance. `day` is today
    unless you give one. What is practised is saved in the file `path`, which is made at the first answer and belongs to
    this learner; without one it is forgotten. Raises NotationError for a text that is not a day, RulesetError for a
    game without questions, and RecordError for a file that is not a practice file or belongs to another learner.

    >>> dl.practice("Ana", day="2026-11-27").note[:75]
    "Ana's practice, 2026-11-27: 0 exercises and questions come back, 5 are new."
    """
    target, known = None if path is None else file_named(path, SUCH_FILE), topics([*map(ruleset, games)])
    begun = target is not None and is_there(target)
    book = read_book(target, learner, known) if target is not None and begun else PracticeBook(learner, known)
    return PracticeCard(PracticeSession(book, day_of(day), n, target), games, n, large=large)
