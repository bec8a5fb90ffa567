"""Placing: where every laid tile lies on the table.

The fold below lays one tile after another; a tile's place depends only on the tiles laid before it, so nothing ever
moves. In games with one spinner or none each tile simply takes its lane; where many doubles branch, the roomiest of
the possible ways is taken.
"""

from __future__ import annotations

from functools import lru_cache

from domino_lab.chain import Chain, Laid
from domino_lab.picture.choosing import HABITS, Habit, best
from domino_lab.picture.elbowroom import patches
from domino_lab.picture.ground import EAST, SOUTH, WEST, cover
from domino_lab.picture.lanes import Middle, Spot
from domino_lab.picture.laying import Try, first, tries
from domino_lab.picture.placed import Placed, Placing

__all__ = ["Placed", "Placing", "habit", "place"]


_ONE_SET, _MANY = 28, 45
"""Tiles on the table up to which placing is quick, and up to which it is not slow."""


def place(chain: Chain, double_lay: str = "crosswise", habit: Habit = HABITS[0]) -> Placing:
    """Place every tile of a chain; `double_lay` is "crosswise" or "in-line" (ValueError otherwise).

    The place of a tile never depends on a later one. `habit` weighs what counts where many doubles branch.

    >>> from domino_lab.tiles import Tile
    >>> [tuple(tile.box) for tile in place(Chain().lay(Tile(5, 5), spins=True)).placed]
    [(-1, -2, 2, 4)]
    """
    if double_lay not in ("crosswise", "in-line"):
        raise ValueError(f"a double lies crosswise or in-line, not {double_lay!r}")
    return _fold(chain.laid, double_lay == "in-line", habit)


@lru_cache(maxsize=256)
def habit(final: Chain | None, double_lay: str = "crosswise") -> Habit:
    """The habit that suits a recorded hand, whose final chain is known; a live hand (None) gets the first one.

    >>> habit(None) == HABITS[0]
    True
    """
    if final is None or sum(laid.spins for laid in final.laid) < 2:
        return HABITS[0]
    tried, detours = _effort(len(final.laid))
    usual = min(HABITS[:tried], key=lambda one: _faults(place(final, double_lay, one)))
    return _around(final, double_lay, usual, detours)


def _effort(tiles: int) -> tuple[int, int]:
    """How many habits and detours are tried: all with one set, few where larger ones take long to place."""
    if tiles <= _ONE_SET:
        return len(HABITS), tiles
    return (len(HABITS), 6) if tiles <= _MANY else (2, 0)


def _around(final: Chain, double_lay: str, usual: Habit, detours: int) -> Habit:
    """A habit with one detour that keeps an arm from being walled in, where there is one; it is near that arm's end."""
    placed = place(final, double_lay, usual).placed
    walled = next((tile.number for tile in placed if tile.bridge), None)
    if walled is None:
        return usual
    ways = (usual._replace(detours=(number,)) for number in range(walled - 1, max(walled - 1 - detours, 0), -1))
    return next((way for way in ways if _faults(place(final, double_lay, way)) < 3), usual)


def _faults(placing: Placing) -> int:
    """Arms that were walled in, and open ends without a free cell in front."""
    bridges = sum(placed.bridge is not None for placed in placing.placed)
    return 3 * bridges + sum(not free for free in placing.free.values())


@lru_cache(maxsize=512)
def _fold(laid: tuple[Laid, ...], in_line: bool, habit: Habit) -> Placing:  # noqa: FBT001
    if not laid:
        return Placing()
    if laid[-1].parent < 0:
        return _with(Placing(), (), first(laid[-1], in_line=in_line), laid[-1])
    return _join(_fold(laid[:-1], in_line, habit), laid[-1], habit, in_line=in_line)


def _join(before: Placing, laid: Laid, habit: Habit, *, in_line: bool) -> Placing:
    spot = next(spot for spot in before.spots if spot.end[:2] == (laid.parent, laid.parent_edge))
    rest = tuple(other for other in before.spots if other is not spot)
    ways = tuple(tries(spot, laid, before.middle, in_line=in_line))
    found = best(before, spot, rest, ways, habit) or _bridged(before, spot, laid, in_line=in_line)
    return _with(before, rest, found, laid)


def _with(before: Placing, rest: tuple[Spot, ...], found: Try, laid: Laid) -> Placing:
    box = found.placed.box
    middle = before.middle
    if laid.tile.is_double and not middle.doubles:
        middle = Middle(box[0] + box[2] // 2 if laid.spins else None, doubles=True)
    return Placing(
        (*before.placed, found.placed),
        rest + found.spots,
        before.ground | cover(box),
        middle,
        before.spinners + laid.spins,
        before.patches | patches(box),
    )


def _bridged(before: Placing, spot: Spot, laid: Laid, *, in_line: bool) -> Try:
    """Continue an arm that has been walled in below all other tiles."""
    x, y, _, height = before.box
    below = y + height + 8
    afar = spot._replace(x=x, y=below, heading=EAST, quarter=SOUTH, base=below, row=WEST)
    found = next(tries(afar, laid, before.middle, in_line=in_line))
    return Try(found.placed._replace(bridge=(spot.x, spot.y)), found.spots)
