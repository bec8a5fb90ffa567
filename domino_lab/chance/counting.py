"""Counting: the exact chance of an event over holdings, with its derivation.

Holdings are listed as bit masks where there are few enough. Where there are too many they are added up tile by tile;
only where that cannot be done either is a sample drawn, and the answer says so.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from domino_lab.chance.answers import Answer, Distribution
from domino_lab.chance.events import Measure, as_event, check_in
from domino_lab.chance.logic import Event
from domino_lab.chance.tallying import Deal
from domino_lab.errors import NotationError, shown
from domino_lab.tiles import DominoSet, Tile
from domino_lab.words import phrase

Asked = Event | Callable[[tuple[Tile, ...]], object]


def exact(
    event: Asked,
    tiles: int = 7,
    *,
    set: DominoSet | int = 6,  # noqa: A002
    given: Asked | None = None,
    samples: int = 40_000,
    seed: int = 0,
) -> Answer:
    """The chance of `event` when `tiles` tiles are dealt from a set, as a Fraction with its derivation.

    `event` is made of measures, as in `doubles() == 0`, or is any function of a tuple of tiles (asked holding by
    holding, which takes a second or two). `set` is a DominoSet, or the highest value of an ordinary one. `given` is
    what is known already: then only holdings for which that is true are counted. Where the holdings are too many to be
    counted in any way, `samples` of them are drawn with `seed`, and the answer has an `estimate` with its error.

    Raises NotationError for more tiles than there are in the set, and for an event about a tile or a value that is not
    in it; ValueError where `given` is never true, or was so for none that was drawn.

    >>> from domino_lab.chance.events import doubles, has
    >>> exact(doubles() == 0, tiles=7).value, exact(has("6-6"), tiles=7, given=doubles() == 1).value
    (Fraction(323, 3289), Fraction(1, 7))
    """
    of = set if isinstance(set, DominoSet) else DominoSet.of(set)
    if not isinstance(tiles, int) or not 0 <= tiles <= len(of.tiles):
        raise NotationError(phrase("chance.too_many", tiles=tiles, set=of.name, size=len(of.tiles)))
    if samples < 1:
        raise ValueError(phrase("chance.no_samples", samples=samples))
    asked, known = as_event(event), None if given is None else as_event(given)
    check_in(asked if known is None else asked & known, of)
    answer = Answer(asked, known, Deal(of, tiles, samples, seed))
    if not answer.total:
        said = "chance.never" if answer.is_exact else "chance.never_drawn"
        raise ValueError(phrase(said, given=answer.given, samples=f"{samples:,}"))
    return answer


def distribution(
    measure: Measure,
    tiles: int = 7,
    *,
    set: DominoSet | int = 6,  # noqa: A002
    given: Asked | None = None,
    samples: int = 40_000,
    seed: int = 0,
) -> Distribution:
    """How often a measure has which value over all holdings, or over those for which `given` is true.

    The other arguments, and what is raised, are those of `exact`; and TypeError for what is no measure.

    >>> from domino_lab.chance.events import doubles
    >>> distribution(doubles(), tiles=7).counts[7]
    1
    """
    if not isinstance(measure, Measure):
        raise TypeError(phrase("chance.no_measure", asked=shown(measure)))
    found = exact(_Always(measure), tiles, set=set, given=given, samples=samples, seed=seed)
    return found.distribution(measure)


class _Always(Event):
    """True of every holding, whatever the measure."""

    def __init__(self, measure: Measure) -> None:
        self._measure = measure

    def measures(self) -> dict[Hashable, Measure]:
        return {self._measure.key: self._measure}

    def truth(self, values: Any) -> bool:
        return True
