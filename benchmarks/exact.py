"""What exact answers cost: all holdings of seven tiles, and the best play of a deal."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import count

from benchmarks.timing import best, seconds
from domino_lab.catalogue import get
from domino_lab.chance import holdings
from domino_lab.chance.exact_chance import exact
from domino_lab.chance.holding_events import doubles, pips
from domino_lab.chance.solver import TooLongError, value_of
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import DominoSet
from domino_lab.play.start import start

Row = tuple[str, str, str]


def rows() -> list[Row]:
    """Counting and solving."""
    return [
        ("all 1,184,040 holdings of seven tiles as bit masks", milliseconds(listed, 5), "26 ms"),
        ("pips, suits and doubles of all of them", milliseconds(read, 5), "< 70 ms"),
        ("an exact chance over all of them, first asked", milliseconds(asked, 3), "well under 1 s"),
        ("value of a deal of Block for two, compiled solver", solved("block"), "about 1 ms"),
        ("value of a deal of Draw for two, drawing only when unable", solved("draw-classic"), "36 ms"),
    ]


def milliseconds(work: Callable[[], object], times: int) -> str:
    """The shortest time of one call."""
    work()
    return f"{best(work, times) * 1000:.1f} ms"


def listed() -> None:
    """Every holding."""
    holdings.all_masks.cache_clear()
    holdings.all_masks(28, 7)


def read() -> None:
    """Three numbers of every holding, listed before."""
    tiles = DominoSet.of(6).tiles
    every = holdings.Listing(tiles, 7)
    every.totals([tile.low + tile.high for tile in tiles])
    every.totals([int(tile.is_double) for tile in tiles])
    every.unions([1 << tile.low | 1 << tile.high for tile in tiles])


def asked() -> object:
    """A chance that needs two numbers of every holding."""
    return exact((doubles() == 0) & (pips() > 50)).value


def solved(game: str) -> str:
    """The median over some deals; one that is given up takes as long as it takes."""
    deals = (start(get(game), Shuffle(seed=1, hand=hand)).state for hand in count())

    def solve() -> None:
        with suppress(TooLongError):
            value_of(next(deals), compiled=True)

    solve()
    return f"{seconds(solve, 9) * 1000:.1f} ms"
