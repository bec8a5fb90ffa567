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


def reach(found: Estimate) -> float:
    """Half of the band; 0.01 where there is none."""
    half = (found.high - found.low) / 2
    return half if isfinite(half) else 0.01


def figures(here: ChanceLabSession) -> str:
    """n, the seed, the estimate and its band: always shown."""
    if not here.tally.among:
        return phrase("chancelab.figures_none", seed=here.trials.seed)
    return phrase("chancelab.figures", n=here.n, seed=here.trials.seed, **_numbers(here))


def _numbers(here: ChanceLabSession) -> dict[str, str]:
    found = here.estimate
    return {name: _number(here, number) for name, number in
            (("value", found.value), ("low", found.low), ("high", found.high))}


def _number(here: ChanceLabSession, number: float) -> str:
    return written(number, here.kind, reach(here.estimate)) if isfinite(number) else "?"


def guess_text(here: ChanceLabSession, guess: Guess) -> str:
    """Who said what."""
    return phrase("chancelab.said_by", who=guess.name, estimate=written(guess.value, here.kind))


def caption(here: ChanceLabSession) -> str:
    """The caption: what was thought, what came out, how sure that is, what is true."""
    if here.busy:
        return phrase(f"chancelab.wait_{here.busy}")
    if not here.guesses:
        return phrase("chancelab.start")
    if not here.n:
        return _ready(here)
    return " ".join([_came_out(here), *_judged(here), *_revealed(here)])


def _ready(here: ChanceLabSession) -> str:
    if len(here.guesses) == 1:
        guess = here.guesses[0]
        return phrase("chancelab.ready", who=guess.name, estimate=written(guess.value, here.kind))
    return phrase("chancelab.ready_many", estimates="; ".join(guess_text(here, one) for one in here.guesses))


def _came_out(here: ChanceLabSession) -> str:
    tally = here.tally
    if not tally.among:
        return phrase("chancelab.none_counted")
    if here.n == 1:
        key = next(iter(tally.counts))
        one = phrase(f"chancelab.one_trial{'_by' if here.trials.numeric else ''}", number=1,
                     what=here.trials.bars_called, label=here.trials.label(key))
        return f"{one} {phrase('chancelab.wide_open')}"
    numbers = _numbers(here)
    which = "happened" if here.kind == "chance" else "mean_was"
    if getattr(here.trials, "derived", False):
        which = "points_to"
    parts = [phrase(f"chancelab.{which}", times=tally.total, among=tally.among, value=numbers["value"])]
    if here.estimate.low < here.estimate.high:
        parts.append(phrase("chancelab.band", low=numbers["low"], high=numbers["high"]))
    if tally.among < tally.trials:
        parts.insert(0, phrase("chancelab.only_counted", trials=tally.trials, among=tally.among))
    return " ".join(parts)


def _judged(here: ChanceLabSession) -> list[str]:
    if here.n < 10:
        return []
    found = here.estimate
    return [phrase("chancelab.inside" if found.covers(guess.value) else "chancelab.outside", who=guess.name,
                   estimate=written(guess.value, here.kind)) for guess in here.guesses[:MOST_NAMED_ALOUD]]


def _revealed(here: ChanceLabSession) -> list[str]:
    if not (here.answers and here.reveals):
        return []
    exact = here.exact
    if exact is None:
        return [phrase("chancelab.no_exact")]
    value = exact_written(here, exact.value)
    fraction = exact.value
    short = isinstance(fraction, Fraction) and 1 < fraction.denominator < 1_000_000
    return [phrase("chancelab.exactly_fraction", fraction=fraction, value=value) if short
            else phrase("chancelab.exactly", value=value)]


def exact_written(here: ChanceLabSession, value: Fraction | float) -> str:
    """The exact value with enough places to tell it from an estimate."""
    return written(float(value), here.kind, min(0.001, float(value) / 50 or 0.001))


