"""The triangle of all tiles: taps, events, sums and estimates; every count is found again from pairs of halves."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any
from xml.etree import ElementTree

import pytest

import domino_lab as dl
from domino_lab.chance.tile_events import ready_events
from domino_lab.core.errors import ArgumentError, NotationError
from domino_lab.core.tiles import DominoSet
from domino_lab.widgets.messages import Unfit
from domino_lab.widgets.tile_triangle import DICE, RecordedTriangle
from tests.widgets.reading import area, nodes, text
from tests.words.test_readability import grade

HALVES = [(high, low) for high in range(7) for low in range(high + 1)]
FITS: dict[str, Callable[[int, int], bool]] = {
    "a double": lambda high, low: high == low, "a tile with a blank": lambda high, low: low == 0,
    "a tile with a 5": lambda high, low: 5 in (high, low), "a tile with 7 pips": lambda high, low: high + low == 7,
    "a tile that fits 5 or 3": lambda high, low: bool({5, 3} & {high, low}),
    "a tile with more than 6 pips": lambda high, low: high + low > 6,
    "a tile with an even number of pips": lambda high, low: (high + low) % 2 == 0,
}
"""The events that can be chosen, told a second time."""


@pytest.fixture
def make() -> Iterator[Callable[..., dl.TileTriangle]]:
    made: list[dl.TileTriangle] = []

    def new(*given: object, **more: object) -> dl.TileTriangle:
        made.append(dl.TileTriangle(*given, **more))
        return made[-1]

    yield new
    for triangle in made:
        triangle.close()


def tiles(triangle: dl.TileTriangle) -> dict[str, dict[str, Any]]:
    return {node["tile"]: node for node in nodes(triangle) if node.get("do") == "tap"}


def test_the_tiles_stand_as_a_triangle_a_row_for_each_higher_half(make: Callable[..., dl.TileTriangle]) -> None:
    [triangle] = [node for node in nodes(make()) if node.get("css") == "triangle"]
    assert [[tile["tile"] for tile in row["in"]] for row in triangle["in"]] == [
        [f"{high}-{low}" for low in range(high + 1)] for high in range(7)]
    assert triangle["label"] == "The 28 tiles of a double-six set"
    assert len(tiles(make(max_pip=9))) == 55


def test_a_tap_puts_a_tile_in_and_out_and_the_chance_follows(make: Callable[..., dl.TileTriangle]) -> None:
    triangle = make()
    for number, tile in enumerate(("5-3", "6-6", "0-0", "1-0"), 1):
        triangle.do("tap", tile)
        assert tiles(triangle)[tile]["pressed"] is True
        assert f"{number} of 28 tiles" in triangle.status
    assert "4/28 = 1/7 ≈ 0.143 ≈ 14.3 %" in area(triangle, "talk")
    assert "24/28 = 6/7" in area(triangle, "talk")
    triangle.do("tap", "6-6")
    assert tiles(triangle)["6-6"]["pressed"] is False
    assert [name for name, tile in tiles(triangle).items() if tile["stop"]] == ["6-6"]
    triangle.do("swap")
    assert triangle.counts["a"] == 25
    triangle.do("empty")
    assert triangle.chance() == "0/28 = 0 = 0 %"


def test_the_events_to_choose_from_have_the_tiles_that_they_say(make: Callable[..., dl.TileTriangle]) -> None:
    triangle = make()
    assert [option.words for option in triangle.options[1:]] == list(FITS)
    for place, (name, fits) in enumerate(FITS.items(), 1):
        triangle.do("ready", ["a", place])
        assert {tile[1::-1] for tile in triangle.event.tiles} == {pair for pair in HALVES if fits(*pair)}
        assert triangle.event.words == name
        [choice] = [node for node in nodes(triangle) if node.get("do") == "ready"]
        assert choice["at"] == place
    triangle.do("ready", ["a", 0])
    assert not triangle.event.tiles


@pytest.mark.parametrize(("first", "second"), list(product(FITS, FITS))[::3])
def test_both_either_and_neither_are_counted_tile_by_tile(
        make: Callable[..., dl.TileTriangle], first: str, second: str) -> None:
    triangle = make(first, second)
    marks = [(FITS[first](*pair), FITS[second](*pair)) for pair in HALVES]
    both, either = sum(a and b for a, b in marks), sum(a or b for a, b in marks)
    shown = area(triangle, "talk")
    assert f"A and B: {both} of 28 tiles." in shown
    assert f"Not A and not B: {28 - either} of 28 tiles." in shown
    off = f" − {both}" if both else ""
    assert f"A or B: {sum(a for a, _ in marks)} + {sum(b for _, b in marks)}{off} = {either} tiles." in shown
    signs = ["A" * a + "B" * b for a, b in marks]
    assert [tile.get("gain", "") for tile in tiles(triangle).values()] == signs
    looks = {tile.get("gain", ""): tile.get("css", "") for tile in tiles(triangle).values()}
    assert len({*looks.values()}) == len(looks)         # each has a frame of its own, too


def test_a_tap_changes_the_event_whose_turn_it_is(make: Callable[..., dl.TileTriangle]) -> None:
    triangle = make("a double", "a tile with a 5")
    triangle.do("turn", "b")
    assert tiles(triangle)["5-5"]["name"] == "5-5, in A and B"
    assert tiles(triangle)["5-5"]["pressed"] is True
    assert tiles(triangle)["6-6"]["pressed"] is False
    triangle.do("tap", "6-6")
    assert (triangle.counts["a"], triangle.counts["b"], triangle.counts["both"]) == (7, 8, 2)
    triangle.do("tab", "one")
    assert tiles(triangle)["6-5"].get("gain") is None       # B is out of sight
    triangle.do("tap", "6-5")
    assert (triangle.counts["a"], triangle.counts["b"]) == (8, 8)


def test_the_sums_stand_beside_two_dice_and_a_bar_takes_its_tiles(make: Callable[..., dl.TileTriangle]) -> None:
    triangle = make(show="sums")
    counted = [sum(high + low == pips for high, low in HALVES) for pips in range(13)]
    assert list(triangle.sums) == counted == [1, 1, 2, 2, 3, 3, 4, 3, 3, 2, 2, 1, 1]
    assert list(DICE) == [sum(sum(roll) == dots for roll in product(range(1, 7), repeat=2)) for dots in range(2, 13)]
    tile_bars, dice_bars = [node["bars"] for node in nodes(triangle) if node.get("is") == "columns"]
    assert [bar["text"] for bar in tile_bars] == [str(count) for count in counted]
    assert [bar["label"] for bar in tile_bars] == [bar["label"] for bar in dice_bars]       # each below its like
    heights = [bar["height"] for bar in (*tile_bars, *dice_bars)]
    chances = [count / 28 for count in counted] + [ways / 36 for ways in (0, 0, *DICE)]
    assert max(heights) == 1
    assert heights == [pytest.approx(chance * 6, abs=0.001) for chance in chances]      # the highest is 6 of 36
    triangle.do("sum", 6)
    assert {str(tile) for tile in triangle.event.tiles} == {"6-0", "5-1", "4-2", "3-3"}
    assert [bar["label"] for bar in nodes(triangle) if bar.get("do") == "sum" and bar["pressed"]] == ["6"]
    assert "Event A is a tile with 6 pips: 4 of 28 tiles." in area(triangle, "talk")


def test_with_asks_nothing_gives_the_chance_away_before_an_estimate(make: Callable[..., dl.TileTriangle]) -> None:
    triangle = make("a tile with a 5", asks=True)
    kept = "".join(map(str, triangle.to_keep().outputs(()).values()))
    assert not re.search(r"\d ?/ ?28|\b7 of|25 %", text(triangle) + kept)
    assert not any("pressed" in tile or "gain" in tile for tile in tiles(triangle).values())
    triangle.do("tap", "6-6")
    assert triangle.counts["a"] == 7
    triangle.do("estimate", "often")
    assert triangle.waits
    assert "✗" in text(triangle)
    triangle.do("estimate", " 30  %")
    assert "Your estimate: 30 %. The chance: 7/28 = 1/4 = 0.25 = 25 %" in area(triangle, "talk")
    triangle.do("ready", ["a", 1])      # another event, another estimate
    assert triangle.waits
    triangle.do("estimate", "1/3")
    triangle.do("tap", "6-5")           # the same question goes on
    assert not triangle.waits
    assert make(asks=True).waits is False


def test_a_line_makes_the_same_triangle_again(make: Callable[..., dl.TileTriangle]) -> None:
    cases = [make("a double"), make("6-6 5-4", "a double"), make(None, "1-0"), make(show="sums"),
             make("a double", "a tile with a 2", max_pip=3, show="one", asks=True)]
    for triangle in cases:
        again = eval(triangle.line, {"dl": dl})
        assert (again.inside, again.of, again.tab, again.asks) == (
            triangle.inside, triangle.of, triangle.tab, triangle.asks)
        again.close()
    assert cases[0].line == 'dl.TileTriangle("a double")'


@pytest.mark.parametrize("given", [
    {"event": "a double", "other": "a tile with a 5"}, {"event": "a double"}, {"show": "sums"}, {"max_pip": 9}])
def test_a_saved_notebook_keeps_the_tiles_their_letters_and_the_chance(
        make: Callable[..., dl.TileTriangle], given: dict[str, Any]) -> None:
    triangle = make(**given)
    picture = triangle.to_keep().picture
    words = [each.text for each in ElementTree.fromstring(picture).iter() if each.tag.endswith("text")]
    two = "other" in given
    assert words.count("A") == triangle.counts["a"]
    assert words.count("B") == (triangle.counts["b"] if two else 0)
    assert picture.count('stroke-dasharray="5 4"') == (triangle.counts["b"] if two else 0)
    shown = triangle._repr_mimebundle_()
    assert triangle.lines[-1] in shown["text/plain"]
    assert "data:image/svg+xml" in shown["text/html"]


def test_a_page_has_all_that_can_be_tapped_and_is_small(make: Callable[..., dl.TileTriangle]) -> None:
    triangle = make("a double", "a tile with a 5", max_pip=9)
    page = dl.page(triangle)
    assert len(page.html.encode()) <= 60_000
    data = RecordedTriangle(triangle).data()["triangle"]
    assert len(data["shares"]) == 56
    assert data["names"][data["state"]["a"]] == "a double"
    shown = json.dumps(data["moments"], ensure_ascii=False)
    assert {*re.findall(r"⟦(\w+)⟧", shown + "".join(data["adding"]) + data["compared"])} <= {*triangle.facts, "tile"}
    with pytest.raises(ArgumentError, match="step"):
        dl.page(triangle, step=1)


def test_what_a_page_may_send_is_read_and_nothing_else(make: Callable[..., dl.TileTriangle]) -> None:
    triangle = make("a double")
    for what, value in (("tap", "7-7"), ("tap", None), ("ready", ["c", 1]), ("ready", ["a", 99]), ("sum", 13),
                        ("tab", "three"), ("turn", "c"), ("estimate", 3)):
        with pytest.raises(Unfit):
            triangle.do(what, value)
    assert triangle.counts["a"] == 7


def test_nonsense_is_refused_with_what_is_expected() -> None:
    for given in ({"event": "a trouble"}, {"event": "9-9"}, {"show": "four"}, {"event": dl.chance.has("7-7")}):
        with pytest.raises(NotationError):
            dl.TileTriangle(**given)
    for given in ({"max_pip": 1}, {"max_pip": 10}, {"event": 3}, {"show": 1}):
        with pytest.raises(ArgumentError):
            dl.TileTriangle(**given)


def test_any_presses_leave_counts_that_add_up(make: Callable[..., dl.TileTriangle]) -> None:
    chance = random.Random(7)
    triangle = make("a double", "a tile with a 5", asks=True)
    presses = {"tap": lambda: str(chance.choice(triangle.of.tiles)), "sum": lambda: chance.randrange(13),
               "ready": lambda: [chance.choice("ab"), chance.randrange(8)], "turn": lambda: chance.choice("ab"),
               "tab": lambda: chance.choice(["one", "two", "sums"]), "estimate": lambda: "1/4",
               "swap": lambda: None, "empty": lambda: None}
    for _ in range(60):
        what = chance.choice(list(presses))
        triangle.do(what, presses[what]())
        counts = triangle.counts
        assert counts["a"] + counts["b"] - counts["both"] == counts["either"] == 28 - counts["neither"]
        assert counts["a"] + counts["not_a"] == 28
        assert text(triangle)


def test_its_sentences_are_for_children(make: Callable[..., dl.TileTriangle]) -> None:
    triangles = [make(first, second, show=show) for first, second in product(FITS, ("a double", "a tile with a 5"))
                 for show in ("one", "two", "sums")]
    assert grade(*(line for triangle in triangles for line in triangle.lines)) <= 5
    trees = [dl.chance.tree(event.words) for event in ready_events(DominoSet.of(6))]
    assert grade(*(line for tree in trees for line in (tree.how, *tree.sums))) <= 5
    assert grade(*(line for event in FITS for line in dl.chance.two_way(event).lines)) <= 5
