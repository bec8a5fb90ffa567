"""The plot of an estimate: how it settles as trials go on, its band, and lines for what was guessed and is true."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil, log10
from typing import NamedTuple

from domino_lab.picture.lettering import width as width_of
from domino_lab.picture.lettering import wrapped
from domino_lab.picture.svg import FONT, plain
from domino_lab.picture.theme import STATIC, Theme, contrast

HEIGHT, LEFT, RIGHT, TOP, FOOT, ROW = 230, 52, 12, 10, 42, 20
"""Pixels: the plot, the room for its numbers, and each line of the legend below it."""

LARGE, NARROWEST_LARGE = 1.9, 330
"""How much larger for a projector, as far as so many pixels of a plot are left: fewer have no room for its words."""

DASHES = ("8 5", "2 4", "12 4 2 4", "4 4")
"""One guess is told from the next by the dashes of its line, and the exact value by two thin lines."""
MOST_NAMED = 4
_SIZE = 13


class Point(NamedTuple):
    """What so many trials say: the value, and from where to where its band goes."""

    n: int
    value: float
    low: float
    high: float


class Line(NamedTuple):
    """A value that stands still, with its words."""

    value: float
    words: str


class EstimatePlot(NamedTuple):
    """All that the plot shows. `points` go from the first trial to the last; `shown` writes a number of the axis."""

    title: str
    points: Sequence[Point]
    guesses: Sequence[Line]
    exact: Line | None
    found: str
    axis: str
    shown: Callable[[float], str]
    more: str = ""
    is_chance: bool = True

    @property
    def words(self) -> tuple[str, ...]:
        """The legend: what was guessed, what was found, what is true."""
        guesses = [guess.words for guess in self.guesses[:MOST_NAMED]]
        more = [self.more] if self.more else []
        return (*guesses, *more, self.found, *([self.exact.words] if self.exact else []))


class _Ground(NamedTuple):
    """Where numbers lie on the plot: the width, the highest and the lowest value, and the most trials."""

    width: int
    low: float
    high: float
    most: int

    def x(self, n: int) -> int:
        return round(LEFT + (self.width - LEFT - RIGHT) * log10(max(n, 1)) / log10(self.most))

    def y(self, value: float) -> int:
        return round(TOP + (HEIGHT - TOP - FOOT) * (self.high - value) / (self.high - self.low))


def estimate_plot(plot: EstimatePlot, width: int = 640, theme: Theme = STATIC, *, large: bool = False) -> str:
    """The plot as one SVG, `width` pixels wide: whole numbers, no ids, and all its words as text."""
    scale = min(LARGE, max(1.0, width / NARROWEST_LARGE)) if large else 1.0
    inner = round(width / scale)
    ground = _ground(plot, inner)
    entries = _entries(plot, inner, theme)
    high = HEIGHT + ROW * sum(len(entry.lines) for entry in entries) + 6
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{round(high * scale)}" '
            f'viewBox="0 0 {inner} {high}" role="img" style="max-width:100%;height:auto" font-family="{FONT}">')
    said = f"<title>{plain(plot.title)}</title><desc>{plain('. '.join(plot.words))}</desc>"
    back = f'<rect x="0" y="0" width="{inner}" height="{high}" fill="{theme.panel}"/>'
    drawn = (*_axes(plot, ground, theme), *_band(plot, ground, theme), *_lines(plot, ground, theme),
             *_legend(entries, theme))
    return "\n".join((head, said, back, *drawn, "</svg>"))


def _ground(plot: EstimatePlot, width: int) -> _Ground:
    last = plot.points[-1] if plot.points else None
    sure = last is not None and last.n >= 10
    most = 1.0 if plot.is_chance and not sure else 0.0
    values = [guess.value for guess in plot.guesses] + ([plot.exact.value] if plot.exact else [])
    if last is not None and sure:
        values += [last.high, last.low]
    elif last is not None and not plot.is_chance:
        values += [point.value for point in plot.points]
    high = _roof(max([most, *(1.1 * value for value in values)]), is_chance=plot.is_chance)
    low = min([0.0, *values])
    return _Ground(width, -_roof(-1.1 * low, is_chance=False) if low < 0 else 0.0, high,
                   10 ** max(1, ceil(log10(last.n))) if last else 1000)


def _roof(value: float, *, is_chance: bool) -> float:
    """The next round number up: 1, 2 or 5 with zeros; a chance ends at 1."""
    if value <= 0:
        return 1.0
    power = 10.0 ** ceil(log10(value) - 1)
    roof = next(step * power for step in (1, 2, 5, 10) if step * power >= value * 0.999999)
    return min(roof, 1.0) if is_chance else roof


def line_colour(theme: Theme) -> str:
    """The colour of what was found: the first of two blues that stands out on the theme."""
    return theme.pill if contrast(theme.pill, theme.panel) >= 3.5 else theme.mark


def _axes(plot: EstimatePlot, ground: _Ground, theme: Theme) -> Iterator[str]:
    right, bottom = ground.width - RIGHT, HEIGHT - FOOT
    for part in range(5):
        value = ground.low + (ground.high - ground.low) * part / 4
        y = ground.y(value)
        yield f'<path d="M{LEFT} {y}H{right}" stroke="{theme.quiet}" stroke-width="1" opacity="0.35"/>'
        yield _word(LEFT - 6, y + 4, plot.shown(value), theme.quiet, "end")
    powers = [10**power for power in range(round(log10(ground.most)) + 1)]
    free = right - width_of(f"{powers[-1]:,}", _SIZE) - 6
    for number in powers:
        x, words = ground.x(number), f"{number:,}"
        yield f'<path d="M{x} {bottom}v5" stroke="{theme.quiet}" stroke-width="1"/>'
        if number == powers[-1]:
            yield _word(right, bottom + 18, words, theme.quiet, "end")
        elif x + width_of(words, _SIZE) // 2 <= free:
            yield _word(x, bottom + 18, words, theme.quiet, "middle")
    yield _word((LEFT + right) // 2, bottom + 35, plot.axis, theme.quiet, "middle")
    yield f'<path d="M{LEFT} {TOP}V{bottom}H{right}" fill="none" stroke="{theme.text}" stroke-width="1"/>'


def _band(plot: EstimatePlot, ground: _Ground, theme: Theme) -> Iterator[str]:
    if not plot.points:
        return
    colour, wide, high = line_colour(theme), ground.width - LEFT - RIGHT, HEIGHT - TOP - FOOT
    # An inner picture cuts off what the first few trials throw beyond the axis; the last mark may stand on its edge.
    yield f'<svg x="{LEFT}" y="{TOP}" width="{wide}" height="{high}" viewBox="{LEFT} {TOP} {wide} {high}">'
    over = [f"{ground.x(point.n)},{ground.y(point.high)}" for point in plot.points]
    under = [f"{ground.x(point.n)},{ground.y(point.low)}" for point in reversed(plot.points)]
    path = " ".join(f"{ground.x(point.n)},{ground.y(point.value)}" for point in plot.points)
    last = plot.points[-1]
    yield f'<polygon points="{" ".join([*over, *under])}" fill="{colour}" opacity="0.22"/>'
    yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/></svg>'
    x = ground.x(last.n)
    yield (f'<path d="M{x} {ground.y(last.low)}V{ground.y(last.high)}M{x - 5} {ground.y(last.low)}h10'
           f'M{x - 5} {ground.y(last.high)}h10" stroke="{colour}" stroke-width="2"/>')
    yield f'<circle cx="{x}" cy="{ground.y(last.value)}" r="4" fill="{colour}"/>'


def _lines(plot: EstimatePlot, ground: _Ground, theme: Theme) -> Iterator[str]:
    right = ground.width - RIGHT
    for number, guess in enumerate(plot.guesses):
        dashes = DASHES[min(number, len(DASHES) - 1)]
        yield (f'<path d="M{LEFT} {ground.y(guess.value)}H{right}" stroke="{theme.drawn}" stroke-width="2.5"'
               f' stroke-dasharray="{dashes}"/>')
    if plot.exact is not None:
        y = ground.y(plot.exact.value)
        yield f'<path d="M{LEFT} {y - 2}H{right}M{LEFT} {y + 2}H{right}" stroke="{theme.text}" stroke-width="1.5"/>'


class _Entry(NamedTuple):
    """One line of the legend: its sample, drawn where y is 0, and its words in as many lines as they need."""

    sample: str
    lines: tuple[str, ...]


def _entries(plot: EstimatePlot, room: int, theme: Theme) -> tuple[_Entry, ...]:
    colour = line_colour(theme)
    samples = [f'<path d="M12 -4h34" stroke="{theme.drawn}" stroke-width="2.5" stroke-dasharray="{dashes}"/>'
               for dashes, _ in zip(DASHES, plot.guesses[:MOST_NAMED], strict=False)]
    samples += [""] if plot.more else []
    samples += [f'<rect x="12" y="-10" width="34" height="12" fill="{colour}" opacity="0.22"/>'
                f'<path d="M12 -4h34" stroke="{colour}" stroke-width="2"/>']
    samples += [f'<path d="M12 -6h34M12 -2h34" stroke="{theme.text}" stroke-width="1.5"/>'] if plot.exact else []
    return tuple(_Entry(sample, wrapped(words, _SIZE, room - 66, 3))
                 for sample, words in zip(samples, plot.words, strict=True))


def _legend(entries: Sequence[_Entry], theme: Theme) -> Iterator[str]:
    y = HEIGHT + 8
    for entry in entries:
        yield f'<g transform="translate(0 {y})">{entry.sample}</g>'
        for line in entry.lines:
            yield _word(54, y, line, theme.text)
            y += ROW


def _word(x: int, y: int, text: str, colour: str, anchor: str = "start") -> str:
    placed = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text x="{x}" y="{y}" font-size="{_SIZE}"{placed} fill="{colour}">{plain(text)}</text>'
