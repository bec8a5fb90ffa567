"""Answer sheets: the questions of a quiz or a card of exercises, with the answers that an answer code tells apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from math import floor

from domino_lab.chance.answer_codes import (
    DETAILS,
    FIRST,
    NOTHING,
    SHOWN,
    Answer,
    AnswerSheet,
    Beside,
    CodedQuestion,
    Picture,
    first_that_fits,
)
from domino_lab.chance.exercises import Exercise, Marked, exercise
from domino_lab.core.errors import RecordError, RulesetError
from domino_lab.core.tiles import Tile
from domino_lab.explain.class_game import ClassHand, GameTurn
from domino_lab.explain.questions import NUMBER, TILE, HandQuestion, QuizItem, number_in
from domino_lab.explain.why import why
from domino_lab.picture.alt_text import table_text
from domino_lab.picture.scene import scene
from domino_lab.picture.svg import svg
from domino_lab.play.timeline import Timeline
from domino_lab.sessions.chance_lab import ChanceLabSession, format_value
from domino_lab.sessions.exercise_card import ExerciseCardSession
from domino_lab.sessions.lesson import LessonSession, move_question, reply_to_option
from domino_lab.sessions.play import PlaySession
from domino_lab.sessions.playhead import Playhead
from domino_lab.sessions.quiz import QuizSession, question_scene, question_table
from domino_lab.sessions.seating import name_of
from domino_lab.sessions.spreads import tiles_to_choose
from domino_lab.sessions.viewpoint import open_to
from domino_lab.words import join_words, phrase, phrases

_COUNTED = 30
"""Numbers up to this, or up to twice the right one, are told apart."""
_ALIKE = 8
"""So many numbers with the same reply are still a mistake of their own; more are just too low or too high."""


def quiz_sheet(title: str, items: Sequence[QuizItem], *, draws: bool = True) -> AnswerSheet:
    """Return the answer sheet of some questions, in the finest detail that fits into a code.

    `draws` says whether it has their pictures, which a code does not need. Raises RulesetError if there are more
    questions than a code holds.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.explain.questions import quiz_items
    >>> item = next(quiz_items(get("block"), ("legal",), seed=1))
    >>> sheet = quiz_sheet("Block", [item])
    >>> sheet.detail, [answer.text for answer in sheet.questions[0].answers]
    ('answers', ['Yes', 'No'])
    """
    sessions = [QuizSession(1, iter((item,)), "") for item in items]
    pictures = [_picture(session) if draws else None for session in sessions]
    return first_that_fits(
        AnswerSheet(title, tuple(_question(session, detail)._replace(picture=picture)
                                 for session, picture in zip(sessions, pictures, strict=True)), detail)
        for detail in DETAILS)


def _picture(session: QuizSession) -> Picture:
    return Picture(svg(question_scene(session)), table_text(question_table(session)))


def game_sheet(game: ClassHand) -> AnswerSheet:
    """Return the answer sheet of a class game, whose answers have the points that they give away.

    Raises RulesetError if a code cannot hold the answers.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.explain.class_game import class_hand
    >>> sheet = game_sheet(class_hand(get("all-fives"), seed=1))
    >>> sheet.score([question.keys[question.best.text] + FIRST for question in sheet.questions])
    0.0
    """
    told = phrase("class_game.beside", player=game.against, points=f"{game.given_away:g}")
    items = [QuizItem(game.line.upto(turn.asked.asked_at), turn.asked, because=turn.because) for turn in game.turns]
    pictures = [_picture(QuizSession(1, iter((item,)), "")) for item in items]
    turns = tuple(_turn(turn)._replace(picture=picture) for turn, picture in zip(game.turns, pictures, strict=True))
    return first_that_fits([AnswerSheet(game.line.title, turns, scores="lost",
                                        beside=Beside(-game.given_away, told))])


def _turn(turn: GameTurn) -> CodedQuestion:
    asked, costs = turn.asked, dict(turn.asked.costs)
    answers = tuple(
        Answer(given, given not in costs, phrase("puzzle.cost", given=given, loss=costs[given])
               if given in costs else turn.because, -float(costs.get(given, 0)))
        for given in asked.options)
    last = len(answers) - 1
    return CodedQuestion(asked.text, answers, {given: at for at, given in enumerate(asked.options)}, last, last)


_LEAST, _MOST = -99, 400
"""The points of a hand that a code tells apart."""


def play_sheet(game: PlaySession) -> AnswerSheet:
    """Return the answer sheet of the first hand of a game: what one person made, and what the best other side made.

    Raises RulesetError if more than one person plays, or none.
    """
    if len(game.humans) != 1 or len(game.seating) == 1:
        raise RulesetError(phrase("class_game.one_person"))
    rules, first = game.live.rules, game.first_hand
    players = join_words(name_of(player) for player in game.seating if player is not None)
    seed = f"{game.seed}.{first}" if first else f"{game.seed}"
    title = phrase("class_game.play_title", game=rules.name, seed=seed, players=players)
    sign = 1 if rules.winning.best_score == "most" else -1
    asked = _points(phrase("class_game.made", title=title), sign), _points(phrase("class_game.theirs"), -sign)
    return AnswerSheet(title, asked, scores="ahead")


def _points(text: str, sign: int) -> CodedQuestion:
    numbers = range(_LEAST, _MOST + 1)
    return CodedQuestion(text, tuple(Answer(str(number), points=float(sign * number)) for number in numbers),
                         {str(number): at for at, number in enumerate(numbers)}, 0, len(numbers) - 1, _LEAST)


def play_numbers(sheet: AnswerSheet, game: PlaySession) -> list[int]:
    """Return the points of the first hand by their numbers in a code; raises RecordError while it goes on."""
    line = game.played.hands[0]
    if not line.is_over:
        raise RecordError(phrase("class_game.not_over"))
    table, scores = line.state.table, line.state.scores
    own = table.side(game.humans[0])
    others = [points for side, points in enumerate(scores) if side != own]
    best = max(others) if line.rules.winning.best_score == "most" else min(others)
    return first_answers(sheet, {0: str(scores[own]), 1: str(best)})


def first_answers(sheet: AnswerSheet, given: Mapping[int, str | None]) -> list[int]:
    """Return the number in a code of the first answer to each question, as the keys of the sheet have it, by place."""
    return [NOTHING if at not in given else SHOWN if (answer := given[at]) is None else question.number(answer)
            for at, question in enumerate(sheet.questions)]


def _question(session: QuizSession, detail: str) -> CodedQuestion:
    asked, reason, state, others = session.item.asked, session.item.reason.text, session.item.state, list[Answer]()
    offered: Sequence[str] = asked.options
    if asked.kind == TILE:
        tiles = tiles_to_choose(state, is_open=open_to(session.snapshot, state.turn))
        offered, others = [*map(str, tiles)], [Answer(phrase("codes.tile"), reply=reason)]
    return _code_answers(asked, detail, offered, reason, session.why_wrong, others)


def _code_answers(asked: HandQuestion, detail: str, offered: Sequence[str], reason: str, reply: Callable[[str], str],
                  others: Sequence[Answer]) -> CodedQuestion:
    """Tell the answers that are `offered` apart, and all `others` from these; or only right from wrong.

    `reason` says why the right one is right, `reply` why another is wrong.
    """
    if detail == "marks":
        marks = Answer(phrase("codes.right"), right=True, reply=reason), Answer(phrase("codes.wrong"), reply=reason)
        known = [str(int(asked.right))] if asked.kind == NUMBER else offered
        return CodedQuestion(asked.text, marks, {given: 0 for given in known if asked.accepts(given)}, 1, 1)
    if asked.kind == NUMBER:
        return _number(asked, reason, reply, detail)
    answers = *(Answer(given, asked.accepts(given), reason if asked.accepts(given) else reply(given))
                for given in offered), *others
    last = len(answers) - 1
    return CodedQuestion(asked.text, answers, {given: at for at, given in enumerate(offered)}, last, last)


def _number(asked: HandQuestion, reason: str, reply: Callable[[str], str], detail: str) -> CodedQuestion:
    """Tell each number apart, or only those of a known mistake; `reply` says why one is wrong."""
    right = int(asked.right)
    numbers = [str(number) for number in range(min(0, 2 * right), max(_COUNTED, 2 * right) + 1)]
    if detail == "mistakes":
        numbers = sorted({asked.right, *_mistakes(asked, reply, numbers)}, key=int)
    others = ["number"] if detail == "answers" else ["lower", "higher"]
    answers = [*(Answer(given, asked.accepts(given), reason if asked.accepts(given) else reply(given))
                 for given in numbers),
               *(Answer(phrase(f"codes.{other}"), reply=reason) for other in others)]
    above = len(answers) - 1
    return CodedQuestion(asked.text, tuple(answers), {given: at for at, given in enumerate(numbers)},
                         above + 1 - len(others), above, right)


def _mistakes(asked: HandQuestion, reply: Callable[[str], str], numbers: Sequence[str]) -> Iterator[str]:
    """The wrong numbers whose reply few others have: each is a mistake of its own."""
    replies = {given: re.sub(rf"\b{given}\b", "", reply(given), count=1) for given in numbers
               if not asked.accepts(given)}
    for _, alike in groupby(sorted(replies, key=replies.__getitem__), key=replies.__getitem__):
        given = [*alike]
        if len(given) <= _ALIKE:
            yield from given


def quiz_numbers(sheet: AnswerSheet, items: Sequence[QuizItem], given: Mapping[int, str | None]) -> list[int]:
    """Return the number in a code of the first answer to each question; `given` has them by place."""
    return first_answers(sheet, {at: None if answer is None else _key(items[at].asked, answer, sheet.questions[at])
                                 for at, answer in given.items()})


def _key(asked: HandQuestion, given: str, question: CodedQuestion) -> str:
    """Return an answer as the keys of its question have it."""
    if asked.kind == NUMBER:
        return str(number_in(given))
    if asked.kind == TILE:
        return next((key for key in question.keys if Tile.of(key)[:2] == Tile.of(given)[:2]), "")
    return given


# --- lessons

def lesson_sheet(pupil: LessonSession) -> AnswerSheet:
    """Return the answer sheet of the questions of a lesson, in the finest detail that fits into a code.

    Raises RulesetError if there are more questions than a code holds.

    >>> from domino_lab import play_out
    >>> from domino_lab.sessions.lesson import stops
    >>> hand = play_out("block", seed=7)
    >>> sheet = lesson_sheet(LessonSession(hand, stops(hand, every=0)))
    >>> len(sheet.questions), sheet.questions[0].best.text
    (6, '6-1')
    """
    asked = lesson_questions(pupil)
    pictures = [_lesson_picture(pupil, question.asked_at) for question in asked]
    return first_that_fits(
        AnswerSheet(pupil.hand.title or pupil.hand.rules.name,
                    tuple(_lesson_question(pupil.hand, question, detail)._replace(picture=picture)
                          for question, picture in zip(asked, pictures, strict=True)), detail)
        for detail in DETAILS)


def lesson_questions(pupil: LessonSession) -> list[HandQuestion]:
    """Return the stops of a lesson as questions with one answer."""
    return [question for stop in pupil.stops if (question := move_question(pupil.hand, stop)) is not None]


def lesson_numbers(sheet: AnswerSheet, pupil: LessonSession) -> list[int]:
    """Return the number in a code of the first answer to each question."""
    return first_answers(sheet, {
        at: None if (given := pupil.first_given[asked.step]) is None else _key(asked, given, sheet.questions[at])
        for at, asked in enumerate(lesson_questions(pupil)) if asked.step in pupil.first_given})


def _lesson_question(hand: Timeline, asked: HandQuestion, detail: str) -> CodedQuestion:
    return _code_answers(asked, detail, asked.options, why(hand[asked.step]).caption,
                         lambda given: reply_to_option(hand, asked, given), [Answer(phrase("codes.another"))])


def _lesson_picture(pupil: LessonSession, step: int) -> Picture:
    """The table as the learner sees it, which does not show what fits."""
    table = Playhead(pupil.hand, step=step, viewpoint=pupil.viewpoint, asks=False).snapshot.tabletop
    shown = replace(table, final=table.chain, lit=(), usable=())
    return Picture(svg(scene(shown)), table_text(shown))


# --- exercises on chance

def exercise_sheet(exercises: Sequence[Exercise]) -> AnswerSheet:
    """Return the answer sheet of some exercises: right, the known mistakes, too low, too high.

    It is the same for all learners, whatever their figures. Raises RulesetError if a code cannot hold the answers.

    >>> [answer.right for answer in exercise_sheet([exercise("own_tile")]).questions[0].answers][:2]
    [True, False]
    """
    plain = [exercise(each.name) for each in exercises]
    title = ", ".join(each.title for each in plain)
    return first_that_fits(AnswerSheet(title, tuple(_exercise(each, detail) for each in plain), detail)
                           for detail in DETAILS[1:])


def _exercise(asked: Exercise, detail: str) -> CodedQuestion:
    told = replies(asked)
    wrong = [Answer(phrase("codes.wrong"), reply=asked.hint)] if detail == "marks" else [
        Answer(reply, reply=reply) for reply in told[1:]]
    answers = Answer(phrase("codes.right"), right=True), *wrong
    last = len(answers) - 1
    return CodedQuestion(asked.prompt, answers, {str(at): min(at, last) for at in range(len(told))}, last, last)


def replies(asked: Exercise) -> list[str]:
    """Return the replies to a right answer, to each known mistake, and to others, with the figures of this learner."""
    slips = [key for key in phrases("exercises") if key.startswith(f"{asked.name}_slip_")]
    others = ["other_tile"] if asked.task.unit == "tile" else ["too_low", "too_high"]
    return [phrase("exercises.right"), *(phrase(f"exercises.{slip}", **asked.task.facts) for slip in slips),
            *(f"{phrase(f'exercises.{other}')} {asked.hint}" for other in others)]


def estimate_sheet(session: ChanceLabSession) -> AnswerSheet:
    """Return the answer sheet of an estimate: a chance, to 5 percent, and the right one if that may be seen.

    Raises RulesetError if something else than a chance is asked for.

    >>> from domino_lab.chance.trials import GameTrials
    >>> session = ChanceLabSession(GameTrials("block", "leader wins", seed=1))
    >>> [answer.text for answer in estimate_sheet(session).questions[0].answers][:2]
    ['0 %', '5 %']
    """
    if session.kind != "chance":
        raise RulesetError(phrase("chancelab.no_code"))
    last, solved = 100 // _EACH_PERCENT, session.solve() if session.answers else None
    keys = {str(percent): round(percent / _EACH_PERCENT) for percent in range(101)}
    right = None if solved is None else keys[_percent(float(solved.value))]
    told = "" if solved is None else phrase("chancelab.exactly", value=format_value(float(solved.value), "chance"))
    answers = tuple(Answer(format_value(place * _EACH_PERCENT / 100, "chance"), place == right, told)
                    for place in range(last + 1))
    prompt = session.trials.prompt
    return AnswerSheet(prompt, (CodedQuestion(prompt, answers, keys, 0, last),))


_EACH_PERCENT = 5
"""So many percent share an answer of a code."""


def _percent(value: float) -> str:
    """Return a chance as whole percent, as `chance.js` does."""
    return str(floor(100 * value + 0.5))


def estimate_numbers(sheet: AnswerSheet, session: ChanceLabSession) -> list[int]:
    """Return the number in a code of the first estimate."""
    first = session.guesses[:1]
    return first_answers(sheet, {at: _percent(guess.value) for at, guess in enumerate(first)})


def exercise_numbers(sheet: AnswerSheet, session: ExerciseCardSession) -> list[int]:
    """Return the number in a code of the first answer to each exercise."""
    first: dict[int, Marked] = {}
    for attempt in session.attempts:
        if attempt.marked.right or attempt.marked.reason in replies(session.exercises[attempt.at]):
            first.setdefault(attempt.at, attempt.marked)
    return [_mark(question, asked, first[at]) if at in first else SHOWN if at in session.worked else NOTHING
            for at, (asked, question) in enumerate(zip(session.exercises, sheet.questions, strict=True))]


def _mark(question: CodedQuestion, asked: Exercise, marked: Marked) -> int:
    return FIRST if marked.right else question.number(str(replies(asked).index(marked.reason)))
