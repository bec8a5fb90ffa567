"""Every ruleset of the catalogue at every number of players: no overlap, nothing that moves, words that can be read."""

from __future__ import annotations

import itertools
from itertools import pairwise

import pytest

from domino_lab.catalogue import get, rulesets
from domino_lab.core.shuffle import Shuffle
from domino_lab.picture.layout import Box, place
from domino_lab.picture.scene import Scene, scene, table_scene
from domino_lab.picture.tabletop import Tabletop
from domino_lab.play.timeline import play_out
from domino_lab.sessions.playhead import Playhead
from tests.picture.every_game import CHAINS, PATIENCES, hand_of
from tests.picture.geometry import overlap
from tests.picture.random_hands import prefixes
from tests.picture.test_layout import check_no_overlap
from tests.picture.test_scene import check_words, lies_in

every_table = pytest.mark.parametrize(("name", "seats"), CHAINS, ids=[f"{name}-{seats}" for name, seats in CHAINS])
every_patience = pytest.mark.parametrize("name", PATIENCES)


def scenes(name: str, seats: int | None, pixels: int, every: int = 1) -> list[Scene]:
    hand = hand_of(name, seats)
    here = Playhead(hand, viewpoint="all")
    steps = sorted({*range(0, len(hand), every), len(hand) - 1})
    found = []
    for step in steps:
        here.step = step
        found.append(scene(here.snapshot.tabletop, pixels))
    return found


def no_two_laid_tiles_overlap_and_none_moves(name: str, seats: int) -> None:
    hand = hand_of(name, seats)
    chain, lay = hand.state.chain, str(hand.rules["double_lay"])
    final = place(chain, lay)
    check_no_overlap(final)
    for shorter in prefixes(chain):
        assert place(shorter, lay).placed == final.placed[: len(shorter.laid)]


MOST_BRIDGES = {"fortress": 1, "chickenfoot/double-twelve": 1, "mexican-train": 9, "mexican-train/double-nine": 4,
                "mexican-train/wild-blanks": 4, "mexican-train/several-doubles": 4, "mexican-train/set-out": 3,
                "mexican-train/first-turn": 4}
"""Nearly all of 55 tiles or more, with four arms at every double: an arm can be walled in, and goes on by a bridge.

A row of Mexican Train that is full goes on below all others.
"""


def no_arm_is_walled_in(name: str, seats: int) -> None:
    """Every seat count of every other ruleset of the catalogue is roomy enough for the frame that knows its end."""
    hand = hand_of(name, seats)
    tiles = scenes(name, seats, 720, every=len(hand))[-1].tiles
    assert len([tile for tile in tiles if tile.placed.bridge is not None]) <= MOST_BRIDGES.get(name, 0)


def everything_has_its_place_and_keeps_it(name: str, seats: int, pixels: int) -> None:
    seen = scenes(name, seats, pixels, every=9)
    last = seen[-1]
    for one in seen:
        check_words(one)
        check_cards(one, seats)
        assert (one.width, one.height, one.cloth) == (last.width, last.height, last.cloth)
        assert [card.box for card in one.holdings] == [card.box for card in last.holdings]
        placed = [tile.placed for tile in one.tiles]
        assert placed == [tile.placed for tile in last.tiles[: len(placed)]]


def check_cards(seen: Scene, seats: int) -> None:
    """A card for every seat, apart from each other and the cloth, with every tile of its holding on it."""
    assert sorted(card.seat for card in seen.holdings) == list(range(seats))
    canvas = Box(0, 0, seen.width, seen.height)
    areas = [seen.cloth, *(card.box for card in seen.holdings)]
    assert all(lies_in(area, canvas) for area in areas)
    assert not any(overlap(one, other) for one, other in itertools.combinations(areas, 2))
    for card in seen.holdings:
        assert all(lies_in(tile.box, card.box) for tile in card.tiles)
        assert not any(overlap(a.box, b.box) for a, b in itertools.combinations(card.tiles, 2))


def every_tile_and_every_seat_is_in_the_words(name: str, seats: int) -> None:
    hand = hand_of(name, seats)
    said = scenes(name, seats, 720, every=len(hand))[-1].text
    for laid in hand.state.chain.laid:
        assert str(laid.tile) in said
    for holding in hand.state.holdings:
        assert all(str(tile) in said for tile in holding)
    assert all(player in said for player in hand.names)


