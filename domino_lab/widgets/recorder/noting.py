"""Noting: the fields in which a teacher writes a note, a question, a hint and marks at the step he looks at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets

from domino_lab.errors import NotationError
from domino_lab.escaping import escape
from domino_lab.play.timeline import Note
from domino_lab.widgets.part import in_row
from domino_lab.widgets.recorder.scribe import Scribe
from domino_lab.widgets.sandbox.folded import Folded
from domino_lab.widgets.spreads import is_spread, lying
from domino_lab.words import phrase

FIELDS = {"text": "note", "ask": "ask", "hint": "hint"}
"""The parts of a note that are plain text, and their words."""


class Noting(Folded):
    """A note, a question with what it is about and a hint, and marks; what is written is kept when the field is left.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import dealt
    >>> from domino_lab.shuffle import Shuffle
    >>> noting = Noting(Scribe(dealt(get("block"), Shuffle(seed=7))))
    >>> noting.fields["text"].value = "Look at the doubles."
    >>> noting.here.note.text
    'Look at the doubles.'
    """

    css = "dlab-noting"
    label = "recorder.notes"

    def _inside(self) -> tuple[ipywidgets.Widget, ...]:
        self.heading, self.told = ipywidgets.HTML(), ipywidgets.HTML()
        self.fields = {part: _field(part, words) for part, words in FIELDS.items()}
        for part, field in self.fields.items():
            field.observe(self.frame.guard(self._writes(part)), "value")
        self.about = ipywidgets.Dropdown(description=phrase("recorder.about"), layout=_wide())
        self.about.observe(self.frame.guard(self._turn_about), "value")
        self.marks = ipywidgets.Text(description=phrase("recorder.marks"), placeholder=phrase("recorder.marks_room"),
                                     continuous_update=False, layout=_wide())
        self.marks.observe(self.frame.guard(lambda change: self._write(marks=_listed(change["new"]))), "value")
        self.pointed = ipywidgets.Dropdown(description=phrase("recorder.add_mark"), layout=_wide())
        self.pointed.observe(self.frame.guard(self._add_mark), "value")
        self.empty = self.button("recorder.clear_note", self.here.clear, "dlab-quiet")
        note, ask, hint = (self.fields[part] for part in FIELDS)
        when = ipywidgets.HTML(f'<p class="dlab-note">{escape(phrase("recorder.before_it"))}</p>')
        return self.heading, note, self.marks, self.pointed, when, ask, self.about, hint, in_row(self.empty), self.told

    # --- showing

    def _show(self) -> None:
        if self.is_open:
            self._filling = True
            self._fill()
            self._filling = False

    _filling = False
    """Whether the fields are being filled with what is kept: then their changes are nobody's writing."""

    def _fill(self) -> None:
        here, note = self.here, self.here.note
        self.heading.value = _heading(here)
        for part, field in self.fields.items():
            field.value = getattr(note, part) or ""
        self.marks.value = ", ".join(note.marks)
        self._offer(self.about, [(phrase(f"recorder.about_{about}"), about) for about in _abouts(here)],
                    note.about if note.ask else self._about)
        found = [(phrase("recorder.mark_choose"), ""), *_marks(here)]
        self._offer(self.pointed, found, "")
        self.empty.disabled = note == Note()
        self.told.value = f'<p class="dlab-note">{escape(_noted(here))}</p>'

    _about = ""
    """What the next question is to be about, as chosen before it is written."""

    def _offer(self, choice: ipywidgets.Dropdown, options: list[tuple[str, str]], value: str) -> None:
        values = [option for _, option in options]
        if list(choice.options) != options:
            choice.options = options
        choice.value = value if value in values else values[0] if values else None

    def turn(self) -> None:
        """Open it, or close it again."""
        super().turn()
        if self.is_open:
            self._show()

    # --- writing

    def _writes(self, part: str) -> Callable[[Any], None]:
        return lambda change: self._write(**{part: change["new"]})

    def _write(self, **changes: Any) -> None:
        """What cannot be kept is said, and the fields show again what is kept."""
        if self._filling:
            return
        about = {"about": self.about.value} if changes.get("ask") and self.about.value else {}
        try:
            self.here.write(**changes, **about)
        except NotationError as error:
            self._show()
            self.here.written = str(error)

    def _turn_about(self, change: Any) -> None:
        if self._filling:
            return
        self._about = change["new"] or ""
        if self.here.note.ask and self._about and self._about != self.here.note.about:
            self._write(about=self._about)

    def _add_mark(self, change: Any) -> None:
        mark = change["new"]
        if mark:
            self._write(marks=tuple(dict.fromkeys((*self.here.note.marks, mark))))


def _wide() -> ipywidgets.Layout:
    return ipywidgets.Layout(width="auto")


def _field(part: str, words: str) -> ipywidgets.Widget:
    kind = ipywidgets.Textarea if part == "text" else ipywidgets.Text
    room = {} if part == "hint" else {"placeholder": phrase(f"recorder.{words}_room")}
    return kind(description=phrase(f"recorder.{words}"), continuous_update=False, layout=_wide(), **room)


def _heading(here: Scribe) -> str:
    what = phrase("recorder.at_deal") if not here.step else phrase(
        "recorder.at_step", step=here.step, what=here.snapshot.entries[here.step])
    return f'<div class="dlab-heading">{escape(what)}</div>'


def _abouts(here: Scribe) -> tuple[str, ...]:
    """What it makes sense to ask about here: a score where there is one, and whatever is asked already."""
    scores = here.timeline.rules.solo is None and here.timeline.rules["play_score"] != "none"
    return tuple(about for about in here.abouts if about != "score" or scores or here.note.ask)


def _noted(here: Scribe) -> str:
    steps = sorted(here.timeline.notes)
    return phrase("recorder.steps_noted", steps=len(steps), which=steps) if steps else phrase("recorder.none_noted")


def _listed(text: str) -> tuple[str, ...]:
    return tuple(text.replace(",", " ").split())


def _marks(here: Scribe) -> list[tuple[str, str]]:
    """What can be marked in the picture: laid tiles and open ends, or the tiles that lie open in a patience."""
    state = here.state
    if is_spread(state):
        return [(str(tile), str(tile)) for tile in lying(state)]
    names = [str(laid.tile) for laid in state.chain.laid]
    tiles = [(name, name if names.count(name) == 1 else f"#{number}") for number, name in enumerate(names, 1)]
    values = sorted({end.value for end in state.open_ends})
    return [*tiles, *((phrase("recorder.mark_end", value=value), f"end:{value}") for value in values)]
