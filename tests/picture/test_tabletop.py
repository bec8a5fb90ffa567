"""What only some tables show: a stack, halves that do not match, face-down rows, chips, partners, many seats."""

from __future__ import annotations

import itertools

import pytest

from domino_lab.core.chain import Chain
from domino_lab.core.tiles import Tile
from domino_lab.picture.alt_text import alt_text
from domino_lab.picture.layout import Box
from domino_lab.picture.scene import Scene, scene
from domino_lab.picture.svg import Boxes, Discs, display_list
from domino_lab.picture.tabletop import Holding, Tabletop
from tests.picture.geometry import overlap
from tests.picture.test_scene import WIDTHS, check_words

NAMES = ("Ana", "Ben", "Cy", "Di", "Eva", "Fritz", "Gus", "Hana")


def cutthroat_line() -> Chain:
    """0-6 lies at one end, 2-4 at the other."""
    chain = Chain().lay(Tile(0, 2))
    chain = chain.lay(Tile(2, 4), chain.ends[1])
    return chain.lay(Tile(0, 6), chain.ends[0])


def sevens_line() -> Chain:
    """6-6, then 1-5 on a 6 (a sum of seven); the wild 5-2 joins the 5 with its 2, the wild 6-1 the 6 with its 6."""
    chain = Chain().lay(Tile(6, 6))
    chain = chain.lay(Tile(1, 5), chain.ends[0], 5)
    chain = chain.lay(Tile(2, 5), chain.ends[-1], 5)
    return chain.lay(Tile(1, 6), chain.ends[0], 1)


def boxes(seen: Scene, role: str) -> list[Box]:
    drawn = (batch for batch in display_list(seen) if isinstance(batch, Boxes) and batch.role == role)
    return [box for batch in drawn for box in batch.boxes]


def seated(count: int, **more: object) -> Tabletop:
    holdings = tuple(Holding(NAMES[seat], (Tile(seat % 6, 6),) * 7, seat, label="+10") for seat in range(count))
    return Tabletop(cutthroat_line(), holdings=holdings, scores=(120,) * count, **more)


def test_a_stacked_tile_shows_the_one_below_it() -> None:
    chain = cutthroat_line()
    plain, stacked = scene(Tabletop(chain, final=chain)), scene(Tabletop(chain, final=chain, stacks=(2,)))
    assert [tile.stacked for tile in stacked.tiles] == [False, False, True]
    assert [tile.box for tile in stacked.tiles] == [tile.box for tile in plain.tiles]
    assert len(boxes(stacked, "face")) == len(boxes(plain, "face")) + 1
    base = stacked.tiles[2].box
    lower, upper = [box for box in boxes(stacked, "face") if overlap(box, base)]
    assert lower.x > upper.x
    assert lower.y > upper.y


def test_a_stack_is_named_and_labelled_in_the_step_that_makes_it() -> None:
    chain = cutthroat_line()
    table = Tabletop(chain, final=chain, stacks=(2,), last=2, stacked=True, label="+10 / −10")
    assert "stacked +10 / −10" in [label.text for label in scene(table).labels]
    assert "A second tile lies on 6-0." in alt_text(table)


def test_the_pips_of_a_stack_are_those_of_the_tile_on_top() -> None:
    chain = cutthroat_line()

    def pips(**more: object) -> int:
        drawn = display_list(scene(Tabletop(chain, final=chain, **more)))
        return sum(len(batch.middles) for batch in drawn if isinstance(batch, Discs) and batch.role == "pip")

    assert pips() == pips(stacks=(1, 2)) == sum(laid.tile.weight for laid in chain.laid)