def plot_of(here: ChanceLabSession) -> EstimatePlot:
    """The plot of where the lab stands."""
    points = [Point(n, *_finite(found)) for n, found in here.ledger.path(here.n) if isfinite(found.value)]
    guesses = [ReferenceLine(guess.value, guess_text(here, guess)) for guess in here.guesses]
    exact, left = here.exact, max(len(guesses) - MOST_NAMED, 0)
    known = here.tally.among
    return EstimatePlot(
        phrase("chancelab.plot"), points, guesses,
        ReferenceLine(float(exact.value), phrase("chancelab.line_exact", value=exact_written(here, exact.value)))
        if exact else None,
        phrase("chancelab.line_found", **_numbers(here)) if known else phrase("chancelab.line_none"),
        phrase("chancelab.axis"), lambda value: _axis_number(here, value),
        phrase("chancelab.line_more", number=left) if left else "", here.kind == "chance",
    )


def _axis_number(here: ChanceLabSession, value: float) -> str:
    if here.kind == "chance":
        return phrase("chancelab.percent", number=f"{100 * value:.4g}")
    return f"{value:.4g}"


def _finite(found: Estimate) -> tuple[float, float, float]:
    """One trial of a mean has no band yet: it is drawn as the point it is."""
    low, high = (number if isfinite(number) else found.value for number in (found.low, found.high))
    return found.value, low, high


def recipe(here: ChanceLabSession) -> str:
    """The line that makes this view again; empty if no short line does."""
    made = here.trials.recipe
    if not made:
        return ""
    guess = f", estimate={here.guesses[0].value!r}" if here.guesses else ""
    n = f", n={here.n}" if here.n else ""
    shown = ", reveal=True" if here.reveals else ""
    kept = "" if here.answers else ", answers=False"
    return f"dl.ChanceLab({made}, seed={here.trials.seed}{guess}{n}{shown}{kept})"


# --- the bars --------------------------------------------------------------------------------------------------------

MOST_BARS = 16
"""More numbers than these share bars."""


class Bar(NamedTuple):
    """The trials that fell on some keys: what they are called, how many, and whether that is what is asked about."""

    keys: tuple[int, ...]
    label: str
    trials: int
    counts: bool


def bars(here: ChanceLabSession) -> tuple[Bar, ...]:
    """The bars of the trials so far, from left to right."""
    counts = here.tally.counts
    if here.trials.numeric:
        return tuple(_group(here, group) for group in binned(counts, MOST_BARS))
    return tuple(Bar((key,), here.trials.label(key), counts.get(key, 0), here.trials.counts(key))
                 for key in dict.fromkeys((*here.trials.keys, *sorted(counts))))


def _group(here: ChanceLabSession, group: Bin) -> Bar:
    keys = tuple(range(group.low, group.high + 1))
    return Bar(keys, group.label, group.hands, all(map(here.trials.counts, keys)))


def example_text(here: ChanceLabSession, example: Example) -> str:
    """Return what is open, in words: the trial and the bar that it belongs to."""
    words = phrase("chancelab.example", number=example.number + 1, what=here.trials.bars_called, label=example.label)
    describe = getattr(here.trials, "describe", None)
    return " ".join(filter(None, (words, describe(example.number) if describe else "")))


# --- the table of estimates -------------------------------------------------------------------------------------------

COLUMNS = ("estimate", "n", "seed", "simulated", "low", "high", "inside", "exact")


def table_html(here: ChanceLabSession) -> str:
    """Return the estimates as an HTML table."""
    columns = (phrase(f"chancelab.column_{name}") for name in ("name", *COLUMNS))
    return tabled(phrase("chancelab.predictions"), columns, (_cells(here, row) for row in here.rows()))


def _cells(here: ChanceLabSession, row: Row) -> tuple[str, ...]:
    def shown(number: float | None, half: float) -> str:
        return "" if number is None else written(number, here.kind, half)

    half = reach(here.estimate) if here.n else 0.01
    inside = "" if row.inside is None else phrase("chancelab.inside_yes" if row.inside else "chancelab.inside_no")
    return (row.who, shown(row.estimate, 0.01), f"{row.n:,}", str(row.seed), shown(row.trials, half),
            shown(row.low, half), shown(row.high, half), inside, shown(row.exact, 0.001))
