"""Number bars: how often each number came, as bars that stand side by side; the highest, at least, with its count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domino_lab.picture.lettering import width
from domino_lab.picture.plot_frame import framed
from domino_lab.picture.svg import plain
from domino_lab.picture.theme import STATIC, Theme

WIDTH, LEFT, RIGHT, TOP, HIGH, FOOT = 480, 14, 14, 52, 160, 48
"""Pixels: the picture, its margins, the highest bar, and the room for the numbers below."""

_SIZE, _SMALL = 12, 11


class NumberBar(NamedTuple):
    """One bar: the number or numbers it stands for, and how often they came."""

    label: str
    times: int


def number_bars(title: str, across: str, bars: Sequence[NumberBar], theme: Theme = STATIC) -> str:
    """The bars as one SVG: whole numbers, no ids, all words as text; `across` says what the numbers are."""
    high = TOP + HIGH + FOOT
    said = ". ".join(f"{bar.label}: {bar.times:,}" for bar in bars)
    ground = f'<path d="M{LEFT} {TOP + HIGH}H{WIDTH - RIGHT}" stroke="{theme.text}" stroke-width="1"/>'
    below = _word(WIDTH // 2, high - 12, across, theme.quiet, _SIZE)
    return framed(title, said, (WIDTH, high), (*_bars(bars, theme), ground, below), theme)


def _bars(bars: Sequence[NumberBar], theme: Theme) -> Iterator[str]:
    if not bars:
        return
    most, bottom = max(1, *(bar.times for bar in bars)), TOP + HIGH
    edges = [LEFT + (WIDTH - LEFT - RIGHT) * place // len(bars) for place in range(len(bars) + 1)]
    room = (WIDTH - LEFT - RIGHT) // len(bars)
    named = _every([bar.label for bar in bars], room)
    counted = _every([f"{bar.times:,}" for bar in bars], room) == 1
    for place, bar in enumerate(bars):
        left, right = edges[place], edges[place + 1]
        high = max(round(HIGH * bar.times / most), 1) if bar.times else 0
        yield (f'<rect x="{left + 1}" y="{bottom - high}" width="{max(right - left - 2, 1)}" height="{high}"'
               f' fill="{theme.pill}"/>')
        if bar.times and (counted or bar.times == most):
            yield _word((left + right) // 2, bottom - high - 5, f"{bar.times:,}", theme.text, _SMALL)
        if place % named == 0:
            yield _word((left + right) // 2, bottom + 16, bar.label, theme.text, _SIZE)


def _every(words: Sequence[str], room: int) -> int:
    """Every word, every second, every fifth ...: as many as stand side by side without touching."""
    widest = max(width(word, _SIZE) for word in words) + 4
    return next(step for step in (1, 2, 5, 10, len(words)) if widest <= step * room or step == len(words))


def _word(x: int, y: int, text: str, colour: str, size: int) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="middle" fill="{colour}">{plain(text)}</text>'
