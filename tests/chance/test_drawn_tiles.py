"""Trees and two-way tables: every chance is found again by listing all ordered draws of real tiles."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from xml.etree import ElementTree

import pytest

import domino_lab as dl
from domino_lab.chance.tile_events import read_tile_event, ready_events
from domino_lab.core.errors import ArgumentError, DominoError, NotationError
from domino_lab.core.tiles import DominoSet

SIX = DominoSet.of(6)
EVENTS = [event.words for event in ready_events(SIX)] + ["6-5", "6-6 5-5 0-0", "any tile", "no tile"]


def listed(event: str, draws: int, *, put_back: bool, of: DominoSet = SIX) -> list[tuple[bool, ...]]:
    """Every way to draw tiles in order, each as the answers at its draws: one entry for each way."""
    inside = read_tile_event(event, of).tiles
    ways = product(of.tiles, repeat=draws) if put_back else permutations(of.tiles, draws)
    return [tuple(tile in inside for tile in way) for way in ways]


@pytest.mark.parametrize("put_back", [False, True])
@pytest.mark.parametrize("event", EVENTS)
def test_every_path_and_every_sum_is_that_of_all_ordered_pairs(event: str, put_back: bool) -> None:
    ways = listed(event, 2, put_back=put_back)
    tree = dl.chance.tree(event, put_back=put_back)
    assert {path.hits: path.chance for path in tree.paths} == {
        hits: Fraction(ways.count(hits), len(ways)) for hits in product((True, False), repeat=2) if hits in ways}
    for number in range(3):
        assert tree.chance(number) == Fraction(sum(sum(way) == number for way in ways), len(ways))
    assert sum(path.chance for path in tree.paths) == 1
    table = dl.chance.two_way(event, put_back=put_back)
    for first, second in product((True, False, None), repeat=2):
        assert table.count(first=first, second=second) == sum(
            first in (None, way[0]) and second in (None, way[1]) for way in ways)


@pytest.mark.parametrize("put_back", [False, True])
@pytest.mark.parametrize("event", ["a double", "a tile with 7 pips", "1-0"])
def test_three_draws_are_those_of_all_ordered_triples(event: str, put_back: bool) -> None:
    of = DominoSet.of(3) if event == "1-0" else SIX
    ways = listed(event, 3, put_back=put_back, of=of)
    tree = dl.chance.tree(event, 3, put_back=put_back, set=of)
    for path in tree.paths:
        assert path.chance == Fraction(ways.count(path.hits), len(ways))
        assert len(path.branches) == 3
    assert {path.hits for path in tree.paths} == set(ways)
    assert tree.chance(2) == Fraction(sum(sum(way) == 2 for way in ways), len(ways))


def test_the_branches_are_counts_of_tiles_that_are_left() -> None:
    """Of 28 tiles 7 are doubles; once one is gone, 6 of 27. Put back, they are 7 of 28 again."""
    assert [path.counts for path in dl.chance.tree("a double").paths] == [
        ((7, 28), (6, 27)), ((7, 28), (21, 27)), ((21, 28), (7, 27)), ((21, 28), (20, 27))]
    assert dl.chance.tree("a double", put_back=True).paths[0].counts == ((7, 28), (7, 28))
    told = repr(dl.chance.tree("a double"))
    assert "yes, yes: 7/28 × 6/27 = 1/18." in told
    assert "Yes 1 of 2 times: 7/36 + 7/36 = 7/18, or 38.9 %." in told
    assert "Yes at least once: 1 − 5/9 = 4/9, or 44.4 %." in told


def test_one_draw_is_not_put_back_anywhere() -> None:
    assert repr(dl.chance.tree("a double", 1)).splitlines()[1:3] == [
        "You draw one tile. Yes means a double: 7 of 28 tiles.", "yes: 7/28 = 1/4."]


def test_a_two_way_table_says_if_the_second_draw_depends_on_the_first() -> None:
    assert "So the second draw depends on the first." in repr(dl.chance.two_way("a double"))
    assert "does not depend" in repr(dl.chance.two_way("a double", put_back=True))
    assert "depend" not in repr(dl.chance.two_way("any tile"))


def test_a_table_has_the_paths_and_exact_chances() -> None:
    table = dl.chance.tree("a double", 3).table()
    assert len(table) == 8
    assert table["chance"].sum() == Fraction(1)
    assert list(table.columns) == ["draw 1", "draw 2", "draw 3", "product", "chance"]
    assert dl.chance.two_way("a double").table().loc["all", "all"] == 28 * 27


@pytest.mark.parametrize("made", [
    lambda: dl.chance.tree("a double"), lambda: dl.chance.tree("a tile that fits 5 or 3", 3, put_back=True),
    lambda: dl.chance.two_way("a tile with an even number of pips"), lambda: dl.chance.tree("any tile", 1)])
def test_they_show_themselves_as_a_picture_with_all_its_words(made) -> None:
    result = made()
    shown = result._repr_mimebundle_()
    assert shown["text/plain"] == repr(result)
    root = ElementTree.fromstring(result.picture())
    words = "".join(root.itertext())
    for path in getattr(result, "paths", ()) if hasattr(result, "sums") else ():
        assert path.product in words
    wide, texts = int(root.get("width")), [each for each in root.iter() if each.tag.endswith("text")]
    assert texts
    assert all(0 <= float(each.get("x")) <= wide for each in texts)
    assert 'alt="' in shown["text/html"]


def test_what_is_no_event_or_asks_for_too_many_draws_is_refused() -> None:
    for wrong in ("a trouble", "9-9", ["7-1"], lambda tile: tile.nothing):
        with pytest.raises(NotationError):
            dl.chance.tree(wrong)
    for draws in (0, 4):
        with pytest.raises(ArgumentError, match="a whole number from 1 to 3"):
            dl.chance.tree("a double", draws)
    with pytest.raises(DominoError, match="You asked for 2 tiles"):
        dl.chance.two_way("a double", set=DominoSet.of(0))
    with pytest.raises(NotationError, match="It is given one tile"):
        dl.chance.two_way(lambda tile: 1 / 0)
