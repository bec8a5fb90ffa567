"""Open tiles in rows, lines and columns: where they lie, what is said."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
import textstat

from domino_lab.core.chain import Chain
from domino_lab.core.tiles import DominoSet, Tile
from domino_lab.picture.alt_text import alt_text, table_text
from domino_lab.picture.layout import Box
from domino_lab.picture.scene import LooseShape, Scene, scene
from domino_lab.picture.svg import Boxes, Discs, display_list, svg
from domino_lab.picture.tabletop import Gap, LooseTile, Tableau, Tabletop, TileGroup
from domino_lab.picture.theme import LIGHT
from tests.picture.test_svg import colours

SIX = DominoSet.of(6).tiles
COLUMNS = tuple(SIX[start : start + 5] for start in range(3, 28, 5))


def table_of(*bands: tuple[TileGroup, ...]) -> Tabletop:
    return Tabletop(Chain(), tableau=Tableau(bands))


def row(places: list[LooseTile | Gap], kind: str = "row", slots: int = 28) -> Tabletop:
    return table_of((TileGroup(kind, tuple(places), slots),))


def columns(emptied: int | None = None) -> Tabletop:
    """Five columns and a reserve; the last tile of each column and the reserve lie free."""
    reserve = TileGroup("row", tuple(LooseTile(tile, free=True) for tile in SIX[:3]), 3, "Reserve")
    stood = []
    for number, tiles in enumerate(COLUMNS, 1):
        places: tuple[LooseTile | Gap, ...] = tuple(LooseTile(tile, free=tile is tiles[-1]) for tile in tiles)
        lying = (Gap(lit=True),) if number == emptied else places
        stood.append(TileGroup("column", lying, 5, str(number), number=number))
    gone = COLUMNS[emptied - 1] if emptied else ()
    pile = TileGroup("pile", tuple(LooseTile(tile) for tile in gone[-2:]), 2, "Gone", len(gone))
    return table_of((reserve, pile), tuple(stood))


def by_tile(seen: Scene) -> dict[Tile, LooseShape]:
    return {shape.lying.tile: shape for shape in seen.loose}


def test_a_row_stands_side_by_side_and_wraps_into_lines() -> None:
    seen = scene(row([LooseTile(tile) for tile in SIX]))
    tops = [shape.box.y for shape in seen.loose]
    assert tops == sorted(tops)
    assert [tops.count(top) for top in sorted(set(tops))] == [14, 14]
    lefts = [shape.box.x for shape in seen.loose[:14]]
    assert lefts == sorted(set(lefts))
    assert all(shape.box.height == 2 * shape.box.width for shape in seen.loose)


def test_few_tiles_on_a_wide_page_are_no_larger_than_tiles_are_drawn() -> None:
    """A half of a tile is three times as wide as the words are high, and no more."""
    few = scene(row([LooseTile(tile) for tile in SIX[:3]], slots=3), 1400)
    text = max(label.size for label in scene(columns(), 1400).labels)
    assert max(shape.box.width for shape in few.loose) <= 3 * text


def test_a_gap_keeps_the_others_where_they_were() -> None:
    whole = scene(row([LooseTile(tile) for tile in SIX], "counted"))
    without = scene(row([Gap() if place == 5 else LooseTile(tile) for place, tile in enumerate(SIX)], "counted"))
    assert len(without.gaps) == 1
    assert without.gaps[0].box == whole.loose[5].box
    assert [shape.box for shape in without.loose] == [shape.box for shape in whole.loose if shape.lying.number != 5]


@pytest.mark.parametrize("pixels", [240, 360, 720])
def test_the_number_to_be_said_stands_over_the_tile_in_turn(pixels: int) -> None:
    places = [LooseTile(tile, free=place == 8, above={7: "7", 8: "8"}.get(place, "")) for place, tile in enumerate(SIX)]
    seen = scene(row(list(places), "counted"), pixels)
    pills = [label for label in seen.labels if label.pill]
    assert [label.text for label in pills] == ["8"]
    turn = seen.loose[8].box
    assert pills[0].box.y + pills[0].box.height <= turn.y
    assert pills[0].box.x <= turn.x + turn.width // 2 <= pills[0].box.x + pills[0].box.width
    assert f"The number at {SIX[8]} is 8." in seen.text


def test_tiles_of_a_line_touch_and_show_the_half_that_lies_left() -> None:
    seen = scene(row([LooseTile(Tile(1, 2), left=1), LooseTile(Tile(2, 5), left=5)], "line"))
    one, other = seen.loose
    assert (one.lying.first, one.lying.second, other.lying.first, other.lying.second) == (1, 2, 5, 2)
    assert one.box.x + one.box.width == other.box.x
    assert one.box.width == 2 * one.box.height
    assert table_text(row([LooseTile(Tile(1, 2), left=1), LooseTile(Tile(2, 5), left=5)], "line")) == (
        "2 tiles in a line, end to end: 1-2, 5-2."
    )


def test_a_line_that_wraps_leads_the_eye_to_where_it_goes_on() -> None:
    short, long = ([LooseTile(tile, left=tile.low) for tile in SIX[:count]] for count in (10, 28))
    assert scene(row(list(short), "line")).bridges == ()
    seen = scene(row(list(long), "line"))
    ends = [(shape.box.x, shape.box.y) for shape in seen.loose if shape.lying.number in (10, 20)]
    assert len(seen.bridges) == 3 * len(ends)
    assert [bridge[3] for bridge in seen.bridges[2::3]] == [y for _, y in ends]


def test_columns_stand_apart_and_their_last_tiles_are_signed() -> None:
    seen = scene(columns())
    signed = {shape.lying.tile for shape in seen.loose if shape.signed}
    assert signed == {*SIX[:3], *(tiles[-1] for tiles in COLUMNS)}
    placed = by_tile(seen)
    for tiles in COLUMNS:
        assert len({placed[tile].box.x for tile in tiles}) == 1
        tops = [placed[tile].box.y for tile in tiles]
        assert tops == sorted(set(tops))
    lit = (batch for batch in display_list(seen) if isinstance(batch, Boxes) and batch.role == "lit")
    bars = [box for batch in lit for box in batch.boxes]
    assert len(bars) == 8


def test_where_every_tile_is_free_no_sign_says_so() -> None:
    table = row([LooseTile(tile, free=True) for tile in SIX[:6]], slots=6)
    seen = scene(table)
    assert all(shape.free and not shape.signed for shape in seen.loose)
    assert alt_text(table).endswith("You can use any of them.")


def test_an_emptied_column_and_its_tiles_are_told() -> None:
    said = alt_text(columns(emptied=2))
    assert "Column 2 is empty." in said
    assert "You can move a tile to column 2." in said
    assert f"5 tiles gone. The last: {COLUMNS[1][-2]}, {COLUMNS[1][-1]}." in said
    assert said.startswith("Reserve: 0-0, 1-0, 2-0.")


def test_a_tile_that_is_not_there_has_no_shape() -> None:
    gone = scene(row([LooseTile(Tile(1, 2)), Gap()], slots=2))
    assert by_tile(gone).keys() == {Tile(1, 2)}


def test_every_pip_of_a_spread_is_drawn_once() -> None:
    root = ElementTree.fromstring(svg(scene(columns())))
    assert colours(root, LIGHT.pip, "circle") == sum(tile.weight for tile in SIX)


def test_tiles_picked_and_tiles_that_came_are_ringed() -> None:
    seen = scene(row([LooseTile(SIX[0], chosen=True), LooseTile(SIX[1], fresh=True), LooseTile(SIX[2])], slots=6))
    rings = {batch.role: batch.boxes for batch in display_list(seen) if isinstance(batch, Boxes)}
    for role, place in (("lit", 0), ("last", 1)):
        assert len(rings[role]) == 1
        assert rings[role][0].join(seen.loose[place].box) == rings[role][0]
    assert sum(len(batch.middles) for batch in display_list(seen) if isinstance(batch, Discs)) == 3


def test_the_room_of_a_group_does_not_depend_on_what_is_left() -> None:
    full, empty = scene(row([LooseTile(tile) for tile in SIX])), scene(row([]))
    assert (full.pixels, full.cloth, full.viewport) == (empty.pixels, empty.cloth, empty.viewport)
    assert empty.text == "There are no tiles left in the row."


def test_the_first_tile_of_a_spread_lies_on_the_cloth_with_room_round_it() -> None:
    seen = scene(row([LooseTile(tile) for tile in SIX]))
    for shape in seen.loose:
        assert shape.box.join(seen.cloth.grown(-seen.viewport.scale)) == Box(*seen.cloth.grown(-seen.viewport.scale))


def test_a_child_of_ten_can_read_it() -> None:
    words = " ".join(alt_text(table) for table in (columns(2), row([LooseTile(tile, free=True) for tile in SIX[:6]])))
    assert textstat.automated_readability_index(words) <= 5
