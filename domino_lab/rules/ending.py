"""Ending: when a hand is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile


@dataclass(frozen=True)
class Ending:
    """The axis block; going out ends a hand everywhere.

    >>> Ending("all-stuck", {"block": "BL-END-1"}).out_ruling("Ana").case
    'out'
    """

    block: str
    clauses: Mapping[str, str]

    def out_ruling(self, player: str) -> Ruling:
        """The hand ends because `player` has laid the last tile of the holding.

        >>> Ending("all-stuck", {"block": "AF0-END-1"}).out_ruling("Ana").clause
        'AF0-END-1'
        """
        return Ruling(self.clauses["block"], "out", {"player": player})

    def block_ruling(
        self,
        fits: Callable[[Tile], bool],
        holdings: Iterable[Iterable[Tile]],
        unseen: Callable[[], Iterable[Tile]],
        *,
        drawable: bool,
    ) -> Ruling | None:
        """The ruling that ends a blocked hand, or None while it goes on.

        `fits` says whether a tile fits any open end, `unseen` gives every tile of the boneyard, and `drawable` says
        whether the boneyard may still be used.

        >>> Ending("all-stuck", {}).block_ruling(lambda tile: False, [], list, drawable=True) is None
        True
        """
        if drawable and self.block != "dead-layout":
            return None
        if any(fits(tile) for held in holdings for tile in held):
            return None
        if not drawable:
            return Ruling(self.clauses["block"], "blocked", {})
        return None if any(fits(tile) for tile in unseen()) else Ruling(self.clauses["block"], "dead", {})
