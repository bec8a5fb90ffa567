"""Quizzes: questions about random positions or from a hand file, one at a time; the answers, and sheets to print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import ipywidgets

from domino_lab.chance.answer_codes import AnswerSheet
from domino_lab.core.actions import Play
from domino_lab.core.arguments import Whole, checked
from domino_lab.core.errors import NotationError, RecordError, RulesetError, as_text, quote
from domino_lab.core.plain import day_of
from domino_lab.explain.puzzles import LEVELS, Kind as PuzzleKind, kinds_of_puzzles, puzzle_items
from domino_lab.explain.questions import (
    Graded,
    Kind,
    QuizItem,
    author_items,
    kinds_meant,
    questions as questions_of,
    quiz_items,
    result_rows,
    results_table,
)
from domino_lab.io.files import save
from domino_lab.io.spreadsheets import to_csv
from domino_lab.picture.alt_text import table_text
from domino_lab.picture.output import Kept
from domino_lab.picture.scene import Scene, ghost, scene
from domino_lab.picture.svg import svg
from domino_lab.picture.tabletop import Tabletop
from domino_lab.picture.worksheet import Worksheet
from domino_lab.play.legal import chain_after
from domino_lab.play.move_text import describe_move
from domino_lab.play.start import Names
from domino_lab.record.load import HandLike, RulesetLike, load, ruleset
from domino_lab.rules.ruleset import python_source
from domino_lab.rules.values import python_literal
from domino_lab.sessions.answer_sheets import quiz_numbers, quiz_sheet
from domino_lab.sessions.playhead import Playhead
from domino_lab.sessions.question_banks import gift_text, qti_package
from domino_lab.sessions.quiz import QuizSession, question_sheet, question_table
from domino_lab.widgets.asking import QuestionPanel, answer_to
from domino_lab.widgets.hand_view import HandView, clause_link, pile, players
from domino_lab.widgets.messages import Press, press, takes, turns
from domino_lab.widgets.nodes import Nodes, box, button, html, paragraph, row, table_of_results, words
from domino_lab.widgets.open_ends import beside_count, count_line
from domino_lab.widgets.page_file import page_by
from domino_lab.widgets.view import pixels
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd

DIGITS = tuple("123456789")
"""These keys choose one of a few words."""
MOST = 1000
"""A quiz starts with at most this many questions; there is a button for more."""
MORE = 5
"""The number of questions that are added at a time."""
_COLUMNS = ("number", "question", "given", "right", "answer", "clause")


_MENU = ("ask_more", "save_csv", "save_sheet", "save_page", "save_gift")


class Quiz(HandView):
    """Answer questions about positions: the table, the question, the answer and its reason.

    `dl.quiz` and `dl.questions` make one; `session` holds the questions, `title` is their subject. "Check" marks an
    answer, and a wrong one can be given again. Left and Right go to the previous and the next question, 1, 2 and 3
    choose one of a few words.

    >>> game = quiz("all-fives", "score", n=3, seed=1)
    >>> len(game.items), game.grade(1, 999).right
    (3, False)
    """

    public = "items grade results answer_sheet answer_code to_csv worksheet gift qti page"
    css, label, has_table = "quiz", "quiz.quiz", True
    keys_told = "quiz.keys"
    key_set = ("ArrowLeft", "ArrowRight", *DIGITS, "Escape", "?")
    asks_more = True
    """Whether there is a button for more questions."""
    here: QuizSession

    def __init__(self, session: QuizSession, title: str, *, large: bool = False) -> None:
        self._title, self.large, self.notice, self.lists = title, large, "", False
        self._open(session)

    # --- what a notebook asks for

    @property
    def title(self) -> str:
        """The subject of the questions."""
        return self._title

    @property
    def items(self) -> tuple[QuizItem, ...]:
        """The questions so far."""
        return self.here.items

    def grade(self, number: int, given: object) -> Graded:
        """Answer question `number`, counted from 1, and return the mark; None asks to see the answer.

        Raises NotationError for something that is not an answer at all, and if there is no such question.
        """
        if not 1 <= number <= len(self.items):
            raise NotationError(f"the questions are 1 to {len(self.items)}, not {number}")
        self.here.settle(number - 1, None if given is None else as_text(given))
        marked = self.here.marked_now
        assert marked is not None
        return marked

    @property
    def results(self) -> pd.DataFrame:
        """Every question as a row, with the first answer to it and whether that was right."""
        return results_table(self.items, self.here.given)

    @property
    def answer_sheet(self) -> AnswerSheet:
        """The questions so far, as answer codes tell them; raises RulesetError for more than a code holds."""
        return quiz_sheet(self.title, self.items)

    @property
    def answer_code(self) -> str:
        """The first answers to the questions so far, as a code for `dl.chance.class_board`.

        Raises RulesetError for more questions than a code holds.

        >>> quiz("block", "award", n=1, seed=1).answer_code[:9]
        '0000-0000'
        """
        sheet = quiz_sheet(self.title, self.items, draws=False)
        return sheet.code(quiz_numbers(sheet, self.items, self.here.given))

    def to_csv(self, path: str | Path | None = None) -> str:
        """Return the results as CSV text, and write it to the file `path` if there is one."""
        return to_csv(self.results, path, such="answers.csv")

    def worksheet(self, *, answers: bool = True) -> Worksheet:
        """Return a page to print: questions first, the answers on a last page unless `answers` is False."""
        recipe = self.here.recipe and f"{self.here.recipe}.worksheet()"
        return question_sheet(self.title, self.items, recipe, answers=answers)

    def gift(self, path: str | Path | None = None, *, overwrite: bool = False) -> str:
        """Return the questions so far as GIFT text, which Moodle imports; write it to the file `path` if there is one.

        Raises RecordError for a file that is there already, unless `overwrite` is True, and for one that cannot be
        written.

        >>> quiz("block", "award", n=1, seed=1).gift().splitlines()[0]
        '$CATEGORY: Block Game, seed 1'
        """
        text = gift_text(self.title, self.items)
        if path is not None:
            save(text, path, such="questions.gift", new=not overwrite, instead="save with overwrite=True")
        return text

    def qti(self, path: str | Path | None = None, *, version: str = "2.1", overwrite: bool = False) -> bytes:
        """Return the questions so far as a QTI package, a zip that learning platforms import; write it to `path`.

        `version` is "2.1" (Canvas New Quizzes, TAO, OpenOLAT) or "1.2" (Canvas, Blackboard). Each question comes with
        its picture, and each answer with its reply. Raises RulesetError for another version, and RecordError for a file
        that is there already, unless `overwrite` is True, and for one that cannot be written.

        >>> quiz("block", "award", n=1, seed=1).qti()[:2]
        b'PK'
        """
        made = qti_package(self.title, self.items, version)
        if path is not None:
            save(made, path, such="questions.zip", new=not overwrite, instead="save with overwrite=True")
        return made

    def page(self) -> str:
        """Return the questions so far as a page for any browser."""
        return page_by("pages.page", self).html

    # --- what is shown

    def prepare(self) -> None:
        """Make the question."""
        self.question = QuestionPanel(self)
        self.parts = (self.question,)

    @property
    def name(self) -> str:
        """The name of this view for screen readers."""
        return words("part", part=words(self.label), title=self.title)

    @property
    def line(self) -> str:
        """The line of Python that asks the same questions again; empty if no short line can."""
        return self.here.recipe

    def announcement(self) -> str:
        """Return the announcement: the question, or the verdict on the answer with its reason."""
        marked = self.here.marked_now
        return " ".join(filter(None, (self.here.item.asked.text if marked is None else marked.text, self.notice)))

    @property
    def status(self) -> str:
        """The announcement, or why an answer is wrong, if this view is the one that announces for its session."""
        return self.say_places(self.here.missed or self.announcement()) if self.here.voice is self else ""

    def places_in(self, scene: Scene, text: str) -> str:
        """Return what is told with the places of one picture, also of the tile that is asked about."""
        return self.here.say_places(text, scene)

    @property
    def position(self) -> tuple[str, int]:
        """The question, and the step."""
        return f"{id(self.here):x}-{self.here.at}", self.here.step

    def tabletop(self) -> Tabletop | None:
        """Return the table as the question shows it; the tile that it is about is drawn at its place."""
        table, asked = question_table(self.here), self._asked_about
        if asked is None:
            return table
        state = self.seen.state
        after = chain_after(state.rules, table.chain, asked, state.table.seats)
        return replace(table, lit=(), final=after)

    def beside(self) -> tuple[Tabletop, ...]:
        """Return the table with the tile of the question."""
        table = self.tabletop() if self._asked_about is not None else None
        return () if table is None or table.final is None else (replace(table, chain=table.final),)

    @property
    def _asked_about(self) -> Play | None:
        """The move whose points are asked for, while they are."""
        table, action = question_table(self.here), self.here.item.action
        return action if isinstance(action, Play) and any(end.end == action.end for end in table.lit) else None

    def on_table(self, scene: Scene) -> dict[str, object]:
        """Return the tile of the question, at its place."""
        facts, asked = super().on_table(scene), self._asked_about
        if asked is None:
            return facts
        table, state = self.tabletop(), self.seen.state
        assert table is not None
        assert table.final is not None
        box, lies, first, second = ghost(table, scene, table.final)
        spot = {"box": pixels(box), "halves": [first, second], "lies": lies, "css": "worth best", "do": "none",
                "off": True, "value": "", "name": describe_move(state, asked)}
        return {**facts, "spots": [spot]}

    def areas(self) -> dict[str, Nodes]:
        """Return the title, the players, the question or the verdict, the buttons, and the results."""
        session, seen = self.here, self.seen
        asked = session.question
        # The tiles to choose from are drawn in the question: once is enough.
        above, below = players(seen, own=seen.state.turn if asked is not None and asked.kind == "tile" else None)
        place = words("quiz.place" if session.given else "quiz.place_first", at=session.at + 1, number=len(self.items),
                      right=session.right, answered=len(session.given))
        saves = [button(words(f"quiz.{name}"), name) for name in _MENU if self.asks_more or name != "ask_more"]
        # A row shows the right answer, too: only questions that are done have one.
        closed = {at: given for at, given in session.given.items() if at in session.closed}
        return {
            "head": [paragraph(self.title, "title"), pile(seen.tabletop), self.gear(*saves)],
            "top": above, "rack": below, "bar": self._bar(),
            "talk": [*self._verdict(), *self.question.nodes(), paragraph(self.notice, "note")],
            "more": [paragraph(place, "note place"),
                     html(results_rows(self.items, closed)) if self.lists else None],
        }

    def _verdict(self) -> Nodes:
        session, marked = self.here, self.here.marked_now
        if marked is None:
            return []
        ruling = marked.reason.ruling
        reason = None if ruling is None else clause_link(ruling, session.item.line.rules)
        count, because = None, self.say_places(marked.reason.text)
        if session.item.shows:
            count, because = count_line(self.seen), beside_count(self.seen, because)
        css, sign = {True: ("verdict right", "✓"), False: ("verdict wrong", "✗"), None: ("verdict", "")}[marked.right]
        return [paragraph(self.say_places(session.item.asked.text), "note asked"),
                box(paragraph(marked.verdict, css, sign=sign), paragraph(because), css="caption"), count, reason]

    def _bar(self) -> Nodes:
        session = self.here
        is_last, done = session.at == len(self.items) - 1, session.question is None
        asks = is_last and done and self.asks_more
        more = button(words("quiz.ask_more"), "ask_more", css="primary") if asks else None
        return [row(
            button(words("previous"), "previous", off=session.at == 0),
            button(words("next"), "next", css="primary" if done and not is_last else "", off=is_last), more,
            button(words("quiz.hide_results" if self.lists else "quiz.results"), "results", css="quiet",
                   expanded=self.lists))]

    # --- what is done

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that answer, turn the page, list, save and ask for more."""
        return {
            "previous": press(lambda: self._turn(-1)), "next": press(lambda: self._turn(1)),
            "answer": takes(answer_to(lambda: self.here.question), self._answer),
            "show_answer": press(lambda: self._answer(None)), "results": turns(self, "lists"),
            "ask_more": press(self._ask_more),
            "save_csv": press(lambda: self.stage.download("answers.csv", self.to_csv(), "text/csv")),
            "save_gift": press(lambda: self.stage.download("questions.gift", self.gift(), "text/plain")),
            "save_page": press(lambda: self.stage.download("quiz.html", self.page(), "text/html")),
            "save_sheet": press(lambda: self.stage.download("worksheet.html", self.worksheet().html, "text/html")),
        }

    def _answer(self, given: str | None) -> None:
        """Answer; the field is gone once that is right, and the focus goes on."""
        self.question.answer(given)
        if self.here.question is None:
            self.stage.focus("results" if self.here.at == len(self.items) - 1 else "next")

    def _turn(self, by: int) -> None:
        self.notice = ""
        self.here.turn_to(self.here.at + by)

    def _ask_more(self) -> None:
        self.notice = "" if self.here.ask_more(MORE) else words("lesson.no_more")

    def key(self, key: str) -> None:
        """Turn the page, choose a word by its number, or close the results."""
        asked = self.here.question
        if key in DIGITS:
            if asked is not None and int(key) <= len(asked.options):
                self._answer(asked.options[int(key) - 1])
        elif key == "Escape":
            self.lists = False
        else:
            self._turn(1 if key == "ArrowRight" else -1)

    def to_keep(self) -> Kept:
        """Return the open question with its picture."""
        seen = question_table(self.here)
        told = self.places_in(scene(seen), self.announcement())
        text = words("quiz.saved", title=self.title, at=self.here.at + 1, number=len(self.items), told=told,
                     position=table_text(seen))
        return Kept(svg(scene(replace(seen, caption=told))), text)


