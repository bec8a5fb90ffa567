"""Lesson: a hand that stops at its questions; the learner makes the move, and the hand goes on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets

from domino_lab.arguments import checked
from domino_lab.errors import NotationError, RecordError, shown
from domino_lab.escaping import escape
from domino_lab.explain.move_text import ScoreCall, parse_move
from domino_lab.notebook import hand_of
from domino_lab.picture.alt_text import alt_text, table_text
from domino_lab.picture.scene import scene
from domino_lab.picture.svg import svg
from domino_lab.picture.tabletop import Tabletop
from domino_lab.play.timeline import Timeline
from domino_lab.record.compact import packed
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import python_literal
from domino_lab.spreadsheets import to_csv
from domino_lab.tiles import Tile
from domino_lab.widgets.board.rack import Rack
from domino_lab.widgets.comments import Comments
from domino_lab.widgets.footed import Footed
from domino_lab.widgets.lesson.acts import Acts
from domino_lab.widgets.lesson.answering import LessonQuestion
from domino_lab.widgets.lesson.attempts import Attempt
from domino_lab.widgets.lesson.lesson_table import LessonTable, before
from domino_lab.widgets.lesson.pupil import Pupil
from domino_lab.widgets.lesson.said import asked as asked_now
from domino_lab.widgets.lesson.said import caption, faulty, place, rule, told
from domino_lab.widgets.lesson.stops import Stop, stops
from domino_lab.widgets.lesson.tally import Tally, results
from domino_lab.widgets.moves import MoveList
from domino_lab.widgets.origin import one_hand
from domino_lab.widgets.part import html
from domino_lab.widgets.terms import linked
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd

WIDE, ASIDE = 620, 240
"""From this width on, in pixels, comments and moves stand beside the table, in a column of that width."""


class Lesson(Footed):
    """A hand that stops at its questions: the learner lays the tile or gives the answer, and the hand goes on.

    `hand` is a hand, a packaged hand's name, a file, or a ruleset's id (then `seed` and `seats` choose the deal). With
    `every` it also stops at each move of that seat. A move that the rules refuse is answered with its clause, any other
    that the hand does not make with what tells the two apart; `.results` has all tries as a table. `viewpoint` is
    "all", "table" or a seat, `large` for a projector. Raises RecordError for a hand that stops nowhere.

    >>> lesson = Lesson("block", seed=7, every=0)
    >>> lesson.acts.mine["show_me"].click()
    >>> lesson.results.result.tolist()
    ['shown', '', '', '', '', '']
    """

    css = "dlab-lesson"
    label = "lesson.lesson"
    keys_taken = Acts.keys_taken

    @checked
    def __init__(
        self, hand: str | Path | Timeline | Ruleset, *, every: int | None = None, seed: int | None = None,
        seats: int | None = None, viewpoint: int | str | None = None, large: bool = False,
    ) -> None:
        self.large = large
        line = one_hand(hand_of(hand, seed=seed, seats=seats))
        found = _checked(line, every)
        given = {"seed": seed, "seats": seats, "every": every, "viewpoint": viewpoint}
        self._line = _recipe(hand, line, given)
        usual = _viewpoint(line, found, every)
        super().__init__(Pupil(line, found, viewpoint=usual if viewpoint is None else viewpoint))

    # --- what a notebook asks for

    @checked
    def attempt(self, text: str | int | Tile, at: str | Tile | None = None) -> Attempt:
        """Try a move, written as for `dl.why_not`, or answer the question that waits; what becomes of it.

        Between two questions it first goes on to the next. Raises NotationError for what is no move or no answer, and
        RecordError where no question is left.

        >>> Lesson("block", seed=7, every=1).attempt("1-1").verdict
        'refused'
        """
        self.here.to_next()
        stop = self.here.stop
        if stop is None:
            raise RecordError(phrase("lesson.no_more"))
        if stop.by_move:
            action = parse_move(self.here.live, text, at)
            if isinstance(action, ScoreCall):
                raise NotationError(phrase("lesson.choose_first"))
            self.here.do(action)
        else:
            self.here.answer(str(text))
        return self.here.given[stop.step][-1]

    @property
    def results(self) -> pd.DataFrame:
        """Every question as a row: the tries, how many of them the rules refused, and how it ended."""
        return results(self.here)

    @checked
    def to_csv(self, path: str | Path | None = None) -> str:
        """The results as CSV text, written to the file `path` where one is named.

        >>> Lesson("block", seed=7, every=1).to_csv().splitlines()[0][:11]
        'number,step'
        """
        return to_csv(self.results, path, such="tries.csv")

    @property
    def line(self) -> str:
        """The line of Python that makes this lesson again; empty where no short one does."""
        return self._line

    # --- how it looks

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        inside = {"within": self.frame}
        here = self.here
        self.head, self.caption = ipywidgets.HTML(), ipywidgets.HTML()
        self.caption.add_class("dlab-caption")
        self.table = LessonTable(here, large=self.large, **inside)
        self.question = LessonQuestion(here, asks=False, **inside)
        self.rack, self.acts = Rack(here, hints=False, **inside), Acts(here, **inside)
        self.comments, self.moves = Comments(here, **inside), MoveList(here, **inside)
        self.tally = Tally(here, csv=self.to_csv, **inside)
        self.acts.offer(self.tally)
        main = ipywidgets.VBox([self.table, self.caption, self.question, self.rack, self.acts])
        aside = ipywidgets.VBox([self.comments, self.moves])
        for box, css in ((main, "dlab-main"), (aside, "dlab-aside")):
            box.add_class(css)
        self.body = ipywidgets.Box([main, aside])
        self.body.add_class("dlab-body")
        self.watch("root_width", self._fit, of=self.frame)
        self._fit()
        return self.head, self.body, self._foot()

    def _show(self) -> None:
        here = self.here
        self.head.value = (f'<div class="dlab-heading">{escape(f"{here.snapshot.title}. {place(here)}")}</div>'
                           + html(faulty(here.hand), "dlab-note"))
        attempt = here.said
        sign = {"right": "✓", "refused": "✗", "wrong": "✗"}.get(attempt.verdict, "") if attempt is not None else ""
        mark = f'<b aria-hidden="true">{sign}</b> ' if sign else ""
        css = "dlab-miss" if sign == "✗" else "dlab-hit" if sign else "dlab-said"
        origin, ask = rule(here), asked_now(here)
        self.caption.value = (
            f'<p class="{css}">{mark}{linked(caption(here))}</p>'
            + (f'<p class="dlab-rule">{escape(origin)}</p>' if origin else "")
            + (f'<p class="dlab-ask"><b>{escape(ask)}</b></p>' if ask else "")
        )
        stop = here.stop
        self.rack.layout.display = "" if stop is not None and stop.by_move else "none"
        self._show_foot()

    def _speak(self) -> None:
        self.frame.alt = alt_text(before(self.here))
        self.frame.status = told(self.here) if self.here.voice is self else ""

    def _resize(self) -> None:
        self.table.large = self.large
        self._fit()

    def _fit(self) -> None:
        width = self.frame.root_width
        if not width:
            return
        self.table.fit_beside(self.body, width, ASIDE, wide=width >= WIDE and not self.large)

    # --- what a reader does

    def _enter(self, given: str) -> None:
        self.question._enter(given)

    def _key(self, key: str) -> None:
        self.acts.key(key)

    def _repr_mimebundle_(self, **which: Any) -> dict[str, Any]:
        """Live where there is a kernel; in a saved notebook the table with the question that waits."""
        bundle = super()._repr_mimebundle_(**which)
        seen: Tabletop = before(self.here)
        words = phrase("lesson.saved", title=self.here.snapshot.title, place=place(self.here), told=told(self.here),
                       position=table_text(seen))
        return {**bundle, "image/svg+xml": svg(scene(seen)), "text/plain": words}


def _checked(line: Timeline, every: int | None) -> tuple[Stop, ...]:
    """The stops of a hand; a lesson without one would have nothing to ask."""
    seats = len(line.names)
    if every is not None and (not isinstance(every, int) or every is True or not 0 <= every < seats):
        raise RecordError(f"every={shown(every)} is no seat: the seats are 0 to {seats - 1}")
    found = stops(line, every)
    if not found:
        raise RecordError(faulty(line) or phrase("lesson.no_questions"))
    return found


def _viewpoint(line: Timeline, found: tuple[Stop, ...], every: int | None) -> int | None:
    """Who plays one seat sees what that seat sees, unless the hand also asks about others."""
    seats = {line[stop.step].seat for stop in found}
    return every if every is not None and seats == {every} and line.rules.solo is None else None


def _recipe(hand: object, line: Timeline, given: dict[str, Any]) -> str:
    made = python_literal(str(hand)) if isinstance(hand, str | Path) and "\n" not in str(hand) else line.recipe
    if not made and not line.rules.own:
        made = python_literal(packed(line))
    said = [f"{name}={python_literal(value)}" for name, value in given.items() if value is not None]
    return f"dl.Lesson({', '.join([made, *said])})" if made else ""
