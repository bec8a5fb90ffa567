"""Table: the hand drawn on a canvas; where there is no ipycanvas, the same picture as SVG, which is pressed alike."""

from __future__ import annotations

from typing import Any

import ipywidgets

from domino_lab.arguments import checked
from domino_lab.picture.scene import Scene, scene
from domino_lab.picture.svg import svg
from domino_lab.picture.tabletop import Tabletop
from domino_lab.picture.theme import DARK, LIGHT
from domino_lab.widgets.drawing import Drawing
from domino_lab.widgets.part import Part, has_canvas
from domino_lab.words import phrase

USUAL, LEAST, MOST, LARGE = 720, 240, 1100, 1800
"""Widths of the picture in pixels: before the page has told its own, and the limits, also of a projector."""

_STEP = 20
_EDGES, _BETWEEN = 4, 14


class Table(Part):
    """The table as it lies at the Playhead's step: tiles, open ends, holdings, boneyard, scores.

    `large` is for a projector.

    >>> table = Table("block", seed=7)
    >>> table.scene.pixels[0]
    720
    """

    css = "dlab-table"
    label = "table"

    @checked
    def __init__(self, what: Any, *, large: bool = False, **how: Any) -> None:
        self.pixels, self.large, self.whole = USUAL, large, False
        self._painted: object = None
        self._scene: tuple[tuple[object, ...], Scene] | None = None
        super().__init__(what, **how)

    @property
    def tabletop(self) -> Tabletop:
        """What is drawn."""
        return self.here.snapshot.tabletop

    @property
    def scene(self) -> Scene:
        """The picture as shapes; laid out again only when something else is drawn, or in another size."""
        now = (self.tabletop, self.pixels, self.large, self.whole)
        if self._scene is None or self._scene[0] != now:
            self._scene = now, scene(now[0], self.pixels, large=self.large, whole=self.whole)
        return self._scene[1]

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.picture = self._canvas() if has_canvas() else self._drawing()
        self.zoom = self.button("whole", self._zoom, "dlab-zoom")
        self.watch("dark", self.show, of=self.frame)
        if self.alone:
            self.watch("root_width", self._fit, of=self.frame)
        self.watch("marked", self.show)
        return self.picture, self.zoom

    def _canvas(self) -> Any:
        from domino_lab.widgets import canvas

        made = canvas.new_canvas(self.scene)
        canvas.on_ready(made, self.frame.guard(self.repaint, forgives=False))
        canvas.on_point(made, self.frame.guard(self._point))
        return made

    def _drawing(self) -> Drawing:
        return Drawing(self.frame.guard(self._point), layout=ipywidgets.Layout(max_width="none", flex="0 0 auto"))

    def _show(self) -> None:
        now = self.scene, self.frame.dark
        if now != self._painted:
            self._painted = now
            self.repaint()
        self.zoom.description = phrase("widgets.follow" if self.whole else "widgets.whole")
        self.zoom.layout.display = "" if self.whole or now[0].viewport.follows else "none"

    def repaint(self) -> None:
        """Draw the picture again, whatever was there."""
        seen, theme = self.scene, DARK if self.frame.dark else LIGHT
        wide, high = seen.pixels
        self.picture.layout.width, self.picture.layout.height = f"{wide}px", f"{high}px"
        if not has_canvas():
            self.picture.svg = svg(seen, theme)
            return
        from domino_lab.widgets import canvas

        if (self.picture.width, self.picture.height) != (seen.width, seen.height):
            self.picture.width, self.picture.height = seen.width, seen.height
        canvas.paint(self.picture, seen, theme)

    def fit(self, room: int) -> None:
        """Take a picture as wide as `room` pixels allow."""
        pixels = min(max(room // _STEP * _STEP, LEAST), LARGE if self.large else MOST)
        if pixels != self.pixels:
            self.pixels = pixels
            self.show()

    def fit_beside(self, body: ipywidgets.Box, room: int, aside: int, *, wide: bool) -> None:
        """Take the width that is left of `room` beside a column of `aside` pixels, or all of it where there is none.

        `body` has both, and learns whether it is `wide`.
        """
        (body.add_class if wide else body.remove_class)("dlab-wide")
        self.fit(room - aside - _BETWEEN if wide else room - _EDGES)
        self.show()

    def _fit(self) -> None:
        if self.frame.root_width:
            self.fit(self.frame.root_width - _EDGES)

    def _zoom(self) -> None:
        self.whole = not self.whole
        self.show()

    def _point(self, x: float, y: float) -> None:
        """A press on a laid tile marks it everywhere, until the next."""
        placed = getattr(self.scene.at(x, y), "placed", None)
        number = None if placed is None else placed.number
        self.here.marked = None if number == self.here.marked else number