def results_rows(items: Sequence[QuizItem], given: Mapping[int, str | None]) -> str:
    """Return the results as an HTML table; an unanswered question shows no answer."""
    cells = (tuple(row[name] for name in _COLUMNS) for row in result_rows(items, given))
    return table_of_results(phrase("quiz.results"), (phrase(f"quiz.column_{name}") for name in _COLUMNS), cells)


# --- what makes a quiz -----------------------------------------------------------------------------------------------

@checked
def quiz(
    rules: RulesetLike, kind: Kind | Literal["all"] = "score", *, n: int = 5, seed: int = 0, seats: int | None = None,
    names: Names | None = None, large: bool = False,
) -> Quiz:
    """Ask `n` questions about random positions of a game.

    `seed` chooses them, and you can always ask for more. `kind` is "score" (points of a play), "count" (the count after
    a play), "legal" (is a move allowed?), "tile" (which one scores most, or can be played), "award" or "winner" (at the
    end of a hand), or "all" for a mixture. `seats` and `names` are those of the hands, `large` is for a projector. The
    answers are the rulings of the engine. Raises RulesetError for a kind that the game does not have; the message names
    those that it has.

    >>> dl.quiz("block", "award", n=1, seed=1).grade(1, 2).reason.clause
    'BL-SCORE-1'
    """
    if not 1 <= n <= MOST:
        raise RulesetError(f"a quiz can start with 1 to {MOST:,} questions, not {n}")
    game = ruleset(rules)
    source = quiz_items(game, kinds_meant(game, kind), seed=seed, seats=seats, names=names)
    given = {"n": n, "seed": seed, "seats": seats, "names": list(names) if names else None}
    named = [f"{name}={value!r}" for name, value in given.items() if value is not None]
    made = python_source(game)
    recipe = made and f"dl.quiz({', '.join([made, python_literal(kind), *named])})"
    return Quiz(QuizSession(n, source, recipe), phrase("quiz.title", rules=game.name, seed=seed), large=large)


