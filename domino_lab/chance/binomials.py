"""Binomials: an event over tiles that are of a few kinds, counted by choosing so many of each kind."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from math import comb, prod

from domino_lab.chance.events import Measure
from domino_lab.chance.logic import Event
from domino_lab.tiles import Tile
from domino_lab.words import phrase

MOST_TERMS = 4000
"""More ways to share a holding out among the kinds are no form that anybody would read."""

_SHOWN = 4


@dataclass(frozen=True)
class Kind:
    """Tiles that count alike: how many there are, what they are called, and the marks each gives to every measure.

    >>> Kind(7, "doubles", (1,)).size
    7
    """

    size: int
    name: str
    marks: tuple[int, ...]

    @property
    def called(self) -> str:
        """The kind with its number, as in "7 doubles"; a single tile is called by its name.

        >>> Kind(7, "doubles", (1,)).called, Kind(1, "the 6-6", (1,)).called
        ('7 doubles', 'the 6-6')
        """
        return self.name if self.size == 1 else f"{self.size} {self.name}"


@dataclass(frozen=True)
class ClosedForm:
    """A count as a sum of products of binomials: `terms` say how many tiles to take of each of the `kinds`.

    Where `of_rest`, the terms count what is left out of all C(size, take) holdings: there are fewer of them.

    >>> ClosedForm((Kind(7, "doubles", (1,)), Kind(21, "other tiles", (0,))), ((0, 7),), 28, 7, False).value
    116280
    """

    kinds: tuple[Kind, ...]
    terms: tuple[tuple[int, ...], ...]
    size: int
    take: int
    of_rest: bool

    @property
    def value(self) -> int:
        """How many holdings are counted.

        >>> ClosedForm((Kind(1, "6-6", (1,)), Kind(27, "other tiles", (0,))), ((1, 6),), 28, 7, False).value
        296010
        """
        counted = sum(map(self._ways, self.terms))
        return comb(self.size, self.take) - counted if self.of_rest else counted

    def _ways(self, term: tuple[int, ...]) -> int:
        return prod(comb(kind.size, taken) for kind, taken in zip(self.kinds, term, strict=True))

    @property
    def formula(self) -> str:
        """The sum, as it is written; a long one keeps its first and its last terms.

        >>> ClosedForm((Kind(7, "doubles", (1,)), Kind(21, "other tiles", (0,))), ((0, 7),), 28, 7, True).formula
        'C(28,7) - C(21,7)'
        """
        terms = [self._term(term) for term in self.terms]
        if len(terms) > _SHOWN:
            terms = [*terms[: _SHOWN - 1], "...", terms[-1]]
        if not self.of_rest:
            return " + ".join(terms) or "0"
        return " - ".join([f"C({self.size},{self.take})", *terms])

    def _term(self, term: tuple[int, ...]) -> str:
        pairs = zip(self.kinds, term, strict=True)
        return " × ".join(f"C({kind.size},{taken})" for kind, taken in pairs if taken) or "1"

    @property
    def sharing(self) -> str:
        """The kinds in words, as in "7 doubles and 21 other tiles".

        >>> ClosedForm((Kind(7, "doubles", (1,)), Kind(21, "other tiles", (0,))), (), 28, 7, False).sharing
        '7 doubles and 21 other tiles'
        """
        return phrase("chance.kinds", kinds=[kind.called for kind in self.kinds])


def closed_form(event: Event, tiles: Sequence[Tile], take: int) -> ClosedForm | None:
    """The closed form of an event; None where one of its measures does not sort the tiles into yes and no.

    >>> from domino_lab.chance.events import doubles
    >>> closed_form(doubles() == 0, [Tile(0, 0), Tile(0, 1), Tile(1, 1)], 1).formula
    'C(1,1)'
    """
    measures = event.measures()
    kinds = _kinds(tuple(measures.values()), tiles)
    if kinds is None or prod(min(kind.size, take) + 1 for kind in kinds) > MOST_TERMS:
        return None
    terms: tuple[list[tuple[int, ...]], list[tuple[int, ...]]] = ([], [])
    for term in _shares([kind.size for kind in kinds], take):
        terms[bool(event.truth(_values(tuple(measures), kinds, term)))].append(term)
    of_rest = len(terms[True]) > len(terms[False])
    return ClosedForm(kinds, tuple(terms[not of_rest]), len(tiles), take, of_rest)


def _kinds(measures: Sequence[Measure], tiles: Sequence[Tile]) -> tuple[Kind, ...] | None:
    members: dict[tuple[int, ...], list[Tile]] = {}
    for tile in tiles:
        marks = tuple([measure.marks(tile) for measure in measures])
        if not set(marks) <= {0, 1}:
            return None
        members.setdefault(tuple([mark or 0 for mark in marks]), []).append(tile)
    ordered = sorted(members.items(), key=lambda found: found[0], reverse=True)
    return tuple([Kind(len(alike), _name(measures, marks, alike), marks) for marks, alike in ordered])


def _name(measures: Sequence[Measure], marks: tuple[int, ...], alike: Sequence[Tile]) -> str:
    if len(alike) == 1:
        return phrase("chance.one_tile", tile=alike[0])
    named = [str(measure) for measure, mark in zip(measures, marks, strict=True) if mark]
    return " + ".join(named) if named else phrase("chance.others")


def _shares(sizes: Sequence[int], take: int) -> Iterator[tuple[int, ...]]:
    """Every way to take so many tiles of each kind, `take` in all."""
    if len(sizes) == 1:
        if take <= sizes[0]:
            yield (take,)
        return
    for first in range(min(sizes[0], take) + 1):
        for rest in _shares(sizes[1:], take - first):
            yield (first, *rest)


def _values(keys: Sequence[Hashable], kinds: Sequence[Kind], term: tuple[int, ...]) -> dict[Hashable, int]:
    return {
        key: sum(taken * kind.marks[place] for kind, taken in zip(kinds, term, strict=True))
        for place, key in enumerate(keys)
    }
