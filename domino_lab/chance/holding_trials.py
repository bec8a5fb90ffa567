"""Trials of holdings: deal after deal, is an event true of the first player's tiles?"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import cached_property
from math import comb

from domino_lab import catalogue
from domino_lab.arguments import Count, First, checked
from domino_lab.chance.holding_counts import MOST_LISTED, Array, SomeHoldings, TooManyError
from domino_lab.chance.holding_events import Event, Measure, as_event, check_in, typed
from domino_lab.chance.trials import NO, YES, Solved, TrialCounts, Trials
from domino_lab.errors import NotationError
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.ruleset import Ruleset
from domino_lab.shuffle import DEALS, Shuffle, mix
from domino_lab.tiles import DominoSet, Tile
from domino_lab.words import phrase

SEATS = 2
"""Tiles are dealt one by one round a table of two: the first player gets every second one."""

_G, _A, _B = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_WORD, _PICKS = 56, 4


class DealtHoldings(SomeHoldings):
    """The `take` tiles dealt to the first of two players in hands `first` to `first + count - 1` of a seed."""

    def __init__(self, set_: DominoSet, take: int, *, seed: int, first: int, count: int) -> None:
        super().__init__(set_.tiles, take)
        self._seed, self._first, self._count = seed, first, count

    def __len__(self) -> int:
        return self._count

    @cached_property
    def places(self) -> Array:
        """The numbers of the tiles as they were dealt, with a row for each hand."""
        import numpy as np

        dealt = SEATS * (self.take - 1) + 1
        order = np.tile(np.arange(len(self.tiles), dtype=np.int16), (self._count, 1))
        rows = np.arange(self._count)
        for place, pick in enumerate(self._picks(min(dealt, len(self.tiles) - 1))):
            other = place + pick
            order[rows, place], order[rows, other] = order[rows, other].copy(), order[:, place].copy()
        return order[:, :dealt:SEATS]

    def holdings(self) -> Iterator[tuple[Tile, ...]]:
        """Yield the holdings as tuples of tiles, ascending."""
        return (tuple(sorted(self.tiles[place] for place in row)) for row in self.places.tolist())

    def _picks(self, number: int) -> Iterator[Array]:
        """Yield for each place, hand by hand, how far behind it the tile lies that goes there."""
        import numpy as np

        hands = np.arange(self._first, self._first + self._count, dtype=np.uint64)
        seed = np.uint64(mix(self._seed & (1 << 64) - 1))
        keys = _mixed(_mixed(seed + hands * np.uint64(_G)) + np.uint64(DEALS * _G & (1 << 64) - 1))
        keys[keys == 0] = np.uint64(_G)  # as a Stream begins
        word = keys
        for place in range(number):
            if not place % _PICKS:
                word = _mixed(keys + np.uint64(place // _PICKS * _G & (1 << 64) - 1)) & np.uint64((1 << _WORD) - 1)
            spread = word * np.uint64(len(self.tiles) - place)
            word = spread & np.uint64((1 << _WORD) - 1)
            yield (spread >> np.uint64(_WORD)).astype(np.intp)


def _mixed(words: Array) -> Array:
    """Return `mix` of many words at once."""
    import numpy as np

    words = (words ^ (words >> np.uint64(30))) * np.uint64(_A)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(_B)
    mixed: Array = words ^ (words >> np.uint64(31))
    return mixed


_FEW, _SAMPLE = 9, 400
"""A measure with more values than this, in so many deals, is shown as yes and no."""

_SOON = 100_000
"""So many holdings are looked at one by one before anybody notices."""

BY_LOT = {"first_leader": "lot", "lead_tile": "any", "lead_fallback": "none"}
"""A game that needs a double to lead deals again if nobody has one: then the first deal would not be the example."""

Asked = Event | Callable[[tuple[Tile, ...]], object]


class HoldingTrials(Trials):
    """Deals of Block for two in which the first player gets `tiles` tiles: how often is an event true of them?

    `event` is an event or a function of a tuple of tiles; `given` is what is known already: other deals do not count.
    `prompt` words the question differently. Raises NotationError for more tiles than half the set, and for an event
    about a tile or a value that is not in it.

    >>> from domino_lab.chance.holding_events import doubles
    >>> found = HoldingTrials(doubles() == 0, tiles=7, seed=1).play(0, 1000)
    >>> found.among, found.total == found.counts[0]
    (1000, True)
    """

    @checked
    def __init__(self, event: Asked, tiles: int = 7, *, set: DominoSet | int = 6, given: Asked | None = None,  # noqa: A002
                 seed: int = 0, prompt: str = "") -> None:
        self.event, self.given = as_event(event), None if given is None else as_event(given)
        self._asked, self.tiles, self.seed, self._prompt = (event, given), tiles, seed, prompt
        self.set = DominoSet.read(set)
        if not 1 <= tiles <= len(self.set.tiles) // SEATS:
            raise NotationError(phrase("chancelab.too_many", most=len(self.set.tiles) // SEATS))
        check_in(self.event if self.given is None else self.event & self.given, self.set)

    @property
    def most(self) -> int:
        """The largest number of trials: fewer if a function of your own is asked.

        >>> HoldingTrials(lambda tiles: True).most
        10000
        """
        return 10_000 if self._asks_own else 100_000

    @property
    def prompt(self) -> str:
        """The question.

        >>> from domino_lab.chance.holding_events import doubles
        >>> HoldingTrials(doubles() == 0).prompt
        'A player is dealt 7 tiles from a double-six set. How likely is this: no doubles?'
        """
        if self._prompt:
            return self._prompt
        facts = {"tiles": self.tiles, "set": self.set.name, "event": self.event, "given": self.given}
        return phrase("chancelab.ask_given" if self.given is not None else "chancelab.ask_holding", **facts)

    @property
    def recipe(self) -> str:
        """The arguments that make these trials, as Python source; empty for events that no short line makes.

        >>> from domino_lab.chance.holding_events import doubles
        >>> HoldingTrials(doubles() == 0, 5).recipe, HoldingTrials(lambda tiles: True).recipe
        ('dl.chance.doubles() == 0, tiles=5', '')
        """
        event, given = typed(self.event), "" if self.given is None else typed(self.given)
        if not event or (self.given is not None and not given):
            return ""
        others = [f"given={given}"] if given else []
        others += [] if self.set == DominoSet() else [f"set=dl.{self.set!r}"]
        return ", ".join([event, f"tiles={self.tiles}", *others])

    def __repr__(self) -> str:
        return f"<HoldingTrials: {self.recipe or self.event}, seed {self.seed}>"

    @cached_property
    def _measures(self) -> dict[Hashable, Measure]:
        return {**self.event.measures(), **(self.given.measures() if self.given is not None else {})}

    @cached_property
    def _shown(self) -> Measure | None:
        """The one measure whose values are the bars; None if the bars are yes and no."""
        measures = list(self.event.measures().values())
        if len(measures) != 1 or measures[0].asks_own:
            return None
        found = measures[0].over(self._dealt(0, _SAMPLE))
        apart = int(found.max()) - int(found.min())
        return measures[0] if 1 < apart <= _FEW else None

    @property
    def numeric(self) -> bool:
        """True if the bars stand for numbers."""
        return self._shown is not None

    @property
    def keys(self) -> tuple[int, ...]:
        """The bars that are always shown."""
        return () if self.numeric else (YES, NO)

    def _dealt(self, first: int, count: int) -> DealtHoldings:
        return DealtHoldings(self.set, self.tiles, seed=self.seed, first=first, count=count)

    @checked
    def play(self, first: First, count: Count) -> TrialCounts:
        """Return the totals of `count` deals from number `first` on."""
        import numpy as np

        listing = self._dealt(first, count)
        values = {key: measure.over(listing) for key, measure in self._measures.items()}
        happened = np.broadcast_to(np.asarray(self.event.truth(values), bool), (count,))
        known = np.ones(count, bool) if self.given is None else np.asarray(self.given.truth(values), bool)
        happened = happened & known
        shown = happened if self._shown is None else values[self._shown.key]
        keys, numbers = np.unique(np.asarray(shown)[known].astype(np.int64), return_counts=True)
        hits = int(happened.sum())
        counts = dict(zip(keys.tolist(), numbers.tolist(), strict=True))
        return TrialCounts(count, int(known.sum()), hits, hits, counts)

    def label(self, key: int) -> str:
        """Return the label of a bar.

        >>> HoldingTrials(lambda tiles: True).label(1)
        'yes'
        """
        return str(key) if self.numeric else phrase("chancelab.yes" if key == YES else "chancelab.no")

    @property
    def bars_called(self) -> str:
        """The name of what the bars count.

        >>> from domino_lab.chance.holding_events import doubles
        >>> HoldingTrials(doubles() == 0).bars_called
        'doubles'
        """
        return str(self._shown if self._shown is not None else self.event)

    def counts(self, key: int) -> bool:
        """Return True if the event is true on deals with this key.

        >>> from domino_lab.chance.holding_events import doubles
        >>> trials = HoldingTrials(doubles() > 1)
        >>> trials.counts(1), trials.counts(2)
        (False, True)
        """
        return key == YES if self._shown is None else bool(self.event.truth({self._shown.key: key}))

    @cached_property
    def rules(self) -> Ruleset:
        """The game in which an example is shown: Block, with so many tiles each, and lots for the lead."""
        block = catalogue.get("block").but(name=None, **BY_LOT)
        usual = {"max_pip": 6, "copies": 1, "doubles": True, "deal": block.dealing.each(SEATS, 28)}
        changes = zip(usual, (self.set.max_pip, self.set.copies, self.set.doubles, self.tiles), strict=True)
        return block.but(name=phrase("chancelab.dealt_game"),
                         **{axis: value for axis, value in changes if value != usual[axis]})

    @checked
    def timeline(self, number: First) -> Timeline:
        """Return deal `number` as a hand of Block.

        >>> from domino_lab.chance.holding_events import doubles
        >>> len(HoldingTrials(doubles() == 0, tiles=5, seed=1).timeline(3).steps[0].state.holdings[0])
        5
        """
        return play_out(self.rules, Shuffle(seed=self.seed, hand=number), seats=SEATS)

    def solve(self) -> Solved | None:
        """Return the exact value with its derivation; None if there are too many holdings to count (see `exact`).

        >>> from domino_lab.chance.holding_events import doubles
        >>> HoldingTrials(doubles() == 0).solve().value
        Fraction(323, 3289)
        """
        from domino_lab.chance.counting import exact

        event, given = self._asked
        try:
            # A widget shows that it waits: no progress bar beside it.
            found = exact(event, self.tiles, set=self.set, given=given, progress=lambda _: None)
        except TooManyError:
            return None
        return Solved(found.value, tuple(found.derivation.splitlines()))

    @property
    def is_slow_to_solve(self) -> bool:
        """True if the exact value may take seconds: a function of your own is asked often, or the set is large.

        >>> from domino_lab.chance.holding_events import doubles
        >>> HoldingTrials(doubles() == 0).is_slow_to_solve, HoldingTrials(lambda tiles: True).is_slow_to_solve
        (False, True)
        """
        return comb(len(self.set.tiles), self.tiles) > (_SOON if self._asks_own else MOST_LISTED)

    @cached_property
    def _asks_own(self) -> bool:
        return any(one.asks_own for one in self._measures.values())

    @checked
    def seeded(self, seed: int) -> HoldingTrials:
        """Return the same question with another seed."""
        event, given = self._asked
        return HoldingTrials(event, self.tiles, set=self.set, given=given, seed=seed, prompt=self._prompt)