@checked
def puzzles(  # noqa: PLR0913
    rules: RulesetLike = "all-fives", n: int = 5, *, seed: int = 0, seats: int | None = None,
    level: Annotated[int, Whole(1, 2)] | None = None, about: PuzzleKind | Literal["all"] = "all",
    names: Names | None = None, large: bool = False,
) -> Quiz:
    """Ask for the best move in `n` positions of a game in which one is clearly the best.

    In each the best move is at least three points ahead of every other one and five standard errors, on thousands of
    deals of the tiles that its player cannot see; where a hand is worth few points, fewer are enough. `seed` chooses
    the puzzles. With `level` 1 the best move is also the one that scores most now, with 2 it is not. `about` is "score"
    (points now), "deny" (leave the next player no points), "shut_out" (leave the next player nothing that fits),
    "count_passes" (the same, where a pass has told which tiles are missing), "keep_suit" (keep tiles that fit), or
    "all". Sheets, pages and GIFT are made as for `quiz`. Raises RulesetError for another word, and for a game that
    `review` refuses or that has no more such puzzles.

    >>> dl.puzzles("all-fives", n=1, seed=2).grade(1, None).right is None
    True
    """
    if not 1 <= n <= MOST:
        raise RulesetError(f"dl.puzzles(n={n}): ask for 1 to {MOST:,} puzzles")
    game = ruleset(rules)
    source = puzzle_items(game, seed=seed, seats=seats, names=names, levels=LEVELS if level is None else (level,),
                          kinds=kinds_of_puzzles(about))
    given = {"n": n, "seed": seed, "seats": seats, "level": level, "about": None if about == "all" else about,
             "names": list(names) if names else None}
    named = [f"{name}={value!r}" for name, value in given.items() if value is not None]
    made = python_source(game)
    recipe = made and f"dl.puzzles({', '.join([made, *named])})"
    return Quiz(QuizSession(n, source, recipe), phrase("puzzle.title", rules=game.name, seed=seed), large=large)


