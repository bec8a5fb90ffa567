"""The leads by the sum of exposed tiles (S-LEAD-1 and S-LEAD-2 of vectors.toml)."""

from __future__ import annotations

from typing import Any

import pytest

from domino_lab.catalogue import get
from domino_lab.core.tiles import Tile
from domino_lab.rules.leading import Deck
from tests.vectors.reading import VECTORS, name_of

NAMES = ("Ana", "Ben", "Cleo", "Dan")


def deck(exposed: list[str]) -> Deck:
    lots = tuple(Tile.of(tile) for tile in exposed)
    return Deck(tuple((lot,) for lot in lots), NAMES[: len(lots)], lambda tile: tile.weight, lambda draw: lots)


@pytest.mark.parametrize("vector", VECTORS["lead_sum"], ids=name_of)
def test_the_exposed_pips_name_the_leader(vector: dict[str, Any]) -> None:
    found = get("draw").but(first_leader="sum").leading.first(deck(vector["exposed"]))
    assert found.seat == vector["leader"] - 1, "players are numbered from one, seats from zero"
    assert found.ruling.facts["sum"] == sum(Tile.of(tile).weight for tile in vector["exposed"])
    assert found.must is None


@pytest.mark.parametrize(("exposed", "seat"), [(["6-4", "5-0"], 1), (["6-4", "5-5"], 0)])
def test_two_players_go_by_odd_and_even(exposed: list[str], seat: int) -> None:
    """DR2-LEADOPT-D: an even sum is the first player's, an odd one the second's: the remainder again."""
    assert get("draw").but(first_leader="sum").leading.first(deck(exposed)).seat == seat
