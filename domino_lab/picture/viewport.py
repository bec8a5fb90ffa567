"""Viewport: the part of the table that is shown, and its scale.

A recorded hand has one viewport, round its final chain; a live hand has a roomy one that grows by whole steps when a
tile would not fit. If that makes tiles too small to read, the viewport follows the last tile instead.
"""

from __future__ import annotations

from typing import NamedTuple

from domino_lab.chain import Chain
from domino_lab.picture.layout import Box, Layout, best_weights, place

_MARGIN = 3
_STEP = 8
_LIVE = Box.around(0, 0, 34, 17)
_SMALLEST = Box.around(0, 0, 15, 8)
LEAST_SCALE = 10
"""Dots to a quarter: below it a tile would be shorter than 20 pixels."""


class Viewport(NamedTuple):
    """The way from quarters to dots: `scale` dots each, the first tile's middle at (left, top).

    `follows` is True when only the surroundings of the last tile are shown.
    """

    scale: int
    left: int
    top: int
    follows: bool = False

    def box(self, quarters: Box) -> Box:
        """Return a box of the table in dots."""
        x, y, width, height = quarters
        scale = self.scale
        return Box(self.left + x * scale, self.top + y * scale, width * scale, height * scale)

    def quarters(self, dots: Box) -> Box:
        """Return the part of the table that lies wholly inside a box of dots."""
        x, y, width, height = dots
        left, top = -((self.left - x) // self.scale), -((self.top - y) // self.scale)
        right, bottom = (x + width - self.left) // self.scale, (y + height - self.top) // self.scale
        return Box(left, top, right - left, bottom - top)


def base_area(final: Chain | None, double_lay: str) -> Box:
    """Return the part of the table, in quarters, that a hand is sure to need."""
    if final is None:
        return _LIVE
    return _at_least(place(final, double_lay, best_weights(final, double_lay)).box.grown(_MARGIN))


def covering(start: Box, layout: Layout) -> Box:
    """Return the base area grown by whole steps until every tile fits, so that the scale seldom changes."""
    x, y, width, height = start
    bx, by, bwidth, bheight = layout.box.grown(2)
    left, top = _steps(x - bx), _steps(y - by)
    right, bottom = _steps(bx + bwidth - x - width), _steps(by + bheight - y - height)
    return Box(x - left, y - top, width + left + right, height + top + bottom)


def fitted_viewport(area: Box, cloth: Box, most: int, last: Box | None) -> Viewport:
    """Return the largest whole scale up to `most` at which `area` fits `cloth`; follow `last` if that is too small."""
    scale = min(cloth[2] // area[2], cloth[3] // area[3], most)
    follows = last is not None and scale < LEAST_SCALE
    if follows and last is not None:
        scale, area = LEAST_SCALE, last
    x, y, width, height = area
    left = cloth[0] + cloth[2] // 2 - (2 * x + width) * scale // 2
    top = cloth[1] + cloth[3] // 2 - (2 * y + height) * scale // 2
    return Viewport(max(scale, 1), left, top, follows)


def _at_least(box: Box) -> Box:
    x, y, width, height = box
    wider, higher = max(_SMALLEST[2] - width, 0), max(_SMALLEST[3] - height, 0)
    return Box(x - wider // 2, y - higher // 2, width + wider, height + higher)


def _steps(missing: int) -> int:
    return max(-(-missing // _STEP), 0) * _STEP
