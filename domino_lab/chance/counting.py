"""Counting: the exact chance of an event over holdings, with its derivation, or an estimate from some of them.

Holdings are listed as bit masks where there are few enough. Where there are too many they are added up tile by tile.
What cannot be counted in either way is refused: then `estimate` draws some holdings, and says how far off it could be.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from domino_lab.arguments import Whole, checked
from domino_lab.chance.answers import Answer, Distribution, Drawn
from domino_lab.chance.asking import Question
from domino_lab.chance.events import Measure, as_event, check_in
from domino_lab.chance.logic import Event
from domino_lab.chance.progress import Teller
from domino_lab.chance.tallying import Deal, tally
from domino_lab.errors import DominoError, NotationError
from domino_lab.tiles import DominoSet, Tile
from domino_lab.words import phrase

MOST_SAMPLES = 100_000_000
"""Holdings drawn at most: they take half an hour, and the error is then less than a ten thousandth."""

Samples = Annotated[int, Whole(1, MOST_SAMPLES)]

Asked = Event | Callable[[tuple[Tile, ...]], object]


@checked
def exact(
    event: Asked,
    tiles: int = 7,
    *,
    set: DominoSet | int = 6,  # noqa: A002
    given: Asked | None = None,
    progress: Teller | None = None,
) -> Answer:
    """The chance of `event` when `tiles` tiles are dealt from a set, as a Fraction with its derivation.

    `event` is made of measures, as in `doubles() == 0`, or is any function of a tuple of tiles. A function is asked
    holding by holding, of at most 7,000,000 (nine tiles of a double-six set): that takes a second or two for seven
    tiles, a quarter of a minute for nine, and nothing when it is asked again; `progress` hears how far it is. A slow
    function, which would take more than 20 seconds on a computer of usual pace, is refused after a second. `set` is
    a DominoSet, or the highest value of an ordinary one. `given` is what is known already: then only holdings for which
    that is true are counted.

    Raises TooManyError where the holdings are too many to be counted, or a function too slow: `estimate` then draws
    some of them. Raises NotationError for more tiles than there are in the set, and for an event about a tile or a
    value that is not in it; ValueError where `given` is never true.

    >>> from domino_lab.chance.events import doubles, has
    >>> exact(doubles() == 0, tiles=7).value, exact(has("6-6"), tiles=7, given=doubles() == 1).value
    (Fraction(323, 3289), Fraction(1, 7))
    """
    what, known, deal = _checked(event, given, tiles, set)
    tally([Question(what, known)], deal, progress)
    answer = Answer(what, known, deal)
    if not answer.total:
        raise DominoError(phrase("chance.never", given=known))
    return answer


@checked
def estimate(
    event: Asked,
    tiles: int = 7,
    *,
    set: DominoSet | int = 6,  # noqa: A002
    given: Asked | None = None,
    samples: Samples = 40_000,
    seed: int = 0,
) -> Drawn:
    """The chance of `event` found from `samples` holdings drawn at random with `seed`: a number with its error.

    For what `exact` refuses to count; the other arguments are the same. The estimate has `value`, `error`, and `low`
    and `high`, between which the chance lies 19 times in 20. Raises what `exact` raises, but never TooManyError; and
    ValueError where `given` was true of none that was drawn, or for less than one sample.

    >>> found = estimate(lambda tiles: not any(tile.is_double for tile in tiles), tiles=7, set=9, seed=1)
    >>> print(found)
    0.223 ± 0.004
    """
    what, known, deal = _checked(event, given, tiles, set)
    return Drawn.of(what, known, deal, samples=samples, seed=seed)


@checked
def distribution(
    measure: Measure,
    tiles: int = 7,
    *,
    set: DominoSet | int = 6,  # noqa: A002
    given: Asked | None = None,
    progress: Teller | None = None,
) -> Distribution:
    """How often a measure has which value over all holdings, or over those for which `given` is true.

    The other arguments, and what is raised, are those of `exact`; and TypeError for what is no measure.

    >>> from domino_lab.chance.events import doubles
    >>> distribution(doubles(), tiles=7).counts[7]
    1
    """
    _, known, deal = _checked(measure >= 0, given, tiles, set)
    found = Distribution.over(measure, known, deal, progress)
    if not found.total:
        raise DominoError(phrase("chance.never", given=known))
    return found


def _checked(event: Asked, given: Asked | None, tiles: int, set_: DominoSet | int) -> tuple[Event, Event | None, Deal]:
    of = DominoSet.read(set_)
    if not isinstance(tiles, int) or not 0 <= tiles <= len(of.tiles):
        raise NotationError(phrase("chance.too_many", tiles=tiles, set=of.name, size=len(of.tiles)))
    what, known = as_event(event), None if given is None else as_event(given)
    check_in(what if known is None else what & known, of)
    return what, known, Deal(of, tiles)
