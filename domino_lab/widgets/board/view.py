"""BoardView: the table of a board, its caption, the tiles to choose from and what can be done, in one view."""

from __future__ import annotations

from typing import Any

import ipywidgets

from domino_lab.picture.alt_text import alt_text
from domino_lab.widgets.board.action_bar import ActionBar
from domino_lab.widgets.board.board import Board
from domino_lab.widgets.board.play_table import PlayTable
from domino_lab.widgets.board.rack import Rack
from domino_lab.widgets.board.said import Said, happened
from domino_lab.widgets.footed import Footed

WIDE, ASIDE = 700, 260
"""From this width on, in pixels, what stands beside the table has a column of that width."""


class BoardView(Footed):
    """A hand to be played: table, caption, rack and action bar, with a foot.

    A subclass says its `line`, and may put widgets between caption and rack (`_between`), beside the table (`_aside`),
    below it all (`_below`) and behind "more" (`_offers`); `_told` is what the caption says where nothing is chosen, and
    `deal` opens another deal.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import dealt
    >>> from domino_lab.shuffle import Shuffle
    >>> view = BoardView(Board(dealt(get("block"), Shuffle(seed=7))))
    >>> for key in ("ArrowUp", "Enter"):
    ...     view.key(key)
    >>> view.here.step
    1
    """

    css = "dlab-board"
    label = "board.board"
    keys_taken = ActionBar.keys_taken
    keys_told = "board.keys"
    deal: Any = None
    says: type[Said] = Said

    def __init__(self, board: Board, *, large: bool = False, hints: bool = True) -> None:
        self.large, self.hints = large, hints
        super().__init__(board)

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.add_class("dlab-board")
        self._first()
        here, inside = self.here, {"within": self.frame}
        self.table = PlayTable(here, large=self.large, **inside)
        self.caption = self.says(here, telling=self._told, also=lambda: self.table.grown, **inside)
        self.rack = Rack(here, hints=self.hints, **inside)
        self.action_bar = ActionBar(here, deal=self.deal, keys_told=self.keys_told, **inside)
        main = ipywidgets.VBox([self.table, self.caption, *self._between(), self.rack, self.action_bar])
        main.add_class("dlab-main")
        self.aside = ipywidgets.VBox(list(self._aside()))
        self.aside.add_class("dlab-aside")
        self.body = ipywidgets.Box([main, self.aside] if self.aside.children else [main])
        self.body.add_class("dlab-body")
        self.action_bar.offer(*self._offers())
        self.watch("root_width", self._fit, of=self.frame)
        self._fit()
        return self.body, *self._below(), self._foot()

    def _first(self) -> None:
        """What is to happen at a change before anything is shown: watch it here."""

    def _between(self) -> tuple[ipywidgets.Widget, ...]:
        return ()

    def _aside(self) -> tuple[ipywidgets.Widget, ...]:
        return ()

    def _below(self) -> tuple[ipywidgets.Widget, ...]:
        return ()

    def _offers(self) -> tuple[ipywidgets.Widget, ...]:
        return ()

    def _told(self, board: Board) -> str:
        return happened(board)

    @property
    def line(self) -> str:
        """The line of Python that makes this view again; empty where there is none."""
        return ""

    def _show(self) -> None:
        self._show_foot()

    def _resize(self) -> None:
        self.table.large = self.large
        self._fit()
        self.table.show()

    def _fit(self) -> None:
        width = self.frame.root_width
        if not width:
            return
        wide = width >= WIDE and not self.large and bool(self.aside.children)
        self.table.fit_beside(self.body, width, ASIDE, wide=wide)

    def _key(self, key: str) -> None:
        self.action_bar.key(key)

    def _enter(self, given: str) -> None:
        self.action_bar.enter(given)

    def _speak(self) -> None:
        """Once for each change: a text that is set and set again would be read twice."""
        self.frame.alt = alt_text(self.table.tabletop)
        self.frame.status = self.caption.told if self.here.voice is self else ""
