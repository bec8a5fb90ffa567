"""ClassBoard: what a class answered, from the answer codes of its learners; in a notebook, and as a page."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from domino_lab.chance.answer_codes import (
    LENGTH,
    MOST_CODES,
    MOST_LETTERS,
    AnswerSheet,
    ClassCodes,
    read_codes,
)
from domino_lab.chance.exercises import Exercise
from domino_lab.core.arguments import checked
from domino_lab.core.errors import RecordError
from domino_lab.io.spreadsheets import to_csv
from domino_lab.picture.output import Kept, image
from domino_lab.sessions.answer_sheets import exercise_sheet
from domino_lab.sessions.exercise_card import exercises_of
from domino_lab.widgets.messages import Press, form_fields, press, sets, takes, typed_text, yes_or_no
from domino_lab.widgets.nodes import (
    Json,
    Nodes,
    area,
    box,
    bullets,
    button,
    checkbox,
    fold,
    form,
    heading,
    html,
    paragraph,
    row,
    submit,
    words,
)
from domino_lab.widgets.page_file import Page, PageMaker
from domino_lab.widgets.stage import bundle
from domino_lab.widgets.view import View
from domino_lab.words import phrase, phrases
from domino_lab.words.escaping import escape

if TYPE_CHECKING:
    import pandas as pd

_FEW = 8
"""Of a question with at most so many answers all are shown, of others those that somebody gave, and the right ones."""
_MOST_REFUSED = 20
"""So many refused lines are shown."""

Asked = Annotated[
    View | Page | AnswerSheet | str | Exercise | Sequence[str | Exercise],
    'a quiz, its page from dl.page, an exercise card, the name of an exercise, or one such as '
    'dl.chance.exercise("own_tile")']
"""What a class has answered."""


class ClassBoard(PageMaker, View):
    """Show what a class answered: type or paste answer codes, and see how often each answer was given.

    `dl.chance.class_board` makes one. `codes` is a text with a code on each line, with or without a name before it.
    Names are shown only when "Show names" is ticked. `table` and `to_csv` have an answer of each learner in each
    column, `counts` has the bars.

    >>> board = class_board("own_tile")
    >>> board.add("Ana 0000-0000-0000")
    'Line 1: Ana 0000-0000-0000. This code belongs to other questions.'
    """

    public = "codes add table counts to_csv"
    css, label = "classboard", "codes.board"
    codes: ClassCodes

    def __init__(self, sheet: AnswerSheet, text: str = "", *, large: bool = False) -> None:
        self.sheet, self.large, self.shows_names, self.text = sheet, large, False, ""
        self._read(text)
        super().__init__()

    # --- what a notebook asks for

    def add(self, text: str) -> str:
        """Read more codes, one a line; return what is wrong with the refused ones, or an empty text."""
        before = len(self.text.splitlines())
        with self.together():
            self._read("\n".join(filter(None, (self.text.rstrip("\n"), text))))
            self._stale = True
        return "\n".join(reason for at, reason in self._refusals() if at > before)

    def table(self) -> pd.DataFrame:
        """Return a row for each learner: the name, how many answers were right at first try, and each answer."""
        from domino_lab.io.dataframes import number_rows

        scored = ("points",) if self.sheet.scores else ()
        columns = ("name", "right", *scored, *(f"question {at}" for at, _ in enumerate(self.sheet.questions, 1)))
        return number_rows([tuple(row.values()) for row in self.codes.rows()], columns)

    def counts(self) -> pd.DataFrame:
        """Return a row for each question and answer: how many learners gave it, and whether it is right."""
        from domino_lab.io.dataframes import Printable

        rows = [(at + 1, tally.answer.text, tally.answer.right, tally.learners)
                for at, _ in enumerate(self.sheet.questions) for tally in self.codes.tallies(at)]
        return Printable(rows, columns=["question", "answer", "right", "learners"])

    def to_csv(self, path: str | Path | None = None) -> str:
        """Return the table as CSV text, and write it to the file `path` if there is one.

        >>> class_board("own_tile").to_csv()
        'number,name,right,question 1\\n'
        """
        return to_csv(self.table(), path, such="class.csv")

    # --- what is shown

    @property
    def title(self) -> str:
        """The title: what the class answered."""
        return words("codes.title", title=self.sheet.title)

    @property
    def name(self) -> str:
        """The name of this view for screen readers."""
        return self.title

    @property
    def status(self) -> str:
        """The numbers of codes that were counted and refused, and that only so many lines are read."""
        codes = self.codes
        counted = words("codes.counted", count=len(codes.entries), refused=len(codes.refused))
        return f"{counted} {words('codes.left_out', most=f'{MOST_CODES:,}')}" if codes.left_out else counted

    def areas(self) -> dict[str, Nodes]:
        """Return the field for the codes, what was refused, and the bars of each question."""
        refused = [paragraph(text) for _, text in self._refusals()[:_MOST_REFUSED]]
        hardest = self.codes.hardest()
        return {
            "head": [paragraph(self.title, "title"),
                     self.gear(*(button(words(f"quiz.{name}"), name) for name in ("save_csv", "save_page")))],
            "talk": [form("read", area("text", value=self.text, rows=6, label=words("codes.ask")),
                          submit(words("codes.read"))),
                     *(paragraph(words(f"codes.{name}"), "note") for name in ("repeats", f"holds_{self.sheet.detail}")),
                     paragraph(self.status), bullets(refused)],
            "bar": [row(checkbox(words("codes.show_names"), "names", value=self.shows_names))],
            "more": [*self._scores(),
                     None if hardest is None else paragraph(words("codes.hardest", number=hardest + 1)),
                     *(node for place, _ in enumerate(self.sheet.questions) for node in self._question(place))],
        }

    def _scores(self) -> Nodes:
        codes = self.codes
        if not self.sheet.scores:
            return []
        sign = -1 if self.sheet.scores == "lost" else 1
        bars = [_Bar(str(sign * score.points), score.learners, score.names) for score in codes.scores()]
        return [heading(words(f"codes.scores_{self.sheet.scores}")),
                html(_bars(bars, len(codes.entries), names=self.shows_names), key="bars-scores"),
                paragraph(codes.beside()), paragraph(words("codes.skipped"), "note")]

    def _question(self, place: int) -> Nodes:
        codes, question = self.codes, self.sheet.questions[place]
        shown = [_Bar(tally.answer.text, tally.learners, tally.names, tally.answer.right)
                 for tally in codes.tallies(place) if tally.learners or tally.answer.right
                 or (len(question.answers) <= _FEW and tally.answer in question.answers)]
        right = words("codes.right_of", right=codes.right(place), count=len(codes.entries))
        bars = _bars(shown, len(codes.entries), names=self.shows_names)
        drawn = "" if question.picture is None else image(*question.picture)
        has_right = any(answer.right for answer in question.answers)
        return [heading(words("codes.question", number=place + 1)), paragraph(question.text),
                paragraph(right, "note") if has_right else None,
                html(f'<div class="dlab-tallied">{drawn}{bars}</div>' if drawn else bars, key=f"bars-{place}"),
                *(self._folds(place) if has_right else ())]

    def _folds(self, place: int) -> Nodes:
        """The commonest mistake with its reason, and the right answer with its own, where it says more than a mark.

        In the question that most got wrong the mistake is open.
        """
        mistake, best = self.codes.mistake(place), self.sheet.questions[place].best
        label = "" if mistake is None else words("codes.mistake", answer=mistake.answer.text, count=mistake.learners)
        reply = None if mistake is None else paragraph(mistake.answer.reply)
        is_open = place == self.codes.hardest()
        return [box(paragraph(label), reply, css="comment") if is_open else None if reply is None else
                fold(label, reply, key=f"mistake-{place}"),
                fold(words("codes.reason"), paragraph(best.reply), key=f"reason-{place}") if best.reply else None]

    def _refusals(self) -> list[tuple[int, str]]:
        return [(refused.line, words("codes.line", line=refused.line, text=refused.text, reason=refused.reason))
                for refused in self.codes.refused]

    def to_keep(self) -> Kept:
        """Return how many were right, for readers without a kernel."""
        right = [words("codes.row", number=place + 1, right=self.codes.right(place), count=len(self.codes.entries))
                 for place, _ in enumerate(self.sheet.questions)]
        return Kept("", "\n".join((self.title, self.status, *right)))

    def make_page(self) -> Page:
        """Return the board as a page that works from a file in any browser, with the codes that it has.

        >>> class_board("own_tile").make_page().title
        'Class board: A tile you wish for'
        """
        script, look = bundle("codes", "class_board")
        own = Path(__file__).with_name("class_board.css").read_text(encoding="utf-8").partition("*/")[2]
        body = _markup(self.title, self.text, self.sheet)
        return Page(self.title, body, script, own + _tokens(look), self.sheet)

    # --- what is done

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that read the codes, show names, and save."""
        return {
            "read": takes(form_fields(text=typed_text(MOST_LETTERS)),
                          lambda given: self._read(given.get("text", self.text))),
            "names": sets(self, "shows_names", yes_or_no),
            "save_csv": press(lambda: self.stage.download("class.csv", self.to_csv(), "text/csv")),
            "save_page": press(lambda: self.stage.download("class-board.html", self.make_page().html, "text/html")),
        }

    def _read(self, text: str) -> None:
        if len(text) > MOST_LETTERS:
            raise RecordError(phrase("codes.too_long", most=f"{MOST_LETTERS:,}"))
        self.text, self.codes = text, read_codes(self.sheet, text)


