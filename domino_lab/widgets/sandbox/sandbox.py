"""ScoringSandbox: build any position and see what it counts, under one ruleset or several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ipywidgets

from domino_lab.arguments import checked
from domino_lab.catalogue.resolve import Named
from domino_lab.play.timeline import Timeline
from domino_lab.tiles import Tile
from domino_lab.widgets.footed import Footed
from domino_lab.widgets.part import conceal, in_row, reveal
from domino_lab.widgets.sandbox.opening import board_of, recipe
from domino_lab.widgets.sandbox.sides import told
from domino_lab.widgets.sandbox.study_board import StudyBoard
from domino_lab.widgets.sandbox.tabs import TABS


class ScoringSandbox(Footed):
    """Build a position tile by tile; the count follows, and a second tab settles hands.

    `what` is a ruleset or its id, a hand or its name (then `step` says where in it), or the board of another sandbox.
    `versus` is one ruleset or several to lay the same position by; `position` are tiles as `dl.lay` takes them, or a
    hand. Raises RulesetError, RecordError or IllegalAction where there is no such thing.

    >>> sandbox = ScoringSandbox("all-fives", position="5-5 5-0 3-5")
    >>> sandbox.board.state.board_count.total
    13
    """

    css = "dlab-sandbox"
    label = "sandbox.sandbox"
    keys_taken = tuple(dict.fromkeys(key for _, part in TABS for key in (*part.keys_taken, "?")))

    @checked
    def __init__(self, what: Named | Timeline | StudyBoard = "all-fives", versus: Named | Sequence[Named] = (), *,
                 position: str | Sequence[str | Tile] | Timeline | None = None, step: int | None = None,
                 seats: int | None = None, large: bool = False) -> None:
        self.large, self.at = large, 0
        self.board: StudyBoard = board_of(what, versus, position, step, seats)
        super().__init__(self.board)

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.tabs = [part(self.board, within=self.frame) for _, part in TABS]
        self.tab_buttons = [self.button(label, self._opens(number), "dlab-tab dlab-toggle") for number, (label, _) in
                            enumerate(TABS)]
        bar = in_row(*(self.tab_buttons if len(TABS) > 1 else ()))
        self._resize()
        self._turn()
        return bar, *self.tabs, self._foot()

    @property
    def line(self) -> str:
        """The line of Python that makes what is shown again; empty where there is none."""
        return str(getattr(self.tabs[self.at], "line", "")) or recipe(self.board)

    def _opens(self, number: int) -> Any:
        return lambda: self.turn_to(number)

    def turn_to(self, number: int) -> None:
        """Show tab `number`.

        >>> sandbox = ScoringSandbox("block")
        >>> sandbox.turn_to(0)
        >>> sandbox.at
        0
        """
        self.at = number
        self._turn()
        self.show()
        self._speak()

    def _turn(self) -> None:
        for number, tab in enumerate(self.tabs):
            (reveal if number == self.at else conceal)(tab)

    def _show(self) -> None:
        for number, button in enumerate(self.tab_buttons):
            (button.add_class if number == self.at else button.remove_class)("dlab-chosen")
        self._show_foot()

    def _resize(self) -> None:
        for tab in self.tabs:
            if hasattr(tab, "resize"):
                tab.resize(large=self.large)

    def key(self, key: str) -> None:
        """Do what a key does in the tab that is shown."""
        self.tabs[self.at].key(key)

    def press(self, what: str) -> None:
        """Something with `data-dlab-press` was clicked in the tab that is shown."""
        self.tabs[self.at].press(what)

    def _speak(self) -> None:
        """Once for each change: a text that is set and set again would be read twice."""
        self.frame.alt = self.here.snapshot.alt
        self.frame.status = getattr(self.tabs[self.at], "told", "") if self.here.voice is self else ""

    def _repr_mimebundle_(self, **which: Any) -> dict[str, Any]:
        """In a saved notebook also the counts side by side, or how the hands are settled."""
        bundle = super()._repr_mimebundle_(**which)
        more = told(self.board) if self.at == 0 else getattr(self.tabs[self.at], "told", "")
        return {**bundle, "text/plain": " ".join(filter(None, (bundle["text/plain"], more)))}
