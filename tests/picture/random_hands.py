"""A small random layer of tiles: it knows equal matching and spinners, and nothing of turns or scores."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from operator import attrgetter

from domino_lab.core.chain import Chain, OpenEnd
from domino_lab.core.tiles import DominoSet

SIX = DominoSet.of(6)


def random_chain(seed: int, spinner: str, these: DominoSet = SIX, most: int = 999, sides: int = 4,
                 open_ends: Callable[[Chain], Iterable[OpenEnd]] = attrgetter("ends")) -> Chain:
    """Lay random fitting tiles until none fits or `most` lie.

    `spinner` is "none", "first" or "all"; so many tiles can touch one as it has `sides`. `open_ends` are all free
    edges, or those that an order of arms leaves open.
    """
    chance = random.Random(seed)
    left = list(these.tiles)
    chance.shuffle(left)
    chain = Chain().lay(left[0], spins=left[0].is_double and spinner != "none", sides=sides)
    left.pop(0)
    while len(chain.laid) < most:
        fits = [(tile, end) for tile in left for end in open_ends(chain) if end.value in tile[:2]]
        if not fits:
            break
        tile, end = chance.choice(fits)
        spins = tile.is_double and (spinner == "all" or (spinner == "first" and not doubles(chain)))
        chain = chain.lay(tile, end, spins=spins, sides=sides)
        left.remove(tile)
    return chain


def doubles(chain: Chain) -> int:
    return sum(laid.tile.is_double for laid in chain.laid)


def prefixes(chain: Chain) -> list[Chain]:
    """The chain as it grew, from one tile to all, laid again tile by tile."""
    grown, found = Chain(), []
    for laid in chain.laid:
        if laid.parent < 0:
            grown = grown.lay(laid.tile, spins=laid.spins, sides=laid.sides)
        else:
            end = next(end for end in grown.ends if (end.at, end.edge) == (laid.parent, laid.parent_edge))
            grown = grown.lay(laid.tile, end, laid.out, spins=laid.spins, sides=laid.sides)
        found.append(grown)
    return found
