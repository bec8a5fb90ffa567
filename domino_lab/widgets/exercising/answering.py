"""Answering: the field for an answer, what is said to it, the hint, and the worked answer where it may be shown."""

from __future__ import annotations

from typing import Any

import ipywidgets

from domino_lab.widgets.part import Part, in_row
from domino_lab.widgets.terms import plain
from domino_lab.words import phrase


class Answering(Part):
    """A field for an answer and one for a name; it comes once there is an estimate.

    >>> from domino_lab.widgets.exercising.card import ExerciseCard
    >>> card = ExerciseCard("own_tile", estimate="30 %")
    >>> card.answering.enter("1/4")
    >>> card.here.last.marked.right
    True
    """

    css = "dlab-answering"
    label = "exercise_card.answer"

    def _opened(self, what: Any, **_how: Any) -> Any:
        return what

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self._held = self.here.exercise
        auto = ipywidgets.Layout(width="auto")
        self.field = ipywidgets.Text(description=phrase("exercise_card.answer"), layout=auto)
        self.field.add_class("dlab-answer")
        self.who = ipywidgets.Text(description=phrase("chancelab.who"), layout=auto)
        self.who.add_class("dlab-who")
        self.who.value = self._held.learner
        acts = {"check": lambda: self.enter(self.field.value), "hint": self.here.hint, "work": self.here.work}
        self.buttons = {name: self.button(f"exercise_card.{name}", act, f"dlab-{name}") for name, act in acts.items()}
        self.said, self.hinted, self.way = (ipywidgets.HTML() for _ in range(3))
        self.said.add_class("dlab-caption")
        self.row = in_row(self.field, self.who, *self.buttons.values())
        return self.row, self.said, self.hinted, self.way

    def _show(self) -> None:
        here = self.here
        self.layout.display = "" if here.begun else "none"
        if here.exercise is not self._held:
            self._held, self.field.value, self.who.value = here.exercise, "", here.exercise.learner
        self.said.value = marked_html(here.last)
        hint = f"{phrase('exercise_card.hint_is')} {here.exercise.hint}"
        # The reason of an answer that is too high or too low ends with the hint: it is not said a second time.
        told = here.last is not None and here.last.marked.reason.endswith(here.exercise.hint)
        self.hinted.value = f'<p class="dlab-hint">{plain(hint)}</p>' if here.at in here.hinted and not told else ""
        self.buttons["hint"].disabled = told or here.at in here.hinted
        self.buttons["work"].layout.display = "" if here.may_work else "none"
        shown = here.way is not None
        self.buttons["work"].description = phrase("exercise_card.work_hide" if shown else "exercise_card.work")
        self.way.value = way_html(here)

    def enter(self, given: str) -> None:
        """Have an answer marked; after a right one with a name the fields are free for the next learner."""
        marked = self.here.answer(given, self.who.value)
        if marked.right and self.who.value.strip() not in ("", self._held.learner):
            self.field.value, self.who.value = "", self._held.learner


def marked_html(last: Any) -> str:
    """What is said to an answer, as HTML: whether it is right, what was given, the reason.

    >>> marked_html(None)
    ''
    """
    if last is None:
        return ""
    css, mark = ("dlab-right", "✓") if last.marked.right else ("dlab-wrong", "✗")
    return f'<p class="{css}"><b aria-hidden="true">{mark}</b> {plain(said(last))}</p>'


def said(last: Any) -> str:
    """The same in plain words.

    >>> from domino_lab.chance.exercises import Marked
    >>> from domino_lab.widgets.exercising.desk import Try
    >>> said(Try("Ana", 0, "1/4", Marked(True, "That is right.")))
    'Ana: 1/4. That is right.'
    """
    given = phrase("exercise_card.given_by", who=last.who, answer=last.answer) if last.who else last.answer
    parts = f"{given}." if given else "", "" if last.marked.right else phrase("exercises.no"), last.marked.reason
    return " ".join(filter(None, parts))


def way_html(here: Any) -> str:
    """The worked answer, as HTML; empty while it is not shown.

    >>> from domino_lab.chance.exercises import exercise
    >>> from domino_lab.widgets.exercising.desk import Desk
    >>> way_html(Desk([exercise("own_tile")]))
    ''
    """
    way = here.way
    if way is None:
        return ""
    lines = "".join(f"<p>{plain(line)}</p>" for line in (way.way, *way.solution.sums))
    return f'<div class="dlab-derivation"><p><b>{plain(way.said)}</b></p>{lines}</div>'
