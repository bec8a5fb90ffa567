"""Making: the verbs that make a quiz, of random positions or of a hand's own questions, and the answers given."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from domino_lab.arguments import checked
from domino_lab.catalogue.resolve import Named, ruleset
from domino_lab.errors import RecordError, RulesetError, shown
from domino_lab.explain.questions import QuizItem, chosen_kinds, quiz_items, recorded_items, results_table
from domino_lab.explain.questions import questions as questions_of
from domino_lab.notebook import load
from domino_lab.picture.worksheet import Worksheet
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import python_literal, python_source
from domino_lab.widgets.lesson.lesson import Lesson
from domino_lab.widgets.part import Part
from domino_lab.widgets.playhead import Playhead
from domino_lab.widgets.quizzing.card import Quiz
from domino_lab.widgets.quizzing.paper import paper
from domino_lab.widgets.quizzing.quiz_session import QuizSession
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd

MOST = 1000
"""A quiz starts with at most so many questions; there is a button for more."""


@checked
def quiz(
    rules: Named, kind: str = "score", *, n: int = 5, seed: int = 0, seats: int | None = None,
    names: Sequence[str] | None = None, large: bool = False,
) -> Quiz:
    """`n` questions about random positions of a game; `seed` chooses them, and there are always more.

    `kind` is "score" (points of a play), "count" (what the board counts then), "legal" (may one do that?), "tile"
    (which one scores most, or may be laid), "award" or "winner" (at the end of a hand), or "all" for a mixture. The
    rulings of the engine answer. Raises RulesetError, naming the kinds there are, for one the game has not.

    >>> quiz("block", "award", n=1, seed=1).grade(1, 2).reason.clause
    'BL-SCORE-1'
    """
    if not 1 <= n <= MOST:
        raise RulesetError(f"a quiz starts with 1 to {MOST} questions, not {n}")
    found = ruleset(rules)
    source = quiz_items(found, chosen_kinds(found, kind), seed=seed, seats=seats, names=names)
    given = {"n": n, "seed": seed, "seats": seats, "names": list(names) if names else None}
    said = [f"{name}={value!r}" for name, value in given.items() if value is not None]
    made = _named(found)
    recipe = f"dl.quiz({', '.join([made, python_literal(kind), *said])})" if made else ""
    return Quiz(QuizSession(n, source, recipe), phrase("quiz.title", rules=found.name, seed=seed), large=large)


def _named(rules: Ruleset) -> str:
    """A ruleset as one types it; empty for one with a part of the reader's own."""
    return "" if rules.own else python_source(rules)


@checked
def questions(hand: str | Path | Timeline, *, large: bool = False) -> Quiz:
    """The questions that a hand asks, one at a time; raises RecordError for a hand that asks none.

    >>> questions("all-fives-worked-example").grade(1, 999).right
    False
    """
    title, asked, recipe = _asked(hand)
    return Quiz(QuizSession(len(asked), iter(asked), recipe), title, large=large)


def _asked(hand: str | Path | Timeline) -> tuple[str, tuple[QuizItem, ...], str]:
    """Return the title of a hand, its questions and the line of Python that asks them; raises RecordError for none."""
    found = load(hand)
    asked = recorded_items(found)
    if not asked:
        raise RecordError(f"{found.title or 'this hand'} asks nothing: a move of a hand file asks with ask = \"...\"")
    return found.title or found.rules.name, asked, f"dl.questions({found.recipe})" if found.recipe else ""


@checked
def answers(here: Part | Playhead) -> pd.DataFrame:
    """What a reader answered in a HandStepper (or its Playhead, a quiz, a lesson), as a table to save as CSV.

    >>> from domino_lab.widgets.playhead import Playhead
    >>> answers(Playhead("all-fives-worked-example")).given.tolist()[:1]
    ['']
    """
    if isinstance(here, (Quiz, Lesson)):
        return here.results
    place = here if isinstance(here, Playhead) else here.here
    if not isinstance(place, Playhead):
        raise RecordError(f"{shown(here)} shows no hand with questions: give a dl.HandStepper, a quiz or a lesson")
    asked = recorded_items(place.timeline)
    numbers = {step: at for at, step in enumerate(sorted(questions_of(place.timeline)))}
    given = {numbers[step]: said for step, said in place.answers.items() if step in numbers and said != ""}
    return results_table(asked, given)


@checked
def worksheet(hand: str | Path | Timeline, *, answers: bool = True) -> Worksheet:
    """The questions of a hand as a page to print, the answers on a last page; raises RecordError for one without.

    >>> "<svg" in worksheet("all-fives-worked-example").html
    True
    """
    title, asked, recipe = _asked(hand)
    return paper(title, asked, recipe, answers=answers)
