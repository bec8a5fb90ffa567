"""Preview: the hand as its readers will see it: in a stepper, or as a lesson with its questions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import ipywidgets

from domino_lab.escaping import escape
from domino_lab.widgets.lesson.lesson import Lesson
from domino_lab.widgets.lesson.stops import stops
from domino_lab.widgets.part import Part, in_row
from domino_lab.widgets.stepper import HandStepper
from domino_lab.words import phrase


class Preview(Part):
    """Two buttons that open the hand below, and close it again; what is opened is the hand as it is then.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import dealt
    >>> from domino_lab.shuffle import Shuffle
    >>> from domino_lab.widgets.recorder.scribe import Scribe
    >>> preview = Preview(Scribe(dealt(get("block"), Shuffle(seed=7))))
    >>> preview.buttons["preview"].click()
    >>> preview.opened.here.timeline.rules.id
    'block'
    """

    css = "dlab-preview"
    label = "recorder.preview"

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.opened: Part | None = None
        acts = {"preview": self._look, "lesson": self._try, "close_preview": self.shut}
        self.buttons = {name: self.button(f"recorder.{name}", act, "dlab-quiet") for name, act in acts.items()}
        self.told, self.room = ipywidgets.HTML(), ipywidgets.VBox()
        return in_row(*self.buttons.values()), self.told, self.room

    def _show(self) -> None:
        self.buttons["close_preview"].layout.display = "none" if self.opened is None else ""
        self.told.value = ""

    def _look(self) -> None:
        self._open(lambda: HandStepper(replace(self.here.timeline)))

    def _try(self) -> None:
        if stops(self.here.timeline):
            self._open(lambda: Lesson(replace(self.here.timeline)))
        else:
            self.told.value = f'<p class="dlab-note">{escape(phrase("recorder.no_question"))}</p>'

    def _open(self, make: Callable[[], Part]) -> None:
        self.shut()
        self.opened = make()
        self.room.children = (self.opened,)
        self.show()

    def shut(self) -> None:
        """Close what is open.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import dealt
        >>> from domino_lab.shuffle import Shuffle
        >>> from domino_lab.widgets.recorder.scribe import Scribe
        >>> Preview(Scribe(dealt(get("block"), Shuffle(seed=7)))).shut()
        """
        before, self.opened = self.opened, None
        self.room.children = ()
        if before is not None:
            before.close()
        self.show()
