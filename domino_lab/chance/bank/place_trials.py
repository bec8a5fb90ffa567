"""Place trials: the tiles that one seat cannot see are dealt again and again, as they may lie. Where is the tile?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from domino_lab.chance.bank.experiment import Experiment, Outcome
from domino_lab.chance.knowledge import STOCK
from domino_lab.play.state import State
from domino_lab.play.timeline import Timeline, play_on
from domino_lab.shuffle import DEALS, Shuffle
from domino_lab.tiles import Tile
from domino_lab.words import phrase

Lacks = Mapping[int, frozenset[int]]
"""The values that a seat is known to lack."""

Lying = Mapping[int, tuple[Tile, ...]]
"""The tiles in each hidden place: the seats, and STOCK."""


class Seen(NamedTuple):
    """What seat `me` sees at a step of a hand, and the values the others are known to lack.

    >>> Seen._fields
    ('timeline', 'step', 'me', 'lacks')
    """

    timeline: Timeline
    step: int
    me: int
    lacks: Lacks

    @property
    def state(self) -> State:
        """The position."""
        return self.timeline.steps[self.step].state

    @property
    def unseen(self) -> tuple[Tile, ...]:
        """The tiles that this seat cannot see, ascending."""
        laid = {one.tile for one in self.state.chain.laid}
        return tuple([tile for tile in self.state.rules.equipment.set.tiles
                      if tile not in laid and tile not in self.state.holdings[self.me]])

    @property
    def sizes(self) -> dict[int, int]:
        """How many tiles lie in each hidden place: the other seats, and the boneyard."""
        held = {seat: len(holding) for seat, holding in enumerate(self.state.holdings) if seat != self.me}
        return {**held, STOCK: len(self.state.stock)} if self.state.stock else held

    def open_to(self, seat: int) -> tuple[Tile, ...]:
        """The unseen tiles that a seat may hold."""
        lacking = self.lacks.get(seat, frozenset())
        return tuple([tile for tile in self.unseen if not lacking & {tile[0], tile[1]}])


class PlaceTrials(Experiment):
    """Deals of the hidden tiles that agree with what is known: how often does `tile` lie in `place`?

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> seen = Seen(play_out(get("block"), Shuffle(seed=7)), 0, 0, {})
    >>> PlaceTrials(seen, seen.unseen[0], 1, seed=1).play(0, 10).among
    10
    """

    def __init__(self, seen: Seen, tile: Tile, place: int, *, seed: int) -> None:
        super().__init__(seed)
        self.seen, self.tile, self.place = seen, tile, place
        self.keys = tuple(seen.sizes)

    def lying(self, number: int) -> Lying | None:
        """Deal `number` of the hidden tiles; None where it cannot be so.

        Tiles that a player cannot have are kept out of the first such player's holding as they are dealt, of any
        other's by leaving such a deal out: so every deal that can be is as likely as any other.
        """
        stream, sizes = Shuffle(seed=self.seed, hand=number).stream(DEALS), self.seen.sizes
        first = next(iter(self.seen.lacks), None)
        held = () if first is None else stream.shuffled(self.seen.open_to(first))[:sizes[first]]
        others = iter(stream.shuffled([tile for tile in self.seen.unseen if tile not in held]))
        lying = {spot: held if spot == first else _taken(others, size) for spot, size in sizes.items()}
        return lying if all(_may(lying[seat], lacking) for seat, lacking in self.seen.lacks.items()) else None

    def outcome(self, number: int) -> Outcome | None:
        """Where the tile lies in deal `number`.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> seen = Seen(play_out(get("block"), Shuffle(seed=7)), 0, 0, {})
        >>> PlaceTrials(seen, seen.unseen[0], 1, seed=1).outcome(0).key in (1, STOCK)
        True
        """
        lying = self.lying(number)
        if lying is None:
            return None
        where = next(spot for spot, tiles in lying.items() if self.tile in tiles)
        return Outcome(where, int(where == self.place))

    @property
    def bars_called(self) -> str:
        """What the bars count."""
        return phrase("exercises.where", tile=self.tile)

    def label(self, key: int) -> str:
        """The place of a bar."""
        return phrase("exercises.in_boneyard") if key == STOCK else self.seen.timeline.names[key]

    def counts(self, key: int) -> bool:
        """Whether that is the place that is asked about."""
        return key == self.place

    def timeline(self, number: int) -> Timeline | None:
        """The position with the hidden tiles as deal `number` has them, played on at random."""
        lying = self.lying(number)
        if lying is None:
            return None
        seen, state = self.seen.timeline.steps[self.seen.step], self.seen.state
        held = tuple(lying.get(seat, holding) for seat, holding in enumerate(state.holdings))
        here = state._replace(holdings=held, stock=lying.get(STOCK, ()))
        line = Timeline((seen._replace(state=here),), title=phrase("exercises.one_way", number=number))
        return play_on(line, Shuffle(seed=self.seed, hand=number), "random")


def _taken(tiles: Iterator[Tile], size: int) -> tuple[Tile, ...]:
    return tuple(sorted(next(tiles) for _ in range(size)))


def _may(tiles: Sequence[Tile], lacking: frozenset[int]) -> bool:
    return not any(lacking & {tile[0], tile[1]} for tile in tiles)
