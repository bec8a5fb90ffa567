"""Asking: the question of an exercise, with the hand it is about as its seat sees it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import ipywidgets

from domino_lab.chance.exercises import Exercise
from domino_lab.escaping import escape
from domino_lab.picture.scene import Scene
from domino_lab.picture.scene import scene as pictured
from domino_lab.picture.svg import svg
from domino_lab.widgets.part import Part, put_away
from domino_lab.widgets.playhead import ALL, Playhead
from domino_lab.widgets.table import Table
from domino_lab.widgets.terms import plain
from domino_lab.words import phrase

ROOM = 165
"""So many letters fit below a saved picture."""

WIDEST, LARGEST = 640, 1200
"""Pixels: no tile is laid any more, so the table need not be as wide as the page."""


class StillTable(Table):
    """A table at which nobody lays any more: its picture has room for what lies there.

    >>> from domino_lab.widgets.exercising.card import ExerciseCard
    >>> isinstance(ExerciseCard("after_a_pass").asking.table, StillTable)
    True
    """

    @property
    def scene(self) -> Scene:
        """The picture as shapes."""
        seen = self.here.snapshot.tabletop
        return pictured(replace(seen, final=seen.chain), self.pixels, large=self.large, whole=self.whole)


class Asking(Part):
    """Where one is, what is asked, and the table where the exercise is about a hand.

    >>> from domino_lab.widgets.exercising.card import ExerciseCard
    >>> ExerciseCard("after_a_pass").asking.table is None
    False
    """

    css = "dlab-asking"
    label = "exercise_card.exercise"

    def __init__(self, what: Any, *, large: bool = False, **how: Any) -> None:
        self.large, self.table = large, None
        self._held: Exercise | None = None
        super().__init__(what, **how)

    def _opened(self, what: Any, **_how: Any) -> Any:
        return what

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.heading, self.prompt = ipywidgets.HTML(), ipywidgets.HTML()
        self.room = ipywidgets.VBox()
        self.watch("root_width", self.fit, of=self.frame)
        return self.heading, self.prompt, self.room

    def _show(self) -> None:
        one = self.here.exercise
        self.heading.value = f'<h3 class="dlab-heading">{escape(one.title)}</h3>' \
                             f'<p class="dlab-note">{escape(place(self.here))}</p>'
        self.prompt.value = f'<p class="dlab-prompt">{plain(one.prompt)}</p>'
        if one is not self._held:
            self._held = one
            self._lay()

    def _lay(self) -> None:
        old, looked = self.table, self._held.looked
        self.table = None
        if looked is not None:
            viewpoint = ALL if looked.seat is None else looked.seat
            line = replace(looked.timeline.upto(looked.step), title=self._held.title)
            seen = Playhead(line, step=looked.step, viewpoint=viewpoint, asks=False)
            self.table = StillTable(seen, within=self.frame, large=self.large)
        self.room.children = () if self.table is None else (self.table,)
        if old is not None:
            put_away(old)
        self.fit()

    def saved(self) -> str:
        """The table as SVG, with the question below it; empty where the exercise is about no hand."""
        if self.table is None:
            return ""
        seen = replace(self.table.here.snapshot.tabletop, caption=_short(self.here.exercise.prompt))
        return svg(pictured(replace(seen, final=seen.chain), WIDEST))

    def fit(self) -> None:
        """Take a table as wide as the page allows."""
        if self.table is not None:
            self.table.large = self.large
            self.table.fit(min((self.frame.root_width or WIDEST) - 4, LARGEST if self.large else WIDEST))


def _short(prompt: str) -> str:
    """The last sentences of a question, as many as fit below a picture: the tiles themselves are in it."""
    sentences, kept = prompt.replace("? ", "?\n").replace(". ", ".\n").splitlines(), ""
    asked = max(number for number, sentence in enumerate(sentences) if sentence.endswith("?"))
    for sentence in reversed(sentences[:asked + 1]):
        if len(kept) + len(sentence) > ROOM:
            break
        kept = f"{sentence} {kept}".strip()
    return kept


def place(desk: Any) -> str:
    """Which exercise it is, of what kind, and how hard.

    >>> from domino_lab.chance.exercises import exercise
    >>> from domino_lab.widgets.exercising.desk import Desk
    >>> place(Desk([exercise("own_tile")]))
    'Holdings, level 1 of 5.'
    """
    one, number = desk.exercise, len(desk.exercises)
    words = phrase("exercise_card.level", kind=phrase(f"exercise_card.kind_{one.kind}"), level=one.level)
    if number == 1:
        return words
    return f"{phrase('exercise_card.place', at=desk.at + 1, number=number, solved=desk.solved)} {words}"
