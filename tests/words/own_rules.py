"""A matching rule of a reader's own: a half may touch one that shows one pip more or less."""

from __future__ import annotations

from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile


class NeighbourPips:
    def fits(self, tile: Tile, value: int) -> bool:
        return bool(self.outs(tile, value))

    def outs(self, tile: Tile, value: int) -> tuple[int, ...]:
        return tuple(sorted({tile.other(half) for half in tile[:2] if abs(half - value) == 1}))

    def ruling(self, tile: Tile, value: int, onto: Tile) -> Ruling:
        fits = self.fits(tile, value)
        facts = {"tile": tile, "value": value, "onto": onto}
        return Ruling("OWN-MATCHING", "yes" if fits else "no", facts, fits)
