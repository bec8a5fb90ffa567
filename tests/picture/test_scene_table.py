"""The table alone, in a picture of a given size: what is drawn, and where the next tile will lie."""

from __future__ import annotations

import itertools
from functools import reduce
from statistics import median

import pytest

from domino_lab.core.chain import Chain
from domino_lab.core.errors import DominoError
from domino_lab.core.tiles import DominoSet, Tile
from domino_lab.picture.layout import Box
from domino_lab.picture.scene import Scene, ghost, table_scene
from domino_lab.picture.svg import Boxes, display_list
from domino_lab.picture.tabletop import Tabletop
from domino_lab.picture.text_metrics import width
from tests.picture.geometry import overlap
from tests.picture.random_hands import prefixes, random_chain
from tests.picture.tables import busy_table, random_table, table_of

SIZES = ((724, 330), (560, 220), (340, 200), (1100, 600))


@pytest.mark.parametrize("size", SIZES)
def test_it_has_exactly_the_size_asked_for_and_nothing_but_the_table(size: tuple[int, int]) -> None:
    seen = table_scene(busy_table(3), size)
    assert seen.pixels == size
    assert seen.cloth == (0, 0, seen.width, seen.height)
    assert len(seen.tiles) == 12
    assert (seen.holdings, seen.boneyard) == ((), None)
    assert {label.role for label in seen.labels} <= {"last", "pin", "slot", "lit"}


@pytest.mark.parametrize("size", SIZES)
def test_an_empty_table_says_where_the_first_tile_goes(size: tuple[int, int]) -> None:
    empty = Tabletop(Chain())
    seen = table_scene(empty, size)
    (start,) = (label for label in seen.labels if label.role == "start")
    assert start.box == ghost(empty, seen, Chain().lay(Tile(6, 5)))[0]
    boxes = [batch for batch in display_list(seen) if isinstance(batch, Boxes)]
    assert start.box in [box for batch in boxes if batch.role == "seam" for box in batch.boxes]
    assert not [label for label in table_scene(random_table(1), size).labels if label.role == "start"]


