"""Rating dots: how strong each player is, as dots on one scale, each with its interval and its number in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor, isfinite
from typing import NamedTuple

from domino_lab.picture.lettering import fitted, width
from domino_lab.picture.plot_frame import framed
from domino_lab.picture.svg import plain
from domino_lab.picture.theme import STATIC, Theme, contrast

WIDTH, EDGE, SIDE, TOP, ROW, FOOT = 400, 14, 26, 36, 50, 42
"""Pixels: the picture, the margins of its words and of its scale, and each row of words with its dot below; narrow, so
that it can be read on a phone."""

_REACH = 11
"""How far the lines of the scale go up and down from a dot: never through words."""

_SIZE, _SMALL, _MOST_TICKS = 14, 12, 6
_STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


class RatingDot(NamedTuple):
    """One player: the name, the rating, from where to where its interval goes, and how its number is told."""

    name: str
    value: float
    low: float
    high: float
    words: str


class _Scale(NamedTuple):
    """The ticks of the axis, from its left end to its right end."""

    low: int
    high: int
    step: int

    def x(self, rating: float) -> int:
        share = (min(max(rating, self.low), self.high) - self.low) / (self.high - self.low)
        return round(SIDE + (WIDTH - 2 * SIDE) * share)

    @property
    def ticks(self) -> range:
        return range(self.low, self.high + 1, self.step)


def rating_dots(title: str, axis: str, dots: Sequence[RatingDot], theme: Theme = STATIC) -> str:
    """The dots as one SVG: whole numbers, no ids, all words as text; an interval without end goes to the edge."""
    scale, high = _scale(dots), TOP + ROW * len(dots) + FOOT
    said = ". ".join(f"{dot.name}: {dot.words}" for dot in dots)
    marks = (mark for row, dot in enumerate(dots) for mark in _dot(row, dot, scale, theme))
    return framed(title, said, (WIDTH, high), (*_axis(scale, high, axis, theme), *marks), theme)


def _scale(dots: Sequence[RatingDot]) -> _Scale:
    ends = [end for dot in dots for end in (dot.low, dot.value, dot.high) if isfinite(end)] or [0.0]
    low, high = min(ends), max(ends)
    step = next((step for step in _STEPS if ceil(high / step) - floor(low / step) < _MOST_TICKS), _STEPS[-1])
    start = floor(low / step) * step
    return _Scale(start, max(ceil(high / step) * step, start + step), step)


def _axis(scale: _Scale, high: int, axis: str, theme: Theme) -> Iterator[str]:
    bottom = high - FOOT
    for tick in scale.ticks:
        yield _word(scale.x(tick), bottom + 12, str(tick), theme.quiet, _SMALL, "middle")
    yield _word(WIDTH // 2, bottom + 30, fitted(axis, _SMALL, WIDTH - 2 * EDGE), theme.quiet, _SMALL, "middle")


def _dot(row: int, dot: RatingDot, scale: _Scale, theme: Theme) -> Iterator[str]:
    words = TOP + ROW * row + 16
    middle, low, high = words + 20, scale.x(dot.low), scale.x(dot.high)
    room = WIDTH - 2 * EDGE - width(dot.words, _SIZE) - 12
    colour = theme.pill if contrast(theme.pill, theme.panel) >= 3.5 else theme.mark
    yield _word(EDGE, words, fitted(dot.name, _SIZE, room), theme.text, _SIZE, "start")
    yield _word(WIDTH - EDGE, words, dot.words, theme.text, _SIZE, "end")
    lines = "".join(f"M{scale.x(tick)} {middle - _REACH}v{2 * _REACH}" for tick in scale.ticks)
    yield f'<path d="{lines}M{SIDE} {middle}H{WIDTH - SIDE}" stroke="{theme.quiet}" stroke-width="1" opacity="0.4"/>'
    yield (f'<path d="M{low} {middle}H{high}M{low} {middle - 6}v12M{high} {middle - 6}v12" stroke="{theme.text}"'
           f' stroke-width="2" fill="none"/>')
    yield f'<circle cx="{scale.x(dot.value)}" cy="{middle}" r="7" fill="{colour}"/>'


def _word(x: int, y: int, text: str, colour: str, size: int, anchor: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">{plain(text)}</text>'