class _Bar(NamedTuple):
    """An answer or a score, how many learners have it, and who."""

    text: str
    learners: int
    names: tuple[str, ...]
    right: bool = False


def _bars(bars: Sequence[_Bar], learners: int, *, names: bool) -> str:
    """Return a table of answers with a bar for each, which is as long as its share of the class."""
    rows = []
    for bar in bars:
        css, sign = ("dlab-good", "✓ ") if bar.right else ("", "")
        share = bar.learners / learners if learners else 0
        who = f"<td>{escape(', '.join(bar.names))}</td>" if names else ""
        rows.append(f'<tr class="{css}"><th scope="row">{sign}{escape(bar.text)}</th><td class="dlab-tally">'
                    f'<i style="--at:{share:.3f}"></i></td><td>{bar.learners}</td>{who}</tr>')
    return f'<table class="dlab-tallies">{"".join(rows)}</table>'


@checked
def class_board(asked: Asked, codes: str = "", *, large: bool = False) -> ClassBoard:
    """Return a board that shows what a class answered, from the answer codes of its learners.

    `asked` is the quiz, the page that `dl.page` made of it, an exercise card, or exercises. `codes` has a code on each
    line, with or without a name before it; more can be typed, pasted or added later. `dl.page` of the board is a file
    for any browser, which also reads files and QR codes. `large` is for a projector. Raises RulesetError if there are
    more questions than a code holds, RecordError for a page without answer codes, and LookupError for an unknown
    exercise.

    >>> quiz = dl.quiz("block", "legal", n=2, seed=1)
    >>> marked = quiz.grade(1, "Yes")
    >>> dl.chance.class_board(quiz, f"Ana {quiz.answer_code}").table().loc[1, "question 1"]
    'Yes'
    """
    return ClassBoard(_sheet(asked), codes, large=large)