@every_table
def test_the_picture_of_every_table(name: str, seats: int) -> None:
    no_two_laid_tiles_overlap_and_none_moves(name, seats)
    no_arm_is_walled_in(name, seats)
    for pixels in (360, 720):
        everything_has_its_place_and_keeps_it(name, seats, pixels)
    every_tile_and_every_seat_is_in_the_words(name, seats)
    the_whole_table_is_on_a_laptop(name, seats)


def the_whole_table_is_on_a_laptop(name: str, seats: int) -> None:
    """At the end of the hand nothing is cut off on the felt of a widget, and no tile has less than 32 pixels.

    With the nine lines of eight players it is two pixels less, if one of them is so long that it goes on below. Where
    arms grow in all directions from a double-twelve set, so many tiles may lie there that it is 24.
    """
    hand = hand_of(name, seats)
    chain = hand.state.chain
    seen = table_scene(Tabletop(chain, str(hand.rules["double_lay"]), final=chain), (764, 375))
    assert all(lies_in(tile.box, seen.cloth) for tile in seen.tiles)
    many = hand.rules["max_pip"] > 9 and not chain.lines
    assert 2 * seen.viewport.scale >= (24 if many else 32 if chain.lines < 9 else 30)


@every_patience
@pytest.mark.parametrize("pixels", [240, 360, 720, 1600])
def test_the_tiles_of_a_patience_never_overlap_and_the_picture_keeps_its_size(name: str, pixels: int) -> None:
    seen = scenes(name, None, pixels, every=11)
    for one in seen:
        check_words(one)
        assert (one.width, one.height, one.cloth) == (seen[0].width, seen[0].height, seen[0].cloth)
        boxes = [shape.box for shape in (*one.loose, *one.gaps, *one.tiles)]
        assert not any(overlap(a, b) for a, b in itertools.combinations(boxes, 2))
        if not one.viewport.follows:
            assert all(lies_in(box, one.cloth) for box in boxes)


@every_patience
def test_every_open_tile_of_a_patience_is_in_the_words(name: str) -> None:
    for one in scenes(name, None, 720, every=11):
        for shape in one.loose:
            tile = shape.lying.tile
            assert str(tile) in one.text or f"{tile.low}-{tile.high}" in one.text


TABLES = [(rules.id, seats) for rules in rulesets() if rules.solo is None and "/" not in rules.id
          for seats in rules.dealing.seat_counts]
PHONE, LAPTOP = (252, 220), (764, 392)
"""The felt of a widget in JupyterLab, in a window of 360 x 740 and of 1366 x 768 pixels."""
LEAST = 12
"""Pixels that a tile of a whole table has at least on a phone: with 51 tiles of Fortress, whose doubles have four arms.
"""


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(2, 6))])
@pytest.mark.parametrize(("name", "seats"), TABLES, ids=[f"{name}-{seats}" for name, seats in TABLES])
def test_every_tile_of_a_hand_is_in_sight(name: str, seats: int, seed: int) -> None:
    """In the middle of the hand and at its end, recorded and live; sensible players and players at random."""
    hand = play_out(get(name), Shuffle(seed=seed), seats=seats, policies="random" if seed % 2 else None)
    final, lay = hand.state.chain, str(hand.rules["double_lay"])
    if not final.laid:
        return
    lengths = prefixes(final)
    for chain in (lengths[len(lengths) // 2], final):
        for size in (PHONE, LAPTOP):
            for end in (final, None):
                seen = table_scene(Tabletop(chain, lay, final=end), size)
                assert all(lies_in(tile.box, seen.cloth) for tile in seen.tiles)
                assert 2 * seen.viewport.scale >= LEAST


def test_a_live_hand_on_a_phone_gets_smaller_in_few_steps() -> None:
    hand = play_out(get("cyprus"), Shuffle(seed=1), seats=9, policies="random")
    lengths = prefixes(hand.state.chain)
    scales = [table_scene(Tabletop(chain, "crosswise"), PHONE).viewport.scale for chain in lengths]
    assert sum(one != other for one, other in pairwise(scales)) <= 6
