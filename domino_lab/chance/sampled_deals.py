"""Sampled deals: the hidden tiles dealt out thousands of times at once, or in every way, as arrays for a kernel.

`Knowledge.deals` draws one deal after another, each as tiles; here all of them are drawn together, class of tiles by
class of tiles. Both give every deal that fits what was seen the same chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, permutations
from math import factorial
from typing import NamedTuple

from domino_lab.chance.holdings import Array
from domino_lab.chance.knowledge import (
    STOCK,
    Alike,
    Hidden,
    Knowledge,
    Placements,
    Room,
    deal_of,
    less,
    shares,
    witness,
)
from domino_lab.core.errors import DominoError, missing
from domino_lab.core.shuffle import Stream, mix
from domino_lab.core.tiles import Tile
from domino_lab.play.timeline import Timeline

MOST_WAYS = 20_000
"""A longer table of the ways in which tiles may lie takes too long for each move: then a Markov chain finds deals."""


class Deals(NamedTuple):
    """Some deals, a row for each: `places` has the place of every tile of `unseen`, a seat, STOCK, or a `pile_of` one.

    `orders` has the numbers of the tiles in the boneyard, as they stand in `unseen`, the next one first. `kinds` has
    every place in which tiles may lie.
    """

    unseen: tuple[Tile, ...]
    places: Array
    orders: Array
    kinds: tuple[int, ...]

    def as_tiles(self) -> list[Hidden]:
        """Return the same deals as tiles."""
        deals = []
        for places, order in zip(self.places.tolist(), self.orders.tolist(), strict=True):
            lying: dict[int, list[Tile]] = {place: [] for place in self.kinds}
            for tile, place in zip(self.unseen, places, strict=True):
                lying[place].append(tile)
            deals.append(deal_of(lying, [self.unseen[number] for number in order]))
        return deals


class DealSampler:
    """Draws deals of the hidden tiles that fit what `seat` has seen of a hand, all equally likely.

    `seed` decides which deals are drawn, on any machine. Raises DominoError if there is nothing to know (see
    `witness`) or no deal fits what was seen, and MissingPackageError, which is one, without numpy.

    >>> import domino_lab as dl
    >>> sampler = DealSampler(dl.play_out("block", seed=7).upto(0), seat=0, seed=1)
    >>> sampler.draw(1000).places.shape    # 21 tiles that the first player cannot see
    (1000, 21)
    """

    def __init__(self, line: Timeline, seat: int, seed: int) -> None:
        try:
            import numpy as np
        except ModuleNotFoundError as error:
            raise missing(error) from None
        self.knowledge = Knowledge(witness(line, seat, len(line) - 1), line.names, most=MOST_WAYS)
        self._words = np.random.Philox(key=mix(seed))
        self._orders_matter = line.rules["draw_when"] != "never"

    def draw(self, count: int) -> Deals:
        """Return so many more deals."""
        import numpy as np

        unseen, stock, parts, wanted = self.knowledge.unseen, self.knowledge.seen.stock, [], count
        while wanted:
            places = self._places(wanted)
            parts.append(places[self._goes_on(places)])
            wanted -= len(parts[-1])
        places = np.concatenate(parts)
        last = np.where(places == STOCK, self._chances(*places.shape), 1)
        return Deals(unseen, places, np.argsort(last, axis=1, kind="stable")[:, :stock], self.knowledge.places)

    def every(self, most: int) -> Deals | None:
        """Return all deals that fit, each as often as it is likely; None if there are more than `most`.

        Where tiles are drawn, deals whose boneyards lie in another order are different ones.

        >>> import domino_lab as dl
        >>> line = dl.play_out("block", seed=7).upto(9)    # the other holds 4 of 18 tiles
        >>> DealSampler(line, line.state.turn, seed=1).every(5000).places.shape
        (70, 18)
        """
        import numpy as np

        ways, stock = self.knowledge.ways, self.knowledge.seen.stock
        orders = factorial(stock) if self._orders_matter and stock < most else 1
        if ways is None or (self._orders_matter and stock >= most) or ways.after[0].get(ways.room, 0) * orders > most:
            return None
        place_of = dict(zip(ways.groups, self.knowledge.slots, strict=True))
        tiles = [tile for alike in ways.classes for tile in alike.tiles]
        groups = sorted(zip(tiles, range(len(tiles)), strict=True))[: len(self.knowledge.unseen)]
        slot_of = {group: slot for slot, group in enumerate(ways.groups)}
        rows = [[place_of[lies[number]] for _, number in groups] for lies in _assignments(ways, 0, ways.room)
                if self.knowledge.counts({tile: slot_of[group] for tile, group in zip(tiles, lies, strict=True)})]
        places = np.array(rows, np.int64).reshape(len(rows), len(groups))
        places = places[self._goes_on(places)]
        lying = np.argsort(places != STOCK, axis=1, kind="stable")[:, :stock]
        if orders > 1:
            order = np.array(list(permutations(range(stock))))
            places, lying = np.repeat(places, len(order), axis=0), lying[:, order].reshape(-1, stock)
        return Deals(self.knowledge.unseen, places, lying, self.knowledge.places)

    def _places(self, count: int) -> Array:
        """Return the place of each unseen tile in `count` deals, or in those of them that count."""
        import numpy as np

        ways, slots, size = self.knowledge.ways, self.knowledge.slots, len(self.knowledge.unseen)
        if ways is None:
            walk = self.knowledge.tile_places(Stream(int(self._words.random_raw())))
            return np.array([[deal[number] for number in range(size)] for deal in islice(walk, count)])
        if not ways.total:
            raise DominoError("no deal fits everything that was seen")
        slot_of = np.array([ways.groups.index(group) for group in range(len(ways.room))])
        lies = slot_of[self._groups(ways, count)]
        if self.knowledge.seen.dealing:
            lies = lies[[self.knowledge.counts(dict(enumerate(row))) for row in lies.tolist()]]
        places: Array = np.array(slots)[lies][:, :size]
        return places

    def _groups(self, ways: Placements, count: int) -> Array:
        """Draw the group of places of each tile, together for all deals that have the same room left."""
        import numpy as np

        groups = np.zeros((count, sum(len(alike.tiles) for alike in ways.classes)), np.int64)
        rooms: dict[Room, Array] = {ways.room: np.arange(count)}
        for alike, later in zip(ways.classes, ways.after[1:], strict=True):
            reached: dict[Room, list[Array]] = {}
            for room, deals in rooms.items():
                for given, some in self._share_out(alike, later, room, deals):
                    reached.setdefault(less(room, alike.groups, given), []).append(some)
                    mixed = np.argsort(self._chances(len(some), len(alike.tiles)), axis=1, kind="stable")
                    groups[some[:, None], np.array(alike.tiles)] = np.repeat(alike.groups, given)[mixed]
            rooms = {room: np.concatenate(parts) for room, parts in reached.items()}
        return groups

    def _share_out(self, alike: Alike, later: Mapping[Room, int], room: Room, deals: Array
                   ) -> Iterator[tuple[Room, Array]]:
        """Yield how many of the tiles go into each of their groups, and the deals in which they do."""
        import numpy as np

        ways = {given: times * later.get(less(room, alike.groups, given), 0)
                for given, times in shares(len(alike.tiles), alike.groups, room)}
        total, sums = sum(ways.values()), np.cumsum([0, *ways.values()], dtype=object)
        bounds = (sums / total).astype(float)[1:-1]
        choice = np.searchsorted(bounds, self._chances(len(deals)), side="right")
        for number, given in enumerate(ways):
            some = deals[choice == number]
            if len(some) and ways[given]:
                yield given, some

    def _goes_on(self, places: Array) -> Array:
        """Return whether somebody can play in each deal, where the hand would be over otherwise."""
        import numpy as np

        fitting, unseen = self.knowledge.seen.fitting, self.knowledge.unseen
        if not fitting:
            return np.full(len(places), fill_value=True)
        goes_on = np.full(len(places), fill_value=False)
        for seat, tiles in fitting.items():
            goes_on |= (places == seat)[:, [tile in tiles for tile in unseen]].any(axis=1)
        return goes_on

    def _chances(self, *shape: int) -> Array:
        """Return random numbers from 0 to below 1: by the words of the generator, which no version of numpy changes."""
        import numpy as np

        size = int(np.prod(shape))
        return ((self._words.random_raw(size) >> np.uint64(11)) * 2.0**-53).reshape(shape)


def _assignments(ways: Placements, number: int, room: Room) -> Iterator[tuple[int, ...]]:
    """Yield every way to put the tiles of all classes from `number` on into groups, class by class."""
    if number == len(ways.classes):
        yield ()
        return
    alike, later = ways.classes[number], ways.after[number + 1]
    for given, _ in shares(len(alike.tiles), alike.groups, room):
        left = less(room, alike.groups, given)
        if later.get(left):
            for groups in _arrangements(alike.groups, given, len(alike.tiles)):
                for rest in _assignments(ways, number + 1, left):
                    yield (*groups, *rest)


def _arrangements(groups: Sequence[int], given: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Yield every order of so many of each group, `size` in all."""
    if not groups:
        yield ()
        return
    for chosen in combinations(range(size), given[0]):
        for rest in _arrangements(groups[1:], given[1:], size - given[0]):
            others = iter(rest)
            yield tuple([groups[0] if place in chosen else next(others) for place in range(size)])
