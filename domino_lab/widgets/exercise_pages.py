"""Exercise pages: exercises on chance in one file that marks them, and a page to practise, which remembers answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Annotated

from domino_lab.chance.exercises import Exercise, worked_answer
from domino_lab.core.arguments import File, Whole, checked
from domino_lab.core.errors import RulesetError
from domino_lab.explain.questions import quiz_items
from domino_lab.io.files import file_named
from domino_lab.record.load import ruleset
from domino_lab.sessions.answer_sheets import replies
from domino_lab.sessions.exercise_card import ExerciseCardSession
from domino_lab.sessions.practice import GAMES, PER_LEVEL, RETURNS, Topic, topics
from domino_lab.sessions.quiz import QuizSession
from domino_lab.widgets.asking import hint_button, hint_list
from domino_lab.widgets.exercise_card import ExerciseCard, question_nodes
from domino_lab.widgets.hand_view import pile, players
from domino_lab.widgets.nodes import Json, Nodes, box, button, field, form, heading, paragraph, row, submit, words
from domino_lab.widgets.page_file import Page
from domino_lab.widgets.pages import (
    HINTS,
    REPLY,
    PageQuestion,
    Recorded,
    RecordedQuestion,
    RecordedStill,
    Unseen,
    page_of,
    page_with_code,
    title,
)
from domino_lab.widgets.practice import USUAL_NUMBER, Games, PracticeCard, question_title
from domino_lab.words import phrase


class PageExercise(Unseen, ExerciseCard):
    """An exercise on a page without a kernel: the question, the answer, the hints, and at last the worked answer."""

    how = ""
    """How it is shown: "" while it is asked, "reply", or how it has ended, "right" or "shown"."""

    def __init__(self, exercise: Exercise, *, answers: bool = True) -> None:
        super().__init__(ExerciseCardSession([exercise], answers=answers))

    @property
    def position(self) -> tuple[str, int]:
        """The exercise, the same each time the page is made."""
        return self.here.exercise.name, 0

    @property
    def status(self) -> str:
        """The question, the reply, or the answer."""
        if self.how == "reply":
            return REPLY
        return " ".join(self._end()[:2 if self.answers else 1]) if self.how else self.here.exercise.question

    def areas(self) -> dict[str, Nodes]:
        """Return the title, the players, and the question with its answer."""
        exercise, seen = self.here.exercise, self.seen
        above, below = ([], []) if seen is None else players(
            seen, below=seen.state.turn if seen.seen_by is None else None)
        said, *way = self._end()[1:]
        shown = [box(heading(said), *map(paragraph, way), css="comment")] if self.answers else []
        ended = shown if self.how in ("right", "shown") else self._asking()
        mark = paragraph(self._end()[0], "right", sign="✓") if self.how == "right" else None
        return {"head": [title(exercise.title, "h2"), None if seen is None else pile(seen.tabletop)],
                "top": above, "rack": below,
                "talk": [*question_nodes(exercise.question), self.drawing(), mark, *ended]}

    def _end(self) -> list[str]:
        way = worked_answer(self.here.exercise)
        return [phrase("exercises.right"), way.said, way.way, *way.solution.sums]

    def _asking(self) -> Nodes:
        exercise, tried = self.here.exercise, self.how == "reply"
        entry = field(words(f"exercise_card.answer_{exercise.task.unit}"), name="answer", value="")
        return [box(
            form("answer", entry, submit(words("exercise_card.check"), css="primary"), css="answer"),
            *([paragraph(REPLY, "wrong", sign="✗"), *hint_list(HINTS)] if tried else []),
            row(hint_button(0, len(exercise.hints)),
                button(words("show_me"), "show_answer", css="quiet") if self.answers else None),
            css="question", label=words("question"))]


class RecordedExercise(RecordedStill):
    """Everything that an exercise on a page can show, and how its answers are marked there."""

    view: PageExercise
    scripts = ("exercise",)

    def data(self) -> Json:
        """Return what there is to show, and that it is an exercise."""
        return {**super().data(), "exercise": True}

    def record(self) -> None:
        """Ask the exercise, answer it wrongly with all hints, and end it in both ways."""
        ends = ("right", "shown") if self.view.answers else ("right",)
        for number, how in ((0, ""), (0, "reply"), *((1, end) for end in ends)):
            self.view.how = how
            self.keep(number, 0, how)

    def asks(self) -> list[Json]:
        """Return what a page needs to mark an answer: the value and the slips with their replies, or the tiles."""
        exercise = self.view.here.exercise
        task, value = exercise.task, exercise.task.solution.value
        facts: dict[str, object] = {"at": 0, "step": 0, "number": False, "hints": exercise.hints, "answers": {},
                                    "replies": replies(exercise)}
        if isinstance(value, tuple):
            assert exercise.looked is not None
            tiles = [str(tile) for tile in exercise.looked.timeline.rules.equipment.set.tiles]
            marks = {tile: exercise.check(tile) for tile in tiles}
            answers = {tile: "" if marked.right else marked.reason for tile, marked in marks.items()}
            return [facts | {"answers": answers, "another": replies(exercise)[-1],
                             "other": phrase("exercises.not_a_tile", given="{given}")}]
        slips = [(float(slip), exercise.check(slip).reason) for slip in task.misses.values()
                 if not exercise.check(slip).right]
        return [facts | {
            "value": float(value), "allowed": float(task.allowed), "slips": slips,
            "chance": task.unit == "chance", "percent": phrase("exercises.percent"),
            "no_chance": phrase("exercises.no_chance"), "other": phrase("exercises.not_a_number", given="{given}"),
            "high": f"{phrase('exercises.too_high')} {exercise.hint}",
            "low": f"{phrase('exercises.too_low')} {exercise.hint}"}]


def exercise_page(card: ExerciseCard) -> Page:
    """Return the exercises of a card as a page, which ends with the score and the code of the answers.

    Where the card hides the answers, the page shows none; but it marks them by itself, so a curious reader of its data
    can find them.
    """
    made = [RecordedExercise(PageExercise(exercise, answers=card.answers)) for exercise in card.here.exercises]
    titles = dict.fromkeys(exercise.title for exercise in card.here.exercises)
    page = page_with_code(card, ", ".join(titles), made, len(made))
    for record in made:
        record.view.close()
    return page


# --- a page to practise

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

    >>> dl.practice_page(games=["block"]).title
    'Practice'
    """
    if path is not None:
        file_named(path, "practice.html")
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
