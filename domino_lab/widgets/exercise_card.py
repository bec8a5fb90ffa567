"""ExerciseCard: an exercise on chance. First an estimate, then trials and an answer, then the reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from domino_lab.chance.answer_codes import AnswerSheet
from domino_lab.chance.exercises import AnswerRow, Exercise, Learner, Marked
from domino_lab.core.arguments import File, checked
from domino_lab.core.errors import as_text
from domino_lab.core.tiles import Tile
from domino_lab.io.spreadsheets import to_csv
from domino_lab.picture.output import Kept
from domino_lab.picture.scene import scene
from domino_lab.picture.svg import svg
from domino_lab.picture.tabletop import Tabletop
from domino_lab.rules.values import python_literal
from domino_lab.sessions.answer_sheets import exercise_numbers, exercise_sheet
from domino_lab.sessions.exercise_card import ExerciseCardSession, exercises_of
from domino_lab.sessions.playhead import Playhead
from domino_lab.sessions.snapshot import Snapshot
from domino_lab.sessions.viewpoint import ALL
from domino_lab.widgets.asking import hint_list
from domino_lab.widgets.chance_lab import LONGEST_ENTRY, ChanceLab, TrialsPanel, TrialsView
from domino_lab.widgets.hand_view import pile, players
from domino_lab.widgets.messages import Press, form_fields, press, takes, turns, typed_text
from domino_lab.widgets.nodes import (
    Node,
    Nodes,
    box,
    button,
    field,
    form,
    heading,
    html,
    paragraph,
    row,
    submit,
    table_of_results,
    words,
)
from domino_lab.widgets.page_file import Page, page_by
from domino_lab.words import join_words, phrase
from domino_lab.words.escaping import as_markdown

if TYPE_CHECKING:
    import pandas as pd

_ROOM = 165
"""The number of letters that fit below a saved picture."""
_STATIC_WIDTH = 640
_COLUMNS = ("learner", "exercise", "estimate", "trials", "answer", "right", "tries")


ExercisesLike = Annotated[
    str | Exercise | Sequence[str | Exercise] | ExerciseCardSession,
    'the name of an exercise, one such as dl.chance.exercise("own_tile"), or a list of exercises']
"""What a card can ask."""


class ExerciseCard(TrialsView[ExerciseCardSession]):
    """Solve an exercise on chance: estimate it, try it, then answer.

    After the estimate, trials run as in `dl.ChanceLab`. "Check" marks the answer and says what went wrong, as often as
    you like; H or "Hint" gives a hint, "Show answer" the worked answer.

    `what` is the name of an exercise, a kind, an exercise, or several of these. `learner` or `seed` fixes the figures,
    `estimate` is an estimate made beforehand. With `answers=False`, worked answers and exact values are hidden until
    `card.answers = True`. `large` is for a projector. Raises LookupError for an unknown name.

    >>> card = dl.ExerciseCard("own_tile", estimate="30 %")
    >>> card.check("1/28").reason, card.check("1/4").right
    ('That is the chance if you draw one tile. You are dealt 7.', True)
    """

    public = "here answers check results answer_sheet answer_code to_csv hand"
    css, label = "exercise", "exercise_card.exercise"
    keys_told = "exercise_card.keys"
    is_shared = True
    """Whether several people may answer, each with a name."""
    asked: tuple[str | Exercise | tuple[str | Exercise, ...], str | None, int | None]
    key_set = (*(key for key in ChanceLab.key_set if key != "?"), "h", "?")

    @checked
    def __init__(self, what: ExercisesLike, *, large: bool = False, learner: Learner | None = None,
                 seed: int | None = None, answers: bool = True, estimate: str | float | None = None) -> None:
        if isinstance(what, ExerciseCardSession):
            session, self.asked = what, (what.exercises, learner, seed)
        else:
            self.asked = what if isinstance(what, str | Exercise) else tuple(what), learner, seed
            session = ExerciseCardSession(exercises_of(self.asked[0], learner=learner, seed=seed), answers=answers)
            if estimate is not None:
                session.session.guess(estimate, session.exercise.learner)
        self.here, self.large, self.lists = session, large, False
        self.has_table = any(exercise.looked is not None for exercise in session.exercises)
        self._typed, self._cleared, self._news = "", 0, ""
        self._who, self._asks_name, self._adds = "", self.is_shared and not session.exercise.learner, False
        self._hand: tuple[Exercise | None, Playhead | None] = None, None
        self.trials = TrialsPanel(self, session.session, session.exercise.learner)
        self.parts = (self.trials,)
        super().__init__()
        self.watch(session, "changes", self._session_changed)
        for lab in session.sessions:
            self.watch(lab, "changes", self._trials_changed)
            self.watch(lab, "busy", self._wait)

    # --- what a notebook asks for

    @checked
    def check(self, given: object, who: str = "") -> Marked:
        """Answer the open exercise, and return the mark with its reason."""
        return self.here.answer(as_text(given), who)

    @property
    def results(self) -> pd.DataFrame:
        """Everybody's last answer to each exercise as a row: estimate, trials, answer, mark, reason."""
        return self.here.results

    @property
    def answer_sheet(self) -> AnswerSheet:
        """The exercises, as answer codes tell them; raises RulesetError for more than a code holds."""
        return exercise_sheet(self.here.exercises)

    @property
    def answer_code(self) -> str:
        """The first answers to the exercises, as a code for `dl.chance.class_board`: right, or which mistake.

        Raises RulesetError for more exercises than a code holds.

        >>> dl.ExerciseCard("own_tile").answer_code[:9]
        '0000-0000'
        """
        sheet = self.answer_sheet
        return sheet.code(exercise_numbers(sheet, self.here))

    @checked
    def to_csv(self, path: File | None = None) -> str:
        """Return the results as CSV text, and write it to the file `path`; `dl.chance.class_book` reads it."""
        return to_csv(self.results, path, index=False, such="answers.csv")

    def make_page(self) -> Page:
        """Return the exercises as a page for any browser: hints, marked answers, and a code of them, without trials.

        >>> dl.ExerciseCard("own_tile").make_page().title
        'A tile you wish for'
        """
        return page_by("exercise_pages.exercise_page", self)

    @property
    def recipe(self) -> str:
        """The line that recreates this card."""
        what, learner, seed = self.asked
        what = (what,) if isinstance(what, Exercise) else what
        if not isinstance(what, str) and not all(isinstance(name, str) for name in what):
            made = [exercise.line for exercise in self.here.exercises]
            return f"dl.ExerciseCard({made[0]})" if len(made) == 1 else f"dl.ExerciseCard([{', '.join(made)}])"
        who = f", learner={python_literal(learner)}" if learner else f", seed={seed}" if seed else ""
        kept = "" if self.answers else ", answers=False"
        return f"dl.ExerciseCard({python_literal(what)}{who}{kept})"

    line = recipe

    # --- what is shown

    @property
    def name(self) -> str:
        """The name of the card for screen readers: the exercise."""
        return words("exercise_card.name", title=self.here.exercise.title)

    def announcement(self) -> str:
        """Return the announcement: the result of the trials, the answer with its reason, or the question."""
        last = self.here.last
        return self._news or (last.text if last is not None else self.here.exercise.question)

    @property
    def note(self) -> str:
        """The line below the place of the exercise; empty on a card that is no practice."""
        return ""

    @property
    def position(self) -> tuple[str, int]:
        """The exercise."""
        return f"{id(self.here):x}-{self.here.at}", 0

    @property
    def hand(self) -> Playhead | None:
        """The hand that the exercise is about, as its seat sees it; None if there is none."""
        exercise = self.here.exercise
        if self._hand[0] is not exercise:
            self._hand = exercise, _hand_of(exercise)
        return self._hand[1]

    @property
    def seen(self) -> Snapshot | None:
        """The snapshot of that hand."""
        return None if self.hand is None else self.hand.snapshot

    def tabletop(self) -> Tabletop | None:
        """Return the table of the exercise; nobody plays on, so the picture only needs room for these tiles."""
        return None if self.seen is None else replace(self.seen.tabletop, final=self.seen.tabletop.chain)

    def areas(self) -> dict[str, Nodes]:
        """Return the question, the estimate or the answer, the trials, and the buttons to other exercises."""
        session, seen = self.here, self.seen
        # Where all tiles are seen, the question is put to the player who moves.
        above, below = ([], []) if seen is None else players(
            seen, below=seen.state.turn if seen.seen_by is None else None)
        guessed = bool(session.session.guesses)
        leads = session.session.n == 0 and not session.is_done(session.at)
        controls = self.trials.controls(leads=leads) if guessed else []
        return {
            "head": [paragraph(session.exercise.title, "title"), None if seen is None else pile(seen.tabletop),
                     self.gear(*(button(words(f"quiz.{name}"), name) for name in ("save_csv", "save_page")))],
            "top": above, "rack": below, "foot": self.trials.example(),
            "talk": [*question_nodes(session.exercise.question), self.drawing(), *self._form(),
                     *(self.trials.nodes() if guessed else [])],
            "bar": [*controls, row(*self._moving())],
            "more": [paragraph(place(session), "note"), paragraph(self.note, "note"),
                     html(table_html(session)) if self.lists else None,
                     self.trials.outcome() if session.session.n else None],
        }

    def drawing(self) -> Node:
        """Return the tiles that the exercise speaks of, until there is a trial, whose tiles are drawn instead."""
        session = self.here
        groups = session.exercise.task.drawn if session.session.hand is None else ()
        return row(*map(_draw, groups), css="dealt-row") if groups else None

    def _form(self) -> Nodes:
        """One form at a time: for an estimate, and after it for the answer with its mark."""
        session = self.here
        entry = self.trials.entry(leads=not session.begun, asks_name=self._asks_name)
        tried = session.session.trials.prompt       # what is estimated may be asked in words of its own
        asked = paragraph(tried, "note") if tried != session.exercise.prompt else None
        if entry is not None and (self._adds or not session.begun):
            return [asked, entry]
        more = None if entry is None else button(words("chancelab.predict_more"), "add_estimate", css="quiet")
        return [self._answering(more), asked if session.session.guesses else None]

    def _answering(self, more: Node) -> Node:
        session, last = self.here, self.here.last
        # The reason of an answer that is too high or too low ends with the first hint.
        hints = [hint for hint in session.hints if last is None or not last.marked.reason.endswith(hint)]
        all_shown = len(session.hints) == len(session.exercise.hints)
        more_help = words("exercise_card.next_hint" if session.hints else "hint")
        css, sign = ("right", "✓") if last is not None and last.marked.right else ("wrong", "✗")
        leads = not session.is_done(session.at) and (session.session.n > 0 or not session.session.guesses)
        work = words("exercise_card.work_hide" if session.way is not None else "show_me")
        name = field(words("chancelab.who"), name="who", value=self._name) if self._asks_name else None
        has_other = self.is_shared and not self._asks_name
        other = button(words("exercise_card.someone"), "someone", css="quiet") if has_other else None
        form_of = words(f"exercise_card.answer_{session.exercise.task.unit}")
        return box(
            form("answer", field(form_of, name="answer", value=self._typed), name,
                 submit(words("exercise_card.check"), css="primary" if leads else ""), css="answer",
                 key=f"answer-{session.at}-{self._cleared}"),
            None if last is None else paragraph(last.text, css, sign=sign),
            row(button(more_help, "hint", css="quiet", off=all_shown),
                button(work, "work", css="quiet") if session.may_work else None, other, more),
            *hint_list(hints),
            self._worked_answer(), css="question", label=words("answer"))

    @property
    def _name(self) -> str:
        """The name of whoever estimates and answers now."""
        return self._who or self.here.exercise.learner

    def _worked_answer(self) -> Node:
        way = self.here.way
        if way is None:
            return None
        return box(heading(way.said), *(paragraph(text) for text in (way.way, *way.solution.sums)), css="comment")

    def _moving(self) -> Nodes:
        """Previous and Next where there are several, the way round the estimate, and the table of answers."""
        session, several = self.here, len(self.here.exercises) > 1
        is_last = session.at == len(session.exercises) - 1
        return [
            button(words("previous"), "previous", off=session.at == 0) if several else None,
            button(words("next"), "next", off=is_last,
                   css="primary" if session.is_done(session.at) else "") if several else None,
            None if session.begun else button(words("exercise_card.skip"), "skip", css="quiet"),
            button(words("quiz.hide_results" if self.lists else "quiz.results"), "results",
                   css="quiet", expanded=self.lists)]

    def _session_changed(self) -> None:
        self._news = ""
        if self.trials.session is not self.here.session:
            self._typed, self._adds = "", False
            self.trials.session, self.trials.owner = self.here.session, self._name
        self.refresh()

    def _trials_changed(self) -> None:
        """The trials went on: that is announced, and there may be an answer now."""
        self._news = self.trials.aloud if self.here.session.guesses else ""
        self.refresh()

    # --- what is done

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that answer, help, turn the page, list and save."""
        session, entry = self.here, typed_text(LONGEST_ENTRY)
        return {
            "estimate": takes(form_fields(estimate=entry, who=entry), self._estimate),
            "answer": takes(form_fields(answer=entry, who=entry), self._answer),
            "someone": press(self._ask_name), "add_estimate": press(self._add_estimate),
            "hint": press(session.hint), "work": press(session.work), "skip": press(session.skip),
            "previous": press(lambda: session.turn_to(session.at - 1)),
            "next": press(lambda: session.turn_to(session.at + 1)), "results": turns(self, "lists"),
            "save_csv": press(lambda: self.stage.download("answers.csv", self.to_csv(), "text/csv")),
            "save_page": press(lambda: self.stage.download("exercises.html", self.make_page().html, "text/html")),
        }

    def _answer(self, given: Mapping[str, str]) -> None:
        """Have an answer marked; after a right one with a name the fields are free for the next learner."""
        self._typed, who = given.get("answer", ""), given.get("who", self._name)
        self._take_name(who)
        if self.here.answer(self._typed, who).right and who.strip() not in ("", self.here.exercise.learner):
            self._typed, self._cleared = "", self._cleared + 1
            self._ask_name()

    def _estimate(self, given: Mapping[str, str]) -> None:
        if self.trials.estimate(given):
            self._take_name(given.get("who", self._name))

    def _add_estimate(self) -> None:
        self._adds = True
        self._ask_name()

    def _take_name(self, who: str) -> None:
        """Keep the name, which is asked once."""
        self._who, self._asks_name, self._adds = who.strip(), False, False
        self.trials.owner = self._name

    def _ask_name(self) -> None:
        self._who, self._asks_name = "", True
        self.trials.owner = self._name

    def key(self, key: str) -> None:
        """Show the hint, close the answers, or go on with the trials."""
        if key == "h":
            self.here.hint()
        elif key == "Escape" and self.lists:
            self.lists = False
        elif self.here.session.guesses:
            self.trials.key(key)

    def to_keep(self) -> Kept:
        """Return the question, with a picture if it is about a hand."""
        exercise, last, table = self.here.exercise, self.here.last, self.tabletop()
        caption = [self.trials.caption] if self.here.session.n else []
        parts = [exercise.prompt, *caption, *([last.text] if last else [])]
        text = "\n".join([exercise.title, *parts])
        if table is None:
            markdown = "\n\n".join([f"**{as_markdown(exercise.title)}**", *map(as_markdown, parts)])
            return Kept("", text, markdown=markdown)
        return Kept(svg(scene(replace(table, caption=_short(exercise.prompt)), _STATIC_WIDTH)), text)


def _hand_of(exercise: Exercise) -> Playhead | None:
    looked = exercise.looked
    if looked is None:
        return None
    line = replace(looked.timeline.upto(looked.step), title=exercise.title)
    return Playhead(line, step=looked.step, viewpoint=ALL if looked.seat is None else looked.seat, asks=False)


def _draw(tiles: Sequence[Tile | None]) -> Node:
    """Tiles side by side, face down where it is not known which they are."""
    named, down = [str(tile) for tile in tiles if tile is not None], tiles.count(None)
    label = join_words([*named, *([words("exercise_card.face_down", count=down)] if down else [])])
    return {"is": "dealt", "tiles": [*named, *[""] * down], "ringed": [], "label": label}


def _sentences(prompt: str) -> tuple[list[str], int]:
    """The sentences of a prompt, and which of them is the question."""
    sentences = prompt.replace("? ", "?\n").replace(". ", ".\n").splitlines()
    return sentences, max(number for number, sentence in enumerate(sentences) if sentence.endswith("?"))


def question_nodes(prompt: str) -> Nodes:
    """Return what is known, the question in bold type, and what follows it."""
    sentences, asked = _sentences(prompt)
    return [paragraph(" ".join(sentences[:asked])), paragraph(sentences[asked], "ask"),
            paragraph(" ".join(sentences[asked + 1:]), "note")]


def _short(prompt: str) -> str:
    """The last sentences of a question, as many as fit below a picture: the tiles themselves are in it."""
    (sentences, asked), kept = _sentences(prompt), ""
    for sentence in reversed(sentences[:asked + 1]):
        if len(kept) + len(sentence) > _ROOM:
            break
        kept = f"{sentence} {kept}".strip()
    return kept


def place(session: ExerciseCardSession) -> str:
    """Return the number of the exercise, its kind and its level.

    >>> place(ExerciseCardSession(exercises_of("own_tile")))
    'Holdings, level 1 of 5.'
    """
    exercise, number = session.exercise, len(session.exercises)
    level = phrase("exercise_card.level", kind=phrase(f"exercise_card.kind_{exercise.kind}"), level=exercise.level)
    if number == 1:
        return level
    return f"{phrase('exercise_card.place', at=session.at + 1, number=number, solved=session.solved)} {level}"


def table_html(session: ExerciseCardSession) -> str:
    """Return everybody's answers as an HTML table."""
    columns = (phrase(f"exercise_card.column_{name}") for name in _COLUMNS)
    return table_of_results(phrase("quiz.results"), columns, map(_cells, session.rows()))


def _cells(answer: AnswerRow) -> tuple[str, ...]:
    right = "" if answer.right is None else phrase("exercises.mark_right" if answer.right else "exercises.mark_wrong")
    who = answer.learner or phrase("chancelab.you")
    title = phrase(f"exercises.{answer.exercise}_title")
    estimate = "" if answer.estimate is None else f"{answer.estimate:g}"
    return who, title, estimate, f"{answer.trials:,}" if answer.trials else "", answer.answer, right, str(answer.tries)