def _sheet(asked: View | Page | AnswerSheet | str | Exercise | Sequence[str | Exercise]) -> AnswerSheet:
    sheet = getattr(asked, "answer_sheet", asked)
    if isinstance(sheet, AnswerSheet):
        return sheet
    if isinstance(asked, View | Page):
        raise RecordError(phrase("codes.no_codes", title=asked.title if isinstance(asked, Page) else asked.name))
    return exercise_sheet(exercises_of(asked))


# --- the page ---------------------------------------------------------------------------------------------------------

_SAID = ("counted", "left_out", "line", "right_of", "mistake", "question", "shown", "none", "not_a_code", "mistyped",
         "other", "no_reader", "no_camera", "no_code", "camera", "camera_off", "hardest", "scores_lost",
         "scores_ahead", "skipped", "better", "reason")
"""The sentences that the script of the page fills in."""


def _markup(title: str, text: str, sheet: AnswerSheet) -> str:
    """Return the body of the page, with the codes that there are."""
    notes = "".join(f'<p class="note">{escape(words(f"codes.{name}"))}</p>'
                    for name in ("repeats", f"holds_{sheet.detail}", "stays"))
    said = {name: escape(words(f"codes.{name}")) for name in ("ask", "file", "camera", "show_names")}
    packed = json.dumps(_data(sheet), separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    return (f'<main><h1>{escape(title)}</h1><section><label>{said["ask"]}<textarea id="codes" rows="8" '
            f'spellcheck="false" autocomplete="off">\n{escape(text)}</textarea></label>{notes}'
            f'<label>{said["file"]}<br><input type="file" id="file" multiple accept=".txt,.csv,.tsv,text/*,image/*">'
            f'</label><div class="tools"><button type="button" id="camera">{said["camera"]}</button>'
            f'<button type="button" id="save">{escape(words("quiz.save_csv"))}</button>'
            f'<label><input type="checkbox" id="names"> {said["show_names"]}</label></div>'
            '<p id="said" class="note" role="status"></p><video id="video" muted playsinline hidden></video>'
            '<p id="counted" role="status"></p><ul id="refused" class="wrong"></ul></section>'
            f'<section id="questions"></section></main><noscript><p>{escape(words("no_script"))}</p></noscript>'
            f'<script type="application/json" id="asked">{packed}</script>')


def _data(sheet: AnswerSheet) -> Json:
    """Return what the script of the page needs, as plain JSON."""
    said = {**{name: phrases("codes")[name] for name in _SAID}, "not_a_code": words("codes.not_a_code", number=LENGTH),
            "left_out": words("codes.left_out", most=f"{MOST_CODES:,}")}
    questions = [{"text": question.text, "answers": [list(answer[:3]) for answer in question.answers],
                  **({"picture": question.picture} if question.picture else {})} for question in sheet.questions]
    return {"sheet": sheet.data(), "questions": questions, "words": said, "few": _FEW, "most": MOST_CODES,
            "letters": MOST_LETTERS, "refused": _MOST_REFUSED, "scores": sheet.scores, "beside": sheet.beside}


def _tokens(look: str) -> str:
    """The colours of every widget, by day and by night, and the rules for bars."""
    day = re.search(r"\.dlab-root(\{[^{}]*--dlab-text:[^{}]*\})", look)
    night = re.search(r'\[data-jp-theme-light="false"\] \.dlab-root(\{[^{}]*--dlab-text:[^{}]*\})', look)
    assert day is not None
    assert night is not None
    bars = "".join(re.findall(r"[^{}]*\.dlab-tall[^{}]*\{[^{}]*\}", look))
    return f":root{day[1]}@media screen and (prefers-color-scheme:dark){{:root{night[1]}}}{bars}"
