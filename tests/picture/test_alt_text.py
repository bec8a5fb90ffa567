"""The picture in words."""

from __future__ import annotations

import pytest
import textstat

import domino_lab as dl
from domino_lab.core.chain import Chain
from domino_lab.core.tiles import Tile
from domino_lab.picture.alt_text import alt_text, table_text
from domino_lab.picture.tabletop import Highlight, Holding, LitEnd, Tabletop
from tests.picture.random_hands import random_chain
from tests.picture.tables import busy_table, random_table


def sheet_example() -> Chain:
    """5-5, 5-0, 3-5 and 2-3 round a spinner."""
    chain = Chain().lay(Tile(5, 5), spins=True)
    chain = chain.lay(Tile(0, 5), chain.ends[0]).lay(Tile(3, 5), chain.ends[1])
    return chain.lay(Tile(2, 3), chain.ends[-1])


def test_arm_by_arm_from_the_spinner() -> None:
    assert table_text(Tabletop(sheet_example(), last=3)) == (
        "4 tiles on the table. 5-5 is the spinner in the middle. One arm: 5-0. One arm: 5-3, 3-2. "
        "The open ends show 0, 2, 5 and 5. The last tile is 3-2."
    )


def test_a_shut_tip_is_not_called_an_open_end() -> None:
    """TB-LAY-1: where the sides come first, a lone spinner has two open ends, though four edges are free."""
    chain = Chain().lay(Tile(6, 6), spins=True)
    assert "The open ends show 6 and 6." in table_text(Tabletop(chain, usable=chain.ends[:2]))
    assert "The open ends show 6, 6, 6 and 6." in table_text(Tabletop(chain, usable=chain.ends))


def test_a_spinner_that_is_not_the_first_tile_is_the_middle_too() -> None:
    chain = Chain().lay(Tile(1, 2))
    chain = chain.lay(Tile(2, 2), chain.ends[1], spins=True).lay(Tile(1, 4), chain.ends[0])
    assert table_text(Tabletop(chain)).startswith(
        "3 tiles on the table. 2-2 is the spinner in the middle. One arm: 2-1, 4-1. The open ends"
    )


def test_a_line_without_a_spinner_has_two_arms() -> None:
    chain = Chain().lay(Tile(1, 2))
    chain = chain.lay(Tile(2, 6), chain.ends[1]).lay(Tile(1, 1), chain.ends[0])
    assert table_text(Tabletop(chain)) == (
        "3 tiles on the table. 2-1 lies in the middle. One arm: 6-2. One arm: 1-1. The open ends show 1 and 6."
    )


def test_branches_are_told_from_their_own_spinner() -> None:
    chain = sheet_example()
    chain = chain.lay(Tile(2, 2), chain.ends[-1], spins=True)
    for tile, end in zip((Tile(1, 2), Tile(2, 4)), chain.ends[-3:], strict=False):
        chain = chain.lay(tile, end)
    assert "One arm: 5-3, 3-2, 2-2. From 2-2: 2-1. From 2-2: 4-2." in table_text(Tabletop(chain))


@pytest.mark.parametrize("spinner", ["none", "first", "all"])
def test_every_tile_is_named_once(spinner: str) -> None:
    for seed in range(20):
        chain = random_chain(seed, spinner)
        arms = table_text(Tabletop(chain)).partition("The open ends")[0]
        for laid in chain.laid:
            root = chain.spinner or chain.laid[0]
            spoken = arms.count(f" {laid.tile}")
            starts = arms.count(f"From {laid.tile}:")
            assert spoken - starts == 1, (seed, str(laid.tile), root)


def test_who_holds_what_and_how_the_score_stands() -> None:
    table = Tabletop(
        Chain(),
        holdings=(
            Holding("Ana", (Tile(5, 5), None), 0, to_move=True, label="draws 3-0"),
            Holding("Ben", (None,), 1),
            Holding("Cy", (), 2),
            Holding("Di", (Tile(1, 2),), 3),
        ),
        scores=(10, 1, 0, 0),
        boneyard=2,
        reserved=2,
    )
    assert alt_text(table) == (
        "There are no tiles on the table yet. Ana holds 2 tiles: 5-5, the rest face down. Ana has 10 points. "
        "Ana: draws 3-0. Ana's turn. Ben holds 1 tile, face down. Ben has 1 point. Cy holds no tiles. "
        "Cy has 0 points. Di holds 2-1. Di has 0 points. The boneyard has 2 tiles. 2 of them may not be drawn."
    )


def test_marks_and_lit_ends_are_said() -> None:
    chain = sheet_example()
    ends = chain.ends
    table = Tabletop(
        chain, lit=(LitEnd(ends[0], "a"), LitEnd(ends[2])),
        marks=(Highlight(0, "why two?"), Highlight(ends[-1]), Highlight(1))
    )
    said = alt_text(table)
    assert "Marked: 5-5, why two?." in said
    assert f"Marked: the open end {ends[-1].value} on 3-2." in said
    assert "Marked: 5-0." in said
    assert "You can play on the 5 of 5-5 (a) or on the 0 of 5-0." in said


def test_lit_ends_that_are_alike_are_said_once_without_a_picture() -> None:
    """3-3 alone is a spinner with four sides; one of them is taken, so three are left."""
    hand = dl.lay("all-fives", "3-3 3-5")
    ends = [end for end in hand.state.open_ends if end.value == 3]
    assert len(ends) == 3
    lit = tuple(map(LitEnd, ends))
    assert "You can play on the 3 of 3-3." in alt_text(Tabletop(hand.state.chain, lit=lit))


def test_an_empty_boneyard_and_a_lone_tile() -> None:
    assert alt_text(Tabletop(Chain().lay(Tile(5, 5)), boneyard=0)) == (
        "5-5 is alone on the table. The open ends show 5 and 5. The boneyard is empty."
    )


def test_a_hidden_tile_is_never_named() -> None:
    said = alt_text(Tabletop(Chain(), holdings=(Holding("Ben", (None, None)),)))
    assert "2 tiles, face down" in said
    assert "-" not in said


def test_a_child_of_ten_can_read_it() -> None:
    words = " ".join(alt_text(table) for table in (busy_table(1, seats=4), random_table(2, "all"), random_table(3)))
    assert textstat.automated_readability_index(words) <= 5
