"""Tiles laid without a deal (`dl.lay`), each where the text says."""

from __future__ import annotations

from domino_lab.explain.layout_study import lay


def test_a_text_names_the_half_that_a_tile_joins_where_it_fits_both() -> None:
    """A7-WILD-1: a tile whose halves make seven joins any end, so 6-1 fits either half of the 3-1."""
    for joins in (1, 3):
        chain = lay("all-sevens", f"3-1 6-1@3-1:{joins}>6").state.chain
        assert (chain.laid[1].joint, chain.laid[1].out) == (joins, 6)
