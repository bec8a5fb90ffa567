"""Events about one tile: the same however it is written, and its names mean what they say in every set."""

from __future__ import annotations

import pytest

import domino_lab as dl
from domino_lab.chance.tile_events import read_tile_event, ready_events, share
from domino_lab.core.tiles import DominoSet, Tile

SIX = DominoSet.of(6)


def test_an_event_is_the_same_however_it_is_written() -> None:
    fives = frozenset(Tile(5, low) for low in range(7))
    ways = ["a tile with a 5", " A tile  with a 5", "5-0 5-1 5-2 5-3 5-4 5-5 5-6", dl.chance.suit(5) >= 1,
            lambda tile: 5 in tile[:2], list(fives), read_tile_event("a tile with a 5", SIX)]
    assert {read_tile_event(way, SIX) for way in ways} == {("a tile with a 5", fives)}


def test_shares_are_right_to_the_last_figure() -> None:
    """Rounded by hand: 2/28 is 0.0714..., 13/28 0.4642..., 28/28 is everything."""
    assert [share(count, 28) for count in (0, 2, 13, 14, 28)] == [
        "0/28 = 0 = 0 %", "2/28 = 1/14 ≈ 0.071 ≈ 7.1 %", "13/28 ≈ 0.464 ≈ 46.4 %", "14/28 = 1/2 = 0.5 = 50 %",
        "28/28 = 1 = 100 %"]


@pytest.mark.parametrize("highest", range(2, 10))
def test_names_mean_what_they_say_in_every_set(highest: int) -> None:
    of = DominoSet.of(highest)
    halves = [(high, low) for high in range(highest + 1) for low in range(high + 1)]

    def count(name: str) -> int:
        return len(read_tile_event(name, of).tiles)

    assert count("a double") == sum(high == low for high, low in halves)
    assert count("a tile with a blank") == sum(0 in pair for pair in halves)
    assert count(f"a tile with more than {highest} pips") == sum(sum(pair) > highest for pair in halves)
    assert count("a tile with an even number of pips") == sum(sum(pair) % 2 == 0 for pair in halves)
    assert count("a tile that fits 2 or 0") == count("a tile that fits 0 or 2") == sum(
        bool({2, 0} & {*pair}) for pair in halves)
    for event in ready_events(of):
        assert 0 < len(event.tiles) < len(of.tiles)