OF_WEEKDAYS = ("block", "all-fives", "draw", "five-up", "muggins", "fives-and-threes", "all-fives")
"""The games of the puzzles of Monday to Sunday."""
EASY_DAYS = 3
"""From Monday on: the best move is also the one that scores most now."""


@checked
def puzzle_of_the_day(
    day: Annotated[date | str, 'a day such as "2026-11-27"'] | None = None, *, large: bool = False,
) -> Quiz:
    """Ask for the best move in one position, the same for everybody on the same `day`, which is today by default.

    The games change with the days of the week; from Thursday on the best move is not the one that scores most now.
    Raises NotationError for a text that is not a day.

    >>> dl.puzzle_of_the_day("2026-11-27").name
    'quiz: Puzzle of 2026-11-27: Muggins'
    """
    chosen = day_of(day)
    game, week_day = ruleset(OF_WEEKDAYS[chosen.weekday()]), chosen.weekday()
    source = puzzle_items(game, seed=chosen.toordinal(), levels=(1,) if week_day < EASY_DAYS else (2,))
    session = QuizSession(1, islice(source, 1), f'dl.puzzle_of_the_day("{chosen.isoformat()}")')
    return Quiz(session, phrase("puzzle.of_the_day", day=chosen.isoformat(), rules=game.name), large=large)


