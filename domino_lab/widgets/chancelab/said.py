"""Said: every sentence of the chance lab, and its plot. No widgets here."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite

from domino_lab.chance.estimates import Estimate
from domino_lab.picture.charts import MOST_NAMED, EstimatePlot, Point, ReferenceLine
from domino_lab.widgets.chancelab.guessing import Guess, written
from domino_lab.widgets.chancelab.lab_session import LabSession
from domino_lab.words import phrase

MOST_SAID = 3


def reach(found: Estimate) -> float:
    """Half of the band; 0.01 where there is none.

    >>> round(reach(Estimate.share(50, 100)), 2)
    0.1
    """
    half = (found.high - found.low) / 2
    return half if isfinite(half) else 0.01


def figures(here: LabSession) -> str:
    """n, the seed, the estimate and its band: always shown.

    >>> from domino_lab.widgets.chancelab.lab_session import session_of
    >>> figures(session_of("block", seed=4))[:14]
    'No trials yet '
    """
    if not here.tally.among:
        return phrase("chancelab.figures_none", seed=here.trials.seed)
    return phrase("chancelab.figures", n=here.n, seed=here.trials.seed, **_numbers(here))


def _numbers(here: LabSession) -> dict[str, str]:
    found = here.estimate
    return {name: _number(here, number) for name, number in
            (("value", found.value), ("low", found.low), ("high", found.high))}


def _number(here: LabSession, number: float) -> str:
    return written(number, here.kind, reach(here.estimate)) if isfinite(number) else "?"


def guess_said(here: LabSession, guess: Guess) -> str:
    """Who said what.

    >>> from domino_lab.widgets.chancelab.lab_session import session_of
    >>> guess_said(session_of("block"), Guess("Ana", 0.5))
    'Ana: 50 %'
    """
    return phrase("chancelab.said_by", who=guess.name, estimate=written(guess.value, here.kind))


def told(here: LabSession) -> str:
    """The caption: what was thought, what came out, how sure that is, what is true.

    >>> from domino_lab.widgets.chancelab.lab_session import session_of
    >>> told(session_of("block"))
    'First make an estimate. Then let the lab try it.'
    """
    if here.busy:
        return phrase(f"chancelab.wait_{here.busy}")
    if not here.guesses:
        return phrase("chancelab.start")
    if not here.n:
        return _ready(here)
    return " ".join([_came_out(here), *_judged(here), *_revealed(here)])


def _ready(here: LabSession) -> str:
    if len(here.guesses) == 1:
        guess = here.guesses[0]
        return phrase("chancelab.ready", who=guess.name, estimate=written(guess.value, here.kind))
    return phrase("chancelab.ready_many", estimates="; ".join(guess_said(here, one) for one in here.guesses))


def _came_out(here: LabSession) -> str:
    tally = here.tally
    if not tally.among:
        return phrase("chancelab.none_counted")
    if here.n == 1:
        key = next(iter(tally.counts))
        one = phrase(f"chancelab.one_trial{'_by' if here.trials.numeric else ''}", number=0,
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


def _judged(here: LabSession) -> list[str]:
    if here.n < 10:
        return []
    found = here.estimate
    return [phrase("chancelab.inside" if found.covers(guess.value) else "chancelab.outside", who=guess.name,
                   estimate=written(guess.value, here.kind)) for guess in here.guesses[:MOST_SAID]]


def _revealed(here: LabSession) -> list[str]:
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


def exact_written(here: LabSession, value: Fraction | float) -> str:
    """The exact value with enough places to tell it from an estimate.

    >>> from domino_lab.widgets.chancelab.lab_session import session_of
    >>> exact_written(session_of("block"), Fraction(323, 3289))
    '9.82 %'
    """
    return written(float(value), here.kind, min(0.001, float(value) / 50 or 0.001))


def plot_of(here: LabSession) -> EstimatePlot:
    """The plot of where the lab stands.

    >>> from domino_lab.widgets.chancelab.lab_session import session_of
    >>> plot_of(session_of("block")).words
    ('The trials: none yet',)
    """
    points = [Point(n, *_finite(found)) for n, found in here.ledger.path(here.n) if isfinite(found.value)]
    guesses = [ReferenceLine(guess.value, guess_said(here, guess)) for guess in here.guesses]
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


def _axis_number(here: LabSession, value: float) -> str:
    if here.kind == "chance":
        return phrase("chancelab.percent", number=f"{100 * value:.4g}")
    return f"{value:.4g}"


def _finite(found: Estimate) -> tuple[float, float, float]:
    """One trial of a mean has no band yet: it is drawn as the point it is."""
    low, high = (number if isfinite(number) else found.value for number in (found.low, found.high))
    return found.value, low, high


def recipe(here: LabSession) -> str:
    """The line that makes this view again; empty where no short one does.

    >>> from domino_lab.widgets.chancelab.lab_session import session_of
    >>> recipe(session_of("block", "leader wins", seed=4))
    'dl.ChanceLab("block", "leader wins", seed=4)'
    """
    made = here.trials.recipe
    if not made:
        return ""
    guess = f", estimate={here.guesses[0].value!r}" if here.guesses else ""
    n = f", n={here.n}" if here.n else ""
    shown = ", reveal=True" if here.reveals else ""
    kept = "" if here.answers else ", answers=False"
    return f"dl.ChanceLab({made}, seed={here.trials.seed}{guess}{n}{shown}{kept})"
