"""Share bars: parts of a whole as bars that lie, each with its interval and its number in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domino_lab.picture.lettering import fitted, width
from domino_lab.picture.plot_frame import framed
from domino_lab.picture.svg import plain
from domino_lab.picture.theme import STATIC, Theme

WIDTH, SIDE, TOP, ROW, THICK, FOOT = 400, 14, 36, 50, 20, 46
"""Pixels: the picture, its margins, and each row of words with its bar; narrow, so that it can be read on a phone."""

_SIZE = 14


class ShareBar(NamedTuple):
    """One part: its name, its share (0 to 1), from where to where its interval goes, and how its number is told."""

    name: str
    value: float
    low: float
    high: float
    words: str


def share_bars(title: str, axis: str, bars: Sequence[ShareBar], theme: Theme = STATIC) -> str:
    """The bars as one SVG: whole numbers, no ids, all words as text."""
    high = TOP + ROW * len(bars) + FOOT
    said = ". ".join(f"{bar.name}: {bar.words}" for bar in bars)
    marks = (mark for row, bar in enumerate(bars) for mark in _bar(row, bar, theme))
    return framed(title, said, (WIDTH, high), (*_scale(high, axis, theme), *marks), theme)


def _x(share: float) -> int:
    return round(SIDE + (WIDTH - 2 * SIDE) * share)


def _scale(high: int, axis: str, theme: Theme) -> Iterator[str]:
    bottom = high - FOOT
    for part in range(5):
        x, anchor = _x(part / 4), ("start", *["middle"] * 3, "end")[part]
        yield f'<path d="M{x} {TOP}V{bottom}" stroke="{theme.quiet}" stroke-width="1" opacity="0.35"/>'
        yield _word(x, bottom + 16, f"{25 * part} %", theme.quiet, 12, anchor)
    yield _word(_x(0.5), bottom + 34, axis, theme.quiet, 12, "middle")


def _bar(row: int, bar: ShareBar, theme: Theme) -> Iterator[str]:
    words, end, low, high = TOP + ROW * row + 14, _x(bar.value), _x(bar.low), _x(bar.high)
    top = words + 7
    middle = top + THICK // 2
    room = WIDTH - 2 * SIDE - width(bar.words, _SIZE) - 12
    yield _word(SIDE, words, fitted(bar.name, _SIZE, room), theme.text, _SIZE, "start")
    yield _word(WIDTH - SIDE, words, bar.words, theme.text, _SIZE, "end")
    yield f'<rect x="{SIDE}" y="{top}" width="{max(end - SIDE, 1)}" height="{THICK}" fill="{theme.pill}"/>'
    yield (f'<path d="M{low} {middle}H{high}M{low} {middle - 6}v12M{high} {middle - 6}v12" stroke="{theme.text}"'
           f' stroke-width="2" fill="none"/>')


def _word(x: int, y: int, text: str, colour: str, size: int, anchor: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">{plain(text)}</text>'