@checked
def questions(hand: HandLike, *, large: bool = False) -> Quiz:
    """Ask the questions of a hand, one at a time.

    `hand` is a hand, a packaged hand's name or a file; `large` is for a projector. Raises RecordError for a hand
    without questions.

    >>> dl.questions("all-fives-worked-example").grade(1, 999).right
    False
    """
    title, asked, made = _questions_of(hand)
    return Quiz(QuizSession(len(asked), iter(asked), made and f"dl.questions({made})"), title, large=large)


def _questions_of(hand: HandLike) -> tuple[str, tuple[QuizItem, ...], str]:
    """Return the title of a hand, its questions and the line of Python that makes it; raises RecordError for none."""
    timeline = load(hand)
    asked = author_items(timeline)
    if not asked:
        name = timeline.title or "this hand"
        raise RecordError(f"{name} has no questions: add one to a move in its file, as in ask = \"...\"")
    return timeline.title or timeline.rules.name, asked, timeline.recipe


@checked
def answers(
    here: Annotated[ipywidgets.Box | Playhead, "a view such as a dl.HandStepper, or a dl.Playhead"],
) -> pd.DataFrame:
    """Return the answers of a reader as a table, to save as CSV.

    `here` is a HandStepper, its Playhead, a quiz or a lesson.

    >>> dl.answers(dl.Playhead("all-fives-worked-example")).given.tolist()[:1]
    ['']
    """
    from domino_lab.widgets.lesson import Lesson

    if isinstance(here, (Quiz, Lesson)):
        return here.results
    place = here if isinstance(here, Playhead) else getattr(here, "here", None)
    if not isinstance(place, Playhead):
        raise RecordError(f"{quote(here)} shows no hand with questions: give a dl.HandStepper, a quiz or a lesson")
    asked = author_items(place.timeline)
    numbers = {step: at for at, step in enumerate(sorted(questions_of(place.timeline)))}
    given = {numbers[step]: answer for step, answer in place.first_answers.items() if step in numbers and answer != ""}
    return results_table(asked, given)


@checked
def worksheet(hand: HandLike, *, answers: bool = True) -> Worksheet:
    """Return the questions of a hand as a page to print.

    The answers are on a last page, unless `answers` is False. Raises RecordError for a hand without questions.

    >>> "<svg" in dl.worksheet("all-fives-worked-example").html
    True
    """
    title, asked, made = _questions_of(hand)
    return question_sheet(title, asked, made and f"dl.worksheet({made})", answers=answers)
