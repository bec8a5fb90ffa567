"""Choosing: which way of laying leaves every arm room to go on.

Only games where many doubles branch need to choose. Ends that can never be built on again (all tiles of their value
lie) need no room, and an end whose double lies already needs only a straight way out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from domino_lab.picture.elbowroom import freedom, patches
from domino_lab.picture.ground import ahead, cover
from domino_lab.picture.lanes import Spot
from domino_lab.picture.laying import Try
from domino_lab.picture.placed import Placing
from domino_lab.tiles import Tile

_DEAD, _STRAIGHT, _MAY_SPIN = range(3)


class Habit(NamedTuple):
    """What counts how much when a way is chosen; found by trying thousands of random hands.

    `bend` is the price of an elbow; `reach` and `depth` the room, in quarters, that a double with its first tiles
    would need to either side and ahead; `mine`, `shared` and `theirs` the prices of having that room built up, of
    two ends wanting the same, of building in another's; `bit` the price of each quarter of it. `tight` and `worth`
    are those of `freedom`. `detours` are numbers of tiles that take the second best way.

    >>> Habit().bend
    100
    """

    bend: int = 100
    reach: int = 5
    depth: int = 4
    mine: int = 400
    shared: int = 50
    theirs: int = 400
    bit: int = 20
    tight: int = 7
    worth: int = 50
    detours: tuple[int, ...] = ()


HABITS = (
    Habit(),
    Habit(bend=30, reach=4, theirs=800),
    Habit(reach=4, mine=200, theirs=1500, bit=120, tight=5),
    Habit(bend=60, depth=8, mine=800, theirs=1500, bit=120, tight=25, worth=25),
)
"""The first is for live hands; a recorded hand gets the one that suits its end best."""


def best(before: Placing, spot: Spot, rest: tuple[Spot, ...], ways: tuple[Try, ...], habit: Habit) -> Try | None:
    """The way to take, or None when no way is free; `rest` are the other spots.

    >>> from domino_lab.chain import OpenEnd
    >>> best(Placing(), Spot(OpenEnd(0, 0, 1), 0, 0, 0, 0, 0, 0), (), (), Habit()) is None
    True
    """
    possible = [way for way in ways if not cover(way.placed.box) & before.ground]
    if not possible:
        return None
    wished = possible[0]
    if before.spinners <= 1 and len(wished.spots) == 1 and not _offence(before, spot, rest, wished):
        return wished
    hopes = _hopes([*(placed.tile for placed in before.placed), wished.placed.tile])
    ways = tuple(sorted(possible, key=lambda way: _cost(before, spot, rest, way, hopes, habit)))
    return ways[len(ways) > 1 and wished.placed.number in habit.detours]


def _hopes(tiles: list[Tile]) -> dict[int, int]:
    """What may still come to an end of each value, as far as the tiles on the table tell."""
    top, copies = max(tile.high for tile in tiles), 1 + max(tile.copy for tile in tiles)
    lie = dict.fromkeys(range(top + 1), 0)
    doubles = dict.fromkeys(range(top + 1), 0)
    for tile in tiles:
        for value in {tile.low, tile.high}:
            lie[value] += 1
        doubles[tile.low] += tile.is_double
    return {
        value: _DEAD if lie[value] == (top + 1) * copies else _STRAIGHT if doubles[value] == copies else _MAY_SPIN
        for value in lie
    }


def _cost(before: Placing, spot: Spot, rest: tuple[Spot, ...], way: Try, hopes: dict[int, int], habit: Habit) -> int:
    land = before.patches | patches(way.placed.box)
    alive = (other for other in rest + way.spots if hopes[other.end.value] != _DEAD)
    bend = habit.bend * (way.spots[0].heading != spot.heading)
    free = freedom(land, alive, habit.tight, habit.worth)
    return _offence(before, spot, rest, way) + _cramped(before, rest, way, hopes, habit) + bend - free


def _offence(before: Placing, spot: Spot, rest: tuple[Spot, ...], way: Try) -> int:
    """What is wrong with a way of laying: another end's cell taken, no cell of its own, a stranger touched."""
    box = way.placed.box
    parent = cover(before.placed[spot.end.at].box)
    cells = _union(cover(other.cell) for other in rest)
    new_cells = _union(cover(new.cell) for new in way.spots)
    taken, walled = cover(box) & cells, new_cells & (before.ground | cells)
    touched = cover(box.grown(1)) & before.ground & ~parent
    return 5000 * (taken != 0) + 5000 * (walled != 0) + 900 * (touched != 0)


def _cramped(before: Placing, rest: tuple[Spot, ...], way: Try, hopes: dict[int, int], habit: Habit) -> int:
    area = cover(way.placed.box)
    ground = before.ground | area
    wanted = cost = 0
    for new in way.spots:
        room = _room(new, hopes, habit)
        cost += _price(room & ground, habit.mine, habit) + _price(room & wanted, habit.mine, habit)
        wanted |= room
    for other in rest:
        room = _room(other, hopes, habit)
        cost += _price(room & wanted, habit.shared, habit) + _price(room & area, habit.theirs, habit)
    return cost


def _price(overlap: int, price: int, habit: Habit) -> int:
    return price + habit.bit * overlap.bit_count() if overlap else 0


def _room(spot: Spot, hopes: dict[int, int], habit: Habit) -> int:
    """The ground an end hopes for: a double crosswise with its first tiles, a straight way, or just its cell."""
    hope = hopes[spot.end.value]
    if hope == _DEAD:
        return cover(spot.cell)
    if hope == _STRAIGHT:
        return cover(ahead(spot.x, spot.y, spot.heading, 4, 1))
    x, y, heading = spot.x, spot.y, spot.heading
    return cover(ahead(x, y, heading, 2, habit.reach)) | cover(ahead(x, y, heading, 2 + habit.depth, 1))


def _union(areas: Iterable[int]) -> int:
    bits = 0
    for area in areas:
        bits |= area
    return bits
