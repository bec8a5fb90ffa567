"""Share bars: parts of a whole as bars that lie, each with its interval and its number in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domino_lab.picture.lettering import fitted
from domino_lab.picture.svg import FONT, plain
from domino_lab.picture.theme import STATIC, Theme

WIDTH, LEFT, RIGHT, TOP, ROW, FOOT = 640, 190, 130, 36, 34, 46


class ShareBar(NamedTuple):
    """One part: its name, its share (0 to 1), and from where to where its interval goes.

    >>> ShareBar("Ana", 0.5, 0.4, 0.6).name
    'Ana'
    """

    name: str
    value: float
    low: float
    high: float

    @property
    def words(self) -> str:
        """The share and its interval in percent.

        >>> ShareBar("Ana", 0.5, 0.4, 0.6).words
        '50.0 % ± 10.0'
        """
        return f"{100 * self.value:.1f} % ± {50 * (self.high - self.low):.1f}"


def share_bars(title: str, axis: str, bars: Sequence[ShareBar], theme: Theme = STATIC) -> str:
    """The bars as one SVG: whole numbers, no ids, all words as text.

    >>> share_bars("Who wins", "share", [ShareBar("Ana", 0.5, 0.4, 0.6)]).count("<rect")
    2
    """
    high = TOP + ROW * len(bars) + FOOT
    said = ". ".join(f"{bar.name}: {bar.words}" for bar in bars)
    return "\n".join((
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{high}" viewBox="0 0 {WIDTH} {high}"'
        f' role="img" style="max-width:100%;height:auto" font-family="{FONT}">',
        f"<title>{plain(title)}</title><desc>{plain(said)}</desc>",
        f'<rect x="0" y="0" width="{WIDTH}" height="{high}" fill="{theme.panel}"/>',
        f'<text x="12" y="22" font-size="15" font-weight="bold" fill="{theme.text}">{plain(title)}</text>',
        *_scale(high, axis, theme), *(mark for row, bar in enumerate(bars) for mark in _bar(row, bar, theme)), "</svg>",
    ))


def _x(share: float) -> int:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * share)


def _scale(high: int, axis: str, theme: Theme) -> Iterator[str]:
    bottom = high - FOOT
    for part in range(5):
        x = _x(part / 4)
        yield f'<path d="M{x} {TOP}V{bottom}" stroke="{theme.quiet}" stroke-width="1" opacity="0.35"/>'
        yield (f'<text x="{x}" y="{bottom + 16}" font-size="12" text-anchor="middle" fill="{theme.quiet}">'
               f"{25 * part} %</text>")
    yield (f'<text x="{_x(0.5)}" y="{bottom + 34}" font-size="12" text-anchor="middle" fill="{theme.quiet}">'
           f"{plain(axis)}</text>")


def _bar(row: int, bar: ShareBar, theme: Theme) -> Iterator[str]:
    y, end, low, high = TOP + ROW * row + 5, _x(bar.value), _x(bar.low), _x(bar.high)
    middle = y + 12
    yield (f'<text x="{LEFT - 8}" y="{y + 17}" font-size="14" text-anchor="end" fill="{theme.text}">'
           f"{plain(fitted(bar.name, 14, LEFT - 20))}</text>")
    yield f'<rect x="{LEFT}" y="{y}" width="{max(end - LEFT, 1)}" height="24" fill="{theme.pill}"/>'
    yield (f'<path d="M{low} {middle}H{high}M{low} {middle - 6}v12M{high} {middle - 6}v12" stroke="{theme.text}"'
           f' stroke-width="2" fill="none"/>')
    yield (f'<text x="{WIDTH - 12}" y="{y + 17}" font-size="14" text-anchor="end" fill="{theme.text}">'
           f"{plain(bar.words)}</text>")
