"""Asking: a question about holdings as one measure, so that only its answer is kept of each holding.

Twenty tiles that may be there or not make a million different holdings. Whether one of them is there is yes or no: so
each holding is asked at once, and where tiles are added one by one, what is settled already is left out of the rest of
the question.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import accumulate, islice
from typing import Any

from domino_lab.chance.events import Measure, Settle
from domino_lab.chance.logic import Comparison, Event, Joined, Opposite
from domino_lab.chance.masks import Listing
from domino_lab.tiles import Tile

Known = tuple[Any, Any, tuple[Any, ...]]
"""What is left of what was given, what is left of the event, and what is known of each measure (None: not needed)."""

Spans = tuple[tuple[int, int], ...]
"""How much the tiles that are still to come add to each measure, at least and at most."""

_AFTER_TRUTH = 2
"""Comparisons are numbered from here: False and True are the numbers before, and equal to them."""


class Question(Measure):
    """Whether `event` holds for a holding: 2 for yes, 1 for no, 0 where `given` is not true of it.

    >>> from domino_lab.chance.events import doubles, pips
    >>> Question(doubles() == 0, pips() > 5).of([Tile(0, 6)]), Question(doubles() == 0, None).of([Tile(6, 6)])
    (2, 1)
    """

    def __init__(self, event: Event | None, given: Event | None) -> None:
        self.key = ("question", None if event is None else event.key, None if given is None else given.key)
        self.words = str(given if event is None else event)
        self._event, self._given = event, given
        self._asked = {key: one for part in (given, event) if part is not None for key, one in part.measures().items()}
        self._all = tuple(self._asked.values())
        self.asks_own = any(measure.asks_own for measure in self._all)
        self.effort = 5 * (1 + len(self._all))
        self._atoms: dict[int, Comparison] = {}
        self._start = self._written(given), self._written(event)
        places = {key: place for place, key in enumerate(self._asked)}
        self._places = {number: places[atom.measure.key] for number, atom in self._atoms.items()}

    def _written(self, event: Event | None) -> Any:
        """The event with a number for each comparison; True for none, which asks for nothing."""
        if event is None:
            return True
        if isinstance(event, Joined):
            return (event.word, tuple([self._written(part) for part in event.parts]))
        if isinstance(event, Opposite):
            return ("not", (self._written(event.event),))
        assert isinstance(event, Comparison)
        number = len(self._atoms) + _AFTER_TRUTH
        self._atoms[number] = event
        return number

    def of(self, tiles: Sequence[Tile]) -> int:
        """The answer for these tiles.

        >>> from domino_lab.chance.events import doubles
        >>> Question(doubles() == 1, None).of([Tile(6, 6)])
        2
        """
        return int(self._answer({key: measure.of(tiles) for key, measure in self._asked.items()}))

    def over(self, listing: Listing) -> Any:
        """The answers for a listing.

        >>> from domino_lab.chance.events import doubles
        >>> Question(doubles() == 1, None).over(Listing((Tile(0, 1), Tile(2, 2))).of_size(1)).tolist()
        [1, 2]
        """
        import numpy as np

        found = [np.broadcast_to(self._answer({key: measure.over(block) for key, measure in self._asked.items()}),
                                 (len(block),)) for block in listing.blocks()]
        return np.concatenate(found).astype(np.int64)

    def _answer(self, values: dict[Hashable, Any]) -> Any:
        known = True if self._given is None else self._given.truth(values)
        return known * (1 + (True if self._event is None else self._event.truth(values)))

    # --- tile after tile

    def start(self) -> Known:
        """The whole question, and nothing known."""
        return (*self._start, tuple([measure.start() for measure in self._all]))

    def add(self, known: Known, tile: Tile) -> Known:
        """What is known with one more tile, of the measures that are still needed."""
        given, event, values = known
        return given, event, tuple([None if value is None else measure.add(value, tile)
                                    for measure, value in zip(self._all, values, strict=True)])

    def read(self, known: Known) -> int:
        """The answer, once the question is settled.

        >>> from domino_lab.chance.events import doubles
        >>> Question(doubles() == 1, None).read((True, False, (None,)))
        1
        """
        return int(known[0] * (1 + known[1]))

    def settling(self, rest: Sequence[Tile], take: int) -> Sequence[Settle | None]:
        """For 0 to `take` tiles of `rest` still to come: the function that drops what is decided by then.

        >>> from domino_lab.chance.events import doubles
        >>> question = Question(doubles() == 0, None)
        >>> question.settling([Tile(0, 1)], 1)[1](question.add(question.start(), Tile(6, 6)))
        (True, False, (None,))
        """
        found: dict[Spans, Settle] = {}
        return [found.setdefault(spans, cache(partial(self._settled, spans)))
                for spans in zip(*[_spans(measure, rest, take) for measure in self._all], strict=True)]

    def _settled(self, spans: Spans, known: Known) -> Known:
        given, event, values = known
        decided = {atom: found for atom in _atoms_of((given, event))
                   if (found := self._decided(atom, values, spans)) is not None}
        if not decided:
            return known
        given = _without(given, decided)
        event = False if given is False else _without(event, decided)
        needed = {self._places[atom] for atom in _atoms_of((given, event))}
        return given, event, tuple([value if place in needed else None for place, value in enumerate(values)])

    def _decided(self, atom: int, values: Sequence[Any], spans: Spans) -> bool | None:
        """Whether a comparison holds whatever is still to come; None where that may change it."""
        asked, place = self._atoms[atom], self._places[atom]
        now, (least, most) = self._all[place].read(values[place]), spans[place]
        first, last = asked.test(now + least), asked.test(now + most)
        if asked.sign in ("=", "≠"):
            return first if least == most or not now + least <= asked.number <= now + most else None
        return first if first == last else None


def _spans(measure: Measure, rest: Sequence[Tile], take: int) -> list[tuple[int, int]]:
    """How much 0 to `take` tiles of `rest` can add, at least and at most."""
    marks = [measure.marks(tile) for tile in rest]
    known = sorted([mark for mark in marks if mark is not None])
    if len(known) == len(marks):
        sums = accumulate(known, initial=0), accumulate(reversed(known), initial=0)
        return [*islice(zip(*sums, strict=True), take + 1)]
    most = max([measure.of([tile]) for tile in rest])
    return [(0, min(left * most, measure.of(rest))) for left in range(min(take, len(rest)) + 1)]


@lru_cache(maxsize=10_000)
def _atoms_of(written: Any) -> frozenset[int]:
    """The comparisons that are left in what is written of an event, or of several."""
    if isinstance(written, bool | str):
        return frozenset()
    return frozenset({written}) if isinstance(written, int) else frozenset().union(*map(_atoms_of, written))


def _without(written: Any, decided: Mapping[int, bool]) -> Any:
    """What is left of an event when some of its comparisons are decided."""
    if isinstance(written, bool):
        return written
    if isinstance(written, int):
        return decided.get(written, written)
    word, parts = written
    found = dict.fromkeys(_without(part, decided) for part in parts)
    if word == "not":
        part = next(iter(found))
        return not part if isinstance(part, bool) else (word, (part,))
    settles = word == "or"
    left = [part for part in found if not isinstance(part, bool)]
    if any(part is settles for part in found):
        return settles
    return (word, tuple(left)) if len(left) > 1 else left[0] if left else not settles
