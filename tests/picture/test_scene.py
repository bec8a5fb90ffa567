"""What a scene promises: nothing jumps, no words overlap."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from domino_lab.core.chain import Chain, OpenEnd
from domino_lab.core.tiles import DominoSet, Tile
from domino_lab.picture.layout import Box
from domino_lab.picture.scene import Scene, TileShape, scene
from domino_lab.picture.svg import Boxes, Discs, display_list
from domino_lab.picture.tabletop import Highlight, Holding, LitEnd, Tabletop
from tests.picture.geometry import overlap
from tests.picture.random_hands import prefixes, random_chain
from tests.picture.tables import busy_table, random_table, table_of

CLOTH_ROLES = {"last", "mark", "pin"}
WIDTHS = (320, 360, 720, 1000, 1600)


def lies_in(inner: Box, outer: Box) -> bool:
    return inner.join(outer) == outer


def check_words(seen: Scene) -> None:
    """No words on words, on tiles, on slots or outside the picture; words on the cloth stay on it."""
    canvas = Box(0, 0, seen.width, seen.height)
    for one, other in itertools.combinations(seen.labels, 2):
        assert not overlap(one.box, other.box), (one, other)
    held = [tile.box for holding in seen.holdings for tile in holding.tiles]
    for label in seen.labels:
        assert lies_in(label.box, canvas), label
        assert not any(overlap(label.box, box) for box in held), label
        if label.role in CLOTH_ROLES:
            assert lies_in(label.box, seen.cloth), label
            assert not any(overlap(label.box, tile.box) for tile in seen.tiles), label
            assert not any(overlap(label.box, end.box) for end in seen.ends), label
        if label.role in ("slot", "lit"):
            assert not any(overlap(label.box, tile.box) for tile in seen.tiles), label


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10**6),
    st.sampled_from(("none", "first", "all")),
    st.integers(1, 28),
    st.integers(2, 4),
    st.sampled_from(WIDTHS),
    st.booleans(),
)
def test_words_never_overlap_anything(seed: int, spinner: str, most: int, seats: int, pixels: int, large: bool) -> None:
    check_words(scene(random_table(seed, spinner, most, seats), pixels, large=large and pixels >= 720))


@pytest.mark.parametrize("pixels", WIDTHS)
def test_marks_and_lit_ends_do_not_cover_words_either(pixels: int) -> None:
    for seed in range(12):
        check_words(scene(busy_table(seed), pixels))


@pytest.mark.parametrize("pixels", WIDTHS)
def test_a_picture_ends_soon_after_its_last_thing(pixels: int) -> None:
    for table in (busy_table(1), random_table(2, most=9)):
        seen = scene(table, pixels)
        boxes = [seen.cloth, *(held.box for held in seen.holdings), *(label.box for label in seen.labels)]
        lowest = max(box.y + box.height for box in boxes)
        assert lowest <= seen.height <= 1.25 * lowest
        assert seen.height % 2 == 0


def test_the_boneyard_is_as_far_from_the_right_as_the_title_from_the_left() -> None:
    for pixels in (720, 1000, 1600):
        seen = scene(busy_table(1), pixels)
        boxes = {label.role: label.box for label in seen.labels}
        assert boxes["title"].x == seen.width - boxes["boneyard"].x - boxes["boneyard"].width


def test_held_tiles_stay_on_their_card_and_apart() -> None:
    for count, pixels in itertools.product((1, 7, 14, 23, 40), (360, 720)):
        tiles = DominoSet.of(9).tiles[:count]
        seen = scene(table_of(Chain(), holdings=(Holding("Ana", tiles), Holding("Ben", (None,) * count, 1))), pixels)
        for holding in seen.holdings:
            assert len(holding.tiles) == count
            assert all(lies_in(tile.box, holding.box) for tile in holding.tiles)
            assert not any(overlap(a.box, b.box) for a, b in itertools.combinations(holding.tiles, 2))


def test_nothing_jumps_while_a_recorded_hand_goes_on() -> None:
    final = random_chain(4, "first")
    seen = [scene(table_of(chain, final=final)) for chain in prefixes(final)]
    last = seen[-1]
    for number, one in enumerate(seen):
        assert (one.width, one.height, one.cloth, one.viewport) == (last.width, last.height, last.cloth, last.viewport)
        assert [tile.box for tile in one.tiles] == [tile.box for tile in last.tiles[: number + 1]]
        assert [card.box for card in one.holdings] == [card.box for card in last.holdings]
    assert all(lies_in(tile.box, last.cloth) for tile in last.tiles)


def test_a_live_hand_keeps_its_size_and_seldom_its_scale() -> None:
    final = random_chain(8, "none")
    seen = [scene(table_of(chain)) for chain in prefixes(final)]
    assert len({(one.width, one.height, one.cloth) for one in seen}) == 1
    scales = [one.viewport.scale for one in seen]
    assert scales == sorted(scales, reverse=True)
    assert len(set(scales)) <= 4
    for one in seen:
        assert all(lies_in(tile.box, one.cloth) for tile in one.tiles)


def test_the_places_of_laid_tiles_never_change_even_when_the_scale_does() -> None:
    final = random_chain(8, "none", DominoSet.of(9))
    seen = [scene(table_of(chain)) for chain in prefixes(final)]
    assert len({one.viewport.scale for one in seen}) > 1
    for number, one in enumerate(seen):
        assert [tile.placed for tile in one.tiles] == [tile.placed for tile in seen[-1].tiles[: number + 1]]


def test_a_table_too_long_for_the_screen_is_followed() -> None:
    table = random_table(2, "first", these=DominoSet.of(15))
    near = scene(table, 240)
    assert near.viewport.follows
    last = next(tile for tile in near.tiles if tile.last)
    assert max(last.box.width, last.box.height) >= 40
    assert lies_in(last.box, near.cloth)


def test_a_hand_of_double_six_fits_a_phone() -> None:
    fitting = [not scene(random_table(seed, "first"), 360).viewport.follows for seed in range(20)]
    assert sum(fitting) >= 15


def test_large_pictures_have_large_words() -> None:
    seen = scene(busy_table(1, seats=4), 1280, large=True)
    assert {"name", "score", "step", "title", "boneyard", "caption", "last"} <= {label.role for label in seen.labels}
    assert min(label.size for label in seen.labels) >= 48
    assert min(label.size for label in scene(busy_table(1)).labels) >= 22


def test_only_this_steps_tile_and_draws_are_set_off() -> None:
    seen = scene(random_table(5, most=4))
    assert [tile.last for tile in seen.tiles] == [False, False, False, True]
    assert [tile.drawn for tile in seen.holdings[-1].tiles].count(True) == 1
    assert sum(label.text == "last +10" for label in seen.labels) == 1
    calm = scene(random_table(5, most=4, last=None, label=""))
    assert not any(tile.last for tile in calm.tiles)
    assert not any(label.role == "last" for label in calm.labels)


def test_a_layout_study_shows_no_holdings() -> None:
    seats = (Holding("Ana", None, 0, label="+10"), Holding("Ben", None, 1))
    seen = scene(random_table(5, most=4, holdings=seats, boneyard=None))
    assert all(holding.tiles == () for holding in seen.holdings)
    assert seen.boneyard is None
    assert seen.holdings[0].box.height < scene(random_table(5, most=4)).holdings[0].box.height


def test_absurd_widths_are_refused() -> None:
    with pytest.raises(ValueError, match="240 to 4000"):
        scene(Tabletop(Chain()), 100_000)


def test_an_end_nobody_points_out_has_no_shape() -> None:
    seen = scene(random_table(5, most=4, usable=()))
    assert seen.ends == ()
    assert all(isinstance(tile, TileShape) for tile in seen.tiles)


def example_row() -> Chain:
    return Chain().lay(Tile(5, 5)).lay(Tile(5, 0), OpenEnd(0, 0, 5))


def test_a_marked_end_says_its_number_when_the_hand_is_over() -> None:
    ended = example_row()
    left = next(end for end in ended.ends if end.value == 5)
    seen = scene(Tabletop(ended, final=ended, usable=(), marks=(Highlight(left),)))
    assert [label.text for label in seen.labels if label.role == "slot"] == ["5"]


def test_each_sign_on_the_table_means_one_thing() -> None:
    """A badge is an open end, gold is where the chosen tile goes, a white outline the last tile, a pin a comment."""
    chain = example_row()
    five, blank = chain.ends
    marks = (Highlight(blank, "1"), Highlight(0, "2"), Highlight(1, aim=True))
    seen = scene(Tabletop(chain, final=chain, usable=chain.ends, lit=(LitEnd(five),), last=1, marks=marks), 1000)
    boxes = {role: [box for batch in display_list(seen) if isinstance(batch, Boxes) and batch.role == role
                    for box in batch.boxes] for role in ("slot", "lit", "last", "mark")}
    badges, tiles = {end.end: end.box for end in seen.ends}, [tile.box for tile in seen.tiles]
    assert boxes["slot"] == [badges[blank]]
    (ring,) = (box for box in boxes["lit"] if box != badges[five])
    (outline,) = boxes["last"]
    assert outline.join(tiles[1]) == outline
    assert ring.join(outline) == ring
    pins = [label for label in seen.labels if label.role == "pin"]
    assert [pin.box for pin in pins] == boxes["mark"]
    assert [pin.text for pin in pins] == ["1", "2"]
    assert not any(overlap(pin.box, box) for pin in pins for box in (*tiles, *badges.values()))
    assert len(seen.leaders) >= 2, "a pin has a needle"


@pytest.mark.parametrize("pixels", WIDTHS)
def test_a_pin_for_which_there_is_no_room_goes_to_a_corner(pixels: int) -> None:
    for seed in range(6):
        table = random_table(seed, "all", 28)
        marks = tuple(Highlight(number, str(number + 1)) for number in range(len(table.chain.laid)))
        pins = [label.text for label in scene(replace(table, marks=marks), pixels).labels if label.role == "pin"]
        assert sorted(pins, key=int) == [mark.label for mark in marks]


def test_the_ends_of_a_short_hand_can_be_read_on_a_phone() -> None:
    short = example_row()
    seen = scene(Tabletop(short, final=short, usable=short.ends), 240)
    assert sorted(label.text for label in seen.labels if label.role == "slot") == ["0", "5"]


@pytest.mark.parametrize("last", [None, 0])
@pytest.mark.parametrize("pixels", [240, *WIDTHS])
def test_a_ring_leaves_the_pips_of_the_neighbours_to_be_counted(pixels: int, last: int | None) -> None:
    """The neighbours lie on it."""
    chain = Chain().lay(Tile(5, 5)).lay(Tile(5, 3), OpenEnd(0, 0, 5))
    batches = display_list(scene(Tabletop(chain, final=chain, last=last, marks=(Highlight(0, aim=True),)), pixels))
    roles = [batch.role for batch in batches]
    neighbour = next(batch for batch in batches if isinstance(batch, Discs) and batch.role == "pip")
    assert len(neighbour.middles) == 8
    assert max(place for place, role in enumerate(roles) if role in ("lit", "last")) < batches.index(neighbour)


@pytest.mark.parametrize("label", ["turns up 5-2", "draws 2-2", "+10"])
def test_in_a_narrow_card_neither_the_name_nor_the_label_is_cut_short(label: str) -> None:
    """Five seats at 360 pixels sit two in a row."""
    others = (Holding(f"Player {n}", (None,)) for n in range(2, 6))
    seats = (Holding("Ana", (Tile(5, 2), None), label=label), *others)
    words = {shape.text for shape in scene(Tabletop(Chain(), holdings=seats, scores=(0,) * 5), 360).labels}
    assert {"Ana", label} <= words
