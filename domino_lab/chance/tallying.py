"""Tallying: how many holdings have which values of some measures: listed, added up tile by tile, or from a sample."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from math import comb
from typing import Any, NamedTuple

from domino_lab.chance.adding import Values, added
from domino_lab.chance.events import Measure, Own
from domino_lab.chance.masks import MOST_TILES, Listing
from domino_lab.shuffle import Stream, mix
from domino_lab.tiles import DominoSet, Tile

MOST_LISTED, MOST_CALLS = 4_000_000, 1_500_000
"""More holdings are not listed; fewer where a function of the reader's own is called for each of them."""

_MOST_KEPT = 64


class Deal(NamedTuple):
    """What holdings are dealt: `take` tiles of the set `of`; and how many to draw, with which seed, for a sample.

    >>> Deal(DominoSet(), 7).size
    1184040
    """

    of: DominoSet
    take: int
    samples: int = 40_000
    seed: int = 0

    @property
    def size(self) -> int:
        """How many holdings there are.

        >>> Deal(DominoSet.of(6, copies=2), 7).size
        231917400
        """
        return comb(len(self.of.tiles), self.take)


class Tally(NamedTuple):
    """How many holdings (`ways`) have which values, and `how` that is known: "listed", "added" or "sampled".

    >>> Tally("listed", {(0,): 1}).how
    'listed'
    """

    how: str
    ways: dict[Values, int]


_kept: dict[Hashable, Tally] = {}


def tally(measures: Sequence[Measure], deal: Deal) -> Tally:
    """The tally of these measures over all holdings of a deal, kept for the next one who asks the same.

    >>> from domino_lab.chance.events import doubles
    >>> tally([doubles()], Deal(DominoSet(), 7)).ways[0,]
    116280
    """
    key = (tuple([measure.key for measure in measures]), deal)
    found = _kept.pop(key, None) or _tallied(measures, deal)
    _kept[key] = found
    if len(_kept) > _MOST_KEPT:
        del _kept[next(iter(_kept))]
    return found


def _tallied(measures: Sequence[Measure], deal: Deal) -> Tally:
    calls = any(isinstance(measure, Own) for measure in measures)
    if len(deal.of.tiles) <= MOST_TILES and deal.size <= (MOST_CALLS if calls else MOST_LISTED):
        return Tally("listed", listed(measures, Listing(deal.of.tiles, deal.take)))
    ways = added(measures, deal.of.tiles, deal.take)
    return Tally("sampled", sampled(measures, deal)) if ways is None else Tally("added", ways)


def listed(measures: Sequence[Measure], listing: Listing) -> dict[Values, int]:
    """The tally of a listing: the values of every holding are looked at, all at once where numpy can.

    >>> from domino_lab.chance.events import doubles
    >>> listed([doubles()], Listing((Tile(0, 0), Tile(0, 1), Tile(1, 1)), 2))
    {(1,): 2, (2,): 1}
    """
    import numpy as np

    codes, sizes = np.zeros(len(listing), np.int64), []
    for measure in measures:
        values = measure.over(listing)
        sizes.append(int(values.max()) + 1)
        codes = codes * sizes[-1] + values
    found, counts = _counted(codes)
    return {_values(int(code), sizes): int(count) for code, count in zip(found, counts, strict=True)}


def _counted(codes: Any) -> tuple[Any, Any]:
    """The numbers that occur, ascending, and how often each: by sorting where a table of all numbers would be long."""
    import numpy as np

    if codes.max() > MOST_LISTED:
        return np.unique(codes, return_counts=True)
    counts = np.bincount(codes.astype(np.intp, copy=False))     # in WebAssembly, bincount takes 32 bits and no more
    found = np.flatnonzero(counts)
    return found, counts[found]


def _values(code: int, sizes: Sequence[int]) -> Values:
    values = []
    for size in reversed(sizes):
        code, value = divmod(code, size)
        values.append(value)
    return tuple(reversed(values))


def sampled(measures: Sequence[Measure], deal: Deal) -> dict[Values, int]:
    """The tally of a sample of holdings, every holding equally likely each time.

    >>> from domino_lab.chance.events import doubles
    >>> sum(sampled([doubles()], Deal(DominoSet(), 7, samples=10)).values())
    10
    """
    stream, tiles = Stream(mix(deal.seed)), deal.of.tiles
    drawn = (drawn_holding(stream, tiles, deal.take) for _ in range(deal.samples))
    found = Counter(tuple([measure.of(holding) for measure in measures]) for holding in drawn)
    return dict(sorted(found.items()))


def drawn_holding(stream: Stream, tiles: Sequence[Tile], take: int) -> tuple[Tile, ...]:
    """`take` of these tiles, drawn by Floyd's method: each holding equally likely, with `take` picks.

    >>> len(drawn_holding(Stream(1), DominoSet().tiles, 7))
    7
    """
    places: set[int] = set()
    for last in range(len(tiles) - take, len(tiles)):
        place = stream.pick(last + 1)
        places.add(last if place in places else place)
    return tuple([tiles[place] for place in sorted(places)])
