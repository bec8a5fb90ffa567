"""Tabletops to draw in tests."""

from __future__ import annotations

import random
from typing import Any

from domino_lab.core.chain import Chain
from domino_lab.core.tiles import DominoSet
from domino_lab.picture.tabletop import Highlight, Holding, LitEnd, Tabletop
from tests.picture.random_hands import SIX, prefixes, random_chain

NAMES = ("Ana", "Benedikt", "Chloë", "Dimitri of the long and winding surname")


def random_table(
    seed: int, spinner: str = "first", most: int = 999, seats: int = 2, these: DominoSet = SIX, **more: Any
) -> Tabletop:
    """A recorded hand after `most` tiles, with holdings dealt from what is left."""
    final = random_chain(seed, spinner, these)
    chain = prefixes(final)[min(most, len(final.laid)) - 1]
    return table_of(chain, seats, these, final=final, **more)


def table_of(chain: Chain, seats: int = 2, these: DominoSet = SIX, **more: Any) -> Tabletop:
    laid = {laid.tile for laid in chain.laid}
    left = [tile for tile in these.tiles if tile not in laid]
    random.Random(len(left)).shuffle(left)
    shares = [tuple(left[seat::seats])[:7] for seat in range(seats)]
    holdings = tuple(
        Holding(NAMES[seat], share if seat == 0 else (None,) * len(share), seat, seat == 0, frozenset({0}), "+10")
        for seat, share in enumerate(shares)
    )
    facts: dict[str, Any] = {
        "usable": chain.ends,
        "last": len(chain.laid) - 1 if chain.laid else None,
        "label": "+10",
        "holdings": holdings,
        "boneyard": len(left) - sum(map(len, shares)),
        "reserved": 2,
        "scores": (15, 120, 0, 5)[:seats],
        "title": "Two tens and a fifteen",
        "caption": "Benedikt lays 5-0. The open ends show 5, 5 and 0.",
    }
    return Tabletop(chain, **(facts | more))


def busy_table(seed: int, most: int = 12, **more: Any) -> Tabletop:
    """With lit ends and marks as well."""
    plain = random_table(seed, most=most, **more)
    ends = plain.chain.ends
    lit = tuple(LitEnd(end, str(index + 1)) for index, end in enumerate(ends[:2]))
    marks = (Highlight(0, "the first"), Highlight(ends[-1], "here"))
    return random_table(seed, most=most, lit=lit, marks=marks, **more)
