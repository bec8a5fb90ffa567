"""Tiles laid without a deal (`dl.lay`), each where the text says."""

from __future__ import annotations

import pytest

from domino_lab.core.errors import RecordError
from domino_lab.explain.layout_study import lay


def test_a_text_names_the_half_that_a_tile_joins_where_it_fits_both() -> None:
    """A7-WILD-1: a tile whose halves make seven joins any end, so 6-1 fits either half of the 3-1."""
    for joins in (1, 3):
        chain = lay("all-sevens", f"3-1 6-1@3-1:{joins}>6").state.chain
        assert (chain.laid[1].joint, chain.laid[1].out) == (joins, 6)


@pytest.mark.parametrize(("game", "tiles", "places"), [
    ("all-sevens", "6-1 0-0", ["0-0@6-1:1", "0-0@6-1:6"]),
    ("all-sevens", "6-1 0-0@6-1", ["0-0@6-1:1", "0-0@6-1:6"]),
    ("all-sevens", "5-0 5-2", ["5-2@5-0:0>2", "5-2@5-0:0>5", "5-2@5-0:5>2", "5-2@5-0:5>5"]),
    ("mexican-train", "12-12 12-3@line1 12-4", ["12-4@line0", "12-4@line2"]),
])
def test_a_choice_of_places_is_offered_as_it_may_be_written(game: str, tiles: str, places: list[str]) -> None:
    """A7-WILD-1: a tile whose halves make seven, and the 0-0, join any end with either half."""
    with pytest.raises(RecordError) as refused:
        lay(game, tiles)
    assert str(refused.value).partition("Choose one: ")[2].removesuffix(". (REC-CHOICE)").split("; ") == places
    for place in places:
        assert len(lay(game, f"{tiles.rpartition(' ')[0]} {place}").state.chain.laid) == len(tiles.split())