@pytest.mark.parametrize("pixels", WIDTHS)
def test_studs_set_off_the_joint_of_a_wild_tile_and_cover_no_pip(pixels: int) -> None:
    chain = sevens_line()
    seen = scene(Tabletop(chain, "in-line", chain, wild=frozenset({2, 3})), pixels)
    assert [len(tile.studs) for tile in seen.tiles] == [0, 0, 2, 2]
    for number, parent in ((2, 1), (3, 0)):
        for x, y in seen.tiles[number].studs:
            for tile in (seen.tiles[number], seen.tiles[parent]):
                left, top, wide, high = tile.box
                assert x in (left, left + wide)
                assert y in (top, top + high)
    discs = {batch.role: batch for batch in display_list(seen) if isinstance(batch, Discs)}
    assert len(discs["wild"].middles) == 4
    for one, other in itertools.product(discs["wild"].middles, discs["pip"].middles):
        apart = (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
        assert apart >= (discs["wild"].radius + discs["pip"].radius - 1) ** 2


def test_wild_tiles_are_told() -> None:
    assert "Joined as wild: 5-2 and 6-1." in alt_text(Tabletop(sevens_line(), wild=frozenset({2, 3})))


@pytest.mark.parametrize("pixels", WIDTHS)
@pytest.mark.parametrize("seats", range(1, 9))
def test_there_is_a_card_for_every_seat(seats: int, pixels: int) -> None:
    seen = scene(seated(seats), pixels)
    check_words(seen)
    assert sorted(card.seat for card in seen.holdings) == list(range(seats))
    assert all(len(card.tiles) == 7 for card in seen.holdings)
    assert not any(overlap(a.box, b.box) for a, b in itertools.combinations(seen.holdings, 2))
    names = [label.text for label in seen.labels if label.role == "name"]
    assert sorted(names) == sorted(NAMES[:seats])


@pytest.mark.parametrize("seats", range(2, 9))
def test_seats_go_clockwise_from_the_lower_left(seats: int) -> None:
    """Up the left, along the top, down the right: the angles round the middle of the cloth only ever grow."""
    seen = scene(seated(seats), 1600)
    cloth, card = seen.cloth, {one.seat: one.box for one in seen.holdings}
    assert card[0].y > cloth.y
    top = [seat for seat in range(seats) if card[seat].y < cloth.y]
    assert top == list(range(1, len(top) + 1))
    places = [(card[seat].y, card[seat].x) for seat in top]
    assert places == sorted(places)
    low = [card[seat].x for seat in (0, *range(seats - 1, len(top), -1))]
    assert low == sorted(low)


def test_a_row_shows_its_front_and_the_tile_that_was_turned_up() -> None:
    row = Holding("Ana", (None, None, Tile(2, 5)), drawn=frozenset({2}), row=True)
    seen = scene(Tabletop(Chain(), holdings=(row, Holding("Ben", (None,), 1, row=True))))
    tiles = seen.holdings[-1].tiles
    assert [tile.front for tile in tiles] == [True, False, False]
    assert [tile.tile for tile in tiles] == [None, None, Tile(2, 5)]
    fronts = [card.tiles[0].box for card in seen.holdings]
    bars = boxes(seen, "card_text")
    assert [(bar.x, bar.width) for bar in bars] == [(front.x, front.width) for front in fronts]
    assert all(bar.y >= front.y + front.height for bar, front in zip(bars, fronts, strict=True))
    said = seen.text
    assert "Ana has a row of 3 tiles. 5-2 was turned up and goes to the back." in said
    assert "Ben has a row of 1 tile, face down. Only the front one may be turned up." in said


def test_a_row_that_lies_open_is_read_from_its_front() -> None:
    table = Tabletop(Chain(), holdings=(Holding("Ana", (Tile(2, 5), Tile(1, 1)), row=True),))
    assert alt_text(table).endswith("Ana has this row, front first: 5-2, 1-1.")


@pytest.mark.parametrize("pixels", WIDTHS)
def test_chips_stand_beside_the_score(pixels: int) -> None:
    table = Tabletop(Chain(), holdings=(Holding("Ana", ()), Holding("Ben", (), 1)), scores=(5, 0), chips=(-3, 1))
    seen = scene(table, pixels)
    check_words(seen)
    scores = {label.text for label in seen.labels if label.role == "score"}
    assert scores == {"0 points, 1 chip", "5 points, -3 chips"}
    assert "Ana has 5 points. Ana has -3 chips." in seen.text


def test_partners_share_a_score_that_is_told_once() -> None:
    holdings = tuple(Holding(name, (Tile(1, 2),), side) for name, side in zip(NAMES[:4], (0, 1, 0, 1), strict=True))
    seen = scene(Tabletop(Chain(), holdings=holdings, scores=(25, 10)))
    scores = {label.text for label in seen.labels if label.role == "score"}
    assert scores == {"25 points, with Cy", "25 points, with Ana", "10 points, with Di", "10 points, with Ben"}
    assert seen.text.count("25 points") == 1
    assert "Ana and Cy are partners. They have 25 points." in seen.text
