"""Charts: small plots as SVG that carry their own words: shares, ratings, counts, and an estimate as it settles.

Every chart is whole numbers without ids, with all its words as text, so that a saved notebook shows it as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from math import ceil, floor, isfinite, log10
from typing import NamedTuple

from domino_lab.picture.output import Kept
from domino_lab.picture.svg import opening, plain
from domino_lab.picture.text_metrics import fit, width as width_of, wrap
from domino_lab.picture.theme import LIGHT, Theme, contrast
from domino_lab.words.escaping import escape, printable

NARROW, WIDE = 400, 480
"""Pixels: the width of a chart of rows, which a phone can show, and of one of bars side by side."""

EDGE = 14
"""Pixels between the words of a chart and its border."""

_WORD, _SMALL = 14, 12
_TITLE_SIZE, _TITLE_LINE, _TITLE_LINES = 15, 19, 3
_ROWS_TOP, _ROW = 36, 50


class IntervalRow(NamedTuple):
    """One row of a chart: its name, its value, the ends of its interval, and the value in words."""

    name: str
    value: float
    low: float
    high: float
    words: str


class NumberBar(NamedTuple):
    """One bar: the number or numbers that it stands for, and how often they occurred."""

    label: str
    times: int


class Chart(NamedTuple):
    """A picture (`svg`) and its numbers in `lines`; a saved notebook keeps both, so that a change is noticed."""

    svg: str
    lines: tuple[str, ...]

    def __repr__(self) -> str:
        return printable("\n".join(self.lines))

    def _repr_mimebundle_(self, include: Container[str] | None = None, **_which: object) -> dict[str, str]:
        return Kept(self.svg, repr(self)).outputs(include)


def number_chart(title: str, across: str, counted: str, bars: Sequence[NumberBar]) -> Chart:
    """Return `number_bars` with their numbers: `across` names the quantity, `counted` the things counted."""
    rows = [(across, counted), *((bar.label, f"{bar.times:,}") for bar in bars)]
    first, second = (max(len(row[place]) for row in rows) for place in (0, 1))
    lines = (f"{label:>{first}}  {times:>{second}}" for label, times in rows)
    return Chart(number_bars(title, across, bars), (title, *lines))


def numbers_table(rows: Sequence[Sequence[str]], *, nowrap: bool = True) -> str:
    """Return rows as an HTML table for a phone; the first row has the headings, the first column the names."""
    close = "padding:.4em .2em"
    cell = f"{close};white-space:nowrap" if nowrap else close
    heads, *body = rows
    top = "".join(f'<th scope="col" style="{close}">{escape(head)}</th>' for head in heads)
    lines = (f'<tr><th scope="row" style="text-align:left;{close}">{escape(name)}</th>'
             + "".join(f'<td style="{cell}">{escape(number)}</td>' for number in numbers) + "</tr>"
             for name, *numbers in body)
    return f'<table class="dataframe"><thead><tr>{top}</tr></thead><tbody>{"".join(lines)}</tbody></table>'


def share_bars(title: str, axis: str, bars: Sequence[IntervalRow]) -> str:
    """Return parts of a whole (0 to 1) as horizontal bars, each with its interval."""
    foot, thick = 46, 20

    def x(share: float) -> int:
        return round(EDGE + (NARROW - 2 * EDGE) * share)

    def marks() -> Iterator[str]:
        bottom = _ROWS_TOP + _ROW * len(bars)
        for part in range(5):
            anchor = ("start", *["middle"] * 3, "end")[part]
            yield (f'<path d="M{x(part / 4)} {_ROWS_TOP}V{bottom}" stroke="{LIGHT.quiet}" stroke-width="1"'
                   f' opacity="0.35"/>')
            yield _word(x(part / 4), bottom + 16, f"{25 * part} %", LIGHT.quiet, _SMALL, anchor)
        yield _word(x(0.5), bottom + 34, axis, LIGHT.quiet, _SMALL, "middle")
        for row, bar in enumerate(bars):
            words = _ROWS_TOP + _ROW * row + 14
            yield from _row_words(bar, words)
            yield (f'<rect x="{EDGE}" y="{words + 7}" width="{max(x(bar.value) - EDGE, 1)}" height="{thick}"'
                   f' fill="{LIGHT.pill}"/>')
            yield _interval(x(bar.low), x(bar.high), words + 7 + thick // 2)

    return _frame(title, _rows_text(bars), (NARROW, _ROWS_TOP + _ROW * len(bars) + foot), marks())


class _Scale(NamedTuple):
    """The ticks of the axis of a chart of ratings, from its left end to its right end."""

    low: int
    high: int
    step: int

    @classmethod
    def of(cls, dots: Sequence[IntervalRow]) -> _Scale:
        steps = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
        ends = [end for dot in dots for end in (dot.low, dot.value, dot.high) if isfinite(end)] or [0.0]
        low, high = min(ends), max(ends)
        step = next((step for step in steps if ceil(high / step) - floor(low / step) < 6), steps[-1])
        start = floor(low / step) * step
        return cls(start, max(ceil(high / step) * step, start + step), step)

    def x(self, rating: float) -> int:
        share = (min(max(rating, self.low), self.high) - self.low) / (self.high - self.low)
        return round(_SCALE_EDGE + (NARROW - 2 * _SCALE_EDGE) * share)

    @property
    def ticks(self) -> range:
        return range(self.low, self.high + 1, self.step)


_SCALE_EDGE = 26


def rating_dots(title: str, axis: str, dots: Sequence[IntervalRow]) -> str:
    """Return ratings as dots on one scale, each with its interval; an infinite interval goes to the edge."""
    foot, reach = 42, 11  # The lines of the scale go up and down from a dot, never through words.
    scale = _Scale.of(dots)

    def marks() -> Iterator[str]:
        bottom = _ROWS_TOP + _ROW * len(dots)
        for tick in scale.ticks:
            yield _word(scale.x(tick), bottom + 12, str(tick), LIGHT.quiet, _SMALL, "middle")
        axis_words = fit(axis, _SMALL, NARROW - 2 * EDGE)
        yield _word(NARROW // 2, bottom + 30, axis_words, LIGHT.quiet, _SMALL, "middle")
        for row, dot in enumerate(dots):
            words = _ROWS_TOP + _ROW * row + 16
            middle = words + 20
            yield from _row_words(dot, words)
            lines = "".join(f"M{scale.x(tick)} {middle - reach}v{2 * reach}" for tick in scale.ticks)
            yield (f'<path d="{lines}M{_SCALE_EDGE} {middle}H{NARROW - _SCALE_EDGE}" stroke="{LIGHT.quiet}"'
                   f' stroke-width="1" opacity="0.4"/>')
            yield _interval(scale.x(dot.low), scale.x(dot.high), middle)
            yield f'<circle cx="{scale.x(dot.value)}" cy="{middle}" r="7" fill="{line_colour(LIGHT)}"/>'

    return _frame(title, _rows_text(dots), (NARROW, _ROWS_TOP + _ROW * len(dots) + foot), marks())


def _rows_text(rows: Iterable[IntervalRow]) -> str:
    return ". ".join(f"{row.name}: {row.words}" for row in rows)


def _row_words(row: IntervalRow, y: int) -> Iterator[str]:
    room = NARROW - 2 * EDGE - width_of(row.words, _WORD) - 12
    yield _word(EDGE, y, fit(row.name, _WORD, room), LIGHT.text, _WORD, "start")
    yield _word(NARROW - EDGE, y, row.words, LIGHT.text, _WORD, "end")


def _interval(low: int, high: int, middle: int) -> str:
    return (f'<path d="M{low} {middle}H{high}M{low} {middle - 6}v12M{high} {middle - 6}v12" stroke="{LIGHT.text}"'
            f' stroke-width="2" fill="none"/>')


def number_bars(title: str, across: str, bars: Sequence[NumberBar]) -> str:
    """Return the frequency of each number as bars side by side; `across` names the quantity."""
    top, high, foot = 52, 160, 48
    bottom = top + high
    text = ". ".join(f"{bar.label}: {bar.times:,}" for bar in bars)

    def marks() -> Iterator[str]:
        most = max([1, *(bar.times for bar in bars)])
        room = (WIDE - 2 * EDGE) // max(len(bars), 1)
        edges = [EDGE + (WIDE - 2 * EDGE) * place // max(len(bars), 1) for place in range(len(bars) + 1)]
        named = _label_step([bar.label for bar in bars], room)
        counted = _label_step([f"{bar.times:,}" for bar in bars], room) == 1
        for place, bar in enumerate(bars):
            left, right = edges[place], edges[place + 1]
            tall = max(round(high * bar.times / most), 1) if bar.times else 0
            yield (f'<rect x="{left + 1}" y="{bottom - tall}" width="{max(right - left - 2, 1)}" height="{tall}"'
                   f' fill="{LIGHT.pill}"/>')
            if bar.times and (counted or bar.times == most):
                yield _word((left + right) // 2, bottom - tall - 5, f"{bar.times:,}", LIGHT.text, 11, "middle")
            if place % named == 0:
                yield _word((left + right) // 2, bottom + 16, bar.label, LIGHT.text, _SMALL, "middle")
        yield f'<path d="M{EDGE} {bottom}H{WIDE - EDGE}" stroke="{LIGHT.text}" stroke-width="1"/>'
        yield _word(WIDE // 2, bottom + foot - 12, across, LIGHT.quiet, _SMALL, "middle")

    return _frame(title, text, (WIDE, bottom + foot), marks())


def _label_step(words: Sequence[str], room: int) -> int:
    """Label every bar, every second, every fifth ...: as many as stand side by side without touching."""
    widest = max((width_of(word, _SMALL) for word in words), default=0) + 4
    return next(step for step in (1, 2, 5, 10, len(words)) if widest <= step * room or step == len(words))


def _frame(title: str, text: str, size: tuple[int, int], marks: Iterable[str]) -> str:
    """Return a chart of this `size` (width and height in pixels), higher if its title takes more than one line.

    `text` is its text alternative; its `marks` begin 36 pixels from the top, below one line of title.
    """
    wide, high = size
    # Bold letters are a tenth wider.
    lines = wrap(title, _TITLE_SIZE, (wide - 28) * 10 // 11, _TITLE_LINES)
    down = _TITLE_LINE * (len(lines) - 1)
    words = (f'<text x="{EDGE}" y="{22 + _TITLE_LINE * number}" font-size="{_TITLE_SIZE}" font-weight="bold"'
             f' fill="{LIGHT.text}">{plain(part)}</text>' for number, part in enumerate(lines))
    return "\n".join((
        opening((wide, high + down), (wide, high + down), title, text),
        f'<rect x="0" y="0" width="{wide}" height="{high + down}" fill="{LIGHT.panel}"/>',
        *words, f'<g transform="translate(0 {down})">', *marks, "</g></svg>",
    ))


def _word(x: int, y: int, text: str, colour: str, size: int, anchor: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">{plain(text)}</text>'


# The plot of an estimate: how it settles as trials go on, its band, and lines for what was guessed and is true.

HEIGHT, LEFT, RIGHT, TOP, FOOT, ROW = 230, 52, 12, 10, 42, 20
"""Pixels: the plot, the room for its numbers, and each line of the legend below it."""

LARGE, NARROWEST_LARGE = 1.9, 330
"""The factor for a projector, and the pixels of a plot that must be left: fewer have no room for its words."""

DASHES = ("8 5", "2 4", "12 4 2 4", "4 4")
"""Each guess has dashes of its own; the exact value is two thin lines."""
MOST_NAMED = 4
_SIZE = 13


class Point(NamedTuple):
    """The value after `n` trials, and the ends of its interval."""

    n: int
    value: float
    low: float
    high: float


class ReferenceLine(NamedTuple):
    """A constant value, with its words."""

    value: float
    words: str


class EstimatePlot(NamedTuple):
    """The contents of the plot. `points` go from the first trial to the last; `shown` writes a number of the axis."""

    title: str
    points: Sequence[Point]
    guesses: Sequence[ReferenceLine]
    exact: ReferenceLine | None
    estimate: str
    axis: str
    shown: Callable[[float], str]
    more: str = ""
    is_chance: bool = True

    @property
    def words(self) -> tuple[str, ...]:
        """The legend: the guesses, the estimate, the exact value."""
        guesses = [guess.words for guess in self.guesses[:MOST_NAMED]]
        more = [self.more] if self.more else []
        return (*guesses, *more, self.estimate, *([self.exact.words] if self.exact else []))


class _Axes(NamedTuple):
    """The scales of the plot: its width, the lowest and the highest value, and the most trials."""

    width: int
    low: float
    high: float
    most: int

    def x(self, n: int) -> int:
        return round(LEFT + (self.width - LEFT - RIGHT) * log10(max(n, 1)) / log10(self.most))

    def y(self, value: float) -> int:
        return round(TOP + (HEIGHT - TOP - FOOT) * (self.high - value) / (self.high - self.low))


def estimate_plot(plot: EstimatePlot, width: int = 640, theme: Theme = LIGHT, *, large: bool = False) -> str:
    """Return the plot as one SVG, `width` pixels wide."""
    scale = min(LARGE, max(1.0, width / NARROWEST_LARGE)) if large else 1.0
    inner = round(width / scale)
    axes = _axes_of(plot, inner)
    entries = _entries(plot, inner, theme)
    high = HEIGHT + ROW * sum(len(lines) for _, lines in entries) + 6
    return "\n".join((
        opening((width, round(high * scale)), (inner, high), plot.title, ". ".join(plot.words)),
        f'<rect x="0" y="0" width="{inner}" height="{high}" fill="{theme.panel}"/>',
        *_axes(plot, axes, theme), *_band(plot, axes, theme), *_lines(plot, axes, theme), *_legend(entries, theme),
        "</svg>",
    ))


def _axes_of(plot: EstimatePlot, width: int) -> _Axes:
    last = plot.points[-1] if plot.points else None
    sure = last is not None and last.n >= 10
    most = 1.0 if plot.is_chance and not sure else 0.0
    values = [guess.value for guess in plot.guesses] + ([plot.exact.value] if plot.exact else [])
    if last is not None and sure:
        values += [last.high, last.low]
    elif last is not None and not plot.is_chance:
        values += [point.value for point in plot.points]
    high = _round_up(max([most, *(1.1 * value for value in values)]), is_chance=plot.is_chance)
    low = min([0.0, *values])
    return _Axes(width, -_round_up(-1.1 * low, is_chance=False) if low < 0 else 0.0, high,
                 10 ** max(1, ceil(log10(last.n))) if last else 1000)


def _round_up(value: float, *, is_chance: bool) -> float:
    """Return the next round number up: 1, 2 or 5 with zeros; a chance ends at 1."""
    if value <= 0:
        return 1.0
    power = 10.0 ** ceil(log10(value) - 1)
    roof = next(step * power for step in (1, 2, 5, 10) if step * power >= value * 0.999999)
    return min(roof, 1.0) if is_chance else roof


def line_colour(theme: Theme) -> str:
    """Return the colour of an estimate: the first of two blues that stands out on the theme."""
    return theme.pill if contrast(theme.pill, theme.panel) >= 3.5 else theme.mark


def _axes(plot: EstimatePlot, axes: _Axes, theme: Theme) -> Iterator[str]:
    right, bottom = axes.width - RIGHT, HEIGHT - FOOT
    for part in range(5):
        value = axes.low + (axes.high - axes.low) * part / 4
        y = axes.y(value)
        yield f'<path d="M{LEFT} {y}H{right}" stroke="{theme.quiet}" stroke-width="1" opacity="0.35"/>'
        yield _word(LEFT - 6, y + 4, plot.shown(value), theme.quiet, _SIZE, "end")
    powers = [10**power for power in range(round(log10(axes.most)) + 1)]
    free = right - width_of(f"{powers[-1]:,}", _SIZE) - 6
    for number in powers:
        x, words = axes.x(number), f"{number:,}"
        yield f'<path d="M{x} {bottom}v5" stroke="{theme.quiet}" stroke-width="1"/>'
        if number == powers[-1]:
            yield _word(right, bottom + 18, words, theme.quiet, _SIZE, "end")
        elif x + width_of(words, _SIZE) // 2 <= free:
            yield _word(x, bottom + 18, words, theme.quiet, _SIZE, "middle")
    yield _word((LEFT + right) // 2, bottom + 35, plot.axis, theme.quiet, _SIZE, "middle")
    yield f'<path d="M{LEFT} {TOP}V{bottom}H{right}" fill="none" stroke="{theme.text}" stroke-width="1"/>'


def _band(plot: EstimatePlot, axes: _Axes, theme: Theme) -> Iterator[str]:
    if not plot.points:
        return
    colour, wide, high = line_colour(theme), axes.width - LEFT - RIGHT, HEIGHT - TOP - FOOT
    # An inner picture clips the first few trials where they leave the axes; the last mark may stand on its edge.
    yield f'<svg x="{LEFT}" y="{TOP}" width="{wide}" height="{high}" viewBox="{LEFT} {TOP} {wide} {high}">'
    over = [f"{axes.x(point.n)},{axes.y(point.high)}" for point in plot.points]
    under = [f"{axes.x(point.n)},{axes.y(point.low)}" for point in reversed(plot.points)]
    path = " ".join(f"{axes.x(point.n)},{axes.y(point.value)}" for point in plot.points)
    last = plot.points[-1]
    yield f'<polygon points="{" ".join([*over, *under])}" fill="{colour}" opacity="0.22"/>'
    yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/></svg>'
    x = axes.x(last.n)
    yield (f'<path d="M{x} {axes.y(last.low)}V{axes.y(last.high)}M{x - 5} {axes.y(last.low)}h10'
           f'M{x - 5} {axes.y(last.high)}h10" stroke="{colour}" stroke-width="2"/>')
    yield f'<circle cx="{x}" cy="{axes.y(last.value)}" r="4" fill="{colour}"/>'


def _lines(plot: EstimatePlot, axes: _Axes, theme: Theme) -> Iterator[str]:
    right = axes.width - RIGHT
    for number, guess in enumerate(plot.guesses):
        dashes = DASHES[min(number, len(DASHES) - 1)]
        yield (f'<path d="M{LEFT} {axes.y(guess.value)}H{right}" stroke="{theme.drawn}" stroke-width="2.5"'
               f' stroke-dasharray="{dashes}"/>')
    if plot.exact is not None:
        y = axes.y(plot.exact.value)
        yield f'<path d="M{LEFT} {y - 2}H{right}M{LEFT} {y + 2}H{right}" stroke="{theme.text}" stroke-width="1.5"/>'


def _entries(plot: EstimatePlot, room: int, theme: Theme) -> list[tuple[str, tuple[str, ...]]]:
    """Return the legend: samples, drawn where y is 0, each with its words in as many lines as they need."""
    colour = line_colour(theme)
    samples = [f'<path d="M12 -4h34" stroke="{theme.drawn}" stroke-width="2.5" stroke-dasharray="{dashes}"/>'
               for dashes, _ in zip(DASHES, plot.guesses[:MOST_NAMED], strict=False)]
    samples += [""] if plot.more else []
    samples += [f'<rect x="12" y="-10" width="34" height="12" fill="{colour}" opacity="0.22"/>'
                f'<path d="M12 -4h34" stroke="{colour}" stroke-width="2"/>']
    samples += [f'<path d="M12 -6h34M12 -2h34" stroke="{theme.text}" stroke-width="1.5"/>'] if plot.exact else []
    return [(sample, wrap(words, _SIZE, room - 66, 3)) for sample, words in zip(samples, plot.words, strict=True)]


def _legend(entries: Sequence[tuple[str, tuple[str, ...]]], theme: Theme) -> Iterator[str]:
    y = HEIGHT + 8
    for sample, lines in entries:
        yield f'<g transform="translate(0 {y})">{sample}</g>'
        for part in lines:
            yield f'<text x="54" y="{y}" font-size="{_SIZE}" fill="{theme.text}">{plain(part)}</text>'
            y += ROW
