"""Acts: what a learner can do in a lesson, as buttons and keys."""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets

from domino_lab.widgets.board.action_bar import BARE, ActionBar
from domino_lab.widgets.board.rack import LAY
from domino_lab.words import phrase

GO_ON = "dlab-go-on"
"""The class of the button that goes on; the focus goes there when a question is over."""

LOCAL: dict[str, Callable[[Acts], object]] = {
    "Enter": lambda acts: acts.enter_key(), "s": lambda acts: acts.show_me(), "u": lambda acts: acts.here.undo(),
    "r": lambda acts: acts.here.redo(),
}
"""The keys that do something else here than on a board one plays on."""


class Acts(ActionBar):
    """Lay it, draw, pass, show me, hint; between two questions: go on, and to the question.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> from domino_lab.widgets.lesson.pupil import Pupil
    >>> from domino_lab.widgets.lesson.stops import stops
    >>> hand = play_out(get("block"), Shuffle(seed=7))
    >>> acts = Acts(Pupil(hand, stops(hand, every=0)))
    >>> acts.mine["show_me"].click()
    >>> acts.here.over[2].verdict
    'shown'
    """

    label = "lesson.lesson"
    keys_taken = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", "Escape", "d", "p", "s", "u", "r", "?")

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        row, toolbox = super()._build()
        acts = {"go_on": (self.go_on, f"{GO_ON} dlab-check"), "next_question": (self.to_next, ""),
                "show_me": (self.show_me, ""), "hint": (self.here.hint, "")}
        self.mine = {name: self.button(f"lesson.{name}", act, css) for name, (act, css) in acts.items()}
        self.extras["restart"].description = phrase("lesson.again")
        row.children = (*row.children[:-1], *self.mine.values(), self.buttons["more"])
        label, keys = phrase("widgets.keys_label"), phrase("lesson.keys")
        self.help.value = f'<p class="dlab-note"><b>{label}.</b> {keys}</p>'
        return row, toolbox

    def _show(self) -> None:
        super()._show()
        here, stop = self.here, self.here.stop
        moves, between = stop is not None and stop.by_move, stop is None and not here.is_through
        for name in ("act", *BARE):
            if not moves:
                self.buttons[name].layout.display = "none"
        shown = {"go_on": between or here.step < here.end, "next_question": between, "show_me": moves,
                 "hint": moves and stop.asked is not None and bool(stop.asked.hint)}
        for name, button in self.mine.items():
            button.layout.display = "" if shown[name] else "none"
        for button in (self.buttons["undo"], self.extras["redo"], self.call):
            button.layout.display = "none"

    def act(self) -> None:
        """Try what is chosen; when the question is over by it, the focus goes to what goes on."""
        super().act()
        self.follow()

    def go_on(self) -> None:
        """One step further."""
        self.here.go_on()
        self.follow()

    def to_next(self) -> None:
        """To the next question."""
        self.here.to_next()
        self.follow()

    def show_me(self) -> None:
        """Show what comes next."""
        self.here.show_me()
        self.follow()

    def follow(self) -> None:
        """Take the focus to the button that is the next to press: the one that had it may be gone."""
        stop = self.here.stop
        self.frame.focus(GO_ON if stop is None and not self.here.is_through else
                         LAY if stop is not None and stop.by_move else "")

    def enter_key(self) -> None:
        """Try what is chosen, or go on between two questions."""
        stop = self.here.stop
        (self.act if stop is not None and stop.by_move else self.go_on)()

    def _key(self, key: str) -> None:
        before = self.here.stop
        if key in LOCAL:
            LOCAL[key](self)
        else:
            super()._key(key)
        if before is not None and self.here.stop is None:
            self.follow()
