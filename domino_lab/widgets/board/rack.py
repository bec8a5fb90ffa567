"""Rack: the tiles one may choose from, as buttons; those that can go now look different."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ipywidgets

from domino_lab.actions import Action
from domino_lab.tiles import Tile
from domino_lab.widgets.board.board import Board
from domino_lab.widgets.part import Part, in_row, put_away
from domino_lab.widgets.viewpoint import opens
from domino_lab.words import phrase

LAY = "dlab-lay"
"""The class of the button that does what is chosen; the focus goes there when a tile is chosen."""


class Rack(Part):
    """The tiles of the player to move; a press chooses one, another press lets it go.

    Together they are one stop of Tab, from which Up and Down go on. With `hints` those that can go now stand out;
    without, nothing tells them apart.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import dealt
    >>> from domino_lab.shuffle import Shuffle
    >>> rack = Rack(Board(dealt(get("block"), Shuffle(seed=7))))
    >>> rack.buttons[2].click()
    >>> rack.here.tile == rack.here.tiles[2]
    True
    """

    css = "dlab-rack"
    label = "board.tiles"

    def __init__(self, what: Board, *, hints: bool = True, **how: Any) -> None:
        self.hints = hints
        super().__init__(what, **how)

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.buttons: list[ipywidgets.Button] = []
        self._looks = {"layout": ipywidgets.Layout(width="auto"), "style": ipywidgets.ButtonStyle()}
        self.row = in_row()
        self.row.add_class("dlab-tiles")
        self.shown: tuple[Tile, ...] = ()
        return (self.row,)

    def _show(self) -> None:
        here, mine = self.here, self.here.tiles
        self.shown = tuple(mine) or self._waiting()
        while len(self.buttons) < len(self.shown):
            self.buttons.append(self._button(len(self.buttons)))
        able = set(able_tiles(here)) if self.hints and here.legal else None
        stop = here.tile if here.tile in self.shown else next(iter(self.shown), None)
        for tile, button in zip(self.shown, self.buttons, strict=False):
            button.disabled, button.tabbable = tile not in mine, tile == stop
            self._dress(tile, button, able=None if able is None else tile in able)
        self._wipe()
        children = tuple(self.buttons[: len(self.shown)])
        if self.row.children != children:
            self.row.children = children

    def _wipe(self) -> None:
        """A notebook may be saved with what every widget holds: behind a curtain no button keeps a tile."""
        for button in self.buttons[len(self.shown) :]:
            if button.description:
                button.description = button.tooltip = ""

    def _waiting(self) -> tuple[Tile, ...]:
        """While others move, one's own tiles stay where they are."""
        here = self.here
        seat = here.seen_by
        if seat is None or seat < 0 or here.is_over or not opens(here.timeline, seat, seat):
            return ()
        return tuple(sorted(here.live.holdings[seat]))

    def _button(self, number: int) -> ipywidgets.Button:
        """One layout and one style for all; a button is made once and serves every tile that comes to its place."""
        made = ipywidgets.Button(tabbable=False, **self._looks)
        made.on_click(self.frame.guard(lambda _button: self._choose(number)))
        for css in ("dlab-button", "dlab-tile", "dlab-toggle"):
            made.add_class(css)
        return made

    def _choose(self, number: int) -> None:
        """The focus goes first: a reader who is quick with Enter would let the tile go again."""
        self.frame.focus(LAY)
        tile = self.shown[number]
        self.here.choose(None if tile == self.here.tile else tile)

    def _dress(self, tile: Tile, button: ipywidgets.Button, *, able: bool | None) -> None:
        """Whether the tile can go stands out; where nothing is told of that, `able` is None."""
        button.description = str(tile)
        button.tooltip = "" if able is None else phrase("board.goes" if able else "board.goes_not", tile=tile)
        classes = {"dlab-can": able is True, "dlab-cannot": able is False, "dlab-chosen": tile == self.here.tile}
        for css, on in classes.items():
            (button.add_class if on else button.remove_class)(css)

    def close(self) -> None:
        """Take this view off the page, the buttons that are not shown now included."""
        for button in self.buttons[len(self.shown) :]:
            put_away(button)
        super().close()


def able_tiles(board: Board) -> Iterator[Tile]:
    """The tiles with which something may be done now.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import dealt
    >>> from domino_lab.shuffle import Shuffle
    >>> len(set(able_tiles(Board(dealt(get("block"), Shuffle(seed=7))))))
    1
    """
    for action in board.legal:
        yield from _tiles_of(action)


def _tiles_of(action: Action) -> tuple[Tile, ...]:
    tile = getattr(action, "tile", None)
    return getattr(action, "tiles", ()) if tile is None else (tile,)
