"""Report: every sentence of the chance lab, its plot, its bars and its table of estimates. No widgets here."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite
from typing import NamedTuple

from domino_lab.chance.estimates import Estimate
from domino_lab.chance.simulation import Bin, binned
from domino_lab.picture.charts import MOST_NAMED, EstimatePlot, Point, ReferenceLine
from domino_lab.sessions.chance_lab import ChanceLabSession, Example, Guess, Row, written
from domino_lab.widgets.nodes import tabled
from domino_lab.words import phrase

MOST_NAMED_ALOUD = 3


def reach(estimate: Estimate) -> float:
    """Return half the width of the interval; 0.01 if there is none."""
    half = (estimate.high - estimate.low) / 2
    return half if isfinite(half) else 0.01


def figures(session: ChanceLabSession) -> str:
    """Return n, the seed, the estimate and its interval, which are always shown."""
    if not session.tally.among:
        return phrase("chancelab.figures_none", seed=session.trials.seed)
    return phrase("chancelab.figures", n=session.n, seed=session.trials.seed, **_numbers(session))


def _numbers(session: ChanceLabSession) -> dict[str, str]:
    estimate = session.estimate
    return {name: _number(session, number) for name, number in
            (("value", estimate.value), ("low", estimate.low), ("high", estimate.high))}


def _number(session: ChanceLabSession, number: float) -> str:
    return written(number, session.kind, reach(session.estimate)) if isfinite(number) else "?"


def guess_text(session: ChanceLabSession, guess: Guess) -> str:
    """Return each person with their estimate."""
    return phrase("chancelab.said_by", who=guess.name, estimate=written(guess.value, session.kind))


def caption(session: ChanceLabSession) -> str:
    """Return the caption: the estimate, the result, its interval, and the exact value."""
    if session.busy:
        return phrase(f"chancelab.wait_{session.busy}")
    if not session.guesses:
        return phrase("chancelab.start")
    if not session.n:
        return _ready(session)
    return " ".join([_came_out(session), *_judged(session), *_revealed(session)])


def _ready(session: ChanceLabSession) -> str:
    if len(session.guesses) == 1:
        guess = session.guesses[0]
        return phrase("chancelab.ready", who=guess.name, estimate=written(guess.value, session.kind))
    return phrase("chancelab.ready_many", estimates="; ".join(guess_text(session, guess) for guess in session.guesses))


def _came_out(session: ChanceLabSession) -> str:
    tally = session.tally
    if not tally.among:
        return phrase("chancelab.none_counted")
    if session.n == 1:
        key = next(iter(tally.counts))
        trial = phrase(f"chancelab.one_trial{'_by' if session.trials.numeric else ''}", number=1,
                       what=session.trials.bars_called, label=session.trials.label(key))
        return f"{trial} {phrase('chancelab.wide_open')}"
    numbers = _numbers(session)
    which = "happened" if session.kind == "chance" else "mean_was"
    if getattr(session.trials, "derived", False):
        which = "points_to"
    parts = [phrase(f"chancelab.{which}", times=tally.total, among=tally.among, value=numbers["value"])]
    if session.estimate.low < session.estimate.high:
        parts.append(phrase("chancelab.band", low=numbers["low"], high=numbers["high"]))
    if tally.among < tally.trials:
        parts.insert(0, phrase("chancelab.only_counted", trials=tally.trials, among=tally.among))
    return " ".join(parts)


def _judged(session: ChanceLabSession) -> list[str]:
    if session.n < 10:
        return []
    estimate = session.estimate
    return [phrase("chancelab.inside" if estimate.covers(guess.value) else "chancelab.outside", who=guess.name,
                   estimate=written(guess.value, session.kind)) for guess in session.guesses[:MOST_NAMED_ALOUD]]


def _revealed(session: ChanceLabSession) -> list[str]:
    if not (session.answers and session.reveals):
        return []
    exact = session.exact
    if exact is None:
        return [phrase("chancelab.no_exact")]
    value = exact_written(session, exact.value)
    fraction = exact.value
    short = isinstance(fraction, Fraction) and 1 < fraction.denominator < 1_000_000
    return [phrase("chancelab.exactly_fraction", fraction=fraction, value=value) if short
            else phrase("chancelab.exactly", value=value)]


def exact_written(session: ChanceLabSession, value: Fraction | float) -> str:
    """Return the exact value with enough places to tell it from an estimate."""
    return written(float(value), session.kind, min(0.001, float(value) / 50 or 0.001))


def plot_of(session: ChanceLabSession) -> EstimatePlot:
    """Return the plot of the current state of the lab."""
    path = session.ledger.path(session.n)
    points = [Point(n, *_finite(estimate)) for n, estimate in path if isfinite(estimate.value)]
    guesses = [ReferenceLine(guess.value, guess_text(session, guess)) for guess in session.guesses]
    exact, left = session.exact, max(len(guesses) - MOST_NAMED, 0)
    known = session.tally.among
    return EstimatePlot(
        phrase("chancelab.plot"), points, guesses,
        ReferenceLine(float(exact.value), phrase("chancelab.line_exact", value=exact_written(session, exact.value)))
        if exact else None,
        phrase("chancelab.line_found", **_numbers(session)) if known else phrase("chancelab.line_none"),
        phrase("chancelab.axis"), lambda value: _axis_number(session, value),
        phrase("chancelab.line_more", number=left) if left else "", session.kind == "chance",
    )


def _axis_number(session: ChanceLabSession, value: float) -> str:
    if session.kind == "chance":
        return phrase("chancelab.percent", number=f"{100 * value:.4g}")
    return f"{value:.4g}"


def _finite(estimate: Estimate) -> tuple[float, float, float]:
    """One trial of a mean has no band yet: it is drawn as the point it is."""
    low, high = (number if isfinite(number) else estimate.value for number in (estimate.low, estimate.high))
    return estimate.value, low, high


def recipe(session: ChanceLabSession) -> str:
    """Return the line that recreates this view; empty if no short line can."""
    made = session.trials.recipe
    if not made:
        return ""
    guess = f", estimate={session.guesses[0].value!r}" if session.guesses else ""
    n = f", n={session.n}" if session.n else ""
    shown = ", reveal=True" if session.reveals else ""
    kept = "" if session.answers else ", answers=False"
    return f"dl.ChanceLab({made}, seed={session.trials.seed}{guess}{n}{shown}{kept})"


# --- the bars --------------------------------------------------------------------------------------------------------

MOST_BARS = 16
"""More numbers than these share bars."""


class Bar(NamedTuple):
    """The trials with some keys: their label, their number, and whether they count for the question."""

    keys: tuple[int, ...]
    label: str
    trials: int
    counts: bool


def bars(session: ChanceLabSession) -> tuple[Bar, ...]:
    """Return the bars of the trials so far, from left to right."""
    counts = session.tally.counts
    if session.trials.numeric:
        return tuple(_group(session, group) for group in binned(counts, MOST_BARS))
    return tuple(Bar((key,), session.trials.label(key), counts.get(key, 0), session.trials.counts(key))
                 for key in dict.fromkeys((*session.trials.keys, *sorted(counts))))


def _group(session: ChanceLabSession, group: Bin) -> Bar:
    keys = tuple(range(group.low, group.high + 1))
    return Bar(keys, group.label, group.hands, all(map(session.trials.counts, keys)))


def example_text(session: ChanceLabSession, example: Example) -> str:
    """Return the open trial in words: its number and its bar."""
    words = phrase("chancelab.example", number=example.number + 1, what=session.trials.bars_called, label=example.label)
    describe = getattr(session.trials, "describe", None)
    return " ".join(filter(None, (words, describe(example.number) if describe else "")))


# --- the table of estimates -------------------------------------------------------------------------------------------

COLUMNS = ("estimate", "n", "seed", "simulated", "low", "high", "inside", "exact")


def table_html(session: ChanceLabSession) -> str:
    """Return the estimates as an HTML table."""
    columns = (phrase(f"chancelab.column_{name}") for name in ("name", *COLUMNS))
    return tabled(phrase("chancelab.predictions"), columns, (_cells(session, row) for row in session.rows()))


def _cells(session: ChanceLabSession, row: Row) -> tuple[str, ...]:
    def shown(number: float | None, half: float) -> str:
        return "" if number is None else written(number, session.kind, half)

    half = reach(session.estimate) if session.n else 0.01
    inside = "" if row.inside is None else phrase("chancelab.inside_yes" if row.inside else "chancelab.inside_no")
    return (row.who, shown(row.estimate, 0.01), f"{row.n:,}", str(row.seed), shown(row.trials, half),
            shown(row.low, half), shown(row.high, half), inside, shown(row.exact, 0.001))
