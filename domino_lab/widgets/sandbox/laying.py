"""Laying: the tab in which a position is built, by keys, by buttons or by pointing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets

from domino_lab.escaping import escape
from domino_lab.widgets.board.rack import LAY
from domino_lab.widgets.part import Part, conceal, in_row, reveal
from domino_lab.widgets.refused import Refused
from domino_lab.widgets.sandbox.panels import BELOW, PANELS
from domino_lab.widgets.sandbox.said import caption, rule
from domino_lab.widgets.sandbox.shelf import Shelf
from domino_lab.widgets.sandbox.study_board import StudyBoard
from domino_lab.widgets.sandbox.study_table import StudyTable
from domino_lab.widgets.sandbox.tile_kinds import copy_of
from domino_lab.widgets.sandbox.tray import Tray
from domino_lab.widgets.terms import linked
from domino_lab.words import phrase

WIDE, ASIDE = 620, 290
"""From this width on, in pixels, what is counted stands beside the table, in a column of that width."""

ACTS: dict[str, Callable[[StudyBoard], None]] = {
    "ArrowUp": lambda board: board.turn_tile(-1), "ArrowDown": lambda board: board.turn_tile(1),
    "ArrowLeft": lambda board: board.turn_place(-1), "ArrowRight": lambda board: board.turn_place(1),
    "Enter": StudyBoard.lay, "d": StudyBoard.take, "p": StudyBoard.pass_on, "u": StudyBoard.undo, "r": StudyBoard.redo,
    "s": StudyBoard.stack,
}
"""What each key does to the position."""


class Laying(Part):
    """The table, every tile as a button, what can be done with the chosen one, and the count beside it.

    `told` is the caption, which is announced.
    """

    css = "dlab-laying"
    label = "sandbox.tab_lay"
    keys_taken = (*ACTS, "Escape", "?")

    def __init__(self, what: Any, *, large: bool = False, **how: Any) -> None:
        self.large, self.told = large, ""
        self._frame: tuple[object, int] = (None, 0)
        super().__init__(what, **how)

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        inside = {"within": self.frame}
        self.table, self.tray = StudyTable(self.here, large=self.large, **inside), Tray(self.here, **inside)
        self.why_not, self.shelf = Refused(self.here, **inside), Shelf(self.here, **inside)
        self.panels = [panel(self.here, **inside) for panel in PANELS]
        self.below = [panel(self.here, **inside) for panel in BELOW]
        self.caption = ipywidgets.HTML()
        self.caption.add_class("dlab-caption")
        main = ipywidgets.VBox([self.table, self.caption, self._acts(), self._extras(), self.tray])
        main.add_class("dlab-main")
        aside = ipywidgets.VBox(self.panels)
        aside.add_class("dlab-aside")
        self.body = ipywidgets.Box([main, aside])
        self.body.add_class("dlab-body")
        self.watch("root_width", self._fit, of=self.frame)
        self._fit()
        return (self.body, *self.below)

    def _acts(self) -> ipywidgets.Widget:
        here = self.here
        self.buttons = {
            "lay": self.button("sandbox.lay", here.lay, "dlab-lay dlab-check"),
            "next_end": self.button("sandbox.next_end", lambda: here.turn_place(1)),
            "undo": self.button("sandbox.undo", here.undo), "redo": self.button("sandbox.redo", here.redo),
            "more": self.button("more", self.more, "dlab-quiet"),
        }
        return in_row(*self.buttons.values())

    def _extras(self) -> ipywidgets.Widget:
        here = self.here
        acts = {"previous_end": lambda: here.turn_place(-1), "draw": here.take, "pass": here.pass_on,
                "stack": here.stack, "restart": here.restart, "clear": here.clear}
        self.extra_buttons = {name: self.button(f"sandbox.{name}", act, "dlab-quiet") for name, act in acts.items()}
        label, listed = escape(phrase("widgets.keys_label")), escape(phrase("sandbox.keys"))
        keys = f'<p class="dlab-note"><b>{label}.</b> {listed}</p>'
        row = in_row(*self.extra_buttons.values())
        self.extras = ipywidgets.VBox([row, self.shelf, self.why_not, ipywidgets.HTML(keys)])
        self.extras.add_class("dlab-toolbox")
        conceal(self.extras)
        return self.extras

    def _show(self) -> None:
        here, clause = self.here, rule(self.here)
        self.told = " ".join(filter(None, (caption(here), self._grown())))
        sign = '<b aria-hidden="true">✗</b> ' if here.refused is not None else ""
        origin = f'<p class="dlab-rule">{escape(clause)}</p>' if clause else ""
        css = "dlab-miss" if here.refused is not None else "dlab-said"
        self.caption.value = f'<p class="{css}">{sign}{linked(self.told)}</p>{origin}'
        self.buttons["undo"].disabled = not here.history.can_undo
        self.buttons["redo"].disabled = not here.history.can_redo
        self.buttons["next_end"].disabled = len(here.choices) < 2
        held = here.tile is not None and copy_of(here.position, here.tile) in here.holding
        self.extra_buttons["draw"].description = phrase("sandbox.put_down" if held else "sandbox.draw")
        self.extra_buttons["stack"].layout.display = "" if here.state.rules.stacking.plays else "none"

    def _grown(self) -> str:
        """Whether the picture had to change its scale for this position; in another size it does so unsaid."""
        table, (size, scale) = self.table, self._frame
        self._frame = (table.pixels, table.large, table.whole), table.scene.viewport.scale
        if size != self._frame[0] or scale == self._frame[1]:
            return ""
        return phrase("sandbox.smaller" if self._frame[1] < scale else "sandbox.larger")

    def more(self) -> None:
        """Show the rest of what can be done, or put it away."""
        hidden = self.extras.layout.display == "none"
        (reveal if hidden else conceal)(self.extras)
        self.buttons["more"].description = phrase("widgets.less" if hidden else "widgets.more")

    def resize(self, *, large: bool) -> None:
        """Take the size for a projector, or the usual one."""
        self.large = self.table.large = large
        self._fit()
        self.show()

    def _fit(self) -> None:
        width = self.frame.root_width
        if not width:
            return
        self.table.fit_beside(self.body, width, ASIDE, wide=width >= WIDE and not self.large)

    def press(self, what: str) -> None:
        """Something with `data-dlab-press` was clicked beside the table."""
        for panel in (*self.panels, *self.below):
            panel.press(what)

    def _key(self, key: str) -> None:
        if key in ("ArrowUp", "ArrowDown"):
            self.frame.focus(LAY)        # on any other button Enter would press that
        if key in ACTS:
            ACTS[key](self.here)
        elif key == "?":
            self.more()
        elif self.here.tile is not None or self.extras.layout.display == "none":
            self.here.choose(None)
        else:
            self.more()