@pytest.mark.parametrize("size", SIZES)
def test_the_word_at_the_last_tile_stands_clear_of_its_outline(size: tuple[int, int]) -> None:
    for seed, most in itertools.product(range(6), (1, 3, 12)):
        table = random_table(seed, "first", most)
        seen = table_scene(table, size)
        rings = [box for batch in display_list(seen) if isinstance(batch, Boxes) and batch.role == "last"
                 for box in batch.boxes]
        assert len(rings) == 1
        for label in (label for label in seen.labels if label.role == "last"):
            (x, y), wide = label.box.middle, width(label.text, label.size, bold=True)
            letters = Box(x - wide // 2, y - label.size // 2, wide, label.size)
            assert not overlap(letters, rings[0]), (size, seed, most)


@pytest.mark.parametrize("size", [(199, 200), (300, 119), (2401, 900), (900, 1601)])
def test_other_sizes_are_refused(size: tuple[int, int]) -> None:
    with pytest.raises(DominoError, match="200 x 120 to 2400 x 1600"):
        table_scene(busy_table(3), size)


@pytest.mark.parametrize("spinner", ["none", "first", "all"])
@pytest.mark.parametrize("recorded", [True, False])
def test_a_ghost_is_where_the_tile_will_lie(spinner: str, *, recorded: bool) -> None:
    final = random_chain(7, spinner)
    for before, after in itertools.pairwise(prefixes(final)):
        table = table_of(before, final=final if recorded else None)
        seen, then = table_scene(table, (724, 330)), table_scene(table_of(after, final=table.final), (724, 330))
        laid = then.tiles[-1].placed
        box, *values = ghost(table, seen, after)
        assert values == [laid.lies, laid.first, laid.second]
        assert seen.viewport.box(laid.box) == box


SIX_HANDS = [(spinner, seed) for spinner in ("none", "first") for seed in range(8)]
OTHER_HANDS = [("all", DominoSet.of(6), seed) for seed in range(3)] + [("none", DominoSet.of(6, 2), 1)]


def seen_hand(final: Chain, size: tuple[int, int], *, recorded: bool) -> list[Scene]:
    tables = (table_of(chain, final=final if recorded else None) for chain in prefixes(final))
    return [table_scene(table, size) for table in tables]


def check_hand(scenes: list[Scene], most_scales: int, least: int) -> None:
    """Nothing overlaps, all is inside, in the middle, in the same order; there are few scales, none of them tiny."""
    assert len({seen.viewport.scale for seen in scenes}) <= most_scales
    for before, after in itertools.pairwise(scenes):
        assert [tile.placed for tile in before.tiles] == [tile.placed for tile in after.tiles][:-1]
    last = scenes[-1]
    assert not any(overlap(a.box, b.box) for a, b in itertools.combinations(last.tiles, 2))
    for seen in scenes:
        assert all(shape.box.join(seen.cloth) == seen.cloth for shape in (*seen.tiles, *seen.ends))
        assert 2 * seen.viewport.scale >= least


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("recorded", [True, False])
def test_tiles_of_a_hand_lie_apart_and_inside_and_the_scale_seldom_changes(
    size: tuple[int, int], *, recorded: bool
) -> None:
    for spinner, seed in SIX_HANDS:
        check_hand(seen_hand(random_chain(seed, spinner), size, recorded=recorded), 4 if recorded else 6, 24)
    for spinner, these, seed in OTHER_HANDS:
        check_hand(seen_hand(random_chain(seed, spinner, these), size, recorded=recorded), 4 if recorded else 6, 18)


def test_tiles_are_large() -> None:
    """On the cloth of a school laptop: early, up to 20 tiles, and at the end of a hand of double-six."""
    hands = [random_chain(seed, spinner) for spinner, seed in SIX_HANDS]
    for recorded, early, at_twenty in ((True, 90, 64), (False, 90, 44)):
        scenes = [seen_hand(final, (724, 330), recorded=recorded) for final in hands]
        lengths = [[2 * seen.viewport.scale for seen in hand] for hand in scenes]
        assert all(90 <= hand[0] <= 140 for hand in lengths)
        assert median(hand[2] for hand in lengths) >= early
        assert median(hand[19] for hand in lengths if len(hand) >= 20) >= at_twenty


def test_a_live_hand_is_no_smaller_on_a_projector_at_any_step() -> None:
    """As on the felts of a window of 1920 pixels: there, tiles of 136 pixels once were followed by some of 32."""
    for spinner, seed in SIX_HANDS:
        final = random_chain(seed, spinner)
        normal, large = (seen_hand(final, size, recorded=False) for size in ((904, 664), (1428, 896)))
        for before, after in zip(normal, large, strict=True):
            assert 10 * after.viewport.scale >= 9 * before.viewport.scale


@pytest.mark.parametrize("size", [(724, 330), (904, 640), (336, 300)])
def test_less_than_half_of_the_cloth_is_bare(size: tuple[int, int]) -> None:
    """Outside the box of the tiles, at half of a recorded hand and at its end, in the middle one of many."""
    shares = []
    for spinner, seed in SIX_HANDS:
        hand = seen_hand(random_chain(seed, spinner), size, recorded=True)
        for seen in (hand[len(hand) // 2], hand[-1]):
            box = reduce(Box.join, (shape.box for shape in seen.tiles))
            shares.append(1 - box.width * box.height / (seen.width * seen.height))
    assert median(shares) <= 0.5


@pytest.mark.parametrize("recorded", [True, False])
def test_the_table_is_in_the_middle_at_every_step(*, recorded: bool) -> None:
    """What is bare on the left is bare on the right, and above as below, but for the slots that are not shown."""
    for spinner, seed in SIX_HANDS:
        for seen in seen_hand(random_chain(seed, spinner), (724, 330), recorded=recorded):
            left, top, wide, high = reduce(Box.join, (shape.box for shape in (*seen.tiles, *seen.ends)))
            assert abs(2 * left + wide - seen.width) <= 2 * seen.viewport.scale
            assert abs(2 * top + high - seen.height) <= 2 * seen.viewport.scale


def test_tables_drawn_beside_each_other_have_one_scale_and_origin() -> None:
    finals = random_chain(1, "first"), random_chain(2, "first")
    one, other = (table_of(prefixes(final)[9], final=final) for final in finals)
    left, right = table_scene(one, (536, 240), beside=(other,)), table_scene(other, (536, 240), beside=(one,))
    assert left.viewport == right.viewport


@pytest.mark.parametrize(("spinner", "size", "most_small"), [
    ("none", (360, 320), 0), ("first", (360, 320), 0), ("none", (252, 220), 2), ("first", (252, 220), 6),
])
def test_on_a_phone_tiles_are_44_pixels_long_while_eight_lie(spinner: str, size: tuple[int, int], most_small: int
                                                             ) -> None:
    """In a page of a phone always; in JupyterLab, which leaves the table 252 pixels of 360, nearly always."""
    small = 0
    for seed in range(12):
        final = random_chain(seed, spinner)
        for end in (None, final):
            seen = table_scene(table_of(prefixes(final)[7], final=end), size)
            assert not seen.viewport.follows
            small += 2 * seen.viewport.scale < 44
    assert small <= most_small


def test_on_a_phone_no_scale_of_a_live_hand_is_wasted() -> None:
    """A chain that no longer fits with tiles of 44 pixels has some of 38 before those of 32, and few have less."""
    lengths = {2 * seen.viewport.scale for seed in range(4) for seen in seen_hand(random_chain(seed, "none"),
                                                                                  (252, 220), recorded=False)}
    assert sorted(lengths, reverse=True) == [50, 44, 38, 32, 24]
