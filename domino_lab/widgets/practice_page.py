"""Practice page: exercises and questions that come back, in one file that remembers the answers in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Annotated

from domino_lab.chance.exercises import Exercise
from domino_lab.core.arguments import File, Whole, checked
from domino_lab.core.errors import RulesetError
from domino_lab.explain.questions import quiz_items
from domino_lab.record.load import ruleset
from domino_lab.sessions.practice import GAMES, PER_LEVEL, RETURNS, Topic, topics
from domino_lab.sessions.quiz import QuizSession
from domino_lab.widgets.exercise_page import PageExercise, RecordedExercise
from domino_lab.widgets.nodes import words
from domino_lab.widgets.page_file import Page
from domino_lab.widgets.pages import PageQuestion, Recorded, RecordedQuestion, page_of
from domino_lab.widgets.practice import USUAL_NUMBER, Games, PracticeCard, question_title

DRAWS = len(RETURNS) + 1
"""Each topic is on the page so many times, with other figures or another position: as often as until it is known."""


class PracticeQuestion(PageQuestion):
    """A question about a game on a practice page, which has a title instead of a number."""

    @property
    def name(self) -> str:
        """The game, and what is asked about it."""
        return question_title(self.here)


def _records(topic: Topic, seed: int) -> Iterator[Recorded]:
    """Yield the draws of a topic, fewer where a game has no more such questions."""
    if topic.game is None:
        for draw in range(DRAWS):
            yield RecordedExercise(PageExercise(Exercise(topic.name, seed + draw + 1)))
        return
    with suppress(RulesetError):        # no more such questions
        for item in islice(quiz_items(topic.game, (topic.kind,), seed=seed), DRAWS):
            yield RecordedQuestion(PracticeQuestion(QuizSession(1, iter((item,)), ""), topic.game.name))


@checked
def practice_page(
    path: File | None = None, *,
    games: Games = GAMES, n: Annotated[int, Whole(1, 30)] = USUAL_NUMBER,
    seed: Annotated[int, Whole(0, 10**9)] = 0,
) -> Page:
    """Make a page to practise every day, in one file for any browser; write it to `path`.

    It asks `n` questions a day, exercises on chance and questions about `games`, which `seed` chooses. What went wrong
    at first comes back the next day, what was right after 1, 3 and 7 days, with other figures four times. New questions
    are of the learner's level and of the kind in which most went wrong. The browser remembers the answers until "Forget
    everything" is pressed; nothing is sent. Raises RulesetError for a game that has no questions.

    >>> practice_page(games=["block"]).title
    'Practice'
    """
    entries, records = [], list[Recorded]()
    for topic in topics([*map(ruleset, games)]).values():
        drawn = [*_records(topic, seed)]
        if not drawn:
            continue
        entries.append({"name": topic.name, "kind": topic.kind, "level": topic.level,
                        "game": topic.game is not None,
                        "draws": [*range(len(records), len(records) + len(drawn))]})
        records += drawn
    told = {"page_today": words("practice.page_today", back="{back}", new="{new}", level="{level}")} | {
        name: words(f"practice.{name}")
        for name in ("page_more", "page_forget", "page_forgotten", "page_private", "page_unkept")}
    page = page_of(words("practice.page"), records, practice={
        "topics": entries, "n": n, "returns": RETURNS, "perLevel": PER_LEVEL, "told": told,
        "score": words("quiz.page_score", right="{right}", answered="{answered}", number="{number}")})
    for record in records:
        record.view.close()
    if path is not None:
        page.save(path)
    return page


def page_of_card(card: PracticeCard) -> Page:
    """Return the practice page with the games and the number of questions of a card."""
    return practice_page(games=card.games, n=card.number)
