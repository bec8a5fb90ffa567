"""Tray: every tile of the set as a button; those on the table are out of reach."""

from __future__ import annotations

from collections import Counter
from typing import Any

import ipywidgets

from domino_lab.tiles import Tile
from domino_lab.widgets.board.rack import LAY
from domino_lab.widgets.part import Part, in_row
from domino_lab.widgets.sandbox.tile_kinds import Kind
from domino_lab.words import phrase


class Tray(Part):
    """The tiles of the set; a press chooses one, and the focus goes on to the button that lays it.

    Together they are one stop of Tab, from which Up and Down go on.
    """

    css = "dlab-tray"
    label = "sandbox.tiles"

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.buttons: dict[Kind, ipywidgets.Button] = {}
        self.row = in_row()
        self.row.add_class("dlab-tiles")
        self._of: object = None
        self._dressed: dict[Kind, tuple[int, bool, bool, bool]] = {}
        return (self.row,)

    def _show(self) -> None:
        tiles = self.here.state.rules.equipment.set
        if tiles != self._of:
            self._of = tiles
            self._fill(dict.fromkeys((tile.low, tile.high) for tile in tiles.tiles))
        left = Counter((tile.low, tile.high) for tile in self.here.position.unseen)
        held = {(tile.low, tile.high) for tile in self.here.holding}
        stop = self.here.tile or next(iter(left), None)
        for kind, button in self.buttons.items():
            looks = left[kind], kind in held, kind == self.here.tile, kind == stop
            if self._dressed.get(kind) != looks:
                self._dressed[kind] = looks
                self._dress(kind, button, looks[0], held=looks[1], chosen=looks[2])
                button.tabbable = looks[3]

    def _fill(self, kinds: dict[Kind, None]) -> None:
        """One layout and one style for all buttons: a set is then one small widget a tile, not three."""
        for button in self.buttons.values():
            button.close()
        layout, style = ipywidgets.Layout(width="auto"), ipywidgets.ButtonStyle()
        self.buttons = {kind: self._button(kind, layout=layout, style=style) for kind in kinds}
        self._dressed.clear()
        self.row.children = tuple(self.buttons.values())

    def _button(self, kind: Kind, **look: Any) -> ipywidgets.Button:
        made = ipywidgets.Button(description=str(Tile(*kind)), tabbable=False, **look)
        made.on_click(self.frame.guard(lambda _button: self._choose(kind)))
        for css in ("dlab-button", "dlab-tile", "dlab-toggle"):
            made.add_class(css)
        return made

    def _choose(self, kind: Kind) -> None:
        self.frame.focus(LAY)       # first: a reader may be quick with Enter
        self.here.choose(kind)

    def _dress(self, kind: Kind, button: ipywidgets.Button, left: int, *, held: bool, chosen: bool) -> None:
        name = Tile(*kind)
        button.disabled = not left
        button.description = f"{name} •" if held and left else f"{name} ×{left}" if left > 1 else str(name)
        key = "on_table" if not left else "held" if held else "of_two" if left > 1 else ""
        button.tooltip = phrase(f"sandbox.{key}", tile=name, left=left) if key else ""
        (button.add_class if chosen else button.remove_class)("dlab-chosen")
        (button.add_class if held else button.remove_class)("dlab-held")
